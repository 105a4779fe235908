"""What a seat can know: hand-made histories, and in whole games that every card is where its belief allows."""

from __future__ import annotations

import pytest

from bot.cpu.belief import GONE, OPEN, PILE, STOCK, Belief, blank, learn
from bot.cpu.odds import possible
from bot.engine.actions import Begin, Challenge, Resign
from bot.engine.cards import Card, Deal, Rank
from bot.engine.events import Dealt, PileTaken
from bot.engine.observe import redact
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState
from tests.cpu.support import Watched, belief_of
from tests.engine.support import SALT, VARIANTS, Dice, cards, play_out, seats_for

ME, LEFT, RIGHT = 0, 1, 2


def dealt(*hands: str, **rules: object) -> Watched:
    """Three seats with these cards and the rest of the pack behind them; seat 0 begins with Aces."""
    ruleset = Ruleset.model_validate(rules)
    compiled = compile_rules(ruleset, len(hands))
    game = Watched(compiled)
    given = [list(cards(hand)) for hand in hands]
    rest = [card for card in compiled.deal.pack(len(hands)) if not any(card in hand for hand in given)]
    for at, card in enumerate(rest):
        given[at % len(hands)].append(card)
    game.do(Begin(Deal(tuple(map(tuple, given))), len(hands) - 1, SALT))
    game.follow()
    return game


def places(game: Watched, viewer: int, code: str) -> int:
    return game.beliefs[viewer].places(Card.parse(code))


def test_own_cards_lie_in_the_pile_in_order_and_rivals_stay_unknown() -> None:
    game = dealt("KS KH", "2S", "3S")
    game.lay("KS KH")
    assert places(game, ME, "KS") == OPEN
    game.pass_window()
    game.lay("2S")
    game.pass_window()
    mine, theirs = game.beliefs[ME], game.beliefs[RIGHT]
    assert [(play.seat, play.rank, play.said, play.cards) for play in mine.pile] == [
        (ME, Rank.ACE, 2, cards("KS KH")),
        (LEFT, Rank.TWO, 1, cards("?")),
    ]
    assert places(game, ME, "KS") == PILE
    assert places(game, ME, "2S") == 1 << LEFT | 1 << RIGHT | PILE
    assert theirs.places(Card.parse("KS")) == 1 << ME | 1 << LEFT | PILE


def test_cards_turned_up_are_seen_going_into_a_hand() -> None:
    """A rival is caught, and takes the own cards below as well: a later claim of somebody else can't hold them."""
    game = dealt("AS AH", "KS KH", "3S 3H 3D 3C")
    game.lay("AS AH")
    game.pass_window()
    game.lay("KS KH")
    game.do(Challenge(RIGHT))
    assert {places(game, ME, code) for code in ("KS", "KH", "AS", "AH")} == {1 << LEFT}
    assert places(game, RIGHT, "AS") & (1 << LEFT)
    game.lay("3S")
    assert places(game, ME, "KS") == 1 << LEFT
    assert places(game, ME, "3S") & OPEN
    game.pass_window()
    game.lay(game.state.seats[ME].hand[0].code)
    game.pass_window()
    game.lay("KS")
    assert places(game, ME, "KS") == places(game, ME, "AS") == 1 << LEFT | OPEN


def test_what_is_proven_counts_hand_own_pile_and_hands_seen() -> None:
    game = dealt("AS 3S", "AH KS", "3H")
    game.lay("AS")
    game.pass_window()
    game.lay("AH")
    game.do(Challenge(RIGHT))
    assert places(game, ME, "AH") == places(game, ME, "AS") == 1 << LEFT
    game.lay("3H")
    assert (
        possible(game.beliefs[ME], Rank.ACE)
        == sum(card.rank is Rank.ACE for card in game.state.seats[RIGHT].hand + cards("3H"))
        + sum(card.rank is Rank.ACE for card in game.state.seats[LEFT].hand)
        - 2
    )


def test_a_pile_that_is_shown_is_known_to_all() -> None:
    game = dealt("KS", "KH", "3S", show_pile=True)
    game.lay("KS")
    game.pass_window()
    game.lay("KH")
    game.do(Challenge(ME))
    assert places(game, RIGHT, "KS") == places(game, RIGHT, "KH") == 1 << LEFT
    assert game.beliefs[RIGHT].record(ME).lies == (1, 0, 0, 0)
    assert game.beliefs[LEFT].record(ME).lies == (1, 0, 0, 0), "and counted once, though it took that pile"


def test_own_cards_that_burn_are_out_of_the_game() -> None:
    game = dealt("KS", "KH", "3S")
    game.lay("KS")
    game.pass_window()
    game.lay("KH")
    burned = PileTaken(LEFT, cards("KH"), cards("KS"))
    mine = learn(game.beliefs[ME], redact(burned, ME))
    assert mine.places(Card.parse("KS")) == GONE
    theirs = learn(game.beliefs[RIGHT], redact(burned, RIGHT))
    assert theirs.places(Card.parse("KS")) & GONE
    assert not theirs.places(Card.parse("KS")) & PILE


def test_records_tell_claims_calls_and_what_came_to_light() -> None:
    game = dealt("AS KS", "2S 2H", "3S")
    game.lay("KS")
    game.pass_window()
    game.lay("2S 2H")
    game.do(Challenge(RIGHT))
    record = game.beliefs[RIGHT].record
    assert (record(ME).claims, record(ME).stood, record(ME).lies) == (1, 1, (1, 0, 0, 0)), "seen in the pile it took"
    assert (record(LEFT).claims, record(LEFT).truths) == (1, (0, 1, 0, 0))
    assert (record(RIGHT).right, record(RIGHT).wrong) == (0, 1)
    assert game.beliefs[LEFT].record(ME).lies == (0, 0, 0, 0), "which nobody else saw"


def test_a_hand_that_was_left_lies_in_the_pile() -> None:
    game = dealt("KS", "KH", "3S")
    game.lay("KS")
    game.pass_window()
    game.do(Resign(RIGHT))
    assert places(game, ME, "3S") == 1 << LEFT | PILE
    game.lay("KH")
    game.do(Challenge(ME))
    assert places(game, ME, "3S") == 1 << LEFT
    assert game.beliefs[LEFT].record(ME).lies == (1, 0, 0, 0)


def test_a_new_deal_starts_afresh_but_for_the_records() -> None:
    game = dealt("KS", "KH", "3S")
    game.lay("KS")
    game.do(Challenge(LEFT))
    hands = tuple(seat.hand for seat in game.state.seats)
    again = Dealt(0, hands, "", "", number=2)
    known = learn(game.beliefs[ME], redact(again, ME))
    assert (known.pile, known.open) == ((), None)
    assert known.record(ME).lies == (1, 0, 0, 0)
    assert learn(known, redact(Dealt(0, hands, "", ""), ME)).record(ME).lies == (0, 0, 0, 0)


def test_a_deal_that_is_no_whole_pack_leaves_nothing_to_count() -> None:
    """As in a position made by hand: the seat plays on without counting."""
    belief = learn(blank(ME, compile_rules(Ruleset(), 2)), Dealt(0, (cards("AS"), cards("?")), "", ""))
    assert belief.seats == 2
    assert possible(belief, Rank.ACE) is None


def test_who_saw_no_deal_knows_nothing_and_learns_nothing() -> None:
    game = dealt("KS", "KH", "3S")
    events = game.lay("KS")
    belief = blank(ME, game.rules)
    for event in events:
        belief = learn(belief, redact(event, ME))
    assert belief == Belief(ME)
    assert possible(belief, Rank.ACE) is None


def whereabouts(state: GameState, card: Card) -> int:
    """The one place the card is truly at."""
    for seat, here in enumerate(state.seats):
        if card in here.hand:
            return 1 << seat
    if state.claim is not None and card in state.claim.cards:
        return OPEN
    return PILE if card in state.pile else STOCK if card in state.penalty else GONE


@pytest.mark.parametrize("name", VARIANTS)
def test_every_card_is_where_each_seat_can_imagine_it(name: str) -> None:
    """And a seat knows its own hand for certain."""
    game = Watched.dealt(VARIANTS[name], seats_for(VARIANTS[name]), f"sound {name}")
    assert isinstance(game, Watched)
    game.follow()
    certain = 0
    for state in play_out(game, Dice(name), unruly=True, at_most=25):
        if not any(seat.hand for seat in state.seats):
            continue
        true = [whereabouts(state, card) for card in game.beliefs[0].cards]
        for seat, belief in enumerate(game.beliefs[:4]):
            assert all(at & here for at, here in zip(belief.where, true, strict=True))
            assert all(belief.places(card) == 1 << seat for card in state.seats[seat].hand)
            certain += sum(
                at & (at - 1) == 0 and here != 1 << seat for at, here in zip(belief.where, true, strict=True)
            )
    assert certain > 0
    assert belief_of(0, game.rules, game.events) == game.beliefs[0]
