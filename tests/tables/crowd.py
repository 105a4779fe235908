"""What the races share: a claim that lies open, and presses that come together."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.engine.rules.ruleset import Ruleset
from bot.tables.answers import Accepted
from bot.tables.table import Table
from tests.tables.support import (
    CHANNEL,
    GUILD,
    World,
    state,
    user,
)

SEEDS = range(8)


async def claim_open(world: World, seats: int, *, lie: bool = False, **rules: Any) -> Table:
    """A table where the first claim lies open and its clock runs."""
    table = await world.deal(seats, **rules)
    answer = await world.play(table, lie=lie)
    if not isinstance(answer, Accepted):
        answer = await world.play(table, lie=True)
    assert isinstance(answer, Accepted)
    await world.settle()
    assert state(table).until is not None
    return table


async def at_once(world: World, *presses: Coroutine[Any, Any, Any]) -> None:
    """All of these together, in an order of the world's own."""
    tasks = list(presses)
    if world.dice is not None:
        world.dice.shuffle(tasks)
    await asyncio.gather(*tasks)


async def after(delay: float, press: Coroutine[Any, Any, Any]) -> None:
    await asyncio.sleep(delay)
    await press


async def opened(world: World, seat: int) -> Any:
    return await world.registry.open(
        world.press(user(seat)),
        guild_id=GUILD,
        guild_name="Guild",
        channel_id=CHANNEL,
        channel_name="cards",
        locale="en-US",
        ruleset=Ruleset(),
    )
