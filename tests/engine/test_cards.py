"""Cards, packs, the shuffle and the commitment to a deal."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import islice

import pytest
from pydantic import TypeAdapter

from bot.engine.cards import ALL_RANKS, HIDDEN, Card, Deal, Rank, Suit, below, numbers, pack, shuffle
from bot.engine.rules.play import WholeDeck
from tests.engine.support import SALT, cards

# The order one seed gives, written down once: a stored seed must shuffle alike in every version.
GOLDEN = (
    "QS 4D 7H KS 9C 3C 2S KC 10C AD KH QD KD "
    "4H 2D JC 5C 8S QH 10H AC JS 3D 6D 9H 8C "
    "9D 6H 5S 2H 10D 8H JD 3S 6S 3H 7C QC 4C "
    "JH 6C 9S AS 7S 10S 5H AH 8D 2C 4S 5D 7D"
)


def codes(of: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in of)


def test_the_same_seed_always_shuffles_alike() -> None:
    assert codes(shuffle(pack(1), b"golden")) == GOLDEN
    assert shuffle(pack(1), b"golden") != shuffle(pack(1), b"golden.")


def test_a_shuffle_keeps_every_card() -> None:
    for decks in (1, 2):
        assert sorted(shuffle(pack(decks, 2), b"x")) == sorted(pack(decks, 2))
    assert shuffle((), b"x") == ()


def test_the_generator_is_the_documented_one() -> None:
    first = hashlib.sha256(b"seed" + bytes(8)).digest()
    second = hashlib.sha256(b"seed" + bytes(7) + b"\x01").digest()
    expected = [int.from_bytes((first + second)[at : at + 8], "big") for at in range(0, 64, 8)]
    assert list(islice(numbers(b"seed"), 8)) == expected


def test_below_throws_biased_values_away() -> None:
    limit = (1 << 64) - (1 << 64) % 10
    assert below(iter([limit, (1 << 64) - 1, limit - 1]), 10) == 9
    assert below(iter([23]), 10) == 3


def test_every_card_comes_to_every_place_alike() -> None:
    """Chi-square over 52 places for a corner card, and over the orders of three cards; fixed seeds, so no luck."""
    places = Counter(shuffle(pack(1), b"uniform %d" % seed).index(Card("AS")) for seed in range(5200))
    square = sum((places[place] - 100) ** 2 / 100 for place in range(52))
    assert square < 87.97  # the 99.9 % point at 51 degrees
    orders = Counter(shuffle(cards("AS 2S 3S"), b"orders %d" % seed) for seed in range(6000))
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.52  # the same at 5


def test_the_commitment_can_be_checked_by_anybody() -> None:
    deal = Deal((cards("AS 10H'"), cards("X1")), aside=cards("2D"), penalty=cards("3D"), unused=cards("4D"))
    assert json.loads(deal.text()) == [["AS", "10H'"], ["X1"], ["2D"], ["3D"], ["4D"]]
    told = hashlib.sha256((SALT.hex() + "\n" + deal.text()).encode()).hexdigest()
    assert deal.commitment(SALT) == told
    assert deal.commitment(b"other") != told


def test_a_swapped_card_changes_the_commitment() -> None:
    one, other = Deal((cards("AS"), cards("2S"))), Deal((cards("2S"), cards("AS")))
    assert one.commitment(SALT) != other.commitment(SALT)


@pytest.mark.parametrize(("decks", "jokers", "size"), [(1, 0, 52), (2, 0, 104), (1, 2, 54), (2, 1, 105)])
def test_packs(decks: int, jokers: int, size: int) -> None:
    whole = pack(decks, jokers)
    assert len(set(whole)) == len(whole) == size
    ranks = Counter(card.rank for card in whole)
    assert all(ranks[rank] == 4 * decks for rank in ALL_RANKS)
    assert sum(card.is_joker for card in whole) == ranks[None] == jokers


@pytest.mark.parametrize(("decks", "jokers"), [(0, 0), (3, 0), (1, 3), (1, -1)])
def test_no_other_packs(decks: int, jokers: int) -> None:
    with pytest.raises(ValueError, match="no pack"):
        pack(decks, jokers)


def test_card_codes() -> None:
    ten, joker = Card.parse("10H'"), Card.parse("X2")
    assert (ten.rank, ten.suit, ten.is_joker, ten.hidden) == (Rank.TEN, Suit.HEARTS, False, False)
    assert (joker.rank, joker.suit, joker.is_joker, joker.hidden) == (None, None, True, False)
    assert (HIDDEN.rank, HIDDEN.suit, HIDDEN.hidden, Card("?").hidden) == (None, None, True, True)
    for wrong in ("", "1S", "10", "AX", "AS''", "X3", "as"):
        with pytest.raises(ValueError, match="not a card code"):
            Card.parse(wrong)


def test_cards_are_sorted_by_rank_then_suit_jokers_last() -> None:
    hand = cards("X1 KC AD' AD 2S AS")
    assert codes(tuple(sorted(hand, key=lambda card: card.order))) == "AS AD AD' 2S KC X1"


def test_cards_in_json_are_their_codes() -> None:
    adapter = TypeAdapter(tuple[Card, ...])
    assert adapter.dump_json(cards("AS X1")) == b'["AS","X1"]'
    assert adapter.validate_json('["AS","X1","?"]') == (*cards("AS X1"), HIDDEN)
    with pytest.raises(ValueError, match="not a card code"):
        adapter.validate_json('["ZZ"]')


def test_ranks_go_round() -> None:
    assert [Rank.KING.step(1), Rank.ACE.step(-1), Rank.TWO.step(26)] == [Rank.ACE, Rank.KING, Rank.TWO]
    assert [Rank.parse(rank.code) for rank in ALL_RANKS] == list(ALL_RANKS)
    with pytest.raises(ValueError, match="not a rank"):
        Rank.parse("11")


@pytest.mark.parametrize(
    ("decks", "seats", "sizes"),
    [
        (1, 2, [26, 26]),
        (1, 3, [18, 17, 17]),
        (1, 4, [13] * 4),
        (1, 5, [11, 11, 10, 10, 10]),
        (1, 6, [9, 9, 9, 9, 8, 8]),
        (1, 7, [8, 8, 8, 7, 7, 7, 7]),
        (1, 8, [7, 7, 7, 7, 6, 6, 6, 6]),
        (1, 9, [6] * 7 + [5, 5]),
        (1, 10, [6, 6] + [5] * 8),
        (2, 6, [18, 18, 17, 17, 17, 17]),
    ],
)
def test_deals(decks: int, seats: int, sizes: list[int]) -> None:
    """R6, R7: one at a time from the dealer's left; whoever is dealt first may hold one more."""
    slot, dealer = WholeDeck(decks), seats - 2
    whole = slot.pack(seats)
    deal = slot.deal(whole, seats, dealer)
    order = [(dealer + 1 + step) % seats for step in range(seats)]
    assert [len(deal.hands[seat]) for seat in order] == sizes
    assert [deal.hands[seat][0] for seat in order] == list(whole[:seats])
    assert sorted(card for hand in deal.hands for card in hand) == sorted(whole)
    assert (deal.aside, deal.penalty, deal.unused) == ((), (), ())
