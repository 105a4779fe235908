"""The menus of the sandbox: what they offer is printed with numbers, and chosen by number or by label."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sandbox.test_text_sandbox import after, sandbox

TWO = ("--virtual", "--people", "Ann,Bob")


def played(lines: str, cwd: Path) -> str:
    """What two people see of a script that goes well."""
    shown = sandbox(lines, *TWO, cwd=cwd)
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    return shown.stdout


@pytest.mark.parametrize("hand", ["", "/cheat hand\n"])
def test_a_rank_is_chosen_from_its_menu_and_played(hand: str, tmp_path: Path) -> None:
    # Everybody holds half a deck, so surely a card of four ranks; labels that are not there are only answered.
    taps = "{0}: A x\n{0}: 2 x\n{0}: 3 x\n{0}: 4 x\n"
    script = (
        f"/cheat start preset:up-down\nBob: Join\nStart\n{taps.format('Bob')}Bob: Play \nwait 12\n"
        f"{hand}{taps.format('Ann')}Ann: Kings\nBob: Twos\nAnn: Play \n"
    )
    shown = played(script, tmp_path)
    assert "The next rank is one up or one down" in after(shown, "/cheat start preset:up-down")
    assert re.search(r"^    \[(\d+)\] Rank to claim: \1\.1 Kings  \1\.2 Twos$", shown, re.MULTILINE)
    chosen = after(shown, "Ann: Kings")
    headings = re.findall(r"^--- (.+) ---$", shown[: shown.index("> Bob: Twos")], re.MULTILINE)
    assert headings[-1] == ("only Ann sees (changed)" if hand else "DM to Ann (changed)")
    assert re.search(r"Rank to claim: \d+\.1 Kings\*  \d+\.2 Twos$", chosen, re.MULTILINE)
    assert "Bob sees no button or choice 'Twos'" in after(shown, "Bob: Twos")
    assert re.search(r"Ann lays (one|two|three|four) Kings?\b", shown)


def test_the_editor_changes_a_rule_and_the_lobby_shows_it(tmp_path: Path) -> None:
    topic = played("/cheat start\nHouse rules\nTurns and ranks\n", tmp_path)
    wanted = re.search(r"^      (\d+\.\d+) Any rank, as the player likes – ", topic, re.MULTILINE)
    assert wanted is not None
    shown = played(f"/cheat start\nHouse rules\nTurns and ranks\nAnn: {wanted[1]}\nBob: {wanted[1]}\n", tmp_path)
    changed = after(shown, f"Ann: {wanted[1]}")
    assert f"{wanted[1]} Any rank, as the player likes* – " in changed
    assert "--- # table (changed) ---\n  Cheat – who plays?" in changed
    assert "  Any rank may be named" in changed[changed.index("# table") :]
    assert f"Bob does not see choice {wanted[1]}." in after(shown, f"Bob: {wanted[1]}")


def test_everybody_may_edit_the_rules_of_the_server(tmp_path: Path) -> None:
    shown = played("Bob: /cheat house-rules\nBob: up or down\n/cheat start\n", tmp_path)
    assert "only Bob sees" in after(shown, "Bob: /cheat house-rules")
    assert re.search(r"^      \d+\.\d+ Up or down\* – ", after(shown, "Bob: up or down"), re.MULTILINE)
    assert "The next rank is one up or one down" in after(shown, "/cheat start")


def test_a_number_is_typed_into_a_form(tmp_path: Path) -> None:
    script = "/cheat start\nHouse rules\nCalling\nOther number…\n= 42\nOther number…\nAnn: = 2\nBob: = 7\n= 42\n"
    shown = played(script, tmp_path)
    asked = (
        "Ann sees a form: Time to call – Any number from 3 to 120 (now: 10). Fill it in with, for example:  Ann: = 42"
    )
    assert asked in after(shown, "Other number…")
    assert "42 s to call each play" in after(shown, "= 42")
    assert "Time to call takes any whole number from 3 to 120." in after(shown, "Ann: = 2")
    assert "Bob has no form open." in after(shown, "Bob: = 7")


def test_what_can_not_be_chosen_is_answered(tmp_path: Path) -> None:
    editor = played("/cheat house-rules\n", tmp_path)
    menu = re.search(r"^    \[(\d+)\] Choose a preset:$", editor, re.MULTILINE)
    assert menu is not None
    shown = played(f"/cheat house-rules\n{menu[1]}\n{menu[1]}.99\nBob: {menu[1]}\ndu\nduel w\n", tmp_path)
    assert f"[{menu[1]}] is a menu: choose from it with {menu[1]}.1" in after(shown, menu[1])
    assert f"There is no choice {menu[1]}.99." in after(shown, f"{menu[1]}.99")
    assert f"Bob does not see button {menu[1]}." in after(shown, f"Bob: {menu[1]}")
    assert re.search(r"called 'du': \d+\.15 \(Duel\), \d+\.16 \(Duel with Force\)\.", after(shown, "du"))
    assert "Preset: Duel with Force." in after(shown, "duel w")


def test_the_settings_of_the_server_are_made_as_far_as_a_terminal_can(tmp_path: Path) -> None:
    shown = played("/cheat settings\n1 minute\n/cheat start\n/cheat stop\n/cheat start\n", tmp_path)
    opened = after(shown, "/cheat settings")
    assert "    [-] Channels: can be chosen in the browser, not here" in opened
    assert "    [-] Who opens tables: can be chosen in the browser, not here" in opened
    assert "Pause between tables: 1 minute" in after(shown, "1 minute")
    assert "The next one can be opened in" in shown.rpartition("> /cheat start\n")[2]


def test_a_label_that_is_spelled_like_a_command_can_be_pressed(tmp_path: Path) -> None:
    script = "/cheat start\nHouse rules\nTable\n/cheat table\ntable\nAnn: press table\nAll topics\nAnn: press Table\n"
    shown = played(script, tmp_path)
    pressed = after(shown, "Table")
    assert "Time for a turn:" in pressed
    assert "only Ann sees (changed)" in pressed
    assert "Cheat – who plays?" in after(shown, "table")
    assert "Time for a turn:" not in after(shown, "table")
    assert "Time for a turn:" in after(shown, "Ann: press Table")
    changed = played(
        "/cheat start\nHouse rules\nTable\nNo limit\nAll topics\nTable\nAll topics\nBob: Table\n", tmp_path
    )
    assert "Table (1)" in after(changed, "All topics")
    assert "Time for a turn: no limit (not the standard)" in changed[changed.rindex("> Table\n") :]
    assert "Cheat – who plays?" in after(changed, "Bob: Table"), "Bob sees no such button"


def test_a_label_with_a_colon_is_no_name(tmp_path: Path) -> None:
    label = "One down: Aces, Kings, Queens and on"
    shown = played(f"/cheat start\nHouse rules\nTurns and ranks\n{label}\n", tmp_path)
    assert "Ranks go down: Aces, Kings, Queens and on" in after(shown, label)


def test_an_option_of_several_words_goes_on_to_the_end(tmp_path: Path) -> None:
    options = ("name:Cards for each player", "name:'Cards for each player'", "name: decks")
    # A heading says once for several messages who sees them.
    shown = played("".join(f"/cheat rules {typed}\nBob: /cheat help\n" for typed in options), tmp_path)
    for typed in options:
        answer = after(shown, f"/cheat rules {typed}")
        assert ("Decks" if "decks" in typed else "Cards for each player") in answer
        assert "only Ann sees" in answer
        assert "There is no" not in answer
