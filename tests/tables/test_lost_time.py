"""Time in which nobody could act: the process stood still, the gateway was gone, or nothing could be stored."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.state import Phase
from bot.tables.answers import Accepted
from bot.tables.deadlines import GRACE
from bot.tables.ports import NoticeKind
from tests.tables.support import World, check, run_in, state, user, virtual
from tests.tables.turns import notices

GRACE_S = GRACE.total_seconds()


@pytest.mark.parametrize("standing", [8.0, 30.0])
def test_a_window_that_ran_out_while_the_process_stood_still_opens_again_and_says_so(standing: float) -> None:
    """Nobody could call meanwhile; what was pressed came too late to be answered."""

    async def scene(world: World) -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle(9)
        world.stand_still(standing)
        await world.settle(4)
        assert state(table).phase is Phase.WINDOW
        (message,) = world.memory.of("claim")
        assert message.edits[-1].reopened
        assert message.edits[-1].printed == state(table).until
        assert isinstance(await world.call(table, 0), Accepted)
        await world.play(table, lie=True)
        await world.settle(14)
        assert state(table).phase is Phase.PLAY, "the next one closes as ever"
        check(world, table)

    run_in(World(), scene)


@virtual
async def test_a_turn_that_ran_out_while_the_process_stood_still_has_its_full_time_again_and_says_so(
    world: World,
) -> None:
    table = await world.deal(3)
    await world.settle(35)
    world.stand_still(600)
    await world.settle(30)
    assert state(table).turns == 0
    (told,) = notices(world, NoticeKind.RESUMED)
    assert (told.mention, told.seconds) == (1, 60)
    await world.settle(20)
    assert state(table).turns == 0
    await world.settle(40)
    assert state(table).turns == 1


@pytest.mark.parametrize(("lost", "reopened"), [(2.0, False), (5.0, True), (60.0, True)])
def test_no_window_runs_out_while_presses_can_not_arrive(lost: float, reopened: bool) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle(5)
        world.registry.tell_reach(lambda _guild_id: False)
        await world.settle(lost)
        assert state(table).phase is Phase.WINDOW
        world.registry.tell_reach(lambda _guild_id: True)
        await world.settle(0.1)
        assert state(table).phase is Phase.WINDOW
        (message,) = world.memory.of("claim")
        assert bool(message.edits) is reopened
        assert table.view().reopened is reopened
        assert isinstance(await world.call(table, 0), Accepted)
        await world.play(table, lie=True)
        await world.settle(14)
        assert state(table).phase is Phase.PLAY, "the next one closes as ever"
        check(world, table)

    run_in(World(), scene)


@virtual
async def test_no_turn_runs_out_while_presses_can_not_arrive(world: World) -> None:
    table = await world.deal(3)
    await world.settle(35)
    world.registry.tell_reach(lambda guild_id: guild_id != table.record.guild_id)
    await world.settle(300)
    assert state(table).turns == 0
    world.registry.tell_reach(lambda _guild_id: True)
    await world.settle(50)
    assert state(table).turns == 0
    (told,) = notices(world, NoticeKind.RESUMED)
    assert (told.mention, told.seconds) == (1, 60)
    await world.settle(15)
    assert state(table).turns == 1


@virtual
async def test_a_window_that_ran_out_while_nothing_could_be_stored_opens_again(world: World) -> None:
    """A full disk: calls were told that they can't be saved, so they must be possible when they can."""
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle(5)
    world.store_fails = lambda method: OSError("full") if method == "append" else None
    await world.settle(40)
    assert state(table).phase is Phase.WINDOW
    world.store_fails = lambda method: None
    await world.settle(6)
    assert state(table).phase is Phase.WINDOW
    assert world.memory.of("claim")[-1].edits[-1].reopened
    assert isinstance(await world.call(table, 0), Accepted)


@virtual
async def test_a_connection_that_is_lost_again_and_again_keeps_no_turn_open_for_ever(world: World) -> None:
    table = await world.deal(3)
    for _ in range(12):
        await world.settle(50)
        world.registry.tell_reach(lambda _guild_id: False)
        await world.settle(5)
        world.registry.tell_reach(lambda _guild_id: True)
    assert state(table).turns >= 1, "somebody who is away is played for in the end"


@virtual
async def test_a_lost_connection_costs_a_table_one_request(world: World) -> None:
    table = await world.deal(3)
    for _ in range(4):
        await world.play(table, lie=True)
        await world.settle(13)
    await world.settle(31)
    since = len(world.memory.calls)
    world.registry.tell_reach(lambda _guild_id: False)
    await world.settle(5)
    world.registry.tell_reach(lambda _guild_id: True)
    await world.settle(1)
    assert world.memory.paid(since) == 1, "the word that there is more time"
    await world.play(table, lie=True)
    await world.settle(5)
    since = len(world.memory.calls)
    world.registry.tell_reach(lambda _guild_id: False)
    await world.settle(5)
    world.registry.tell_reach(lambda _guild_id: True)
    await world.settle(1)
    assert world.memory.paid(since) == 1, "the claim with its new time"


@virtual
async def test_a_second_loss_in_a_turn_is_told_with_its_own_time(world: World) -> None:
    table = await world.deal(3)
    for _ in range(2):
        await world.settle(40)
        world.registry.tell_reach(lambda _guild_id: False)
        await world.settle(5)
        world.registry.tell_reach(lambda _guild_id: True)
    await world.settle(1)
    said = [call for call in world.memory.calls if call.note == NoticeKind.RESUMED]
    assert len(said) == 2, "a reminder stands below the first"
    (told,) = notices(world, NoticeKind.RESUMED)
    assert told.until >= state(table).until, "the newest alone stands"


@virtual
async def test_two_losses_in_a_row_are_told_in_one_message(world: World) -> None:
    table = await world.deal(3)
    await world.settle(40)
    for _ in range(2):
        world.registry.tell_reach(lambda _guild_id: False)
        await world.settle(25)
        world.registry.tell_reach(lambda _guild_id: True)
        await world.settle(1)
    (message,) = [one for one in world.memory.of("notice") if one.notice and one.notice.kind is NoticeKind.RESUMED]
    assert message.says is not None
    until = state(table).until
    assert until is not None
    assert message.says.until is not None
    assert message.says.until >= until


@pytest.mark.parametrize("presses", ["play", "let_go"])
def test_a_press_that_comes_in_the_same_moment_gives_nobody_another_s_clock(presses: str) -> None:
    """The press takes the lock after the clock was found to have stood still, and before it would start anew."""

    async def scene(world: World) -> None:
        table = await world.deal(3)
        if presses == "let_go":
            await world.play(table, lie=False)
            await world.settle(1)
            await world.let_go(table, 0)
            ask = world.ask(table.let_go, world.press(user(2), on_claim=True), state(table).turns)
        else:
            stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])
            ask = world.ask(table.play, world.press(user(1)), stamp)
        assert table.game is not None
        async with table.lock:
            anew = asyncio.create_task(table.stood_still(table.game.seq))
            await asyncio.sleep(0)
            pressed = asyncio.create_task(ask)
            await asyncio.sleep(0)
        assert isinstance(await pressed, Accepted)
        await anew
        await world.settle(0.5)
        until = state(table).until
        assert until is not None
        left = (until - world.true_now()).total_seconds()
        assert (55 < left <= 61) if presses == "let_go" else (5 < left <= 11)
        assert not notices(world, NoticeKind.RESUMED)

    run_in(World(), scene)


@virtual
async def test_nobody_loses_time_at_a_table_opened_while_presses_can_not_arrive(world: World) -> None:
    """Its buttons in the channel work; the hands are in direct messages, which nobody hears."""
    world.registry.tell_reach(lambda _guild_id: False)
    table = await world.deal(3)
    await world.settle(300)
    assert state(table).turns == 0
    assert not notices(world, NoticeKind.REMINDER), "nobody is hurried who can't play"
    world.registry.tell_reach(lambda _guild_id: True)
    await world.settle(50)
    assert state(table).turns == 0
    await world.settle(15)
    assert state(table).turns == 1
    check(world, table)


@virtual
async def test_a_press_on_a_window_that_is_overdue_while_not_all_are_heard_counts(world: World) -> None:
    """Direct messages reach nobody, so the window waits; what is pressed in the channel does arrive."""
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle(5)
    world.registry.tell_reach(lambda _guild_id: False)
    await world.settle(16)
    assert state(table).phase is Phase.WINDOW
    since = state(table).until
    assert since is not None
    assert since < world.true_now(), "it is overdue"
    assert isinstance(await world.call(table, 0), Accepted)
    assert not notices(world, NoticeKind.REMINDER)
    await world.settle(1)
    assert state(table).phase is not Phase.WINDOW
    check(world, table)


@virtual
async def test_a_press_that_lets_go_of_an_overdue_window_gives_it_its_time_again(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle(5)
    world.registry.tell_reach(lambda _guild_id: False)
    await world.settle(16)
    assert isinstance(await world.ask(table.let_go, world.press(user(2), on_claim=True), state(table).turns), Accepted)
    (message,) = world.memory.of("claim")
    assert message.edits[-1].reopened
    until = state(table).until
    assert until is not None
    assert until > world.true_now()


@virtual
async def test_nobody_is_reminded_of_a_turn_while_presses_can_not_arrive(world: World) -> None:
    await world.deal(3)
    await world.settle(20)
    world.registry.tell_reach(lambda _guild_id: False)
    await world.settle(35)
    assert not notices(world, NoticeKind.REMINDER)
