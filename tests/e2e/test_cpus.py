"""CPUs at the table on the real discord.py: one person against them by taps, and the host's ways to seat them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from simcord import UserHandle

from tests.e2e.evening import Evening, evening
from tests.e2e.player import Alone
from tests.sweeps import sweep

pytestmark = pytest.mark.asyncio


async def play_out(table: Evening, seed: int, most: int = 4) -> Alone:
    me = Alone(table, seed=seed, most=most)
    for _ in range(1500):
        if table.is_over():
            return me
        await me.step()
    raise AssertionError(table.world.text(table.channel[-1]))


@pytest.mark.parametrize(
    ("preset", "cpus"),
    sweep(
        [
            ("standard", 3),
            ("one-rank", 3),
            ("duel-force", 1),
            ("teams", 5),
            ("classic-table", 2),
            ("big-table", 3),
            ("i-doubt-it", 2),
            ("wild", 9),
        ],
        ("standard", 3),
        ("teams", 5),
    ),
)
async def test_one_person_plays_a_whole_game_against_cpus_by_taps(preset: str, cpus: int, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", seed=5) as table:
        await table.world.slash(table.people[0], table.world.channel, "cheat start", preset=preset, cpus=cpus)
        lobby = table.world.text(table.channel[-1])
        assert len(re.findall(r"\*\* \(CPU, medium\)", lobby)) == cpus
        assert "practice table" in lobby
        await table.world.advance(1)
        await table.deal()
        assert "practice table" in table.world.text(table.channel[-1])
        await play_out(table, seed=3, most=1 if preset in {"one-rank", "duel-force"} else 4)
        end = table.world.text(table.channel[-1])
        assert "win" in end
        assert "(CPU)" in end
        assert "The game is over" in table.hand_text(table.people[0])
        pinged = {user for message in table.channel for user in re.findall(r"<@(\d+)>", table.world.text(message))}
        assert pinged <= {str(table.people[0].id)}


async def test_the_host_seats_cpus_by_a_button_that_asks_for_the_level(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        await world.click(bob, table.last("Join"), "Add CPU")
        assert "Only the host can do that: **Ann**." in world.text(world.ephemerals(bob)[-1])
        await world.click(ann, table.last("Join"), "Add CPU")
        asked = world.ephemerals(ann)[-1]
        assert world.labels(asked) == ["Easy", "Medium", "Hard"]
        await world.click(ann, asked, "Hard")
        asked = world.ephemerals(ann)[-1]
        assert "**Ada** (CPU) sits down (hard). One more?" in world.text(asked)
        assert "3. **Ada** (CPU, hard)" in world.text(table.last("Join"))
        for _ in range(2):
            await world.click(ann, table.last("Join"), "Add CPU")
        *_, before_full, before_start = world.ephemerals(ann)
        for _ in range(7):
            await world.click(ann, asked, "Easy")
        lobby = world.text(table.last("Join"))
        assert lobby.count("(CPU, easy)") == 7
        full = world.ephemerals(ann)[-3]
        assert "sits down (easy). This table is full" in world.text(full)
        assert world.labels(full) == []
        await world.click(ann, before_full, "Easy")
        full = world.ephemerals(ann)[-2]
        assert (world.text(full), world.labels(full)) == ("This table is full: ten can play.", [])
        await world.click(ann, table.last("Join"), "Add CPU")
        assert world.text(world.ephemerals(ann)[-1]) == "This table is full: ten can play."
        await table.deal()
        assert world.text(table.channel[-1]).count("🤖") == 8
        await world.click(ann, before_start, "Easy")
        assert "The cards are dealt" in world.text(world.ephemerals(ann)[-1])


async def test_a_level_for_no_cpus_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start", level="hard")
        assert "say with `cpus` how many" in world.text(world.ephemerals(ann)[-1])
        assert world.bot.registry.at_channel(world.channel.id) is None
        await world.slash(ann, world.channel, "cheat start", level="hard", cpus=1)
        assert "(CPU, hard)" in world.text(table.last("Join"))


async def test_somebody_who_joins_a_full_table_takes_the_last_cpus_seat(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start", cpus=9, level="easy")
        last = re.findall(r"10\. (\*\*\w+\*\*) \(CPU, easy\)", world.text(table.last("Join")))[0]
        await world.click(bob, table.last("Join"), "Join")
        assert f"There was no free seat, so {last} (CPU) got up for you." in world.text(world.ephemerals(bob)[-1])
        assert "10. **Bob**" in world.text(table.last("Join"))
        await world.advance(3)
        assert "Welcome to the table" in world.text(world.dms(bob)[-1])


async def test_the_command_adds_removes_and_changes_cpus(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people

        async def cpu(person: UserHandle, **options: str) -> str:
            await world.slash(person, world.channel, "cheat cpu", **options)
            return world.text(world.ephemerals(person)[-1])

        assert "There is no table in this channel" in await cpu(ann, action="add")
        await world.slash(ann, world.channel, "cheat start", cpus=1)
        assert await cpu(ann, action="add", level="hard") == "**Bruno** (CPU) sits down."
        assert await cpu(ann, action="add") == "**Cleo** (CPU) sits down."
        names = await world.autocomplete(ann, world.channel, "cheat cpu", "seat", "b", action="remove")
        assert names == ["Bruno"]
        assert await cpu(ann, action="level", level="easy", seat="Bruno") == "**Bruno** (CPU) plays at that level now."
        assert "Choose the level too" in await cpu(ann, action="level")
        assert await cpu(ann, action="remove", seat="Ada") == "**Ada** (CPU) has left the table."
        assert "no such CPU" in await cpu(ann, action="remove", seat="Ann")
        assert "Only the host" in await cpu(bob, action="remove")
        lobby = world.text(table.last("Join"))
        assert "2. **Bruno** (CPU, easy)" in lobby
        assert "3. **Cleo** (CPU, medium)" in lobby
        await world.slash(ann, None, "cheat cpu", action="add")
        assert "That works in a server" in world.text(world.ephemerals(ann)[-1])


async def test_too_many_cpus_for_the_rules_are_refused_in_words(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start", preset="one-rank", cpus=6)
        assert "By these rules 3 to 6 can play. You and 6 CPUs would be 7" in world.text(world.ephemerals(ann)[-1])
        assert table.channel == []
        await world.slash(ann, world.channel, "cheat start", preset="one-rank", cpus=5)
        assert "6. **" in world.text(table.channel[-1])


async def test_a_hint_is_told_to_whoever_practises_alone(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", seed=2) as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start", cpus=2)
        await world.advance(1)
        await table.deal()
        await table.look(ann)
        while "Let it go" not in world.labels(table.channel[-1]):
            await world.advance(0.5)
        said = re.findall(r"lays \*\*(.+?)\*\*", world.text(table.channel[-1]))[0]
        await world.click(ann, table.hand(ann), "Hint")
        told = world.text(world.ephemerals(ann)[-1])
        assert f"Claimed: **{said}**. You hold" in told
        assert "A wrong call costs you" in told or "you can prove it" in told
        await world.click(ann, table.claim, "Let it go")
        await world.click(ann, table.hand(ann), "Hint")
        assert "There is nothing to tell now." in world.text(world.ephemerals(ann)[-1])
        while not table.is_over() and "It is your turn." not in table.hand_text(ann):
            await world.advance(2)
        await world.click(ann, table.hand(ann), "Hint")
        assert "You hold" in world.text(world.ephemerals(ann)[-1])
        assert all("You hold" not in world.text(message) for message in table.channel)


async def test_a_game_with_cpus_goes_on_after_the_bot_was_killed(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", seed=4) as table:
        await table.world.slash(table.people[0], table.world.channel, "cheat start", cpus=3)
        await table.world.advance(1)
        await table.deal()
        me = Alone(table, seed=9)
        for _ in range(12):
            await me.step()
        await table.world.restart(kill=True)
        await table.world.advance(2)
        before = len(table.channel)
        await play_out(table, seed=9)
        assert "win" in table.world.text(table.channel[-1])
        laid = [table.world.text(message).split("\n")[0] for message in table.channel[before:]]
        assert any("(CPU) lays" in line for line in laid), "the CPUs play on by themselves"
