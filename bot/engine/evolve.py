"""Apply one event to a state: total, pure, and without knowledge of any rule.

Whatever an event says has been decided already; a journal of any age replays to the same state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, assert_never

from bot.engine.cards import Cards
from bot.engine.events import (
    BurnBegan,
    Challenged,
    Claimed,
    ClockStarted,
    Dealt,
    Declined,
    Event,
    GameEnded,
    Passed,
    PileTaken,
    Resigned,
    Returned,
    Revealed,
    TakenOver,
    TimedOut,
    TurnCame,
    WentOut,
    WindowClosed,
)
from bot.engine.state import Claim, CycleRound, GameState, Outcome, Phase, SameRankRound, Seat, Standing


def evolve(state: GameState, event: Event) -> GameState:
    """The state after the event."""
    match event:
        case Dealt():
            return _dealt(event)
        case TurnCame():
            attended = any(seat.attended for seat in state.seats)
            return replace(
                state,
                phase=Phase.PLAY,
                turn=event.seat,
                ranks=event.ranks,
                until=None,
                unattended=0 if attended else state.unattended + 1,
            )
        case ClockStarted():
            return replace(state, until=event.until)
        case Claimed():
            return _claimed(state, event)
        case Declined():
            assert state.claim is not None
            return replace(state, claim=replace(state.claim, declined=state.claim.declined | {event.seat}))
        case WindowClosed():
            assert state.claim is not None
            return replace(state, pile=state.pile + state.claim.cards, claim=None, until=None)
        case Challenged() | Revealed() | BurnBegan():
            return state
        case PileTaken():
            seats = _seat(state, event.seat, hand=_joined(state.seats[event.seat].hand, event.cards))
            removed = state.removed + event.burned
            return replace(
                state,
                seats=seats,
                pile=(),
                claim=None,
                until=None,
                removed=removed,
                burned=state.burned + len(event.burned),
            )
        case Passed():
            passed = replace(state.round, passes=state.round.passes + 1)
            return replace(state, turns=state.turns + 1, until=None, round=passed)
        case WentOut():
            return replace(state, seats=_seat(state, event.seat, standing=Standing.OUT, place=event.place))
        case TimedOut():
            return replace(state, seats=_seat(state, event.seat, strikes=event.strikes))
        case TakenOver():
            return replace(state, seats=_seat(state, event.seat, held=True))
        case Returned():
            return replace(state, seats=_seat(state, event.seat, held=False, strikes=0), unattended=0)
        case Resigned():
            seats = _seat(state, event.seat, hand=(), standing=Standing.RESIGNED, place=event.place)
            return replace(state, seats=seats, pile=state.pile + event.cards)
        case GameEnded():
            outcome = Outcome(event.reason, event.places)
            return replace(state, phase=Phase.OVER, outcome=outcome, until=None)
        case _:
            assert_never(event)


def replay(events: Iterable[Event], state: GameState | None = None) -> GameState:
    """The state after all events, from an empty table or from `state`."""
    current = state if state is not None else GameState()
    for event in events:
        current = evolve(current, event)
    return current


def _joined(hand: Cards, more: Cards) -> Cards:
    return tuple(sorted(hand + more, key=lambda card: card.order))


def _seat(state: GameState, number: int, **changes: Any) -> tuple[Seat, ...]:
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return tuple(seats)


def _dealt(event: Dealt) -> GameState:
    seats = tuple(Seat(hand=_joined(hand, ()), cpu=number in event.cpus) for number, hand in enumerate(event.hands))
    return GameState(
        seats=seats,
        dealer=event.dealer,
        aside=event.aside,
        penalty=event.penalty,
        removed=event.unused,
        round=CycleRound() if event.family == "cycle" else SameRankRound(),
        commitment=event.commitment,
        salt=event.salt,
    )


def _claimed(state: GameState, event: Claimed) -> GameState:
    laid = set(event.cards)
    seat = state.seats[event.seat]
    hand = tuple(card for card in seat.hand if card not in laid)
    strikes = seat.strikes if event.auto else 0
    turn_memory = (
        CycleRound(event.rank) if isinstance(state.round, CycleRound) else SameRankRound(event.rank, event.seat)
    )
    return replace(
        state,
        seats=_seat(state, event.seat, hand=hand, strikes=strikes),
        phase=Phase.WINDOW,
        turn=event.seat,
        turns=state.turns + 1,
        claim=Claim(event.seat, event.rank, event.said, event.cards, auto=event.auto),
        until=None,
        round=turn_memory,
    )
