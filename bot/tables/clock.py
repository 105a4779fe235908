"""Discord's time, learned from Discord itself.

Deadlines and races are judged in Discord's time, so a wrong clock on this machine changes nothing. Every message and
interaction carries the moment Discord made it; the sample that reached us fastest is the best estimate.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

_SPAN_S = 300.0


class DiscordClock:
    """Implements `ports.Clock` on the event loop's monotonic time. `wall` is only believed until the first sample.

    `error_s` is how far the wall clock was found to be behind Discord's; kept over restarts it makes even the first
    estimate good.
    """

    def __init__(self, wall: Callable[[], datetime], error_s: float = 0.0) -> None:
        self._wall = wall
        self._assumed = error_s
        # Two spans of samples, so that a drifting clock is followed and a slow sample is soon forgotten.
        self._older: float | None = None
        self._newer: float | None = None
        self._since = 0.0

    def assume(self, error_s: float) -> None:
        """Believe the wall clock to be `error_s` seconds behind Discord's until a sample says otherwise."""
        self._assumed = error_s

    @property
    def error_s(self) -> float:
        """Seconds by which the wall clock is behind Discord's time, as far as known."""
        return (self.now() - self._wall()).total_seconds()

    @property
    def known(self) -> bool:
        """Whether Discord has told its time since the start."""
        return self._newer is not None

    def now(self) -> datetime:
        """Discord's time, aware UTC."""
        if self._newer is None:
            return self._wall() + timedelta(seconds=self._assumed)
        lead = self._newer if self._older is None else min(self._newer, self._older)
        return datetime.fromtimestamp(asyncio.get_running_loop().time() - lead, UTC)

    def learn(self, stamp: datetime) -> None:
        """Something Discord made at `stamp` is here now; the smallest delay seen lately wins."""
        here = asyncio.get_running_loop().time()
        lead = here - stamp.timestamp()
        if self._newer is None:
            self._newer, self._since = lead, here
        elif here - self._since > _SPAN_S:
            self._older, self._newer, self._since = self._newer, lead, here
        else:
            self._newer = min(self._newer, lead)

    def call_at(self, when: datetime, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call back when Discord's time is `when`."""
        delay = max(0.0, (when - self.now()).total_seconds())
        return asyncio.get_running_loop().call_later(delay, callback)
