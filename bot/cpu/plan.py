"""Which cards go when, in the game whose ranks rise: the way out that costs least, counted in turns.

The ranks a seat will be asked for are fixed, so its cards fall into groups laid truthfully in their turn and junk that
has to go as lies before the last play, which must be true. Knows no seat but its own and nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import Rank

NEVER: Final = 1e9
JUNK_AT_MOST: Final = 24  # with more to get rid of, what is done now does not depend on it
ROOM_AT_MOST: Final = 8

# What a lie costs, in turns: the slot (0 is this turn), the rank due, the true cards and the junk laid.
LieCost = Callable[[int, Rank, int, int], float]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do now on the cheapest way out.

    `true` cards of the rank due and `junk` others; neither is a pass. The last play is `finish` turns away, and `cost`
    is in turns. `asked` are the ranks up to the last play's; cards of other ranks are junk.
    """

    true: int
    junk: int
    finish: int
    cost: float
    asked: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class _Slot:
    rank: Rank
    true: int
    spare: int  # true cards that may be laid as lies elsewhere, in this slot and all before


def cheapest(
    counts: dict[Rank, int], jokers: int, asked: Sequence[Rank], most: int, lie: LieCost, *, may_pass: bool
) -> Plan | None:
    """The cheapest plan for a hand of `counts` and `jokers`, at most `most` cards a play; `None` if there is none.

    Jokers are kept for the last play, which they make true.
    """
    slots = _slots(counts, asked, most)
    total = sum(counts.values()) + jokers
    # costs[k]: the least that k cards of junk cost in the slots so far, and how many of them go in the first.
    costs: list[tuple[float, int]] = [(0.0, 0)]
    best: Plan | None = None
    laid = 0
    for at, slot in enumerate(slots):
        last = min(most, slot.true + jokers)
        junk = total - laid - last
        before = slots[at - 1].spare if at else 0
        if last and junk <= JUNK_AT_MOST:
            for thrown in range(junk, min(junk + before + last - 1, len(costs) - 1) + 1):
                cost, first = costs[thrown]
                if cost + at < NEVER and (best is None or cost + at < best.cost):
                    best = _planned(slots, at, cost + at, spared=thrown - junk, first=first, last=last)
        laid += slot.true
        if at + 1 < len(slots):
            costs = _further(costs, at, slot, most, lie, may_pass=may_pass)
    return best


def _slots(counts: dict[Rank, int], asked: Sequence[Rank], most: int) -> list[_Slot]:
    """What can be laid truthfully each time."""
    left, slots, spare = dict(counts), [], 0
    for rank in asked:
        true = min(most, left.get(rank, 0))
        left[rank] = left.get(rank, 0) - true
        spare += max(0, true - 1)
        slots.append(_Slot(rank, true, spare))
    return slots


def _further(
    costs: list[tuple[float, int]], at: int, slot: _Slot, most: int, lie: LieCost, *, may_pass: bool
) -> list[tuple[float, int]]:
    """The least costs with one more slot: no junk, unless a lie is forced there, or some."""
    room = min(ROOM_AT_MOST, most - slot.true)
    free = slot.true > 0 or may_pass
    prices = [0.0 if free else NEVER, *(lie(at, slot.rank, slot.true, junk) for junk in range(1, room + 1))]
    longest = min(JUNK_AT_MOST, len(costs) - 1 + room)
    further = []
    for thrown in range(longest + 1):
        best, first = NEVER, 0
        for junk in range(max(0, thrown - len(costs) + 1), min(room, thrown) + 1):
            before = costs[thrown - junk]
            price = before[0] + prices[junk]
            if price < best:
                best, first = price, junk if at == 0 else before[1]
        further.append((best, first))
    return further


def _planned(slots: list[_Slot], at: int, cost: float, *, spared: int, first: int, last: int) -> Plan:
    """The plan that finishes in slot `at` with `last` cards, `spared` true cards laid as junk and `first` junk now."""
    asked = tuple(slot.rank for slot in slots[: at + 1])
    if at == 0:
        return Plan(last, 0, 0, cost, asked)
    now = slots[0]
    later = slots[at - 1].spare - now.spare + last - 1
    held_back = max(0, spared - later) if now.true else 0
    return Plan(max(1, now.true - held_back) if now.true else 0, first, at, cost, asked)
