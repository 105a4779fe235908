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

import pytest

from bot import app, running
from bot.app import CheatBot
from bot.config import Config
from bot.store import Database, StoreError, migrate

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
        await migrate(database)
        await database.write_row("DELETE FROM meta WHERE key = ?", (app.STARTED,))
        await database.read("PRAGMA max_page_count=1")  # SQLite takes the pages there are
        for size in (1000, 100, 1):
            with suppress(StoreError):
                while True:
                    await database.write_row("INSERT INTO meta VALUES (hex(randomblob(8)), ?)", ("x" * size,))

    monkeypatch.setattr(app, "migrate", migrate_and_fill)
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
