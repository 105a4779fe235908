"""Ratings: how strong a player is among those of a server, by the places of their games (Plackett–Luce, openskill).

A rating is a guess with its uncertainty. It must depend on nothing but a player's own games and the ratings of those
who sat there, in the order in which the games ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
ZERO: Final = 1000
SCALE: Final = 20.0
DEVIATIONS: Final = 3


@dataclass(frozen=True, slots=True)
class Rating:
    """The guess `mu` and its standard deviation `sigma`, as openskill counts them; a newcomer has the defaults."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


class Certainty(StrEnum):
    """How much a rating is worth, in words."""

    GUESS = "guess"
    ROUGH = "rough"
    FAIR = "fair"
    SURE = "sure"


_UP_TO: Final = ((3.0, Certainty.SURE), (5.0, Certainty.FAIR), (7.0, Certainty.ROUGH))


@dataclass(frozen=True, slots=True)
class Placed:
    """One seat of a rated game: its player's rating before, its place, and its team where teams play."""

    rating: Rating
    place: int
    team: int | None = None


def number(rating: Rating) -> int:
    """The one number shown: what the player is at least worth, with a newcomer at 1000.

    >>> number(Rating())
    1000
    """
    return round(ZERO + SCALE * (rating.mu - DEVIATIONS * rating.sigma))


def certainty(rating: Rating) -> Certainty:
    """The deviation in words.

    >>> certainty(Rating()).value
    'guess'
    """
    return next((word for most, word in _UP_TO if rating.sigma <= most), Certainty.GUESS)


def rate(game: Sequence[Placed]) -> list[Rating]:
    """The ratings after a game, in the order given. Equal places are ties; a team is rated by its common place."""
    sides: dict[tuple[str, int], list[int]] = {}
    for at, placed in enumerate(game):
        side = ("alone", at) if placed.team is None else ("team", placed.team)
        sides.setdefault(side, []).append(at)
    if len(sides) < 2:
        return [placed.rating for placed in game]
    teams = [
        [_MODEL.rating(mu=game[at].rating.mu, sigma=game[at].rating.sigma) for at in members]
        for members in sides.values()
    ]
    ranks = [float(min(game[at].place for at in members)) for members in sides.values()]
    after = [placed.rating for placed in game]
    for members, rated in zip(sides.values(), _MODEL.rate(teams, ranks=ranks), strict=True):
        for at, new in zip(members, rated, strict=True):
            after[at] = Rating(new.mu, new.sigma)
    return after
