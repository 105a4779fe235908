"""A table as it stands: its record and rules, who sits where, and how everybody sees it now.

The ground that every press at a table stands on. It reads, and changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.engine.events import Claimed
from bot.engine.observe import Observation
from bot.engine.rules.stored import read_ruleset
from bot.engine.state import Phase, Standing
from bot.record.highlights import highlights
from bot.record.results import evenings
from bot.tables.answers import HandPlace
from bot.tables.cpu_players import CpuPlayers
from bot.tables.dispatch import BELOW
from bot.tables.drafts import stamp
from bot.tables.game import Game
from bot.tables.gathering import Gathering
from bot.tables.ports import Clock, Entropy, Presenter, TableStore
from bot.tables.publisher import Publisher
from bot.tables.records import SeatRecord, TableRecord, TableStatus
from bot.tables.vacancy import Vacancy
from bot.tables.views import HandView, Person, TableView, Waiting
from bot.tables.waits import nudges_needed
from bot.tables.watch import Watch

log = logging.getLogger(__name__)


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


class TableFacts:
    """What a table is and how it looks, from outside and from each seat."""

    publisher: Publisher
    watch: Watch
    cpus: CpuPlayers
    vacancy: Vacancy

    def __init__(self, record: TableRecord, ports: Ports) -> None:
        self.id = record.id
        self.record = record
        self._read_rules()
        self.game: Game | None = None
        self.lock = asyncio.Lock()
        self.ports = ports
        # The number under which the log tells what broke this table; empty while nothing has.
        self.fault = ""
        # Read back from the store: what it has shown is known from there alone.
        self.recalled = False
        self.reopened = False
        self.repeated = False
        self.reposted_at: datetime | None = None
        # When the host was last heard of in the lobby, as far as this process knows.
        self.host_at = ports.clock.now()
        # After how many hours it was closed because nobody touched it.
        self.untouched_h = 0
        self.gathering = Gathering()
        self.hand_locks: dict[int, asyncio.Lock] = {}
        # How those who left the lobby were reached: coming back opens nothing anew.
        self.reached: dict[int, SeatRecord] = {}
        # The users whom the host has kicked out of this game, and the seats that have nudged in the wait of now.
        self.kicked: frozenset[int] = frozenset()
        self.nudges: frozenset[int] = frozenset()
        # The users who play their very first game here, and are guided through its beginning.
        self.beginners: frozenset[int] = frozenset()

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
    def faulty(self) -> bool:
        """Whether something of ours broke here, so that nothing is played any more."""
        return bool(self.fault)

    @property
    def stopped(self) -> bool:
        """Whether nothing happens here by itself any more: it broke, or the process is about to end."""
        return self.faulty or self.watch.resting

    @property
    def over(self) -> bool:
        """Whether the game has ended, though the table may not have been put away yet."""
        return self.game is not None and self.game.state.phase is Phase.OVER

    def moved_since(self, at: datetime) -> bool:
        """Whether the lobby or the game is another one than at that time, so that a press of then means nothing now."""
        changed = self.record.touched_at if self.game is None else self.game.moved_at
        return changed is not None and changed > at

    # --- views ----------------------------------------------------------------------------------------------------

    def view(self) -> TableView:
        """The table as everybody may see it now."""
        record, game = self.record, self.game
        story = game.story if game is not None else None
        over = self.over
        anchors = [kept.message_id for slot, kept in self.publisher.messages.items() if slot != BELOW]
        return TableView(
            id=self.id,
            guild_id=record.guild_id,
            guild_name=record.guild_name,
            channel_id=record.channel_id,
            channel_name=record.channel_name,
            locale=record.locale,
            status=record.status,
            host_id=record.host_id,
            people=tuple(Person(seat.user_id, self._name_of(seat), seat.level) for seat in record.seats),
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
            fault=self.fault,
            waiting=self._waiting(),
            kicked=frozenset(seat.seat for seat in record.seats if seat.user_id in self.kicked),
            untouched_h=self.untouched_h,
            mute=self.publisher.paused,
        )

    def _name_of(self, seat: SeatRecord) -> str:
        """The name to show: the number of the seat, which is the same in every language, once a name was refused."""
        return f"#{seat.seat + 1}" if self.publisher.neutral else seat.name

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
            guided=self._guides(seat, seen),
            leaving=seat in game.leaving,
        )

    def _guides(self, seat: int, seen: Observation) -> bool:
        """Whether a seat is told what to do: somebody's first game, till the turn that comes after their first play."""
        game = self.game
        if game is None or self.user_of(seat) not in self.beginners:
            return False
        plays = sum(isinstance(event, Claimed) and event.seat == seat and not event.auto for event in game.past)
        return plays == 0 or (plays == 1 and not (seen.space.may_play or seen.space.may_pass))

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
