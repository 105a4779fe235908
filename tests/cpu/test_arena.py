"""The arena counts right and runs; and the levels are as strong as they should be, in few games and with room."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from bot.cpu.arena import (
    LIARS,
    MATCHUPS,
    OTHERS,
    Matchup,
    Tally,
    full_hands,
    holds,
    main,
    one_game,
    play,
    verdict,
    wilson,
)
from bot.cpu.contest import Contest, Ours
from bot.cpu.levels import Level
from bot.cpu.rivals import Adder, Honest, Junk, Slipper
from bot.engine.events import Claimed
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import PRESETS, Ruleset


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
    one, two = (play(matchup, 4, 5, jobs) for jobs in (1, 2))
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
        tally = one_game(matchup, random.Random(matchup.name).randrange(100), 1)
        assert tally.games == 1
        assert tally.turns > 0


def test_a_quick_look_fails_only_where_so_few_games_can_tell(capsys: pytest.CaptureFixture[str]) -> None:
    low = Matchup("hard", "easy", 4, 0.4)
    most = Matchup("junk", "hard", 6, 0.22, "share at most")
    for matchup, wins in ((low, 9), (most, 6)):
        assert verdict(matchup, Tally(games=20, wins=wins)) == "FAIL"
        assert verdict(matchup, Tally(games=20, wins=wins), quick=True) == "too few games to tell"
    assert verdict(low, Tally(games=20, wins=1), quick=True) == "FAIL"
    assert verdict(most, Tally(games=20, wins=15), quick=True) == "FAIL"
    assert verdict(low, Tally(games=20, wins=19), quick=True) == "pass"
    assert main(["--quick", "--matchup", "hard-medium-4", "--jobs", "1"]) == 0, capsys.readouterr().out


def test_liars_do_as_they_are_described() -> None:
    rules = compile_rules(PRESETS["one-rank"], 4)
    contest = Contest.dealt(rules, [Adder(), Ours(Level.HARD), Ours(Level.MEDIUM), Ours(Level.EASY)], "adder")
    contest.run()
    laid = [event for event in contest.events if isinstance(event, Claimed) and event.seat == 0]
    assert laid
    assert not any(rules.verdict.truthful(event.cards, event.rank, event.said) for event in laid)
    rules = compile_rules(PRESETS["wild"], 4)
    contest = Contest.dealt(rules, [Slipper(), Ours(Level.HARD), Ours(Level.MEDIUM), Ours(Level.EASY)], "slipper")
    contest.run()
    laid = [event for event in contest.events if isinstance(event, Claimed) and event.seat == 0]
    assert {event.said for event in laid} == {1}
    assert max(len(event.cards) for event in laid) == 4


@pytest.mark.slow
@pytest.mark.parametrize("matchup", OTHERS, ids=lambda matchup: matchup.name)
def test_no_level_is_weaker_than_the_one_below_by_other_rules(matchup: Matchup) -> None:
    """In so few games no worse than a little below equal."""
    tally = play(matchup, 100, 11, jobs=2)
    assert tally.wins / tally.games >= 0.9 / matchup.seats


@pytest.mark.slow
@pytest.mark.parametrize("matchup", LIARS, ids=lambda matchup: matchup.name)
def test_who_only_lies_or_slips_wins_no_more_than_anybody(matchup: Matchup) -> None:
    tally = play(matchup, 40, 11, jobs=2)
    assert tally.wins / tally.games <= 1 / matchup.seats


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
    tally = play(matchup, games, 11, jobs=2)
    assert least <= tally.wins / tally.games <= most
