"""What commits leave in the log is moved into the file beside them: the log begins anew, and no commit waits for it."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.store import Database, checkpoints

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    monkeypatch.setattr(checkpoints, "EVERY", 20)
    database = await Database.open(tmp_path / "cheat.db")
    await database.write_row("CREATE TABLE cards (name TEXT PRIMARY KEY) STRICT")
    yield database
    await database.close()


async def put(db: Database, names: range) -> None:
    for name in names:
        await db.write_row("INSERT INTO cards VALUES (?)", (f"{name:05}",))


async def moved(db: Database) -> None:
    assert db._checkpoints is not None
    await db._checkpoints.idle()


def in_the_file_alone(path: Path, copy: Path) -> int:
    """How many rows somebody finds who takes the file without its log."""
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM cards").fetchone()
    return int(count)


async def test_the_log_is_moved_into_the_file_without_closing_it(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    await put(db, range(40))
    await moved(db)

    assert in_the_file_alone(db.path, tmp_path / "copy.db") >= 19


async def test_the_log_does_not_grow_with_what_was_ever_written(db: Database) -> None:
    assert db.path is not None
    sizes = []
    for start in range(0, 600, 20):
        await put(db, range(start, start + 20))
        await moved(db)
        sizes.append(db.path.with_name("cheat.db-wal").stat().st_size)

    assert sizes[-1] < 3 * sizes[1]


async def test_transactions_count_as_commits_do(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    for name in range(40):
        async with db.transaction() as tx:
            await tx.run("INSERT INTO cards VALUES (?)", (str(name),))
    await moved(db)

    assert in_the_file_alone(db.path, tmp_path / "copy.db") >= 19


async def test_commits_go_on_while_the_log_is_moved(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert db.path is not None
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop, move = asyncio.get_running_loop(), checkpoints._move_beside

    def slowly(path: Path) -> None:
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(10)
        move(path)

    monkeypatch.setattr(checkpoints, "_move_beside", slowly)
    await put(db, range(20))
    await begun.wait()
    await put(db, range(20, 30))
    go_on.set()
    await moved(db)

    assert len(await db.read("SELECT name FROM cards")) == 30


async def test_a_log_that_can_not_be_moved_fails_no_commit_and_is_moved_later(
    db: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert db.path is not None

    def full(_path: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr(checkpoints, "_move_beside", full)
        await put(db, range(25))
        await moved(db)
    assert "was not moved" in caplog.text
    assert len(await db.read("SELECT name FROM cards")) == 25

    await put(db, range(25, 50))
    await moved(db)
    assert in_the_file_alone(db.path, tmp_path / "copy.db") >= 40


async def test_the_file_closes_while_the_log_is_being_moved(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    await put(db, range(20))
    await db.close()

    assert not db.path.with_name("cheat.db-wal").exists()
    assert in_the_file_alone(db.path, tmp_path / "copy.db") == 20


async def test_emptying_the_log_waits_for_a_move_under_way(db: Database, tmp_path: Path) -> None:
    assert db.path is not None
    await put(db, range(20))
    await db.empty_log()

    assert db.path.with_name("cheat.db-wal").stat().st_size == 0
    assert in_the_file_alone(db.path, tmp_path / "copy.db") == 20


async def test_the_log_is_emptied_once_nobody_reads_any_more_and_writes_go_on_until_then(
    db: Database, tmp_path: Path
) -> None:
    assert db.path is not None
    assert db._checkpoints is not None
    await put(db, range(5))
    with closing(sqlite3.connect(db.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM cards").fetchone()
        await put(db, range(5, 10))
        # SQLite alone would wait five seconds for the reader, and every write with it.
        async with asyncio.timeout(2):
            await db.empty_log()
            await db.empty_log()
            await put(db, range(10, 20))
        assert db.path.with_name("cheat.db-wal").stat().st_size > 0
    emptying = db._checkpoints._emptying
    assert emptying is not None
    await asyncio.wait_for(emptying, 5)

    assert db.path.with_name("cheat.db-wal").stat().st_size == 0
    assert in_the_file_alone(db.path, tmp_path / "copy.db") == 20
    ((patience,),) = await db.read("PRAGMA busy_timeout")
    assert patience == 5000, "others who write are waited for as ever"


async def test_the_file_closes_while_a_reader_keeps_the_log_from_being_emptied(db: Database) -> None:
    assert db.path is not None
    await put(db, range(5))
    with closing(sqlite3.connect(db.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM cards").fetchone()
        await put(db, range(5, 10))
        await db.empty_log()
        await asyncio.wait_for(db.close(), 3)
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "store log"]


async def test_a_log_that_the_disk_keeps_from_being_emptied_fails_nobody_and_is_emptied_later(
    db: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was deleted is deleted: whoever waits for it must not be told that it could not be."""
    assert db.path is not None
    assert db._checkpoints is not None
    plain, fails = checkpoints._empty_now, [True]

    def full(connection: sqlite3.Connection) -> bool:
        if fails and fails.pop():
            raise sqlite3.OperationalError("disk I/O error")
        return plain(connection)

    monkeypatch.setattr(checkpoints, "_empty_now", full)
    await put(db, range(5))
    await db.empty_log()
    emptying = db._checkpoints._emptying
    assert emptying is not None
    await asyncio.wait_for(emptying, 5)
    assert db.path.with_name("cheat.db-wal").stat().st_size == 0
    assert in_the_file_alone(db.path, tmp_path / "copy.db") == 5
