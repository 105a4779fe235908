"""Strategies for dealing and playing: the deal, the opener, the rank due, the size of a play, passing.

Each fills one slot of `slots.py`. They read the state they are given and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.actions import Reason
from bot.engine.cards import Cards, Deal, Rank, pack
from bot.engine.rules.slots import Lead
from bot.engine.state import GameState


@dataclass(frozen=True, slots=True)
class WholeDeck:
    """Deal everything one at a time from the dealer's left; the first seats may get one card more (R6-R8)."""

    decks: int

    def pack(self, seats: int) -> Cards:
        """The cards to shuffle; the same for any number of `seats`."""
        assert seats > 0
        return pack(self.decks)

    def deal(self, shuffled: Cards, seats: int, dealer: int) -> Deal:
        """The seat to the dealer's left gets the first card."""
        return Deal(tuple(shuffled[(seat - dealer - 1) % seats :: seats] for seat in range(seats)))


@dataclass(frozen=True, slots=True)
class DealersLeft:
    """The seat to the dealer's left begins with aces (R15, R16)."""

    def lead(self, seats: int, dealer: int, chance: bytes) -> Lead:
        """`chance` is not needed: the dealer's left is fixed."""
        del chance
        return Lead((dealer + 1) % seats, (Rank.ACE,))


@dataclass(frozen=True, slots=True)
class RankUp:
    """The rank due rises by one per turn; after the king comes the ace (R17)."""

    def following(self, rank: Rank) -> tuple[Rank, ...]:
        """Only the next rank."""
        return (rank.step(1),)

    def ahead(self, rank: Rank, turns: int) -> Rank | None:
        """Always known in advance."""
        return rank.step(turns)


@dataclass(frozen=True, slots=True)
class ExactCount:
    """One card or more up to `limit` (`None`: no limit), and as many said as laid (R21, R22, R24)."""

    limit: int | None

    def refuse(self, laid: int, said: int) -> Reason | None:
        """The first rule of count that the play breaks."""
        if laid != said:
            return Reason.COUNT_MISMATCH
        if laid == 0:
            return Reason.NO_CARDS
        if self.limit is not None and laid > self.limit:
            return Reason.TOO_MANY_CARDS
        return None

    def bounds(self, held: int) -> tuple[int, int]:
        """Fewest and most cards a seat holding `held` may lay."""
        return (1, held if self.limit is None else min(held, self.limit))


@dataclass(frozen=True, slots=True)
class NobodyPasses:
    """Every turn at least one card (R22)."""

    def refuse(self, state: GameState, seat: int) -> Reason | None:
        """Always refused."""
        del state, seat
        return Reason.PASS_NOT_ALLOWED
