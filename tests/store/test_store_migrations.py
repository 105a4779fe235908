"""The schema's history: all of a migration or nothing, no way back, and a database that is newer than the code."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.store import Database, SqliteTableStore, StoreError, migrate
from bot.store.migrations import Migration, packaged, statements
from bot.tables.records import SeatRecord

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NOW = "2024-05-01T12:00:00.000000+00:00"
FIRST = Migration(1, "cards", "CREATE TABLE cards (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;")
SECOND = Migration(2, "piles", "CREATE TABLE piles (card INTEGER REFERENCES cards ON DELETE CASCADE) STRICT;")


@pytest_asyncio.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "cheat.db")
    yield database
    await database.close()


async def schema(db: Database) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await db.read("SELECT type, name, sql FROM sqlite_schema ORDER BY name")]


@pytest.mark.asyncio
async def test_the_packaged_schema_is_strict_throughout(db: Database) -> None:
    assert await migrate(db) == packaged()
    tables = await db.read(
        "SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    assert {row["name"] for row in tables} == {
        "schema_migrations", "meta", "players", "tables", "seats", "events", "messages", "tokens", "armed",
        "house_rules", "settings", "threads", "kicked", "nudges", "games", "results", "totals", "runs",
        "ratings", "departures", "first_hands", "relayed",
    }  # fmt: skip
    assert all(row["strict"] for row in tables)
    (record, *_) = await db.read("SELECT * FROM schema_migrations ORDER BY version")
    assert (record["version"], record["name"]) == (1, "tables")
    assert record["applied_at"].endswith("+00:00")


@pytest.mark.asyncio
async def test_what_ran_runs_once(db: Database) -> None:
    assert await migrate(db, [FIRST]) == (FIRST,)
    assert await migrate(db, [SECOND, FIRST]) == (SECOND,)
    assert await migrate(db, [FIRST, SECOND]) == ()
    await db.close()
    again = await Database.open(db.path)
    assert await migrate(again, [FIRST, SECOND]) == ()
    await again.close()


@pytest.mark.asyncio
@pytest.mark.parametrize("before", [[], [FIRST]], ids=["new", "existing"])
async def test_a_failing_migration_leaves_no_trace(db: Database, before: list[Migration]) -> None:
    await migrate(db, before)
    if before:
        async with db.transaction() as tx:
            await tx.run("INSERT INTO cards VALUES (1, 'ace')")
    schema_before = await schema(db)
    number = len(before) + 1
    broken = Migration(
        number,
        "broken",
        "CREATE TABLE extra (a TEXT) STRICT;\nINSERT INTO extra VALUES ('x');\nDROP TABLE IF EXISTS cards;\n"
        "INSERT INTO nowhere VALUES (1);",
    )
    with pytest.raises(StoreError, match=rf"Migration 000{number}_broken failed.*no such table: nowhere") as failed:
        await migrate(db, [*before, broken])
    assert isinstance(failed.value.__cause__, sqlite3.OperationalError)
    assert await schema(db) == schema_before
    if before:
        assert [tuple(row) for row in await db.read("SELECT * FROM cards")] == [(1, "ace")]
    assert (await db.read("PRAGMA foreign_keys"))[0][0] == 1
    mended = Migration(number, "mended", "CREATE TABLE extra (a TEXT) STRICT;")
    assert await migrate(db, [*before, mended]) == (mended,)


@pytest.mark.asyncio
async def test_those_before_a_failing_one_stay(db: Database) -> None:
    with pytest.raises(StoreError, match="0002_broken"):
        await migrate(db, [FIRST, Migration(2, "broken", "CREATE TABLE cards (a TEXT) STRICT;")])
    assert [row["version"] for row in await db.read("SELECT version FROM schema_migrations")] == [1]


@pytest.mark.asyncio
async def test_a_script_without_an_end_is_refused(db: Database) -> None:
    with pytest.raises(StoreError, match=r"0001_open failed.*no end"):
        await migrate(db, [Migration(1, "open", "CREATE TABLE a (b TEXT) STRICT; CREATE TABLE")])
    assert await schema(db) == []


@pytest.mark.asyncio
async def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(db: Database) -> None:
    await migrate(db, [FIRST, SECOND])
    async with db.transaction() as tx:
        await tx.run("INSERT INTO cards VALUES (1, 'ace')")
        await tx.run("INSERT INTO piles VALUES (1)")
    rebuild = (
        "CREATE TABLE cards_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, worth INTEGER) STRICT;"
        "INSERT INTO cards_new SELECT id, name, 1 FROM cards {where}; DROP TABLE cards;"
        "ALTER TABLE cards_new RENAME TO cards;"
    )
    with pytest.raises(StoreError, match="refer to missing"):
        await migrate(db, [FIRST, SECOND, Migration(3, "lossy", rebuild.format(where="WHERE id = 0"))])
    await migrate(db, [FIRST, SECOND, Migration(3, "worth", rebuild.format(where=""))])
    assert [tuple(row) for row in await db.read("SELECT * FROM piles")] == [(1,)]
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        async with db.transaction() as tx:
            await tx.run("INSERT INTO piles VALUES (2)")


@pytest.mark.asyncio
async def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    db = await Database.open(path)
    await migrate(db, [FIRST, SECOND])
    await db.close()
    content = path.read_bytes()
    db = await Database.open(path)
    with pytest.raises(StoreError, match=r"newer version of the bot \(schema 2; this version knows 1\)"):
        await migrate(db, [FIRST])
    await db.close()
    assert path.read_bytes() == content


@pytest.mark.asyncio
async def test_a_database_of_another_history_is_refused(db: Database) -> None:
    await migrate(db, [FIRST])
    with pytest.raises(StoreError, match="0001_cards is unknown"):
        await migrate(db, [Migration(1, "tables", FIRST.sql), SECOND])
    assert "piles" not in str(await schema(db))


def test_statements_end_where_sql_says() -> None:
    script = """
    -- a comment; with a semicolon
    CREATE TABLE a (b TEXT DEFAULT ';'); /* another; */
    CREATE TRIGGER t AFTER INSERT ON a BEGIN
        UPDATE a SET b = 'x';
        DELETE FROM a;
    END;
    SELECT 1; -- the end; really
    """
    single = list(statements(script))
    assert [text.splitlines()[-1].strip() for text in single] == [
        "CREATE TABLE a (b TEXT DEFAULT ';');",
        "END;",
        "SELECT 1;",
    ]
    assert list(statements("")) == []


def test_an_installation_without_its_migrations_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.migrations._FILE_NAME", re.compile(r"(\d{4})_(none)\.sql"))
    with pytest.raises(StoreError, match="installation of the bot is incomplete"):
        packaged()


def test_packaged_migrations_leave_the_transaction_to_the_runner() -> None:
    first_words = {text.split()[0].upper() for m in packaged() for text in statements(_bare(m.sql))}
    assert not first_words & {"BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"}


def _bare(sql: str) -> str:
    return "\n".join(line for line in sql.splitlines() if not line.lstrip().startswith("--"))


@pytest.mark.asyncio
async def test_a_table_from_before_there_were_cpus_keeps_its_seats_and_its_journal(db: Database) -> None:
    await migrate(db, packaged()[:2])
    async with db.transaction() as tx:
        await tx.run(
            "INSERT INTO tables VALUES (7, 1, 2, 'Guild', 'cards', 'en-US', 'playing', 101, 0, '{}', ?, ?)", (NOW, NOW)
        )
        await tx.run("INSERT INTO seats VALUES (7, 0, 101, 'Ann', 55, 56, 0), (7, 1, 102, 'Bob', NULL, NULL, 1)")
        await tx.run("INSERT INTO events VALUES (7, 0, 'Dealt', 1, '{}', ?)", (NOW,))
    await migrate(db)
    store = SqliteTableStore(db)
    (table,) = await store.live_tables()
    assert table.seats == (SeatRecord(0, 101, "Ann", 55, 56), SeatRecord(1, 102, "Bob", dm_closed=True))
    assert not any(seat.cpu for seat in table.seats)
    assert len(await store.journal(7)) == 1
    async with db.transaction() as tx:
        await tx.run("DELETE FROM tables WHERE id = 7")
    assert await db.read("SELECT * FROM seats") == [], "seats go with their table as before"


@pytest.mark.asyncio
async def test_who_has_results_from_before_first_hands_were_guided_is_no_beginner(db: Database) -> None:
    await migrate(db, packaged()[:6])
    async with db.transaction() as tx:
        await tx.run("INSERT INTO games VALUES (7, 9, 1, 2, ?, 'people', 'standard', 'went_out', 1, 5, 1)", (NOW,))
        for seat, player in enumerate((101, -5, None)):
            values = (7, seat, 1, player, NOW, "people", "standard", 1, 1, 5, 1, None, *([0] * 12), "{}", "{}")
            await tx.run(f"INSERT INTO results VALUES ({', '.join('?' * len(values))})", values)
    await migrate(db)
    store = SqliteTableStore(db)
    assert await store.first_hands(1, 8, [101, 102]) == {102}
