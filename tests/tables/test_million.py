"""Random and adversarial presses against real tables; `python -m tests.bench.million` takes a million of them."""

from __future__ import annotations

import os

import pytest

from tests.bench.million import Crowd

PRESSES = int(os.environ.get("CHEAT_PRESSES", "12500"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_press_no_card_is_lost_and_every_press_has_its_answer(seed: int) -> None:
    crowd = Crowd(seed)
    crowd.play(PRESSES)
    assert crowd.pressed.total() >= PRESSES
    assert crowd.over >= crowd.games // 4, "they played, too"
    assert len(crowd.answered) > 35, "what they tried was as different as what they heard"
