"""Presses on a hand: looking, picking, playing, arming.

Part of `Table`; what goes down is always what the label promised.
"""

from __future__ import annotations

from bot.engine.actions import Play, Reason
from bot.engine.state import Standing
from bot.tables.answers import Accepted, Answer, Denial, Done, Press, Refused
from bot.tables.core import TableCore
from bot.tables.drafts import stamp
from bot.tables.gathering import Show
from bot.tables.publisher import Step
from bot.tables.views import ArmedPlay


class HandPresses(TableCore):
    """The seated player's own cards."""

    async def look(self, press: Press, show: Show) -> None:
        """See the own hand."""
        await self.press_seated(press, show, _shown)

    async def come_back(self, press: Press, show: Show) -> None:
        """Take the seat back from a CPU."""

        async def decision(seat: int) -> Answer:
            return Accepted(Done.RETURNED, seat)

        seat = self.seat_of(press.user_id)
        seats = self.game.state.seats if self.game is not None else ()
        if seat is not None and seats and self.live and not self.faulty:
            here = seats[seat]
            if here.standing is Standing.RESIGNED:
                await self.answer(show, Refused(Reason.NOT_IN_GAME))
                return
            if not here.held:
                await self.answer(show, Refused(Denial.NOT_AWAY))
                return
        await self.press_seated(press, show, decision)

    async def pick(self, press: Press, group: str, show: Show) -> None:
        """One more card of a group, or none again."""

        async def decision(seat: int) -> Answer:
            game = self.open_game()
            hand = game.state.seats[seat].hand
            _, limit = game.rules.size.bounds(len(hand))
            if seat not in game.drafts.armed:
                game.drafts.pick(seat, hand, group, limit)
            return Accepted(Done.PICKED, seat)

        await self.press_seated(press, show, decision)

    async def clear(self, press: Press, show: Show) -> None:
        """Pick nothing."""

        async def decision(seat: int) -> Answer:
            self.open_game().drafts.clear(seat)
            return Accepted(Done.PICKED, seat)

        await self.press_seated(press, show, decision)

    async def play(self, press: Press, promise: str, show: Show) -> None:
        """Lay what is picked, or arm it while the claim before is still open. `promise` is the label's stamp."""
        await self.press_seated(press, show, lambda seat: self._play(seat, promise, press))

    async def _play(self, seat: int, promise: str, press: Press) -> Answer | Step:
        game = self.open_game()
        seen = game.see(seat)
        picks = game.drafts.picks(seat, seen.hand)
        if promise != stamp(game.state.salt, seen, picks):
            return Refused(Denial.STALE_HAND)
        cards = game.drafts.chosen(seat, seen.hand)
        if not cards:
            return Refused(Denial.NOTHING_PICKED)
        rank = seen.next.ranks[0] if len(seen.next.ranks) == 1 else None
        if seen.armable and rank is not None:
            if reason := game.rules.size.refuse(len(cards), len(cards)):
                return Refused(reason)
            await game.arm(seat, ArmedPlay(cards, rank, len(cards)))
            game.drafts.clear(seat)
            return Accepted(Done.ARMED, seat)
        step = await self.apply(Play(seat, cards, rank, len(cards)), at=press.at, press=press)
        game.drafts.clear(seat)
        return step

    async def take_back(self, press: Press, show: Show) -> None:
        """Take an armed play back; its cards are picked again."""

        async def decision(seat: int) -> Answer:
            game = self.open_game()
            play = game.drafts.armed.get(seat)
            if play is None:
                return Refused(Denial.STALE_HAND)
            await game.disarm(seat)
            game.drafts.restore(seat, play.cards)
            return Accepted(Done.TAKEN_BACK, seat)

        await self.press_seated(press, show, decision)


async def _shown(seat: int) -> Answer:
    return Accepted(Done.SHOWN, seat)
