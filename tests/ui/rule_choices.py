"""Every choice of every rule, and rules as long as they get."""

from __future__ import annotations

from bot.engine.rules.ruleset import SPECS, Ruleset
from bot.ui import rulebook
from tests.ui.stage import WORDS

EN = "en-US"
MESSAGE = 4000
FAMILIES = ("cycle", "same_rank")


def settings(key: str) -> list[object]:
    """Every value of a rule that can be met: all that are offered and the ends of its range."""
    spec = SPECS[key]
    return list(dict.fromkeys([*rulebook.offered(spec), *(spec.span or ())]))


def longest(family: str) -> Ruleset:
    """Every rule set to the choice with the longest words that is not the standard."""
    values = {
        key: max(
            (choice for choice in settings(key) if choice != spec.default),
            key=lambda choice: len(rulebook.value(WORDS, EN, key, choice) + rulebook.line(WORDS, EN, key, choice)),
        )
        for key, spec in SPECS.items()
    }
    return Ruleset.model_validate({**values, "family": family})
