"""Games set up card by card."""

from __future__ import annotations

from datetime import timedelta

from tests.engine.support import AT, Game, position, standard

LATER = AT + timedelta(seconds=30)


def table(*hands: str, turns: int = 0, pile: str = "") -> Game:
    return Game(standard(len(hands)), position(*hands, turns=turns, pile=pile))
