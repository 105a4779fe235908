"""How long a CPU seat waits before it acts: drawn before the choice and apart from it, so that a pause tells nothing.

Never give these functions anything about the position.
"""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Final

PLAY_SECONDS: Final = (1.2, 4.0)
CALL_SECONDS: Final = (1.5, 7.0)


def play_pause(chance: random.Random) -> timedelta:
    """How long to wait with a turn."""
    return timedelta(seconds=chance.uniform(*PLAY_SECONDS))


def call_pause(chance: random.Random) -> timedelta:
    """How long to wait with the answer to a claim; of several CPU seats the one with the shortest pause calls."""
    return timedelta(seconds=chance.uniform(*CALL_SECONDS))
