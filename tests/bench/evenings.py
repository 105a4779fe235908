"""People who tap, for the bench: on a hand again and again, or through whole turns where most press Let it go."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.bench.wire import Message, Wire

CALLS = 0.1

Tap = tuple[int, Message, str, str]


@dataclass
class Tapped:
    """One table as its people see it."""

    id: int
    people: list[int]
    chance: random.Random
    hands: dict[int, Message] = field(default_factory=dict)
    claim: Message | None = None
    number: int = 0
    turn: int | None = None
    silent: set[int] = field(default_factory=set)
    wanted: int = 1
    busy: bool = False
    over: bool = False
    claims: int = 0

    def posted(self, message: Message) -> None:
        """Something new stands in the channel."""
        if found := message.buttons("call"):
            number = int(found[0][1])
            if number > self.number:
                self.claim, self.number, self.silent = message, number, set()
                self.claims += 1
        self.over = self.over or bool(message.buttons("again"))

    def look_again(self) -> None:
        """After a pause: a clock may have closed the claim, and its message keep its buttons for a while."""
        due = self._due()
        if due:
            self.claim, self.turn, self.wanted = None, due[0], self.chance.choice((1, 2, 2))

    def _due(self) -> list[int]:
        """The seats whose hands say that it is their turn."""
        return [at for at, user in enumerate(self.people) if user in self.hands and "Due:" in self.hands[user].text]

    def next_tap(self) -> Tap | None:
        """What somebody at this table presses next; nothing while all wait for the bot."""
        if self.claim is not None and self.claim.buttons("call") and self.turn is not None:
            others = [user for user in self.people if user != self.people[self.turn] and user not in self.silent]
            if others:
                user = self.chance.choice(others)
                self.silent.add(user)
                kind = "call" if self.chance.random() < CALLS / len(self.people) else "letgo"
                found = self.claim.buttons(kind)
                return (user, self.claim, found[0][3], kind) if found else None
            self.look_again()
            return None
        if self.claim is not None and self.turn is not None and not self.claim.buttons("call"):
            # Settled: the next one plays.
            self.claim, self.turn, self.wanted = None, (self.turn + 1) % len(self.people), self.chance.choice((1, 2, 2))
        return self._play()

    def _play(self) -> Tap | None:
        if self.turn is None:
            if not (due := self._due()):
                return None
            self.turn = due[0]
        user = self.people[self.turn]
        hand = self.hands[user]
        play, picks = hand.buttons("play"), hand.buttons("pick")
        if self.wanted > 0 and picks:
            self.wanted -= 1
            return user, hand, self.chance.choice(picks)[3], "pick"
        if play:
            self.wanted = 0
            self.number = self.number
            return user, hand, play[0][3], "play"
        return (user, hand, self.chance.choice(picks)[3], "pick") if picks else None


async def at_pace(rate: float, seconds: float, tap_one: Callable[[], bool]) -> None:
    """Call so often a second; one that finds nothing to tap is tried again at the next tick."""
    began, due = time.perf_counter(), 0.0
    while (now := time.perf_counter() - began) < seconds:
        while due <= now:
            tap_one()
            due += 1 / rate
        await asyncio.sleep(max(0.0, due - (time.perf_counter() - began)))


class Crowd:
    """All tables of a bot, tapped in turn; at a table one press at a time, as fast as it answers."""

    def __init__(self, wire: Wire, tables: list[Tapped]) -> None:
        self.wire, self.tables = wire, tables
        self.failed: Counter[str] = Counter()
        self._at = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def evening(self) -> bool:
        """Somebody goes on with the game."""
        return self._some(Tapped.next_tap)

    def picking(self) -> bool:
        """Somebody picks cards of a full hand, and no more."""

        def pick(table: Tapped) -> Tap | None:
            user = table.chance.choice(table.people)
            found = table.hands[user].buttons("pick") if user in table.hands else []
            return (user, table.hands[user], table.chance.choice(found)[3], "pick") if found else None

        return self._some(pick)

    def _some(self, choose: Callable[[Tapped], Tap | None]) -> bool:
        for _ in self.tables:
            self._at = (self._at + 1) % len(self.tables)
            table = self.tables[self._at]
            if table.busy or table.over or (tap := choose(table)) is None:
                continue
            table.busy = True
            task = asyncio.create_task(self._tap(table, tap))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return True
        return False

    async def _tap(self, table: Tapped, tap: Tap) -> None:
        before = table.claims
        try:
            await self.wire.tap(*tap)
            if tap[3] == "play":
                for _ in range(40):
                    if table.claims > before or table.over:
                        break
                    await asyncio.sleep(0.05)
        except TimeoutError:
            self.failed[tap[3]] += 1
        finally:
            table.busy = False
