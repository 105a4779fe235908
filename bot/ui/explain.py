"""The rules in a player's words: the game in force, or one of its rules with examples.

Behind `/cheat rules`. It must never read anything but a ruleset: what is explained is what the game is really dealt
with. Every text fits into one message, whatever the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.rules.compiled import RulesRefused, compile_dealt, compile_rules
from bot.engine.rules.ending import Stall
from bot.engine.rules.ruleset import SPECS, Family, Ruleset, RuleSpec, Topic
from bot.tables.deadlines import LEAST_WINDOW
from bot.ui import rulebook
from bot.ui.names import safe
from bot.ui.text import Words, key_of

# What people ask about first and how it goes leaves out; told even where it is the standard.
ALWAYS_TOLD: Final[dict[Family, tuple[str, ...]]] = {
    "cycle": ("decks", "max_cards", "turn_timer"),
    "same_rank": ("turn_timer",),
}
#: How it goes, a paragraph each: what is played with, a turn, a call, the end.
PARAGRAPHS: Final[tuple[tuple[Topic, ...], ...]] = (("deck",), ("turn",), ("calling",), ("ending", "table"))
#: What a message holds, and what is kept free for the line that says where the table stands.
_MESSAGE: Final = 4000
_MARGIN: Final = 250


def rules(
    words: Words,
    locale: object,
    ruleset: Ruleset,
    seats: int | None,
    guild: str | None = None,
    *,
    cpus: bool = True,
    dealt: bool = False,
) -> str:
    """The game as it is played here: what differs from standard first, who can play so, then how it goes.

    `seats` is how many sit at the table; without a table it is none, and `guild` names the server whose rules they are.
    `cpus` says whether CPUs sit at the table; without one they may. Where cards are `dealt` the rules are played,
    whatever this version refuses to deal with.
    """
    changed = rulebook.told(ruleset)
    besides = [key for key in ALWAYS_TOLD[ruleset.family] if key not in changed]
    first = _heading(words, locale, seats, guild)
    refused = dealt and seats not in rulebook.playable(ruleset)
    rest = [] if refused else rulebook.standing(words, locale, ruleset, seats, cpus=cpus)
    rest += [words.say(locale, "explain-how"), *how_it_goes(words, locale, ruleset, seats, dealt=dealt)]
    if besides:
        rest += [words.say(locale, "explain-besides"), *(_line(words, locale, ruleset, key) for key in besides)]
    rest.append(words.say(locale, "explain-more"))
    told = [first, "", *rest]
    told[1] = _differences(words, locale, ruleset, changed, _MESSAGE - _MARGIN - len("\n".join(told)))
    return "\n".join(told)


def _heading(words: Words, locale: object, seats: int | None, guild: str | None) -> str:
    if seats is not None:
        return words.say(locale, "explain-heading-table")
    if guild is not None:
        return words.say(locale, "explain-heading-server", guild=safe(guild))
    return words.say(locale, "explain-heading-standard")


def _differences(words: Words, locale: object, ruleset: Ruleset, changed: Sequence[str], room: int) -> str:
    if not changed:
        return words.say(locale, "explain-as-standard")
    told = [words.say(locale, "explain-differs")]
    for done, key in enumerate(changed):
        line = _line(words, locale, ruleset, key)
        room -= len(line) + 1
        if room < 0:
            told.append(words.say(locale, "explain-and-more", count=len(changed) - done))
            break
        told.append(line)
    return "\n".join(told)


def _line(words: Words, locale: object, ruleset: Ruleset, key: str) -> str:
    setting = rulebook.value(words, locale, key, getattr(ruleset, key), ruleset)
    return words.say(locale, "explain-line", title=rulebook.title(words, locale, key), value=setting)


def how_it_goes(words: Words, locale: object, ruleset: Ruleset, seats: int | None, *, dealt: bool = False) -> list[str]:
    """The game from the deal to the win, as these rules have it: the game's own words and what each rule adds."""
    facts = _facts(words, locale, ruleset, seats, dealt=dealt)
    told = []
    for topics in PARAGRAPHS:
        sentences = [sentence for topic in topics for sentence in _about(words, locale, ruleset, topic, facts)]
        if sentences:
            told.append(words.say(locale, "explain-goes", text=" ".join(sentences)))
    if seats is not None and seats in rulebook.ALL_SEATS:
        most = words.say(locale, "game-most", count=rulebook.most_a_play(ruleset, seats))
        told.append(words.say(locale, "explain-at-this-table", seats=seats, decks=ruleset.decks_for(seats), most=most))
    return told


def _about(words: Words, locale: object, ruleset: Ruleset, topic: Topic, facts: dict[str, str | int]) -> list[str]:
    """What is told of a topic: how the game has it, then what its rules add; the catalogue knows what to leave out."""
    own = f"{key_of('game', ruleset.family)}-{topic}"
    told = [words.say(locale, own, **rulebook.settings(ruleset), **facts)] if words.has(own) else []
    told += [
        rulebook.goes(words, locale, key, ruleset, **facts)
        for key, spec in SPECS.items()
        if spec.topic == topic and rulebook.applies(ruleset, key)
    ]
    return [sentence for sentence in told if sentence]


def _facts(words: Words, locale: object, ruleset: Ruleset, seats: int | None, *, dealt: bool) -> dict[str, str | int]:
    """What the rules come to at this table: the most cards of a play (0: any number), and where the pile burns.

    Besides, how many seconds a play can be called at the least.
    """
    here = seats if seats is not None and seats in rulebook.ALL_SEATS else None
    able = rulebook.playable(ruleset)
    numbers = (here,) if here is not None and (dealt or here in able) else able
    burning = tuple(number for number in numbers if _burns(ruleset, number, dealt=dealt))
    return {
        "most": _fixed(ruleset) if here is None else rulebook.most_a_play(ruleset, here),
        "burns": "no" if not burning else "yes" if burning == numbers else "some",
        "burning": rulebook.players(words, locale, burning),
        "least": int(LEAST_WINDOW.total_seconds()),
    }


def _burns(ruleset: Ruleset, seats: int, *, dealt: bool) -> bool:
    try:
        idle = (compile_dealt if dealt else compile_rules)(ruleset, seats).idle
    except RulesRefused:
        return False
    return isinstance(idle, Stall) and idle.burning


def _fixed(ruleset: Ruleset) -> int:
    """The most cards of a play where that hangs on no number of players, 0 where it does."""
    if ruleset.family == "same_rank" and not ruleset.multi:
        return 1
    return ruleset.max_cards if isinstance(ruleset.max_cards, int) else 0


def rule(words: Words, locale: object, ruleset: Ruleset, key: str) -> str:
    """One rule: what it is about, how it stands here if it belongs to the game played, each choice with an example."""
    spec = SPECS[key]
    here = getattr(ruleset, key) if rulebook.applies(ruleset, key) else spec.default
    among = ruleset if rulebook.applies(ruleset, key) else Ruleset(family=spec.families[0])
    parts = [
        words.say(locale, "explain-one-title", title=rulebook.title(words, locale, key)),
        rulebook.about(words, locale, key),
        _here(words, locale, ruleset, key),
    ]
    if spec.span is None:
        parts += [_choice(words, locale, key, choice, among) for choice in rulebook.offered(spec, here)]
    else:
        least, most = rulebook.reach(among, key) or spec.span
        standard = rulebook.value(words, locale, key, spec.default)
        parts.append(words.say(locale, "explain-span", standard=standard, least=least, most=most))
        parts += [_choice(words, locale, key, choice, among) for choice in (here, _another(spec, here))]
    if rulebook.applies(ruleset, key) and len(spec.families) == 1:
        parts.append(words.say(locale, "explain-only", family=rulebook.token(ruleset.family)))
    return "\n".join(parts)


def _another(spec: RuleSpec, here: object) -> object:
    """A choice to tell beside the one made, where there are too many for all: the standard, or one in the middle."""
    return spec.default if here != spec.default else spec.choices[len(spec.choices) // 2]


def _here(words: Words, locale: object, ruleset: Ruleset, key: str) -> str:
    """How the rule stands, or that it is one of the other game."""
    if not rulebook.applies(ruleset, key):
        return words.say(locale, "explain-other-game", family=rulebook.token(ruleset.family))
    setting = rulebook.value(words, locale, key, getattr(ruleset, key), ruleset)
    return words.say(locale, "explain-here", value=setting)


def _choice(words: Words, locale: object, key: str, choice: object, among: Ruleset) -> str:
    return words.say(
        locale,
        "explain-choice-standard" if choice == SPECS[key].default else "explain-choice",
        value=rulebook.value(words, locale, key, choice, among),
        example=rulebook.example(words, locale, key, choice, among),
    )
