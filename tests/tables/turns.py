"""Whole turns: played to their end, with what they cost and what was told meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.tables.ports import NoticeKind
from bot.tables.table import Table
from tests.tables.support import World


async def keep(world: World, table: Table, *slots: str, age: float = 0.0) -> None:
    """A token as a press a moment ago would have left it."""
    for slot in slots:
        if slot == "claim":
            message_id = table.publisher.messages["claim"].message_id
        else:
            place = table.place_of(int(slot.removeprefix("hand:")))
            assert place is not None
            message_id = place.message_id
        await table.keep_token(slot, message_id, "token", world.true_now() - timedelta(minutes=age))


async def turn(
    world: World, table: Table, *, tokens: tuple[str, ...] = (), age: float = 0.0, called_by: int | None = None
) -> int:
    """One whole turn, from the play to the play after it; gives what it cost without the play after it."""
    await world.play(table, lie=True)
    since = len(world.memory.calls)
    await world.settle()
    await keep(world, table, *tokens, age=age)
    if called_by is None:
        await world.settle(15)
    else:
        await world.call(table, called_by)
        await world.settle()
    return world.memory.paid(since)


def notices(world: World, kind: NoticeKind) -> list[Any]:
    return [m.notice for m in world.memory.of("notice") if m.notice is not None and m.notice.kind is kind]
