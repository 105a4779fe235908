"""What a table tells the world after a change, in which order and at what cost.

Sits between a `Table`, which hands it every step once it is on disk and answered, and the presenter. It shows where
things stand at the moment of sending, so a repeat after a crash shows the truth; it never decides anything.

The budget of a turn: one new message for the claim, and at most one paid edit when it stood (the next hand or the
claim's old buttons) or two when it was called (the taker's hand and the next). Whatever a token can do is free. Old
buttons that a turn had no edit for go in a later one that has, or when the table rests: while it waits for somebody
and has sent nothing for ten seconds it has one request more. At the latest they go when the round or the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.engine.events import (
    Claimed,
    Dealt,
    Declined,
    Event,
    Forced,
    GameEnded,
    Passed,
    PileLeft,
    PileTaken,
    Resigned,
    Returned,
    RoundEnded,
    Shown,
    TakenOver,
    TimedOut,
    TurnCame,
    WentOut,
    WindowClosed,
)
from bot.engine.state import Phase, Standing
from bot.tables.answers import Press
from bot.tables.dispatch import CALLED_TURN, QUIET_TURN, Subject
from bot.tables.line import Line
from bot.tables.ports import Clock, Notice, NoticeKind, Presenter, TableStore
from bot.tables.recap import Recap
from bot.tables.views import TableView, attended

# An open claim is drawn anew at most this often for what CPUs think of it.
TIDY_PAUSE = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Step:
    """One change of a table: its events, how everybody sees the table after it, and the press behind it.

    `heir` is the seat that the host's powers have passed to by it.
    """

    events: tuple[Event, ...]
    view: TableView
    press: Press | None = None
    heir: int | None = None


class Publisher(Recap):
    """Says what is to be shown after each step of one table, and after a restart."""

    def __init__(self, subject: Subject, store: TableStore, presenter: Presenter, clock: Clock) -> None:
        super().__init__(subject, store, presenter, clock)
        self.mentioned: int | None = None
        self._tidied_wait: int | None = None
        self._line: Line[Step] = Line(self._publish)
        self._thoughts_at: datetime | None = None

    # --- what follows a step --------------------------------------------------------------------------------------

    def line_up(self, step: Step) -> None:
        """Called under the table's lock, so that steps are shown in the order they were decided."""
        if not self._silent:
            self._line.join(step)

    def follow(self, step: Step | None) -> None:
        """The step's press was answered: show it as soon as all before it are shown."""
        if step is not None:
            self._line.ready(step)

    def hurry(self) -> None:
        """Queue at once whatever still waits for an answer: the process is about to end."""
        self._line.hurry()

    def _publish(self, step: Step) -> None:
        """Queue what the step has to show. The press's own message was redrawn by its answer already."""
        kinds = [type(event) for event in step.events]
        self._tidy_waiting(step)
        if Dealt in kinds:
            self._deal(step)
            return
        over = GameEnded in kinds or RoundEnded in kinds
        settled = WindowClosed in kinds or PileTaken in kinds
        number = self._opened(step)
        paid = False
        if settled:
            paid = self._settle(step, over=over)
        self._notices(step, over=over)
        if number is not None:
            self.post_claim(number)
            self._redraw_hands_after_claim(step, settled=settled)
        elif TurnCame in kinds and not settled and not over:
            self.redraw_hand(self._turn(step))
        if WindowClosed in kinds and not (step.press is not None and step.press.on_claim):
            # One that names no time would read as open for as long as no other comes.
            misleads = number is None and step.view.printed is None
            due = over or misleads
            self._tidy_claim(self._settled_by(step), step.view, allowed=due or not paid, spare=not due)
        elif not {Declined, Resigned, Returned}.isdisjoint(kinds) and not settled:
            self._tidy_open_claim(step)
        if Shown in kinds or (settled and step.view.settled is not None and step.view.settled.unanswered):
            self.redraw_force(self._settled_by(step))
        if GameEnded in kinds:
            if RoundEnded not in kinds:
                self._redraw_last_round(step.view)
            self.post_end()
        elif over:
            self._end_round(step)
        elif self._between(step) and not {Resigned, TakenOver, Returned}.isdisjoint(kinds):
            # Another may have to start the next round now.
            self.redraw_round()
        if not over:
            self._leave_hands_behind(step)
        if over:
            self.tidy_all()
        elif settled and number is None:
            # With a play that was armed the next turn has begun.
            self.tidy_one(CALLED_TURN if PileTaken in kinds else QUIET_TURN)

    def _between(self, step: Step) -> bool:
        return step.view.seen is not None and step.view.seen.phase is Phase.BETWEEN

    def _end_round(self, step: Step) -> None:
        self.post_round(step.view.past[-1].number)
        for seat in range(len(step.view.people)):
            self.redraw_hand(seat)

    def _tidy_waiting(self, step: Step) -> None:
        """Take the button off the message about a wait that is over."""
        shown, waiting = self.messages.get("waiting"), step.view.waiting
        over = shown is not None and (waiting is None or waiting.number != shown.seq)
        if shown is not None and over and shown.seq != self._tidied_wait:
            self._tidied_wait = shown.seq
            self.redraw_waiting()

    def _tidy_open_claim(self, step: Step) -> None:
        """Something changed about the open claim but not by a press on it: show it there where that is free."""
        on_claim = step.press is not None and step.press.on_claim
        if on_claim or step.view.seen is None or step.view.seen.claim is None:
            return
        now = self._clock.now()
        if step.press is None and self._thoughts_at is not None and now < self._thoughts_at + TIDY_PAUSE:
            # CPUs let it go one after another; the next claim must not wait for all these edits.
            return
        self._thoughts_at = now
        self._tidy_claim(None, None, allowed=False)

    def _turn(self, step: Step) -> int:
        return next(event.seat for event in reversed(step.events) if isinstance(event, TurnCame))

    def _deal(self, step: Step) -> None:
        self.mentioned = self._turn(step)
        if step.press is None:
            self.redraw_round()
        self._put(self._post_deal, new=True)
        # Where many tables begin at once, whoever has to play waits for no other hand.
        for seat in sorted(range(len(step.view.people)), key=lambda seat: seat != self.mentioned):
            self.redraw_hand(seat)

    def _opened(self, step: Step) -> int | None:
        """The number of the claim that the step has left open; none where nobody could call it."""
        claim = step.view.seen.claim if step.view.seen is not None else None
        return claim.number if claim is not None and self._claimed(step.events) else None

    def _settled_by(self, step: Step) -> int:
        settled = step.view.settled
        return settled.number if settled is not None else 0

    def _settle(self, step: Step, *, over: bool) -> bool:
        """After a claim is settled: the result, the taker's hand and the next. Gives whether an edit is paid for."""
        taker = next((event.seat for event in step.events if isinstance(event, PileTaken)), None)
        if taker is not None and not (step.press is not None and step.press.on_claim):
            self._tidy_claim(self._settled_by(step), step.view, allowed=True)
        if over:
            return False
        # A seat that is out has nothing to press any more: its hand has to say so by itself.
        seats = {self._turn(step)} | {event.seat for event in step.events if isinstance(event, WentOut)}
        seats |= {taker} if taker is not None else set()
        paid = any(self._costs(seat) for seat in seats)
        for seat in sorted(seats):
            self.redraw_hand(seat, spare=taker is None and self._only_older(step))
        if self.mentioned is not None and self.mentioned not in seats:
            # The turn that was announced went elsewhere.
            self.redraw_hand(self.mentioned, free_only=True)
        return paid

    def _only_older(self, step: Step) -> bool:
        """Whether the quiet end of a window made no hand wrong: the one that is next offers the same play as before."""
        went_out = any(isinstance(event, WentOut) for event in step.events)
        return not went_out and step.view.seen is not None and not step.view.seen.pass_cap

    def _redraw_hands_after_claim(self, step: Step, *, settled: bool) -> None:
        claim = next(event for event in reversed(step.events) if isinstance(event, Claimed))
        # Whoever pressed Play has just been answered; a hand played for its owner, or armed before, has not.
        if claim.auto or step.press is None or step.view.seat_of(step.press.user_id) != claim.seat or settled:
            # A card taken from a hand without a word must be seen to be gone, even at a price; a CPU's turns are free.
            missed = any(isinstance(event, TimedOut) for event in step.events)
            self.redraw_hand(claim.seat, free_only=not missed)
        upcoming = step.view.seen.next.seat if step.view.seen is not None else claim.seat
        if upcoming != claim.seat:
            # Where that seat may go on at once it is its turn already; and Force stands in the hand alone.
            seen = step.view.seen
            turn = seen is not None and seen.next_play_closes
            self.redraw_hand(upcoming, free_only=not (turn or self._may_force(step, upcoming)))
        self.mentioned = upcoming

    def _leave_hands_behind(self, step: Step) -> None:
        """Whoever played by a copy of their hand, or as was armed there: the one in their direct messages is older now.

        It is drawn where that is free; else it waits for an edit to spare, since the turn is paid for.
        """
        for event in step.events:
            if not isinstance(event, Claimed | Passed) or event.auto or self._table.place_of(event.seat) is None:
                continue
            own, copy = self._hand_tokens(event.seat)
            if copy is None or (own is not None and own.created_at > copy.created_at):
                continue
            if own is None:
                self.leave_hand(event.seat)
            else:
                self.redraw_hand(event.seat, free_only=True)

    def _may_force(self, step: Step, seat: int) -> bool:
        """Whether whoever sits there, the only other one, may ask to be shown a card (R59)."""
        seats = () if step.view.seen is None else step.view.seen.seats
        return (
            step.view.ruleset.force
            and attended(step.view, seat)
            and sum(seat.standing is Standing.IN for seat in seats) == 2
        )

    def _notices(self, step: Step, *, over: bool) -> None:
        left = [event.seat for event in step.events if isinstance(event, Resigned)]
        ended = any(isinstance(event, GameEnded) for event in step.events)
        back = next((event.seat for event in step.events if isinstance(event, Returned)), None)
        turn = self._turn(step) if any(isinstance(event, TurnCame) for event in step.events) else None
        if self._opened(step) is not None or turn == self.mentioned:
            turn = None
        if turn is None and left:
            turn = self._came_to_close(step)
        told = self._at_round_end(step) if over else self._of_variants(step, turn)
        # One mention is enough: the last message's.
        for notice in (*(replace(notice, mention=None) for notice in told[:-1]), *told[-1:]):
            self.post_notice(notice)
            if notice.mention is not None:
                self.mentioned = notice.mention
        mention = None if told else turn
        for seat in left:
            # The end message says who left; before that their leaving is told at once. Between rounds there is no pile.
            if not ended:
                kind = NoticeKind.LEFT if self._between(step) else NoticeKind.RESIGNED
                last = seat == left[-1]
                self.post_notice(Notice(kind, seat, mention if last else None, heir=step.heir if last else None))
            self.redraw_hand(seat, free_only=not over)
        if not left and mention is not None and not over and attended(step.view, mention):
            # A CPU needs no ping; the message before says that it is next.
            self.post_notice(Notice(NoticeKind.TURN, mention, mention))
        if back is not None and not over:
            self.post_notice(Notice(NoticeKind.RETURNED, back))
        if not over:
            self._redraw_hands_changed(step)
        if mention is not None:
            self.mentioned = mention

    def _redraw_hands_changed(self, step: Step) -> None:
        """Whoever left or lost their seat to a CPU reads so, and so does who is back; turns redraw hands anyway."""
        kinds = [type(event) for event in step.events]
        if not {TimedOut, Returned}.isdisjoint(kinds) and not {Claimed, Passed}.isdisjoint(kinds):
            return
        for event in step.events:
            if isinstance(event, TakenOver | Returned):
                self.redraw_hand(event.seat)

    def _at_round_end(self, step: Step) -> list[Notice]:
        """What the end of a round or a game does not tell: the pass that brought it, and who is away in the next."""
        told: list[Notice] = []
        for event in step.events:
            match event:
                case Passed():
                    told.append(Notice(NoticeKind.PASSED, event.seat))
                case PileLeft():
                    told[-1:] = [Notice(NoticeKind.CLEARED, told[-1].seat, count=len(event.cards))]
                case TakenOver() if self._between(step):
                    told.append(Notice(NoticeKind.TAKEN_OVER, event.seat))
                case _:
                    continue
        return told

    def _of_variants(self, step: Step, mention: int | None) -> list[Notice]:
        """What has to be told by a message of its own: passes, Force, and a play that nobody could call."""
        told: list[Notice] = []
        for event in step.events:
            match event:
                case Passed():
                    told.append(Notice(NoticeKind.PASSED, event.seat, mention))
                    if event.auto:
                        self.redraw_hand(event.seat)
                case PileLeft():
                    told[-1:] = [Notice(NoticeKind.CLEARED, told[-1].seat, mention, count=len(event.cards))]
                case Forced():
                    claimant = step.view.seen.turn if step.view.seen is not None else event.seat
                    self.redraw_claim()
                    self.post_force(step.view.seen.turns if step.view.seen is not None else 0, claimant)
                    self.mentioned = claimant
                    self.redraw_hand(claimant)
                case Claimed() if self._opened(step) is None:
                    told.append(Notice(NoticeKind.SETTLED, event.seat, mention))
                case TakenOver() if event.seat in step.view.kicked:
                    told.append(Notice(NoticeKind.KICKED, event.seat, mention))
                case TakenOver() if self._opened(step) is None:
                    told.append(Notice(NoticeKind.TAKEN_OVER, event.seat, mention, heir=step.heir))
                case _:
                    continue
        return told

    def _came_to_close(self, step: Step) -> int | None:
        """Who has to be told that an open claim waits for their play now, since the seat before them left."""
        seen = step.view.seen
        if seen is None or seen.claim is None or not seen.next_play_closes or seen.next.seat == self.mentioned:
            return None
        self.redraw_hand(seen.next.seat)
        return seen.next.seat

    def _claimed(self, events: Sequence[Event]) -> bool:
        return any(isinstance(event, Claimed) for event in events)

    def silence(self) -> None:
        """Nothing queued matters any more, and nothing more is told of this game."""
        self._silent = True
        self._line.clear()
        self.outbox.drop()

    def stopped(self, *, lobby: bool) -> None:
        """The table was stopped: its message and all hands lose their buttons."""
        self.silence()
        self.paused = False
        self.broke(lobby=lobby)

    def broke(self, *, lobby: bool) -> None:
        """Nothing can be done at the table any more: whatever has buttons is drawn without."""
        if lobby:
            self.redraw_lobby()
        else:
            self.redraw_claim()
            if "waiting" in self.messages:
                self.redraw_waiting()
            seen = self._table.view().seen
            if seen is not None and seen.phase is Phase.BETWEEN:
                self.redraw_round()
            elif seen is not None and seen.phase is Phase.FORCE:
                self.redraw_force(seen.turns)
            self.tidy_all()
        self.redraw_hands()
