"""The world the tables are tested in does what the tests believe of it."""

from __future__ import annotations

import pytest

from bot.engine.state import Phase
from tests.tables.support import World, check, in_world, state, virtual


@virtual
async def test_a_minute_costs_nothing(world: World) -> None:
    before = world.true_now()
    await world.settle(3600)
    assert (world.true_now() - before).total_seconds() == pytest.approx(3600.001)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_table_is_played_to_its_end(seats: int) -> None:
    @in_world(seed=seats)
    async def scene(world: World) -> None:
        table = await world.deal(seats)
        await world.finish(table)
        assert state(table).phase is Phase.OVER
        assert not table.live
        assert len(world.memory.of("end")) == 1
        check(world, table)

    scene()
