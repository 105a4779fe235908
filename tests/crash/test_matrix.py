"""The crash matrix: the world ends after every write and around every message; the evening ends the same.

Nothing that was accepted is lost, nothing happens twice, and no claim is shown twice.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.crash.evening import Evening, Told, moves
from tests.sweeps import sweep

SEATS = (2, 3, 4)
STRIDE = 17


@functools.cache
def twin(seats: int) -> Told:
    """The same evening without an interruption."""
    return Evening(seats).run()


def crash_points(seats: int) -> int:
    return len(twin(seats).places)


def compare(told: Told, seats: int) -> None:
    expected = twin(seats)
    assert told.journals == expected.journals, told.crashed
    assert told.seats == expected.seats, told.crashed
    assert told.hands == expected.hands, told.crashed
    for kind in ("deal", "claim", "end"):
        shown = Counter((m.view.id, m.number) for m in told.messages if m.kind == kind)
        wanted = Counter((m.view.id, m.number) for m in expected.messages if m.kind == kind)
        assert shown == wanted, (told.crashed, kind)


def test_the_evening_has_everything_in_it() -> None:
    for seats in SEATS:
        told = twin(seats)
        kinds = Counter(kind for kind, _ in told.journals[0])
        assert kinds["GameEnded"] == 1
        assert kinds["WentOut"] == 1, "somebody laid the last cards"
        assert kinds["Resigned"] == (1 if seats > 2 else 0)
        truths = [body for kind, body in told.journals[0] if kind == "Revealed"]
        assert sorted("true" in body for body in truths) == [False, True]
        assert told.journals[1], "the rematch began"
        assert crash_points(seats) > 150


@pytest.mark.parametrize(("seats", "downtime"), [(2, 130.0), (3, 1.0), (4, 130.0)])
def test_a_crash_changes_nothing(seats: int, downtime: float) -> None:
    """A seventeenth of all points; the slow test takes every one."""
    for point in range(1 + seats + (7 if downtime > 100 else 0), crash_points(seats) + 1, STRIDE):
        compare(Evening(seats, (point,), downtime=downtime).run(), seats)


@pytest.mark.slow
@pytest.mark.parametrize("downtime", [1.0, 130.0])
@pytest.mark.parametrize("offset", range(STRIDE))
@pytest.mark.parametrize("seats", SEATS)
def test_a_crash_anywhere_changes_nothing(seats: int, offset: int, downtime: float) -> None:
    for point in range(1 + offset, crash_points(seats) + 1, STRIDE):
        compare(Evening(seats, (point,), downtime=downtime).run(), seats)


def test_crashes_one_after_another_change_nothing() -> None:
    for gap in (3, 8, 13):
        told = Evening(3, (gap,) * 40, downtime=0.5).run()
        compare(told, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_crash_upon_crash_changes_nothing(seed: int) -> None:
    dice = random.Random(seed)
    crashes = tuple(dice.randrange(1, 40) for _ in range(12))
    seats = dice.choice(SEATS)
    compare(Evening(seats, crashes, downtime=dice.choice((0.2, 3.0, 20.0))).run(), seats)


@pytest.mark.parametrize("seats", sweep(SEATS, 3))
def test_closing_cleanly_before_any_move_changes_nothing(seats: int) -> None:
    for move in range(1, len(moves(seats))):
        compare(Evening(seats, close_before=move).run(), seats)
        compare(Evening(seats, close_before=move, downtime=130.0).run(), seats)


def test_the_same_on_a_file(tmp_path: Path) -> None:
    """The real driver with its thread, on a real file: where exactly it crashes may differ, the end may not."""
    for point in (9, 60, 121, 170):
        compare(Evening(3, (point, 31), path=tmp_path / f"{point}.db").run(), 3)
