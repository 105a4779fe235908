"""How an answer of a table reaches whoever pressed: the pressed message drawn anew, or a sentence for them alone.

The lower half of the desk. It shows what has been decided, and must never decide anything or ask a table to change.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

import discord

from bot.tables.answers import Accepted, Answer, Denial, Done, Posted, Refused, ShowFailed, Trouble
from bot.tables.gathering import Show
from bot.tables.records import TableStatus, TokenRecord
from bot.tables.registry import Registry, Taken
from bot.tables.table import Table
from bot.tables.views import standing_slot
from bot.ui import hand as hands
from bot.ui import rulebook
from bot.ui import table as tables
from bot.ui.phrases import link
from bot.ui.presenter import DiscordPresenter
from bot.ui.replies import Draw, Outcome, Reply
from bot.ui.text import Words

log = logging.getLogger(__name__)


class Showing:
    """Shows answers, tables and hands; shared by the buttons and the commands."""

    def __init__(self, registry: Registry, words: Words, presenter: DiscordPresenter) -> None:
        self.registry, self.words, self.presenter = registry, words, presenter

    def reply(self, interaction: discord.Interaction[Any], kind: str = "") -> Reply:
        """The way to answer this interaction; `kind` is a word for what was used, of a command its name."""
        if not kind and interaction.command is not None:
            kind = interaction.command.name
        return Reply(interaction, self.presenter, self.words, kind or "other")

    def showing(self, reply: Reply, show: Show) -> Show:
        """`show` for a table: what breaks in it is told to the presser, since the table goes on without an answer."""

        async def safely(answer: Answer) -> None:
            if isinstance(answer, Refused):
                reply.outcome = Outcome.REFUSED
            try:
                await show(answer)
                if reply.text_refused and not reply.told:
                    await reply.unsayable()
            except Exception as error:
                await reply.fault(error)

        return safely

    def _on_lobby(self, reply: Reply, table: Table) -> Show:
        return self.showing(reply, lambda answer: self._show_lobby(reply, table, answer))

    async def _show_lobby(self, reply: Reply, table: Table, answer: Answer) -> None:
        if isinstance(answer, Refused) and answer.codes:
            view = table.view()
            told = rulebook.conflicts(self.words, reply.locale, view.ruleset, len(view.people), answer.codes)
            await reply.whisper("\n".join(told))
        elif isinstance(answer, Refused):
            await reply.refuse(answer)
        elif self._is_moved(reply, table, "lobby"):
            await reply.redraw(lambda: tables.moved(table.view(), self.words))
            table.publisher.redraw_lobby()
        else:
            draw, lost = lambda: tables.lobby(table.view(), self.words), table.publisher.redraw_lobby
            if await self._redraw(reply, table, draw, lost):
                await self._keep(reply, table, "lobby")

    def _on_hand(self, reply: Reply, table: Table) -> Show:
        return self.showing(reply, lambda answer: self._redraw_hand(reply, table, answer))

    async def _redraw_hand(self, reply: Reply, table: Table, answer: Answer) -> None:
        """The pressed hand as it is now, with why the press did nothing, if so."""
        if isinstance(answer, Refused) and _tells_more(answer):
            # A note on the hand would be gone with its next redraw, and this hand may be redrawn at once.
            await reply.refuse(answer)
            seat = table.view().seat_of(reply.user_id)
            if seat is not None:
                table.publisher.redraw_hand(seat, free_only=True)
            return
        stranger = isinstance(answer, Refused) and answer.why is Denial.NOT_AT_TABLE
        seen = None if stranger else table.hand(reply.user_id, note=_note(answer))
        if seen is None or not reply.on_hand:
            await (reply.refuse(answer) if isinstance(answer, Refused) else reply.say("desk-no-hand"))
            return
        note = seen.note

        def draw() -> discord.ui.LayoutView:
            # The hand may have changed again by the time Discord is ready for the next redraw.
            now = table.hand(reply.user_id, note=note) or seen
            return hands.hand(now, self.words, reply.locale)

        if await self._redraw(reply, table, draw, lambda: table.publisher.redraw_hand(seen.seat)):
            await self._keep(reply, table, f"hand:{seen.seat}")

    def _on_claim(self, reply: Reply, table: Table, number: int) -> Show:
        return self.showing(reply, lambda answer: self._show_claim(reply, table, number, answer))

    async def _show_claim(self, reply: Reply, table: Table, number: int, answer: Answer) -> None:
        if reply.on_hand:
            await self._redraw_hand(reply, table, answer)
        elif isinstance(answer, Refused):
            await reply.refuse(answer)
        elif self._is_moved(reply, table, "claim", number):
            await reply.redraw(lambda: tables.moved(table.view(), self.words))
            table.publisher.redraw_claim()
        else:
            draw, lost = lambda: tables.claim(table.view(), self.words, number), table.publisher.redraw_claim
            if await self._redraw(reply, table, draw, lost):
                await self._keep(reply, table, "claim")

    def _is_moved(self, reply: Reply, table: Table, slot: str, seq: int = 0) -> bool:
        """Whether the press was on an older copy of the message, just when it was shown again."""
        pressed = reply.interaction.message
        return pressed is not None and table.publisher.is_moved(slot, pressed.id, seq)

    async def show_opened(self, reply: Reply, opened: Table | Taken) -> bool:
        """Answer the opening of a table with its message; where one stands already, link to that. Whether it opened.

        One that stands and that nobody can see is shown: the bot ended just when it had been opened.
        """
        if isinstance(opened, Taken):
            if self.unseen(opened.table):
                await self.show_standing(reply, opened.table)
            else:
                await reply.say("desk-table-stands", link=link(opened.table.view()))
            return False
        posted = await self._public(reply, opened, lambda: tables.lobby(opened.view(), self.words))
        if posted is None:
            # The table stands, so it has to be seen: as a message of its own.
            await self.post(opened)
            if reply.waited_for:
                await reply.say("desk-table-stands", link=link(opened.view()))
        else:
            await opened.keep_message("lobby", posted)
            await opened.keep_token("lobby", posted.message_id, reply.interaction.token, reply.at)
        return True

    @staticmethod
    def unseen(table: Table) -> bool:
        """Whether a lobby has come back from a restart without a message, so that nobody could find it."""
        return table.recalled and table.status is TableStatus.LOBBY and not table.publisher.messages

    async def show_standing(self, reply: Reply, table: Table) -> None:
        """Answer with the table as it stands, for everybody; from now on this message is the one kept up to date."""
        posted = await self._public(reply, table, lambda: tables.standing(table.view(), self.words))
        if posted is None:
            return
        slot, seq = standing_slot(table.view())
        token = TokenRecord(slot, posted.message_id, reply.interaction.token, reply.at)
        await table.publisher.moved(slot, seq, posted, token)

    async def _redraw(self, reply: Reply, table: Table, draw: Draw, lost: Callable[[], None]) -> bool:
        """Draw the pressed message anew; where AutoMod refuses somebody's name, without names.

        With neither it is `lost`, be it later: nobody else draws what was pressed, and all who see it must see what
        became of it.
        """
        neutral = table.publisher.neutral

        async def without_names() -> bool:
            if reply.text_refused and not neutral:
                table.publisher.neutral = True
                if await reply.redraw(draw):
                    return True
            lost()
            return False

        return await reply.redraw(draw, otherwise=without_names) or await without_names()

    async def _public(self, reply: Reply, table: Table, draw: Draw) -> Posted | None:
        """Answer for everybody; where AutoMod refuses somebody's name, without names."""
        posted = await reply.public(draw())
        if posted is not None or not reply.text_refused or table.publisher.neutral:
            return posted
        table.publisher.neutral = True
        return await reply.public(draw())

    async def post(self, table: Table) -> None:
        """Show a new table as a message of its own."""
        view = table.view()
        try:
            posted = await self.presenter.post_table(view, f"{view.id}:table")
        except ShowFailed as failure:
            if failure.trouble is Trouble.TEXT_REFUSED and not table.publisher.neutral:
                table.publisher.neutral = True
                await self.post(table)
                return
            log.warning("a new table was not shown: %s", failure.trouble, extra={"table": view.id})
        else:
            await table.keep_message("lobby", posted)

    async def welcome(self, reply: Reply, table: Table) -> None:
        """Greet somebody who has just sat down in their direct messages, or tell them where their hand will be."""
        if not await table.welcome(reply.user_id):
            await reply.say("desk-dms-closed")

    async def show_hand(self, reply: Reply, table: Table, refuse: Show | None = None) -> None:
        """The asker's hand at this table, for their eyes only; `refuse` says why there is none."""

        async def show(answer: Answer) -> None:
            seen = table.hand(reply.user_id) if isinstance(answer, Accepted) else None
            if seen is None and refuse is not None and isinstance(answer, Refused):
                await refuse(answer)
                return
            if seen is None:
                await (reply.refuse(answer) if isinstance(answer, Refused) else reply.say("desk-no-hand"))
                return

            def without_names() -> discord.ui.LayoutView:
                table.publisher.neutral = True
                return hands.hand(table.hand(reply.user_id) or seen, self.words, reply.locale)

            message_id = await reply.private(
                hands.hand(seen, self.words, reply.locale),
                without_names=None if table.publisher.neutral else without_names,
            )
            if message_id is not None:
                await table.keep_token(f"hand:{seen.seat}", message_id, reply.interaction.token, reply.at)

        await table.look(reply.press(), self.showing(reply, show))

    async def _keep(self, reply: Reply, table: Table, slot: str) -> None:
        """The token of a press that redrew its message may do so again for a quarter of an hour, at no cost."""
        if reply.interaction.message is not None:
            await table.keep_token(slot, reply.interaction.message.id, reply.interaction.token, reply.at)


_NOTES: Final = {Done.ARMED: "armed", Done.TAKEN_BACK: "taken_back", Done.OVERTAKEN: "overtaken"}


def _note(answer: Answer) -> str:
    """The key of what to write on a hand after a press; empty where seeing it is enough."""
    if isinstance(answer, Accepted):
        return _NOTES.get(answer.done, "")
    return answer.why.value


def _tells_more(answer: Refused) -> bool:
    """Whether the refusal has a number or a name to tell, which a key alone cannot."""
    return bool(answer.seconds or answer.name or answer.codes or answer.fault)
