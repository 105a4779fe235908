"""The rules in a player's words: the game in force, or one of its rules with examples.

Behind `/cheat rules`. It must never read anything but a ruleset: what is explained is what the game is really dealt
with. Every text fits into one message, whatever the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.rules.ruleset import SPECS, Family, Ruleset
from bot.ui import rulebook
from bot.ui.names import safe
from bot.ui.text import Words

# What people ask about first; told even where it is the standard.
ALWAYS_TOLD: Final[dict[Family, tuple[str, ...]]] = {
    "cycle": ("decks", "max_cards", "window_s", "turn_timer", "stall"),
    "same_rank": ("window_s", "turn_timer"),
}
#: Characters for the list of what differs: the rest of the text stays well below what is left of a message.
_ROOM: Final = 1700


def rules(words: Words, locale: object, ruleset: Ruleset, seats: int | None, guild: str | None = None) -> str:
    """The game as it is played here: what differs from standard first, then how it goes.

    `seats` is how many sit at the table; without a table it is none, and `guild` names the server whose rules they are.
    """
    changed = rulebook.told(ruleset)
    besides = [key for key in ALWAYS_TOLD[ruleset.family] if key not in changed]
    parts = [
        _heading(words, locale, seats, guild),
        _differences(words, locale, ruleset, changed),
        f"{words.say(locale, 'explain-how')}\n{how_it_goes(words, locale, ruleset, seats)}",
    ]
    if besides:
        told = [_line(words, locale, ruleset, key) for key in besides]
        parts.append("\n".join([words.say(locale, "explain-besides"), *told]))
    parts.append(words.say(locale, "explain-more"))
    return "\n".join(parts)


def _heading(words: Words, locale: object, seats: int | None, guild: str | None) -> str:
    if seats is not None:
        return words.say(locale, "explain-heading-table")
    if guild is not None:
        return words.say(locale, "explain-heading-server", guild=safe(guild))
    return words.say(locale, "explain-heading-standard")


def _differences(words: Words, locale: object, ruleset: Ruleset, changed: Sequence[str]) -> str:
    if not changed:
        return words.say(locale, "explain-as-standard")
    told, room = [words.say(locale, "explain-differs")], _ROOM
    for done, key in enumerate(changed):
        line = _line(words, locale, ruleset, key)
        room -= len(line) + 1
        if room < 0:
            told.append(words.say(locale, "explain-and-more", count=len(changed) - done))
            break
        told.append(line)
    return "\n".join(told)


def _line(words: Words, locale: object, ruleset: Ruleset, key: str) -> str:
    setting = rulebook.value(words, locale, key, getattr(ruleset, key))
    return words.say(locale, "explain-line", title=rulebook.title(words, locale, key), value=setting)


def how_it_goes(words: Words, locale: object, ruleset: Ruleset, seats: int | None) -> str:
    """The game from the deal to the win, as these rules have it."""
    at_table = seats is not None and seats in rulebook.ALL_SEATS
    count = rulebook.most_a_play(ruleset, seats) if at_table and seats is not None else _fixed(ruleset)
    lay = words.say(locale, "game-lay", count=count)
    told = (_cycle if ruleset.family == "cycle" else _one_rank)(words, locale, ruleset, lay)
    if at_table and seats is not None:
        most = words.say(locale, "game-most", count=count)
        told.append(words.say(locale, "explain-at-this-table", seats=seats, decks=ruleset.decks_for(seats), most=most))
    return "\n".join(told)


def _fixed(ruleset: Ruleset) -> int:
    """The most cards of a play where that hangs on no number of players, 0 where it does."""
    if ruleset.family == "same_rank" and not ruleset.multi:
        return 1
    return ruleset.max_cards if isinstance(ruleset.max_cards, int) else 0


def _cycle(words: Words, locale: object, ruleset: Ruleset, lay: str) -> list[str]:
    deal = "aside" if ruleset.aside else "penalty" if ruleset.penalty else "all"
    win = "teams" if ruleset.teams is not None else rulebook.token(ruleset.last_play)
    turn = [
        words.say(locale, "game-deal", kind=deal),
        words.say(locale, "game-turn", lay=lay),
        words.say(locale, "game-rank", direction=rulebook.token(ruleset.direction)),
    ]
    if ruleset.extra_cards:
        turn.append(words.say(locale, "game-extra"))
    if ruleset.passing:
        turn.append(words.say(locale, "game-pass"))
    call = [words.say(locale, "game-call", mode=rulebook.token(ruleset.window_mode))]
    if ruleset.penalty:
        call.append(words.say(locale, "game-penalty"))
    call.append(words.say(locale, "game-next", after=rulebook.token(ruleset.after_challenge)))
    return [" ".join(turn), " ".join(call), words.say(locale, "game-win", kind=win)]


def _one_rank(words: Words, locale: object, ruleset: Ruleset, lay: str) -> list[str]:
    call = [words.say(locale, "game-one-call", mode=rulebook.token(ruleset.window_mode))]
    if ruleset.force:
        call.append(words.say(locale, "game-one-force"))
    return [
        f"{words.say(locale, 'game-one-deal')} {words.say(locale, 'game-one-turn', lay=lay)}",
        " ".join(call),
        f"{words.say(locale, 'game-one-pass')} {words.say(locale, 'game-one-win')}",
    ]


def rule(words: Words, locale: object, ruleset: Ruleset, key: str) -> str:
    """One rule: what it is about, how it stands here, and each choice with an example."""
    spec, here = SPECS[key], getattr(ruleset, key)
    parts = [
        words.say(locale, "explain-one-title", title=rulebook.title(words, locale, key)),
        rulebook.about(words, locale, key),
        words.say(locale, "explain-here", value=rulebook.value(words, locale, key, here)),
    ]
    if spec.span is None:
        parts += [_choice(words, locale, key, choice) for choice in rulebook.offered(spec, here)]
    else:
        steps = [rulebook.value(words, locale, key, choice) for choice in rulebook.offered(spec, here)]
        standard = rulebook.value(words, locale, key, spec.default)
        parts.append(words.say(locale, "explain-steps", standard=standard, values=" · ".join(steps)))
        parts.append(words.say(locale, "explain-example", example=rulebook.example(words, locale, key, here)))
    if len(spec.families) == 1:
        only = "explain-only-cycle" if "cycle" in spec.families else "explain-only-same-rank"
        parts.append(words.say(locale, only))
    return "\n".join(parts)


def _choice(words: Words, locale: object, key: str, choice: object) -> str:
    return words.say(
        locale,
        "explain-choice-standard" if choice == SPECS[key].default else "explain-choice",
        value=rulebook.value(words, locale, key, choice),
        example=rulebook.example(words, locale, key, choice),
    )
