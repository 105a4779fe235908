"""What the way to another process costs a press: ``python -m tests.bench.relay [--taps N] [--rate N] [--json FILE]``.

Two processes of one bot play on one database file. Hands in direct messages are tapped, all of them through process 1:
at its own tables and, in turns, at those of process 2. Printed is the time until the answer is at Discord, without the
network.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.crash.pair import Dealt, Pair

TABLES = 5
OWN, OTHERS = "tables of process 1", "tables of process 2, through the database"


async def tapped(pair: Pair, tables: dict[str, list[Dealt]], taps: int, rate: float) -> dict[str, list[float]]:
    """Tap so many times a second; gives the milliseconds until each was answered."""
    sent: dict[str, dict[int, float]] = {OWN: {}, OTHERS: {}}
    began = time.perf_counter()
    for at in range(taps):
        for place, (name, dealt) in enumerate(tables.items()):
            table = dealt[at % TABLES]
            user = table.people[at // TABLES % len(table.people)]
            sent[name][pair.press(user, "pick")] = time.perf_counter()
            due = began + (2 * at + place + 1) / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
    found = {}
    for name, pressed in sent.items():
        for number in pressed:
            await pair.answered(number)
        found[name] = [(pair.answered_at[number] - at) * 1000 for number, at in pressed.items()]
    return found


async def measure(taps: int, rate: float) -> dict[str, dict[str, float]]:
    """The figures of both."""
    with tempfile.TemporaryDirectory() as directory:
        async with Pair(Path(directory) / "cheat.db") as pair:
            await pair.launch(1)
            await pair.launch(2)
            tables = {
                OWN: [await pair.deal(1) for _ in range(TABLES)],
                OTHERS: [await pair.deal(2) for _ in range(TABLES)],
            }
            await tapped(pair, tables, 20, rate)
            found = await tapped(pair, tables, taps, rate)
    return {
        name: {
            "median": statistics.median(ms),
            "95 %": statistics.quantiles(ms, n=20)[-1],
            "99 %": statistics.quantiles(ms, n=100)[-1],
        }
        for name, ms in found.items()
    }


def main() -> None:
    """Measure, print, and write the figures where they are wanted."""
    arguments = argparse.ArgumentParser(description="What the way to another process costs a press.")
    arguments.add_argument("--taps", type=int, default=300, help="at each process's tables")
    arguments.add_argument("--rate", type=float, default=20.0, help="taps a second, both together")
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    figures = asyncio.run(measure(given.taps, given.rate))
    for name, ms in figures.items():
        sys.stdout.write(f"{name:<42}" + "".join(f"  {key}: {value:6.1f} ms" for key, value in ms.items()) + "\n")
    if given.json is not None:
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
