"""The threads the bot has opened for tables and not yet archived, and when a channel had its last table.

Called by the table store. It knows nothing of Discord: a thread is two ids and a moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database, from_text, to_text
from bot.tables.records import ThreadRecord

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

# Tables in a channel itself count from their end, those in threads below it from their opening: they may run side by
# side, and the channel is free meanwhile.
_LAST = """
SELECT max(moment) AS moment FROM (
    SELECT touched_at AS moment FROM tables WHERE channel_id = ? AND status NOT IN ('lobby', 'playing')
    UNION ALL SELECT opened_at AS moment FROM threads WHERE parent_id = ?
)
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


async def last_table_of(db: Database, channel_id: int) -> datetime | None:
    """When the last table of the channel ended, or was opened in a thread below it; None if it never had one."""
    for row in await db.read(_LAST, (channel_id, channel_id)):
        return None if row["moment"] is None else from_text(row["moment"])
    return None
