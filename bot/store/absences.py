"""Kicks and nudges in the database. Part of the tables' store; called by `SqliteTableStore` alone."""

from __future__ import annotations

from collections.abc import Set

from bot.store.database import Database


async def save_kick(db: Database, table_id: int, user_id: int) -> None:
    """The user may not take a seat of this table back."""
    async with db.transaction() as tx:
        await tx.run("INSERT OR IGNORE INTO kicked (table_id, user_id) VALUES (?, ?)", (table_id, user_id))


async def drop_kick(db: Database, table_id: int, user_id: int) -> None:
    """The user may again; one who always might is fine."""
    async with db.transaction() as tx:
        await tx.run("DELETE FROM kicked WHERE table_id = ? AND user_id = ?", (table_id, user_id))


async def read_kicks(db: Database, table_id: int) -> frozenset[int]:
    """The users who may not."""
    rows = await db.read("SELECT user_id FROM kicked WHERE table_id = ?", (table_id,))
    return frozenset(row["user_id"] for row in rows)


async def write_nudges(db: Database, table_id: int, wait: int, seats: Set[int]) -> None:
    """These seats have nudged in the wait with this number; older waits are forgotten."""
    async with db.transaction() as tx:
        await tx.run("DELETE FROM nudges WHERE table_id = ?", (table_id,))
        await tx.run_many(
            "INSERT INTO nudges (table_id, wait, seat) VALUES (?, ?, ?)",
            [(table_id, wait, seat) for seat in sorted(seats)],
        )


async def read_nudges(db: Database, table_id: int, wait: int) -> frozenset[int]:
    """The seats that have nudged in the wait with this number."""
    rows = await db.read("SELECT seat FROM nudges WHERE table_id = ? AND wait = ?", (table_id, wait))
    return frozenset(row["seat"] for row in rows)
