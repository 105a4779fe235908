"""The editor of house rules and the rules explained, in the made-up language: no word that is not in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine.rules.ruleset import PRESETS, SPECS, WARNINGS, Ruleset
from bot.ui import editor, explain, rulebook
from bot.ui.components import EditorButton, EditorSelect
from bot.ui.editor import TOPICS, Sheet
from bot.ui.text import key_of
from tests.ui.catalogues import PSEUDO
from tests.ui.rule_choices import FAMILIES, longest
from tests.ui.stage import text_of
from tests.ui.test_ui_pseudo import ODD, plain


def sheets() -> Iterator[Sheet]:
    for name in PRESETS:
        for table, seats in ((None, None), (7, 4)):
            yield Sheet(PRESETS[name], "Game Night", table, seats)
    for family in FAMILIES:
        yield Sheet(longest(family), "Game Night", 7, 3)
    yield Sheet(Ruleset(), "Game Night", dropped=("jokers", "decks"))


def test_every_screen_of_the_editor() -> None:
    for sheet in sheets():
        for layout in (editor.home(sheet, ODD, PSEUDO), *(editor.topic(sheet, key, ODD, PSEUDO) for key in TOPICS)):
            said = [text_of(layout)]
            for item in layout.walk_children():
                if isinstance(item, EditorButton):
                    said.append(item.item.label or "")
                elif isinstance(item, EditorSelect):
                    said.append(item.item.placeholder or "")
                    said += [text for option in item.item.options for text in (option.label, option.description or "")]
            for text in said:
                assert plain(text) == []


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_of_every_preset(name: str) -> None:
    for seats in (None, 2, 6, 10):
        assert plain(explain.rules(ODD, PSEUDO, PRESETS[name], seats)) == []
    assert plain(explain.rules(ODD, PSEUDO, PRESETS[name], None, "Game Night")) == []
    assert plain(rulebook.preset_title(ODD, PSEUDO, name)) == []
    assert plain(rulebook.preset_about(ODD, PSEUDO, name)) == []


@pytest.mark.parametrize("key", SPECS)
def test_every_rule_and_choice(key: str) -> None:
    for choice in rulebook.offered(SPECS[key]):
        rules = Ruleset.model_validate({"family": SPECS[key].families[0], key: choice})
        assert plain(explain.rule(ODD, PSEUDO, rules, key)) == []
        assert plain(rulebook.line(ODD, PSEUDO, key, choice)) == []


def test_players_and_warnings() -> None:
    for seats in ((2,), (2, 3), (6, 8, 10), (2, 3, 4, 6, 8), tuple(range(2, 11))):
        assert plain(rulebook.players(ODD, PSEUDO, seats)) == []
    for warning in WARNINGS:
        assert plain(ODD.say(PSEUDO, key_of("warning", warning.code))) == []
    for rules in (Ruleset(stall="off", max_cards=1), Ruleset(after_challenge="taker_leads", direction="any")):
        for text in rulebook.cautions(ODD, PSEUDO, rules, None):
            assert plain(text) == []
    for rules in (Ruleset(family="same_rank", teams="alternate"), Ruleset(passing=True, direction="any")):
        for text in rulebook.conflicts(ODD, PSEUDO, rules, None, rulebook.objections(rules, None)):
            assert plain(text) == []


def test_the_form_for_a_number() -> None:
    form = editor.number_form(Sheet(Ruleset(), "Game Night"), "window_s", ODD, PSEUDO)
    assert form is not None
    sent = form.to_dict()
    assert plain(sent["title"]) == plain(sent["components"][0]["label"]) == []
