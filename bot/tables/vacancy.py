"""Closes a table that nobody has touched for too long, whatever keeps it from going on (R64 aside).

Owned by a table. Only people's presses count: what clocks and CPUs do moves nobody's table on for ever. After a restart
there is at least an hour, since nobody can touch a table while the bot is away.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.tables.ports import Clock, Timer

# Somebody who comes back together with the bot finds the table still there.
LEAST_AFTER_START = timedelta(hours=1)
AGAIN = timedelta(minutes=1)

Spawn = Callable[[Callable[[], Awaitable[None]]], None]


class Vacancy:
    """One lazy timer: it looks, when it comes, whether anybody has touched the table since it was set.

    `life` is how long an untouched table keeps its channel; `spawn` runs `close` as a task of the table.
    """

    def __init__(self, clock: Clock, life: timedelta, spawn: Spawn, close: Callable[[], Awaitable[None]]) -> None:
        self.life = life
        self._clock, self._spawn, self._close = clock, spawn, close
        self._touched = self._least = clock.now()
        self._timer: Timer | None = None

    def touch(self) -> None:
        """Somebody has pressed something."""
        self._touched = self._clock.now()

    def begin(self, touched: datetime | None = None) -> None:
        """Watch from now on; `touched` is when the table was last touched, if that was in another life."""
        now = self._clock.now()
        self._touched = now if touched is None else touched
        self._least = now + min(self.life, LEAST_AFTER_START)
        self._arm(self._until())

    def cancel(self) -> None:
        """Watch no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def over(self) -> bool:
        """Whether the table has been left alone for its whole life."""
        return self._clock.now() >= self._until()

    def _until(self) -> datetime:
        return max(self._touched + self.life, self._least)

    def _arm(self, when: datetime) -> None:
        self.cancel()
        self._timer = self._clock.call_at(when, self._come)

    def _come(self) -> None:
        if not self.over:
            self._arm(self._until())
            return
        # Set again all the same: closing may fail (a full disk, say).
        self._arm(self._clock.now() + AGAIN)
        self._spawn(self._close)
