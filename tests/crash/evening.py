"""A whole evening as a list of moves, each of which knows whether it has happened: after a crash people go on with it.

A lie is caught, a call is wrong, a play is armed, claims are let go, a leave waits for its claim, the last cards are
laid, and there is a rematch. The choices depend on the cards alone, so that every run ends the same.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Phase, Standing
from bot.tables.answers import Accepted, Answer, Denial, Done, Posted, Refused
from bot.tables.deadlines import BETWEEN_ROUNDS
from bot.tables.records import JournalEntry
from bot.tables.registry import Taken
from bot.tables.table import Table
from tests.tables.fakes import Message
from tests.tables.lives import LATENCY
from tests.tables.support import CHANNEL, GUILD, World, callers, cards_for, check_cards, state, user, user_at

RULES = Ruleset(window_s=10, turn_timer=60)


def full_time(table: Table) -> timedelta:
    """How long the table waits with what it waits for."""
    rules, phase = table.ruleset, state(table).phase
    assert rules.turn_timer is not None
    if phase is Phase.BETWEEN:
        return BETWEEN_ROUNDS
    turn = phase is Phase.PLAY or table.watch.untimed
    return timedelta(seconds=rules.turn_timer if turn else rules.window_s)


class Move(ABC):
    """One thing that people do. `told` are the answers they have seen."""

    def __init__(self) -> None:
        self.told: list[Answer] = []

    @abstractmethod
    async def done(self, world: World) -> bool:
        """Whether it has happened, as far as the bot knows now."""

    @abstractmethod
    async def act(self, world: World) -> None:
        """Press what has to be pressed."""

    @property
    def promised(self) -> bool:
        """Whether somebody was told that it happened."""
        waiting = (Refused(Denial.LEAVE_QUEUED), Refused(Denial.LEAVE_AFTER_CALL))
        return any(isinstance(answer, Accepted) or answer in waiting for answer in self.told)

    async def ask(self, world: World, method: Any, who: int, *args: Any, on_claim: bool = False) -> None:
        press = world.press(who, on_claim=on_claim)
        told = world.answers.setdefault(press.key, [])
        try:
            await world.ask(method, press, *args)
        finally:
            self.told.extend(told)


def current(world: World) -> Table | None:
    return world.registry.at_channel(CHANNEL)


class Open(Move):
    def __init__(self, rules: Ruleset = RULES) -> None:
        super().__init__()
        self.rules = rules

    async def done(self, world: World) -> bool:
        return await world.store.table(1) is not None

    async def act(self, world: World) -> None:
        opened = await world.registry.open(
            world.press(user(0)),
            guild_id=GUILD,
            guild_name="Guild",
            channel_id=CHANNEL,
            channel_name="cards",
            locale="en-US",
            ruleset=self.rules,
        )
        assert isinstance(opened, Table)
        await opened.keep_message("lobby", Posted(CHANNEL, world.memory.new_id(), world.true_now()))
        await opened.welcome(user(0))


class Join(Move):
    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or table.seat_of(user(self.seat)) is not None

    async def act(self, world: World) -> None:
        table = current(world)
        assert table is not None
        await self.ask(world, table.join, user(self.seat))
        await table.welcome(user(self.seat))


class Start(Move):
    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or table.game is not None

    async def act(self, world: World) -> None:
        table = current(world)
        assert table is not None
        await self.ask(world, table.start, table.record.host_id)


class Lay(Move):
    """The claim `number` is laid by whoever is on turn; `armed` before the claim before it is settled."""

    def __init__(self, number: int, *, lie: bool, armed: bool = False, count: int = 1) -> None:
        super().__init__()
        self.number, self.lie, self.armed, self.count = number, lie, armed, count

    async def done(self, world: World) -> bool:
        table = current(world)
        if table is None or table.game is None or state(table).turns >= self.number:
            return True
        return self.armed and bool(table.game.drafts.armed)

    async def act(self, world: World) -> None:
        table = current(world)
        assert table is not None
        assert table.game is not None
        seat = table.game.see(None).next.seat
        cards = cards_for(table, seat, lie=self.lie, count=self.count)
        cards = cards or cards_for(table, seat, lie=not self.lie, count=self.count)
        stamp = await world.choose(table, seat, cards)
        who = user_at(table, seat)
        await self.ask(world, table.play, who, stamp)
        place = table.place_of(seat)
        if place is not None:
            await table.keep_token(f"hand:{seat}", place.message_id, "token", world.true_now())


class Call(Move):
    """The claim `number` is called by the seat `away` places after its claimant."""

    def __init__(self, number: int, away: int) -> None:
        super().__init__()
        self.number, self.away = number, away

    async def done(self, world: World) -> bool:
        return settled(world, self.number)

    async def act(self, world: World) -> None:
        table = current(world)
        assert table is not None
        seat = (state(table).turn + self.away) % len(table.record.seats)
        await self.ask(world, table.challenge, user_at(table, seat), self.number, on_claim=True)


class LetGo(Move):
    """Everybody lets the claim `number` go."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    async def done(self, world: World) -> bool:
        return settled(world, self.number)

    async def act(self, world: World) -> None:
        table = current(world)
        assert table is not None
        seat = callers(table)[0]
        await self.ask(world, table.let_go, user_at(table, seat), self.number, on_claim=True)
        message = table.publisher.messages.get("claim")
        if message is not None:
            await table.keep_token("claim", message.message_id, "token", world.true_now())

    @property
    def promised(self) -> bool:
        # One answer is only one of several people; `Evening` counts the events instead.
        return False


class LeaveLater(Move):
    """The claimant of `number` leaves, once the claim is settled."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    async def done(self, world: World) -> bool:
        table = current(world)
        assert table is not None
        assert table.game is not None
        gone = any(seat.standing is Standing.RESIGNED for seat in state(table).seats)
        return bool(table.game.leaving) or gone or settled(world, self.number)

    async def act(self, world: World) -> None:
        table = current(world)
        assert table is not None
        await self.ask(world, table.leave, user_at(table, state(table).turn))


class Wait(Move):
    """Nobody says a word to the claim `number` until its time is over."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    async def done(self, world: World) -> bool:
        return settled(world, self.number)

    async def act(self, world: World) -> None:
        await world.settle(14)


class PlayOn(Move):
    """All play as honestly as they can, four cards at a time, until it is over."""

    async def done(self, world: World) -> bool:
        table = current(world)
        return table is None or table.id > 1 or state(table).phase is Phase.OVER

    async def act(self, world: World) -> None:
        table = current(world)
        assert table is not None
        number = state(table).turns
        move: Move = LetGo(number) if state(table).phase is Phase.WINDOW else Lay(number + 1, lie=False, count=4)
        await move.act(world)


class Rematch(Move):
    async def done(self, world: World) -> bool:
        return await world.store.table(2) is not None

    async def act(self, world: World) -> None:
        record = await world.store.table(1)
        assert record is not None
        opened = await world.registry.rematch(world.press(record.host_id), 1)
        assert isinstance(opened, Table | Taken)
        self.told.append(Accepted(Done.REMATCH))


def settled(world: World, number: int) -> bool:
    table = current(world)
    if table is None or table.game is None:
        return True
    return state(table).turns > number or (state(table).turns == number and state(table).claim is None)


def moves(seats: int) -> list[Move]:
    """The evening of so many people."""
    begin: list[Move] = [Open(), *(Join(seat) for seat in range(1, seats)), Start()]
    caught = [Lay(1, lie=True), Call(1, 1)]
    wrong = [Lay(2, lie=False), Call(2, -1)]
    arming = [Lay(3, lie=False), Lay(4, lie=True, armed=True), LetGo(3)]
    leaving: list[Move] = [LeaveLater(4), Wait(4)] if seats > 2 else [Wait(4)]
    return [*begin, *caught, *wrong, *arming, *leaving, PlayOn(), Rematch(), Start(), Lay(1, lie=False)]


@dataclass
class Told:
    """How an evening ended, for comparing."""

    journals: list[list[tuple[str, str]]] = field(default_factory=list)
    seats: list[Any] = field(default_factory=list)
    hands: list[Any] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    crashed: str = ""


class Evening:
    """The evening of `seats` people, interrupted where asked, and gone on with: the standard one, or other `moves`.

    `tables` are those that are told of in the end, in the order they were opened.
    """

    def __init__(
        self,
        seats: int,
        crashes: tuple[int, ...] = (),
        *,
        downtime: float = 1.0,
        close_before: int | None = None,
        path: Path | None = None,
        other: Sequence[Move] | None = None,
        tables: tuple[int, ...] = (1, 2),
    ) -> None:
        self.world = World(seed=41 + seats, path=path)
        self.moves = moves(seats) if other is None else list(other)
        self.tables = tables
        self.at = 0
        self.told = Told()
        self._crashes, self._downtime, self._close_before = list(crashes), downtime, close_before
        self._lives = 0

    def run(self) -> Told:
        """Play it to its end, however many lives that takes."""
        while True:
            self.world.crash_at = self.world.passed + self._crashes.pop(0) if self._crashes else None
            whole = self.world.live(self._life, downtime=self._downtime)
            if whole and self.at == len(self.moves):
                return self.told
            self._lives += 1
            self.told.crashed = f"{self.world.places[-1]} (move {self.at})"

    async def _life(self) -> None:
        world = self.world
        if self._lives:
            await self._check_clock()
        await world.settle()
        while self.at < len(self.moves):
            move = self.moves[self.at]
            if self.at == self._close_before:
                self._close_before = None
                await world.registry.close()
                return
            if await move.done(world):
                self.at += 1
                continue
            assert not move.promised, f"{type(move).__name__} was accepted and is lost"
            await move.act(world)
            await world.settle()
            table = current(world)
            if table is not None and table.game is not None and table.game.dealt:
                check_cards(state(table), len(table.record.seats), table.ruleset)
        await world.settle(1)
        await self._tell()

    async def _check_clock(self) -> None:
        """A clock that ran out while nobody could play starts anew for its full length; any other stays."""
        world, table = self.world, current(self.world)
        if table is None or table.game is None or not table.game.dealt or state(table).phase is Phase.OVER:
            return
        entries = await world.store.journal(table.id)
        now = world.true_now()
        clocks = _clocks(entries)
        full = full_time(table)
        await world.settle(0.5)
        until = state(table).until
        assert until is not None, "nothing may wait for ever"
        if clocks and clocks[-1] == until and len(clocks) == len(_clocks(await world.store.journal(table.id))):
            assert until > now, "a clock that ran out was left standing"
        if self._downtime > 100:
            # The bot learns Discord's time from presses, which take a moment to arrive.
            assert until >= now + full - LATENCY * 2, "time ran while nobody could play"

    async def _tell(self) -> None:
        world = self.world
        for number in self.tables:
            entries = await world.store.journal(number)
            self.told.journals.append([(e.kind, e.body) for e in entries if e.kind != "ClockStarted"])
            record = await world.store.table(number)
            assert record is not None
            self.told.seats.append(([(s.seat, s.user_id) for s in record.seats], record.host_id, record.status))
        table = current(world)
        self.told.hands = [] if table is None else [seat.hand for seat in state(table).seats]
        self.told.messages = list(world.memory.messages)
        self.told.places = list(world.places)


def _clocks(entries: Sequence[JournalEntry]) -> list[datetime]:
    rows = [entry for entry in entries if entry.kind == "ClockStarted"]
    return [datetime.fromisoformat(json.loads(entry.body)["until"]) for entry in rows]
