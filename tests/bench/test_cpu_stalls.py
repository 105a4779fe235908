"""How long CPUs keep the event loop busy in one go: two hundred of them at fifty tables, all wanting to act at once.

Time at the tables is virtual; what is measured is this thread's own time, whatever else the machine does. The figure
is printed: `pytest -m slow -s tests/bench`.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from bot.collector import Collector
from bot.cpu.levels import Level
from bot.engine.events import Claimed
from bot.engine.rules.ruleset import Ruleset
from bot.tables import watch
from bot.tables.answers import Accepted
from bot.tables.table import Table
from tests.tables.fakes import VirtualLoop
from tests.tables.support import FIRST_USER, World, run_in

TABLES, CPUS = 50, 4
LEAPS, LEAP_S = 25, 8.0
MOST_S = 0.02
# The same evening, played again if need be: what shares the processor slows this thread's own time as well.
ATTEMPTS = 5


def stretches(loop: VirtualLoop) -> list[float]:
    """From now on, how long the loop works in every stretch without looking at the world, in seconds."""
    selector, told = cast("Any", loop)._selector, []
    look: Callable[[float | None], Any] = selector.select
    since = time.thread_time()

    def select(timeout: float | None = None) -> Any:
        nonlocal since
        told.append(time.thread_time() - since)
        found = look(timeout)
        since = time.thread_time()
        return found

    selector.select = select
    return told


async def seated(world: World, number: int, level: Level) -> Table:
    """A table of its own with one person and CPUs."""
    opened = await world.registry.open(
        world.press(FIRST_USER + number),
        guild_id=1,
        guild_name="Guild",
        channel_id=5000 + number,
        channel_name="cards",
        locale="en-US",
        ruleset=Ruleset(turn_timer=30),
        cpus=CPUS,
        level=level,
    )
    assert isinstance(opened, Table)
    return opened


async def evening(world: World, level: Level) -> list[float]:
    """Fifty tables that play for a while: every stretch of the loop's work, the longest last."""
    # As the process does before anybody can open a table.
    collector = Collector()
    collector.begin()
    try:
        tables = [await seated(world, number, level) for number in range(TABLES)]
        for table in tables:
            assert isinstance(await world.ask(table.start, world.press(table.record.host_id)), Accepted)
        worked = stretches(world.loop)
        for _ in range(LEAPS):
            # As if the process had slept: every pause that was running is over in the same moment.
            world.loop.elapsed += LEAP_S
            await world.settle(1)
        claims = sum(isinstance(event, Claimed) for table in tables if table.game for event in table.game.past)
        round_s = -time.thread_time()
        gc.collect()
        round_s += time.thread_time()
    finally:
        collector.stop()
        gc.unfreeze()
    worked.sort()
    print(
        f"\n{level}: {claims} plays; {len(worked)} stretches, longest {1000 * worked[-1]:.1f} ms, "
        f"the hundredth {1000 * worked[-100]:.1f} ms, median {1000 * worked[len(worked) // 2]:.2f} ms; "
        f"the collector's own round {1000 * round_s:.1f} ms"
    )
    assert claims > TABLES * 5
    # The collector's round comes by the clock and not in the middle of these; it may not take longer either.
    return [*worked, round_s] if round_s > worked[-1] else worked


@pytest.mark.slow
@pytest.mark.parametrize("level", Level)
def test_two_hundred_cpus_never_keep_the_loop_for_long(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The leaps bring the CPUs' pauses to one end; that the process slept is not to be made up for here.
    monkeypatch.setattr(watch, "STOOD_STILL", timedelta(days=1))
    longest: list[float] = []

    async def scene(world: World) -> None:
        longest.append((await evening(world, level))[-1])

    for attempt in range(ATTEMPTS):
        run_in(World(path=tmp_path / f"cheat-{attempt}.db"), scene)
        if min(longest) < MOST_S:
            return
    pytest.fail(f"the loop was kept for {1000 * min(longest):.1f} ms")
