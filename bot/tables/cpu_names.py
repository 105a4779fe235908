"""What CPUs are called: proper names, the same in every language.

Used where a CPU sits down. No name is anybody's at its table when it is given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# Twice as many as a table has seats, so that there is always one that nobody at the table has.
NAMES: Final = (
    "Ada", "Bruno", "Cleo", "Dexter", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jasper",
    "Kira", "Leo", "Milo", "Nora", "Otto", "Pia", "Quentin", "Rosa", "Sven", "Tilda",
)  # fmt: skip


def free_name(taken: Iterable[str]) -> str:
    """The first name that nobody has.

    >>> free_name(["ada", "Bob"])
    'Bruno'
    """
    theirs = {name.strip().casefold() for name in taken}
    return next(name for name in NAMES if name.casefold() not in theirs)
