"""Messages as lines on a terminal, with a number on every button and menu.

Between the stage, which knows the messages, and the terminal. A button or menu keeps its number as long as its message
lives, also when the message is edited. It must never show one person's messages under another's heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from simcord.backend.models import Message

from bot.sandbox.sayings import saying
from bot.sandbox.stage import Stage, controls, is_menu, menus_of_places, texts

_MENTION: Final = re.compile(r"<@!?(\d+)>")
_TIME: Final = re.compile(r"<t:(\d+)(?::([a-zA-Z]))?>")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_ESCAPE: Final = re.compile(r"\\([^\w\s])")
_HEADING: Final = re.compile(r"^(?:#{1,3}|-#) ", re.MULTILINE)
_NUMBER: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_COUNT: Final = re.compile(r" \([0-9]+\)$")
_ID_PARTS: Final = 5
_PER_LINE: Final = 7


@dataclass(frozen=True, slots=True)
class Control:
    """A button somebody may press, or, with a value, one choice of a menu; `number` is what is typed for it."""

    number: str
    label: str
    message: Message
    custom_id: str
    disabled: bool
    value: str | None = None


class Screen:
    """What was shown so far, and the numbers of all buttons and menus."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._shown: dict[int, tuple[str, ...]] = {}
        self._numbers: dict[tuple[int, str], int] = {}
        self._heading = ""

    def news(self) -> Iterator[str]:
        """The lines of every message that is new or has changed since the last time."""
        there = self._stage.messages()
        for message in there:
            lines = tuple(self._lines(message))
            if self._shown.get(message.id) != lines:
                edited = message.id in self._shown
                self._shown[message.id] = lines
                yield from self._with_heading(message, lines, edited=edited)
        for gone in set(self._shown) - {message.id for message in there}:
            del self._shown[gone]

    def again(self, reader: str | None) -> Iterator[str]:
        """The messages of one person's direct messages and private replies, or of the channel, once more."""
        self._heading = ""
        found = [message for message in self._stage.messages() if self._stage.reader(message) == reader]
        if not found:
            yield self._say("no_messages_here") if reader is None else self._say("no_messages", reader=reader)
        for message in found[-5:]:
            yield from self._with_heading(message, tuple(self._lines(message)), edited=False)

    def control(self, who: str, wanted: str) -> Control | str:
        """What is meant by a number (`7`, or `7.2` in a menu) or a label, or why this person has no such thing."""
        visible = [control for control in self._all() if self._stage.reader(control.message) in {None, who}]
        found = (
            self._numbered(who, wanted, visible) if _NUMBER.fullmatch(wanted) else self._labelled(who, wanted, visible)
        )
        if isinstance(found, Control) and found.disabled:
            key = "off_button" if found.value is None else "off_choice"
            return self._say(key, number=found.number, label=found.label)
        return found

    def offers(self, who: str, typed: str) -> bool:
        """Whether this person sees what is called exactly so, but for a count behind it; a number is no name."""
        return not _NUMBER.fullmatch(typed) and any(
            not control.disabled and typed in {control.label, _COUNT.sub("", control.label)}
            for control in self._all()
            if self._stage.reader(control.message) in {None, who}
        )

    def _numbered(self, who: str, wanted: str, visible: list[Control]) -> Control | str:
        number = ".".join(str(int(part)) for part in wanted.split("."))
        if (control := next((control for control in visible if control.number == number), None)) is not None:
            return control
        if any(control.number.startswith(f"{number}.") for control in visible):
            return self._say("is_menu", number=number)
        kind = "choice" if "." in number else "button"
        others = any(control.number == number or control.number.startswith(f"{number}.") for control in self._all())
        return self._say(f"unseen_{kind}" if others else f"no_{kind}", who=who, number=number)

    def _labelled(self, who: str, wanted: str, visible: list[Control]) -> Control | str:
        """The newest button of that label; else the choice, if the newest message that has it has only one."""
        typed = _plain(wanted)
        newest_first = [control for control in reversed(visible) if not control.disabled]
        exact = [control for control in newest_first if _plain(control.label) == typed]
        near = [control for control in newest_first if _plain(control.label).startswith(typed)]
        found = exact or near
        if not found:
            return self._say("no_label", who=who, typed=wanted)
        if (button := next((control for control in found if control.value is None), None)) is not None:
            return button
        same = [control for control in reversed(found) if control.message.id == found[0].message.id]
        if len(same) > 1:
            which = ", ".join(f"{control.number} ({control.label})" for control in same)
            return self._say("many_choices", typed=wanted, which=which)
        return same[0]

    def _say(self, key: str, **told: object) -> str:
        return saying(self._stage.language, key, **told)

    def _all(self) -> list[Control]:
        return [
            control
            for message in self._stage.messages()
            for part in _usable(message)
            for control in (self._choices(message, part) if is_menu(part) else [self._button(message, part)])
        ]

    def _button(self, message: Message, part: dict[str, Any]) -> Control:
        number, label = self._number(message, part), str(part.get("label") or "?")
        return Control(number, label, message, str(part["custom_id"]), _off(part))

    def _choices(self, message: Message, part: dict[str, Any]) -> list[Control]:
        number, custom_id = self._number(message, part), str(part["custom_id"])
        return [
            Control(f"{number}.{place}", str(option["label"]), message, custom_id, _off(part), str(option["value"]))
            for place, option in enumerate(part["options"], 1)
        ]

    def _number(self, message: Message, part: dict[str, Any]) -> str:
        """A control is the same one after a redraw if it means the same, whatever stamp its id carries now."""
        fields = str(part["custom_id"]).split(":")
        meaning = f"{fields[2]}:{fields[4]}" if len(fields) == _ID_PARTS else str(part["custom_id"])
        return str(self._numbers.setdefault((message.id, meaning), len(self._numbers) + 1))

    def _lines(self, message: Message) -> Iterator[str]:
        for text in texts(message):
            yield from (f"  {line}" for line in self._clean(text).splitlines() if line.strip())
        for menu, parts in groupby(_usable(message), is_menu):
            if menu:
                for part in parts:
                    yield from self._menu(message, part)
            else:
                row = [self._button(message, part) for part in parts]
                yield from _rows([f"[{'-' if button.disabled else button.number}] {button.label}" for button in row])
        yield from (f"    [-] {self._say('browser_only', name=name)}" for name in menus_of_places(message))

    def _menu(self, message: Message, part: dict[str, Any]) -> Iterator[str]:
        """The menu's number and what can be chosen: in a row, or one a line where each choice is explained."""
        number = "-" if _off(part) else self._number(message, part)
        heading = f"[{number}] {part.get('placeholder') or '?'}:"
        told, explained = [], False
        for control, option in zip(self._choices(message, part), part["options"], strict=True):
            words = f"{control.number} {control.label}{'*' if option.get('default') else ''}"
            about = str(option.get("description") or "")
            explained = explained or bool(about)
            told.append(f"{words} – {about}" if about else words)
        if explained:
            yield f"    {heading}"
            yield from (f"      {line}" for line in told)
        else:
            yield from _rows([f"{heading} {told[0]}", *told[1:]])

    def _clean(self, text: str) -> str:
        """Discord's markup as plain text."""
        text = _MENTION.sub(lambda match: f"@{self._stage.name_of(int(match[1]))}", text)
        text = _TIME.sub(self._clock, text)
        text = _HEADING.sub("", _LINK.sub(r"\1", text)).replace("**", "")
        return _ESCAPE.sub(r"\1", text)

    def _clock(self, found: re.Match[str]) -> str:
        """A moment as the time of day: a countdown would change with every look."""
        moment = datetime.fromtimestamp(int(found[1]), self._stage.now.tzinfo)
        return self._say("at", time=f"{moment:%H:%M:%S}") if found[2] == "R" else f"{moment:%H:%M:%S}"

    def _with_heading(self, message: Message, lines: tuple[str, ...], *, edited: bool) -> Iterator[str]:
        reader = self._stage.reader(message)
        if reader is None:
            place = f"# {self._stage.channel.name}"
        else:
            place = self._say("only_sees" if message.is_ephemeral else "dm_to", reader=reader)
        heading = self._say("changed", place=place) if edited else place
        if heading != self._heading:
            yield ""
            yield f"--- {heading} ---"
            self._heading = heading
        else:
            yield "  ·"
        yield from lines


def _usable(message: Message) -> list[dict[str, Any]]:
    return [part for part in controls(message) if part.get("custom_id")]


def _rows(cells: list[str]) -> Iterator[str]:
    for start in range(0, len(cells), _PER_LINE):
        yield "    " + "  ".join(cells[start : start + _PER_LINE])


def _off(part: dict[str, Any]) -> bool:
    return bool(part.get("disabled"))


def _plain(label: str) -> str:
    """A label as it can be typed."""
    return " ".join(label.replace("×", "x").replace("’", "'").casefold().split())
