"""Apply one event to a state: total, pure, and without knowledge of any rule.

Whatever an event says has been decided already; a journal of any age replays to the same state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from bot.engine.cards import Cards
from bot.engine.copies import change, replace, values
from bot.engine.events import (
    Barred,
    BurnBegan,
    Challenged,
    Claimed,
    ClockStarted,
    Dealt,
    Declined,
    Event,
    Forced,
    GameEnded,
    Passed,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
    Resigned,
    Returned,
    Revealed,
    RoundEnded,
    Shown,
    TakenOver,
    TimedOut,
    TurnCame,
    WentOut,
    WindowClosed,
    Won,
)
from bot.engine.state import Claim, CycleRound, GameState, Outcome, Phase, SameRankRound, Seat, Standing


def evolve(state: GameState, event: Event) -> GameState:
    """The state after the event."""
    changes = _changes(state, event)
    return replace(state, **changes) if changes else state


def replay(events: Iterable[Event], state: GameState | None = None) -> GameState:
    """The state after all events, from an empty table or from `state`."""
    current = replace(state) if state is not None else GameState()
    for event in events:
        advance(current, event)
    return current


def advance(state: GameState, event: Event) -> None:
    """Make of a state what `evolve` gives, without a copy: only for one its caller made and nobody else has seen."""
    change(state, _changes(state, event))


def _changes(state: GameState, event: Event) -> dict[str, Any]:
    """The fields that the event changes, as they are after it."""
    match event:
        case Dealt():
            return _dealt(state, event)
        case TurnCame():
            return _turn_came(state, event)
        case ClockStarted():
            return {"until": event.until}
        case Claimed():
            return _claimed(state, event)
        case Declined():
            assert state.claim is not None
            return {"claim": replace(state.claim, declined=state.claim.declined | {event.seat})}
        case WindowClosed():
            assert state.claim is not None
            return {"pile": state.pile + state.claim.cards, "claim": None, "until": None}
        case Challenged() | Revealed() | BurnBegan() | Won():
            return {}
        case PileTaken():
            return _pile_taken(state, event)
        case PenaltyDrawn():
            seats = _seat(state, event.seat, hand=_joined(state.seats[event.seat].hand, event.cards))
            return {"seats": seats, "penalty": state.penalty[len(event.cards) :]}
        case Forced():
            assert state.claim is not None
            return {"phase": Phase.FORCE, "claim": replace(state.claim, forcer=event.seat), "until": None}
        case Shown():
            return _shown(state, event)
        case PileLeft():
            return {"pile": (), "removed": state.removed + event.cards, "round": SameRankRound()}
        case Passed():
            return _passed(state, event)
        case WentOut():
            return {"seats": _seat(state, event.seat, standing=Standing.OUT, place=event.place)}
        case TimedOut():
            return {"seats": _seat(state, event.seat, strikes=event.strikes)}
        case TakenOver() | Barred():
            return {"seats": _seat(state, event.seat, held=True, barred=isinstance(event, Barred))}
        case Returned():
            return {"seats": _seat(state, event.seat, held=False, strikes=0), "unattended": 0}
        case Resigned():
            seats = _seat(state, event.seat, hand=(), standing=Standing.RESIGNED, place=event.place)
            memory = replace(state.round, passed=state.round.passed - {event.seat})
            return {"seats": seats, "pile": state.pile + event.cards, "round": memory}
        case RoundEnded():
            return _round_ended(state, event)
        case GameEnded():
            return {"phase": Phase.OVER, "outcome": Outcome(event.reason, event.places), "until": None}
        case _:
            assert_never(event)


def _joined(hand: Cards, more: Cards) -> Cards:
    return tuple(sorted(hand + more, key=lambda card: card.order))


def _seat(state: GameState, number: int, **changes: Any) -> tuple[Seat, ...]:
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return tuple(seats)


def _dealt(state: GameState, event: Dealt) -> dict[str, Any]:
    """The first deal begins a game; a later one keeps who is at the table, the points and the count of turns."""
    first = event.number == 1
    blank = (Seat(),) * len(event.hands)
    kept = (
        seat if seat.standing is Standing.RESIGNED else replace(seat, standing=Standing.IN, place=None)
        for seat in (blank if first else state.seats)
    )
    seats = tuple(
        replace(seat, hand=_joined(hand, ()), cpu=number in event.cpus)
        for number, (seat, hand) in enumerate(zip(kept, event.hands, strict=True))
    )
    fresh = GameState(
        seats=seats,
        dealer=event.dealer,
        aside=event.aside,
        penalty=event.penalty,
        removed=event.unused,
        round=CycleRound() if event.family == "cycle" else SameRankRound(),
        commitment=event.commitment,
        salt=event.salt,
        number=event.number,
    )
    if first:
        return values(fresh)
    return values(fresh) | {
        "turns": state.turns,
        "began": state.turns,
        "unattended": state.unattended,
        "points": state.points,
        "last_round": state.last_round,
    }


def _turn_came(state: GameState, event: TurnCame) -> dict[str, Any]:
    present = any(seat.present for seat in state.seats)
    return {
        "phase": Phase.PLAY,
        "turn": event.seat,
        "ranks": event.ranks,
        "until": None,
        "unattended": 0 if present else state.unattended + 1,
    }


def _claimed(state: GameState, event: Claimed) -> dict[str, Any]:
    laid = {card.code for card in event.cards}
    seat = state.seats[event.seat]
    hand = tuple([card for card in seat.hand if card.code not in laid])
    strikes = seat.strikes if event.auto else 0
    turn_memory = (
        CycleRound(event.rank) if isinstance(state.round, CycleRound) else SameRankRound(event.rank, event.seat)
    )
    return {
        "seats": _seat(state, event.seat, hand=hand, strikes=strikes),
        "phase": Phase.WINDOW,
        "turn": event.seat,
        "turns": state.turns + 1,
        "claim": Claim(event.seat, event.rank, event.said, event.cards, auto=event.auto),
        "until": None,
        "round": turn_memory,
    }


def _pile_taken(state: GameState, event: PileTaken) -> dict[str, Any]:
    return {
        "seats": _seat(state, event.seat, hand=_joined(state.seats[event.seat].hand, event.cards)),
        "pile": (),
        "claim": None,
        "until": None,
        "removed": state.removed + event.burned,
        "burned": state.burned + len(event.burned),
        "round": state.round if isinstance(state.round, CycleRound) else SameRankRound(),
    }


def _shown(state: GameState, event: Shown) -> dict[str, Any]:
    """The claim and the card shown lie on the pile until somebody takes it."""
    assert state.claim is not None
    hand = tuple(card for card in state.seats[event.seat].hand if card not in event.cards)
    pile = state.pile + state.claim.cards + event.cards
    return {"seats": _seat(state, event.seat, hand=hand), "pile": pile, "claim": None, "until": None}


def _passed(state: GameState, event: Passed) -> dict[str, Any]:
    memory = replace(state.round, passed=state.round.passed | {event.seat})
    if isinstance(memory, CycleRound) and event.rank is not None:
        memory = replace(memory, last_rank=event.rank)
    strikes = state.seats[event.seat].strikes if event.auto else 0
    seats = _seat(state, event.seat, strikes=strikes)
    return {"seats": seats, "turns": state.turns + 1, "until": None, "round": memory}


def _round_ended(state: GameState, event: RoundEnded) -> dict[str, Any]:
    """Who was out is in again; hands lie as they were until the next deal."""
    seats = tuple(
        seat if seat.standing is Standing.RESIGNED else replace(seat, standing=Standing.IN, place=None)
        for seat in state.seats
    )
    return {
        "seats": seats,
        "phase": Phase.BETWEEN,
        "until": None,
        "points": event.points,
        "last_round": Outcome(event.reason, event.places),
    }
