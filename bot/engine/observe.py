"""The only exit for hidden cards: what one viewer may know of a state, and of an event.

A viewer is a seat number, or `None` for the public. Nothing outside the engine may read hands or piles from a
`GameState`; views, CPU seats and messages are made from an `Observation` and from redacted events.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, assert_never

from bot.engine.cards import HIDDEN, Cards, Rank
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
from bot.engine.rules.ruleset import Family
from bot.engine.rules.slots import Lead, Rules
from bot.engine.state import CycleRound, GameState, Outcome, Phase, SameRankRound, Standing


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat. `cards` of an open claim's claimant count what was said, not what was laid (R-c).

    `team` is `None` where everybody plays alone; `points` are the rounds won in a match (R66).
    """

    cards: int
    standing: Standing
    place: int | None
    strikes: int
    cpu: bool
    held: bool
    team: int | None = None
    points: int = 0

    @property
    def attended(self) -> bool:
        """Whether a human plays this seat now."""
        return self.standing is Standing.IN and not self.cpu and not self.held


@dataclass(frozen=True, slots=True)
class ClaimView:
    """What everybody sees of the open claim; `number` counts the plays of the game and names this one.

    `laid` is how many cards really lie there for the claimant alone, and `said` for everybody else (R-c). `forcer` is
    the seat that asked to be shown a card (R59).
    """

    number: int
    claimant: int
    rank: Rank
    said: int
    declined: frozenset[int]
    callers: tuple[int, ...]
    auto: bool
    laid: int = 0
    forcer: int | None = None


@dataclass(frozen=True, slots=True)
class ActionSpace:
    """What the viewer may do now: the ranks it may name, how many cards, and which other answers it has.

    Never a list of plays. Computed apart from `decide`, so that each checks the other. `extra` says that fewer cards
    may be said than are laid. `may_show` says that the viewer must answer a Force with one of `showable` or none.
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
    extra: bool = False
    may_show: bool = False
    showable: Cards = field(default=(), repr=False)
    may_next_round: bool = False

    @property
    def may_play(self) -> bool:
        """Whether cards may go down now."""
        return self.most > 0

    def said_bounds(self, laid: int) -> tuple[int, int]:
        """Fewest and most cards that may be said of `laid` (R24, R25)."""
        return (1 if self.extra else laid, laid)


@dataclass(frozen=True, slots=True)
class Observation:
    """A state as one viewer may know it.

    `next` is who acts after the open claim if it stands, with the ranks due; while nobody's claim is open it is the
    seat on turn. `yours_next` is the rank this viewer will be asked for at its next turn, where that is fixed.
    `armable` says that the viewer may choose a play now that goes down when the window closes; `next_play_closes` that
    it may lay it at once and so close the window (R29). `wins_next` says that the viewer wins if the open claim stands,
    since its turn comes then (R58).

    `passes` counts passes in a row and `pass_cap` how many there may be, 0 where nobody passes. `in_play` is the rank
    of the round in the same-rank game, `None` while the lead is free; `last_adder` who added last there; `last_rank`
    the rank last called in the cycle. `penalty`, `aside` and `removed` count the cards that lie there unseen.
    `number` of `rounds` is being played, and `last_round` is how the one before ended (R66).
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
    family: Family = "cycle"
    teams: tuple[int, ...] = ()
    next_play_closes: bool = False
    wins_next: bool = False
    passes: int = 0
    pass_cap: int = 0
    in_play: Rank | None = None
    last_adder: int | None = None
    last_rank: Rank | None = None
    penalty: int = 0
    aside: int = 0
    removed: int = 0
    number: int = 1
    rounds: int = 1
    points: tuple[int, ...] = ()
    last_round: Outcome | None = None


def observe(state: GameState, viewer: int | None, rules: Rules) -> Observation:
    """What `viewer` may know. The salt of a deal is told once its round is over."""
    upcoming = _upcoming(state, rules)
    hand = state.seats[viewer].hand if viewer is not None else ()
    space = action_space(state, viewer, rules)
    slipped = _slipped(state, viewer)
    told = state.phase in (Phase.OVER, Phase.BETWEEN)
    return Observation(
        viewer=viewer,
        phase=state.phase,
        seats=tuple(_seat_view(state, seat, slipped, rules) for seat in range(len(state.seats))),
        dealer=state.dealer,
        turn=state.turn,
        ranks=state.ranks,
        next=upcoming,
        turns=state.turns,
        pile=state.pile_size - slipped,
        burned=state.burned,
        burning=rules.idle.burns(state),
        claim=_claim(state, slipped, rules),
        until=state.until,
        commitment=state.commitment,
        outcome=state.outcome,
        space=space,
        yours_next=_yours_next(state, viewer, upcoming, rules),
        armable=_armable(state, viewer, upcoming, space),
        bounds=rules.size.bounds(len(hand)),
        hand=hand,
        salt=state.salt if told else "",
        family=rules.family,
        teams=rules.teams,
        next_play_closes=_next_play_closes(state, rules),
        wins_next=_wins_next(state, viewer, upcoming, rules),
        pass_cap=rules.passing.cap(state),
        penalty=len(state.penalty),
        aside=len(state.aside),
        removed=len(state.removed),
        number=state.number,
        rounds=rules.score.rounds,
        points=state.points or (0,) * len(state.seats),
        last_round=state.last_round,
        **_memory(state),
    )


def action_space(state: GameState, viewer: int | None, rules: Rules) -> ActionSpace:
    """What `viewer` may do now; empty for the public, for seats that are gone, and after the end."""
    if viewer is None or state.phase is Phase.OVER or state.seats[viewer].standing is not Standing.IN:
        return ActionSpace()
    seat, claim = state.seats[viewer], state.claim
    leaves = (claim is None or viewer != claim.claimant) and not (rules.leave.cpu_keeps and (seat.cpu or seat.held))
    may: dict[str, Any] = {"may_resign": leaves, "may_return": seat.returnable}
    match state.phase:
        case Phase.BETWEEN:
            may["may_next_round"] = True
        case Phase.FORCE if claim is not None and viewer == claim.claimant:
            may["may_show"] = True
            may["showable"] = tuple(card for card in seat.hand if rules.verdict.truthful((card,), claim.rank, 1))
        case Phase.WINDOW if claim is not None:
            may_call = rules.challenger.refuse(state, viewer) is None and viewer not in claim.declined
            may["may_challenge"] = may["may_decline"] = may_call
            may["may_force"] = may_call and rules.challenger.refuse_force(state, viewer) is None
    if state.phase is Phase.PLAY or _next_play_closes(state, rules):
        lead = _upcoming(state, rules)
        if lead.seat == viewer:
            may |= _turn(state, lead, rules)
    return ActionSpace(**may)


def _turn(state: GameState, lead: Lead, rules: Rules) -> dict[str, Any]:
    """What the seat that has the lead may do with its turn."""
    least, most = rules.size.bounds(len(state.seats[lead.seat].hand))
    return {
        "ranks": lead.ranks if most else (),
        "least": least,
        "most": most,
        "extra": rules.size.said_bounds(2) != (2, 2),
        "may_pass": rules.passing.refuse(state, lead) is None,
    }


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
            # What was slipped in shows in no number either (R-c).
            return event if event.seat == viewer else replace(event, cards=(HIDDEN,) * event.said)
        case PileTaken():
            cards = event.cards if event.seat == viewer else _hide(event.cards)
            return replace(event, cards=cards, burned=_hide(event.burned))
        case Resigned() | PenaltyDrawn():
            return event if event.seat == viewer else replace(event, cards=_hide(event.cards))
        case PileLeft():
            return replace(event, cards=_hide(event.cards))
        case (
            TurnCame()
            | ClockStarted()
            | Declined()
            | WindowClosed()
            | Challenged()
            | Revealed()
            | Forced()
            | Shown()
            | Passed()
            | WentOut()
            | Won()
            | TimedOut()
            | TakenOver()
            | Barred()
            | Returned()
            | BurnBegan()
            | RoundEnded()
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


def _next_play_closes(state: GameState, rules: Rules) -> bool:
    return state.phase is Phase.WINDOW and rules.window.play_closes(state)


def _slipped(state: GameState, viewer: int | None) -> int:
    """How many cards of the open claim this viewer may not count."""
    claim = state.claim
    return 0 if claim is None or claim.claimant == viewer else claim.hidden


def _seat_view(state: GameState, number: int, slipped: int, rules: Rules) -> SeatView:
    seat = state.seats[number]
    more = slipped if state.claim is not None and state.claim.claimant == number else 0
    return SeatView(
        cards=len(seat.hand) + more,
        standing=seat.standing,
        place=seat.place,
        strikes=seat.strikes,
        cpu=seat.cpu,
        held=seat.held,
        team=rules.teams[number] if rules.teams else None,
        points=state.points[number] if state.points else 0,
    )


def _claim(state: GameState, slipped: int, rules: Rules) -> ClaimView | None:
    if (claim := state.claim) is None:
        return None
    return ClaimView(
        number=state.turns,
        claimant=claim.claimant,
        rank=claim.rank,
        said=claim.said,
        declined=claim.declined,
        callers=rules.challenger.callers(state),
        auto=claim.auto,
        laid=len(claim.cards) - slipped,
        forcer=claim.forcer,
    )


def _armable(state: GameState, viewer: int | None, upcoming: Lead, space: ActionSpace) -> bool:
    if viewer is None or state.phase is not Phase.WINDOW or space.may_play:
        return False
    return upcoming.seat == viewer != state.turn and bool(state.seats[viewer].hand)


def _wins_next(state: GameState, viewer: int | None, upcoming: Lead, rules: Rules) -> bool:
    """Whether the viewer's own hand wins as its turn comes; what others hold is nobody's to know."""
    if viewer != upcoming.seat or state.phase is not Phase.WINDOW:
        return False
    return rules.out.at_turn(state, upcoming) is not None


def _memory(state: GameState) -> dict[str, Any]:
    """What each game remembers of its round, all of it public."""
    match state.round:
        case CycleRound():
            return {"passes": len(state.round.passed), "last_rank": state.round.last_rank}
        case SameRankRound():
            memory = state.round
            return {"passes": len(memory.passed), "in_play": memory.rank, "last_adder": memory.last_adder}


def _yours_next(state: GameState, viewer: int | None, upcoming: Lead, rules: Rules) -> Rank | None:
    waits = state.phase in (Phase.PLAY, Phase.WINDOW)
    if viewer is None or viewer not in state.live or not waits or len(upcoming.ranks) != 1:
        return None
    if not state.seats[viewer].hand:
        # Out, or to lead or play with whatever a call brings: nothing is fixed.
        return None
    live = state.live
    away = (live.index(viewer) - live.index(upcoming.seat)) % len(live)
    if away and not rules.lead.fixed:
        return None
    return rules.rank.ahead(upcoming.ranks[0], away)
