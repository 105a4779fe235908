"""A short pause between sitting down and leaving: each is a message drawn anew for everybody.

Beside the desk, which asks. It knows only who moved when, by Discord's time, and forgets the oldest.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime, timedelta
from typing import Final

BREATH: Final = timedelta(seconds=2)
_REMEMBERED: Final = 4096


class Breath:
    """Who has just moved."""

    def __init__(self) -> None:
        self._moved: OrderedDict[int, datetime] = OrderedDict()

    def short(self, user_id: int, at: datetime) -> bool:
        """Whether somebody moved only a moment before."""
        moved = self._moved.get(user_id)
        return moved is not None and at - moved < BREATH

    def spend(self, user_id: int, at: datetime) -> None:
        """Somebody has moved."""
        self._moved[user_id] = at
        self._moved.move_to_end(user_id)
        if len(self._moved) > _REMEMBERED:
            self._moved.popitem(last=False)
