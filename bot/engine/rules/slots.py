"""The decision points of a game and what a strategy for each must answer.

`compile_rules` fills every slot with one strategy; `decide` and `action_space` ask the slots and know no option's name.
A slot answers questions; it never changes state and never emits more than the facts it was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.engine.actions import Reason
from bot.engine.cards import ALL_RANKS, Cards, Deal, Rank
from bot.engine.rules.ruleset import Family, Ruleset
from bot.engine.state import GameState, Outcome

NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Lead:
    """Who acts next and the ranks they may name."""

    seat: int
    ranks: tuple[Rank, ...]

    @property
    def free(self) -> bool:
        """Whether any rank may be named."""
        return self.ranks == ALL_RANKS


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a claim was settled. `challenger` is `None` where a last play was turned up by the rules (R62)."""

    rank: Rank
    claimant: int
    challenger: int | None
    taker: int


class DealSlot(Protocol):
    """How the shuffled pack becomes hands (R6-R9, R50, R52); seats that are `absent` get none (R66)."""

    def pack(self, seats: int) -> Cards: ...
    def deal(self, shuffled: Cards, seats: int, dealer: int, absent: frozenset[int] = NOBODY) -> Deal: ...


class OpenerSlot(Protocol):
    """Who of the `seats` in play begins, with which ranks (R15, R16)."""

    def lead(self, seats: Sequence[int], dealer: int, chance: bytes) -> Lead: ...


class RankSlot(Protocol):
    """Which ranks follow a call (R17, R20, R-d, R-f).

    `passed` is the rank a pass counts as calling (R-g), `ahead` the rank due in `turns` turns where that is fixed.
    """

    def following(self, rank: Rank) -> tuple[Rank, ...]: ...
    def passed(self, ranks: tuple[Rank, ...], last: Rank | None) -> Rank: ...
    def ahead(self, rank: Rank, turns: int) -> Rank | None: ...


class SizeSlot(Protocol):
    """How many cards a play may hold and may be said to hold (R21, R24, R25).

    `refuse_rest` judges what would be left of the hand (R-h). `bounds` are of cards laid, `said_bounds` of the number
    said of so many laid.
    """

    def refuse(self, laid: int, said: int) -> Reason | None: ...
    def refuse_rest(self, held: int, laid: int) -> Reason | None: ...
    def bounds(self, held: int) -> tuple[int, int]: ...
    def said_bounds(self, laid: int) -> tuple[int, int]: ...


class PassSlot(Protocol):
    """Whether the seat that has the lead may lay nothing (R22, R-g), and when all those passes clear the pile (R57).

    `cap` is how many passes in a row there may be, 0 for none.
    """

    def refuse(self, state: GameState, lead: Lead) -> Reason | None: ...
    def clears(self, state: GameState) -> bool: ...
    def cap(self, state: GameState) -> int: ...


class ChallengerSlot(Protocol):
    """Who may doubt a claim (R28, R-a), by which challenges (R59), and who of several callers counts (R33).

    `gather_ms` is how long calls are gathered after the first before one is chosen.
    """

    @property
    def gather_ms(self) -> int: ...
    def refuse(self, state: GameState, seat: int) -> Reason | None: ...
    def refuse_force(self, state: GameState, seat: int) -> Reason | None: ...
    def choose(self, state: GameState, callers: Sequence[int]) -> int: ...
    def callers(self, state: GameState) -> tuple[int, ...]: ...


class WindowSlot(Protocol):
    """Whether the next play closes the open window (R29, R-l), and whether a call made at `at` is inside it."""

    def play_closes(self, state: GameState) -> bool: ...
    def inside(self, state: GameState, at: datetime) -> bool: ...


class VerdictSlot(Protocol):
    """Whether the cards laid are what was said (R31, R13, R-c)."""

    def truthful(self, cards: Cards, rank: Rank, said: int) -> bool: ...


class RevealSlot(Protocol):
    """What else is turned up: the pile (R36), or a last play nobody doubted (R62)."""

    def pile_shown(self, pile: Cards) -> Cards: ...
    def unasked(self, state: GameState) -> bool: ...


class PenaltySlot(Protocol):
    """What the loser of a challenge takes and what leaves the game (R32, R63), and what a caught cheat draws (R50)."""

    def split(self, state: GameState, burning: bool) -> tuple[Cards, Cards]: ...
    def drawn(self, state: GameState) -> Cards: ...


class LeadSlot(Protocol):
    """Who acts after a claim stood, a verdict, a pass or a resignation (R35, R56, R57, R-o).

    `passed` is the rank a pass passes over, if any; `fixed` says that no verdict changes the order of ranks.
    """

    @property
    def fixed(self) -> bool: ...
    def after_stand(self, state: GameState) -> Lead: ...
    def after_verdict(self, state: GameState, verdict: Verdict) -> Lead: ...
    def after_pass(self, state: GameState) -> Lead: ...
    def after_leaving(self, state: GameState, seat: int) -> Lead: ...
    def passed(self, state: GameState) -> Rank | None: ...


class OutSlot(Protocol):
    """Whether a seat is out of cards for good, and whether that ends the round (R38-R41, R58, R-a, R-t).

    `outcome` is asked when a claim or a pass is settled, `at_turn` when the turn is about to come to `lead`.
    """

    def gone(self, state: GameState) -> tuple[int, ...]: ...
    def outcome(self, state: GameState) -> Outcome | None: ...
    def at_turn(self, state: GameState, lead: Lead) -> Outcome | None: ...


class LeaveSlot(Protocol):
    """What becomes of a seat whose human leaves (R47, R-o)."""

    @property
    def cpu_keeps(self) -> bool: ...


class IdleSlot(Protocol):
    """When a long game burns its pile and when it is stopped (R63)."""

    def burns(self, state: GameState) -> bool: ...
    def begins(self, state: GameState) -> bool: ...
    def backstop(self, state: GameState) -> Outcome | None: ...


class ScoreSlot(Protocol):
    """What a round is worth, and how a match of several ends (R42, R66)."""

    @property
    def rounds(self) -> int: ...
    def points(self, state: GameState, outcome: Outcome) -> tuple[int, ...]: ...
    def result(self, state: GameState) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset made ready for one table: a strategy in every slot, and the team of each seat (none: no teams)."""

    ruleset: Ruleset
    deal: DealSlot
    opener: OpenerSlot
    rank: RankSlot
    size: SizeSlot
    passing: PassSlot
    challenger: ChallengerSlot
    window: WindowSlot
    verdict: VerdictSlot
    reveal: RevealSlot
    penalty: PenaltySlot
    lead: LeadSlot
    out: OutSlot
    leave: LeaveSlot
    idle: IdleSlot
    score: ScoreSlot
    teams: tuple[int, ...] = ()

    @property
    def family(self) -> Family:
        """Which of the two games is played."""
        return self.ruleset.family
