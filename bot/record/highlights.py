"""The highlights of an evening: the boldest lie, the worst call, the biggest pile.

Shown with a game's end, made from its moves. Nobody is remembered for what the clock (R-q) or a CPU in their seat did;
who was a CPU from the start is, and is named as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.record.moves import Lay, Move
from bot.record.results import cpus_of, exposed, is_right, named_as_done


@dataclass(frozen=True, slots=True)
class Highlights:
    """Each is the claim it is about; `None` where nothing of the kind happened."""

    boldest: Lay | None = None
    worst: Lay | None = None
    pile: Lay | None = None


def highlights(moves: Sequence[Move]) -> Highlights:
    """What to remember.

    The boldest lie has the most wrong cards, then the bigger pile at stake, and among equals one that was believed. The
    worst call is the wrong one that cost most cards. Of equals the first counts.
    """
    cpus = cpus_of(moves)
    lays = [named_as_done(move, cpus) for move in moves if isinstance(move, Lay)]
    lies = [lay for lay in lays if not lay.truthful and lay.own]
    wrong = [lay for lay in lays if lay.caller_own and not is_right(lay) and lay.taker == lay.caller]
    taken = [lay for lay in lays if lay.taken and lay.taker_own]
    return Highlights(
        boldest=max(lies, key=lambda lay: (max(lay.false, 1), lay.below, not exposed(lay)), default=None),
        worst=max(wrong, key=lambda lay: lay.taken, default=None),
        pile=max(taken, key=lambda lay: lay.taken, default=None),
    )
