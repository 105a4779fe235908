"""`python -m bot rebuild-stats`: count every game whose journal is kept anew, from the command line.

Run while the bot is stopped: the database belongs to one process at a time. Prints to the operator alone; on a terminal
it draws a bar, elsewhere it logs a line now and then. It must never delete a result whose journal is gone.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from bot.progress import progress
from bot.store import Database, SqliteTableStore, StoreError, look, migrate
from bot.store.errors import name_of_file
from bot.tables.recorder import Recorder


async def rebuild(path: Path, out: TextIO | None = None) -> tuple[int, int]:
    """Count anew; gives how many games were counted and how many could not be read. Raises `StoreError`."""
    if not path.is_file():  # noqa: ASYNC240 - nothing else runs in this process
        raise StoreError(f"{name_of_file(path)} doesn't exist.")
    db = await Database.open(path, look=look)
    try:
        await migrate(db)
        store = SqliteTableStore(db)
        return await Recorder(store, store.record).rebuild(progress(out or sys.stderr, "games", "games counted anew"))
    finally:
        await db.close()
