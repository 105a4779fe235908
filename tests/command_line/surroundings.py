"""What the command line finds around it: a token, and a database as the store leaves it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.store.migrations import packaged

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"


def make_database(path: Path, *, version: int | None, wal: bool = False) -> sqlite3.Connection:
    """A file as the store leaves it, with nothing in it but the record of its schema."""
    database = sqlite3.connect(path)
    if wal:
        database.execute("PRAGMA journal_mode=WAL")
    if version is not None:
        database.execute("CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)")
        applied = [(migration.version, migration.name) for migration in packaged() if migration.version <= version]
        database.executemany("INSERT INTO schema_migrations (version, name) VALUES (?, ?)", applied)
    database.commit()
    if not wal:
        database.close()
    return database
