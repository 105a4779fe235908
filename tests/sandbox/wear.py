"""``python -m tests.sandbox.wear``: click a thousand times in a sandbox, and tell what that does to it.

Three people press whatever can be pressed, drawn by a seed, in game after game, over the page's own line and against
the real process. It prints how long a click takes until it is answered and until the page shows what has changed, how
much memory the process has gained since it was warm, and what went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from tests.sandbox.page import Page, opened, running

CLICKS = 1000
# What a process needs once (imports, caches, the first game) is no growth.
WARM_CLICKS = 200
PEOPLE = ("Ann", "Bob", "Cy")
# Who leaves ends games that are to go on.
NEVER = ("Leave",)
# What brings a game on, and how many of the newest buttons are looked at.
ON = ("Join", "Start", "Play", "Rematch", "Cheat!")
NEAR = 16
# A press that changes nothing that is to be seen by then changes nothing.
QUIET_S = 1.0


@dataclass(slots=True)
class Wear:
    """What was measured: seconds, and megabytes."""

    clicks: int = 0
    answered_s: list[float] = field(default_factory=list)
    shown_s: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    quiet: Counter[str] = field(default_factory=Counter)
    games: int = 0
    hours_there: float = 0.0

    @property
    def growth_mb(self) -> float:
        """The memory gained since the process was warm."""
        return self.memory_mb[-1] - self.memory_mb[0]

    def told(self) -> str:
        """All of it, in words."""
        first, last = self.memory_mb[0], self.memory_mb[-1]
        lines = [
            f"{self.clicks} clicks, {self.games} tables, {self.hours_there * 60:.0f} minutes there",
            f"answered after {_spread(self.answered_s)}",
            f"shown after {_spread(self.shown_s)}",
            f"memory {first:.1f} MB when warm, {last:.1f} MB at the end: {self.growth_mb:+.1f} MB",
            f"nothing to be seen: {sum(self.quiet.values())} {dict(self.quiet)}",
            f"failed: {len(self.failed)}",
        ]
        return "\n".join([*lines, *(f"  {reason}" for reason in self.failed[:10])])


def _spread(seconds: list[float]) -> str:
    inner = statistics.quantiles(seconds, n=20)
    return f"{_ms(inner[9])} (95 %: {_ms(inner[18])}, at most {_ms(max(seconds))})"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


async def wear(clicks: int, *, seed: int, speed: int, pause_s: float = 0.0) -> Wear:
    """Click so many times, a pause after each; time passes `speed` times as fast there."""
    found, chance = Wear(), random.Random(seed)
    options = ("--people", ",".join(PEOPLE), "--speed", str(speed))
    async with running(*options) as (process, address), opened(address) as page:
        began = page.now
        await page.until(lambda: page.marks)
        while found.clicks < clicks:
            if found.clicks >= WARM_CLICKS and found.clicks % 50 == 0:
                found.memory_mb.append(_memory_mb(process.pid))
            await _act(page, chance, found)
            await asyncio.sleep(pause_s)
        found.memory_mb.append(_memory_mb(process.pid))
        found.hours_there = (page.now - began) / 3600
    return found


async def _act(page: Page, chance: random.Random, found: Wear) -> None:
    """One click of somebody; a command where nothing is to be pressed."""
    await page.sit(chance.choice(PEOPLE))
    places = ["dm", "channel"] if chance.random() < 0.7 else ["channel", "dm"]
    found_there = next((there for place in places if (there := page.pressable(place))), [])
    buttons = [(message, part) for message, part in found_there if part["label"] not in NEVER][-NEAR:]
    if not buttons:
        await page.ask(act="slash", place="channel", command="cheat start", options={})
        await page.until(lambda: page.pressable("channel"))
        found.games += 1
        return
    message, part = chance.choices(buttons, [9 if part["label"].startswith(ON) else 1 for _, part in buttons])[0]
    if part["label"] == "Rematch":
        found.games += 1
    count, began = page.heard, time.perf_counter()
    reply = await page.ask(act="use", message=message, custom_id=part["custom_id"])
    found.answered_s.append(time.perf_counter() - began)
    found.clicks += 1
    # Another was faster: what a person sees is a moment old, here as there.
    if reply.get("failed") or ("error" in reply and "no longer there" not in reply["error"]):
        found.failed.append(f"{part['label']}: {reply}")
    elif "error" not in reply:
        try:
            await page.until(lambda: page.heard > count, patience_s=QUIET_S)
        except TimeoutError:
            found.quiet[part["label"].split(" ")[0]] += 1
        else:
            found.shown_s.append(time.perf_counter() - began)


def _memory_mb(pid: int) -> float:
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(told.stdout) / 1024


def main() -> int:
    """The command; 1 if a click failed."""
    line = argparse.ArgumentParser(prog="python -m tests.sandbox.wear", description=(__doc__ or "").partition("\n")[0])
    line.add_argument("--clicks", type=int, default=CLICKS)
    line.add_argument("--seed", type=int, default=1)
    line.add_argument("--speed", type=int, default=5, help="how fast time passes there")
    line.add_argument("--pause", type=float, default=0.0, help="seconds between clicks; 3.4: an hour")
    asked = line.parse_args()
    found = asyncio.run(wear(asked.clicks, seed=asked.seed, speed=asked.speed, pause_s=asked.pause))
    sys.stdout.write(found.told() + "\n")
    return 1 if found.failed else 0


if __name__ == "__main__":
    sys.exit(main())
