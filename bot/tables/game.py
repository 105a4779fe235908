"""The game at a table: state, journal and story kept in step, and what follows a change by itself.

Used by `Table` under its lock. A change is decided, appended in one transaction together with everything that follows
from it (a leave that waited, an armed play, the turn's clock), and only then believed.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.cpu.belief import Belief, blank, learn
from bot.engine.actions import Action, Begin, IllegalAction, NextRound, Play, Resign, StartClock
from bot.engine.cards import shuffle
from bot.engine.codec import decode, encode
from bot.engine.decide import decide
from bot.engine.events import Claimed, ClockStarted, Declined, Event, PileTaken
from bot.engine.evolve import advance, evolve
from bot.engine.observe import Observation, observe, redact
from bot.engine.rules.slots import Rules
from bot.engine.state import GameState, Phase
from bot.record.moves import Chronicle
from bot.tables.deadlines import BETWEEN_ROUNDS
from bot.tables.drafts import Draft, Drafts, dump_armed, load_armed
from bot.tables.ports import JournalConflict, StoreFailed, TableStore
from bot.tables.records import ArmedRecord, JournalEntry, TableStatus
from bot.tables.story import Story, tell, tell_on
from bot.tables.views import ArmedPlay, nameable
from bot.tables.waits import Wait, waited_for

log = logging.getLogger(__name__)

# The word for a seat whose armed play did not go down.
CANCELLED = "armed_cancelled"
# So many events a seat looks back on without letting others run.
AT_ONCE = 50


class Unwritten(StoreFailed):
    """The store did not take a change: nothing happened, and the same may be asked again. Its cause says why."""


class Game:
    """One game and its journal. `notes` holds a word for a seat whose plan was cancelled, until it is shown.

    `leaving` are the seats that leave once the claim with this number is settled, and their own after it, if any.
    `wait` is whom a game without a turn timer waits for.
    """

    def __init__(self, table_id: int, rules: Rules, seats: int, store: TableStore) -> None:
        self._id, self._store = table_id, store
        self.rules = rules
        self.seats = seats
        self.state = GameState()
        self.story = Story()
        # Nobody asks for it before the end, so it is written when somebody does: from where it was left.
        self._chronicle, self._chronicled = Chronicle(self.rules), GameState()
        self._written = 0
        self.seq = 0
        self.drafts = Drafts()
        self.armed_turn: dict[int, int] = {}
        self.leaving: dict[int, int] = {}
        self.notes: dict[int, str] = {}
        self.claimed_at: datetime | None = None
        # All that has happened, for CPUs and hints to look back on; whole events, which nobody else may see.
        self.past: list[Event] = []
        self._beliefs: dict[int, tuple[Belief, int]] = {}
        self.played_at: datetime | None = None
        # When anything changed that a press can be about; who lets a claim go and which clock runs changes nothing.
        self.moved_at: datetime | None = None
        self.wait: Wait | None = None
        self._settled_plans: list[int] = []
        self._waits: tuple[int | None, int, Phase] | None = None
        # With a turn timer it is the clock that a game waits for, and never a person.
        self._untimed = rules.ruleset.turn_timer is None

    async def recall(self) -> None:
        """Replay the journal and read back what was armed."""
        self.take_up(await self._store.journal(self._id), await self._store.armed(self._id))

    def take_up(self, journal: Sequence[JournalEntry], armed: Sequence[ArmedRecord]) -> None:
        """Replay a journal, and go on with what was armed; writes nothing."""
        state, story = self.state, self.story
        for entry in journal:
            event = decode(entry.kind, entry.version, entry.body)
            # Nobody has seen this state and this story yet, so they need not be copied for every event.
            tell_on(story, state, event)
            advance(state, event)
            self._note(event, entry.at)
        self._settled_plans = [record.seat for record in armed if not self._recall_plan(record)]

    async def drop_settled_plans(self) -> None:
        """Forget what was armed for a claim that was settled before the last stop; until then it is known for old."""
        settled, self._settled_plans = self._settled_plans, []
        for seat in settled:
            if seat not in self.drafts.armed and seat not in self.leaving:
                await self._store.drop_armed(self._id, seat)

    def _recall_plan(self, record: ArmedRecord) -> bool:
        """Take up a plan that waits for a claim still; any other was settled with its claim, and only the row left."""
        seat, turn, waits = record.seat, record.turn, self.state.claim is not None
        if json.loads(record.body).get("leave"):
            # Whoever left while their own play, which closed the claim before, was being decided waits for that one.
            claim, held = self.state.claim, self.state.seats[seat].held
            follows = claim is not None and claim.claimant == seat and turn == self.state.turns - 1 and not held
            if waits and (turn == self.state.turns or follows):
                self.leaving[seat] = turn
                return True
            return False
        if turn != self.state.turns or not waits:
            if turn == self.state.turns and self.state.phase is Phase.PLAY:
                self.notes[seat] = CANCELLED
            return False
        self.drafts.armed[seat] = load_armed(record.body)
        self.armed_turn[seat] = turn
        return True

    @property
    def chronicle(self) -> Chronicle:
        """All moves of the game so far."""
        for event in self.past[self._written :]:
            self._chronicle.take(self._chronicled, event)
            self._chronicled = evolve(self._chronicled, event)
        self._written = len(self.past)
        return self._chronicle

    @property
    def dealt(self) -> bool:
        """Whether the cards are out."""
        return bool(self.state.seats)

    def see(self, viewer: int | None) -> Observation:
        """What a seat, or everybody, may know."""
        return observe(self.state, viewer, self.rules)

    def draft(self, seat: int, seen: Observation) -> Draft:
        """What the seat, which sees this, has chosen so far."""
        picks = self.drafts.picks(seat, seen.hand)
        sayable = self.rules.size.said_bounds(sum(count for _, count in picks))
        rank = self.drafts.rank(seat, nameable(seen))
        return Draft(picks, rank, self.drafts.said(seat, sayable), sayable)

    def opening(
        self, seed: bytes, salt: bytes, chance: bytes, dealer: int, cpus: frozenset[int] = frozenset()
    ) -> Begin:
        """The action that deals a freshly shuffled pack."""
        order = shuffle(self.rules.deal.pack(self.seats), seed)
        return Begin(self.rules.deal.deal(order, self.seats, dealer), dealer, salt, chance, cpus)

    def check(self, action: Action, at: datetime) -> None:
        """Raise `IllegalAction` if the game would refuse this now; nothing happens."""
        decide(self.state, action, self.rules, at=at)

    def next_round(self, seed: bytes, salt: bytes, chance: bytes) -> NextRound:
        """The action that deals the next round of a match (R66)."""
        order, state = shuffle(self.rules.deal.pack(self.seats), seed), self.state
        deal = self.rules.deal.deal(order, self.seats, state.next_dealer, absent=state.absent)
        return NextRound(deal, salt, chance)

    async def apply(
        self, actions: Sequence[Action], *, at: datetime, now: datetime, status: TableStatus | None = None
    ) -> tuple[Event, ...]:
        """Decide, append and believe; gives the events. Raises `IllegalAction`, and then nothing happened.

        `at` is when the actions were asked for, `now` when clocks that start here begin to run. Raises `Unwritten`
        when the store fails; then nothing happened either.
        """
        draft = _Draft(self, at, now)
        for action in actions:
            draft.take(action)
        draft.follow()
        entries = [JournalEntry(self.seq + number, *encode(event), at=now) for number, event in enumerate(draft.events)]
        try:
            await self._store.append(self._id, entries, status=status)
        except JournalConflict:
            raise
        except Exception as error:
            raise Unwritten(str(error)) from error
        for event in draft.events:
            self._believe(event, now)
        await self._forget_plans(draft)
        return tuple(draft.events)

    async def _forget_plans(self, draft: _Draft) -> None:
        """What the change has carried out or cancelled waits no more; a row that stays is known for old."""
        for seat in draft.left:
            self.leaving.pop(seat, None)
        for seat, note in draft.cancelled.items():
            self.drafts.armed.pop(seat, None)
            self.armed_turn.pop(seat, None)
            if note:
                self.notes[seat] = note
        try:
            for seat in sorted((draft.left | draft.cancelled.keys()) - self.leaving.keys()):
                await self._store.drop_armed(self._id, seat)
        except Exception:
            log.exception("an old plan was not dropped", extra={"table": self._id})

    def _believe(self, event: Event, at: datetime) -> None:
        self.story = tell(self.story, self.state, event)
        self.state = evolve(self.state, event)
        self._note(event, at)

    def _note(self, event: Event, at: datetime) -> None:
        """What is known of an event besides the state and the story, which it is part of now."""
        if type(event) is Claimed:
            self.claimed_at = at
        self.past.append(event)
        self.played_at = at
        if type(event) not in (ClockStarted, Declined):
            self.moved_at = at
        if self._untimed:
            self._look_who_is_waited_for(at)
        self.seq += 1

    # --- what a seat was shown ------------------------------------------------------------------------------------

    def look_back(self, seat: int) -> bool:
        """Let the seat think over some more of what it was shown; gives whether that is all now."""
        belief, known = self._beliefs.get(seat) or (blank(seat, self.rules), 0)
        for event in self.past[known : known + AT_ONCE]:
            belief = learn(belief, redact(event, seat))
        known = min(known + AT_ONCE, len(self.past))
        self._beliefs[seat] = belief, known
        return known == len(self.past)

    def belief(self, seat: int) -> Belief:
        """What the seat can know from all it was shown, whoever played it; for one that looked back, cheap."""
        while not self.look_back(seat):
            continue
        return self._beliefs[seat][0]

    def _look_who_is_waited_for(self, at: datetime) -> None:
        seat = waited_for(self.state, self.rules)
        waits = (seat, self.state.turns, self.state.phase)
        if waits != self._waits:
            self._waits = waits
            self.wait = None if seat is None else Wait(seat, self.seq, at)

    # --- plans that outlive a restart -----------------------------------------------------------------------------

    async def arm(self, seat: int, play: ArmedPlay) -> None:
        """Let the play go down when the window closes."""
        if seat not in self.leaving:
            # Else the row holds the leave, which comes before any play.
            await self._store.save_armed(self._id, ArmedRecord(seat, self.state.turns, dump_armed(play)))
        self.drafts.armed[seat], self.armed_turn[seat] = play, self.state.turns

    async def disarm(self, seat: int) -> None:
        """Take an armed play back."""
        if seat not in self.leaving:
            await self._store.drop_armed(self._id, seat)
        self.drafts.armed.pop(seat, None)
        self.armed_turn.pop(seat, None)

    async def leave_later(self, seat: int) -> None:
        """Resign the seat once the open claim is settled, and one it is just laying itself (R-m, R-n)."""
        await self._store.save_armed(self._id, ArmedRecord(seat, self.state.turns, json.dumps({"leave": True})))
        self.leaving[seat] = self.state.turns

    async def stay(self, seat: int) -> None:
        """Take a leave back that still waits; a play armed before goes down after all."""
        if (play := self.drafts.armed.get(seat)) is None:
            await self._store.drop_armed(self._id, seat)
        else:
            await self._store.save_armed(self._id, ArmedRecord(seat, self.armed_turn[seat], dump_armed(play)))
        self.leaving.pop(seat, None)


class _Draft:
    """A change in the making: the events so far, and what they cancel."""

    def __init__(self, game: Game, at: datetime, now: datetime) -> None:
        self._game, self._at, self._now = game, at, now
        self._state = game.state
        self.events: list[Event] = []
        self.left: set[int] = set()
        self.cancelled: dict[int, str] = {}

    def take(self, action: Action) -> None:
        events = decide(self._state, action, self._game.rules, at=self._at)
        for event in events:
            self._state = evolve(self._state, event)
        self.events.extend(events)

    def follow(self) -> None:
        """What happens by itself now: queued leaves, an armed play once nobody's claim is open, and the clock."""
        for seat, turn in sorted(self._game.leaving.items()):
            if self._may_leave(seat, turn):
                self._leave(seat)
        if self._in(Phase.PLAY, Phase.BETWEEN):
            self._play_armed()
        time = self._time() if self._state.until is None else self._time_of_whoever_came_next()
        if time is not None:
            self.take(StartClock(self._now + time))

    def _may_leave(self, seat: int, turn: int) -> bool:
        """Whether what the seat's leave waits for is settled; the play that closed it may have come at once (R29)."""
        claim = self._state.claim
        return claim is None or (claim.claimant != seat and self._state.turns > turn)

    def _in(self, *phases: Phase) -> bool:
        return bool(self._state.seats) and self._state.phase in phases

    def _time(self) -> timedelta | None:
        """How long the game waits now; a claim's window has its time once Discord has shown the claim."""
        rules = self._game.rules.ruleset
        if self._in(Phase.BETWEEN):
            return BETWEEN_ROUNDS
        if self._in(Phase.FORCE):
            return timedelta(seconds=rules.window_s)
        if self._in(Phase.PLAY) and rules.turn_timer is not None and self._state.seats[self._state.turn].attended:
            return timedelta(seconds=rules.turn_timer)
        return None

    def _time_of_whoever_came_next(self) -> timedelta | None:
        """The whole turn of a seat whose play closes the open claim and that has only now come to that.

        It returned, or the one before it left: what ran till now was another's time.
        """
        before, now, rules = self._game.state, self._state, self._game.rules
        timer = rules.ruleset.turn_timer
        same = before.phase is now.phase is Phase.WINDOW and before.turns == now.turns and now.until is not None
        if timer is None or not same or not rules.window.play_closes(now):
            return None
        seat, was = rules.lead.after_stand(now).seat, rules.lead.after_stand(before).seat
        came = seat != was or not before.seats[seat].attended
        return timedelta(seconds=timer) if came and now.seats[seat].attended else None

    def _leave(self, seat: int) -> None:
        self.left.add(seat)
        try:
            self.take(Resign(seat))
        except IllegalAction:
            # Out or over meanwhile: there is nothing left to leave.
            return

    def _play_armed(self) -> None:
        before = self._game.state
        for seat, play in self._game.drafts.armed.items():
            took = any(isinstance(event, PileTaken) and event.seat == seat for event in self.events)
            due = self._state.turn == seat and self._game.armed_turn[seat] == self._state.turns
            # A verdict may have set the seat free to name another rank than it chose by.
            known = before.claim is None or self._game.rules.lead.after_stand(before).ranks == self._state.ranks
            if not due or took or not known or not self._in(Phase.PLAY):
                self.cancelled[seat] = CANCELLED
                continue
            try:
                self.take(Play(seat, play.cards, play.rank, play.said))
            except IllegalAction:
                self.cancelled[seat] = CANCELLED
            else:
                self.cancelled[seat] = ""
