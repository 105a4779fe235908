"""/cheat table: the table is shown again, and of its copies only the newest is played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import evening, said

pytestmark = pytest.mark.asyncio


async def test_table_shows_the_table_again_and_that_message_is_kept_up_to_date(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(ann, world.channel, "cheat table")
        assert len(table.channel) == 2
        await world.slash(bob, world.channel, "cheat join")
        assert "**Bob**" in world.text(table.channel[-1])


async def test_older_copies_of_the_table_lose_their_buttons(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, _, _) = table.world, table.people
        await table.sit_down()
        first = table.channel[-1]
        await world.slash(ann, world.channel, "cheat table")
        assert world.labels(first) == []
        assert f"{table.channel[-1].id}" in world.text(first)
        await table.deal()
        deal = table.channel[-1]
        for _ in range(2):
            await world.advance(11)
            await world.slash(ann, world.channel, "cheat table")
        assert [world.labels(message) for message in table.channel[-3:]] == [["My hand"], [], ["My hand"]]
        assert "Proof of a fair deal" in world.text(deal)
        await world.advance(11)
        person = table.on_turn()
        await table.play(person)
        claim = table.claim
        await world.advance(1)
        await world.slash(ann, world.channel, "cheat table")
        assert world.labels(claim) == []
        assert f"**{person.name}** lays" in world.text(claim)
        assert "Cheat!" in world.labels(table.channel[-1])
        await table.call(table.others(person)[0])
        assert "takes the pile" in world.text(table.channel[-1])


async def test_a_press_on_an_older_copy_counts_and_shows_on_the_newest(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, _, cy) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        lobby = world.screen(table.channel[-1])
        await world.slash(table.people[1], world.channel, "cheat join")
        await world.slash(ann, world.channel, "cheat table")
        await world.click(cy, lobby, "Join")
        assert "**Cy**" in world.text(table.channel[-1])
        assert world.labels(table.channel[0]) == []
        await world.advance(4)
        await table.deal()
        person = table.on_turn()
        await table.play(person)
        claim = world.screen(table.claim)
        await world.advance(8)
        await world.slash(ann, world.channel, "cheat table")
        newest = table.channel[-1]
        first, second = table.others(person)
        await world.click(first, claim, "Let it go")
        assert f"Let it go: **{first.name}**" in world.text(newest)
        assert world.labels(table.channel[-2]) == []
        await world.click(second, claim, "Cheat!")
        await world.advance(1)
        assert "takes the pile" in world.text(newest)
        assert world.labels(newest) == []


async def test_only_those_at_the_table_show_it_again_and_not_twice_in_ten_seconds(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat table")
        assert str(table.channel[-1].id) in said(world, bob)
        assert len(table.channel) == 1
        await world.slash(ann, world.channel, "cheat table")
        assert len(table.channel) == 2
        await world.slash(ann, world.channel, "cheat table")
        assert "a few seconds ago" in said(world, ann)
        assert len(table.channel) == 2
        await world.advance(10)
        await world.slash(ann, world.channel, "cheat table")
        assert len(table.channel) == 3


async def test_table_in_a_game_shows_the_open_claim_with_its_buttons(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person)
        (other,) = table.others(person)
        await world.slash(person, world.channel, "cheat table")
        assert "Cheat!" in world.labels(table.channel[-1])
        await table.call(other)
        assert "Cheat!" not in world.labels(table.channel[-1])


async def test_a_claim_first_seen_through_the_command_has_its_time_from_then(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await world.deny_bot(world.channel, "send_messages")
        person = table.on_turn()
        await table.play(person)
        await world.advance(20)
        await world.slash(person, world.channel, "cheat table")
        claim = table.claim
        await world.advance(9)
        assert "Cheat!" in world.labels(claim)
        await world.advance(4)
        assert world.labels(claim) == []
        assert "It stands" in world.text(claim)
