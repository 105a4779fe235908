"""What Discord shows while somebody types a command: descriptions from the catalogue, in every language there is.

`cogs` passes its commands through `describe`; `bot.app` gives `CommandTranslator` to the tree, which asks it for the
other languages when the commands are registered. Names stay as they are: people and scripts rely on them.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import locale_str

from bot.ui.text import FALLBACK, Words

Described = app_commands.Command[Any, ..., Any] | app_commands.Group


def describe(command: Described, words: Words) -> None:
    """Give a command, its options and the commands below it their descriptions."""
    command.description = words.say(FALLBACK, _key(command.name))
    if isinstance(command, app_commands.Group):
        for child in command.commands:
            describe(child, words)
        return
    options = [option.name for option in command.parameters]
    texts = {option: locale_str(words.say(FALLBACK, _option_key(command.name, option))) for option in options}
    app_commands.describe(**texts)(command)


class CommandTranslator(app_commands.Translator):
    """Descriptions in the languages of the catalogue; Discord shows the plain one, which is English, in all others."""

    def __init__(self, words: Words) -> None:
        self._words = words

    async def translate(
        self, _string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The description in this language; nothing for names and for languages there are no words in."""
        if locale.value not in self._words.locales:
            return None
        if context.location in {Where.command_description, Where.group_description}:
            return self._words.say(locale, _key(context.data.name))
        if context.location is Where.parameter_description:
            return self._words.say(locale, _option_key(context.data.command.name, context.data.name))
        return None


def _key(command: str) -> str:
    return f"command-{command}-description"


def _option_key(command: str, option: str) -> str:
    return f"option-{command}-{option.replace('_', '-')}"
