"""Moves that only variants know."""

from __future__ import annotations

from bot.engine.state import Phase
from bot.tables.table import Table
from tests.tables.support import World, accepted, state

UNTIL = {"window_mode": "until_next_play"}


async def laid(world: World, **rules: object) -> Table:
    """A table whose first claim has been seen for four seconds."""
    table = await world.deal(3, **{**UNTIL, **rules})
    accepted(await world.play(table))
    await world.settle(4)
    assert state(table).phase is Phase.WINDOW
    return table
