"""How a table's messages are brought up to date after a restart or a pause, sending nothing twice.

Between `Away` and `Posting`, which know how to show things, and the publisher, which says what follows a step.
"""

from __future__ import annotations

from bot.engine.observe import Observation
from bot.engine.state import Phase
from bot.tables.away import BACK, SLOT, Away
from bot.tables.ports import Notice, NoticeKind
from bot.tables.records import MessageRecord, TableStatus
from bot.tables.views import TableView


class Recap(Away):
    """Shows where a table stands."""

    def present(self, *, long_away: bool = False) -> None:
        """Show where the table stands, sending nothing twice: used after a restart and after a pause.

        After the bot was `long_away`, or an older copy of its store has taken the place of a newer one, what stands in
        the channel and on hands may be of another time: an open claim is shown again there, and every hand drawn.
        """
        paused = self.paused
        if paused:
            self.paused, self._forbidden_at = False, None
            self._table.seen_again()
        self._trying = False
        view = self._table.view()
        if view.seen is None:
            return
        dealt = self.messages.get("deal")
        if dealt is None:
            missing = view.seen.turns == 0
        else:
            missing = max(dealt.seq, 1) < view.seen.number and view.seen.phase is Phase.PLAY
        if view.seen.outcome is None and view.past:
            self._present_round(view, begun=missing)
        if missing:
            self._put(self._post_deal, new=True)
        if view.seen.outcome is not None:
            self._redraw_last_round(view)
            if "end" not in self.messages:
                # The last claim, or what asked for a card, may ask for a press still.
                self.redraw_claim()
                self.redraw_force(0 if view.settled is None else view.settled.number)
            self.post_end()
        elif view.seen.phase is not Phase.BETWEEN:
            self._present_turn(view, view.seen, long_away=long_away)
        said = self.messages.get(SLOT)
        if paused and said is not None and said.seq != BACK and view.status is TableStatus.PLAYING:
            # Discord took nothing when that was to be told.
            self.tell_back(Notice(NoticeKind.RESUMED))
        self.tidy_all()

    def tell_of_more_time(self) -> None:
        """The clock that everybody sees has started anew while the bot ran: the one message that prints it says so."""
        view = self._table.view()
        if view.seen is not None and view.seen.phase is Phase.BETWEEN:
            self.redraw_round()
        else:
            self.redraw_claim()

    def _present_round(self, view: TableView, *, begun: bool) -> None:
        """The end of the last round; it has its button and its time no more once the next has `begun`."""
        between = view.seen is not None and view.seen.phase is Phase.BETWEEN
        shown, number = self.messages.get("round"), view.past[-1].number
        if between and (shown is None or shown.seq < number):
            # The claim that ended it may ask for a press still.
            self.redraw_claim()
        if begun or (between and shown is not None and view.reopened):
            self.redraw_round()
        self.post_round(number)
        if between:
            for seat in range(len(view.people)):
                self.redraw_hand(seat)

    def _present_turn(self, view: TableView, seen: Observation, *, long_away: bool) -> None:
        """The open claim or how the last one ended, whoever is asked for a card, and the hands that may be old."""
        shown, settled, forced = self.messages.get("claim"), view.settled, seen.phase is Phase.FORCE
        if seen.claim is not None and (shown is None or shown.seq != seen.claim.number):
            if shown is not None:
                # The process ended before it lost its buttons.
                self._leave(shown.seq, shown, None)
            self.post_claim(seen.claim.number)
        elif shown is not None and long_away and seen.phase is Phase.WINDOW:
            self._show_claim_again(shown, timed=not seen.next_play_closes)
        elif shown is not None and (view.reopened or forced or (seen.claim is None and settled is not None)):
            # Not the last one of the round before, which tells how that one ended.
            self.redraw_claim()
        if forced:
            self.post_force(seen.turns, seen.turn)
        elif settled is not None and settled.forcer is not None:
            self.redraw_force(settled.number)
        seats = {seen.next.seat, seen.turn, *self._unplaced(view)}
        if settled is not None:
            # The process may have ended between the verdict and the redraw of the hand it filled, or left empty.
            seats |= set() if settled.taker is None else {settled.taker}
            seats |= set() if settled.place is None else {settled.claimant}
        for seat in sorted(seats):
            self.redraw_hand(seat)
        if long_away or not (seen.pile or seen.claim or (seen.turns and seen.number == 1)):
            # The process may have ended between the deal and the last of its hands.
            self.redraw_hands()

    def _show_claim_again(self, shown: MessageRecord, *, timed: bool) -> None:
        """Below whatever stands there; it says that its time to call begins again if it is `timed`."""
        self.post_claim(shown.seq, gone=shown.message_id, reopened=timed)

        async def leave() -> None:
            if self.messages["claim"].message_id != shown.message_id:
                await self._presenter.redraw_moved(self._table.view(), shown, None)

        self._put(leave)

    def _unplaced(self, view: TableView) -> set[int]:
        closed = view.closed_dms
        return {
            seat
            for seat, person in enumerate(view.people)
            if self._table.place_of(seat) is None and person.user_id is not None and person.user_id not in closed
        }

    def _redraw_last_round(self, view: TableView) -> None:
        """A match that ended between two rounds: no next one can begin any more."""
        shown = self.messages.get("round")
        if shown is not None and view.seen is not None and shown.seq == view.seen.number:
            self.redraw_round()

    async def _post_deal(self) -> None:
        view = self._table.view()
        number = view.seen.number if view.seen is not None else 1
        nonce = f"{view.id}:deal" if number == 1 else f"{view.id}:deal:{number}"
        await self.keep_message("deal", number, await self._presenter.post_deal(view, nonce))
