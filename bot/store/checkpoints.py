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
from bot.store.writer import in_its_thread

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

log = logging.getLogger(__name__)

#: After so many commits the log is moved: about as many pages as SQLite would have let gather.
EVERY: Final = 400
#: Only a log this many pages long, after one huge change say, is moved by SQLite within a commit.
LONGEST: Final = 20_000

#: Where somebody else reads or moves the log it is emptied later: after so many seconds first, then ever less often.
_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 5.0
#: So many tries in vain are worth a word.
TRIES: Final = 10

_MOVE: Final = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpoints:
    """Counts the commits to one file, and moves the log when it is time. `alone` lends the connection that writes."""

    def __init__(self, path: Path, alone: Callable[[], AbstractAsyncContextManager[aiosqlite.Connection]]) -> None:
        self._path, self._alone = path, alone
        self._commits = 0
        self._task: asyncio.Task[None] | None = None
        self._emptying: asyncio.Task[None] | None = None

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

    async def close(self) -> None:
        """Wait until nothing is being moved, and try no longer to empty the log: closing the file does that."""
        await self.idle()
        if self._emptying is not None:
            self._emptying.cancel()
            await asyncio.wait([self._emptying])

    async def empty(self) -> None:
        """Move all there is, and make the log empty: until then it holds what was deleted.

        While somebody else reads that can't be done, nor where the disk fails: it is tried again and again, beside
        everything else.
        """
        await self.idle()
        if not await self._tried() and (self._emptying is None or self._emptying.done()):
            self._emptying = asyncio.create_task(self._empty_later(), name="store log")

    async def _empty_later(self) -> None:
        pause, tries = _PAUSE_S, 1
        while True:
            await asyncio.sleep(pause)
            await self.idle()
            tries, pause = tries + 1, min(2 * pause, _LONGEST_PAUSE_S)
            if await self._tried():
                return
            if tries == TRIES:
                log.warning("the log of changes is not emptied yet: somebody else reads the database all the time")

    async def _tried(self) -> bool:
        try:
            return await self._emptied()
        except StoreError as error:
            log.warning("the log of changes was not emptied, it will be tried again: %s", error)
            return False

    async def _emptied(self) -> bool:
        """Try to empty the log without waiting for anybody; says whether it is empty."""
        async with self._alone() as connection:
            with explained(name_of_file(self._path)):
                return await in_its_thread(connection, _empty_now)

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


def _empty_now(connection: sqlite3.Connection) -> bool:
    # SQLite would wait for readers as long as for anybody else, and every write would wait with it.
    ((patience,),) = connection.execute("PRAGMA busy_timeout").fetchall()
    connection.execute("PRAGMA busy_timeout=0").fetchall()
    try:
        ((busy, *_),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout={patience}").fetchall()
    return not busy
