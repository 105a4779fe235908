"""What the bot costs: ``python -m tests.bench [--seconds N] [--json FILE]`` prints a table, and JSON to the file.

Taps are measured on real processes over HTTP on this machine, beside a null bot in the same run: ratios hold on any
machine, the milliseconds only on this one. Fails where a figure is over its limit.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from tests.bench import engine, recovery, taps

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


def main() -> int:
    """Measure, print, and give how many figures are over their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=66, help="of each kind of load")
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
        told |= asyncio.run(taps.measured(chosen.seconds))
    over = 0
    for name, value in told.items():
        limit = LIMITS.get(name)
        amiss = limit is not None and value > limit
        over += amiss
        bound = "" if limit is None else f"   at most {limit:g}{'  OVER' if amiss else ''}"
        print(f"{name:<72} {value:>12,.2f}{bound}")
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(told, indent=2) + "\n")
    return over


if __name__ == "__main__":
    sys.exit(main())
