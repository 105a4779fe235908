"""SIGTERM of the real process with 250 live tables: it ends by itself and in time, whatever Discord and others do."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from bot.engine.rules.ruleset import Ruleset
from bot.store import Database, SqliteTableStore
from tests.bench.recovery import SEATS, fill
from tests.crash.stand_in import StandIn
from tests.record.support import quick, shelf
from tests.sweeps import sweep

pytestmark = pytest.mark.asyncio

ROOT = Path(__file__).parents[2]
TABLES = 250
#: Docker kills ten seconds after it has asked; a machine that runs tests may be twice as slow. Half a minute is what
#: discord.py waits for a gateway, and minutes what aiohttp waits for an answer.
PATIENCE_S = 20.0
LONGEST_START_S = 30.0


@pytest_asyncio.fixture
async def file(tmp_path: Path) -> Path:
    """A database with many tables in the middle of a game."""
    path = tmp_path / "cheat.db"
    games = [quick(f"stopped {number}", SEATS, ruleset=Ruleset()) for number in range(5)]
    async with shelf(path) as kept:
        await fill(kept, games, TABLES)
    return path


async def journals(path: Path) -> dict[int, int]:
    """How many events are stored of each table; the file is free."""
    database = await Database.open(path)
    store = SqliteTableStore(database)
    lengths = {record.id: len(await store.journal(record.id)) for record in await store.live_tables()}
    await database.close()
    return lengths


@asynccontextmanager
async def started(path: Path, discord: StandIn) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot's process, killed if a test leaves it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash.stopped", str(path), str(discord.port), cwd=ROOT,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def ended(process: asyncio.subprocess.Process) -> tuple[int, str, float]:
    """The status of a process that was told to end, what it has logged, and the seconds it took."""
    began = time.monotonic()
    _, log = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode is not None
    return process.returncode, log.decode(), time.monotonic() - began


async def test_it_ends_in_time_though_discord_has_fallen_silent(file: Path) -> None:
    before = await journals(file)
    async with StandIn() as discord:
        discord.silent = True
        async with started(file, discord) as process:
            await asyncio.wait_for(discord.ready.wait(), LONGEST_START_S)
            await asyncio.wait_for(discord.asked.wait(), LONGEST_START_S)
            process.send_signal(signal.SIGTERM)
            status, log, took = await ended(process)
    assert status == 0, log
    assert took < PATIENCE_S
    assert "stopped" in log.splitlines()[-1]
    assert "Traceback" not in log
    after = await journals(file)
    assert after.keys() == before.keys()
    assert all(after[table] >= length for table, length in before.items())
    async with StandIn() as discord, started(file, discord) as process:
        await asyncio.wait_for(discord.ready.wait(), LONGEST_START_S)
        process.send_signal(signal.SIGTERM)
        status, log, _ = await ended(process)
    assert status == 0, log
    assert f"tables={TABLES}" in next(line for line in log.splitlines() if "tables brought back" in line)


@pytest.mark.slow
async def test_a_second_sigterm_changes_nothing(file: Path) -> None:
    async with StandIn() as discord:
        discord.silent = True
        async with started(file, discord) as process:
            await asyncio.wait_for(discord.ready.wait(), LONGEST_START_S)
            process.send_signal(signal.SIGTERM)
            assert process.stderr is not None
            async for line in process.stderr:
                if b"stopping" in line:
                    break
            process.send_signal(signal.SIGTERM)
            status, log, took = await ended(process)
    assert status == 0, log
    assert took < PATIENCE_S
    assert len(await journals(file)) == TABLES


@pytest.mark.parametrize("moment", sweep([0.0, 0.05, 0.15, 0.3, 0.6], 0.15))
async def test_a_stop_during_the_start_is_a_stop_all_the_same(moment: float, file: Path) -> None:
    """It has asked Discord who it is: the tables are going on then, at one moment or another."""
    before = await journals(file)
    async with StandIn() as discord, started(file, discord) as process:
        await asyncio.wait_for(discord.signing_in.wait(), LONGEST_START_S)
        asyncio.get_running_loop().call_later(moment, process.send_signal, signal.SIGTERM)
        status, log, took = await ended(process)
    assert status == 0, log
    assert took < PATIENCE_S
    assert "Traceback" not in log
    after = await journals(file)
    assert after.keys() == before.keys()
    assert all(after[table] >= length for table, length in before.items())


@pytest.mark.parametrize("moment", sweep([0.0, 0.1, 0.4], 0.1))
async def test_a_stop_before_it_has_signed_in_changes_nothing(moment: float, file: Path) -> None:
    """The tables are being read then, or Discord is being asked who the bot is."""
    before, log_of_changes = await journals(file), file.with_name(f"{file.name}-wal")
    async with StandIn() as discord, started(file, discord) as process:
        async with asyncio.timeout(LONGEST_START_S):
            while not log_of_changes.exists():  # noqa: ASYNC110 - a file has no event
                await asyncio.sleep(0.01)
        asyncio.get_running_loop().call_later(moment, process.send_signal, signal.SIGTERM)
        status, log, took = await ended(process)
    assert status == 0, log
    assert took < PATIENCE_S
    assert "Traceback" not in log
    after = await journals(file)
    assert after.keys() == before.keys()
    assert all(after[table] >= length for table, length in before.items())
