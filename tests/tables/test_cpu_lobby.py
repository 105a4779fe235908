"""CPUs in the lobby: who seats them, what they are called, and who gets up for whom."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cpu.levels import Level
from bot.tables.answers import Denial, Done, Refused
from bot.tables.cpu_names import NAMES
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.tables.cpus import dealt_with_cpus, play_along, with_cpus
from tests.tables.support import World, accepted, refused, run_in, state, user, virtual


def names(table: Table) -> list[str]:
    return [person.name for person in table.view().people]


@virtual
async def test_the_host_opens_a_table_with_cpus_beside_them(world: World) -> None:
    table = await with_cpus(world, 9, level=Level.HARD)
    people = table.view().people
    assert [person.cpu for person in people] == [False] + [True] * 9
    assert {person.level for person in people[1:]} == {Level.HARD}
    assert len(set(names(table))) == 10
    assert table.view().practice


@virtual
async def test_the_host_adds_removes_and_changes_cpus_and_nobody_else_does(world: World) -> None:
    table = await with_cpus(world, 1, people=2)
    host, guest = user(0), user(1)
    for press in (
        world.ask(table.add_cpu, world.press(guest), Level.EASY),
        world.ask(table.remove_cpu, world.press(guest), None),
        world.ask(table.set_cpu_level, world.press(guest), Level.EASY, None),
    ):
        assert refused(await press) == Refused(Denial.NOT_HOST, name="Ann")
    assert names(table) == ["Ann", NAMES[0], "Bob"]
    added = accepted(await world.ask(table.add_cpu, world.press(host), Level.EASY))
    assert (added.done, added.seat, added.name) == (Done.CPU_ADDED, 3, NAMES[1])
    one = accepted(await world.ask(table.set_cpu_level, world.press(host), Level.HARD, NAMES[1].upper()))
    assert (one.done, one.name) == (Done.CPU_LEVEL, NAMES[1])
    assert [person.level for person in table.view().people] == [None, Level.MEDIUM, None, Level.HARD]
    assert accepted(await world.ask(table.set_cpu_level, world.press(host), Level.EASY, None)).done is Done.CPU_LEVELS
    gone = accepted(await world.ask(table.remove_cpu, world.press(host), NAMES[0]))
    assert (gone.done, gone.name) == (Done.CPU_REMOVED, NAMES[0])
    assert names(table) == ["Ann", "Bob", NAMES[1]]
    assert refused(await world.ask(table.remove_cpu, world.press(host), "Bob")).why is Denial.NO_SUCH_CPU
    assert accepted(await world.ask(table.remove_cpu, world.press(host), None)).name == NAMES[1]
    assert refused(await world.ask(table.remove_cpu, world.press(host), None)).why is Denial.NO_SUCH_CPU
    assert refused(await world.ask(table.set_cpu_level, world.press(host), Level.EASY, None)).why is Denial.NO_SUCH_CPU
    await world.settle()
    assert world.memory.calls[-1].kind == "redraw_lobby"


@virtual
async def test_no_cpu_has_the_name_of_somebody_at_the_table(world: World) -> None:
    table = await with_cpus(world, 0)
    await table.renamed(user(0), f" {NAMES[0].lower()} ")
    for _ in range(9):
        accepted(await world.ask(table.add_cpu, world.press(user(0)), Level.EASY))
    assert names(table)[1:] == list(NAMES[1:10])
    assert refused(await world.ask(table.add_cpu, world.press(user(0)), Level.EASY)).why is Denial.TABLE_FULL


@pytest.mark.parametrize(("rules", "cpus"), [({}, 9), ({"family": "same_rank"}, 5), ({"teams": "alternate"}, 5)])
def test_whoever_joins_a_full_table_takes_the_seat_of_the_last_cpu(rules: dict[str, Any], cpus: int) -> None:
    async def scene(world: World) -> None:
        table = await with_cpus(world, cpus, **rules)
        last = names(table)[-1]
        answer = accepted(await world.ask(table.join, world.press(user(1))))
        assert (answer.done, answer.seat, answer.name) == (Done.TOOK_CPU_SEAT, cpus, last)
        assert names(table)[-1] == "Bob"
        assert len(names(table)) == cpus + 1
        assert not table.view().practice
        assert await table.welcome(user(1))
        await world.begin(table)
        assert [seat.cpu for seat in state(table).seats] == [False] + [True] * (cpus - 1) + [False]

    run_in(World(), scene)


@virtual
async def test_a_table_full_of_people_stays_full(world: World) -> None:
    table = await world.open(9)
    accepted(await world.ask(table.add_cpu, world.press(user(0)), Level.EASY))
    assert accepted(await world.ask(table.join, world.press(user(9)))).done is Done.TOOK_CPU_SEAT
    assert refused(await world.ask(table.join, world.press(user(10)))).why is Denial.TABLE_FULL


@virtual
async def test_the_hosts_powers_pass_to_a_person_and_the_last_person_closes_the_table(world: World) -> None:
    table = await with_cpus(world, 2, people=2)
    assert accepted(await world.ask(table.leave, world.press(user(0)))).done is Done.LEFT
    assert table.view().host_id == user(1)
    assert [person.cpu for person in table.view().people] == [True, True, False]
    assert accepted(await world.ask(table.leave, world.press(user(1)))).done is Done.LOBBY_CLOSED
    assert table.status is TableStatus.CLOSED


@virtual
async def test_once_the_cards_are_out_cpus_stay_as_they_are(world: World) -> None:
    table = await dealt_with_cpus(world, 2)
    for press in (
        world.ask(table.add_cpu, world.press(user(0)), Level.EASY),
        world.ask(table.remove_cpu, world.press(user(0)), None),
        world.ask(table.set_cpu_level, world.press(user(0)), Level.EASY, None),
    ):
        assert refused(await press).why is Denial.CPUS_FIXED


@virtual
async def test_a_rematch_seats_the_same_cpus(world: World) -> None:
    table = await dealt_with_cpus(world, 2, level=Level.EASY)
    await play_along(world, table)
    await world.settle(5)
    again = await world.registry.rematch(world.press(user(0)), table.id)
    assert isinstance(again, Table)
    assert again.view().people == table.view().people
    await world.begin(again)
    assert [seat.cpu for seat in state(again).seats] == [False, True, True]


@virtual
async def test_the_lobby_with_its_cpus_survives_a_restart(world: World) -> None:
    table = await with_cpus(world, 2, level=Level.HARD)
    before = table.view().people
    await world.stop()
    assert await world.start() == 1
    again = world.registry.live(table.id)
    assert again is not None
    assert again.view().people == before
