"""A hand opened at the table beside the one in direct messages: what is done on one is true on the other, soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import evening

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("pressed_before", [True, False], ids=["pressed-lately", "never-pressed"])
async def test_whoever_plays_from_the_command_s_hand_reads_so_in_direct_messages(
    pressed_before: bool, tmp_path: Path
) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.house_rules(turn_timer=None)
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        own = table.hand(person)
        if pressed_before:
            await table.tap(person, next(iter(table.cards(person))))
            await world.click(person, own, "Clear")
        await world.slash(person, world.channel, "cheat hand")
        table.private[person.id] = world.ephemerals(person)[-1]
        await table.play(person, lie=True)
        await world.advance(1)
        assert "You have played" in table.hand_text(person)
        if pressed_before:
            assert "It is your turn" not in world.text(own), "at once, for that is free"
        await world.advance(25)
        assert "It is your turn" not in world.text(own), "when the table rests"
        assert "Play" not in "".join(world.labels(own))
