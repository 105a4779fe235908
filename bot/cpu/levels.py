"""How well a CPU seat plays, as numbers. A level never sees more than another; it only thinks less."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """The strength of a CPU seat; the values are stored and are the choices of commands."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Ways:
    """What makes a level; all but the sizes are chances from 0 to 1.

    `proofs` and `last_plays` are noticed so often; who `remembers` finds proofs beyond the cards in hand, too, and
    who `counts` weighs what has been said in this pile and how fast a hand shrank. `needless` lies are told so often
    with true cards in hand, and `padded` is how often a false card goes down with true ones where no rank is fixed or
    more may be laid than said. `adds` is how often a false card is added where passing would do, and `room` how many
    cards of the rank must be left that nobody has said yet. `plans` means the whole way out, `orders` that lies are
    made of the cards asked for last, `weighs` that a call without proof is weighed by odds, `hunch` how often one is
    made without. `bluffs` are the sizes of lies told without a plan.
    """

    proofs: float
    last_plays: float
    needless: float
    hunch: float
    remembers: bool
    counts: bool
    padded: float
    adds: float
    room: int
    plans: bool
    orders: bool
    weighs: bool
    bluffs: tuple[int, ...]


WAYS: Final = {
    Level.EASY: Ways(
        proofs=0.66,
        last_plays=0.3,
        needless=0.15,
        hunch=0.03,
        remembers=False,
        counts=False,
        padded=0.0,
        adds=0.35,
        room=0,
        plans=False,
        orders=False,
        weighs=False,
        bluffs=(1, 1, 2, 3),
    ),
    Level.MEDIUM: Ways(
        proofs=0.9,
        last_plays=0.7,
        needless=0.0,
        hunch=0.0,
        remembers=False,
        counts=True,
        padded=0.2,
        adds=0.5,
        room=2,
        plans=False,
        orders=True,
        weighs=False,
        bluffs=(1,),
    ),
    Level.HARD: Ways(
        proofs=1.0,
        last_plays=1.0,
        needless=0.0,
        hunch=0.0,
        remembers=True,
        counts=True,
        padded=0.0,
        adds=0.6,
        room=1,
        plans=True,
        orders=True,
        weighs=True,
        bluffs=(2,),
    ),
}
