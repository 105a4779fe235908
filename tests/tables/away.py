"""What the tests of absent people share: a table that waits, presses of Nudge and kick, and several lives."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from bot.engine.state import Phase
from bot.tables.ports import Notice, NoticeKind
from bot.tables.table import Table
from bot.tables.waits import NUDGE_AFTER
from tests.tables.support import (
    CHANNEL,
    World,
    state,
    user,
)

PATIENCE = NUDGE_AFTER.total_seconds()
DAY = 24 * 3600
UNTIL: dict[str, Any] = {"window_mode": "until_next_play", "turn_timer": None}


def told(world: World, kind: NoticeKind) -> list[Notice]:
    return [m.notice for m in world.memory.of("notice") if m.notice is not None and m.notice.kind is kind]


async def waiting(world: World, seats: int = 4, **rules: Any) -> Table:
    """A table without a turn timer that has waited for seat 1 for three minutes."""
    table = await world.deal(seats, turn_timer=None, **rules)
    await world.settle(PATIENCE + 0.1)
    assert table.view().waiting is not None
    return table


def number(table: Table) -> int:
    shown = table.publisher.messages["waiting"]
    return shown.seq


async def nudge(world: World, table: Table, seat: int, wait: int | None = None) -> Any:
    return await world.ask(table.nudge, world.press(user(seat)), number(table) if wait is None else wait)


async def fall_asleep(world: World, table: Table, seat: int) -> None:
    """The seat misses turns, while the others play, until a CPU keeps it."""
    while not state(table).seats[seat].held:
        if state(table).phase is Phase.PLAY and state(table).turn != seat:
            await world.play(table, lie=True)
        await world.settle(1)


async def kick(world: World, table: Table, who: int, by: int = 0) -> Any:
    return await world.ask(table.kick, world.press(user(by)), user(who))


async def between(world: World) -> Table:
    table = await world.deal(2, rounds=2, max_cards="unlimited", window_s=3)
    while state(table).phase is not Phase.BETWEEN:
        await world.play(table, count=40, lie=not state(table).turns % 2)
        await world.settle(8)
    return table


def lives(world: World, *scenes: Callable[[], Coroutine[Any, Any, None]], downtime: float = 1.0) -> None:
    for scene in scenes:
        assert world.live(scene, downtime=downtime)


def the_table(world: World) -> Table:
    table = world.registry.at_channel(CHANNEL)
    assert table is not None
    return table
