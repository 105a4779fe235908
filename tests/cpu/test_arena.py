"""The arena counts right and runs; and the levels are as strong as they should be, in few games and with room."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from bot.cpu.arena import MATCHUPS, Matchup, Tally, full_hands, holds, main, one_game, play, wilson
from bot.cpu.contest import Contest, Ours
from bot.cpu.levels import Level
from bot.cpu.rivals import Honest, Junk
from bot.engine.events import Claimed
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0, 10)[0] == 0
    assert round(wilson(0, 10)[1], 3) == 0.278
    assert wilson(10, 10)[1] == 1
    assert wilson(0, 0) == (0, 1)


def test_a_bound_is_on_the_low_end_or_on_the_share() -> None:
    low = Matchup("hard", "easy", 4, 0.4)
    assert holds(low, Tally(games=100, wins=51))
    assert not holds(low, Tally(games=100, wins=45))
    most = Matchup("junk", "hard", 6, 0.22, "share at most")
    assert holds(most, Tally(games=100, wins=22))
    assert not holds(most, Tally(games=100, wins=23))


def test_the_same_games_come_out_whatever_the_number_of_processes() -> None:
    matchup = Matchup("hard", "medium", 2, 0.5)
    one, two = (play(matchup, 4, 5, Ruleset(), jobs) for jobs in (1, 2))
    assert (one.wins, one.turns, one.decisions) == (two.wins, two.turns, two.decisions)
    assert one.games == two.games == 4


def test_rivals_play_as_they_are_described() -> None:
    rules = compile_rules(Ruleset(), 4)
    contest = Contest.dealt(rules, [Honest(), Junk(), Honest(), Ours(Level.EASY)], "rivals")
    contest.run()
    laid = [event for event in contest.events if isinstance(event, Claimed)]
    assert {event.said for event in laid if event.seat == 1} <= {1, 2, 3}
    true = [rules.verdict.truthful(event.cards, event.rank, event.said) for event in laid if event.seat in (0, 2)]
    assert 0.4 < sum(true) / len(true) < 1


def test_full_hands_hold_all_but_a_card_for_each_rival_and_are_quick() -> None:
    tally = full_hands(3, 1)
    assert tally.decisions >= 3
    assert tally.seconds / tally.decisions < 0.05, "in the mean, on a slow machine with coverage on"


def test_the_command_line_tells_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--quick", "--matchup", "hard-medium-2", "--jobs", "1", "--seed", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert "required" in lines[0]
    assert lines[1].startswith("one hard against 1 medium")
    assert " 20 " in lines[1]
    assert len(lines) == 4
    assert status == (1 if any("FAIL" in line for line in lines) else 0)


def test_it_is_a_command_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot.cpu.arena", "--games", "2", "--matchup", "hard-medium-2", "--jobs", "1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    assert "one hard against 1 medium" in done.stdout


def test_every_matchup_can_be_played() -> None:
    for matchup in MATCHUPS:
        tally = one_game(matchup, random.Random(matchup.name).randrange(100), 1, Ruleset())
        assert tally.games == 1
        assert tally.turns > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("matchup", "games", "least", "most"),
    [
        (Matchup("hard", "easy", 4, 0), 60, 0.7, 1.0),
        (Matchup("hard", "medium", 4, 0), 80, 0.4, 1.0),
        (Matchup("medium", "easy", 4, 0), 60, 0.55, 1.0),
        (Matchup("easy", "honest", 4, 0), 60, 0.2, 1.0),
        (Matchup("hard", "medium", 2, 0), 100, 0.5, 1.0),
        (Matchup("hard", "medium", 6, 0), 20, 0.5, 1.0),
        (Matchup("junk", "hard", 6, 0), 30, 0.0, 0.17),
    ],
    ids=lambda value: value.name if isinstance(value, Matchup) else None,
)
def test_levels_are_as_strong_as_they_should_be(matchup: Matchup, games: int, least: float, most: float) -> None:
    """Shares of few games with a fixed seed, bounded with room; the arena itself plays the thousands."""
    tally = play(matchup, games, 11, Ruleset(), jobs=2)
    assert least <= tally.wins / tally.games <= most
