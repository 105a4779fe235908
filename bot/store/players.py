"""The names players were last seen with, per server, and whose first hand was dealt where.

Called by the table store. It must never tie a player to a seat or a card.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.store.database import Database, to_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime


async def save_name(db: Database, guild_id: int, user_id: int, name: str, at: datetime) -> None:
    """Remember `name`, unless one seen later is stored."""
    await db.write_row(
        "INSERT INTO players (guild_id, user_id, name, seen_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at"
        " WHERE excluded.seen_at >= players.seen_at",
        (guild_id, user_id, name, to_text(at)),
    )


async def last_name(db: Database, guild_id: int, user_id: int) -> str | None:
    """The name the player was last seen with there, or None for a stranger."""
    for row in await db.read("SELECT name FROM players WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)):
        return str(row["name"])
    return None


async def first_hands(db: Database, guild_id: int, game_id: int, players: Sequence[int]) -> frozenset[int]:
    """Those of the players whose first hand is that of this game; from now on it is, where they never had one."""

    def work(connection: sqlite3.Connection) -> frozenset[int]:
        connection.executemany(
            "INSERT OR IGNORE INTO first_hands (player, guild_id, game_id) VALUES (?, ?, ?)",
            [(player, guild_id, game_id) for player in players],
        )
        # By the players, whom there is an index of, and not by the game: all who ever played are stored here.
        rows = connection.execute(
            "SELECT player FROM first_hands WHERE player IN (SELECT value FROM json_each(?)) AND game_id = ?",
            (json.dumps(list(players)), game_id),
        )
        return frozenset(row["player"] for row in rows)

    return await db.write(work)
