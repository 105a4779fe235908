"""A database that can't be used keeps the bot from starting: one sentence, status 2, and the data as it was."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest

from bot import app, running
from bot.app import CheatBot
from bot.config import Config
from bot.engine.rules.ruleset import Ruleset
from bot.starting import STARTED
from bot.store import Database, StoreError, update_schema

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"
ROOT = Path(__file__).parents[1]
NOBODY = 65534

HOLDER = """
import asyncio, pathlib, sys
from bot.store import Database
async def hold():
    await Database.open(pathlib.Path(sys.argv[1]))
    print("held", flush=True)
    await asyncio.to_thread(sys.stdin.read)
asyncio.run(hold())
"""


class Alone(CheatBot):
    """The real client up to the point where it would talk to Discord; then it stops by itself."""

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Do all that comes before the first event."""
        await self.setup_hook()
        raise asyncio.CancelledError


class Unsigned(CheatBot):
    """The real client, whose way to Discord must not be taken."""

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Sign in, and nothing more."""
        self.http.static_login = self._asked  # type: ignore[method-assign, assignment]
        await self.login(token)

    async def _asked(self, _token: str) -> NoReturn:
        pytest.fail("it was about to sign in")


async def begin(path: Path) -> int:
    """The exit status of a start on this database."""
    return await running.serve(Alone, Config.model_validate({"database": {"path": path}}), TOKEN)


async def used_before(path: Path) -> None:
    """A database that has seen a start, and holds something."""
    assert await begin(path) == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO meta VALUES ('kept', 'yes')")
        connection.commit()


def kept(path: Path) -> str:
    """What `used_before` has left there."""
    with closing(sqlite3.connect(path)) as connection:
        value: str = connection.execute("SELECT value FROM meta WHERE key = 'kept'").fetchone()[0]
    return value


def refused(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """The operator read one sentence with these words."""
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1
    assert "Traceback" not in said


@contextmanager
def unprivileged() -> Iterator[None]:
    """Not as root, for whom every file can be written."""
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


@pytest.mark.asyncio
async def test_a_second_process_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cheat.db"
    await used_before(path)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert await asyncio.to_thread(first.stdout.readline) == "held\n"
        capsys.readouterr()
        assert await begin(path) == 2
        refused(capsys, "is in use by another process. Is the bot already running?")
        first.kill()
    assert await begin(path) == 0, "however the first ended, its file is free then"
    assert kept(path) == "yes"


@pytest.mark.asyncio
async def test_a_full_disk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cheat.db"
    await used_before(path)

    async def migrate_and_fill(database: Database) -> None:
        await update_schema(database)
        await database.write_row("DELETE FROM meta WHERE key = ?", (STARTED,))
        await database.read("PRAGMA max_page_count=1")  # SQLite takes the pages there are
        for size in (1000, 100, 1):
            with suppress(StoreError):
                while True:
                    await database.write_row("INSERT INTO meta VALUES (hex(randomblob(8)), ?)", ("x" * size,))

    monkeypatch.setattr(app, "update_schema", migrate_and_fill)
    assert await begin(path) == 1, "worth another try: there may be room again"
    refused(capsys, "can't grow: the disk is full.")
    monkeypatch.undo()
    assert kept(path) == "yes"
    assert await begin(path) == 0, "with space again it starts"


@pytest.mark.asyncio
@pytest.mark.parametrize("what", ["file", "directory"])
async def test_what_may_only_be_read(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        path = directory / "cheat.db"
        await used_before(path)
        before = path.read_bytes()
        for file in directory.iterdir():
            file.chmod(0o666)
        directory.chmod(0o777)
        (path if what == "file" else directory).chmod(0o444 if what == "file" else 0o555)
        with unprivileged():
            assert await begin(path) == 2
        refused(capsys, "is read-only. Check the permissions of the file and its directory.")
        assert path.read_bytes() == before
        directory.chmod(0o700)


@pytest.mark.asyncio
async def test_something_that_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cheat.db"
    path.write_bytes(b"a letter to my aunt, two pages long" * 300)
    before = path.read_bytes()
    assert await begin(path) == 2
    refused(capsys, "is not an SQLite database. Check the path, or restore a backup.")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["cheat.db"]


@pytest.mark.asyncio
@pytest.mark.parametrize("spared", [1, 4])
async def test_a_damaged_database(spared: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All its pages are overwritten but the first ones."""
    path = tmp_path / "cheat.db"
    await used_before(path)
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole = path.read_bytes()
    path.write_bytes(whole[: spared * size] + b"\xff" * (len(whole) - spared * size))
    before = path.read_bytes()
    assert await begin(path) == 2
    refused(capsys, "is damaged. Stop the bot and restore a backup.")
    assert path.read_bytes() == before


@pytest.mark.asyncio
async def test_a_database_of_a_newer_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cheat.db"
    await used_before(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO schema_migrations VALUES (999, 'of_the_future', '2030-01-01')")
        connection.commit()
    before = path.read_bytes()
    assert await begin(path) == 2
    refused(capsys, "newer")
    assert path.read_bytes() == before


def on_disk(path: Path) -> dict[str, bytes]:
    """What stands in the database and in the log of changes beside it, if there is one."""
    files = (path, path.with_name(f"{path.name}-wal"))
    return {file.name: file.read_bytes() for file in files if file.exists()}


def overwrite(path: Path, table: str) -> None:
    """Damage the first page of a table, or of one of its indexes."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 100)


@pytest.mark.asyncio
@pytest.mark.parametrize("restored", [False, True], ids=["as it was left", "a copy put in its place"])
@pytest.mark.parametrize("table", ["tables", "events", "seats", "threads", "meta", "relayed"])
async def test_what_the_start_reads_is_damaged(
    table: str, restored: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cheat.db"
    await lived_in(path)
    if restored:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    overwrite(path, table)
    before = on_disk(path)
    capsys.readouterr()
    assert await begin(path) == 2
    refused(capsys, "is damaged. Stop the bot and restore a backup.")
    assert on_disk(path) == before


@pytest.mark.asyncio
async def test_a_row_that_no_version_has_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cheat.db"
    await lived_in(path)
    for change, status in (
        ("INSERT INTO meta VALUES ('clock_error_s', 'abc')", 0),
        ("UPDATE tables SET touched_at = 'yesterday'", 2),
    ):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(change)
            connection.commit()
        assert await begin(path) == status
    refused(capsys, "is damaged. Stop the bot and restore a backup.")


@pytest.mark.asyncio
async def test_a_log_of_changes_beside_a_damaged_database_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The process was killed: what it stored last is in the log alone."""
    path, killed = tmp_path / "cheat.db", tmp_path / "killed.db"
    await lived_in(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO meta VALUES ('newest', 'yes')")
        connection.commit()
        for end in ("", "-wal"):
            killed.with_name(killed.name + end).write_bytes(path.with_name(path.name + end).read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'events'").fetchone()
    with killed.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 100)
    before = on_disk(killed)
    assert len(before) == 2
    assert await begin(killed) == 2
    refused(capsys, "is damaged. Stop the bot and restore a backup.")
    assert on_disk(killed) == before


async def lived_in(path: Path) -> None:
    """A database with a table in its lobby, as a start reads it."""
    await used_before(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "INSERT INTO tables (guild_id, channel_id, guild_name, channel_name, locale, status, host_id, dealer,"
            " ruleset, created_at, touched_at) VALUES (1, 2, 'Home', 'cards', 'en-US', 'lobby', 7, 0, ?, ?, ?)",
            (Ruleset().model_dump_json(), "2030-01-01T00:00:00.000000+00:00", "2030-01-01T00:00:00.000000+00:00"),
        )
        connection.execute("INSERT INTO seats (table_id, seat, user_id, name, dm_closed) VALUES (1, 0, 7, 'Ann', 0)")
        connection.commit()


@pytest.mark.asyncio
@pytest.mark.parametrize("table", ["tables", "schema_migrations"])
async def test_it_is_refused_before_anything_is_asked_of_discord(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cheat.db"
    await lived_in(path)
    overwrite(path, table)
    status = await running.serve(Unsigned, Config.model_validate({"database": {"path": path}}), TOKEN)
    assert status == 2
    refused(capsys, "is damaged. Stop the bot and restore a backup.")


@pytest.mark.asyncio
@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
async def test_another_programs_database(mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode={mode}")
        connection.execute("CREATE TABLE photos (name TEXT)")
        connection.commit()
    before = path.read_bytes()
    assert await begin(path) == 2
    refused(capsys, "is another program's: none of its tables are the bot's. Check the path.")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["photos.db"], "nothing is left beside it"


@pytest.mark.asyncio
@pytest.mark.parametrize("record", ["version TEXT", "version INTEGER, name TEXT, applied_at TEXT"])
async def test_another_programs_record_of_migrations(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE schema_migrations ({record})")
        connection.execute("CREATE TABLE photos (name TEXT)")
        connection.commit()
    before = path.read_bytes()
    assert await begin(path) == 2
    refused(capsys, "is another program's: none of its tables are the bot's. Check the path.")
    assert path.read_bytes() == before


@pytest.mark.asyncio
async def test_a_second_name_of_the_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = tmp_path / "cheat.db", tmp_path / "other.db"
    await used_before(path)
    other.hardlink_to(path)
    before = path.read_bytes()
    for name in (path, other):
        assert await begin(name) == 2
        refused(capsys, "has a second name (a hard link)")
    assert path.read_bytes() == before
    mended = tmp_path / "mended.db"
    mended.write_bytes(path.read_bytes())
    mended.rename(path)
    assert await begin(path) == 0, "as the sentence says"
    assert kept(path) == "yes"


@pytest.mark.asyncio
async def test_an_empty_file_that_was_a_database_is_begun_anew_and_said_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "cheat.db"
    path.touch()
    assert await begin(path) == 0, "an empty file may become one"
    assert "holds nothing" not in caplog.text
    for lose in (lambda: path.write_bytes(b""), path.unlink):
        caplog.clear()
        lose()
        assert await begin(path) == 0
        (said,) = [record for record in caplog.records if record.levelname == "WARNING"]
        assert "holds nothing, though it is not new" in said.getMessage()
        assert "restore a backup" in said.getMessage()


@pytest.mark.asyncio
async def test_a_disk_that_is_full_before_the_first_table_is_made_is_worth_another_try(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill_and_migrate(database: Database) -> None:
        await database.read("PRAGMA max_page_count=1")
        await update_schema(database)

    monkeypatch.setattr(app, "update_schema", fill_and_migrate)
    assert await begin(tmp_path / "cheat.db") == 1
    refused(capsys, "can't grow: the disk is full.")


@pytest.mark.asyncio
async def test_a_damaged_database_is_not_brought_up_to_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cheat.db"
    await used_before(path)
    with closing(sqlite3.connect(path)) as connection:
        # As a version without the newest migration has left it.
        connection.execute("DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)")
        connection.commit()
    overwrite(path, "ratings")
    before = path.read_bytes()
    assert await begin(path) == 2
    refused(capsys, "is damaged. Stop the bot and restore a backup.")
    assert path.read_bytes() == before
