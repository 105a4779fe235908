"""A lobby whose host is away is not lost: whoever sits there and wants to go on becomes host, and all hear of it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.cpu.levels import Level
from bot.engine.rules.ruleset import Ruleset
from bot.tables.answers import Answer, Denial, Done, Refused
from bot.tables.ports import NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.tables.away import told
from tests.tables.support import World, accepted, in_world, refused, user, virtual

Press = Callable[[World, Table, int], Coroutine[Any, Any, Answer | None]]

#: Everything that only the host may do in a lobby.
PRESSES: dict[str, tuple[Press, Done]] = {
    "start": (lambda world, table, who: world.ask(table.start, world.press(who)), Done.STARTED),
    "rules": (
        lambda world, table, who: world.ask(table.change_rules, world.press(who), lambda _: Ruleset(jokers=1)),
        Done.RULES_CHANGED,
    ),
    "open the editor": (
        lambda world, table, who: world.ask(table.change_rules, world.press(who), None),
        Done.RULES_CHANGED,
    ),
    "ask for a level": (lambda world, table, who: world.ask(table.ask_cpus, world.press(who)), Done.SHOWN),
    "add a CPU": (lambda world, table, who: world.ask(table.add_cpu, world.press(who), Level.EASY), Done.CPU_ADDED),
    "kick": (lambda world, table, who: world.ask(table.kick, world.press(who), user(0)), Done.UNSEATED),
    "stop": (lambda world, table, who: world.ask(table.stop, world.press(who), False), Done.STOPPED),
}


@pytest.mark.parametrize("what", PRESSES)
@in_world()
async def test_after_two_minutes_without_the_host_anybody_seated_goes_on(world: World, what: str) -> None:
    press, done = PRESSES[what]
    table = await world.open(3)
    await world.settle(110)
    refusal = Denial.CANNOT_STOP if what == "stop" else Denial.NOT_HOST
    assert refused(await press(world, table, user(1))).why is refusal
    await world.settle(11)
    assert refused(await press(world, table, user(7))).why is refusal, "nobody without a seat"
    assert accepted(await press(world, table, user(1))).done is done
    await world.settle()
    assert table.record.host_id == user(1)
    heirs = [notice.kind for notice in told(world, NoticeKind.NEW_HOST)]
    assert heirs == ([] if what == "stop" else [NoticeKind.NEW_HOST])


@virtual
async def test_a_host_who_presses_anything_stays_host(world: World) -> None:
    table = await world.open(2)
    for ask in (table.join, table.repost, table.ask_cpus):
        await world.settle(100)
        await world.ask(ask, world.press(user(0)))
    await world.settle(100)
    assert await world.ask(table.start, world.press(user(1))) == Refused(Denial.NOT_HOST, name="Ann")
    assert table.status is TableStatus.LOBBY


@virtual
async def test_the_new_host_has_time_of_their_own(world: World) -> None:
    table = await world.open(3)
    await world.settle(130)
    await world.ask(table.ask_cpus, world.press(user(1)))
    assert refused(await world.ask(table.start, world.press(user(2)))) == Refused(Denial.NOT_HOST, name="Bob")
    assert refused(await world.ask(table.start, world.press(user(0)))) == Refused(Denial.NOT_HOST, name="Bob")
    await world.settle(120)
    assert accepted(await world.ask(table.start, world.press(user(0)))).done is Done.STARTED


@virtual
async def test_whoever_inherits_a_lobby_has_their_two_minutes(world: World) -> None:
    table = await world.open(3)
    await world.settle(130)
    await world.ask(table.leave, world.press(user(0)))
    assert await world.ask(table.start, world.press(user(2))) == Refused(Denial.NOT_HOST, name="Bob")
