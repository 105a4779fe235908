"""What a start reads of live tables: many at a time, with one statement for each kind of thing and one hop for all.

Called by the table store. Asking for each table by itself takes longer than understanding what was read. It must never
look into an event, a token or a plan.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from bot.store.database import Database, from_text
from bot.tables.records import ArmedRecord, JournalEntry, MessageRecord, Recollection, TokenRecord

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.store.database import Parameter

# Each gives the table's id first, so that no row has to be asked for its columns by name.
_JOURNAL: Final = """
SELECT table_id, seq, kind, version, body, at FROM events
WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, seq
"""
_ARMED: Final = """
SELECT table_id, seat, turn, body FROM armed
WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, seat
"""
_MESSAGES: Final = """
SELECT table_id, slot, seq, channel_id, message_id, sent_at FROM messages
WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, slot
"""
_TOKENS: Final = """
SELECT table_id, slot, message_id, token, created_at FROM tokens
WHERE table_id IN (SELECT value FROM json_each(?)) ORDER BY table_id, slot
"""
_KICKED: Final = "SELECT table_id, user_id FROM kicked WHERE table_id IN (SELECT value FROM json_each(?))"
_FIRST_HANDS: Final = """
SELECT s.table_id, f.player, f.game_id FROM seats AS s JOIN first_hands AS f ON f.player = s.user_id
WHERE s.table_id IN (SELECT value FROM json_each(?))
"""
_SETTINGS: Final = """
SELECT t.id, s.settings FROM tables AS t JOIN settings AS s ON s.guild_id = t.guild_id
WHERE t.id IN (SELECT value FROM json_each(?))
"""


async def read_recollections(db: Database, table_ids: Sequence[int]) -> tuple[Recollection, ...]:
    """What is stored of each of the tables, in their order; nothing of one that is not stored."""
    return await db.read_together(lambda connection: _recollect(connection, table_ids))


def _recollect(connection: sqlite3.Connection, table_ids: Sequence[int]) -> tuple[Recollection, ...]:
    asked: tuple[Parameter, ...] = (json.dumps(list(table_ids)),)

    def of(sql: str) -> Mapping[int, Sequence[tuple[Any, ...]]]:
        cursor = connection.cursor()
        cursor.row_factory = None
        rows: dict[int, list[tuple[Any, ...]]] = {}
        for table_id, *rest in cursor.execute(sql, asked):
            rows.setdefault(table_id, []).append(tuple(rest))
        return rows

    armed, messages, tokens = of(_ARMED), of(_MESSAGES), of(_TOKENS)
    kicked, met, settings = of(_KICKED), of(_FIRST_HANDS), of(_SETTINGS)
    journals = _journals(connection, asked)
    return tuple(
        Recollection(
            journal=journals.get(table_id, ()),
            armed=tuple(ArmedRecord(*row) for row in armed.get(table_id, ())),
            messages=tuple(
                MessageRecord(slot, seq, channel_id, message_id, from_text(sent))
                for slot, seq, channel_id, message_id, sent in messages.get(table_id, ())
            ),
            tokens=tuple(
                TokenRecord(slot, message_id, token, from_text(created))
                for slot, message_id, token, created in tokens.get(table_id, ())
            ),
            kicked=frozenset(user_id for (user_id,) in kicked.get(table_id, ())),
            first_hands=dict(met.get(table_id, ())),
            settings=next((text for (text,) in settings.get(table_id, ())), None),
        )
        for table_id in table_ids
    )


def _journals(connection: sqlite3.Connection, asked: Sequence[Parameter]) -> Mapping[int, Sequence[JournalEntry]]:
    """By far the most of all; the rows come by table and need no sorting out."""
    cursor = connection.cursor()
    cursor.row_factory = None
    found: dict[int, list[JournalEntry]] = {}
    for table_id, seq, kind, version, body, at in cursor.execute(_JOURNAL, asked):
        found.setdefault(table_id, []).append(JournalEntry(seq, kind, version, body, from_text(at)))
    return found
