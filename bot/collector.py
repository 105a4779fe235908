"""Keeps the garbage collector from holding up presses: what stays is set apart, the rest is looked at by the clock.

Where it sits: the process that is the bot's own begins it once it is ready, and stops it at its end. It must never run
in a bot among others, as the tests and the sandbox have them: the collector belongs to the whole process.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

#: How often everything that is not set apart is looked through, in seconds.
EVERY_S: Final = 300.0
#: So many rounds of the collector never come about by themselves.
_NEVER: Final = 1_000_000_000


class Collector:
    """The process's garbage collector, made to keep the event loop for as short as it can."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Leave what the process has loaded so far out of all rounds, and time the full ones; needs a running loop.

        Code, catalogues and what Discord told of the servers stay for good. Of the tables brought back, what refers to
        itself stays, too: so much memory until the next start, and no more. A full round that began in the middle of a
        burst of presses would keep them all waiting for its time and their own together.
        """
        gc.collect()
        gc.freeze()
        self._before = gc.get_threshold()
        gc.set_threshold(*self._before[:2], _NEVER)
        self._wait(asyncio.get_running_loop())

    def stop(self) -> None:
        """Leave the collector as it was. Does nothing if `begin` wasn't called."""
        if self._timer is not None:
            self._timer.cancel()
            gc.set_threshold(*self._before)

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(EVERY_S, self._collect, loop)

    def _collect(self, loop: asyncio.AbstractEventLoop) -> None:
        gc.collect()
        self._wait(loop)
