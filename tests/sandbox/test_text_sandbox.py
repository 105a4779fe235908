"""The sandbox on a terminal: piped lines play a real game, and everything typed wrong is answered."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def sandbox(lines: str, *options: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A sandbox that gets these lines and then the end of the input."""
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return subprocess.run(
        [sys.executable, "-m", "bot", "sandbox", "--text", *options],
        input=lines,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=cwd,
        env={**environment, "PYTHONPATH": str(ROOT)},
    )


def test_a_game_begins_with_piped_lines(tmp_path: Path) -> None:
    opening = sandbox("/cheat start\nBob: Join\nStart\n", "--virtual", "--people", "Ann,Bob", cwd=tmp_path)
    assert opening.returncode == 0, opening.stderr
    assert opening.stderr == ""
    assert "--- # table ---" in opening.stdout
    assert "--- DM to Bob" in opening.stdout
    # With one deck for two everybody holds so many cards that somebody's first rank can always be tapped.
    script = (
        "/cheat start\nBob: Join\nStart\n"
        # Bob begins after the dealer. He holds half the deck, so surely some of these; other labels are only answered.
        "Bob: A x\nBob: 2 x\nBob: 3 x\nBob: 4 x\nBob: Play \n"
        "Cheat!\nwait 1\n/cheat table\nquit\nthis is never read\n"
    )
    game = sandbox(script, "--virtual", "--people", "Ann,Bob", cwd=tmp_path)
    assert game.returncode == 0, game.stderr
    assert game.stderr == ""
    assert re.search(r"Bob lays (one|two|three|four) Aces?", game.stdout)
    assert re.search(r"truth|lie", game.stdout)
    assert re.search(r"(Ann|Bob) takes the pile \(\d cards?\)", game.stdout)
    assert "never read" not in game.stdout
    assert not any((tmp_path).iterdir()), "nothing is kept without --data"


def test_the_first_screen_says_what_to_type(tmp_path: Path) -> None:
    shown = sandbox("", "--people", "Zoe,Yan,Xi", cwd=tmp_path)
    assert shown.returncode == 0
    assert "`Yan: Cheat!`" in shown.stdout
    for line in ("/cheat start", "Yan: Join", "Xi: Join", "Start"):
        assert re.search(rf"^\s+{re.escape(line)}\b", shown.stdout, re.MULTILINE)


def test_the_first_screen_in_german_names_the_buttons_as_they_are_labelled(tmp_path: Path) -> None:
    lines = "/cheat start\nYan: Mitspielen\nStarten\nhelp\n"
    shown = sandbox(lines, "--virtual", "--people", "Zoe,Yan", "--language", "de", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    first = shown.stdout[: shown.stdout.index(">")]
    for line in ("Yan: Mitspielen", "CPU dazu", "Starten"):
        assert re.search(rf"^\s+{re.escape(line)}\b", first, re.MULTILINE), line
    assert "So kommt ein Spiel zustande" in first
    assert "--- Direktnachricht an Yan" in shown.stdout, "typed as told, the cards are dealt"
    assert "Was man eingeben kann" in shown.stdout
    assert "What can be typed" not in shown.stdout


def test_wrong_lines_are_answered_in_german(tmp_path: Path) -> None:
    lines = (
        "as Nobody\nas Bob\n99\nfly\ndms Cy\ntable\nwait long\n/nonsense\n/cheat rules wrong:option\n/cheat replay\n"
        "/cheat stats player:Zoe\ndm /cheat help\n/cheat start\nAnn: 1\nBob: 1\nAnn: = 4\nq\n"
    )
    shown = sandbox(lines, "--virtual", "--language", "de", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    for words in (
        "Hier heißt niemand 'Nobody'. Hier sind: Ann, Bob, Cy.",
        "Du sprichst jetzt für Bob.",
        "Einen Knopf 99 gibt es nicht.",
        "Bob sieht weder Knopf noch Wahl 'fly'.",
        "(Nachrichten für Cy: keine.)",
        "(Im Kanal stehen keine Nachrichten.)",
        "Wie viele Sekunden?",
        "Den Befehl '/nonsense' gibt es nicht.",
        "Das ging nicht: /cheat rules hat keine Angabe wrong",
        "Das ging nicht: /cheat replay braucht game",
        "Das ging nicht: hier heißt niemand 'Zoe'",
        "nur Bob sieht das",
        "Das ging nicht: Bei Ann ist kein Formular offen.",
        "Tschüss.",
    ):
        assert words in shown.stdout, words
    for english in ("There is", "did not", "sees", "needs", "Nobody here", "changed", "DM to", "can't"):
        assert english not in shown.stdout, english


def test_wrong_lines_are_answered_and_harm_nothing(tmp_path: Path) -> None:
    lines = (
        "help\nas Nobody\nas Bob\n99\nfly\ndms Cy\nCy: dms Nobody\ntable\nwait long\nwait 2\n/cheat\n/nonsense\n"
        "/cheat rules wrong:option\n/cheat 'open\ndm /cheat help\n/cheat start\nCy: Join\nAnn: 1\ndms Cy\ntable\nq\n"
    )
    shown = sandbox(lines, "--virtual", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "Traceback" not in shown.stderr + shown.stdout
    for words in (
        "What can be typed",
        "Nobody here is called 'Nobody'",
        "You speak for Bob now.",
        "There is no button 99",
        "Bob sees no button or choice 'fly'",
        "That did not work",
        "How many seconds?",
        "only Bob sees",
        "Goodbye.",
    ):
        assert words in shown.stdout, words


def after(shown: str, line: str) -> str:
    """What was printed in answer to a line, up to the next."""
    return shown[shown.index(f"> {line}\n") :].removeprefix(">").partition("\n> ")[0]


def test_what_is_misspelt_is_answered_with_what_was_meant(tmp_path: Path) -> None:
    answers = {
        "Bbo: Join": "Nobody here is called 'Bbo'. Here are Ann, Bob, Cy.",
        "cheat start": "There is no command 'cheat start'. Did you mean /cheat start?",
        "/start": "There is no command '/start'. Did you mean /cheat start?",
        "/cheat Start": "There is no command '/cheat Start'. Did you mean /cheat start?",
        "dm /cheat hnad": "There is no command '/cheat hnad'. One of them is /cheat help.",
    }
    shown = sandbox("\n".join(answers) + "\n", "--virtual", cwd=tmp_path).stdout
    for typed, answer in answers.items():
        assert answer in after(shown, typed)


def test_nobody_presses_what_only_another_sees(tmp_path: Path) -> None:
    lines = "/cheat start\nBob: Join\nStart\n"
    shown = sandbox(lines, "--virtual", "--people", "Ann,Bob", cwd=tmp_path).stdout
    of_ann = shown[shown.index("--- DM to Ann (changed)") :]
    number = re.search(r"\[(\d+)\] \w+ ×", of_ann)
    assert number is not None
    again = sandbox(f"{lines}Bob: {number[1]}\n", "--virtual", "--people", "Ann,Bob", cwd=tmp_path).stdout
    assert f"Bob does not see button {number[1]}." in again


def test_a_kept_game_goes_on_where_it_was(tmp_path: Path) -> None:
    options = ("--virtual", "--people", "Ann,Bob", "--data", "kept.db")
    first = sandbox("/cheat start\nBob: Join\nStart\n", *options, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "A table goes on" not in first.stdout
    second = sandbox("/cheat table\nBob: /cheat hand\n", *options, cwd=tmp_path)
    assert "A table goes on where it was left" in second.stdout
    assert "/cheat start" not in second.stdout[: second.stdout.index(">")]
    assert second.returncode == 0, second.stderr
    assert "Ann 26 · Bob 26" in second.stdout
    assert "It is your turn" in second.stdout


def test_a_kept_game_gives_nobody_another_s_cards(tmp_path: Path) -> None:
    begun = sandbox("/cheat start\nBob: Join\n", "--virtual", "--people", "Ann,Bob", "--data", "k.db", cwd=tmp_path)
    assert begun.returncode == 0, begun.stderr
    for people, code in (("Bob,Ann", 1), ("Ann,Zed", 1), ("Ann,Bob,Cy", 0)):
        shown = sandbox("", "--virtual", "--people", people, "--data", "k.db", cwd=tmp_path)
        assert shown.returncode == code
        assert ("--people Ann,Bob" in shown.stderr) == bool(code)


def test_in_real_time_a_script_works_as_well(tmp_path: Path) -> None:
    shown = sandbox("/cheat start\nwait 5\nBob: Join\n", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "2. Bob" in shown.stdout


def test_a_database_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("This is no database, and it is long enough for SQLite to notice that.")
    shown = sandbox("", "--data", "other.db", cwd=tmp_path)
    assert shown.returncode == 1
    assert "not an SQLite database" in shown.stderr


@pytest.mark.parametrize("people", ["Ann,Bob", "Ann,Bob,Cy,Dee,Eve,Fay,Gus,Hal,Ida,Jo"])
def test_two_or_ten_people_are_welcome(people: str, tmp_path: Path) -> None:
    shown = sandbox("/cheat start\n", "--virtual", "--people", people, cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "1. Ann" in shown.stdout


def test_one_person_plays_against_cpus(tmp_path: Path) -> None:
    script = "/cheat start cpus:2 level:easy\nAdd CPU\nHard\nStart\nwait 6\nHint\nLet it go\nwait 8\nquit\n"
    game = sandbox(script, "--virtual", "--people", "Ann", cwd=tmp_path)
    assert game.returncode == 0, game.stderr
    assert game.stderr == ""
    assert "Cleo (CPU) sits down (hard). One more?" in game.stdout
    assert re.search(r"(Ada|Bruno|Cleo) \(CPU\) lays", game.stdout)
    assert re.search(r"Claimed: |You hold |There is nothing to tell now", game.stdout)
    assert "That did not work" not in game.stdout
