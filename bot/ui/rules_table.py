"""The README's tables of house rules and presets, made from the rules and their words.

    python -m bot.ui.rules_table

prints what stands in the README between its two marks; a test compares them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset, RuleSpec, differing
from bot.ui import rulebook
from bot.ui.text import FALLBACK, Words, key_of

BEGIN: Final = "<!-- house rules: python -m bot.ui.rules_table -->"
END: Final = "<!-- end of house rules -->"


def tables(words: Words) -> str:
    """Both tables in Markdown, between the marks."""
    return "\n\n".join([BEGIN, _rules(words), _presets(words), END])


def _rules(words: Words) -> str:
    rows = [_rule(words, spec) for spec in SPECS.values()]
    return _table(("rule", "what it is about", "choices (the standard in bold)", "where", "sources"), rows)


def _rule(words: Words, spec: RuleSpec) -> tuple[str, ...]:
    choices = [
        _choice(words, spec, choice)
        for choice in spec.choices
        if spec.span is None or choice == spec.default or type(choice) is not int
    ]
    if spec.span is not None:
        least, most = spec.span
        choices.append(f"any number from {least} to {most}")
    return (
        f"`{spec.key}`",
        f"{rulebook.title(words, FALLBACK, spec.key)}: {rulebook.about(words, FALLBACK, spec.key)}",
        "; ".join(choices),
        words.say(FALLBACK, key_of("topic", spec.topic)),
        " ".join(spec.sources),
    )


def _choice(words: Words, spec: RuleSpec, choice: object) -> str:
    told = f"`{_written(choice)}` {rulebook.value(words, FALLBACK, spec.key, choice)}"
    return f"**{told}**" if choice == spec.default else told


def _presets(words: Words) -> str:
    rows = [
        (
            f"`{name}`",
            rulebook.preset_about(words, FALLBACK, name),
            rulebook.players(words, FALLBACK, rulebook.playable(rules)),
            ", ".join(_settings(rules)),
        )
        for name, rules in PRESETS.items()
    ]
    return _table(("preset", "what it is", "players", "what differs from standard"), rows)


def _settings(rules: Ruleset) -> Iterable[str]:
    return (f"`{key}` {_written(getattr(rules, key))}" for key in differing(rules))


def _written(choice: object) -> str:
    """A choice as it is stored."""
    if choice is None:
        return "none"
    return str(choice).lower()


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


if __name__ == "__main__":
    sys.stdout.write(tables(Words()) + "\n")
