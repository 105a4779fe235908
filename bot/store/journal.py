"""The journal of a table: its game's events in order, added and read, never changed.

Called by the table store inside the unit of work that also moves the table's status. It must never look into an
event's body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database, from_text, to_text
from bot.tables.ports import JournalConflict
from bot.tables.records import JournalEntry

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence


def append_entries(connection: sqlite3.Connection, table_id: int, entries: Sequence[JournalEntry]) -> None:
    """Add `entries` behind what is stored; the first event of a table has number 0.

    Raises `JournalConflict` when the numbers don't go on from there without a gap.
    """
    last = connection.execute("SELECT coalesce(max(seq) + 1, 0) AS due FROM events WHERE table_id = ?", (table_id,))
    for due, entry in enumerate(entries, start=last.fetchone()["due"]):
        if entry.seq != due:
            raise JournalConflict(f"table {table_id} expects event {due} next, not {entry.seq}")
    connection.executemany(
        "INSERT INTO events (table_id, seq, kind, version, body, at) VALUES (?, ?, ?, ?, ?, ?)",
        [(table_id, entry.seq, entry.kind, entry.version, entry.body, to_text(entry.at)) for entry in entries],
    )


async def read_journal(db: Database, table_id: int) -> tuple[JournalEntry, ...]:
    """All events of the table in order; none for a table without a game, or without a record."""
    return tuple(
        JournalEntry(row["seq"], row["kind"], row["version"], row["body"], from_text(row["at"]))
        for row in await db.read(
            "SELECT seq, kind, version, body, at FROM events WHERE table_id = ? ORDER BY seq", (table_id,)
        )
    )
