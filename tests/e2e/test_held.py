"""The disk stalls longer than Discord waits: a press is acknowledged in time, and answered once it has happened."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.store import SqliteTableStore
from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio

DEFERRED_UPDATE = 6
STALL_S = 4.0


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """How long the disk takes for what happens in a game."""
    takes = {"s": 0.0}
    append = SqliteTableStore.append

    async def slowly(*args: Any, **named: Any) -> None:
        await asyncio.sleep(takes["s"])
        await append(*args, **named)

    monkeypatch.setattr(SqliteTableStore, "append", slowly)
    return takes


def callbacks(table: Evening) -> list[Any]:
    return [request.body["type"] for request in table.world.requests if request.path.endswith("/callback")]


async def test_a_play_is_acknowledged_in_time_and_shown_once_it_is_on_disk(
    tmp_path: Path, disk: dict[str, float]
) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.choose(person, table.due(person), lie=False)
        cards, told = table.cards(person), len(table.channel)
        disk["s"] = STALL_S
        world.requests.clear()

        await world.click(person, table.hand(person), table.play_label(person))
        assert callbacks(table) == []
        await world.advance(2)
        assert callbacks(table) == [DEFERRED_UPDATE]
        assert table.cards(person) == cards, "nothing is shown that has not happened"
        assert len(table.channel) == told

        await world.advance(STALL_S)
        assert callbacks(table) == [DEFERRED_UPDATE]
        assert table.cards(person) != cards
        assert f"**{person.name}** lays" in world.text(table.claim)


async def test_the_verdict_on_two_calls_reaches_both_who_called(tmp_path: Path, disk: dict[str, float]) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        claim = table.claim
        first, second = table.others(person)
        disk["s"] = STALL_S
        world.requests.clear()

        await world.together([(first, claim, "Cheat!", 0), (second, claim, "Cheat!", 40)])
        await world.advance(2)
        assert callbacks(table) == [DEFERRED_UPDATE] * 2
        assert not world.ephemerals(second)

        await world.advance(STALL_S)
        assert callbacks(table) == [DEFERRED_UPDATE] * 2
        assert "lie" in world.text(claim)
        assert f"**{first.name}**" in world.text(world.ephemerals(second)[-1])
