"""What a running game waits for on the clock, and when: pure, from the state.

A table arms one timer for the nearest of these after every change; the timer is bound to the journal's sequence, so
that an old one can never act on a later turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.engine.rules.slots import Rules
from bot.engine.state import GameState, Phase

# A call pressed in time still counts when it reaches us this much later.
GRACE = timedelta(seconds=2.5)
# The next round of a match comes by itself after this (R66).
BETWEEN_ROUNDS = timedelta(seconds=30)
# Where the next play closes a window, none is taken before the claim has been seen for this long (R65).
LEAST_WINDOW = timedelta(seconds=3)


class DueKind(StrEnum):
    """What is to be done when the time comes."""

    CLOSE_WINDOW = "close_window"
    REMIND = "remind"
    TIME_OUT = "time_out"
    NEXT_ROUND = "next_round"
    OFFER_NUDGE = "offer_nudge"


#: What takes somebody's chance to act.
RUNS_OUT = frozenset({DueKind.CLOSE_WINDOW, DueKind.TIME_OUT})


@dataclass(frozen=True, slots=True)
class Due:
    """Something to do at `when`, for `seat` where one is meant."""

    kind: DueKind
    when: datetime
    seat: int = 0


def nearest(state: GameState, rules: Rules, now: datetime, *, reminded: bool) -> Due | None:
    """What comes next, or nothing while the table waits for people, CPUs or Discord alone."""
    if not state.seats:
        return None
    match state.phase:
        case Phase.WINDOW:
            return _in_window(state, rules, now, reminded=reminded)
        case Phase.FORCE if state.until is not None:
            return Due(DueKind.CLOSE_WINDOW, state.until + GRACE)
        case Phase.BETWEEN if state.until is not None:
            return Due(DueKind.NEXT_ROUND, state.until)
        case Phase.PLAY if state.seats[state.turn].attended:
            return _turn_of(state, state.turn, rules, now, reminded=reminded)
        case _:
            return None


def _in_window(state: GameState, rules: Rules, now: datetime, *, reminded: bool) -> Due | None:
    if not rules.window.play_closes(state):
        return None if state.until is None else Due(DueKind.CLOSE_WINDOW, state.until + GRACE)
    upcoming = rules.lead.after_stand(state).seat
    return _turn_of(state, upcoming, rules, now, reminded=reminded) if state.seats[upcoming].attended else None


def _turn_of(state: GameState, seat: int, rules: Rules, now: datetime, *, reminded: bool) -> Due | None:
    """The reminder and the end of a turn's time, where a clock runs for it."""
    timer = rules.ruleset.turn_timer
    if state.until is None or timer is None:
        return None
    half = state.until - timedelta(seconds=timer / 2)
    if not reminded and now < half + timedelta(seconds=timer / 4):
        return Due(DueKind.REMIND, half, seat)
    return Due(DueKind.TIME_OUT, state.until + GRACE, seat)
