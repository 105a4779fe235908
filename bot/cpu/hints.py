"""What a person in a seat may be told of it: facts, odds, and what a strong player would do. Numbers only, no words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.cards import Cards, Rank


class Advice(StrEnum):
    """What the hard level would do."""

    PLAY = "play"
    PASS = "pass"  # noqa: S105 - no password
    CALL = "call"
    FORCE = "force"
    LET_GO = "let_go"
    SHOW = "show"
    SHOW_NOTHING = "show_nothing"


@dataclass(frozen=True, slots=True)
class ClaimHint:
    """On the open claim. `lie` is the chance (0 to 1) that it is one, `proven` that the own cards prove it.

    `held` cards of the rank claimed are in the own hand, jokers not counted; `accounted` are all of the rank that this
    seat knows not to lie in the claim, those held included; `possible` are those of the rank, and jokers, that may lie
    there. `risk` cards would be taken by a wrong call; `last_play` says that the claimant holds no more.
    """

    rank: Rank
    said: int
    held: int
    accounted: int
    possible: int
    lie: float
    proven: bool
    risk: int
    last_play: bool


@dataclass(frozen=True, slots=True)
class TurnHint:
    """On the own turn, or the next one: cards `held` of each rank that may be named now, jokers apart.

    `asked` are the ranks this seat will be asked for, the soonest first and this turn's included, where that is fixed.
    """

    held: tuple[tuple[Rank, int], ...]
    jokers: int
    asked: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """All there is to say now; a part is `None` where it does not apply.

    `cards`, `rank` and `said` are of the play advised, `bluff` whether that is a lie.
    """

    claim: ClaimHint | None = None
    turn: TurnHint | None = None
    advice: Advice | None = None
    cards: Cards = field(default=(), repr=False)
    rank: Rank | None = None
    said: int = 0
    bluff: bool = False
