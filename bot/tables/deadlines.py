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
# A seat that a CPU keeps acts after a pause that looks human; several do so one after another.
HELD_PAUSE = timedelta(seconds=1.5)
# The next round of a match comes by itself after this (R66).
BETWEEN_ROUNDS = timedelta(seconds=30)
# Where the next play closes a window, none is taken before the claim has been seen for this long (R65).
LEAST_WINDOW = timedelta(seconds=3)


class DueKind(StrEnum):
    """What is to be done when the time comes."""

    CLOSE_WINDOW = "close_window"
    REMIND = "remind"
    TIME_OUT = "time_out"
    PLAY_FOR_HELD = "play_for_held"
    DECLINE_FOR_HELD = "decline_for_held"
    NEXT_ROUND = "next_round"
    OFFER_NUDGE = "offer_nudge"


@dataclass(frozen=True, slots=True)
class Due:
    """Something to do at `when`, for `seat` where one is meant."""

    kind: DueKind
    when: datetime
    seat: int = 0


def nearest(state: GameState, rules: Rules, now: datetime, *, reminded: bool, shown: bool = True) -> Due | None:
    """What comes next, or nothing while the table waits for people alone.

    `shown` says that the open claim has been seen; until then the table waits for Discord.
    """
    if not state.seats:
        return None
    match state.phase:
        case Phase.WINDOW:
            return _in_window(state, rules, now, reminded=reminded, shown=shown)
        case Phase.FORCE if not state.seats[state.turn].attended:
            return Due(DueKind.PLAY_FOR_HELD, now + HELD_PAUSE, state.turn)
        case Phase.FORCE if state.until is not None:
            return Due(DueKind.CLOSE_WINDOW, state.until + GRACE)
        case Phase.BETWEEN if state.until is not None:
            return Due(DueKind.NEXT_ROUND, state.until)
        case Phase.PLAY if not state.seats[state.turn].attended:
            return Due(DueKind.PLAY_FOR_HELD, now + HELD_PAUSE, state.turn)
        case Phase.PLAY:
            return _turn_of(state, state.turn, rules, now, reminded=reminded)
        case _:
            return None


def _in_window(state: GameState, rules: Rules, now: datetime, *, reminded: bool, shown: bool) -> Due | None:
    claim = state.claim
    assert claim is not None
    closes = rules.window.play_closes(state)
    waiting = [
        seat
        for seat in rules.challenger.callers(state)
        if not state.seats[seat].attended and seat not in claim.declined
    ]
    timed = state.until is not None and now + HELD_PAUSE < state.until
    if waiting and (timed or (closes and shown)):
        return Due(DueKind.DECLINE_FOR_HELD, now + HELD_PAUSE, waiting[0])
    if not closes:
        return None if state.until is None else Due(DueKind.CLOSE_WINDOW, state.until + GRACE)
    upcoming = rules.lead.after_stand(state).seat
    if state.seats[upcoming].attended:
        return _turn_of(state, upcoming, rules, now, reminded=reminded)
    if not shown:
        return None
    # A CPU leaves the others the time that a window would have had (R65).
    window = now + timedelta(seconds=rules.ruleset.window_s)
    until = window if state.until is None else min(state.until, window)
    return Due(DueKind.PLAY_FOR_HELD, until + GRACE, upcoming)


def _turn_of(state: GameState, seat: int, rules: Rules, now: datetime, *, reminded: bool) -> Due | None:
    """The reminder and the end of a turn's time, where a clock runs for it."""
    timer = rules.ruleset.turn_timer
    if state.until is None or timer is None:
        return None
    half = state.until - timedelta(seconds=timer / 2)
    if not reminded and now < half + timedelta(seconds=timer / 4):
        return Due(DueKind.REMIND, half, seat)
    return Due(DueKind.TIME_OUT, state.until + GRACE, seat)
