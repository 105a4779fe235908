"""Presses on a claim: letting it go, calling it, asking to be shown a card, and the answer to that.

Part of `Table`; calls are gathered for a moment and judged in Discord's order (`races`).
"""

from __future__ import annotations

from bot.engine.actions import Decline, Force, Reason
from bot.engine.actions import Show as ShowCard
from bot.engine.state import Phase, Standing
from bot.tables.answers import Answer, Denial, Press, Refused
from bot.tables.gathering import Call, Show
from bot.tables.publisher import Step
from bot.tables.races import Races
from bot.tables.views import group_of


class ClaimPresses(Races):
    """The race for a claim."""

    async def let_go(self, press: Press, number: int, show: Show) -> None:
        """Let the claim with this number go."""

        async def decision(seat: int) -> Answer | Step:
            if self.gathering.has(seat):
                return Refused(Denial.ALREADY_CALLED)
            if refused := self._refuse_word(press, seat, number):
                return refused
            return await self.apply(Decline(seat, number), at=press.at, press=press)

        await self.catch_up(press)
        await self.press_seated(press, show, decision)

    async def challenge(self, press: Press, number: int, show: Show) -> None:
        """Doubt the claim with this number; answered when the verdict is in, a quarter of a second later.

        Raises `Unwritten` when the store did not take the verdict.
        """

        async def decision(seat: int) -> Answer | Step | Call:
            if self.gathering.has(seat):
                return Refused(Denial.STALE_CLAIM if self.gathering.moves(seat) else Denial.ALREADY_CALLED)
            if refused := self._refuse_word(press, seat, number):
                return refused
            game = self.open_game()
            if reason := game.rules.challenger.refuse(game.state, seat):
                return Refused(reason)
            claim = game.state.claim
            if claim is not None and seat in claim.declined:
                return Refused(Reason.ALREADY_DECLINED)
            return Call.of(press, seat, number, show)

        await self.catch_up(press)
        await self.press_gathered(press, show, decision)

    async def force(self, press: Press, number: int, show: Show) -> None:
        """Ask whoever made the claim with this number to show a card of its rank (R59)."""

        async def decision(seat: int) -> Answer | Step:
            if self.gathering.has(seat):
                return Refused(Denial.ALREADY_CALLED)
            if refused := self._refuse_word(press, seat, number):
                return refused
            return await self.apply(Force(seat, number), at=press.at, press=press)

        await self.catch_up(press)
        await self.press_seated(press, show, decision)

    async def answer_force(self, press: Press, number: int, group: str, show: Show) -> None:
        """Show a card of this group, or with no group none, when asked about the claim with this number (R-i)."""

        async def decision(seat: int) -> Answer | Step:
            state = self.open_game().state
            if state.phase is not Phase.FORCE or state.turns != number:
                return Refused(Denial.STALE_CLAIM)
            hand = state.seats[seat].hand
            card = next((card for card in hand if group_of(card) == group), None)
            if group and card is None:
                return Refused(Reason.CARD_NOT_HELD)
            return await self.apply(ShowCard(seat, card), at=press.at, press=press)

        await self.press_seated(press, show, decision)

    async def catch_up(self, press: Press) -> None:
        """Do what is overdue, because it could not be stored or not all are heard, before somebody reads "too late".

        Raises `Unwritten` while it still can't be: then nothing is over, and that is the reason to tell.
        """
        raise NotImplementedError

    def _refuse_word(self, press: Press, seat: int, number: int) -> Refused | None:
        """Why this seat has no word on the claim with this number (any more)."""
        assert self.game is not None
        state, settled = self.game.state, self.game.story.settled
        if state.seats[seat].standing is Standing.RESIGNED:
            return Refused(Reason.NOT_IN_GAME)
        own = state.claim is not None and (state.turns, state.claim.claimant) == (number, seat)
        if own or (settled is not None and (settled.number, settled.claimant) == (number, seat)):
            return Refused(Reason.OWN_PLAY)
        if state.phase is Phase.FORCE and state.turns == number:
            return Refused(Denial.ALREADY_CALLED)
        late = self.watch.too_late(press, number)
        if state.phase is Phase.OVER and (late is None or late.why is Denial.STALE_CLAIM):
            return Refused(Reason.GAME_OVER)
        if late is None and state.seats[seat].standing is not Standing.IN:
            return Refused(Denial.OUT_OF_CARDS)
        return late
