"""Matches over several rounds, and what the variants let a seat see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.actions import (
    Begin,
    Challenge,
    CloseWindow,
    Decline,
    Force,
    NextRound,
    Pass,
    Play,
    Reason,
    Resign,
    Return,
    Show,
    StartClock,
    Takeover,
    TimeOut,
)
from bot.engine.cards import Rank
from bot.engine.events import (
    Dealt,
    GameEnded,
    RoundEnded,
)
from bot.engine.observe import action_space, observe
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ending import PointARound
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.state import EndReason, Phase, Standing
from tests.engine.support import SALT, Game, cards, hasty_action, position, refusal
from tests.engine.variant_tables import LATER, one_rank, table

# --- a match (R66) ----------------------------------------------------------------------------------------------------


def match(rounds: int, **values: Any) -> Game:
    return Game.dealt(Ruleset.model_validate({"rounds": rounds, **values}), 3, "match", dealer=2)


def finish(game: Game) -> None:
    while game.state.phase not in (Phase.BETWEEN, Phase.OVER):
        game.do(hasty_action(game))


def test_a_match_is_played_to_its_last_round() -> None:
    game = match(3)
    for number in (1, 2, 3):
        assert (game.state.number, game.state.dealer, game.state.turn) == (number, (number + 1) % 3, (number + 2) % 3)
        began = game.state.turns
        finish(game)
        assert sum(game.state.points) == number
        assert game.state.turns > began, "claims are numbered through"
        if number < 3:
            assert game.state.last_round is not None
            assert observe(game.state, None, game.rules).salt == SALT.hex(), "the round's deal may be checked"
            game.do(game.next_round(f"round {number}"))
            dealt = next(event for event in reversed(game.events) if isinstance(event, Dealt))
            assert (dealt.number, game.state.round_turns) == (number + 1, 0)
    assert [type(event) for event in game.events[-2:]] == [RoundEnded, GameEnded]
    best = max(game.state.points)
    assert game.state.outcome is not None
    assert game.state.outcome.reason is EndReason.POINTS
    assert game.state.outcome.winners == tuple(seat for seat in range(3) if game.state.points[seat] == best)
    assert sum(isinstance(event, RoundEnded) for event in game.events) == 3


def test_the_match_s_places_share_ties_and_put_who_left_last() -> None:
    state = replace(position("7S", "8H", "9C", "10D"), points=(1, 3, 1, 0))
    gone = replace(state.seats[1], standing=Standing.RESIGNED, place=4)
    assert PointARound(4).result(state).places == (2, 1, 2, 4)
    assert PointARound(4).result(replace(state, seats=(state.seats[0], gone, *state.seats[2:]))).places == (1, 4, 1, 3)


def test_seats_keep_what_they_are_over_the_rounds() -> None:
    game = match(3)
    deal = game.rules.deal.deal(game.rules.deal.pack(3), 3, 2)
    game = Game(game.rules)
    game.do(Begin(deal, 2, SALT, cpus=frozenset({1})), Takeover(2))
    finish(game)
    game.do(game.next_round("again"))
    assert [(seat.cpu, seat.held) for seat in game.state.seats] == [(False, False), (True, False), (False, True)]


def test_a_match_nobody_is_at_ends_over_two_rounds() -> None:
    """R-o: a full round of turns with CPUs in every seat, wherever a round of cards ends."""
    game = match(2)
    state = replace(game.state, unattended=3)
    game.state = replace(state, seats=tuple(replace(seat, held=True) for seat in state.seats))
    game.state = replace(game.state, phase=Phase.BETWEEN)
    assert game.do(game.next_round("two"))[-1] == GameEnded(EndReason.ABANDONED, (None,) * 3)


def test_between_two_rounds_people_come_and_go() -> None:
    game = match(2)
    finish(game)
    space = action_space(game.state, 0, game.rules)
    assert (space.may_next_round, space.may_resign, space.may_play, space.may_pass) == (True, True, False, False)
    for action in (Pass(0), Challenge(0), Decline(1), CloseWindow(), TimeOut(0, b""), Show(0, None), Force(0)):
        assert refusal(game.state, action, game.rules) is Reason.GAME_OVER
    game.do(Takeover(1), Return(1), StartClock(LATER))
    assert (game.state.phase, game.state.until) == (Phase.BETWEEN, LATER)
    game.do(Resign(0))
    assert (game.state.phase, game.state.absent, game.state.next_dealer) == (Phase.BETWEEN, frozenset({0}), 1)
    game.do(game.next_round("two"))
    assert (game.state.dealer, game.state.turn, len(game.state.seats[0].hand)) == (1, 2, 0)
    finish(game)
    assert game.state.outcome is not None
    assert game.state.outcome.places[0] == 3


def test_no_round_begins_in_the_middle_of_one() -> None:
    game = match(2)
    assert refusal(game.state, game.next_round("early"), game.rules) is Reason.WINDOW_OPEN
    finish(game)
    game.do(game.next_round("two"))
    finish(game)
    assert refusal(game.state, NextRound(game.next_round("x").deal, SALT), game.rules) is Reason.GAME_OVER


def test_a_random_starter_is_drawn_among_those_still_here() -> None:
    starters = {Game.dealt(PRESETS["bicycle"], 4, f"start {seed}").state.turn for seed in range(40)}
    assert starters == {0, 1, 2, 3}
    opener = compile_rules(PRESETS["bicycle"], 4).opener
    assert {opener.lead((0, 2), 0, bytes([seed])).seat for seed in range(40)} == {0, 2}
    assert compile_rules(Ruleset(), 4).opener.lead((0, 2), 2, b"").seat == 0


# --- what is seen -----------------------------------------------------------------------------------------------------


def test_what_was_slipped_in_is_counted_by_its_player_alone() -> None:
    game = table("7S QD 2C", "8H 9C", "2D", extra_cards=True)
    space = action_space(game.state, 0, game.rules)
    assert (space.extra, space.said_bounds(3), game.rules.size.said_bounds(3)) == (True, (1, 3), (1, 3))
    game.do(Play(0, cards("7S QD"), Rank.SEVEN, 1))
    own, other, public = (observe(game.state, viewer, game.rules) for viewer in (0, 1, None))
    for seen, held, pile, laid in ((own, 1, 2, 2), (other, 2, 1, 1), (public, 2, 1, 1)):
        assert seen.claim is not None
        assert (seen.seats[0].cards, seen.pile, seen.claim.said, seen.claim.laid) == (held, pile, 1, laid)
    game.do(Decline(1), Decline(2))
    after = observe(game.state, None, game.rules)
    assert (after.seats[0].cards, after.pile) == (1, 2)
    assert action_space(table("7S QD", "8H").state, 0, table("7S QD", "8H").rules).said_bounds(3) == (3, 3)


def test_the_next_seat_sees_that_it_may_close_the_window() -> None:
    game = table("7S QD", "8H 9C", "2D", window_mode="until_next_play", passing=True)
    game.lay("7S")
    seen, other = observe(game.state, 1, game.rules), observe(game.state, 2, game.rules)
    assert seen.next_play_closes
    assert (seen.space.ranks, seen.space.most, seen.space.may_pass, seen.armable) == ((Rank.EIGHT,), 2, True, False)
    assert seen.space.may_challenge
    assert not other.space.may_play
    last = table("7S", "8H 9C", "2D", window_mode="until_next_play")
    last.lay("7S")
    waiting = observe(last.state, 1, last.rules)
    assert (waiting.next_play_closes, waiting.armable, waiting.space.may_play) == (False, True, False)


def test_the_forced_seat_sees_what_it_may_show() -> None:
    game = one_rank("7S KD X1 3C", "8H 9C", force=True, jokers=1)
    game.lay("7S", Rank.KING)
    assert observe(game.state, 1, game.rules).space.may_force
    game.do(Force(1))
    forced, other = (observe(game.state, viewer, game.rules) for viewer in (0, 1))
    assert (forced.space.may_show, forced.space.showable) == (True, cards("KD X1"))
    assert (other.space.may_show, other.space.showable, other.space.may_challenge) == (False, (), False)
    assert forced.claim is not None
    assert forced.claim.forcer == 1


def test_memories_and_piles_are_seen() -> None:
    game = one_rank("7S KD 2C", "8H 9C", "2D 3D")
    assert (observe(game.state, 0, game.rules).in_play, observe(game.state, 0, game.rules).next.free) == (None, True)
    game.lay("7S", Rank.KING)
    game.do(Decline(1), Decline(2), Pass(1))
    seen = observe(game.state, 0, game.rules)
    assert (seen.family, seen.in_play, seen.last_adder, seen.passes, seen.pass_cap) == ("same_rank", Rank.KING, 0, 1, 3)
    assert seen.yours_next is None
    assert observe(game.state, 2, game.rules).yours_next is Rank.KING
    cycle = table("7S QD", "8H", passing=True)
    cycle.state = replace(cycle.state, aside=cards("2S 3S"), penalty=cards("4S"), removed=cards("5S 6S 8S"))
    cycle.do(Pass(0))
    other = observe(cycle.state, 0, cycle.rules)
    assert (other.last_rank, other.passes, other.pass_cap) == (Rank.SEVEN, 1, 2)
    assert (other.aside, other.penalty, other.removed) == (2, 1, 3)


def test_teams_and_points_are_seen() -> None:
    teams = observe(table(*["7S"] * 6, teams="alternate").state, 0, table(*["7S"] * 6, teams="alternate").rules)
    assert [seat.team for seat in teams.seats] == [0, 1, 0, 1, 0, 1] == list(teams.teams)
    game = match(2)
    first = observe(game.state, None, game.rules)
    assert (first.number, first.rounds, first.points, first.last_round) == (1, 2, (0, 0, 0), None)
    assert [seat.team for seat in first.seats] == [None] * 3
    finish(game)
    between = observe(game.state, None, game.rules)
    assert between.points == game.state.points == tuple(seat.points for seat in between.seats)
    assert between.last_round == game.state.last_round


def test_the_rank_ahead_is_told_only_where_it_is_fixed() -> None:
    def ahead(viewer: int, **values: Any) -> Rank | None:
        game = table("7S QD", "8H 9C", "2D 3D", **values)
        return observe(game.state, viewer, game.rules).yours_next

    assert [ahead(seat, direction="down") for seat in (0, 1, 2)] == [Rank.SEVEN, Rank.SIX, Rank.FIVE]
    assert [ahead(seat, after_challenge="taker_leads") for seat in (0, 1, 2)] == [Rank.SEVEN, None, None]
    assert [ahead(seat, direction="up_down") for seat in (0, 1)] == [Rank.SEVEN, None]
