"""The presenter: shows a table to people through Discord, and tells its failures apart.

Called by a table's outbox, outside every lock; implements `bot.tables.ports.Presenter`. It draws what views hold,
never decides anything, and must send a hand nowhere but to its player. Every request says who may be mentioned.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final, Protocol, cast

import aiohttp
import discord

from bot.tables.answers import HandPlace, Posted, ShowFailed, Trouble
from bot.tables.ports import Notice, Parting
from bot.tables.records import MessageRecord, TableStatus, TokenRecord
from bot.tables.views import HandView, TableView, attended
from bot.ui import absences, hand, notices, result, table
from bot.ui.canvas import Canvases, Draw
from bot.ui.gate import Gate, Route
from bot.ui.layout import NO_MENTIONS, pinging
from bot.ui.text import Words

log = logging.getLogger(__name__)

TOKEN_LIFE: Final = timedelta(minutes=14, seconds=30)
OPENING_PAUSE_S: Final = 1.0
OPENING_REST_S: Final = 300.0
#: After this long without a word Discord archives a table's thread by itself: the longest turns must fit.
THREAD_IDLE_MINUTES: Final = 1440
_REMEMBERED: Final = 10_000
_INVALID_TOKEN: Final = frozenset({401, 404})
_SERVER_ERRORS: Final = 500
_TOO_MANY: Final = 429

#: What Discord's error codes mean to a table. 10013: no such user; 20026: held back as spam; 50083: the thread is
#: shut, 160005: and locked; 200000, 200001: the server's AutoMod takes exception at a word.
_TROUBLES: Final = {
    10003: Trouble.CHANNEL_GONE,
    10008: Trouble.MESSAGE_GONE,
    10013: Trouble.DM_CLOSED,
    20026: Trouble.DM_TOO_FAST,
    30046: Trouble.PASSING,
    40003: Trouble.DM_TOO_FAST,
    50001: Trouble.FORBIDDEN,
    50007: Trouble.DM_CLOSED,
    50013: Trouble.FORBIDDEN,
    50083: Trouble.FORBIDDEN,
    160005: Trouble.FORBIDDEN,
    50278: Trouble.DM_CLOSED,
    200000: Trouble.TEXT_REFUSED,
    200001: Trouble.TEXT_REFUSED,
}


class Source(Protocol):
    """A live table, as far as drawing it anew needs."""

    def view(self) -> TableView:
        """The table as everybody may see it now."""
        ...

    def hand(self, user_id: int, note: str = "") -> HandView | None:
        """A player's hand now."""
        ...


class _Recent(OrderedDict[int, Any]):
    """The newest entries of something that would grow for ever."""

    def keep(self, key: int, value: Any) -> None:
        """Remember, and forget the oldest if there are too many."""
        self[key] = value
        self.move_to_end(key)
        if len(self) > _REMEMBERED:
            self.popitem(last=False)


class DiscordPresenter:
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
        self.gate = gate or Gate()
        self.canvases = Canvases()
        self.fresh: Callable[[int], Source | None] = lambda _: None
        # Told whenever Discord does not take something of a table's, and why.
        self.failed: Callable[[Trouble], None] = lambda _: None
        self._client, self._words, self._learn, self._now = client, words, learn, now
        self._locales, self._dms, self._spent = _Recent(), _Recent(), _Recent()
        self._opening = asyncio.Lock()
        self._next_opening = self._resting_until = 0.0

    def pressed(self, channel_id: int) -> bool:
        """Whether what can be left out of this channel should be, so that the rest goes at once."""
        return self.gate.pressed(channel_id)

    # --- the table's messages ---------------------------------------------------------------------------------------

    async def post_deal(self, view: TableView, nonce: str) -> Posted:
        """The message that begins the game; pings who begins."""
        return await self._post(view, table.deal(view, self._words), nonce, table.mention_of(view))

    async def post_claim(self, view: TableView, nonce: str) -> Posted:
        """The open claim; pings who is next."""
        return await self._post(view, table.claim(view, self._words), nonce, table.mention_of(view))

    async def post_table(self, view: TableView, nonce: str) -> Posted:
        """The table as it stands, pinging nobody again."""
        return await self._post(view, table.standing(view, self._words), nonce, None)

    async def post_end(self, view: TableView, nonce: str) -> Posted:
        """Places, everybody's evening, the proof, Rematch."""
        return await self._post(view, result.end(view, self._words), nonce, None)

    async def post_round(self, view: TableView, number: int, nonce: str) -> Posted:
        """The end of a round, pinging nobody."""
        return await self._post(view, result.round_end(view, self._words, number), nonce, None)

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
        return await self._post(view, notices.notice(view, notice, self._words), nonce, user)

    async def redraw_notice(self, view: TableView, message: MessageRecord, notice: Notice) -> None:
        """A short message that says something else now."""
        await self._redraw(
            message.channel_id,
            message.message_id,
            lambda: notices.notice(self._now_of(view), notice, self._words),
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
        return await self._post(view, absences.waiting(view, self._words, number), nonce, user)

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
        channel = await self._open_dm(user)
        layout = hand.welcome(view, seat, self._words, self.locale_of(user, view.locale))
        message = await self._send(channel, layout, secrets.token_hex(10), None)
        return HandPlace(channel, message.id)

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
            return await self._send_hand(user, draw)
        if place is None or place.channel_id == view.table.channel_id:
            raise ShowFailed(Trouble.MESSAGE_GONE)
        self._dms.keep(user, place.channel_id)
        try:
            await self._redraw(place.channel_id, place.message_id, draw, None)
        except ShowFailed as failure:
            if failure.trouble is Trouble.CHANNEL_GONE:
                self._dms.pop(user, None)
            elif failure.trouble is not Trouble.MESSAGE_GONE:
                raise
            return await self._send_hand(user, draw)
        return place

    async def _send_hand(self, user: int, draw: Draw) -> HandPlace:
        channel = await self._open_dm(user)
        message = await self._send(channel, draw(), secrets.token_hex(10), None)
        return HandPlace(channel, message.id)

    def heard(self, user_id: int, locale: object) -> None:
        """Remember the language of somebody who has just pressed or typed something."""
        self._locales.keep(user_id, str(locale))

    def locale_of(self, user_id: int, otherwise: str) -> str:
        """The language last heard from a user."""
        return str(self._locales.get(user_id, otherwise))

    # --- answers to interactions, for the desk ------------------------------------------------------------------------

    async def whisper(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Tell only whoever pressed."""
        await self.private(interaction, notices.plain(text))

    async def private(self, interaction: discord.Interaction[Any], layout: discord.ui.LayoutView) -> None:
        """Show a layout only to whoever pressed: as the answer, or after it."""
        # Stopped, the view is not kept by discord.py, which would time it out. Its buttons are dynamic and live on.
        layout.stop()
        if interaction.response.is_done():
            await interaction.followup.send(view=layout, ephemeral=True, allowed_mentions=NO_MENTIONS)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True, allowed_mentions=NO_MENTIONS)

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

    # --- requests -----------------------------------------------------------------------------------------------------

    async def _post(self, view: TableView, layout: discord.ui.LayoutView, nonce: str, mention: int | None) -> Posted:
        message = await self._send(view.channel_id, layout, nonce, mention)
        return Posted(view.channel_id, message.id, message.created_at)

    async def _send(
        self, channel_id: int, layout: discord.ui.LayoutView, nonce: str, mention: int | None
    ) -> discord.Message:
        channel = self._client.get_partial_messageable(channel_id)
        await self.gate.passage(Route.POST, channel_id)
        with self._troubles():
            message = await channel.send(view=layout, nonce=nonce[:25], allowed_mentions=pinging(mention))
        self._learn(message.created_at)
        return message

    async def _redraw(
        self, channel_id: int, message_id: int, draw: Draw, token: TokenRecord | None, *, urgent: bool = True
    ) -> None:
        """Edit through the token while it lives, else through the channel, when the budget allows."""
        if token is not None and token.message_id == message_id and await self._redraw_by_token(draw, token):
            return
        # Before its turn among this message's redraws: what waits for the budget must hold up no answer to a press.
        await self.gate.passage(Route.EDIT, channel_id, message_id=message_id, urgent=urgent)

        async def via(layout: discord.ui.LayoutView) -> None:
            with self._troubles():
                message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
                self._seen(await message.edit(view=layout, allowed_mentions=NO_MENTIONS))

        await self.canvases.edit(message_id, draw, via)

    async def _redraw_by_token(self, draw: Draw, token: TokenRecord) -> bool:
        """Edit the token's own message; false if that can't be done by the token any more."""
        done = False

        async def via(layout: discord.ui.LayoutView) -> None:
            nonlocal done
            with self._troubles():
                done = await self._by_token(token, layout)

        await self.canvases.edit(token.message_id, draw, via)
        return done

    async def _by_token(self, token: TokenRecord, layout: discord.ui.LayoutView) -> bool:
        """Edit `@original`; false if the token is too old, or Discord knows it no more."""
        application = self._client.application_id
        if application is None or self._now() - token.created_at > TOKEN_LIFE:
            return False
        if self._spent.get(token.message_id) == token.created_at:
            return False
        webhook = discord.Webhook.partial(application, token.token, client=self._client)
        try:
            self._seen(await webhook.edit_message(cast("int", "@original"), view=layout, allowed_mentions=NO_MENTIONS))
        except discord.HTTPException as failure:
            if failure.status not in _INVALID_TOKEN:
                raise
            self._spent.keep(token.message_id, token.created_at)
            return False
        return True

    async def _open_dm(self, user_id: int) -> int:
        """The user's direct-message channel: opened once, one opening a second at most, none after being too fast."""
        if user_id in self._dms:
            return int(self._dms[user_id])
        async with self._opening:
            if user_id in self._dms:
                return int(self._dms[user_id])
            loop = asyncio.get_running_loop()
            if loop.time() < self._resting_until:
                raise ShowFailed(Trouble.DM_TOO_FAST)
            if (pause := self._next_opening - loop.time()) > 0:
                await asyncio.sleep(pause)
            self._next_opening = loop.time() + OPENING_PAUSE_S
            await self.gate.passage(Route.OTHER)
            with self._troubles():
                channel = await self._client.create_dm(discord.Object(user_id))
            self._dms.keep(user_id, channel.id)
            return channel.id

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """Turn what Discord or the network says into a trouble; too many openings give all openings a rest."""
        try:
            yield
        except discord.HTTPException as failure:
            trouble = trouble_of(failure)
            if trouble is Trouble.DM_TOO_FAST:
                self._resting_until = asyncio.get_running_loop().time() + OPENING_REST_S
                log.warning("opening direct messages too fast; resting for %d s", OPENING_REST_S)
            self.failed(trouble)
            raise ShowFailed(trouble) from None
        except (discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as failure:
            log.warning("Discord could not be reached: %s", type(failure).__name__)
            self.failed(Trouble.PASSING)
            raise ShowFailed(Trouble.PASSING) from None

    def _seen(self, message: discord.Message) -> None:
        """Learn Discord's time from an edited message."""
        if message.edited_at is not None:
            self._learn(message.edited_at)

    # --- what is true now ---------------------------------------------------------------------------------------------

    def _now_of(self, view: TableView) -> TableView:
        source = self.fresh(view.id)
        return view if source is None else source.view()


def trouble_of(failure: discord.HTTPException) -> Trouble:
    """What an error of Discord's means to the table (F4). One we can't explain is our bug: logged, without its text."""
    if (trouble := _TROUBLES.get(failure.code)) is not None:
        return trouble
    if failure.status >= _SERVER_ERRORS or failure.status == _TOO_MANY:
        return Trouble.PASSING
    log.error("Discord refused a request of ours: status %d, code %d", failure.status, failure.code)
    return Trouble.PASSING


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
