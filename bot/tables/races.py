"""Races: presses gathered for a moment and judged in Discord's order, against one another and against the clock.

Part of `Table`, under the presses on claims and hands. The earliest press wins, or of calls gathered together whichever
the rules choose (R33); a play that would close the window is one of the racers (R65).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from bot.engine.actions import Action, Challenge, CloseWindow, IllegalAction
from bot.tables.answers import Accepted, Answer, Denial, Done, Press, Refused
from bot.tables.core import TableCore
from bot.tables.game import Unwritten
from bot.tables.gathering import Call, Show
from bot.tables.outcomes import done
from bot.tables.publisher import Step


class Races(TableCore):
    """Everything that waits a moment before it is decided."""

    async def press_gathered(
        self, press: Press, show: Show, decision: Callable[[int], Awaitable[Answer | Step | Call]]
    ) -> None:
        """Run a press that may have to wait for others: then it is answered when the verdict is in.

        Raises `Unwritten` when the store did not take the verdict.
        """
        waiting: Call | None = None

        async def decide(seat: int) -> Answer | Step:
            nonlocal waiting
            result = await decision(seat)
            if not isinstance(result, Call):
                return result
            waiting = result
            self.gather(result)
            return Accepted(Done.SHOWN, seat)

        async def answer_unless_waiting(answer: Answer) -> None:
            if waiting is None:
                await show(answer)

        await self.press_seated(press, answer_unless_waiting, decide)
        if waiting is not None:
            await waiting.told.wait()
            if waiting.failed is not None:
                raise waiting.failed

    def gather(self, call: Call) -> None:
        """Under the lock: let a press wait for the verdict; the first one starts the wait."""
        if self.gathering.add(call):
            wait = timedelta(milliseconds=self.open_game().rules.challenger.gather_ms)
            self.watch.later(wait, self.judge)

    async def judge(self) -> None:
        """The gathered presses are judged: the earliest in Discord's order counts, or whom the rules choose."""
        async with self.lock:
            judged = await self._judge()
        await self._tell(judged)

    async def close_window(self, seq: int, action: Action | None = None) -> None:
        """A claim's or a turn's time is over: whoever pressed in time is judged, else the clock does `action`."""
        async with self.lock:
            judged = await self._judge()
            step = await self.watch.timed(action or CloseWindow(), seq) if judged.step is None else None
        await self._tell(judged)
        self.publisher.follow(step)

    def _in_order(self, calls: list[Call]) -> list[Call]:
        """The presses as they are tried; of the calls before any play the one that counts comes first."""
        moved = next((at for at, call in enumerate(calls) if call.move is not None), len(calls))
        early, game = calls[:moved], self.game
        if len(early) > 1 and game is not None and game.state.claim is not None:
            first = game.rules.challenger.choose(game.state, [call.seat for call in early])
            early.sort(key=lambda call: call.seat != first)
        return early + calls[moved:]

    async def _judge(self) -> Judged:
        """Under the lock: take the presses and find every one its answer."""
        judged = Judged()
        winner: Call | None = None
        failed: Exception | None = None
        for call in self._in_order(self.gathering.take()):
            answer: Answer | None = None
            if winner is not None:
                answer = self._lost(call, winner)
            elif not self.live:
                answer = Refused(Denial.TABLE_GONE)
            elif failed is None and not self.faulty:
                try:
                    action = call.move or Challenge(call.seat, call.number)
                    judged.step = await self.apply(action, at=call.at, press=call.press)
                except IllegalAction as illegal:
                    answer = self._refused_call(call, illegal)
                except Unwritten as error:
                    # The order of the presses is law: with the first one lost, none of the others may win.
                    failed = error
                except Exception:
                    answer = self.broken()
                else:
                    winner = call
                    self._won(call)
                    answer = Accepted(done(judged.step, call.seat), call.seat)
            elif self.faulty:
                answer = self.broken()
            judged.verdicts.append((call, answer))
            call.failed = failed if answer is None else None
        return judged

    def _won(self, call: Call) -> None:
        assert self.game is not None
        if call.move is not None:
            self.game.drafts.clear(call.seat)
        self.watch.raced(call)

    def _lost(self, call: Call, winner: Call) -> Refused:
        """Why this press came to nothing, though it was made in time."""
        if call.move is not None:
            return self.watch.lost_to(winner, Denial.CALLED_FIRST)
        if call.order < winner.order:
            return self.watch.lost_to(winner, Denial.NEARER)
        return self.watch.beaten(call.at, winner)

    def _refused_call(self, call: Call, illegal: IllegalAction) -> Refused:
        called = call.press if call.move is None else None
        late = None if called is None else self.watch.too_late(called, call.number)
        return late or self.refused(illegal.reason, call.seat)

    async def _tell(self, judged: Judged) -> None:
        told = [self.answer(call.show, answer) for call, answer in judged.verdicts if answer is not None]
        try:
            await asyncio.gather(*told)
        finally:
            for call, _ in judged.verdicts:
                call.told.set()
            self.publisher.follow(judged.step)


@dataclass(slots=True)
class Judged:
    """What became of the gathered presses; an answer of `None` stands for one that the store failed."""

    step: Step | None = None
    verdicts: list[tuple[Call, Answer | None]] = field(default_factory=list)
