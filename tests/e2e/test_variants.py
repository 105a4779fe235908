"""Every preset played to its end on the real discord.py, by people who only tap what they see."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.rules.ruleset import PRESETS
from tests.e2e.evening import evening
from tests.e2e.player import Player
from tests.sweeps import sweep

pytestmark = pytest.mark.asyncio

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
SEATS = {"duel": 2, "duel-force": 2, "teams": 6, "one-rank": 3, "bluff": 3, "big-table": 3}
MOST = {"online": 1, "one-rank": 1, "duel-force": 1, "classic-table": 4, "big-table": 8}


async def play_out(player: Player, most_steps: int = 900) -> None:
    for _ in range(most_steps):
        if player.table.is_over():
            return
        await player.step()
    raise AssertionError("nobody won")


@pytest.mark.parametrize("preset", sweep(PRESETS, "classic-table", "bluff", "teams"))
async def test_a_preset_is_played_to_its_end_by_taps(preset: str, tmp_path: Path) -> None:
    seats = SEATS.get(preset, 3)
    async with evening(tmp_path, *NAMES[:seats], seed=7) as table:
        await table.sit_down(preset)
        await table.deal()
        player = Player(table, seed=11, most=MOST.get(preset, 4))
        await play_out(player)
        end = table.world.text(table.channel[-1])
        assert "win" in end
        for person in table.people:
            assert "The game is over" in table.hand_text(person)
            assert table.world.labels(table.hand(person)) == []
        expected = {"up-down": {"Choose"}, "open": {"Choose"}}.get(preset, set())
        assert expected <= {used.split(" ")[0] for used in player.used}
