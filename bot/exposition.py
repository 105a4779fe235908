"""Numbers in the text form that Prometheus reads: counters, histograms, and gauges asked for when they are read.

Below `bot.metrics`, which says what is counted. Everything happens on one event loop, so nothing is locked, and to
count costs a look-up and an addition. Labels must come from a short list of words and never from what people type or
own: every combination stays in memory for good.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Labels = tuple[str, ...]


class Metric(Protocol):
    """Anything that has lines of its own."""

    def lines(self) -> Iterator[str]:
        """Its lines, beginning with what it is."""
        ...


class Counter:
    """How often something happened since the start, for each combination of labels; `name` ends in ``_total``."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self._name, self._about, self._labels = name, about, labels
        self._counts: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *labels: str, by: float = 1) -> None:
        """It has happened again."""
        self._counts[labels] = self._counts.get(labels, 0) + by

    def count(self, *labels: str) -> float:
        """How often so far."""
        return self._counts.get(labels, 0)

    def lines(self) -> Iterator[str]:
        """One line for each combination there has been."""
        yield from _head(self._name, self._about, "counter")
        for labels, count in sorted(self._counts.items()):
            yield f"{self._name}{_shown(self._labels, labels)} {_number(count)}"


class Histogram:
    """How long something took, in seconds, by upper `bounds` in rising order; `name` ends in ``_seconds``."""

    def __init__(self, name: str, about: str, *labels: str, bounds: Sequence[float]) -> None:
        self._name, self._about, self._labels, self._bounds = name, about, labels, tuple(bounds)
        self._counts: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}
        if not labels:
            self._counts[()], self._sums[()] = self._none(), 0.0

    def observe(self, seconds: float, *labels: str) -> None:
        """It took this long."""
        counts = self._counts.get(labels)
        if counts is None:
            counts = self._counts[labels] = self._none()
        counts[bisect_left(self._bounds, seconds)] += 1
        self._sums[labels] = self._sums.get(labels, 0.0) + seconds

    def count(self, *labels: str) -> int:
        """How often so far."""
        return sum(self._counts.get(labels, ()))

    def _none(self) -> list[int]:
        return [0] * (len(self._bounds) + 1)

    def lines(self) -> Iterator[str]:
        """How many took at most each bound, how many there were, and how long all of them took."""
        yield from _head(self._name, self._about, "histogram")
        names = (*self._labels, "le")
        for labels, counts in sorted(self._counts.items()):
            so_far = 0
            for bound, count in zip((*map(_number, self._bounds), "+Inf"), counts, strict=True):
                so_far += count
                yield f"{self._name}_bucket{_shown(names, (*labels, bound))} {so_far}"
            yield f"{self._name}_sum{_shown(self._labels, labels)} {_number(self._sums[labels])}"
            yield f"{self._name}_count{_shown(self._labels, labels)} {so_far}"


class Gauge:
    """How things stand when it is read: `ask` gives the value of each value of the one label (`""`: there is none)."""

    def __init__(self, name: str, about: str, ask: Callable[[], Mapping[str, float]], label: str = "") -> None:
        self._name, self._about, self._ask, self._label = name, about, ask, label

    def lines(self) -> Iterator[str]:
        """One line for each value of the label."""
        yield from _head(self._name, self._about, "gauge")
        for value, number in self._ask().items():
            shown = _shown((self._label,), (value,)) if self._label else ""
            yield f"{self._name}{shown} {_number(number)}"


def text(metrics: Sequence[Metric]) -> str:
    """All of them as one page."""
    return "\n".join(line for metric in metrics for line in metric.lines()) + "\n"


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _shown(names: Labels, values: Labels) -> str:
    if not names:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True)) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
