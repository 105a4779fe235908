"""What lies in the database that tests have opened."""

from __future__ import annotations

import asyncio

from bot.store import Database


async def names(db: Database) -> list[str]:
    return [row["name"] for row in await db.read("SELECT name FROM cards ORDER BY name")]


async def turns() -> None:
    """Let every task that can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)
