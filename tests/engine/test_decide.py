"""What deciding does that scenarios cannot say: chance, stale presses, exact events, the order of refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import (
    Begin,
    Challenge,
    Decline,
    IllegalAction,
    Play,
    Reason,
    Resign,
)
from bot.engine.cards import Cards, Rank
from bot.engine.decide import decide
from bot.engine.events import (
    BurnBegan,
    Challenged,
    Claimed,
    Closed,
    Dealt,
    Declined,
    GameEnded,
    PileTaken,
    Resigned,
    Revealed,
    TurnCame,
    WentOut,
    WindowClosed,
)
from bot.engine.evolve import evolve, replay
from bot.engine.observe import observe
from bot.engine.rules.cycle import NextSeat, OneStep
from bot.engine.rules.ending import FirstOutWins
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.slots import Lead, Verdict
from bot.engine.state import EndReason, GameState, Outcome, SameRankRound, Seat, Standing
from tests.engine.support import AT, SALT, Dice, Game, cards, position, refusal, standard
from tests.engine.tables import table

# --- the deal ---------------------------------------------------------------------------------------------------------


def test_a_game_begins_with_the_deal_and_a_turn() -> None:
    game = Game.dealt(Ruleset(), 4, dealer=2)
    dealt, turn = game.events
    assert isinstance(dealt, Dealt)
    assert turn == TurnCame(3, (Rank.ACE,))
    assert dealt.salt == SALT.hex()
    assert game.state.commitment == dealt.commitment
    assert all(list(seat.hand) == sorted(seat.hand, key=lambda card: card.order) for seat in game.state.seats)


def test_a_game_begins_once() -> None:
    game = Game.dealt(Ruleset(), 2)
    again = Begin(game.rules.deal.deal(game.rules.deal.pack(2), 2, 0), 0, SALT)
    assert refusal(game.state, again, game.rules) is not None


def test_cpus_sit_from_the_start() -> None:
    rules = standard(3)
    deal = rules.deal.deal(rules.deal.pack(3), 3, 0)
    state = replay(decide(GameState(), Begin(deal, 0, SALT, cpus=frozenset({2, 1})), rules, at=AT))
    assert [seat.cpu for seat in state.seats] == [False, True, True]
    assert [seat.attended for seat in state.seats] == [True, False, False]


def test_the_same_rank_game_remembers_its_own() -> None:
    """Evolving knows both games' memories, whatever rules led there."""
    state = evolve(GameState(), Dealt(0, (cards("AS"), cards("2S")), "", "", family="same_rank"))
    assert state.round == SameRankRound()
    state = evolve(replace(state, ranks=(Rank.ACE,)), Claimed(0, cards("AS"), Rank.ACE, 1))
    assert state.round == SameRankRound(Rank.ACE, 0)


# --- exact events -----------------------------------------------------------------------------------------------------


def test_a_call_brings_these_events() -> None:
    game = table("7S QD", "8H", pile="JS")
    game.lay("QD")
    assert game.do(Challenge(1, 1)) == [
        Challenged(1),
        Revealed(cards("QD"), truthful=False),
        PileTaken(0, cards("JS QD")),
        TurnCame(1, (Rank.EIGHT,)),
    ]


def test_going_out_brings_these_events() -> None:
    game = table("7S", "8H 9C")
    game.lay("7S")
    assert game.do(Decline(1)) == [
        Declined(1),
        WindowClosed(Closed.DECLINED),
        WentOut(0, 1),
        GameEnded(EndReason.WENT_OUT, (1, 2)),
    ]
    assert game.state.outcome == Outcome(EndReason.WENT_OUT, (1, 2))
    assert game.state.seats[0].standing is Standing.OUT


def test_leaving_on_turn_brings_these_events() -> None:
    game = table("7S QD", "8H", "2D")
    assert game.do(Resign(0)) == [Resigned(0, 3, cards("7S QD")), TurnCame(1, (Rank.SEVEN,))]


def test_leaving_as_the_last_but_one_in_a_window_closes_it_for_the_table() -> None:
    game = table("7S QD", "8H")
    game.lay("QD")
    assert game.do(Resign(1)) == [
        Resigned(1, 2, cards("8H")),
        WindowClosed(Closed.LAST_SEAT),
        GameEnded(EndReason.LAST_SEAT, (1, 2)),
    ]
    assert game.state.claim is None
    assert sorted(game.state.pile) == sorted(cards("QD 8H"))


def test_the_burn_is_told_once_when_it_begins() -> None:
    game = table("7S QD 2C 3C", "8H 9C 4C 5C", turns=59)
    game.lay("7S")
    assert BurnBegan() in game.do(Decline(1))
    assert observe(game.state, None, game.rules).burning
    game.lay("8H")
    assert BurnBegan() not in game.do(Decline(0))


def test_burned_cards_leave_and_are_counted() -> None:
    game = table("7S QD", "8H", pile="JS JH", turns=60)
    game.lay("QD")
    taken = game.do(Challenge(1))[2]
    assert taken == PileTaken(0, cards("QD"), cards("JS JH"))
    assert (game.state.burned, game.state.removed) == (2, cards("JS JH"))


# --- what slots answer ------------------------------------------------------------------------------------------------


def test_first_of_several_callers() -> None:
    rules = standard(3)
    assert rules.challenger.choose(position("7S", "8H", "2D"), (2, 1)) == 2


def test_leads_skip_seats_that_are_gone() -> None:
    lead = NextSeat(OneStep())
    state = position("7S", "8H", "2D", "3D")
    gone = replace(state.seats[1], standing=Standing.RESIGNED), replace(state.seats[2], standing=Standing.OUT)
    state = replace(state, seats=(state.seats[0], *gone, state.seats[3]))
    assert lead.after_verdict(state, Verdict(Rank.KING, 0, 3, 3)) == Lead(3, (Rank.ACE,))
    assert state.after(3) == 0
    assert replace(state, seats=(Seat(),)).after(0) == 0


def test_a_claim_of_more_or_fewer_than_said_is_a_lie() -> None:
    """R-c: the verdict counts too, should the size of a play ever be free."""
    verdict = standard(2).verdict
    assert [verdict.truthful(cards("7S 7D"), Rank.SEVEN, said) for said in (1, 2, 3)] == [False, True, False]


def test_nobody_is_out_while_everybody_holds_cards() -> None:
    out, state = FirstOutWins(), position("7S", "8H")
    assert out.gone(state) == ()
    assert out.outcome(state) is None


# --- refusals leave no trace ------------------------------------------------------------------------------------------


def test_a_refused_action_says_why_and_nothing_else() -> None:
    game = table("7S QD", "8H")
    secret: Cards = cards("8H")
    with pytest.raises(IllegalAction) as caught:
        decide(game.state, Play(0, secret, Rank.SEVEN, 1), game.rules, at=AT)
    assert caught.value.reason is Reason.CARD_NOT_HELD
    assert str(caught.value) == "card_not_held"


def test_order_of_refusals_is_fixed_for_the_worst_of_plays() -> None:
    """Mend one fault after another: each time the next one in the order is told."""
    game = table("7S 7D 7H 7C QD KD", "8H", "2D")
    faults: list[tuple[Play, Reason]] = [
        (Play(7, cards("8H"), Rank.TWO, 0), Reason.NOT_IN_GAME),
        (Play(1, cards("2D"), Rank.TWO, 0), Reason.NOT_YOUR_TURN),
        (Play(0, cards("8H 8H"), None, 0), Reason.RANK_NOT_NAMED),
        (Play(0, cards("8H 8H"), Rank.TWO, 0), Reason.WRONG_RANK),
        (Play(0, cards("8H 8H"), Rank.SEVEN, 0), Reason.COUNT_MISMATCH),
        (Play(0, (), Rank.SEVEN, 0), Reason.NO_CARDS),
        (Play(0, cards("7S 7D 7H 7C 8H"), Rank.SEVEN, 5), Reason.TOO_MANY_CARDS),
        (Play(0, cards("8H"), Rank.SEVEN, 1), Reason.CARD_NOT_HELD),
    ]
    assert [refusal(game.state, play, game.rules) for play, _ in faults] == [reason for _, reason in faults]
    order = list(Reason)
    assert [reason for _, reason in faults[3:]] == sorted((reason for _, reason in faults[3:]), key=order.index)


def test_dice_for_tests_do_not_change() -> None:
    """Goldens hang on them."""
    dice = Dice("fixed")
    assert [dice.below(100) for _ in range(5)] == [16, 12, 40, 68, 62]
    assert sorted(dice.sample(range(5), 5)) == [0, 1, 2, 3, 4]
