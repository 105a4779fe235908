"""A stop during everything, and messages in the order in which things were decided."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any

import pytest

from bot.engine.state import Phase
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.tables.crowd import after, at_once, claim_open, opened
from tests.tables.support import (
    CHANNEL,
    World,
    accepted,
    in_world,
    run_in,
    state,
    user,
    virtual,
)

# --- stop during everything -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_stop_at_any_moment(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await claim_open(world, 4, lie=bool(seed % 2))
        world.takes = lambda kind, about: 0.4
        presses = [world.press_on_claim(table, seat) for seat in (0, 2, 3)]
        number = state(table).turns
        stop = world.press(user(0))
        await at_once(
            world,
            after(0.05 * (seed % 12), world.ask(table.stop, stop, False)),
            world.ask(table.let_go, presses[0], number),
            world.ask(table.let_go, presses[1], number),
            world.ask(table.challenge if seed % 3 else table.let_go, presses[2], number),
            world.play(table, lie=True),
        )
        assert accepted(world.only_answer(stop)).done is Done.STOPPED
        assert table.status is TableStatus.CLOSED
        assert world.registry.at_channel(CHANNEL) is None
        length, posted = len(await world.store.journal(table.id)), len(world.memory.messages)
        await world.settle(200)
        assert len(await world.store.journal(table.id)) == length, "a stopped table plays on"
        late = [m.kind for m in world.memory.messages[posted:]]
        assert len(late) <= 1, "a stopped table goes on talking, beyond what was on its way"
        for press in presses:
            assert len(world.answers[press.key]) == 1
        assert isinstance(await opened(world, 1), Table), "the channel is free"

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", range(15))
def test_stop_while_the_cards_are_dealt(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.open(3)
        start, stop = world.press(user(0)), world.press(user(5))
        await at_once(world, world.ask(table.start, start), world.ask(table.stop, stop, True))
        await world.settle(100)
        assert accepted(world.only_answer(stop)).done is Done.STOPPED
        assert not table.live
        assert len(world.answers[start.key]) == 1
        stored = await world.store.table(table.id)
        assert stored is not None
        assert stored.status is TableStatus.CLOSED
        assert len(world.memory.of("notice")) == 0

    run_in(World(seed=seed, yields=seed), scene)


@in_world()
async def test_a_call_that_waits_for_its_verdict_is_told_of_the_stop(world: World) -> None:
    table = await claim_open(world, 3)
    call = world.press_on_claim(table, 0)
    calling = asyncio.ensure_future(world.ask(table.challenge, call, 1))
    await asyncio.sleep(0.1)
    await world.ask(table.stop, world.press(user(0)), False)
    length = len(await world.store.journal(table.id))
    await calling
    assert world.only_answer(call) == Refused(Denial.TABLE_GONE)
    assert len(await world.store.journal(table.id)) == length


@in_world()
async def test_a_stop_is_silence_at_once_however_slow_its_answer(world: World) -> None:
    table = await world.deal(3)
    world.takes = lambda kind, about: 2.0
    table.publisher.redraw_hand(0)
    await world.play(table, lie=True)

    async def slow(answer: Any) -> None:
        await asyncio.sleep(60)

    stopping = asyncio.ensure_future(table.stop(world.press(user(0)), False, slow))
    await world.settle(100)
    await stopping
    assert not world.memory.of("claim"), "a claim with buttons on a table that is no more"


# --- steps are shown in the order they were decided -------------------------------------------------------------------


@in_world()
async def test_a_slow_answer_turns_nothing_round(world: World) -> None:
    table = await world.deal(3)
    assert table.game is not None
    stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])
    held = asyncio.Event()

    async def slow(answer: Any) -> None:
        await held.wait()

    playing = asyncio.ensure_future(table.play(world.press(user(1)), stamp, slow))
    await world.settle()
    assert state(table).turns == 1
    assert not world.memory.of("claim"), "the answer comes first"
    # A hand may call before the claim's message is there.
    calling = asyncio.ensure_future(world.call(table, 0))
    await world.settle(1)
    assert isinstance(await calling, Accepted)
    held.set()
    await playing
    await world.settle()
    assert state(table).phase is Phase.PLAY
    pinged = [message.notice for message in world.memory.of("notice")]
    assert [(notice.kind, notice.mention) for notice in pinged if notice is not None] == [("turn", 2)]
    await world.play(table, lie=True)
    await world.settle()
    (claim,) = world.memory.of("claim")
    assert claim.number == 2
    assert claim.view.settled is not None
    assert claim.view.settled.number == 1, "the next message tells what nobody saw"


@in_world()
async def test_an_answer_that_hangs_holds_nobody_up_for_long(world: World) -> None:
    table = await world.deal(3)
    stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])

    async def never(answer: Any) -> None:
        await asyncio.sleep(1000)

    playing = asyncio.ensure_future(table.play(world.press(user(1)), stamp, never))
    await world.settle(3.1)
    assert [message.number for message in world.memory.of("claim")] == [1]
    playing.cancel()


@in_world()
async def test_discord_slow_to_say_that_it_has_the_claim(world: World) -> None:
    """The claim is visible to people before our request returns: they press, and all is shown in order."""
    table = await world.deal(3)
    world.takes = lambda kind, about: 4.0 if kind == "claim" else 0.0
    await world.play(table, lie=True)
    await world.settle(1)
    await world.ask(table.challenge, world.press(user(0)), 1)
    assert state(table).phase is Phase.PLAY
    await world.settle(10)
    (claim,) = world.memory.of("claim")
    assert claim.edits
    assert claim.edits[-1].settled is not None
    assert claim.edits[-1].settled.number == claim.number, "the message that came late was tidied too"


def test_answers_are_not_held_up_by_messages() -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        world.takes = lambda kind, about: 100.0
        before: datetime = world.true_now()
        await world.play(table, lie=True)
        await world.let_go(table, 0)
        assert (world.true_now() - before).total_seconds() < 0.5

    run_in(World(), scene)


@virtual
async def test_whoever_begins_waits_for_no_other_hand(world: World) -> None:
    table = await world.open(5)
    since = len(world.memory.calls)
    await world.begin(table)
    shown = [call.hand.seat for call in world.memory.calls[since:] if call.hand is not None]
    turn = state(table).turn
    assert turn != 0
    assert shown == [turn, *(seat for seat in range(5) if seat != turn)]
