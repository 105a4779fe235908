"""One channel as the model of coming and going knows it, and what must be true there after every step.

What people do in it stands in ``test_absences_machine.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
)

from bot.engine.actions import Reason
from bot.engine.codec import decode
from bot.engine.events import Claimed, ClockStarted, Dealt, Passed
from bot.engine.rules.ruleset import PRESETS
from bot.engine.state import EndReason, Phase, Standing
from bot.tables.answers import Denial, Refused
from bot.tables.records import TableStatus
from bot.tables.table import Table
from bot.tables.waits import waited_for
from tests.tables.fakes import VirtualLoop
from tests.tables.support import CHANNEL, Ask, World, check, state, user_at

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


class Channel(RuleBasedStateMachine):
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

    def teardown(self) -> None:
        try:
            self.everybody_walks_away()
            self.do(self.world.stop())
        finally:
            self.runner.close()

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
