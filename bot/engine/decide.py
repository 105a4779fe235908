"""Decide what an action brings: its legality, then its consequences, through one fixed pipeline of slots.

The only door by which anything happens in a game. Pure: time is an argument, chance comes with the action, and no
option of the ruleset is named here; whatever depends on a house rule is asked of a slot.
"""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from bot.engine.actions import (
    Action,
    Bar,
    Begin,
    Challenge,
    CloseWindow,
    Decline,
    Force,
    IllegalAction,
    NextRound,
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
from bot.engine.events import Claimed, ClockStarted, Closed, Event, Passed, PileLeft, TakenOver, TimedOut
from bot.engine.rules.slots import Lead, Rules
from bot.engine.rulings import Rulings
from bot.engine.state import GameState, Phase

STRIKES_BEFORE_TAKEOVER = 2
BETWEEN_ROUNDS = (NextRound, Resign, Takeover, Bar, Return, StartClock)


def decide(state: GameState, action: Action, rules: Rules, *, at: datetime) -> tuple[Event, ...]:
    """The events the action brings at time `at` (Discord's). Raises `IllegalAction`; then nothing happened."""
    decision = _Turns(state, rules, at)
    decision.take(action)
    return tuple(decision.events)


class _Turns(Rulings):
    """The whole of it: every action goes to its ruling; those on turns are here."""

    def take(self, action: Action) -> None:
        if not isinstance(action, Begin):
            self.refuse_at_rest(action)
        match action:
            case Begin():
                self.begin(action)
            case NextRound():
                self.next_round(action)
            case Play():
                self.play(action)
            case Pass():
                self.pass_turn(action.seat)
            case Challenge():
                self.challenge(action.seat, action.turn)
            case Decline():
                self.decline(action.seat, action.turn)
            case Force():
                self.force(action.seat, action.turn)
            case Show():
                self.show(action.seat, action.card)
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
            case Bar():
                self.bar(action.seat)
            case Return():
                self.give_back(action.seat)
            case _:
                assert_never(action)

    def refuse_at_rest(self, action: Action) -> None:
        """Nothing is done in a game that is over, and only what the next round needs between two rounds."""
        over = self.state.phase is Phase.OVER
        if over or (self.state.phase is Phase.BETWEEN and not isinstance(action, BETWEEN_ROUNDS)):
            raise IllegalAction(Reason.GAME_OVER)

    # --- beginning ------------------------------------------------------------------------------------------------

    def begin(self, action: Begin) -> None:
        if self.state.seats:
            raise IllegalAction(Reason.WINDOW_OPEN)
        cpus = tuple(sorted(action.cpus))
        self.deal(action.deal, action.salt, action.chance, dealer=action.dealer, cpus=cpus, number=1)

    def next_round(self, action: NextRound) -> None:
        """The deal moves on (R66)."""
        state = self.state
        if state.phase is not Phase.BETWEEN:
            raise IllegalAction(Reason.WINDOW_OPEN)
        cpus = tuple(number for number, seat in enumerate(state.seats) if seat.cpu)
        dealer, number = state.next_dealer, state.number + 1
        self.deal(action.deal, action.salt, action.chance, dealer=dealer, cpus=cpus, number=number)

    # --- a turn ---------------------------------------------------------------------------------------------------

    def due(self, seat: int) -> Lead:
        """What this seat may name now; refuse whoever may not act. An open window may be closed by its play (R29)."""
        self.playing(seat)
        state = self.state
        if state.phase is Phase.FORCE or (state.phase is Phase.WINDOW and not self.rules.window.play_closes(state)):
            raise IllegalAction(Reason.WINDOW_OPEN)
        lead = Lead(state.turn, state.ranks)
        if state.phase is Phase.WINDOW:
            lead = self.rules.lead.after_stand(state)
        if lead.seat != seat:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        return lead

    def arrive(self, seat: int) -> bool:
        """Close the window this seat's turn closes; whether the turn is its own then.

        It is not where that ended the game (R63): then the play that was to come is dropped, for nobody could know.
        """
        if self.state.phase is Phase.WINDOW:
            self.stand(Closed.NEXT_PLAY)
        return self.state.phase is Phase.PLAY and self.state.turn == seat

    def play(self, action: Play) -> None:
        lead, hand = self.due(action.seat), self.state.seats[action.seat].hand
        if action.rank is None:
            raise IllegalAction(Reason.RANK_NOT_NAMED)
        if action.rank not in lead.ranks:
            raise IllegalAction(Reason.WRONG_RANK)
        if reason := self.rules.size.refuse(len(action.cards), action.said):
            raise IllegalAction(reason)
        if len(set(action.cards)) != len(action.cards) or not set(hand).issuperset(action.cards):
            raise IllegalAction(Reason.CARD_NOT_HELD)
        if reason := self.rules.size.refuse_rest(len(hand), len(action.cards)):
            raise IllegalAction(reason)
        if self.arrive(action.seat):
            self.emit(Claimed(action.seat, action.cards, action.rank, action.said))
            self.close_if_nobody_may_call()

    def pass_turn(self, seat: int) -> None:
        lead = self.due(seat)
        if reason := self.rules.passing.refuse(self.state, lead):
            raise IllegalAction(reason)
        if self.arrive(seat):
            self.lay_nothing(seat)

    def lay_nothing(self, seat: int, *, auto: bool = False) -> None:
        """A pass; the pile leaves if everybody's have cleared it (R57, R-g)."""
        lead, clears = self.rules.lead.after_pass(self.state), self.rules.passing.clears(self.state)
        self.emit(Passed(seat, self.rules.lead.passed(self.state), auto))
        if clears:
            self.emit(PileLeft(self.state.pile))
        self.go_on(lead)

    # --- a turn nobody takes --------------------------------------------------------------------------------------

    def time_out(self, action: TimeOut) -> None:
        """One neutral play for an absent or CPU-held seat, which proves nothing about its hand (R-q, R64).

        A forced seat that does not answer has declined (R-i).
        """
        self.playing(action.seat)
        if self.state.phase is Phase.FORCE:
            if self.state.turn != action.seat:
                raise IllegalAction(Reason.NOT_YOUR_TURN)
            self.refuse_early(action)
            self.answer(None)
            return
        self.due(action.seat)
        self.refuse_early(action)
        seat = self.state.seats[action.seat]
        if not seat.held and not seat.cpu:
            self.emit(TimedOut(action.seat, seat.strikes + 1))
            if seat.strikes + 1 >= STRIKES_BEFORE_TAKEOVER:
                self.emit(TakenOver(action.seat))
        if self.arrive(action.seat):
            self.neutral(action.seat, action.chance)

    def refuse_early(self, action: TimeOut) -> None:
        """Only a seat a human plays has time of its own, and others may ask to end it."""
        seat = self.state.seats[action.seat]
        if not seat.held and not seat.cpu and not action.nudged and self.before_deadline():
            raise IllegalAction(Reason.TOO_EARLY)

    def neutral(self, seat: int, chance: bytes) -> None:
        """One card, or a pass where none may be laid (R-h)."""
        if self.rules.size.bounds(len(self.state.seats[seat].hand))[1] == 0:
            self.lay_nothing(seat, auto=True)
            return
        card, rank = self.neutral_card(seat, chance)
        self.emit(Claimed(seat, (card,), self.state.ranks[rank], 1, auto=True))
        self.close_if_nobody_may_call()

    def neutral_card(self, seat: int, chance: bytes) -> tuple[Card, int]:
        """By a private coin a true card if the seat holds one, else a random one; the rank by chance where free."""
        stream = numbers(chance)
        rank = below(stream, len(self.state.ranks))
        coin = below(stream, 2)
        hand = self.state.seats[seat].hand
        true = [card for card in hand if self.rules.verdict.truthful((card,), self.state.ranks[rank], 1)]
        choice = true if coin and true else hand
        return choice[below(stream, len(choice))], rank
