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
    """What the game waits for: a play, the end of a window, a forced seat's answer (R-i), a next round, or nothing."""

    PLAY = "play"
    WINDOW = "window"
    FORCE = "force"
    BETWEEN = "between"
    OVER = "over"


class Standing(StrEnum):
    """Whether a seat still plays, has gone out with no cards, or has resigned (R47)."""

    IN = "in"
    OUT = "out"
    RESIGNED = "resigned"


class EndReason(StrEnum):
    """Why a game or a round ended.

    Somebody went out (R38), a whole team did (R-a), a last card of the rank won (R58), one seat was left (R-o), the
    backstop came (R63), no human was left (R-o), or all rounds of a match are played (R66).
    """

    WENT_OUT = "went_out"
    TEAM_OUT = "team_out"
    LAST_CARD = "last_card"
    LAST_SEAT = "last_seat"
    BACKSTOP = "backstop"
    ABANDONED = "abandoned"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: its hand, standing and place; `strikes` counts turns missed in a row (R-q).

    `cpu` marks a seat that was a CPU's from the start, `held` one a CPU keeps until its human returns, and `barred` one
    whose human may not.
    """

    hand: Cards = field(default=(), repr=False)
    standing: Standing = Standing.IN
    place: int | None = None
    strikes: int = 0
    cpu: bool = False
    held: bool = False
    barred: bool = False

    @property
    def returnable(self) -> bool:
        """Whether a CPU keeps the seat for a human who may take it back."""
        return self.held and not self.barred

    @property
    def attended(self) -> bool:
        """Whether a human plays this seat now."""
        return self.standing is Standing.IN and not self.cpu and not self.held

    @property
    def present(self) -> bool:
        """Whether a human is at this seat, playing or already out of cards and waiting for the end."""
        return self.standing is not Standing.RESIGNED and not self.cpu and not self.held


@dataclass(frozen=True, slots=True)
class Claim:
    """The open play: its claimant, the cards really laid, and what was said of them. Older plays are just pile.

    `forcer` is the seat that asked to be shown a card of the rank instead of doubting (R59).
    """

    claimant: int
    rank: Rank
    said: int
    cards: Cards = field(repr=False)
    declined: frozenset[int] = frozenset()
    auto: bool = False
    forcer: int | None = None

    @property
    def hidden(self) -> int:
        """How many more cards lie there than were said (R25)."""
        return len(self.cards) - self.said


@dataclass(frozen=True, slots=True)
class CycleRound:
    """What only the rank-cycling game remembers: the rank last called, and who has passed since the last play (R-g).

    Whoever leaves takes the pass along: it counts for nobody who is still to be asked.
    """

    last_rank: Rank | None = None
    passed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SameRankRound:
    """What only the same-rank game remembers: the rank in play, who added last, and who has passed since (R-h).

    `rank` is `None` while the lead is free (R53, R56, R57). Whoever leaves takes the pass along.
    """

    rank: Rank | None = None
    last_adder: int | None = None
    passed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: each seat's place (1 is first; `None` when there is no result)."""

    reason: EndReason
    places: tuple[int | None, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on the first place; several by the backstop (R63), as a team (R49) or by equal points (R66)."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything true of a game at one moment.

    `turn` is the seat that must act, or the claimant while its window is open; `ranks` are the ranks that seat may
    name. `turns` counts plays and passes so far and so numbers the open claim. `until` is the running deadline in
    Discord's time, `None` while no clock runs. `pile` holds the plays already closed, bottom first; the open
    claim's cards lie on top of it but stay in `claim` until it is settled.

    In a match (R66) `number` is the round being played, `points` are those won so far by seat, `began` is `turns` when
    the round was dealt and `last_round` how the round before ended.
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
    number: int = 1
    points: tuple[int, ...] = ()
    began: int = 0
    last_round: Outcome | None = None

    @property
    def live(self) -> tuple[int, ...]:
        """The seats still playing, in seat order."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.standing is Standing.IN)

    @property
    def pile_size(self) -> int:
        """How many cards lie on the pile, the open claim's included."""
        return len(self.pile) + (len(self.claim.cards) if self.claim else 0)

    @property
    def round_turns(self) -> int:
        """Plays and passes of this round alone."""
        return self.turns - self.began

    @property
    def absent(self) -> frozenset[int]:
        """The seats that have resigned."""
        return frozenset(at for at, seat in enumerate(self.seats) if seat.standing is Standing.RESIGNED)

    @property
    def next_dealer(self) -> int:
        """Who deals the next round: the deal moves on by one seat, past those that have resigned (R14, R66)."""
        count = len(self.seats)
        ring = ((self.dealer + step) % count for step in range(1, count + 1))
        return next((seat for seat in ring if seat not in self.absent), self.dealer)

    def after(self, seat: int) -> int:
        """The next seat clockwise that still plays (R19); the seat itself when no other does."""
        count = len(self.seats)
        ring = ((seat + step) % count for step in range(1, count + 1))
        return next((other for other in ring if self.seats[other].standing is Standing.IN), seat)
