"""Rulings on an open claim and on coming and going: doubt, decline, Force, the window's end, leaving and returning.

Half of what `decide` answers; turns are in `decide` itself. Pure, and no option of the ruleset is named here.
"""

from __future__ import annotations

from bot.engine.actions import IllegalAction, Reason
from bot.engine.cards import Card
from bot.engine.decision import Decision
from bot.engine.events import (
    Barred,
    Challenged,
    Closed,
    Declined,
    Forced,
    PileTaken,
    Resigned,
    Returned,
    Shown,
    TakenOver,
)
from bot.engine.rules.slots import Verdict
from bot.engine.state import Claim, Phase


class Rulings(Decision):
    """Everything but turns."""

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

    def callable_claim(self, seat: int, turn: int | None) -> Claim:
        """The open claim, if this seat may still call it (R29, R-p)."""
        claim = self.open_claim(seat, turn)
        if not self.rules.window.inside(self.state, self.at):
            raise IllegalAction(Reason.NO_OPEN_PLAY)
        if seat in claim.declined:
            raise IllegalAction(Reason.ALREADY_DECLINED)
        return claim

    def challenge(self, seat: int, turn: int | None) -> None:
        """A seat doubts the claim (R28)."""
        self.callable_claim(seat, turn)
        self.emit(Challenged(seat))
        self.turn_up(seat)

    def decline(self, seat: int, turn: int | None) -> None:
        """A seat lets the claim go; final for that play (R-p)."""
        claim = self.open_claim(seat, turn)
        if seat in claim.declined:
            raise IllegalAction(Reason.ALREADY_DECLINED)
        self.emit(Declined(seat))
        self.close_if_nobody_may_call()

    def close_window(self) -> None:
        """The time for a call is over, or that of a forced seat to answer (R29, R-i)."""
        if self.state.phase not in (Phase.WINDOW, Phase.FORCE):
            raise IllegalAction(Reason.NO_OPEN_PLAY)
        if self.before_deadline():
            raise IllegalAction(Reason.WINDOW_OPEN)
        if self.state.phase is Phase.FORCE:
            self.answer(None)
        else:
            self.stand(Closed.TIME)

    def close_if_nobody_may_call(self) -> None:
        """Close early once every seat that may call has let the claim go (R29)."""
        claim, phase = self.state.claim, self.state.phase
        if claim is None or phase is not Phase.WINDOW:
            return
        if claim.declined.issuperset(self.rules.challenger.callers(self.state)):
            self.stand(Closed.DECLINED)

    # --- Force ----------------------------------------------------------------------------------------------------

    def force(self, seat: int, turn: int | None) -> None:
        """A seat asks the claimant to show a card of the rank (R59)."""
        self.callable_claim(seat, turn)
        if reason := self.rules.challenger.refuse_force(self.state, seat):
            raise IllegalAction(reason)
        self.emit(Forced(seat))

    def show(self, seat: int, card: Card | None) -> None:
        """The forced seat shows a card of the rank or declines (R-i)."""
        self.playing(seat)
        claim = self.state.claim
        if self.state.phase is not Phase.FORCE or claim is None:
            raise IllegalAction(Reason.FORCE_NOT_ALLOWED)
        if self.state.turn != seat:
            raise IllegalAction(Reason.NOT_YOUR_TURN)
        if card is not None and card not in self.state.seats[seat].hand:
            raise IllegalAction(Reason.CARD_NOT_HELD)
        if card is not None and not self.rules.verdict.truthful((card,), claim.rank, 1):
            raise IllegalAction(Reason.CARD_NOT_OF_RANK)
        self.answer(card)

    def answer(self, card: Card | None) -> None:
        """Shown: the forcing seat takes that card and the pile. Not shown: the forced seat takes the pile (R59)."""
        claim = self.state.claim
        assert claim is not None
        assert claim.forcer is not None
        turned_up = self.rules.reveal.pile_shown(self.state.pile + claim.cards)
        self.emit(Shown(claim.claimant, () if card is None else (card,), turned_up))
        taker = claim.claimant if card is None else claim.forcer
        self.emit(PileTaken(taker, self.state.pile))
        self.go_on(self.rules.lead.after_verdict(self.state, Verdict(claim.rank, claim.claimant, claim.forcer, taker)))

    # --- coming and going -----------------------------------------------------------------------------------------

    def resign(self, seat: int) -> None:
        """The hand goes face down into the pile, the seat takes the last place still free; or a CPU keeps it (R47)."""
        self.playing(seat)
        claim = self.state.claim
        if claim is not None and claim.claimant == seat:
            raise IllegalAction(Reason.WAIT_FOR_WINDOW)
        if self.rules.leave.cpu_keeps:
            self.take_over(seat)
            return
        free = len(self.state.seats) - len(self.state.absent)
        lead = self.rules.lead.after_leaving(self.state, seat)
        self.emit(Resigned(seat, free, self.state.seats[seat].hand))
        if self.end_without_people() or self.end_with_one_seat():
            return
        if claim is not None:
            self.close_if_nobody_may_call()
        elif self.state.turn == seat and self.state.phase is Phase.PLAY:
            self.come(lead)

    def take_over(self, seat: int) -> None:
        """A CPU keeps the seat; it changes nothing else (R46, R-m)."""
        self.playing(seat)
        if self.state.seats[seat].held or self.state.seats[seat].cpu:
            raise IllegalAction(Reason.NOT_HELD)
        self.emit(TakenOver(seat))

    def bar(self, seat: int) -> None:
        """Its human may not come back, so that nobody is waited for any more if no other is there (R-o)."""
        self.playing(seat)
        if not self.state.seats[seat].returnable:
            raise IllegalAction(Reason.NOT_HELD)
        self.emit(Barred(seat))
        self.end_without_people()

    def give_back(self, seat: int) -> None:
        """The seat's human is back (R46)."""
        self.playing(seat)
        if not self.state.seats[seat].returnable:
            raise IllegalAction(Reason.NOT_HELD)
        self.emit(Returned(seat))
