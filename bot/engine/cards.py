"""Cards, packs, the seeded shuffle and the commitment to a deal.

The bottom of the engine: everything else is built from these values. It draws no randomness itself; a seed is
always an argument. The card codes (`7S`, `10H'`, `X1`) are those of the rule scenarios and of the journal.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any, Final

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class Rank(IntEnum):
    """The thirteen ranks in the order they are called (R16, R17): aces first, kings last, then aces again."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def code(self) -> str:
        """The rank as written on a card: `A`, `2` … `10`, `J`, `Q`, `K`."""
        return _RANK_CODES[self - 1]

    @classmethod
    def parse(cls, code: str) -> Rank:
        """The rank of a code; raises `ValueError` for anything else.

        >>> Rank.parse("10").name
        'TEN'
        """
        try:
            return cls(_RANK_CODES.index(code) + 1)
        except ValueError:
            raise ValueError(f"not a rank: {code!r}") from None

    def step(self, by: int) -> Rank:
        """The rank `by` places on, round the circle (K is followed by A).

        >>> Rank.KING.step(1).name
        'ACE'
        """
        return Rank((self - 1 + by) % 13 + 1)


_RANK_CODES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ALL_RANKS: Final = tuple(Rank)


class Suit(StrEnum):
    """The four suits; they never matter to the rules (R23), only to the eye."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One physical card. `rank` is `None` for a joker; `copy` tells equal cards of several packs (and jokers) apart."""

    code: str

    def __repr__(self) -> str:
        # A card that reaches a log or a traceback must not say which one it is.
        return "Card(…)"

    @property
    def rank(self) -> Rank | None:
        """The card's rank, `None` for a joker and for a card that is hidden from the viewer."""
        return _CARD_RANKS.get(self.code)

    @property
    def suit(self) -> Suit | None:
        """The card's suit, `None` for a joker and for a hidden card."""
        return Suit(self.code.rstrip("'")[-1]) if self.rank is not None else None

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker, true as any rank (R13)."""
        return self.code.startswith("X")

    @property
    def hidden(self) -> bool:
        """Whether this stands for a card the viewer may not see."""
        return self is HIDDEN or self.code == "?"

    @property
    def order(self) -> tuple[int, int, str]:
        """Sort key for hands: by rank, then suit, jokers last."""
        return _CARD_ORDERS.get(self.code) or (14, 0, self.code)

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card of a code; raises `ValueError` for a code that names no card."""
        if code in _CARD_RANKS or code in ("X1", "X2", "?"):
            return cls(code)
        raise ValueError("not a card code")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Cards travel in JSON as their codes."""
        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, Card) else cls.parse(value),
            serialization=core_schema.plain_serializer_function_ser_schema(lambda card: card.code),
        )


_CARD_RANKS: Final[dict[str, Rank]] = {
    f"{rank.code}{suit.value}{prime}": rank for prime in ("", "'") for suit in Suit for rank in Rank
}
_CARD_ORDERS: Final[dict[str, tuple[int, int, str]]] = {
    code: (int(rank), "SHDC".index(code.rstrip("'")[-1]), code) for code, rank in _CARD_RANKS.items()
}
HIDDEN: Final = Card("?")
Cards = tuple[Card, ...]


def pack(decks: int, jokers: int = 0) -> Cards:
    """All cards of the game in a fixed order: one or two decks (R3, R4) and up to two jokers in total (R13, R-s)."""
    if decks not in (1, 2) or jokers not in (0, 1, 2):
        raise ValueError(f"no pack of {decks} decks and {jokers} jokers")
    plain = (f"{rank.code}{suit.value}{prime}" for prime in ("", "'")[:decks] for suit in Suit for rank in Rank)
    return (*map(Card, plain), *(Card(f"X{n + 1}") for n in range(jokers)))


def numbers(seed: bytes) -> Iterator[int]:
    """An endless stream of 64-bit numbers from a seed: SHA-256 over seed and a counter, eight bytes at a time."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))
        counter += 1


def below(stream: Iterator[int], bound: int) -> int:
    """A number in `range(bound)` without bias: values past the last full multiple of `bound` are thrown away."""
    limit = (1 << 64) - (1 << 64) % bound
    while (value := next(stream)) >= limit:
        pass
    return value % bound


def shuffle(cards: Iterable[Card], seed: bytes) -> Cards:
    """Fisher-Yates from the back over `numbers(seed)`; the same seed always gives the same order."""
    order, stream = list(cards), numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Deal:
    """Where every card went: the hands in seat order, then the cards set aside, the penalty deck and the unused."""

    hands: tuple[Cards, ...] = field(repr=False)
    aside: Cards = field(default=(), repr=False)
    penalty: Cards = field(default=(), repr=False)
    unused: Cards = field(default=(), repr=False)

    def text(self) -> str:
        """The deal as compact JSON: hands in seat order, then aside, penalty and unused cards."""
        piles: Sequence[Cards] = (*self.hands, self.aside, self.penalty, self.unused)
        return json.dumps([[card.code for card in cards] for cards in piles], separators=(",", ":"))

    def commitment(self, salt: bytes) -> str:
        """SHA-256 of the salt in hex, a newline and the deal's text: published with the deal, opened at the end."""
        return hashlib.sha256(f"{salt.hex()}\n{self.text()}".encode()).hexdigest()
