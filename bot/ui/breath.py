"""A short pause between sitting down and leaving, and a limit to commands typed in a row.

Beside the desk, which asks. Sitting down and leaving is a message drawn anew for everybody; a command is an answer of
its own. Both know only who did what when, by Discord's time, and forget the oldest. Nothing here is ever asked about
a tap on a card or a call.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from typing import Final

BREATH: Final = timedelta(seconds=2)
COMMANDS: Final = 10
"""So many commands somebody may use within `COMMANDS_TIME`: more than anybody types who plays."""
COMMANDS_TIME: Final = timedelta(seconds=20)
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


class Pace:
    """How fast somebody types commands."""

    def __init__(self) -> None:
        self._used: OrderedDict[int, deque[datetime]] = OrderedDict()

    def keeps(self, user_id: int, at: datetime) -> bool:
        """Whether somebody may use a command now; one that they may not use doesn't count."""
        used = self._used.setdefault(user_id, deque(maxlen=COMMANDS))
        if len(used) == COMMANDS and at - used[0] < COMMANDS_TIME:
            return False
        used.append(at)
        self._used.move_to_end(user_id)
        if len(self._used) > _REMEMBERED:
            self._used.popitem(last=False)
        return True
