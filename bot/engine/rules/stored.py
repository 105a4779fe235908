"""Rulesets that were written down by another version of the bot, read as far as this one knows them.

Between the store and whoever plays by the rules. Reading never fails: a rule this version doesn't know, or a value it
can't play, gives way to the default, and the reader is told which. A combination that can't be played is kept as it is:
saying so is for `refusals`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from pydantic import ValidationError

from bot.engine.rules.ruleset import SPECS, Ruleset


@dataclass(frozen=True, slots=True)
class Stored:
    """A ruleset as read, and the keys that were left out of it, in the order they stood."""

    ruleset: Ruleset
    dropped: tuple[str, ...] = ()


def read_ruleset(text: str) -> Stored:
    """The ruleset in a JSON text.

    >>> read_ruleset('{"window_s": 30, "tarot": true, "jokers": "many"}').dropped
    ('tarot', 'jokers')
    """
    try:
        written = json.loads(text)
    except (ValueError, RecursionError):
        return Stored(Ruleset())
    if not isinstance(written, dict):
        return Stored(Ruleset())
    kept: dict[str, object] = {}
    dropped = []
    for key, value in written.items():
        if _known(key, value):
            kept[key] = value
        else:
            dropped.append(key)
    return Stored(Ruleset.model_validate(kept), tuple(dropped))


def _known(key: str, value: object) -> bool:
    """Whether this version knows the rule and can play with the value."""
    if key not in SPECS:
        return False
    try:
        read = Ruleset.model_validate({key: value})
    except ValidationError:
        return False
    return SPECS[key].available(getattr(read, key))
