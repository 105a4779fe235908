"""A moderator deletes a claim's message: as soon as something is to be drawn there the channel reads what it said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio


def told(table: Evening, text: str) -> int:
    """How many messages of the channel say this."""
    return sum(text in table.world.text(message) for message in table.channel)


async def test_a_call_from_the_hand_is_told_though_its_claim_was_deleted(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        await world.delete_message(table.claim)
        caller = table.others(person)[0]
        await world.slash(caller, world.channel, "cheat hand")
        await world.click(caller, world.ephemerals(caller)[-1], "Cheat!")
        await world.advance(2)
        last = world.text(table.channel[-1])
        assert f"**{caller.name}** called. ✘ **lie**" in last
        assert "Next:" in last
        assert told(table, "called.") == 1


async def test_how_a_deleted_claim_ended_is_told_when_the_table_draws_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.house_rules(turn_timer=None)
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        await world.delete_message(table.claim)
        await world.advance(30)
        assert f"**{person.name}** lays" in world.text(table.channel[-1])
        assert "stands" in world.text(table.channel[-1])
        assert told(table, f"**{person.name}** lays") == 1
        await world.advance(60)
        assert told(table, f"**{person.name}** lays") == 1, "once"
        for _ in range(2):
            # Longer than Discord knows that it has been told so.
            await world.restart(downtime_s=170)
            await world.advance(170)
        assert told(table, f"**{person.name}** lays") == 1, "also by the starts that follow"


async def test_an_older_claim_that_was_deleted_brings_nothing_back(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        first = table.on_turn()
        await table.play(first, lie=True)
        await world.advance(1)
        old = table.claim
        await world.advance(12)
        await table.play(table.on_turn(), lie=True)
        await world.advance(1)
        await world.delete_message(old)
        count = len(table.channel)
        await world.advance(8)
        assert len(table.channel) == count
        await world.advance(15)
        assert told(table, f"**{first.name}** lays") == 0
