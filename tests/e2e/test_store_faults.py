"""The database fails while people play: each tap has its answer, nothing of it happens, and it all goes on later."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.store import Database, StoreError
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import Evening, evening, said
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio

#: What is logged where nothing can be stored.
LOGGED = (
    "nothing could be stored for an interaction",
    "a token was not remembered",
    "a message was not remembered",
    "a table's timer failed",
    "could not be counted",
)
UNSAVED = re.compile(r"can’t save anything right now \(([0-9a-f]{6})\)")


async def fill(database: Database) -> None:
    """The disk is full: the file grows no more, and what room is left in it is used up."""
    await database.read("PRAGMA max_page_count=1")
    for size in (3000, 300, 1):
        with suppress(StoreError):
            while True:
                await database.write_row("INSERT INTO meta VALUES (hex(randomblob(8)), ?)", ("x" * size,))


async def empty(database: Database) -> None:
    """There is space again."""
    await database.read("PRAGMA max_page_count=1000000")


async def forbid(database: Database) -> None:
    """The file may only be read from now on."""
    await database.read("PRAGMA query_only=ON")


async def allow(database: Database) -> None:
    """It may be written again."""
    await database.read("PRAGMA query_only=OFF")


BREAKS: dict[str, tuple[Any, Any]] = {"full": (fill, empty), "read-only": (forbid, allow)}


@asynccontextmanager
async def broken(table: Evening, how: str) -> AsyncIterator[None]:
    """Inside, the store takes nothing."""
    world = table.world
    breaks, mends = BREAKS[how]
    with world.as_bot():
        await breaks(world.bot.database)
    yield
    with world.as_bot():
        await mends(world.bot.database)


async def stored(world: World) -> list[tuple[Any, ...]]:
    """Every event and every seat there is on disk."""
    database = world.bot.database
    with world.as_bot():
        journal = await database.read("SELECT table_id, seq, kind, body FROM events ORDER BY table_id, seq")
        seats = await database.read("SELECT table_id, seat, user_id FROM seats ORDER BY table_id, seat")
        tables = await database.read("SELECT id, status, host_id, ruleset FROM tables ORDER BY id")
    return [tuple(row) for rows in (journal, seats, tables) for row in rows]


@pytest.mark.parametrize("how", BREAKS)
async def test_a_game_stands_still_and_goes_on(how: str, tmp_path: Path, trap: LogTrap) -> None:
    for text in LOGGED:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.choose(person, table.due(person), lie=False)
        label, cards = table.play_label(person), table.cards(person)
        before, told = await stored(world), len(table.channel)
        async with broken(table, how):
            for _ in range(30 if how == "full" else 2):
                await world.click(person, table.hand(person), label)
                if await stored(world) != before:
                    # There was room for this one still: it happened, and was told so.
                    await world.advance(1)
                    await table.let_go(*table.others(person))
                    person = table.on_turn()
                    await table.choose(person, table.due(person), lie=True)
                    label, cards = table.play_label(person), table.cards(person)
                    before, told = await stored(world), len(table.channel)
                    continue
                assert UNSAVED.search(said(world, person)), said(world, person)
                assert await stored(world) == before
                assert len(table.channel) == told, "nobody else hears of it"
                assert table.cards(person) == cards
                assert table.on_turn() == person
                break
            else:
                pytest.fail("the disk was never full")
            await world.advance(5)
        await world.click(person, table.hand(person), label)
        assert await stored(world) != before
        assert f"**{person.name}** lays" in world.text(table.claim)
        await table.call(table.others(person)[0])
        assert re.search(r"truth|lie", world.text(table.channel[-2]) + world.text(table.channel[-1]))


async def test_every_other_press_says_so_too_and_a_claim_waits(tmp_path: Path, trap: LogTrap) -> None:
    for text in LOGGED:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        ann, bob, cy = table.people
        new = world.new_user("Dee")
        await world.slash(ann, world.channel, "cheat start")
        await world.click(bob, table.last("Join"), "Join")
        await world.click(cy, table.last("Join"), "Join")
        await world.advance(4)
        before = await stored(world)
        async with broken(table, "read-only"):
            for person, label in ((new, "Join"), (cy, "Leave"), (ann, "Start")):
                await world.click(person, table.last("Start"), label)
                assert UNSAVED.search(said(world, person)), (label, said(world, person))
            await world.slash(ann, world.channel, "cheat stop")
            assert UNSAVED.search(said(world, ann))
            assert await stored(world) == before
            lobby = world.text(table.last("Start"))
            assert "**Cy**" in lobby
            assert "**Dee**" not in lobby
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        before = await stored(world)
        caller, other = table.others(person)
        async with broken(table, "read-only"):
            await world.click(caller, table.claim, "Cheat!")
            await world.advance(0.5)
            assert UNSAVED.search(said(world, caller)), said(world, caller)
            await world.click(other, table.claim, "Let it go")
            assert UNSAVED.search(said(world, other)), said(world, other)
            await world.advance(30)
            assert await stored(world) == before, "the window can't close meanwhile"
            assert "Cheat!" in world.labels(table.claim)
        await world.advance(6)
        assert await stored(world) != before, "by itself, once there is space"
        assert "the time to call starts again" in world.text(table.claim), "nobody could call meanwhile"
        await world.advance(15)
        assert table.on_turn() != person


async def test_the_number_that_is_told_is_the_one_in_the_log(tmp_path: Path, trap: LogTrap) -> None:
    trap.expect(LOGGED[0])
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        async with broken(table, "read-only"):
            await world.click(bob, table.last("Join"), "Join")
        told = UNSAVED.search(said(world, bob))
        assert told is not None
        (record,) = trap.records
        assert vars(record)["fault"] == told[1]
        assert record.exc_info is not None
        assert "is read-only" in str(record.exc_info[1])


async def test_looking_and_choosing_need_no_disk(tmp_path: Path, trap: LogTrap) -> None:
    for text in LOGGED[1:3]:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        stranger = world.new_user("Mallory")
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        async with broken(table, "read-only"):
            await table.choose(person, table.due(person), lie=True)
            assert table.play_label(person)
            await table.look(bob)
            for command in ("cheat rules", "cheat hand", "cheat help", "cheat stats"):
                await world.slash(ann, world.channel, command)
                assert not UNSAVED.search(said(world, ann)), command
            await world.click(stranger, table.last("My hand"), "My hand")
            assert len(world.ephemerals(stranger)) == 1, "a name that can't be kept costs nobody a second message"


async def test_a_window_that_can_not_be_closed_is_not_said_to_be_over(tmp_path: Path, trap: LogTrap) -> None:
    for text in LOGGED:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        before = await stored(world)
        caller, other = table.others(person)
        async with broken(table, "read-only"):
            await world.click(other, table.claim, "Let it go")
            assert UNSAVED.search(said(world, other)), said(world, other)
            for seconds in (11, 3, 10, 60):
                await world.advance(seconds)
                for somebody, label in ((caller, "Cheat!"), (other, "Let it go")):
                    await world.click(somebody, table.claim, label)
                    assert UNSAVED.search(said(world, somebody)), (seconds, label, said(world, somebody))
            assert await stored(world) == before
        # There is space again: whoever presses first need not wait until the bot has found out by itself.
        await world.click(caller, table.claim, "Cheat!")
        await world.advance(1)
        assert await stored(world) != before
        told = "\n".join(world.text(message) for message in table.channel[-3:])
        assert "lie" in told


async def test_a_turn_whose_time_is_over_says_the_same(tmp_path: Path, trap: LogTrap) -> None:
    for text in LOGGED:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.choose(person, table.due(person), lie=True)
        label, before = table.play_label(person), await stored(world)
        async with broken(table, "read-only"):
            for _ in range(3):
                await world.advance(70)
                await world.click(person, table.hand(person), label)
                assert UNSAVED.search(said(world, person)), said(world, person)
            assert await stored(world) == before
        await world.click(person, table.hand(person), label)
        assert f"**{person.name}** lays" in world.text(table.claim)


async def test_a_stop_promises_only_what_the_next_start_will_know_of(tmp_path: Path, trap: LogTrap) -> None:
    for text in LOGGED:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        with world.as_bot():
            await forbid(world.bot.database)
        await world.restart()
        await world.advance(2)
        (told,) = [text for text in map(world.text, table.channel) if "stops for a moment" in text]
        assert "it will say here" not in told
        assert "`/cheat table` shows it when the bot is back" in told
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        await world.restart()
        await world.advance(2)
        assert "it will say here" not in "\n".join(map(world.text, table.channel)), "told to be back by now"


async def test_a_table_is_not_moved_to_where_a_restart_would_not_find_it(tmp_path: Path, trap: LogTrap) -> None:
    for text in LOGGED:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        caller = table.others(person)[0]
        claim, shown = table.claim, len(table.channel)
        async with broken(table, "read-only"):
            await world.slash(caller, world.channel, "cheat table")
            assert UNSAVED.search(said(world, caller) + world.text(table.channel[-1]))
            assert "Cheat!" in world.labels(claim)
            assert sum("Cheat!" in world.labels(message) for message in table.channel) == 1
        await world.slash(caller, world.channel, "cheat table")
        await world.advance(1)
        assert len(table.channel) > shown
        assert "Cheat!" in world.labels(table.channel[-1])
        assert "Cheat!" not in world.labels(claim)


async def test_what_the_gateway_tells_meanwhile_is_logged_and_breaks_nothing(tmp_path: Path, trap: LogTrap) -> None:
    told = (
        "the table of a channel that was deleted could not be ended",
        "the tables of a server that was left could not all be ended",
        "that a server was left was not stored",
        "that a server took the bot back was not stored",
        "which servers came and went",
    )
    for text in told:
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, bot = table.world, table.world.bot
        await table.sit_down()
        await table.deal()
        ready: list[bool] = []
        bot.at_first_ready = lambda: ready.append(True)
        async with broken(table, "read-only"):
            with world.as_bot():
                channel = bot.get_channel(world.channel.id)
                await bot.on_guild_channel_delete(channel)
                await bot.on_guild_remove(channel.guild)
                await bot.on_guild_join(channel.guild)
                await bot.on_ready()
        assert ready, "what else is to be done then is done"
        logged = [record.getMessage() for record in trap.records]
        assert [text for text in told if not any(text in line for line in logged)] == []
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        assert f"**{person.name}** lays" in world.text(table.claim)
