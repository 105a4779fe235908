"""House rules in words: every rule, choice and preset has them, they fit their places, and they say what is so."""

from __future__ import annotations

import itertools

import pytest

from bot.engine.rules.ruleset import PRESETS, REFUSALS, SPECS, Ruleset, refusals
from bot.ui import rulebook
from tests.ui.rule_choices import EN, settings
from tests.ui.stage import WORDS

OPTION = 100  # label, value and description of a select's option; the name of a command's choice
CHOICES = [(key, choice) for key, spec in SPECS.items() for choice in rulebook.offered(spec)]


@pytest.mark.parametrize("key", SPECS)
def test_every_choice_has_words_of_its_own(key: str) -> None:
    assert len(rulebook.title(WORDS, EN, key)) <= OPTION
    assert rulebook.about(WORDS, EN, key)[-1] == "."
    for part in (rulebook.value, rulebook.line, rulebook.example):
        told = [part(WORDS, EN, key, choice) for choice in SPECS[key].choices]
        assert len(set(told)) == len(told), told


@pytest.mark.parametrize(("key", "choice"), CHOICES)
def test_every_choice_fits_an_option(key: str, choice: object) -> None:
    assert 0 < len(rulebook.value(WORDS, EN, key, choice)) <= OPTION
    assert 0 < len(rulebook.example(WORDS, EN, key, choice)) <= OPTION
    assert 0 < len(rulebook.line(WORDS, EN, key, choice)) <= OPTION


@pytest.mark.parametrize("key", SPECS)
def test_what_is_offered_can_be_told_apart_and_holds_every_choice(key: str) -> None:
    spec = SPECS[key]
    for current in settings(key):
        offered = rulebook.offered(spec, current)
        assert set(map(repr, spec.choices)) | {repr(current)} <= set(map(repr, offered))
        assert len({rulebook.token(choice) for choice in offered}) == len(offered) <= 25
        assert all(spec.available(choice) for choice in offered)
        numbers = [choice for choice in offered if type(choice) is int]
        assert numbers == sorted(numbers)


def test_a_range_is_offered_in_steps_with_the_number_set_now() -> None:
    assert rulebook.offered(SPECS["window_s"], 42) == (3, 5, 7, 10, 15, 20, 30, 42, 45, 60, 90, 120)
    assert rulebook.offered(SPECS["rounds"], 1) == tuple(range(1, 10))
    assert rulebook.offered(SPECS["per_hand"], "auto") == ("auto", 5, 7, 10, 13, 15)
    assert rulebook.offered(SPECS["window_s"], 121) == rulebook.offered(SPECS["window_s"])


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_name_and_a_line(name: str) -> None:
    title, about = rulebook.preset_title(WORDS, EN, name), rulebook.preset_about(WORDS, EN, name)
    assert len(f"{title} – {about}") <= OPTION
    assert rulebook.preset_of(PRESETS[name]) == name
    assert rulebook.preset_named(WORDS, EN, f" {title.upper()} ") == name
    assert rulebook.preset_named(WORDS, EN, name) == name
    assert rulebook.playable(PRESETS[name])


def test_all_presets_fit_one_select() -> None:
    assert len(PRESETS) <= 25
    assert rulebook.preset_named(WORDS, EN, "poker") is None


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ((), ""),
        ((2,), "2"),
        ((2, 3), "2 or 3"),
        (tuple(range(2, 11)), "2 to 10"),
        ((6, 8, 10), "6, 8 or 10"),
        ((2, 3, 4, 6, 8), "2 to 4, 6 or 8"),
        ((2, 6, 7, 8), "2 or 6 to 8"),
    ],
)
def test_numbers_of_players_in_words(seats: tuple[int, ...], told: str) -> None:
    assert rulebook.players(WORDS, EN, seats) == told


def test_what_stands_against_rules_at_a_table_and_for_everybody() -> None:
    teams = PRESETS["teams"]
    assert rulebook.objections(teams, 3) == ("teams_even_6_10",)
    assert rulebook.objections(teams, 6) == ()
    assert rulebook.objections(teams, None) == ()
    assert rulebook.objections(teams, 1) == (), "one at the table is no conflict: more may come"
    never = teams.model_copy(update={"play_on": True})
    assert rulebook.objections(never, None) == ("teams_no_places",)
    torn = teams.model_copy(update={"aside": 12})
    assert set(rulebook.objections(torn, None)) == {"aside_two_only", "teams_even_6_10"}


def cautions(rules: Ruleset, seats: int | None) -> list[str]:
    return rulebook.cautions(WORDS, EN, rules, seats)


def test_what_is_accepted_but_worth_a_word() -> None:
    free = Ruleset(after_challenge="taker_leads", direction="any")
    assert cautions(free, 4) == ["Any rank is already free; only the turn moves to the taker."]
    slow = Ruleset(stall="off", max_cards=1)
    assert cautions(slow, 3) == ["Very long games: pile burn would end them."]
    assert cautions(slow, 4) == []
    assert (
        cautions(slow, None)
        == cautions(slow, 1)
        == ["Very long games: pile burn would end them. (With 2 or 3 players.)"]
    )
    slower = slow.model_copy(update={"after_challenge": "taker_leads"})
    assert cautions(slower, None) == ["Very long games: pile burn would end them. (With 2 to 6 players.)"]
    waits = Ruleset(window_mode="until_next_play", turn_timer=None)
    assert cautions(waits, None) == ["CPU seats must wait for the time to call before they play."]


def test_only_rules_that_mean_something_are_told() -> None:
    assert rulebook.told(Ruleset(force=True, jokers=1)) == ("jokers",)
    assert rulebook.told(Ruleset(family="same_rank", force=True, call_word="doubt")) == ("family", "force")


def test_rules_are_found_by_key_and_by_title() -> None:
    for key in SPECS:
        assert rulebook.rule_named(WORDS, EN, key) == key
        assert rulebook.rule_named(WORDS, EN, rulebook.title(WORDS, EN, key).lower()) == key
    assert rulebook.rule_named(WORDS, EN, "tarot") is None


def test_every_refusal_of_every_pair_of_choices_is_told() -> None:
    """What the editor says is what the engine refuses, for any two choices over the standard game."""
    codes = {refusal.code for refusal in REFUSALS}
    for (key, one), (other, two) in itertools.combinations(CHOICES, 2):
        if key == other:
            continue
        rules = Ruleset.model_validate({key: one, other: two})
        able = rulebook.playable(rules)
        against = rulebook.objections(rules, None)
        assert bool(able) != bool(against)
        assert set(against) <= codes
        assert all(rulebook.objections(rules, seats) == refusals(rules, seats) for seats in (2, 5, 8))
