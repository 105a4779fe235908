"""The state of a game: frozen values, made by `evolve` from events and read by everything else in the engine.

It holds every card, so it never leaves the engine and the table that owns it; people see `observe`. No field that
holds cards shows in a `repr`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.engine.cards import Cards, Rank


class Phase(StrEnum):
    """What the game waits for: a play, the end of a claim's window, a forced seat's answer (R-i), or nothing."""

    PLAY = "play"
    WINDOW = "window"
    FORCE = "force"
    OVER = "over"


class Standing(StrEnum):
    """Whether a seat still plays, has gone out with no cards, or has resigned (R47)."""

    IN = "in"
    OUT = "out"
    RESIGNED = "resigned"


class EndReason(StrEnum):
    """Why a game ended: somebody went out (R38), one seat was left (R-o), the backstop (R63), or no human (R-o)."""

    WENT_OUT = "went_out"
    LAST_SEAT = "last_seat"
    BACKSTOP = "backstop"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: its hand, standing and place; `strikes` counts turns missed in a row (R-q).

    `cpu` marks a seat that was a CPU's from the start, `held` one a CPU keeps until its human returns.
    """

    hand: Cards = field(default=(), repr=False)
    standing: Standing = Standing.IN
    place: int | None = None
    strikes: int = 0
    cpu: bool = False
    held: bool = False

    @property
    def attended(self) -> bool:
        """Whether a human plays this seat now."""
        return self.standing is Standing.IN and not self.cpu and not self.held


@dataclass(frozen=True, slots=True)
class Claim:
    """The open play: its claimant, the cards really laid, and what was said of them. Older plays are just pile."""

    claimant: int
    rank: Rank
    said: int
    cards: Cards = field(repr=False)
    declined: frozenset[int] = frozenset()
    auto: bool = False


@dataclass(frozen=True, slots=True)
class CycleRound:
    """What only the rank-cycling game remembers: the rank last called, and the passes since the last play (R-g)."""

    last_rank: Rank | None = None
    passes: int = 0


@dataclass(frozen=True, slots=True)
class SameRankRound:
    """What only the same-rank game remembers: the rank of the round, who added last, and passes in a row (R-h)."""

    rank: Rank | None = None
    last_adder: int | None = None
    passes: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: each seat's place (1 is first; `None` when there is no result)."""

    reason: EndReason
    places: tuple[int | None, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on the first place; several only by the backstop (R63)."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything true of a game at one moment.

    `turn` is the seat that must act, or the claimant while its window is open; `ranks` are the ranks that seat may
    name. `turns` counts plays and passes so far and so numbers the open claim. `until` is the running deadline in
    Discord's time, `None` while no clock runs. `pile` holds the plays already closed, bottom first; the open
    claim's cards lie on top of it but stay in `claim` until it is settled.
    """

    seats: tuple[Seat, ...] = ()
    dealer: int = 0
    phase: Phase = Phase.PLAY
    turn: int = 0
    ranks: tuple[Rank, ...] = ()
    turns: int = 0
    pile: Cards = field(default=(), repr=False)
    claim: Claim | None = None
    until: datetime | None = None
    aside: Cards = field(default=(), repr=False)
    penalty: Cards = field(default=(), repr=False)
    removed: Cards = field(default=(), repr=False)
    burned: int = 0
    unattended: int = 0
    round: CycleRound | SameRankRound = CycleRound()
    outcome: Outcome | None = None
    commitment: str = ""
    salt: str = field(default="", repr=False)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats still playing, in seat order."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.standing is Standing.IN)

    @property
    def pile_size(self) -> int:
        """How many cards lie on the pile, the open claim's included."""
        return len(self.pile) + (len(self.claim.cards) if self.claim else 0)

    def after(self, seat: int) -> int:
        """The next seat clockwise that still plays (R19); the seat itself when no other does."""
        count = len(self.seats)
        ring = ((seat + step) % count for step in range(1, count + 1))
        return next((other for other in ring if self.seats[other].standing is Standing.IN), seat)
