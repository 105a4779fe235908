"""How far something long has come: a bar on a terminal, a line in the log where there is none.

For what the operator waits for or wants to know of. It must never be in the way: it only tells.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, TextIO

log = logging.getLogger(__name__)

Tell = Callable[[int, int], None]
"""Is told after each step how many are done, and of how many."""

_BAR: Final = 30
_LINES: Final = 10


def progress(out: TextIO, unit: str, message: str) -> Tell:
    """Draws a bar that counts `unit` on a terminal; elsewhere logs `message` every tenth of the way."""

    def bar(done: int, whole: int) -> None:
        filled = _BAR * done // whole
        end = "\n" if done == whole else ""
        out.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{whole} {unit}{end}")
        out.flush()

    def line(done: int, whole: int) -> None:
        if done == whole or done * _LINES // whole > (done - 1) * _LINES // whole:
            log.info(message, extra={"done": done, "of": whole})

    return bar if out.isatty() else line
