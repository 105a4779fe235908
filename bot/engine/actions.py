"""What may be asked of a game, and why it may be refused.

Actions come from people, CPU seats and the table's clock; `decide` turns them into events or raises
`IllegalAction`. An action carries whatever chance it needs; it never carries anything a client could forge unchecked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.engine.cards import Card, Cards, Deal, Rank


class Reason(StrEnum):
    """Why an action is refused, in the order of precedence; each has a sentence in every language."""

    GAME_OVER = "game_over"
    NOT_IN_GAME = "not_in_game"
    OWN_PLAY = "own_play"
    TEAM_MATE = "team_mate"
    NO_OPEN_PLAY = "no_open_play"
    ALREADY_DECLINED = "already_declined"
    WINDOW_OPEN = "window_open"
    NOT_YOUR_TURN = "not_your_turn"
    LEADER_MUST_PLAY = "leader_must_play"
    PASS_NOT_ALLOWED = "pass_not_allowed"  # noqa: S105 - no password
    WRONG_RANK = "wrong_rank"
    RANK_NOT_NAMED = "rank_not_named"
    COUNT_MISMATCH = "count_mismatch"
    NO_CARDS = "no_cards"
    TOO_MANY_CARDS = "too_many_cards"
    TOO_FEW_CARDS = "too_few_cards"
    CARD_NOT_HELD = "card_not_held"
    CARD_NOT_OF_RANK = "card_not_of_rank"
    KEEP_ONE_CARD = "keep_one_card"
    FORCE_NOT_ALLOWED = "force_not_allowed"
    WAIT_FOR_WINDOW = "wait_for_window"
    TOO_EARLY = "too_early"
    NOT_HELD = "not_held"


class IllegalAction(Exception):
    """The action is refused for `reason`; nothing changed. No fault: people press wrong buttons."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Begin:
    """Deal the cards and begin. `cpus` are the seats CPUs hold from the start; `chance` draws a random starter."""

    deal: Deal = field(repr=False)
    dealer: int
    salt: bytes = field(repr=False)
    chance: bytes = field(default=b"", repr=False)
    cpus: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Play:
    """Lay `cards` face down and say they are `said` cards of `rank` (R17, R22-R25)."""

    seat: int
    cards: Cards = field(repr=False)
    rank: Rank | None
    said: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing (R22, R54)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Doubt the open claim (R28). `turn` is the number of the claim that is meant; `None` means the open one."""

    seat: int
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """Let the open claim go; final for that play (R-p)."""

    seat: int
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Force:
    """In the same-rank game for two: ask to be shown a card of the rank (R59). `turn` as for `Challenge`."""

    seat: int
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Answer a Force with a card of the rank, or with nothing (R-i)."""

    seat: int
    card: Card | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class StartClock:
    """The table says until when the game waits; only it knows when Discord showed the claim."""

    until: datetime


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """The claim's time is over (R29), or the time of a forced seat to answer (R-i)."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Play for a seat that did not (R-q); `nudged` when people, not a clock, ask for it."""

    seat: int
    chance: bytes = field(repr=False)
    nudged: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game: the hand goes face down into the pile (R47)."""

    seat: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """Deal the next round of a match and begin it (R66); the deal has moved on to the state's `next_dealer`."""

    deal: Deal = field(repr=False)
    salt: bytes = field(repr=False)
    chance: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Takeover:
    """A CPU keeps the seat until its human returns (R46)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bar:
    """The CPU that keeps the seat keeps it for the rest of the game: its human may not return (R-o)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Return:
    """The human is back and takes the seat again (R46)."""

    seat: int


Action = (
    Begin
    | Play
    | Pass
    | Challenge
    | Decline
    | Force
    | Show
    | StartClock
    | CloseWindow
    | TimeOut
    | Resign
    | NextRound
    | Takeover
    | Bar
    | Return
)
