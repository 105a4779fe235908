"""The editor's screens: within Discord's limits whatever the rules, each rule on one topic, each choice on a select."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset, Topic
from bot.ui import editor, rulebook
from bot.ui.components import ITEMS, Act, EditorButton, EditorId, EditorSelect, NumberForm, is_item
from bot.ui.editor import TOPICS, Sheet
from tests.ui.rule_choices import FAMILIES, longest, settings
from tests.ui.stage import WORDS, text_of

EN = "en-US"
HOSTILE = "*_`|~" * 20


def selects(layout: discord.ui.LayoutView) -> dict[str, EditorSelect]:
    return {item.pressed.arg: item for item in layout.walk_children() if isinstance(item, EditorSelect)}


def fits(layout: discord.ui.LayoutView) -> None:
    children = list(layout.walk_children())
    assert layout.content_length() <= 4000
    assert len(children) <= 40
    items = [item for item in children if isinstance(item, EditorButton | EditorSelect)]
    ids = [str(item.item.custom_id) for item in items]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 and is_item(custom_id) for custom_id in ids)
    for item in items:
        if isinstance(item, EditorButton):
            assert 0 < len(item.item.label or "") <= 80
            continue
        assert 1 <= len(item.item.options) <= 25
        assert len(item.item.placeholder or "") <= 150
        assert sum(option.default for option in item.item.options) <= 1
        for option in item.item.options:
            assert 0 < len(option.label) <= 100
            assert 0 < len(option.value) <= 100
            assert len(option.description or "") <= 100


def screens(sheet: Sheet) -> list[discord.ui.LayoutView]:
    return [editor.home(sheet, WORDS, EN), *(editor.topic(sheet, topic, WORDS, EN) for topic in TOPICS)]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("table", [None, 10**14])
def test_the_longest_rules_fit(family: str, table: int | None) -> None:
    dropped = ("jokers", *(f"rule_{number}" * 6 for number in range(40)))
    for seats in (None, 1, 2, 10):
        for layout in screens(Sheet(longest(family), HOSTILE, table, seats, dropped)):
            fits(layout)


@pytest.mark.parametrize("seed", range(30))
def test_any_rules_fit(seed: int) -> None:
    chance = random.Random(seed)
    rules = Ruleset.model_validate({key: chance.choice(settings(key)) for key in SPECS})
    for layout in screens(Sheet(rules, "Home", 7, chance.randrange(1, 11))):
        fits(layout)


def test_every_rule_stands_on_one_topic_with_help_and_value() -> None:
    for family in FAMILIES:
        rules, found = Ruleset.model_validate({"family": family}), list[str]()
        for topic in TOPICS:
            layout = editor.topic(Sheet(rules, "Home"), topic, WORDS, EN)
            text = text_of(layout)
            for key, select in selects(layout).items():
                found.append(key)
                assert rulebook.about(WORDS, EN, key) in text
                told = rulebook.value(WORDS, EN, key, getattr(rules, key), rules)
                assert f"**{rulebook.title(WORDS, EN, key)}:** {told}" in text
                assert len(select.item.options) == len(rulebook.offered(SPECS[key], getattr(rules, key)))
        assert sorted(found) == sorted(key for key, spec in SPECS.items() if family in spec.families)


def test_the_choice_made_is_marked_and_every_option_is_the_choice_it_says() -> None:
    for key, spec in SPECS.items():
        for here in settings(key):
            rules = Ruleset.model_validate({"family": spec.families[0], key: here})
            select = selects(editor.topic(Sheet(rules, "Home"), spec.topic, WORDS, EN))[key]
            (default,) = (option.value for option in select.item.options if option.default)
            assert default == rulebook.token(here)
            chosen = [getattr(editor.with_choice(rules, key, option.value), key) for option in select.item.options]
            assert [repr(choice) for choice in chosen] == [repr(c) for c in rulebook.offered(spec, here)]


def test_what_is_not_offered_changes_nothing() -> None:
    rules = Ruleset(window_s=30)
    assert editor.with_choice(rules, "window_s", "n4") == rules
    assert editor.with_choice(rules, "window_s", "") == rules


def test_what_is_changed_in_the_other_game_can_be_taken_back() -> None:
    assert "direction" in editor.shown(Ruleset(family="same_rank", direction="any"), "turn")
    assert "direction" not in editor.shown(Ruleset(family="same_rank"), "turn")
    assert "force" in editor.shown(Ruleset(force=True), "calling")


@pytest.mark.parametrize(
    ("rules", "topic", "label"),
    [
        (Ruleset(per_hand=12), "deck", "Cards for each player"),
        (Ruleset(force=True), "calling", "Force"),
        (Ruleset(family="same_rank", extra_cards=True), "turn", "Extra cards"),
        (Ruleset(family="same_rank", last_play="must_be_true"), "ending", "The last play"),
        (Ruleset(family="same_rank", call_word="doubt"), "calling", "The word of the call"),
        (Ruleset(family="same_rank", decks="auto5"), "deck", "Decks"),
    ],
)
def test_what_belongs_to_the_other_game_is_never_told_as_in_force(rules: Ruleset, topic: Topic, label: str) -> None:
    sheet, where = Sheet(rules, "Home", 7, 4), WORDS.say(EN, f"topic-{topic}")
    drawn = editor.home(sheet, WORDS, EN)
    text, (key,) = text_of(drawn), rulebook.idle(rules)
    assert f"- {rulebook.line(WORDS, EN, key, getattr(rules, key), rules)}" not in text
    assert f"Chosen, but with no part in this game: {label} ({where})." in text
    counted = 1 if rules.family == "same_rank" and topic == "deck" else 0
    labels = [item.item.label for item in drawn.walk_children() if isinstance(item, EditorButton)]
    assert (f"{where} ({counted})" if counted else where) in labels
    (line,) = (line for line in text_of(editor.topic(sheet, topic, WORDS, EN)).split("\n") if f"**{label}:**" in line)
    assert line.endswith("(has no part in this game)")


@pytest.mark.parametrize("name", PRESETS)
def test_the_preset_that_these_rules_are_is_marked(name: str) -> None:
    layout = editor.home(Sheet(PRESETS[name], "Home"), WORDS, EN)
    (marked,) = (option.value for option in selects(layout)[""].item.options if option.default)
    assert marked == name
    assert rulebook.preset_about(WORDS, EN, name) in text_of(layout)


def test_home_says_what_differs_and_where() -> None:
    rules = Ruleset(window_s=30, turn_timer=None, jokers=1)
    layout = editor.home(Sheet(rules, "Home", 7, 4), WORDS, EN)
    for key in ("window_s", "turn_timer", "jokers"):
        assert f"- {rulebook.line(WORDS, EN, key, getattr(rules, key))}" in text_of(layout)
    labels = [item.item.label for item in layout.walk_children() if isinstance(item, EditorButton)]
    assert labels == [
        "Deck and deal (1)", "Turns and ranks", "Calling (1)", "Ending", "Table (1)", "Back to standard",
        "The server’s rules",
    ]  # fmt: skip
    assert not any(option.default for option in selects(layout)[""].item.options)


@pytest.mark.parametrize(
    ("values", "seats", "said"),
    [
        ({}, None, "These rules can be played with 2 to 10 players."),
        ({"teams": "alternate"}, None, "with 6, 8 or 10 players"),
        (
            {"teams": "alternate"},
            3,
            "With the 3 players here now these rules can’t be played:**\n**Teams**: Team Cheat needs",
        ),
        ({"teams": "alternate"}, 1, "with 6, 8 or 10 players"),
        (
            {"teams": "alternate", "play_on": True},
            None,
            "Nobody can play by these rules:**\n**Playing on, Teams**: Teams win together",
        ),
        ({"force": True}, 4, "\n**Force**: Force and Bluff plays belong to the same-rank game."),
        (
            {"family": "same_rank", "teams": "alternate"},
            None,
            "\n**Teams**: Not part of the same-rank game.",
        ),
        ({"passing": True, "direction": "any"}, None, "Nobody ever has to bluff; game has no pressure."),
        ({"after_challenge": "taker_leads", "direction": "any"}, 4, "Any rank is already free; only the turn moves"),
        ({"stall": "off", "max_cards": 1}, 3, "Very long games: pile burn would end them."),
    ],
)
def test_conflicts_and_warnings_are_said_on_every_screen(values: dict[str, Any], seats: int | None, said: str) -> None:
    for layout in screens(Sheet(Ruleset.model_validate(values), "Home", 7 if seats else None, seats)):
        assert said in text_of(layout)


def test_no_sentence_twice() -> None:
    rules = Ruleset(force=True, multi=True)
    text = text_of(editor.home(Sheet(rules, "Home", 7, 4), WORDS, EN))
    assert text.count("Force and Bluff plays belong to the same-rank game.") == 1
    assert "**Several cards a play, Force**: Force and Bluff plays belong to the same-rank game." in text


def test_what_this_version_does_not_know_is_named() -> None:
    text = text_of(editor.home(Sheet(Ruleset(), "Home", dropped=("jokers", "tarot_*x*")), WORDS, EN))
    assert "Standard again: Jokers, tarot\\_\\*x\\*." in text


# --- any number ----------------------------------------------------------------------------------------------------


def test_a_range_that_is_not_offered_whole_has_a_button_for_other_numbers() -> None:
    for family in FAMILIES:
        for topic in TOPICS:
            rules = Ruleset.model_validate({"family": family})
            layout = editor.topic(Sheet(rules, "Home"), topic, WORDS, EN)
            typed = {
                item.pressed.arg
                for item in layout.walk_children()
                if isinstance(item, EditorButton) and item.pressed.act is Act.NUMBER
            }
            wanted = {"calling": {"window_s"}, "deck": {"per_hand"} if family == "same_rank" else set()}
            assert typed == wanted.get(topic, set())


@pytest.mark.parametrize("table", [None, 10**14])
@pytest.mark.parametrize("locale", sorted(WORDS.locales))
@pytest.mark.parametrize("key", [key for key, spec in SPECS.items() if spec.span is not None])
def test_the_form_says_what_is_allowed_and_fits(key: str, locale: str, table: int | None) -> None:
    span = SPECS[key].span
    assert span is not None
    form = editor.number_form(Sheet(Ruleset(), "Home", table), key, WORDS, locale)
    assert isinstance(form, NumberForm)
    sent = form.to_dict()
    assert EditorId.parse(str(sent["custom_id"])) == EditorId(table, Act.TYPED, key)
    assert sent["title"] == rulebook.title(WORDS, locale, key)
    (label,) = sent["components"]
    assert WORDS.say(locale, "editor-number-label", least=span[0], most=span[1]) == label["label"]
    assert len(label["label"]) <= 45
    assert label["component"]["max_length"] == len(str(span[1]))


def test_what_takes_no_number_has_no_form() -> None:
    assert editor.number_form(Sheet(Ruleset(), "Home"), "jokers", WORDS, EN) is None
    assert editor.number_form(Sheet(Ruleset(), "Home"), "tarot", WORDS, EN) is None


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("3", 3),
        (" 42 ", 42),
        ("120", 120),
        ("007", 7),
        ("٤٢", 42),
        ("2", None),
        ("121", None),
        ("0042", None),
        ("", None),
    ]
    + [(text, None) for text in ("-5", "4.5", "1e1", "ten", "²", "4 2", "9" * 5000)],
)
def test_a_number_typed_is_taken_if_the_rule_takes_it(typed: str, number: int | None) -> None:
    rules = Ruleset(jokers=1)
    taken = editor.with_number(rules, "window_s", typed)
    assert taken == (None if number is None else Ruleset(jokers=1, window_s=number))
    assert editor.with_number(rules, "jokers", "1") is None


# --- ids -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [None, 1, 10**14])
@pytest.mark.parametrize("act", Act)
@pytest.mark.parametrize("arg", ["", "deck", *SPECS])
def test_an_id_says_what_was_pressed(table: int | None, act: Act, arg: str) -> None:
    pressed = EditorId(table, act, arg)
    assert EditorId.parse(pressed.encode()) == pressed
    matching = [item for item in ITEMS if item.__discord_ui_compiled_template__.fullmatch(pressed.encode())]
    forms = 1 if act is Act.TYPED else 0
    assert len(matching) + forms == 1, "discord.py calls every item whose template matches, and a form is none"


@pytest.mark.parametrize(
    "custom_id", ["e1:x:home:", "e1:1:sell:", "e1:1:set:A", "c1:1:join::", "", "e1:s:set:" + "a" * 41]
)
def test_other_ids_are_not_the_editor_s(custom_id: str) -> None:
    assert EditorId.parse(custom_id) is None
