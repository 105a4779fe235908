"""The tutorial through Discord: three guided turns that only the learner sees, in a server and in direct messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord import UserHandle

from tests.e2e.evening import evening
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio


async def begin(world: World, person: UserHandle, *, in_dm: bool = False) -> Any:
    """The private message of a fresh tutorial."""
    await world.slash(person, None if in_dm else world.channel, "cheat tutorial")
    return world.ephemerals(person)[-1]


@pytest.mark.parametrize("in_dm", [False, True])
async def test_three_turns_are_the_truth_a_lie_and_a_doubt(in_dm: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        lesson = await begin(world, ann, in_dm=in_dm)
        assert "Tutorial 1 of 3" in world.text(lesson)
        assert "Tap **A ×2** twice" in world.text(lesson)
        await world.click(ann, lesson, "A ×2")
        await world.click(ann, lesson, "A 1/2")
        assert "nobody sees" not in world.text(lesson), "lying comes later"
        assert "Press **Play 2 as Aces**" in world.text(lesson)
        await world.click(ann, lesson, "Play 2 as Aces")
        assert "It was the truth" in world.text(lesson)
        assert "(CPU) lays **one Two**" in world.text(lesson)
        await world.click(ann, lesson, "Let it go")
        assert "Tutorial 2 of 3" in world.text(lesson)
        assert "Due: Threes" in world.text(lesson)
        await world.click(ann, lesson, "J ×1")
        await world.click(ann, lesson, "Play 1 as Three")
        assert "It was a lie, and nobody called" in world.text(lesson)
        assert "(CPU) lays **three Fours**" in world.text(lesson)
        await world.click(ann, lesson, "Cheat!")
        assert "✘ **lie**: 5♠ 9♦ 10♣" in world.text(lesson)
        assert "(CPU) takes the pile (7 cards)" in world.text(lesson)
        assert "That is the whole game" in world.text(lesson)
        assert world.labels(lesson) == []
        # Nobody else has seen any of it, and the channel is free for a table.
        assert (table.channel, world.ephemerals(bob), world.dms(bob)) == ([], [], [])
        await world.slash(bob, world.channel, "cheat start")
        assert "Join" in world.labels(table.channel[-1])


async def test_a_tutorial_beside_a_game_leaves_no_trace_in_the_record(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await table.sit_down()
        lesson = await begin(world, ann)
        await world.click(ann, lesson, "4 ×2")
        assert "That would be a lie already" in world.text(lesson)
        for label in ("Play 1 as Ace", "Cheat!", "K ×1", "Play 1 as Three", "Let it go"):
            await world.click(ann, lesson, label)
        assert "**Ann** let it go. It stands." in world.text(lesson)
        assert "Everybody" not in world.text(lesson)
        assert "It was a lie: 5♠ 9♦ 10♣ lay there" in world.text(lesson)
        await world.slash(ann, world.channel, "cheat stats")
        assert "no game here yet" in world.text(world.ephemerals(ann)[-1])
        assert "**Ann** (host)" in world.text(table.channel[-1]), "their seat in the lobby is theirs still"


async def test_the_truth_called_and_all_cards_at_once_are_answered_by_the_rules(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        lesson = await begin(world, ann)
        for label in ("4 ×2", "4 1/2", "8 ×1", "J ×1", "Play 4 as Aces"):
            await world.click(ann, lesson, label)
        await world.click(ann, lesson, "Let it go")
        for label in ("A ×2", "A 1/2", "K ×1", "Play 3 as Threes"):
            await world.click(ann, lesson, label)
        # With the last cards the CPU looks, so that there is a third turn.
        assert "✘ **lie**: A♠ A♥ K♦" in world.text(lesson)
        assert "**Ann** takes the pile (8 cards)" in world.text(lesson)
        assert "Tutorial 3 of 3" in world.text(lesson)


async def test_it_can_be_left_and_every_press_is_answered_also_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        first = await begin(world, ann)
        await world.click(ann, first, "Leave tutorial")
        assert world.labels(first) == []
        assert "`/cheat tutorial` begins it anew" in world.text(first)
        older, newer = await begin(world, ann), await begin(world, ann)
        await world.click(ann, older, "A ×2")
        assert world.text(older) == "This tutorial is no longer there. Type `/cheat tutorial` again."
        await world.click(ann, newer, "A ×2")
        before = world.screen(newer)
        await world.click(ann, newer, "Play 1 as Ace")
        # The same button once more, from a phone that still shows it, lays nothing a second time.
        told = world.text(newer)
        await world.click(ann, before, "Play 1 as Ace")
        assert world.text(newer) == told
        await world.restart()
        await world.click(ann, newer, "Let it go")
        assert world.text(newer) == "This tutorial is no longer there. Type `/cheat tutorial` again."
        assert world.labels(newer) == []


async def test_it_speaks_the_learner_s_language(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        world.set_locale(ann, "de")
        lesson = await begin(world, ann)
        assert "Einführung 1 von 3" in world.text(lesson)
        await world.click(ann, lesson, "A ×2")
        await world.click(ann, lesson, "1 als Ass legen")
        assert "(CPU) legt **eine Zwei**" in world.text(lesson)
