"""A practice table, where one person plays with CPUs: hints for that person.

Part of `Table`. A hint is made of what the seat was shown, and told to nobody else.
"""

from __future__ import annotations

import asyncio

from bot.cpu import mind
from bot.cpu.hints import Hint
from bot.engine.observe import Observation
from bot.tables.answers import Accepted, Answer, Denial, Done, Press, Refused
from bot.tables.core import TableCore
from bot.tables.gathering import Show


class Practice(TableCore):
    """Hints."""

    async def ask_hint(self, press: Press, show: Show) -> None:
        """Whether there is something to tell the presser now; `hint` gives it."""

        async def decision(seat: int) -> Answer:
            if not self.view().practice:
                return Refused(Denial.NO_HINTS_HERE)
            if not _asked(self.open_game().see(seat)):
                return Refused(Denial.NO_HINT_NOW)
            while not self.open_game().look_back(seat):  # noqa: ASYNC110 - a long past is looked back on piece by piece
                await asyncio.sleep(0)
            return Accepted(Done.SHOWN, seat)

        await self.press_seated(press, show, decision)

    def hint(self, user_id: int) -> Hint | None:
        """Facts, odds and advice for the person alone; none where nothing is asked of them."""
        seat, game = self.seat_of(user_id), self.game
        if seat is None or game is None or not game.dealt or not self.view().practice:
            return None
        seen = game.see(seat)
        return mind.hint(seen, game.belief(seat), game.rules) if _asked(seen) else None


def _asked(seen: Observation) -> bool:
    """Whether something is to be decided by whoever sees this."""
    space = seen.space
    return space.may_play or space.may_pass or space.may_challenge or space.may_show
