"""Strategies for what follows: who leads, who is out, who wins, and how a game that will not end is ended.

Each fills one slot of `slots.py`. They read the state they are given and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.cards import Rank
from bot.engine.rules.slots import Lead, RankSlot
from bot.engine.state import EndReason, GameState, Outcome, Standing

BURN_TURNS_PER_SEAT = 30
BACKSTOP_TURNS_PER_SEAT = 60


def ranked(state: GameState, reason: EndReason, key: Callable[[int], int]) -> Outcome:
    """Places by `key`, least first and ties sharing; seats that resigned keep the place they left with (R41)."""
    live = [seat for seat, here in enumerate(state.seats) if here.standing is not Standing.RESIGNED]
    places: list[int | None] = [seat.place for seat in state.seats]
    for seat in live:
        places[seat] = 1 + sum(key(other) < key(seat) for other in live)
    return Outcome(reason, tuple(places))


@dataclass(frozen=True, slots=True)
class NextSeat:
    """After every play and every verdict the next seat goes on with the next rank (R17, R19, R35)."""

    rank: RankSlot

    def after_stand(self, state: GameState) -> Lead:
        """The seat after the claimant, with what follows the rank called."""
        assert state.claim is not None
        return Lead(state.after(state.claim.claimant), self.rank.following(state.claim.rank))

    def after_verdict(self, state: GameState, rank: Rank, claimant: int, taker: int) -> Lead:
        """Whoever took the pile, the turn goes on as if the claim had stood."""
        del taker
        return Lead(state.after(claimant), self.rank.following(rank))

    def after_pass(self, state: GameState) -> Lead:
        """A pass moves the rank on too (R-g)."""
        return Lead(state.after(state.turn), self.rank.following(state.ranks[0]))

    def after_leaving(self, state: GameState, seat: int) -> Lead:
        """The rank due passes unchanged to the next seat (R-o)."""
        return Lead(state.after(seat), state.ranks)


@dataclass(frozen=True, slots=True)
class FirstOutWins:
    """The first seat whose last play stands wins; the others are placed by the cards they hold (R38-R41)."""

    def gone(self, state: GameState) -> tuple[int, ...]:
        """The seats without cards while no claim is open."""
        return tuple(seat for seat in state.live if not state.seats[seat].hand)

    def outcome(self, state: GameState) -> Outcome | None:
        """Over as soon as one seat is out."""
        if not any(seat.standing is Standing.OUT for seat in state.seats):
            return None
        return ranked(state, EndReason.WENT_OUT, lambda seat: len(state.seats[seat].hand))


@dataclass(frozen=True, slots=True)
class Stall:
    """Pile burn after 30 turns a seat when `burning`, and the backstop after 60 when `bounded` (R63)."""

    burning: bool
    bounded: bool

    def burns(self, state: GameState) -> bool:
        """Whether the loser of the open claim's challenge takes only the cards turned up."""
        before = state.turns - (1 if state.claim is not None else 0)
        return self.burning and before >= BURN_TURNS_PER_SEAT * len(state.seats)

    def begins(self, state: GameState) -> bool:
        """Whether the turn about to come is the first that burns."""
        return self.burning and state.turns == BURN_TURNS_PER_SEAT * len(state.seats)

    def backstop(self, state: GameState) -> Outcome | None:
        """The seats with the fewest cards win together once the last turn allowed is settled."""
        if not self.bounded or state.turns < BACKSTOP_TURNS_PER_SEAT * len(state.seats):
            return None
        return ranked(state, EndReason.BACKSTOP, lambda seat: len(state.seats[seat].hand))
