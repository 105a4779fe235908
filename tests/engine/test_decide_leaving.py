"""Deciding when people come and go: seats held by CPUs, returns, leavers, and games nobody is left in."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.actions import (
    Bar,
    Challenge,
    Decline,
    Play,
    Reason,
    Resign,
    Return,
    StartClock,
    Takeover,
)
from bot.engine.cards import Rank
from bot.engine.events import (
    Barred,
    Challenged,
    Closed,
    GameEnded,
    Resigned,
    TakenOver,
    TurnCame,
    WindowClosed,
)
from bot.engine.observe import action_space, observe
from bot.engine.state import EndReason, Outcome, Phase
from tests.engine.support import Game, cards, refusal
from tests.engine.tables import LATER, table

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
