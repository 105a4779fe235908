"""/cheat rules: the game told as it is played, in one message, and each rule explained."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset
from bot.ui import explain, rulebook, table
from tests.ui.rule_choices import EN, FAMILIES, MESSAGE, longest, settings
from tests.ui.stage import WORDS, Game

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
    rules = longest("cycle")
    monkeypatch.setattr(explain, "_MESSAGE", 200 + len("\n".join(explain.how_it_goes(WORDS, EN, rules, None))))
    text = explain.rules(WORDS, EN, rules, None)
    shown = text.split("**How it goes**")[0].count("\n- **")
    assert f"… and {len(rulebook.told(rules)) - shown} more" in text


@pytest.mark.parametrize("seed", range(40))
def test_any_rules_fit_one_message(seed: int) -> None:
    chance = random.Random(seed)
    rules = Ruleset.model_validate({key: chance.choice(settings(key)) for key in SPECS})
    for seats in (None, 2, 7):
        assert len(explain.rules(WORDS, EN, rules, seats)) < MESSAGE


def goes(seats: int | None = None, **values: Any) -> str:
    return "\n".join(explain.how_it_goes(WORDS, EN, Ruleset.model_validate(values), seats))


def test_the_game_is_told_as_it_is_played() -> None:
    assert "Aces are due first, then Twos" in goes()
    assert "With 6 players that means 2 decks, up to 8 cards a play." in goes(6)
    assert "With 2 players that means one deck, up to 4 cards a play." in goes(2)
    assert "lays one to four cards face down and says how many, and that they are of the rank due" in goes(2)
    assert "lays one to eight cards face down" in goes(6)
    assert "lays one card face down and says it is of the rank due" in goes(max_cards=1)
    assert "lays one or more cards" in goes(2, max_cards="unlimited")
    assert "Kings, Queens and down to Twos" in goes(direction="down")
    assert "one rank up or one down. Aces lie between Kings and Twos." in goes(direction="up_down")
    assert "any rank goes" in goes(direction="any")
    assert "Aces" not in goes(direction="any")
    assert "drawn at random" in goes(starter="random")
    assert "Whoever took the pile plays next and may name any rank." in goes(after_challenge="taker_leads")
    assert "Whoever took the pile plays next." in goes(after_challenge="taker_leads", direction="any")
    assert "whoever sits nearest after the player counts" in goes(simultaneous="nearest_left")
    assert "Twelve cards lie aside" in goes(2, aside=12)
    assert "equally many cards; what is left is the penalty deck" in goes(penalty=2)
    assert "Whoever is caught lying also draws two cards from the penalty deck" in goes(penalty=2)
    assert "Everybody sees the whole pile before it is taken." in goes(show_pile=True)
    assert "(**I doubt it!**)" in goes(call_word="doubt")


def test_passing_has_an_end() -> None:
    """R-g: a full round of passes forces a play; R35: whoever leads afresh may not pass."""
    told = goes(passing=True)
    assert "the rank moves on. Once everybody has passed in a row the next player has to play." in told
    assert "counts as naming one rank up" in goes(passing=True, direction="up_down")
    assert "may name any rank, but may not pass" in goes(passing=True, after_challenge="taker_leads")


def test_extra_cards_and_jokers_are_told_with_what_makes_a_lie() -> None:
    told = goes(extra_cards=True, jokers=1)
    assert "the table sees only the number said until the time to call is over" in told
    assert "one card too many is a lie, even if all of them fit" in told
    assert "A joker counts as any rank; beside a wrong card it is still a lie." in told
    assert "joker" not in goes()
    assert "joker" in goes(family="same_rank", jokers=2)


def test_how_long_a_play_can_be_called() -> None:
    """R29, R65, R-l: until the next play, not before 3 s; last plays, and all with extra cards, have the timer."""
    until: dict[str, Any] = {"window_mode": "until_next_play", "window_s": 20}
    assert "For 10 seconds, or until all have let it go, anybody else may call (**Cheat!**)." in goes()
    told = goes(**until)
    assert "Until the next player plays, at the earliest after 3 seconds, anybody else may call" in told
    assert "A last play, with no cards left, can be called for 20 seconds, or until all have let it go." in told
    both = goes(**until, extra_cards=True)
    assert "For 20 seconds, or until all have let it go, anybody else may call" in both
    assert "Until the next player plays" not in both
    one_rank = goes(**until, family="same_rank")
    assert "Until the next player plays or passes, at the earliest after 3 seconds" in one_rank
    assert "Until the next player plays or passes" in goes(**until, passing=True)
    assert "20" not in one_rank
    rules = Ruleset.model_validate(until)
    assert "**Time to call:** 20 seconds for a last play" in explain.rules(WORDS, EN, rules, None)
    assert "20 s to call a last play" in table.rules_lines(Game(3, rules).lobby(), WORDS)
    with_extra = rules.model_copy(update={"extra_cards": True})
    assert "can be called:** for a fixed time after all" in explain.rules(WORDS, EN, with_extra, None)


def test_a_rule_of_the_other_game_changes_no_sentence_of_this_one() -> None:
    """Nothing of the other game is in force, though it may be set."""
    for mode in ("timer", "until_next_play"):
        for family in FAMILIES:
            rules = Ruleset.model_validate({"family": family, "window_mode": mode})
            others = {
                key: next(choice for choice in spec.choices if choice != spec.default)
                for key, spec in SPECS.items()
                if family not in spec.families
            }
            changed = rules.model_copy(update=others)
            for key in SPECS:
                if rulebook.applies(rules, key):
                    for part in (rulebook.value, rulebook.line, rulebook.example):
                        here = getattr(rules, key)
                        assert part(WORDS, EN, key, here, changed) == part(WORDS, EN, key, here, rules), key
    until: dict[str, Any] = {"family": "same_rank", "window_mode": "until_next_play"}
    assert goes(3, **until, extra_cards=True, last_play="must_be_true", call_word="doubt") == goes(3, **until)


def test_how_it_ends() -> None:
    assert "wins; the others are placed by their cards, the fewest first." in goes()
    assert "the others play on until one is left" in goes(play_on=True)
    assert "it is turned up even if nobody calls" in goes(last_play="must_be_true")
    teams = goes(6, teams="alternate", last_play="must_be_true")
    assert "anybody of the other team may call" in teams
    assert "Whoever has no cards left is skipped" in teams
    assert "a team wins as soon as the last play of its last member has stood" in teams
    assert "it is turned up even if nobody calls" in teams
    assert "the team with the fewest cards wins" in teams
    match = goes(rounds=3)
    assert "3 rounds make a match, with a point for each round won" in match
    assert "The host starts the next round" in match
    assert "match" not in goes()


@pytest.mark.parametrize(
    ("values", "seats", "told"),
    [
        ({}, None, "With 2 or 3 players the pile burns"),
        ({}, 1, "With 2 or 3 players the pile burns"),
        ({}, 3, "After 30 turns for each seat the pile burns"),
        ({}, 4, ""),
        ({"max_cards": 1}, 9, "After 30 turns for each seat the pile burns"),
        ({"stall": "on"}, None, "After 30 turns for each seat the pile burns"),
        ({"stall": "off"}, 2, ""),
        ({"family": "same_rank", "stall": "on"}, 3, ""),
    ],
)
def test_pile_burn_is_told_where_it_comes(values: dict[str, Any], seats: int | None, told: str) -> None:
    text = goes(seats, **values)
    assert ("the pile burns" in text) == bool(told)
    assert told in text
    assert ("After 60 turns for each seat" in text) == (values.get("stall") != "off")


def test_the_game_of_one_rank_is_told_as_it_is_played() -> None:
    told = goes(family="same_rank")
    assert "lays one card face down" in told
    assert "(**Doubt!**)" in told
    assert "force" not in told
    assert "adds one to four said to be of that rank" in goes(4, family="same_rank", multi=True)
    assert "Everybody is dealt 7 cards" in goes(family="same_rank", per_hand=7)


@pytest.mark.parametrize("locale", sorted(WORDS.locales))
def test_force_is_promised_to_two_only(locale: str) -> None:
    """R59: wherever Force is spoken of, it says that it is for two."""
    two = {"en-US": ("two", "Two"), "de": ("zwei", "zu zweit", "Zu zweit")}[locale]
    forced = PRESETS["duel-force"]
    told = [
        rulebook.about(WORDS, locale, "force"),
        *(part(WORDS, locale, "force", True) for part in (rulebook.value, rulebook.line, rulebook.example)),
        rulebook.goes(WORDS, locale, "force", forced),
        rulebook.preset_about(WORDS, locale, "duel-force"),
        WORDS.say(locale, "reason-force-not-allowed"),
    ]
    for text in told:
        assert any(word in text for word in two), text


def test_every_rule_that_adds_something_adds_nothing_to_the_standard_game_or_a_sentence() -> None:
    for locale in WORDS.locales:
        for key, spec in SPECS.items():
            for family, choice in itertools.product(spec.families, rulebook.offered(spec)):
                rules = Ruleset.model_validate({"family": family, key: choice})
                facts: dict[str, str | int] = {"most": 4, "burns": "some", "burning": "2", "least": 3}
                told = rulebook.goes(WORDS, locale, key, rules, **facts)
                assert told == "" or ((told[-1] == "." and told[0].isupper()) or told[0].isdigit()), (key, told)


@pytest.mark.parametrize("key", SPECS)
def test_every_rule_is_explained_with_every_choice_and_an_example(key: str) -> None:
    family = SPECS[key].families[0]
    for here in settings(key):
        rules = Ruleset.model_validate({"family": family, key: here})
        text = explain.rule(WORDS, EN, rules, key)
        assert len(text) < MESSAGE
        assert f"Here: **{rulebook.value(WORDS, EN, key, here, rules)}**" in text
        span = rulebook.reach(rules, key)
        if span is not None:
            assert f"Any number from {span[0]} to {span[1]} can be chosen." in text
            assert rulebook.example(WORDS, EN, key, here, rules) in text
            continue
        for choice in rulebook.offered(SPECS[key], here):
            assert rulebook.value(WORDS, EN, key, choice, rules) in text
            assert rulebook.example(WORDS, EN, key, choice, rules) in text
    last = explain.rule(WORDS, EN, Ruleset.model_validate({"family": family}), key).splitlines()[-1]
    assert ("the same-rank game" in last) == (len(SPECS[key].families) == 1)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("key", SPECS)
def test_a_rule_of_the_other_game_is_not_told_as_in_force(key: str, family: str) -> None:
    rules = Ruleset.model_validate({"family": family})
    text = explain.rule(WORDS, EN, rules, key)
    elsewhere = family not in SPECS[key].families
    assert ("This belongs to the other game" in text) == elsewhere
    assert ("Here:" in text) == (not elsewhere)


def test_rules_that_this_version_cannot_play_are_told_all_the_same() -> None:
    """A stored ruleset may hold a number nobody can choose."""
    assert "The standard is" in explain.rule(WORDS, EN, Ruleset(family="same_rank", per_hand=99), "per_hand")
    for rules in (Ruleset(per_hand=99), Ruleset(jokers=3), Ruleset(passing=True, direction="any")):
        assert "How it goes" in explain.rules(WORDS, EN, rules, 3)


def test_where_cards_are_dealt_the_rules_are_told_as_they_are_played_though_none_would_deal_by_them_now() -> None:
    refused = Ruleset(passing=True, direction="any", stall="on")
    dealt = explain.rules(WORDS, EN, refused, 4, dealt=True)
    assert "After 30 turns for each seat the pile burns" in dealt
    assert "can’t be played" not in dealt
    lobby = explain.rules(WORDS, EN, refused, 4)
    assert "After 30 turns for each seat the pile burns" not in lobby
    assert "can’t be played" in lobby


def test_in_the_game_of_one_rank_what_cannot_happen_there_is_not_promised() -> None:
    rules = Ruleset(family="same_rank", stall="on", window_mode="until_next_play")
    assert "once several may be added" in explain.rule(WORDS, EN, rules, "max_cards")
    assert "Here: **up to four cards**" in explain.rule(
        WORDS, EN, rules.model_copy(update={"multi": True}), "max_cards"
    )
    assert "Here: **the fewest cards win after 60 turns" in explain.rule(WORDS, EN, rules, "stall")
    assert "the pile burns" not in "\n".join(table.rules_lines(Game(3, rules).lobby(), WORDS))


@pytest.mark.parametrize(
    ("values", "seats", "told"),
    [
        ({}, None, "These rules can be played with 2 to 10 players."),
        ({"teams": "alternate"}, None, "These rules can be played with 6, 8 or 10 players."),
        ({"teams": "alternate"}, 3, "**Teams**: Team Cheat needs 6, 8 or 10 players."),
        (
            {"passing": True, "direction": "any"},
            None,
            "**Nobody can play by these rules:**\n**The next rank, Passing**",
        ),
        ({"stall": "off", "max_cards": 1}, 2, "Very long games: pile burn would end them."),
    ],
)
def test_the_rules_tell_who_can_play_by_them(values: dict[str, Any], seats: int | None, told: str) -> None:
    assert f"\n{told}" in explain.rules(WORDS, EN, Ruleset.model_validate(values), seats).split("**How it goes**")[0]
