"""The only exit for hidden cards: what one viewer may know of a state, and of an event.

A viewer is a seat number, or `None` for the public. Nothing outside the engine may read hands or piles from a
`GameState`; views, CPU seats and messages are made from an `Observation` and from redacted events.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import assert_never

from bot.engine.cards import HIDDEN, Cards, Rank
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
from bot.engine.rules.slots import Lead, Rules
from bot.engine.state import GameState, Outcome, Phase, Standing


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat."""

    cards: int
    standing: Standing
    place: int | None
    strikes: int
    cpu: bool
    held: bool


@dataclass(frozen=True, slots=True)
class ClaimView:
    """What everybody sees of the open claim; `number` counts the plays of the game and names this one."""

    number: int
    claimant: int
    rank: Rank
    said: int
    declined: frozenset[int]
    callers: tuple[int, ...]
    auto: bool


@dataclass(frozen=True, slots=True)
class ActionSpace:
    """What the viewer may do now: the ranks it may name, how many cards, and which other answers it has.

    Never a list of plays. Computed apart from `decide`, so that each checks the other.
    """

    ranks: tuple[Rank, ...] = ()
    least: int = 0
    most: int = 0
    may_pass: bool = False
    may_challenge: bool = False
    may_decline: bool = False
    may_force: bool = False
    may_resign: bool = False
    may_return: bool = False

    @property
    def may_play(self) -> bool:
        """Whether cards may go down now."""
        return self.most > 0


@dataclass(frozen=True, slots=True)
class Observation:
    """A state as one viewer may know it.

    `next` is who acts after the open claim if it stands, with the ranks due; while nobody's claim is open it is the
    seat on turn. `yours_next` is the rank this viewer will be asked for at its next turn, where that is fixed.
    `armable` says that the viewer may choose a play now that goes down when the window closes.
    """

    viewer: int | None
    phase: Phase
    seats: tuple[SeatView, ...]
    dealer: int
    turn: int
    ranks: tuple[Rank, ...]
    next: Lead
    turns: int
    pile: int
    burned: int
    burning: bool
    claim: ClaimView | None
    until: datetime | None
    commitment: str
    outcome: Outcome | None
    space: ActionSpace
    yours_next: Rank | None = None
    armable: bool = False
    bounds: tuple[int, int] = (0, 0)
    hand: Cards = field(default=(), repr=False)
    salt: str = field(default="", repr=False)


def observe(state: GameState, viewer: int | None, rules: Rules) -> Observation:
    """What `viewer` may know. The salt of the deal is told once the game is over."""
    upcoming = _upcoming(state, rules)
    hand = state.seats[viewer].hand if viewer is not None else ()
    armable = viewer is not None and state.phase is Phase.WINDOW and upcoming.seat == viewer
    return Observation(
        viewer=viewer,
        phase=state.phase,
        seats=tuple(
            SeatView(len(seat.hand), seat.standing, seat.place, seat.strikes, seat.cpu, seat.held)
            for seat in state.seats
        ),
        dealer=state.dealer,
        turn=state.turn,
        ranks=state.ranks,
        next=upcoming,
        turns=state.turns,
        pile=state.pile_size,
        burned=state.burned,
        burning=rules.idle.burns(state),
        claim=_claim(state, rules),
        until=state.until,
        commitment=state.commitment,
        outcome=state.outcome,
        space=action_space(state, viewer, rules),
        yours_next=_yours_next(state, viewer, upcoming, rules),
        armable=armable and bool(hand) and viewer != state.turn,
        bounds=rules.size.bounds(len(hand)),
        hand=hand,
        salt=state.salt if state.phase is Phase.OVER else "",
    )


def action_space(state: GameState, viewer: int | None, rules: Rules) -> ActionSpace:
    """What `viewer` may do now; empty for the public, for seats that are gone, and after the end."""
    if viewer is None or state.phase is Phase.OVER or state.seats[viewer].standing is not Standing.IN:
        return ActionSpace()
    seat = state.seats[viewer]
    if state.phase is Phase.WINDOW and state.claim is not None:
        claim = state.claim
        may_call = viewer in rules.challenger.callers(state) and viewer not in claim.declined
        return ActionSpace(
            may_challenge=may_call,
            may_decline=may_call,
            may_resign=viewer != claim.claimant,
            may_return=seat.held,
        )
    if viewer != state.turn:
        return ActionSpace(may_resign=True, may_return=seat.held)
    least, most = rules.size.bounds(len(seat.hand))
    may_pass = rules.passing.refuse(state, viewer) is None
    return ActionSpace(state.ranks, least, most, may_pass=may_pass, may_resign=True, may_return=seat.held)


def redact(event: Event, viewer: int | None) -> Event:
    """The event as `viewer` may know it: hidden cards become `HIDDEN`, their number stays."""
    match event:
        case Dealt():
            hands = tuple(hand if seat == viewer else _hide(hand) for seat, hand in enumerate(event.hands))
            return replace(
                event,
                hands=hands,
                salt="",
                aside=_hide(event.aside),
                penalty=_hide(event.penalty),
                unused=_hide(event.unused),
            )
        case Claimed():
            return event if event.seat == viewer else replace(event, cards=_hide(event.cards))
        case PileTaken():
            cards = event.cards if event.seat == viewer else _hide(event.cards)
            return replace(event, cards=cards, burned=_hide(event.burned))
        case Resigned():
            return event if event.seat == viewer else replace(event, cards=_hide(event.cards))
        case (
            TurnCame()
            | ClockStarted()
            | Declined()
            | WindowClosed()
            | Challenged()
            | Revealed()
            | Passed()
            | WentOut()
            | TimedOut()
            | TakenOver()
            | Returned()
            | BurnBegan()
            | GameEnded()
        ):
            return event
        case _:
            assert_never(event)


def _hide(cards: Cards) -> Cards:
    return (HIDDEN,) * len(cards)


def _upcoming(state: GameState, rules: Rules) -> Lead:
    if state.phase is Phase.WINDOW and state.claim is not None:
        return rules.lead.after_stand(state)
    return Lead(state.turn, state.ranks)


def _claim(state: GameState, rules: Rules) -> ClaimView | None:
    if (claim := state.claim) is None:
        return None
    callers = rules.challenger.callers(state)
    return ClaimView(state.turns, claim.claimant, claim.rank, claim.said, claim.declined, callers, claim.auto)


def _yours_next(state: GameState, viewer: int | None, upcoming: Lead, rules: Rules) -> Rank | None:
    if viewer is None or viewer not in state.live or state.phase is Phase.OVER or len(upcoming.ranks) != 1:
        return None
    live = state.live
    away = (live.index(viewer) - live.index(upcoming.seat)) % len(live)
    return rules.rank.ahead(upcoming.ranks[0], away)
