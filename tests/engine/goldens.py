"""Write the playthroughs in `tests/golden`: `python -m tests.engine.goldens`. Review the difference first.

A file per preset and mixture: one seeded game, each event as the public sees it, and below it what each seat sees
otherwise. Runs of hidden cards are written as their number.
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.engine.codec import encode
from bot.engine.events import Event
from bot.engine.observe import redact
from bot.engine.state import Phase
from tests.engine.support import VARIANTS, Dice, Game, hasty_action, play_out, seats_for

FOLDER = Path(__file__).parents[1] / "golden"
# Chosen for short games in which what the variant is about happens.
SEEDS = {
    "standard": "golden 293",
    "classic-table": "classic-table 29",
    "bicycle": "bicycle 33",
    "jaques": "jaques 31",
    "online": "online 51",
    "fast": "fast 25",
    "big-table": "big-table 38",
    "up-down": "up-down 22",
    "same-again": "same-again 11",
    "countdown": "countdown 52",
    "open": "open 39",
    "i-doubt-it": "i-doubt-it 15",
    "one-rank": "one-rank 55",
    "bluff": "bluff 10",
    "duel": "duel 37",
    "duel-force": "duel-force 3",
    "teams": "teams 22",
    "penalty": "penalty 27",
    "kids": "kids 45",
    "wild": "wild 46",
    "everything-hidden": "everything-hidden 26",
    "everything-shown": "everything-shown 36",
    "match-of-teams": "match-of-teams 30",
    "match-of-duels": "match-of-duels 25",
    "force-shown": "force-shown 49",
    "one-rank-small": "one-rank-small 14",
}
TURNS = 60
HIDDEN_RUN = re.compile(r'"\?"(?:,"\?")*')


def playthrough(name: str) -> str:
    """One seeded game as everybody sees it."""
    seed, ruleset = SEEDS[name], VARIANTS[name]
    game = played(name, seed)
    lines = []
    for number, event in enumerate(game.events, start=1):
        kind, _, _ = encode(event)
        public = line(event, None)
        lines.append(f"{number:3} {kind} {public}\n")
        seen = [(seat, line(event, seat)) for seat in range(seats_for(ruleset))]
        lines += [f"      {seat}: {body}\n" for seat, body in seen if body != public]
    return "".join(lines)


def played(name: str, seed: str) -> Game:
    """The whole game, a long one ended in haste."""
    game = Game.dealt(VARIANTS[name], seats_for(VARIANTS[name]), seed, dealer=1)
    for _ in play_out(game, Dice(seed), unruly=True, at_most=TURNS):
        pass
    while game.state.phase is not Phase.OVER:
        game.do(hasty_action(game))
    return game


def line(event: Event, viewer: int | None) -> str:
    """An event as one viewer sees it."""
    return HIDDEN_RUN.sub(lambda run: f'"?{run[0].count("?")}"', encode(redact(event, viewer))[2])


if __name__ == "__main__":
    for variant in VARIANTS:
        (FOLDER / f"{variant}.txt").write_text(playthrough(variant), encoding="utf-8")
