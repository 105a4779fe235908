"""A table's messages as the publisher and the answers report them: what is shown where.

Part of `Table`; remembers, never shows anything itself but the welcome.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.tables.answers import HandPlace, Posted, ShowFailed, Trouble
from bot.tables.core import TableCore
from bot.tables.ports import Parting
from bot.tables.records import TableStatus, TokenRecord
from bot.tables.views import TableView


class Letters(TableCore):
    """What Discord has of the table."""

    async def keep_message(self, slot: str, posted: Posted) -> None:
        """Remember a message of the table that an answer just made (the lobby)."""
        await self.publisher.keep_message(slot, 0, posted)

    async def keep_token(self, slot: str, message_id: int, token: str, at: datetime) -> None:
        """Remember the token of a press: it may edit that message for free for a while. An ended table keeps none."""
        if not self.live:
            return
        kind, _, seat = slot.partition(":")
        if kind == "hand" and (place := self.place_of(int(seat))) is not None and place.message_id != message_id:
            # A copy opened at the table: the token of the hand's own message is still worth keeping.
            slot = f"copy:{seat}"
        await self.publisher.keep_token(TokenRecord(slot, message_id, token, at))

    def hand_lock(self, user_id: int) -> asyncio.Lock:
        """Held while a hand message is first made, so that nobody gets two. Not the table's lock."""
        return self.hand_locks.setdefault(user_id, asyncio.Lock())

    async def welcome(self, user_id: int) -> bool:
        """Greet somebody who joined in their DM; `False` when their DMs are closed and the hand stays at the table.

        Whoever sat here before has their greeting already, or is not asked again.
        """
        async with self.hand_lock(user_id):
            seat = self.seat_of(user_id)
            if seat is None or not self.live:
                return True
            if (place := self.place_of(seat)) is not None:
                # It may say that they left.
                if self.status is TableStatus.LOBBY:
                    self.publisher.redraw_greeting(user_id, place, Parting.LEFT)
                return True
            if self.record.seats[seat].dm_closed:
                return False
            try:
                place = await self.ports.presenter.welcome(self.view(), seat)
            except ShowFailed as failure:
                if failure.trouble is Trouble.PASSING:
                    return True
                await self._placed(user_id, None, dm_closed=True)
                return False
            await self._placed(user_id, place, dm_closed=False)
            return True

    def dismiss_all(self) -> None:
        """A lobby is closed: whoever was greeted is told so there."""
        for seat in self.record.seats:
            if seat.user_id is not None and (place := self.place_of(seat.seat)) is not None:
                self.publisher.redraw_greeting(seat.user_id, place, Parting.CLOSED)

    async def placed(self, seat: int, place: HandPlace | None, *, dm_closed: bool) -> None:
        """The seat's hand message stands here now (or cannot stand anywhere)."""
        if (user_id := self.user_of(seat)) is not None:
            await self._placed(user_id, place, dm_closed=dm_closed)

    async def _placed(self, user_id: int, place: HandPlace | None, *, dm_closed: bool) -> None:
        async with self.lock:
            seat = self.seat_of(user_id)
            if seat is None and user_id not in self.reached:
                return
            channel, message = (place.channel_id, place.message_id) if place is not None else (None, None)
            old = self.reached[user_id] if seat is None else self.record.seats[seat]
            new = replace(old, dm_channel_id=channel, hand_message_id=message, dm_closed=dm_closed)
            if seat is None:
                # They left while they were greeted.
                self.reached[user_id] = new
            elif new != old:
                await self.save((*self.record.seats[:seat], new, *self.record.seats[seat + 1 :]))

    @property
    def claimed_at(self) -> datetime | None:
        """When the last claim was written down."""
        return self.game.claimed_at if self.game is not None else None

    def later(self, delay: timedelta, act: Callable[[], Awaitable[None]]) -> None:
        """Act after a delay, whatever else happens."""
        self.watch.later(delay, act)

    def prepare_claim(self, *, repeated: bool, reopened: bool) -> TableView:
        """The view for the claim's message, with the deadline it will print."""
        self.reopened, self.repeated = reopened, repeated
        self.watch.print_deadline()
        return self.view()

    async def claim_shown(self, number: int, posted: Posted) -> bool:
        """Discord has the claim's message; gives whether it is to be drawn anew, for its time to call has begun again.

        It is where the message had arrived in an earlier attempt, and nobody knew.
        """
        await self.watch.claim_shown(number, posted)
        old = self.watch.shows_old_deadline(number, posted)
        self.reopened = self.reopened or old
        return old

    async def end_shown(self) -> None:
        """The end was told to all: the channel is free."""
        async with self.lock:
            if self.live:
                await self.set_status(TableStatus.OVER)
        self.end()

    async def channel_gone(self) -> None:
        """The channel was deleted: the table ends."""
        async with self.lock:
            if self.live:
                lobby = self.status is TableStatus.LOBBY
                await self.set_status(TableStatus.CLOSED)
                self.publisher.silence()
                self.publisher.redraw_hands()
                if lobby:
                    self.dismiss_all()
        self.end()
