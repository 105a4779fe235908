"""In every language: Discord's limits under hostile names and big hands, and no card shown to who may not see it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, cast

import discord
import pytest

from bot.engine.cards import Card, pack
from bot.engine.state import GameState
from bot.ui import hand, result, table
from tests.ui.stage import WORDS, Game, labels_of, size_of

HOSTILE = (
    "_" * 32,
    "漢" * 32,
    "\ufdfd" * 32,
    "*|`~_" * 7,
    "\u202e" + "x" * 60,
    "e\u0301\u0301\u0301" * 32,
    "<@1234567890123456>",
    "https://x.yz/" * 3,
    "\n#" * 16,
    "👨\u200d👩\u200d👧" * 12,
)


def fits(layout: discord.ui.LayoutView) -> None:
    text, components, label = size_of(layout)
    assert text <= 4000
    assert components <= 40
    assert label <= 80
    ids = [item.custom_id for item in layout.walk_children() if isinstance(item, discord.ui.Button)]
    assert len(ids) == len(set(ids))


LOCALES = pytest.mark.parametrize("locale", sorted(WORDS.locales))


def big_game(locale: str) -> Game:
    """Ten seats with hostile names; seat 0 holds nearly two decks and both jokers."""
    everything = (*pack(2), Card("X1"), Card("X2"))
    rest = everything[13:22]
    first = tuple(card for card in everything if card not in rest)
    return Game(10, names=HOSTILE, hands=(first, *((card,) for card in rest)), locale=locale)


@LOCALES
def test_the_largest_table_fits(locale: str) -> None:
    playing = big_game(locale)
    fits(table.lobby(playing.lobby(), WORDS))
    playing.begin()
    fits(table.deal(playing.view(), WORDS))
    picks = tuple((code, 8) for code in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
    fits(hand.hand(playing.hand(0, (*picks, ("X", 2)), note="stale_hand"), WORDS, locale))
    assert len(labels_of(hand.hand(playing.hand(0), WORDS, locale))) == 14 + 2
    fits(hand.welcome(playing.view(), 9, WORDS, locale))
    playing.lay_any(8)
    for seat in range(2, 9):
        playing.let_go(seat)
    crowded = replace(playing.view(), reopened=True, repeated=True, burn_began=True, taken_over=4)
    fits(table.claim(crowded, WORDS))
    view = playing.hand(0, note="armed")
    fits(hand.hand(view, WORDS, locale))
    playing.call(1)
    fits(table.claim(playing.view(), WORDS))
    fits(table.standing(playing.view(), WORDS))


@LOCALES
@pytest.mark.parametrize("seats", range(2, 11))
def test_a_whole_hand_of_every_table_fits(seats: int, locale: str) -> None:
    playing = Game(seats, names=HOSTILE, locale=locale).begin()
    for seat in range(seats):
        fits(hand.hand(playing.hand(seat), WORDS, locale))
    fits(table.claim(playing.lay_any(2).view(), WORDS))


@LOCALES
def test_the_end_of_a_game_of_ten_fits(locale: str) -> None:
    ended = Game(10, names=HOSTILE, locale=locale).begin()
    for seat in range(9):
        ended.leave(seat)
    fits(result.end(ended.view(), WORDS))


def swapped(state: GameState, one: Card, other: Card) -> GameState:
    """The same state with two cards having changed places."""
    names = {one: other, other: one}

    def swap(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(names.get(card, card) for card in cards)

    return replace(
        state,
        seats=tuple(replace(seat, hand=swap(seat.hand)) for seat in state.seats),
        pile=swap(state.pile),
        claim=None if state.claim is None else replace(state.claim, cards=swap(state.claim.cards)),
    )


def drawn(playing: Game, seat: int) -> list[object]:
    """All that the public and this seat are shown, ids included."""
    view = playing.view()
    screens = [table.deal(view, WORDS), table.standing(view, WORDS), hand.hand(playing.hand(seat), WORDS, "en-US")]
    if view.seen is not None and (view.seen.claim is not None or view.settled is not None):
        screens.append(table.claim(view, WORDS))
    return [cast("Any", layout).to_components() for layout in screens]


@pytest.mark.parametrize("seed", range(12))
def test_swapping_cards_nobody_here_may_see_changes_nothing_drawn(seed: int) -> None:
    chance = random.Random(seed)
    playing = Game(4).begin(bytes([seed]))
    for _ in range(chance.randrange(1, 9)):
        playing.lay_any(chance.randrange(1, 4))
        if chance.random() < 0.7:
            playing.stand()
            continue
        break
    viewer = chance.randrange(4)
    before, state = drawn(playing, viewer), playing.state
    hidden = [card for seat, here in enumerate(state.seats) if seat != viewer for card in here.hand] + list(state.pile)
    if state.claim is not None:
        hidden += state.claim.cards
    for _ in range(20):
        playing.state = swapped(state, *chance.sample(hidden, 2))
        assert drawn(playing, viewer) == before
