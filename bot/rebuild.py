"""`python -m bot rebuild-stats`: count every game whose journal is kept anew, from the command line.

Run while the bot is stopped: the database belongs to one process at a time. Prints to the operator alone; on a terminal
it draws a bar, elsewhere it logs a line now and then. It must never delete a result whose journal is gone.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from bot.store import Database, SqliteTableStore, StoreError, migrate
from bot.store.errors import name_of_file
from bot.tables.recorder import Recorder

log = logging.getLogger(__name__)

_BAR: Final = 30
_LINES: Final = 10


async def rebuild(path: Path, out: TextIO | None = None) -> tuple[int, int]:
    """Count anew; gives how many games were counted and how many could not be read. Raises `StoreError`."""
    if not path.is_file():  # noqa: ASYNC240 - nothing else runs in this process
        raise StoreError(f"{name_of_file(path)} doesn't exist.")
    db = await Database.open(path)
    try:
        await migrate(db)
        store = SqliteTableStore(db)
        return await Recorder(store, store.record).rebuild(progress(out or sys.stderr))
    finally:
        await db.close()


def progress(out: TextIO) -> Callable[[int, int], None]:
    """What draws a bar on a terminal, or logs a line every tenth of the way where there is none."""

    def bar(done: int, games: int) -> None:
        filled = _BAR * done // games
        out.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{games} games{chr(10) if done == games else ''}")
        out.flush()

    def line(done: int, games: int) -> None:
        if done == games or done * _LINES // games > (done - 1) * _LINES // games:
            log.info("games counted anew", extra={"done": done, "games": games})

    return bar if out.isatty() else line
