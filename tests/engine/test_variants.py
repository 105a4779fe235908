"""What the variants add that scenarios cannot say: exact events, clocks, stale presses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import (
    Challenge,
    CloseWindow,
    Decline,
    Force,
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
    Forced,
    GameEnded,
    Passed,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
    Revealed,
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
from bot.engine.rules.ending import Stall
from bot.engine.rules.ruleset import PRESETS, Ruleset, presets_for, warnings
from bot.engine.rules.same_rank import EqualHands, OneRank
from bot.engine.rules.slots import Lead
from bot.engine.state import CycleRound, EndReason, GameState, Outcome, SameRankRound, Standing
from tests.engine.support import AT, Dice, Game, cards, play_out, position, refusal
from tests.engine.variant_tables import LATER, one_rank, table

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
