"""The connection: how a file is opened, what is refused and in which words, and transactions."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bot.store
from bot.store import Database, StoreError
from bot.store.errors import explain

if TYPE_CHECKING:
    from collections.abc import Iterator
from tests.store.opened import names, turns

NOBODY = 65534
ROOT_OF_CODE = Path(bot.store.__file__).parents[2]

OPEN_ONCE = """
import asyncio, pathlib, sys
from bot.store import Database, StoreError

async def main():
    try:
        card_base = await Database.open(pathlib.Path(sys.argv[1]))
    except StoreError as error:
        print("refused:", error)
    else:
        await card_base.close()
        print("opened")

asyncio.run(main())
"""


def open_elsewhere(path: Path) -> str:
    """What another process says that opens `path`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT_OF_CODE)}
    command = [sys.executable, "-c", OPEN_ONCE, str(path)]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=60).stdout


@contextmanager
def without_root() -> Iterator[None]:
    """Give up the rights that make permissions meaningless, as far as this process has them."""
    if not hasattr(os, "geteuid"):
        pytest.skip("this system has no permissions of the kind tested")
    if os.geteuid() != 0:
        yield
        return
    try:
        os.seteuid(NOBODY)
    except OSError:
        pytest.skip("running as root without the right to become somebody else")
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_directory() -> Iterator[Path]:
    """A directory everybody can get to, whoever the tests run as; pytest's own are closed to others."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        directory.chmod(0o777)
        yield directory
        directory.chmod(0o700)  # or its owner couldn't remove it


@pytest.fixture
def closed_directory(open_directory: Path) -> Path:
    """A directory nobody may write to."""
    open_directory.chmod(0o555)
    return open_directory


@pytest.fixture
def read_only_file(open_directory: Path) -> Path:
    """A database nobody may write to, in a directory where they may."""
    path = open_directory / "cheat.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cards (name TEXT)")
    path.chmod(0o444)
    return path


@pytest.mark.asyncio
class TestOpening:
    async def test_a_file_is_made_with_its_directory_for_its_owner_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "deep" / "cheat.db"
        card_base = await Database.open(path)
        try:
            assert card_base.path == path.resolve()
            assert path.is_file()
            if os.name == "posix":
                assert path.stat().st_mode & 0o077 == 0
        finally:
            await card_base.close()

    async def test_the_settings_that_durability_rests_on(self, card_base: Database) -> None:
        expected = {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000, "synchronous": 2}
        for pragma, value in expected.items():
            ((found,),) = await card_base.read(f"PRAGMA {pragma}")
            assert (pragma, found) == (pragma, value)

    async def test_memory_has_foreign_keys_too(self) -> None:
        card_base = await Database.open(None)
        assert (await card_base.read("PRAGMA foreign_keys"))[0][0] == 1
        await card_base.close()

    async def test_reopening_keeps_the_data(self, card_base: Database) -> None:
        async with card_base.transaction() as tx:
            await tx.run_many("INSERT INTO cards VALUES (?)", [("ace",), ("king",)])
        await card_base.close()
        again = await Database.open(card_base.path)
        assert await names(again) == ["ace", "king"]
        await again.close()

    async def test_a_second_process_is_refused_until_the_first_is_done(self, card_base: Database) -> None:
        assert card_base.path is not None
        said = await asyncio.to_thread(open_elsewhere, card_base.path)
        assert said.startswith("refused: ")
        assert "another process" in said
        assert str(card_base.path) in said
        await card_base.close()
        assert (await asyncio.to_thread(open_elsewhere, card_base.path)).strip() == "opened"

    async def test_another_name_of_the_file_is_refused_too(self, card_base: Database, tmp_path: Path) -> None:
        (tmp_path / "alias.db").symlink_to(tmp_path / "cheat.db")
        with pytest.raises(StoreError, match="another process"):
            await Database.open(tmp_path / "alias.db")

    async def test_a_file_refused_can_be_opened_once_it_is_mended(self, tmp_path: Path) -> None:
        path = tmp_path / "cheat.db"
        path.write_bytes(b"this is a shopping list, not a database\n" * 100)
        with pytest.raises(StoreError, match="not an SQLite database"):
            await Database.open(path)
        assert not await asyncio.to_thread((tmp_path / "cheat.db.lock").exists), "nothing is left beside it"
        assert path.read_bytes().startswith(b"this is a shopping list")
        path.unlink()
        await (await Database.open(path)).close()

    async def test_a_directory_is_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="is a directory"):
            await Database.open(tmp_path)

    async def test_a_file_is_no_directory(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(StoreError, match="not a directory"):
            await Database.open(tmp_path / "file" / "cheat.db")
        with pytest.raises(StoreError, match="not a directory"):
            await Database.open(tmp_path / "file" / "deep" / "cheat.db")

    async def test_a_directory_that_may_not_be_written(self, closed_directory: Path) -> None:
        with without_root(), pytest.raises(StoreError, match="permission denied"):
            await Database.open(closed_directory / "cheat.db")

    async def test_a_file_that_may_not_be_written(self, read_only_file: Path) -> None:
        with without_root(), pytest.raises(StoreError, match="read-only"):
            await Database.open(read_only_file)

    async def test_closing_twice_is_fine_and_using_it_afterwards_is_not(self, card_base: Database) -> None:
        await card_base.close()
        await card_base.close()
        with pytest.raises(StoreError, match="closed"):
            await card_base.read("SELECT 1")
        with pytest.raises(StoreError, match="closed"):
            async with card_base.transaction():
                pass

    async def test_too_old_an_sqlite(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
        with pytest.raises(StoreError, match=r"3\.38\.0 is needed"):
            await Database.open(tmp_path / "cheat.db")

    async def test_parameters_stay_out_of_the_log(self, card_base: Database, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.DEBUG), caplog.at_level(logging.DEBUG, logger="aiosqlite"):
            async with card_base.transaction() as tx:
                await tx.run("INSERT INTO cards VALUES (?)", ("queen of spades",))
            await names(card_base)
        assert "queen of spades" not in caplog.text


@pytest.mark.asyncio
class TestTransactions:
    async def test_an_error_rolls_back(self, card_base: Database) -> None:
        async def write_and_fail() -> None:
            async with card_base.transaction() as tx:
                await tx.run("INSERT INTO cards VALUES ('ace')")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await write_and_fail()
        assert await names(card_base) == []

    async def test_a_broken_constraint_names_the_column_and_no_value(self, card_base: Database) -> None:
        with pytest.raises(StoreError, match=r"cards\.name") as refused:
            async with card_base.transaction() as tx:
                await tx.run_many("INSERT INTO cards VALUES (?)", [("secret",), ("secret",)])
        assert isinstance(refused.value.__cause__, sqlite3.IntegrityError)
        assert "secret" not in str(refused.value)
        assert await names(card_base) == []

    async def test_a_failed_commit_leaves_nothing_open(self, card_base: Database) -> None:
        async with card_base.transaction() as tx:
            await tx.run("CREATE TABLE packs (id INTEGER PRIMARY KEY) STRICT")
            await tx.run("CREATE TABLE held (pack INTEGER REFERENCES packs DEFERRABLE INITIALLY DEFERRED) STRICT")
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            async with card_base.transaction() as tx:
                await tx.run("INSERT INTO held VALUES (7)")  # found out by COMMIT alone
        assert await card_base.read("SELECT * FROM held") == []
        async with card_base.transaction() as tx:
            await tx.run("INSERT INTO cards VALUES ('ace')")
        assert await names(card_base) == ["ace"]

    async def test_a_full_disk_is_named_and_rolled_back(self, card_base: Database) -> None:
        ((pages,),) = await card_base.read("PRAGMA page_count")
        await card_base.read(f"PRAGMA max_page_count={pages}")
        with pytest.raises(StoreError, match="the disk is full"):
            async with card_base.transaction() as tx:
                await tx.run_many("INSERT INTO cards VALUES (?)", [(f"{number}" * 1000,) for number in range(100)])
        assert await names(card_base) == []

    async def test_a_reader_sees_nothing_unfinished(self, card_base: Database) -> None:
        async with card_base.transaction() as tx:
            await tx.run("INSERT INTO cards VALUES ('ace')")
            reader = asyncio.create_task(names(card_base))
            await turns()
            assert not reader.done()
            await tx.run("DELETE FROM cards")
            await tx.run("INSERT INTO cards VALUES ('king')")
        assert await reader == ["king"]

    async def test_a_transaction_inside_another_is_an_error_not_a_standstill(self, card_base: Database) -> None:
        async with card_base.transaction():
            with pytest.raises(RuntimeError):
                await card_base.read("SELECT 1")
            with pytest.raises(RuntimeError):
                async with card_base.transaction():
                    pass

    async def test_an_ended_transaction_takes_nothing(self, card_base: Database) -> None:
        async with card_base.transaction() as tx:
            pass
        with pytest.raises(RuntimeError):
            await tx.run("INSERT INTO cards VALUES ('ace')")
        with pytest.raises(RuntimeError):
            await tx.run_many("INSERT INTO cards VALUES (?)", [("ace",)])
        assert await names(card_base) == []


def test_every_error_becomes_a_sentence() -> None:
    assert str(explain(OSError(), "The file")) == "The file can't be opened or created: OSError."
    assert str(explain(OSError(40, "Too many links"), "The file")).endswith(": Too many links.")
    assert str(explain(sqlite3.ProgrammingError("the values"), "The file")) == (
        "The file refused a statement (ProgrammingError)."
    )
    with pytest.raises(sqlite3.OperationalError) as wrong:
        sqlite3.connect(":memory:").execute("SELECT secret")
    assert str(explain(wrong.value, "The file")) == "The file refused a statement (SQLITE_ERROR)."
