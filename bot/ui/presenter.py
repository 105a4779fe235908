"""The presenter: shows a table to people through Discord, and tells its failures apart.

Called by a table's outbox, outside every lock; implements `bot.tables.ports.Presenter`. It draws what views hold,
never decides anything, and must send a hand nowhere but to its player. Every request says who may be mentioned.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, Protocol

import discord

from bot.tables.answers import HandPlace, Posted, ShowFailed, Trouble
from bot.tables.ports import Notice, NoticeKind, Parting
from bot.tables.records import MessageRecord, TableStatus, TokenRecord
from bot.tables.views import HandView, TableView, attended
from bot.ui import absences, hand, notices, result, table
from bot.ui.canvas import Draw
from bot.ui.gate import Gate, Route
from bot.ui.layout import NO_MENTIONS, pinging
from bot.ui.letterboxes import Recent
from bot.ui.requests import Requests
from bot.ui.text import Words

log = logging.getLogger(__name__)

#: After this long without a word Discord archives a table's thread by itself: the longest turns must fit.
THREAD_IDLE_MINUTES: Final = 1440


def _nonce_of_hand(view: TableView, user: int, gone: int = 0) -> str:
    """The same for every attempt to bring somebody's greeting or hand; `gone` is the message that was deleted.

    Another one for everybody: Discord does not promise to tell the same nonce in two channels apart.
    """
    return hashlib.blake2b(f"{view.id}:{user}:{gone}".encode(), digest_size=12).hexdigest()


class Source(Protocol):
    """A live table, as far as drawing it anew needs."""

    def view(self) -> TableView:
        """The table as everybody may see it now."""
        ...

    def hand(self, user_id: int, note: str = "") -> HandView | None:
        """A player's hand now."""
        ...


class DiscordPresenter(Requests):
    """Implements `Presenter` for a client. `fresh` finds a live table, so that redraws show what is true when sent."""

    def __init__(
        self,
        client: discord.Client,
        words: Words,
        *,
        learn: Callable[[datetime], None],
        now: Callable[[], datetime] = discord.utils.utcnow,
        gate: Gate | None = None,
    ) -> None:
        super().__init__(client, learn=learn, now=now, gate=gate or Gate())
        self.fresh: Callable[[int], Source | None] = lambda _: None
        self._words, self._locales = words, Recent()

    # --- the table's messages ---------------------------------------------------------------------------------------

    async def post_deal(self, view: TableView, nonce: str) -> Posted:
        """The message that begins the game; pings who begins."""
        return await self._post(view.channel_id, table.deal(view, self._words), nonce, table.mention_of(view))

    async def post_claim(self, view: TableView, nonce: str) -> Posted:
        """The open claim; pings who is next."""
        return await self._post(view.channel_id, table.claim(view, self._words), nonce, table.mention_of(view))

    async def post_table(self, view: TableView, nonce: str) -> Posted:
        """The table as it stands, pinging nobody again."""
        return await self._post(view.channel_id, table.standing(view, self._words), nonce, None)

    async def post_end(self, view: TableView, nonce: str) -> Posted:
        """Places, everybody's evening, the proof, Rematch."""
        return await self._post(view.channel_id, result.end(view, self._words), nonce, None)

    async def post_round(self, view: TableView, number: int, nonce: str) -> Posted:
        """The end of a round, pinging nobody."""
        return await self._post(view.channel_id, result.round_end(view, self._words, number), nonce, None)

    async def redraw_round(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The end of a round as things stand now."""
        await self._redraw(
            message.channel_id,
            message.message_id,
            lambda: result.round_end(self._now_of(view), self._words, message.seq),
            token,
        )

    async def redraw_force(self, view: TableView, message: MessageRecord) -> None:
        """What asked somebody for a card, as it stands now."""
        await self._redraw(
            message.channel_id,
            message.message_id,
            lambda: notices.force(self._now_of(view), self._words, message.seq),
            None,
        )

    async def post_notice(self, view: TableView, notice: Notice, nonce: str) -> Posted:
        """A short public message."""
        seat = notice.mention
        user = None if seat is None or not attended(view, seat) else view.people[seat].user_id
        return await self._post(view.channel_id, self._notice(view, notice), nonce, user)

    def _notice(self, view: TableView, notice: Notice) -> discord.ui.LayoutView:
        if notice.kind is NoticeKind.STANDING:
            return table.back(view, notice, self._words)
        return notices.notice(view, notice, self._words)

    async def take_away(self, message: MessageRecord) -> None:
        """Delete a message of the bot's own; nobody waits for that."""
        await self._delete(message.channel_id, message.message_id)

    async def redraw_notice(self, view: TableView, message: MessageRecord, notice: Notice) -> None:
        """A short message that says something else now."""
        await self._redraw(
            message.channel_id,
            message.message_id,
            lambda: self._notice(self._now_of(view), notice),
            None,
        )

    async def redraw_claim(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The claim that this message was posted for, as it stands now; `seq` of a claim's message is its number."""
        number = message.seq or _newest(view)

        def draw() -> discord.ui.LayoutView:
            now = self._now_of(view)
            return table.claim(view if _settled(view, number) and not _shows(now, number) else now, self._words, number)

        await self._redraw(message.channel_id, message.message_id, draw, token)

    async def post_waiting(self, view: TableView, nonce: str) -> Posted:
        """Whom the table waits for; pings them."""
        wait = view.waiting
        number, seat = (0, None) if wait is None else (wait.number, wait.seat)
        user = None if seat is None or not attended(view, seat) else view.people[seat].user_id
        return await self._post(view.channel_id, absences.waiting(view, self._words, number), nonce, user)

    async def redraw_waiting(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The same as things stand; `seq` of such a message is the number of the wait."""
        await self._redraw(
            message.channel_id,
            message.message_id,
            lambda: absences.waiting(self._now_of(view), self._words, message.seq),
            token,
        )

    async def redraw_greeting(self, view: TableView, user_id: int, place: HandPlace, parting: Parting) -> None:
        """The greeting of somebody who has a seat in the lobby, or has none any more."""
        locale, seat = self.locale_of(user_id, view.locale), view.seat_of(user_id)

        def draw() -> discord.ui.LayoutView:
            if view.status is TableStatus.LOBBY and seat is not None:
                return hand.welcome(view, seat, self._words, locale)
            return absences.dismissed(view, parting, self._words, locale)

        await self._redraw(place.channel_id, place.message_id, draw, None)

    async def redraw_moved(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """An older copy of a message, without its buttons and with the way to the newest one."""
        await self._redraw(
            message.channel_id,
            message.message_id,
            lambda: table.moved(self._now_of(view), self._words),
            token,
            urgent=False,
        )

    async def redraw_lobby(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The table message as the table stands now."""
        await self._redraw(
            message.channel_id,
            message.message_id,
            lambda: table.lobby(self._now_of(view), self._words),
            token,
            urgent=False,
        )

    # --- hands ------------------------------------------------------------------------------------------------------

    async def welcome(self, view: TableView, seat: int) -> HandPlace:
        """Open the seat's direct messages and greet them there."""
        user = view.user_of(seat)

        def draw() -> discord.ui.LayoutView:
            return hand.welcome(view, seat, self._words, self.locale_of(user, view.locale))

        return await self._send_hand(user, draw, _nonce_of_hand(view, user))

    async def show_hand(self, view: HandView, place: HandPlace | None, token: TokenRecord | None) -> HandPlace:
        """Redraw the hand where it was last looked at, or send it anew to its player's direct messages.

        That is the message of `token`, which may be a private one at the table, and else `place`. A private message can
        be reached by its token alone; nothing is ever sent to the table's channel, and no direct message is opened for
        somebody who has a token.
        """
        user = view.table.user_of(view.seat)

        def draw() -> discord.ui.LayoutView:
            source = self.fresh(view.table.id)
            newest = None if source is None else source.hand(user, view.note)
            return hand.hand(newest or view, self._words, self.locale_of(user, view.table.locale))

        if token is not None and await self._redraw_by_token(draw, token):
            return place or HandPlace(view.table.channel_id, token.message_id)
        if place is None and token is None:
            return await self._send_hand(user, draw, _nonce_of_hand(view.table, user))
        if place is None or place.channel_id == view.table.channel_id:
            raise ShowFailed(Trouble.MESSAGE_GONE)
        self.letterboxes.keep(user, place.channel_id)
        try:
            await self._redraw(place.channel_id, place.message_id, draw, None)
        except ShowFailed as failure:
            if failure.trouble is Trouble.CHANNEL_GONE:
                self.letterboxes.forget(user)
            elif failure.trouble is not Trouble.MESSAGE_GONE:
                raise
            return await self._send_hand(user, draw, _nonce_of_hand(view.table, user, place.message_id))
        return place

    async def _send_hand(self, user: int, draw: Draw, nonce: str) -> HandPlace:
        channel = await self.letterboxes.open(user, self._open_dm)
        message = await self._send(channel, draw(), nonce, None)
        if self._is_old(message):
            # It had arrived before, and nobody knew (or they have come back): what stands there was true then.
            await self._redraw(channel, message.id, draw, None)
        return HandPlace(channel, message.id)

    def heard(self, user_id: int, locale: object) -> None:
        """Remember the language of somebody who has just pressed or typed something."""
        self._locales.keep(user_id, str(locale))

    def locale_of(self, user_id: int, otherwise: str) -> str:
        """The language last heard from a user."""
        return str(self._locales.get(user_id, otherwise))

    # --- answers to interactions, for the desk ------------------------------------------------------------------------

    async def private(
        self, interaction: discord.Interaction[Any], layout: discord.ui.LayoutView, *, fills: bool = False
    ) -> int | None:
        """Show a layout only to whoever pressed: as the answer or after it; where it is waited for, if it `fills` that.

        Gives the message's id where the interaction's token can draw it anew: not of one beside an earlier answer, and
        only if Discord tells it.
        """
        # Stopped, the view is not kept by discord.py, which would time it out. Its buttons are dynamic and live on.
        layout.stop()
        if fills:
            return (await interaction.edit_original_response(view=layout, allowed_mentions=NO_MENTIONS)).id
        if interaction.response.is_done():
            await interaction.followup.send(view=layout, ephemeral=True, allowed_mentions=NO_MENTIONS, wait=True)
            return None
        sent = await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NO_MENTIONS)
        return sent.message_id

    async def public(
        self, interaction: discord.Interaction[Any], layout: discord.ui.LayoutView, mention: int | None = None
    ) -> Posted:
        """Answer for everybody to see, and say where the answer stands: a command that waits gets it in that place."""
        if interaction.response.is_done():
            shown = await interaction.edit_original_response(view=layout, allowed_mentions=pinging(mention))
            return Posted(interaction.channel_id or 0, shown.id, shown.created_at)
        reply = await interaction.response.send_message(view=layout, allowed_mentions=pinging(mention))
        if reply.message_id is None:
            raise ShowFailed(Trouble.MESSAGE_GONE)
        sent_at = discord.utils.snowflake_time(reply.message_id)
        self._learn(sent_at)
        return Posted(interaction.channel_id or 0, reply.message_id, sent_at)

    # --- threads ------------------------------------------------------------------------------------------------------

    async def open_thread(self, channel: discord.TextChannel, name: str) -> tuple[int, datetime]:
        """A public thread for a table, and when it was made."""
        await self.gate.passage(Route.OTHER)
        with self._troubles():
            thread = await channel.create_thread(
                name=name, type=discord.ChannelType.public_thread, auto_archive_duration=THREAD_IDLE_MINUTES
            )
        return thread.id, discord.utils.snowflake_time(thread.id)

    async def archive_thread(self, thread_id: int) -> None:
        """Put a thread away, if it is still there and that is allowed; whoever writes there opens it again."""
        thread = self._client.get_channel(thread_id)
        if not isinstance(thread, discord.Thread) or thread.archived:
            return
        try:
            await self.gate.passage(Route.OTHER, urgent=False)
            with self._troubles():
                await thread.edit(archived=True)
        except ShowFailed as failure:
            log.info("a thread was not archived: %s", failure.trouble, extra={"channel": thread_id})

    # --- what is true now ---------------------------------------------------------------------------------------------

    def _now_of(self, view: TableView) -> TableView:
        source = self.fresh(view.id)
        return view if source is None else source.view()


def _newest(view: TableView) -> int | None:
    """The number of the claim that a view is about."""
    if view.seen is not None and view.seen.claim is not None:
        return view.seen.claim.number
    return None if view.settled is None else view.settled.number


def _settled(view: TableView, number: int | None) -> bool:
    return view.settled is not None and view.settled.number == number


def _shows(view: TableView, number: int | None) -> bool:
    open_claim = None if view.seen is None else view.seen.claim
    return _settled(view, number) or (open_claim is not None and open_claim.number == number)
