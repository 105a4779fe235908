"""The next round of a match: dealt when the host presses, or by itself after a while (R66).

Part of `Table`.
"""

from __future__ import annotations

from bot.engine.actions import NextRound
from bot.engine.state import Phase
from bot.tables.answers import Answer, Denial, Press, Refused
from bot.tables.core import TableCore
from bot.tables.gathering import Show
from bot.tables.publisher import Step


class RoundPresses(TableCore):
    """Between two rounds."""

    async def next_round(self, press: Press, number: int, show: Show) -> None:
        """Deal the round after the one with this number (host)."""

        async def decision(_seat: int) -> Answer | Step:
            state = self.open_game().state
            if state.phase is not Phase.BETWEEN or state.number != number:
                return Refused(Denial.ROUND_BEGUN)
            if press.user_id != self.record.host_id:
                host = next(seat.name for seat in self.record.seats if seat.user_id == self.record.host_id)
                return Refused(Denial.NOT_HOST, name=host)
            return await self.apply(self.new_round(), at=press.at, press=press)

        await self.press_seated(press, show, decision)

    def new_round(self) -> NextRound:
        """A freshly shuffled deal, with chance of its own."""
        draw = self.ports.entropy.draw
        return self.open_game().next_round(draw(32), draw(32), draw(32))
