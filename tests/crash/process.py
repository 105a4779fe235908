"""A process to be killed: `python -m tests.crash.process FILE SEED` plays one table on a real database file.

It takes up the live table that the file holds, or opens one, and prints `told N` as soon as a player was answered with
N events in the journal. It knows nothing of the kill that ends it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from bot.engine.state import Phase
from bot.tables.answers import Answer
from bot.tables.table import Table
from tests.tables.support import CHANNEL, World, callers, cards_for, run_in, state


async def play(world: World, mood: random.Random) -> None:
    table = world.registry.at_channel(CHANNEL) or await world.deal(3)
    while table.live and state(table).phase is not Phase.OVER:
        answer = await one_press(world, table, mood)
        assert table.game is not None
        if answer is not None:
            sys.stdout.write(f"told {table.game.seq}\n")
            sys.stdout.flush()
        await world.settle(mood.choice((0, 0, 3)))
    sys.stdout.write("over\n")
    sys.stdout.flush()


async def one_press(world: World, table: Table, mood: random.Random) -> Answer | None:
    """Somebody plays, calls or lets go."""
    if state(table).phase is Phase.PLAY:
        lie = not cards_for(table, state(table).turn, lie=False, count=1)
        return await world.play(table, lie=lie, count=mood.randint(1, 2))
    may_call = callers(table)
    if not may_call:
        return None
    if mood.random() < 0.3:
        return await world.call(table, mood.choice(may_call))
    await world.let_go(table, mood.choice(may_call))
    return None


if __name__ == "__main__":
    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    world = World(seed=seed, path=path)
    run_in(world, lambda world: play(world, random.Random(seed)))
