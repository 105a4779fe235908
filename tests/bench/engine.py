"""How fast the pure parts are, on one core: events of the engine, and decisions of CPU seats."""

from __future__ import annotations

import time

from bot.cpu.arena import STANDARD, one_game
from bot.engine.rules.ruleset import Ruleset
from tests.record.support import played

SECONDS = 3.0


def measured() -> dict[str, float]:
    """Both a second. The engine's are of whole games of seats that look at what they may do before each action."""
    events, games, began = 0, 0, time.perf_counter()
    while (took := time.perf_counter() - began) < SECONDS:
        events, games = events + len(played(Ruleset(), 5, f"bench {games}").events), games + 1
    decisions, thinking, number = 0, 0.0, 0
    while thinking < SECONDS:
        tally = one_game(STANDARD[0], number, 1)
        decisions, thinking, number = decisions + tally.decisions, thinking + tally.seconds, number + 1
    return {"engine events a second, looking included": events / took, "CPU decisions a second": decisions / thinking}
