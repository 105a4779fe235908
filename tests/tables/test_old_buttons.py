"""Old claims lose their buttons when there is a request to spare, at the end of a round at the latest."""

from __future__ import annotations

import pytest

from bot.engine.state import Phase
from tests.tables.cpus import dealt_with_cpus
from tests.tables.support import World, run_in, state, user, virtual
from tests.tables.turns import turn


def with_buttons(world: World) -> list[int]:
    """The claims that nobody can call any more and whose messages still look as if one could."""
    claims = world.memory.of("claim")
    drawn = {claim.number: (claim.edits or [claim.view])[-1].seen for claim in claims}
    return [number for number, seen in drawn.items() if seen and seen.claim and seen.claim.number == number]


@virtual
async def test_old_buttons_go_in_a_later_turn_that_has_an_edit_left(world: World) -> None:
    table = await world.deal(3)
    for _ in range(2):
        assert await turn(world, table) == 2
    assert with_buttons(world) == [1, 2], "both turns spent their edit on the next hand"
    assert await turn(world, table, tokens=("hand:1", "claim")) == 2
    assert with_buttons(world) == [1], "the newest of them misleads most"
    world.memory.pressed = True
    assert await turn(world, table, tokens=("hand:2", "claim")) == 1
    assert with_buttons(world) == [1], "not while requests have to wait"
    world.memory.pressed = False
    assert await turn(world, table, tokens=("hand:0", "claim")) == 2
    assert with_buttons(world) == []


@pytest.mark.parametrize("way", ["end", "stop", "pause"])
def test_no_old_buttons_are_left_where_a_game_rests(way: str) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        for _ in range(3):
            await turn(world, table)
        assert with_buttons(world) == [1, 2, 3]
        if way == "end":
            await world.finish(table)
        elif way == "stop":
            await world.ask(table.stop, world.press(user(0)), False)
        else:
            table.publisher.paused = True
            table.publisher.present()
        await world.settle(15)
        # What follows is drawn by the presses that let it go.
        assert not {1, 2, 3} & set(with_buttons(world))

    run_in(World(), scene)


@virtual
async def test_a_table_that_waits_for_somebody_takes_old_buttons_off_one_after_another(world: World) -> None:
    table = await world.deal(3, turn_timer=None)
    for _ in range(2):
        assert await turn(world, table) == 2, "a turn of fifteen seconds has no more than its two requests"
    world.memory.pressed = True
    await world.settle(30)
    assert with_buttons(world) == [1, 2], "not while requests have to wait"
    world.memory.pressed = False
    since = len(world.memory.calls)
    await world.settle(10)
    assert (with_buttons(world), world.memory.paid(since)) == ([1], 1), "the newest of them misleads most"
    await world.settle(10)
    assert (with_buttons(world), world.memory.paid(since)) == ([], 2)
    await world.settle(60)
    assert world.memory.paid(since) == 2, "and then nothing is left to do"


@virtual
async def test_no_old_buttons_are_left_beside_somebody_who_thinks_and_never_presses_on_a_claim(world: World) -> None:
    """They play from their hand alone, as in a practice game; the claims around them are CPUs'."""
    table = await dealt_with_cpus(world, 3, turn_timer=None)
    thought = 0
    for _ in range(200):
        if state(table).phase is Phase.OVER or thought == 4:
            break
        if state(table).phase is Phase.PLAY and state(table).seats[state(table).turn].attended:
            await world.settle(20)
            assert with_buttons(world) == []
            thought += 1
            await world.play(table)
        await world.settle(1)
    assert thought >= 2


@virtual
async def test_no_claim_keeps_old_buttons_for_long_though_the_table_never_rests(world: World) -> None:
    """Whoever plays at once, and never presses on a claim, leaves the table no moment without something to show."""
    table = await dealt_with_cpus(world, 3, turn_timer=None)
    turns = 0
    for _ in range(400):
        if state(table).phase is Phase.OVER:
            break
        if state(table).phase is Phase.PLAY and state(table).seats[state(table).turn].attended:
            await world.play(table)
            turns += 1
        await world.settle(1)
        sent = {claim.number: claim.sent_at for claim in world.memory.of("claim")}
        waited = [(world.true_now() - sent[number]).total_seconds() for number in with_buttons(world)]
        assert max(waited, default=0) < 120
    assert turns >= 3


def test_old_buttons_are_known_again_after_a_restart() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3, turn_timer=None)
        for _ in range(3):
            await turn(world, table)
        await world.play(table, lie=True)
        await world.settle()
        assert with_buttons(world) == [1, 2, 3, 4]

    async def afterwards() -> None:
        await world.settle()
        assert with_buttons(world) == [4], "that one is open"
        await world.settle(30)
        since = len(world.memory.calls)
        await world.settle(600)
        assert not [call for call in world.memory.calls[since:] if call.kind == "redraw_claim"]

    async def later() -> None:
        table = world.registry.at_channel(900)
        assert table is not None
        await world.settle()
        known = sorted(table.publisher.messages.values(), key=lambda kept: kept.slot)
        assert sorted(await world.store.messages(table.id), key=lambda kept: kept.slot) == known
        assert with_buttons(world) == []

    assert world.live(before)
    assert world.live(afterwards)
    assert world.live(later)


def test_a_claim_whose_window_closed_just_before_the_end_loses_its_buttons_after_the_restart() -> None:
    """The next play was armed and written down, but not shown: its message takes the place of the one before."""
    world = World()

    async def before() -> None:
        table = await world.deal(3, turn_timer=None)
        await world.play(table, lie=True)
        await world.settle()
        await world.play(table, lie=True)
        world.crash_when = lambda where: where == "show.claim begins"
        await world.settle(15)

    async def afterwards() -> None:
        table = world.registry.at_channel(900)
        assert table is not None
        await world.settle()
        assert with_buttons(world) == [state(table).turns]

    assert not world.live(before)
    assert world.live(afterwards)
