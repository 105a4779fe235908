"""A time shared by things that are done one after another: what one of them doesn't need is left to the next.

A stop goes by it, so that it ends before whoever asked for it loses patience.
"""

from __future__ import annotations

import asyncio


class Budget:
    """So many seconds from now on."""

    def __init__(self, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left, 0 when none are."""
        return max(0.0, self._until - self._loop.time())

    def but(self, seconds: float) -> float:
        """Seconds that are left if so many are kept for what comes after, 0 when none are."""
        return max(0.0, self.left - seconds)
