"""Write the playthroughs in `tests/golden`: `python -m tests.engine.goldens`. Review the difference first."""

from __future__ import annotations

from pathlib import Path

from bot.engine.codec import encode
from bot.engine.observe import redact
from bot.engine.rules.ruleset import PRESETS
from tests.engine.support import Dice, Game, play_out

FOLDER = Path(__file__).parents[1] / "golden"
SEATS = 4
# Chosen for short games in which a lot happens; a preset not named here takes its own name.
SEEDS = {"standard": "golden 293"}


def playthrough(preset: str) -> dict[str, str]:
    """One seeded game as the public and each seat sees it: a line per event, as JSON."""
    seed = SEEDS.get(preset, preset)
    game = Game.dealt(PRESETS[preset], SEATS, seed, dealer=1)
    for _ in play_out(game, Dice(seed), unruly=True):
        pass
    viewers: dict[str, int | None] = {"public": None, **{f"seat{seat}": seat for seat in range(SEATS)}}
    return {f"{preset}_{name}.txt": _lines(game, viewer) for name, viewer in viewers.items()}


def _lines(game: Game, viewer: int | None) -> str:
    lines = []
    for number, event in enumerate(game.events, start=1):
        kind, _, body = encode(redact(event, viewer))
        lines.append(f"{number:3} {kind} {body}\n")
    return "".join(lines)


if __name__ == "__main__":
    for file, text in playthrough("standard").items():
        (FOLDER / file).write_text(text, encoding="utf-8")
