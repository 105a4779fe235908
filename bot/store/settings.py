"""The settings of each server, as last changed.

Called by the table store. It must never look into them: a text from another version of the bot is kept and given back
as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database, to_text

if TYPE_CHECKING:
    from datetime import datetime


async def settings_of(db: Database, guild_id: int) -> str | None:
    """The server's settings, or None where nobody changed anything."""
    for row in await db.read("SELECT settings FROM settings WHERE guild_id = ?", (guild_id,)):
        return str(row["settings"])
    return None


async def save_settings(db: Database, guild_id: int, settings: str, by: int, at: datetime) -> None:
    """Replace the server's settings, changed by the user `by`."""
    async with db.transaction() as tx:
        await tx.run(
            "INSERT OR REPLACE INTO settings (guild_id, settings, changed_at, changed_by) VALUES (?, ?, ?, ?)",
            (guild_id, settings, to_text(at), by),
        )


async def forget_settings(db: Database, guild_id: int) -> None:
    """The server goes by the defaults again; one that does so already is fine."""
    async with db.transaction() as tx:
        await tx.run("DELETE FROM settings WHERE guild_id = ?", (guild_id,))
