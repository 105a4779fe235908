"""Looks at a database file before anything touches it: is it one of ours, whole enough to begin with, not too new.

Called before the file is opened for good, and by `python -m bot check`. It opens a reader of its own that can't write.
It must never change the file: whatever is refused here is left byte for byte as it was.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from bot.store.errors import StoreError, explain, name_of_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

#: Where the header says how changes are written, and what stands there of a file with a log of changes beside it.
_WRITTEN: Final = 18
_LOGGED: Final = b"\x02"
#: What keeps us from looking and says nothing about what is in the file.
_UNSEEN: Final = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
)
#: What is recorded of a migration; other programs keep a table of that name, too.
_RECORD: Final = ["version", "name", "applied_at"]
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class Unseen(StoreError):
    """The file could not be looked at just now; opening it for good may go well all the same, or says why not."""


def examine(path: Path, known: Mapping[int, str]) -> int | None:
    """The newest migration the file has seen, or None of one that is not there, or empty.

    `known` has the names of this version's migrations by their numbers. Raises `StoreError`, a sentence, when the file
    can't be used: it has a second name, is no database, not ours, of a newer version, or damaged; or `Unseen`. Most
    pages of a file that needs no changes are not read; one that is to be brought up to date, or was put here, is read
    through.
    """
    if not path.is_file():
        return None
    where = name_of_file(path)
    require_one_name(path)
    if not path.stat().st_size or _half_done(path):
        return None
    try:
        with closing(reader(path)) as connection:
            version = _version(connection, where, known)
            if (version is not None and version < max(known)) or put_here(path):
                # It is about to be changed before its tables are read.
                require_whole(connection, where)
            return version
    except sqlite3.Error as error:
        if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in _UNSEEN:
            raise Unseen(str(explain(error, where))) from error
        raise explain(error, where) from error


def require_one_name(path: Path) -> None:
    """Raises `StoreError` when another name leads to the same file: locks and the log of changes go by the name."""
    if path.stat().st_nlink > 1:
        raise StoreError(
            f"{name_of_file(path)} has a second name (a hard link), by which another program could change it "
            "unnoticed. Copy it to a new file, give the copy this name, and start again."
        )


def put_here(path: Path) -> bool:
    """Whether somebody has put the file here, a backup most likely, and no bot has opened it since."""
    if not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as file:
        file.seek(_WRITTEN)
        return file.read(1) != _LOGGED


def reader(path: Path, *, in_use: bool = False) -> sqlite3.Connection:
    """A connection that can't change the file, which others write to where it is `in_use`."""
    # Without a log beside it nobody has the file open, and "immutable" keeps SQLite from making one to read it. That
    # nobody has can't be told so where the file system allows no log.
    alone = not in_use and not path.with_name(f"{path.name}-wal").exists()
    uri = f"file:{quote(str(path.absolute()))}?{'immutable=1' if alone else 'mode=ro'}"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def faults(connection: sqlite3.Connection) -> Iterator[str]:
    """What is wrong in the file, in SQLite's words, which name pages and tables and no row; every page is read."""
    try:
        for (said,) in connection.execute("PRAGMA quick_check(10)"):
            if said != "ok":
                yield said
    except sqlite3.DatabaseError as error:
        if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF not in _DAMAGED:
            raise
        yield str(error)


def require_whole(connection: sqlite3.Connection, where: str) -> None:
    """Read every page. Raises `StoreError` when one is damaged."""
    if any(True for _ in faults(connection)):
        raise StoreError(f"{where} is damaged. Stop the bot and restore a backup.")


def _version(connection: sqlite3.Connection, where: str, known: Mapping[int, str]) -> int | None:
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")}
    if not names:
        return None
    columns = [row[1] for row in connection.execute("PRAGMA table_info(schema_migrations)")]
    ours = connection.execute("SELECT version, name FROM schema_migrations") if columns == _RECORD else ()
    applied = dict(ours)
    if not applied and names != {"schema_migrations"}:
        raise StoreError(f"{where} is another program's: none of its tables are the bot's. Check the path.")
    require_known(applied, known)
    return max(applied, default=None)


def require_known(applied: Mapping[int, str], known: Mapping[int, str]) -> None:
    """Raises `StoreError` when a migration that a database has seen is none of this version's."""
    latest = max(known, default=0)
    if applied and max(applied) > latest:
        raise StoreError(
            f"The database was written by a newer version of the bot (schema {max(applied)}; this version knows "
            f"{latest}). Update the bot, or restore a backup made before the update."
        )
    for version, name in applied.items():
        if known.get(version) != name:
            raise StoreError(
                f"The database was written by another edition of the bot: schema {version:04d}_{name} is unknown here."
            )


def _half_done(path: Path) -> bool:
    """Whether a change was interrupted that only somebody who may write can undo."""
    journal = path.with_name(f"{path.name}-journal")
    return journal.exists() and journal.stat().st_size > 0
