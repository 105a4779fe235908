"""What the variants add that scenarios cannot say: exact events, clocks, stale presses, what is seen, slots."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

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
from bot.engine.cards import ALL_RANKS, HIDDEN, Rank
from bot.engine.events import (
    Claimed,
    Closed,
    Dealt,
    Forced,
    GameEnded,
    Passed,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
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
from bot.engine.observe import action_space, observe, redact
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.cycle import AnyRank, ChosenStep, OneStep
from bot.engine.rules.ending import PointARound, Stall
from bot.engine.rules.ruleset import PRESETS, Ruleset, presets_for, warnings
from bot.engine.rules.same_rank import EqualHands, OneRank
from bot.engine.rules.slots import Lead
from bot.engine.state import CycleRound, EndReason, GameState, Outcome, Phase, SameRankRound, Standing
from tests.engine.support import AT, SALT, Dice, Game, cards, hasty_action, play_out, position, refusal

LATER = AT + timedelta(seconds=30)


def table(*hands: str, rank: Rank = Rank.SEVEN, pile: str = "", turns: int = 0, **values: Any) -> Game:
    """A game in the middle, seat 0 due with `rank`, under these rules."""
    rules = compile_rules(Ruleset.model_validate(values), len(hands))
    return Game(rules, position(*hands, rank=rank, pile=pile, turns=turns))


def one_rank(*hands: str, rank: Rank | None = None, pile: str = "", **values: Any) -> Game:
    """The same-rank game, seat 0 leading or due with the rank in play."""
    game = table(*hands, pile=pile, family="same_rank", **values)
    memory = SameRankRound(rank, None if rank is None else len(hands) - 1)
    game.state = replace(game.state, ranks=ALL_RANKS if rank is None else (rank,), round=memory)
    return game


# --- exact events -----------------------------------------------------------------------------------------------------


def test_a_caught_cheat_draws_after_the_pile() -> None:
    game = table("7S QD", "8H", "9C", penalty=2)
    game.state = replace(game.state, penalty=cards("2S 3S 4S"))
    game.lay("QD")
    assert game.do(Challenge(1))[2:] == [
        PileTaken(0, cards("QD")),
        PenaltyDrawn(0, cards("2S 3S")),
        TurnCame(1, (Rank.EIGHT,)),
    ]
    assert game.state.penalty == cards("4S")


def test_a_pass_says_the_rank_it_passed_over() -> None:
    game = table("7S QD", "8H 9C", passing=True)
    assert game.do(Pass(0)) == [Passed(0, Rank.SEVEN), TurnCame(1, (Rank.EIGHT,))]
    assert (game.state.turns, game.state.round) == (1, CycleRound(Rank.SEVEN, passed=frozenset({0})))


def test_everybody_s_pass_clears_the_pile() -> None:
    game = one_rank("7S QD 2C", "8H 9C", "2D 3D")
    game.lay("QD", Rank.KING)
    game.do(Decline(1), Decline(2), Pass(1), Pass(2))
    assert game.do(Pass(0)) == [Passed(0), PileLeft(cards("QD")), TurnCame(0, ALL_RANKS)]
    assert game.state.round == SameRankRound()
    assert redact(PileLeft(cards("QD")), 0) == PileLeft((HIDDEN,))


def test_force_brings_these_events() -> None:
    game = one_rank("7S KD 2C 3C", "8H 9C", force=True, show_pile=True)
    game.lay("7S", Rank.KING)
    assert game.do(Force(1, game.state.turns)) == [Forced(1)]
    assert game.do(Show(0, cards("KD")[0])) == [
        Shown(0, cards("KD"), cards("7S")),
        PileTaken(1, cards("7S KD")),
        TurnCame(0, ALL_RANKS),
    ]


def test_a_last_card_brings_these_events() -> None:
    game = one_rank("7S 2C", "KH", "2D 3D", rank=Rank.KING)
    assert game.do(Pass(0)) == [
        Passed(0),
        Won(1, cards("KH")),
        GameEnded(EndReason.LAST_CARD, (2, 1, 2)),
    ]
    assert game.state.seats[1].standing is Standing.IN


def test_a_last_play_turned_up_brings_these_events() -> None:
    game = table("QD", "8H 9C", pile="JS", last_play="must_be_true")
    game.lay("QD")
    lie = [Revealed(cards("QD"), truthful=False), PileTaken(0, cards("JS QD")), TurnCame(1, (Rank.EIGHT,))]
    assert game.do(Decline(1))[1:] == lie
    game = table("7D", "8H 9C", last_play="must_be_true")
    game.lay("7D")
    assert game.do(Decline(1))[1:4] == [
        Revealed(cards("7D"), truthful=True),
        WindowClosed(Closed.DECLINED),
        WentOut(0, 1),
    ]


def test_a_next_play_closes_the_window() -> None:
    game = table("7S QD", "8H 9C", "2D", window_mode="until_next_play")
    game.lay("7S")
    assert refusal(game.state, Play(2, cards("2D"), Rank.EIGHT, 1), game.rules) is Reason.NOT_YOUR_TURN
    closed, turn, claimed = game.do(Play(1, cards("8H"), Rank.EIGHT, 1))
    assert (closed, turn) == (WindowClosed(Closed.NEXT_PLAY), TurnCame(1, (Rank.EIGHT,)))
    assert isinstance(claimed, Claimed)


def test_where_cards_may_be_slipped_in_no_play_closes_a_window() -> None:
    """R-c, R-l: of a last play and one that only looks like it, neither may be told from the other by waiting."""
    for held in ("7S QD", "7S QD KD"):
        game = table(held, "8H 9C", "2D", window_mode="until_next_play", extra_cards=True)
        game.do(Play(0, cards("7S QD"), Rank.SEVEN, 1), StartClock(AT))
        seen = observe(game.state, 1, game.rules)
        assert (seen.next_play_closes, seen.armable, seen.space.may_play) == (False, True, False)
        assert refusal(game.state, Play(1, cards("8H"), Rank.EIGHT, 1), game.rules) is Reason.WINDOW_OPEN
        assert refusal(game.state, Challenge(2), game.rules, LATER) is Reason.NO_OPEN_PLAY
        assert refusal(game.state, CloseWindow(), game.rules, LATER) is None


def test_the_rank_due_next_is_not_told_to_a_seat_without_cards() -> None:
    game = table("7S", "8H 9C", "2D")
    game.lay("7S")
    assert observe(game.state, 0, game.rules).yours_next is None
    assert observe(game.state, 2, game.rules).yours_next is Rank.NINE


def test_leaving_a_team_is_a_takeover() -> None:
    game = table(*["7S QD"] + ["8H 9C"] * 5, teams="alternate")
    assert game.do(Resign(3)) == [TakenOver(3)]
    assert not action_space(game.state, 3, game.rules).may_resign
    assert action_space(game.state, 3, game.rules).may_return
    assert game.do(Return(3), Resign(3))[1:] == [TakenOver(3)]


def test_a_team_s_last_play_brings_these_events() -> None:
    game = table("7S", "8H 9C", "", "8D 9D", "", "8C", teams="alternate")
    out = [
        replace(seat, standing=Standing.OUT, place=place) if place else seat
        for seat, place in zip(game.state.seats, (None, None, 1, None, 2, None), strict=True)
    ]
    game.state = replace(game.state, seats=tuple(out))
    game.lay("7S")
    assert game.do(Challenge(1))[-2:] == [WentOut(0, 3), GameEnded(EndReason.TEAM_OUT, (1, 4, 1, 4, 1, 4))]


# --- clocks -----------------------------------------------------------------------------------------------------------


def test_a_forced_seat_has_its_time() -> None:
    game = one_rank("7S KD 2C", "8H 9C", force=True)
    game.lay("7S", Rank.KING)
    game.do(StartClock(LATER), Force(1))
    assert game.state.until is None, "a clock of its own"
    assert refusal(game.state, CloseWindow(), game.rules, LATER) is Reason.WINDOW_OPEN
    assert refusal(game.state, TimeOut(0, b""), game.rules, LATER) is Reason.TOO_EARLY
    game.do(StartClock(LATER))
    assert refusal(game.state, TimeOut(1, b""), game.rules, LATER) is Reason.NOT_YOUR_TURN
    assert refusal(game.state, CloseWindow(), game.rules, LATER) is None
    declined = [Shown(0, ()), PileTaken(0, cards("7S")), TurnCame(1, ALL_RANKS)]
    for late in (TimeOut(0, b"", nudged=True), TimeOut(0, b"")):
        again = Game(game.rules, game.state, now=LATER)
        assert again.do(late) == declined
        assert again.state.seats[0].strikes == 0, "no turn was missed"


def test_a_cpu_s_forced_seat_may_be_answered_for_at_once() -> None:
    game = one_rank("7S KD 2C", "8H 9C", force=True)
    game.lay("7S", Rank.KING)
    game.do(Takeover(0), Force(1))
    assert refusal(game.state, TimeOut(0, b""), game.rules) is None


@pytest.mark.parametrize("stale", [Force(1, 0), Force(1, 2)])
def test_force_for_an_older_claim_does_nothing(stale: Force) -> None:
    game = one_rank("7S KD 2C", "8H 9C", force=True)
    game.lay("7S", Rank.KING)
    assert refusal(game.state, stale, game.rules) is Reason.NO_OPEN_PLAY
    game.do(StartClock(AT))
    assert refusal(game.state, Force(1, 1), game.rules, LATER) is Reason.NO_OPEN_PLAY
    assert refusal(game.state, Force(1, 1), game.rules, AT) is None


def test_the_clock_of_an_open_window_is_the_next_seat_s() -> None:
    game = table("7S QD", "8H 9C", "2D 3D", window_mode="until_next_play")
    game.lay("QD")
    game.do(StartClock(AT))
    assert refusal(game.state, Challenge(2), game.rules, LATER) is None, "calls last until the next play"
    assert refusal(game.state, TimeOut(2, b""), game.rules, LATER) is Reason.NOT_YOUR_TURN
    came = game.do(TimeOut(1, b"x"))
    assert [type(event) for event in came] == [TimedOut, WindowClosed, TurnCame, Claimed]


def test_a_last_play_s_clock_is_its_window_s() -> None:
    game = table("7S", "8H 9C", "2D 3D", window_mode="until_next_play")
    game.lay("7S")
    game.do(StartClock(AT))
    assert refusal(game.state, Challenge(2), game.rules, LATER) is Reason.NO_OPEN_PLAY
    assert refusal(game.state, TimeOut(1, b""), game.rules, LATER) is Reason.WINDOW_OPEN
    assert refusal(game.state, CloseWindow(), game.rules, LATER) is None


def test_a_turn_nobody_takes_can_end_the_game() -> None:
    """The window it closes was the last one: no card is played for the absent seat."""
    game = table("7S QD", "8H 9C", window_mode="until_next_play", turns=119)
    game.lay("7S")
    kinds = [type(event) for event in game.do(TimeOut(1, b"", nudged=True))]
    assert kinds == [TimedOut, WindowClosed, GameEnded]


def test_a_neutral_pass_counts_as_missed_and_a_pass_of_ones_own_ends_the_row() -> None:
    game = one_rank("7S", "8H 9C", "2D 3D", rank=Rank.KING)
    assert game.do(TimeOut(0, b"", nudged=True))[:2] == [TimedOut(0, 1), Passed(0, auto=True)]
    assert game.state.seats[0].strikes == 1
    game.do(Pass(1), Pass(2))
    game.state = replace(game.state, turn=0, ranks=(Rank.KING,))
    game.do(Pass(0))
    assert game.state.seats[0].strikes == 0


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


# --- slots ------------------------------------------------------------------------------------------------------------


def test_ranks_that_follow() -> None:
    assert OneStep(-1).following(Rank.ACE) == (Rank.KING,)
    assert OneStep(-1).ahead(Rank.TWO, 3) is Rank.QUEEN
    assert ChosenStep((-1, 1)).following(Rank.ACE) == (Rank.KING, Rank.TWO)
    assert ChosenStep((-1, 1)).passed((Rank.KING, Rank.TWO), Rank.ACE) is Rank.TWO
    assert AnyRank().following(Rank.ACE) == ALL_RANKS
    assert (AnyRank().passed(ALL_RANKS, Rank.SIX), AnyRank().ahead(Rank.SIX, 1)) == (Rank.SIX, None)
    assert (OneRank().passed((Rank.SIX,), None), OneRank().ahead(Rank.SIX, 5)) == (Rank.SIX, Rank.SIX)
    assert Lead(0, ALL_RANKS).free
    assert not Lead(0, (Rank.SIX,)).free


def test_calls_are_gathered_longer_where_the_nearest_counts() -> None:
    first, nearest = (
        compile_rules(Ruleset.model_validate({"simultaneous": of}), 4) for of in ("first", "nearest_left")
    )
    assert (first.challenger.gather_ms, nearest.challenger.gather_ms) == (250, 700)
    assert first.challenger.refuse(GameState(), 0) is None


def test_deals_for_fewer_seats_than_sat_down() -> None:
    rules = compile_rules(Ruleset(penalty=2, rounds=2), 4)
    deal = rules.deal.deal(rules.deal.pack(4), 4, 0, absent=frozenset({2}))
    assert [len(hand) for hand in deal.hands] == [14, 14, 0, 14]
    assert len(deal.penalty) == 10
    equal = EqualHands(per_hand=6)
    deal = equal.deal(equal.pack(4), 4, 3, absent=frozenset({0}))
    assert [len(hand) for hand in deal.hands] == [0, 6, 6, 6]
    assert len(deal.unused) == 34


def test_nobody_passes_in_the_standard_game() -> None:
    passing, state = compile_rules(Ruleset(), 3).passing, position("7S", "8H", "9C")
    assert (passing.clears(state), passing.cap(state)) == (False, 0)


def test_stall_counts_the_round_s_turns() -> None:
    stall = Stall(burning=True, bounded=True)
    state = replace(position("7S", "8H", turns=170), began=110)
    assert stall.burns(state)
    assert not stall.burns(replace(state, began=111)), "turns of rounds before do not count"
    assert stall.begins(state)
    assert stall.backstop(state) is None
    assert stall.backstop(replace(state, began=50)) == Outcome(EndReason.BACKSTOP, (1, 1))


def test_the_longest_random_games_end() -> None:
    """R63: both games, whatever is passed."""
    for values in ({"passing": True, "after_challenge": "taker_leads"}, {"family": "same_rank", "multi": True}):
        game = Game.dealt(Ruleset.model_validate(values), 3, "long")
        for _ in play_out(game, Dice("long"), unruly=False):
            pass
        assert game.state.turns <= 180


# --- presets and warnings ---------------------------------------------------------------------------------------------


def test_the_presets_of_the_ledger() -> None:
    assert " ".join(PRESETS) == (
        "standard classic-table bicycle jaques online fast big-table up-down same-again countdown open i-doubt-it "
        "one-rank bluff duel duel-force teams penalty kids wild"
    )
    assert "duel" in presets_for(2)
    assert "duel" not in presets_for(3)
    assert {"teams", "big-table"} <= set(presets_for(8))
    assert "one-rank" not in presets_for(7)
    assert presets_for(11) == ()


@pytest.mark.parametrize(
    ("values", "seats", "told"),
    [
        ({}, 4, ()),
        ({"stall": "off", "max_cards": 1}, 3, ("long_one_card",)),
        ({"stall": "off", "max_cards": 1}, 4, ()),
        ({"stall": "off", "after_challenge": "taker_leads"}, 6, ("long_taker_leads",)),
        ({"stall": "off", "after_challenge": "taker_leads"}, 7, ()),
        ({"after_challenge": "taker_leads", "direction": "any"}, 4, ("taker_any_note",)),
        ({"after_challenge": "taker_leads", "direction": "up_down"}, 4, ("taker_free_call_note",)),
        ({"after_challenge": "taker_leads", "direction": "up_down_same"}, 4, ("taker_free_call_note",)),
        ({"window_mode": "until_next_play", "turn_timer": None}, 4, ("cpu_waits_for_window",)),
        ({"window_mode": "until_next_play", "turn_timer": 60}, 4, ()),
        ({"window_mode": "until_next_play", "turn_timer": None, "extra_cards": True}, 4, ()),
        (
            {"family": "same_rank", "window_mode": "until_next_play", "turn_timer": None, "extra_cards": True},
            4,
            ("cpu_waits_for_window",),
        ),
    ],
)
def test_warnings(values: dict[str, object], seats: int, told: tuple[str, ...]) -> None:
    assert warnings(Ruleset.model_validate(values), seats, cpu_next=True) == told
    without = warnings(Ruleset.model_validate(values), seats)
    assert without == tuple(code for code in told if code != "cpu_waits_for_window")
