"""A running table, whole: every press it takes, and how it goes on after a restart.

The presses live in `lobby`, `hands`, `claims` and `rounds`; `core` is the one way they all go.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine.rules.compiled import compile_dealt
from bot.engine.state import Phase
from bot.tables.absences import AbsencePresses
from bot.tables.answers import Press
from bot.tables.away import SLOT, STOPS
from bot.tables.budget import Budget
from bot.tables.claims import ClaimPresses
from bot.tables.core import TableCore
from bot.tables.cpu_players import CpuPlayers
from bot.tables.deadlines import BETWEEN_ROUNDS
from bot.tables.facts import Ports
from bot.tables.game import Game
from bot.tables.hands import HandPresses
from bot.tables.letters import Letters
from bot.tables.lobby import LobbyPresses
from bot.tables.ports import Notice, NoticeKind
from bot.tables.practice import Practice
from bot.tables.publisher import Publisher
from bot.tables.records import Recollection, TableRecord, TableStatus
from bot.tables.rounds import RoundPresses
from bot.tables.vacancy import Vacancy
from bot.tables.watch import Watch, whole_second

log = logging.getLogger(__name__)

#: With nothing heard of a game for longer, people may not know where it stands.
LONG_AWAY = timedelta(minutes=5)
#: So much of a clock may be gone after a restart without its starting anew.
A_MOMENT = timedelta(seconds=1)


class Table(LobbyPresses, HandPresses, ClaimPresses, RoundPresses, AbsencePresses, Practice, Letters):
    """One table from its lobby to its end.

    `gone` is called once, when it no longer holds its channel. `life` is how long it stands when nobody touches it.
    """

    def __init__(self, record: TableRecord, ports: Ports, gone: Callable[[TableCore], None], life: timedelta) -> None:
        super().__init__(record, ports, gone)
        self.publisher = Publisher(self, ports.store, ports.presenter, ports.clock)
        self.watch = Watch(self)
        self.cpus = CpuPlayers(self)
        self.vacancy = Vacancy(ports.clock, life, self.watch.spawn, self.close_untouched)
        self.vacancy.begin()
        # Whether the channel reads already that the bot was away.
        self.told_back = False
        # Whether its open claim says so, shown again after the bot was away for long.
        self.claim_again = False

    async def recall(self, kept: Recollection) -> None:
        """Take game and messages up as they are stored; shows nothing yet."""
        self.recalled = True
        self.publisher.recall(kept.messages, kept.tokens)
        if self.status is TableStatus.PLAYING:
            seats = len(self.record.seats)
            self.game = Game(self.id, compile_dealt(self.ruleset, seats), seats, self.ports.store)
            self.game.take_up(kept.journal, kept.armed)
            if self.game.dealt:
                self.beginners = frozenset(user for user, table in kept.first_hands.items() if table == self.id)
                self.record = replace(self.record, dealer=self.game.state.dealer)
        await self.recall_absences(kept.kicked)

    async def resume(self, *, a_copy: bool = False) -> None:
        """Go on where the journal stands: clocks that ran while nobody could play start anew (and say so).

        With `a_copy` the store is an older copy of itself: what the channel and the hands show may be of later.
        """
        played = self.game.played_at if self.game is not None else None
        self.vacancy.begin(max(self.record.touched_at, played or self.record.touched_at))
        if self.game is None:
            self.watch.lobby_touched()
            if a_copy:
                self.publisher.redraw_lobby()
            return
        await self.game.drop_settled_plans()
        await self.pass_on_host()
        await self.mind_the_kicked()
        state, now = self.game.state, self.ports.clock.now()
        long_away = a_copy or self._was_long_away(now)
        self.publisher.mentioned = self.game.see(None).next.seat
        shown = self.publisher.messages.get("claim")
        posted = shown if shown is not None and shown.seq == state.turns else None
        if state.phase is Phase.WINDOW and (posted is not None or state.until is not None):
            await self._resume_window(now if posted is None else posted.sent_at, now)
        elif state.until is not None and _spent(state.until, now, self._whole_time()):
            await self._resume_clock(now, self.game.seq, long_away=long_away)
        if long_away and state.phase in (Phase.PLAY, Phase.FORCE) and not self.told_back:
            self._tell_back(Notice(NoticeKind.STANDING))
        self.claim_again = long_away and state.phase is Phase.WINDOW and posted is not None
        self.watch.follow(())
        self.seen_again()
        self.publisher.present(long_away=long_away)

    def _was_long_away(self, now: datetime) -> bool:
        """Whether people may have lost sight of the game: nothing has happened in it for long, as far as is stored.

        So it is, too, where an older copy of the store has taken the place of a newer one. Where the bot has told that
        it stops, it was away since then.
        """
        assert self.game is not None
        last = self.game.played_at or self.record.touched_at
        said = self.publisher.messages.get(SLOT)
        if said is not None and said.seq == STOPS:
            last = max(last, said.sent_at)
        return now - last > LONG_AWAY

    def _tell_back(self, notice: Notice) -> None:
        """Say that the bot was away, where somebody is to act; a CPU that does so at once says all by that."""
        assert self.game is not None
        seat = self.game.see(None).next.seat
        if self.game.state.seats[seat].attended:
            self.publisher.tell_back(replace(notice, seat=seat, mention=seat))
            self.told_back = True

    async def stood_still(self, seq: int) -> None:
        """A clock set at `seq` ran while nobody could act: it starts anew and says so."""
        await self.judge()
        game = self.game
        if game is None or game.seq != seq or not self.live or self.faulty or self.watch.resting:
            return
        now = self.ports.clock.now()
        log.warning("a clock starts anew: nobody could act for a while", extra={"table": self.id})
        timed = game.state.phase is Phase.WINDOW and not self.watch.untimed
        if not await (self._reopen_window(now, seq) if timed else self._resume_clock(now, seq)):
            # A press came first, and what it began has its own clock.
            return
        self.watch.started_anew()
        self.seen_again()
        if self.reopened:
            self.publisher.tell_of_more_time()

    async def catch_up(self, press: Press) -> None:
        """Do what is overdue, because it could not be stored or not all are heard, before somebody reads "too late"."""
        game, waits = self.game, self.unstored or self.watch.out_of_touch
        if not waits or game is None or not self.live or self.faulty or self.seat_of(press.user_id) is None:
            return
        if game.state.phase is not Phase.WINDOW or self.watch.untimed:
            # Nothing else is refused for being late.
            return
        if game.state.until is None or self.ports.clock.now() <= game.state.until:
            return
        if self.watch.may_start_anew():
            await self.stood_still(game.seq)
        else:
            await self.close_window(game.seq)

    async def back_in_touch(self) -> None:
        """People can be heard again: a clock that ran out meanwhile, or all but did, starts anew and says so."""
        game, now = self.game, self.ports.clock.now()
        if game is None or game.state.until is None:
            return
        if _spent(game.state.until, now, self._whole_time()) and self.watch.may_start_anew():
            await self.stood_still(game.seq)
        else:
            self.watch.arm()

    async def _reopen_window(self, now: datetime, seq: int) -> bool:
        printed = whole_second(now + self.watch.window())
        anew = await self.watch.start_clock(printed, seq=seq)
        if anew:
            self.watch.printed, self.reopened = printed, True
        return anew

    def _whole_time(self) -> timedelta:
        """How long the clock runs when it starts that the game waits for now."""
        assert self.game is not None
        state, timer = self.game.state, self.ruleset.turn_timer
        if state.phase is Phase.WINDOW and not self.watch.untimed:
            return self.watch.window()
        if state.phase is Phase.BETWEEN:
            return BETWEEN_ROUNDS
        a_turn = state.phase is not Phase.FORCE and state.seats[self.game.see(None).next.seat].attended
        return timedelta(seconds=timer) if a_turn and timer is not None else self.watch.window()

    async def _resume_clock(self, now: datetime, seq: int, *, long_away: bool = False) -> bool:
        """A clock other than a timed window's, set at `seq`, starts anew, if the game stands there still."""
        assert self.game is not None
        state, timer, whole = self.game.state, self.ruleset.turn_timer, self._whole_time()
        everybody_waits = state.phase in (Phase.FORCE, Phase.BETWEEN)
        if timer is None and not everybody_waits:
            return False
        until = now + whole
        # Nobody has read of this time before the reminder at half of it, unless the bot was away before in this turn.
        read = (state.until is not None and state.until - now < whole / 2) or self.publisher.last_said
        if not await self.watch.start_clock(until, seq=seq):
            return False
        if everybody_waits:
            self.reopened = True
        elif timer is not None and (read or long_away):
            kind = NoticeKind.STANDING if long_away else NoticeKind.RESUMED
            self._tell_back(Notice(kind, seconds=timer, until=whole_second(until)))
        return True

    async def _resume_window(self, sent_at: datetime, now: datetime) -> None:
        assert self.game is not None
        until = self.game.state.until
        if self.watch.untimed:
            time = self.watch.time_of_claim()
            if until is None and time is not None:
                until = sent_at + time
                if until > now:
                    await self.watch.start_clock(until)
            if until is not None and _spent(until, now, self._whole_time()):
                await self._resume_clock(now, self.game.seq)
            return
        if until is None:
            # The claim arrived but its clock was never written down.
            until = whole_second(sent_at + self.watch.window())
            if until > now:
                await self.watch.start_clock(until)
        self.watch.printed = until
        if _spent(until, now, self.watch.window()):
            await self._reopen_window(now, self.game.seq)

    def seen_again(self) -> None:
        """People can see the table again, after a restart or a pause: nobody was waited for meanwhile."""
        self.watch.wait_anew()

    async def rest(self, budget: Budget) -> None:
        """Come to rest for a shutdown: calls are judged, nothing is under the lock, what was queued had its moment."""
        self.vacancy.cancel()
        async with self.lock:
            judged = await self._judge()
            self.watch.rest()
        with suppress(TimeoutError):
            # An answer that Discord does not take must not keep the others from being stored.
            async with asyncio.timeout(budget.left):
                await self._tell(judged)
        self.publisher.hurry()
        await self.publisher.outbox.close(budget.left)


def _spent(until: datetime, now: datetime, whole: timedelta) -> bool:
    """Whether some of a clock's whole time is gone when people can act again, so that it starts anew.

    When the process ended is not written down, so how long nobody could act is not known either: whatever is gone may
    have been lost. Less than a moment's loss is not worth a new deadline.
    """
    return until - now < whole - A_MOMENT
