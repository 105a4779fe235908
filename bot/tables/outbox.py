"""A table's outgoing messages, one after another in the order they were due.

Jobs run outside the table's lock and after the press that caused them was answered. A passing failure is tried again;
any other is the job's own to handle.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Hashable

from bot.tables.answers import ShowFailed, Trouble

log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[None]]
_RETRY_S = (1.0, 4.0, 15.0)


class Outbox:
    """Runs jobs in order in a task that ends when nothing is left (no idle waiting)."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: deque[tuple[Job, Callable[[], None] | None, Hashable]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = self._held = False

    @property
    def busy(self) -> bool:
        """Whether something is still to be done."""
        return self._task is not None and not self._task.done()

    @property
    def depth(self) -> int:
        """How many jobs wait, the one that runs included."""
        return len(self._jobs) + self.busy

    def put(self, job: Job, gave_up: Callable[[], None] | None = None, *, drawing: Hashable = None) -> None:
        """Run the job after those before it; `gave_up` is called when it kept failing for a passing reason.

        Of those that draw the same message, named by `drawing`, only the last is run: it shows all the others would.
        """
        if self._closed:
            return
        if drawing is not None:
            self._jobs = deque(waiting for waiting in self._jobs if waiting[2] != drawing)
        self._jobs.append((job, gave_up, drawing))
        if not self._held:
            self._begin()

    def hold(self) -> None:
        """Only gather what is due, until it may `go`."""
        self._held = True

    def go(self) -> None:
        """Run what was held back."""
        self._held = False
        if self._jobs:
            self._begin()

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain(), name=f"outbox {self._name}")

    def drop(self) -> None:
        """Forget what has not begun."""
        self._jobs.clear()

    async def close(self, timeout_s: float = 5.0) -> None:
        """Finish what is queued within `timeout_s`, then stop."""
        self._closed = True
        if self._task is not None and not self._task.done():
            _, late = await asyncio.wait({self._task}, timeout=timeout_s)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    async def _drain(self) -> None:
        while self._jobs:
            job, gave_up, _ = self._jobs.popleft()
            try:
                await self._attempt(job)
            except ShowFailed as failure:
                log.warning("not shown: %s", failure.trouble, extra={"table": self._name})
                if failure.trouble is Trouble.PASSING and gave_up is not None and not self._closed:
                    gave_up()
            except Exception:
                log.exception("a message could not be made", extra={"table": self._name})

    async def _attempt(self, job: Job) -> None:
        for pause in _RETRY_S:
            try:
                await job()
            except ShowFailed as failure:
                if failure.trouble is not Trouble.PASSING or self._closed:
                    raise
                await asyncio.sleep(pause)
            else:
                return
        await job()
