"""The group `/cheat` as Discord gets it, and the words of its help and rules."""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands

from bot.app import CheatBot
from bot.config import Config
from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset
from bot.ui import explain
from bot.ui.text import Words
from cogs import cheat_commands

COMMANDS = {"start", "join", "leave", "hand", "table", "stop", "rules", "help", "back"}
MESSAGE_LIMIT = 4000
CHOICE_LIMIT = 100
PHONE_LINES = 14


@pytest.fixture
def group() -> app_commands.Group:
    """The group of a client that is never signed in."""
    return cheat_commands(CheatBot(Config()))


def test_the_group_has_the_commands_and_each_says_what_it_does(group: app_commands.Group) -> None:
    assert {command.name for command in group.commands} == COMMANDS
    for command in group.walk_commands():
        assert isinstance(command, app_commands.Command)
        assert len(command.description) > 10
        for parameter in command.parameters:
            assert parameter.description not in {"", "…"}, f"{command.name} {parameter.name}"
            assert parameter.autocomplete or parameter.choices, f"{command.name} {parameter.name}"


def test_the_group_is_for_servers_and_for_direct_messages_with_the_bot(group: app_commands.Group) -> None:
    payload: dict[str, Any] = group.to_dict(CheatBot(Config()).tree)
    assert payload["contexts"] == [0, 1]
    assert payload["integration_types"] == [0]


def test_two_clients_have_commands_of_their_own() -> None:
    first, second = (cheat_commands(CheatBot(Config())) for _ in range(2))
    assert first.get_command("start") is not second.get_command("start")
    assert first.get_command("start").parent is first  # type: ignore[union-attr]


def test_help_fits_one_screen_and_starts_with_press_join() -> None:
    text = Words(strict=True).say("en-US", "desk-help")
    assert text.lstrip("*").startswith("Press Join")
    assert len(text.splitlines()) <= PHONE_LINES
    assert len(text) < 1200


@pytest.mark.parametrize("key", SPECS)
def test_every_rule_is_explained_with_every_choice_there_is(key: str) -> None:
    words, spec = Words(strict=True), SPECS[key]
    assert len(explain.title(words, "en-US", key)) <= CHOICE_LIMIT
    told = [explain.value(words, "en-US", key, choice) for choice in spec.choices]
    assert len(set(told)) == len(told)
    text = explain.rule(words, "en-US", Ruleset(), key)
    assert f"At the moment: {explain.value(words, 'en-US', key, spec.default)}" in text
    for other in told[1:]:
        assert other in text


def test_values_to_come_have_words_too() -> None:
    words = Words(strict=True)
    for key, value, part in (
        ("direction", "up_down_same", "the same again"),
        ("window_mode", "until_next_play", "next player plays"),
        ("jokers", 2, "2 jokers"),
        ("turn_timer", None, "no limit"),
        ("call_word", "doubt", "I doubt it!"),
        ("teams", "alternate", "two teams"),
        ("passing", True, "may pass"),
        ("family", "same_rank", "one rank a round"),
        ("max_cards", 1, "one card"),
    ):
        assert part in explain.value(words, "en-US", key, value)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [None, 1, 2, 6, 10])
def test_the_rules_of_every_preset_fit_one_message(preset: str, seats: int | None) -> None:
    text = explain.rules(Words(strict=True), "en-US", PRESETS[preset], seats)
    assert len(text) < MESSAGE_LIMIT
    if preset == "standard" and seats == 6:
        assert "2 packs and up to 8 cards" in text
    if preset == "standard" and seats == 2:
        assert "one pack and up to 4 cards" in text


def test_what_is_not_standard_is_marked() -> None:
    changed = Ruleset(window_s=30, max_cards="unlimited", passing=True)
    text = explain.rules(Words(strict=True), "en-US", changed, 3)
    assert "**Time to call:** 30 seconds (not the standard)" in text
    assert "**Passing:** you may pass (not the standard)" in text
    assert "any number of cards a play" in text
