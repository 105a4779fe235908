"""The old buttons of a table: claims that nobody can call any more and whose message still looks as if one could.

So it is with the hand in somebody's direct messages who has played by another copy of it. Between `Dispatch` and
`Posting`. An edit that takes buttons off is worth less than anything else a turn has to say, so
it may have to wait: for a turn that has an edit left, for the table to rest, at the latest for the end of the round.
What waits is written down as soon as the next claim takes its place in the store, so that a restart knows it again. It
must never make a claim, a result or a hand wait for it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.tables.answers import Posted, ShowFailed, Trouble
from bot.tables.dispatch import CALLED_TURN, Dispatch, Subject
from bot.tables.ports import Clock, Presenter, TableStore
from bot.tables.records import MessageRecord, TableStatus, TokenRecord
from bot.tables.views import TableView

log = logging.getLogger(__name__)

#: A table that waits for somebody's turn and has sent nothing for so long has a request to spare.
REST: Final = timedelta(seconds=10)
#: For so long old buttons wait for that, or for a turn with an edit left; then they cost a request more.
OVERDUE: Final = timedelta(seconds=60)
_SLOT: Final = "stale:"


class Tidying(Dispatch):
    """Remembers which claims wear their buttons still, and takes them off when that costs nobody anything."""

    def __init__(self, subject: Subject, store: TableStore, presenter: Presenter, clock: Clock) -> None:
        super().__init__(subject, store, presenter, clock)
        # Those settled whose message was not drawn since; the untidied among them wait for an edit to spare, each with
        # how it looked when it stood, if that is still known.
        self._wearing: set[int] = set()
        self._untidied: dict[int, tuple[MessageRecord, TableView | None]] = {}
        self._written: set[int] = set()
        # Requests that counted since the newest claim was posted; too many to begin with, since nobody knows.
        self._spent = CALLED_TURN
        self._paid_at: datetime | None = None
        self._awaits_rest = False
        # Hands in direct messages that tell of a turn which is over, and since when: whoever it was acted elsewhere.
        self._old_hands: dict[int, datetime] = {}

    # --- what is remembered ---------------------------------------------------------------------------------------

    def recall(self, messages: Iterable[MessageRecord], tokens: Iterable[TokenRecord]) -> None:
        """Know messages and tokens again as they are stored, and which claims were left with their buttons."""
        super().recall(messages, tokens)
        for slot in [slot for slot in self.messages if slot.startswith(_SLOT)]:
            record = self.messages.pop(slot)
            self._untidied[record.seq] = record, None
            self._wearing.add(record.seq)
            self._written.add(record.seq)

    async def keep_message(self, slot: str, seq: int, posted: Posted) -> bool:
        """Remember a message that may be edited later; a claim's takes the place of the one before."""
        if slot == "claim":
            for number in self._wearing - self._written - {seq}:
                if (record := self._claims.get(number)) is not None:
                    await self._write_down(record)
        return await super().keep_message(slot, seq, posted)

    async def _write_down(self, record: MessageRecord) -> None:
        self._written.add(record.seq)
        try:
            await self._store.save_message(self._table.id, replace(record, slot=f"{_SLOT}{record.seq}"))
        except Exception:
            # It is known as long as this process lives.
            log.exception("a message was not remembered", extra={"table": self._table.id})

    async def _tidied(self, number: int) -> None:
        """The claim has no buttons any more, or no message."""
        self._wearing.discard(number)
        self._untidied.pop(number, None)
        if number not in self._written:
            return
        self._written.discard(number)
        try:
            await self._store.drop_message(self._table.id, f"{_SLOT}{number}")
        except Exception:
            # At worst a restart draws it once more.
            log.exception("a message was not forgotten", extra={"table": self._table.id})

    def _leave(self, number: int, record: MessageRecord, view: TableView | None) -> None:
        """Let a claim keep its buttons until there is an edit to spare."""
        self._wearing.add(number)
        self._untidied[number] = record, view
        self._await_rest()

    def leave_hand(self, seat: int) -> None:
        """Let the seat's hand in its direct messages be of another time until there is an edit to spare."""
        self._old_hands.setdefault(seat, self._clock.now())
        self._await_rest()

    def redraw_hand(self, seat: int) -> None:
        """Draw a seat's hand anew."""
        raise NotImplementedError

    def _gone(self, record: MessageRecord) -> None:
        """A claim's message is found to be deleted."""
        raise NotImplementedError

    def _redraw_old_hand(self) -> bool:
        """Draw one that was left, unless requests have to wait; gives whether there was one to draw."""
        for seat in self._old_hands:
            place = self._table.place_of(seat)
            if place is None or not self._presenter.pressed(place.channel_id):
                del self._old_hands[seat]
                self.redraw_hand(seat)
                return True
        return False

    def _pay(self, requests: int) -> None:
        """So many more requests of this turn counted."""
        if requests:
            self._spent += requests
            self._paid_at = self._clock.now()

    # --- when they go ---------------------------------------------------------------------------------------------

    def tidy_one(self, budget: int) -> None:
        """Take the buttons off the newest claim that was left with them, if the turn has spent less than its `budget`.

        Never while requests have to wait.
        """

        async def tidy() -> None:
            if self._spent < budget and not self._redraw_old_hand():
                await self._tidy_newest()

        self._put(tidy, drawing="untidied")

    def tidy_all(self) -> None:
        """Take the buttons off all claims that were left with them, one after another behind whatever else is shown."""

        async def tidy() -> None:
            if not self._untidied:
                return
            newest = max(self._untidied)
            await self._tidy_late(newest)
            if newest in self._untidied:
                # Discord can't be reached: later, then.
                self._await_rest()
            elif self._untidied:
                self.tidy_all()

        self._put(tidy, drawing="untidied:all")

    def _await_rest(self) -> None:
        """See to it when the table has rested for a while, unless that is seen to already."""
        if self._awaits_rest or not (self._untidied or self._old_hands):
            return
        self._awaits_rest = True
        rested = timedelta(0) if self._paid_at is None else self._clock.now() - self._paid_at
        self._table.later(REST - rested if rested < REST else REST, self._at_rest)

    async def _at_rest(self) -> None:
        self._awaits_rest = False
        if self._silent or self.paused or self._table.view().status is not TableStatus.PLAYING:
            return
        if (self._rests() or self._overdue()) and not self._redraw_old_hand():
            self._put(self._tidy_newest, drawing="untidied:rest")
        self._await_rest()

    def _rests(self) -> bool:
        """Whether the table waits for somebody's turn, and nothing was to be sent for a while."""
        view = self._table.view()
        timed = view.seen is not None and view.seen.claim is not None and view.printed is not None
        quiet = self._paid_at is None or self._clock.now() - self._paid_at >= REST
        return quiet and not timed and not self.outbox.busy

    def _overdue(self) -> bool:
        """Whether the newest old buttons or some hand have waited for long, where the table never rests."""
        shown_at = max((record.sent_at for record, _ in self._untidied.values()), default=None)
        waited = [since for since in (shown_at, *self._old_hands.values()) if since is not None]
        return any(self._clock.now() - since >= OVERDUE for since in waited)

    async def _tidy_newest(self) -> None:
        """The newest misleads most."""
        if self._untidied and not self._presenter.pressed(self._untidied[number := max(self._untidied)][0].channel_id):
            await self._tidy_late(number)

    async def _tidy_late(self, number: int) -> None:
        """One that fails in passing stays due; any other has lost its message or cannot be drawn, and is let be."""
        record, view = self._untidied.pop(number)
        token = self.fresh_token("claim", record.message_id)
        try:
            await self._presenter.redraw_claim(view or self._table.view(), record, token)
            self._pay(token is None)
        except ShowFailed as failure:
            if failure.trouble is Trouble.PASSING:
                self._untidied[number] = record, view
                return
            if failure.trouble is Trouble.MESSAGE_GONE:
                self._gone(record)
        await self._tidied(number)
