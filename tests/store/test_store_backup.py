"""Backups: complete, checked, taken while the bot writes, and never over another file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.store import Database, StoreError, migrate
from bot.store import backup as backup_module
from bot.store.backup import backup

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "cheat #1?.db")  # a name that a URI must escape
    await migrate(database)
    yield database
    await database.close()


async def pair(db: Database, number: int) -> None:
    """Two rows in one transaction: a true snapshot holds both or neither."""
    async with db.transaction() as tx:
        await tx.run("INSERT INTO meta VALUES (?, 'x')", (f"left {number}",))
        await tx.run("INSERT INTO meta VALUES (?, 'x')", (f"right {number}",))


def keys(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT key FROM meta ORDER BY key")]


def files(directory: Path) -> set[str]:
    return {path.name for path in directory.iterdir()}


@pytest.mark.asyncio
async def test_a_copy_while_the_bot_writes_is_one_snapshot(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    await pair(db, 0)
    copies = [tmp_path / "copies" / f"{number}.db" for number in range(3)]
    task = asyncio.gather(*(backup(db.path, copy) for copy in copies))
    number = 0
    while not task.done():
        number += 1
        await pair(db, number)
    await task
    assert number > 0
    for copy in copies:
        found = keys(copy)
        assert found.count("left 0") == 1
        assert sum(key.startswith("left") for key in found) == sum(key.startswith("right") for key in found)
    assert files(tmp_path / "copies") == {"0.db", "1.db", "2.db"}
    await pair(db, number + 1)


@pytest.mark.asyncio
async def test_a_copy_opens_as_a_database_of_its_own(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    await pair(db, 0)
    copy = tmp_path / "copy.db"
    await backup(db.path, copy)
    if os.name == "posix":
        assert copy.stat().st_mode & 0o077 == 0
    restored = await Database.open(copy)
    assert await migrate(restored) == ()
    assert len(await restored.read("SELECT * FROM meta")) == 2
    await restored.close()


@pytest.mark.asyncio
async def test_a_stopped_bot_can_be_backed_up_too(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    await pair(db, 0)
    await db.close()
    await backup(db.path, tmp_path / "copy.db")
    assert keys(tmp_path / "copy.db") == ["left 0", "right 0"]


@pytest.mark.asyncio
async def test_nothing_is_overwritten(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        await backup(db.path, target)
    with pytest.raises(StoreError, match="exists already"):
        await backup(db.path, db.path)
    assert target.read_text() == "precious"


@pytest.mark.asyncio
async def test_a_file_made_meanwhile_is_not_overwritten_either(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert db.path is not None
    target = tmp_path / "copies" / "copy.db"
    copy = backup_module._copy

    def copy_and_be_overtaken(source: Path, partial: Path, final: Path) -> None:
        copy(source, partial, final)
        final.write_text("precious")

    monkeypatch.setattr(backup_module, "_copy", copy_and_be_overtaken)
    with pytest.raises(StoreError, match="exists already"):
        await backup(db.path, target)
    assert target.read_text() == "precious"
    assert files(target.parent) == {"copy.db"}


@pytest.mark.asyncio
async def test_by_a_second_name_nothing_is_copied(db: Database, tmp_path: Path) -> None:
    """The newest changes stand in a log beside the name that the bot goes by."""
    assert db.path is not None
    other = tmp_path / "other.db"
    other.hardlink_to(db.path)
    with pytest.raises(StoreError, match="has a second name"):
        await backup(other, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.asyncio
async def test_a_missing_source_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="doesn't exist"):
        await backup(tmp_path / "none.db", tmp_path / "copy.db")
    assert files(tmp_path) == set()


@pytest.mark.asyncio
async def test_a_source_that_is_no_database(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text("a shopping list\n" * 100)
    with pytest.raises(StoreError, match=r"list\.txt is not an SQLite database"):
        await backup(source, tmp_path / "copies" / "copy.db")
    assert files(tmp_path / "copies") == set()


@pytest.mark.asyncio
async def test_a_damaged_source_gives_no_backup(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    for number in range(200):
        await pair(db, number)
    await db.close()
    with db.path.open("r+b") as file:
        ((page_size, root),) = _page_of(db.path, "meta")
        file.seek(page_size * (root - 1))
        file.write(b"\xff" * page_size)
    with pytest.raises(StoreError, match=r"cheat #1\?\.db is damaged"):
        await backup(db.path, tmp_path / "copies" / "copy.db")
    assert files(tmp_path / "copies") == set()


@pytest.mark.asyncio
async def test_a_source_that_breaks_its_own_rules_gives_no_backup(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    await db.read("PRAGMA ignore_check_constraints=ON")
    async with db.transaction() as tx:
        await tx.run("INSERT INTO tables VALUES (1, 2, 3, 'g', 'c', 'en', 'no such status', 4, 0, '{}', '', '')")
    with pytest.raises(StoreError, match="failed the integrity check"):
        await backup(db.path, tmp_path / "copies" / "copy.db")
    assert files(tmp_path / "copies") == set()


def _page_of(path: Path, table: str) -> list[tuple[int, int]]:
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    return [(size, root)]


@pytest.mark.asyncio
async def test_a_target_that_can_not_be_made(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="not a directory"):
        await backup(db.path, tmp_path / "file" / "copy.db")
