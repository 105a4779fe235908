"""The disk stalls longer than Discord waits: a press is acknowledged in time, and answered once it has happened."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.store import SqliteTableStore
from tests.e2e.automod import forbid_a_name_in_answers
from tests.e2e.evening import Evening, evening, said

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


async def test_a_held_hand_that_automod_refuses_is_drawn_without_names(tmp_path: Path, disk: dict[str, float]) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", shut={"Ann", "Bob", "Cy"}) as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.choose(person, table.due(person), lie=False)
        cards = table.cards(person)
        await forbid_a_name_in_answers(table)
        disk["s"] = STALL_S
        world.requests.clear()

        await world.click(person, table.hand(person), table.play_label(person))
        await world.advance(2)
        assert callbacks(table) == [DEFERRED_UPDATE]
        await world.advance(STALL_S)
        assert table.cards(person) != cards
        assert "#1" in table.hand_text(person)


async def test_whoever_was_held_hears_of_a_drawing_that_automod_never_lets_pass(
    tmp_path: Path, disk: dict[str, float]
) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        caller, _ = table.others(person)
        disk["s"] = STALL_S
        world.requests.clear()
        world.fail("PATCH /webhooks/*", 400, 200000)
        world.fail("PATCH /webhooks/*", 400, 200000)

        await world.click(caller, table.claim, "Cheat!")
        await world.advance(2)
        assert callbacks(table) == [DEFERRED_UPDATE]
        assert not world.ephemerals(caller)
        await world.advance(STALL_S)
        assert "AutoMod" in said(world, caller)
