"""Deciding by the clock: windows, turns that time out, and the neutral play for whoever is away."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.actions import (
    Challenge,
    CloseWindow,
    Decline,
    Pass,
    Play,
    Reason,
    Resign,
    Return,
    StartClock,
    TimeOut,
)
from bot.engine.cards import Card, Rank
from bot.engine.decide import decide
from bot.engine.events import (
    Claimed,
    ClockStarted,
    Returned,
    TakenOver,
    TimedOut,
)
from bot.engine.observe import observe
from bot.engine.state import Phase
from tests.engine.support import AT, cards, position, refusal, standard
from tests.engine.tables import LATER, table

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
