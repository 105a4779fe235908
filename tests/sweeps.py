"""Sweeps over many cases of one test: a few of them every day, the others with the slow sweeps, which CI runs too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def sweep(cases: Iterable[Any], *every_day: Any) -> list[Any]:
    """The cases as a test's parameters; all but those named are marked slow. A tuple is one value per parameter."""
    left = list(cases)
    assert all(case in left for case in every_day), "named, but no case"
    return _marked(left, lambda at: left[at] in every_day)


def every(step: int, cases: Iterable[Any]) -> list[Any]:
    """The same, with each ``step``-th case kept for every day."""
    return _marked(list(cases), lambda at: at % step == 0)


def _marked(cases: list[Any], kept: Callable[[int], bool]) -> list[Any]:
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=() if kept(at) else pytest.mark.slow)
        for at, case in enumerate(cases)
    ]
