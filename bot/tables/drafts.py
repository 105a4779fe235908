"""What seats have chosen but not yet laid: picked cards, what to say of them, and plays armed for a window's end.

Owned by a table. Choices live in memory alone; armed plays are written down by the table before they are shown.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass

from bot.engine.cards import Card, Cards, Rank
from bot.engine.observe import Observation
from bot.tables.views import ArmedPlay, group_of


@dataclass(frozen=True, slots=True)
class Draft:
    """What a seat has chosen so far: picks, the rank it would name, and how many it would say of how many it may."""

    picks: tuple[tuple[str, int], ...]
    rank: Rank | None
    said: int
    sayable: tuple[int, int]


class Drafts:
    """Picks by seat and group, the rank and number to say by seat, and armed plays by seat."""

    def __init__(self) -> None:
        self._picks: dict[int, dict[str, int]] = {}
        self._ranks: dict[int, Rank] = {}
        self._said: dict[int, int] = {}
        self.armed: dict[int, ArmedPlay] = {}

    def pick(self, seat: int, hand: Cards, group: str, limit: int) -> None:
        """One more of the group; past the last held, or past the limit, back to none."""
        held = sum(group_of(card) == group for card in hand)
        picks = self._picks.setdefault(seat, {})
        picks[group] = (min(picks.get(group, 0), held) + 1) % (min(held, limit) + 1)

    def clear(self, seat: int) -> None:
        """Nothing picked, and nothing to say."""
        self._picks.pop(seat, None)
        self._ranks.pop(seat, None)
        self._said.pop(seat, None)

    def restore(self, seat: int, play: ArmedPlay) -> None:
        """Choose this again."""
        self._picks[seat] = dict(Counter(map(group_of, play.cards)))
        self._ranks[seat], self._said[seat] = play.rank, play.said

    def name(self, seat: int, rank: Rank) -> None:
        """Choose the rank to say."""
        self._ranks[seat] = rank

    def say(self, seat: int, said: int) -> None:
        """Choose how many to say."""
        self._said[seat] = said

    def rank(self, seat: int, ranks: tuple[Rank, ...]) -> Rank | None:
        """The rank a play would name of those it may; the only one, or the one chosen, or none yet."""
        if len(ranks) == 1:
            return ranks[0]
        chosen = self._ranks.get(seat)
        return chosen if chosen in ranks else None

    def said(self, seat: int, sayable: tuple[int, int]) -> int:
        """How many a play would say: what was chosen where that may be said, else as many as it lays."""
        chosen = self._said.get(seat, sayable[1])
        return chosen if sayable[0] <= chosen <= sayable[1] else sayable[1]

    def picks(self, seat: int, hand: Cards) -> tuple[tuple[str, int], ...]:
        """What is picked and still held, in the order of the hand."""
        held = Counter(map(group_of, hand))
        picks = self._picks.get(seat, {})
        return tuple((group, min(picks.get(group, 0), held[group])) for group in held if picks.get(group, 0))

    def chosen(self, seat: int, hand: Cards) -> Cards:
        """The very cards picked: of each group the first ones in the hand."""
        wanted = dict(self.picks(seat, hand))
        chosen: list[Card] = []
        for card in hand:
            group = group_of(card)
            if wanted.get(group, 0) > 0:
                wanted[group] -= 1
                chosen.append(card)
        return tuple(chosen)


def stamp(
    salt: str, seen: Observation, picks: tuple[tuple[str, int], ...] = (), rank: Rank | None = None, said: int = 0
) -> str:
    """A short mark of everything a label promises: seat, cards, picks, what is said, whose turn it is, ranks and turn.

    Keyed with the deal's secret salt, so that it tells nothing about the hand to whoever reads the button's id.
    """
    turn = (seen.next.seat, seen.next.ranks, seen.turns)
    promise = (seen.viewer, [card.code for card in seen.hand], picks, rank, said, *turn)
    mac = hashlib.blake2b(json.dumps(promise).encode(), key=salt.encode()[:64], digest_size=6)
    return mac.hexdigest()


def dump_armed(play: ArmedPlay) -> str:
    """An armed play as JSON for the store."""
    return json.dumps({"cards": [card.code for card in play.cards], "rank": int(play.rank), "said": play.said})


def load_armed(body: str) -> ArmedPlay:
    """The armed play of a stored row."""
    data = json.loads(body)
    return ArmedPlay(tuple(map(Card.parse, data["cards"])), Rank(data["rank"]), data["said"])
