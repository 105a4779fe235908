"""A stop ends in its time whatever Discord does; nothing accepted is lost by it, and the next start says so."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Posted, Trouble
from bot.tables.away import BACK, OWED, SLOT, STOPS
from bot.tables.ports import NoticeKind
from bot.tables.registry import LONGEST_STOP_S
from bot.tables.table import Table
from tests.tables.support import CHANNEL, GUILD, World, state, user

MANY = 250
SOME = 100  # two batches of a start, and no more than can be told in the time
NEVER = 10.0**6


def world_that_tells(seconds: float = 3.0) -> World:
    """A world whose process tells of its stop."""
    world = World()
    world.stop_notice_s = seconds
    return world


async def dealt(world: World, number: int) -> Table:
    """A table of two in a channel of its own, its cards out."""
    host, guest = user(2 * number), user(2 * number + 1)
    table = await world.registry.open(
        world.press(host),
        guild_id=GUILD,
        guild_name="Guild",
        channel_id=CHANNEL + number,
        channel_name="cards",
        locale="en-US",
        ruleset=Ruleset(),
    )
    assert isinstance(table, Table)
    await table.keep_message("lobby", Posted(CHANNEL + number, world.memory.new_id(), world.true_now()))
    assert isinstance(await world.ask(table.join, world.press(guest)), Accepted)
    assert isinstance(await world.ask(table.start, world.press(host)), Accepted)
    return table


async def stopped(world: World) -> float:
    """Stop as the process does; gives the seconds it took."""
    began = world.loop.time()
    await world.stop()
    return world.loop.time() - began


def told(world: World, kind: NoticeKind) -> Counter[int]:
    """How often each table was told this in a message of its own."""
    notices = ((message.view.id, message.notice) for message in world.memory.of("notice"))
    return Counter(table for table, notice in notices if notice is not None and notice.kind is kind)


def test_250_tables_stop_in_time_though_no_request_is_ever_answered() -> None:
    world = world_that_tells()
    lengths: dict[int, int] = {}

    async def before() -> None:
        tables = [await dealt(world, number) for number in range(MANY)]
        await world.settle(1)
        world.takes = lambda kind, about: NEVER
        for table in tables:
            assert isinstance(await world.play(table, lie=True), Accepted)
        assert await stopped(world) <= LONGEST_STOP_S
        for table in tables:
            lengths[table.id] = len(await world.store.journal(table.id))
            assert state(table).phase is Phase.WINDOW

    async def afterwards() -> None:
        await world.settle(5)
        assert told(world, NoticeKind.RESUMED) == dict.fromkeys(lengths, 1), "each reads that the bot was away"
        for number in range(MANY):
            table = world.registry.at_channel(CHANNEL + number)
            assert table is not None
            assert len(await world.store.journal(table.id)) >= lengths[table.id]
            assert state(table).turns == 1, "the play that was accepted lies there"
        claims = Counter(message.view.id for message in world.memory.of("claim"))
        assert claims == dict.fromkeys(lengths, 1), "each claim is shown, once"

    assert world.live(before, downtime=5)
    world.takes = lambda kind, about: 0.0
    assert world.live(afterwards)


@pytest.mark.parametrize("times", [1, 3])
def test_a_stop_that_was_not_told_is_made_up_for_once(times: int) -> None:
    """Also after several stops in a row, none of which Discord took anything of."""
    world = world_that_tells()

    async def before() -> None:
        await dealt(world, 0)
        await world.settle(1)
        world.takes = lambda kind, about: NEVER
        await world.stop()

    async def between() -> None:
        await world.settle(1)
        await world.stop()

    async def afterwards() -> None:
        await world.settle(5)
        table = world.registry.at_channel(CHANNEL)
        assert table is not None
        assert table.publisher.messages[SLOT].seq == BACK
        assert told(world, NoticeKind.RESUMED) == {table.id: 1}

    assert world.live(before)
    for _ in range(times - 1):
        assert world.live(between)
    world.takes = lambda kind, about: 0.0
    assert world.live(afterwards)
    assert world.live(afterwards), "and not again at the start after that"


def test_a_turn_whose_clock_starts_anew_says_once_that_the_bot_was_away() -> None:
    world = world_that_tells()

    async def before() -> None:
        await dealt(world, 0)
        await world.settle(1)
        world.takes = lambda kind, about: NEVER
        await world.stop()

    async def afterwards() -> None:
        await world.settle(5)
        assert told(world, NoticeKind.STANDING).total() == 1
        assert told(world, NoticeKind.RESUMED).total() == 0

    assert world.live(before, downtime=3600)
    world.takes = lambda kind, about: 0.0
    assert world.live(afterwards)


@pytest.mark.parametrize(("trouble", "owed"), [(Trouble.PASSING, OWED), (Trouble.FORBIDDEN, BACK)])
def test_only_what_may_be_heard_later_is_owed(trouble: Trouble, owed: int) -> None:
    world = world_that_tells()

    async def before() -> None:
        table = await dealt(world, 0)
        await world.settle(1)
        world.fails = lambda kind, about: trouble if kind == "notice" else None
        await world.stop()
        assert table.publisher.messages[SLOT].seq == owed

    assert world.live(before)


def test_an_answer_that_never_arrives_holds_up_no_stop() -> None:
    """A call that waits for its verdict is judged and stored, though its caller can't be told any more."""
    world = world_that_tells()

    async def before() -> None:
        table = await dealt(world, 0)
        await world.play(table, lie=True)
        await world.settle(1)
        length = len(await world.store.journal(table.id))

        async def never(answer: Any) -> None:
            await asyncio.sleep(NEVER)

        caller = next(seat for seat in (0, 1) if seat != state(table).turn)
        calling = asyncio.ensure_future(table.challenge(world.press_on_claim(table, caller), 1, never))
        await asyncio.sleep(0.05)
        assert len(await world.store.journal(table.id)) == length, "the call gathers"
        assert await stopped(world) <= LONGEST_STOP_S
        assert len(await world.store.journal(table.id)) > length
        assert table.publisher.messages[SLOT].seq == STOPS, "and there is time left to tell the table"
        calling.cancel()

    assert world.live(before)


@pytest.mark.parametrize(("method", "call"), [("recollections", 2), ("append", 1), ("append", 60)])
def test_a_stop_during_a_start_leaves_the_rest_as_it_is_stored(method: str, call: int) -> None:
    """It comes while tables are read, or while the clocks of those read start anew."""
    world, closing, calls = world_that_tells(), list[asyncio.Task[None]](), 0

    async def before() -> None:
        for number in range(SOME):
            await dealt(world, number)
        await world.settle(1)
        await world.stop()

    def stops(asked: str) -> None:
        nonlocal calls
        calls += asked == method
        if calls == call and not closing:
            closing.append(asyncio.ensure_future(world.registry.close()))

    async def broken_off() -> None:
        shown = len(world.memory.messages)
        await closing[0]
        await world.settle(100)
        assert len(world.memory.messages) == shown, "a table that was not back is told nothing"

    async def afterwards() -> None:
        await world.settle(5)
        for number in range(SOME):
            table = world.registry.at_channel(CHANNEL + number)
            assert table is not None
            assert not table.faulty
            assert state(table).phase is Phase.PLAY
            assert table.publisher.messages[SLOT].seq == BACK
        stops = [call for call in world.memory.calls if call.note == NoticeKind.STOPPING]
        assert len(stops) == SOME, "of the first stop alone"

    assert world.live(before, downtime=3600)
    world.store_fails = stops
    assert world.live(broken_off)
    world.store_fails = lambda method: None
    assert world.live(afterwards)


@pytest.mark.parametrize("moment", [0.0, 0.5, 2.0])
def test_a_second_stop_changes_nothing_about_the_first(moment: float) -> None:
    world = world_that_tells()

    async def before() -> None:
        await dealt(world, 0)
        await world.settle(1)
        world.takes = lambda kind, about: NEVER if kind != "notice" else 0.1
        await world.play(world.registry.at_channel(CHANNEL), lie=True)  # type: ignore[arg-type]
        first = asyncio.ensure_future(world.registry.close())
        await asyncio.sleep(moment)
        await world.registry.close()
        await first
        assert told(world, NoticeKind.STOPPING).total() == 1

    assert world.live(before)
