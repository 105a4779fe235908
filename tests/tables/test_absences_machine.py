"""A model of coming and going, held against real tables: who leaves, falls asleep, is kicked or nudged, and when.

Hypothesis chooses who does what; the machine remembers what must be true of it. After every step: every card is
somewhere, each press has one answer, it is a turn of somebody who can take it or a timer runs, and a table that is over
has let go of its channel. In the end everybody walks away, and the table has to end by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.engine.actions import Reason
from bot.engine.codec import decode
from bot.engine.events import Claimed, ClockStarted, Dealt, Passed
from bot.engine.rules.ruleset import PRESETS
from bot.engine.state import EndReason, Phase, Standing
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.records import TableStatus
from bot.tables.table import Table
from bot.tables.views import group_of, nameable
from bot.tables.waits import waited_for
from tests.tables.fakes import VirtualLoop
from tests.tables.support import CHANNEL, Ask, World, callers, check, state, user, user_at

DAY_S = 24 * 3600.0
#: Games that differ in who is waited for, in what leaving does, and in how they end.
VARIANTS: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "standard": ({}, (2, 3, 4)),
    "no-timer": ({"turn_timer": None}, (2, 3, 5)),
    "classic-table": (PRESETS["classic-table"].model_dump(), (2, 4)),
    "classic-no-timer": ({"window_mode": "until_next_play", "turn_timer": None}, (2, 3, 4)),
    "jaques": (PRESETS["jaques"].model_dump(), (3, 4)),
    "play-on": ({"play_on": True, "max_cards": "unlimited"}, (3, 4)),
    "passing": ({"passing": True, "turn_timer": None}, (3,)),
    "match": ({"rounds": 3, "max_cards": "unlimited", "window_s": 3}, (2, 3)),
    "one-rank": (PRESETS["one-rank"].model_dump(), (3, 4)),
    "one-rank-match": ({**PRESETS["bluff"].model_dump(), "rounds": 2, "per_hand": 5, "turn_timer": None}, (3,)),
    "duel-force": (PRESETS["duel-force"].model_dump(), (2, 3)),
    "teams": (PRESETS["teams"].model_dump(), (6,)),
    "teams-no-timer": ({**PRESETS["teams"].model_dump(), "turn_timer": None}, (6,)),
    "last-play": ({"last_play": "must_be_true", "max_cards": "unlimited"}, (2, 3)),
}
SEATS = st.integers(0, 5)


class Absences(RuleBasedStateMachine):
    """One channel: a table in it, and what is known of its people."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=VirtualLoop)
        self.world = World()
        self.table: Table | None = None
        self.kicked: set[int] = set()
        self.left: list[int] = []
        self.do(self.world.start())

    def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Let the world run until this is done."""
        return self.runner.run(work)

    def teardown(self) -> None:
        try:
            self.everybody_walks_away()
            self.do(self.world.stop())
        finally:
            self.runner.close()

    # --- what the rules of the machine share ------------------------------------------------------------------------

    @property
    def here(self) -> Table:
        assert self.table is not None
        return self.table

    @property
    def playing(self) -> bool:
        """Whether a game goes on at the table."""
        return self.table is not None and self.table.live and self.table.game is not None and not self.table.over

    def seat(self, drawn: int) -> int:
        return drawn % len(self.here.record.seats)

    def who(self, drawn: int) -> int:
        return user_at(self.here, self.seat(drawn))

    def next_seat(self) -> int:
        assert self.here.game is not None
        return self.here.game.see(None).next.seat

    def press(self, method: str, drawn: int, *args: Any) -> Any:
        """Somebody presses; whoever is out of it brings about nothing, anybody else is back."""
        table, who, seat = self.here, self.who(drawn), self.seat(drawn)
        before = len(self.journal())
        standing = state(table).seats[seat].standing
        answer = self.ask(getattr(table, method), who, *args)
        assert answer is not None
        if who in self.kicked:
            # A game may end of itself before a press of several comes to it.
            why = Reason.GAME_OVER if table.over else Denial.KICKED
            assert answer == Refused(why if table.live else Denial.TABLE_GONE), answer
        if (who in self.kicked or standing is Standing.RESIGNED) and method != "challenge":
            # A claim's clock starts once it is shown, which may be just now.
            changed = [event for event in self.journal()[before:] if not isinstance(event, ClockStarted)]
            assert not changed, "somebody who has no part in it changed the game"
        elif method not in {"leave", "nudge"} and table.live and who not in self.kicked:
            assert not state(table).seats[seat].held or self.goes_on(seat), "a press takes the seat back"
        return answer

    def ask(self, method: Ask, who: int, *args: Any) -> Any:
        async def pressing() -> Any:
            return await self.world.ask(method, self.world.press(who), *args)

        return self.do(pressing())

    async def again(self, who: int, ended: int) -> Any:
        return await self.world.registry.rematch(self.world.press(who), ended)

    def goes_on(self, seat: int) -> bool:
        """Whether a seat that is held may be so in spite of a press: it is out, or the game is over."""
        return state(self.here).seats[seat].standing is not Standing.IN or self.here.over

    def journal(self) -> list[Any]:
        entries = self.do(self.world.store.journal(self.here.id))
        return [decode(entry.kind, entry.version, entry.body) for entry in entries]

    def settle(self, seconds: float = 0.0) -> None:
        self.do(self.world.settle(seconds))

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

    # --- what always holds ------------------------------------------------------------------------------------------

    @invariant()
    def nothing_is_lost(self) -> None:
        if self.table is not None and self.table.game is not None:
            check(self.world, self.table)

    @invariant()
    def somebody_or_a_timer_moves_it_on(self) -> None:
        if not self.playing:
            return
        table = self.here
        assert table.game is not None
        seat = waited_for(table.game.state, table.game.rules)
        attended = seat is not None and table.game.state.seats[seat].attended
        moved = table.watch._timer is not None or bool(table.cpus.planned)
        assert attended or moved, "the table waits for somebody gone"
        assert table.vacancy._timer is not None

    @invariant()
    def whose_turn_it_is(self) -> None:
        if not self.playing:
            return
        table = self.here
        assert table.game is not None
        now, rules = table.game.state, table.game.rules.ruleset
        if now.phase is not Phase.PLAY or rules.family != "cycle" or rules.after_challenge != "next":
            return
        last = None
        for event in self.journal():
            if isinstance(event, Dealt):
                last = None
            elif isinstance(event, Claimed | Passed):
                last = event.seat
        if last is not None:
            assert now.turn == now.after(last), "the turn goes round, past whoever is gone"

    @invariant()
    def whoever_is_kicked_or_gone_stays_so(self) -> None:
        if self.table is None or self.table.game is None:
            return
        for record in self.here.record.seats:
            seat = state(self.here).seats[record.seat]
            if record.user_id in self.kicked and seat.standing is Standing.IN:
                assert seat.held
            if seat.standing is Standing.RESIGNED and record.seat not in self.left:
                self.left.append(record.seat)
        places = [state(self.here).seats[gone].place for gone in self.left]
        assert places == sorted(places, key=lambda place: -(place or 0)), "who left earlier is placed lower"
        for gone in self.left:
            assert not state(self.here).seats[gone].hand

    @invariant()
    def a_person_is_host(self) -> None:
        if not self.playing:
            return
        table = self.here
        host = table.seat_of(table.record.host_id)
        assert host is not None
        assert table.record.host_id not in self.kicked
        able = [
            record.seat
            for record in table.record.seats
            if state(table).seats[record.seat].present and record.user_id not in self.kicked
        ]
        if able:
            assert state(table).seats[host].standing is not Standing.RESIGNED

    @invariant()
    def what_is_over_has_let_go_of_the_channel(self) -> None:
        if self.table is None or self.playing:
            return
        self.settle(5)
        assert not self.here.live
        assert self.world.registry.at_channel(CHANNEL) is None
        if self.here.status is TableStatus.OVER:
            assert len(self.world.memory.of("end", self.here.id)) == 1

    def everybody_walks_away(self) -> None:
        """The table ends by itself, and says how."""
        if self.table is None:
            return
        self.settle(DAY_S + 3600)
        assert not self.here.live
        assert self.world.registry.at_channel(CHANNEL) is None
        if self.here.status is TableStatus.OVER:
            outcome = state(self.here).outcome
            assert outcome is not None
            if outcome.reason is EndReason.ABANDONED:
                assert set(outcome.places) == {None}


CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def test_coming_and_going() -> None:
    run_state_machine_as_test(
        Absences,
        settings=settings(
            max_examples=40,
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
