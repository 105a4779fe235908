"""What taps cost: our bot and a null bot under the same load, in short rounds that take turns.

The machine has moods, and other work: what slows one of them for a while slows the other in the same round, and each
figure is the median of all rounds. Ratios hold on any machine, milliseconds only on this one.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.ui.gate import RATE_PER_S
from tests.bench.bots import PLAYERS
from tests.bench.evenings import Crowd, Tapped, at_pace
from tests.bench.wire import DM_BASE, Figures, Message, Wire, walk

TABLES, FIRST, RATE, ROUND_S = 40, 10, 50.0, 6.0
#: What Discord takes from one token a second, whoever asks.
DISCORD_PER_S = 50.0
#: How long a turn takes among people who think.
TURN_S = 15.0


@dataclass
class Round:
    """One bot for some seconds: its processor's milliseconds a tap, and what was seen."""

    cpu_ms: float
    seen: Figures
    turns: int

    @property
    def waits(self) -> list[float]:
        """Acknowledgements in milliseconds, without those of calls, which gather on purpose."""
        return [ms for kind, times in self.seen.acks.items() if kind != "call" for ms in times]


class Measured:
    """One bot's process under load."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.wire = Wire()
        self.tables: list[Tapped] = []
        self.hands: list[Message] = []
        self.kb = 0.0
        self._chance = random.Random(1)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Measured:
        await self.wire.start()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.bots", self.kind, str(self.wire.http_port), str(self.wire.gateway_port)
        )
        await asyncio.wait_for(self.wire.connected.wait(), 30)
        return self

    async def __aexit__(self, *rest: object) -> None:
        await self.wire.stop()
        await self._process.wait()

    async def _ask(self, **line: Any) -> dict[str, Any]:
        """Have the process say what it has used, once it has done what else is asked for."""
        await self.wire.tell(line | {"mark": True})
        return await self.wire.hear()

    async def deal(self, tables: int) -> None:
        """Open tables in the bot; the null bot has one hand for each of as many people."""
        if self.kind == "null":
            self.hands = [self.wire.keep(DM_BASE + user, []) for user in range(tables * PLAYERS)]
            await self._ask(begin=True)
            for user, hand in enumerate(self.hands):
                await self.wire.tap(user, _with_button(hand), "n1:0", "first")
            return
        seen: list[Message] = []
        self.wire.posted = seen.append
        # The first ones also bring what all share: texts, drawings, connections.
        await self._ask(deal=(tables, tables + FIRST))
        await asyncio.sleep(2)
        before = await self._ask()
        told = await self._ask(deal=(0, tables))
        await asyncio.sleep(3)
        self.kb = ((await self._ask())["kb"] - before["kb"]) / tables
        await self._ask(begin=True)
        by_channel: dict[int, Tapped] = {}
        for channel, (table, *people) in told["tables"].items():
            by_channel[int(channel)] = Tapped(table, people, random.Random(int(channel)))
        self.tables = list(by_channel.values())
        self.crowd = Crowd(self.wire, self.tables)
        owner = {DM_BASE + user: table for table in self.tables for user in table.people}

        def posted(message: Message) -> None:
            if (table := by_channel.get(message.channel_id)) is not None:
                table.posted(message)
            elif (table := owner.get(message.channel_id)) is not None:
                table.hands[message.channel_id - DM_BASE] = message

        self.wire.posted = posted
        for message in seen:
            posted(message)

    def redraw(self) -> bool:
        """Somebody taps a hand of the null bot."""
        user = self._chance.randrange(len(self.hands))
        hand = self.hands[user]
        button = self._chance.choice([part for part in walk(hand.components) if part["type"] == 2])
        task = asyncio.create_task(self.wire.tap(user, hand, button["custom_id"], "pick"))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def round(self, tap_one: Callable[[], bool], rate: float, seconds: float) -> Round:
        """Tap for a while; what a tap brings about after its answer counts, too."""
        for table in self.tables:
            table.look_again()
        await at_pace(rate, 0.5, tap_one)
        await asyncio.sleep(0.2)
        self.wire.figures = figures = Figures()
        claims = sum(table.claims for table in self.tables)
        before = await self._ask()
        await at_pace(rate, seconds, tap_one)
        await asyncio.sleep(0.5)
        after = await self._ask()
        # What comes later, as clocks run out, is none of this round's.
        self.wire.figures = Figures()
        turns = sum(table.claims for table in self.tables) - claims
        return Round((after["cpu"] - before["cpu"]) * 1000 / max(figures.taps, 1), figures, turns)


def _with_button(hand: Message) -> Message:
    button = {"type": 2, "id": 2, "style": 2, "label": "x", "custom_id": "n1:0"}
    hand.components = [{"type": 1, "id": 1, "components": [button]}]
    return hand


def percentile(values: list[float], part: float) -> float:
    """The value that so great a part stays below."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


@dataclass
class Rounds:
    """All rounds of one kind of load."""

    name: str
    rounds: list[Round] = field(default_factory=list)

    @property
    def cpu_ms(self) -> float:
        """Processor's milliseconds a tap."""
        return statistics.median(it.cpu_ms for it in self.rounds)

    @property
    def waits(self) -> list[float]:
        """Of all rounds together."""
        return [ms for it in self.rounds for ms in it.waits]

    @property
    def p99(self) -> float:
        """The median of the rounds' own."""
        return statistics.median(percentile(it.waits, 0.99) for it in self.rounds)

    def told(self) -> dict[str, float]:
        """Its own lines."""
        return {
            f"taps measured, {self.name}": float(sum(it.seen.taps for it in self.rounds)),
            f"CPU ms a tap, {self.name}": self.cpu_ms,
            f"taps a second one core can take, {self.name}": 1000 / self.cpu_ms,
            f"median acknowledgement ms, {self.name}": statistics.median(self.waits),
            f"p99 acknowledgement ms, {self.name}": self.p99,
            f"p99 acknowledgement ms, {self.name}, all rounds together": percentile(self.waits, 0.99),
            f"slowest acknowledgement ms, {self.name}": max(self.waits),
        }


async def measured(seconds: float) -> dict[str, float]:
    """Both bots under the same load for so many seconds each."""
    null, full, evening = Rounds("null"), Rounds("full hand"), Rounds("evening")
    async with Measured("null") as plain, Measured("cheat") as cheat:
        await plain.deal(TABLES)
        await cheat.deal(TABLES)
        loads = [(null, plain, plain.redraw), (full, cheat, cheat.crowd.picking), (evening, cheat, cheat.crowd.evening)]
        for _ in range(max(1, round(seconds / ROUND_S))):
            for kept, bot, tap_one in loads:
                kept.rounds.append(await bot.round(tap_one, RATE, ROUND_S))
            # Whoever was first comes last now.
            loads.reverse()
        # Between rounds the clocks of claims run on; what a turn costs shows only where the evening does, too.
        whole = await cheat.round(cheat.crowd.evening, RATE, seconds / 2)
    failed = float(cheat.crowd.failed.total())
    told = null.told() | full.told() | evening.told() | {"taps without an answer": failed}
    return told | _compared(null, full, evening) | _carried(evening, whole) | {"memory a table, KB": cheat.kb}


def _compared(null: Rounds, full: Rounds, evening: Rounds) -> dict[str, float]:
    told = {}
    for ours in (full, evening):
        told[f"CPU per tap, {ours.name}, to the null bot's"] = ours.cpu_ms / null.cpu_ms
        told[f"taps a second, {ours.name}, to the null bot's"] = null.cpu_ms / ours.cpu_ms
        told[f"p99 acknowledgement, {ours.name}, to the null bot's"] = ours.p99 / null.p99
    together = percentile(evening.waits, 0.99) / percentile(null.waits, 0.99)
    return told | {"p99 acknowledgement, evening, to the null bot's, all rounds together": together}


def _carried(evening: Rounds, whole: Round) -> dict[str, float]:
    """What one token and one core can carry of such evenings."""
    turns = max(whole.turns, 1)
    requests, taps = whole.seen.requests.total() / turns, whole.seen.taps / turns
    core = 1000 / evening.cpu_ms / taps
    return {
        "turns measured": float(whole.turns),
        "taps a turn, evening": taps,
        "requests a turn, evening": requests,
        f"turns a second one token carries at our pace of {RATE_PER_S:g} requests": RATE_PER_S / requests,
        f"turns a second one token carries at Discord's {DISCORD_PER_S:g} requests": DISCORD_PER_S / requests,
        "turns a second one core carries": core,
        f"tables one token carries at our pace, a turn taking {TURN_S:g} s": RATE_PER_S / requests * TURN_S,
        f"tables one core carries, a turn taking {TURN_S:g} s": core * TURN_S,
    }
