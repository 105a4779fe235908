"""Rulesets that were written down by another version of the bot, read as far as this one knows them.

Between the store and whoever plays by the rules. Reading never fails: a rule this version doesn't know, or a value it
can't play, gives way to the default, and the reader is told which, and what stands against it. A combination that can't
be played is kept as it is: saying so is for `refusals`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from pydantic import ValidationError

from bot.engine.rules.ruleset import SPECS, Ruleset, refusals

_SEATS = range(2, 11)


@dataclass(frozen=True, slots=True)
class Stored:
    """A ruleset as read, and the keys that were left out of it, in the order they stood.

    `refused` are the codes of what stands against the values left out, however many play.
    """

    ruleset: Ruleset
    dropped: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def read_ruleset(text: str) -> Stored:
    """The ruleset in a JSON text; most tables play by the same few, which they then share.

    >>> read_ruleset('{"window_s": 30, "tarot": true, "jokers": "many"}').dropped
    ('tarot', 'jokers')
    """
    try:
        written = json.loads(text)
    except (ValueError, RecursionError):
        return Stored(Ruleset())
    if not isinstance(written, dict):
        return Stored(Ruleset())
    kept = {key: value for key, value in written.items() if _known(key, value)}
    dropped = tuple(key for key in written if key not in kept)
    ruleset = Ruleset.model_validate(kept)
    codes = (code for key in dropped for code in _against(kept, key, written[key], ruleset))
    return Stored(ruleset, dropped, tuple(dict.fromkeys(codes)))


def _known(key: str, value: object) -> bool:
    """Whether this version knows the rule and can play with the value."""
    if key not in SPECS:
        return False
    try:
        read = Ruleset.model_validate({key: value})
    except ValidationError:
        return False
    return SPECS[key].available(getattr(read, key))


def _against(kept: dict[str, object], key: str, value: object, without: Ruleset) -> tuple[str, ...]:
    """What the value brings about by itself, with any number of players; nothing where no ruleset can hold it."""
    try:
        read = Ruleset.model_validate({**kept, key: value})
    except ValidationError:
        return ()
    new = [set(refusals(read, seats)) - set(refusals(without, seats)) for seats in _SEATS]
    return tuple(code for code in refusals(read, _SEATS[0]) if all(code in codes for codes in new))
