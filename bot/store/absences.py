"""Kicks and nudges in the database. Part of the tables' store; called by `SqliteTableStore` alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Set

from bot.store.database import Database


async def save_kick(db: Database, table_id: int, user_id: int) -> None:
    """The user may not take a seat of this table back."""
    await db.write_row("INSERT OR IGNORE INTO kicked (table_id, user_id) VALUES (?, ?)", (table_id, user_id))


async def drop_kick(db: Database, table_id: int, user_id: int) -> None:
    """The user may again; one who always might is fine."""
    await db.write_row("DELETE FROM kicked WHERE table_id = ? AND user_id = ?", (table_id, user_id))


async def read_kicks(db: Database, table_id: int) -> frozenset[int]:
    """The users who may not."""
    rows = await db.read("SELECT user_id FROM kicked WHERE table_id = ?", (table_id,))
    return frozenset(row["user_id"] for row in rows)


async def write_nudges(db: Database, table_id: int, wait: int, seats: Set[int]) -> None:
    """These seats have nudged in the wait with this number; older waits are forgotten."""

    def work(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM nudges WHERE table_id = ?", (table_id,))
        connection.executemany(
            "INSERT INTO nudges (table_id, wait, seat) VALUES (?, ?, ?)",
            [(table_id, wait, seat) for seat in sorted(seats)],
        )

    await db.write(work)


async def read_nudges(db: Database, table_id: int, wait: int) -> frozenset[int]:
    """The seats that have nudged in the wait with this number."""
    rows = await db.read("SELECT seat FROM nudges WHERE table_id = ? AND wait = ?", (table_id, wait))
    return frozenset(row["seat"] for row in rows)
