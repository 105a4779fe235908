"""Presses in a game: too late, too slow, stale, twice; each is answered, and the right one counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.acts import Press
from tests.e2e.evening import dealt, evening

pytestmark = pytest.mark.asyncio


async def test_of_two_calls_the_slower_hears_by_how_much_also_on_a_hand(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        faster, slower = table.others(person)
        hand = table.hand(slower)
        await world.advance(1)
        await world.click(slower, hand, world.labels(hand)[0])  # hands are not redrawn for everybody
        await world.together(
            [
                Press(user=slower, message=hand, label="Cheat!", offset_ms=180),
                Press(user=faster, message=table.claim, label="Cheat!", offset_ms=0),
            ]
        )
        await world.advance(1)
        assert re.search(rf"\*\*{faster.name}\*\* was 0\.2 s faster", world.text(world.ephemerals(slower)[-1]))
        assert "Cheat!" not in world.labels(hand)
        assert len(world.ephemerals(slower)) == 1


async def test_a_call_after_the_window_hears_how_late_it_was(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        (other,) = table.others(person)
        claim = world.screen(table.claim)
        await world.advance(11.5)
        await world.click(other, claim, "Cheat!")
        await world.advance(0.5)
        assert re.search(r"closed \d\.\d s ago", world.text(world.ephemerals(other)[-1]))


async def test_a_call_in_time_counts_though_it_arrives_too_late_to_be_answered(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        (other,) = table.others(person)
        claim = table.claim
        await world.advance(11)
        world.excuse(await world.click(other, claim, "Cheat!", late=4))
        await world.advance(1)
        assert re.search(r"takes the pile", world.text(claim))


async def test_calling_ones_own_play_is_told_in_private(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        await world.click(person, table.claim, "Cheat!")
        await world.advance(0.5)
        assert "own play" in world.text(world.ephemerals(person)[-1])
        assert "Cheat!" in world.labels(table.claim)


async def test_a_play_whose_hand_is_stale_is_refused_and_the_hand_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.choose(person, table.due(person), lie=True)
        stale = world.screen(table.hand(person))
        label = table.play_label(person)
        await world.click(person, table.hand(person), "Clear")
        await world.click(person, stale, label)
        assert "changed since this was drawn" in table.hand_text(person)
        assert len(table.channel) == 2


async def test_letting_go_on_the_claim_redraws_it_and_on_the_hand_the_hand(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        first, second = table.others(person)
        before = world.text(table.claim)
        await world.click(first, table.claim, "Let it go")
        assert world.text(table.claim) != before
        await world.click(second, table.hand(second), world.labels(table.hand(second))[0])
        await world.click(second, table.hand(second), "Let it go")
        assert "Let it go" not in world.labels(table.hand(second))
        assert world.ephemerals(first) + world.ephemerals(second) == []


async def test_only_the_host_gets_a_rematch_and_it_is_the_reply(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await dealt(table)
        await world.slash(bob, world.channel, "cheat leave")
        await world.advance(2)
        end = table.last("Rematch")
        await world.click(bob, end, "Rematch")
        assert "Only the host" in world.text(world.ephemerals(bob)[-1])
        count = len(table.channel)
        await world.click(ann, end, "Rematch")
        assert len(table.channel) == count + 1
        lobby = table.channel[-1]
        assert "**Ann**" in world.text(lobby)
        assert "**Bob**" in world.text(lobby)
        await world.click(ann, end, "Rematch")
        assert str(lobby.id) in world.text(world.ephemerals(ann)[-1])
        await world.click(ann, lobby, "Start")
        await world.advance(3)
        assert "Pile: 0" in table.hand_text(bob)


async def test_hands_of_a_finished_game_answer_kindly(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await dealt(table)
        hand = world.screen(table.hand(ann))
        await world.slash(bob, world.channel, "cheat leave")
        await world.advance(3)
        await world.click(ann, hand, world.labels(hand)[0])
        assert "game is over" in world.text(world.ephemerals(ann)[-1])


async def test_a_hand_at_the_table_is_redrawn_without_a_tap_and_at_no_cost(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", shut={"Ann"}) as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        if person.name == "Ann":
            await table.play(person)
            (person,) = table.others(person)
            await table.let_go(person)
        ann = table.person("Ann")
        hand = table.hand(ann)
        before = world.text(hand)
        await table.play(person)
        await world.advance(13)
        assert world.text(hand) != before
        assert "It is your turn" in world.text(hand)


async def test_letting_go_on_a_hand_shows_on_the_claim_too_once_somebody_pressed_there(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        first, second, _ = table.others(person)
        await world.click(first, table.claim, "Let it go")
        await world.click(second, table.hand(second), world.labels(table.hand(second))[0])
        await world.click(second, table.hand(second), "Let it go")
        await world.settle()
        assert f"**{second.name}**" in world.text(table.claim).split("Let it go: ")[1]
        assert "1 still thinks" in world.text(table.claim)
