"""People's names made safe to print: no mention, no markdown, no reversed text, no name that pushes the layout.

Every display name passes here on its way into a message. Nothing here may look names up.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

#: For a name of which nothing is left to show; the same in every language.
NOBODY: Final = "???"
#: What stands behind the name of a CPU; a word that every language has.
CPU: Final = "CPU"
#: The mark, or one begun, as somebody might write it into their own name; read from `_letter` of each character.
_CPU_MARK: Final = re.compile(r"\([( ]*c ?p ?u")
#: Letters of other scripts that look like those of the mark.
_LIKE_CPU: Final = {"с": "c", "ϲ": "c", "ᴄ": "c", "р": "p", "ρ": "p", "ᴘ": "p", "ս": "u", "υ": "u", "ᴜ": "u"}
_MARKS_KEPT: Final = 2
_SPACES: Final = frozenset({"Zs", "Zl", "Zp"})
_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_MARKS: Final = frozenset({"Mn", "Me", "Mc"})
#: Characters that show as nothing although they count as letters, symbols or marks.
_BLANKS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
#: Single characters many columns wide.
_GIANTS: Final = {"\ufdfd": 12, "\ufdfa": 6, "\U0001242b": 8, "\U00012219": 8, "\ua9c5": 8, "\u2e3b": 4, "\u2e3a": 3}
_INERT: Final = str.maketrans({"<": "‹", ">": "›", "@": "＠"})
_MARKUP: Final = re.compile(r"([\\*_~`|\[\]#:/])")
_ISOLATED: Final = "\u2068{}\u2069"
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_AT_START: Final = re.compile(r"^([-+]|\d+(?=\.))")


@lru_cache(maxsize=4096)
def safe(name: str, limit: int = 32) -> str:
    """`name` as harmless text about `limit` columns wide, escaped for Discord's markdown; never empty.

    >>> safe("**Ann**")
    '\\\\*\\\\*Ann\\\\*\\\\*'
    >>> safe("<@42>")
    '‹＠42›'
    """
    shown = _cut(_visible(name), limit).translate(_INERT)
    if not shown:
        return NOBODY
    escaped = _MARKUP.sub(r"\\\1", shown)
    start = _AT_START.match(escaped)
    if start is None:
        return escaped
    if start[0].isdigit():
        return f"{start[0]}\\{escaped[start.end() :]}"
    return f"\\{escaped}"


def unmarked(name: str, limit: int = 32) -> str:
    """`name` for a place where nothing is markup, such as the name of a thread; never empty.

    >>> unmarked("**Ann**"), unmarked("<@42>")
    ('**Ann**', '‹＠42›')
    """
    return _cut(_visible(name), limit).translate(_INERT) or NOBODY


def bold(name: str, limit: int = 32) -> str:
    """The name as it stands in every message: safe and bold."""
    return f"**{apart(safe(name, limit))}**"


def marked(shown: str) -> str:
    """The name of a CPU. Nobody can write the mark into their own: `safe` takes its brackets out.

    >>> marked(bold("Ada"))
    '**Ada** (CPU)'
    """
    return f"{shown} ({CPU})"


def unformatted(shown: str) -> str:
    """A name as people read it in a message, and may type it: without what makes it safe and bold.

    >>> unformatted(marked(bold("A_da")))
    'A_da (CPU)'
    """
    return re.sub(r"\\(.)|\*\*|[\u2068\u2069]", r"\1", shown)


def apart(shown: str) -> str:
    """A safe name that can't turn round what stands beside it: one with right-to-left letters is isolated.

    Without that a number after it would join its run, and a line of counts would read backwards.
    """
    if any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in shown):
        return _ISOLATED.format(shown)
    return shown


def columns(name: str) -> int:
    """How wide the name would be if nothing were cut."""
    return sum(map(_columns, _visible(name)))


def _visible(name: str) -> list[str]:
    """The name as a list of what is drawn: a base character with at most two marks each, single spaces between."""
    clusters: list[str] = []
    for char in name:
        kind = unicodedata.category(char)
        if kind in _SPACES or char in "\t\n\r\v\f\x85":
            if clusters and clusters[-1] != " ":
                clusters.append(" ")
        elif kind in _CONTROLS or char in _BLANKS:
            continue
        elif kind in _MARKS:
            if clusters and clusters[-1] != " " and len(clusters[-1]) <= _MARKS_KEPT:
                clusters[-1] += char
        else:
            clusters.append(char)
    clusters = _without_mark(clusters)
    while clusters and clusters[-1] == " ":
        clusters.pop()
    return clusters


def _without_mark(clusters: list[str]) -> list[str]:
    """The same without the brackets of a CPU's mark, so that no person passes for one."""
    read, gone = "".join(map(_letter, clusters)), set[int]()
    for found in _CPU_MARK.finditer(read):
        opened = [at for at in range(*found.span()) if read[at] == "("]
        closed = [at for at in range(found.end(), len(read)) if read[at] == ")"]
        gone |= {*opened, *closed[: len(opened)]}
    kept: list[str] = []
    for at, cluster in enumerate(clusters):
        if at not in gone and not (cluster == " " and (not kept or kept[-1] == " ")):
            kept.append(cluster)
    return kept


def _letter(cluster: str) -> str:
    """The one character a cluster is read as: small, without marks, any bracket a round one."""
    kind = unicodedata.category(cluster[0])
    if kind in ("Ps", "Pe"):
        return "(" if kind == "Ps" else ")"
    base = unicodedata.normalize("NFKD", cluster[0]).casefold()[:1]
    return _LIKE_CPU.get(base, base or cluster[0])


def _cut(clusters: list[str], limit: int) -> str:
    """The clusters that fit into `limit` columns; a cut shows as `…`."""
    if sum(map(_columns, clusters)) <= limit:
        return "".join(clusters)
    room, kept = limit - 1, []
    for cluster in clusters:
        room -= _columns(cluster)
        if room < 0:
            break
        kept.append(cluster)
    return "".join(kept).rstrip() + "…"


def _columns(cluster: str) -> int:
    base = cluster[0]
    return _GIANTS.get(base, 2 if unicodedata.east_asian_width(base) in "WF" else 1)
