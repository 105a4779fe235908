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
from bot.engine.cards import Cards, Deal, Rank
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState, Outcome


@dataclass(frozen=True, slots=True)
class Lead:
    """Who acts next and the ranks they may name."""

    seat: int
    ranks: tuple[Rank, ...]


class DealSlot(Protocol):
    """How the shuffled pack becomes hands (R6-R9, R50, R52)."""

    def pack(self, seats: int) -> Cards: ...
    def deal(self, shuffled: Cards, seats: int, dealer: int) -> Deal: ...


class OpenerSlot(Protocol):
    """Who begins, with which ranks (R15, R16)."""

    def lead(self, seats: int, dealer: int, chance: bytes) -> Lead: ...


class RankSlot(Protocol):
    """Which ranks follow a call (R17, R20, R-d, R-f); `ahead` is the rank due in `turns` turns where that is fixed."""

    def following(self, rank: Rank) -> tuple[Rank, ...]: ...
    def ahead(self, rank: Rank, turns: int) -> Rank | None: ...


class SizeSlot(Protocol):
    """How many cards a play may hold and may be said to hold (R21, R24, R25)."""

    def refuse(self, laid: int, said: int) -> Reason | None: ...
    def bounds(self, held: int) -> tuple[int, int]: ...


class PassSlot(Protocol):
    """Whether a seat may lay nothing (R22, R-g)."""

    def refuse(self, state: GameState, seat: int) -> Reason | None: ...


class ChallengerSlot(Protocol):
    """Who may doubt a claim (R28, R-a), by which challenges (R59), and who of several callers counts (R33)."""

    def refuse(self, state: GameState, seat: int) -> Reason | None: ...
    def refuse_force(self, state: GameState, seat: int) -> Reason | None: ...
    def choose(self, state: GameState, callers: Sequence[int]) -> int: ...
    def callers(self, state: GameState) -> tuple[int, ...]: ...


class WindowSlot(Protocol):
    """Whether the next play must wait for the window (R29), and whether an action's time is still inside it."""

    def play_closes(self) -> bool: ...
    def inside(self, until: datetime | None, at: datetime) -> bool: ...


class VerdictSlot(Protocol):
    """Whether the cards laid are what was said (R31, R13, R-c)."""

    def truthful(self, cards: Cards, rank: Rank, said: int) -> bool: ...


class RevealSlot(Protocol):
    """What else is turned up in a challenge (R36)."""

    def pile_shown(self, state: GameState) -> Cards: ...


class PenaltySlot(Protocol):
    """What the loser of a challenge takes and what leaves the game (R32, R50, R63)."""

    def split(self, state: GameState, burning: bool) -> tuple[Cards, Cards]: ...


class LeadSlot(Protocol):
    """Who acts after a claim stood, a verdict, a pass or a resignation (R35, R-o)."""

    def after_stand(self, state: GameState) -> Lead: ...
    def after_verdict(self, state: GameState, rank: Rank, claimant: int, taker: int) -> Lead: ...
    def after_pass(self, state: GameState) -> Lead: ...
    def after_leaving(self, state: GameState, seat: int) -> Lead: ...


class OutSlot(Protocol):
    """Whether a seat is out of cards for good, and whether that ends the game (R38-R41, R-a, R-t)."""

    def gone(self, state: GameState) -> tuple[int, ...]: ...
    def outcome(self, state: GameState) -> Outcome | None: ...


class IdleSlot(Protocol):
    """When a long game burns its pile and when it is stopped (R63)."""

    def burns(self, state: GameState) -> bool: ...
    def begins(self, state: GameState) -> bool: ...
    def backstop(self, state: GameState) -> Outcome | None: ...


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset made ready for one table: a strategy in every slot."""

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
    idle: IdleSlot
