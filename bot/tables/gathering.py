"""Presses on one claim, gathered for a moment so that Discord's time decides and not our network.

Owned by a table. The first press starts a short wait; when it is over they are judged in Discord's order. Besides calls
that is, where a play closes the window (R65), the play or pass of the next seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.engine.actions import Pass, Play
from bot.tables.answers import Answer, Press

Show = Callable[[Answer], Awaitable[None]]
# Greater than any id of Discord's.
AFTER_PEOPLE: Final = 1 << 64


async def unheard(_answer: Answer) -> None:
    """Nobody waits for the answer."""


@dataclass(slots=True)
class Call:
    """One press waiting for the verdict: of Cheat!, or with a `move` a play or pass that would close the window.

    A CPU's has no `press`. `told` is set once it was answered, or `failed` says why not.
    """

    seat: int
    number: int
    at: datetime
    press: Press | None = None
    show: Show = unheard
    move: Play | Pass | None = None
    told: asyncio.Event = field(default_factory=asyncio.Event)
    failed: Exception | None = None

    @classmethod
    def of(cls, press: Press, seat: int, number: int, show: Show, move: Play | Pass | None = None) -> Call:
        """A person's press."""
        return cls(seat, number, press.at, press, show, move)

    @property
    def order(self) -> tuple[datetime, int, datetime]:
        """Discord's order: by the millisecond, then by its ids; a CPU comes after everybody at the same moment."""
        moment = self.at.replace(microsecond=self.at.microsecond // 1000 * 1000)
        return moment, AFTER_PEOPLE if self.press is None else self.press.key, self.at


class Gathering:
    """The presses waiting for a verdict, in Discord's order."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def add(self, call: Call) -> bool:
        """Add a press; gives whether it is the first, which starts the wait."""
        self._calls.append(call)
        return len(self._calls) == 1

    def has(self, seat: int) -> bool:
        """Whether a press of this seat is waiting."""
        return any(call.seat == seat for call in self._calls)

    def moves(self, seat: int) -> bool:
        """Whether a play or pass of this seat is waiting."""
        return any(call.seat == seat and call.move is not None for call in self._calls)

    def take(self) -> list[Call]:
        """All presses, earliest first, and none are waiting any more."""
        calls, self._calls = sorted(self._calls, key=lambda call: call.order), []
        return calls
