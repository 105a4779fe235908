"""Reads the whole database file once while the bot runs, in a thread of its own, and tells whether all of it is sound.

A start reads what it needs and no more; what is damaged elsewhere is better found out by us than by whoever asks for
it. The thread has a reader of its own and comes last wherever something else wants the processor. It must never write,
never keep anybody waiting, and never keep the process from ending.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import sys
import threading
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final

from bot.store.errors import name_of_file
from bot.store.inspection import faults, reader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

log = logging.getLogger(__name__)

_LEAST_PRIORITY: Final = 19
#: So long a stop waits for the thread to hear that it is to end; it ends with the process in any case.
PATIENCE_S: Final = 0.2


class Soundness:
    """One reading of a file. `told` is called on the loop when it is over: whether the file is sound."""

    def __init__(self, path: Path, told: Callable[[bool], None]) -> None:
        self._path, self._told = path, told
        self._connection: sqlite3.Connection | None = None
        self._over = asyncio.Event()
        self._begun = self._stopped = False

    def begin(self) -> None:
        """Start reading; needs a running loop. A second time does nothing."""
        if self._begun or self._stopped:
            return
        self._begun = True
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), name="store soundness", daemon=True).start()

    async def over(self) -> None:
        """Wait until it is done, or was stopped."""
        await self._over.wait()

    async def close(self) -> None:
        """Break it off."""
        self._stopped = True
        if not self._begun:
            return
        if (connection := self._connection) is not None:
            with suppress(sqlite3.Error):  # closed by now
                connection.interrupt()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), PATIENCE_S)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        sound: bool | None = None
        try:
            if sys.platform == "linux":
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LEAST_PRIORITY)
            sound = self._is_sound()
        except (sqlite3.Error, OSError) as error:
            if not self._stopped:
                log.warning("%s could not be read through: %s", name_of_file(self._path), error)
        with suppress(RuntimeError):  # the loop is closed: nobody is there to be told
            loop.call_soon_threadsafe(self._end, sound)

    def _is_sound(self) -> bool | None:
        began = time.monotonic()
        with closing(reader(self._path, in_use=True)) as connection:
            self._connection = connection
            if self._stopped:
                return None
            found = list(faults(connection))
        if self._stopped:
            return None
        if found:
            log.error(
                "%s is damaged in a place that the start did not need. Games go on as far as they can; stop the bot "
                "and restore a backup (README, For server owners, Back up). SQLite says: %s",
                name_of_file(self._path),
                "; ".join(" ".join(said.split()) for said in found[:3]),
            )
        else:
            log.info("the database was read through and is sound", extra={"seconds": round(time.monotonic() - began)})
        return not found

    def _end(self, sound: bool | None) -> None:
        self._over.set()
        if sound is not None and not self._stopped:
            self._told(sound)
