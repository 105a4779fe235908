"""The threads opened for tables: which channel each belongs to, and their archiving some time after the table is over.

The registry tells when a table has let go of its place; whoever can speak to Discord archives. Nothing is ever deleted,
and a thread where a table stands again is left alone. Discord archives idle threads by itself as well, so an archiving
that fails is not tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.tables.ports import Clock, ThreadStore, Timer
from bot.tables.records import ThreadRecord
from bot.tables.share import ALONE, Share

log = logging.getLogger(__name__)

AFTER: Final = timedelta(hours=1)
"""How long a thread stays open when its table is over: time for a word about the game, and for **Rematch**."""

AT_START: Final = timedelta(minutes=1)
"""How long after a start at the earliest: only then is it known which threads there are."""


class Threads:
    """The threads of all tables of this process. `held` tells whether a live table holds a thread."""

    def __init__(
        self,
        store: ThreadStore,
        clock: Clock,
        archive: Callable[[int], Awaitable[None]],
        held: Callable[[int], bool],
        share: Share = ALONE,
    ) -> None:
        self._store, self._clock, self._archive, self._held, self._share = store, clock, archive, held, share
        self._records: dict[int, ThreadRecord] = {}
        self._timers: dict[int, Timer] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def recover(self) -> None:
        """Read the threads back; those whose table is over are archived when their time has come."""
        for record in await self._store.threads():
            if not self._share.owns(record.guild_id):
                continue
            self._records[record.thread_id] = record
            if not self._held(record.thread_id):
                ended = await self._store.last_ended(record.thread_id) or record.opened_at
                self._arm(record.thread_id, max(ended + AFTER, self._clock.now() + AT_START))

    async def opened(self, record: ThreadRecord) -> None:
        """A thread was opened; its table is about to be."""
        self._records[record.thread_id] = record
        await self._store.save_thread(record)

    def parent_of(self, thread_id: int) -> int | None:
        """The channel a table's thread belongs to; none for whatever is not a thread of ours."""
        record = self._records.get(thread_id)
        return None if record is None else record.parent_id

    def ended(self, channel_id: int) -> None:
        """A table has let go of this place."""
        if channel_id in self._records:
            self._arm(channel_id, self._clock.now() + AFTER)

    def close(self) -> None:
        """The process is about to end."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _arm(self, thread_id: int, when: datetime) -> None:
        if (before := self._timers.pop(thread_id, None)) is not None:
            before.cancel()
        self._timers[thread_id] = self._clock.call_at(when, lambda: self._come(thread_id))

    def _come(self, thread_id: int) -> None:
        self._timers.pop(thread_id, None)
        task = asyncio.create_task(self._put_away(thread_id), name=f"thread {thread_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _put_away(self, thread_id: int) -> None:
        if self._held(thread_id):
            # A rematch: its end will tell.
            return
        self._records.pop(thread_id, None)
        try:
            await self._archive(thread_id)
            await self._store.drop_thread(thread_id)
        except Exception:
            log.exception("a thread was not put away", extra={"channel": thread_id})
