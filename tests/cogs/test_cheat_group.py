"""The group `/cheat` as Discord gets it, and the words of its help."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app import CheatBot
from bot.config import Config
from bot.record.board import Order, Since
from bot.ui.text import Words
from cogs import cheat_commands

COMMANDS = {
    *(
        "start",
        "join",
        "leave",
        "hand",
        "table",
        "stop",
        "rules",
        "help",
        "back",
        "house-rules",
        "settings",
        "cpu",
        "kick",
        "tutorial",
    ),
    *("stats", "leaderboard", "history", "replay", "verify", "export", "export-me", "forget-me"),
}
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
            person = parameter.type is discord.AppCommandOptionType.user
            limited = parameter.choices or parameter.max_value is not None or person
            assert parameter.autocomplete or limited, f"{command.name} {parameter.name}"


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
    assert "/cheat tutorial" in text
    assert len(text.splitlines()) <= PHONE_LINES
    assert len(text) < 1000


def test_the_leaderboard_offers_all_orders_and_times_there_are(group: app_commands.Group) -> None:
    command = group.get_command("leaderboard")
    assert isinstance(command, app_commands.Command)
    offered = {option.name: [choice.value for choice in option.choices] for option in command.parameters}
    assert offered["by"] == list(Order)
    assert offered["since"] == list(Since)
