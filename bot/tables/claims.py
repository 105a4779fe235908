"""Presses on a claim: letting it go, calling it, and the verdict.

Part of `Table`; calls are gathered for a moment and judged in Discord's order.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.engine.actions import Challenge, CloseWindow, Decline, IllegalAction, Reason
from bot.engine.state import Phase, Standing
from bot.tables.answers import Accepted, Answer, Denial, Done, Press, Refused
from bot.tables.core import TableCore, done
from bot.tables.deadlines import GATHER
from bot.tables.game import Unwritten
from bot.tables.gathering import Call, Show
from bot.tables.publisher import Step


class ClaimPresses(TableCore):
    """The race for a claim."""

    async def let_go(self, press: Press, number: int, show: Show) -> None:
        """Let the claim with this number go."""

        async def decision(seat: int) -> Answer | Step:
            if self.gathering.has(seat):
                return Refused(Denial.ALREADY_CALLED)
            if refused := self._refuse_word(press, seat, number):
                return refused
            return await self.apply(Decline(seat, number), at=press.at, press=press)

        await self.press_seated(press, show, decision)

    async def challenge(self, press: Press, number: int, show: Show) -> None:
        """Doubt the claim with this number; answered when the verdict is in, a quarter of a second later.

        Raises `Unwritten` when the store did not take the verdict.
        """
        call: Call | None = None

        async def decision(seat: int) -> Answer:
            nonlocal call
            if self.gathering.has(seat):
                return Refused(Denial.ALREADY_CALLED)
            if refused := self._refuse_word(press, seat, number):
                return refused
            game = self.open_game()
            if reason := game.rules.challenger.refuse(game.state, seat):
                return Refused(reason)
            claim = game.state.claim
            if claim is not None and seat in claim.declined:
                return Refused(Reason.ALREADY_DECLINED)
            call = Call(press, seat, number, show)
            if self.gathering.add(call):
                self.watch.later(GATHER, self.judge)
            return Accepted(Done.SHOWN, seat)

        async def answer_unless_called(answer: Answer) -> None:
            if call is None:
                await show(answer)

        await self.press_seated(press, answer_unless_called, decision)
        if call is not None:
            await call.told.wait()
            if call.failed is not None:
                raise call.failed

    def _refuse_word(self, press: Press, seat: int, number: int) -> Refused | None:
        """Why this seat has no word on the claim with this number (any more)."""
        assert self.game is not None
        state, settled = self.game.state, self.game.story.settled
        if state.seats[seat].standing is Standing.RESIGNED:
            return Refused(Reason.NOT_IN_GAME)
        own = state.claim is not None and (state.turns, state.claim.claimant) == (number, seat)
        if own or (settled is not None and (settled.number, settled.claimant) == (number, seat)):
            return Refused(Reason.OWN_PLAY)
        late = self.watch.too_late(press, number)
        if state.phase is Phase.OVER and (late is None or late.why is Denial.STALE_CLAIM):
            return Refused(Reason.GAME_OVER)
        if late is None and state.seats[seat].standing is not Standing.IN:
            return Refused(Reason.NOT_IN_GAME)
        return late

    async def judge(self) -> None:
        """The gathered calls are judged: the earliest press in Discord's order is the challenge."""
        async with self.lock:
            judged = await self._judge()
        await self._tell(judged)

    async def close_window(self, seq: int) -> None:
        """The claim's time is over: whoever called in time is judged, else the claim stands."""
        async with self.lock:
            judged = await self._judge()
            step = await self.watch.timed(CloseWindow(), seq) if judged.step is None else None
        await self._tell(judged)
        self.publisher.follow(step)

    async def _judge(self) -> _Judged:
        """Under the lock: take the calls and find every one its answer."""
        judged = _Judged()
        winner: Call | None = None
        failed: Exception | None = None
        for call in self.gathering.take():
            answer: Answer | None = None
            if winner is not None:
                answer = self.watch.beaten(call.press, winner.press)
            elif not self.live:
                answer = Refused(Denial.TABLE_GONE)
            elif failed is None and not self.faulty:
                try:
                    judged.step = await self.apply(
                        Challenge(call.seat, call.number), at=call.press.at, press=call.press
                    )
                except IllegalAction as illegal:
                    answer = self.watch.too_late(call.press, call.number) or Refused(illegal.reason)
                except Unwritten as error:
                    # The order of the presses is law: with the first one lost, none of the others may win.
                    failed = error
                except Exception:
                    answer = Refused(Denial.TABLE_FAULT)
                else:
                    winner = call
                    self.watch.called(call.press)
                    answer = Accepted(done(judged.step), call.seat)
            elif self.faulty:
                answer = Refused(Denial.TABLE_FAULT)
            judged.verdicts.append((call, answer))
            call.failed = failed if answer is None else None
        return judged

    async def _tell(self, judged: _Judged) -> None:
        told = [self.answer(call.show, answer) for call, answer in judged.verdicts if answer is not None]
        await asyncio.gather(*told)
        for call, _ in judged.verdicts:
            call.told.set()
        self.publisher.follow(judged.step)


@dataclass(slots=True)
class _Judged:
    """What became of the gathered calls; an answer of `None` stands for one that the store failed."""

    step: Step | None = None
    verdicts: list[tuple[Call, Answer | None]] = field(default_factory=list)
