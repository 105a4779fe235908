"""What a CPU seat does: a choice from what the seat sees, what it can know, and chance. Pure, and always legal.

Never takes a `GameState`; the pause before an act is drawn elsewhere, apart from the choice.
"""

from __future__ import annotations

import random

from bot.cpu.belief import OPEN, Belief
from bot.cpu.hints import Advice, ClaimHint, Hint, TurnHint
from bot.cpu.levels import Level
from bot.engine.actions import Challenge, Decline, Force, Pass, Play, Show
from bot.engine.observe import ClaimView, Observation
from bot.engine.rules.slots import Rules


def move(level: Level, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
    """What the seat lays, or that it passes; it must be on turn."""
    assert seen.viewer is not None
    space = seen.space
    if not space.may_play:
        return Pass(seen.viewer)
    rank = max(space.ranks, key=lambda due: sum(card.rank is due for card in seen.hand))
    true = [card for card in seen.hand if card.rank is rank][: space.most]
    cards = tuple(true) or (chance.choice(seen.hand),)
    return Play(seen.viewer, cards, rank, len(cards))


def answer(
    level: Level, seen: Observation, belief: Belief, rules: Rules, chance: random.Random
) -> Challenge | Force | Decline:
    """Whether the seat doubts the open claim; it must be allowed to."""
    assert seen.viewer is not None
    assert seen.claim is not None
    if possible(seen.claim, belief) < seen.claim.said or seen.seats[seen.claim.claimant].cards == 0:
        return Challenge(seen.viewer, seen.claim.number)
    return Decline(seen.viewer, seen.claim.number)


def show(level: Level, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Show:
    """What the forced seat shows; it must be asked to."""
    assert seen.viewer is not None
    return Show(seen.viewer, seen.space.showable[0] if seen.space.showable else None)


def possible(claim: ClaimView, belief: Belief) -> int:
    """How many cards of the rank, and jokers, may lie in the open claim as far as this seat can know."""
    cards = belief.cards
    if not cards:
        return claim.said
    true = (card.rank is claim.rank or card.is_joker for card in cards)
    return sum(is_true and bool(at & OPEN) for is_true, at in zip(true, belief.where, strict=True))


def hint(seen: Observation, belief: Belief, rules: Rules) -> Hint:
    """Facts and odds for the person in this seat."""
    claim = seen.claim
    if claim is not None and seen.space.may_challenge:
        may = possible(claim, belief)
        held = sum(card.rank is claim.rank for card in seen.hand)
        facts = ClaimHint(
            rank=claim.rank,
            said=claim.said,
            held=held,
            accounted=held,
            possible=may,
            lie=1.0 if may < claim.said else 0.5,
            proven=may < claim.said,
            risk=seen.pile,
            last_play=seen.seats[claim.claimant].cards == 0,
        )
        return Hint(claim=facts, advice=Advice.CALL if facts.proven or facts.last_play else Advice.LET_GO)
    turn = TurnHint(tuple((rank, sum(card.rank is rank for card in seen.hand)) for rank in seen.space.ranks), 0, ())
    return Hint(turn=turn)
