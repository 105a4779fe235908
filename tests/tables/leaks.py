"""The scanner for hidden cards: whatever is sent to somebody may name no card but those the rules let them know.

What they may know is read from the journal, redacted for them: their own cards, and what was turned up.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final
from weakref import WeakKeyDictionary

from bot.engine.codec import encode
from bot.engine.observe import redact
from bot.engine.state import Phase
from bot.tables.game import Game
from bot.tables.table import Table
from tests.engine.support import CARD_CODE
from tests.tables.support import state

SHOWN: Final = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])")
SUITS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def named(payload: Any) -> set[str]:
    """Every card that a payload names: as people read it, or as we write it down."""
    text = json.dumps(payload, ensure_ascii=False)
    return {rank + SUITS[suit] for rank, suit in SHOWN.findall(text)} | {
        code.rstrip("'") for code in CARD_CODE.findall(text)
    }


#: What each viewer had seen of a game after so many of its events: only what is new is read.
_KNOWN: WeakKeyDictionary[Game, dict[int | None, tuple[int, set[str]]]] = WeakKeyDictionary()


def known(table: Table, viewer: int | None) -> set[str]:
    """Every card that the events so far have shown this seat, or everybody."""
    assert table.game is not None
    read = _KNOWN.setdefault(table.game, {})
    count, cards = read.get(viewer, (0, set[str]()))
    cards |= {card for event in table.game.past[count:] for card in named(encode(redact(event, viewer)))}
    read[viewer] = (len(table.game.past), cards)
    return cards


def leaks(table: Table, user_id: int | None, payload: Any) -> set[str]:
    """The cards that a payload sent to this person (or to all: `None`) gives away. A finished game has no secrets."""
    viewer = None if user_id is None else table.seat_of(user_id)
    cards, now = named(payload), state(table)
    if viewer is not None:
        cards -= {card.code.rstrip("'") for card in now.seats[viewer].hand}
    return cards - known(table, viewer) if cards and now.phase is not Phase.OVER else set()
