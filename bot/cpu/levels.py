"""How well a CPU seat plays. A level never sees more than another; it only thinks less."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """The strength of a CPU seat; the values are stored and are the choices of commands."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
