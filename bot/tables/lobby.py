"""Presses on a table before the cards are out, house rules included, and the end of a table by host or moderator.

Part of `Table`; each goes through the lock and answers before anything else is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from datetime import timedelta

from bot.engine.actions import Resign
from bot.engine.rules.compiled import RulesRefused, compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.tables.answers import Accepted, Answer, Denial, Done, HandPlace, Press, Refused
from bot.tables.core import FEWEST_SEATS, MOST_SEATS
from bot.tables.cpu_seats import CpuSeats
from bot.tables.game import Game, Unwritten
from bot.tables.gathering import Show
from bot.tables.letters import Letters
from bot.tables.ports import Notice, NoticeKind, Parting
from bot.tables.publisher import Step
from bot.tables.records import SeatRecord, TableStatus
from bot.tables.views import standing_slot

# A table is shown again at most this often: every copy is a public message.
REPOST_PAUSE = timedelta(seconds=10)


class LobbyPresses(CpuSeats, Letters):
    """Join, leave, change the rules, start, stop."""

    async def join(self, press: Press, show: Show) -> None:
        """Take the next free seat in the lobby."""
        seat = self.seat_of(press.user_id)
        if seat is not None and self.status is TableStatus.PLAYING:
            # Nothing to join, but a sign of life: it takes the seat back from a CPU like any other press.
            away = self.game is not None and self.game.dealt and self.game.state.seats[seat].returnable
            await self.press_seated(press, show, lambda seat: self._joined_already(seat, was_away=away))
            return
        async with self.lock:
            answer = await self._join(press)
        await self.answer(show, answer)

    async def _joined_already(self, seat: int, *, was_away: bool) -> Answer:
        user_id = self.user_of(seat)
        if user_id is not None and self.has_left(user_id):
            return Refused(Denial.LEFT_GAME)
        back = was_away and self.open_game().state.seats[seat].attended
        return Accepted(Done.RETURNED, seat) if back else Refused(Denial.ALREADY_SEATED)

    async def _join(self, press: Press) -> Answer:
        self.host_pressed(press)
        if self.has_left(press.user_id):
            return Refused(Denial.LEFT_GAME)
        if self.seat_of(press.user_id) is not None:
            return Refused(Denial.ALREADY_SEATED)
        if self.status is TableStatus.PLAYING:
            return Refused(Denial.GAME_RUNNING)
        if not self.live:
            return Refused(Denial.TABLE_GONE)
        seats, cpu = self.record.seats, self.cpu_in_the_way()
        if len(seats) >= MOST_SEATS and cpu is None:
            return Refused(Denial.TABLE_FULL)
        before = self.reached.get(press.user_id, SeatRecord(0, press.user_id, press.name))
        seat = replace(before, seat=len(seats) if cpu is None else cpu.seat, name=press.name)
        await self.save((*seats[: seat.seat], seat, *seats[seat.seat + 1 :]))
        self.watch.lobby_touched()
        if cpu is None:
            return Accepted(Done.JOINED, seat.seat)
        return Accepted(Done.TOOK_CPU_SEAT, seat.seat, cpu.name)

    async def leave(self, press: Press, show: Show) -> None:
        """Leave the lobby, or resign from the game."""
        place: HandPlace | None = None
        async with self.lock:
            # Only the lock tells: a start may be under way.
            if (seat := self.seat_of(press.user_id)) is not None:
                place = self.place_of(seat)
            answer = await self._leave_lobby(press) if self.status is TableStatus.LOBBY else None
        if answer is None:
            queued = seat in self._leaving
            await self.press_seated(press, show, lambda seat: self._resign(seat, press), returns=False)
            if seat is not None and seat in self._leaving and not queued:
                # Nothing has happened yet but that they will leave: the hand says so.
                self.publisher.redraw_hand(seat)
            return
        await self.answer(show, answer)
        if place is not None and isinstance(answer, Accepted):
            # Behind the last one the table is closed: no Join is there to come back by.
            closed = answer.done is Done.LOBBY_CLOSED
            self.publisher.redraw_greeting(press.user_id, place, Parting.CLOSED if closed else Parting.LEFT)
        if answer == Accepted(Done.LOBBY_CLOSED):
            self.end()

    @property
    def _leaving(self) -> Set[int]:
        """The seats whose leave waits for something to be settled."""
        return self.game.leaving.keys() if self.game is not None else frozenset()

    async def _leave_lobby(self, press: Press) -> Answer:
        left = self.seat_of(press.user_id)
        if left is None:
            return Refused(Denial.NOT_AT_TABLE)
        gone = self.record.seats[left]
        rest = [seat for seat in self.record.seats if seat.user_id != press.user_id]
        renumbered = [replace(seat, seat=number) for number, seat in enumerate(rest)]
        people = [seat for seat in (*renumbered[left:], *renumbered[:left]) if not seat.cpu]
        if not people:
            await self.set_status(TableStatus.CLOSED)
            # What is drawn of the closed table names nobody who has left it.
            self.record = replace(self.record, seats=())
            return Accepted(Done.LOBBY_CLOSED)
        # The host's powers pass to the person who sat next.
        host = self.record.host_id if self.record.host_id != press.user_id else people[0].user_id
        await self.save(renumbered, host)
        self.reached[press.user_id] = gone
        self.watch.lobby_touched()
        return Accepted(Done.LEFT)

    async def _resign(self, seat: int, press: Press) -> Answer | Step:
        assert self.game is not None
        game = self.open_game()
        claim, here = game.state.claim, game.state.seats[seat]
        if game.rules.leave.cpu_keeps and here.held:
            # In teams that is all that leaving can do (R-o), and it is done.
            return Accepted(Done.HANDED_OVER, seat)
        if claim is not None and (claim.claimant == seat or self.gathering.has(seat)):
            await self.game.leave_later(seat)
            play = claim.claimant == seat or self.gathering.moves(seat)
            return Refused(Denial.LEAVE_QUEUED if play else Denial.LEAVE_AFTER_CALL)
        return await self.apply(Resign(seat), at=press.at, press=press)

    async def change_rules(self, press: Press, change: Callable[[Ruleset], Ruleset] | None, show: Show) -> None:
        """Change the rules the cards will be dealt with (host), or only look at them without a `change`.

        Whether they can be played is asked at the start.
        """
        before = self.ruleset
        async with self.lock:
            await self.act_as_host(press)
            answer: Answer = self.refuse_rules(press.user_id) or Accepted(Done.RULES_CHANGED)
            if isinstance(answer, Accepted):
                self.watch.lobby_touched()
                if change is not None:
                    await self.save_rules(change(self.ruleset))
        await self.answer(show, answer)
        if self.ruleset != before:
            self.publisher.redraw_lobby()

    def refuse_rules(self, user_id: int) -> Refused | None:
        """Why this user may not change the rules now, if so."""
        if not self.live:
            return Refused(Denial.TABLE_GONE)
        if self.status is TableStatus.PLAYING:
            return Refused(Denial.RULES_FIXED)
        return None if user_id == self.record.host_id else Refused(Denial.NOT_HOST, name=self._host())

    def _host(self) -> str:
        return next(seat.name for seat in self.record.seats if seat.user_id == self.record.host_id)

    async def start(self, press: Press, show: Show) -> None:
        """Deal the cards (host)."""
        step: Step | None = None
        async with self.lock:
            await self.act_as_host(press)
            answer: Answer = self._refuse_start(press) or Accepted(Done.STARTED)
            if isinstance(answer, Accepted):
                try:
                    step, answer = await self._start(press)
                except Exception:
                    if not self.faulty:
                        raise
                    answer = self.broken()
        await self.answer(show, answer)
        self.publisher.follow(step)

    def _refuse_start(self, press: Press) -> Refused | None:
        if not self.live:
            return Refused(Denial.TABLE_GONE)
        if self.faulty:
            return self.broken()
        if self.status is TableStatus.PLAYING:
            return Refused(Denial.GAME_RUNNING)
        if press.user_id != self.record.host_id:
            return Refused(Denial.NOT_HOST, name=self._host())
        if len(self.record.seats) < FEWEST_SEATS:
            return Refused(Denial.TOO_FEW_PLAYERS)
        return None

    async def _start(self, press: Press) -> tuple[Step | None, Answer]:
        draw = self.ports.entropy.draw
        seats = len(self.record.seats)
        dealer = self.record.dealer % seats
        try:
            game = Game(self.id, compile_rules(self.ruleset, seats), seats, self.ports.store)
        except RulesRefused as refused:
            return None, Refused(Denial.RULES_REFUSED, codes=refused.codes)
        self.game, lobby = game, self.record
        self.record = replace(self.record, dealer=dealer)
        self.vacancy.touch()
        cpus = frozenset(seat.seat for seat in self.record.seats if seat.cpu)
        begin = game.opening(draw(32), draw(32), draw(32), dealer, cpus)
        await self.meet_beginners()
        try:
            step = await self.apply(begin, at=press.at, press=press, status=TableStatus.PLAYING)
        except Unwritten:
            self.game, self.record = None, lobby
            raise
        return step, Accepted(Done.STARTED)

    async def stop(self, press: Press, moderator: bool, show: Show) -> None:
        """End the table whatever state it is in (host, or somebody who may manage messages; a broken one, any seat)."""
        async with self.lock:
            if not moderator:
                await self.act_as_host(press)
            lobby = self.status is TableStatus.LOBBY
            seated = self.seat_of(press.user_id) is not None
            allowed = moderator or press.user_id == self.record.host_id or (self.faulty and seated)
            answer: Answer = Accepted(Done.STOPPED)
            if not allowed:
                answer = Refused(Denial.CANNOT_STOP)
            elif not self.live:
                answer = Refused(Denial.TABLE_GONE)
            else:
                await self.set_status(TableStatus.CLOSED)
                self.publisher.silence()
        await self.answer(show, answer)
        if answer == Accepted(Done.STOPPED):
            self.publisher.stopped(lobby=lobby)
            if lobby:
                self.dismiss_all()
            self.end()

    async def repost(self, press: Press, show: Show) -> None:
        """Somebody at the table asks for it at the bottom of the channel; also wakes a table that had to pause.

        Raises `StoreFailed` where its new place could not be remembered.
        """
        if self.status is TableStatus.PLAYING and not self.faulty and self.seat_of(press.user_id) is not None:

            async def decision(_seat: int) -> Answer:
                return await self._repost(press)

            await self.press_seated(press, show, decision)
            return
        await self.answer(show, await self._repost(press))
        if self.publisher.paused and self.live and not self.faulty:
            self.publisher.present()

    async def _repost(self, press: Press) -> Answer:
        now = self.ports.clock.now()
        self.host_pressed(press)
        if not self.live:
            return Refused(Denial.TABLE_GONE)
        if self.seat_of(press.user_id) is None:
            return Refused(Denial.NOT_AT_TABLE)
        if self.reposted_at is not None and now < self.reposted_at + REPOST_PAUSE:
            return Refused(Denial.JUST_SHOWN)
        await self.publisher.require_memory(standing_slot(self.view())[0])
        self.reposted_at = now
        return Accepted(Done.SHOWN)

    async def close_lobby(self) -> None:
        """Nobody touched the lobby for too long."""
        async with self.lock:
            if self.status is not TableStatus.LOBBY:
                return
            if self.ports.clock.now() < self.record.touched_at + self.ports.lobby_life:
                # Somebody touched it while this timer was about to act.
                self.watch.lobby_touched()
                return
            await self.set_status(TableStatus.CLOSED)
        self.publisher.redraw_lobby()
        self.publisher.post_notice(Notice(NoticeKind.LOBBY_EXPIRED))
        self.dismiss_all()
        self.end()
