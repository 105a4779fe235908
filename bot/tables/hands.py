"""Presses on a hand: looking, picking, playing, arming.

Part of `Table`; what goes down is always what the label promised.
"""

from __future__ import annotations

from bot.engine.actions import Pass, Play, Reason
from bot.engine.state import Phase, Standing
from bot.tables.answers import Accepted, Answer, Denial, Done, Press, Refused
from bot.tables.drafts import stamp
from bot.tables.gathering import Call, Show
from bot.tables.publisher import Step
from bot.tables.races import Races
from bot.tables.views import ArmedPlay, nameable


class HandPresses(Races):
    """The seated player's own cards."""

    async def look(self, press: Press, show: Show) -> None:
        """See the own hand."""
        await self.press_seated(press, show, _shown)

    async def come_back(self, press: Press, show: Show) -> None:
        """Take the seat back from a CPU, or take a leave back that still waits."""
        seat = self.seat_of(press.user_id)
        if seat is not None and press.user_id not in self.kicked and (refused := self._not_away(seat)) is not None:
            await self.answer(show, refused)
            return

        async def decision(seat: int) -> Answer:
            if self._is_leaving(seat):
                await self.open_game().stay(seat)
                return Accepted(Done.STAYED, seat)
            # What it came back to may have ended while it waited for its turn here.
            return self._not_away(seat, back=True) or Accepted(Done.RETURNED, seat)

        queued = seat is not None and self._is_leaving(seat)
        await self.press_seated(press, show, decision)
        if seat is not None and queued and not self._is_leaving(seat):
            self.publisher.redraw_hand(seat)

    def _is_leaving(self, seat: int) -> bool:
        return self.game is not None and seat in self.game.leaving

    def _not_away(self, seat: int, *, back: bool = False) -> Refused | None:
        """Why there is nothing this seat could come back to, if so; `back` after it is."""
        if self.game is None or not self.game.dealt or not self.live or self.faulty:
            return None
        state = self.game.state
        here = state.seats[seat]
        if here.standing is Standing.RESIGNED:
            return Refused(Reason.NOT_IN_GAME)
        if state.phase is Phase.OVER:
            return Refused(Reason.GAME_OVER)
        if here.standing is Standing.OUT:
            return self.refused(Reason.GAME_OVER if state.phase is Phase.BETWEEN else Reason.NOT_IN_GAME, seat)
        return None if back or here.held or self._is_leaving(seat) else Refused(Denial.NOT_AWAY)

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

    async def name_rank(self, press: Press, code: str, show: Show) -> None:
        """Choose the rank to claim, where there is a choice."""

        async def decision(seat: int) -> Answer:
            game = self.open_game()
            rank = next((rank for rank in nameable(game.see(seat)) if rank.code == code), None)
            if rank is None:
                return Refused(Denial.STALE_HAND)
            if seat not in game.drafts.armed:
                game.drafts.name(seat, rank)
            return Accepted(Done.PICKED, seat)

        await self.press_seated(press, show, decision)

    async def name_count(self, press: Press, said: int, show: Show) -> None:
        """Choose how many cards to say, where more may be laid than said (R25)."""

        async def decision(seat: int) -> Answer:
            game = self.open_game()
            if seat not in game.drafts.armed:
                game.drafts.say(seat, said)
            return Accepted(Done.PICKED, seat)

        await self.press_seated(press, show, decision)

    async def play(self, press: Press, promise: str, show: Show) -> None:
        """Lay what is picked, or arm it while the claim before is still open. `promise` is the label's stamp."""
        await self.press_gathered(press, show, lambda seat: self._play(seat, promise, press, show))

    async def _play(self, seat: int, promise: str, press: Press, show: Show) -> Answer | Step | Call:
        game = self.open_game()
        seen = game.see(seat)
        draft = game.draft(seat, seen)
        if promise != stamp(game.state.salt, seen, draft.picks, draft.rank, draft.said):
            return Refused(Denial.STALE_HAND)
        cards = game.drafts.chosen(seat, seen.hand)
        if not cards:
            return Refused(Denial.NOTHING_PICKED)
        play = Play(seat, cards, draft.rank, draft.said)
        return await (self._arm(play) if seen.armable else self._move(play, press, show))

    async def _arm(self, play: Play) -> Answer:
        game = self.open_game()
        if play.rank is None:
            return Refused(Reason.RANK_NOT_NAMED)
        size, held = game.rules.size, len(game.state.seats[play.seat].hand)
        if reason := size.refuse(len(play.cards), play.said) or size.refuse_rest(held, len(play.cards)):
            return Refused(reason)
        await game.arm(play.seat, ArmedPlay(play.cards, play.rank, play.said))
        game.drafts.clear(play.seat)
        return Accepted(Done.ARMED, play.seat)

    async def pass_turn(self, press: Press, promise: str, show: Show) -> None:
        """Lay nothing (R22, R54). `promise` is the stamp of the button."""

        async def decision(seat: int) -> Answer | Step | Call:
            game = self.open_game()
            if promise != stamp(game.state.salt, game.see(seat)):
                return Refused(Denial.STALE_HAND)
            return await self._move(Pass(seat), press, show)

        await self.press_gathered(press, show, decision)

    async def _move(self, move: Play | Pass, press: Press, show: Show) -> Answer | Step | Call:
        """Do it; where it closes a window, only after calls that were pressed before it have had time to come (R65)."""
        game, seat = self.open_game(), move.seat
        if not game.see(seat).next_play_closes:
            step = await self.apply(move, at=press.at, press=press)
            game.drafts.clear(seat)
            return step
        game.check(move, press.at)
        if (wait := self.watch.too_soon(press)) is not None:
            return wait
        if self.gathering.has(seat):
            return Refused(Denial.ALREADY_CALLED)
        return Call.of(press, seat, game.state.turns, show, move)

    async def take_back(self, press: Press, show: Show) -> None:
        """Take an armed play back; its cards are picked again."""

        async def decision(seat: int) -> Answer:
            game = self.open_game()
            play = game.drafts.armed.get(seat)
            if play is None:
                return Refused(Denial.STALE_HAND)
            await game.disarm(seat)
            game.drafts.restore(seat, play)
            return Accepted(Done.TAKEN_BACK, seat)

        await self.press_seated(press, show, decision)


async def _shown(seat: int) -> Answer:
    return Accepted(Done.SHOWN, seat)
