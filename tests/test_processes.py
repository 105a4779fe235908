"""Several processes of one bot: each acts for the servers of its shards, and what is done once is done by the first."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.app import CheatBot
from bot.config import Config
from bot.reach import PATIENCE_S
from bot.store import Database, SqliteTableStore, checkpoints, migrate
from bot.store.relayed import SqliteRelays
from bot.tables.records import SeatRecord, TableRecord, TableStatus, ThreadRecord
from bot.tables.share import Share
from bot.ui.gate import Route

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

#: Two servers of each process, the first of them with a table; the other is one the bot was removed from.
GUILDS = {1: (50, 51), 2: ((1 << 22) + 50, (1 << 22) + 51)}
LONG_AGO = datetime(2020, 5, 1, tzinfo=UTC)


def config(tmp_path: Path, number: int, *, sync: bool = False) -> Config:
    """The settings of one of two processes."""
    return Config.model_validate(
        {"database": {"path": tmp_path / "cheat.db"}, "discord": {"shard_count": 2},
         "processes": {"count": 2, "number": number}, "sync": {"commands": sync}, "cards": {"faces": "off"}}
    )  # fmt: skip


@asynccontextmanager
async def running(tmp_path: Path, *numbers: int) -> AsyncIterator[list[CheatBot]]:
    """These processes, as far as their start goes without a gateway."""
    bots = [CheatBot(config(tmp_path, number)) for number in numbers]
    try:
        for bot in bots:
            await bot.setup_hook()
        yield bots
    finally:
        for bot in bots:
            await bot.close()


@asynccontextmanager
async def stored(tmp_path: Path) -> AsyncIterator[SqliteTableStore]:
    """The store while no bot runs."""
    database = await Database.open(tmp_path / "cheat.db")
    await migrate(database)
    yield SqliteTableStore(database)
    await database.close()


def table(guild: int, status: TableStatus = TableStatus.LOBBY, at: datetime | None = None) -> TableRecord:
    """A table in a channel that has its server's number."""
    when = at or datetime.now(UTC)
    return TableRecord(
        id=0, guild_id=guild, channel_id=guild, guild_name="Home", channel_name="cards", locale="en-US", status=status,
        host_id=101, dealer=0, ruleset="{}", created_at=when, touched_at=when, seats=(SeatRecord(0, 101, "Ann"),),
    )  # fmt: skip


@pytest.mark.asyncio
async def test_each_brings_back_its_own_tables_and_threads(tmp_path: Path) -> None:
    async with stored(tmp_path) as store:
        for guild, _ in GUILDS.values():
            await store.create_table(table(guild))
            await store.save_thread(ThreadRecord(guild, guild, guild + 1000, LONG_AGO))
    async with running(tmp_path, 1, 2) as bots:
        for number, bot in enumerate(bots, 1):
            for other, (guild, _) in GUILDS.items():
                assert (bot.registry.at_channel(guild) is not None) == (number == other)
                assert (bot.threads.parent_of(guild) is not None) == (number == other)


@pytest.mark.asyncio
async def test_a_server_of_another_process_is_not_held_to_be_left(tmp_path: Path) -> None:
    async with stored(tmp_path) as store:
        for guilds in GUILDS.values():
            for guild in guilds:
                await store.seen(guild, 101, "Ann", LONG_AGO)
    async with running(tmp_path, 1, 2) as bots:
        gone = []
        for bot, (guild, left) in zip(bots, GUILDS.values(), strict=True):
            await bot.retention.member_of([guild])
            gone.append(left)
            assert bot.database is not None
            rows = await bot.database.read("SELECT guild_id FROM departures ORDER BY guild_id")
            assert [row["guild_id"] for row in rows] == gone


@pytest.mark.asyncio
async def test_what_is_past_its_time_is_deleted_by_the_first(tmp_path: Path) -> None:
    async with stored(tmp_path) as store:
        number = await store.create_table(table(GUILDS[1][0], TableStatus.CLOSED, LONG_AGO))
    async with running(tmp_path, 2):
        pass
    async with stored(tmp_path) as store:
        assert await store.table(number) is not None
    async with running(tmp_path, 1):
        pass
    async with stored(tmp_path) as store:
        assert await store.table(number) is None


@pytest.mark.asyncio
async def test_commands_are_registered_by_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    for number in (2, 1):
        bot = CheatBot(config(tmp_path, number, sync=True))
        bot._connection.application_id = 7

        async def sync(number: int = number) -> list[Any]:
            asked.append(number)
            return []

        monkeypatch.setattr(bot.tree, "sync", sync)
        await bot.setup_hook()
        await bot.close()
    assert asked == [1]


@pytest.mark.asyncio
async def test_each_connects_its_shards_and_waits_for_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments: list[float] = []

    async def sleep(seconds: float) -> None:
        moments.append(moments[-1] + seconds if moments else seconds)

    signed_in = {}
    for number in (1, 2):
        bot = CheatBot(config(tmp_path, number))
        assert (bot.shard_ids, bot.shard_count) == ([number - 1], 2)
        moments.clear()
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "sleep", sleep)
            for initial in (True, False, False):
                await bot.before_identify_hook(0, initial=initial)
        signed_in[number] = list(moments)
        await bot.close()
    together = sorted([*signed_in[1], *signed_in[2]])
    assert all(later - earlier >= 5 for earlier, later in pairwise(together))


def test_one_process_has_all_shards_as_ever(tmp_path: Path) -> None:
    bot = CheatBot(Config.model_validate({"database": {"path": tmp_path / "cheat.db"}, "discord": {"shard_count": 2}}))
    assert (bot.shard_ids, bot.shard_count) == (None, 2)
    assert bot.share.owns(GUILDS[1][0])
    assert bot.share.owns(GUILDS[2][0])


@pytest.mark.asyncio
async def test_nobody_shares_a_store_that_was_given(tmp_path: Path) -> None:
    async with stored(tmp_path) as store:
        bot = CheatBot(config(tmp_path, 2), store=store)
        assert bot.share.alone
        await bot.close()


@pytest.mark.parametrize(("count", "shards"), [(2, 2), (2, 5), (3, 3), (3, 8), (5, 6)])
def test_every_shard_and_so_every_server_has_one_process(count: int, shards: int) -> None:
    every = [Share(count=count, number=number, shards=shards) for number in range(1, count + 1)]
    assert sorted(shard for share in every for shard in share.shard_ids) == list(range(shards))
    assert 0 in every[0].shard_ids, "direct messages come to the first"
    for shard in range(shards):
        guild = discord.utils.time_snowflake(LONG_AGO + timedelta(milliseconds=shard))
        owners = [share for share in every if share.owns(guild)]
        assert [(guild >> 22) % shards in share.shard_ids for share in owners] == [True]


async def until(what: Callable[[], bool]) -> None:
    """Wait for something that another process is told of."""
    async with asyncio.timeout(10):
        while not what():  # noqa: ASYNC110 - it comes by the database
            await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_whether_direct_messages_arrive_is_heard_by_all(tmp_path: Path) -> None:
    async with running(tmp_path, 1, 2) as (first, second):
        guild = GUILDS[2][0]
        second.reach.found(1)
        assert not second.reach.hears(guild), "the first has no connection yet"
        first.reach.found(0)
        await until(lambda: second.reach.hears(guild))
        first.reach.lost(0)
        await until(lambda: not second.reach.hears(guild))
        first.reach.found(0)
        await until(lambda: second.reach.hears(guild))
        second.reach.lost(1)
        assert not second.reach.hears(guild)
        second.reach.found(1)
        await first.close()
        await until(lambda: not second.reach.hears(guild))


@pytest.mark.asyncio
async def test_a_supervisor_is_not_told_of_connections_that_other_processes_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, 1, 2) as (first, second):
        for number, bot in enumerate((first, second)):
            bot.reach.found(number)
            bot.reach.lost(0)
        loop = asyncio.get_running_loop()
        later = loop.time() + PATIENCE_S + 1
        with monkeypatch.context() as patch:
            patch.setattr(loop, "time", lambda: later)
            assert (first.reach.state, second.reach.state) == ("disconnected", "ok")
            second.reach.lost(1)
            assert second.reach.state == "reconnecting"
        assert not second.reach.hears(GUILDS[2][0])


@pytest.mark.asyncio
async def test_whoever_is_forgotten_is_so_everywhere_though_all_fails_after_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second press would find nobody to forget any more, so what others are told must not be lost with the first."""
    guild = GUILDS[2][0]
    async with stored(tmp_path) as store:
        await store.create_table(table(guild))

    def full(_connection: object) -> bool:
        raise sqlite3.OperationalError("disk I/O error")

    async with running(tmp_path, 1, 2) as (first, second):
        there = second.registry.at_channel(guild)
        assert there is not None
        assert there.seat_of(101) == 0
        with monkeypatch.context() as patch:
            patch.setattr(checkpoints, "_empty_now", full)
            formers = await first.recorder.forget(101, None, partial(first.desk.recording.words_elsewhere, 101))
            assert set(formers) == {guild}
        await until(lambda: there.seat_of(101) is None)


@pytest.mark.asyncio
async def test_when_discord_wants_quiet_no_process_sends(tmp_path: Path) -> None:
    async with running(tmp_path, 1, 2) as (first, second):
        assert not first.gate.pressed(1)
        second.gate.heard("POST", "/channels/2/messages", 429, {"X-RateLimit-Global": "true", "Retry-After": "60"})
        await until(lambda: first.gate.pressed(1))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(first.gate.passage(Route.POST, 1), 0.05)
        second.gate.heard("POST", "/channels/2/messages", 429, {"X-RateLimit-Scope": "shared", "Retry-After": "600"})
        assert second.database is not None
        until_when = (await SqliteRelays(second.database).told()).quiet_until
        assert until_when is not None
        assert until_when < datetime.now(UTC) + timedelta(seconds=61), "a channel's own limit is nobody else's"


@pytest.mark.asyncio
async def test_nothing_runs_out_before_all_shards_that_discord_advises_are_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = CheatBot(Config.model_validate({"database": {"path": tmp_path / "cheat.db"}, "sync": {"commands": False},
                                          "cards": {"faces": "off"}}))  # fmt: skip
    heard: list[list[bool]] = []

    async def advised() -> tuple[int, str, dict[str, Any]]:
        heard.append([bot.reach.hears(shard << 22) for shard in range(3)])
        return 3, "wss://gateway.invalid", {}

    async def connect(_self: object, _gateway: object, shard_id: int, *, initial: bool = False) -> None:
        bot.reach.found(shard_id)
        heard.append([bot.reach.hears(shard << 22) for shard in range(3)])

    monkeypatch.setattr(bot.http, "get_bot_gateway", advised)
    monkeypatch.setattr(discord.AutoShardedClient, "launch_shard", connect)
    await bot.setup_hook()
    await bot.launch_shards()
    await bot.close()
    assert heard == [[False] * 3, [True, False, False], [True, True, False], [True] * 3]


@pytest.mark.asyncio
async def test_nothing_runs_out_at_a_table_that_is_back_while_commands_are_registered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild = GUILDS[1][0]
    async with stored(tmp_path) as store:
        await store.create_table(table(guild))
    bot = CheatBot(config(tmp_path, 1, sync=True))
    bot._connection.application_id = 7
    waits: list[bool] = []

    async def sync() -> list[Any]:
        back = bot.registry.at_channel(guild)
        assert back is not None
        waits.append(back.watch.out_of_touch)
        return []

    monkeypatch.setattr(bot.tree, "sync", sync)
    await bot.setup_hook()
    back = bot.registry.at_channel(guild)
    assert back is not None
    bot.reach.found(0)
    waits.append(back.watch.out_of_touch)
    await bot.close()
    assert waits == [True, False]
