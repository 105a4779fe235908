"""What can go wrong with the database, said for the person who runs the bot.

Every module of the store raises `StoreError` with the driver's or the system's own error as its cause. A message
must never quote what a row holds: rows hold hands and tokens, and messages end in logs.
"""

from __future__ import annotations

import errno
import sqlite3
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.tables.ports import StoreFailed, StoreUnread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class StoreError(StoreFailed):
    """The database can't be used, or refused a change. The message is a sentence for people."""


class DiskFull(StoreError):
    """There is no room left for a change; it passes once there is."""


class Unreadable(StoreError, StoreUnread):
    """What was asked for can't be read; nothing was to be changed."""


_BY_CODE = {
    sqlite3.SQLITE_CANTOPEN: "{where} can't be opened or created. Check that its directory may be written to.",
    sqlite3.SQLITE_PERM: "{where} can't be opened: permission denied.",
    sqlite3.SQLITE_AUTH: "{where} can't be opened: permission denied.",
    sqlite3.SQLITE_NOTADB: "{where} is not an SQLite database. Check the path, or restore a backup.",
    sqlite3.SQLITE_CORRUPT: "{where} is damaged. Stop the bot and restore a backup.",
    sqlite3.SQLITE_FULL: "{where} can't grow: the disk is full.",
    sqlite3.SQLITE_READONLY: "{where} is read-only. Check the permissions of the file and its directory.",
    sqlite3.SQLITE_BUSY: "{where} is locked by another process. Close the program that holds it.",
    sqlite3.SQLITE_LOCKED: "{where} is locked by another process. Close the program that holds it.",
    sqlite3.SQLITE_IOERR: "{where} can't be read or written: the disk reported an error.",
}

_BY_ERRNO = {
    errno.EACCES: "{where} can't be opened or created: permission denied.",
    errno.EPERM: "{where} can't be opened or created: permission denied.",
    errno.EISDIR: "{where} is a directory; a file is needed.",
    errno.ENOTDIR: "{where} can't be created: a part of its path is a file, not a directory.",
    errno.EEXIST: "{where} can't be created: a part of its path is a file, not a directory.",
    errno.ENOSPC: "{where} can't be created: the disk is full.",
    errno.EROFS: "{where} can't be created: the file system is read-only.",
}


def name_of_file(path: Path | None) -> str:
    """How messages call a database; None is one in memory."""
    return "The database in memory" if path is None else f"The database {path}"


def explain(error: sqlite3.Error | OSError, where: str) -> StoreError:
    """The `StoreError` that says what `error` means for `where`, which starts a sentence."""
    if isinstance(error, OSError):
        text = _BY_ERRNO.get(error.errno or 0, "{where} can't be opened or created: {reason}.")
        kind = DiskFull if error.errno == errno.ENOSPC else StoreError
        return kind(text.format(where=where, reason=error.strerror or type(error).__name__))
    # Errors of the Python module itself, such as a wrong number of parameters, carry no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    name: str = getattr(error, "sqlite_errorname", None) or type(error).__name__
    if isinstance(error, sqlite3.IntegrityError):
        # SQLite names the table and columns of a broken constraint here, never the values.
        return StoreError(f"{where} refused a change: {error}.")
    if code is not None and (code & 0xFF) in _BY_CODE:  # the low byte is the kind, the rest refines it
        kind = DiskFull if code & 0xFF == sqlite3.SQLITE_FULL else StoreError
        return kind(_BY_CODE[code & 0xFF].format(where=where))
    return StoreError(f"{where} refused a statement ({name}).")


@contextmanager
def explained(where: str) -> Iterator[None]:
    """Turn the driver's and the system's errors raised inside into `StoreError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, where) from error


@contextmanager
def reading(where: str) -> Iterator[None]:
    """As `explained`, around what only reads."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        # A cursor in one of these frames would keep the file open for as long as somebody has the error.
        traceback.clear_frames(error.__traceback__)
        raise Unreadable(str(explain(error, where))) from error
