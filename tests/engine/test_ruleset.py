"""House rules as data: the standard game, what may be chosen, what is refused, and what a ruleset becomes."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.engine.cards import Rank
from bot.engine.rules.compiled import RulesRefused, RuleUnavailable, compile_rules
from bot.engine.rules.ending import Stall
from bot.engine.rules.ruleset import PRESETS, REFUSALS, SPECS, Ruleset, differing, refusals
from tests.engine.support import position

CODES = [
    "player_count",
    "jokers_range",
    "aside_two_only",
    "aside_one_deck",
    "max8_needs_two_decks",
    "extra_needs_more_than_one",
    "force_same_rank_only",
    "multi_same_rank_only",
    "turn_rules_cycle_only",
    "direction_cycle_only",
    "two_needs_force",
    "same_rank_player_count",
    "not_in_same_rank",
    "bad_hand_size",
    "teams_even_6_10",
    "teams_no_places",
    "penalty_with_aside",
    "passing_with_any",
]


def rules(**values: object) -> Ruleset:
    return Ruleset.model_validate(values)


def test_the_defaults_are_the_standard_game() -> None:
    assert PRESETS["standard"] == Ruleset()
    ledger = {
        "family": "cycle",
        "decks": "auto6",
        "jokers": 0,
        "aside": 0,
        "starter": "dealer_left",
        "direction": "up",
        "max_cards": "auto",
        "passing": False,
        "extra_cards": False,
        "window_mode": "timer",
        "window_s": 10,
        "simultaneous": "first",
        "after_challenge": "next",
        "show_pile": False,
        "last_play": "window",
        "play_on": False,
        "rounds": 1,
        "turn_timer": 60,
        "stall": "auto",
        "call_word": "cheat",
        "teams": None,
        "penalty": 0,
        "per_hand": "auto",
        "multi": False,
        "force": False,
    }
    assert ledger.items() <= Ruleset().model_dump().items()


def test_every_rule_has_its_spec_and_every_spec_its_rule() -> None:
    assert list(SPECS) == list(Ruleset.model_fields)
    for key, spec in SPECS.items():
        assert spec.key == key
        assert spec.available(spec.default)
        assert spec.default in spec.choices
        assert spec.sources
        for choice in spec.choices:
            assert spec.available(choice)
            assert getattr(rules(**{key: choice}), key) == choice


def test_choices_are_compared_by_kind_too() -> None:
    assert not SPECS["passing"].available(0)
    assert not SPECS["jokers"].available(False)
    assert not SPECS["rounds"].available(True)
    assert not SPECS["decks"].available(True)
    assert [SPECS["window_s"].available(value) for value in (2, 3, 7, 120, 121, "7")] == [
        False,
        *[True] * 3,
        False,
        False,
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_can_be_played(preset: str) -> None:
    assert any(not refusals(PRESETS[preset], seats) for seats in range(2, 11))


def test_a_ruleset_is_frozen_and_takes_nothing_unknown() -> None:
    with pytest.raises(ValidationError):
        rules(weather="fine")
    with pytest.raises(ValidationError):
        rules(window_s=2)
    with pytest.raises(ValidationError):
        Ruleset().jokers = 1  # type: ignore[misc]


def test_rulesets_come_back_from_json() -> None:
    for ruleset in (Ruleset(), rules(decks=2, teams=((0, 2, 4), (1, 3, 5)), turn_timer=None, per_hand=7)):
        assert Ruleset.model_validate_json(ruleset.model_dump_json()) == ruleset


def test_what_differs_is_told_in_the_ledgers_order() -> None:
    assert differing(Ruleset()) == ()
    assert differing(rules(stall="off", decks=2, turn_timer=None)) == ("decks", "turn_timer", "stall")


@pytest.mark.parametrize(
    ("values", "seats", "decks", "limit"),
    [
        ({}, 5, 1, 4),
        ({}, 6, 2, 8),
        ({"decks": "auto5"}, 5, 2, 8),
        ({"decks": "auto5"}, 4, 1, 4),
        ({"decks": 1}, 10, 1, 4),
        ({"decks": 2}, 2, 2, 8),
        ({"decks": 2, "max_cards": 4}, 2, 2, 4),
        ({"max_cards": 1}, 8, 2, 1),
        ({"max_cards": "unlimited"}, 8, 2, None),
        ({"family": "same_rank"}, 6, 1, 4),
    ],
)
def test_decks_and_limits_follow_the_seats(
    values: dict[str, object], seats: int, decks: int, limit: int | None
) -> None:
    assert (rules(**values).decks_for(seats), rules(**values).limit_for(seats)) == (decks, limit)


def test_refusals_are_listed_in_the_documented_order() -> None:
    assert [refusal.code for refusal in REFUSALS] == CODES


def test_several_refusals_are_told_in_that_order() -> None:
    worst = rules(jokers=3, aside=12, decks=2, penalty=2, passing=True, direction="any", force=True, multi=True)
    told = refusals(worst, 11)
    assert list(told) == sorted(told, key=CODES.index)
    assert told[0] == "player_count"
    assert len(told) == 8


@pytest.mark.parametrize("seats", [-1, 0, 1, 11, 100])
@pytest.mark.parametrize("family", ["cycle", "same_rank"])
def test_impossible_tables_are_refused_and_nothing_breaks(family: str, seats: int) -> None:
    assert refusals(rules(family=family), seats)[0] == "player_count"


def test_same_rank_hands() -> None:
    def told(seats: int, per_hand: object) -> tuple[str, ...]:
        return refusals(rules(family="same_rank", per_hand=per_hand), seats)

    assert told(4, "auto") == told(4, 5) == told(4, 13) == ()
    assert told(4, 14) == told(4, 4) == ("bad_hand_size",)


def test_refused_rulesets_do_not_compile() -> None:
    with pytest.raises(RulesRefused) as caught:
        compile_rules(rules(max_cards=8, jokers=3), 4)
    assert caught.value.codes == ("jokers_range", "max8_needs_two_decks")
    assert str(caught.value) == "jokers_range, max8_needs_two_decks"


def test_what_cannot_be_played_says_so() -> None:
    """A stored ruleset may hold a number nobody can choose."""
    with pytest.raises(RuleUnavailable, match="per_hand = 99 cannot be played by this version") as caught:
        compile_rules(rules(per_hand=99), 4)
    assert (caught.value.key, caught.value.value, caught.value.codes) == ("per_hand", 99, ("unavailable",))


@pytest.mark.parametrize(
    ("values", "seats", "burning", "bounded"),
    [
        ({}, 2, True, True),
        ({}, 3, True, True),
        ({}, 4, False, True),
        ({"max_cards": 1}, 4, True, True),
        ({"stall": "on"}, 10, True, True),
        ({"stall": "off"}, 2, False, False),
    ],
)
def test_stall_auto(values: dict[str, object], seats: int, burning: bool, bounded: bool) -> None:
    assert compile_rules(rules(**values), seats).idle == Stall(burning, bounded)


def test_the_stalls_edges() -> None:
    """R63: burns after 30 turns a seat, stops at 60; a turn whose claim is open is not over yet."""
    stall = Stall(burning=True, bounded=True)
    assert [stall.burns(position("7S", "8H", turns=turns)) for turns in (59, 60)] == [False, True]
    assert [stall.begins(position("7S", "8H", turns=turns)) for turns in (59, 60, 61)] == [False, True, False]
    assert [stall.backstop(position("7S", "8H", turns=turns)) is None for turns in (119, 120)] == [True, False]
    assert not Stall(burning=False, bounded=True).begins(position("7S", "8H", turns=60))
    assert Stall(burning=True, bounded=False).backstop(position("7S", "8H", turns=999)) is None


def test_slots_of_the_standard_game() -> None:
    compiled = compile_rules(Ruleset(), 4)
    assert compiled.opener.lead(range(4), 3, b"") == compiled.lead.after_leaving(
        position("", "7S", "7D", "7H", rank=Rank.ACE), 3
    )
    assert compiled.rank.following(Rank.KING) == (Rank.ACE,)
    assert compiled.rank.ahead(Rank.QUEEN, 3) == Rank.TWO
    assert compiled.size.bounds(3) == (1, 3)
    assert compiled.size.bounds(9) == (1, 4)
    assert compile_rules(rules(max_cards="unlimited"), 4).size.bounds(9) == (1, 9)
    assert compiled.deal.pack(4) == compiled.deal.pack(2)


def test_the_same_rank_game_is_refused_for_nothing_that_has_no_part_in_it() -> None:
    both = rules(family="same_rank", passing=True, direction="any")
    assert refusals(both, 4) == ("turn_rules_cycle_only", "direction_cycle_only")
    assert refusals(rules(family="same_rank", extra_cards=True, max_cards=1), 4) == ()
    assert refusals(rules(passing=True, direction="any"), 4) == ("passing_with_any",)
    assert refusals(rules(extra_cards=True, max_cards=1), 4) == ("extra_needs_more_than_one",)
