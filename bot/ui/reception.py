"""The reception of every interaction: let in or turned away, attended until it is answered, and told of when done.

Between discord.py and the desk, which does the work. It must never let in the same interaction twice, and never let
one that was let in end in silence.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.tables.clock import DiscordClock
from bot.tables.ports import StoreFailed
from bot.tables.registry import Registry
from bot.ui.breath import Breath, Pace
from bot.ui.presenter import DiscordPresenter
from bot.ui.replies import Outcome, Place, Reply
from bot.ui.showing import Showing
from bot.ui.text import Words

log = logging.getLogger(__name__)

# Discord forgets an interaction after three seconds; what is older than this could not be answered any more. Such
# presses come when the gateway delivers again what was missed while the connection was down.
STALE: Final = timedelta(seconds=2.5)
# What has no answer so long after it was pressed or typed is acknowledged before there is one.
HOLD: Final = timedelta(seconds=1.5)
REMEMBERED: Final = 4096
CLOSING_S: Final = 5.0
_LAST_S: Final = 0.5


class Reception(Showing):
    """Lets interactions in, sees to it that each is answered, and waits for those in hand when the bot closes."""

    def __init__(self, registry: Registry, clock: DiscordClock, words: Words, presenter: DiscordPresenter) -> None:
        super().__init__(registry, words, presenter)
        self._clock = clock
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._breath, self._pace = Breath(), Pace()
        self._working: dict[asyncio.Task[Any], Reply] = {}
        self._closing = False
        # Told of every interaction once it is done: what was used, what came of it, and how soon it was answered.
        self.done: Callable[[str, str, float | None], None] = lambda _kind, _outcome, _seconds: None

    async def admit(self, reply: Reply, *, however_late: bool = False, table_id: int = 0) -> bool:
        """Whether to act on an interaction: not one delivered twice, too old to answer, or come while we close.

        `table_id` is the table that it is about, if that is known.
        """
        why_not = await self._turned_away(reply, table_id, however_late=however_late)
        if why_not is not None:
            self.done(reply.kind, why_not, reply.answered_in)
        return why_not is None

    async def _turned_away(self, reply: Reply, table_id: int, *, however_late: bool) -> Outcome | None:
        interaction = reply.interaction
        if interaction.id in self._seen:
            log.info("an interaction was delivered twice", extra={"interaction": interaction.id})
            return Outcome.TWICE
        self._seen[interaction.id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        self._clock.learn(interaction.created_at)
        self.presenter.heard(interaction.user.id, interaction.locale)
        if self._closing:
            await reply.say("desk-restarting")
            return Outcome.CLOSING
        if not however_late and self._clock.now() - interaction.created_at > STALE:
            log.info("an interaction came too late", extra={"interaction": interaction.id})
            table = self.registry.live(table_id)
            moved = table is not None and table.moved_since(interaction.created_at)
            await reply.say("desk-stale-moved" if moved else "desk-stale")
            return Outcome.LATE
        return None

    async def admit_command(self, reply: Reply, *, always: bool) -> bool:
        """Whether to act on a command: whoever types very many in a row has to wait, except for what `always` works."""
        if not await self.admit(reply):
            return False
        if always or self._pace.keeps(reply.user_id, reply.at):
            return True
        await reply.say("desk-many-commands")
        self.done(reply.kind, Outcome.REFUSED, reply.answered_in)
        return False

    async def unfit(self, reply: Reply, option: str) -> None:
        """Turn away a command with what it doesn't take, in the named option if there is such a one."""
        if option:
            await reply.say("desk-option-unfit", option=option)
        else:
            # Discord's apps show the commands of before an upgrade for a while.
            await reply.say("desk-old-command")

    async def may_move(self, reply: Reply) -> bool:
        """Whether somebody may sit down or leave now; who has only just done so is asked to wait."""
        if self._breath.short(reply.user_id, reply.at):
            await reply.say("desk-one-moment")
            return False
        return True

    def has_moved(self, reply: Reply) -> None:
        """Somebody sat down or left."""
        self._breath.spend(reply.user_id, reply.at)

    async def command(
        self, interaction: discord.Interaction[Any], work: Callable[[Reply], Awaitable[object]], *, public: bool = False
    ) -> None:
        """Answer a command that was let in, whatever happens; `public` where the answer may be for everybody."""
        reply = self.reply(interaction)
        self.hold_in_time(reply, Place.EVERYBODY if public else Place.ALONE)
        await self.attend(reply, work)

    def hold_in_time(self, reply: Reply, place: Place) -> None:
        """Let an interaction be acknowledged if the answer isn't found in time."""
        reply.hold_after(self._left(reply.interaction), place)

    def _left(self, interaction: discord.Interaction[Any]) -> float:
        """Seconds until an interaction should have been answered."""
        return (interaction.created_at + HOLD - self._clock.now()).total_seconds()

    async def offer(
        self, interaction: discord.Interaction[Any], finding: Awaitable[list[app_commands.Choice[str]]]
    ) -> list[app_commands.Choice[str]]:
        """What to offer while somebody types: nothing where it can't be found while Discord waits."""
        try:
            return await asyncio.wait_for(finding, self._left(interaction))
        except (TimeoutError, StoreFailed) as error:
            log.warning("no choices could be offered: %s", type(error).__name__)
        except Exception:
            log.exception("no choices could be offered")
        return []

    async def offer_nothing(self, interaction: discord.Interaction[Any]) -> None:
        """Answer somebody who types where something broke."""
        if not interaction.response.is_done():
            with suppress(TimeoutError, discord.HTTPException, aiohttp.ClientError, OSError):
                await interaction.response.autocomplete([])

    async def attend(self, reply: Reply, work: Callable[[Reply], Awaitable[object]]) -> None:
        """Do the work of an interaction; what breaks is logged and told, and never ends in silence."""
        task = asyncio.current_task()
        if task is not None:
            self._working[task] = reply
        try:
            await work(reply)
            await reply.settled()
            await reply.paid()
            if reply.text_refused and not reply.told:
                await reply.unsayable()
            if reply.waited_for or (reply.left_alone and not reply.text_refused):
                await reply.apologise()
            if not reply.answered:
                log.warning("an interaction got no answer", extra={"interaction": reply.interaction.id})
            await self._met(reply)
        except Exception as error:
            await reply.fault(error)
        finally:
            await reply.settled()
            silent = not reply.answered or reply.waited_for or reply.left_alone
            self.done(reply.kind, Outcome.SILENT if silent else reply.outcome, reply.answered_in)
            if task is not None:
                self._working.pop(task, None)

    async def _met(self, reply: Reply) -> None:
        """Remember the name of whoever pressed; in direct messages people have none of the server's."""
        guild, user = reply.interaction.guild_id, reply.interaction.user
        if guild is None or not reply.remembers:
            return
        try:
            await self.registry.met(guild, user.id, user.display_name)
        except StoreFailed as error:
            # They have their answer already: what they pressed has happened.
            log.warning("a name was not remembered: %s", error, extra={"interaction": reply.interaction.id})

    async def close(self, within_s: float = CLOSING_S) -> None:
        """Take no more presses and let those in hand be answered, within that time.

        What has its answer then and still goes on, as a greeting that waits for its turn, is left to the next start.
        Who was only acknowledged still has an answer coming: what they pressed may be on its way to the disk.
        """
        self._closing = True
        working = self._working.keys() - {asyncio.current_task()}
        if not working:
            return
        _, late = await asyncio.wait(working, timeout=within_s)
        told = [task for task in late if (reply := self._working.get(task)) is not None and reply.told]
        for task in told:
            task.cancel()
        if told:
            await asyncio.wait(told, timeout=_LAST_S)
