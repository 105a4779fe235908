"""Time in which nobody could act: the process stood still, the gateway was gone, or nothing could be stored."""

from __future__ import annotations

import pytest

from bot.engine.state import Phase
from bot.tables.answers import Accepted
from bot.tables.deadlines import GRACE
from bot.tables.ports import NoticeKind
from tests.tables.support import World, check, run_in, state, virtual
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
