"""Strategies for what ends a game: who is out, who wins, who may leave, long games, and the points of a match.

Each fills one slot of `slots.py`. They read the state they are given and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.engine.rules.slots import Lead
from bot.engine.state import EndReason, GameState, Outcome, Standing

BURN_TURNS_PER_SEAT = 30
BACKSTOP_TURNS_PER_SEAT = 60


def ranked(state: GameState, reason: EndReason, key: Callable[[int], Any]) -> Outcome:
    """Places by `key`, least first and ties sharing, after those who went out; who resigned keeps that place (R41)."""
    places: list[int | None] = [seat.place for seat in state.seats]
    out = sum(seat.standing is Standing.OUT for seat in state.seats)
    for seat in state.live:
        places[seat] = 1 + out + sum(key(other) < key(seat) for other in state.live)
    return Outcome(reason, tuple(places))


def together(state: GameState, reason: EndReason, teams: tuple[int, ...], cards: dict[int, int]) -> Outcome:
    """The team with the fewest `cards` on the first place, all its members; teams that tie share it (R49, R63)."""
    fewest = min(cards.values())
    won = [cards[teams[seat]] == fewest for seat in range(len(state.seats))]
    return Outcome(reason, tuple(1 if first else 1 + sum(won) for first in won))


def team_cards(state: GameState, teams: tuple[int, ...]) -> dict[int, int]:
    """How many cards each team holds together."""
    held = dict.fromkeys(teams, 0)
    for seat, here in enumerate(state.seats):
        held[teams[seat]] += len(here.hand)
    return held


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

    def at_turn(self, state: GameState, lead: Lead) -> Outcome | None:
        """A turn that begins wins nothing (R-k)."""
        return None


@dataclass(frozen=True, slots=True)
class PlayOn(FirstOutWins):
    """The others play on for their places; the last holder takes the last one (R41, R-t)."""

    def outcome(self, state: GameState) -> Outcome | None:
        """Over when one seat holds cards."""
        return ranked(state, EndReason.WENT_OUT, lambda _: 0) if len(state.live) <= 1 else None


@dataclass(frozen=True, slots=True)
class TeamOut(FirstOutWins):
    """A team wins at the moment its last member's last play stands (R49, R-a)."""

    teams: tuple[int, ...]

    def outcome(self, state: GameState) -> Outcome | None:
        """Over when all members of a team are out."""
        held = dict.fromkeys(self.teams, 0)
        for seat in state.live:
            held[self.teams[seat]] += 1
        return None if all(held.values()) else together(state, EndReason.TEAM_OUT, self.teams, held)


@dataclass(frozen=True, slots=True)
class HandToPile:
    """Who leaves lays the hand face down into the pile and takes no more part (R47)."""

    @property
    def cpu_keeps(self) -> bool:
        """The seat is given up."""
        return False


@dataclass(frozen=True, slots=True)
class CpuKeepsSeat:
    """Who leaves hands the seat to a CPU, since a team needs all its members out (R-o)."""

    @property
    def cpu_keeps(self) -> bool:
        """The seat stays in."""
        return True


@dataclass(frozen=True, slots=True)
class Stall:
    """Pile burn after 30 turns a seat when `burning`, and the backstop after 60 when `bounded` (R63).

    Where only CPUs still play the backstop always holds.
    """

    burning: bool
    bounded: bool
    teams: tuple[int, ...] = ()

    def burns(self, state: GameState) -> bool:
        """Whether the loser of the open claim's challenge takes only the cards turned up."""
        before = state.round_turns - (1 if state.claim is not None else 0)
        return self.burning and before >= BURN_TURNS_PER_SEAT * len(state.seats)

    def begins(self, state: GameState) -> bool:
        """Whether the turn about to come is the first that burns."""
        return self.burning and state.round_turns == BURN_TURNS_PER_SEAT * len(state.seats)

    def backstop(self, state: GameState) -> Outcome | None:
        """The seats, or the team, with the fewest cards win once the last turn allowed is settled."""
        # CPUs among themselves would play on for ever, with nobody there to stop them.
        bounded = self.bounded or not any(state.seats[seat].attended for seat in state.live)
        if not bounded or state.round_turns < BACKSTOP_TURNS_PER_SEAT * len(state.seats):
            return None
        if self.teams:
            return together(state, EndReason.BACKSTOP, self.teams, team_cards(state, self.teams))
        return ranked(state, EndReason.BACKSTOP, lambda seat: len(state.seats[seat].hand))


@dataclass(frozen=True, slots=True)
class PointARound:
    """A point for each seat on the first place of a round; after the last one most points win, ties sharing (R66).

    Who has resigned keeps the place it left with, whatever its points.
    """

    rounds: int = 1

    def points(self, state: GameState, outcome: Outcome) -> tuple[int, ...]:
        """Everybody's points after a round that ended like this."""
        before = state.points or (0,) * len(state.seats)
        return tuple(have + (seat in outcome.winners) for seat, have in enumerate(before))

    def result(self, state: GameState) -> Outcome:
        """The places of the whole match."""
        places: list[int | None] = [seat.place for seat in state.seats]
        here = [seat for seat in range(len(state.seats)) if seat not in state.absent]
        for seat in here:
            places[seat] = 1 + sum(state.points[other] > state.points[seat] for other in here)
        return Outcome(EndReason.POINTS, tuple(places))
