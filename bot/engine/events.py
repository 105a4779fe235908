"""What happened: facts already resolved, so that replaying them needs no rules.

`decide` makes them, `evolve` applies them, the journal stores them, `redact` hides what a viewer may not see. They
name seats, never people. A field that holds cards never shows in a `repr`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from bot.engine.cards import Cards, Rank
from bot.engine.state import EndReason


class Closed(StrEnum):
    """Why a window closed with no call: its time was over, everybody let it go, or the next play came."""

    TIME = "time"
    DECLINED = "declined"
    NEXT_PLAY = "next_play"
    LAST_SEAT = "last_seat"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are out. Each hand is for its seat alone; the commitment is for all, the salt for nobody yet.

    `number` is the round of a match (R66); a seat that has resigned gets no cards.
    """

    dealer: int
    hands: tuple[Cards, ...] = field(repr=False)
    commitment: str
    salt: str = field(repr=False)
    aside: Cards = field(default=(), repr=False)
    penalty: Cards = field(default=(), repr=False)
    unused: Cards = field(default=(), repr=False)
    cpus: tuple[int, ...] = ()
    family: Literal["cycle", "same_rank"] = "cycle"
    number: int = 1


@dataclass(frozen=True, slots=True)
class TurnCame:
    """A seat must act and may name one of `ranks`."""

    seat: int
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The game waits until then, in Discord's time."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat laid cards and said what they are; `auto` when it was played for them (R-q)."""

    seat: int
    cards: Cards = field(repr=False)
    rank: Rank
    said: int
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat let the open claim go."""

    seat: int


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """Nobody doubted: the claim stands and its cards are pile now."""

    why: Closed


@dataclass(frozen=True, slots=True)
class Challenged:
    """A seat doubted the open claim."""

    seat: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The claim's cards turned up for all (R30, R31), with the pile below them where it is shown (R36).

    With no `Challenged` before it, a last play nobody doubted was turned up because it must be true (R62).
    """

    cards: Cards = field(repr=False)
    truthful: bool
    pile: Cards = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PileTaken:
    """A seat took these cards into its hand; it alone learns which they are. `burned` left the game unseen (R63)."""

    seat: int
    cards: Cards = field(repr=False)
    burned: Cards = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PenaltyDrawn:
    """A caught cheat also took these from the penalty deck; it alone learns which they are (R50)."""

    seat: int
    cards: Cards = field(repr=False)


@dataclass(frozen=True, slots=True)
class Forced:
    """A seat asked the claimant to show a card of the rank (R59)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The forced seat turned up a card of the rank for all, or (no cards) none (R59, R-i).

    `pile` is the whole pile with the claim on top where it is shown before it is taken (R36).
    """

    seat: int
    cards: Cards = field(repr=False)
    pile: Cards = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PileLeft:
    """Everybody passed: the pile left the game, and nobody learns what was in it (R57)."""

    cards: Cards = field(repr=False)


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat laid nothing; `rank` is the one passed over where ranks rise (R-g), `auto` when it was done for it."""

    seat: int
    rank: Rank | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat has no cards and its last play stands (R38)."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Won:
    """A seat's turn or lead began with one card that wins it the game; the card is turned up for all (R58).

    No cards where Force took the last one (R-h).
    """

    seat: int
    cards: Cards = field(repr=False)


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat missed its turn, `strikes` times in a row now."""

    seat: int
    strikes: int


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A CPU keeps the seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Barred:
    """The CPU keeps the seat for the rest of the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The seat's human is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat left; its hand went face down into the pile (R47)."""

    seat: int
    place: int
    cards: Cards = field(repr=False)


@dataclass(frozen=True, slots=True)
class BurnBegan:
    """From now on a lost challenge burns the pile (R63)."""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round of a match is over: its places, and everybody's points now (R66)."""

    reason: EndReason
    places: tuple[int | None, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over with these places, by seat; `None` where there is no result."""

    reason: EndReason
    places: tuple[int | None, ...]


Event = (
    Dealt
    | TurnCame
    | ClockStarted
    | Claimed
    | Declined
    | WindowClosed
    | Challenged
    | Revealed
    | PileTaken
    | PenaltyDrawn
    | Forced
    | Shown
    | PileLeft
    | Passed
    | WentOut
    | Won
    | TimedOut
    | TakenOver
    | Barred
    | Returned
    | Resigned
    | BurnBegan
    | RoundEnded
    | GameEnded
)
