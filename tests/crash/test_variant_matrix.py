"""The crash matrix for games with more phases: wherever the world ends, the evening ends the same.

The points are drawn by a seed: a handful every day, and many in the slow sweep, each within a fixed time.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter

import pytest

from bot.engine.state import Phase
from bot.tables.ports import NoticeKind
from tests.crash.evening import Evening, Told
from tests.crash.variant_evenings import EVENINGS

NAMES = sorted(EVENINGS)
EVERYDAY, SWEEP = 8, 60


def evening(name: str, crashes: tuple[int, ...] = (), *, downtime: float = 1.0) -> Told:
    seats, moves = EVENINGS[name]
    return Evening(seats, crashes, downtime=downtime, other=moves(), tables=(1,)).run()


@functools.cache
def twin(name: str) -> Told:
    """The same evening without an interruption."""
    return evening(name)


def shown(told: Told) -> dict[str, Counter[object]]:
    """The messages that must be there once, whatever happens."""
    found = {
        kind: Counter[object](m.number for m in told.messages if m.kind == kind) for kind in ("claim", "round", "end")
    }
    found["deal"] = Counter(m.view.seen.number for m in told.messages if m.kind == "deal" and m.view.seen is not None)
    found["force"] = Counter(
        m.view.seen.turns
        for m in told.messages
        if m.notice is not None and m.notice.kind is NoticeKind.FORCED and m.view.seen is not None
    )
    return found


def offered(told: Told) -> list[tuple[str, int]]:
    """What asks for something to the end, though it was answered; a press on a message redraws that by its answer."""
    found, last = [], max(m.number for m in told.messages if m.kind == "claim")
    for message in told.messages:
        seen = (message.edits or [message.view])[-1].seen
        assert seen is not None
        if message.kind == "round" and seen.phase is Phase.BETWEEN:
            found.append(("round", message.number))
        forced = message.notice is not None and message.notice.kind is NoticeKind.FORCED
        if forced and seen.phase is Phase.FORCE:
            found.append(("force", seen.turns))
        if message.kind == "claim" and message.number == last and seen.claim is not None:
            found.append(("claim", last))
    return found


def compare(told: Told, name: str) -> None:
    expected = twin(name)
    assert told.journals == expected.journals, told.crashed
    assert told.seats == expected.seats, told.crashed
    assert shown(told) == shown(expected), told.crashed
    assert set(offered(told)) <= set(offered(expected)), told.crashed


def points(name: str, count: int, seed: str) -> list[int]:
    """Where the world ends: `count` places spread over the evening, each drawn from its own stretch of it."""
    dice, places = random.Random(f"{seed} {name}"), len(twin(name).places)
    edges = [1 + places * at // count for at in range(count + 1)]
    return [dice.randrange(first, last) for first, last in itertools.pairwise(edges) if first < last]


@pytest.mark.parametrize("name", NAMES)
def test_the_evening_has_its_phases_in_it(name: str) -> None:
    kinds = Counter(kind for kind, _ in twin(name).journals[0])
    wanted = {
        "duel-force": {"Forced": 4, "Shown": 4, "PileLeft": 1, "Resigned": 1, "GameEnded": 1},
        "match": {"RoundEnded": 3, "Dealt": 3, "Resigned": 2, "GameEnded": 1},
        "classic-table": {"Resigned": 3, "Challenged": 2, "WentOut": 1, "GameEnded": 1},
    }
    assert {kind: kinds[kind] for kind in wanted[name]} == wanted[name]
    causes = [body for kind, body in twin(name).journals[0] if kind == "WindowClosed"]
    assert sum("next_play" in body for body in causes) == (3 if name == "classic-table" else 0)
    assert len(twin(name).places) > 80


@pytest.mark.parametrize("downtime", [1.0, 130.0])
@pytest.mark.parametrize("name", NAMES)
def test_a_crash_changes_nothing(name: str, downtime: float) -> None:
    for point in points(name, EVERYDAY, f"everyday {downtime}"):
        compare(evening(name, (point,), downtime=downtime), name)


@pytest.mark.slow
@pytest.mark.parametrize("downtime", [1.0, 130.0])
@pytest.mark.parametrize("name", NAMES)
def test_a_crash_almost_anywhere_changes_nothing(name: str, downtime: float) -> None:
    for point in points(name, SWEEP, f"sweep {downtime}"):
        compare(evening(name, (point,), downtime=downtime), name)


@pytest.mark.parametrize("name", NAMES)
def test_crashes_one_after_another_change_nothing(name: str) -> None:
    for gap in (5, 11):
        compare(evening(name, (gap,) * 30, downtime=0.5), name)
