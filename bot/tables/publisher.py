"""What a table tells the world after a change, in which order and at what cost.

Sits between a `Table`, which hands it every step once it is on disk and answered, and the presenter. It shows where
things stand at the moment of sending, so a repeat after a crash shows the truth; it never decides anything.

The budget of a turn: one new message for the claim, and at most one paid edit when it stood (the next hand or the
claim's old buttons) or two when it was called (the taker's hand and the next). Whatever a token can do is free.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from bot.engine.events import (
    Claimed,
    Dealt,
    Event,
    GameEnded,
    PileTaken,
    Resigned,
    Returned,
    TurnCame,
    WindowClosed,
)
from bot.tables.answers import HandPlace, Posted, Press, ShowFailed, Trouble
from bot.tables.outbox import Outbox
from bot.tables.ports import Clock, Notice, NoticeKind, Presenter, TableStore
from bot.tables.records import MessageRecord, TokenRecord
from bot.tables.views import HandView, TableView

log = logging.getLogger(__name__)

# Discord honours a token for 15 minutes; a little less is relied upon.
TOKEN_LIFE = timedelta(minutes=14, seconds=30)


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a table: its events, how everybody sees the table after it, and the press behind it."""

    events: tuple[Event, ...]
    view: TableView
    press: Press | None = None


class Subject(Protocol):
    """The table being published, as far as the publisher must know it."""

    id: int

    def view(self) -> TableView: ...
    def prepare_claim(self) -> TableView: ...
    def hand_lock(self, user_id: int) -> asyncio.Lock: ...
    def hand_of(self, seat: int) -> HandView: ...
    def place_of(self, seat: int) -> HandPlace | None: ...
    async def placed(self, seat: int, place: HandPlace | None, *, dm_closed: bool) -> None: ...
    async def claim_shown(self, number: int, posted: Posted) -> None: ...
    async def end_shown(self) -> None: ...
    async def channel_gone(self) -> None: ...


class Publisher:
    """Posts and redraws one table's messages through its outbox; remembers their ids and tokens."""

    def __init__(self, subject: Subject, store: TableStore, presenter: Presenter, clock: Clock) -> None:
        self._table, self._store, self._presenter, self._clock = subject, store, presenter, clock
        self.outbox = Outbox(str(subject.id))
        self.messages: dict[str, MessageRecord] = {}
        self.tokens: dict[str, TokenRecord] = {}
        self.mentioned: int | None = None
        self.paused = False

    # --- what is remembered ---------------------------------------------------------------------------------------

    async def recall(self) -> None:
        """Read messages and tokens back from the store."""
        self.messages = {record.slot: record for record in await self._store.messages(self._table.id)}
        self.tokens = {record.slot: record for record in await self._store.tokens(self._table.id)}

    async def keep_message(self, slot: str, seq: int, posted: Posted) -> None:
        """Remember a message that may be edited later."""
        self._clock.learn(posted.sent_at)
        record = MessageRecord(slot, seq, posted.channel_id, posted.message_id, posted.sent_at)
        self.messages[slot] = record
        await self._store.save_message(self._table.id, record)

    async def keep_token(self, record: TokenRecord) -> None:
        """Remember the newest token of a slot."""
        self.tokens[record.slot] = record
        await self._store.save_token(self._table.id, record)

    def fresh_token(self, slot: str, message_id: int | None = None) -> TokenRecord | None:
        """A token that still works for the slot (and for this message, if one is named)."""
        token = self.tokens.get(slot)
        if token is None or self._clock.now() - token.created_at > TOKEN_LIFE:
            return None
        return token if message_id is None or token.message_id == message_id else None

    # --- what follows a step --------------------------------------------------------------------------------------

    def follow(self, step: Step) -> None:
        """Queue what the step has to show. The press's own message was redrawn by its answer already."""
        kinds = [type(event) for event in step.events]
        if Dealt in kinds:
            self._deal(step)
            return
        over = GameEnded in kinds
        settled = WindowClosed in kinds or PileTaken in kinds
        paid = False
        if settled:
            paid = self._settle(step, over=over)
        self._notices(step, over=over)
        if Claimed in kinds:
            self.post_claim()
            self._redraw_hands_after_claim(step, settled=settled)
        elif TurnCame in kinds and not settled and not over:
            self.redraw_hand(self._turn(step))
        if WindowClosed in kinds and not (step.press is not None and step.press.on_claim):
            self._tidy_claim(step.view, allowed=over or not paid)
        if over:
            self.post_end()

    def _turn(self, step: Step) -> int:
        return next(event.seat for event in reversed(step.events) if isinstance(event, TurnCame))

    def _deal(self, step: Step) -> None:
        async def post() -> None:
            view = self._table.view()
            await self.keep_message("deal", 0, await self._presenter.post_deal(view, f"{view.id}:deal"))

        self.mentioned = self._turn(step)
        self.outbox.put(lambda: self._guard(post))
        for seat in range(len(step.view.people)):
            self.redraw_hand(seat)

    def _settle(self, step: Step, *, over: bool) -> bool:
        """After a claim is settled: the result, the taker's hand and the next. Gives whether an edit is paid for."""
        taker = next((event.seat for event in step.events if isinstance(event, PileTaken)), None)
        if taker is not None and not (step.press is not None and step.press.on_claim):
            self._tidy_claim(step.view, allowed=True)
        if over:
            return False
        seats = {self._turn(step)} | ({taker} if taker is not None else set())
        paid = any(self._costs(seat) for seat in seats)
        for seat in sorted(seats):
            self.redraw_hand(seat)
        return paid

    def _redraw_hands_after_claim(self, step: Step, *, settled: bool) -> None:
        claim = next(event for event in reversed(step.events) if isinstance(event, Claimed))
        # Whoever pressed Play has just been answered; a hand played for its owner, or armed before, has not.
        if claim.auto or step.press is None or step.view.seat_of(step.press.user_id) != claim.seat or settled:
            self.redraw_hand(claim.seat, free_only=True)
        upcoming = step.view.seen.next.seat if step.view.seen is not None else claim.seat
        if upcoming != claim.seat:
            self.redraw_hand(upcoming, free_only=True)
        self.mentioned = upcoming

    def _notices(self, step: Step, *, over: bool) -> None:
        left = next((event.seat for event in step.events if isinstance(event, Resigned)), None)
        back = next((event.seat for event in step.events if isinstance(event, Returned)), None)
        turn = self._turn(step) if any(isinstance(event, TurnCame) for event in step.events) else None
        mention = turn if turn is not None and turn != self.mentioned and not self._claimed(step.events) else None
        if left is not None:
            # The end message says who left; before that their leaving is told at once.
            if not over:
                self.post_notice(Notice(NoticeKind.RESIGNED, left, mention))
            self.redraw_hand(left, free_only=not over)
        elif mention is not None and not over:
            self.post_notice(Notice(NoticeKind.TURN, mention, mention))
        if back is not None and not over:
            self.post_notice(Notice(NoticeKind.RETURNED, back))
        if mention is not None:
            self.mentioned = mention

    def _claimed(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, Claimed) for event in events)

    # --- jobs -----------------------------------------------------------------------------------------------------

    def post_claim(self) -> None:
        """Post the open claim; its clock starts when Discord has it."""

        async def post() -> None:
            view = self._table.prepare_claim()
            claim = view.seen.claim if view.seen is not None else None
            if claim is None:
                return
            posted = await self._presenter.post_claim(view, f"{view.id}:{claim.number}")
            await self.keep_message("claim", claim.number, posted)
            await self._table.claim_shown(claim.number, posted)

        self.outbox.put(lambda: self._guard(post))

    def redraw_claim(self) -> None:
        """Draw the current claim message anew as things stand."""
        self._tidy_claim(None, allowed=True)

    def _tidy_claim(self, view: TableView | None, *, allowed: bool) -> None:
        """Take the buttons off a settled claim: by a token for free, else only if the turn's budget allows."""
        message = self.messages.get("claim")
        if message is None:
            return
        record, token = message, self.fresh_token("claim", message.message_id)
        if token is None and not allowed:
            return

        async def redraw() -> None:
            await self._presenter.redraw_claim(view or self._table.view(), record, token)

        self.outbox.put(lambda: self._guard(redraw, missing_is_fine=True))

    def redraw_lobby(self) -> None:
        """Draw the table message anew as things stand."""
        message = self.messages.get("lobby")
        if message is None:
            return
        record = message

        async def redraw() -> None:
            token = self.fresh_token("lobby", record.message_id)
            await self._presenter.redraw_lobby(self._table.view(), record, token)

        self.outbox.put(lambda: self._guard(redraw, missing_is_fine=True))

    def post_notice(self, notice: Notice) -> None:
        """Post one short message."""
        view = self._table.view()
        nonce = f"{view.id}:{notice.kind[:4]}:{view.seen.turns if view.seen else 0}:{notice.seat or 0}"

        async def post() -> None:
            await self._presenter.post_notice(self._table.view(), notice, nonce)

        self.outbox.put(lambda: self._guard(post))

    def post_end(self) -> None:
        """Post the end and let every hand say how it ended; then the table is over."""

        async def post() -> None:
            view = self._table.view()
            await self.keep_message("end", 0, await self._presenter.post_end(view, f"{view.id}:end"))

        if "end" not in self.messages:
            self.outbox.put(lambda: self._guard(post))
        for seat in range(len(self._table.view().people)):
            self.redraw_hand(seat)
        self.outbox.put(self._table.end_shown)

    def _costs(self, seat: int) -> bool:
        return self.fresh_token(f"hand:{seat}") is None and self._table.place_of(seat) is not None

    def redraw_hand(self, seat: int, *, free_only: bool = False) -> None:
        """Draw a seat's hand where it last looked at it; `free_only` skips it when that would cost a request."""
        if free_only and self.fresh_token(f"hand:{seat}") is None:
            return

        async def redraw() -> None:
            user_id = self._table.view().people[seat].user_id
            # A welcome may still be under way; its message is the hand's place.
            async with self._table.hand_lock(user_id):
                await show(user_id)

        async def show(user_id: int) -> None:
            hand, place = self._table.hand_of(seat), self._table.place_of(seat)
            token = self.fresh_token(f"hand:{seat}")
            if token is None and (free_only or user_id in hand.table.closed_dms):
                return
            try:
                shown = await self._presenter.show_hand(hand, place, token)
            except ShowFailed as failure:
                if failure.trouble not in (Trouble.DM_CLOSED, Trouble.DM_TOO_FAST):
                    raise
                await self._table.placed(seat, None, dm_closed=failure.trouble is Trouble.DM_CLOSED)
            else:
                if token is None:
                    await self._table.placed(seat, shown, dm_closed=False)

        self.outbox.put(lambda: self._guard(redraw, missing_is_fine=True, private=True))

    async def _guard(self, job: _Job, *, missing_is_fine: bool = False, private: bool = False) -> None:
        """Run one job; lost rights pause the table, a lost channel ends it, a lost message may not matter."""
        if self.paused and not private:
            return
        try:
            await job()
        except ShowFailed as failure:
            if failure.trouble is Trouble.MESSAGE_GONE and missing_is_fine:
                return
            if failure.trouble is Trouble.FORBIDDEN and not private:
                self.paused = True
                log.warning("paused: the bot may not speak there", extra={"table": self._table.id})
            elif failure.trouble is Trouble.CHANNEL_GONE and not private:
                await self._table.channel_gone()
            else:
                raise

    def stopped(self, *, lobby: bool) -> None:
        """The table was stopped: nothing queued matters any more, and its message loses its buttons."""
        self.outbox.drop()
        if lobby:
            self.redraw_lobby()
        else:
            self.redraw_claim()

    # --- after a restart or a pause -------------------------------------------------------------------------------

    def present(self) -> None:
        """Show where the table stands, sending nothing twice: used after a restart and after a pause."""
        self.paused = False
        view = self._table.view()
        if view.seen is None:
            return
        if "deal" not in self.messages and view.seen.turns == 0:

            async def post() -> None:
                fresh = self._table.view()
                await self.keep_message("deal", 0, await self._presenter.post_deal(fresh, f"{fresh.id}:deal"))

            self.outbox.put(lambda: self._guard(post))
        if view.seen.outcome is not None:
            self.post_end()
            return
        shown = self.messages.get("claim")
        if view.seen.claim is not None and (shown is None or shown.seq != view.seen.claim.number):
            self.post_claim()
        elif shown is not None and (view.seen.claim is None or view.reopened):
            self.redraw_claim()
        for seat in sorted({view.seen.next.seat, view.seen.turn, *self._unplaced(view)}):
            self.redraw_hand(seat)

    def _unplaced(self, view: TableView) -> set[int]:
        closed = view.closed_dms
        seats = range(len(view.people))
        return {
            seat for seat in seats if self._table.place_of(seat) is None and view.people[seat].user_id not in closed
        }


class _Job(Protocol):
    async def __call__(self) -> None: ...
