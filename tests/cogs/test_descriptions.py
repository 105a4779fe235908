"""Descriptions of commands: from the catalogue, in every language, and registered anew when any of them changes."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app import CheatBot
from bot.command_sync import digest
from bot.config import Config
from bot.ui.described import CommandTranslator
from bot.ui.text import FALLBACK, Words
from cogs import cheat_commands

WORDS = Words(strict=True)
#: Discord's limit for the name, description and values of a command with all its options; the longest language counts.
COMMAND_LIMIT = 8000


@pytest.fixture
def bot() -> CheatBot:
    """A client that is never signed in, with its commands."""
    made = CheatBot(Config())
    made.words = WORDS
    made.tree.add_command(cheat_commands(made))
    return made


async def payload(bot: CheatBot, words: Words = WORDS) -> dict[str, Any]:
    (group,) = bot.tree.get_commands()
    assert isinstance(group, app_commands.Group)
    return await group.get_translated_payload(bot.tree, CommandTranslator(words))


def described(part: dict[str, Any]) -> list[dict[str, Any]]:
    """A command and all below it."""
    return [part, *(below for option in part.get("options", ()) for below in described(option))]


@pytest.mark.asyncio
async def test_every_command_and_option_is_described_in_every_language(bot: CheatBot) -> None:
    parts = described(await payload(bot))
    assert len(parts) > 12
    for part in parts:
        told = part["description_localizations"]
        assert told.keys() == WORDS.locales, part["name"]
        assert part["description"] == told[FALLBACK]
        assert not part.get("name_localizations"), "names are the same in every language"
        for text in told.values():
            assert 1 <= len(text) <= 100
        assert len(set(told.values())) == len(told)


@pytest.mark.asyncio
async def test_every_description_is_of_a_command_there_is(bot: CheatBot) -> None:
    group = await payload(bot)
    told = {text for part in described(group) for text in part["description_localizations"].values()}
    for locale in WORDS.locales:
        for key in WORDS._bundles[locale]._messages:
            if key.startswith(("command-", "option-")):
                assert WORDS.say(locale, key) in told, key


@pytest.mark.asyncio
async def test_the_command_stays_within_discord_s_limit_in_every_language(bot: CheatBot) -> None:
    longest = 0
    for part in described(await payload(bot)):
        longest += len(part["name"]) + max(map(len, part["description_localizations"].values()))
        longest += sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices", ()))
    assert longest <= COMMAND_LIMIT


@pytest.mark.asyncio
async def test_languages_without_words_are_left_to_the_plain_description(bot: CheatBot) -> None:
    translator = CommandTranslator(WORDS)
    (group,) = bot.tree.get_commands()
    assert isinstance(group, app_commands.Group)
    where: Any = app_commands.TranslationContext(app_commands.TranslationContextLocation.group_description, group)
    text = app_commands.locale_str("…")
    assert await translator.translate(text, discord.Locale.french, where) is None
    assert await translator.translate(text, discord.Locale.american_english, where) == group.description
    name: Any = app_commands.TranslationContext(app_commands.TranslationContextLocation.group_name, group)
    assert await translator.translate(text, discord.Locale.german, name) is None


@pytest.mark.asyncio
async def test_a_change_in_any_language_is_registered(bot: CheatBot, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = await digest(bot.tree)
    await bot.tree.set_translator(CommandTranslator(WORDS))
    translated = await digest(bot.tree)
    assert translated != plain
    assert translated == await digest(bot.tree)
    say = Words.say

    def changed(words: Words, locale: object, key: str, **args: Any) -> str:
        better = str(locale) == "de" and key == "option-rules-name"
        return "Etwas Besseres" if better else say(words, locale, key, **args)

    monkeypatch.setattr(Words, "say", changed)
    assert "Etwas Besseres" in json.dumps(await payload(bot))
    assert await digest(bot.tree) != translated
