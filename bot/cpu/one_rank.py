"""What a CPU seat does in the same-rank game: leading, adding, passing, Force and its answer (R52-R60).

A card of the rank in play is kept to win on. Reads what the seat sees and can know; every choice is legal by
construction: it takes its ranks and bounds from the action space.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from bot.cpu.belief import OPEN, PILE, Belief
from bot.cpu.calls import in_hand
from bot.cpu.levels import WAYS, Level, Ways
from bot.cpu.odds import Suspicion, expected, proven, seen_through, suspicion, tail, true_places
from bot.engine.actions import Pass, Play
from bot.engine.cards import Card, Rank
from bot.engine.observe import Observation
from bot.engine.state import Standing

LEAD_IS_WORTH: Final = 0.5  # in cards: the next round's rank, and the lead wins with one card
BLUFF_IS_WORTH: Final = 1.0
DOUBTED: Final = 0.12  # so often a claim is called at first, and that weighs as much as so many claims
DOUBTED_CLAIMS: Final = 6
LEADS_ITS_BEST: Final = 0.5  # how much likelier than by chance a card is the leader's
TRUE_BELOW: Final = 0.7  # so many of the cards others said of the rank lie true in the pile
# How often a card of the rank is said by who holds one, and by who holds none and could pass.
SAYS_TRULY, SAYS_FALSELY = 0.85, 0.2
SHARES: Final = (1.0, 0.8, 0.25, 0.12)
GAME_IS_WORTH: Final = 5.0  # in cards, where the claimant is left with one
LOST_BY_CALL: Final = 0.5  # how much of the game a wrong call gives away that was not lost already


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
    """Whether to add a card that is none of the rank, where passing would do; never so surely that passing tells."""
    if not ways.counts:
        return chance.random() < ways.adds
    held = sum(_is(card, rank) for card in seen.hand)
    if held and len(seen.hand) <= 3:
        return True  # one card of the rank left wins the next turn (R58)
    risk = doubted(belief)
    if ways.plans:
        risk = 1 - (1 - risk) * (1 - seen_through(seen, belief, rank, 1))
    pressed = any(
        view.cards <= 1
        for seat, view in enumerate(seen.seats)
        if seat != seen.viewer and view.standing is Standing.IN and seat == seen.last_adder
    )
    laid = belief.pile if belief.open is None else (*belief.pile, belief.open)
    said = sum(play.said for play in laid if play.rank is rank)
    size = min(seen.space.most, max(ways.bluffs))
    if said + ways.room + size - 1 > len(true_places(belief, rank)) and not pressed:
        return chance.random() < ways.needless  # more than there are: a false one more will hardly be believed
    gain = (1 - risk) * BLUFF_IS_WORTH + (4 * LEAD_IS_WORTH if pressed else 0)
    return gain > risk * (seen.pile + 2 * LEAD_IS_WORTH) and chance.random() < ways.adds


def doubted(belief: Belief) -> float:
    """How often a claim of this seat is called, as far as it has seen; moved towards `DOUBTED` while there are few."""
    own = belief.record(belief.seat)
    return (belief.doubted() * (own.claims + DOUBTED_CLAIMS) + DOUBTED * DOUBTED_CLAIMS) / (own.claims + DOUBTED_CLAIMS)


def _junk(seen: Observation, rank: Rank, ways: Ways, chance: random.Random) -> list[Card]:
    """What goes down as a lie: of the ranks held least; at least one card, and one stays."""
    counts = Counter(card.rank for card in seen.hand)
    others = [card for card in seen.hand if card.rank is not rank and not card.is_joker] or list(seen.hand)
    chance.shuffle(others)
    if ways.orders:
        others.sort(key=lambda card: counts[card.rank])
    size = min(seen.space.most, len(others), chance.choice(ways.bluffs), len(seen.hand) - 1)
    return others[: max(1, size)]


def suspects(seen: Observation, belief: Belief, ways: Ways = WAYS[Level.HARD]) -> Suspicion:
    """What to think of the open claim: how many of the rank its seat can hold, and how many it has said already."""
    claim = seen.claim
    assert claim is not None
    if not belief.where:
        return suspicion(seen, belief, claim, may_hide=False)
    if proven(claim, belief) if ways.remembers else in_hand(seen, claim):
        return Suspicion(proven=True, by_cards=1.0, lie=1.0)
    true = could_hold(seen, belief, ways)
    lies = SAYS_FALSELY
    if ways.remembers:
        usual = expected(belief.record(claim.claimant), claim.said)
        lies *= usual / (1 - usual) / 0.6
    if claim.auto:
        lies = 0.5
    lie = (1 - true) * lies / max((1 - true) * lies + true * SAYS_TRULY, 1e-9)
    lie = min(0.98, max(0.02, lie))
    return Suspicion(proven=False, by_cards=1 - true, lie=lie)


def could_hold(seen: Observation, belief: Belief, ways: Ways) -> float:
    """The chance that the claimant had all it has said in this pile, if it lays what is true first."""
    claim = seen.claim
    assert claim is not None
    before = [play for play in belief.pile if play.rank is claim.rank]
    own = sum(play.said for play in before if play.seat == claim.claimant)
    others = sum(play.said for play in before if play.seat not in (claim.claimant, seen.viewer))
    here, mine = 1 << claim.claimant, 1 << belief.seat
    places = true_places(belief, claim.rank)
    if ways.remembers:
        known = sum(1 for at in places if at & ~OPEN == here)
        loose = sum(1 for at in places if at & (here | OPEN | PILE) and at not in (PILE, here, here | OPEN))
    else:
        laid = sum(
            sum(_is(card, claim.rank) for card in play.cards) for play in belief.pile if play.seat == belief.seat
        )
        known, loose = 0, len(places) - laid - sum(1 for at in places if at == mine)
    left = max(0.0, loose - TRUE_BELOW * others)
    sizes = [view.cards if view.standing is Standing.IN else 0 for view in seen.seats]
    held = sizes[claim.claimant] + claim.said + own
    hidden = sum(sizes) - len(seen.hand) + claim.said + own + others / 2 + seen.removed + seen.aside
    share = min(1.0, held / max(1.0, hidden))
    if (before[0].seat if before else claim.claimant) == claim.claimant:
        share += (1 - share) * LEADS_ITS_BEST  # who named the rank could choose
    low = int(left)
    need = claim.said + own - known
    return (1 - left + low) * tail(low, share, need) + (left - low) * tail(low + 1, share, need)


def _is(card: Card, rank: Rank) -> bool:
    return card.rank is rank or card.is_joker


def doubts(seen: Observation, belief: Belief, ways: Ways, chance: random.Random) -> bool:
    """Whether to call: a proof, or a lie likely enough for the pile, the lead and the game."""
    claim = seen.claim
    assert claim is not None
    if (proven(claim, belief) if ways.remembers else in_hand(seen, claim)) and chance.random() < ways.proofs:
        return True
    near = seen.seats[claim.claimant].cards == 1
    if not ways.counts:
        return chance.random() < (ways.last_plays / 2 if near else ways.hunch)
    gain, loss = stakes(seen, near=near)
    lie = suspects(seen, belief, ways).lie
    return lie * gain > (1 - lie) * loss


def stakes(seen: Observation, *, near: bool) -> tuple[float, float]:
    """What a right call is worth and a wrong one costs, in cards: the pile, the lead, and a game about to be lost."""
    rivals = max(1, sum(view.standing is Standing.IN for view in seen.seats) - 1)
    gain, loss = SHARES[min(rivals, 3)] * seen.pile + LEAD_IS_WORTH, seen.pile + LEAD_IS_WORTH
    return (gain + GAME_IS_WORTH / rivals, loss + GAME_IS_WORTH * LOST_BY_CALL / rivals) if near else (gain, loss)


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
    if not ways.counts:
        return chance.random() < ways.hunch
    none, lie = lacks(seen, belief), suspects(seen, belief, ways).lie
    if none <= lie:
        return False
    gain, loss = stakes(seen, near=seen.seats[claim.claimant].cards == 1)
    return none * gain > (1 - none) * (loss + 1)


def shown(seen: Observation) -> Card | None:
    """The card to answer a Force with: one of the rank before a joker, and none only where there is none."""
    return min(seen.space.showable, key=lambda card: card.is_joker, default=None)
