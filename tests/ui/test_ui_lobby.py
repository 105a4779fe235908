"""What everybody sees before a game, line by line: names, seats, the pack, and how it is played."""

from __future__ import annotations

import pytest

from bot.engine.rules.ruleset import Ruleset
from bot.tables.records import TableStatus
from bot.ui import table
from tests.ui.stage import WORDS, Game, labels_of, lines_of, text_of


def test_names_written_from_right_to_left_keep_their_numbers() -> None:
    playing = Game(2, names=("محمد", "Bob")).begin()
    assert "**\u2068محمد\u2069** 26 · **Bob** 26" in lines_of(table.deal(playing.view(), WORDS))


def seats_listed(*names: str) -> list[str]:
    told = lines_of(table.lobby(Game(len(names), names=names).lobby(), WORDS))[1 : 1 + len(names)]
    return [line.partition(". ")[2].removesuffix(" (host)") for line in told]


def test_names_are_cut_only_where_the_company_makes_it_necessary() -> None:
    long = "Christopher John Mac Alister III"
    assert seats_listed(long, *"BCDEFGHIJ")[0] == f"**{long}**"
    assert seats_listed(*(f"{number} {long}" for number in range(10)))[3] == "**3 Christopher J…**"


def test_names_that_look_alike_have_their_seat_s_number() -> None:
    assert seats_listed("Ann", "Bob", "Ann", "Ann (1)") == ["**Ann** (1)", "**Bob**", "**Ann** (3)", "**Ann (1)**"]
    long = [f"Christopher Johannes {letter}" for letter in "ABCDEFGHIJ"]
    assert seats_listed(*long)[8] == "**Christopher Joh…** (9)"


def test_lobby() -> None:
    layout = table.lobby(Game(3).lobby(), WORDS)
    assert lines_of(layout) == [
        "### Cheat – who plays?",
        "1. **Ann** (host)",
        "2. **Bob**",
        "3. **Cy**",
        "One deck, up to 4 cards a play",
        "-# **How to play:** get rid of your cards first.",
        "-# Your turn: lay cards face down, say their rank.",
        "-# The rank moves on: Aces, Twos … Kings, Aces.",
        "-# You may lie: nobody sees what you lay.",
        "-# You doubt it? Press **Cheat!** before time is up.",
        "-# A lie: the liar takes the pile. The truth: you do.",
        "-# 2 to 10 players. Press **Join** to sit down; **Ann** presses **Start**.",
    ]
    assert labels_of(layout) == ["Join", "Leave", "Add CPU", "House rules", "Start"]


def test_the_lobby_teaches_the_game_by_its_own_rules_while_there_is_room() -> None:
    def lesson(seats: int = 3, **rules: object) -> list[str]:
        told = lines_of(table.lobby(Game(seats, Ruleset.model_validate(rules)).lobby(), WORDS))
        return told[told.index(next(line for line in told if "How to play" in line)) :][:6]

    assert "-# The rank moves on: Aces, Kings … Twos, Aces." in lesson(direction="down")
    assert "-# The next rank is one up or one down." in lesson(direction="up_down")
    assert "-# The next rank is one up, one down or the same." in lesson(direction="up_down_same")
    assert "-# It may be any rank." in lesson(direction="any")
    assert "-# You doubt it? Press **I doubt it!** before time is up." in lesson(call_word="doubt")
    assert "-# You doubt it? Press **Cheat!** before the next play." in lesson(window_mode="until_next_play")
    same = lesson(family="same_rank")
    assert same[0].endswith("keep just one card, of the rank in play.")
    assert "**Doubt!**" in same[4]
    assert "How to play" in text_of(table.lobby(Game(8).lobby(), WORDS))
    assert "How to play" not in text_of(table.lobby(Game(10).lobby(), WORDS)), "ten names fill the phone"


def test_lobby_says_pack_and_limit_for_the_seats_there_are_and_what_differs_from_standard() -> None:
    assert "Two decks, up to 8 cards a play" in lines_of(table.lobby(Game(6).lobby(), WORDS))
    assert "One deck, any number of cards a play" in lines_of(
        table.lobby(Game(2, Ruleset(max_cards="unlimited")).lobby(), WORDS)
    )
    assert "One deck, one card a play" in lines_of(table.lobby(Game(2, Ruleset(max_cards=1)).lobby(), WORDS))
    rules = Ruleset(decks="auto5", window_s=15, turn_timer=None, stall="off")
    told = lines_of(table.lobby(Game(5, rules).lobby(), WORDS))
    assert told[6:11] == [
        "Two decks, up to 8 cards a play",
        "Two decks from five players on",
        "15 s to call each play",
        "No time limit for a turn",
        "No pile burn, and no last turn: a game can be very long",
    ]
    assert "30 s for each turn" in lines_of(table.lobby(Game(2, Ruleset(turn_timer=30)).lobby(), WORDS))


@pytest.mark.parametrize(
    ("status", "line", "labels"),
    [
        (TableStatus.PLAYING, "This game has started: 3 players. You can join the next one.", ["My hand"]),
        (TableStatus.OVER, "This game is over. `/cheat start` opens a new table.", []),
        (TableStatus.CLOSED, "This table is closed. `/cheat start` opens a new one.", []),
    ],
)
def test_a_lobby_that_is_none_any_more_says_so(status: TableStatus, line: str, labels: list[str]) -> None:
    layout = table.lobby(Game(3).lobby(status), WORDS)
    assert line in lines_of(layout)
    assert labels_of(layout) == labels
    assert table.mention_of(Game(3).lobby(status)) is None
