"""The threads the bot has opened for tables and not yet archived, and when a place had its last table.

Called by the table store. It knows nothing of Discord: a thread is two ids and a moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database, from_text, to_text
from bot.tables.records import ThreadRecord

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime

_LAST_OPENED = """
SELECT max(moment) AS moment FROM (
    SELECT created_at AS moment FROM tables WHERE channel_id = ?
    UNION ALL SELECT opened_at AS moment FROM threads WHERE parent_id = ?
)
"""
_LAST_ENDED = """
SELECT max(touched_at) AS moment FROM tables WHERE channel_id = ? AND status NOT IN ('lobby', 'playing')
"""


async def save_thread(db: Database, record: ThreadRecord) -> None:
    """Remember a thread that was opened for a table."""
    async with db.transaction() as tx:
        await tx.run(
            "INSERT OR REPLACE INTO threads (thread_id, guild_id, parent_id, opened_at) VALUES (?, ?, ?, ?)",
            (record.thread_id, record.guild_id, record.parent_id, to_text(record.opened_at)),
        )


async def forget_thread(db: Database, thread_id: int) -> None:
    """The thread is archived, or gone; one that is not known is fine."""
    async with db.transaction() as tx:
        await tx.run("DELETE FROM threads WHERE thread_id = ?", (thread_id,))


async def open_threads(db: Database) -> Sequence[ThreadRecord]:
    """All threads that are still to be archived, oldest first."""
    return tuple(
        ThreadRecord(row["thread_id"], row["guild_id"], row["parent_id"], from_text(row["opened_at"]))
        for row in await db.read("SELECT * FROM threads ORDER BY thread_id")
    )


async def last_opened(db: Database, channel_id: int) -> datetime | None:
    """When the last table was opened in the channel or in a thread below it; None if there never was one."""
    return _moment(await db.read(_LAST_OPENED, (channel_id, channel_id)))


async def last_ended(db: Database, channel_id: int) -> datetime | None:
    """When the last table that is over ended in this very channel or thread; None if none has."""
    return _moment(await db.read(_LAST_ENDED, (channel_id,)))


def _moment(rows: Sequence[sqlite3.Row]) -> datetime | None:
    moment = rows[0]["moment"]
    return None if moment is None else from_text(moment)
