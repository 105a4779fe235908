"""What a CPU seat does: a choice from what the seat sees, what it can know, and chance. Pure, and always legal.

Never takes a `GameState`; the pause before an act is drawn elsewhere, apart from the choice.
"""

from __future__ import annotations

import random
from dataclasses import replace

from bot.cpu import calls, cycle, one_rank
from bot.cpu.belief import Belief
from bot.cpu.hints import Advice, Hint, claim_facts, turn_facts
from bot.cpu.levels import WAYS, Level
from bot.engine.actions import Challenge, Decline, Force, Pass, Play, Show
from bot.engine.observe import Observation
from bot.engine.rules.slots import Rules


def move(level: Level, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
    """What the seat lays, or that it passes; it must be on turn."""
    if seen.family == "cycle":
        return cycle.move(seen, belief, rules, WAYS[level], chance)
    return one_rank.move(seen, belief, WAYS[level], chance)


def answer(
    level: Level, seen: Observation, belief: Belief, rules: Rules, chance: random.Random
) -> Challenge | Force | Decline:
    """Whether the seat doubts the open claim, or asks to be shown a card; it must be allowed to speak to it."""
    assert seen.viewer is not None
    assert seen.claim is not None
    ways, number = WAYS[level], seen.claim.number
    if seen.space.may_force and one_rank.forces(seen, belief, ways, chance):
        return Force(seen.viewer, number)
    if seen.family == "cycle":
        called = calls.doubts(seen, belief, rules, ways, chance)
    else:
        called = one_rank.doubts(seen, belief, ways, chance)
    return Challenge(seen.viewer, number) if called else Decline(seen.viewer, number)


def show(level: Level, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Show:
    """What the forced seat shows, one of the rank if it has one; it must be asked to."""
    del level, belief, rules, chance  # to show is always better, whoever plays
    assert seen.viewer is not None
    return Show(seen.viewer, one_rank.shown(seen))


def hint(seen: Observation, belief: Belief, rules: Rules) -> Hint:
    """Facts and odds for the person in this seat, and what the hard level would do there.

    The advice depends on what the seat sees alone: asked again it is the same.
    """
    facts = Hint(claim_facts(seen, belief, rules), turn_facts(seen, rules))
    chance, space = random.Random(seen.turns), seen.space  # noqa: S311 - a coin for equal cards, no secret
    if space.may_show:
        shown = show(Level.HARD, seen, belief, rules, chance).card
        return replace(facts, advice=Advice.SHOW if shown else Advice.SHOW_NOTHING, cards=(shown,) if shown else ())
    if space.may_challenge:
        match answer(Level.HARD, seen, belief, rules, chance):
            case Challenge():
                return replace(facts, advice=Advice.CALL)
            case Force():
                return replace(facts, advice=Advice.FORCE)
            case Decline():
                turn = _turn_advised(facts, seen, belief, rules, chance)
                return replace(turn, advice=Advice.LET_GO, then=turn.advice)
    return _turn_advised(facts, seen, belief, rules, chance)


def _turn_advised(facts: Hint, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Hint:
    """The facts with what the hard level would do with its turn, if it has it: a claim may be open still (R29)."""
    if not (seen.space.may_play or seen.space.may_pass):
        return facts
    chosen = move(Level.HARD, seen, belief, rules, chance)
    if isinstance(chosen, Pass) or chosen.rank is None:
        return replace(facts, advice=Advice.PASS)
    return replace(
        facts,
        advice=Advice.PLAY,
        cards=chosen.cards,
        rank=chosen.rank,
        said=chosen.said,
        bluff=not rules.verdict.truthful(chosen.cards, chosen.rank, chosen.said),
    )
