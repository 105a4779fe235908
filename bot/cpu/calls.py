"""Whether a CPU seat doubts the open claim. Reads what the seat sees and can know; all randomness is `chance`'s."""

from __future__ import annotations

import random
from typing import Final

from bot.cpu.belief import Belief
from bot.cpu.levels import Ways
from bot.cpu.odds import Suspicion, proven, suspicion
from bot.engine.observe import ClaimView, Observation
from bot.engine.rules.slots import Rules
from bot.engine.state import Standing

SHARE: Final = 0.5  # how much of a rival's loss is a gain for the others together
SMALL_HAND: Final = 3
NEAR_THE_END: Final = 1.6  # how much more it is worth to stop a rival with a small hand
HIDING_GAIN: Final = 0.6  # where cards are slipped in
MOST_GAIN: Final = 0.2  # with few rivals too: what is not proven is called when five to one speak for a lie


def suspects(seen: Observation, belief: Belief, rules: Rules) -> Suspicion:
    """What to think of the open claim."""
    assert seen.claim is not None
    return suspicion(seen, belief, seen.claim, may_hide=may_hide(rules))


def doubts(seen: Observation, belief: Belief, rules: Rules, ways: Ways, chance: random.Random) -> bool:
    """Whether to call: a proof, a last play, or a claim more likely a lie than the pile is worth."""
    claim = seen.claim
    assert claim is not None
    if (proven(claim, belief) if ways.remembers else in_hand(seen, claim)) and chance.random() < ways.proofs:
        return True
    if seen.seats[claim.claimant].cards == 0:
        if rules.ruleset.last_play == "must_be_true":
            return False  # it is turned up without anybody's risk (R62)
        if ends_the_round(seen, claim, rules):
            return chance.random() < ways.last_plays
    if may_hide(rules) and ways.counts:
        # A seat that is not called lays four cards a turn: it is out before it would be sure.
        lie = suspects(seen, belief, rules).lie
        return lie * HIDING_GAIN > 1 - lie
    if not ways.weighs:
        return chance.random() < ways.hunch
    return worth_it(seen, claim, suspects(seen, belief, rules).lie)


def may_hide(rules: Rules) -> bool:
    """Whether more cards may lie there than were said (R25)."""
    return rules.size.said_bounds(2) != (2, 2)


def in_hand(seen: Observation, claim: ClaimView) -> bool:
    """Whether the cards in hand alone prove the claim a lie."""
    lying = seen.pile + seen.penalty + seen.aside + seen.removed
    decks, jokers = divmod(lying + sum(view.cards for view in seen.seats), 52)
    held = sum(card.rank is claim.rank or card.is_joker for card in seen.hand)
    return 4 * decks + jokers - held < claim.said if decks else False


def ends_the_round(seen: Observation, claim: ClaimView, rules: Rules) -> bool:
    """Whether the round is over if this last play stands or proves true, so that a wrong call costs nothing."""
    if seen.teams:
        team = seen.teams[claim.claimant]
        mates = (seat for seat, of in enumerate(seen.teams) if of == team and seat != claim.claimant)
        return all(seen.seats[mate].standing is not Standing.IN for mate in mates)
    live = sum(view.standing is Standing.IN for view in seen.seats)
    return not rules.ruleset.play_on or live == 2


def worth_it(seen: Observation, claim: ClaimView, lie: float) -> bool:
    """Whether the gain, shared by all rivals of the claimant, outweighs the pile this seat would take alone."""
    rivals = max(1, sum(view.standing is Standing.IN for view in seen.seats) - 1)
    cards = seen.seats[claim.claimant].cards
    gain = min(MOST_GAIN, SHARE / rivals) * (NEAR_THE_END if cards <= SMALL_HAND else 1.0)
    return lie * gain > 1 - lie
