"""SIGKILL of a real process with a real file: what a player was told is on disk, and the next process goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.engine.state import Phase
from tests.sweeps import sweep
from tests.tables.support import CHANNEL, World, check_cards, run_in, state

ROOT = Path(__file__).parents[2]


def run_until_told(file: Path, seed: int, answers: int) -> tuple[int, bool]:
    """Start the process, kill it after so many answers; gives the last journal length told, and whether it was over."""
    told, over = 0, False
    with subprocess.Popen(
        [sys.executable, "-m", "tests.crash.process", str(file), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        for count, line in enumerate(process.stdout, start=1):
            over = line.strip() == "over"
            told = told if over else int(line.split()[1])
            if over or count == answers:
                os.kill(process.pid, signal.SIGKILL)
                break
    return told, over


async def check_that_nothing_told_is_lost(world: World, told: int) -> None:
    table = world.registry.at_channel(CHANNEL)
    assert table is not None
    assert table.game is not None
    assert table.game.seq >= told
    check_cards(state(table), 3, table.ruleset)
    assert state(table).phase is not Phase.OVER or state(table).outcome is not None


@pytest.mark.parametrize("seed", sweep([1, 2, 3], 1))
def test_nothing_that_a_player_was_told_is_lost_by_kills_again_and_again(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "cheat.db"
    for life, answers in enumerate((3, 1, 5, 2)):
        told, over = run_until_told(file, seed * 10 + life, answers)
        if over:
            break
        world = World(seed=seed, path=file)
        run_in(world, lambda world, told=told: check_that_nothing_told_is_lost(world, told))  # type: ignore[misc]


@pytest.mark.slow
def test_a_game_killed_after_every_few_answers_comes_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "cheat.db"
    for life in range(200):
        _, over = run_until_told(file, 100 + life, 4 + life % 3)
        if over:
            return
    raise AssertionError("the game never ended")
