"""The opening of a table for somebody: what keeps them from it, in the channel or in a thread of its own.

A command -> here -> the door, which knows the server's settings, and the registry. Whatever refuses is told privately
and before anything is done; only then a thread is made, which takes a request, so the command is acknowledged first.
Where no thread can be made the table stands in the channel. It must never decide a rule, nor leave a command waiting.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import Any, Final, assert_never

import discord

from bot.cpu.levels import Level
from bot.engine.rules.ruleset import Ruleset
from bot.tables.answers import ShowFailed
from bot.tables.door import Asker, Door, Shut, Turned
from bot.tables.house_rules import HouseRules
from bot.tables.records import TableStatus, ThreadRecord
from bot.tables.registry import Taken
from bot.tables.settings import ServerSettings, Settings
from bot.tables.table import Table
from bot.tables.threads import Threads
from bot.ui.names import bold, unmarked
from bot.ui.notices import plain
from bot.ui.phrases import link
from bot.ui.replies import Reply
from bot.ui.settings_page import channel_mentions, lasting, role_mentions
from bot.ui.settling import sheet_of
from bot.ui.showing import Showing

log = logging.getLogger(__name__)

# Discord's longest name of a thread.
_LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class Servers:
    """What servers have settled, and what opening tables there needs."""

    house_rules: HouseRules
    settings: Settings
    door: Door
    threads: Threads


@dataclass(frozen=True, slots=True)
class Order:
    """The table somebody wants: by the settings they were admitted with, and with these rules to begin with.

    `cpus` sit there from the start, all at `level`. `word` is what whoever opens it is told besides, if anything.
    """

    settings: ServerSettings
    ruleset: Ruleset
    cpus: int = 0
    level: Level = Level.MEDIUM
    word: str = ""


class Opening:
    """Opens tables for people, within what their server has settled."""

    def __init__(self, showing: Showing, servers: Servers) -> None:
        self._showing, self._door, self._threads = showing, servers.door, servers.threads

    # --- who may -----------------------------------------------------------------------------------------------------

    async def admit(self, reply: Reply) -> ServerSettings | None:
        """The server's settings if a table may be opened here by whoever asks; else they are told why not."""
        answer = await self._door.ask(_asker(reply.interaction))
        if isinstance(answer, Turned):
            await reply.whisper(turned_away(reply, answer))
            return None
        return answer

    async def open(self, reply: Reply, order: Order) -> None:
        """Open a table for somebody who was admitted, if nothing else keeps them from it."""
        interaction, settings = reply.interaction, order.settings
        channel_id = interaction.channel_id or 0
        wanted = settings.thread and _has_threads(interaction)
        in_thread = wanted and _may_open_threads(interaction)
        standing = self._showing.registry.at_channel(channel_id)
        if in_thread:
            if (own := self._own_lobby(reply.user_id, channel_id)) is not None:
                if self._showing.unseen(own):
                    await self._showing.post(own)
                await reply.say("opening-own-stands", link=link(own.view()))
                return
        elif standing is not None and not standing.over:
            await self._showing.show_opened(reply, Taken(standing))
            return
        elif (missing := missing_permission(interaction)) is not None:
            await reply.say(missing)
            return
        if (turned := await self._door.wait(settings, channel_id)) is not None:
            await reply.whisper(turned_away(reply, turned))
            return
        if in_thread:
            self._door.passed(channel_id)
            await self._open_in_thread(reply, order)
            return
        await self._open_here(reply, order, for_want_of_a_thread=wanted)

    def _own_lobby(self, user_id: int, channel_id: int) -> Table | None:
        """The lobby that somebody has opened in a thread of this channel and that still waits for people."""
        for table in self._showing.registry.of_user(user_id):
            view = table.view()
            waiting = view.status is TableStatus.LOBBY and view.host_id == user_id
            if waiting and self._threads.parent_of(view.channel_id) == channel_id:
                return table
        return None

    # --- where -------------------------------------------------------------------------------------------------------

    async def _open_here(self, reply: Reply, order: Order, *, for_want_of_a_thread: bool) -> None:
        interaction = reply.interaction
        name = getattr(interaction.channel, "name", None) or ""
        opened = await self._table(reply, order, interaction.channel_id or 0, name)
        if await self._showing.show_opened(reply, opened) and isinstance(opened, Table):
            if for_want_of_a_thread:
                await reply.say("opening-no-thread")
            await self._besides(reply, order)
            await self._showing.welcome(reply, opened)

    async def _open_in_thread(self, reply: Reply, order: Order) -> None:
        """The table lives in a thread, and the command's answer links there."""
        if not await reply.wait():
            return
        name = _thread_name(reply, _language(reply.interaction, order.settings))
        thread_id = await self._thread(reply, name)
        if thread_id is None:
            await self._open_here(reply, order, for_want_of_a_thread=True)
            return
        opened = await self._table(reply, order, thread_id, name)
        if isinstance(opened, Taken):
            # Somebody was quick to open one by hand in the new thread.
            await self._showing.show_opened(reply, opened)
            return
        await self._showing.post(opened)
        said = {"name": bold(reply.interaction.user.display_name), "place": f"<#{thread_id}>"}
        await reply.public(plain(reply.catalogue.say(opened.record.locale, "opening-in-thread", **said)))
        await self._besides(reply, order)
        await self._showing.welcome(reply, opened)

    async def _besides(self, reply: Reply, order: Order) -> None:
        """Tell whoever opened the table what they should know of it, once it stands."""
        if order.word:
            await reply.whisper(order.word)

    async def _thread(self, reply: Reply, name: str) -> int | None:
        """A new thread below the channel of the command; none if Discord makes none."""
        interaction, channel = reply.interaction, reply.interaction.channel
        if not isinstance(channel, discord.TextChannel):
            return None
        try:
            thread_id, opened_at = await self._showing.presenter.open_thread(channel, name)
        except ShowFailed as failure:
            log.warning("no thread was opened: %s", failure.trouble, extra={"channel": channel.id})
            return None
        await self._threads.opened(ThreadRecord(thread_id, interaction.guild_id or 0, channel.id, opened_at))
        return thread_id

    async def _table(self, reply: Reply, order: Order, channel_id: int, channel_name: str) -> Table | Taken:
        interaction = reply.interaction
        return await self._showing.registry.open(
            reply.press(),
            guild_id=interaction.guild_id or 0,
            guild_name=interaction.guild.name if interaction.guild is not None else "",
            channel_id=channel_id,
            channel_name=channel_name,
            locale=_language(interaction, order.settings),
            ruleset=order.ruleset,
            cpus=order.cpus,
            level=order.level,
        )


def turned_away(reply: Reply, turned: Turned) -> str:
    """Why somebody may not open a table, in their words."""
    settings, sheet = turned.settings, sheet_of(reply.interaction, turned.settings)
    match turned.why:
        case Shut.CHANNEL:
            there = [id_ for id_ in settings.channels if id_ not in sheet.gone]
            if not there:
                return reply.words("opening-channels-gone")
            return reply.words("opening-not-in-channel", channels=channel_mentions(there))
        case Shut.HOST:
            there = [id_ for id_ in settings.hosts if id_ not in sheet.gone]
            if not there:
                return reply.words("opening-roles-gone")
            return reply.words("opening-not-a-host", roles=role_mentions(there))
        case Shut.COOLDOWN:
            wait = lasting(reply.catalogue, reply.locale, max(1, math.ceil(turned.seconds)))
            return reply.words("opening-too-soon", wait=wait)
        case never:
            assert_never(never)


def missing_permission(interaction: discord.Interaction[Any]) -> str | None:
    """The words for what the bot may not do in this channel but must, if there is something.

    A reply to a command needs no permission, the messages of a game do: better to say so before it begins.
    """
    allowed = interaction.app_permissions
    if not allowed.view_channel:
        return "desk-may-not-view"
    if isinstance(interaction.channel, discord.Thread):
        return None if allowed.send_messages_in_threads else "desk-may-not-send-in-thread"
    return None if allowed.send_messages else "desk-may-not-send"


def _asker(interaction: discord.Interaction[Any]) -> Asker:
    channel, user = interaction.channel, interaction.user
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    roles = {role.id for role in user.roles} if isinstance(user, discord.Member) else set()
    return Asker(interaction.guild_id or 0, parent_id or 0, frozenset(roles), interaction.permissions.manage_guild)


def _has_threads(interaction: discord.Interaction[Any]) -> bool:
    """Whether tables here get threads at all: a thread has none, nor has the chat of a voice channel."""
    channel = interaction.channel
    return isinstance(channel, discord.TextChannel) and channel.type is discord.ChannelType.text


def _may_open_threads(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot may open a thread here and play in it."""
    allowed = interaction.app_permissions
    return allowed.view_channel and allowed.create_public_threads and allowed.send_messages_in_threads


def _language(interaction: discord.Interaction[Any], settings: ServerSettings) -> str:
    """The language of what everybody reads at the table."""
    return settings.language or str(interaction.guild_locale or discord.Locale.american_english)


def _thread_name(reply: Reply, language: str) -> str:
    host = unmarked(reply.interaction.user.display_name)
    return reply.catalogue.say(language, "opening-thread-name", host=host)[:_LONGEST_NAME]
