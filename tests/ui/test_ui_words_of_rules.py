"""What the words on house rules must not mix up or leave out: rounds, places, teams, Force, and numbers to choose."""

from __future__ import annotations

import re

import pytest

from bot.engine.rules.ruleset import BOTH, PRESETS, REFUSALS, SPECS, Ruleset
from bot.ui import editor, explain, rulebook, table
from bot.ui.text import key_of
from tests.ui.stage import WORDS, Game, lines_of, text_of

EN = "en-US"
ROUND = {"en-US": r"\brounds?\b", "de": r"\brunden?\b"}


@pytest.mark.parametrize("locale", sorted(ROUND))
def test_a_round_is_a_round_of_a_match_and_nothing_else(locale: str) -> None:
    told = [
        explain.rules(WORDS, locale, rules, seats)
        for rules in (*PRESETS.values(), Ruleset(passing=True), Ruleset(family="same_rank", force=True, multi=True))
        for seats in (None, 2, 4)
    ]
    told += [WORDS.say(locale, key_of("refusal", refusal.code)) for refusal in REFUSALS]
    told += [rulebook.preset_title(WORDS, locale, name) for name in PRESETS]
    told += [rulebook.preset_about(WORDS, locale, name) for name in PRESETS]
    for key, spec in SPECS.items():
        if key != "rounds":
            told += [explain.rule(WORDS, locale, Ruleset.model_validate({"family": family}), key) for family in BOTH]
            told += [rulebook.line(WORDS, locale, key, choice) for choice in rulebook.offered(spec)]
    assert [text for text in told if re.search(ROUND[locale], text, re.IGNORECASE)] == []
    assert re.search(ROUND[locale], explain.rules(WORDS, locale, Ruleset(rounds=3), None), re.IGNORECASE)


@pytest.mark.parametrize("rules", [Ruleset(stall="off", play_on=on) for on in (True, False)])
def test_in_german_a_place_won_is_no_seat(rules: Ruleset) -> None:
    ending = explain.how_it_goes(WORDS, "de", rules, None)[3]
    assert "Platzierung" in ending
    assert not re.search(r"\b(Platz|Plätze)\b", ending)
    for choice in rulebook.offered(SPECS["play_on"]):
        assert "Platzierung" in rulebook.value(WORDS, "de", "play_on", choice)


@pytest.mark.parametrize(
    ("locale", "line", "goes", "wrong"),
    [
        ("en-US", "Two teams: seats 1, 2, 3 against 4, 5, 6", "seats 1, 2, 3 and seats 4, 5, 6", "alternat"),
        ("de", "Zwei Teams: die Plätze 1, 2, 3 gegen 4, 5, 6", "die Plätze 1, 2, 3 und die Plätze 4, 5, 6", "abwechs"),
    ],
)
def test_teams_put_together_seat_by_seat_are_told_as_they_sit(locale: str, line: str, goes: str, wrong: str) -> None:
    rules = Ruleset(teams=((0, 1, 2), (3, 4, 5)))
    assert line in lines_of(table.lobby(Game(6, rules, locale=locale).lobby(), WORDS))
    told = [explain.rules(WORDS, locale, rules, 6)]
    assert goes in told[0]
    told.append(text_of(editor.home(editor.Sheet(rules, "Home", 7, 6), WORDS, locale)))
    assert line in told[1]
    told += [rulebook.about(WORDS, locale, "teams"), rulebook.example(WORDS, locale, "teams", rules.teams, rules)]
    assert [text for text in told if wrong in text] == []
    assert wrong in explain.rules(WORDS, locale, PRESETS["teams"], 6)
    assert len(told[-1]) <= 100


@pytest.mark.parametrize(
    ("locale", "leads", "wins"),
    [("en-US", "they lead", "win if it was their last card"), ("de", "spielt aus", "gewinnt, wenn es die letzte war")],
)
def test_force_says_who_leads_after_a_card_is_shown_and_that_an_emptied_hand_wins(
    locale: str, leads: str, wins: str
) -> None:
    """R-i, R-h."""
    rules = PRESETS["duel-force"]
    for text in (explain.rules(WORDS, locale, rules, 2), explain.rule(WORDS, locale, rules, "force")):
        assert f"{leads}, or {wins}" in text or f"{leads} oder {wins}" in text


@pytest.mark.parametrize(
    ("values", "key", "most"),
    [
        ({"family": "same_rank"}, "per_hand", 17),
        ({"family": "same_rank", "jokers": 2}, "per_hand", 18),
        ({"family": "same_rank", "force": True}, "per_hand", 26),
        ({"family": "same_rank", "force": True, "jokers": 2}, "per_hand", 27),
        ({}, "window_s", 120),
        ({"force": True}, "window_s", 120),
    ],
)
def test_a_number_is_asked_for_within_what_somebody_can_play(values: dict[str, object], key: str, most: int) -> None:
    rules = Ruleset.model_validate(values)
    span = rulebook.reach(rules, key)
    assert span is not None
    least, there = span
    assert there == most
    form = editor.number_form(editor.Sheet(rules, "Home"), key, WORDS, EN)
    assert form is not None
    assert form.to_dict()["components"][0]["label"] == f"Any number from {least} to {most}"
    assert f"Any number from {least} to {most} can be chosen." in explain.rule(WORDS, EN, rules, key)
    if key == "per_hand":
        assert rulebook.playable(rules.model_copy(update={key: most}))
        assert not rulebook.playable(rules.model_copy(update={key: most + 1}))


def test_no_number_can_be_chosen_that_nobody_could_ever_play() -> None:
    most = SPECS["per_hand"].span
    assert most is not None
    assert rulebook.playable(Ruleset(family="same_rank", force=True, jokers=2, per_hand=most[1]))


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        (
            1,
            [
                "- **one round** (standard) – Whoever wins the round has won the game.",
                "- **5 rounds** – After 5 rounds ",
            ],
        ),
        (
            3,
            [
                "- **3 rounds** – After 3 rounds ",
                "- **one round** (standard) – Whoever wins the round has won the game.",
            ],
        ),
    ],
)
def test_a_rule_of_many_numbers_is_told_by_more_than_the_one_in_force(rounds: int, told: list[str]) -> None:
    lines = explain.rule(WORDS, EN, Ruleset(rounds=rounds), "rounds").splitlines()
    choices = [line for line in lines if line.startswith("- **")]
    assert len(choices) == len(told)
    assert all(line.startswith(start) for line, start in zip(choices, told, strict=True))
