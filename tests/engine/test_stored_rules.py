"""Rulesets of other versions are read as far as they are known, whatever they hold."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset
from bot.engine.rules.stored import Stored, read_ruleset

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_this_version_writes_it_reads_in_full(preset: str) -> None:
    assert read_ruleset(PRESETS[preset].model_dump_json()) == Stored(PRESETS[preset])


def test_every_value_there_is_survives() -> None:
    for key, spec in SPECS.items():
        for value in (*spec.choices, *(spec.span or ())):
            ruleset = Ruleset.model_validate({key: value})
            assert read_ruleset(ruleset.model_dump_json()) == Stored(ruleset)


def test_known_rules_are_kept_and_the_rest_is_named() -> None:
    text = '{"tarot": true, "window_s": 30, "jokers": 7, "direction": "sideways", "turn_timer": null, "decks": 2}'
    stored = read_ruleset(text)
    assert stored.ruleset == Ruleset(window_s=30, turn_timer=None, decks=2)
    assert stored.dropped == ("tarot", "jokers", "direction")


def test_a_rule_from_before_it_existed_has_its_default() -> None:
    assert read_ruleset('{"family": "cycle"}') == Stored(Ruleset())


def test_a_combination_that_cannot_be_played_is_kept() -> None:
    assert read_ruleset('{"max_cards": 8, "decks": 1}') == Stored(Ruleset(max_cards=8, decks=1))


@pytest.mark.parametrize("text", ["", "no json", "[]", "null", "7", '"text"', "[" * 3000])
def test_what_is_no_ruleset_at_all_is_the_standard_game(text: str) -> None:
    assert read_ruleset(text) == Stored(Ruleset())


@given(st.dictionaries(st.sampled_from(sorted(SPECS)) | st.text(), JSON, max_size=8))
def test_reading_never_fails(written: dict[str, object]) -> None:
    stored = read_ruleset(json.dumps(written))
    assert set(stored.dropped) <= set(written)
    for key, spec in SPECS.items():
        assert spec.available(getattr(stored.ruleset, key))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('{"jokers": 3}', ("jokers_range",)),
        ('{"family": "same_rank", "per_hand": 3}', ("bad_hand_size",)),
        ('{"family": "same_rank", "per_hand": 3, "jokers": 9}', ("bad_hand_size", "jokers_range")),
        ('{"per_hand": 3}', ()),
        ('{"jokers": "many", "tarot": true}', ()),
        ('{"max_cards": 8, "decks": 1}', ()),
    ],
)
def test_what_stands_against_a_value_left_out_is_told(text: str, codes: tuple[str, ...]) -> None:
    assert read_ruleset(text).refused == codes
