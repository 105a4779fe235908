"""Two commands or lobby buttons at the same moment: one comes first, each is answered once, and the table is whole."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.state import Phase, Standing
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.registry import Taken
from bot.tables.table import Table
from tests.tables.away import between
from tests.tables.crowd import SEEDS, at_once, opened
from tests.tables.support import CHANNEL, World, accepted, check, refused, run_in, state, user

MOST_SEATS = 10


def seated(table: Table) -> list[int | None]:
    """Who sits there, by seats; these are numbered without a gap."""
    assert [seat.seat for seat in table.record.seats] == list(range(len(table.record.seats)))
    return [seat.user_id for seat in table.record.seats]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_take_the_last_seat(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.open(MOST_SEATS - 1)
        one, other = world.press(user(20)), world.press(user(21))
        await at_once(world, world.ask(table.join, one), world.ask(table.join, other))
        told = [world.only_answer(one), world.only_answer(other)]
        assert sorted(answer.why for answer in told if isinstance(answer, Refused)) == [Denial.TABLE_FULL]
        (winner,) = [press for press, answer in zip((one, other), told, strict=True) if isinstance(answer, Accepted)]
        assert seated(table) == [*map(user, range(MOST_SEATS - 1)), winner.user_id]
        stored = await world.store.table(table.id)
        assert stored is not None
        assert stored.seats == table.record.seats

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_host_and_somebody_else_press_start(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.open(3)
        host, other = world.press(user(0)), world.press(user(1))
        await at_once(world, world.ask(table.start, host), world.ask(table.start, other))
        await world.settle()
        assert accepted(world.only_answer(host)).done is Done.STARTED
        assert isinstance(world.only_answer(other), Refused)
        assert len(world.memory.of("deal")) == 1
        check(world, table)
        await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_leaving_a_lobby_while_being_taken_off_it(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.open(3)
        leave, kick = world.press(user(1)), world.press(user(0))
        await at_once(world, world.ask(table.leave, leave), world.ask(table.kick, kick, user(1)))
        await world.settle()
        gone, thrown_out = world.only_answer(leave), world.only_answer(kick)
        # Whichever came second was told that there is nobody any more.
        assert (isinstance(gone, Accepted), isinstance(thrown_out, Accepted)) in {(True, False), (False, True)}
        if isinstance(gone, Accepted):
            assert refused(thrown_out).why is Denial.NO_SUCH_PERSON
        else:
            assert refused(gone).why is Denial.NOT_AT_TABLE
        assert seated(table) == [user(0), user(2)]
        assert accepted(await world.ask(table.join, world.press(user(1)))).done is Done.JOINED

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_giving_up_while_the_seat_is_handed_to_a_cpu(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(4)
        leave, kick = world.press(user(2)), world.press(user(0))
        await at_once(world, world.ask(table.leave, leave), world.ask(table.kick, kick, user(2)))
        await world.settle()
        gone, thrown_out = world.only_answer(leave), world.only_answer(kick)
        seat = state(table).seats[2]
        if isinstance(thrown_out, Accepted):
            assert refused(gone).why is Denial.KICKED
            assert (seat.standing, seat.held) == (Standing.IN, True)
        else:
            assert accepted(gone).done is Done.RESIGNED
            assert seat.standing is Standing.RESIGNED
        check(world, table)
        await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_join_a_leave_and_a_stop(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.open(2)
        join, leave, stop = world.press(user(5)), world.press(user(1)), world.press(user(0))
        await at_once(
            world,
            world.ask(table.join, join),
            world.ask(table.leave, leave),
            world.ask(table.stop, stop, False),
        )
        await world.settle(100)
        assert accepted(world.only_answer(stop)).done is Done.STOPPED
        for press in (join, leave):
            answer = world.only_answer(press)
            assert isinstance(answer, Accepted) or refused(answer).why is Denial.TABLE_GONE
        assert not table.live
        assert world.registry.of_user(user(5)) == [], "nobody sits at a table that is none"

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_round_is_begun_twice_and_by_itself(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await between(world)
        number = state(table).number
        presses = [world.press(user(0)), world.press(user(0))]
        await at_once(world, *(world.ask(table.next_round, press, number) for press in presses))
        await world.settle(300)
        told = [world.only_answer(press) for press in presses]
        assert sum(isinstance(answer, Accepted) for answer in told) == 1
        assert state(table).phase is not Phase.BETWEEN
        check(world, table)
        await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rematch_is_pressed_twice_while_somebody_opens_a_table_there(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(2)
        await world.finish(table)
        await world.settle(100)
        found = await asyncio.gather(
            world.registry.rematch(world.press(user(0)), table.id),
            opened(world, 5),
            world.registry.rematch(world.press(user(0)), table.id),
        )
        (made,) = [one for one in found if isinstance(one, Table)]
        assert made.live
        assert made.id != table.id
        assert {one.table.id for one in found if isinstance(one, Taken)} <= {made.id}
        assert world.registry.at_channel(CHANNEL) is made

    run_in(World(seed=seed, yields=seed), scene)
