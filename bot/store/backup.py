"""`backup`: a checked copy of the database in one file, also while the bot runs.

Called from the command line and the upkeep commands. It opens a reader of its own, so the running bot is neither
locked out nor asked; it must never write to the source or replace a file.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from bot.store.database import BUSY_TIMEOUT_MS
from bot.store.errors import StoreError, explained, name_of_file
from bot.store.inspection import require_one_name


async def backup(source: Path, target: Path) -> None:
    """Copy the database `source` as it stands to the new file `target`, creating its directory when missing.

    `target` appears only once the copy is complete, checked and on disk. Raises `StoreError` when `source` is missing
    or damaged or `target` exists.
    """
    await asyncio.to_thread(_backup, source, target)


def _backup(source: Path, target: Path) -> None:
    if not source.is_file():
        raise StoreError(f"{name_of_file(source)} doesn't exist.")
    require_one_name(source)
    _require_new(target)
    with explained(f"The backup {target}"):
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}.partial")
        os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _copy(source, partial, target)
        with explained(f"The backup {target}"):
            _flush(partial)
            _require_new(target)  # again: copying takes time, and renaming replaces without asking
            partial.rename(target)
            if os.name == "posix":
                _flush(target.parent)  # the new name itself
    finally:
        for leftover in (partial, Path(f"{partial}-journal"), Path(f"{partial}-wal"), Path(f"{partial}-shm")):
            with suppress(FileNotFoundError):
                leftover.unlink()


def _copy(source: Path, partial: Path, target: Path) -> None:
    with (
        explained(name_of_file(source)),
        closing(
            sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_TIMEOUT_MS / 1000)
        ) as reader,
        closing(sqlite3.connect(partial, isolation_level=None)) as copy,
    ):
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # so that a bad source is named as such
        with explained(f"The backup {target}"):
            reader.backup(copy)  # in one step: one snapshot, however many commits happen meanwhile
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, complete without a -wal beside it
        # Errors from here on are the source's: the copy repeats it page by page.
        if [row[0] for row in copy.execute("PRAGMA integrity_check")] != ["ok"]:
            raise StoreError(f"{name_of_file(source)} is damaged: its copy failed the integrity check.")


def _flush(path: Path) -> None:
    fd = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _require_new(target: Path) -> None:
    if os.path.lexists(target):
        raise StoreError(f"The backup {target} exists already; choose a new name.")
