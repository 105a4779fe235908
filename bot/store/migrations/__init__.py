"""The schema's history: numbered SQL files beside this module, and `migrate`, which runs the ones still missing.

Runs once at start, between `Database.open`, which `examine` comes before, and the first use. A file that was released
must never be edited; a change is a new file. Migrations hold plain SQL without transaction statements: each runs in one
transaction together with its record, so that it happens wholly or not at all.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from typing import TYPE_CHECKING

from bot.store import inspection
from bot.store.database import Database, to_text
from bot.store.errors import DiskFull, StoreError
from bot.store.inspection import require_known
from bot.store.relayed import drop_left

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_FILE_NAME = re.compile(r"(\d{4})_(\w+)\.sql")
_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)

_RECORDS = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at TEXT NOT NULL
) STRICT
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: `NNNN_name.sql`, taken apart."""

    version: int
    name: str
    sql: str

    def __str__(self) -> str:
        return f"{self.version:04d}_{self.name}"


def packaged() -> tuple[Migration, ...]:
    """The migrations shipped with the bot, in order, numbered from 1 without gaps."""
    files = ((file, _FILE_NAME.fullmatch(file.name)) for file in resources.files(__name__).iterdir())
    found = [Migration(int(match[1]), match[2], file.read_text(encoding="utf-8")) for file, match in files if match]
    found.sort(key=lambda migration: migration.version)
    if not found or [m.version for m in found] != list(range(1, len(found) + 1)):
        raise StoreError("This installation of the bot is incomplete: a migration file is missing or doubled.")
    return tuple(found)


def statements(sql: str) -> Iterator[str]:
    """The single statements of a script, since the driver's own script runner would commit before it starts.

    A semicolon in a string, a comment or a trigger's body ends nothing. Raises `ValueError` when the last statement
    has no end.

    >>> list(statements("CREATE TABLE a (b TEXT DEFAULT ';'); -- done;"))
    ["CREATE TABLE a (b TEXT DEFAULT ';');"]
    """
    pending = ""
    for piece in re.split(r"(?<=;)", sql):
        pending += piece
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    if _COMMENT.sub("", pending).strip():
        raise ValueError("the last statement has no end")


def examine(path: Path) -> int | None:
    """Look at a database file before it is touched, see `inspection.examine`; gives its schema's number, if it has one.

    Raises `StoreError` when this version can't use it.
    """
    return inspection.examine(path, {migration.version: migration.name for migration in packaged()})


def look(path: Path) -> None:
    """As `examine`, of a file that is about to be opened for good, which may go well though it could not be seen."""
    with suppress(inspection.Unseen):
        examine(path)


async def migrate(db: Database, migrations: Sequence[Migration] | None = None) -> tuple[Migration, ...]:
    """Bring the schema up to date, and say that the database may be used; see `update_schema` and `settle`."""
    missing = await update_schema(db, migrations)
    await settle(db)
    return missing


async def settle(db: Database) -> None:
    """The database is as it should be: other processes of the same bot that wait for it may come in."""
    if db.opened_first:
        # It holds tokens, and the processes it was meant for may never be started again.
        await drop_left(db)
    db.started()


async def update_schema(db: Database, migrations: Sequence[Migration] | None = None) -> tuple[Migration, ...]:
    """Bring the schema up to date and give the migrations that ran; `migrations` replaces the packaged ones in tests.

    Nothing else is changed, and nothing at all where none is missing.

    Raises `StoreError` when the database is newer than this code, which leaves it untouched, or when a migration
    fails, which leaves it at the one before.
    """
    known = {m.version: m for m in (packaged() if migrations is None else migrations)}
    applied = await _applied(db)
    require_known(applied, {version: migration.name for version, migration in known.items()})
    missing = tuple(known[version] for version in sorted(known) if version not in applied)
    if missing and not db.opened_first:
        raise StoreError(
            "The database is in use by processes of an older version of the bot. Stop them all, then start them again."
        )
    for migration in missing:
        await _apply(db, migration)
    return missing


async def _applied(db: Database) -> dict[int, str]:
    """Version to name of what ran already; a new database has no record of it yet."""
    if not await db.read("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migrations'"):
        return {}
    return {
        row["version"]: row["name"]
        for row in await db.read("SELECT version, name FROM schema_migrations ORDER BY version")
    }


async def _apply(db: Database, migration: Migration) -> None:
    try:
        async with db.schema_change() as tx:
            await tx.run(_RECORDS)
            for statement in statements(migration.sql):
                await tx.run(statement)
            await tx.run(
                "INSERT INTO schema_migrations (version, name, applied_at) VALUES (?, ?, ?)",
                (migration.version, migration.name, to_text(datetime.now(UTC))),
            )
    except DiskFull:
        # It passes, and is worth another try.
        raise
    except (StoreError, ValueError) as error:
        reason = error.__cause__ or error  # SQLite's own words name the statement's trouble, and no values
        raise StoreError(f"Migration {migration} failed and was undone: {reason}.") from reason
