"""A table's messages: posts them, draws them anew, and asks nobody for what a token can do for free.

The lower half of the publisher, which says what is to be shown when. Everything here runs as jobs of the outbox, shows
where things stand at the moment of sending, and never decides anything.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from bot.engine.observe import Observation
from bot.engine.state import Phase
from bot.tables.answers import HandPlace, Posted, ShowFailed, Trouble
from bot.tables.game import Unwritten
from bot.tables.ports import Notice, NoticeKind, Parting
from bot.tables.records import MessageRecord, TableStatus, TokenRecord
from bot.tables.tidying import Tidying
from bot.tables.views import TableView

log = logging.getLogger(__name__)

# A nonce is relied upon this long; a claim posted again later says that it may be a repeat.
NONCE_LIFE = timedelta(minutes=2)
# In the place of a fault's number: what it told of is over.
NO_FAULT = -1
# What may be told of a seat several times within one turn: each is a message of its own.
_AGAIN_AND_AGAIN = frozenset({NoticeKind.TAKEN_OVER, NoticeKind.RETURNED, NoticeKind.UNSEATED, NoticeKind.NEW_HOST})


class Posting(Tidying):
    """Posts and redraws one table's messages."""

    def post_claim(self, number: int, *, gone: int = 0, reopened: bool = False) -> None:
        """Post the open claim; its clock starts when Discord has it.

        `gone` is its message that was deleted or that people have lost sight of, if any; `reopened` where it says that
        its time begins again.
        """

        async def post() -> None:
            seen = self._table.view().seen
            if seen is None or seen.claim is None or seen.claim.number != number:
                self._missed(seen)
                return
            repeated = not reopened and (bool(gone) or self._may_be_repeat())
            view = self._table.prepare_claim(repeated=repeated, reopened=reopened)
            nonce = f"{view.id}:{number}:{gone % 10**8}" if gone else f"{view.id}:{number}"
            posted = await self._presenter.post_claim(view, nonce)
            self._spent = 0
            self._pay(1)
            await self.keep_message("claim", number, posted)
            try:
                if await self._table.claim_shown(number, posted):
                    self.redraw_claim()
            except Unwritten:
                # Without its clock the window would never close; the nonce makes posting it again harmless.
                raise ShowFailed(Trouble.PASSING) from None

        self._put(post, new=True)

    def _may_be_repeat(self) -> bool:
        claimed_at = self._table.claimed_at
        return claimed_at is not None and self._clock.now() - claimed_at > NONCE_LIFE

    def _missed(self, seen: Observation | None) -> None:
        """The claim was settled before it could be shown; the next message tells how. Its mention is still owed."""
        if seen is not None and seen.phase is Phase.PLAY and seen.seats[seen.turn].attended:
            self.post_notice(Notice(NoticeKind.TURN, seen.turn, seen.turn))

    def redraw_claim(self) -> None:
        """Draw the current claim message anew as things stand."""
        self._tidy_claim(None, None, allowed=True)

    def _tidy_claim(self, number: int | None, view: TableView | None, *, allowed: bool, spare: bool = False) -> None:
        """Take the buttons off the settled claim `number`: by a token for free, else only if the turn's budget allows.

        One to `spare` is left out while requests have to wait: its buttons answer kindly that they are too late, and
        go in a later turn. Which message that is shows only when its turn in the queue has come: the claim may be on
        its way still.
        """

        async def redraw() -> None:
            record = self.messages.get("claim") if number is None else self._claims.get(number)
            if record is None:
                self._wearing.discard(number or 0)
                return
            token = self.fresh_token("claim", record.message_id)
            if token is None and (not allowed or (spare and self._presenter.pressed(record.channel_id))):
                if number is not None and view is not None:
                    self._leave(number, record, view)
                return
            try:
                await self._presenter.redraw_claim(view or self._table.view(), record, token)
                self._pay(token is None)
            except ShowFailed as failure:
                if failure.trouble is not Trouble.MESSAGE_GONE:
                    raise
                self._gone(record)
            await self._tidied(record.seq)

        if number is not None:
            self._wearing.add(number)
        self._put(redraw, drawing=("claim", number, allowed, spare))

    def _gone(self, record: MessageRecord) -> None:
        """The claim's message was deleted: an open one is posted again (F22), and how the last was settled is told.

        Else nobody could call it, or the channel would not read what became of it and whose turn it is.
        """
        view = self._table.view()
        if view.status is not TableStatus.PLAYING or view.seen is None or view.seen.outcome is not None:
            return
        if view.seen.claim is not None:
            if view.seen.claim.number == record.seq:
                self.post_claim(record.seq, gone=record.message_id)
        elif view.seen.phase is Phase.PLAY and view.settled is not None and view.settled.number == record.seq:
            self.post_notice(Notice(NoticeKind.SETTLED, view.settled.claimant))
            self._put(lambda: self._forget_claim(record))

    async def _forget_claim(self, record: MessageRecord) -> None:
        """Nothing is left to be drawn of a claim: the next start need not find out again that its message is gone."""
        if self.messages.get("claim") == record:
            del self.messages["claim"]
            await self._store.drop_message(self._table.id, "claim")

    async def moved(self, slot: str, seq: int, posted: Posted, token: TokenRecord) -> None:
        """The slot's message was shown again: that one is kept up to date now, the one before loses its buttons."""
        before = self.messages.get(slot)
        if slot == "claim" and before is not None and before.seq > seq:
            # Settled while it was being shown, and the next one is there already.
            late = MessageRecord(slot, seq, posted.channel_id, posted.message_id, posted.sent_at)
            self._put(lambda: self._presenter.redraw_moved(self._table.view(), late, token))
            return
        old = None if before is None else self.fresh_token(slot, before.message_id)
        await self.keep_message(slot, seq, posted)
        await self.keep_token(token)
        open_claim = seen.claim if (seen := self._table.view().seen) is not None else None
        if slot == "claim" and open_claim is None:
            self.redraw_claim()
        if slot == "claim" and (before is None or before.seq != seq):
            # Nobody has seen it before (the bot may not write here, say): its time begins now.
            await self._table.claim_shown(seq, posted)
            return
        if before is None or before.message_id == posted.message_id:
            return
        self._put(lambda: self._presenter.redraw_moved(self._table.view(), before, old))

    def is_moved(self, slot: str, message_id: int, seq: int = 0) -> bool:
        """Whether the slot's message was shown again after this one (of the claim `seq`)."""
        newest = self.messages.get(slot)
        return newest is not None and newest.seq == seq and newest.message_id > message_id

    def redraw_lobby(self) -> None:
        """Draw the table message anew as things stand."""
        message = self.messages.get("lobby")
        if message is None:
            return
        record = message

        async def redraw() -> None:
            token = self.fresh_token("lobby", record.message_id)
            await self._presenter.redraw_lobby(self._table.view(), record, token)

        self._put(redraw, drawing="lobby")

    def post_notice(self, notice: Notice, *, last: bool = False) -> None:
        """Post one short message; the `last` one even of a table that has fallen silent."""
        view = self._table.view()
        nonce = f"{view.id}:{notice.kind[:4]}:{view.seen.turns if view.seen else 0}:{notice.seat or 0}"
        if notice.kind in _AGAIN_AND_AGAIN:
            nonce += f":{int(self._clock.now().timestamp() * 1000) % 100_000}"
        elif notice.until is not None:
            # A clock may start anew, and then there is another time to tell.
            nonce += f":{int(notice.until.timestamp()) % 100_000}"

        async def post() -> None:
            posted = await self._presenter.post_notice(self._table.view(), notice, nonce)
            self._pay(1)
            await self.posted_below(posted)

        self._put(post, new=not last)

    def post_fault(self, fault: str) -> None:
        """Say, once, that the table had to stop, and the number under which the log tells why."""
        number = int(fault, 16)

        async def post() -> None:
            shown = self.messages.get("fault")
            if shown is None or shown.seq != number:
                view = self._table.view()
                posted = await self._presenter.post_notice(view, Notice(NoticeKind.FAULT), f"{view.id}:fault:{fault}")
                await self.keep_message("fault", number, posted)

        self._put(post, new=True)

    @property
    def known_fault(self) -> str:
        """The number of the fault that the channel was told of and that is not over; empty if there is none."""
        shown = self.messages.get("fault")
        return "" if shown is None or shown.seq == NO_FAULT else f"{shown.seq:06x}"

    def fault_over(self) -> None:
        """A table that broke goes on after all, with another version perhaps: what says that it stopped says so."""
        if not self.known_fault:
            return
        told = self.messages["fault"]

        async def tell() -> None:
            await self._presenter.redraw_notice(self._table.view(), told, Notice(NoticeKind.RESUMED))
            await self.keep_message("fault", NO_FAULT, Posted(told.channel_id, told.message_id, told.sent_at))

        self._put(tell)
        # They have lost their buttons.
        self.redraw_claim()
        self.redraw_hands()

    def post_waiting(self, number: int) -> None:
        """Say whom the table waits for and offer to nudge them, unless the wait with this number is over."""

        def lasts() -> bool:
            waiting = self._table.view().waiting
            return waiting is not None and waiting.number == number

        async def post() -> None:
            if lasts():
                view = self._table.view()
                posted = await self._presenter.post_waiting(view, f"{view.id}:wait:{number}")
                await self.keep_message("waiting", number, posted)
                if not lasts():
                    self.redraw_waiting()

        self._put(post, new=True)

    def redraw_waiting(self) -> None:
        """Draw the message about the newest wait as things stand."""

        async def redraw() -> None:
            if (record := self.messages.get("waiting")) is not None:
                token = self.fresh_token("waiting", record.message_id)
                await self._presenter.redraw_waiting(self._table.view(), record, token)

        self._put(redraw, drawing="waiting")

    def redraw_greeting(self, user_id: int, place: HandPlace, parting: Parting) -> None:
        """Tell somebody, where they were greeted, that they have no seat any more, or one again."""

        async def tell() -> None:
            view = self._table.view()
            # Once the cards are out that message is the hand of whoever sits there.
            if view.status is not TableStatus.PLAYING or view.seat_of(user_id) is None:
                await self._presenter.redraw_greeting(view, user_id, place, parting)

        self._put(tell, private=True)

    def post_end(self) -> None:
        """Post the end and let every hand say how it ended; then the table is over."""

        async def post() -> None:
            view = self._table.view()
            await self.keep_message("end", 0, await self._presenter.post_end(view, f"{view.id}:end"))

        async def finish() -> None:
            # With Discord out of order it is tried again later; without the right to speak the channel is set free.
            if "end" in self.messages or not self._trying:
                await self._table.end_shown()

        if "end" not in self.messages:
            self._put(post, new=True)
        for seat in range(len(self._table.view().people)):
            self.redraw_hand(seat)
        self.outbox.put(finish)

    def post_round(self, number: int) -> None:
        """Post the end of the round `number`, once, be it late: the proof of its deal stands there."""

        async def post() -> None:
            view, shown = self._table.view(), self.messages.get("round")
            if shown is None or shown.seq < number:
                posted = await self._presenter.post_round(view, number, f"{view.id}:round:{number}")
                await self.keep_message("round", number, posted)

        self._put(post, new=True)

    def redraw_round(self) -> None:
        """Draw the end of the last round as things stand: who starts the next, or that it has begun."""

        async def redraw() -> None:
            if (record := self.messages.get("round")) is not None:
                token = self.fresh_token("round", record.message_id)
                await self._presenter.redraw_round(self._table.view(), record, token)

        self._put(redraw, drawing="round")

    def post_force(self, number: int, claimant: int) -> None:
        """Tell whoever made the claim `number`, once, that they are asked to show a card (R59)."""

        async def post() -> None:
            view, shown = self._table.view(), self.messages.get("force")
            seen = view.seen
            asked = seen is not None and seen.phase is Phase.FORCE and seen.turns == number
            if not asked or (shown is not None and shown.seq == number):
                return
            told = Notice(NoticeKind.FORCED, claimant, claimant)
            posted = await self._presenter.post_notice(view, told, f"{view.id}:force:{number}")
            await self.keep_message("force", number, posted)

        self._put(post, new=True)

    def redraw_force(self, number: int | None = None) -> None:
        """Mark what asked for a card as answered, if that was about the claim `number` (`None`: any)."""

        async def redraw() -> None:
            record = self.messages.get("force")
            if record is not None and number in (None, record.seq):
                await self._presenter.redraw_force(self._table.view(), record)

        self._put(redraw, drawing=("force", number))

    def _costs(self, seat: int) -> bool:
        user_id, token = self._table.user_of(seat), self._hand_tokens(seat)[0]
        return user_id is not None and token is None and user_id not in self._table.view().closed_dms

    def redraw_hand(self, seat: int, *, free_only: bool = False, spare: bool = False) -> None:
        """Draw a seat's hand, and the copy it last looked at; `free_only` leaves out what costs a request.

        With `spare` so does pressure on the budget: nothing on that hand has become wrong, only older.
        """
        user_id = self._table.user_of(seat)
        if user_id is None or (free_only and self._hand_tokens(seat) == (None, None)):
            return
        due = not free_only and not spare
        if due:
            self._due_hands.add(seat)

        async def redraw() -> None:
            # A later redraw of the same hand stands for those before it, be they dearer.
            nonlocal due
            due = due or seat in self._due_hands
            self._due_hands.discard(seat)
            place = self._table.place_of(seat)
            spared = spare and place is not None and self._presenter.pressed(place.channel_id)
            # A welcome may still be under way; its message is the hand's place.
            async with self._table.hand_lock(user_id):
                await self._show_hand(seat, user_id, free_only=not due and (free_only or spared))

        self._put(redraw, private=True, drawing=("hand", seat))

    def redraw_hands(self) -> None:
        """Draw every hand that stands somewhere anew; nobody is sent a new one."""
        if self._table.view().seen is None:
            return
        for seat in range(len(self._table.view().people)):
            if self._table.place_of(seat) is not None or self._hand_tokens(seat) != (None, None):
                self.redraw_hand(seat)

    def _hand_tokens(self, seat: int) -> tuple[TokenRecord | None, TokenRecord | None]:
        """The token for the hand's own message, and the one for a copy that its player opened at the table."""
        place = self._table.place_of(seat)
        kept = [token for slot in ("hand", "copy") if (token := self.fresh_token(f"{slot}:{seat}")) is not None]
        own = next((token for token in kept if place is None or token.message_id == place.message_id), None)
        return own, next((token for token in kept if token is not own), None)

    async def _show_hand(self, seat: int, user_id: int, *, free_only: bool) -> None:
        hand, place = self._table.hand_of(seat), self._table.place_of(seat)
        token, copy = self._hand_tokens(seat)
        try:
            if copy is not None:
                # It may be dismissed by now, so a redraw that is due goes to the hand's own message too.
                await self._presenter.show_hand(hand, None, copy)
            if token is None and (free_only or user_id in hand.table.closed_dms):
                return
            self._old_hands.pop(seat, None)
            shown = await self._presenter.show_hand(hand, place, token)
            self._pay(token is None)
        except ShowFailed as failure:
            if failure.trouble in (Trouble.DM_CLOSED, Trouble.DM_TOO_FAST):
                # Either way the hand is at the table from now on: asking again and again gets a bot locked out (F2).
                await self._table.placed(seat, None, dm_closed=True)
            elif failure.trouble is Trouble.MESSAGE_GONE and (dead := copy or token) is not None:
                self.tokens.pop(dead.slot, None)
                await self._show_hand(seat, user_id, free_only=free_only)
            else:
                raise
        else:
            if token is None or place is not None:
                await self._table.placed(seat, shown, dm_closed=False)
