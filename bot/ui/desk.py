"""The desk: answers every press of every button by anybody, within the interaction.

discord.py -> `TableButton` -> here -> `Table` or `Registry` -> `show`, which answers the press. The table decides and
writes down; the desk only says who pressed what, and puts the answer into words or draws the pressed message anew.
It must never decide anything about a game, never send anything before the answer, and never leave a press unanswered.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any, Final

import discord

from bot.tables.answers import Accepted, Answer, Denial, Done, Refused, ShowFailed
from bot.tables.clock import DiscordClock
from bot.tables.gathering import Show
from bot.tables.records import TableStatus, TokenRecord
from bot.tables.registry import Registry, Taken
from bot.tables.table import Table
from bot.ui import hand as hands
from bot.ui import table as tables
from bot.ui.breath import Breath
from bot.ui.components import ButtonId, Kind, TableButton
from bot.ui.phrases import link
from bot.ui.presenter import DiscordPresenter
from bot.ui.replies import Reply
from bot.ui.text import Words

log = logging.getLogger(__name__)

# Discord forgets an interaction after three seconds; what is older than this could not be answered any more. Such
# presses come when the gateway delivers again what was missed while the connection was down.
STALE: Final = timedelta(seconds=2.5)
REMEMBERED: Final = 4096
CLOSING_S: Final = 5.0

Work = Callable[[Reply], Awaitable[None]]


class Desk:
    """Takes presses to tables and answers back. One for the whole bot."""

    def __init__(self, registry: Registry, clock: DiscordClock, words: Words, presenter: DiscordPresenter) -> None:
        self.registry, self.words, self.presenter = registry, words, presenter
        self._clock = clock
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._breath = Breath()
        self._working: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._routes: dict[Kind, Callable[[Reply, ButtonId, Table], Awaitable[None]]] = {
            Kind.JOIN: self._join,
            Kind.LEAVE: self._leave,
            Kind.START: self._start,
            Kind.MY_HAND: self._my_hand,
            Kind.PICK: self._pick,
            Kind.CLEAR: self._clear,
            Kind.PLAY: self._play,
            Kind.TAKE_BACK: self._take_back,
            Kind.CALL: self._call,
            Kind.LET_GO: self._let_go,
        }

    # --- every interaction -----------------------------------------------------------------------------------------

    def reply(self, interaction: discord.Interaction[Any]) -> Reply:
        """The way to answer this interaction."""
        return Reply(interaction, self.presenter, self.words)

    async def press(self, interaction: discord.Interaction[Any], button: ButtonId) -> None:
        """Answer the press of a button, whatever happens."""
        reply = self.reply(interaction)
        # A call is judged by when it was pressed, however late it arrives: the table knows until when it counts.
        if await self.admit(reply, however_late=button.kind is Kind.CALL):
            await self.attend(reply, lambda reply: self._press(reply, button))

    async def unclaimed(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press of a component that discord.py hands to nobody: one that its message has no longer.

        A phone shows a claim's buttons for a moment after the verdict took them off: such a press is answered like any
        other. Only a lobby's buttons are not honoured where no lobby shows them.
        """
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if _reaches_button(interaction, custom_id):
            return
        reply, button = self.reply(interaction), ButtonId.parse(custom_id)
        if button is not None and not self._opens_nothing(button):
            await self.press(interaction, button)
        elif await self.admit(reply) and not reply.answered:
            await self.attend(reply, lambda reply: reply.say("desk-unknown-button"))

    def _opens_nothing(self, button: ButtonId) -> bool:
        """Whether a button belongs to a lobby that is still open, so that it can't be missing from its message."""
        table = self.registry.live(button.table)
        lobby = table is not None and table.status is TableStatus.LOBBY
        return lobby and button.kind in {Kind.JOIN, Kind.LEAVE, Kind.START}

    async def admit(self, reply: Reply, *, however_late: bool = False) -> bool:
        """Whether to act on an interaction: not one delivered twice, too old to answer, or come while we close."""
        interaction = reply.interaction
        if interaction.id in self._seen:
            log.info("an interaction was delivered twice", extra={"interaction": interaction.id})
            return False
        self._seen[interaction.id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        self._clock.learn(interaction.created_at)
        self.presenter.heard(interaction.user.id, interaction.locale)
        if self._closing:
            await reply.say("desk-restarting")
            return False
        if not however_late and self._clock.now() - interaction.created_at > STALE:
            log.info("an interaction came too late", extra={"interaction": interaction.id})
            await reply.say("desk-stale")
            return False
        return True

    async def attend(self, reply: Reply, work: Callable[[Reply], Awaitable[object]]) -> None:
        """Do the work of an interaction; what breaks is logged and told, and never ends in silence."""
        task = asyncio.current_task()
        if task is not None:
            self._working.add(task)
        try:
            await work(reply)
            if not reply.answered:
                log.warning("an interaction got no answer", extra={"interaction": reply.interaction.id})
            if reply.interaction.guild_id is not None:
                # In direct messages people have no name of the server's.
                user = reply.interaction.user
                await self.registry.met(reply.interaction.guild_id, user.id, user.display_name)
        except Exception as error:
            await reply.fault(error)
        finally:
            if task is not None:
                self._working.discard(task)

    def showing(self, reply: Reply, show: Show) -> Show:
        """`show` for a table: what breaks in it is told to the presser, since the table goes on without an answer."""

        async def safely(answer: Answer) -> None:
            try:
                await show(answer)
            except Exception as error:
                await reply.fault(error)

        return safely

    async def close(self) -> None:
        """Take no more presses and let those in hand be answered."""
        self._closing = True
        working = self._working - {asyncio.current_task()}
        if working:
            await asyncio.wait(working, timeout=CLOSING_S)

    # --- buttons ---------------------------------------------------------------------------------------------------

    async def _press(self, reply: Reply, button: ButtonId) -> None:
        if button.kind is Kind.REMATCH:
            await self._rematch(reply, button)
            return
        table = self.registry.live(button.table)
        route = self._routes.get(button.kind)
        if table is None:
            await self._finished(reply, button.table)
        elif route is None or reply.interaction.guild_id not in {None, table.view().guild_id}:
            await reply.say("desk-unknown-button")
        else:
            await route(reply, button, table)

    async def _finished(self, reply: Reply, table_id: int) -> None:
        record = await self.registry.finished(table_id)
        if record is None:
            await reply.say("desk-unknown-button")
        else:
            await reply.say("desk-game-over" if record.status is TableStatus.OVER else "desk-table-closed")

    async def _join(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        if self._breath.short(reply.user_id, reply.at):
            await reply.say("desk-one-moment")
            return
        joined = False

        async def show(answer: Answer) -> None:
            nonlocal joined
            joined = isinstance(answer, Accepted)
            await self._moved(reply, table, answer)

        await table.join(reply.press(), self.showing(reply, show))
        if joined:
            await self.welcome(reply, table)

    async def _leave(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        if table.view().status is not TableStatus.LOBBY:
            # An old copy of the lobby must not make anybody resign.
            await reply.say("desk-leave-running")
            return
        if self._breath.short(reply.user_id, reply.at):
            await reply.say("desk-one-moment")
            return
        await table.leave(reply.press(), self.showing(reply, lambda answer: self._moved(reply, table, answer)))

    async def _moved(self, reply: Reply, table: Table, answer: Answer) -> None:
        """Somebody sat down or left, or could not."""
        if isinstance(answer, Accepted):
            self._breath.spend(reply.user_id, reply.at)
        await self._show_lobby(reply, table, answer)

    async def _start(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await table.start(reply.press(), self._on_lobby(reply, table))

    def _on_lobby(self, reply: Reply, table: Table) -> Show:
        return self.showing(reply, lambda answer: self._show_lobby(reply, table, answer))

    async def _show_lobby(self, reply: Reply, table: Table, answer: Answer) -> None:
        if isinstance(answer, Refused):
            await reply.refuse(answer)
        elif self._is_moved(reply, table, "lobby"):
            await reply.redraw(lambda: tables.moved(table.view(), self.words))
            table.publisher.redraw_lobby()
        elif await reply.redraw(lambda: tables.lobby(table.view(), self.words)):
            await self._keep(reply, table, "lobby")

    async def _my_hand(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await self.show_hand(reply, table)

    async def _pick(self, reply: Reply, button: ButtonId, table: Table) -> None:
        await table.pick(reply.press(), button.arg, self._on_hand(reply, table))

    async def _clear(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await table.clear(reply.press(), self._on_hand(reply, table))

    async def _play(self, reply: Reply, button: ButtonId, table: Table) -> None:
        await table.play(reply.press(), button.stamp, self._on_hand(reply, table))

    async def _take_back(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await table.take_back(reply.press(), self._on_hand(reply, table))

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

        if await reply.redraw(draw):
            await self._keep(reply, table, f"hand:{seen.seat}")

    async def _call(self, reply: Reply, button: ButtonId, table: Table) -> None:
        if not button.stamp.isascii() or not button.stamp.isdigit():
            await reply.say("desk-unknown-button")
            return
        number = int(button.stamp)
        press = reply.press(on_claim=not reply.on_hand)
        await table.challenge(press, number, self._on_claim(reply, table, number))

    async def _let_go(self, reply: Reply, button: ButtonId, table: Table) -> None:
        if not button.stamp.isascii() or not button.stamp.isdigit():
            await reply.say("desk-unknown-button")
            return
        number = int(button.stamp)
        press = reply.press(on_claim=not reply.on_hand)
        await table.let_go(press, number, self._on_claim(reply, table, number))

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
        elif await reply.redraw(lambda: tables.claim(table.view(), self.words, number)):
            await self._keep(reply, table, "claim")
        else:
            # Nobody else redraws the claim that was pressed: the others must see what became of it.
            table.publisher.redraw_claim()

    def _is_moved(self, reply: Reply, table: Table, slot: str, seq: int = 0) -> bool:
        """Whether the press was on an older copy of the message, just when it was shown again."""
        pressed = reply.interaction.message
        return pressed is not None and table.publisher.is_moved(slot, pressed.id, seq)

    async def _rematch(self, reply: Reply, button: ButtonId) -> None:
        opened = await self.registry.rematch(reply.press(), button.table)
        if isinstance(opened, Refused):
            await reply.refuse(opened)
        else:
            await self.show_opened(reply, opened)

    # --- shared with the commands ----------------------------------------------------------------------------------

    async def show_opened(self, reply: Reply, opened: Table | Taken) -> bool:
        """Answer the opening of a table with its message; where one stands already, link to that. Whether it opened."""
        if isinstance(opened, Taken):
            await reply.say("desk-table-stands", link=link(opened.table.view()))
            return False
        posted = await reply.public(tables.lobby(opened.view(), self.words))
        if posted is None:
            # The table stands, so it has to be seen: as a message of its own.
            await self._post(opened)
        else:
            await opened.keep_message("lobby", posted)
            await opened.keep_token("lobby", posted.message_id, reply.interaction.token, reply.at)
        return True

    async def show_standing(self, reply: Reply, table: Table) -> None:
        """Answer with the table as it stands, for everybody; from now on this message is the one kept up to date."""
        view = table.view()
        posted = await reply.public(tables.standing(view, self.words))
        if posted is None:
            return
        claim = view.seen.claim if view.seen is not None else None
        slot, seq = ("lobby", 0) if view.seen is None else ("deal", 1) if claim is None else ("claim", claim.number)
        token = TokenRecord(slot, posted.message_id, reply.interaction.token, reply.at)
        await table.publisher.moved(slot, seq, posted, token)

    async def _post(self, table: Table) -> None:
        view = table.view()
        try:
            posted = await self.presenter.post_table(view, f"{view.id}:table")
        except ShowFailed as failure:
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
            message_id = await reply.private(hands.hand(seen, self.words, reply.locale))
            if message_id is not None:
                await table.keep_token(f"hand:{seen.seat}", message_id, reply.interaction.token, reply.at)

        await table.look(reply.press(), self.showing(reply, show))

    async def _keep(self, reply: Reply, table: Table, slot: str) -> None:
        """The token of a press that redrew its message may do so again for a quarter of an hour, at no cost."""
        if reply.interaction.message is not None:
            await table.keep_token(slot, reply.interaction.message.id, reply.interaction.token, reply.at)


_NOTES: Final = {Done.ARMED: "armed", Done.TAKEN_BACK: "taken_back"}


def _note(answer: Answer) -> str:
    """The key of what to write on a hand after a press; empty where seeing it is enough."""
    if isinstance(answer, Accepted):
        return _NOTES.get(answer.done, "")
    return answer.why.value


def _tells_more(answer: Refused) -> bool:
    """Whether the refusal has a number or a name to tell, which a key alone cannot."""
    return bool(answer.seconds or answer.name or answer.codes)


def _reaches_button(interaction: discord.Interaction[Any], custom_id: str) -> bool:
    """Whether discord.py takes the press to `TableButton`: the id is one of ours and stands in the message."""
    if TableButton.__discord_ui_compiled_template__.fullmatch(custom_id) is None or interaction.message is None:
        return False
    return any(getattr(part, "custom_id", None) == custom_id for part in _parts(interaction.message.components))


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))
        accessory = getattr(part, "accessory", None)
        if accessory is not None:
            yield accessory
