"""What a CPU seat lays in the game whose ranks move with every turn.

Reads what the seat sees and can know. All randomness comes from `chance`; every choice is legal by construction: it
takes its ranks and bounds from the action space.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.cpu.belief import Belief
from bot.cpu.levels import Ways
from bot.cpu.odds import seen_through, slips
from bot.cpu.plan import Plan, cheapest
from bot.engine.actions import Pass, Play
from bot.engine.cards import Card, Cards, Rank
from bot.engine.observe import Observation
from bot.engine.rules.slots import Rules
from bot.engine.state import Standing

HORIZON: Final = 13  # a whole circle of ranks; longer where one card goes at a time
LONG_HORIZON: Final = 40
# The chance that somebody calls a claim of so many without proof.
DOUBTED: Final = (0.0, 0.01, 0.02, 0.03, 0.06, 0.1)
CALLED_IF_SEEN: Final = 0.9
SLIPS_SEEN: Final = 1.3  # how far rivals go by how often a seat has slipped cards in
TURNS_A_CARD: Final = 0.5  # what each card taken from the pile costs, in turns
TURNS_BACK: Final = 1.0  # the same for each card of the lie, which has to go again
MORE_IF_CALLED: Final = 15.0  # and where the ranks to come are not known so much more, if all claims are called
PILE_LATER: Final = 8.0  # how many cards lie there when a later lie is told


@dataclass
class Turn:
    """One turn of one seat: what it holds and what a lie would cost."""

    seen: Observation
    belief: Belief
    rules: Rules
    ways: Ways
    chance: random.Random
    counts: dict[Rank, int] = field(default_factory=dict)
    jokers: int = 0
    risks: dict[tuple[Rank, int], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ranks = [card.rank for card in self.seen.hand]
        self.counts = Counter(rank for rank in ranks if rank is not None)
        self.jokers = len(ranks) - sum(self.counts.values())

    @property
    def fixed(self) -> bool:
        """Whether the ranks to come are known; where they are not, lies and calls are many and experience counts."""
        return self.rules.lead.fixed and self.rules.rank.ahead(Rank.ACE, 1) is not None

    # --- what comes -----------------------------------------------------------------------------------------------

    @property
    def live(self) -> int:
        """How many seats still play."""
        return sum(view.standing is Standing.IN for view in self.seen.seats)

    def asked(self, rank: Rank) -> tuple[Rank, ...]:
        """The ranks this seat is asked for from this turn on if it names `rank`; only that one where none is fixed."""
        turns = HORIZON if self.seen.space.most > 1 or len(self.seen.hand) == 1 else LONG_HORIZON
        ahead = (self.rules.rank.ahead(rank, self.live * turn) for turn in range(turns))
        known = tuple(due for due in ahead if due is not None)
        return known if len(known) == turns else (rank,)

    def lie(self, at: int, rank: Rank, true: int, junk: int) -> float:
        """What a lie costs in turns, in the slot `at` turns from now."""
        laid = true + junk
        said = max(1, true) if self.seen.space.extra else laid
        wary = 0.0 if self.fixed else self.belief.doubted()
        later = PILE_LATER * (1 - wary)
        pile = 0.0 if self.seen.burning else self.seen.pile if at == 0 else later
        taken = pile + (self.rules.ruleset.penalty if self.seen.penalty else 0)
        back = TURNS_BACK + MORE_IF_CALLED * wary
        return self.risk(rank, said) * (TURNS_A_CARD * taken + back * laid)

    def risk(self, rank: Rank, said: int) -> float:
        """The chance that a lie is called."""
        known = self.risks.get((rank, said))
        if known is None:
            doubted = DOUBTED[min(said, len(DOUBTED) - 1)]
            if not self.fixed:
                doubted = max(doubted, self.belief.doubted())
            if self.seen.space.extra and self.seen.viewer is not None:
                # The others see its hand shrink, too.
                doubted = max(doubted, SLIPS_SEEN * slips(self.seen, self.belief, self.seen.viewer) ** 2)
            seen = CALLED_IF_SEEN * seen_through(self.seen, self.belief, rank, said)
            known = self.risks[rank, said] = 1 - (1 - seen) * (1 - doubted)
        return known

    # --- what is laid ---------------------------------------------------------------------------------------------

    def lay(self, cards: Sequence[Card], rank: Rank) -> Play:
        """These cards as `rank`: as many said as laid, or where more may be slipped in only the true ones."""
        assert self.seen.viewer is not None
        said = len(cards)
        if self.seen.space.extra:
            said = max(1, sum(card.rank is rank or card.is_joker for card in cards))
        return Play(self.seen.viewer, tuple(cards), rank, said)

    def true(self, rank: Rank) -> Cards:
        """The cards of the rank, jokers apart."""
        return tuple(card for card in self.seen.hand if card.rank is rank)

    def junk(self, asked: Sequence[Rank], finish: int) -> list[Card]:
        """All but the cards of this turn's rank, those to be thrown first in front.

        First what is not asked for before the last play, the latest first; then what can be spared of the largest
        groups, one card of each kept; then the rest, and jokers last.
        """
        soon = {rank: at for at, rank in reversed(list(enumerate(asked)))}
        seen: Counter[Rank] = Counter()

        def key(card: Card) -> tuple[int, int]:
            if card.rank is None:
                return (3, 0)
            at = soon.get(card.rank, len(asked))
            if at > finish:
                return (0, -at)
            seen[card.rank] += 1
            return (1, -self.counts[card.rank]) if seen[card.rank] > 1 else (2, -at)

        keyed = [(key(card), card) for card in self.seen.hand if card.rank is not asked[0]]
        return [card for _, card in sorted(keyed, key=lambda pair: pair[0])]


def move(seen: Observation, belief: Belief, rules: Rules, ways: Ways, chance: random.Random) -> Play | Pass:
    """What the seat does with its turn."""
    assert seen.viewer is not None
    turn = Turn(seen, belief, rules, ways, chance)
    if not seen.space.may_play:
        return Pass(seen.viewer)
    if ways.needless and chance.random() < ways.needless:
        return _needless(turn)
    if ways.plans:
        return _planned(turn)
    return _simple(turn)


def _needless(turn: Turn) -> Play:
    """A few cards of any kind."""
    count = min(turn.seen.space.most, turn.chance.choice(turn.ways.bluffs))
    cards = turn.chance.sample(turn.seen.hand, count)
    return turn.lay(cards, turn.chance.choice(turn.seen.space.ranks))


def _simple(turn: Turn) -> Play | Pass:
    """All of the rank if there is any, else a lie of one size, of the cards asked for last or of any."""
    space, hand = turn.seen.space, turn.seen.hand
    rank = _most_held(turn, space.ranks)
    true = list(turn.true(rank))
    wild = [card for card in hand if card.is_joker]
    if len(true) + len(wild) == len(hand) <= space.most:
        return turn.lay(hand, rank)
    if true:
        padded = (space.extra or not turn.fixed) and turn.chance.random() < turn.ways.padded
        return turn.lay((true + _padding(turn, rank, len(true)) if padded else true)[: space.most], rank)
    if space.may_pass and turn.chance.random() < 0.5:  # half the time: who always passes tells that a play is true
        assert turn.seen.viewer is not None
        return Pass(turn.seen.viewer)
    count = min(space.most, turn.chance.choice(turn.ways.bluffs), max(1, len(hand) - 1))
    if turn.ways.orders:
        return turn.lay(turn.junk(turn.asked(rank), 0)[:count] or hand[:1], rank)
    return turn.lay(turn.chance.sample(hand, count), rank)


def _padding(turn: Turn, rank: Rank, true: int) -> list[Card]:
    """A false card or two to go down with so many true ones: as few of each rank as there are, one card staying."""
    small = sorted(turn.junk((rank,), 0), key=lambda card: (card.is_joker, turn.counts[card.rank] if card.rank else 0))
    size = turn.chance.choice((1, 2) if turn.seen.space.extra else (1,))
    return small[: min(size, max(0, len(turn.seen.hand) - true - 1))]


def _most_held(turn: Turn, ranks: Sequence[Rank]) -> Rank:
    """The rank this seat holds most of; by chance among equals."""
    return max(ranks, key=lambda rank: (turn.counts.get(rank, 0), turn.chance.random()))


def _planned(turn: Turn) -> Play | Pass:
    """The first step of the cheapest way out, over the ranks that may be named."""
    space = turn.seen.space
    if turn.rules.rank.ahead(space.ranks[0], 1) is None:
        return _nothing_fixed(turn)
    best: tuple[Plan, Rank] | None = None
    for rank in space.ranks:
        if len(space.ranks) > 1 and not turn.counts.get(rank):
            continue
        plan = cheapest(turn.counts, turn.jokers, turn.asked(rank), space.most, turn.lie, may_pass=space.may_pass)
        if plan is not None and (best is None or plan.cost < best[0].cost):
            best = plan, rank
    return _simple(turn) if best is None else _step(turn, *best)


def _step(turn: Turn, plan: Plan, rank: Rank) -> Play | Pass:
    """What the plan has for this turn."""
    if plan.true + plan.junk == 0:
        assert turn.seen.viewer is not None
        return Pass(turn.seen.viewer)
    cards = list(turn.true(rank))
    if plan.finish == 0:
        return turn.lay((cards + [card for card in turn.seen.hand if card.is_joker])[: plan.true], rank)
    return turn.lay(cards[: plan.true] + turn.junk(plan.asked, plan.finish)[: plan.junk], rank)


def _nothing_fixed(turn: Turn) -> Play | Pass:
    """Where nobody knows what comes next: whatever rids the seat of most groups of cards at the least cost."""
    space, hand = turn.seen.space, turn.seen.hand
    wild = [card for card in hand if card.is_joker]
    best: tuple[float, Rank, list[Card]] | None = None
    for rank in space.ranks:
        true = list(turn.true(rank))
        if not true and len(space.ranks) > 3:
            continue
        if len(true) + len(wild) == len(hand) <= space.most:
            return turn.lay(hand, rank)
        small = [card for card in turn.junk((rank,), 0) if not card.is_joker]
        small.sort(key=lambda card: (turn.counts[card.rank] if card.rank else 0, _away(card, rank)))
        for junk in range(min(4, space.most - len(true), len(small)) + 1):
            cards = (true + small[:junk])[: space.most]
            if not cards or len(cards) == len(hand):
                continue
            gain = len({card.rank for card in cards}) * 0.7 + len(cards) * 0.3
            worth = gain - (turn.lie(0, rank, len(true), junk) if junk else 0.0)
            if best is None or worth > best[0]:
                best = worth, rank, cards
    return _simple(turn) if best is None else turn.lay(best[2], best[1])


def _away(card: Card, rank: Rank) -> int:
    """How near the card's rank lies on the circle: the farther, the sooner it goes."""
    apart = ((card.rank or rank) - rank) % 13
    return -min(apart, 13 - apart)
