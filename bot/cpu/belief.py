"""What a seat can know beyond the present position: a fold over the events it was shown.

Holds for every card of the game the places where it can be, the plays that lie in the pile, and each seat's record.
It never guesses (that is for `odds`), and it never sees an event that was not redacted for its seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, assert_never

from bot.engine.cards import Card, Cards, Rank, pack
from bot.engine.events import (
    Barred,
    BurnBegan,
    Challenged,
    Claimed,
    ClockStarted,
    Dealt,
    Declined,
    Event,
    Forced,
    GameEnded,
    Passed,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
    Resigned,
    Returned,
    Revealed,
    RoundEnded,
    Shown,
    TakenOver,
    TimedOut,
    TurnCame,
    WentOut,
    WindowClosed,
    Won,
)
from bot.engine.rules.slots import Rules

# Places of a card, as bits: the seats by number, then these.
PILE, OPEN, GONE, STOCK = 1 << 16, 1 << 17, 1 << 18, 1 << 19
SIZES: Final = 4


@dataclass(frozen=True, slots=True)
class Record:
    """What a seat has shown of its ways so far.

    `lies` and `truths` are its claims this viewer knows to have been such: turned up, or taken into its own hand. They
    are counted by the number said, from one to `SIZES` and more. `stood` are those nobody doubted, `right` and `wrong`
    its own calls. A play the clock made for it tells nothing of its ways.
    """

    claims: int = 0
    lies: tuple[int, ...] = (0,) * SIZES
    truths: tuple[int, ...] = (0,) * SIZES
    stood: int = 0
    right: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards laid together: who laid them and what was said, with the cards as this viewer knows them.

    `rank` is `None` for what was no claim: the hand of a seat that left, or a card shown when forced.
    """

    seat: int
    rank: Rank | None
    said: int
    cards: Cards = field(repr=False)
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Belief:
    """What a seat can know: see the module.

    `where` has for each card of `pack(decks, jokers)` the places where it can be, as bits. `pile` are the plays that
    lie closed, bottom first; `open` the one that may be called; `caller` who has just called it. `sizes` are the hands
    by what was said: where a seat holds fewer, it has slipped the others in (R25).
    """

    seat: int
    seats: int = 0
    decks: int = 0
    jokers: int = 0
    where: tuple[int, ...] = field(default=(), repr=False)
    pile: tuple[Laid, ...] = ()
    open: Laid | None = None
    caller: int | None = None
    records: tuple[Record, ...] = ()
    sizes: tuple[int, ...] = ()

    @property
    def cards(self) -> Cards:
        """All cards of the game, in the order of `where`; none before the first deal."""
        return tuple(card_index(self.decks, self.jokers)) if self.where else ()

    def record(self, seat: int) -> Record:
        """The seat's record; a blank one before the first deal."""
        return self.records[seat] if seat < len(self.records) else Record()

    def slipped(self, seat: int, cards: int) -> int:
        """How many cards more than said the seat has laid in this round, which holds `cards` by now (R25, R-c)."""
        return max(0, self.sizes[seat] - cards) if seat < len(self.sizes) else 0

    def doubted(self) -> float:
        """How often this seat's own claims are called, moved towards never while there are few."""
        own = self.record(self.seat)
        waiting = self.open is not None and self.open.seat == self.seat
        return max(0, own.claims - own.stood - waiting) / (own.claims + 6)

    def places(self, card: Card) -> int:
        """Where the card can be, as bits; everywhere before the first deal."""
        return self.where[card_index(self.decks, self.jokers)[card]] if self.where else -1


@lru_cache(maxsize=8)
def card_index(decks: int, jokers: int) -> dict[Card, int]:
    """The place of each card in `pack(decks, jokers)`."""
    return {card: at for at, card in enumerate(pack(decks, jokers))}


def blank(seat: int, rules: Rules) -> Belief:
    """What the seat knows before the cards are out: nothing, whatever the rules."""
    assert rules is not None
    return Belief(seat)


def learn(belief: Belief, event: Event) -> Belief:
    """What the seat knows after the event, which was redacted for it. Total; a deal starts the round afresh."""
    if isinstance(event, Dealt):
        return _dealt(belief, event)
    if not belief.where:
        return belief
    match event:
        case Claimed():
            return _claimed(belief, event)
        case WindowClosed():
            return _stood(belief)
        case Challenged() | Forced():
            return replace(belief, caller=event.seat)
        case Revealed():
            return _revealed(belief, event)
        case Shown():
            return _shown(belief, event)
        case PileTaken():
            return _taken(belief, event)
        case PenaltyDrawn():
            return replace(belief, where=_drawn(belief, event), sizes=_grown(belief, event.seat, len(event.cards)))
        case PileLeft():
            return replace(belief, where=_moved(belief.where, PILE, GONE), pile=())
        case Resigned():
            return _resigned(belief, event)
        case WentOut():
            return replace(belief, where=_without(belief.where, 1 << event.seat))
        case (
            TurnCame()
            | ClockStarted()
            | Declined()
            | Passed()
            | Won()
            | TimedOut()
            | TakenOver()
            | Barred()
            | Returned()
            | BurnBegan()
            | RoundEnded()
            | GameEnded()
        ):
            return belief
        case _:
            assert_never(event)


# --- where cards can be -------------------------------------------------------------------------------------------


def _moved(where: tuple[int, ...], source: int, target: int) -> tuple[int, ...]:
    """All that may be at `source` (any of its bits) may be at `target` instead."""
    return tuple([at & ~source | target if at & source else at for at in where])


def _spread(where: tuple[int, ...], source: int, target: int) -> tuple[int, ...]:
    """Some that may be at `source` may have gone to `target`."""
    return tuple([at | target if at & source else at for at in where])


def _without(where: tuple[int, ...], place: int) -> tuple[int, ...]:
    """Nothing else is there."""
    return tuple([at & ~place or at for at in where])


def _pinned(belief: Belief, where: tuple[int, ...], cards: Iterable[Card], place: int) -> tuple[int, ...]:
    """These cards are there and nowhere else."""
    index, known = card_index(belief.decks, belief.jokers), list(where)
    for card in cards:
        if not card.hidden:
            known[index[card]] = place
    return tuple(known)


def _dealt(belief: Belief, event: Dealt) -> Belief:
    """Every card is somewhere; the seats' records go on in a later round of the same match (R66)."""
    seats = len(event.hands)
    total = sum(map(len, event.hands)) + len(event.aside) + len(event.penalty) + len(event.unused)
    decks, jokers = divmod(total, 52)
    records = belief.records if event.number > 1 and len(belief.records) == seats else (Record(),) * seats
    if decks not in (1, 2) or jokers > 2:
        return Belief(belief.seat, seats, records=records)  # no whole pack: nothing can be counted
    unseen = sum(1 << seat for seat, hand in enumerate(event.hands) if hand and seat != belief.seat)
    unseen |= (GONE if event.aside or event.unused else 0) | (STOCK if event.penalty else 0)
    fresh = Belief(
        seat=belief.seat,
        seats=seats,
        decks=decks,
        jokers=jokers,
        where=(unseen,) * total,
        records=records,
        sizes=tuple(map(len, event.hands)),
    )
    return replace(fresh, where=_pinned(fresh, fresh.where, event.hands[belief.seat], 1 << belief.seat))


def _claimed(belief: Belief, event: Claimed) -> Belief:
    """Cards of its seat may lie in the open play now; the own ones are seen to."""
    laid = Laid(event.seat, event.rank, event.said, event.cards, event.auto)
    if event.seat == belief.seat:
        where = _pinned(belief, belief.where, event.cards, OPEN)
    else:
        where = _spread(belief.where, 1 << event.seat, OPEN)
    records, sizes = _noted(belief, event.seat, claims=1), _grown(belief, event.seat, -event.said)
    return replace(belief, where=where, open=laid, caller=None, records=records, sizes=sizes)


def _stood(belief: Belief) -> Belief:
    """The open play is pile now."""
    records = belief.records if belief.open is None else _noted(belief, belief.open.seat, stood=1)
    pile = belief.pile if belief.open is None else (*belief.pile, belief.open)
    return replace(belief, where=_moved(belief.where, OPEN, PILE), pile=pile, open=None, records=records)


def _revealed(belief: Belief, event: Revealed) -> Belief:
    """The open play is seen, and the pile where it is shown."""
    where = _pinned(belief, _without(belief.where, OPEN), event.cards, OPEN)
    known, laid = replace(belief, where=where), belief.open
    if laid is not None:
        known = replace(known, open=replace(laid, cards=event.cards))
        if not laid.auto:
            known = replace(known, records=_weighed(known, laid, truthful=event.truthful))
        known = _called(known, right=not event.truthful)
    return _pile_seen(known, event.pile) if event.pile else known


def _shown(belief: Belief, event: Shown) -> Belief:
    """The open play is pile, and so is the card shown; the pile may be seen (R59, R36)."""
    closed = belief.pile if belief.open is None else (*belief.pile, belief.open)
    known = replace(belief, where=_moved(belief.where, OPEN, PILE), pile=closed, open=None)
    known = _called(known, right=not event.cards)
    if event.pile:
        known = _pile_seen(known, event.pile)
    if not event.cards:
        return known
    shown = Laid(event.seat, None, len(event.cards), event.cards)
    where = _pinned(known, known.where, event.cards, PILE)
    return replace(known, where=where, pile=(*known.pile, shown), sizes=_grown(known, event.seat, -len(event.cards)))


def _called(belief: Belief, *, right: bool) -> Belief:
    """The verdict on whoever called."""
    if belief.caller is None:
        return belief
    return replace(belief, records=_noted(belief, belief.caller, right=right, wrong=not right))


def _pile_seen(belief: Belief, cards: Cards) -> Belief:
    """The closed pile is turned up, so its plays are judged and need no second look."""
    where = _pinned(belief, _without(belief.where, PILE), cards, PILE)
    return replace(belief, where=where, records=_judged(belief, cards), pile=())


def _taken(belief: Belief, event: PileTaken) -> Belief:
    """A seat holds what lay there; what burned has left (R63)."""
    here, records = 1 << event.seat, belief.records
    where = _moved(belief.where, PILE, GONE) if event.burned else belief.where
    if event.seat == belief.seat:
        where = _pinned(belief, _without(where, PILE | OPEN), event.cards, here)
        if not event.burned:
            top = len(belief.open.cards) if belief.open else 0
            records = _judged(belief, event.cards[: len(event.cards) - top])
    else:
        where = _moved(where, PILE | OPEN, here)
    sizes = _grown(belief, event.seat, len(event.cards))
    return replace(belief, where=where, pile=(), open=None, caller=None, records=records, sizes=sizes)


def _drawn(belief: Belief, event: PenaltyDrawn) -> tuple[int, ...]:
    """From the penalty deck into a hand (R50)."""
    here = 1 << event.seat
    if event.seat == belief.seat:
        return _pinned(belief, belief.where, event.cards, here)
    return _spread(belief.where, STOCK, here)


def _resigned(belief: Belief, event: Resigned) -> Belief:
    """The hand lies in the pile, below the open play if there is one (R47)."""
    left = Laid(event.seat, None, len(event.cards), event.cards)
    where = _moved(belief.where, 1 << event.seat, PILE)
    return replace(belief, where=where, pile=(*belief.pile, left), sizes=_grown(belief, event.seat, -len(event.cards)))


def _grown(belief: Belief, seat: int, by: int) -> tuple[int, ...]:
    """The hands by what was said, with so many cards more in one of them."""
    return tuple([size + by if at == seat else size for at, size in enumerate(belief.sizes)])


# --- records ------------------------------------------------------------------------------------------------------


def _noted(belief: Belief, seat: int, **more: int) -> tuple[Record, ...]:
    """The records with so much more in one of them."""
    record = belief.records[seat]
    counted = replace(record, **{name: getattr(record, name) + by for name, by in more.items()})
    return (*belief.records[:seat], counted, *belief.records[seat + 1 :])


def _weighed(belief: Belief, laid: Laid, *, truthful: bool) -> tuple[Record, ...]:
    """The records once it is known whether this play was true."""
    record, at = belief.records[laid.seat], min(laid.said, SIZES) - 1
    counts = record.truths if truthful else record.lies
    counts = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
    counted = replace(record, truths=counts) if truthful else replace(record, lies=counts)
    return (*belief.records[: laid.seat], counted, *belief.records[laid.seat + 1 :])


def _judged(belief: Belief, cards: Cards) -> tuple[Record, ...]:
    """The records once the cards of the closed pile are seen, bottom first: which of the rivals' plays were true.

    Only where the plays account for every card; where cards were slipped in nobody can tell whose they were (R25).
    """
    known, at = belief, 0
    if sum(len(laid.cards) for laid in belief.pile) != len(cards):
        return belief.records
    for laid in belief.pile:
        lay = cards[at : at + len(laid.cards)]
        at += len(lay)
        if laid.rank is not None and laid.seat != belief.seat and not laid.auto:
            truthful = all(card.rank is laid.rank or card.is_joker for card in lay)
            known = replace(known, records=_weighed(known, laid, truthful=truthful))
    return known.records
