"""What seats have chosen but not yet laid: picked cards, and plays armed for the moment a window closes.

Owned by a table. Picks live in memory alone; armed plays are written down by the table before they are shown.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter

from bot.engine.cards import Card, Cards, Rank
from bot.engine.observe import Observation
from bot.tables.views import ArmedPlay, group_of


class Drafts:
    """Picks by seat and group, and armed plays by seat."""

    def __init__(self) -> None:
        self._picks: dict[int, dict[str, int]] = {}
        self.armed: dict[int, ArmedPlay] = {}

    def pick(self, seat: int, hand: Cards, group: str, limit: int) -> None:
        """One more of the group; past the last held, or past the limit, back to none."""
        held = sum(group_of(card) == group for card in hand)
        picks = self._picks.setdefault(seat, {})
        picks[group] = (min(picks.get(group, 0), held) + 1) % (min(held, limit) + 1)

    def clear(self, seat: int) -> None:
        """Nothing picked."""
        self._picks.pop(seat, None)

    def restore(self, seat: int, cards: Cards) -> None:
        """Pick these again."""
        self._picks[seat] = dict(Counter(map(group_of, cards)))

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


def stamp(salt: str, seen: Observation, picks: tuple[tuple[str, int], ...]) -> str:
    """A short mark of everything a Play label promises: seat, cards, picks, whose turn it is, ranks and turn.

    Keyed with the deal's secret salt, so that it tells nothing about the hand to whoever reads the button's id.
    """
    promise = (seen.viewer, [card.code for card in seen.hand], picks, seen.next.seat, seen.next.ranks, seen.turns)
    mac = hashlib.blake2b(json.dumps(promise).encode(), key=salt.encode()[:64], digest_size=6)
    return mac.hexdigest()


def dump_armed(play: ArmedPlay) -> str:
    """An armed play as JSON for the store."""
    return json.dumps({"cards": [card.code for card in play.cards], "rank": int(play.rank), "said": play.said})


def load_armed(body: str) -> ArmedPlay:
    """The armed play of a stored row."""
    data = json.loads(body)
    return ArmedPlay(tuple(map(Card.parse, data["cards"])), Rank(data["rank"]), data["said"])
