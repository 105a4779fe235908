"""Replays and the end of a game in words: every play once, people told apart, files that carry no formula."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from bot.engine.actions import Bar, Decline, Force, Play, Resign, Return, Takeover
from bot.engine.cards import Rank
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.record.board import History, Seated
from bot.record.moves import Lay
from bot.record.results import Kind
from bot.ui import record_files, record_pages, replay, result
from tests.engine.support import VARIANTS, Game, seats_for
from tests.record.support import dealt, played
from tests.ui import stage
from tests.ui.past_games import EN, past, told_of
from tests.ui.stage import NAMES, WORDS, text_of
from tests.ui.test_ui_limits import HOSTILE, LOCALES

# --- replays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_a_replay_tells_every_play_of_every_variant_once(name: str) -> None:
    game = played(VARIANTS[name], seats_for(VARIANTS[name]), f"replay {name}", unruly=True)
    told, some = told_of(game), past(NAMES[: game.seats])
    text = "\n".join(replay.pages(told, some, WORDS, EN))
    lays = [move for move in told.moves if isinstance(move, Lay)]
    assert len(re.findall(r"^`\d+` .* (?:lays|was played)", text, re.MULTILINE)) <= len(lays)
    assert text.count("the ✔ truth.") + text.count("a ✘ lie.") == len(lays)
    assert text.count("the ✔ truth.") == sum(lay.truthful for lay in lays)
    for locale in sorted(WORDS.locales):
        assert all(len(page) <= 3600 for page in replay.pages(told, past(HOSTILE[: game.seats]), WORDS, locale))


def test_a_replay_tells_a_force_whose_asker_left() -> None:
    game = Game.dealt(PRESETS["duel-force"], 2, "unanswered")
    seat = game.state.turn
    game.do(Play(seat, game.state.seats[seat].hand[:1], Rank.SEVEN, 1))
    game.do(Force(1 - seat))
    game.do(Resign(1 - seat))
    told = told_of(game)
    text = "\n".join(replay.pages(told, past(NAMES[:2]), WORDS, EN))
    assert "whoever asked left before there was an answer" in text
    assert "Nobody called" not in text
    assert json.loads(replay.as_json(told, past(NAMES[:2]), WORDS, EN))["moves"][1]["fate"] == "unanswered"


def test_a_replay_as_files() -> None:
    game = played(PRESETS["duel-force"], 2, "files")
    told, some = told_of(game), past(("A**nn\n", "Bob"))
    text = replay.as_text(told, some, WORDS, EN)
    assert text.startswith("Game 12 · 2026-01-02 03:04Z\nRules: ")
    assert "**" not in text
    assert "\n\n\n" not in text
    data = json.loads(replay.as_json(told, some, WORDS, EN))
    assert data["format"] == replay.FORMAT
    assert data["seats"] == [
        {"seat": 0, "name": "A**nn", "cpu": False, "place": 1},
        {"seat": 1, "name": "Bob", "cpu": False, "place": 2},
    ]
    assert [move["move"] for move in data["moves"]][:2] == ["deal", "lay"]
    assert Ruleset.model_validate(data["rules"]) == PRESETS["duel-force"]
    deal, lay = data["moves"][:2]
    assert set(deal) == {"move", "number", "commitment", "salt", "cpus", "deal"}
    assert lay["cards"] <= sorted(deal["deal"][lay["seat"]]) or set(lay["cards"]) <= set(deal["deal"][lay["seat"]])
    assert lay["rank"] in {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}


def test_people_who_look_the_same_are_told_apart_by_their_seats() -> None:
    game = played(Ruleset(), 3, "same")
    seats = (Seated(-1, None, 1), Seated(-2, None, 2), Seated(103, "Cy", 3))
    names = replay.names_of(told_of(game), past(seats=seats), WORDS, EN)
    assert names == ("a former player (1)", "a former player (2)", "**Cy**")


def test_people_are_told_apart_in_files_that_drop_the_marks_of_their_names() -> None:
    game = played(Ruleset(), 3, "marks")
    some = past(("`Bob`", "Bob", "**Cy**"))
    text = replay.as_text(told_of(game), some, WORDS, EN)
    assert "Bob (1): " in text
    assert "Bob (2): " in text
    assert "\nCy: " in text
    assert replay.plain_names(some, WORDS, EN) == ("`Bob` (1)", "Bob (2)", "**Cy**")
    assert replay.plain_names(past(("``", "Bob")), WORDS, EN) == ("???", "Bob")


def test_the_history_marks_games_among_people_that_are_not_rated() -> None:
    for kind, rated, marked in ((Kind.PEOPLE, True, False), (Kind.PEOPLE, False, True), (Kind.CPUS, False, False)):
        games = (past(kind=kind, rated=rated),)
        text = text_of(record_pages.history(History(games, 1, 1, 1), "Home", WORDS, EN))
        assert ("Unrated: nobody’s rating changed." in text) == marked


def test_several_who_let_it_go_are_several_in_german() -> None:
    game = dealt("AS 5S", "2S 6S", "3S 7S", "4S 8S")
    game.lay("AS")
    game.do(Decline(1, 1), Decline(2, 1))
    game.pass_window()
    for at in range(3):
        game.do(Resign(at))
    told = "\n".join(replay.pages(told_of(game), past(NAMES[:4]), WORDS, "de"))
    assert "Ließen es gelten: " in told
    assert "zögerte: " in told


def test_a_game_is_offered_in_one_plain_line() -> None:
    seats = (Seated(1, "An\nn_*", 2), Seated(None, None, 1), Seated(-4, None, 3), Seated(2, "\u202eBob", 4))
    assert record_pages.choice(past(seats=seats), WORDS, EN) == "12: 2026-01-02 · CPU, An n_*, a former player, Bob"


# --- the end of a game ------------------------------------------------------------------------------------------------


@LOCALES
def test_the_end_with_its_highlights_fits_under_hostile_names(locale: str) -> None:
    game = stage.Game(10, Ruleset(max_cards="unlimited", decks=2), names=HOSTILE, locale=locale).begin()
    for at in range(8):
        game.lay_any(7)
        if at % 2:
            game.stand()
        else:
            game.call((game.state.turn + 1) % 10)
    for seat in range(9):
        game.leave(seat)
    layout = result.end(game.view(), WORDS)
    assert layout.content_length() <= 4000
    assert WORDS.say(locale, "button-leaderboard") in [item.item.label for item in stage.buttons_of(layout)]


def test_highlights_say_who_said_what_and_what_it_was() -> None:
    game = stage.Game(hands=tuple(map(stage.cards, ("KS JS QH", "2S 3D", "4H 9C")))).begin()
    game.lay("KS JS").stand()
    game.lay("2S").call(2)
    game.lay("9C").stand()
    game.lay("QH").stand()
    text = text_of(result.end(game.view(), WORDS))
    assert "Boldest lie: **Ann** said **two Aces** and laid K♠ J♠. Nobody proved it." in text
    assert "Worst call: **Cy** doubted **Bob**’s **one Two**. It was the truth, and 3 cards were the price." in text
    assert "Biggest pile: **Cy** took 3 cards at once." in text


def test_the_end_blames_nobody_for_what_a_cpu_did_in_their_seat() -> None:
    game = stage.Game(hands=tuple(map(stage.cards, ("KS JS QH", "2S 3D", "4H 9C")))).begin()
    game.do(Takeover(0)).lay("KS JS").call(1)
    game.lay("2S").call(0)
    game.lay("9C").call(1)
    game.do(Return(0), Takeover(2)).lay("KS").stand()
    game.lay("3D").stand()
    text = text_of(result.end(game.view(), WORDS))
    assert "**Ann**\n-# 1 lie, 0 caught · no calls · took 0 cards" in text, "Ann's own"
    assert "Boldest lie: **Bob** said **one Five** and laid 3♦. Nobody proved it." in text
    assert "Worst call" not in text
    assert "Biggest pile: **Cy** took 1 card at once." in text


def test_a_wrong_call_of_a_cpu_s_claim_says_that_it_was_one() -> None:
    game = stage.Game(hands=tuple(map(stage.cards, ("AS JS", "2S", "4H 9C")))).begin()
    game.do(Takeover(0)).lay("AS").call(2)
    game.do(Return(0)).lay("2S").stand()
    text = text_of(result.end(game.view(), WORDS))
    assert "Worst call: **Cy** doubted **Ann** (CPU)’s **one Ace**." in text


def test_the_end_marks_who_was_played_by_a_cpu() -> None:
    game = stage.Game(hands=tuple(map(stage.cards, ("AS JS", "2S 3D", "4H")))).begin()
    game.do(Takeover(2)).lay("AS").stand()
    game.do(Takeover(1), Bar(1)).lay("2S").stand()
    game.lay("4H").stand()
    told = text_of(result.end(game.view(), WORDS))
    assert "**Cy** (CPU) has no cards left and wins." in told
    for place, name in (("1st", "**Cy** (CPU)"), ("2nd", "**Ann**"), ("3rd", "**Bob** (CPU)")):
        assert f"** {name}\n-# " in told, place


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_long_file_is_packed_and_no_name_is_a_formula() -> None:
    assert record_files.packed("a.csv", b"x" * 100) == ("a.csv", b"x" * 100)
    name, data = record_files.packed("a.csv", b"x" * (record_files.PACKED_FROM + 1))
    assert (name, data[:2]) == ("a.csv.zip", b"PK")
    table = record_files.Table()
    formula, hidden = "\uff1d1+1", "\u202e\u200b=1+1"
    for row in (
        ("name", "n"),
        ("=HYPERLINK(1)", -3),
        ('a"b,c', None),
        ("x;=cmd|'/C calc'!A0", 1),
        (formula, 1),
        (hidden, 1),
        ("Ann; Bob;Cy", 1),
        ('x; "=1+1', 1),
        (f"x;{formula}", 1),
    ):
        table.add(row)
    assert table.rows == 9
    text = table.data().decode("utf-8-sig")
    assert text.splitlines()[:3] == ['"name","n"', '"\'=HYPERLINK(1)",-3', '"a""b,c",""']
    cells = [row[0] for row in csv.reader(io.StringIO(text))]
    assert cells[3:6] == ["x;'=cmd|'/C calc'!A0", f"'{formula}", "'=1+1"]
    assert cells[6] == "Ann; Bob;Cy", "a name is told as it is"
    assert cells[7:] == ["x;' \"=1+1", f"x;'{formula}"]
    for behind in re.findall(r';[ "]*(.)', text):
        assert behind in "'BC", "where semicolons split, no cell begins a formula"
