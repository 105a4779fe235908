"""What a table has posted: its messages' ids and tokens, the queue of what is to be shown, and what may go wrong.

The lowest part of the publisher. A lost right pauses the table, a lost channel ends it, a lost message does not matter.
It never says what is shown.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.tables.answers import HandPlace, Posted, ShowFailed, Trouble
from bot.tables.outbox import Outbox
from bot.tables.ports import Clock, Presenter, TableStore
from bot.tables.records import MessageRecord, TokenRecord
from bot.tables.views import HandView, TableView

log = logging.getLogger(__name__)

# Discord honours a token for 15 minutes; a little less is relied upon.
TOKEN_LIFE = timedelta(minutes=14, seconds=30)
# A message just sent is not so old.
A_COPY = timedelta(seconds=2)
# Taps come in bursts: a token is written down again when it is so much younger than the one on disk.
TOKEN_STEP = timedelta(seconds=30)
# With Discord out of order the table tries again by itself; without the right to speak it waits for a press, and is
# given up in the end, so that its channel is free.
TRY_AGAIN = timedelta(minutes=1)
GIVE_UP = timedelta(hours=1)
#: The slot of the newest message that is never edited.
BELOW: Final = "below"
# So many requests that count has a turn at the most: its claim and one edit, or two if it was called.
QUIET_TURN, CALLED_TURN = 2, 3


class Subject(Protocol):
    """The table being published, as far as the publisher must know it."""

    id: int

    @property
    def claimed_at(self) -> datetime | None: ...
    def view(self) -> TableView: ...
    def prepare_claim(self, *, repeated: bool, reopened: bool) -> TableView: ...
    def later(self, delay: timedelta, act: Callable[[], Awaitable[None]]) -> None: ...
    def hand_lock(self, user_id: int) -> asyncio.Lock: ...
    def hand_of(self, seat: int) -> HandView: ...
    def place_of(self, seat: int) -> HandPlace | None: ...
    def user_of(self, seat: int) -> int | None: ...
    async def placed(self, seat: int, place: HandPlace | None, *, dm_closed: bool) -> None: ...
    async def claim_shown(self, number: int, posted: Posted) -> bool: ...
    async def end_shown(self) -> None: ...
    async def channel_gone(self) -> None: ...
    def seen_again(self) -> None: ...


class Job(Protocol):
    async def __call__(self) -> None: ...


class Dispatch:
    """Remembers one table's messages and tokens, and runs what shows them."""

    def __init__(self, subject: Subject, store: TableStore, presenter: Presenter, clock: Clock) -> None:
        self._table, self._store, self._presenter, self._clock = subject, store, presenter, clock
        self.outbox = Outbox(str(subject.id))
        self.messages: dict[str, MessageRecord] = {}
        self.tokens: dict[str, TokenRecord] = {}
        self._stored: dict[str, TokenRecord] = {}
        self._claims: dict[int, MessageRecord] = {}
        #: The newest message of the table, as far as is known.
        self.newest = 0
        # Whose hand must be drawn, whatever it costs.
        self._due_hands: set[int] = set()
        self.paused = False
        #: Whether the server's AutoMod refused what was to be said: seats have numbers instead of names from then on.
        self.neutral = False
        self._trying = False
        # Since when the bot may not speak there, as far as it has tried.
        self._forbidden_at: datetime | None = None
        self._silent = False
        self._pauses = 0

    # --- what is remembered ---------------------------------------------------------------------------------------

    def recall(self, messages: Iterable[MessageRecord], tokens: Iterable[TokenRecord]) -> None:
        """Know messages and tokens again as they are stored."""
        self.messages = {record.slot: record for record in messages}
        self.newest = max((record.message_id for record in self.messages.values()), default=0)
        self.tokens = {record.slot: record for record in tokens}
        if (claim := self.messages.get("claim")) is not None:
            self._claims = {claim.seq: claim}

    async def keep_message(self, slot: str, seq: int, posted: Posted) -> bool:
        """Remember a message that may be edited later; whether a restart will know of it, too."""
        if self._clock.now() - posted.sent_at <= A_COPY:
            # What Discord gives back of an earlier attempt tells nothing of the time now.
            self._clock.learn(posted.sent_at)
        record = MessageRecord(slot, seq, posted.channel_id, posted.message_id, posted.sent_at)
        self.messages[slot] = record
        self.newest = max(self.newest, record.message_id)
        if slot == "claim":
            # The one before may not be tidied yet: an armed play follows its window at once.
            self._claims = {seq: kept for seq, kept in self._claims.items() if seq >= record.seq - 1} | {seq: record}
        try:
            await self._store.save_message(self._table.id, record)
        except Exception:
            # It is shown all the same; at worst a restart shows it again.
            log.exception("a message was not remembered", extra={"table": self._table.id})
            return False
        return True

    async def require_memory(self, slot: str) -> None:
        """Before a slot's message is shown once more somewhere else: raises `StoreFailed` if that can't be remembered.

        A restart would only know of the one before, and give it its buttons again beside one nobody keeps up to date.
        """
        if (record := self.messages.get(slot)) is not None:
            await self._store.save_message(self._table.id, record)

    async def posted_below(self, posted: Posted) -> None:
        """Something was posted that is never edited: what is said in place of an older message can be below it."""
        await self.keep_message(BELOW, 0, posted)

    async def keep_token(self, record: TokenRecord) -> None:
        """Remember the newest token of a slot; on disk one that is a little older does as well."""
        self.tokens[record.slot] = record
        stored = self._stored.get(record.slot)
        if (
            stored is not None
            and stored.message_id == record.message_id
            and record.created_at - stored.created_at < TOKEN_STEP
        ):
            return
        self._stored[record.slot] = record
        try:
            await self._store.save_token(self._table.id, record)
        except Exception:
            log.exception("a token was not remembered", extra={"table": self._table.id})

    def fresh_token(self, slot: str, message_id: int | None = None) -> TokenRecord | None:
        """A token that still works for the slot (and for this message, if one is named)."""
        token = self.tokens.get(slot)
        if token is None or self._clock.now() - token.created_at > TOKEN_LIFE:
            return None
        return token if message_id is None or token.message_id == message_id else None

    # --- what may go wrong ----------------------------------------------------------------------------------------

    def _put(self, job: Job, *, new: bool = False, private: bool = False, drawing: Hashable = None) -> None:
        """Queue a job; `new` for a message that nobody has seen yet, `drawing` names one that is drawn anew."""
        gave_up = None if private else self._gave_up
        self.outbox.put(lambda: self._guard(job, new=new, private=private), gave_up, drawing=drawing)

    def _gave_up(self) -> None:
        """Discord did not take a message, however often it was tried: go on from where the table stands, later."""
        log.warning("paused: Discord can't be reached", extra={"table": self._table.id})
        self._pause(TRY_AGAIN, self._present_again)
        self._trying = True

    def _pause(self, until: timedelta, act: Callable[[], Awaitable[None]]) -> None:
        self.paused = True
        self._pauses += 1
        pause = self._pauses

        async def end_pause() -> None:
            if self.paused and self._pauses == pause and not self._silent:
                await act()

        self._table.later(until, end_pause)

    def _wait_for_rights(self, job: Job, *, new: bool) -> None:
        """Tell the hands, try the job again every minute, and give the table up in the end."""
        now = self._clock.now()
        first, self._forbidden_at = self._forbidden_at is None, self._forbidden_at or now
        self._pause(max(GIVE_UP - (now - self._forbidden_at), timedelta(0)), self._table.channel_gone)
        pause = self._pauses

        async def probe() -> None:
            if not self.paused or self._pauses != pause or self._silent:
                return
            self.paused = False
            await self._guard(job, new=new, private=False)
            if not self.paused:
                self.paused = True
                self.present()

        async def look_again() -> None:
            self._put(probe, private=True)

        self._table.later(TRY_AGAIN, look_again)
        if first:
            self.redraw_hands()

    async def _present_again(self) -> None:
        self.present()

    def redraw_hands(self) -> None:
        """Draw every hand that stands somewhere anew."""
        raise NotImplementedError

    def present(self) -> None:
        """Show where the table stands."""
        raise NotImplementedError

    async def _guard(self, job: Job, *, new: bool, private: bool) -> None:
        """Run one job; lost rights pause the table, a lost channel ends it, a lost message does not matter."""
        if (self.paused and not private) or (self._silent and new):
            return
        try:
            await job()
            if not private:
                self._forbidden_at = None
        except ShowFailed as failure:
            if failure.trouble is Trouble.MESSAGE_GONE:
                return
            if failure.trouble is Trouble.FORBIDDEN and not private:
                log.warning("paused: the bot may not speak there", extra={"table": self._table.id})
                self._wait_for_rights(job, new=new)
            elif failure.trouble is Trouble.CHANNEL_GONE and not private:
                await self._table.channel_gone()
            elif failure.trouble is Trouble.TEXT_REFUSED and not self.neutral:
                # Only names are other people's words; without them it may be said.
                log.warning("AutoMod refused a text: seats go by their numbers", extra={"table": self._table.id})
                self.neutral = True
                await self._guard(job, new=new, private=private)
            elif failure.trouble is Trouble.TEXT_REFUSED and not private:
                log.warning("paused: AutoMod lets nothing be said there", extra={"table": self._table.id})
                self._pause(GIVE_UP, self._table.channel_gone)
            else:
                raise
