"""What the bot costs: ``python -m tests.bench [--seconds N] [--json FILE]`` prints a table, and JSON to the file.

Taps are measured on real processes over HTTP on this machine, beside a null bot in the same run: ratios hold on any
machine, the milliseconds only on this one. Fails where a figure is over its limit.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
from pathlib import Path
from typing import Any

from tests.bench import engine, recovery
from tests.bench.bots import PLAYERS
from tests.bench.evenings import Crowd, Tapped, at_pace
from tests.bench.wire import DM_BASE, Figures, Message, Wire, walk

#: The most that each may be.
LIMITS = {
    "CPU per tap, full hand, to the null bot's": 3.0,
    "CPU per tap, evening, to the null bot's": 3.0,
    "p99 acknowledgement, evening, to the null bot's": 3.0,
    "requests a turn, evening": 1.2,
    "memory a table, KB": 60.0,
    "recovery to reading and decoding": 3.0,
    "recovery where no hand was shown yet": 3.0,
    "recovery with CPU seats": 3.0,
    "history: with them to without": 1.2,
}
TABLES, RATE = 40, 50.0


class Measured:
    """One bot's process under load."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.wire = Wire()
        self.tables: list[Tapped] = []
        self.kb = 0.0

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

    async def ask(self, **line: Any) -> dict[str, Any]:
        """Have the process say what it has used."""
        await self.wire.tell(line)
        return await self.wire.hear()

    async def deal(self, tables: int) -> None:
        """Open tables in the bot; the null bot has one hand for each of as many people."""
        if self.kind == "null":
            hands = [self.wire.keep(DM_BASE + user, []) for user in range(tables * PLAYERS)]
            await self.ask(deal=0)
            for user, hand in enumerate(hands):
                await self.wire.tap(user, _with_button(hand), "n1:0", "first")
            self.hands = hands
            return
        seen: list[Message] = []
        self.wire.posted = seen.append
        before = await self.ask(mark=True)
        told = await self.ask(deal=tables)
        await asyncio.sleep(3)
        self.kb = ((await self.ask(mark=True))["kb"] - before["kb"]) / tables
        by_channel: dict[int, Tapped] = {}
        for channel, (table, *people) in told["tables"].items():
            by_channel[int(channel)] = Tapped(table, people, random.Random(int(channel)))
        self.tables = list(by_channel.values())
        owner = {DM_BASE + user: table for table in self.tables for user in table.people}

        def posted(message: Message) -> None:
            if (table := by_channel.get(message.channel_id)) is not None:
                table.posted(message)
            elif (table := owner.get(message.channel_id)) is not None:
                table.hands[message.channel_id - DM_BASE] = message

        self.wire.posted = posted
        for message in seen:
            posted(message)

    async def load(self, rate: float, seconds: float, *, evening: bool) -> tuple[float, Figures, Crowd]:
        """Tap for a while; gives the process's CPU milliseconds a tap, and what was seen."""
        crowd = Crowd(self.wire, self.tables)
        chance = random.Random(1)
        tasks = set()

        def null_tap() -> bool:
            user = chance.randrange(len(self.hands))
            hand = self.hands[user]
            button = chance.choice([part for part in walk(hand.components) if part["type"] == 2])
            task = asyncio.create_task(self.wire.tap(user, hand, button["custom_id"], "pick"))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            return True

        tap_one = null_tap if self.kind == "null" else crowd.evening if evening else crowd.picking
        await at_pace(rate, 2.0, tap_one)
        self.wire.figures = figures = Figures()
        claims = sum(table.claims for table in self.tables)
        before = await self.ask(mark=True)
        await at_pace(rate, seconds, tap_one)
        after = await self.ask(mark=True)
        figures.requests["turns"] = sum(table.claims for table in self.tables) - claims
        return (after["cpu"] - before["cpu"]) * 1000 / max(figures.taps, 1), figures, crowd


def _with_button(hand: Message) -> Message:
    button = {"type": 2, "id": 2, "style": 2, "label": "x", "custom_id": "n1:0"}
    hand.components = [{"type": 1, "id": 1, "components": [button]}]
    return hand


def percentile(values: list[float], part: float) -> float:
    """The value that so great a part stays below."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def waits(figures: Figures) -> list[float]:
    """Acknowledgements without those of calls, which gather on purpose."""
    return [ms for kind, times in figures.acks.items() if kind != "call" for ms in times]


async def taps(seconds: float) -> dict[str, float]:
    """Both bots under the same load."""
    told: dict[str, float] = {}
    async with Measured("null") as null, Measured("cheat") as cheat:
        await null.deal(TABLES)
        await cheat.deal(TABLES)
        # Half before and half after ours: the machine has moods.
        first_cpu, null_seen, _ = await null.load(RATE, seconds / 2, evening=False)
        full_cpu, full_seen, _ = await cheat.load(RATE, seconds, evening=False)
        cpu, seen, crowd = await cheat.load(RATE, seconds, evening=True)
        last_cpu, last_seen, _ = await null.load(RATE, seconds / 2, evening=False)
        null_cpu = (first_cpu + last_cpu) / 2
        for kind, times in last_seen.acks.items():
            null_seen.acks.setdefault(kind, []).extend(times)
        for name, ms, figures in (
            ("null", null_cpu, null_seen), ("full hand", full_cpu, full_seen), ("evening", cpu, seen)
        ):  # fmt: skip
            told[f"CPU ms a tap, {name}"] = ms
            told[f"taps a second one core can take, {name}"] = 1000 / ms
            told[f"median acknowledgement ms, {name}"] = statistics.median(waits(figures))
            told[f"p99 acknowledgement ms, {name}"] = percentile(waits(figures), 0.99)
        told["taps a second, measured"] = seen.taps / seconds
        told["taps without an answer"] = float(crowd.failed.total())
        told["turns measured"] = turns = float(seen.requests.pop("turns"))
        told["requests a turn, evening"] = seen.requests.total() / max(turns, 1)
        told["memory a table, KB"] = cheat.kb
        told["CPU per tap, full hand, to the null bot's"] = full_cpu / null_cpu
        told["CPU per tap, evening, to the null bot's"] = cpu / null_cpu
        told["p99 acknowledgement, evening, to the null bot's"] = (
            told["p99 acknowledgement ms, evening"] / told["p99 acknowledgement ms, null"]
        )
    return told


def main() -> int:
    """Measure, print, and give how many figures are over their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--tables", type=int, default=1000, help="live tables to bring back")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=("taps", "recovery", "engine"))
    chosen = parser.parse_args()
    told: dict[str, float] = {}
    if chosen.only in {None, "engine"}:
        told |= engine.measured()
    if chosen.only in {None, "recovery"}:
        told |= asyncio.run(recovery.measured(chosen.tables))
    if chosen.only in {None, "taps"}:
        told |= asyncio.run(taps(chosen.seconds))
    over = 0
    for name, value in told.items():
        limit = LIMITS.get(name)
        amiss = limit is not None and value > limit
        over += amiss
        bound = "" if limit is None else f"   at most {limit:g}{'  OVER' if amiss else ''}"
        print(f"{name:<56} {value:>12,.2f}{bound}")
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(told, indent=2) + "\n")
    return over


if __name__ == "__main__":
    sys.exit(main())
