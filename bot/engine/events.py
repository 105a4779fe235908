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
    """The cards are out. Each hand is for its seat alone; the commitment is for all, the salt for nobody yet."""

    dealer: int
    hands: tuple[Cards, ...] = field(repr=False)
    commitment: str
    salt: str = field(repr=False)
    aside: Cards = field(default=(), repr=False)
    penalty: Cards = field(default=(), repr=False)
    unused: Cards = field(default=(), repr=False)
    cpus: tuple[int, ...] = ()
    family: Literal["cycle", "same_rank"] = "cycle"


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
    """The claim's cards turned up for all (R30, R31), with the pile below them where it is shown (R36)."""

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
class Passed:
    """A seat laid nothing."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat has no cards and its last play stands (R38)."""

    seat: int
    place: int


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
    | Passed
    | WentOut
    | TimedOut
    | TakenOver
    | Returned
    | Resigned
    | BurnBegan
    | GameEnded
)
