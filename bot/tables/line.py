"""Keeps a table's changes in the order they were decided, though their presses are answered in any order.

Between the table, which lines a change up under its lock, and the publisher, which shows it once its press was
answered. A slow answer holds the others up for a moment only; nothing here ever waits under a lock.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

# An answer that takes longer than Discord waits for one holds nobody up any more.
MOST_WAIT_S = 3.0


class Line(Generic[T]):
    """Calls `act` with each thing lined up, in order, when it and all before it are ready."""

    def __init__(self, act: Callable[[T], None]) -> None:
        self._act = act
        self._places: deque[_Place[T]] = deque()

    def join(self, thing: T) -> None:
        """The next place in the line; it gets ready by itself after a while."""
        place = _Place(thing)
        self._places.append(place)
        place.timer = asyncio.get_running_loop().call_later(MOST_WAIT_S, self._set_ready, place)

    def ready(self, thing: T) -> None:
        """This very thing may go on; harmless when it has."""
        for place in self._places:
            if place.thing is thing:
                self._set_ready(place)
                return

    def hurry(self) -> None:
        """Everything may go on."""
        for place in tuple(self._places):
            self._set_ready(place)

    def clear(self) -> None:
        """Nothing goes on any more."""
        while self._places:
            self._places.popleft().leave()

    def _set_ready(self, place: _Place[T]) -> None:
        place.ready = True
        while self._places and self._places[0].ready:
            first = self._places.popleft()
            first.leave()
            self._act(first.thing)


class _Place(Generic[T]):
    def __init__(self, thing: T) -> None:
        self.thing = thing
        self.ready = False
        self.timer: asyncio.TimerHandle | None = None

    def leave(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
