"""What a seat may think likely: who holds cards of a rank, whether a claim is a lie, whether a lie of its own is seen.

Reads the observation and the belief, nothing else; every chance is from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, exp, log
from typing import Final

from bot.cpu.belief import GONE, OPEN, PILE, STOCK, Belief, Record
from bot.engine.cards import Rank
from bot.engine.observe import ClaimView, Observation
from bot.engine.state import Standing

# How people with none of the rank bluff: one card, two, three, or more.
BLUFF_SIZES: Final = (0.0, 0.48, 0.38, 0.12, 0.02)
LAYS_ALL, KEEPS_BACK, ADDS_JUNK = 0.85, 0.06, 0.06
# How often a claim of one, two, three, four cards or more is a lie among strangers.
USUAL: Final = (0.36, 0.3, 0.24, 0.12)
LIARS_SHARE: Final = 0.55  # of the claims that come to light; those doubted with a proof are among them
TRUST: Final = 6.0  # how many known claims weigh as much as knowing nothing of a seat
TRUST_OF_SIZE: Final = 3.0  # the same for its claims of one size
# How often extra cards are slipped in, and how many claims that weighs as much as; so many of them at once.
SLIPS, SLIPS_TRUST, SLIPPED_AT_ONCE = 0.25, 1.5, 2
# How far the chances of the cards are believed: hands are not random, players keep what they are asked for.
BELIEVED: Final = 0.35


@lru_cache(maxsize=16)
def _true_cards(decks: int, jokers: int) -> dict[Rank, tuple[int, ...]]:
    """Where in `Belief.where` the cards are that are true as each rank."""
    wild = tuple(range(52 * decks, 52 * decks + jokers))
    return {rank: (*range(rank - 1, 52 * decks, 13), *wild) for rank in Rank}


def true_places(belief: Belief, rank: Rank) -> list[int]:
    """The places of every card true as this rank, as bits; empty before the first deal."""
    if not belief.where:
        return []
    where = belief.where
    return [where[at] for at in _true_cards(belief.decks, belief.jokers)[rank]]


def possible(belief: Belief, rank: Rank) -> int | None:
    """How many true cards may lie in the open claim as far as this seat can know; `None` before the first deal."""
    return sum(1 for at in true_places(belief, rank) if at & OPEN) if belief.where else None


def proven(claim: ClaimView, belief: Belief) -> bool:
    """Whether what this seat knows proves the open claim a lie (R31): fewer true cards can lie there than were said."""
    may = possible(belief, claim.rank)
    return may is not None and may < claim.said


def holds(seen: Observation, belief: Belief, claim: ClaimView) -> list[float]:
    """The chance that the claimant held 0, 1, 2 … true cards when it laid the open claim."""
    here = 1 << claim.claimant
    sizes = _sizes(seen, belief, claim)
    chances = [1.0]
    for at in true_places(belief, claim.rank):
        if not at & OPEN:
            continue
        rest = at & ~OPEN
        total = sum(size for place, size in sizes if rest & place)
        one = 1.0 if rest == here or not rest else min(1.0, sizes[claim.claimant][1] / max(total, 1))
        chances = [
            (chances[held] * (1 - one) if held < len(chances) else 0.0) + (chances[held - 1] * one if held else 0.0)
            for held in range(len(chances) + 1)
        ]
    return chances


def _sizes(seen: Observation, belief: Belief, claim: ClaimView) -> list[tuple[int, int]]:
    """How many cards this seat can't see in each place; the claimant's with those it laid."""
    own = sum(1 for at in belief.where if at == PILE)
    sizes = [
        (1 << seat, view.cards + (claim.said if seat == claim.claimant else 0)) for seat, view in enumerate(seen.seats)
    ]
    pile = max(0, seen.pile - claim.said - own)
    return [*sizes, (PILE, pile), (GONE, seen.removed + seen.aside), (STOCK, seen.penalty)]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How likely the open claim is a lie: by the cards alone, and corrected by what the seat has shown of its ways."""

    proven: bool
    by_cards: float
    lie: float


def suspicion(seen: Observation, belief: Belief, claim: ClaimView, *, may_hide: bool) -> Suspicion:
    """What to think of the open claim; `may_hide` where more cards may lie there than were said (R25)."""
    if proven(claim, belief):
        return Suspicion(proven=True, by_cards=1.0, lie=1.0)
    if not belief.where:
        return Suspicion(proven=False, by_cards=0.4, lie=0.4)
    held, said = holds(seen, belief, claim), claim.said
    if claim.auto:
        # By a private coin true if it can be (R-q), and nothing is slipped in.
        neutral = held[0] + (1 - held[0]) / 2
        return Suspicion(proven=False, by_cards=neutral, lie=neutral)
    bluff = BLUFF_SIZES[min(said, len(BLUFF_SIZES) - 1)]
    some = sum(held[1:said])
    lies = held[0] * bluff + some * ADDS_JUNK
    if may_hide:
        lies += sum(held[said:]) * ADDS_JUNK
    truths = held[said] * LAYS_ALL + sum(held[said + 1 :]) * KEEPS_BACK if len(held) > said else 0.0
    by_cards = min(0.98, max(0.02, lies / max(lies + truths, 1e-9)))
    lie = _chance(_log_odds(expected(belief.record(claim.claimant), said)) + BELIEVED * (_log_odds(by_cards) + 0.3))
    if may_hide:
        lie = 1 - (1 - lie) * (1 - slips(seen, belief, claim.claimant))
    return Suspicion(proven=False, by_cards=by_cards, lie=lie)


def slips(seen: Observation, belief: Belief, seat: int) -> float:
    """The chance that more cards lie in this seat's claim than it says, by how fast its hand shrank so far (R25).

    What it slipped in shows in its hand only after the window (R-c), so the open claim is not among them.
    """
    before = max(0, belief.record(seat).claims - 1)
    more = min(before, belief.slipped(seat, seen.seats[seat].cards) / SLIPPED_AT_ONCE)
    return (more + SLIPS * SLIPS_TRUST) / (before + SLIPS_TRUST)


def expected(record: Record, said: int) -> float:
    """How often this seat's claims of so many cards are lies, as far as its record tells."""
    lies, known = sum(record.lies), sum(record.lies) + sum(record.truths)
    liar = (lies + TRUST * LIARS_SHARE) / (known + TRUST)
    at = min(said, len(USUAL)) - 1
    usual = _chance(_log_odds(USUAL[at]) + _log_odds(liar) - _log_odds(LIARS_SHARE))
    return (record.lies[at] + TRUST_OF_SIZE * usual) / (record.lies[at] + record.truths[at] + TRUST_OF_SIZE)


def _log_odds(chance: float) -> float:
    return log(chance / (1 - chance))


def _chance(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


# --- lies of one's own --------------------------------------------------------------------------------------------


def seen_through(seen: Observation, belief: Belief, rank: Rank, said: int) -> float:
    """The chance that some rival's own cards prove that a claim of this seat, of which it holds nothing, is a lie."""
    places = true_places(belief, rank)
    need = len(places) - said + 1
    if need <= 0:
        return 1.0
    me = seen.viewer
    mine = 1 << (me or 0)
    laid = dict.fromkeys(range(len(seen.seats)), 0)
    for play in belief.pile:
        laid[play.seat] += len(play.cards)
    rivals = [
        (seat, view.cards + laid[seat])
        for seat, view in enumerate(seen.seats)
        if seat != me and view.standing is Standing.IN
    ]
    whole = sum(size for _, size in rivals) + seen.removed + seen.aside + seen.penalty
    loose = sum(1 for at in places if at not in (mine, PILE, GONE) and at & (at - 1))
    missed = 1.0
    for seat, size in rivals:
        pinned = sum(1 for at in places if at == 1 << seat)
        missed *= 1 - tail(loose, size / max(whole, 1), need - pinned)
    return 1 - missed


def tail(cards: int, share: float, need: int) -> float:
    """The chance that of so many cards at least `need` are with one who holds this share of all."""
    return 1.0 if need <= 0 else _tail(cards, round(share, 2), need)


@lru_cache(maxsize=4096)
def _tail(cards: int, share: float, need: int) -> float:
    return sum(comb(cards, held) * share**held * (1 - share) ** (cards - held) for held in range(need, cards + 1))
