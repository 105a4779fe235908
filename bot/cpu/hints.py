"""What a person in a seat may be told of it: facts, odds, and what a strong player would do. Numbers only, no words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from bot.cpu import calls, odds, one_rank
from bot.cpu.belief import Belief
from bot.engine.cards import Cards, Rank
from bot.engine.observe import Observation
from bot.engine.rules.slots import Rules
from bot.engine.state import Standing


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

    `held` cards of the rank claimed are in the own hand. Of all cards true as that rank, jokers among them, this seat
    knows `accounted` not to lie in the claim (those it holds are counted) and `possible` may lie there. A wrong call
    takes `risk` cards; `last_play` says that the claimant holds no more.
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

    `then` is what to do with the turn once the claim is let go, where it need not be settled first (R29).
    `cards`, `rank` and `said` are of the play advised, `bluff` whether that is a lie.
    """

    claim: ClaimHint | None = None
    turn: TurnHint | None = None
    advice: Advice | None = None
    then: Advice | None = None
    cards: Cards = field(default=(), repr=False)
    rank: Rank | None = None
    said: int = 0
    bluff: bool = False


def claim_facts(seen: Observation, belief: Belief, rules: Rules) -> ClaimHint | None:
    """On the open claim, where this seat may call it."""
    claim = seen.claim
    if claim is None or not seen.space.may_challenge:
        return None
    thought = calls.suspects(seen, belief, rules) if seen.family == "cycle" else one_rank.suspects(seen, belief)
    may = odds.possible(belief, claim.rank)
    all_true = len(odds.true_places(belief, claim.rank))
    return ClaimHint(
        rank=claim.rank,
        said=claim.said,
        held=sum(card.rank is claim.rank for card in seen.hand),
        accounted=all_true - (may or 0),
        possible=all_true if may is None else may,
        lie=thought.lie,
        proven=thought.proven,
        risk=claim.said if seen.burning else seen.pile,
        last_play=seen.seats[claim.claimant].cards == 0,
    )


def turn_facts(seen: Observation, rules: Rules) -> TurnHint | None:
    """On the own turn, or the next one as far as its rank is fixed."""
    on_turn = seen.space.may_play or seen.space.may_pass
    due = seen.space.ranks or (seen.ranks if on_turn else ())
    ranks = due or ((seen.yours_next,) if seen.yours_next is not None else ())
    if not ranks or not seen.hand:
        return None
    counts = Counter(card.rank for card in seen.hand)
    live = sum(view.standing is Standing.IN for view in seen.seats)
    ahead = (rules.rank.ahead(ranks[0], live * turn) for turn in range(len(Rank)))
    fixed = len(ranks) == 1 and seen.family == "cycle" and (on_turn or rules.lead.fixed)
    asked = tuple(rank for rank in ahead if rank is not None) if fixed else ()
    held = tuple((rank, counts[rank]) for rank in ranks)
    return TurnHint(held, sum(card.is_joker for card in seen.hand), asked)
