"""The heart of a running table: one lock, one order of things.

Every press goes decide, append, evolve under the lock; then unlock, answer, publish. Nothing here talks to Discord: the
answer goes through the `show` that came with the press, the rest through the publisher. A table never holds its lock
while anything is being shown, and never shows what is not on disk.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime

from bot.engine.actions import Action, IllegalAction, Reason, Return
from bot.engine.events import (
    Claimed,
    Dealt,
    Event,
    Forced,
    GameEnded,
    TakenOver,
    TimedOut,
)
from bot.engine.state import Phase, Standing
from bot.tables.answers import Accepted, Answer, Denial, Press, Refused
from bot.tables.facts import Ports
from bot.tables.game import Game, Unwritten
from bot.tables.gathering import Show
from bot.tables.outcomes import done
from bot.tables.publisher import Step
from bot.tables.records import TableRecord, TableStatus
from bot.tables.seats import TableSeats

log = logging.getLogger(__name__)

# A fault's number: six digits that can be read out.
FAULT_BYTES = 3
MOST_SEATS = 10
FEWEST_SEATS = 2


class Denied(Exception):
    """A press refused before the game was asked."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.why)
        self.refused = refused


class TableCore(TableSeats):
    """What every press at a table goes through."""

    def __init__(self, record: TableRecord, ports: Ports, gone: Callable[[TableCore], None]) -> None:
        super().__init__(record, ports)
        self._gone = gone
        #: Whether the store did not take the last change: what is over by the clock may not be over at all.
        self.unstored = False

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
        except IllegalAction:
            raise
        except Unwritten:
            self.unstored = True
            raise
        except Exception:
            kinds = ", ".join(type(action).__name__ for action in actions)
            where = {"table": self.id, "seq": self.game.seq, "action": kinds}
            log.exception("table stopped", extra=where | {"fault": self.stop_by_fault()})
            raise
        self.unstored = False
        if status is not None:
            self.record = replace(self.record, status=status)
        return await self._changed(events, press)

    def stop_by_fault(self) -> str:
        """Something of ours broke: this table plays no more, its journal stays, and its channel hears of it.

        Gives the number that people read, for the line in the log; a table that could not be brought back before keeps
        the one it was told.
        """
        self.fault = self.publisher.known_fault or self.ports.entropy.draw(FAULT_BYTES).hex()
        self.watch.cancel()
        self.publisher.post_fault(self.fault)
        self.publisher.broke(lobby=self.status is TableStatus.LOBBY)
        return self.fault

    def broken(self) -> Refused:
        """Why nothing can be pressed at a table that broke."""
        return Refused(Denial.TABLE_FAULT, fault=self.fault)

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

    @asynccontextmanager
    async def _seated(self, press: Press, *, returns: bool) -> AsyncIterator[tuple[int, Step | None]]:
        """The lock, with the presser's seat; any press of theirs takes their seat back from a CPU (R46).

        Not that of somebody who gives it up, who would only be told to be back; nor that of somebody kicked.
        """
        async with self.lock:
            if not self.live:
                raise Denied(Refused(Denial.TABLE_GONE))
            if self.faulty:
                raise Denied(self.broken())
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
            answer = result = self.broken()
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

    def end(self) -> None:
        self.watch.cancel()
        self.vacancy.cancel()
        self._gone(self)
