"""Several processes on one file: who may open it, who may change its schema, and what they leave for each other."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal

import discord
import pytest

from bot.engine.codec import encode
from bot.engine.events import Event, Resigned, Returned, TakenOver
from bot.engine.rules.ruleset import Ruleset
from bot.store import Database, SqliteTableStore, StoreError, migrate
from bot.store.migrations import packaged
from bot.store.relayed import SqliteRelays, dead_below, leave
from bot.tables.records import JournalEntry, SeatRecord, TableRecord, TableStatus
from bot.tables.relays import Told, Word
from bot.tables.share import ALONE, Share

if TYPE_CHECKING:
    from pathlib import Path

FIRST, SECOND = Share(count=2, number=1, shards=2), Share(count=2, number=2, shards=2)
NOON = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
OWN_GUILD, OTHERS_GUILD = 50, (1 << 22) + 50

pytestmark = pytest.mark.asyncio


async def opened(path: Path, share: Share) -> Database:
    """The file, opened by a process with this share, and up to date."""
    database = await Database.open(path, share)
    try:
        await migrate(database)
    except StoreError:
        await database.close()
        raise
    return database


async def test_each_number_has_the_file_once(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    first, second = await opened(path, FIRST), await opened(path, SECOND)
    with pytest.raises(StoreError, match=r"processes\.number = 2"):
        await opened(path, SECOND)
    await second.close()
    again = await opened(path, SECOND)
    await first.close()
    await again.close()


async def test_one_process_and_several_keep_each_other_out(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    alone = await opened(path, ALONE)
    with pytest.raises(StoreError, match="a bot of one process"):
        await opened(path, FIRST)
    await alone.close()
    several = await opened(path, SECOND)
    with pytest.raises(StoreError, match="in use by another process"):
        await opened(path, ALONE)
    await several.close()
    await (await opened(path, ALONE)).close()


@pytest.mark.parametrize("told", [Share(count=3, number=2, shards=3), Share(count=2, number=2, shards=4)])
async def test_all_must_have_been_told_the_same(told: Share, tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    first = await opened(path, FIRST)
    with pytest.raises(StoreError, match=f"told {told.count} processes, {told.shards} shards"):
        await opened(path, told)
    await first.close()
    # Once they have all stopped, something else may be said.
    await (await opened(path, told)).close()


async def test_those_that_start_together_bring_the_schema_up_to_date_once(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    three = [Share(count=3, number=number, shards=3) for number in (1, 2, 3)]
    databases = await asyncio.gather(*(opened(path, share) for share in three))
    rows = await databases[2].read("SELECT version FROM schema_migrations")
    assert len(rows) == len(packaged())
    for database in databases:
        await database.close()


async def test_a_process_that_waits_for_another_one_to_start_can_be_stopped(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    first = await Database.open(path, FIRST)
    waiting = asyncio.create_task(opened(path, SECOND))
    await asyncio.wait([waiting], timeout=0.2)
    assert not waiting.done()
    waiting.cancel()
    # The process ends only when nothing of it goes on in a thread.
    ending = asyncio.create_task(asyncio.get_running_loop().shutdown_default_executor())
    await asyncio.wait([ending], timeout=2)
    ended = ending.done()
    await migrate(first)
    await ending
    assert ended
    assert waiting.cancelled()
    await (await opened(path, SECOND)).close()
    await first.close()


async def test_the_schema_is_not_changed_under_those_that_run(tmp_path: Path) -> None:
    path, old = tmp_path / "cheat.db", packaged()[:-1]
    first = await Database.open(path, FIRST)
    await migrate(first, old)
    with pytest.raises(StoreError, match="an older version"):
        await opened(path, SECOND)
    assert len(await first.read("SELECT version FROM schema_migrations")) == len(old)
    await first.close()
    await (await opened(path, SECOND)).close()


async def test_both_write_at_once_and_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    first, second = await opened(path, FIRST), await opened(path, SECOND)
    one, two = SqliteTableStore(first), SqliteTableStore(second)
    await asyncio.gather(*(store.set_meta(f"{store is one}{at}", "x") for at in range(100) for store in (one, two)))
    (row,) = await second.read("SELECT count(*) AS many FROM meta")
    assert row["many"] == 200
    await first.close()
    await second.close()


async def test_what_is_left_for_a_process_is_taken_once_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    first, second = await opened(path, FIRST), await opened(path, SECOND)
    ours, theirs = SqliteRelays(first), SqliteRelays(second)
    assert not await theirs.waiting(2)
    for number in (12, 11, 3):
        await ours.pass_on(number, 2, f"press {number}")
    await ours.pass_on(11, 2, "the same again")
    await ours.pass_on(20, 3, "for another")
    assert await theirs.waiting(2)
    assert await theirs.take(2, oldest=10) == ["press 11", "press 12"], "what is too old is dropped"
    assert await theirs.take(2, oldest=10) == []
    assert not await theirs.waiting(2)
    # One that was taken is withdrawn only by whoever knows that it was; one that was answered not at all.
    assert not await ours.withdraw(11, taken=False)
    assert await ours.withdraw(11, taken=True)
    await theirs.answered([12])
    assert not await ours.withdraw(12, taken=True)
    assert await ours.withdraw(20, taken=False)
    assert await first.read("SELECT id FROM relayed") == []
    await first.close()
    await second.close()


async def test_a_start_keeps_nothing_that_was_left_for_processes_of_before(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    first, second = await opened(path, FIRST), await opened(path, SECOND)
    await SqliteRelays(first).pass_on(11, 2, "press 11")
    await first.close()
    first = await opened(path, FIRST)
    assert await SqliteRelays(second).take(2, oldest=10) == ["press 11"], "the other one is there to answer it"
    await SqliteRelays(first).pass_on(12, 2, "press 12")
    await first.close()
    await second.close()
    alone = await opened(path, ALONE)
    assert await alone.read("SELECT id FROM relayed") == []
    await alone.close()


async def test_forgetting_somebody_leaves_no_press_that_nobody_answered(tmp_path: Path) -> None:
    database = await opened(tmp_path / "cheat.db", FIRST)
    relays = SqliteRelays(database)
    now = datetime.now(UTC)
    old, new = dead_below(now - timedelta(seconds=1)), dead_below(now + timedelta(minutes=1))
    for number in (old, new):
        await relays.pass_on(number, 2, "a press with its token")
    await SqliteTableStore(database).record.forget(101, None)
    assert [row["id"] for row in await database.read("SELECT id FROM relayed")] == [new], "it can still be answered"
    await relays.drop(new)
    assert await relays.waiting(2), "what is as new as that stays"
    await relays.drop(new + 1)
    assert not await relays.waiting(2)
    await database.close()


async def test_ids_of_interactions_that_can_be_answered_are_as_discord_counts_them() -> None:
    assert dead_below(NOON) == discord.utils.time_snowflake(NOON - timedelta(seconds=3))


async def test_the_seats_of_somebody_are_found_in_every_process(tmp_path: Path) -> None:
    database = await opened(tmp_path / "cheat.db", FIRST)
    store, relays = SqliteTableStore(database), SqliteRelays(database)
    ids = []
    for channel, guild in enumerate((OWN_GUILD, OTHERS_GUILD)):
        seats = (SeatRecord(0, 101, "Ann"), SeatRecord(1, 102 + channel, "Bo"))
        ids.append(
            await store.create_table(
                TableRecord(
                    id=0, guild_id=guild, channel_id=channel, guild_name=f"Server {guild}", channel_name="cards",
                    locale="en-US", status=TableStatus.LOBBY, host_id=101, dealer=0, ruleset="{}", created_at=NOON,
                    touched_at=NOON, seats=seats,
                )
            )
        )  # fmt: skip
    assert [(seat.table_id, seat.guild_id) for seat in await relays.seats_of(101)] == [
        (ids[0], OWN_GUILD), (ids[1], OTHERS_GUILD),
    ]  # fmt: skip
    assert [seat.table_id for seat in await relays.seats_of(103)] == ids[1:]
    assert await relays.guild_of(ids[1]) == OTHERS_GUILD
    await store.set_status(ids[1], TableStatus.CLOSED, NOON)
    assert await relays.seats_of(103) == []
    assert await relays.guild_of(ids[1]) is None
    await database.close()


async def test_a_seat_that_was_given_up_is_no_place_to_go_back_to(tmp_path: Path) -> None:
    database = await opened(tmp_path / "cheat.db", FIRST)
    store, relays = SqliteTableStore(database), SqliteRelays(database)
    seats = (SeatRecord(0, 101, "Ann"), SeatRecord(1, 102, "Bo"), SeatRecord(2, 103, "Cy"))
    table_id = await store.create_table(
        TableRecord(
            id=0, guild_id=OTHERS_GUILD, channel_id=1, guild_name="Server", channel_name="cards", locale="en-US",
            status=TableStatus.PLAYING, host_id=101, dealer=0, ruleset="{}", created_at=NOON, touched_at=NOON,
            seats=seats,
        )
    )  # fmt: skip
    kind, version, body = encode(Resigned(seat=1, place=3, cards=()))
    await store.append(table_id, [JournalEntry(0, kind, version, body, NOON)])
    await store.kick(table_id, 103)
    found = {user: [seat.table_id for seat in await relays.seats_of(user)] for user in (101, 102, 103)}
    assert found == {101: [table_id], 102: [], 103: []}
    await database.close()


@pytest.mark.parametrize(("teams", "needed"), [("alternate", False), (None, True)])
async def test_a_seat_that_a_cpu_keeps_for_good_is_needed_no_more(
    tmp_path: Path, teams: Literal["alternate"] | None, needed: bool
) -> None:
    database = await opened(tmp_path / "cheat.db", FIRST)
    store, relays = SqliteTableStore(database), SqliteRelays(database)
    table_id = await store.create_table(
        TableRecord(
            id=0, guild_id=OTHERS_GUILD, channel_id=1, guild_name="Server", channel_name="cards", locale="en-US",
            status=TableStatus.PLAYING, host_id=101, dealer=0, ruleset=Ruleset(teams=teams).model_dump_json(),
            created_at=NOON, touched_at=NOON, seats=tuple(SeatRecord(at, 101 + at, "") for at in range(6)),
        )
    )  # fmt: skip
    events: list[Event] = [TakenOver(1), TakenOver(2), Returned(2)]
    for seq, event in enumerate(events):
        await store.append(table_id, [JournalEntry(seq, *encode(event), NOON)])
    found = {user: bool(await relays.seats_of(user, needed=True)) for user in (101, 102, 103)}
    assert found == {101: True, 102: needed, 103: True}
    assert await relays.seats_of(102), "they can come back"
    await database.close()


async def test_the_processes_tell_each_other_and_are_seen_to_run(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    first, second = await opened(path, FIRST), await opened(path, SECOND)
    here, there = SqliteRelays(first), SqliteRelays(second)
    assert await there.told() == Told()
    await here.tell_heard(True)
    await here.tell_quiet(NOON)
    await there.tell_quiet(NOON - timedelta(seconds=9))
    assert await there.told() == Told(True, NOON), "the longer rest stays"
    async with first.transaction() as tx:
        await leave(tx, [Word(5, 2, "a word")])
    assert await there.words(2) == [(5, "a word")]
    assert not await there.waiting(2), "it is no interaction"
    await there.answered([5])
    assert await there.words(2) == []
    assert there.runs(1) is True
    await first.close()
    assert there.runs(1) is False
    again = await Database.open(path, FIRST)
    assert there.runs(1) is None, "it starts"
    await migrate(again)
    assert there.runs(1) is True
    await again.close()
    await second.close()
    last = await opened(path, FIRST)
    assert not (await SqliteRelays(last).told()).heard, "whoever heard is gone"
    await last.close()
