"""Units of work that wait together share a commit, and share nothing else: not an error, not a cancellation."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.store import Database, StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "cheat.db")
    await database.write_row("CREATE TABLE cards (name TEXT PRIMARY KEY) STRICT")
    await database.write_row("CREATE TABLE packs (id INTEGER PRIMARY KEY) STRICT")
    await database.write_row("CREATE TABLE held (pack INTEGER REFERENCES packs DEFERRABLE INITIALLY DEFERRED) STRICT")
    yield database
    await database.close()


async def names(db: Database) -> list[str]:
    return [row["name"] for row in await db.read("SELECT name FROM cards ORDER BY name")]


def put(db: Database, name: str) -> asyncio.Task[None]:
    return asyncio.create_task(db.write_row("INSERT INTO cards VALUES (?)", (name,)))


async def seen_by_another_connection(path: Path | None) -> int:
    assert path is not None
    with sqlite3.connect(path) as other:
        (count,) = other.execute("SELECT count(*) FROM cards").fetchone()
    other.close()
    return int(count)


async def test_a_unit_is_on_disk_when_its_result_is_given(db: Database) -> None:
    def work(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO cards VALUES ('ace')")
        (count,) = connection.execute("SELECT count(*) FROM cards").fetchone()
        return int(count)

    assert await db.write(work) == 1
    assert await seen_by_another_connection(db.path) == 1


async def test_units_that_wait_together_share_a_commit(db: Database) -> None:
    statements: list[str] = []
    await db.write(lambda connection: connection.set_trace_callback(statements.append))
    await asyncio.gather(*(put(db, str(number)) for number in range(50)))
    assert len(await names(db)) == 50
    # The first may go alone; whoever came while it was written goes with the next.
    assert 1 <= statements.count("COMMIT") <= 2
    # Each statement makes the presses that are answered meanwhile wait: there are none but their own.
    assert not [statement for statement in statements if "SAVEPOINT" in statement or "RELEASE" in statement]


async def test_a_refused_unit_takes_nothing_of_the_others_with_it(db: Database) -> None:
    def doubtful(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO cards VALUES ('joker')")
        raise ZeroDivisionError

    results = await asyncio.gather(put(db, "ace"), db.write(doubtful), put(db, "king"), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), ZeroDivisionError, type(None)]
    assert await names(db) == ["ace", "king"]


async def test_a_broken_constraint_is_told_to_the_one_who_broke_it(db: Database) -> None:
    results = await asyncio.gather(put(db, "ace"), put(db, "ace"), put(db, "king"), return_exceptions=True)
    assert isinstance(results[1], StoreError)
    assert isinstance(results[1].__cause__, sqlite3.IntegrityError)
    assert (results[0], results[2]) == (None, None)
    assert await names(db) == ["ace", "king"]


async def test_a_commit_that_fails_for_one_does_not_fail_for_all(db: Database) -> None:
    bad = db.write_row("INSERT INTO held VALUES (7)")  # found out by COMMIT alone
    results = await asyncio.gather(put(db, "ace"), bad, put(db, "king"), return_exceptions=True)
    assert isinstance(results[1], StoreError)
    assert (results[0], results[2]) == (None, None)
    assert await names(db) == ["ace", "king"]
    assert await db.read("SELECT * FROM held") == []


async def test_a_full_disk_is_told_to_whom_it_stops_and_ends_nothing(db: Database) -> None:
    ((pages,),) = await db.read("PRAGMA page_count")
    await db.read(f"PRAGMA max_page_count={pages}")
    results = await asyncio.gather(put(db, "9" * 100_000), put(db, "ace"), return_exceptions=True)
    assert isinstance(results[0], StoreError)
    assert "the disk is full" in str(results[0])
    assert results[1] is None
    await db.read(f"PRAGMA max_page_count={pages + 100}")
    await put(db, "king")
    assert await names(db) == ["ace", "king"]


async def test_who_is_cancelled_hears_of_it_once_the_work_is_stored(db: Database) -> None:
    writing = put(db, "ace")
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await names(db) == ["ace"]


async def test_closing_waits_for_what_was_asked_before(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "other.db")
    await db.write_row("CREATE TABLE cards (name TEXT PRIMARY KEY) STRICT")
    writing = put(db, "ace")
    await asyncio.sleep(0)
    await db.close()
    await writing
    assert await seen_by_another_connection(db.path) == 1
    with pytest.raises(StoreError, match="closed"):
        await put(db, "king")


async def test_a_write_inside_ones_own_transaction_is_an_error_not_a_standstill(db: Database) -> None:
    async with db.transaction():
        with pytest.raises(RuntimeError):
            await db.write_row("INSERT INTO cards VALUES ('ace')")
