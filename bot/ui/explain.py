"""The rules in a player's words: those in force, or one of them explained.

Behind `/cheat rules`. Every sentence is in the catalogue under the rule's key, so a new rule needs its words and
nothing here. It must never read anything but a ruleset: what is explained is what the game is really dealt with.
"""

from __future__ import annotations

from typing import Final

from bot.engine.rules.ruleset import SPECS, Ruleset, differing
from bot.ui.text import Words

# What people ask about first; told even where it is the standard.
ALWAYS_TOLD: Final = ("decks", "max_cards", "window_s", "turn_timer", "stall")


def title(words: Words, locale: object, key: str) -> str:
    """The short name of a rule."""
    return words.say(locale, _key(key, "title"))


def value(words: Words, locale: object, key: str, setting: object) -> str:
    """What a rule's setting means, as a phrase."""
    count = setting if isinstance(setting, int) and not isinstance(setting, bool) else 0
    return words.say(locale, _key(key, "value"), value=_token(setting), count=count)


def rules(words: Words, locale: object, ruleset: Ruleset, seats: int | None) -> str:
    """How the game goes, and the settings it is played with; `seats` is none where no table stands."""
    changed = differing(ruleset)
    told = [key for key in SPECS if key in ALWAYS_TOLD or key in changed]
    mark = words.say(locale, "explain-changed")
    lines = [
        words.say(locale, "explain-line", title=title(words, locale, key), value=_in_force(words, locale, key, ruleset))
        + (f" {mark}" if key in changed else "")
        for key in told
    ]
    parts = [
        words.say(locale, "explain-heading-table" if seats is not None else "explain-heading-standard"),
        words.say(locale, "explain-game"),
        "\n".join(lines),
    ]
    if seats is not None and seats >= 2:
        limit = ruleset.limit_for(seats)
        parts.append(
            words.say(
                locale,
                "explain-at-this-table",
                seats=seats,
                decks=ruleset.decks_for(seats),
                limit="no" if limit is None else "yes",
                most=limit or 0,
            )
        )
    parts.append(words.say(locale, "explain-more"))
    return "\n\n".join(parts)


def rule(words: Words, locale: object, ruleset: Ruleset, key: str) -> str:
    """One rule: what it is about, how it stands here, and what else could be chosen."""
    spec = SPECS[key]
    here = getattr(ruleset, key)
    parts = [
        f"**{title(words, locale, key)}**",
        words.say(locale, _key(key, "help")),
        words.say(locale, "explain-here", value=value(words, locale, key, here)),
    ]
    others = [value(words, locale, key, choice) for choice in spec.choices if choice != here]
    if others:
        parts.append(words.say(locale, "explain-choices") + "\n" + "\n".join(f"- {other}" for other in others))
    return "\n".join(parts)


def _in_force(words: Words, locale: object, key: str, ruleset: Ruleset) -> str:
    return value(words, locale, key, getattr(ruleset, key))


def _key(rule_key: str, part: str) -> str:
    return f"explain-{rule_key.replace('_', '-')}-{part}"


def _token(setting: object) -> str:
    """A setting as the catalogue can choose by it: Fluent tells words apart, not the numbers among them."""
    if setting is None:
        return "none"
    if isinstance(setting, bool):
        return "yes" if setting else "no"
    if isinstance(setting, int):
        return f"n{setting}"
    return setting.replace("_", "-") if isinstance(setting, str) else "some"
