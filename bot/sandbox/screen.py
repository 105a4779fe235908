"""Messages as lines on a terminal, with a number on every button.

Between the stage, which knows the messages, and the terminal. A button keeps its number as long as its message lives,
also when the message is edited. It must never show one person's messages under another's heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from simcord.backend.models import Message

from bot.sandbox.stage import Stage, buttons, texts

_MENTION: Final = re.compile(r"<@!?(\d+)>")
_TIME: Final = re.compile(r"<t:(\d+)(?::[a-zA-Z])?>")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_ESCAPE: Final = re.compile(r"\\([^\w\s])")
_HEADING: Final = re.compile(r"^(?:#{1,3}|-#) ", re.MULTILINE)
_ID_PARTS: Final = 5


@dataclass(frozen=True, slots=True)
class Button:
    """A button somebody may press."""

    number: int
    label: str
    message: Message
    custom_id: str
    disabled: bool


class Screen:
    """What was shown so far, and the numbers of all buttons."""

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
            yield f"({reader or 'The channel'} has no messages.)"
        for message in found[-5:]:
            yield from self._with_heading(message, tuple(self._lines(message)), edited=False)

    def button(self, who: str, wanted: str) -> Button | str:
        """The button meant by a number or a label, or why there is none for this person."""
        visible = [button for button in self._all() if self._stage.reader(button.message) in {None, who}]
        if wanted.isdecimal() and wanted.isascii():
            number = int(wanted)
            button = next((button for button in visible if button.number == number), None)
            if button is None:
                others = any(button.number == number for button in self._all())
                return f"{who} does not see button {number}." if others else f"There is no button {number} any more."
        else:
            newest_first = [button for button in reversed(visible) if not button.disabled]
            exact = [button for button in newest_first if _plain(button.label) == _plain(wanted)]
            near = [button for button in newest_first if _plain(button.label).startswith(_plain(wanted))]
            if not exact and not near:
                return f"{who} sees no button {wanted!r}. (`help` tells what can be typed.)"
            button = (exact or near)[0]
        return f"Button {button.number} ({button.label}) can't be pressed now." if button.disabled else button

    def _all(self) -> list[Button]:
        return [button for message in self._stage.messages() for button in self._buttons(message)]

    def _buttons(self, message: Message) -> list[Button]:
        return [
            Button(
                self._number(message, part), str(part.get("label") or "?"), message, str(part["custom_id"]), _off(part)
            )
            for part in buttons(message)
            if part.get("custom_id")
        ]

    def _number(self, message: Message, part: dict[str, Any]) -> int:
        """A button is the same button after a redraw if it means the same, whatever stamp its id carries now."""
        fields = str(part["custom_id"]).split(":")
        meaning = f"{fields[2]}:{fields[4]}" if len(fields) == _ID_PARTS else str(part["custom_id"])
        return self._numbers.setdefault((message.id, meaning), len(self._numbers) + 1)

    def _lines(self, message: Message) -> Iterator[str]:
        for text in texts(message):
            yield from (f"  {line}" for line in self._clean(text).splitlines() if line.strip())
        row = [
            f"[-] {button.label}" if button.disabled else f"[{button.number}] {button.label}"
            for button in self._buttons(message)
        ]
        for start in range(0, len(row), 7):
            yield "    " + "  ".join(row[start : start + 7])

    def _clean(self, text: str) -> str:
        """Discord's markup as plain text."""
        text = _MENTION.sub(lambda match: f"@{self._stage.name_of(int(match[1]))}", text)
        text = _TIME.sub(lambda match: _clock(datetime.fromtimestamp(int(match[1]), self._stage.now.tzinfo)), text)
        text = _HEADING.sub("", _LINK.sub(r"\1", text)).replace("**", "")
        return _ESCAPE.sub(r"\1", text)

    def _with_heading(self, message: Message, lines: tuple[str, ...], *, edited: bool) -> Iterator[str]:
        reader = self._stage.reader(message)
        if reader is None:
            place = f"# {self._stage.channel.name}"
        else:
            place = f"only {reader} sees" if message.is_ephemeral else f"DM to {reader}"
        heading = f"{place} (changed)" if edited else place
        if heading != self._heading:
            yield ""
            yield f"--- {heading} ---"
            self._heading = heading
        else:
            yield "  ·"
        yield from lines


def _off(part: dict[str, Any]) -> bool:
    return bool(part.get("disabled"))


def _plain(label: str) -> str:
    """A label as it can be typed."""
    return " ".join(label.replace("×", "x").replace("’", "'").casefold().split())


def _clock(moment: datetime) -> str:
    """A moment as the time of day: a countdown would change with every look."""
    return f"at {moment:%H:%M:%S}"
