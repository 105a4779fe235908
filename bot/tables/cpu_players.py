"""CPUs at a running table: seats of their own, and those they keep for somebody. They act through the same door.

Beside `Watch`, which asks for a plan after every change. A pause is drawn before and apart from the choice; when it is
over the mind is asked about what is true then. It must never show a mind more than its seat was shown, and whatever
breaks in a mind, the table goes on: then the neutral play is made, or the claim let go.
"""

from __future__ import annotations

import asyncio
import logging
import random
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final, assert_never

from bot.cpu import mind
from bot.cpu.levels import Level
from bot.cpu.pauses import CALL_SECONDS, call_pause, play_pause
from bot.engine.actions import Action, Challenge, Decline, IllegalAction, Pass, Play, TimeOut
from bot.engine.state import Phase
from bot.tables.gathering import Call
from bot.tables.ports import Timer
from bot.tables.records import TableStatus

if TYPE_CHECKING:
    from bot.tables.game import Game
    from bot.tables.publisher import Step
    from bot.tables.table import Table

log = logging.getLogger(__name__)

# The level of a CPU that keeps somebody's seat.
STAND_IN: Final = Level.MEDIUM
# A call is pressed at the latest so long before its window closes, however short that is.
SPARE: Final = timedelta(seconds=0.5)


class Ask(StrEnum):
    """What a mind is asked for."""

    MOVE = "move"
    ANSWER = "answer"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Moment:
    """One decision of one seat, made once: `turns` and `phase` say of which turn or claim."""

    turns: int
    phase: Phase
    seat: int
    ask: Ask


class CpuPlayers:
    """The CPUs of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        # A decision stays here, made or not, until the game has moved past it: so none is made twice.
        self.planned: dict[Moment, Timer] = {}

    def cancel(self) -> None:
        """Nothing is decided any more."""
        while self.planned:
            self.planned.popitem()[1].cancel()

    def plan(self) -> None:
        """Let every CPU that has something to decide now do so after a pause; forget what nobody asks any more."""
        due = set(self._due())
        for moment in self.planned.keys() - due:
            self.planned.pop(moment).cancel()
        for moment in sorted(due - self.planned.keys(), key=lambda moment: (moment.seat, moment.ask)):
            self._begin(moment)

    def _due(self) -> Iterator[Moment]:
        table, game = self._table, self._table.game
        if game is None or not game.dealt or table.status is not TableStatus.PLAYING or table.stopped:
            return
        state = game.state
        if state.phase in (Phase.PLAY, Phase.FORCE) and not state.seats[state.turn].attended:
            ask = Ask.MOVE if state.phase is Phase.PLAY else Ask.SHOW
            yield Moment(state.turns, state.phase, state.turn, ask)
        claim = state.claim
        # Nobody answers a claim that nobody has seen.
        if state.phase is not Phase.WINDOW or claim is None or table.watch.shown_at is None:
            return
        for seat in game.rules.challenger.callers(state):
            if not state.seats[seat].attended and seat not in claim.declined:
                yield Moment(state.turns, state.phase, seat, Ask.ANSWER)
        upcoming = game.rules.lead.after_stand(state).seat
        if game.rules.window.play_closes(state) and not state.seats[upcoming].attended:
            yield Moment(state.turns, state.phase, upcoming, Ask.MOVE)

    def _begin(self, moment: Moment) -> None:
        clock, shown = self._table.ports.clock, self._table.watch.shown_at
        chance = random.Random(self._table.ports.entropy.draw(16))  # noqa: S311 - how long somebody seems to think
        now = clock.now()
        since = now if shown is None or moment.phase is not Phase.WINDOW else max(now, shown)
        when = since + self._pause(moment, since, chance)
        self.planned[moment] = clock.call_at(when, lambda: self._table.watch.spawn(lambda: self._decide(moment, when)))

    def _pause(self, moment: Moment, since: datetime, chance: random.Random) -> timedelta:
        window = self._table.watch.window()
        match moment.ask:
            case Ask.MOVE if moment.phase is Phase.WINDOW:
                # The others have the time that a window would have had (R65).
                return window + play_pause(chance)
            case Ask.MOVE:
                return play_pause(chance)
            case Ask.SHOW:
                return shortened(play_pause(chance), window)
            case Ask.ANSWER:
                game = self._table.game
                until = None if game is None or self._table.watch.untimed else game.state.until
                return shortened(call_pause(chance), window if until is None else until - since)
            case _:
                assert_never(moment.ask)

    # --- one decision ---------------------------------------------------------------------------------------------

    async def _decide(self, moment: Moment, at: datetime) -> None:
        try:
            action = await self._choice(moment)
            if action is not None:
                await self._act(moment, action, at)
        except Exception:
            # Asked again when the table's next timer comes, or with its next change.
            self.planned.pop(moment, None)
            raise

    async def _choice(self, moment: Moment) -> Action | None:
        """What the seat does, if it is still asked; one mind at a time thinks, and the loop breathes in between."""
        game = self._table.game
        assert game is not None
        async with self._table.ports.pace:
            await asyncio.sleep(0)
            while not game.look_back(moment.seat):  # noqa: ASYNC110 - a long past is looked back on piece by piece
                await asyncio.sleep(0)
            if moment not in self._due():
                return None
            try:
                return self._think(game, moment)
            except Exception as error:  # a mind is never worth a table
                self._broke(moment, error)
                return self._neutral(moment)

    def _think(self, game: Game, moment: Moment) -> Action:
        seat = moment.seat
        level = self._table.record.seats[seat].level or STAND_IN
        chance = random.Random(self._table.ports.entropy.draw(32))  # noqa: S311 - drawn from the port
        seen, belief = game.see(seat), game.belief(seat)
        match moment.ask:
            case Ask.MOVE:
                return mind.move(level, seen, belief, game.rules, chance)
            case Ask.ANSWER:
                return mind.answer(level, seen, belief, game.rules, chance)
            case Ask.SHOW:
                return mind.show(level, seen, belief, game.rules, chance)
            case _:
                assert_never(moment.ask)

    def _neutral(self, moment: Moment) -> Action:
        """What is done for a seat that does nothing (R-q, R-i)."""
        if moment.ask is Ask.ANSWER:
            return Decline(moment.seat, moment.turns)
        return TimeOut(moment.seat, self._table.ports.entropy.draw(32))

    def _broke(self, moment: Moment, error: Exception) -> None:
        """Told without the error's own words, which may name cards."""
        where = "".join(traceback.format_tb(error.__traceback__))
        fields = {"table": self._table.id, "seat": moment.seat, "ask": moment.ask, "turn": moment.turns}
        log.error("a CPU could not choose: %s\n%s", type(error).__name__, where, extra=fields)

    async def _act(self, moment: Moment, action: Action, at: datetime) -> None:
        step: Step | None = None
        call: Call | None = None
        async with self._table.lock:
            if moment not in self._due():
                return
            try:
                step, call = await self._try(moment, action, at)
            except IllegalAction as illegal:
                self._broke(moment, illegal)
                step, call = await self._try(moment, self._neutral(moment), at)
        self._table.publisher.follow(step)
        if call is not None:
            await call.told.wait()
            if call.failed is not None:
                raise call.failed

    async def _try(self, moment: Moment, action: Action, at: datetime) -> tuple[Step | None, Call | None]:
        """Under the lock: do it, or let it wait with the other presses for a verdict (R33, R65)."""
        table, game = self._table, self._table.open_game()
        moves = isinstance(action, Play | Pass) and moment.phase is Phase.WINDOW
        if not moves and not isinstance(action, Challenge):
            return await table.apply(action, at=at), None
        if table.gathering.has(moment.seat):
            return None, None
        game.check(action, at)
        call = Call(moment.seat, moment.turns, at, move=action if isinstance(action, Play | Pass) else None)
        table.gather(call)
        return None, call


def shortened(pause: timedelta, room: timedelta) -> timedelta:
    """A pause that fits into the room: all pauses shrink alike, so that none tells more than before.

    >>> shortened(timedelta(seconds=7), timedelta(seconds=3))
    datetime.timedelta(seconds=2, microseconds=500000)
    """
    longest, left = timedelta(seconds=CALL_SECONDS[1]), max(room - SPARE, timedelta(0))
    return pause if longest <= left else pause * (left / longest)
