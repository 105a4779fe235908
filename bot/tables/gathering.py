"""Calls on one claim, gathered for a moment so that Discord's time decides and not our network.

Owned by a table. The first call starts a short wait; when it is over the earliest press wins and the others hear by
how much they were slower.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.tables.answers import Answer, Press

Show = Callable[[Answer], Awaitable[None]]


@dataclass(slots=True)
class Call:
    """One press of Cheat! waiting for the verdict; `told` is set once it was answered, or `failed` says why not."""

    press: Press
    seat: int
    number: int
    show: Show
    told: asyncio.Event = field(default_factory=asyncio.Event)
    failed: Exception | None = None


class Gathering:
    """The calls waiting for a verdict, in Discord's order."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def add(self, call: Call) -> bool:
        """Add a call; gives whether it is the first, which starts the wait."""
        self._calls.append(call)
        return len(self._calls) == 1

    def has(self, seat: int) -> bool:
        """Whether this seat's call is waiting."""
        return any(call.seat == seat for call in self._calls)

    def take(self) -> list[Call]:
        """All calls, earliest press first, and none are waiting any more."""
        calls, self._calls = sorted(self._calls, key=lambda call: call.press.key), []
        return calls
