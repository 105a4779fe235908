"""House rules in words, and what people ask about a ruleset: what differs, who can play by it, what stands against it.

Read by the lobby, the editor, `/cheat rules` and the README's table. Every word is in the catalogue under the rule's
key: a new rule needs its words there and nothing here. It must never read anything but a ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset, RuleSpec, differing, refusals, warnings
from bot.ui.names import safe
from bot.ui.text import Words, key_of

ALL_SEATS: Final = range(2, 11)
#: Offered for a rule that takes any number of a long range, besides the choices it names itself.
_STEPS: Final = (1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120)
_SHORT_RANGE: Final = 20
_RUN: Final = 3
STANDARD: Final = Ruleset()
#: So many rules left out are named.
_MOST_NAMED: Final = 25
#: So many rules at most bring about one refusal.
_MOST_MEANT: Final = 2


# --- one rule ------------------------------------------------------------------------------------------------------


def title(words: Words, locale: object, key: str) -> str:
    """The short name of a rule."""
    return words.say(locale, f"{key_of('rule', key)}-title")


def about(words: Words, locale: object, key: str) -> str:
    """What a rule is about, in a sentence or two."""
    return words.say(locale, f"{key_of('rule', key)}-help")


def value(words: Words, locale: object, key: str, setting: object, rules: Ruleset = STANDARD) -> str:
    """What a rule's setting means among these `rules`, as a phrase."""
    return _say(words, locale, key, "value", _with(rules, key, setting))


def line(words: Words, locale: object, key: str, setting: object, rules: Ruleset = STANDARD) -> str:
    """The same in a line that stands alone."""
    return _say(words, locale, key, "line", _with(rules, key, setting))


def example(words: Words, locale: object, key: str, setting: object, rules: Ruleset = STANDARD) -> str:
    """What the setting does at a table."""
    return _say(words, locale, key, "example", _with(rules, key, setting))


def goes(words: Words, locale: object, key: str, rules: Ruleset, **facts: str | int) -> str:
    """What a rule adds to how the game goes, with more `facts` for the catalogue; most rules add nothing."""
    if not words.has(f"{key_of('rule', key)}-goes"):
        return ""
    return _say(words, locale, key, "goes", rules, **facts)


def _with(rules: Ruleset, key: str, setting: object) -> Ruleset:
    return rules.model_copy(update={key: setting})


def _say(words: Words, locale: object, key: str, part: str, rules: Ruleset, **facts: str | int) -> str:
    """A message of a rule, which may read how every rule stands."""
    setting = getattr(rules, key)
    count = setting if type(setting) is int else 0
    message = f"{key_of('rule', key)}-{part}"
    return words.say(locale, message, value=token(setting), count=count, **settings(rules), **facts)


def settings(rules: Ruleset) -> dict[str, str | int]:
    """Every rule's setting under its key, for the catalogue: a number as it is, all else as a word.

    A rule of the other game does nothing, whatever it is set to, so it is told as its standard.
    """
    here = {key: getattr(rules, key) if applies(rules, key) else spec.default for key, spec in SPECS.items()}
    told = {key: setting if type(setting) is int else token(setting) for key, setting in here.items()}
    return told | _sides(here["teams"])


def _sides(teams: object) -> dict[str, str | int]:
    """The seats of two teams put together seat by seat, as people count them; empty texts for any others."""
    sides = teams if isinstance(teams, tuple) else ()
    named = [", ".join(str(seat + 1) for seat in sorted(side)) for side in sides]
    return dict(zip(("first_team", "second_team"), (*named, "", ""), strict=False))


def token(setting: object) -> str:
    """A setting as the catalogue can choose by it: Fluent tells words apart, not the numbers among them.

    >>> token(None), token(True), token(8), token("must_be_true"), token(((0, 1), (2, 3)))
    ('none', 'yes', 'n8', 'must-be-true', 'some')
    """
    if setting is None:
        return "none"
    if isinstance(setting, bool):
        return "yes" if setting else "no"
    if isinstance(setting, int):
        return f"n{setting}"
    return setting.replace("_", "-") if isinstance(setting, str) else "some"


def offered(spec: RuleSpec, current: object = None) -> tuple[object, ...]:
    """The choices to offer for a rule, `current` among them: words in the rule's own order, then numbers rising."""
    choices = [*spec.choices]
    if spec.span is not None:
        least, most = spec.span
        steps = range(least, most + 1) if most - least < _SHORT_RANGE else _STEPS
        choices += [step for step in steps if spec.available(step) and _ever_playable(spec, step)]
    if spec.available(current):
        choices.append(current)
    numbers = {choice for choice in choices if type(choice) is int}
    named: list[object] = []
    for choice in choices:
        if type(choice) is not int and choice not in named:
            named.append(choice)
    return (*named, *sorted(numbers))


def _ever_playable(spec: RuleSpec, step: int) -> bool:
    return bool(playable(Ruleset.model_validate({"family": spec.families[0], spec.key: step})))


def reach(rules: Ruleset, key: str) -> tuple[int, int] | None:
    """The least and the most of a rule's numbers that somebody can play by, as the other rules are; none without any.

    Where nobody can play whatever the number, it is all of them.
    """
    span = SPECS[key].span if key in SPECS else None
    if span is None:
        return None
    numbers = (number for number in range(span[1], span[0] - 1, -1) if playable(_with(rules, key, number)))
    return (span[0], next(numbers, span[1]))


def applies(rules: Ruleset, key: str) -> bool:
    """Whether a rule means anything in the game that is played."""
    return rules.family in SPECS[key].families


def rule_named(words: Words, locale: object, typed: str) -> str | None:
    """The rule meant by its key or its title; none for anything else."""
    wanted = typed.strip().casefold()
    return next((key for key in SPECS if wanted in {key, title(words, locale, key).casefold()}), None)


# --- a whole ruleset -----------------------------------------------------------------------------------------------


def told(rules: Ruleset) -> tuple[str, ...]:
    """The rules to tell: those that differ from standard and mean something in this game."""
    return tuple(key for key in differing(rules) if applies(rules, key))


def idle(rules: Ruleset) -> tuple[str, ...]:
    """The rules that were changed but belong to the other game, so that they have no part in this one."""
    return tuple(key for key in differing(rules) if not applies(rules, key))


def playable(rules: Ruleset) -> tuple[int, ...]:
    """How many players can play by these rules."""
    return tuple(seats for seats in ALL_SEATS if not refusals(rules, seats))


def objections(rules: Ruleset, seats: int | None) -> tuple[str, ...]:
    """The codes of what stands against playing: with so many `seats`, or with any number where nobody sits yet.

    With any number: what no number of players mends; failing that, as few as tell why each number is refused.
    """
    if seats is not None and seats in ALL_SEATS:
        return refusals(rules, seats)
    met = [refusals(rules, number) for number in ALL_SEATS]
    if not all(met):
        return ()
    always = tuple(code for code in met[0] if all(code in codes for codes in met))
    if always:
        return always
    needed: list[str] = []
    while unexplained := [codes for codes in met if not set(needed) & set(codes)]:
        met_here = [code for codes in unexplained for code in codes]
        needed.append(max(met_here, key=met_here.count))
    return tuple(needed)


def conflicts(words: Words, locale: object, rules: Ruleset, seats: int | None, codes: Iterable[str]) -> list[str]:
    """The sentences of refusals, each with the rules it speaks of; none of them twice."""
    meant_by: dict[str, set[str]] = {}
    for code in codes:
        meant_by.setdefault(words.say(locale, key_of("refusal", code)), set()).update(meant(rules, seats, code))
    told = []
    for sentence, keys in meant_by.items():
        titles = ", ".join(title(words, locale, key) for key in SPECS if key in keys)
        told.append(words.say(locale, "conflict-of", rules=titles, sentence=sentence) if titles else sentence)
    return told


@lru_cache(maxsize=1024)
def meant(rules: Ruleset, seats: int | None, code: str) -> tuple[str, ...]:
    """The changed rules that a refusal speaks of: as few as bring it about by themselves, and all that do.

    The game played is left out where another rule is meant: the sentences name it.
    """
    if code == "unavailable":
        return tuple(key for key, spec in SPECS.items() if not spec.available(getattr(rules, key)))
    numbers = (seats,) if seats is not None and seats in ALL_SEATS else ALL_SEATS
    where = next((number for number in numbers if code in refusals(rules, number)), None)
    if where is None:
        return ()
    for size in range(1, _MOST_MEANT + 1):
        found = {
            key for keys in combinations(differing(rules), size) if code in refusals(_only(rules, keys), where)
            for key in keys
        }  # fmt: skip
        if found:
            return tuple(key for key in SPECS if key in (found - {"family"} or found))
    return ()


def _only(rules: Ruleset, keys: Iterable[str]) -> Ruleset:
    """The standard game with only these rules changed."""
    return STANDARD.model_copy(update={key: getattr(rules, key) for key in keys})


def cautions(words: Words, locale: object, rules: Ruleset, seats: int | None, *, cpus: bool = True) -> list[str]:
    """What can be played but is worth a word, in sentences; of whoever could play where nobody sits yet.

    What holds only for some of those numbers of players says for which. `cpus` says whether CPUs sit there, or may
    where there is no table.
    """
    numbers = (seats,) if seats is not None and seats in ALL_SEATS else playable(rules)
    met: dict[str, list[int]] = {}
    for number in numbers:
        sentences = (words.say(locale, key_of("warning", code)) for code in warnings(rules, number, cpu_next=cpus))
        for sentence in dict.fromkeys(sentences):
            met.setdefault(sentence, []).append(number)
    return [
        sentence
        if len(some) == len(numbers)
        else words.say(locale, "caution-for", players=players(words, locale, tuple(some)), warning=sentence)
        for sentence, some in met.items()
    ]


def standing(words: Words, locale: object, rules: Ruleset, seats: int | None, *, cpus: bool = True) -> list[str]:
    """Whether these rules can be played, by the people there now and by how many, and what is worth a word.

    `cpus` is as for `cautions`.
    """
    told: list[str] = []
    if codes := objections(rules, seats):
        here = seats is not None and seats in ALL_SEATS
        told = [words.say(locale, "editor-unplayable-here" if here else "editor-unplayable", count=seats or 0)]
        told += conflicts(words, locale, rules, seats, codes)
    if able := playable(rules):
        told.append(words.say(locale, "editor-playable", players=players(words, locale, able)))
        told += cautions(words, locale, rules, seats, cpus=cpus)
    return told


def dropped(words: Words, locale: object, keys: tuple[str, ...], codes: tuple[str, ...]) -> str:
    """That stored rules gave way to the standard: which, and the sentences of what stands against them."""
    if not keys:
        return ""
    names = ", ".join(title(words, locale, key) if key in SPECS else safe(key) for key in keys[:_MOST_NAMED])
    why = dict.fromkeys(words.say(locale, key_of("refusal", code)) for code in codes)
    return " ".join((words.say(locale, "editor-dropped", rules=names), *why))


def players(words: Words, locale: object, seats: tuple[int, ...]) -> str:
    """Numbers of players: `2 to 10`, or `6, 8 or 10`."""
    runs: list[list[int]] = []
    for number in seats:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        if len(run) >= _RUN:
            parts.append(words.say(locale, "players-range", **{"from": str(run[0]), "to": str(run[-1])}))
        else:
            parts += map(str, run)
    if len(parts) < 2:
        return "".join(parts)
    text = parts[0]
    for part in parts[1:-1]:
        text = words.say(locale, "players-and", list=text, last=part)
    return words.say(locale, "players-or", list=text, last=parts[-1])


def most_a_play(rules: Ruleset, seats: int) -> int:
    """The most cards of one play, 0 for any number."""
    if rules.family == "same_rank" and not rules.multi:
        return 1
    return rules.limit_for(seats) or 0


# --- presets -------------------------------------------------------------------------------------------------------


def preset_of(rules: Ruleset) -> str | None:
    """The preset these rules are, if they are one."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)


def preset_title(words: Words, locale: object, name: str) -> str:
    """What a preset is called."""
    return words.say(locale, f"{key_of('preset', name)}-title")


def preset_about(words: Words, locale: object, name: str) -> str:
    """What a preset is, in one line."""
    return words.say(locale, f"{key_of('preset', name)}-about")


def preset_named(words: Words, locale: object, typed: str) -> str | None:
    """The preset meant by its key or by what it is called; none for anything else."""
    wanted = typed.strip().casefold()
    return next((name for name in PRESETS if wanted in {name, preset_title(words, locale, name).casefold()}), None)
