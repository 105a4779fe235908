"""Decide what an action brings: its legality, then its consequences, through one fixed pipeline of slots.

The only door by which anything happens in a game. Pure: time is an argument, chance comes with the action, and no
option of the ruleset is named here; whatever depends on a house rule is asked of a slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import assert_never

from bot.engine.actions import (
    Action,
    Begin,
    Challenge,
    CloseWindow,
    Decline,
    Force,
    IllegalAction,
    Pass,
    Play,
    Reason,
    Resign,
    Return,
    Show,
    StartClock,
    Takeover,
    TimeOut,
)
from bot.engine.cards import Card, below, numbers
from bot.engine.events import (
    BurnBegan,
    Challenged,
    Claimed,
    ClockStarted,
    Closed,
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
from bot.engine.evolve import evolve
from bot.engine.rules.slots import Lead, Rules
from bot.engine.state import Claim, EndReason, GameState, Outcome, Phase, Standing

STRIKES_BEFORE_TAKEOVER = 2


def decide(state: GameState, action: Action, rules: Rules, *, at: datetime) -> tuple[Event, ...]:
    """The events the action brings at time `at` (Discord's). Raises `IllegalAction`; then nothing happened."""
    decision = _Decision(state, rules, at)
    decision.take(action)
    return tuple(decision.events)


class _Decision:
    """One action being decided: the events so far and the state they lead to."""

    def __init__(self, state: GameState, rules: Rules, at: datetime) -> None:
        self.state, self.rules, self.at = state, rules, at
        self.events: list[Event] = []

    def emit(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def take(self, action: Action) -> None:
        if not isinstance(action, Begin) and self.state.phase is Phase.OVER:
            raise IllegalAction(Reason.GAME_OVER)
        match action:
            case Begin():
                self.begin(action)
            case Play():
                self.play(action)
            case Pass():
                self.pass_turn(action.seat)
            case Challenge():
                self.challenge(action.seat, action.turn)
            case Decline():
                self.decline(action.seat, action.turn)
            case Force():
                self.force(action.seat)
            case Show():
                self.show(action.seat)
            case StartClock():
                self.emit(ClockStarted(action.until))
            case CloseWindow():
                self.close_window()
            case TimeOut():
                self.time_out(action)
            case Resign():
                self.resign(action.seat)
            case Takeover():
                self.take_over(action.seat)
            case Return():
                self.give_back(action.seat)
            case _:
                assert_never(action)

    # --- beginning ------------------------------------------------------------------------------------------------

    def begin(self, action: Begin) -> None:
        if self.state.seats:
            raise IllegalAction(Reason.WINDOW_OPEN)
        deal = action.deal
        lead = self.rules.opener.lead(len(deal.hands), action.dealer, action.chance)
        dealt = Dealt(
            dealer=action.dealer,
            hands=deal.hands,
            commitment=deal.commitment(action.salt),
            salt=action.salt.hex(),
            aside=deal.aside,
            penalty=deal.penalty,
            unused=deal.unused,
            cpus=tuple(sorted(action.cpus)),
            family=self.rules.ruleset.family,
        )
        self.emit(dealt, TurnCame(lead.seat, lead.ranks))

    # --- a turn ---------------------------------------------------------------------------------------------------

    def on_turn(self, seat: int) -> None:
        """Refuse whoever may not act now; a play that itself closes the window closes it first (R29)."""
        self.playing(seat)
        if self.state.phase is Phase.WINDOW:
            if not self.rules.window.play_closes() or self.state.claim is None:
                raise IllegalAction(Reason.WINDOW_OPEN)
            if self.rules.lead.after_stand(self.state).seat != seat:
                raise IllegalAction(Reason.NOT_YOUR_TURN)
            self.stand(Closed.NEXT_PLAY)
            if self.state.outcome is not None:
                raise IllegalAction(Reason.WINDOW_OPEN)
        if self.state.phase is not Phase.PLAY or self.state.turn != seat:
            raise IllegalAction(Reason.NOT_YOUR_TURN)

    def playing(self, seat: int) -> None:
        if not 0 <= seat < len(self.state.seats) or self.state.seats[seat].standing is not Standing.IN:
            raise IllegalAction(Reason.NOT_IN_GAME)

    def play(self, action: Play) -> None:
        self.on_turn(action.seat)
        if action.rank is None:
            raise IllegalAction(Reason.RANK_NOT_NAMED)
        if action.rank not in self.state.ranks:
            raise IllegalAction(Reason.WRONG_RANK)
        if reason := self.rules.size.refuse(len(action.cards), action.said):
            raise IllegalAction(reason)
        held = set(self.state.seats[action.seat].hand)
        if len(set(action.cards)) != len(action.cards) or not held.issuperset(action.cards):
            raise IllegalAction(Reason.CARD_NOT_HELD)
        self.emit(Claimed(action.seat, action.cards, action.rank, action.said))
        self.close_if_nobody_may_call()

    def pass_turn(self, seat: int) -> None:
        self.on_turn(seat)
        if reason := self.rules.passing.refuse(self.state, seat):
            raise IllegalAction(reason)
        lead = self.rules.lead.after_pass(self.state)
        self.emit(Passed(seat))
        self.go_on(lead)

    def time_out(self, action: TimeOut) -> None:
        """One neutral play for an absent or CPU-held seat, which proves nothing about its hand (R-q, R64)."""
        self.playing(action.seat)
        if self.state.phase is Phase.WINDOW:
            raise IllegalAction(Reason.WINDOW_OPEN)
        if self.state.turn != action.seat:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        seat = self.state.seats[action.seat]
        if not seat.held and not seat.cpu:
            if not action.nudged and (self.state.until is None or self.at < self.state.until):
                raise IllegalAction(Reason.TOO_EARLY)
            self.emit(TimedOut(action.seat, seat.strikes + 1))
            if seat.strikes + 1 >= STRIKES_BEFORE_TAKEOVER:
                self.emit(TakenOver(action.seat))
        card, rank = self.neutral(action.seat, action.chance)
        self.emit(Claimed(action.seat, (card,), self.state.ranks[rank], 1, auto=True))
        self.close_if_nobody_may_call()

    def neutral(self, seat: int, chance: bytes) -> tuple[Card, int]:
        """By a private coin a true card if the seat holds one, else a random one; the rank by chance where free."""
        stream = numbers(chance)
        rank = below(stream, len(self.state.ranks))
        coin = below(stream, 2)
        hand = self.state.seats[seat].hand
        true = [card for card in hand if self.rules.verdict.truthful((card,), self.state.ranks[rank], 1)]
        choice = true if coin and true else hand
        return choice[below(stream, len(choice))], rank

    # --- a claim's window -----------------------------------------------------------------------------------------

    def open_claim(self, seat: int, turn: int | None) -> Claim:
        """The open claim, if this seat may speak to it and means this one (F29)."""
        self.playing(seat)
        claim = self.state.claim
        if claim is None or self.state.phase is not Phase.WINDOW or (turn is not None and turn != self.state.turns):
            raise IllegalAction(Reason.NO_OPEN_PLAY)
        if reason := self.rules.challenger.refuse(self.state, seat):
            raise IllegalAction(reason)
        return claim

    def challenge(self, seat: int, turn: int | None) -> None:
        claim = self.open_claim(seat, turn)
        if not self.rules.window.inside(self.state.until, self.at):
            raise IllegalAction(Reason.NO_OPEN_PLAY)
        if seat in claim.declined:
            raise IllegalAction(Reason.ALREADY_DECLINED)
        truthful = self.rules.verdict.truthful(claim.cards, claim.rank, claim.said)
        taker = seat if truthful else claim.claimant
        taken, burned = self.rules.penalty.split(self.state, self.rules.idle.burns(self.state))
        shown = self.rules.reveal.pile_shown(self.state)
        self.emit(Challenged(seat), Revealed(claim.cards, truthful, shown), PileTaken(taker, taken, burned))
        self.go_on(self.rules.lead.after_verdict(self.state, claim.rank, claim.claimant, taker))

    def decline(self, seat: int, turn: int | None) -> None:
        claim = self.open_claim(seat, turn)
        if seat in claim.declined:
            raise IllegalAction(Reason.ALREADY_DECLINED)
        self.emit(Declined(seat))
        self.close_if_nobody_may_call()

    def close_window(self) -> None:
        if self.state.phase is not Phase.WINDOW:
            raise IllegalAction(Reason.NO_OPEN_PLAY)
        if self.state.until is None or self.at < self.state.until:
            raise IllegalAction(Reason.WINDOW_OPEN)
        self.stand(Closed.TIME)

    def close_if_nobody_may_call(self) -> None:
        """Close early once every seat that may call has let the claim go (R29)."""
        claim = self.state.claim
        if claim is not None and claim.declined.issuperset(self.rules.challenger.callers(self.state)):
            self.stand(Closed.DECLINED)

    def stand(self, why: Closed) -> None:
        lead = self.rules.lead.after_stand(self.state)
        self.emit(WindowClosed(why))
        self.go_on(lead)

    def force(self, seat: int) -> None:
        self.open_claim(seat, None)
        if reason := self.rules.challenger.refuse_force(self.state, seat):
            raise IllegalAction(reason)

    def show(self, seat: int) -> None:
        self.playing(seat)
        raise IllegalAction(Reason.FORCE_NOT_ALLOWED)

    # --- coming and going -----------------------------------------------------------------------------------------

    def resign(self, seat: int) -> None:
        """The hand goes face down into the pile; the seat takes the last place still free (R47, R-m to R-o)."""
        self.playing(seat)
        claim = self.state.claim
        if claim is not None and claim.claimant == seat:
            raise IllegalAction(Reason.WAIT_FOR_WINDOW)
        free = len(self.state.seats) - sum(other.standing is Standing.RESIGNED for other in self.state.seats)
        lead = self.rules.lead.after_leaving(self.state, seat)
        self.emit(Resigned(seat, free, self.state.seats[seat].hand))
        if self.end_without_people() or self.end_with_one_seat():
            return
        if claim is not None:
            self.close_if_nobody_may_call()
        elif self.state.turn == seat:
            self.emit(TurnCame(lead.seat, lead.ranks))

    def take_over(self, seat: int) -> None:
        self.playing(seat)
        if self.state.seats[seat].held or self.state.seats[seat].cpu:
            raise IllegalAction(Reason.NOT_HELD)
        self.emit(TakenOver(seat))

    def give_back(self, seat: int) -> None:
        self.playing(seat)
        if not self.state.seats[seat].held:
            raise IllegalAction(Reason.NOT_HELD)
        self.emit(Returned(seat))

    # --- what follows ---------------------------------------------------------------------------------------------

    def go_on(self, lead: Lead) -> None:
        """After a claim or a pass is settled: who is out, is it over, and else whose turn it is."""
        for seat in self.rules.out.gone(self.state):
            self.emit(WentOut(seat, 1 + sum(other.standing is Standing.OUT for other in self.state.seats)))
        if outcome := self.rules.out.outcome(self.state) or self.rules.idle.backstop(self.state):
            self.end(outcome)
            return
        if self.rules.idle.begins(self.state):
            self.emit(BurnBegan())
        self.emit(TurnCame(lead.seat, lead.ranks))
        if self.state.unattended > len(self.state.live):
            self.end_without_people(even_held=True)

    def end(self, outcome: Outcome) -> None:
        self.emit(GameEnded(outcome.reason, outcome.places))

    def end_with_one_seat(self) -> bool:
        """The one seat left wins; its open claim, if any, is pile now (R-o)."""
        if len(self.state.live) != 1:
            return False
        if self.state.claim is not None:
            self.emit(WindowClosed(Closed.LAST_SEAT))
        (winner,) = self.state.live
        places: list[int | None] = [seat.place for seat in self.state.seats]
        places[winner] = 1 + sum(seat.standing is Standing.OUT for seat in self.state.seats)
        self.end(Outcome(EndReason.LAST_SEAT, tuple(places)))
        return True

    def end_without_people(self, *, even_held: bool = False) -> bool:
        """No human plays any more: the game ends with no result (R-o)."""
        seats: Sequence[int] = self.state.live
        if any(self.state.seats[seat].attended for seat in seats):
            return False
        if not even_held and any(self.state.seats[seat].held for seat in seats):
            return False
        if self.state.claim is not None:
            self.emit(WindowClosed(Closed.LAST_SEAT))
        self.end(Outcome(EndReason.ABANDONED, (None,) * len(self.state.seats)))
        return True
