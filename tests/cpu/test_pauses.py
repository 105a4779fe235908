"""Pauses lie in their bounds, and nothing about the position can reach them."""

from __future__ import annotations

import inspect
import random
from datetime import timedelta

from bot.cpu.pauses import call_pause, play_pause


def test_pauses_lie_within_their_bounds_and_spread_over_them() -> None:
    plays = [play_pause(random.Random(seed)) for seed in range(300)]
    calls = [call_pause(random.Random(seed)) for seed in range(300)]
    assert timedelta(seconds=1.2) <= min(plays) < timedelta(seconds=1.5)
    assert timedelta(seconds=3.7) < max(plays) <= timedelta(seconds=4)
    assert timedelta(seconds=1.5) <= min(calls) < timedelta(seconds=1.8)
    assert timedelta(seconds=6.7) < max(calls) <= timedelta(seconds=7)


def test_a_pause_knows_nothing_but_chance() -> None:
    """So it cannot tell whether a call follows, or a lie."""
    for pause in (play_pause, call_pause):
        assert list(inspect.signature(pause).parameters) == ["chance"]
        assert pause(random.Random("same")) == pause(random.Random("same"))
