"""What a press brought about, told by the events it caused."""

from __future__ import annotations

from bot.engine.events import (
    Barred,
    Challenged,
    Claimed,
    Dealt,
    Declined,
    Event,
    Forced,
    Passed,
    Resigned,
    Returned,
    Revealed,
    Shown,
    TakenOver,
    TimedOut,
    WindowClosed,
)
from bot.tables.answers import Done
from bot.tables.publisher import Step

_DONE: dict[type[Event], Done] = {
    Claimed: Done.PLAYED,
    Passed: Done.PASSED,
    Declined: Done.DECLINED,
    Resigned: Done.RESIGNED,
    TakenOver: Done.HANDED_OVER,
    Returned: Done.RETURNED,
    Forced: Done.FORCED,
    Shown: Done.ANSWERED,
}


def done(step: Step, seat: int) -> Done:
    """What the press of this seat brought about, by the first event of its own that tells.

    A play that closes a window may find that the turn is no longer its seat's: then there is none.
    """
    for event in step.events:
        if isinstance(event, Dealt):
            return Done.NEXT_ROUND
        if isinstance(event, TimedOut | TakenOver | Barred) and event.seat != seat:
            # Nobody but by a nudge ends another's turn, and nobody but the host hands another's seat to a CPU.
            return Done.NUDGED if isinstance(event, TimedOut) else Done.KICKED
        if getattr(event, "seat", None) != seat:
            continue
        if isinstance(event, Challenged):
            turned_up = next(event for event in step.events if isinstance(event, Revealed))
            return Done.CHALLENGE_LOST if turned_up.truthful else Done.CHALLENGE_WON
        if type(event) in _DONE:
            return _DONE[type(event)]
    closed = any(isinstance(event, WindowClosed | Revealed) for event in step.events)
    return Done.OVERTAKEN if closed else Done.RETURNED
