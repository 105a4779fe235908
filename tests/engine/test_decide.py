"""What deciding does that scenarios cannot say: clocks, chance, coming and going, stale presses, exact events."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.actions import (
    Bar,
    Begin,
    Challenge,
    CloseWindow,
    Decline,
    IllegalAction,
    Pass,
    Play,
    Reason,
    Resign,
    Return,
    StartClock,
    Takeover,
    TimeOut,
)
from bot.engine.cards import Card, Cards, Rank
from bot.engine.decide import decide
from bot.engine.events import (
    Barred,
    BurnBegan,
    Challenged,
    Claimed,
    ClockStarted,
    Closed,
    Dealt,
    Declined,
    GameEnded,
    PileTaken,
    Resigned,
    Returned,
    Revealed,
    TakenOver,
    TimedOut,
    TurnCame,
    WentOut,
    WindowClosed,
)
from bot.engine.evolve import evolve, replay
from bot.engine.observe import action_space, observe
from bot.engine.rules.cycle import NextSeat, OneStep
from bot.engine.rules.ending import FirstOutWins
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.slots import Lead, Verdict
from bot.engine.state import EndReason, GameState, Outcome, Phase, SameRankRound, Seat, Standing
from tests.engine.support import AT, SALT, Dice, Game, cards, position, refusal, standard

LATER = AT + timedelta(seconds=30)


def table(*hands: str, turns: int = 0, pile: str = "") -> Game:
    return Game(standard(len(hands)), position(*hands, turns=turns, pile=pile))


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


# --- clocks -----------------------------------------------------------------------------------------------------------


def test_a_window_closes_at_its_deadline_and_not_before() -> None:
    game = table("7S QD", "8H")
    game.lay("7S")
    assert refusal(game.state, CloseWindow(), game.rules, LATER) is Reason.WINDOW_OPEN  # no clock runs yet
    game.do(StartClock(LATER))
    assert refusal(game.state, CloseWindow(), game.rules, LATER - timedelta(microseconds=1)) is Reason.WINDOW_OPEN
    assert refusal(game.state, CloseWindow(), game.rules, LATER) is None


def test_a_call_counts_up_to_its_deadline() -> None:
    game = table("7S QD", "8H")
    game.lay("7S")
    assert refusal(game.state, Challenge(1), game.rules, LATER) is None  # no clock runs yet
    game.do(StartClock(LATER))
    assert refusal(game.state, Challenge(1), game.rules, LATER) is None
    assert refusal(game.state, Challenge(1), game.rules, LATER + timedelta(microseconds=1)) is Reason.NO_OPEN_PLAY


def test_a_late_call_after_declining_is_late_before_it_is_final() -> None:
    game = table("7S QD", "8H", "2D")
    game.do(Play(0, cards("7S"), Rank.SEVEN, 1), Decline(1), StartClock(AT))
    assert refusal(game.state, Challenge(1), game.rules, LATER) is Reason.NO_OPEN_PLAY
    assert refusal(game.state, Challenge(1), game.rules, AT) is Reason.ALREADY_DECLINED


def test_a_clock_stops_with_what_it_was_for() -> None:
    game = table("7S QD", "8H 9C")
    game.do(StartClock(LATER))
    game.lay("7S")
    assert game.state.until is None
    assert game.do(StartClock(LATER)) == [ClockStarted(LATER)]
    game.do(Decline(1))
    assert game.state.until is None
    game.do(StartClock(LATER))
    game.lay("8H")
    game.do(StartClock(LATER), Challenge(0))
    assert game.state.until is None
    game.do(StartClock(LATER), Resign(1))
    assert (game.state.phase, game.state.until) == (Phase.OVER, None)
    assert refusal(game.state, StartClock(LATER), game.rules) is Reason.GAME_OVER


# --- stale presses (F29) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [Challenge(2, 1), Decline(2, 1)])
def test_a_press_for_an_older_claim_does_nothing(action: Challenge | Decline) -> None:
    game = table("7S QD", "8H 9C", "2D 3D")
    game.lay("QD")
    assert refusal(game.state, action, game.rules) is None
    game.do(Decline(1), Decline(2))
    assert refusal(game.state, action, game.rules) is Reason.NO_OPEN_PLAY
    game.lay("8H")
    assert refusal(game.state, action, game.rules) is Reason.NO_OPEN_PLAY
    assert refusal(game.state, replace(action, turn=2), game.rules) is None


def test_a_press_of_nobody_at_the_table() -> None:
    game = table("7S", "8H")
    for seat in (-1, 2, 99):
        for action in (Play(seat, cards("8H"), Rank.SEVEN, 1), Pass(seat), Challenge(seat), Resign(seat), Return(seat)):
            assert refusal(game.state, action, game.rules) is Reason.NOT_IN_GAME


# --- turns nobody takes (R-q) -----------------------------------------------------------------------------------------


def timeout(seat: int, seed: str = "", *, nudged: bool = False) -> TimeOut:
    return TimeOut(seat, seed.encode(), nudged=nudged)


def test_a_turn_times_out_at_its_deadline_and_not_before() -> None:
    game = table("7S QD", "8H")
    assert refusal(game.state, timeout(0), game.rules, LATER) is Reason.TOO_EARLY  # no clock, no time-out
    game.do(StartClock(LATER))
    assert refusal(game.state, timeout(0), game.rules, AT) is Reason.TOO_EARLY
    assert refusal(game.state, timeout(1), game.rules, LATER) is Reason.NOT_YOUR_TURN
    assert refusal(game.state, timeout(9), game.rules, LATER) is Reason.NOT_IN_GAME
    assert refusal(game.state, timeout(0), game.rules, LATER) is None


def test_people_may_ask_for_a_play_before_any_deadline() -> None:
    game = table("7S QD", "8H")
    missed, claimed = game.do(timeout(0, nudged=True))
    assert missed == TimedOut(0, 1)
    assert isinstance(claimed, Claimed)
    assert (claimed.auto, claimed.said, len(claimed.cards), claimed.rank) == (True, 1, 1, Rank.SEVEN)
    assert refusal(game.state, timeout(0, nudged=True), game.rules) is Reason.WINDOW_OPEN
    view = observe(game.state, 1, game.rules).claim
    assert view is not None
    assert view.auto


def test_the_second_miss_in_a_row_hands_the_seat_over() -> None:
    game = table("7S QD 2C", "8H 9C 3C")
    game.do(timeout(0, nudged=True), Decline(1))
    game.lay("8H")
    game.do(Decline(0))
    missed, taken, claimed = game.do(timeout(0, nudged=True))
    assert (missed, taken) == (TimedOut(0, 2), TakenOver(0))
    assert isinstance(claimed, Claimed)
    assert game.state.seats[0].held
    assert game.do(Return(0)) == [Returned(0)]
    assert (game.state.seats[0].held, game.state.seats[0].strikes) == (False, 0)


def test_a_play_of_ones_own_ends_the_row() -> None:
    game = table("7S QD 2C", "8H 9C 3C")
    game.do(timeout(0, nudged=True), Decline(1))
    assert game.state.seats[0].strikes == 1
    game.lay("8H")
    game.do(Decline(0))
    game.do(Play(0, game.state.seats[0].hand[:1], Rank.NINE, 1))
    assert game.state.seats[0].strikes == 0


@pytest.mark.parametrize("kind", ["held", "cpu"])
def test_a_seat_a_cpu_keeps_is_played_for_without_a_clock_or_a_strike(kind: str) -> None:
    game = table("7S QD", "8H")
    kept = replace(game.state.seats[0], held=kind == "held", cpu=kind == "cpu")
    seats = (kept, game.state.seats[1])
    game.state = replace(game.state, seats=seats)
    (claimed,) = game.do(timeout(0))
    assert isinstance(claimed, Claimed)
    assert claimed.auto
    assert game.state.seats[0].strikes == 0


def test_the_neutral_play_proves_nothing() -> None:
    """With one true card in four: half by the coin, and an eighth more by the random draw."""
    rules, state = standard(2), position("7S QD KD 2C", "8H")
    laid: Counter[Card] = Counter()
    for seed in range(2000):
        claimed = decide(state, timeout(0, f"neutral {seed}", nudged=True), rules, at=AT)[1]
        assert isinstance(claimed, Claimed)
        laid.update(claimed.cards)
    assert 1180 < laid[Card("7S")] < 1320
    assert all(190 < laid[card] < 310 for card in cards("QD KD 2C"))


def test_the_neutral_play_of_a_hand_without_the_rank_is_random() -> None:
    rules, state = standard(2), position("QD KD", "8H")
    drawn = {decide(state, timeout(0, str(seed), nudged=True), rules, at=AT)[1] for seed in range(20)}
    assert {card for event in drawn if isinstance(event, Claimed) for card in event.cards} == set(cards("QD KD"))


def test_the_neutral_play_of_a_free_lead_draws_its_rank() -> None:
    rules = standard(2)
    state = replace(position("7S QD", "8H"), ranks=(Rank.SEVEN, Rank.QUEEN))
    ranks = set()
    for seed in range(20):
        claimed = decide(state, timeout(0, str(seed), nudged=True), rules, at=AT)[1]
        assert isinstance(claimed, Claimed)
        ranks.add(claimed.rank)
    assert ranks == {Rank.SEVEN, Rank.QUEEN}


def test_the_same_chance_plays_the_same_card() -> None:
    rules, state = standard(2), position("7S QD KD 2C", "8H")
    assert len({decide(state, timeout(0, "x", nudged=True), rules, at=AT) for _ in range(3)}) == 1


# --- coming and going (R46, R-o) --------------------------------------------------------------------------------------


def test_only_a_held_seat_can_be_taken_back() -> None:
    game = table("7S QD", "8H")
    assert refusal(game.state, Return(0), game.rules) is Reason.NOT_HELD
    game.do(Takeover(0))
    assert action_space(game.state, 0, game.rules).may_return
    assert refusal(game.state, Takeover(0), game.rules) is Reason.NOT_HELD
    game.do(Return(0))
    assert not game.state.seats[0].held


def test_a_cpu_of_the_table_cannot_be_taken_over_or_back() -> None:
    game = table("7S QD", "8H")
    game.state = replace(game.state, seats=(replace(game.state.seats[0], cpu=True), game.state.seats[1]))
    assert refusal(game.state, Takeover(0), game.rules) is Reason.NOT_HELD
    assert refusal(game.state, Return(0), game.rules) is Reason.NOT_HELD


def test_a_held_seat_plays_calls_and_declines_like_any_other() -> None:
    game = table("7S QD", "8H 9C")
    game.do(Takeover(0), Takeover(1))
    game.lay("QD")
    assert refusal(game.state, Decline(1), game.rules) is None
    assert game.do(Challenge(1))[0] == Challenged(1)


def held_round(game: Game, turns: int) -> None:
    for _ in range(turns):
        game.do(Play(game.state.turn, game.state.seats[game.state.turn].hand[:1], game.state.ranks[0], 1))
        game.pass_window()


def test_held_by_cpus_for_a_full_round_the_game_ends_without_a_result() -> None:
    game = table("7S QD 2C 3C", "8H 9C 4C 5C", "2D 3D 4D 5D")
    game.do(*(Takeover(seat) for seat in range(3)))
    held_round(game, 3)
    assert game.state.phase is Phase.PLAY
    held_round(game, 1)
    assert game.events[-2:] == [TurnCame(1, (Rank.JACK,)), GameEnded(EndReason.ABANDONED, (None, None, None))]
    assert game.state.outcome is not None
    assert game.state.outcome.winners == ()


def test_a_return_starts_the_round_anew() -> None:
    game = table("7S QD 2C 3C", "8H 9C 4C 5C", "2D 3D 4D 5D")
    game.do(*(Takeover(seat) for seat in range(3)))
    held_round(game, 3)
    game.do(Return(2), Takeover(2))
    assert game.state.unattended == 0
    held_round(game, 3)
    assert game.state.phase is Phase.PLAY


def test_one_person_is_enough_to_go_on() -> None:
    game = table("7S QD 2C 3C", "8H 9C 4C 5C", "2D 3D 4D 5D")
    game.do(Takeover(0), Takeover(1))
    held_round(game, 9)
    assert game.state.phase is Phase.PLAY
    assert game.state.unattended == 0


def with_cpus(game: Game, *cpus: int) -> None:
    seats = tuple(replace(seat, cpu=number in cpus) for number, seat in enumerate(game.state.seats))
    game.state = replace(game.state, seats=seats)


def test_the_last_person_leaving_ends_the_game_at_once() -> None:
    game = table("7S QD", "8H", "2D")
    with_cpus(game, 1, 2)
    assert game.do(Resign(0))[1:] == [GameEnded(EndReason.ABANDONED, (None, None, None))]


def test_no_person_left_comes_before_one_seat_left() -> None:
    game = table("7S QD", "8H")
    with_cpus(game, 1)
    assert game.do(Resign(0))[1:] == [GameEnded(EndReason.ABANDONED, (None, None))]


def test_the_last_person_leaving_in_a_window_closes_it() -> None:
    game = table("7S QD", "8H", "2D")
    with_cpus(game, 0, 1)
    game.lay("7S")
    came = game.do(Resign(2))
    assert came[1:] == [WindowClosed(Closed.LAST_SEAT), GameEnded(EndReason.ABANDONED, (None, None, None))]
    assert game.state.claim is None


def test_a_held_seat_keeps_the_table_waiting_for_its_person() -> None:
    game = table("7S QD", "8H", "2D")
    game.do(Takeover(1), Takeover(2))
    assert game.do(Resign(0))[1:] == [TurnCame(1, (Rank.SEVEN,))]


def test_a_seat_whose_person_may_not_return_keeps_nobody_waiting() -> None:
    game = table("7S QD", "8H", "2D", "3C")
    with_cpus(game, 3)
    assert game.do(Takeover(1), Bar(1)) == [TakenOver(1), Barred(1)]
    game.do(Takeover(2), Return(2), Resign(2))
    assert game.do(Resign(0))[1:] == [GameEnded(EndReason.ABANDONED, (None,) * 4)]


def test_nobody_wins_from_whose_seat_a_cpu_may_not_be_sent() -> None:
    game = table("7S QD", "8H", "2D")
    game.do(Takeover(1), Bar(1), Resign(2))
    assert game.do(Resign(0))[1:] == [GameEnded(EndReason.ABANDONED, (None,) * 3)]
    again = table("7S QD", "8H", "2D")
    again.do(Takeover(1), Resign(2))
    assert again.do(Resign(0))[-1] == GameEnded(EndReason.LAST_SEAT, (2, 1, 3)), "who may come back is there still"


def test_whoever_may_not_return_does_not_and_is_told_once() -> None:
    game = table("7S QD", "8H", "2D")
    assert refusal(game.state, Bar(1), game.rules) is Reason.NOT_HELD
    game.do(Takeover(1), Bar(1))
    assert refusal(game.state, Bar(1), game.rules) is Reason.NOT_HELD
    assert refusal(game.state, Return(1), game.rules) is Reason.NOT_HELD
    assert not observe(game.state, 1, game.rules).space.may_return
    game.do(Takeover(2))
    assert observe(game.state, 2, game.rules).space.may_return


def test_the_waiting_seat_leaves_and_the_turn_stays() -> None:
    game = table("7S QD", "8H", "2D")
    game.do(StartClock(LATER))
    assert game.do(Resign(2)) == [Resigned(2, 3, cards("2D"))]
    assert (game.state.turn, game.state.until) == (0, LATER)


def test_a_leaver_after_two_leavers_and_a_winner() -> None:
    game = table("7S", "8H", "2D", "3D", "4D")
    game.do(Resign(3), Resign(1))
    game.lay("7S")
    game.do(Decline(2), Decline(4))
    assert game.state.outcome == Outcome(EndReason.WENT_OUT, (1, 4, 2, 5, 2))


def test_one_seat_left_with_no_cards_and_its_play_open_wins() -> None:
    game = table("7S", "8H", "2D")
    game.lay("7S")
    game.do(Resign(1), Resign(2))
    assert game.state.outcome == Outcome(EndReason.LAST_SEAT, (1, 3, 2))


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
