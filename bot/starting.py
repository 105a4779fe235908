"""A start under way, and how a stop that comes too soon ends it.

Used by the client alone. What a start does with the database comes to its end, what it asks of Discord does not: a
connection to the database left half open would keep the process from ending. It must never start anything itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Final

from bot.tables.budget import Budget
from bot.tables.ports import Store

STARTED: Final = "started_at"
#: What is remembered of an older copy of the store having taken its place: Discord may still know later nonces.
ERA: Final = "nonce_era"


class Start:
    """Where the start stands; to be told when the store is open (or can't be opened), and when all is done."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None
        self.store_open, self.over = asyncio.Event(), asyncio.Event()

    def begin(self) -> None:
        """The task that runs now starts the bot."""
        self._task = asyncio.current_task()

    async def break_off(self, leave_tables: Callable[[], Awaitable[None]], budget: Budget) -> None:
        """End it within the budget, if it is under way; `leave_tables` keeps it from bringing back more of them."""
        if self._task is None or self.over.is_set():
            return
        await _wait(self.store_open, budget.left)
        await leave_tables()
        # Even if it is over by now: the next that this task would do is to connect.
        self._task.cancel()
        await _wait(self.over, budget.left)


async def note_start(store: Store, at: datetime, era: bytes | None) -> None:
    """Write the start down, once all is read that it reads; an `era` begins where the store is an older copy of itself.

    A disk that takes nothing is better found out now than at the first tap: raises `StoreFailed` then.
    """
    await store.set_meta(STARTED, at.isoformat(timespec="seconds"))
    if era is not None:
        await store.set_meta(ERA, era.hex())


async def era_of(store: Store) -> str:
    """What sets the nonces of this store apart, see `Requests.era`; mostly nothing has to."""
    return await store.meta(ERA) or ""


async def _wait(event: asyncio.Event, within_s: float) -> None:
    waiting = asyncio.ensure_future(event.wait())
    await asyncio.wait([waiting], timeout=within_s)
    waiting.cancel()
