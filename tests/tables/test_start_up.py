"""A start reads what is live and nothing else, however much was played before."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.store import SqliteTableStore
from bot.tables.records import JournalEntry, Recollection, TableStatus
from tests.bench.recovery import SEATS, fill, finish, recovered
from tests.record.support import Shelf, quick, shelf

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Watched(SqliteTableStore):
    """The store, with a note of every journal that was asked for."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.read: list[int] = []

    async def journal(self, table_id: int) -> Sequence[JournalEntry]:
        self.read.append(table_id)
        return await super().journal(table_id)

    async def recollections(self, table_ids: Sequence[int]) -> Sequence[Recollection]:
        self.read.extend(table_ids)
        return await super().recollections(table_ids)


def test_a_start_asks_the_database_no_more_however_much_was_played_before(tmp_path: Path) -> None:
    """Counted in steps of SQLite's own machine: one statement that looks through all that is stored, and it grows."""

    async def steps(kept: Shelf) -> int:
        taken = 0

        def step() -> int:
            nonlocal taken
            taken += 1
            return 0

        connection = kept.db._connection
        assert connection is not None
        await connection.set_progress_handler(step, 1)
        records = await kept.store.live_tables()
        await kept.store.recollections([record.id for record in records])
        for record in records:
            people = [seat.user_id for seat in record.seats if seat.user_id is not None]
            await kept.store.first_hands(record.guild_id, record.id, people)
        await connection.set_progress_handler(step, 0)
        assert len(records) == 3
        return taken

    async def scene() -> None:
        games = [quick(f"live {number}", SEATS) for number in range(3)]
        async with shelf(tmp_path / "cheat.db") as kept:
            await fill(kept, games, 3)
            few = await steps(kept)
            await finish(kept, 400)
            many = await steps(kept)
            assert few <= many < few * 1.1

    asyncio.run(scene())


def test_a_start_reads_the_journals_of_live_tables_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with shelf(tmp_path / "cheat.db") as kept:
            for number in range(12):
                game = quick(f"finished {number}", 3)
                await kept.put(game, (101, 102, 103), at=NOW, status=TableStatus.OVER)
            live = []
            for number in range(3):
                game, people = quick(f"live {number}", 3), (201 + number, 301 + number, 401 + number)
                played, guild = len(game.events) // 2, 9000 + number
                live.append(
                    await kept.put(game, people, guild=guild, at=NOW, status=TableStatus.PLAYING, events=played)
                )
            store = Watched(kept.db)
            _, count = await recovered(store)
            assert count == 3
            assert sorted(store.read) == live, "each once"

    asyncio.run(scene())
