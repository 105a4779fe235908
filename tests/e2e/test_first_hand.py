"""Somebody's very first hand tells them what to do, step by step; nobody else's does, and no other hand of theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio

SIGN = "👉"


def guide(table: Evening, name: str) -> str:
    """The line that guides a person; empty where there is none."""
    told = [line for line in table.hand_text(table.person(name)).splitlines() if SIGN in line]
    assert len(told) <= 1, told
    return told[0] if told else ""


async def see(table: Evening, name: str) -> str:
    """The same of a hand that is looked at now."""
    await table.look(table.person(name))
    return guide(table, name)


async def test_each_step_of_a_first_hand_has_a_line_until_the_second_turn(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        first = table.on_turn()
        second, third = ([*table.people, *table.people][table.people.index(first) + at] for at in (1, 2))
        assert guide(table, first.name) == "👉 Tap a card’s button below to pick it."
        assert guide(table, third.name) == "👉 Wait for your turn. You can pick cards already."
        await table.choose(first, table.due(first), lie=True)
        label = table.play_label(first)
        assert guide(table, first.name).startswith(f"👉 Press **{label}**: nobody sees the cards")
        await world.click(first, table.hand(first), label)
        assert guide(table, first.name) == "👉 Your cards lie there. Wait and see whether somebody calls."
        assert await see(table, third.name) == "👉 Do you doubt the play? Press **Cheat!** If not, press **Let it go**."
        assert SIGN not in "".join(world.text(message) for message in table.channel), "that is nobody else's business"
        # Picked while the window is open, the next play is armed by the press that is spoken of.
        await table.choose(second, "2", lie=True)
        assert "Press **Play 1 as Two**" in guide(table, second.name)
        await world.click(second, table.hand(second), "Play 1 as Two")
        assert guide(table, second.name) == "👉 Nothing more to do: it goes down by itself."
        await world.restart()
        assert SIGN in await see(table, third.name), "a restart takes no line away"
        await world.advance(13)
        await table.let_go(*table.others(second))
        await world.advance(1)
        table.private.clear()
        await table.play(third)
        await world.advance(13)
        assert table.on_turn().id == first.id
        assert guide(table, first.name) == "", "by their second turn they know"


async def test_nobody_is_guided_twice_and_who_is_forgotten_is_new_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        await table.deal()
        assert guide(table, table.on_turn().name)
        await world.slash(ann, world.channel, "cheat stop")
        await world.advance(10)
        await table.sit_down()
        await table.deal()
        assert (guide(table, "Ann"), guide(table, "Bob")) == ("", "")
        await world.slash(ann, world.channel, "cheat stop")
        await world.slash(bob, world.channel, "cheat forget-me")
        await world.click(bob, world.ephemerals(bob)[-1], "Forget me")
        await world.advance(10)
        await table.sit_down()
        await table.deal()
        assert (bool(guide(table, "Ann")), bool(guide(table, "Bob"))) == (False, True)
