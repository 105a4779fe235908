"""What a CPU seat does in the same-rank game: leading, adding, passing, Force and its answer (R52-R60).

A card of the rank in play is kept to win on. Reads what the seat sees and can know; every choice is legal by
construction: it takes its ranks and bounds from the action space.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from bot.cpu.belief import Belief
from bot.cpu.calls import in_hand
from bot.cpu.levels import Ways
from bot.cpu.odds import Suspicion, proven, seen_through, suspicion, true_places
from bot.engine.actions import Pass, Play
from bot.engine.cards import Card, Rank
from bot.engine.observe import Observation
from bot.engine.state import Standing

LEAD_IS_WORTH: Final = 0.5  # in cards: the next round's rank, and the lead wins with one card
BLUFF_IS_WORTH: Final = 0.4
DOUBTED: Final = 0.15
TRUE_BELOW: Final = 0.6  # so many of the cards said of the rank already lie true in the pile
DANGER: Final = 2.0  # how much more it is worth to stop a rival with one card


def move(seen: Observation, belief: Belief, ways: Ways, chance: random.Random) -> Play | Pass:
    """Lead, add or pass."""
    space, viewer = seen.space, seen.viewer
    assert viewer is not None
    if not space.may_play:
        return Pass(viewer)
    counts = Counter(card.rank for card in seen.hand)
    rank = max(space.ranks, key=lambda due: (counts[due], chance.random()))
    needless = ways.needless > 0 and chance.random() < ways.needless
    cards = [] if needless else _true(seen, rank)
    if cards and len(cards) == len(seen.hand):
        cards = cards[:-1]
    if not cards and (not space.may_pass or needless or _bluffs(seen, belief, ways, rank, chance)):
        cards = _junk(seen, rank, ways, chance)
    cards = cards[: space.most]
    return Play(viewer, tuple(cards), rank, len(cards)) if cards else Pass(viewer)


def _true(seen: Observation, rank: Rank) -> list[Card]:
    """What goes down truthfully: all of the rank but for one to win on, which the last turns need."""
    true = [card for card in seen.hand if card.rank is rank]
    if not true:
        return []
    rest = len(seen.hand) - len(true)
    keep = 1 if rest <= 2 and len(true) + rest > 1 else 0
    return true[: max(0, len(true) - keep)]


def _bluffs(seen: Observation, belief: Belief, ways: Ways, rank: Rank, chance: random.Random) -> bool:
    """Whether to add a card that is none of the rank, where passing would do."""
    if not ways.plans:
        return chance.random() < 0.35
    held = sum(card.rank is rank or card.is_joker for card in seen.hand)
    if held and len(seen.hand) <= 3:
        return True  # one card of the rank left wins the next turn (R58)
    risk = 1 - (1 - max(DOUBTED, belief.doubted())) * (1 - seen_through(seen, belief, rank, 1))
    pressed = any(
        view.cards <= 1
        for seat, view in enumerate(seen.seats)
        if seat != seen.viewer and view.standing is Standing.IN and seat == seen.last_adder
    )
    return (1 - risk) * BLUFF_IS_WORTH + (4 * LEAD_IS_WORTH if pressed else 0) > risk * (seen.pile + 2 * LEAD_IS_WORTH)


def _junk(seen: Observation, rank: Rank, ways: Ways, chance: random.Random) -> list[Card]:
    """What goes down as a lie: of the ranks held least; at least one card, and one stays."""
    counts = Counter(card.rank for card in seen.hand)
    others = [card for card in seen.hand if card.rank is not rank and not card.is_joker] or list(seen.hand)
    chance.shuffle(others)
    if ways.orders:
        others.sort(key=lambda card: counts[card.rank])
    size = min(seen.space.most, len(others), chance.choice(ways.bluffs), len(seen.hand) - 1)
    return others[: max(1, size)]


def suspects(seen: Observation, belief: Belief) -> Suspicion:
    """What to think of the open claim: by the cards, and by how many of the rank are said to lie below it."""
    claim = seen.claim
    assert claim is not None
    thought = suspicion(seen, belief, claim, may_hide=False)
    if thought.proven or not belief.where:
        return thought
    below = sum(play.said for play in belief.pile if play.rank is claim.rank and play.seat != seen.viewer)
    left = max(1, len(true_places(belief, claim.rank)))
    truth = (1 - thought.lie) * max(0.05, 1 - TRUE_BELOW * below / left)
    return Suspicion(proven=False, by_cards=thought.by_cards, lie=1 - truth)


def doubts(seen: Observation, belief: Belief, ways: Ways, chance: random.Random) -> bool:
    """Whether to call: a proof, or a lie likely enough for the pile and the lead."""
    claim = seen.claim
    assert claim is not None
    if (proven(claim, belief) if ways.remembers else in_hand(seen, claim)) and chance.random() < ways.proofs:
        return True
    near = seen.seats[claim.claimant].cards == 1
    if not ways.weighs:
        return chance.random() < (ways.last_plays / 2 if near else ways.hunch)
    rivals = max(1, sum(view.standing is Standing.IN for view in seen.seats) - 1)
    lie = suspects(seen, belief).lie
    gain = (seen.pile / rivals / 2 + LEAD_IS_WORTH) * (DANGER if near else 1.0)
    return lie * gain > (1 - lie) * (seen.pile + LEAD_IS_WORTH)


def lacks(seen: Observation, belief: Belief) -> float:
    """The chance that the claimant holds no card of the rank any more."""
    claim = seen.claim
    assert claim is not None
    here, none = 1 << claim.claimant, 1.0
    places = true_places(belief, claim.rank)
    if not places:
        return 0.3
    hidden = max(1, sum(bool(at & (at - 1)) for at in belief.where))
    share = min(1.0, seen.seats[claim.claimant].cards / hidden)
    for at in places:
        if at & here:
            none *= 0.0 if at == here else 1 - share
    return none


def forces(seen: Observation, belief: Belief, ways: Ways, chance: random.Random) -> bool:
    """Whether to ask to be shown a card of the rank (R59): likelier to be right than a doubt, and likely enough."""
    claim = seen.claim
    assert claim is not None
    if not ways.weighs:
        return chance.random() < ways.hunch
    none, lie = lacks(seen, belief), suspects(seen, belief).lie
    if none <= lie:
        return False
    return none * (seen.pile / 2 + LEAD_IS_WORTH) > (1 - none) * (seen.pile + 1 + LEAD_IS_WORTH / 2)


def shown(seen: Observation) -> Card | None:
    """The card to answer a Force with: one of the rank before a joker, and none only where there is none."""
    return min(seen.space.showable, key=lambda card: card.is_joker, default=None)
