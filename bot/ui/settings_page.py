"""The page of a server's settings: one private message with each setting, what it is for, and a menu to change it.

Pure functions from a `Sheet`, which the settings desk fills, to a fresh layout in the reader's language. What can be
chosen comes from `WAYS`: a new setting shows up here by itself. Nothing here may change a setting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

import discord

from bot.tables.settings import (
    HOUR_S,
    MOST_CHOSEN,
    WAYS,
    ChannelsChosen,
    LanguageChosen,
    OneOf,
    RolesChosen,
    ServerSettings,
)
from bot.ui import rulebook
from bot.ui.layout import Accent, lines, screen
from bot.ui.names import safe
from bot.ui.setting_items import SettingButton, SettingSelect
from bot.ui.text import Words, key_of

#: Where `/cheat start` can be typed, as far as a menu can offer it (media channels it can't). Threads are none of
#: these: they count as the channel they belong to.
KINDS: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
)
_MINUTE_S: Final = 60
_DAY_S: Final = 24 * HOUR_S


@dataclass(frozen=True, slots=True)
class Sheet:
    """A server's settings. `gone` are channels and roles among them that the server has no longer."""

    settings: ServerSettings
    guild: str
    gone: frozenset[int] = frozenset()


def page(sheet: Sheet, words: Words, locale: object) -> discord.ui.LayoutView:
    """Every setting as it is, with its menu."""
    parts: list[str | SettingSelect] = []
    for key in WAYS:
        parts += [_told(sheet, key, words, locale), _menu(sheet, key, words, locale)]
    return screen(
        Accent.LOBBY,
        words.say(locale, "settings-title", guild=safe(sheet.guild)),
        *parts,
        [SettingButton(words.say(locale, "settings-reset"))],
        words.say(locale, "settings-hint"),
    )


def title(words: Words, locale: object, key: str) -> str:
    """What a setting is called."""
    return words.say(locale, key_of("setting", key))


def channel_mentions(ids: Sequence[int]) -> str:
    """Channels as they can be tapped."""
    return " ".join(f"<#{id_}>" for id_ in ids)


def role_mentions(ids: Sequence[int]) -> str:
    """Roles as they are shown; the message they stand in mentions nobody."""
    return " ".join(f"<@&{id_}>" for id_ in ids)


def lasting(words: Words, locale: object, seconds: int) -> str:
    """A time in words, in the unit in which people would say it.

    >>> lasting(Words(), "en-US", 300), lasting(Words(), "en-US", 90), lasting(Words(), "en-US", 86_400)
    ('5 minutes', '90 seconds', '24 hours')
    """
    if seconds % _DAY_S == 0 and seconds > _DAY_S:
        return words.say(locale, "lasting-days", count=seconds // _DAY_S)
    if seconds % HOUR_S == 0:
        return words.say(locale, "lasting-hours", count=seconds // HOUR_S)
    if seconds % _MINUTE_S == 0:
        return words.say(locale, "lasting-minutes", count=seconds // _MINUTE_S)
    return words.say(locale, "lasting-seconds", count=seconds)


def choice(words: Words, locale: object, key: str, value: object) -> str:
    """What one choice of a setting means, as a phrase."""
    if isinstance(WAYS[key], LanguageChosen):
        return words.say(locale, "setting-language-none") if value is None else words.say(value, "language-name")
    if isinstance(value, bool) or not isinstance(value, int):
        return words.say(locale, f"{key_of('setting', key)}-value", value=rulebook.token(value))
    if value == 0:
        return words.say(locale, "lasting-none")
    return lasting(words, locale, value * (HOUR_S if key.endswith("_h") else 1))


def offered(words: Words, key: str, current: object) -> tuple[object, ...]:
    """The choices of a setting with options; a number from another version of the bot is one of them."""
    match WAYS[key]:
        case OneOf(values):
            if isinstance(current, int) and current not in values:
                return tuple(sorted((*values, current)))
            return values
        case LanguageChosen():
            return (None, *sorted(words.locales))
        case ChannelsChosen() | RolesChosen():
            return ()
        case never:
            assert_never(never)


def option_value(value: object) -> str:
    """A choice as it stands in a menu."""
    return value if isinstance(value, str) else rulebook.token(value)


# --- what the page is made of ----------------------------------------------------------------------------------------


def _told(sheet: Sheet, key: str, words: Words, locale: object) -> str:
    return lines(
        words.say(locale, "settings-line", title=title(words, locale, key), value=_present(sheet, key, words, locale)),
        words.say(locale, "settings-help", help=words.say(locale, f"{key_of('setting', key)}-help")),
    )


def _present(sheet: Sheet, key: str, words: Words, locale: object) -> str:
    """The setting as it is now."""
    current, way = getattr(sheet.settings, key), WAYS[key]
    if not isinstance(way, ChannelsChosen | RolesChosen):
        return choice(words, locale, key, current)
    if not current:
        return words.say(locale, f"{key_of('setting', key)}-none")
    there = [id_ for id_ in current if id_ not in sheet.gone]
    if not there:
        return words.say(locale, f"{key_of('setting', key)}-lost")
    told = channel_mentions(there) if isinstance(way, ChannelsChosen) else role_mentions(there)
    if len(there) == len(current):
        return told
    missing = words.say(locale, f"{key_of('setting', key)}-gone", count=len(current) - len(there))
    return f"{told} {missing}"


def _menu(sheet: Sheet, key: str, words: Words, locale: object) -> SettingSelect:
    current, way = getattr(sheet.settings, key), WAYS[key]
    placeholder = words.say(locale, "settings-choose", title=title(words, locale, key))
    if isinstance(way, ChannelsChosen | RolesChosen):
        # Discord knows nothing of what is gone, and would not take it as chosen.
        there = [id_ for id_ in current if id_ not in sheet.gone]
        if isinstance(way, ChannelsChosen):
            return SettingSelect.of_channels(key, placeholder, KINDS, there, MOST_CHOSEN)
        return SettingSelect.of_roles(key, placeholder, there, MOST_CHOSEN)
    options = [
        discord.SelectOption(
            label=_capital(choice(words, locale, key, value)), value=option_value(value), default=value == current
        )
        for value in offered(words, key, current)[:MOST_CHOSEN]
    ]
    return SettingSelect.of_options(key, placeholder, options)


def _capital(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]
