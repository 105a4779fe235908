"""Small changes, many at once: everything that waits to be written goes down in one hop and one commit.

A table's change is one unit of work, a function of the connection that runs in the connection's own thread. While one
commit waits for the disk, others gather; the next takes them all. Where one of them is refused they are all undone and
run again, each in a savepoint of its own, so that it takes nothing of the others with it. A unit is stored when `write`
returns, and not before. It must never keep the connection, and may be run several times, so it must do nothing but
read and write.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, TypeAlias, TypeVar, cast

import aiosqlite

from bot.store.errors import explain

T = TypeVar("T")

Work: TypeAlias = Callable[[sqlite3.Connection], T]
"""One unit: what it raises undoes it alone."""

#: So many whose work was written together go on in one go.
AT_ONCE: Final = 10


@dataclass(frozen=True, slots=True)
class _Outcome:
    result: Any = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    work: Work[Any]
    future: asyncio.Future[Any]


class Writer:
    """Takes units of work and runs all that wait. `alone` lends the connection, `where` begins what errors say.

    `done` is told how many seconds a commit took, and whether any of its units failed in the database.
    """

    def __init__(self, alone: Callable[[], AbstractAsyncContextManager[aiosqlite.Connection]], where: str) -> None:
        self._alone = alone
        self._where = where
        self.done: Callable[[float, bool], None] = lambda _seconds, _failed: None
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction and give its result once that is on disk; raises what `work` raised.

        The driver's errors come as `StoreError`. A caller cancelled meanwhile is cancelled once the work is done.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain(), name="store writer")
        await finished(future)
        return cast("T", future.result())

    async def idle(self) -> None:
        """Wait until nothing waits to be written."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def _drain(self) -> None:
        batch: list[_Waiting] = []
        try:
            while self._waiting:
                async with self._alone() as connection:
                    batch, self._waiting = self._waiting, []
                    began = perf_counter()
                    outcomes = await _all_in_its_thread(connection, [waiting.work for waiting in batch])
                self.done(perf_counter() - began, any(isinstance(it.error, sqlite3.Error) for it in outcomes))
                await self._tell(deque(zip(batch, outcomes, strict=True)))
        except BaseException as error:
            unsettled, self._waiting = [*batch, *self._waiting], []
            for waiting in unsettled:
                self._settle(waiting.future, _Outcome(error=error))
            if not isinstance(error, Exception):
                raise

    async def _tell(self, told: deque[tuple[_Waiting, _Outcome]]) -> None:
        """Let those go on whose work is on disk: a few, then the loop breathes, since each has much to do at once."""
        try:
            while told:
                for _ in range(min(AT_ONCE, len(told))):
                    waiting, outcome = told.popleft()
                    self._settle(waiting.future, outcome)
                if told:
                    await asyncio.sleep(0)
        finally:
            for waiting, outcome in told:
                self._settle(waiting.future, outcome)

    def _settle(self, future: asyncio.Future[Any], outcome: _Outcome) -> None:
        error = outcome.error
        if future.done():
            return
        if error is None:
            future.set_result(outcome.result)
        elif isinstance(error, asyncio.CancelledError):
            future.cancel()
        elif isinstance(error, sqlite3.Error | OSError):
            told = explain(error, self._where)
            told.__cause__ = error
            future.set_exception(told)
        else:
            future.set_exception(error)


async def finished(work: asyncio.Future[Any]) -> None:
    """Wait until `work` is done, whatever happens to the caller; a cancellation is raised afterwards."""
    cancelled: asyncio.CancelledError | None = None
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from (None if work.cancelled() else work.exception())


async def in_its_thread(connection: aiosqlite.Connection, work: Work[T]) -> T:
    """Run `work` in the connection's own thread, in one hop; the driver offers this for single statements only."""
    hop = asyncio.ensure_future(connection._execute(work, connection._conn))  # type: ignore[no-untyped-call]  # noqa: SLF001
    await finished(hop)
    return cast("T", hop.result())


async def _all_in_its_thread(connection: aiosqlite.Connection, works: Sequence[Work[Any]]) -> list[_Outcome]:
    return await in_its_thread(connection, lambda own: _together(own, works))


def _together(connection: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[_Outcome]:
    """All in one transaction; where one fails, all anew, so that each gets its own answer.

    Each statement gives the interpreter away and has to get it back from who draws and sends meanwhile, so where all
    goes well, as it nearly always does, there are none but the units' own.
    """
    if len(works) > 1:
        for attempt in (_at_once, _one_by_one):
            try:
                return attempt(connection, works)
            except Exception:
                connection.rollback()
    return [_by_itself(connection, work) for work in works]


def _at_once(connection: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[_Outcome]:
    """Raises what any of them raises."""
    connection.execute("BEGIN IMMEDIATE")
    outcomes = [_Outcome(work(connection)) for work in works]
    connection.execute("COMMIT")
    return outcomes


def _one_by_one(connection: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[_Outcome]:
    """Each in a savepoint: one that is refused takes nothing of the others with it."""
    outcomes = []
    connection.execute("BEGIN IMMEDIATE")
    for work in works:
        connection.execute("SAVEPOINT unit")
        try:
            outcomes.append(_Outcome(work(connection)))
        except Exception as error:
            connection.execute("ROLLBACK TO unit")
            outcomes.append(_Outcome(error=error))
        connection.execute("RELEASE unit")
    connection.execute("COMMIT")
    return outcomes


def _by_itself(connection: sqlite3.Connection, work: Work[Any]) -> _Outcome:
    try:
        connection.execute("BEGIN IMMEDIATE")
        result = work(connection)
        connection.execute("COMMIT")
    except Exception as error:
        connection.rollback()  # also a COMMIT that failed, on a full disk say, can leave the transaction open
        return _Outcome(error=error)
    return _Outcome(result)
