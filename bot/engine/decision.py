"""One action being decided: the events so far, the state they lead to, and what follows once a turn is settled.

The ground that `decide` and `rulings` stand on. Pure, and no option of the ruleset is named here; whatever depends on a
house rule is asked of a slot.
"""

from __future__ import annotations

from datetime import datetime

from bot.engine.actions import IllegalAction, Reason
from bot.engine.cards import Deal
from bot.engine.events import (
    BurnBegan,
    Closed,
    Dealt,
    Event,
    GameEnded,
    PenaltyDrawn,
    PileTaken,
    Revealed,
    RoundEnded,
    TurnCame,
    WentOut,
    WindowClosed,
    Won,
)
from bot.engine.evolve import evolve
from bot.engine.rules.slots import Lead, Rules, Verdict
from bot.engine.state import EndReason, GameState, Outcome, Standing


class Decision:
    """What every ruling shares."""

    def __init__(self, state: GameState, rules: Rules, at: datetime) -> None:
        self.state, self.rules, self.at = state, rules, at
        self.events: list[Event] = []

    def emit(self, *events: Event) -> None:
        """Let these happen."""
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def playing(self, seat: int) -> None:
        """Refuse whoever takes no part."""
        if not 0 <= seat < len(self.state.seats) or self.state.seats[seat].standing is not Standing.IN:
            raise IllegalAction(Reason.NOT_IN_GAME)

    def before_deadline(self) -> bool:
        """Whether what the game waits for may still come."""
        return self.state.until is None or self.at < self.state.until

    # --- a round begins -------------------------------------------------------------------------------------------

    def deal(self, deal: Deal, salt: bytes, chance: bytes, *, dealer: int, cpus: tuple[int, ...], number: int) -> None:
        """The cards are out and the first turn comes (R6, R15, R66)."""
        dealt = Dealt(
            dealer=dealer,
            hands=deal.hands,
            commitment=deal.commitment(salt),
            salt=salt.hex(),
            aside=deal.aside,
            penalty=deal.penalty,
            unused=deal.unused,
            cpus=cpus,
            family=self.rules.family,
            number=number,
        )
        self.emit(dealt)
        self.come(self.rules.opener.lead(self.state.live, dealer, chance))

    # --- a claim is settled ---------------------------------------------------------------------------------------

    def stand(self, why: Closed) -> None:
        """Nobody doubted: the claim stands, but for a last play that must be true and is not (R38, R62)."""
        claim = self.state.claim
        assert claim is not None
        if self.rules.reveal.unasked(self.state):
            if not self.rules.verdict.truthful(claim.cards, claim.rank, claim.said):
                self.turn_up(None)
                return
            self.emit(Revealed(claim.cards, truthful=True))
        lead = self.rules.lead.after_stand(self.state)
        self.emit(WindowClosed(why))
        self.go_on(lead)

    def turn_up(self, challenger: int | None) -> None:
        """The claim's cards are turned up, the loser takes the pile, and a caught cheat pays (R30-R32, R36, R50)."""
        claim = self.state.claim
        assert claim is not None
        truthful = self.rules.verdict.truthful(claim.cards, claim.rank, claim.said)
        taker = challenger if truthful and challenger is not None else claim.claimant
        taken, burned = self.rules.penalty.split(self.state, self.rules.idle.burns(self.state))
        # What burns leaves the game unseen, also where the pile is shown (R63).
        shown = self.rules.reveal.pile_shown(() if burned else self.state.pile)
        self.emit(Revealed(claim.cards, truthful, shown), PileTaken(taker, taken, burned))
        drawn = () if truthful else self.rules.penalty.drawn(self.state)
        if drawn:
            self.emit(PenaltyDrawn(taker, drawn))
        self.go_on(self.rules.lead.after_verdict(self.state, Verdict(claim.rank, claim.claimant, challenger, taker)))

    # --- what follows ---------------------------------------------------------------------------------------------

    def go_on(self, lead: Lead) -> None:
        """After a claim or a pass is settled: who is out, is it over, and else whose turn it is."""
        for seat in self.rules.out.gone(self.state):
            self.emit(WentOut(seat, 1 + sum(other.standing is Standing.OUT for other in self.state.seats)))
        if outcome := self.rules.out.outcome(self.state):
            self.end_round(outcome)
            return
        if self.rules.out.at_turn(self.state, lead) is None:
            if outcome := self.rules.idle.backstop(self.state):
                self.end_round(outcome)
                return
            if self.rules.idle.begins(self.state):
                self.emit(BurnBegan())
        self.come(lead)

    def come(self, lead: Lead) -> None:
        """The turn comes to a seat, unless that wins it the game (R58)."""
        if outcome := self.rules.out.at_turn(self.state, lead):
            self.emit(Won(lead.seat, self.state.seats[lead.seat].hand))
            self.end_round(outcome)
            return
        self.emit(TurnCame(lead.seat, lead.ranks))
        if self.state.unattended > len(self.state.live):
            self.end_without_people(even_held=True)

    def end_round(self, outcome: Outcome) -> None:
        """The round is over, and with the last one the match (R42, R66)."""
        score = self.rules.score
        if score.rounds == 1:
            self.emit(GameEnded(outcome.reason, outcome.places))
            return
        self.emit(RoundEnded(outcome.reason, outcome.places, score.points(self.state, outcome)))
        if self.state.number >= score.rounds:
            result = score.result(self.state)
            self.emit(GameEnded(result.reason, result.places))

    def end_with_one_seat(self) -> bool:
        """One seat left wins; its open claim, if any, is pile now (R-o). Where others went out it is the last (R-t)."""
        if len(self.state.live) != 1:
            return False
        if self.state.claim is not None:
            self.emit(WindowClosed(Closed.LAST_SEAT))
        (winner,) = self.state.live
        places: list[int | None] = [seat.place for seat in self.state.seats]
        out = sum(seat.standing is Standing.OUT for seat in self.state.seats)
        places[winner] = 1 + out
        if out:
            self.end_round(Outcome(EndReason.WENT_OUT, tuple(places)))
        else:
            self.emit(GameEnded(EndReason.LAST_SEAT, tuple(places)))
        return True

    def end_without_people(self, *, even_held: bool = False) -> bool:
        """No human is at the table any more, nor may come back: the game ends with no result (R-o)."""
        seats = self.state.seats
        if any(seat.present for seat in seats):
            return False
        if not even_held and any(seats[seat].returnable for seat in self.state.live):
            return False
        if self.state.claim is not None:
            self.emit(WindowClosed(Closed.LAST_SEAT))
        self.emit(GameEnded(EndReason.ABANDONED, (None,) * len(seats)))
        return True
