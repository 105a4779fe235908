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

GATHER_MS = 250
GATHER_NEAREST_MS = 700


@dataclass(frozen=True, slots=True)
class AnyoneElse:
    """Anyone still playing but the claimant and its team may call, in or out of turn; the first counts (R28, R33, R-a).

    With `force` the other of two seats may ask to be shown a card instead (R59).
    """

    teams: tuple[int, ...] = ()
    force: bool = False

    @property
    def gather_ms(self) -> int:
        """Long enough for Discord's order of presses to arrive in any order."""
        return GATHER_MS

    def refuse(self, state: GameState, seat: int) -> Reason | None:
        """The claimant and its team-mates are refused."""
        if state.claim is None:
            return None
        claimant = state.claim.claimant
        if claimant == seat:
            return Reason.OWN_PLAY
        return Reason.TEAM_MATE if self.teams and self.teams[claimant] == self.teams[seat] else None

    def refuse_force(self, state: GameState, seat: int) -> Reason | None:
        """Force is for two seats still playing, where the rules know it."""
        return None if self.force and len(state.live) == 2 else Reason.FORCE_NOT_ALLOWED

    def choose(self, state: GameState, callers: Sequence[int]) -> int:
        """The first of the callers, who come ordered by Discord's time of their press."""
        return callers[0]

    def callers(self, state: GameState) -> tuple[int, ...]:
        """The seats that may call the open claim; the window closes early once all of them let it go."""
        return tuple(seat for seat in state.live if self.refuse(state, seat) is None)


@dataclass(frozen=True, slots=True)
class NearestLeft(AnyoneElse):
    """Of several calls gathered together the one nearest the claimant's left counts (R33)."""

    @property
    def gather_ms(self) -> int:
        """Long enough for more than one call to come in."""
        return GATHER_NEAREST_MS

    def choose(self, state: GameState, callers: Sequence[int]) -> int:
        """Whoever sits first, clockwise from the claimant."""
        assert state.claim is not None
        claimant, seats = state.claim.claimant, len(state.seats)
        return min(callers, key=lambda seat: (seat - claimant) % seats)


@dataclass(frozen=True, slots=True)
class TimedWindow:
    """A claim may be called until the clock runs out, and the next play waits for that (R29, R65)."""

    def play_closes(self, state: GameState) -> bool:
        """The next play never closes the window."""
        return False

    def inside(self, state: GameState, at: datetime) -> bool:
        """Whether a call made at `at` is in time; with no clock running yet it always is."""
        return state.until is None or at <= state.until


@dataclass(frozen=True, slots=True)
class UntilNextPlay(TimedWindow):
    """A claim may be called until the next seat acts; a last play waits for its clock instead (R29, R65, R-l).

    Only for rules by which everybody can count the claimant's hand: it tells which play was the last.
    """

    def play_closes(self, state: GameState) -> bool:
        """Whether the claimant holds cards."""
        claim = state.claim
        return claim is not None and bool(state.seats[claim.claimant].hand)

    def inside(self, state: GameState, at: datetime) -> bool:
        """The clock that runs meanwhile is the next seat's."""
        return self.play_closes(state) or TimedWindow().inside(state, at)


@dataclass(frozen=True, slots=True)
class AllAsSaid:
    """One wrong card makes the whole play a lie, and so does one too many; suits never matter (R23, R31, R-c)."""

    def truthful(self, cards: Cards, rank: Rank, said: int) -> bool:
        """Whether every card is of the rank or a joker (R13, R-s, R-j), and as many as said."""
        return len(cards) == said and all(card.rank is rank or card.is_joker for card in cards)


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """What is turned up besides the doubted play: the whole `pile` (R36), and a `last_play` nobody doubted (R62)."""

    pile: bool = False
    last_play: bool = False

    def pile_shown(self, pile: Cards) -> Cards:
        """The pile, or nothing of it."""
        return pile if self.pile else ()

    def unasked(self, state: GameState) -> bool:
        """Whether the claim about to stand is a last play that must be true."""
        claim = state.claim
        return self.last_play and claim is not None and not state.seats[claim.claimant].hand


@dataclass(frozen=True, slots=True)
class WholePile:
    """The loser takes the pile and the play; once the pile burns, only the play, and the rest leaves (R32, R63).

    A caught cheat also draws `penalty` cards, or what is left of the penalty deck (R50, R-b).
    """

    penalty: int = 0

    def split(self, state: GameState, burning: bool) -> tuple[Cards, Cards]:
        """The cards taken and the cards burned."""
        assert state.claim is not None
        if burning:
            return state.claim.cards, state.pile
        return state.pile + state.claim.cards, ()

    def drawn(self, state: GameState) -> Cards:
        """The cards drawn, from the top."""
        return state.penalty[: self.penalty]
