"""Every rule scenario passes, and the runner fails whatever it does not know."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.engine.actions import Reason
from bot.engine.rules.ruleset import REFUSALS
from bot.engine.scenario import main, run_file, run_vector
from bot.engine.scenario_expect import EXPECTATIONS

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*.json"))
VECTORS = [vector for path in FILES for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]]
# Not for people's hands: only the table's clock can be early.
CLOCK = {"too_early"}
GOOD: dict[str, Any] = {
    "id": "good",
    "players": ["A", "B"],
    "hands": {"A": ["7S", "QD"], "B": ["8H"]},
    "turn": "A",
    "rank": "7",
    "actions": [{"play": {"by": "A", "cards": ["7S"], "claim": "7", "count": 1}}],
    "expect": {"phase": "window"},
}
TURN: dict[str, Any] = {"actions": []}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_passes(path: Path) -> None:
    passed, failed = run_file(path)
    assert failed == []
    assert passed > 0


def test_no_two_vectors_of_a_file_share_an_id() -> None:
    for path in FILES:
        ids = [vector["id"] for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]]
        assert len(set(ids)) == len(ids), path.name


def test_scenarios_reach_every_reason_and_every_refusal() -> None:
    """Each code that can come today is expected by some vector."""
    expected = {(vector["expect"].get("error") or {}).get("code") for vector in VECTORS}
    assert {reason.value for reason in Reason} - CLOCK <= expected
    assert {refusal.code for refusal in REFUSALS} <= expected


def test_the_good_vector_is_good() -> None:
    assert run_vector(GOOD, {}) == []


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"wind": 1}, "good: expected known keys, came ['wind']"),
        ({"expect": {"mood": 1}}, "good: expected a known key, came 'mood' in expect"),
        ({"rules": {"weather": 1}}, "good: expected known rules and values, came ['weather']"),
        ({"rules": {"max_cards": 5}}, "good: expected known rules and values, came ['max_cards']"),
        ({"rules": {"per_hand": 99}}, "good: expected rules the bot can play, came per_hand = 99 cannot be played"),
        ({"rules": {"teams": [["A"], ["Z"]]}}, "good: expected a player, came 'Z'"),
        ({"actions": [{"dance": {}}]}, "good: expected a known action, came 'dance'"),
        ({"actions": [{}]}, "good: expected one action at 0, came []"),
        ({"actions": [{"challenge": {"by": "Z"}}]}, "good: expected a player, came 'Z'"),
        ({"actions": [{"challenge": {"who": "B"}}]}, "good: expected an action with ['by'], came ['who']"),
        ({"actions": [{"pass_window": False}]}, "good: expected pass_window true, came something else"),
        ({"actions": [{"next_round": False}]}, "good: expected next_round true, came something else"),
        ({"actions": [{"challenge_many": []}]}, "good: expected a vector that can be played, came IndexError"),
        ({"players": ["A", "A"]}, "good: expected players with names of their own, came one twice"),
        ({"players": None}, "good: expected a vector that can be played, came TypeError"),
        ({"hands": {"A": ["?"]}}, "good: expected cards, came a hidden one"),
        ({"hands": {"A": ["1S"]}}, "good: expected a vector that can be played, came ValueError: not a card code"),
        ({"rank": "1"}, "good: expected a vector that can be played, came ValueError: not a rank"),
        ({"expect": {"phase": "play"}}, 'good: expected phase "play", came "window"'),
        ({"expect": {"turn": "B"}}, 'good: expected turn "B", came "A"'),
        ({"expect": {"turn_in": ["B"]}}, 'good: expected turn_in ["B"], came "A"'),
        ({"expect": {"rank": "any"}}, 'good: expected rank "any", came "7"'),
        ({"expect": {"ranks_allowed": ["8"]}}, 'good: expected ranks_allowed ["8"], came ["7"]'),
        ({"expect": {"hands": {"A": ["7S"]}}}, 'good: expected hands {"A": ["7S"]}, came {"A": ["QD"]}'),
        ({"expect": {"counts": {"A": 2}}}, 'good: expected counts {"A": 2}, came {"A": 1}'),
        ({"expect": {"counts": {"Z": 2}}}, 'good: expected counts {"Z": 2}, came {}'),
        ({"expect": {"sorted_counts": [2, 1]}}, "good: expected sorted_counts [2, 1], came [1, 1]"),
        ({"expect": {"pile": []}}, 'good: expected pile [], came ["7S"]'),
        ({"expect": {"pile_set": []}}, 'good: expected pile_set [], came ["7S"]'),
        ({"expect": {"pile_count": 0}}, "good: expected pile_count 0, came 1"),
        ({"expect": {"pile_count": True}}, "good: expected pile_count true, came 1"),
        ({"expect": {"revealed": ["7S"]}}, 'good: expected revealed ["7S"], came []'),
        ({"expect": {"revealed_pile": ["7S"]}}, 'good: expected revealed_pile ["7S"], came []'),
        ({"expect": {"taker": "A"}}, 'good: expected taker "A", came null'),
        ({"expect": {"challenger": "A"}}, 'good: expected challenger "A", came null'),
        ({"expect": {"winner": "A"}}, 'good: expected winner "A", came null'),
        ({"expect": {"winner_team": 0}}, "good: expected winner_team 0, came null"),
        ({"expect": {"places": {"A": 1}}}, 'good: expected places {"A": 1}, came {"A": null}'),
        ({"expect": {"points": {"A": 1}}}, 'good: expected points {"A": 1}, came {"A": 0}'),
        ({"expect": {"dealer": "A"}}, 'good: expected dealer "A", came "B"'),
        ({"expect": {"penalty_count": 1}}, "good: expected penalty_count 1, came 0"),
        ({"expect": {"aside_count": 1}}, "good: expected aside_count 1, came 0"),
        ({"expect": {"out_of_play": ["7S"]}}, 'good: expected out_of_play ["7S"], came []'),
        ({"expect": {"out_of_play_count": 1}}, "good: expected out_of_play_count 1, came 0"),
        ({"expect": {"total": 52}}, "good: expected total 52, came 3"),
        ({"expect": {"cpu": ["A"]}}, 'good: expected cpu ["A"], came []'),
        ({"expect": {"played_by": "B"}}, 'good: expected played_by "B", came "A"'),
        ({"expect": {"claim": "8"}}, 'good: expected claim "8", came "7"'),
        ({"expect": {"error": {"at": 0, "code": "no_cards"}}}, "good: expected error {"),
        (
            {"actions": [{"challenge": {"by": "B"}}], "expect": {"error": None}},
            'good: expected error null, came [{"at": 0, "code": "no_open_play"}]',
        ),
    ],
)
def test_what_is_wrong_or_unknown_fails(change: dict[str, Any], line: str) -> None:
    lines = run_vector({**GOOD, **change}, {})
    assert len(lines) == 1
    assert lines[0].startswith(line), lines[0]


def test_every_expectation_can_fail() -> None:
    """The list above leaves no key out."""
    marks = [
        mark for mark in getattr(test_what_is_wrong_or_unknown_fails, "pytestmark", []) if mark.name == "parametrize"
    ]
    tried = {key for change, _ in marks[0].args[1] for key in change.get("expect", {})}
    assert set(EXPECTATIONS) <= tried


def test_missing_keys_and_strange_vectors_fail() -> None:
    short = {key: value for key, value in GOOD.items() if key != "actions"}
    assert run_vector(short, {}) == ["good: expected the keys ['actions'], came none"]
    assert run_vector([], {})[0].startswith("?: ")  # type: ignore[arg-type]


def test_a_failing_vector_names_every_key_that_differs() -> None:
    assert len(run_vector({**GOOD, "expect": {"phase": "play", "turn": "B", "pile_count": 1}}, {})) == 2


def test_rules_come_from_the_vector_then_the_file_then_the_ledger() -> None:
    laid = [{"play": {"by": "A", "cards": ["7S", "QD"], "claim": "7", "count": 2}}]
    vector = {**GOOD, "actions": laid, "expect": {"error": None}}
    assert run_vector(vector, {}) == []
    assert run_vector(vector, {"max_cards": 1}) != []
    assert run_vector({**vector, "rules": {"max_cards": 4}}, {"max_cards": 1}) == []


def test_the_start_position_is_read_in_full() -> None:
    vector = {
        **GOOD,
        **TURN,
        "players": ["A", "B", "C"],
        "hands": {"A": ["7S"], "C": ["8H"]},
        "rank": "any",
        "dealer": "C",
        "finished": ["B"],
        "penalty_deck": ["2S", "3S"],
        "out_of_play": ["4S"],
        "turns_taken": 5,
        "first": True,
        "pile": ["JS"],
        "expect": {
            "turn": "A",
            "rank": "any",
            "dealer": "C",
            "places": {"B": 1},
            "penalty_count": 2,
            "out_of_play": ["4S"],
            "pile": ["JS"],
            "total": 5,
            "winner": None,
        },
    }
    assert run_vector(vector, {}) == []
    assert run_vector({**vector, "rank": "Q", "expect": {"rank": "Q"}}, {}) == []


def test_a_seat_that_is_out_may_not_call() -> None:
    calls = [*GOOD["actions"], {"challenge": {"by": "C"}}]
    vector = {**GOOD, "players": ["A", "B", "C"], "finished": ["C"], "actions": calls}
    assert run_vector({**vector, "expect": {"error": {"at": 1, "code": "not_in_game"}}}, {}) == []


# --- the command line -------------------------------------------------------------------------------------------------


def write(path: Path, *vectors: object, **more: object) -> Path:
    path.write_text(json.dumps({"format": 1, "defaults": {}, "vectors": vectors, **more}), encoding="utf-8")
    return path


def test_the_command_says_what_passed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(write(tmp_path / "good.json", GOOD, {**GOOD, "id": "two"}))]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"


def test_the_command_fails_when_a_vector_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = {**GOOD, "id": "bad", "expect": {"phase": "play", "turn": "B"}}
    assert main([str(write(tmp_path / "mixed.json", GOOD, bad))]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        'bad: expected phase "play", came "window"',
        'bad: expected turn "B", came "A"',
        "1 passed, 1 failed",
    ]


@pytest.mark.parametrize("more", [{"format": 2}, {"author": "me"}, {"vectors": 5}, {"vectors": [7]}])
def test_a_file_of_another_format_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: dict[str, object]
) -> None:
    assert main([str(write(tmp_path / "odd.json", **more))]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 1 failed\n")


def test_an_unreadable_file_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.json").write_text("{", encoding="utf-8")
    assert main([str(tmp_path / "none.json"), str(tmp_path / "text.json")]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 2 failed\n")


def test_without_a_file_the_command_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_command_runs_as_a_module(tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.json", {**GOOD, "rules": {"per_hand": 99}})
    command = [sys.executable, "-m", "bot.engine.scenario"]
    good = subprocess.run(
        [*command, *map(str, FILES)], cwd=ROOT, env={**os.environ}, capture_output=True, text=True, check=False
    )
    assert (good.returncode, good.stdout) == (0, f"{len(VECTORS)} passed, 0 failed\n"), good.stderr
    failed = subprocess.run([*command, str(bad)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert "per_hand = 99 cannot be played by this version" in failed.stdout
