"""House rules in words: every rule, choice and preset has them, they fit their places, and they say what is so."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from bot.engine.actions import Takeover
from bot.engine.rules.ruleset import PRESETS, REFUSALS, SPECS, Ruleset, refusals
from bot.ui import editor, explain, rulebook, table
from bot.ui.phrases import cpus_sit
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


@pytest.mark.parametrize(
    ("values", "seats", "told"),
    [
        ({"aside": 12}, 3, ["**Cards set aside**: Setting 12 cards aside is for two players."]),
        ({"aside": 12}, 2, []),
        ({"aside": 12}, 1, []),
        (
            {"max_cards": 8},
            2,
            ["**Cards in one play**: Calls of up to eight need two decks: there are only four of each rank."],
        ),
        ({"max_cards": 8}, 6, []),
        ({"teams": "alternate"}, 7, ["**Teams**: Team Cheat needs 6, 8 or 10 players."]),
        ({"family": "same_rank"}, 2, ["**The game**: Two players need the Force challenge in this game."]),
    ],
)
def test_the_lobby_says_why_those_who_sit_there_cannot_play(
    values: dict[str, object], seats: int, told: list[str]
) -> None:
    game = Game(max(seats, 2))
    game.seats, game.ruleset = seats, Ruleset.model_validate(values)
    lines = lines_of(table.lobby(game.lobby(), WORDS))
    heading = f"**With the {seats} players here now these rules can’t be played:**"
    assert (heading in lines) == bool(told)
    assert [line for line in lines if line.startswith("**") and line != heading] == told
    assert any("Press **Join**" in line for line in lines)


def test_the_lobby_warns_of_what_the_people_there_are_in_for() -> None:
    def told(seats: int, **values: object) -> list[str]:
        lines = lines_of(table.lobby(Game(seats, Ruleset.model_validate(values)).lobby(), WORDS))
        return [line for line in lines if line.startswith("⚠ ")]

    assert told(3) == []
    assert told(3, stall="off", max_cards=1) == ["⚠ Very long games: pile burn would end them."]
    assert told(4, stall="off", max_cards=1) == []
    assert told(4, after_challenge="taker_leads", direction="any") == [
        "⚠ Any rank is already free; only the turn moves to the taker."
    ]


def test_cpus_are_said_to_wait_only_where_one_sits() -> None:
    waits = "CPU seats must wait for the time to call before they play."
    untimed = Ruleset(window_mode="until_next_play", turn_timer=None)
    people, mixed = Game(4, untimed), Game(4, untimed, cpus=frozenset({2}))
    assert waits not in text_of(table.lobby(people.lobby(), WORDS))
    assert f"⚠ {waits}" in lines_of(table.lobby(mixed.lobby(), WORDS))
    timed = untimed.model_copy(update={"extra_cards": True})
    assert waits not in text_of(table.lobby(Game(4, timed, cpus=frozenset({2})).lobby(), WORDS))
    for rules, sits in ((untimed, True), (untimed, False), (timed, True)):
        told = sits and rules is untimed
        assert (waits in explain.rules(WORDS, EN, rules, 4, cpus=sits)) == told
        assert (waits in text_of(editor.home(editor.Sheet(rules, "Home", 7, 4, cpus=sits), WORDS, EN))) == told
    assert waits in text_of(editor.home(editor.Sheet(untimed, "Home"), WORDS, EN)), "CPUs may sit at a server's tables"
    people.begin()
    assert not cpus_sit(people.view())
    people.do(Takeover(1))
    assert cpus_sit(people.view()), "a CPU keeps the seat"


@pytest.mark.parametrize(
    ("values", "seats", "code", "meant"),
    [
        ({"family": "same_rank", "teams": "alternate"}, 4, "not_in_same_rank", ("teams",)),
        ({"family": "same_rank", "teams": "alternate", "penalty": 2}, 4, "not_in_same_rank", ("teams", "penalty")),
        ({"family": "same_rank", "rounds": 3}, 8, "same_rank_player_count", ("family",)),
        ({"family": "same_rank"}, 2, "two_needs_force", ("family",)),
        ({"penalty": 2, "aside": 12, "jokers": 2}, 2, "penalty_with_aside", ("aside", "penalty")),
        ({"passing": True, "direction": "any"}, None, "passing_with_any", ("direction", "passing")),
        ({"max_cards": 1, "extra_cards": True}, 4, "extra_needs_more_than_one", ("max_cards", "extra_cards")),
        ({"max_cards": 8}, 4, "max8_needs_two_decks", ("max_cards",)),
        ({"family": "same_rank", "per_hand": 54}, 4, "bad_hand_size", ("per_hand",)),
        ({"per_hand": 99}, 4, "unavailable", ("per_hand",)),
        ({"jokers": 2}, 11, "player_count", ()),
        ({"jokers": 2}, 4, "penalty_with_aside", ()),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rules_it_speaks_of(
    values: dict[str, object], seats: int | None, code: str, meant: tuple[str, ...]
) -> None:
    rules = Ruleset.model_validate(values)
    assert rulebook.meant(rules, seats, code) == meant
    (told,) = rulebook.conflicts(WORDS, EN, rules, seats, [code])
    titles = ", ".join(rulebook.title(WORDS, EN, key) for key in meant)
    sentence = WORDS.say(EN, f"refusal-{code.replace('_', '-')}")
    assert told == (f"**{titles}**: {sentence}" if titles else sentence)


def test_a_lobby_nobody_can_play_in_says_which_rules_are_meant() -> None:
    game = Game(3)
    game.ruleset = Ruleset(family="same_rank", teams="alternate")
    told = text_of(table.lobby(game.lobby(), WORDS))
    assert "**Teams**: Not part of the same-rank game." in told


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
