"""House rules in words: every rule, choice and preset has them, they fit their places, and they say what is so."""

from __future__ import annotations

import itertools
import random

import pytest

from bot.engine.rules.ruleset import PRESETS, REFUSALS, SPECS, Ruleset, refusals
from bot.ui import explain, rulebook, table
from tests.ui.stage import WORDS, Game, lines_of, text_of
from tests.ui.test_ui_limits import HOSTILE

EN = "en-US"
MESSAGE = 4000
OPTION = 100  # label, value and description of a select's option; the name of a command's choice
FAMILIES = ("cycle", "same_rank")
CHOICES = [(key, choice) for key, spec in SPECS.items() for choice in rulebook.offered(spec)]


def settings(key: str) -> list[object]:
    """Every value of a rule that can be met: all that are offered and the ends of its range."""
    spec = SPECS[key]
    return list(dict.fromkeys([*rulebook.offered(spec), *(spec.span or ())]))


def longest(family: str) -> Ruleset:
    """Every rule set to the choice with the longest words that is not the standard."""
    values = {
        key: max(
            (choice for choice in settings(key) if choice != spec.default),
            key=lambda choice: len(rulebook.value(WORDS, EN, key, choice) + rulebook.line(WORDS, EN, key, choice)),
        )
        for key, spec in SPECS.items()
    }
    return Ruleset.model_validate({**values, "family": family})


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


def test_what_is_accepted_but_worth_a_word() -> None:
    free = Ruleset(after_challenge="taker_leads", direction="any")
    assert rulebook.cautions(free, 4) == ("taker_any_note",)
    slow = Ruleset(stall="off", max_cards=1)
    assert rulebook.cautions(slow, None) == ("long_one_card",)
    assert rulebook.cautions(slow, 4) == ()
    assert rulebook.cautions(Ruleset(window_mode="until_next_play", turn_timer=None), 4) == ("cpu_waits_for_window",)


def test_only_rules_that_mean_something_are_told() -> None:
    assert rulebook.told(Ruleset(force=True, jokers=1)) == ("jokers",)
    assert rulebook.told(Ruleset(family="same_rank", force=True, call_word="doubt")) == ("family", "force")


# --- the lobby -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_the_lobby_tells_every_rule_of_a_preset(name: str) -> None:
    rules = PRESETS[name]
    view = Game(rulebook.playable(rules)[0], rules).lobby()
    told = table.rules_lines(view, WORDS)
    silent = {"max_cards"} | ({"decks"} if isinstance(rules.decks, int) else set())
    for key in rulebook.told(rules):
        assert (rulebook.line(WORDS, EN, key, getattr(rules, key)) in told) == (key not in silent)
    assert len(told) == 1 + len(set(rulebook.told(rules)) - silent)


@pytest.mark.parametrize(
    ("name", "seats", "pack", "players"),
    [
        ("standard", 3, "One deck, up to 4 cards a play", "2 to 10"),
        ("standard", 6, "Two decks, up to 8 cards a play", "2 to 10"),
        ("online", 3, "One deck, one card a play", "2 to 10"),
        ("classic-table", 3, "One deck, any number of cards a play", "2 to 10"),
        ("one-rank", 6, "One deck, one card a play", "3 to 6"),
        ("bluff", 3, "One deck, up to 4 cards a play", "3 to 6"),
        ("teams", 6, "Two decks, up to 8 cards a play", "6, 8 or 10"),
    ],
)
def test_the_lobby_says_pack_limit_and_for_how_many(name: str, seats: int, pack: str, players: str) -> None:
    told = lines_of(table.lobby(Game(seats, PRESETS[name]).lobby(), WORDS))
    assert pack in told
    assert told[-1].startswith(f"-# {players} players.")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_lobby_of_the_longest_rules_and_names_fits(family: str) -> None:
    game = Game(10, names=HOSTILE)
    game.ruleset = longest(family)
    layout = table.lobby(game.lobby(), WORDS)
    assert layout.content_length() <= MESSAGE
    assert len(lines_of(layout)) > 20


def test_a_lobby_whose_rules_nobody_can_play_says_so() -> None:
    game = Game(3)
    game.ruleset = Ruleset(force=True)
    assert "Nobody can play by these house rules" in text_of(table.lobby(game.lobby(), WORDS))


# --- /cheat rules --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [None, 1, 2, 6, 10])
def test_the_rules_of_every_preset_fit_one_message_differences_first(name: str, seats: int | None) -> None:
    text = explain.rules(WORDS, EN, PRESETS[name], seats, None if seats else "A server")
    assert len(text) < MESSAGE
    told = text.split("**How it goes**")[0]
    for key in rulebook.told(PRESETS[name]):
        assert f"**{rulebook.title(WORDS, EN, key)}:**" in told
    assert text.startswith("### The rules at this table" if seats else "### The rules on A server")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seats", [None, 2, 10])
def test_the_longest_rules_fit_one_message(family: str, seats: int | None) -> None:
    text = explain.rules(WORDS, EN, longest(family), seats, "_" * 100)
    assert len(text) < MESSAGE
    assert "How it goes" in text


def test_what_does_not_fit_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "_ROOM", 200)
    rules = longest("cycle")
    text = explain.rules(WORDS, EN, rules, None)
    shown = text.split("**How it goes**")[0].count("\n- **")
    assert f"… and {len(rulebook.told(rules)) - shown} more" in text


@pytest.mark.parametrize("seed", range(40))
def test_any_rules_fit_one_message(seed: int) -> None:
    chance = random.Random(seed)
    rules = Ruleset.model_validate({key: chance.choice(settings(key)) for key in SPECS})
    for seats in (None, 2, 7):
        assert len(explain.rules(WORDS, EN, rules, seats)) < MESSAGE


def test_the_game_is_told_as_it_is_played() -> None:
    def goes(seats: int | None = None, **values: object) -> str:
        return explain.how_it_goes(WORDS, EN, Ruleset.model_validate(values), seats)

    assert "Aces are due first, then Twos" in goes()
    assert "With 6 players that means 2 decks, up to 8 cards a play." in goes(6)
    assert "With 2 players that means one deck, up to 4 cards a play." in goes(2)
    assert "lays one to 4 cards face down" in goes(2)
    assert "lays one card face down" in goes(max_cards=1)
    assert "lays one or more cards" in goes(2, max_cards="unlimited")
    assert "Kings, Queens and down to Twos" in goes(direction="down")
    assert "names any rank" in goes(direction="any")
    assert "passes, and the rank moves on" in goes(passing=True)
    assert "More cards may go down than are said" in goes(extra_cards=True)
    assert "Until the next player plays" in goes(window_mode="until_next_play")
    assert "Whoever took the pile plays next" in goes(after_challenge="taker_leads")
    assert "turned up even if nobody calls" in goes(last_play="must_be_true")
    assert "Twelve cards lie aside" in goes(aside=12)
    assert "two cards from the penalty deck" in goes(penalty=2)
    assert "A team has won" in goes(teams="alternate")
    one_rank = goes(family="same_rank")
    assert "lays one card face down" in one_rank
    assert "doubt" in one_rank
    assert "force" not in one_rank
    assert "you may **force**" in goes(family="same_rank", force=True)
    assert "adds one to 4 cards" in goes(4, family="same_rank", multi=True)


@pytest.mark.parametrize("key", SPECS)
def test_every_rule_is_explained_with_every_choice_and_an_example(key: str) -> None:
    for here in settings(key):
        rules = Ruleset.model_validate({key: here})
        text = explain.rule(WORDS, EN, rules, key)
        assert len(text) < MESSAGE
        assert f"Here: **{rulebook.value(WORDS, EN, key, here)}**" in text
        for choice in rulebook.offered(SPECS[key], here):
            assert rulebook.value(WORDS, EN, key, choice) in text
            if SPECS[key].span is None or choice == here:
                assert rulebook.example(WORDS, EN, key, choice) in text
    last = explain.rule(WORDS, EN, Ruleset(), key).splitlines()[-1]
    assert ("game with one rank a round" in last) == (len(SPECS[key].families) == 1)


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
