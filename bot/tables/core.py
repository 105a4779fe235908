"""The heart of a running table: one lock, one order of things.

Every press goes decide, append, evolve under the lock; then unlock, answer, publish. Nothing here talks to Discord: the
answer goes through the `show` that came with the press, the rest through the publisher. A table never holds its lock
while anything is being shown, and never shows what is not on disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence, Set
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.engine.actions import Action, IllegalAction, Reason, Return
from bot.engine.events import (
    Barred,
    Challenged,
    Claimed,
    Dealt,
    Declined,
    Event,
    Forced,
    GameEnded,
    Passed,
    Resigned,
    Returned,
    Revealed,
    Shown,
    TakenOver,
    TimedOut,
    WindowClosed,
)
from bot.engine.observe import Observation
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.stored import read_ruleset
from bot.engine.state import Phase, Standing
from bot.record.highlights import highlights
from bot.record.results import evenings
from bot.tables.answers import Accepted, Answer, Denial, Done, HandPlace, Press, Refused
from bot.tables.cpu_players import CpuPlayers
from bot.tables.drafts import stamp
from bot.tables.game import Game, Unwritten
from bot.tables.gathering import Gathering, Show
from bot.tables.ports import Clock, Entropy, Notice, NoticeKind, Presenter, TableStore
from bot.tables.publisher import Publisher, Step
from bot.tables.records import SeatRecord, TableRecord, TableStatus
from bot.tables.vacancy import Vacancy
from bot.tables.views import HandView, Person, TableView, Waiting
from bot.tables.waits import nudges_needed
from bot.tables.watch import Watch

log = logging.getLogger(__name__)

MOST_SEATS = 10
FEWEST_SEATS = 2


@dataclass(frozen=True, slots=True)
class Ports:
    """The outside world as a table needs it.

    `lobby_life` is how long an untouched lobby stands; `ended` is told, under the lock, that a table's game is over.
    `pace` is held by the one CPU of the process that thinks: many of them never keep the loop for long.
    """

    store: TableStore
    presenter: Presenter
    clock: Clock
    entropy: Entropy
    lobby_life: timedelta
    ended: Callable[[int], None] = lambda _table_id: None
    pace: asyncio.Lock = field(default_factory=asyncio.Lock)


class Denied(Exception):
    """A press refused before the game was asked."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.why)
        self.refused = refused


class TableCore:
    """What every press at a table goes through."""

    publisher: Publisher
    watch: Watch
    cpus: CpuPlayers
    vacancy: Vacancy

    def __init__(self, record: TableRecord, ports: Ports, gone: Callable[[TableCore], None]) -> None:
        self.id = record.id
        self.record = record
        self._read_rules()
        self.game: Game | None = None
        self.lock = asyncio.Lock()
        self.ports = ports
        self.faulty = False
        self.reopened = False
        self.repeated = False
        self.reposted_at: datetime | None = None
        # When the host was last heard of in the lobby, as far as this process knows.
        self.host_at = ports.clock.now()
        # After how many hours it was closed because nobody touched it.
        self.untouched_h = 0
        self._gone = gone
        self.gathering = Gathering()
        self.hand_locks: dict[int, asyncio.Lock] = {}
        # How those who left the lobby were reached: coming back opens nothing anew.
        self.reached: dict[int, SeatRecord] = {}
        # The users whom the host has kicked out of this game, and the seats that have nudged in the wait of now.
        self.kicked: frozenset[int] = frozenset()
        self.nudges: frozenset[int] = frozenset()

    def _read_rules(self) -> None:
        """A table may be older than this version of the bot; `dropped` are the rules it had and can't have any more."""
        stored = read_ruleset(self.record.ruleset)
        self.ruleset, self.dropped = stored.ruleset, stored.dropped
        if stored.dropped:
            log.warning("rules of another version left out", extra={"table": self.id, "rules": ", ".join(self.dropped)})

    @property
    def status(self) -> TableStatus:
        """Where the table stands."""
        return self.record.status

    @property
    def live(self) -> bool:
        """Whether the table still holds its channel."""
        return self.status in (TableStatus.LOBBY, TableStatus.PLAYING)

    @property
    def stopped(self) -> bool:
        """Whether nothing happens here by itself any more: it broke, or the process is about to end."""
        return self.faulty or self.watch.resting

    @property
    def over(self) -> bool:
        """Whether the game has ended, though the table may not have been put away yet."""
        return self.game is not None and self.game.state.phase is Phase.OVER

    # --- views ----------------------------------------------------------------------------------------------------

    def view(self) -> TableView:
        """The table as everybody may see it now."""
        record, game = self.record, self.game
        story = game.story if game is not None else None
        over = self.over
        anchors = [message.message_id for message in self.publisher.messages.values()]
        return TableView(
            id=self.id,
            guild_id=record.guild_id,
            guild_name=record.guild_name,
            channel_id=record.channel_id,
            channel_name=record.channel_name,
            locale=record.locale,
            status=record.status,
            host_id=record.host_id,
            people=tuple(Person(seat.user_id, seat.name, seat.level) for seat in record.seats),
            dealer=record.dealer,
            ruleset=self.ruleset,
            seen=self._seen(),
            settled=story.settled if story is not None else None,
            printed=self.watch.printed,
            reopened=self.reopened,
            repeated=self.repeated,
            burn_began=story.burn_began if story is not None else False,
            taken_over=story.taken_over if story is not None else None,
            anchor=max(anchors, default=0),
            tallies=evenings(game.chronicle.moves, game.seats) if game is not None and over else (),
            deal_text=story.deal_text if story is not None and over else "",
            won_with=story.won_with if story is not None else (),
            past=story.past if story is not None else (),
            highlights=highlights(game.chronicle.moves) if game is not None and over else None,
            closed_dms=frozenset(seat.user_id for seat in record.seats if seat.dm_closed and seat.user_id is not None),
            faulty=self.faulty,
            waiting=self._waiting(),
            kicked=frozenset(seat.seat for seat in record.seats if seat.user_id in self.kicked),
            untouched_h=self.untouched_h,
        )

    def _waiting(self) -> Waiting | None:
        wait = self.watch.nudgeable
        if wait is None or self.game is None:
            return None
        needed = nudges_needed(self.game.state, wait.seat)
        return Waiting(wait.seat, wait.number, wait.since, needed, self.nudging)

    @property
    def nudging(self) -> frozenset[int]:
        """The seats whose nudge counts: of those that have nudged, whoever is still there."""
        assert self.game is not None
        return frozenset(seat for seat in self.nudges if self.game.state.seats[seat].present)

    def _seen(self) -> Observation | None:
        if self.game is None or not self.game.dealt:
            return None
        try:
            return self.game.see(None)
        except Exception:
            if not self.faulty:
                raise
            # What broke the game may break looking at it; the channel must hear of it all the same.
            return None

    def hand(self, user_id: int, note: str = "") -> HandView | None:
        """A user's own hand as it stands now; `None` for somebody without one."""
        seat = self.seat_of(user_id)
        if seat is None or self.game is None or not self.game.dealt:
            return None
        return self.hand_of(seat, note)

    def hand_of(self, seat: int, note: str = "") -> HandView:
        """A seat's hand. Without a note of its own it tells, once, why a plan of the seat was cancelled."""
        game = self.game
        assert game is not None
        seen = game.see(seat)
        draft = game.draft(seat, seen)
        return HandView(
            table=self.view(),
            seat=seat,
            seen=seen,
            picks=draft.picks,
            armed=game.drafts.armed.get(seat),
            stamp=stamp(game.state.salt, seen, draft.picks, draft.rank, draft.said),
            note=note or game.notes.pop(seat, ""),
            turn_stamp=stamp(game.state.salt, seen),
            rank=draft.rank,
            said=draft.said,
            sayable=draft.sayable,
            leaving=seat in game.leaving,
        )

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a user."""
        return next((seat.seat for seat in self.record.seats if seat.user_id == user_id), None)

    def user_of(self, seat: int) -> int | None:
        """Who sits there; `None` for a CPU."""
        return self.record.seats[seat].user_id

    def has_left(self, user_id: int) -> bool:
        """Whether somebody sat down here and has given up the game."""
        seat, game = self.seat_of(user_id), self.game
        if seat is None or game is None or not game.dealt:
            return False
        return game.state.seats[seat].standing is Standing.RESIGNED

    def does_without(self, user_id: int) -> bool:
        """Whether the game goes on to its end without somebody who has a seat in it.

        They have given it up, were kicked, or a CPU keeps their seat where leaving can do no more than that (R-o).
        """
        seat, game = self.seat_of(user_id), self.game
        if self.has_left(user_id) or user_id in self.kicked:
            return True
        return (
            seat is not None
            and game is not None
            and game.dealt
            and game.rules.leave.cpu_keeps
            and game.state.seats[seat].held
        )

    def place_of(self, seat: int) -> HandPlace | None:
        """Where the seat's hand message stands."""
        record = self.record.seats[seat]
        if record.dm_closed or record.dm_channel_id is None or record.hand_message_id is None:
            return None
        return HandPlace(record.dm_channel_id, record.hand_message_id)

    # --- the one way through --------------------------------------------------------------------------------------

    async def apply(
        self, *actions: Action, at: datetime, press: Press | None = None, status: TableStatus | None = None
    ) -> Step:
        """Under the lock: decide, append, evolve; gives what is to be published after unlocking.

        A fault of ours stops this table only. Raises `IllegalAction` when the game refuses, `Unwritten` when the store
        fails; neither changes anything.
        """
        assert self.game is not None
        now = self.ports.clock.now()
        try:
            events = await self.game.apply(actions, at=at, now=now, status=status)
        except (IllegalAction, Unwritten):
            raise
        except Exception:
            kinds = ", ".join(type(action).__name__ for action in actions)
            log.exception("table stopped", extra={"table": self.id, "seq": self.game.seq, "action": kinds})
            self.stop_by_fault()
            raise
        if status is not None:
            self.record = replace(self.record, status=status)
        return await self._changed(events, press)

    def stop_by_fault(self) -> None:
        """Something of ours broke: this table plays no more, its journal stays, and its channel hears of it."""
        self.faulty = True
        self.watch.cancel()
        self.publisher.post_notice(Notice(NoticeKind.FAULT))
        self.publisher.broke(lobby=self.status is TableStatus.LOBBY)

    async def _changed(self, events: tuple[Event, ...], press: Press | None) -> Step:
        if any(isinstance(event, Claimed | Forced | Dealt) for event in events):
            self.reopened = self.repeated = False
        self.watch.follow(events)
        left = {event.seat for event in events if isinstance(event, TakenOver)}
        missed, host = any(isinstance(event, TimedOut) for event in events), self.record.host_id
        await self.pass_on_host(left=frozenset() if missed else left)
        heir = None if self.record.host_id == host else self.seat_of(self.record.host_id)
        step = Step(events, self.view(), press, heir)
        self.publisher.line_up(step)
        if any(isinstance(event, GameEnded) for event in events):
            self.ports.ended(self.id)
        return step

    async def pass_on_host(self, *, left: Set[int] = frozenset()) -> None:
        """The host's powers go to the next human seat when the host leaves: resigned, or in teams `left` to a CPU."""
        if self.game is None or not self.game.dealt:
            return
        seats = self.game.state.seats
        host = self.seat_of(self.record.host_id)
        if host is None or (seats[host].standing is not Standing.RESIGNED and host not in left):
            return
        heir = self._heir(host)
        if heir is None:
            return
        try:
            await self.save(self.record.seats, heir)
        except Exception:
            # The change itself is written down and must go on; the next one, or a restart, tries this again.
            log.exception("a new host was not stored", extra={"table": self.id})

    def _heir(self, host: int) -> int | None:
        """Who is host after the seat of the one before: the next human who stays in the game, if there is one."""
        assert self.game is not None
        seats = self.game.state.seats
        staying = [
            seat
            for seat in ((host + step) % len(seats) for step in range(1, len(seats)))
            if seats[seat].standing is not Standing.RESIGNED
            and not seats[seat].cpu
            and not self.record.seats[seat].forgotten
            and self.record.seats[seat].user_id not in self.kicked
            and seat not in self.game.leaving
        ]
        # Somebody who plays before somebody whom a CPU stands in for.
        heir = min(staying, key=lambda seat: seats[seat].held, default=None)
        # In teams whoever left may come back, so that nothing is gained by one who left before them.
        if heir is None or (seats[heir].held and seats[host].standing is not Standing.RESIGNED):
            return None
        return self.record.seats[heir].user_id

    async def save(self, seats: Sequence[SeatRecord], host_id: int | None = None) -> None:
        now = self.ports.clock.now()
        host = self.record.host_id if host_id is None else host_id
        await self.ports.store.save_seats(self.id, seats, host, now)
        if host != self.record.host_id:
            self.host_at = now
        self.record = replace(self.record, seats=tuple(seats), host_id=host, touched_at=now)

    async def renamed(self, user_id: int, name: str) -> None:
        """Somebody goes by another name in this server now."""
        async with self.lock:
            seat = self.seat_of(user_id)
            if seat is None or not self.live or self.record.seats[seat].name == name:
                return
            seats = list(self.record.seats)
            seats[seat] = replace(seats[seat], name=name)
            # No touch: a lobby that nobody joins or leaves still closes in time.
            await self.ports.store.save_seats(self.id, seats, self.record.host_id, self.record.touched_at)
            self.record = replace(self.record, seats=tuple(seats))

    async def forget_person(self, user_id: int, former: int, name: str) -> None:
        """Somebody whom this table does without was forgotten: nothing here may write their id or name down again."""
        async with self.lock:
            self.reached.pop(user_id, None)
            host, seat = self.record.host_id, self.seat_of(user_id)
            if host == user_id:
                playing = seat is not None and self.game is not None and self.game.dealt and not self.over
                host = (self._heir(seat) if seat is not None and playing else None) or former
            seats = tuple(
                SeatRecord(seat.seat, former, name, dm_closed=True) if seat.user_id == user_id else seat
                for seat in self.record.seats
            )
            if seats != self.record.seats or host != self.record.host_id:
                await self.ports.store.save_seats(self.id, seats, host, self.record.touched_at)
                self.record = replace(self.record, seats=seats, host_id=host)

    async def save_rules(self, ruleset: Ruleset) -> None:
        """The rules the cards will be dealt with, from now on."""
        now = self.ports.clock.now()
        await self.ports.store.save_ruleset(self.id, text := ruleset.model_dump_json(), now)
        self.record = replace(self.record, ruleset=text, touched_at=now)
        self._read_rules()

    @asynccontextmanager
    async def _seated(self, press: Press, *, returns: bool) -> AsyncIterator[tuple[int, Step | None]]:
        """The lock, with the presser's seat; any press of theirs takes their seat back from a CPU (R46).

        Not that of somebody who gives it up, who would only be told to be back; nor that of somebody kicked.
        """
        async with self.lock:
            if not self.live:
                raise Denied(Refused(Denial.TABLE_GONE))
            if self.faulty:
                raise Denied(Refused(Denial.TABLE_FAULT))
            seat = self.seat_of(press.user_id)
            if seat is None:
                raise Denied(Refused(Denial.NOT_AT_TABLE))
            if press.user_id in self.kicked:
                raise Denied(Refused(Reason.GAME_OVER if self.over else Denial.KICKED))
            self.vacancy.touch()
            if self.game is None or not self.game.dealt:
                raise Denied(Refused(Denial.NOT_STARTED))
            here = self.game.state.seats[seat]
            away = returns and here.held and here.standing is Standing.IN and not self.over
            returned = await self.apply(Return(seat), at=press.at, press=press) if away else None
            yield seat, returned

    async def press_seated(
        self, press: Press, show: Show, decision: Callable[[int], Awaitable[Answer | Step]], *, returns: bool = True
    ) -> None:
        """Run one press of a seated person: decide under the lock, then answer, then publish.

        Unless it is not one that `returns`, it takes the presser's seat back from a CPU.

        Raises `Unwritten` when the store fails: the press changed nothing, and whoever called tells the presser.
        """
        returned: Step | None = None
        result: Answer | Step
        try:
            async with self._seated(press, returns=returns) as (seat, returned):
                try:
                    result = await decision(seat)
                except IllegalAction as illegal:
                    result = self.refused(illegal.reason, seat)
                answer = Accepted(done(result, seat), seat) if isinstance(result, Step) else result
        except Denied as denied:
            answer = result = denied.refused
        except Exception:
            self.publisher.follow(returned)
            if not self.faulty:
                raise
            answer = result = Refused(Denial.TABLE_FAULT)
        await self.answer(show, answer)
        self.publisher.follow(returned)
        self.publisher.follow(result if isinstance(result, Step) else None)
        if self.publisher.paused and self.live and not self.faulty:
            self.publisher.present()

    def refused(self, reason: Reason, seat: int) -> Refused:
        """Why the game refuses, as said at a table: between rounds the round is over; who is out has no cards left."""
        state = self.game.state if self.game is not None else None
        if reason is Reason.GAME_OVER and state is not None and state.phase is Phase.BETWEEN:
            return Refused(Denial.ROUND_OVER)
        out = state is not None and state.seats[seat].standing is Standing.OUT
        return Refused(Denial.OUT_OF_CARDS if out and reason is Reason.NOT_IN_GAME else reason)

    async def answer(self, show: Show, answer: Answer) -> None:
        """Answer the press; a failed answer undoes nothing that was decided."""
        try:
            await show(answer)
        except Exception:
            log.warning("an answer was not delivered", exc_info=True, extra={"table": self.id})

    def open_game(self) -> Game:
        assert self.game is not None
        if self.game.state.phase is Phase.OVER:
            raise IllegalAction(Reason.GAME_OVER)
        return self.game

    async def set_status(self, status: TableStatus) -> None:
        now = self.ports.clock.now()
        await self.ports.store.set_status(self.id, status, now)
        self.record = replace(self.record, status=status, touched_at=now)

    def end(self) -> None:
        self.watch.cancel()
        self.vacancy.cancel()
        self._gone(self)


_DONE: dict[type[Event], Done] = {
    Claimed: Done.PLAYED,
    Passed: Done.PASSED,
    Declined: Done.DECLINED,
    Resigned: Done.RESIGNED,
    TakenOver: Done.HANDED_OVER,
    Returned: Done.RETURNED,
    Forced: Done.FORCED,
    Shown: Done.ANSWERED,
}


def done(step: Step, seat: int) -> Done:
    """What the press of this seat brought about, by the first event of its own that tells.

    A play that closes a window may find that the turn is no longer its seat's: then there is none.
    """
    for event in step.events:
        if isinstance(event, Dealt):
            return Done.NEXT_ROUND
        if isinstance(event, TimedOut | TakenOver | Barred) and event.seat != seat:
            # Nobody but by a nudge ends another's turn, and nobody but the host hands another's seat to a CPU.
            return Done.NUDGED if isinstance(event, TimedOut) else Done.KICKED
        if getattr(event, "seat", None) != seat:
            continue
        if isinstance(event, Challenged):
            turned_up = next(event for event in step.events if isinstance(event, Revealed))
            return Done.CHALLENGE_LOST if turned_up.truthful else Done.CHALLENGE_WON
        if type(event) in _DONE:
            return _DONE[type(event)]
    closed = any(isinstance(event, WindowClosed | Revealed) for event in step.events)
    return Done.OVERTAKEN if closed else Done.RETURNED
