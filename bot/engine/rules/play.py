"""Strategies for dealing and playing that both games use: the deal, the opener, the size of a play, no passing.

Each fills one slot of `slots.py`. They read the state they are given and nothing else. What belongs to one game alone
is in `cycle` and `same_rank`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.actions import Reason
from bot.engine.cards import Cards, Deal, Rank, below, numbers, pack
from bot.engine.rules.slots import NOBODY, Lead
from bot.engine.state import GameState

PENALTY_RESERVE = 8


def from_dealers_left(seats: int, dealer: int, absent: frozenset[int] = NOBODY) -> list[int]:
    """The seats in the order they are dealt to: the dealer's left first (R7)."""
    ring = ((dealer + step) % seats for step in range(1, seats + 1))
    return [seat for seat in ring if seat not in absent]


def hands_of(cards: Cards, seats: int, order: Sequence[int]) -> tuple[Cards, ...]:
    """The cards one at a time to the seats of `order`; the first may get one more (R6, R8)."""
    hands: list[Cards] = [()] * seats
    for place, seat in enumerate(order):
        hands[seat] = cards[place :: len(order)]
    return tuple(hands)


@dataclass(frozen=True, slots=True)
class WholeDeck:
    """Deal everything, but for the cards set `aside` unseen from the bottom (R6-R9, R13)."""

    decks: int
    jokers: int = 0
    aside: int = 0

    def pack(self, seats: int) -> Cards:
        """The cards to shuffle; the same for any number of `seats`."""
        assert seats > 0
        return pack(self.decks, self.jokers)

    def deal(self, shuffled: Cards, seats: int, dealer: int, absent: frozenset[int] = NOBODY) -> Deal:
        """The seat to the dealer's left gets the first card."""
        dealt = len(shuffled) - self.aside
        order = from_dealers_left(seats, dealer, absent)
        return Deal(hands_of(shuffled[:dealt], seats, order), aside=shuffled[dealt:])


@dataclass(frozen=True, slots=True)
class PenaltyDeck(WholeDeck):
    """Equal hands that leave at least eight cards; those left are the penalty deck (R50, R-b)."""

    def deal(self, shuffled: Cards, seats: int, dealer: int, absent: frozenset[int] = NOBODY) -> Deal:
        """The top of the penalty deck is what would have been dealt next."""
        order = from_dealers_left(seats, dealer, absent)
        dealt = (52 * self.decks - PENALTY_RESERVE) // len(order) * len(order)
        return Deal(hands_of(shuffled[:dealt], seats, order), penalty=shuffled[dealt:])


@dataclass(frozen=True, slots=True)
class DealersLeft:
    """The first seat to the dealer's left begins, with these ranks (R15, R16)."""

    first: tuple[Rank, ...] = (Rank.ACE,)

    def lead(self, seats: Sequence[int], dealer: int, chance: bytes) -> Lead:
        """`chance` is not needed: the dealer's left is fixed."""
        return Lead(min(seats, key=lambda seat: (seat <= dealer, seat)), self.first)


@dataclass(frozen=True, slots=True)
class AnySeat:
    """Chance says who begins, with these ranks (R15)."""

    first: tuple[Rank, ...] = (Rank.ACE,)

    def lead(self, seats: Sequence[int], dealer: int, chance: bytes) -> Lead:
        """Each of the `seats` as likely as the others."""
        return Lead(seats[below(numbers(chance), len(seats))], self.first)


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

    def refuse_rest(self, held: int, laid: int) -> Reason | None:
        """The last card may be laid."""
        return None

    def bounds(self, held: int) -> tuple[int, int]:
        """Fewest and most cards a seat holding `held` may lay."""
        return (1, held if self.limit is None else min(held, self.limit))

    def said_bounds(self, laid: int) -> tuple[int, int]:
        """As many as laid."""
        return (laid, laid)


@dataclass(frozen=True, slots=True)
class ExtraCards(ExactCount):
    """More cards may be slipped in than are said, within the limit (R25, R-c)."""

    def refuse(self, laid: int, said: int) -> Reason | None:
        """Fewer than said are refused; nothing laid or nothing said is no play."""
        if laid == 0 or said < 1:
            return Reason.NO_CARDS
        if self.limit is not None and laid > self.limit:
            return Reason.TOO_MANY_CARDS
        return Reason.TOO_FEW_CARDS if laid < said else None

    def said_bounds(self, laid: int) -> tuple[int, int]:
        """From one to as many as laid."""
        return (1, laid)


@dataclass(frozen=True, slots=True)
class NobodyPasses:
    """Every turn at least one card (R22)."""

    def refuse(self, state: GameState, lead: Lead) -> Reason | None:
        """Always refused."""
        return Reason.PASS_NOT_ALLOWED

    def clears(self, state: GameState) -> bool:
        """Nothing to clear."""
        return False

    def cap(self, state: GameState) -> int:
        """None."""
        return 0
