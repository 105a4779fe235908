"""Evenings of games with more phases than the standard one: Force, rounds, plays that close windows, leaves in each.

Each is a list of moves, as the standard evening is, and ends with the end of its game. The choices depend on the cards
alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.state import Phase, Standing
from bot.tables.answers import Accepted, Answer, Denial, Refused
from bot.tables.table import Table
from bot.tables.views import nameable
from tests.crash.evening import Join, LeaveLater, LetGo, Move, Open, Start, Wait, current, settled
from tests.tables.support import World, callers, state, user_at

# A play that closes a window is taken only once the claim has been seen for a while (R65).
SEEN = 4.0
# In the middle of the time that presses are gathered for.
MEANWHILE = 0.1


def at_table(world: World) -> Table:
    table = current(world)
    assert table is not None
    assert table.game is not None
    return table


def gone(world: World, seat: int) -> bool:
    table = current(world)
    return table is None or state(table).seats[seat].standing is Standing.RESIGNED


class LayMost(Move):
    """The claim `number`: one card of what the next seat holds most of, or `everything`, `later` s from now."""

    def __init__(self, number: int, *, everything: bool = False, later: float = 0.0) -> None:
        super().__init__()
        self.number, self.everything, self.later = number, everything, later

    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or state(table).turns >= self.number

    async def ready(self, world: World) -> tuple[Table, int, str]:
        """Chosen and not yet played: the seat's user and the stamp of the label."""
        await world.settle(self.later)
        table = at_table(world)
        assert table.game is not None
        seat = table.game.see(None).next.seat
        who, hand = user_at(table, seat), state(table).seats[seat].hand
        most = Counter(card.rank for card in hand).most_common(1)[0][0]
        assert most is not None
        if len(nameable(table.game.see(seat))) > 1:
            await world.ask(table.name_rank, world.press(who), most.code)
        cards = hand if self.everything else tuple(card for card in hand if card.rank is most)[:1]
        return table, who, await world.choose(table, seat, cards)

    async def act(self, world: World) -> None:
        table, who, stamp = await self.ready(world)
        await self.ask(world, table.play, who, stamp)


class LayAndLeave(LayMost):
    """The same, and before that play is decided its player leaves. Once told so they don't ask again."""

    def __init__(self, number: int) -> None:
        super().__init__(number, later=SEEN)
        self.left: list[Answer] = []

    async def done(self, world: World) -> bool:
        table = current(world)
        laid = table is None or state(table).turns >= self.number
        assert laid or not any(isinstance(answer, Accepted) for answer in self.told), "the play is lost"
        if table is None or not laid or self.left:
            return laid
        assert table.game is not None
        return bool(table.game.leaving) or any(seat.standing is Standing.RESIGNED for seat in state(table).seats)

    @property
    def promised(self) -> bool:
        # `done` and the comparison of the journals see to it.
        return False

    async def act(self, world: World) -> None:
        table = at_table(world)
        if state(table).turns >= self.number:
            await self.leave(world, table, user_at(table, state(table).turn))
            return
        table, who, stamp = await self.ready(world)
        playing = asyncio.ensure_future(self.ask(world, table.play, who, stamp))
        await asyncio.sleep(MEANWHILE)
        if not self.left:
            await self.leave(world, table, who)
        await playing

    async def leave(self, world: World, table: Table, who: int) -> None:
        press = world.press(who)
        try:
            await world.ask(table.leave, press)
        finally:
            self.left.extend(world.answers[press.key])


class CallAndLeave(Move):
    """The claim `number` is called, and before that is decided its caller leaves. Once told so they don't ask again."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.left: list[Answer] = []

    async def done(self, world: World) -> bool:
        return settled(world, self.number)

    @property
    def promised(self) -> bool:
        return any(isinstance(answer, Accepted) for answer in self.told)

    async def act(self, world: World) -> None:
        table = at_table(world)
        who = user_at(table, callers(table)[0])
        calling = asyncio.ensure_future(self.ask(world, table.challenge, who, self.number, on_claim=True))
        await asyncio.sleep(MEANWHILE)
        if not self.left:
            press = world.press(who)
            try:
                await world.ask(table.leave, press)
            finally:
                self.left.extend(world.answers[press.key])
                assert self.left in ([], [Refused(Denial.LEAVE_AFTER_CALL)])
        await calling


class CallIt(Move):
    """The first who may call the claim `number` does."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    async def done(self, world: World) -> bool:
        return settled(world, self.number)

    async def act(self, world: World) -> None:
        table = at_table(world)
        who = user_at(table, callers(table)[0])
        await self.ask(world, table.challenge, who, self.number, on_claim=True)


class ForceIt(Move):
    """Whoever did not make the claim `number` asks to be shown a card."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or state(table).phase is Phase.FORCE or settled(world, self.number)

    async def act(self, world: World) -> None:
        table = at_table(world)
        await self.ask(world, table.force, user_at(table, callers(table)[0]), self.number)


class AnswerForce(Move):
    """Whoever is asked about the claim `number` shows a card if there is one, or says no."""

    def __init__(self, number: int, *, shows: bool) -> None:
        super().__init__()
        self.number, self.shows = number, shows

    async def done(self, world: World) -> bool:
        return settled(world, self.number)

    async def act(self, world: World) -> None:
        table = at_table(world)
        here = state(table)
        assert here.claim is not None
        holds = any(card.rank is here.claim.rank for card in here.seats[here.turn].hand)
        group = here.claim.rank.code if holds and self.shows else ""
        await self.ask(world, table.answer_force, user_at(table, here.turn), self.number, group)


class PassIt(Move):
    """The turn `number` is a pass."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or state(table).turns >= self.number

    async def act(self, world: World) -> None:
        table = at_table(world)
        seat = state(table).turn
        await self.ask(world, table.pass_turn, user_at(table, seat), table.hand_of(seat).turn_stamp)


class LeaveAs(Move):
    """The person in this seat leaves."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    async def done(self, world: World) -> bool:
        return gone(world, self.seat)

    async def act(self, world: World) -> None:
        table = at_table(world)
        await self.ask(world, table.leave, user_at(table, self.seat))


class LeaveOpen(LeaveLater):
    """The claimant of `number` leaves, though others have left before."""

    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or settled(world, self.number) or bool(table.game and table.game.leaving)


class NextRound(Move):
    """The host starts the round after `number`, or nobody does, until it comes by itself."""

    def __init__(self, number: int, *, alone: bool = False) -> None:
        super().__init__()
        self.number, self.alone = number, alone

    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or state(table).number > self.number

    async def act(self, world: World) -> None:
        table = at_table(world)
        if self.alone:
            await world.settle(31)
        else:
            await self.ask(world, table.next_round, table.record.host_id, self.number)


def _begin(seats: int, rules: Ruleset) -> list[Move]:
    return [Open(rules), *(Join(seat) for seat in range(1, seats)), Start()]


def duel_force() -> Sequence[Move]:
    """A card is shown, one is not, one is not answered for; the pile is cleared; who is asked leaves meanwhile."""
    return [
        *_begin(2, PRESETS["duel-force"]),
        *(LayMost(1), ForceIt(1), AnswerForce(1, shows=True)),
        *(LayMost(2), ForceIt(2), Wait(2)),
        *(LayMost(3), LetGo(3), PassIt(4), PassIt(5)),
        *(LayMost(6), ForceIt(6), AnswerForce(6, shows=False)),
        *(LayMost(7), ForceIt(7), LeaveLater(7), AnswerForce(7, shows=False)),
    ]


def match() -> Sequence[Move]:
    """Three rounds; who won the first leaves with it, and the host between the others."""
    return [
        *_begin(4, Ruleset(rounds=3, max_cards="unlimited")),
        *(LayMost(1, everything=True), LeaveLater(1), LetGo(1), NextRound(1)),
        *(LayMost(2, everything=True), LetGo(2), LeaveAs(0), NextRound(2, alone=True)),
        *(LayMost(3, everything=True), LetGo(3)),
    ]


def classic_table() -> Sequence[Move]:
    """Plays close windows; people leave while their closing play, their call, and their open claim are undecided."""
    return [
        *_begin(5, PRESETS["classic-table"]),
        *(LayMost(1), LayMost(2, later=SEEN)),
        *(LayAndLeave(3), LayMost(4, later=SEEN), LetGo(4)),
        *(LayMost(5), CallAndLeave(5)),
        *(LayMost(6), LeaveOpen(6), CallIt(6)),
        *(LayMost(7, everything=True), Wait(7)),
    ]


EVENINGS: dict[str, tuple[int, Callable[[], Sequence[Move]]]] = {
    "duel-force": (2, duel_force),
    "match": (4, match),
    "classic-table": (5, classic_table),
}
