"""The reception of every interaction: let in or turned away, attended until it is answered, and told of when done.

Between discord.py and the desk, which does the work. It must never let in the same interaction twice, and never let
one that was let in end in silence.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

from bot.tables.clock import DiscordClock
from bot.tables.ports import StoreFailed
from bot.tables.registry import Registry
from bot.ui.breath import Breath, Pace
from bot.ui.presenter import DiscordPresenter
from bot.ui.replies import Outcome, Reply
from bot.ui.showing import Showing
from bot.ui.text import Words

log = logging.getLogger(__name__)

# Discord forgets an interaction after three seconds; what is older than this could not be answered any more. Such
# presses come when the gateway delivers again what was missed while the connection was down.
STALE: Final = timedelta(seconds=2.5)
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

    async def attend(self, reply: Reply, work: Callable[[Reply], Awaitable[object]]) -> None:
        """Do the work of an interaction; what breaks is logged and told, and never ends in silence."""
        task = asyncio.current_task()
        if task is not None:
            self._working[task] = reply
        try:
            await work(reply)
            await reply.settled()
            if reply.text_refused and not reply.told:
                await reply.unsayable()
            if not reply.answered:
                log.warning("an interaction got no answer", extra={"interaction": reply.interaction.id})
            await self._met(reply)
        except Exception as error:
            await reply.fault(error)
        finally:
            await reply.settled()
            self.done(reply.kind, reply.outcome if reply.answered else Outcome.SILENT, reply.answered_in)
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
