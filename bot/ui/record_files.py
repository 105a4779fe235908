"""Files of the record: a server's results as CSV, and what is stored about a person as JSON.

Pure, from rows and plain values to bytes. Text is quoted, and what a spreadsheet would take for a
formula is made text.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from bot.ui.names import unmarked

#: Discord takes ten megabytes from a bot; more than this is packed.
PACKED_FROM: Final = 8_000_000
# Full-width ones begin a formula as well where people type with them.
_FORMULA: Final = tuple("=+-@＝＋－＠")
# Some countries' spreadsheets split at semicolons, quoted or not: what comes after one is a cell of its own there.
_FORMULA_BEHIND: Final = re.compile(rf';(?=[\s"]*[{re.escape("".join(_FORMULA))}])')
# Columns of a text: more than the longest name, or moment, that is one.
_WIDTH: Final = 80


class Table:
    """Rows as CSV that spreadsheets read as UTF-8, added one by one: only the text is kept."""

    def __init__(self) -> None:
        self._out = io.StringIO(newline="")
        self._writer = csv.writer(self._out, quoting=csv.QUOTE_NONNUMERIC)
        self.rows = 0

    def add(self, row: Sequence[Any]) -> None:
        """One row more."""
        self._writer.writerow([_cell(value) for value in row])
        self.rows += 1

    def data(self) -> bytes:
        """The file; it begins with the mark by which spreadsheets know UTF-8."""
        return b"\xef\xbb\xbf" + self._out.getvalue().encode()


def _cell(value: Any) -> Any:
    """A name may be anything, and what can't be seen of it is left out; a number is nobody's formula.

    >>> _cell("=1+1"), _cell("Ann;Bob"), _cell("Ann;=1+1"), _cell(-3), _cell(None)
    ("'=1+1", 'Ann;Bob', "Ann;'=1+1", -3, '')
    """
    if isinstance(value, str):
        return _text(value)
    return "" if value is None else value


@lru_cache(maxsize=4096)
def _text(value: str) -> str:
    shown = _FORMULA_BEHIND.sub(";'", unmarked(value, _WIDTH))
    return f"'{shown}" if shown.lstrip(' "').startswith(_FORMULA) else shown


def packed(name: str, data: bytes) -> tuple[str, bytes]:
    """The file as it is, or packed where it is too long for a message."""
    if len(data) <= PACKED_FROM:
        return name, data
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return f"{name}.zip", out.getvalue()


def about(told: dict[str, Any]) -> bytes:
    """What is stored about a person, by server."""
    return json.dumps(told, ensure_ascii=False, indent=1).encode()
