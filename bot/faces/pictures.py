"""The faces as the pictures that were made of their drawings (PNG), read from beside this module.

`python -m tests.pictures` makes them anew after `drawing` has changed; a test holds the two together.
"""

from __future__ import annotations

from importlib import resources
from typing import Final

from bot.faces.drawing import NAMES, SUITS, Palette

FOLDER: Final = "png"


def file_of(name: str, palette: Palette) -> str:
    """The file of a face: a suit has one in each palette, everything else looks the same in all.

    >>> file_of("seven", Palette.TWO), file_of("hearts", Palette.FOUR)
    ('seven.png', 'hearts-four-colour.png')
    """
    return f"{name}-{palette}.png" if name in SUITS else f"{name}.png"


def pictures(palette: Palette) -> dict[str, bytes]:
    """Every face in this palette, by name."""
    folder = resources.files("bot.faces") / FOLDER
    return {name: (folder / file_of(name, palette)).read_bytes() for name in NAMES}
