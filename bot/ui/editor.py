"""The editor of house rules: one private message, either the list of topics or one topic with a select for each rule.

Pure functions from a `Sheet`, which the editing desk fills, to a fresh layout in the reader's language. Everything a
person can choose comes from `SPECS` and `PRESETS`: a new rule shows up here by itself. Nothing here may change a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, get_args

import discord

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset, RuleSpec, Topic
from bot.ui import rulebook
from bot.ui.components import Act, EditorButton, EditorId, EditorSelect, NumberForm
from bot.ui.layout import Accent, lines, screen
from bot.ui.names import safe
from bot.ui.text import Words, key_of

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
MOST_OPTIONS: Final = 25
#: Characters of a form's title, and of the label of its field.
MOST_IN_FORM: Final = 45
_SECONDARY, _PRIMARY = discord.ButtonStyle.secondary, discord.ButtonStyle.primary


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rules being edited: of a table (with the people who sit there now), or of a server (`table` is none).

    `dropped` are the keys that were stored and that this version of the bot can't play, `refused` the codes of what
    stands against them. `cpus` says whether CPUs sit at the table; at a server's tables they may.
    """

    ruleset: Ruleset
    guild: str
    table: int | None = None
    seats: int | None = None
    dropped: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    cpus: bool = True


def home(sheet: Sheet, words: Words, locale: object) -> discord.ui.LayoutView:
    """The rules as they are and what they mean for playing; the topics, the presets, and the way back to standard."""
    of_table = sheet.table is not None
    name = safe(sheet.guild)
    heading = words.say(locale, "editor-title-table" if of_table else "editor-title-server", guild=name)
    resets = [_button(sheet, Act.RESET, words.say(locale, "editor-reset"))]
    if of_table:
        resets.append(_button(sheet, Act.SERVER, words.say(locale, "editor-reset-server")))
    return screen(
        Accent.LOBBY,
        lines(heading, rulebook.dropped(words, locale, sheet.dropped, sheet.refused), _as_it_is(sheet, words, locale)),
        lines(rulebook.standing(words, locale, sheet.ruleset, sheet.seats, cpus=sheet.cpus)),
        [_button(sheet, Act.TOPIC, _topic_label(sheet, topic, words, locale), topic, _PRIMARY) for topic in TOPICS],
        _presets(sheet, words, locale),
        resets,
        words.say(locale, "editor-hint-table" if of_table else "editor-hint-server"),
    )


def topic(sheet: Sheet, name: Topic, words: Words, locale: object) -> discord.ui.LayoutView:
    """One topic: each of its rules with a sentence of help, the choice made, and a select to make another."""
    heading = words.say(locale, "editor-title-topic", topic=words.say(locale, key_of("topic", name)))
    parts: list[str | EditorSelect | list[EditorButton]] = []
    for key in shown(sheet.ruleset, name):
        parts += [_rule(sheet, key, words, locale), _choices(sheet, SPECS[key], words, locale)]
        if _leaves_out(SPECS[key]):
            parts.append([_button(sheet, Act.NUMBER, words.say(locale, "editor-number"), key)])
    return screen(
        Accent.LOBBY,
        heading,
        *parts,
        lines(rulebook.standing(words, locale, sheet.ruleset, sheet.seats, cpus=sheet.cpus)),
        [_button(sheet, Act.HOME, words.say(locale, "editor-back"), style=_PRIMARY)],
    )


def shown(rules: Ruleset, name: Topic) -> tuple[str, ...]:
    """The rules of a topic: those of the game played, and what is changed though it belongs to the other game."""
    idle = rulebook.idle(rules)
    return tuple(
        key for key, spec in SPECS.items() if spec.topic == name and (rulebook.applies(rules, key) or key in idle)
    )


def with_choice(rules: Ruleset, key: str, value: str) -> Ruleset:
    """The rules with the choice behind an option's value; as they are where it is not offered (any more)."""
    for choice in rulebook.offered(SPECS[key], getattr(rules, key)):
        if rulebook.token(choice) == value:
            return rules.model_copy(update={key: choice})
    return rules


def number_form(sheet: Sheet, key: str, words: Words, locale: object) -> discord.ui.Modal | None:
    """The form to type a number for a rule; none for a rule that takes no number."""
    span, reach = span_of(key), rulebook.reach(sheet.ruleset, key)
    if span is None or reach is None:
        return None
    least, most = reach
    current = getattr(sheet.ruleset, key)
    return NumberForm(
        EditorId(sheet.table, Act.TYPED, key),
        rulebook.title(words, locale, key)[:MOST_IN_FORM],
        words.say(locale, "editor-number-label", least=least, most=most)[:MOST_IN_FORM],
        current=str(current) if type(current) is int else "",
        longest=len(str(span[1])),
    )


def with_number(rules: Ruleset, key: str, typed: str) -> Ruleset | None:
    """The rules with the number typed for a rule; nothing if that is no number it takes."""
    text, span = typed.strip(), span_of(key)
    if span is None or not text.isdecimal() or len(text) > len(str(span[1])):
        return None
    number = int(text)
    return rules.model_copy(update={key: number}) if span[0] <= number <= span[1] else None


def span_of(key: str) -> tuple[int, int] | None:
    """The least and the most of a rule that takes any number between; none for any other, or no rule at all."""
    return SPECS[key].span if key in SPECS else None


# --- what the screens are made of ----------------------------------------------------------------------------------


def _as_it_is(sheet: Sheet, words: Words, locale: object) -> Iterable[str]:
    preset = rulebook.preset_of(sheet.ruleset)
    if preset is not None:
        title = rulebook.preset_title(words, locale, preset)
        yield words.say(locale, "editor-preset", preset=title, about=rulebook.preset_about(words, locale, preset))
    changed = rulebook.told(sheet.ruleset)
    if changed:
        yield words.say(locale, "editor-differs")
    for key in changed:
        told = rulebook.line(words, locale, key, getattr(sheet.ruleset, key), sheet.ruleset)
        yield words.say(locale, "editor-line", line=told)
    if idle := rulebook.idle(sheet.ruleset):
        yield words.say(locale, "editor-idle", rules=", ".join(_found_at(words, locale, key) for key in idle))


def _found_at(words: Words, locale: object, key: str) -> str:
    """A rule and the topic it stands on."""
    where = words.say(locale, key_of("topic", SPECS[key].topic))
    return words.say(locale, "editor-idle-rule", title=rulebook.title(words, locale, key), topic=where)


def _rule(sheet: Sheet, key: str, words: Words, locale: object) -> str:
    setting = rulebook.value(words, locale, key, getattr(sheet.ruleset, key), sheet.ruleset)
    return lines(
        words.say(
            locale,
            _how_it_stands(sheet.ruleset, key),
            title=rulebook.title(words, locale, key),
            value=setting,
        ),
        words.say(locale, "editor-help", help=rulebook.about(words, locale, key)),
    )


def _how_it_stands(rules: Ruleset, key: str) -> str:
    """The message of a rule: as in the standard game, changed, or changed to no effect in the game played."""
    if key in rulebook.idle(rules):
        return "editor-rule-idle"
    return "editor-rule-changed" if key in rulebook.told(rules) else "editor-rule"


def _leaves_out(spec: RuleSpec) -> bool:
    """Whether a rule takes numbers that its select does not offer."""
    return spec.span is not None and not set(range(spec.span[0], spec.span[1] + 1)) <= set(rulebook.offered(spec))


def _choices(sheet: Sheet, spec: RuleSpec, words: Words, locale: object) -> EditorSelect:
    current = getattr(sheet.ruleset, spec.key)
    options = [
        discord.SelectOption(
            label=_capital(rulebook.value(words, locale, spec.key, choice, sheet.ruleset)),
            value=rulebook.token(choice),
            description=rulebook.example(words, locale, spec.key, choice, sheet.ruleset),
            default=choice == current and type(choice) is type(current),
        )
        for choice in rulebook.offered(spec, current)[:MOST_OPTIONS]
    ]
    return EditorSelect(EditorId(sheet.table, Act.SET, spec.key), rulebook.title(words, locale, spec.key), options)


def _capital(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def _presets(sheet: Sheet, words: Words, locale: object) -> EditorSelect:
    current = rulebook.preset_of(sheet.ruleset)
    options = [
        discord.SelectOption(
            label=rulebook.preset_title(words, locale, name),
            value=name,
            description=rulebook.preset_about(words, locale, name),
            default=name == current,
        )
        for name in PRESETS
    ]
    placeholder = words.say(locale, "editor-choose-preset")
    return EditorSelect(EditorId(sheet.table, Act.PRESET), placeholder, options[:MOST_OPTIONS])


def _topic_label(sheet: Sheet, name: Topic, words: Words, locale: object) -> str:
    label = words.say(locale, key_of("topic", name))
    count = sum(SPECS[key].topic == name for key in rulebook.told(sheet.ruleset))
    return words.say(locale, "topic-changed", topic=label, count=count) if count else label


def _button(sheet: Sheet, act: Act, label: str, arg: str = "", style: discord.ButtonStyle = _SECONDARY) -> EditorButton:
    return EditorButton(EditorId(sheet.table, act, arg), label, style=style)
