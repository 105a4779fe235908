"""`SqliteRelays`: interactions on their way between the processes of one bot, over SQLite.

Called by `bot.relay`. Every method is one unit of work or one read of committed data. It must never look into what it
passes on, nor keep it longer than it has to.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.store.database import Database, from_text, to_text
from bot.tables.relays import SeatSomewhere, Told

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from bot.store.database import Transaction
    from bot.tables.relays import Word

# Who has resigned, or was kicked, has nothing left to do there.
_IN_THE_GAME = """
AND NOT EXISTS (SELECT 1 FROM kicked AS k WHERE k.table_id = t.id AND k.user_id = s.user_id)
AND NOT EXISTS (SELECT 1 FROM events AS e WHERE e.table_id = t.id AND e.kind = 'Resigned'
                AND json_extract(e.body, '$.seat') = s.seat)
"""

# CROSS JOIN and `+`: SQLite looks at the tables first, and finds the live ones by their index. For those that ended it
# looks through all.
_SEATS = f"""
SELECT t.id, t.guild_id, t.guild_name, t.channel_name FROM tables AS t CROSS JOIN seats AS s ON s.table_id = t.id
WHERE t.status IN ('lobby', 'playing') AND s.user_id = ?1 {_IN_THE_GAME} {{but}} ORDER BY +t.id
"""  # noqa: S608 - nothing from outside

# In teams a seat is never given up: a CPU keeps it (R-o).
_NEEDED = """
AND (json_extract(t.ruleset, '$.teams') IS NULL OR json_extract(t.ruleset, '$.family') IS 'same_rank'
     OR (SELECT e.kind FROM events AS e WHERE e.table_id = t.id AND e.kind IN ('TakenOver', 'Returned')
         AND json_extract(e.body, '$.seat') = s.seat ORDER BY e.seq DESC LIMIT 1) IS NOT 'TakenOver')
"""

_HEARD: Final = "processes.heard"
_QUIET_UNTIL: Final = "processes.quiet_until"

#: Discord takes no answer to what was pressed longer ago.
_ANSWERABLE: Final = timedelta(seconds=3)
_DISCORD_EPOCH: Final = datetime(2015, 1, 1, tzinfo=UTC)


def dead_below(now: datetime) -> int:
    """The id below which interactions can't be answered any more: Discord's ids hold when it made them."""
    age = now - _ANSWERABLE - _DISCORD_EPOCH
    return (age // timedelta(milliseconds=1)) << 22


async def drop_left(db: Database) -> None:
    """Remove all that stands there from before, for a process that has the file before all others: nobody answers it.

    A schema from before there was anything to pass on is fine.
    """
    if not await db.read("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'relayed'"):
        return
    if await db.read("SELECT 1 FROM relayed LIMIT 1"):
        await db.write_row("DELETE FROM relayed")
    if await db.read("SELECT 1 FROM meta WHERE key = ?", (_HEARD,)):
        # Whoever heard direct messages is gone.
        await db.write_row("DELETE FROM meta WHERE key = ?", (_HEARD,))


async def leave(tx: Transaction, words: Iterable[Word]) -> None:
    """Leave words, each under its process's number made negative: nobody takes it for an interaction."""
    await tx.run_many(
        "INSERT INTO relayed (id, process, payload) VALUES (?, ?, ?)",
        [(word.id, -word.process, word.text) for word in words],
    )


class SqliteRelays:
    """Implements `bot.tables.relays.Relays` on a migrated `Database`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def guild_of(self, table_id: int) -> int | None:
        """The server of a live table."""
        rows = await self._db.read(
            "SELECT guild_id FROM tables WHERE id = ? AND status IN ('lobby', 'playing')", (table_id,)
        )
        return rows[0]["guild_id"] if rows else None

    async def seats_of(self, user_id: int, *, needed: bool = False) -> Sequence[SeatSomewhere]:
        """All live tables where somebody is in the game, or only those that can't do without them."""
        rows = await self._db.read(_SEATS.format(but=_NEEDED if needed else ""), (user_id,))
        return [SeatSomewhere(row["id"], row["guild_id"], row["guild_name"], row["channel_name"]) for row in rows]

    async def pass_on(self, interaction_id: int, process: int, payload: str) -> None:
        """Leave an interaction for a process."""
        await self._db.write_row(
            "INSERT OR IGNORE INTO relayed (id, process, payload) VALUES (?, ?, ?)", (interaction_id, process, payload)
        )

    async def withdraw(self, interaction_id: int, *, taken: bool) -> bool:
        """Remove an interaction if it still stands there."""
        if not await self._db.read("SELECT 1 FROM relayed WHERE id = ?", (interaction_id,)):
            # As a rule it has long been answered: nothing is written then.
            return False

        def work(connection: sqlite3.Connection) -> bool:
            removed = connection.execute(
                "DELETE FROM relayed WHERE id = ? AND taken <= ?", (interaction_id, int(taken))
            )
            return removed.rowcount > 0

        return await self._db.write(work)

    async def waiting(self, process: int) -> bool:
        """Whether something waits for a process."""
        return bool(await self._db.read("SELECT 1 FROM relayed WHERE process = ? AND taken = 0 LIMIT 1", (process,)))

    async def take(self, process: int, oldest: int) -> Sequence[str]:
        """What waits for a process, taken by it now."""

        def work(connection: sqlite3.Connection) -> list[str]:
            connection.execute("DELETE FROM relayed WHERE process = ? AND id < ?", (process, oldest))
            waiting = connection.execute(
                "SELECT payload FROM relayed WHERE process = ? AND taken = 0 ORDER BY id", (process,)
            ).fetchall()
            connection.execute("UPDATE relayed SET taken = 1 WHERE process = ?", (process,))
            return [row["payload"] for row in waiting]

        return await self._db.write(work)

    async def drop(self, oldest: int) -> None:
        """Remove what has a lower id, whoever it was for."""
        await self._db.write_row("DELETE FROM relayed WHERE id < ?", (oldest,))

    # --- words --------------------------------------------------------------------------------------------------------

    def runs(self, process: int) -> bool | None:
        """Whether a process has the file."""
        return self._db.runs(process)

    async def told(self) -> Told:
        """What stands there now."""
        rows = await self._db.read("SELECT key, value FROM meta WHERE key IN (?, ?)", (_HEARD, _QUIET_UNTIL))
        found = {row["key"]: row["value"] for row in rows}
        until = found.get(_QUIET_UNTIL)
        return Told(found.get(_HEARD) == "1", None if until is None else from_text(until))

    async def tell_heard(self, heard: bool) -> None:
        """Keep it for the others."""
        await self._db.write_row("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_HEARD, str(int(heard))))

    async def tell_quiet(self, until: datetime) -> None:
        """Keep it for the others: the latest time of all."""
        await self._db.write_row(
            "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE"
            " SET value = max(value, excluded.value)",
            (_QUIET_UNTIL, to_text(until)),
        )

    async def words(self, process: int) -> Sequence[tuple[int, str]]:
        """The words for a process."""
        rows = await self._db.read("SELECT id, payload FROM relayed WHERE process = ? ORDER BY id", (-process,))
        return [(row["id"], row["payload"]) for row in rows]

    async def answered(self, ids: Sequence[int]) -> None:
        """Remove these."""

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany("DELETE FROM relayed WHERE id = ?", [(id_,) for id_ in ids])

        await self._db.write(work)
