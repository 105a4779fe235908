"""Every language says all there is to say: the same keys, the same arguments, words that fit where they stand."""

from __future__ import annotations

import re

import discord
import pytest

from bot.engine.actions import Reason
from bot.engine.cards import Rank
from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset
from bot.tables.answers import Denial, Refused
from bot.ui import explain, rulebook
from bot.ui.phrases import claimed, rank_word
from bot.ui.text import FALLBACK, refused
from tests.ui.catalogues import arguments, messages, offered, texts
from tests.ui.stage import WORDS

OTHERS = sorted(WORDS.locales - {FALLBACK})
LOCALES = pytest.mark.parametrize("locale", sorted(WORDS.locales))
MESSAGE_LIMIT = 4000
CHOICE_LIMIT = 100
#: Messages that read the same in another language.
SAME_PRESETS = ("standard", "bicycle", "jaques", "online", "countdown", "bluff", "teams", "wild")
SAME_WORDS = {
    *("end-salt", "group-joker", "team-line", "cpu", "lobby-seat-cpu", "rule-decks-title", "rule-teams-title"),
    *(f"preset-{name}-title" for name in SAME_PRESETS),
}
#: What a phone shows of a button without cutting it, two of them side by side.
LABEL_ON_A_PHONE = 20
PHONE_LINES = 14


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_has_every_message_in_the_same_file(locale: str) -> None:
    there = {message.id.name: file for file, message in messages(locale)}
    wanted = {message.id.name: file for file, message in messages(FALLBACK)}
    assert sorted(set(wanted) - set(there)) == []
    assert sorted(set(there) - set(wanted)) == []
    assert there == wanted


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_reads_the_same_arguments(locale: str) -> None:
    """All that English reads, and nothing more but what is offered; what is offered need not be read."""
    here = {message.id.name: arguments(message) for _, message in messages(locale)}
    for _, message in messages(FALLBACK):
        key, english, extra = message.id.name, arguments(message), offered(message)
        if re.fullmatch(r"rule-.+-(value|line|example|goes)|game-(cycle|same-rank)-.+", key):
            extra |= set(SPECS)  # these may tell how any rule stands
        missing, unknown = english - extra - here[key], here[key] - english - extra
        assert not missing, f"{key} leaves out {sorted(missing)}"
        assert not unknown, f"{key} reads {sorted(unknown)}, which nobody passes"


@pytest.mark.parametrize("locale", OTHERS)
def test_next_to_nothing_is_left_in_english(locale: str) -> None:
    english = {message.id.name: texts(message) for _, message in messages(FALLBACK)}
    for _, message in messages(locale):
        if message.id.name not in SAME_WORDS:
            shared = [text for text in texts(message) if re.search(r"[^\W\d_]{2}", text)]
            assert not shared or shared != english[message.id.name], message.id.name


@LOCALES
def test_buttons_fit_two_by_two_on_a_phone(locale: str) -> None:
    for _, message in messages(FALLBACK):
        key = message.id.name
        if key.startswith(("button-", "call-")) or key == "play-none":
            passed = {"rank": "10"} if key == "button-show" else {}
            assert len(WORDS.say(locale, key, **passed)) <= LABEL_ON_A_PHONE, key
    for rank in Rank:
        for count in (1, 12):
            worded = rank_word(WORDS, locale, rank, count)
            label = WORDS.say(locale, "play-as", count=count, rank=worded, which=rank.name.lower())
            assert len(label) <= LABEL_ON_A_PHONE + 8, label
    assert len(WORDS.say(locale, "play-too-many", limit=104)) <= LABEL_ON_A_PHONE + 8


@LOCALES
def test_what_discord_shows_of_commands_fits(locale: str) -> None:
    for _, message in messages(FALLBACK):
        if message.id.name.startswith(("command-", "option-")):
            assert 10 <= len(WORDS.say(locale, message.id.name)) <= CHOICE_LIMIT, message.id.name


@LOCALES
def test_help_fits_one_screen(locale: str) -> None:
    text = WORDS.say(locale, "desk-help")
    assert text.startswith("**")
    assert WORDS.say(locale, "button-join") in text.partition("**")[2].partition("**")[0]
    assert len(text.splitlines()) <= PHONE_LINES
    assert len(text) < 1150


@LOCALES
def test_texts_name_the_buttons_there_are(locale: str) -> None:
    """A text that tells people what to press uses the very words of the button."""
    named = {
        "desk-help": ("button-join", "button-start", "button-my-hand", "play-none", "call-cheat", "button-let-go"),
        "desk-dms-closed": ("button-my-hand",),
        "welcome-hand": ("button-my-hand",),
        "deal-no-timer": ("button-my-hand",),
        "denial-game-running": ("button-rematch",),
    }
    for key, buttons in named.items():
        for button in buttons:
            assert WORDS.say(locale, button) in WORDS.say(locale, key), f"{key} without {button}"
    assert WORDS.say(locale, "button-my-hand") in WORDS.say(locale, "deal-timer", seconds=60)
    hint = WORDS.say(locale, "lobby-hint", host="x", players="2")
    assert WORDS.say(locale, "button-join") in hint
    assert WORDS.say(locale, "button-start") in hint


@LOCALES
def test_refusals_are_sentences(locale: str) -> None:
    for why in (*Denial, *Reason):
        for answer in (Refused(why), Refused(why, seconds=2.0, name="Bob", codes=("player_count",))):
            assert refused(WORDS, locale, answer)[-1] in ".!", why


@LOCALES
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [None, 1, 2, 6, 10])
def test_the_rules_of_every_preset_fit_one_message(preset: str, seats: int | None, locale: str) -> None:
    assert len(explain.rules(WORDS, locale, PRESETS[preset], seats, "x" * 100)) < MESSAGE_LIMIT


@LOCALES
@pytest.mark.parametrize("key", SPECS)
def test_every_rule_is_explained_with_choices_that_differ(key: str, locale: str) -> None:
    told = [rulebook.value(WORDS, locale, key, choice) for choice in SPECS[key].choices]
    assert len(set(told)) == len(told)
    assert len(rulebook.title(WORDS, locale, key)) <= CHOICE_LIMIT
    assert rulebook.rule_named(WORDS, locale, rulebook.title(WORDS, locale, key)) == key
    for choice in rulebook.offered(SPECS[key]):
        assert 0 < len(rulebook.value(WORDS, locale, key, choice)) <= CHOICE_LIMIT
        assert 0 < len(rulebook.example(WORDS, locale, key, choice)) <= CHOICE_LIMIT
    for family in ("cycle", "same_rank"):
        assert len(explain.rule(WORDS, locale, Ruleset.model_validate({"family": family}), key)) < MESSAGE_LIMIT


@LOCALES
@pytest.mark.parametrize("family", ["cycle", "same_rank"])
def test_every_choice_fits_an_option_whatever_the_other_rules_are(family: str, locale: str) -> None:
    others: list[dict[str, object]] = [{}, {"window_mode": "until_next_play"}, {"multi": True}, {"force": True}]
    others += [{"window_mode": "until_next_play", key: True} for key in ("extra_cards", "force")]
    for other in others:
        rules = Ruleset.model_validate({"family": family, **other})
        for key in (key for key in SPECS if rulebook.applies(rules, key)):
            choices = rulebook.offered(SPECS[key])
            told = [rulebook.value(WORDS, locale, key, choice, rules) for choice in choices]
            assert len(set(told)) == len(told), key
            for choice in choices:
                for part in (rulebook.value, rulebook.line, rulebook.example):
                    assert 0 < len(part(WORDS, locale, key, choice, rules)) <= CHOICE_LIMIT, (key, choice)


@LOCALES
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_fits_a_list_and_is_found_by_its_name(preset: str, locale: str) -> None:
    title = rulebook.preset_title(WORDS, locale, preset)
    assert len(f"{title} – {rulebook.preset_about(WORDS, locale, preset)}") <= CHOICE_LIMIT
    assert rulebook.preset_named(WORDS, locale, title) == preset


# --- German --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["de", "de-AT", "de-CH", discord.Locale.german])
def test_every_german_is_german(locale: object) -> None:
    assert WORDS.say(locale, "button-join") == "Mitspielen"


@pytest.mark.parametrize(
    ("said", "rank", "text"),
    [
        (1, Rank.ACE, "ein Ass"),
        (1, Rank.TWO, "eine Zwei"),
        (1, Rank.SEVEN, "eine Sieben"),
        (1, Rank.JACK, "einen Buben"),
        (1, Rank.QUEEN, "eine Dame"),
        (1, Rank.KING, "einen König"),
        (2, Rank.SEVEN, "zwei Siebenen"),
        (3, Rank.JACK, "drei Buben"),
        (6, Rank.KING, "sechs Könige"),
        (8, Rank.ACE, "acht Asse"),
        (12, Rank.TEN, "zwölf Zehnen"),
        (104, Rank.QUEEN, "104 Damen"),
    ],
)
def test_a_german_claim_is_inflected(said: int, rank: Rank, text: str) -> None:
    assert claimed(WORDS, "de", said, rank) == text
    assert WORDS.say("de", "laid", name="**Ann**", claim=text) == f"**Ann** legt **{text}**"


def test_german_labels_say_what_goes_down() -> None:
    def label(count: int, rank: Rank) -> str:
        return WORDS.say(
            "de", "play-as", count=count, rank=rank_word(WORDS, "de", rank, count), which=rank.name.lower()
        )

    assert label(2, Rank.SEVEN) == "2 als Siebenen legen"
    assert label(1, Rank.JACK) == "1 als Buben legen"
    assert label(1, Rank.KING) == "1 als König legen"
    assert label(1, Rank.ACE) == "1 als Ass legen"


def test_german_numbers_have_a_comma_and_plurals() -> None:
    def say(answer: Refused) -> str:
        return refused(WORDS, "de", answer)

    assert say(Refused(Denial.TOO_LATE, seconds=1.24)) == "Die Zeit zum Anzweifeln ist seit 1,2 s um."
    assert say(Refused(Denial.BEATEN, seconds=2.0, name="Bob")) == "**Bob** war 2,0 s schneller."
    assert say(Refused(Denial.BEATEN, seconds=0.0, name="Bob")) == "**Bob** war 0,01 s schneller."
    assert refused(WORDS, "en-US", Refused(Denial.TOO_LATE, seconds=2.0)) == "The window closed 2.0 s ago."
    assert WORDS.say("de", "result-taken", name="Ann", count=1) == "Ann nimmt den Stapel (1 Karte)"
    assert WORDS.say("de", "result-taken", name="Ann", count=12) == "Ann nimmt den Stapel (12 Karten)"
    assert WORDS.say("de", "still-think", count=1) == "1 überlegt noch"
    assert WORDS.say("de", "still-think", count=4) == "4 überlegen noch"
    assert WORDS.say("de", "lobby-running", count=2).startswith("Dieses Spiel hat zu zweit begonnen.")
    assert WORDS.say("de", "lobby-running", count=10).startswith("Dieses Spiel hat zu zehnt begonnen.")


def test_german_is_spoken_to_a_friend_and_of_anybody() -> None:
    """No formal address, and no noun that would make a player a man or a woman."""
    formal = re.compile(r"\b(Ihnen|Ihre?[mnrs]?|Sie (haben|können|sind|dürfen))\b")
    gendered = re.compile(r"\b(Spieler(in|n|s)?|Gastgeber(in|s)?|Lügner(in|s)?|Gegner(in|s)?)\b")
    for _, message in messages("de"):
        for text in texts(message):
            assert not formal.search(text), message.id.name
            assert not gendered.search(text), message.id.name
