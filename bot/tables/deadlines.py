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
GATHER = timedelta(milliseconds=250)
# A seat that a CPU keeps acts after a pause that looks human; several do so one after another.
HELD_PAUSE = timedelta(seconds=1.5)


class DueKind(StrEnum):
    """What is to be done when the time comes."""

    CLOSE_WINDOW = "close_window"
    REMIND = "remind"
    TIME_OUT = "time_out"
    PLAY_FOR_HELD = "play_for_held"
    DECLINE_FOR_HELD = "decline_for_held"


@dataclass(frozen=True, slots=True)
class Due:
    """Something to do at `when`, for `seat` where one is meant."""

    kind: DueKind
    when: datetime
    seat: int = 0


def nearest(state: GameState, rules: Rules, now: datetime, *, reminded: bool) -> Due | None:
    """What comes next, or nothing while the table waits for people alone (or for Discord to show a claim)."""
    if state.phase is Phase.WINDOW and state.claim is not None:
        waiting = [
            seat
            for seat in rules.challenger.callers(state)
            if not state.seats[seat].attended and seat not in state.claim.declined
        ]
        if waiting and state.until is not None and now + HELD_PAUSE < state.until:
            return Due(DueKind.DECLINE_FOR_HELD, now + HELD_PAUSE, waiting[0])
        return None if state.until is None else Due(DueKind.CLOSE_WINDOW, state.until + GRACE)
    if state.phase is not Phase.PLAY or not state.seats:
        return None
    if not state.seats[state.turn].attended:
        return Due(DueKind.PLAY_FOR_HELD, now + HELD_PAUSE, state.turn)
    timer = rules.ruleset.turn_timer
    if state.until is None or timer is None:
        return None
    half = state.until - timedelta(seconds=timer / 2)
    if not reminded and now < half + timedelta(seconds=timer / 4):
        return Due(DueKind.REMIND, half, state.turn)
    return Due(DueKind.TIME_OUT, state.until + GRACE, state.turn)
