"""The one connection to the SQLite file: opening, transactions, times as text, closing.

Everything else in the store goes through `Database`. Work is serialised by one lock, reads too: they share the
connection and would otherwise see the unfinished transaction of another task. It must never know what a table or
an event is, never leave a transaction open behind a cancelled caller, and never log parameters.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import sys
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import aiosqlite

from bot.store.checkpoints import LONGEST, Checkpoints
from bot.store.errors import StoreError, explained, name_of_file
from bot.store.writer import Work, Writer, finished

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
    from pathlib import Path

if sys.platform != "win32":
    import fcntl

T = TypeVar("T")

Parameter: TypeAlias = int | float | str | None
"""What a column of this schema can hold."""

BUSY_TIMEOUT_MS = 5000
_SQLITE = b"SQLite format 3\0"  # every database file begins so
OLDEST_SQLITE = (3, 38, 0)  # STRICT tables, RETURNING, JSON built in

# aiosqlite writes every statement with its parameters at DEBUG: tokens and hands. A filter, unlike a level, also
# holds when someone turns DEBUG on for every logger.
logging.getLogger("aiosqlite").addFilter(lambda record: record.levelno > logging.DEBUG)


def to_text(at: datetime) -> str:
    """A moment as stored: UTC, always with microseconds, so that text order is time order.

    Raises `ValueError` for a naive datetime.

    >>> to_text(datetime(2024, 5, 1, 12, 0, tzinfo=UTC))
    '2024-05-01T12:00:00.000000+00:00'
    """
    if at.tzinfo is None:
        raise ValueError("the store takes aware datetimes only")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def from_text(text: str) -> datetime:
    """The aware UTC moment that `to_text` wrote."""
    return datetime.fromisoformat(text)


class Transaction:
    """One open transaction. It can't be used after its `async with` block has ended."""

    def __init__(self, connection: aiosqlite.Connection, where: str) -> None:
        self._connection = connection
        self._where = where
        self._open = True

    async def run(self, sql: str, parameters: Sequence[Parameter] = ()) -> list[sqlite3.Row]:
        """Run one statement and give its rows; a change gives some only with RETURNING."""
        self._check()
        with explained(self._where):
            return list(await self._connection.execute_fetchall(sql, parameters))

    async def run_many(self, sql: str, rows: Iterable[Sequence[Parameter]]) -> None:
        """Run one statement once for each row of parameters."""
        self._check()
        with explained(self._where):
            await self._connection.executemany(sql, rows)

    def end(self) -> None:
        """Refuse further statements: outside the transaction each would commit by itself."""
        self._open = False

    def _check(self) -> None:
        if not self._open:
            raise RuntimeError("this transaction has ended")


class Database:
    """The bot's database, open. Get one with `Database.open`; a file belongs to one process at a time."""

    def __init__(self, connection: aiosqlite.Connection, path: Path | None, lock_fd: int | None) -> None:
        self._connection: aiosqlite.Connection | None = connection
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self._lock_fd = lock_fd
        self._told: Callable[[float, bool], None] = lambda _seconds, _failed: None
        self._writer = Writer(self._alone, name_of_file(path))
        self._writer.done = self._wrote
        self._checkpoints = None if path is None else Checkpoints(path, self._alone)
        self.path = path

    def tell(self, done: Callable[[float, bool], None]) -> None:
        """Tell `done` of every commit of what tables write: its seconds, and whether something in it failed."""
        self._told = done

    def _wrote(self, seconds: float, failed: bool) -> None:
        self._told(seconds, failed)
        self._committed()

    def _committed(self) -> None:
        if self._checkpoints is not None:
            self._checkpoints.committed()

    @classmethod
    async def open(cls, path: Path | None) -> Database:
        """Open the database file, creating it and its directory when missing; None opens one in memory.

        The schema is left alone: `migrate` comes next. Raises `StoreError` when the file can't be used or another
        process has it.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError(f"SQLite {'.'.join(map(str, OLDEST_SQLITE))} is needed; this is {sqlite3.sqlite_version}.")
        lock_fd: int | None = None
        connection: aiosqlite.Connection | None = None
        try:
            with explained(name_of_file(path)):
                if path is not None:
                    path, lock_fd = _claim_file(path)
                connection = await aiosqlite.connect(
                    ":memory:" if path is None else path, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000
                )
                connection.row_factory = sqlite3.Row
                await connection.execute_fetchall(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
                await connection.execute_fetchall("PRAGMA foreign_keys=ON")
                # What somebody wants forgotten must not stay readable in the file's free pages.
                await connection.execute_fetchall("PRAGMA secure_delete=ON")
                if path is not None:
                    await connection.execute_fetchall("PRAGMA journal_mode=WAL")
                    # What a person was shown is on disk: in WAL only FULL waits for the disk at every commit.
                    await connection.execute_fetchall("PRAGMA synchronous=FULL")
                    await connection.execute_fetchall(f"PRAGMA wal_autocheckpoint={LONGEST}")
        except BaseException:
            try:
                if connection is not None:
                    await _to_the_end(connection.close())
            finally:
                _release(lock_fd)
            raise
        return cls(connection, path, lock_fd)

    async def close(self) -> None:
        """Wait for the work in hand, close the file and free it for others. Closing twice is fine."""
        await self._writer.idle()
        if self._checkpoints is not None:
            await self._checkpoints.idle()
        async with self._lock:
            connection, self._connection = self._connection, None
            lock_fd, self._lock_fd = self._lock_fd, None
            try:
                if connection is not None:
                    with explained(name_of_file(self.path)):
                        await _to_the_end(connection.close())
            finally:
                _release(lock_fd)

    async def read(self, sql: str, parameters: Sequence[Parameter] = ()) -> list[sqlite3.Row]:
        """The rows of one SELECT, of committed data only. Inside a transaction, use the transaction's `run`."""
        async with self._alone() as connection:
            with explained(name_of_file(self.path)):
                return list(await connection.execute_fetchall(sql, parameters))

    async def write(self, work: Work[T]) -> T:
        """Run one unit of work, stored when this returns; units that wait at the same time share a commit.

        The way for what tables write all the time. `work` gets the connection inside a transaction, in the
        connection's thread; what it raises is raised here, and undoes it alone.
        """
        self._refuse_within()
        return await self._writer.write(work)

    async def write_row(self, sql: str, parameters: Sequence[Parameter] = ()) -> None:
        """Run one statement as a unit of work, see `write`."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(sql, parameters)

        await self.write(work)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """One transaction: committed when the block ends, rolled back when anything is raised, cancellation too.

        A caller cancelled during the commit is cancelled once the commit is done; what it wrote is then stored.
        """
        async with self._alone() as connection, _begun(connection, name_of_file(self.path)) as tx:
            yield tx
        self._committed()

    async def empty_log(self) -> None:
        """Write all that is in the log of changes into the file, and keep nothing of it in the log."""
        if self._checkpoints is not None:
            await self._checkpoints.empty()

    @asynccontextmanager
    async def schema_change(self) -> AsyncIterator[Transaction]:
        """A transaction that may rebuild tables: foreign keys are checked once, at its end.

        With foreign keys on, dropping a table to rebuild it would delete the rows that refer to it.
        """
        async with self._alone() as connection:
            try:
                await connection.execute_fetchall("PRAGMA foreign_keys=OFF")  # has no effect inside a transaction
                async with _begun(connection, name_of_file(self.path)) as tx:
                    yield tx
                    if await tx.run("PRAGMA foreign_key_check"):
                        raise StoreError("it would leave rows that refer to missing ones")
            finally:
                await _to_the_end(connection.execute_fetchall("PRAGMA foreign_keys=ON"))

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[aiosqlite.Connection]:
        """The connection, for this task alone."""
        self._refuse_within()
        async with self._lock:
            if self._connection is None:
                raise StoreError(f"{name_of_file(self.path)} is closed.")
            self._holder = asyncio.current_task()
            try:
                yield self._connection
            finally:
                self._holder = None

    def _refuse_within(self) -> None:
        """A task that waits for its own transaction to end would wait for ever."""
        task = asyncio.current_task()
        if task is not None and self._holder is task:
            raise RuntimeError("a transaction is open in this task; use it instead of the database")


@asynccontextmanager
async def _begun(connection: aiosqlite.Connection, where: str) -> AsyncIterator[Transaction]:
    """BEGIN IMMEDIATE … COMMIT, or ROLLBACK.

    The connection's thread runs statements in the order they were asked for, even those whose caller is gone, so a
    rollback always comes after the statement that a cancellation interrupted. Without a transaction it does nothing.
    """
    tx = Transaction(connection, where)
    try:
        await tx.run("BEGIN IMMEDIATE")
        yield tx
        tx.end()
    except BaseException:
        tx.end()
        with explained(where):
            await _to_the_end(connection.rollback())
        raise
    with explained(where):
        await _to_the_end(_commit(connection))


async def _commit(connection: aiosqlite.Connection) -> None:
    try:
        await connection.commit()
    except sqlite3.Error:
        await connection.rollback()  # a failed COMMIT, on a full disk say, can leave the transaction open
        raise


async def _to_the_end(work: Coroutine[Any, Any, object]) -> None:
    """Await `work` until it is done, whatever happens to the caller; a cancellation is raised afterwards."""
    task = asyncio.ensure_future(work)
    await finished(task)
    task.result()


def _claim_file(path: Path) -> tuple[Path, int | None]:
    """Make the directory and the file, readable by its owner alone, and lock `<path>.lock` for this process.

    Gives the file's one true path, so that two names of it find one lock, and the open lock.

    The lock is advisory and the system drops it when the process ends, however it ends. Where there is no `flock`
    (Windows) nothing is locked. The lock file stays: removing it would race with the next process.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        raise StoreError(f"{name_of_file(path)} is a directory; a file is needed.")
    if not path.with_name(f"{path.name}.lock").exists() and _is_foreign(path):
        # Nothing is left beside a file that was named by mistake. A database in use has its lock file already.
        raise StoreError(f"{name_of_file(path)} is not an SQLite database. Check the path, or restore a backup.")
    lock_fd: int | None = None
    if sys.platform != "win32":
        lock_fd = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock_fd)
            if isinstance(error, BlockingIOError):
                raise StoreError(
                    f"{name_of_file(path)} is in use by another process. Is the bot already running?"
                ) from error
            raise
    try:
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except BaseException:
        _release(lock_fd)
        raise
    return path, lock_fd


def _is_foreign(path: Path) -> bool:
    """Whether there is a file that holds something else than a database; an empty one may become one."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) not in {b"", _SQLITE}


def _release(lock_fd: int | None) -> None:
    if lock_fd is not None:
        os.close(lock_fd)
