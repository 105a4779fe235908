"""The house rules of each server, as last changed.

Called by the table store. It must never look into a ruleset: a text from another version of the bot is kept and given
back as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.database import Database, to_text

if TYPE_CHECKING:
    from datetime import datetime


async def house_rules_of(db: Database, guild_id: int) -> str | None:
    """The server's ruleset, or None where nobody changed anything."""
    for row in await db.read("SELECT ruleset FROM house_rules WHERE guild_id = ?", (guild_id,)):
        return str(row["ruleset"])
    return None


async def save_house_rules(db: Database, guild_id: int, ruleset: str, by: int, at: datetime) -> None:
    """Replace the server's ruleset, changed by the user `by`."""
    await db.write_row(
        "INSERT OR REPLACE INTO house_rules (guild_id, ruleset, changed_at, changed_by) VALUES (?, ?, ?, ?)",
        (guild_id, ruleset, to_text(at), by),
    )


async def forget_house_rules(db: Database, guild_id: int) -> None:
    """The server has no house rules any more; one without is fine."""
    await db.write_row("DELETE FROM house_rules WHERE guild_id = ?", (guild_id,))
