"""Whom a game without a turn timer waits for, and who may ask to go on without them: pure, from the state.

Between the engine, which knows whose move it is, and a table, which lets its people nudge. It must never act itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.engine.rules.slots import Rules
from bot.engine.state import GameState, Phase

# A seat may be nudged once it has kept the table waiting for so long.
NUDGE_AFTER = timedelta(minutes=3)
# So many seats have to ask for it.
NUDGES = 2


@dataclass(frozen=True, slots=True)
class Wait:
    """The game waits for `seat` since `since`.

    `number` is the sequence in the journal with which the wait began: its name, the same after a restart.
    """

    seat: int
    number: int
    since: datetime


def waited_for(state: GameState, rules: Rules) -> int | None:
    """The seat whose person alone can move the game on; `None` where a clock or a CPU will, or nothing is due."""
    if rules.ruleset.turn_timer is not None or not state.seats:
        return None
    if state.phase is Phase.PLAY:
        seat = state.turn
    elif state.phase is Phase.WINDOW and state.claim is not None and rules.window.play_closes(state):
        seat = rules.lead.after_stand(state).seat
    else:
        return None
    return seat if state.seats[seat].attended else None


def nudges_needed(state: GameState, seat: int) -> int:
    """How many others must nudge this seat: any two, or the only other person there is.

    With two people at a table nobody could ever give the second nudge, and the table would wait for ever.
    """
    others = sum(other.present for number, other in enumerate(state.seats) if number != seat)
    return min(NUDGES, others)
