"""Every level plays every variant to its end, and all it does is taken."""

from __future__ import annotations

import pytest

from bot.cpu.contest import Contest, Ours
from bot.cpu.levels import Level
from bot.engine.rules.compiled import compile_rules
from bot.engine.state import Phase
from tests.engine.support import VARIANTS, playable


@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_cpu_seats_end_in_every_variant(name: str) -> None:
    sizes = playable(VARIANTS[name])
    levels = [*Level][: len(sizes)] * 4
    rules = compile_rules(VARIANTS[name], sizes[0])
    contest = Contest.dealt(rules, [Ours(level) for level in levels[: sizes[0]]], name)
    contest.run()
    assert contest.state.phase is Phase.OVER
