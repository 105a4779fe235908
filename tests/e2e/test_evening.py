"""Whole evenings on the real discord.py: people tap cards in their hands and press buttons until somebody wins."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.e2e.evening import Evening, evening
from tests.sweeps import sweep

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


async def play_to_the_end(table: Evening, seed: int, *, most_turns: int = 700) -> int:
    """Play with seeded moods until the end is told; gives the number of turns."""
    mood = random.Random(seed)
    for turn in range(most_turns):
        if table.is_over():
            return turn
        person = table.on_turn()
        await table.play(person, lie=None if mood.random() < 0.8 else True)
        others = table.others(person)
        if mood.random() < 0.3:
            await table.call(mood.choice(others))
        elif mood.random() < 0.5:
            await table.let_go(*others)
        else:
            await table.world.advance(13)
    raise AssertionError("nobody won")


@pytest.mark.asyncio
@pytest.mark.parametrize(("players", "seed"), sweep([(2, 5), (4, 2), (10, 3)], (4, 2)))
async def test_a_whole_game_is_played_to_its_winner_with_one_persons_dms_closed(
    players: int, seed: int, tmp_path: Path
) -> None:
    async with evening(tmp_path, *NAMES[:players], seed=seed, shut={"Bob"}) as table:
        await table.sit_down()
        await table.deal()
        turns = await play_to_the_end(table, seed)
        end = table.world.text(table.channel[-1])
        assert "wins" in end or "win" in end
        assert "1st" in end
        assert turns >= players
        for person in table.people:
            assert "The game is over" in table.hand_text(person)
            assert table.world.labels(table.hand(person)) == []
