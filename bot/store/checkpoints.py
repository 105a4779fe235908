"""Moves what the log of the newest changes has gathered into the database file, beside the commits and not within one.

Left to itself SQLite does that in whichever commit makes the log a thousand pages long, and all whose presses wait to
be written wait for the disk three times over. Here another connection does the bulk of it in a thread of its own while
commits go on, and only what came meanwhile is moved between two of them; the log then begins anew. It must never fail a
commit: what could not be moved stays in the log, which is as good a place, and is tried again later.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import AbstractAsyncContextManager, closing
from typing import TYPE_CHECKING, Final

import aiosqlite

from bot.store.errors import StoreError, explained, name_of_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

log = logging.getLogger(__name__)

#: After so many commits the log is moved: about as many pages as SQLite would have let gather.
EVERY: Final = 400
#: Only a log this many pages long, after one huge change say, is moved by SQLite within a commit.
LONGEST: Final = 20_000

#: So often, and so many seconds apart, the log is emptied while somebody else reads or moves it.
TRIES: Final = 10
_PAUSE_S: Final = 0.2

_MOVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """Counts the commits to one file, and moves the log when it is time. `alone` lends the connection that writes."""

    def __init__(self, path: Path, alone: Callable[[], AbstractAsyncContextManager[aiosqlite.Connection]]) -> None:
        self._path, self._alone = path, alone
        self._commits = 0
        self._task: asyncio.Task[None] | None = None

    def committed(self) -> None:
        """One more commit is over."""
        self._commits += 1
        if self._commits >= EVERY and (self._task is None or self._task.done()):
            self._commits = 0
            self._task = asyncio.create_task(self._move(), name="store checkpoint")

    async def idle(self) -> None:
        """Wait until nothing is being moved."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def empty(self) -> None:
        """Move all there is, and make the log empty: until then it holds what was deleted."""
        for _ in range(TRIES):
            await self.idle()
            async with self._alone() as connection:
                with explained(name_of_file(self._path)):
                    ((busy, *_),) = await connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            if not busy:
                return
            await asyncio.sleep(_PAUSE_S)
        log.warning("the log of changes was not emptied: somebody else reads the database all the time")

    async def _move(self) -> None:
        try:
            await asyncio.to_thread(_move_beside, self._path)
            async with self._alone() as connection:
                await connection.execute_fetchall(_MOVE)
        except (sqlite3.Error, OSError, StoreError) as error:
            log.warning("the log of changes was not moved into the database: %s", type(error).__name__)


def _move_beside(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(_MOVE).fetchall()
