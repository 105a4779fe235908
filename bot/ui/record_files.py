"""Files of the record: a server's results as CSV, and what is stored about a person as JSON.

Pure, from rows and plain values to bytes. A cell that a spreadsheet would take for a formula is made text.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Sequence
from typing import Any, Final

#: Discord takes ten megabytes from a bot; more than this is packed.
PACKED_FROM: Final = 8_000_000
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class Table:
    """Rows as CSV that spreadsheets read as UTF-8, added one by one: only the text is kept."""

    def __init__(self) -> None:
        self._out = io.StringIO(newline="")
        self._writer = csv.writer(self._out)
        self.rows = 0

    def add(self, row: Sequence[Any]) -> None:
        """One row more."""
        self._writer.writerow([_cell(value) for value in row])
        self.rows += 1

    def data(self) -> bytes:
        """The file; it begins with the mark by which spreadsheets know UTF-8."""
        return b"\xef\xbb\xbf" + self._out.getvalue().encode()


def _cell(value: Any) -> Any:
    """A name may be anything; a number is nobody's formula.

    >>> _cell("=1+1"), _cell(-3), _cell(None)
    ("'=1+1", -3, '')
    """
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


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
