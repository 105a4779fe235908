"""A table in two lives: what happens before a crash, and what after."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from bot.tables.table import Table
from tests.tables.support import CHANNEL, World

Scene = Callable[[Table], Coroutine[Any, Any, None]]


def in_two_lives(
    world: World,
    before: Callable[[], Coroutine[Any, Any, None]],
    afterwards: Scene,
    *,
    downtime: float = 1.0,
    crashes: bool = True,
) -> None:
    """Live once until a crash (or the end of `before`), and once more."""

    async def again() -> None:
        table = world.registry.at_channel(CHANNEL)
        assert table is not None
        await world.settle()
        await afterwards(table)

    assert world.live(before, downtime=downtime) is not crashes
    assert world.live(again)


def crash_after(where: str, times: int = 1) -> Callable[[str], bool]:
    left = [times]

    def now(place: str) -> bool:
        left[0] -= place == where
        return left[0] == 0 and place == where

    return now
