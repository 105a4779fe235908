"""A start: every live table is read back, replayed, and goes on where its journal stands.

Used by the registry, once. Tables are read many at a time, never all at once, so that neither the questions nor the
answers are too many. What is to be shown waits until the last table is back: nobody can press anything before, and
Discord takes only so much a second anyway. It may be broken off between two tables: what was not let go on then stands
as it is stored, for the next start. One table that can't be understood stops alone.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Final, TypeVar

from bot.tables.facts import Ports
from bot.tables.ports import StoreFailed
from bot.tables.records import Recollection, TableRecord
from bot.tables.settings import ServerSettings, read_settings
from bot.tables.stopping import tell_of_return
from bot.tables.table import Table
from bot.tables.watch import AGAIN

log = logging.getLogger(__name__)

# So many tables are read, and let go on, at a time.
AT_ONCE: Final = 50

T = TypeVar("T")
Add = Callable[[TableRecord, timedelta], Table]


def life(settings: ServerSettings) -> timedelta:
    """How long the server lets a table stand that nobody touches."""
    return timedelta(hours=settings.abandoned_h)


class Recovery:
    """Brings the tables back; `add` makes a table of its record and its life, and makes it known."""

    def __init__(self, ports: Ports, add: Add) -> None:
        self._ports, self._add = ports, add
        self._running: asyncio.Future[None] | None = None
        self._tables: list[Table] = []
        self._over = self._a_copy = False
        #: Whether the start was broken off, so that some tables have not gone on.
        self.broken_off = False

    async def read_back(self, records: Sequence[TableRecord]) -> None:
        """Read these tables, and write nothing. Raises `StoreFailed` when the store can't be read."""
        with self._in_hand(), _nothing_to_collect():
            for batch in _batches(records):
                if self.broken_off:
                    break
                self._tables += await self._read(batch)

    async def go_on(self, *, a_copy: bool) -> int:
        """Let the tables that were read go on; gives how many there are. Raises `StoreFailed` as `read_back` does."""
        self._a_copy = a_copy
        with self._in_hand(), _nothing_to_collect():
            tables, self._tables = self._tables, []
            # What is shown of the first must not keep the last from going on.
            await self._all([table for table in tables if not table.faulty], self._go_on)
            if not self.broken_off:
                for table in tables:
                    table.publisher.outbox.go()
                self._over = True
        return len(tables)

    @contextmanager
    def _in_hand(self) -> Iterator[None]:
        self._running = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            self._running.set_result(None)

    async def break_off(self, within_s: float) -> None:
        """Bring no more tables back, and wait for those in hand: the process is about to end."""
        if self._over or self._running is None:
            return
        self.broken_off = True
        if not self._running.done():
            await asyncio.wait([self._running], timeout=within_s)

    async def _read(self, records: Sequence[TableRecord]) -> list[Table]:
        try:
            kept: Sequence[Recollection | Exception] = await self._ports.store.recollections([it.id for it in records])
        except StoreFailed:
            # Not a table's own trouble: nothing can be gone on with, and nothing must be told to be broken.
            raise
        except Exception:
            # One of them can't be read, and the others must not suffer for it.
            kept = [await self._read_alone(record) for record in records]
        tables = []
        for record, read in zip(records, kept, strict=True):
            settings = None if isinstance(read, Exception) else read.settings
            table = self._add(record, life(ServerSettings() if settings is None else read_settings(settings)))
            table.publisher.outbox.hold()
            tables.append(table)
            if isinstance(read, Exception):
                _stop(table, read)
            else:
                await self._step(table, partial(_recall, read))
            await asyncio.sleep(0)
        return tables

    async def _read_alone(self, record: TableRecord) -> Recollection | Exception:
        try:
            (kept,) = await self._ports.store.recollections([record.id])
        except StoreFailed:
            raise
        except Exception as error:
            return error
        return kept

    async def _all(self, tables: Sequence[Table], step: Callable[[Table], Awaitable[None]]) -> None:
        for batch in _batches(tables):
            if self.broken_off:
                return
            # Those that come back together wait for the disk together.
            await asyncio.gather(*(self._step(table, step) for table in batch))

    async def _go_on(self, table: Table) -> None:
        await self._resume(table)
        table.publisher.fault_over()
        tell_of_return(table)

    async def _step(self, table: Table, step: Callable[[Table], Awaitable[None]]) -> None:
        try:
            await step(table)
        except StoreFailed:
            raise
        except Exception as error:
            _stop(table, error)

    async def _resume(self, table: Table) -> None:
        """Let a table go on; while the store takes nothing, nothing runs out there, and it is tried again."""
        try:
            await table.resume(a_copy=self._a_copy)
        except StoreFailed as error:
            log.warning("a table can't go on yet: %s", error, extra={"table": table.id})
            table.watch.cancel()
            table.watch.later(AGAIN, lambda: self._resume(table))


async def _recall(kept: Recollection, table: Table) -> None:
    await table.recall(kept)


def _stop(table: Table, error: Exception) -> None:
    log.error("table not recovered", exc_info=error, extra={"table": table.id, "fault": table.stop_by_fault()})


def _batches(things: Sequence[T]) -> Iterator[Sequence[T]]:
    return (things[begin : begin + AT_ONCE] for begin in range(0, len(things), AT_ONCE))


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Without rounds of the garbage collector: a start keeps what it makes, and would look through it over and over."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
