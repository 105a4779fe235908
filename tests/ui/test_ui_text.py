"""Every value that people can meet has words, every key is used, and languages fall back sensibly."""

from __future__ import annotations

import ast
import logging
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message, TextElement

from bot.engine.actions import Reason
from bot.engine.cards import Rank
from bot.engine.rules.ruleset import PRESETS, REFUSALS, SPECS, WARNINGS, Ruleset
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.ports import NoticeKind
from bot.ui import rulebook
from bot.ui.editor import TOPICS
from bot.ui.hand import note_line
from bot.ui.phrases import claimed
from bot.ui.text import Words, _load, accepted, key_of, refused
from tests.ui.stage import WORDS

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "bot" / "ui" / "locales"
NOTES = ("armed", "armed_cancelled", "taken_back", "too_late", "beaten", "overtaken")


def keys_of(locale: str) -> list[str]:
    found = []
    for file in sorted((LOCALES / locale).glob("*.ftl")):
        resource = FluentParser().parse(file.read_text(encoding="utf-8"))
        found += [entry.id.name for entry in resource.body if isinstance(entry, Message)]
    return found


def sources() -> Iterator[ast.AST]:
    for folder in ("bot", "cogs"):
        for file in (ROOT / folder).rglob("*.py"):
            yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def families() -> set[str]:
    """Exact keys that are made from enum values and rules."""
    return {
        *(f"rank-{rank.name.lower()}" for rank in Rank),
        *(f"ranks-{rank.name.lower()}" for rank in Rank),
        *(f"number-{count}" for count in range(1, 13)),
        *(f"place-{place}" for place in range(1, 11)),
        *(key_of("denial", value) for value in Denial),
        *(key_of("reason", value) for value in Reason),
        *(key_of("notice", value) for value in NoticeKind),
        *(key_of("refusal", refusal.code) for refusal in REFUSALS),
        "refusal-unavailable",
        *(key_of("done", done) for done in Done if accepted(WORDS, "en-US", Accepted(done))),
        *(key_of("call", str(choice)) for choice in SPECS["call_word"].choices),
        *(key_of("note", note) for note in NOTES),
        *(f"{key_of('rule', key)}-{part}" for key in SPECS for part in ("title", "help", "value", "line", "example")),
        # What a rule adds to how the game goes; most rules add nothing.
        *(goes for key in SPECS if WORDS.has(goes := f"{key_of('rule', key)}-goes")),
        *(f"{key_of('preset', name)}-{part}" for name in PRESETS for part in ("title", "about")),
        *(key_of("warning", warning.code) for warning in WARNINGS),
        "warning-cpu-waits-for-window",
        *(key_of("topic", topic) for topic in TOPICS),
    }


FAMILY_NAMES = {
    "rank", "ranks", "number", "place", "denial", "reason", "notice", "refusal", "done", "call", "note", "rule",
    "preset", "warning",
}  # fmt: skip


@pytest.mark.parametrize("key", sorted(families()))
def test_every_value_has_words(key: str) -> None:
    assert WORDS.has(key)


def test_no_key_twice() -> None:
    for locale in WORDS.locales:
        keys = keys_of(locale)
        assert len(keys) == len(set(keys)), [key for key in keys if keys.count(key) > 1]


def test_other_languages_have_no_key_of_their_own() -> None:
    for locale in WORDS.locales:
        assert set(keys_of(locale)) <= set(keys_of("en-US"))


def test_every_key_is_used() -> None:
    literals, prefixes = set(), set()
    for node in sources():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            literals.add(node.value)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            prefixes.add(str(node.values[0].value))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "key_of" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                prefixes.add(f"{first.value}-")
    prefixes = {prefix for prefix in prefixes if prefix.endswith("-")}
    exact = families()
    for key in keys_of("en-US"):
        if key.partition("-")[0] in FAMILY_NAMES:
            assert key in exact, f"{key} belongs to nothing"
        else:
            assert key in literals or any(key.startswith(prefix) for prefix in prefixes), f"{key} is used nowhere"


def test_every_key_asked_for_exists() -> None:
    for node in sources():
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say"):
            continue
        for constant in ast.walk(ast.Module([ast.Expr(node.args[1])], [])) if len(node.args) > 1 else ():
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str) and "-" in constant.value[1:-1]:
                assert WORDS.has(constant.value) or constant.value.endswith("-"), constant.value


def test_a_claim_reads_as_words() -> None:
    assert claimed(WORDS, "en-US", 1, Rank.ACE) == "one Ace"
    assert claimed(WORDS, "en-US", 6, Rank.KING) == "six Kings"
    assert claimed(WORDS, "en-US", 2, Rank.SIX) == "two Sixes"
    assert claimed(WORDS, "en-US", 12, Rank.TEN) == "twelve Tens"
    assert claimed(WORDS, "en-US", 104, Rank.QUEEN) == "104 Queens"


def test_refusals_fill_in_who_and_how_late() -> None:
    def say(answer: Refused) -> str:
        return refused(WORDS, discord.Locale.american_english, answer)

    assert say(Refused(Denial.TOO_LATE, seconds=1.24)) == "The window closed 1.2 s ago."
    assert say(Refused(Denial.TOO_LATE)) == "The time to call is just over."
    assert say(Refused(Denial.BEATEN, seconds=0.3, name="Bob")) == "**Bob** was 0.3 s faster."
    assert say(Refused(Denial.BEATEN, seconds=0.0, name="Bob")) == "**Bob** was 0.01 s faster."
    assert say(Refused(Denial.BEATEN)) == "Somebody else was faster."
    assert say(Refused(Denial.NOT_HOST, name="*A*")) == "Only the host can do that: **\\*A\\***."
    assert say(Refused(Reason.OWN_PLAY)) == "That was your own play."
    assert say(Refused(Denial.NOT_AT_TABLE)) == "You are not at this table."


@pytest.mark.parametrize("why", [*Denial, *Reason])
def test_every_refusal_is_a_sentence(why: Denial | Reason) -> None:
    for answer in (Refused(why), Refused(why, seconds=2.0, name="Bob", codes=("player_count",))):
        line = refused(WORDS, "en-US", answer)
        assert line
        assert line[-1] in ".!"
    # A fault is told by itself, with its number, and never as a note.
    assert why is Denial.TABLE_FAULT or note_line(why, WORDS, "en-US")


def test_broken_rules_are_told_with_the_fixed_words() -> None:
    rules = Ruleset(max_cards=8)
    told = rulebook.conflicts(WORDS, "en-US", rules, 11, ("player_count", "max8_needs_two_decks"))
    assert told == [
        "Cheat needs 2 to 10 players.",
        "**Cards in one play**: Calls of up to eight need two decks: there are only four of each rank.",
    ]


def test_nobody_is_told_of_a_window_but_by_how_much_they_missed_it() -> None:
    for file in (LOCALES / "en-US").glob("*.ftl"):
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            if isinstance(entry, Message) and entry.value is not None and entry.id.name != "too-late-by":
                texts = [node.value for node in entry.value.elements if isinstance(node, TextElement)]
                assert "window" not in " ".join(texts), entry.id.name


@pytest.mark.parametrize("locale", [None, "", "en-GB", "zz", "fr", discord.Locale.french])
def test_unknown_languages_fall_back(locale: object) -> None:
    assert WORDS.say(locale, "button-join") == "Join"


def test_the_nearest_language_is_taken_and_gaps_are_filled(tmp_path: Path) -> None:
    for name, text in {"en-US": "hello = Hello\nonly = Only", "de": "hello = Hallo", "__pycache__": ""}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.ftl").write_text(text, encoding="utf-8")
        (tmp_path / name / "notes.txt").write_text("not a catalogue", encoding="utf-8")
    words = Words(strict=True)
    words._bundles = _load(tmp_path)
    assert words.locales == {"en-US", "de"}
    assert words.say("de-AT", "hello") == "Hallo"
    assert words.say("de", "only") == "Only"
    assert words.say("fr", "hello") == "Hello"


def test_a_missing_key_is_an_error_in_tests_and_shown_otherwise(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(LookupError):
        WORDS.say("en-US", "no-such-key")
    with pytest.raises(LookupError):
        WORDS.say("en-US", "pile")
    with caplog.at_level(logging.CRITICAL):
        assert Words().say("en-US", "no-such-key") == "no-such-key"
        assert "Pile" in Words().say("en-US", "pile")


def test_a_file_that_does_not_parse_is_refused(tmp_path: Path) -> None:
    (tmp_path / "en-US").mkdir()
    (tmp_path / "en-US" / "a.ftl").write_text("hello =\n    **no**\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no Fluent"):
        _load(tmp_path)


def test_no_isolating_marks_and_no_grouping() -> None:
    assert WORDS.say("en-US", "pile", count=104) == "Pile: 104"
    assert WORDS.say("en-US", "back-to-table", link="https://x/1234567") == "[Back to the table](https://x/1234567)"


@pytest.mark.parametrize(("locale", "card"), [("en-US", "1 card."), ("de", "1 Karte.")])
@pytest.mark.parametrize("key", ["truth", "lie", "last-lie", "shown", "not-shown"])
def test_one_card_taken_is_counted_the_same_way_whatever_brought_it(key: str, locale: str, card: str) -> None:
    told = Words(strict=True).say(locale, f"before-{key}", name="A", caller="B", taker="C", claim="one Ace", count=1)
    assert told.endswith(card)
