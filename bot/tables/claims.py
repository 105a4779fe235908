"""Presses on a claim: letting it go, calling it, and the verdict.

Part of `Table`; calls are gathered for a moment and judged in Discord's order.
"""

from __future__ import annotations

import asyncio

from bot.engine.actions import Challenge, Decline, IllegalAction, Reason
from bot.engine.state import Standing
from bot.tables.answers import Accepted, Answer, Denial, Done, Press, Refused
from bot.tables.core import TableCore, done
from bot.tables.deadlines import GATHER
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
        """Doubt the claim with this number; answered when the verdict is in, a quarter of a second later."""
        call: Call | None = None

        async def decision(seat: int) -> Answer:
            nonlocal call
            if refused := self._refuse_word(press, seat, number):
                return refused
            game = self.open_game()
            if reason := game.rules.challenger.refuse(game.state, seat):
                return Refused(reason)
            claim = game.state.claim
            if claim is not None and seat in claim.declined:
                return Refused(Reason.ALREADY_DECLINED)
            if self.gathering.has(seat):
                return Refused(Denial.ALREADY_CALLED)
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

    def _refuse_word(self, press: Press, seat: int, number: int) -> Refused | None:
        """Why this seat has no word on the claim with this number (any more)."""
        if self.open_game().state.seats[seat].standing is not Standing.IN:
            return Refused(Reason.NOT_IN_GAME)
        return self.watch.too_late(press, number)

    async def judge(self) -> None:
        """The gathered calls are judged: the earliest press in Discord's order is the challenge."""
        step: Step | None = None
        winner: Call | None = None
        async with self.lock:
            calls = self.gathering.take()
            verdicts: list[tuple[Call, Answer]] = []
            for call in calls:
                if winner is not None:
                    verdicts.append((call, self.watch.beaten(call.press, winner.press)))
                    continue
                try:
                    step = await self.apply(Challenge(call.seat, call.number), at=call.press.at, press=call.press)
                except IllegalAction as illegal:
                    refused = self.watch.too_late(call.press, call.number) or Refused(illegal.reason)
                    verdicts.append((call, refused))
                else:
                    winner = call
                    self.watch.called(call.press)
                    verdicts.append((call, Accepted(done(step), call.seat)))
        await asyncio.gather(*(self.answer(call.show, answer) for call, answer in verdicts))
        for call in calls:
            call.told.set()
        if step is not None:
            self.publisher.follow(step)
