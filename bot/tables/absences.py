"""Presses about people who are away: nudging a seat the table waits for, and handing somebody's seat to a CPU.

Part of `Table`. Both only bring about what a clock or an absence would: a nudge a turn timed out, a kick a seat that a
CPU keeps, and that its person may not take back in this game.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.engine.actions import Action, Bar, Reason, Takeover, TimeOut
from bot.engine.state import Standing
from bot.tables.answers import Accepted, Answer, Denial, Done, HandPlace, Press, Refused
from bot.tables.gathering import Show
from bot.tables.hosting import Hosting
from bot.tables.letters import Letters
from bot.tables.ports import Notice, NoticeKind, Parting
from bot.tables.publisher import Step
from bot.tables.races import Races
from bot.tables.records import SeatRecord, TableStatus
from bot.tables.waits import nudges_needed


class AbsencePresses(Races, Hosting, Letters):
    """Nudge and kick, and the end of a table that nobody touches."""

    # --- Nudge ----------------------------------------------------------------------------------------------------

    async def nudge(self, press: Press, number: int, show: Show) -> None:
        """Ask to go on without the seat that the wait with this number is for.

        Any two others may, or the only other person there is; then it is treated as timed out.
        """
        before = self.nudges

        async def decision(seat: int) -> Answer | Step:
            game, wait = self.open_game(), self.watch.nudgeable
            # A play or a call that is being judged at this moment may end the wait.
            if wait is None or wait.number != number or self.gathering:
                return Refused(Denial.WAIT_OVER)
            if seat == wait.seat:
                # They are back: whoever asked to go on without them was wrong.
                await self._keep_nudges(wait.number, frozenset())
                return Refused(Denial.NUDGE_SELF)
            if not game.state.seats[seat].present:
                return Refused(Reason.NOT_IN_GAME)
            if len(self.nudging | {seat}) < nudges_needed(game.state, wait.seat):
                await self._keep_nudges(wait.number, self.nudges | {seat})
                return Accepted(Done.NUDGED_ONCE, seat)
            action = TimeOut(wait.seat, self.ports.entropy.draw(32), nudged=True)
            return await self.apply(action, at=press.at, press=press)

        await self.press_seated(press, show, decision)
        if self.nudges != before:
            self.publisher.redraw_waiting()

    async def _keep_nudges(self, wait: int, seats: frozenset[int]) -> None:
        if seats != self.nudges:
            await self.ports.store.save_nudges(self.id, wait, seats)
            self.nudges = seats

    async def recall_absences(self, kicked: frozenset[int]) -> None:
        """Know again who was kicked, and who has nudged in a wait that still lasts."""
        store, wait = self.ports.store, self.game.wait if self.game is not None else None
        self.kicked = kicked
        offered = self.publisher.messages.get("waiting")
        if wait is not None and offered is not None and offered.seq == wait.number:
            # The seat has had its three minutes, so that nobody has to wait for them once more.
            self.watch.offered(wait.number)
            self.nudges = await store.nudges(self.id, wait.number)

    # --- kick -----------------------------------------------------------------------------------------------------

    async def kick(self, press: Press, user_id: int, show: Show) -> None:
        """Hand somebody's seat to a CPU for the rest of the game, or take them off the table in the lobby (host)."""
        gone: SeatRecord | None = None
        async with self.lock:
            answer: Answer | None = None
            if self.status is TableStatus.LOBBY and not self.faulty:
                await self.act_as_host(press)
                answer = self._refuse_kick(press, user_id)
                if answer is None:
                    gone = await self._unseat(user_id)
                    answer = Accepted(Done.UNSEATED)
        if answer is None:
            await self._kick_from_game(press, user_id, show)
            return
        await self.answer(show, answer)
        if gone is not None:
            self.publisher.redraw_lobby()
            self.publisher.post_notice(Notice(NoticeKind.UNSEATED, name=gone.name))
            if (place := _place(gone)) is not None:
                self.publisher.redraw_greeting(user_id, place, Parting.KICKED)

    def _refuse_kick(self, press: Press, user_id: int) -> Refused | None:
        if press.user_id != self.record.host_id:
            host = next((seat.name for seat in self.record.seats if seat.user_id == self.record.host_id), "")
            return Refused(Denial.NOT_HOST, name=host)
        if self.seat_of(user_id) is None:
            return Refused(Denial.NO_SUCH_PERSON)
        return Refused(Denial.KICK_SELF) if user_id == press.user_id else None

    async def _unseat(self, user_id: int) -> SeatRecord:
        gone = next(seat for seat in self.record.seats if seat.user_id == user_id)
        rest = [seat for seat in self.record.seats if seat.user_id != user_id]
        await self.save([replace(seat, seat=number) for number, seat in enumerate(rest)])
        if gone.dm_closed:
            # Whoever comes back is greeted anew, but not where that was refused.
            self.reached[user_id] = gone
        self.watch.lobby_touched()
        return gone

    async def _kick_from_game(self, press: Press, user_id: int, show: Show) -> None:
        kept: int | None = None

        async def decision(_seat: int) -> Answer | Step:
            nonlocal kept
            game = self.open_game()
            if refused := self._refuse_kick(press, user_id):
                return refused
            seat = self.seat_of(user_id)
            assert seat is not None
            here = game.state.seats[seat]
            if here.standing is not Standing.IN:
                return Refused(Denial.KICK_GONE)
            if user_id in self.kicked and here.held:
                return Refused(Denial.ALREADY_KICKED)
            if here.held:
                step = await self._take_seat(press, user_id, Bar(seat))
                kept = seat
                return step
            return await self._take_seat(press, user_id, Takeover(seat), Bar(seat))

        await self.press_seated(press, show, decision)
        if kept is not None:
            self.publisher.post_notice(Notice(NoticeKind.KICKED, kept))
            self.publisher.redraw_hand(kept)

    async def _take_seat(self, press: Press, user_id: int, *actions: Action) -> Step:
        # First that they may not come back: `mind_the_kicked` sees to the rest if the process ends in between.
        await self._bar(user_id)
        try:
            return await self.apply(*actions, at=press.at, press=press)
        except Exception:
            self.kicked -= {user_id}
            await self.ports.store.unkick(self.id, user_id)
            raise

    async def _bar(self, user_id: int) -> None:
        await self.ports.store.kick(self.id, user_id)
        self.kicked |= {user_id}

    async def mind_the_kicked(self) -> None:
        """After a restart: whoever may not take their seat back has a CPU on it, so that nobody waits for them."""
        if self.game is None or not self.game.dealt or self.over:
            return
        for record in self.record.seats:
            seat, here = record.seat, self.game.state.seats[record.seat]
            if record.user_id not in self.kicked or here.standing is not Standing.IN or here.barred or self.over:
                continue
            actions = (Bar(seat),) if here.held else (Takeover(seat), Bar(seat))
            self.publisher.follow(await self.apply(*actions, at=self.ports.clock.now()))

    # --- nobody at all --------------------------------------------------------------------------------------------

    async def close_untouched(self) -> None:
        """Nobody has touched the table for its whole life: its channel is free again."""
        if self.over:
            # Only its end could never be told.
            await self.end_shown()
            return
        async with self.lock:
            if not self.live or not self.vacancy.over:
                return
            lobby = self.status is TableStatus.LOBBY
            if lobby and not self.faulty:
                # It has a life of its own.
                return
            await self.set_status(TableStatus.CLOSED)
            self.untouched_h = max(1, round(self.vacancy.life / timedelta(hours=1)))
            self.publisher.silence()
        self.publisher.stopped(lobby=lobby)
        if lobby:
            self.dismiss_all()
        self.publisher.post_notice(Notice(NoticeKind.UNTOUCHED, count=self.untouched_h), last=True)
        self.end()


def _place(seat: SeatRecord) -> HandPlace | None:
    """Where somebody was greeted, if they were."""
    if seat.dm_closed or seat.dm_channel_id is None or seat.hand_message_id is None:
        return None
    return HandPlace(seat.dm_channel_id, seat.hand_message_id)
