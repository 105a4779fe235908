"""A start reads what is live and nothing else, however much was played before."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.store import SqliteTableStore
from bot.tables.records import JournalEntry, TableStatus
from tests.bench.recovery import recovered
from tests.record.support import quick, shelf

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Watched(SqliteTableStore):
    """The store, with a note of every journal that was asked for."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.read: list[int] = []

    async def journal(self, table_id: int) -> Sequence[JournalEntry]:
        self.read.append(table_id)
        return await super().journal(table_id)


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
