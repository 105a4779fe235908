"""Two hundred and more moments at which the process is killed, over games of several kinds; the end stays the same.

Each moment is drawn by a seed from its own stretch of an evening: after a write, before a message is sent, and between
its arrival at Discord and the answer. A life may be cut short twice. After each the evening is compared with its twin
that nobody interrupted: journals, seats, claims, deals, ends. The number of moments is printed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.crash.cpu_evening import CpuEvening
from tests.crash.evening import Evening
from tests.crash.test_matrix import compare, twin
from tests.crash.test_variant_matrix import NAMES, evening, points
from tests.crash.test_variant_matrix import compare as compare_variant
from tests.crash.test_variant_matrix import twin as variant_twin

STANDARD, VARIANT, CPU_KILLS = 40, 30, 20
LEAST = 200
Kill = tuple[str, int, tuple[int, ...], float]


def kills() -> list[Kill]:
    """What is killed, when, and for how long nobody can play."""
    dice, found = random.Random("kill points"), list[Kill]()
    for seats in (2, 3, 4):
        for _ in range(STANDARD):
            point = dice.randrange(1, len(twin(seats).places))
            found.append(
                ("standard", seats, (point, *dice.choice(((), (dice.randrange(1, 30),)))), dice.choice((1, 130)))
            )
    for name in NAMES:
        for point in points(name, VARIANT, "kill points"):
            found.append((name, 0, (point, *dice.choice(((), (dice.randrange(1, 30),)))), dice.choice((1, 130))))
    return found


def where(name: str, seats: int, point: int) -> str:
    places = twin(seats).places if name == "standard" else variant_twin(name).places
    return places[point - 1]


@pytest.mark.slow
def test_two_hundred_kills_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    moments, done = Counter[str](), 0
    for name, seats, crashes, downtime in kills():
        if name == "standard":
            compare(Evening(seats, crashes, downtime=downtime).run(), seats)
        else:
            compare_variant(evening(name, crashes, downtime=downtime), name)
        done += len(crashes)
        moments[where(name, seats, crashes[0]).rsplit(" ", 1)[-1]] += 1
    with capsys.disabled():
        print(f"\n{done} kill points in {len(kills())} evenings, of which {dict(moments)}")  # noqa: T201
    assert done >= LEAST
    assert set(moments) == {"begins", "done"}, "before a message, and after it or a write"


@pytest.mark.slow
@pytest.mark.parametrize("rules", [{}, {"window_mode": "until_next_play"}, {"family": "same_rank"}], ids=str)
def test_kills_of_a_game_with_cpus_lose_and_repeat_nothing(rules: dict[str, Any]) -> None:
    """CPUs choose anew after a crash, so what stands for a twin is the journal at the kill: it stays, and goes on."""
    whole = CpuEvening(rules)
    whole.run()
    assert whole.own == whole.promised > 3
    dice, length = random.Random(f"cpus {rules}"), whole.world.passed
    assert length > 5 * CPU_KILLS
    for stretch in range(CPU_KILLS):
        first, last = (1 + length * at // CPU_KILLS for at in (stretch, stretch + 1))
        crashes = (dice.randrange(first, last), *dice.choice(((), (dice.randrange(1, 30),))))
        CpuEvening(rules, crashes, downtime=dice.choice((1, 130))).run()
