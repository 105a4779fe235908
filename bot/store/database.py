"""The one connection to the SQLite file: opening, transactions, times as text, closing.

Everything else in the store goes through `Database`. Work is serialised by one lock, reads too: they share the
connection and would otherwise see the unfinished transaction of another task. It must never know what a table or
an event is, never leave a transaction open behind a cancelled caller, and never log parameters.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import aiosqlite

from bot.store.checkpoints import LONGEST, Checkpoints
from bot.store.errors import StoreError, explained, name_of_file, reading
from bot.store.inspection import put_here, reader
from bot.store.locks import EMPTIED, Claim, claim_file, is_known
from bot.store.writer import Work, Writer, finished, in_its_thread
from bot.tables.share import ALONE, Share

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
    from pathlib import Path

log = logging.getLogger(__name__)

T = TypeVar("T")

Parameter: TypeAlias = int | float | str | None
"""What a column of this schema can hold."""

BUSY_TIMEOUT_MS = 5000
_START_S = 0.05  # how often a process looks whether another one that starts is done
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
    """The bot's database, open. Get one with `Database.open`; a file belongs to one bot at a time."""

    def __init__(self, connection: aiosqlite.Connection, claim: Claim | None) -> None:
        self._connection: aiosqlite.Connection | None = connection
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self._claim = claim
        self.path = None if claim is None else claim.path
        #: Whether somebody had put the file here, a backup most likely: what it tells may be long over.
        self.a_copy = False
        self._told: Callable[[float, bool], None] = lambda _seconds, _failed: None
        self._writer = Writer(self._alone, name_of_file(self.path))
        self._writer.done = self._wrote
        self._checkpoints = None if self.path is None else Checkpoints(self.path, self._alone)

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
    async def open(
        cls, path: Path | None, share: Share = ALONE, *, look: Callable[[Path], object] | None = None
    ) -> Database:
        """Open the database file, creating it and its directory when missing; None opens one in memory.

        `look` is shown the path before anything is done to a file that is there, and refuses it by what it raises. The
        schema is left alone: `migrate` comes next. Raises `StoreError` when the file can't be used or a process has
        it that does not belong to this one as `share` says. While another of those starts, this waits.
        """
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreError(f"SQLite {'.'.join(map(str, OLDEST_SQLITE))} is needed; this is {sqlite3.sqlite_version}.")
        claim: Claim | None = None
        connection: aiosqlite.Connection | None = None
        a_copy = False
        try:
            with explained(name_of_file(path)):
                if path is not None:
                    claim = await _claimed(path, share, look)
                    a_copy = put_here(claim.path)
                connection = await aiosqlite.connect(
                    ":memory:" if claim is None else claim.path, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000
                )
                connection.row_factory = sqlite3.Row
                await connection.execute_fetchall(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
                await connection.execute_fetchall("PRAGMA foreign_keys=ON")
                # What somebody wants forgotten must not stay readable in the file's free pages.
                await connection.execute_fetchall("PRAGMA secure_delete=ON")
                if claim is not None:
                    await connection.execute_fetchall("PRAGMA journal_mode=WAL")
                    # What a person was shown is on disk: in WAL only FULL waits for the disk at every commit.
                    await connection.execute_fetchall("PRAGMA synchronous=FULL")
                    await connection.execute_fetchall(f"PRAGMA wal_autocheckpoint={LONGEST}")
        except BaseException:
            try:
                if connection is not None:
                    await _to_the_end(connection.close())
            finally:
                if claim is not None:
                    claim.release()
            raise
        opened = cls(connection, claim)
        opened.a_copy = a_copy
        return opened

    def runs(self, number: int) -> bool | None:
        """Whether another process of this bot has the file, too; none where that can't be told just now."""
        return None if self._claim is None else self._claim.runs(number)

    @property
    def opened_first(self) -> bool:
        """Whether no other process had the file when this one opened it, so that its schema may be changed."""
        return self._claim is None or self._claim.opened_first

    def started(self) -> None:
        """The schema is as it should be: other processes of the same bot that wait to open the file may do so."""
        if self._claim is not None:
            self._claim.started()

    async def close(self, *, as_found: bool = False) -> None:
        """Wait for the work in hand, close the file and free it for others. Closing twice is fine.

        With `as_found` what stands in the log of changes stays there: a file that is refused is not to be changed.
        """
        await self._writer.idle()
        if self._checkpoints is not None:
            await self._checkpoints.close()
        async with self._lock:
            connection, self._connection = self._connection, None
            try:
                if connection is not None:
                    with explained(name_of_file(self.path)), _kept_log(self.path if as_found else None):
                        await _to_the_end(connection.close())
            finally:
                if self._claim is not None:
                    self._claim.release()

    async def read(self, sql: str, parameters: Sequence[Parameter] = ()) -> list[sqlite3.Row]:
        """The rows of one SELECT, of committed data only. Inside a transaction, use the transaction's `run`."""
        async with self._alone() as connection:
            with reading(name_of_file(self.path)):
                return list(await connection.execute_fetchall(sql, parameters))

    async def read_together(self, work: Work[T]) -> T:
        """Run `work`, which only reads, over one state of the data: many statements in one hop to the connection."""

        def within(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN")
            try:
                return work(connection)
            finally:
                connection.rollback()

        async with self._alone() as connection:
            with reading(name_of_file(self.path)):
                return await in_its_thread(connection, within)

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
        """Write all that is in the log of changes into the file, and keep nothing of it in the log.

        While somebody else reads the file, that is done later; nobody has to wait for it.
        """
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


@contextmanager
def _kept_log(path: Path | None) -> Iterator[None]:
    """Inside, whoever closes the file is not the last to do so, who would move the log of changes into it."""
    changes = None if path is None else path.with_name(f"{path.name}-wal")
    if path is None or changes is None or not changes.exists() or not changes.stat().st_size:
        yield
        return
    with ExitStack() as held:
        with suppress(sqlite3.Error):
            last = held.enter_context(closing(reader(path)))
            last.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        yield


async def _claimed(path: Path, share: Share, look: Callable[[Path], object] | None) -> Claim:
    """The file, claimed, once `look` has found nothing against it."""
    path = path.resolve()  # noqa: ASYNC240 - nothing else runs yet, nor does what follows ask Discord anything
    used_before = is_known(path)
    if look is not None and not used_before:
        # Nothing is left beside a file that was named by mistake.
        await asyncio.to_thread(look, path)
    # A thread that waits for a lock could not be stopped, so the file is asked for again and again.
    while (claim := claim_file(path, share)) is None:  # noqa: ASYNC110
        await asyncio.sleep(_START_S)
    try:
        if look is not None and used_before:
            await asyncio.to_thread(look, path)
    except BaseException:
        claim.release()
        raise
    if claim.emptied:
        log.warning("%s %s", name_of_file(path), EMPTIED)
    return claim


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
