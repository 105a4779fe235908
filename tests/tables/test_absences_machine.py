"""A model of coming and going, held against real tables: who leaves, falls asleep, is kicked or nudged, and when.

Hypothesis chooses who does what; the machine remembers what must be true of it. After every step: every card is
somewhere, each press has one answer, it is a turn of somebody who can take it or a timer runs, and a table that is over
has let go of its channel. In the end everybody walks away, and the table has to end by itself.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.engine.state import Phase, Standing
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.records import TableStatus
from bot.tables.table import Table
from bot.tables.views import group_of, nameable
from tests.tables.absences_model import SEATS, VARIANTS, Channel
from tests.tables.support import CHANNEL, callers, state, user, user_at


class Absences(Channel):
    """Who comes and goes in a channel, as Hypothesis chooses."""

    # --- a table --------------------------------------------------------------------------------------------------

    @initialize(variant=st.sampled_from(sorted(VARIANTS)), size=st.integers(0, 5), seed=st.integers(1, 50))
    def sit_down(self, variant: str, size: int, seed: int) -> None:
        rules, sizes = VARIANTS[variant]
        self.world.seed = seed
        self.table = self.do(self.world.deal(sizes[size % len(sizes)], **rules))

    @precondition(lambda self: self.table is not None and not self.table.live)
    @rule(drawn=SEATS)
    def rematch(self, drawn: int) -> None:
        ended, who, seat = self.here, self.who(drawn), self.seat(drawn)
        host = ended.seat_of(ended.record.host_id)
        assert host is not None
        answer = self.do(self.again(who, ended.id))
        if ended.status is not TableStatus.OVER:
            assert answer == Refused(Denial.TABLE_GONE)
            return
        left, ours = state(ended).seats[host], state(ended).seats[seat]
        # For a host who only fell asleep, nobody who gave up the game comes first.
        stayed = ours.standing is not Standing.RESIGNED
        heir = left.standing is Standing.RESIGNED or (not left.present and stayed)
        allowed = who not in self.kicked and (seat == host or heir)
        assert isinstance(answer, Table) == allowed, answer
        if not isinstance(answer, Table):
            return
        people = {record.user_id for record in answer.record.seats}
        assert people == {record.user_id for record in ended.record.seats} - self.kicked
        assert answer.record.host_id == who
        self.table, self.kicked, self.left = answer, set(), []
        for guest in range(10):
            if len(answer.record.seats) < len(ended.record.seats):
                self.ask(answer.join, user(guest))
        self.do(self.world.begin(answer))

    @precondition(lambda self: self.playing)
    @rule(drawn=SEATS, moderator=st.booleans(), sure=st.integers(0, 9))
    def stop(self, drawn: int, moderator: bool, sure: int) -> None:
        if sure:
            return
        who = self.who(drawn)
        allowed = moderator or who == self.here.record.host_id
        answer = self.ask(self.here.stop, who, moderator)
        assert answer == (Accepted(Done.STOPPED) if allowed else Refused(Denial.CANNOT_STOP))
        self.settle()

    @precondition(lambda self: self.playing)
    @rule(sure=st.integers(0, 4))
    def restart(self, sure: int) -> None:
        if sure:
            return
        self.do(self.world.stop())
        self.do(self.world.start())
        table = self.world.registry.at_channel(CHANNEL)
        assert table is not None, "a table was lost"
        self.table = table
        self.settle()

    # --- what people do -------------------------------------------------------------------------------------------

    @precondition(lambda self: self.playing)
    @rule(lie=st.booleans(), many=st.booleans(), passes=st.integers(0, 5))
    def move(self, lie: bool, many: bool, passes: int) -> None:
        table, seat = self.here, self.next_seat()
        if state(table).phase in (Phase.BETWEEN, Phase.FORCE) or not state(table).seats[seat].attended:
            return
        who = user_at(table, seat)
        hand = table.hand(who)
        assert hand is not None
        if hand.seen.space.may_pass and not passes:
            self.press("pass_turn", seat, hand.turn_stamp)
        else:
            self.lay(seat, lie=lie, most=20 if many else 1)
        self.settle()

    def lay(self, seat: int, *, lie: bool, most: int) -> None:
        table, who = self.here, user_at(self.here, seat)
        hand = table.hand(who)
        assert hand is not None
        ranks = nameable(hand.seen) or hand.seen.next.ranks
        least, top = hand.seen.space.least, min(most, hand.seen.space.most or 1)
        fits = [card for card in hand.seen.hand if (card.rank is ranks[0]) != lie] or list(hand.seen.hand)
        if not fits or top < 1:
            return
        for card in fits[: max(least, top)]:
            self.press("pick", seat, group_of(card))
        if len(ranks) > 1:
            self.press("name_rank", seat, ranks[0].code)
        hand = table.hand(who)
        assert hand is not None
        self.press("play", seat, hand.stamp)
        self.press("clear", seat)

    @precondition(lambda self: self.playing)
    @rule(turns=st.integers(1, 12), calls=st.integers(0, 4), many=st.booleans())
    def go_on(self, turns: int, calls: int, many: bool) -> None:
        """So many turns as people play them who are there; every few claims somebody calls."""
        for turn in range(turns):
            if not self.playing or state(self.here).phase is Phase.BETWEEN:
                return
            if state(self.here).phase is Phase.FORCE:
                self.answer_force(0, shows=bool(turn % 2))
            elif state(self.here).phase is Phase.PLAY:
                self.move(lie=bool(turn % 3), many=many, passes=5)
            else:
                # Where the next play closes a claim, none comes before people could call it.
                self.settle(3.1)
                self.answer(turn, "challenge" if calls and turn % (calls + 1) == calls else "all")
                if state(self.here).phase is Phase.WINDOW:
                    self.move(lie=False, many=many, passes=5)
            self.settle(2)

    @precondition(lambda self: self.playing)
    @rule(drawn=SEATS, how=st.sampled_from(["challenge", "let_go", "let_go", "all", "force"]))
    def answer(self, drawn: int, how: str) -> None:
        number = state(self.here).turns
        if how == "all":
            if state(self.here).phase is Phase.WINDOW:
                for seat in callers(self.here):
                    if state(self.here).seats[seat].attended:
                        self.press("let_go", seat, number)
        else:
            self.press(how, drawn, number)
        self.settle()

    @precondition(lambda self: self.playing)
    @rule(drawn=SEATS, shows=st.booleans())
    def answer_force(self, drawn: int, shows: bool) -> None:
        if state(self.here).phase is Phase.FORCE:
            seat = state(self.here).turn if shows else self.seat(drawn)
            hand = state(self.here).seats[seat].hand
            self.press("answer_force", seat, state(self.here).turns, group_of(hand[0]) if shows and hand else "")
            self.settle()

    @precondition(lambda self: self.playing)
    @rule(drawn=SEATS, how=st.sampled_from(["look", "come_back", "join", "repost", "clear"]))
    def look(self, drawn: int, how: str) -> None:
        self.press(how, drawn)

    @precondition(lambda self: self.playing and state(self.here).phase is Phase.BETWEEN)
    @rule(drawn=SEATS)
    def next_round(self, drawn: int) -> None:
        answer = self.press("next_round", drawn, state(self.here).number)
        if isinstance(answer, Accepted) and answer.done is Done.NEXT_ROUND:
            assert self.who(drawn) == self.here.record.host_id

    # --- coming and going -----------------------------------------------------------------------------------------

    @precondition(lambda self: self.playing)
    @rule(drawn=SEATS, sure=st.booleans())
    def leave(self, drawn: int, sure: bool) -> None:
        if not sure:
            return
        answer = self.press("leave", drawn)
        if self.who(drawn) not in self.kicked and isinstance(answer, Refused) and not self.here.over:
            # Nobody who may leave is kept but by what is being settled.
            queued = {Denial.LEAVE_QUEUED, Denial.LEAVE_AFTER_CALL}
            gone = state(self.here).seats[self.seat(drawn)].standing is not Standing.IN
            assert answer.why in queued or gone, answer
        self.settle()

    @precondition(lambda self: self.playing)
    @rule(by=SEATS, drawn=SEATS, host=st.booleans(), sure=st.integers(0, 2))
    def kick(self, by: int, drawn: int, host: bool, sure: int) -> None:
        table = self.here
        if host and sure:
            return
        presser = table.seat_of(table.record.host_id) if host else self.seat(by)
        assert presser is not None
        target = self.who(drawn)
        answer = self.press("kick", presser, target)
        if answer == Accepted(Done.KICKED, self.seat(drawn)) or isinstance(answer, Accepted):
            assert table.record.seats[presser].user_id == table.record.host_id
            assert target != table.record.host_id
            self.kicked.add(target)
        self.settle()

    @precondition(lambda self: self.playing and self.here.ruleset.turn_timer is None)
    @rule(first=SEATS, second=SEATS, patient=st.booleans())
    def nudge(self, first: int, second: int, patient: bool) -> None:
        if patient:
            self.settle(185)
        shown = self.here.publisher.messages.get("waiting")
        if shown is None:
            return
        waiting, before = self.here.view().waiting, state(self.here).turns
        for drawn in (first, second):
            if not self.playing:
                return
            answer = self.press("nudge", drawn, shown.seq)
            if waiting is not None and self.seat(drawn) == waiting.seat:
                assert isinstance(answer, Refused), "nobody nudges themselves"
        if waiting is None or waiting.number != shown.seq:
            assert state(self.here).turns == before, "an old button acted on a later turn"
        self.settle()

    @rule(seconds=st.sampled_from([0.3, 2.0, 2.0, 15.0, 15.0, 65.0, 200.0]))
    def time_goes_by(self, seconds: float) -> None:
        self.settle(seconds)


CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def test_coming_and_going() -> None:
    run_state_machine_as_test(
        Absences,
        settings=settings(
            max_examples=12,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=CHECKS,
            derandomize=True,
            database=None,
        ),
    )


@pytest.mark.slow
def test_coming_and_going_for_long() -> None:
    run_state_machine_as_test(
        Absences,
        settings=settings(
            max_examples=600,
            stateful_step_count=60,
            deadline=None,
            suppress_health_check=CHECKS,
            print_blob=True,
        ),
    )
