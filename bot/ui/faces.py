"""Cards as people see them where the pictures are known: `7♠` has two small pictures beside it, a rank and a suit.

What Discord calls the pictures is given by whoever has put them there. Where a text would not fit with them, it is
drawn without (`layout.fitting`). It must never be known in part: half a hand in pictures reads worse than none. The
letters on them are English; where a language has another, only the suits are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import Card, Rank, Suit
from bot.faces.drawing import BACK, JOKER, NAMES

_SUITS: Final = {suit: suit.name.lower() for suit in Suit}


class Faces:
    """A whole set: for every name of `bot.faces` the mark that stands for it in a message, `<:name:id>`."""

    def __init__(self, marks: Mapping[str, str]) -> None:
        if lacking := [name for name in NAMES if name not in marks]:
            raise ValueError(f"not a whole set: {lacking} is missing")
        self._marks = dict(marks)

    @property
    def back(self) -> str:
        """A card face down."""
        return self._marks[BACK]

    def rank(self, rank: Rank | None) -> str:
        """What stands in the corner of a card: its rank, or the joker's sign."""
        return self._marks[JOKER if rank is None else rank.name.lower()]

    def suit(self, card: Card) -> str:
        """The card's suit; nothing for a joker."""
        return "" if card.suit is None else self._marks[_SUITS[card.suit]]

    def card(self, card: Card, *, ranked: bool = True) -> str:
        """One card; its suit alone where the picture of its rank would say another letter than the text does."""
        # Joined, so that no line ends between the two.
        return "\N{WORD JOINER}".join(filter(None, (self.rank(card.rank) if ranked else "", self.suit(card))))
