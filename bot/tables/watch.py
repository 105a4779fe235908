"""A table's clock: arms one timer for whatever is due next, acts when it comes, and judges what came too late.

Every timer is bound to the journal's sequence: one armed for an earlier turn finds the number changed and does nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, assert_never

from bot.engine.actions import Action, IllegalAction, StartClock, TimeOut
from bot.engine.events import Claimed, ClockStarted, Event, TurnCame
from bot.engine.state import Phase
from bot.tables.answers import Denial, Posted, Press, Refused
from bot.tables.deadlines import LEAST_WINDOW, RUNS_OUT, Due, DueKind, nearest
from bot.tables.dispatch import A_COPY
from bot.tables.gathering import Call
from bot.tables.ports import Notice, NoticeKind, StoreFailed, Timer
from bot.tables.records import TableStatus
from bot.tables.waits import NUDGE_AFTER, Wait, nudges_needed

if TYPE_CHECKING:
    from bot.tables.publisher import Step
    from bot.tables.table import Table

log = logging.getLogger(__name__)

# When a timer's work failed (a full disk, say) it is tried again after this.
AGAIN = timedelta(seconds=5)
# A timer that comes so much too late was held up: the process stood still, or nothing could be stored for a while.
STOOD_STILL = timedelta(seconds=1)
# So often the clock of one turn or claim starts anew while the process runs.
MOST_ANEW = 3
# Presses that were under way for longer can't be answered any more.
A_LOSS = timedelta(seconds=3)
# Whoever presses so much later was not beaten to it: the claim was settled long ago.
A_RACE = timedelta(seconds=10)


def whole_second(when: datetime) -> datetime:
    """Rounded up to a second, as a printed timestamp must be."""
    return datetime.fromtimestamp(math.ceil(when.timestamp()), UTC)


class Watch:
    """Deadlines of one table.

    `printed` is the deadline the open claim's message shows, `resting` whether the process is about to end.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._timer: Timer | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._reminded = False
        self._until: tuple[int, datetime] | None = None
        self._winner: Call | None = None
        self.resting = False
        self._lost_at: datetime | None = None
        # How often a clock of this turn's has started anew in this process.
        self._anew: dict[tuple[int, Phase] | None, int] = {}
        self._drawn_at: datetime | None = None
        self._offered: int | None = None
        self._fair_from: datetime | None = None
        self.printed: datetime | None = None

    # --- timers ---------------------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """No more timers for this table."""
        self._table.cpus.cancel()
        self._cancel_timer()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def later(self, delay: timedelta, act: Callable[[], Awaitable[None]]) -> None:
        """Act after a delay, whatever else happens."""
        clock = self._table.ports.clock
        clock.call_at(clock.now() + delay, lambda: self.spawn(act))

    def spawn(self, act: Callable[[], Awaitable[None]]) -> None:
        """Act now, in a task of its own; what breaks in it is logged, and the table's clock set anew."""
        task = asyncio.create_task(self._run(act), name=f"table {self._table.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
            return
        except StoreFailed as error:
            # Nothing can be stored for any table then, every few seconds: a line each is enough.
            log.warning("a table's timer failed: %s", error, extra={"table": self._table.id})
        except Exception:
            log.exception("a table's timer failed", extra={"table": self._table.id})
        if self._table.live and not self._table.faulty and not self.resting:
            self.later(AGAIN, self._wake)

    async def _wake(self) -> None:
        async with self._table.lock:
            if self._table.status is TableStatus.LOBBY:
                self.lobby_touched()
            else:
                self.arm()

    def rest(self) -> None:
        """No more timers, and none that have come act any more: the process is about to end."""
        self.resting = True
        self.cancel()

    def lose_touch(self) -> None:
        """What people press does not reach the bot for now: no time runs out until it does."""
        self._lost_at = self._lost_at or self._table.ports.clock.now()

    @property
    def out_of_touch(self) -> bool:
        """Whether what some people press does not reach the bot for now."""
        return self._lost_at is not None

    def regain_touch(self) -> None:
        """Presses arrive again; after a long loss the clock starts anew as after a restart."""
        lost_at, self._lost_at = self._lost_at, None
        if lost_at is None or self._table.status is not TableStatus.PLAYING or self.resting:
            return
        if self._table.ports.clock.now() - lost_at > A_LOSS:
            self.spawn(self._table.back_in_touch)
        else:
            self.arm()

    def may_start_anew(self) -> bool:
        """Whether the clock of what the game waits for may start anew once more: every game has to come to its end."""
        return self._anew.get(self._waits_for(), 0) < MOST_ANEW

    def started_anew(self) -> None:
        """It has."""
        waits_for = self._waits_for()
        self._anew = {waits_for: self._anew.get(waits_for, 0) + 1}

    def _waits_for(self) -> tuple[int, Phase] | None:
        game = self._table.game
        return None if game is None else (game.state.turns, game.state.phase)

    def lobby_touched(self) -> None:
        """The lobby's life starts anew."""
        self.cancel()
        clock, record = self._table.ports.clock, self._table.record
        expires = record.touched_at + self._table.ports.lobby_life
        self._timer = clock.call_at(expires, lambda: self.spawn(self._table.close_lobby))

    def follow(self, events: Sequence[Event]) -> None:
        """Arm the timer for what is due after these events."""
        game = self._table.game
        assert game is not None
        state = game.state
        if any(isinstance(event, TurnCame | Claimed | ClockStarted) for event in events):
            self._reminded = False
        if any(isinstance(event, Claimed) for event in events):
            self.printed = None
        if state.phase is Phase.WINDOW and state.until is not None and not self.untimed:
            self._until = (state.turns, state.until)
        if state.phase is Phase.FORCE:
            self.printed = None if state.until is None else whole_second(state.until)
        self.arm()

    def arm(self) -> None:
        """Arm the one timer for the nearest thing due, and let the CPUs plan what they have to decide."""
        self._cancel_timer()
        self._table.cpus.plan()
        game, clock = self._table.game, self._table.ports.clock
        if game is None or self._table.status is not TableStatus.PLAYING or self._table.stopped:
            return
        due = nearest(game.state, game.rules, clock.now(), reminded=self._reminded)
        due = due or self._patience()
        if due is None:
            return
        seq = game.seq
        self._timer = clock.call_at(due.when, lambda: self.spawn(lambda: self._come(due, seq)))

    async def _come(self, due: Due, seq: int) -> None:
        if self.out_of_touch and (due.kind in RUNS_OUT or due.kind is DueKind.REMIND):
            # It waits until people can be heard again.
            return
        held_up = due.kind in RUNS_OUT and self._table.ports.clock.now() - due.when > STOOD_STILL
        if held_up and self.may_start_anew():
            await self._table.stood_still(seq)
            return
        match due.kind:
            case DueKind.REMIND:
                await self._remind(due, seq)
            case DueKind.CLOSE_WINDOW:
                await self._table.close_window(seq)
            case DueKind.TIME_OUT:
                await self._table.close_window(seq, TimeOut(due.seat, self._table.ports.entropy.draw(32)))
            case DueKind.OFFER_NUDGE:
                await self._offer_nudge(seq)
            case DueKind.NEXT_ROUND:
                await self._act(self._table.new_round(), seq)
            case _:
                assert_never(due.kind)

    async def _act(self, action: Action, seq: int) -> None:
        async with self._table.lock:
            step = await self.timed(action, seq)
        self._table.publisher.follow(step)

    async def timed(self, action: Action, seq: int) -> Step | None:
        """Under the lock: do what a timer armed at `seq` came for, unless the game has moved on since."""
        table, game = self._table, self._table.game
        if game is None or game.seq != seq or not table.live or table.faulty or self.resting:
            return None
        try:
            return await table.apply(action, at=table.ports.clock.now())
        except IllegalAction as illegal:
            # Discord's time was learned anew meanwhile, and it is not yet as late as it seemed.
            log.warning("a timer was refused: %s", illegal.reason, extra={"table": table.id})
            self.arm()
            return None

    async def _remind(self, due: Due, seq: int) -> None:
        table = self._table
        async with table.lock:
            game = table.game
            if game is None or game.seq != seq or game.state.until is None or not table.live or table.faulty:
                return
            self._reminded = True
            until = whole_second(game.state.until)
            left = round((game.state.until - table.ports.clock.now()).total_seconds())
            self.arm()
        table.publisher.post_notice(Notice(NoticeKind.REMINDER, due.seat, due.seat, max(1, left), until=until))

    # --- waiting without a clock ----------------------------------------------------------------------------------

    @property
    def nudgeable(self) -> Wait | None:
        """The wait in which people have been offered to nudge, while it lasts."""
        game = self._table.game
        wait = game.wait if game is not None else None
        return wait if wait is not None and wait.number == self._offered else None

    def _patience(self) -> Due | None:
        """When a seat that no clock runs for has kept the table waiting for too long, as far as it could know."""
        game = self._table.game
        wait = game.wait if game is not None else None
        if wait is None or wait.number == self._offered or self._table.publisher.paused:
            return None
        if game is None or not nudges_needed(game.state, wait.seat):
            # Nobody else is there who could press it.
            return None
        since = max(wait.since, self._fair_from or wait.since)
        if self.untimed:
            if self.shown_at is None:
                return None
            since = max(since, self.shown_at)
        return Due(DueKind.OFFER_NUDGE, since + NUDGE_AFTER, wait.seat)

    async def _offer_nudge(self, seq: int) -> None:
        table = self._table
        async with table.lock:
            game = table.game
            if game is None or game.seq != seq or game.wait is None or not table.live or table.faulty or self.resting:
                return
            if table.publisher.paused:
                # Nobody could read it; the wait begins anew when they can.
                return
            self._offered, table.nudges = game.wait.number, frozenset()
            table.publisher.post_waiting(game.wait.number)
            self.arm()

    def offered(self, number: int) -> None:
        """People were offered to nudge in the wait with this number, before a restart."""
        self._offered = number

    def wait_anew(self) -> None:
        """The table was out of sight for a while: whoever it waits for has their time from now on."""
        self._fair_from = self._table.ports.clock.now()
        shown = self._table.publisher.messages.get("waiting")
        if shown is None or shown.seq != self._offered:
            self._offered = None
        self.arm()

    # --- a claim's window -----------------------------------------------------------------------------------------

    def window(self) -> timedelta:
        """How long a claim may be called."""
        return timedelta(seconds=self._table.ruleset.window_s)

    @property
    def untimed(self) -> bool:
        """Whether a claim is open that can be called until the next play, whenever that comes (R29)."""
        game = self._table.game
        if game is None or game.state.phase is not Phase.WINDOW:
            return False
        return game.rules.window.play_closes(game.state)

    @property
    def shown_at(self) -> datetime | None:
        """When Discord had the open claim; `None` while it has not been seen."""
        game, message = self._table.game, self._table.publisher.messages.get("claim")
        shown = message is not None and game is not None and message.seq == game.state.turns
        return message.sent_at if message is not None and shown else None

    def time_of_claim(self) -> timedelta | None:
        """How long the game waits with the open claim: its window, or the turn of whoever may close it by a play."""
        game, timer = self._table.game, self._table.ruleset.turn_timer
        if game is None or not self.untimed or not game.state.seats[game.see(None).next.seat].attended:
            return self.window()
        return None if timer is None else timedelta(seconds=timer)

    def print_deadline(self) -> None:
        """Set the deadline a claim's message shows, from now on and rounded up to a second; none where none is."""
        now = self._drawn_at = self._table.ports.clock.now()
        self.printed = None if self.untimed else whole_second(now + self.window())

    async def claim_shown(self, number: int, posted: Posted) -> None:
        """Discord has the claim: its window runs from the message's own time, never shorter than printed."""
        time = self.time_of_claim()
        if time is None:
            self.arm()
            return
        # Sent again after a restart, the message may be an old one that was not known to have arrived.
        until = max(posted.sent_at, self._drawn_at or posted.sent_at) + time
        if self.printed is not None:
            until = max(until, self.printed)
        await self.start_clock(until, number)

    def shows_old_deadline(self, number: int, posted: Posted) -> bool:
        """Whether Discord had this open claim already: what stands there was drawn in an earlier attempt to send it."""
        game = self._table.game
        if game is None or game.state.phase is not Phase.WINDOW or game.state.turns != number:
            return False
        drawn_at = self._drawn_at if self.printed is not None else None
        return drawn_at is not None and drawn_at - posted.sent_at > A_COPY

    async def start_clock(self, until: datetime, number: int | None = None, *, seq: int | None = None) -> bool:
        """Let the game wait until then, if it still waits for this claim, or stands where it stood at `seq`."""
        table = self._table
        async with table.lock:
            game = table.game
            if game is None or game.state.phase is Phase.OVER or not table.live or table.faulty:
                return False
            if seq is not None and game.seq != seq:
                return False
            # A claim that had to be posted again has its window from its last message; never a shorter one.
            shorter = game.state.until is not None and game.state.until >= until
            stale = game.state.phase is not Phase.WINDOW or game.state.turns != number or shorter
            if number is not None and stale:
                return False
            step = await table.apply(StartClock(until), at=table.ports.clock.now())
        table.publisher.follow(step)
        return True

    # --- races ----------------------------------------------------------------------------------------------------

    def raced(self, winner: Call) -> None:
        """This press won the race for its claim."""
        self._winner = winner

    def lost_to(self, winner: Call, why: Denial, seconds: float = 0.0) -> Refused:
        """Somebody else's press counts; named as in the server, which a press in direct messages does not know."""
        seat = self._table.record.seats[winner.seat]
        return Refused(why, seconds=seconds, name=seat.name, cpu=seat.cpu)

    def beaten(self, at: datetime, by: Call) -> Refused:
        """Somebody else's press came first."""
        return self.lost_to(by, Denial.BEATEN, max(0.0, (at - by.at).total_seconds()))

    def too_soon(self, press: Press) -> Refused | None:
        """Why a play that would close the open window came before anybody could call (R65), if it did."""
        shown, now = self.shown_at, press.at
        # An unseen claim will take at least its least time from now on.
        left = LEAST_WINDOW if shown is None else shown + LEAST_WINDOW - now
        return Refused(Denial.TOO_SOON, seconds=left.total_seconds()) if left > timedelta(0) else None

    def too_late(self, press: Press, number: int) -> Refused | None:
        """Why a press on the claim with this number came too late, or `None` when it did not."""
        game = self._table.game
        assert game is not None
        state, settled = game.state, game.story.settled
        if state.claim is not None and state.turns == number:
            if state.until is not None and press.at > state.until and not self.untimed:
                return Refused(Denial.TOO_LATE, seconds=(press.at - state.until).total_seconds())
            return None
        if settled is None or settled.number != number:
            return Refused(Denial.STALE_CLAIM)
        if settled.forcer is not None:
            return Refused(Denial.ALREADY_CALLED)
        if self._winner is not None and self._winner.number == number:
            if self._table.seat_of(press.user_id) == self._winner.seat:
                return Refused(Denial.ALREADY_CALLED if self._winner.move is None else Denial.STALE_CLAIM)
            if press.at - self._winner.at > A_RACE:
                return Refused(Denial.STALE_CLAIM)
            return self.beaten(press.at, self._winner)
        if self._until is not None and self._until[0] == number and press.at > self._until[1]:
            return Refused(Denial.TOO_LATE, seconds=(press.at - self._until[1]).total_seconds())
        return Refused(Denial.STALE_CLAIM)
