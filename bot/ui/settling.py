"""The settling of a server: who may open the page of its settings, what each choice there changes, what it shows then.

Desk -> here -> the server's settings. All that the page needs stands in its components' ids and in what is stored, so
it goes on after a restart. It must never let anybody change a setting who may not at the moment of the choice, and a
choice changes the one setting it was made for, whatever else was changed since the page was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

import discord
from pydantic import ValidationError

from bot.tables.settings import WAYS, ChannelsChosen, LanguageChosen, OneOf, RolesChosen, ServerSettings, Settings
from bot.ui import settings_page
from bot.ui.notices import plain
from bot.ui.press_items import values_of
from bot.ui.replies import Reply
from bot.ui.setting_items import RESET, SettingId
from bot.ui.settings_page import Sheet
from bot.ui.text import Words


class Settling:
    """Opens pages of settings and answers the choices made there."""

    def __init__(self, settings: Settings, words: Words) -> None:
        self._settings, self._words = settings, words

    async def open(self, reply: Reply) -> None:
        """The page of the server's settings, for whoever may manage the server."""
        guild_id = reply.interaction.guild_id
        if guild_id is None:
            await reply.say("settings-not-here")
        elif not reply.interaction.permissions.manage_guild:
            await reply.say("settings-not-a-manager")
        else:
            sheet = sheet_of(reply.interaction, await self._settings.of(guild_id))
            await reply.private(settings_page.page(sheet, self._words, reply.locale))

    async def act(self, reply: Reply, pressed: SettingId) -> None:
        """Answer a choice on the page by drawing it anew, after the change."""
        interaction = reply.interaction
        guild_id = interaction.guild_id
        if guild_id is None or not reply.on_hand:
            # Not the page: that stands in a server and only its owner sees it.
            await reply.say("desk-unknown-button")
        elif not interaction.permissions.manage_guild:
            await reply.redraw(lambda: plain(reply.words("settings-not-a-manager")))
        else:
            settings = await self._change(guild_id, pressed.key, values_of(interaction), reply.user_id)
            sheet = sheet_of(interaction, settings)
            await reply.redraw(lambda: settings_page.page(sheet, self._words, reply.locale))

    async def _change(self, guild_id: int, key: str, values: Sequence[str], by: int) -> ServerSettings:
        """The settings after the change; as they are where nothing was chosen that this version offers."""
        if key == RESET:
            return await self._settings.reset(guild_id, by=by)
        now = await self._settings.of(guild_id)
        if key not in WAYS:
            return now
        match WAYS[key]:
            case ChannelsChosen():
                chosen: object = _ids(values)
            case RolesChosen():
                # The role that everybody has is no restriction.
                chosen = () if guild_id in _ids(values) else _ids(values)
            case OneOf() | LanguageChosen():
                offers = settings_page.offered(self._words, key, getattr(now, key))
                made = [offer for offer in offers if settings_page.option_value(offer) in values]
                if not made:
                    return now
                chosen = made[0]
            case never:
                assert_never(never)
        try:
            return await self._settings.change(guild_id, key, chosen, by=by)
        except ValidationError:
            # Tampered with: no menu gives so many.
            return now


def sheet_of(interaction: discord.Interaction[Any], settings: ServerSettings) -> Sheet:
    """The settings of the server where somebody presses, with what is gone of them."""
    guild = interaction.guild
    if guild is None or guild.unavailable or not guild.channels:
        # Nothing is known of the server but its id: nothing can be said to be gone.
        return Sheet(settings, "" if guild is None else guild.name)
    gone = {id_ for id_ in settings.channels if guild.get_channel(id_) is None}
    gone |= {id_ for id_ in settings.hosts if guild.get_role(id_) is None}
    return Sheet(settings, guild.name, frozenset(gone))


def _ids(values: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(value) for value in values if value.isascii() and value.isdigit() and len(value) < 20)
