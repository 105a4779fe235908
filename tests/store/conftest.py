"""The store, on a database in memory and on one in a file alike; and a database of ours that has only cards in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.store import Database, SqliteTableStore, migrate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.tables.ports import Store


@pytest_asyncio.fixture(params=["memory", "file"])
async def db(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(None if request.param == "memory" else tmp_path / "cheat.db")
    await migrate(database)
    yield database
    await database.close()


@pytest.fixture
def store(db: Database) -> Store:
    return SqliteTableStore(db)  # the annotation lets mypy compare the whole Protocol


@pytest_asyncio.fixture
async def card_base(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "cheat.db")
    async with database.transaction() as tx:
        await tx.run("CREATE TABLE cards (name TEXT NOT NULL UNIQUE) STRICT")
    yield database
    await database.close()
