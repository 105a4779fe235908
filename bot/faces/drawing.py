"""Draws the faces as vector pictures (SVG): ranks, suits, a joker and a back, each on a small card.

Read when the pictures are made, not while the bot runs. Every shape is drawn here: no font takes part, so they look the
same everywhere and belong to the project. It must never use a shape or a colour that disappears at 22 pixels, on dark
or on light, and colour is never what tells two suits apart: the shape is.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

#: The side of a picture in pixels: what Discord asks of an emoji.
SIDE: Final = 128

_INK: Final = "#1b1d21"
_PAPER: Final = "#fffdf7"
_EDGE: Final = "#6b7078"
_RED: Final = "#c8102e"
# The colours of Okabe and Ito, made to be told apart with any kind of colour vision.
_VERMILION: Final = "#d55e00"
_BLUE: Final = "#0072b2"
_GREEN: Final = "#009e73"
_VIOLET: Final = "#7a3e9d"


class Palette(StrEnum):
    """How the suits are coloured."""

    TWO = "two-colour"
    FOUR = "four-colour"


#: The lines each rank is written with, inside a square of 128; the pen is as wide as `_PEN`.
_RANKS: Final = {
    "ace": "M33 102 L64 26 L95 102 M45 76 H83",
    "two": "M37 48 C37 18 91 18 91 47 C91 66 58 80 37 102 H93",
    "three": "M38 40 C42 20 88 20 88 45 C88 58 74 63 60 63 C78 63 91 69 91 83 C91 110 41 110 36 86",
    "four": "M77 102 V26 L33 79 H97",
    "five": "M88 26 H45 L42 58 C52 51 91 49 91 77 C91 111 42 108 36 87",
    "six": "M85 34 C62 18 37 44 37 76 C37 111 91 111 91 78 C91 50 46 48 37 76",
    "seven": "M35 26 H93 L56 102",
    "eight": "M64 61 C34 61 36 26 64 26 C92 26 94 61 64 61 C30 61 28 102 64 102 C100 102 98 61 64 61",
    "nine": "M43 94 C66 110 91 84 91 52 C91 17 37 17 37 50 C37 78 82 80 91 52",
    "ten": "M19 42 L35 26 V102 M83 26 C58 26 58 102 83 102 C108 102 108 26 83 26",
    "jack": "M58 26 H86 V77 C86 110 40 110 37 80",
    "queen": "M62 26 C23 26 23 102 62 102 C101 102 101 26 62 26 M68 78 L95 106",
    "king": "M40 26 V102 M91 26 L42 72 M57 58 L93 102",
}
_PEN: Final = 17

#: The suits' outlines, filled.
_SUITS: Final = {
    "spades": (
        "M64 14 C76 38 112 54 112 77 C112 92 100 99 89 99 C81 99 74 95 70 88 C71 99 76 107 84 114 H44 "
        "C52 107 57 99 58 88 C54 95 47 99 39 99 C28 99 16 92 16 77 C16 54 52 38 64 14 Z"
    ),
    "hearts": (
        "M64 112 C22 78 15 60 15 46 C15 29 28 19 42 19 C53 19 61 26 64 35 C67 26 75 19 86 19 "
        "C100 19 113 29 113 46 C113 60 106 78 64 112 Z"
    ),
    "diamonds": "M64 10 L106 64 L64 118 L22 64 Z",
    "clubs": (
        "M64 14 A24 24 0 0 1 82 54 A24 24 0 1 1 71 88 C72 100 77 108 85 114 H43 "
        "C51 108 56 100 57 88 A24 24 0 1 1 46 54 A24 24 0 0 1 64 14 Z"
    ),
}
_JOKER: Final = (
    "M30 84 L18 44 C34 42 44 50 49 62 L64 28 L79 62 C84 50 94 42 110 44 L98 84 Z M31 92 H97 V108 H31 Z "
    "M64 14 A11 11 0 1 1 63.9 14 Z M18 32 A11 11 0 1 1 17.9 32 Z M110 32 A11 11 0 1 1 109.9 32 Z"
)
_LATTICE: Final = "M24 50 L50 16 M24 88 L79 16 M24 112 L104 16 M49 112 L104 40 M78 112 L104 78 "
_LATTICE_BACK: Final = "M104 50 L78 16 M104 88 L49 16 M104 112 L24 16 M79 112 L24 40 M50 112 L24 78"

_TWO: Final = {"spades": _INK, "hearts": _RED, "diamonds": _RED, "clubs": _INK}
_FOUR: Final = {"spades": _INK, "hearts": _VERMILION, "diamonds": _BLUE, "clubs": _GREEN}
_COLOURS: Final = {Palette.TWO: _TWO, Palette.FOUR: _FOUR}

RANKS: Final = tuple(_RANKS)
SUITS: Final = tuple(_SUITS)
JOKER: Final = "joker"
BACK: Final = "back"
#: Everything there is a face of, by name.
NAMES: Final = (*RANKS, *SUITS, JOKER, BACK)


def svg(name: str, palette: Palette) -> str:
    """The face as an SVG picture, `SIDE` pixels wide and high; raises `KeyError` for a name that has none."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 128 128">'
        f'<rect x="5" y="3" width="118" height="122" rx="20" fill="{_PAPER}" stroke="{_EDGE}" stroke-width="6"/>'
        f"{_drawn(name, palette)}</svg>\n"
    )


def _drawn(name: str, palette: Palette) -> str:
    """What stands on the card."""
    if name == JOKER:
        return f'<path d="{_JOKER}" fill="{_VIOLET}"/>'
    if name == BACK:
        return (
            f'<rect x="20" y="16" width="88" height="96" rx="10" fill="{_BLUE}"/>'
            f'<path d="{_LATTICE}{_LATTICE_BACK}" fill="none" stroke="{_PAPER}" stroke-width="6"/>'
        )
    if name in _SUITS:
        return f'<path d="{_SUITS[name]}" fill="{_COLOURS[palette][name]}"/>'
    line = f'fill="none" stroke="{_INK}" stroke-width="{_PEN}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{_RANKS[name]}" {line}/>'
