"""Tables where the next play closes the window: gathering, races, clocks and restarts."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.engine.actions import Reason
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Denial, Done
from bot.tables.table import Table
from tests.tables.support import World, accepted, check, in_world, refused, state, user, virtual
from tests.tables.variant_moves import UNTIL, laid


async def next_stamp(world: World, table: Table) -> tuple[int, str]:
    assert table.game is not None
    seat = table.game.see(None).next.seat
    return seat, await world.choose(table, seat, table.game.state.seats[seat].hand[:1])


@virtual
async def test_a_play_closes_the_window_after_the_gathering_time(world: World) -> None:
    table = await laid(world)
    seat, stamp = await next_stamp(world, table)
    asking = asyncio.ensure_future(world.ask(table.play, world.press(user(seat)), stamp))
    await asyncio.sleep(0.1)
    assert state(table).turns == 1, "a call pressed before may still come"
    assert accepted(await asking).done is Done.PLAYED
    assert state(table).turns == 2
    await world.settle()
    check(world, table)


@pytest.mark.parametrize("ahead", [True, False])
def test_of_a_call_and_a_play_the_one_pressed_first_counts(ahead: bool) -> None:
    @virtual
    async def scene(world: World) -> None:
        table = await laid(world)
        seat, stamp = await next_stamp(world, table)
        other = next(at for at in range(3) if at not in (seat, state(table).turn))
        pressed = world.true_now()
        moved = world.press(user(seat), at=pressed)
        lead = timedelta(milliseconds=-80 if ahead else 80)
        playing = asyncio.ensure_future(world.ask(table.play, moved, stamp))
        await asyncio.sleep(0.1)
        called = await world.ask(table.challenge, world.press(user(other), at=pressed + lead, on_claim=True), 1)
        played = await playing
        if ahead:
            assert accepted(called).done in (Done.CHALLENGE_WON, Done.CHALLENGE_LOST)
            assert refused(played).why is Denial.CALLED_FIRST
        else:
            assert accepted(played).done is Done.PLAYED
            assert refused(called).why is Denial.BEATEN
        await world.settle()
        check(world, table)

    scene()


@virtual
async def test_no_play_before_everybody_could_have_called(world: World) -> None:
    table = await world.deal(3, **UNTIL)
    accepted(await world.play(table))
    await world.settle(0.5)
    seat, stamp = await next_stamp(world, table)
    answer = refused(await world.ask(table.play, world.press(user(seat)), stamp))
    assert answer.why is Denial.TOO_SOON
    assert 2 < answer.seconds <= 3
    again = await world.ask(table.pass_turn, world.press(user(seat)), table.hand_of(seat).turn_stamp)
    assert refused(again).why is Reason.PASS_NOT_ALLOWED


@virtual
async def test_whoever_does_not_go_on_is_played_for_and_the_window_closes(world: World) -> None:
    table = await laid(world)
    assert table.game is not None
    seat = table.game.see(None).next.seat
    await world.settle(30)
    assert any(message.notice is not None and message.notice.seat == seat for message in world.memory.of("notice"))
    await world.settle(40)
    assert state(table).turns == 2
    assert state(table).claim is not None
    assert state(table).seats[seat].strikes == 1


@virtual
async def test_a_call_in_time_counts_against_the_clock_of_the_next_turn(world: World) -> None:
    table = await laid(world)
    seat = (state(table).turn + 2) % 3
    assert accepted(await world.call(table, seat)).done in (Done.CHALLENGE_WON, Done.CHALLENGE_LOST)
    await world.settle()
    assert state(table).phase is Phase.PLAY
    check(world, table)


def test_a_restart_gives_the_next_turn_its_time_again() -> None:
    world = World()

    async def before() -> None:
        table = await laid(world)
        assert state(table).until is not None

    async def after() -> None:
        (table,) = world.registry.of_user(user(0))
        now = world.true_now()
        until = state(table).until
        assert state(table).phase is Phase.WINDOW
        assert until is not None
        assert until > now + timedelta(seconds=50)
        seat, stamp = await next_stamp(world, table)
        assert accepted(await world.ask(table.play, world.press(user(seat)), stamp)).done is Done.PLAYED
        check(world, table)

    assert world.live(before, downtime=300)
    assert world.live(after)


def test_a_claim_that_was_shown_unknown_to_us_gives_the_next_turn_its_time_after_a_restart() -> None:
    """Discord has the message, but the process ended before it knew: nobody may miss a turn by that."""
    world = World()

    async def before() -> None:
        table = await world.deal(3, **UNTIL)
        world.crash_when = lambda where: where == "show.claim done"
        accepted(await world.play(table))
        await world.settle()

    async def after() -> None:
        (table,) = world.registry.of_user(user(0))
        await world.settle(1)
        assert len(world.memory.of("claim")) == 1
        until = state(table).until
        assert until is not None
        assert until > world.true_now() + timedelta(seconds=55)
        check(world, table)

    assert not world.live(before, downtime=130)
    assert world.live(after)


@pytest.mark.parametrize("seed", range(8))
def test_however_they_are_interleaved_one_press_wins_and_each_is_answered_once(seed: int) -> None:
    @in_world(yields=seed)
    async def scene(world: World) -> None:
        table = await laid(world, simultaneous="nearest_left" if seed % 2 else "first")
        claimant, (seat, stamp) = state(table).turn, await next_stamp(world, table)
        other, now = 3 - claimant - seat, world.true_now()
        moved = world.press(user(seat), at=now)
        call = world.press(user(other), at=now + timedelta(milliseconds=(-90, 90)[seed // 4]), on_claim=True)
        early = world.press(user(seat), at=now - timedelta(milliseconds=30), on_claim=True)
        asked = [
            world.ask(table.challenge, call, 1),
            world.ask(table.play, moved, stamp),
            world.ask(table.let_go, early, 1),
        ]
        await asyncio.gather(*asked)
        await world.settle(1)
        called, played = world.only_answer(call), world.only_answer(moved)
        assert isinstance(called, Accepted) != isinstance(played, Accepted)
        assert isinstance(called, Accepted) == (call.key < moved.key)
        assert len(world.memory.of("claim")) == (2 if isinstance(played, Accepted) else 1)
        check(world, table)

    scene()
