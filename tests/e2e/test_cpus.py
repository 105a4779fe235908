"""CPUs at the table on the real discord.py: one person against them by taps, and the host's ways to seat them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.evening import Evening, evening
from tests.e2e.player import CALLS, Player

pytestmark = pytest.mark.asyncio


class Alone(Player):
    """The one person at a table of CPUs, who plays by what the own hand and the channel say."""

    async def go_on(self) -> None:
        """The next thing to do; where there is none, a second goes by."""
        table, world = self.table, self.table.world
        (me,) = table.people
        self.steps += 1
        if "Next round" in world.labels(table.channel[-1]):
            await world.click(me, table.channel[-1], "Next round")
        elif self.says("asks you to show"):
            answers = [label for label in self.labels(me) if label.startswith(("Show", "Don't show"))]
            await self.press(me, self.mood.choice(answers))
        elif self.says("It is your turn."):
            if self.says("What you do now closes"):
                await world.advance(4)
            if self.says("It is your turn."):
                await self.turn(me)
        else:
            newest = table.channel[-1]
            calls = [label for label in world.labels(newest) if label in CALLS]
            if calls and f"**{me.name}** lays" not in world.text(newest):
                if self.steps < 40 and self.mood.random() < 0.1:
                    await world.click(me, newest, calls[0])
                elif f"let it go: **{me.name}**" not in world.text(newest):
                    await world.click(me, newest, "Let it go")
        await world.advance(1)


async def play_out(table: Evening, seed: int, most: int = 4) -> Alone:
    me = Alone(table, seed=seed, most=most)
    for _ in range(1500):
        if table.is_over():
            return me
        await me.go_on()
    raise AssertionError(table.world.text(table.channel[-1]))


@pytest.mark.parametrize(
    ("preset", "cpus"),
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
