"""Strategies for doubting: who may call, the window, the verdict, what is turned up, and who takes what.

Each fills one slot of `slots.py`. They read the state they are given and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.engine.actions import Reason
from bot.engine.cards import Cards, Rank
from bot.engine.state import GameState


@dataclass(frozen=True, slots=True)
class AnyoneElse:
    """Anyone still playing but the claimant may call, in or out of turn; the first call counts (R28, R33)."""

    def refuse(self, state: GameState, seat: int) -> Reason | None:
        """Nobody but the claimant is refused."""
        return Reason.OWN_PLAY if state.claim is not None and state.claim.claimant == seat else None

    def refuse_force(self, state: GameState, seat: int) -> Reason | None:
        """Force belongs to the same-rank game (R59)."""
        del state, seat
        return Reason.FORCE_NOT_ALLOWED

    def choose(self, state: GameState, callers: Sequence[int]) -> int:
        """The first of the callers, who come ordered by Discord's time of their press."""
        del state
        return callers[0]

    def callers(self, state: GameState) -> tuple[int, ...]:
        """The seats that may call the open claim; the window closes early once all of them let it go."""
        return tuple(seat for seat in state.live if self.refuse(state, seat) is None)


@dataclass(frozen=True, slots=True)
class TimedWindow:
    """A claim may be called until the clock runs out, and the next play waits for that (R29, R65)."""

    def play_closes(self) -> bool:
        """The next play never closes the window."""
        return False

    def inside(self, until: datetime | None, at: datetime) -> bool:
        """Whether a call made at `at` is in time; with no clock running yet it always is."""
        return until is None or at <= until


@dataclass(frozen=True, slots=True)
class AllAsSaid:
    """One wrong card makes the whole play a lie; suits never matter (R23, R31)."""

    def truthful(self, cards: Cards, rank: Rank, said: int) -> bool:
        """Whether every card is of the rank, and as many as said."""
        return len(cards) == said and all(card.rank is rank for card in cards)


@dataclass(frozen=True, slots=True)
class LastPlayOnly:
    """Only the doubted play is turned up (R30)."""

    def pile_shown(self, state: GameState) -> Cards:
        """Nothing of the pile below."""
        del state
        return ()


@dataclass(frozen=True, slots=True)
class WholePile:
    """The loser takes the pile and the play; once the pile burns, only the play, and the rest leaves (R32, R63)."""

    def split(self, state: GameState, burning: bool) -> tuple[Cards, Cards]:
        """The cards taken and the cards burned."""
        assert state.claim is not None
        if burning:
            return state.claim.cards, state.pile
        return state.pile + state.claim.cards, ()
