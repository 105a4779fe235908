"""The scanner for hidden cards: whatever is sent to somebody may name no card but those the rules let them know.

What they may know is read from the journal, redacted for them: their own cards, and what was turned up.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from bot.engine.codec import encode
from bot.engine.observe import redact
from bot.engine.state import Phase
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


def known(table: Table, viewer: int | None) -> set[str]:
    """Every card that the events so far have shown this seat, or everybody."""
    assert table.game is not None
    return {card for event in table.game.past for card in named(encode(redact(event, viewer)))}


def leaks(table: Table, user_id: int | None, payload: Any) -> set[str]:
    """The cards that a payload sent to this person (or to all: `None`) gives away. A finished game has no secrets."""
    viewer = None if user_id is None else table.seat_of(user_id)
    cards, now = named(payload), state(table)
    if viewer is not None:
        cards -= {card.code.rstrip("'") for card in now.seats[viewer].hand}
    return cards - known(table, viewer) if cards and now.phase is not Phase.OVER else set()
