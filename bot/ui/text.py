"""The message catalogue: every word people see, looked up by key and language in Fluent files.

At the end of each flow: layouts and private replies ask here for their lines. Nothing else in the bot may hold a
sentence meant for people, and nothing here may decide what is shown.
"""

from __future__ import annotations

import copy
import logging
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentFloat
from fluent.syntax.ast import Junk

from bot.engine.actions import Reason
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.ui.faces import Faces
from bot.ui.names import bold, marked

log = logging.getLogger(__name__)

FALLBACK = "en-US"
LONGEST_ARGUMENT: Final = 2500
"""So many characters Fluent lets an argument have; a longer one would spoil its line."""
Argument = str | int | FluentFloat
_LINES_KEPT = 8192
_LANGUAGES_KEPT = 256
#: The kinds of `Done` that need a sentence; after the others the redrawn message says enough.
_SAID = frozenset(
    {
        Done.JOINED,
        Done.LEFT,
        Done.LOBBY_CLOSED,
        Done.STARTED,
        Done.RESIGNED,
        Done.HANDED_OVER,
        Done.RETURNED,
        Done.STAYED,
        Done.STOPPED,
        Done.REMATCH,
        Done.TOOK_CPU_SEAT,
        Done.CPU_ADDED,
        Done.CPU_REMOVED,
        Done.CPU_LEVEL,
        Done.CPU_LEVELS,
        Done.KICKED,
        Done.UNSEATED,
        Done.NUDGED,
        Done.NUDGED_ONCE,
    }
)


class Words:
    """All catalogues, read once. `strict` (tests) makes a missing key or argument an error; else the key is shown."""

    faces: Faces | None = None
    """How cards look where pictures can stand; without them they are text."""

    def __init__(self, *, strict: bool = False) -> None:
        self._strict = strict
        self._bundles = dict(_catalogues())
        self._line = lru_cache(maxsize=_LINES_KEPT)(self._format)
        self._language = lru_cache(maxsize=_LANGUAGES_KEPT)(self._match)

    @property
    def locales(self) -> frozenset[str]:
        """The languages there are."""
        return frozenset(self._bundles)

    @property
    def plain(self) -> Words:
        """The same words without pictures: for files, and where a text would be too long with them."""
        if self.faces is None:
            return self
        other = copy.copy(self)
        other.faces = None
        return other

    def has(self, key: str) -> bool:
        """Whether the key has words (in the fallback language, which has them all)."""
        return self._bundles[FALLBACK].has_message(key)

    def say(self, locale: object, key: str, **args: Argument) -> str:
        """The line of `key` in the language nearest to `locale` (a code like `de-AT`, or Discord's own `Locale`).

        Numbers choose plurals and are written for the language: pass ids and times as strings.
        """
        return self._line(self._language(str(locale)), key, tuple(args.items()))

    def _match(self, locale: str) -> str:
        if locale in self._bundles:
            return locale
        language = locale.partition("-")[0]
        near = sorted(code for code in self._bundles if code.partition("-")[0] == language)
        return near[0] if near else FALLBACK

    def _format(self, locale: str, key: str, args: tuple[tuple[str, Argument], ...]) -> str:
        bundle = self._bundles[locale]
        if not bundle.has_message(key):
            bundle = self._bundles[FALLBACK]
        pattern = bundle.get_message(key).value if bundle.has_message(key) else None
        if pattern is None:
            return self._amiss(f"no words for {key!r}", key)
        line, errors = bundle.format_pattern(pattern, dict(args))
        if errors:
            return self._amiss(f"{key!r}: {errors}", str(line))
        return str(line)

    def _amiss(self, problem: str, shown: str) -> str:
        if self._strict:
            raise LookupError(problem)
        log.error("catalogue: %s", problem)
        return shown


@cache
def _catalogues() -> dict[str, FluentBundle]:
    """The bot's own, parsed once in a process: that takes longer than all else a start does."""
    return _load(files("bot.ui") / "locales")


def _load(root: Traversable) -> dict[str, FluentBundle]:
    """One bundle per directory of `root`; raises `ValueError` for a file that doesn't parse."""
    bundles: dict[str, FluentBundle] = {}
    for folder in root.iterdir():
        if not folder.is_dir() or folder.name.startswith((".", "_")):
            continue
        bundle = FluentBundle([folder.name], use_isolating=False)
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if not file.name.endswith(".ftl"):
                continue
            resource = FluentResource(file.read_text(encoding="utf-8"))
            if junk := [entry for entry in resource.body if isinstance(entry, Junk)]:
                raise ValueError(f"{folder.name}/{file.name}: {junk[0].content!r} is no Fluent")
            bundle.add_resource(resource)
        bundles[folder.name] = bundle
    return bundles


def key_of(family: str, member: str) -> str:
    """The catalogue key of an enum's value or a rule's code.

    >>> key_of("denial", "too_late")
    'denial-too-late'
    """
    return f"{family}-{member.replace('_', '-')}"


def _family(why: StrEnum) -> str:
    return "reason" if isinstance(why, Reason) else "denial"


def refused(words: Words, locale: object, answer: Refused) -> str:
    """Why a press changed nothing, as one private sentence."""
    name = bold(answer.name) if answer.name else ""
    name = marked(name) if answer.cpu else name
    if answer.why is Denial.TOO_LATE and answer.seconds > 0:
        return words.say(locale, "too-late-by", seconds=span(answer.seconds))
    if answer.why is Denial.BEATEN and name:
        return words.say(locale, "beaten-by", name=name, seconds=span(answer.seconds))
    if answer.why is Denial.TOO_SOON and answer.seconds > 0:
        return words.say(locale, "too-soon-by", seconds=span(answer.seconds))
    if answer.why is Denial.CALLED_FIRST and name:
        return words.say(locale, "called-first-by", name=name)
    if answer.why is Denial.NEARER and name:
        return words.say(locale, "nearer-by", name=name)
    if answer.why is Denial.NOT_HOST and name:
        return words.say(locale, "only-host", name=name)
    return words.say(locale, key_of(_family(answer.why), answer.why), id=answer.fault)


def accepted(words: Words, locale: object, answer: Accepted) -> str:
    """What a press brought about, for whoever pressed; empty where the redrawn message says it."""
    name = marked(bold(answer.name)) if answer.name else ""
    return words.say(locale, key_of("done", answer.done), name=name) if answer.done in _SAID else ""


def span(seconds: float) -> FluentFloat:
    """A short time in seconds, never written as nothing: `0.3`, `0.01`, in German `0,3`.

    >>> span(0.26), span(0.004), span(1.2)
    (0.3, 0.01, 1.2)
    """
    digits = 2 if seconds < 0.1 else 1
    shown = round(max(seconds, 0.01), digits)
    return FluentFloat(shown, minimumFractionDigits=digits, maximumFractionDigits=digits)
