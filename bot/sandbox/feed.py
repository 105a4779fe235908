"""What each person sees, as it is told to a page: whole at first, then only what has changed, and what is unread.

Between the stage, which has the messages, and the pages. It must never tell one person what another sees alone: every
message goes through `_Shown.seen_by`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from simcord.backend.models import Message

from bot.sandbox.stage import Stage

# Discord's flag of a message that stands for an answer still to come.
_LOADING: Final = 1 << 7
# As many messages of each place as a page shows.
MOST_SHOWN: Final = 60


class Place(StrEnum):
    """Where messages are: in the channel and its threads, or in one person's direct messages with the bot."""

    CHANNEL = "channel"
    DM = "dm"


@dataclass(slots=True)
class _Shown:
    """A message as it was at the last look. `born` and `changed` count the changes of the whole stage."""

    message: Message
    place: Place
    reader: str | None
    pinged: frozenset[str]
    born: int
    changed: int
    looks: tuple[Any, ...]
    gone_for: set[str] = field(default_factory=set)

    def seen_by(self, person: str) -> bool:
        return self.reader in {None, person} and person not in self.gone_for


@dataclass(frozen=True, slots=True)
class Marks:
    """What a person has not looked at yet: something in a place, and how often they were called there."""

    channel: bool
    dm: bool
    calls: int

    def shown(self) -> dict[str, Any]:
        """The marks for the page."""
        return {"channel": self.channel, "dm": self.dm, "calls": self.calls}


class Feed:
    """The messages on a stage, and how far each person has read."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._shown: dict[int, _Shown] = {}
        self._read: Counter[tuple[str, Place]] = Counter()
        self.count = 0

    def look(self) -> bool:
        """See what is new, has changed or has gone since the last time; whether there was anything."""
        before = self.count
        there = self._stage.messages()
        for message in there:
            known = self._shown.get(message.id)
            if known is None:
                self.count += 1
                self._shown[message.id] = self._first_seen(message)
            elif not _same(known.looks, _looks(message)):
                self.count += 1
                known.looks, known.changed = _looks(message), self.count
        for gone in self._shown.keys() - {message.id for message in there}:
            self.count += 1
            del self._shown[gone]
        return self.count != before

    def _first_seen(self, message: Message) -> _Shown:
        pinged = frozenset(self._stage.name_of(user_id) for user_id in message.ping_user_ids)
        return _Shown(
            message=message,
            place=Place.DM if self._stage.is_direct(message) else Place.CHANNEL,
            reader=self._stage.reader(message),
            pinged=pinged,
            born=self.count,
            changed=self.count,
            looks=_looks(message),
        )

    def message(self, person: str, message_id: int) -> Message | None:
        """A message this person sees, by its id."""
        shown = self._shown.get(message_id)
        return shown.message if shown is not None and shown.seen_by(person) else None

    def dismiss(self, person: str, message_id: int) -> None:
        """Take a private reply off this person's screen, as "Dismiss message" does."""
        shown = self._shown.get(message_id)
        if shown is not None and shown.seen_by(person) and shown.message.is_ephemeral:
            self.count += 1
            shown.gone_for.add(person)

    def read(self, person: str, place: Place) -> bool:
        """This person has a place in front of their eyes; whether that takes a mark away."""
        before = self.marks(person)
        self._read[person, place] = self.count
        return self.marks(person) != before

    def marks(self, person: str) -> Marks:
        """What this person has not read. In the channel only new messages count, in the direct messages edits too."""
        unread_channel = unread_dm = False
        calls = 0
        for shown in self._shown.values():
            if not shown.seen_by(person):
                continue
            if shown.place is Place.CHANNEL and shown.born > self._read[person, Place.CHANNEL]:
                unread_channel = True
                calls += person in shown.pinged
            elif shown.place is Place.DM and shown.changed > self._read[person, Place.DM]:
                unread_dm = True
        return Marks(unread_channel, unread_dm, calls)

    def view(self, person: str, since: int) -> dict[str, Any]:
        """What this person's page has to know after it was told of everything up to the change number `since`."""
        seen = [shown for _, shown in sorted(self._shown.items()) if shown.seen_by(person)]
        places = {place: [shown for shown in seen if shown.place is place][-MOST_SHOWN:] for place in Place}
        return {
            "who": person,
            "count": self.count,
            "now": self._stage.now.timestamp(),
            "channels": self._stage.channels(),
            "order": {place: [str(shown.message.id) for shown in there] for place, there in places.items()},
            "messages": [
                self._told(shown, person) for there in places.values() for shown in there if shown.changed > since
            ],
            "marks": {name: self.marks(name).shown() for name in self._stage.people},
        }

    def _told(self, shown: _Shown, person: str) -> dict[str, Any]:
        message = shown.message
        return {
            "id": str(message.id),
            "at": datetime.fromisoformat(message.timestamp).timestamp(),
            "edited": message.edited_timestamp is not None,
            "private": message.is_ephemeral,
            "waiting": bool(message.flags & _LOADING),
            "calls": person in shown.pinged,
            "asked": self._asked(message),
            "content": message.content,
            "components": _readable(message.components),
            "files": [
                {"name": file["filename"], "size": file["size"], "id": file["id"], "about": file.get("description")}
                for file in message.attachments
            ],
        }

    def _asked(self, message: Message) -> dict[str, str] | None:
        """Whose command a message answers, and which; none if it answers no command."""
        asked = message.interaction_metadata or {}
        if not asked.get("name"):
            return None
        return {
            "by": self._stage.name_of(int((asked.get("user") or {}).get("id", 0))),
            "command": self._stage.command_run(int(asked["id"])) or asked["name"],
        }


def _looks(message: Message) -> tuple[Any, ...]:
    """What tells a message from itself before an edit. simcord never changes the lists, it puts others in place."""
    return (message.edited_timestamp, message.content, message.flags, message.components, message.attachments)


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return all(first is second or first == second for first, second in zip(one, other, strict=True))


def _readable(part: Any) -> Any:
    """Components as a page can read them: its numbers are too short for an emoji's id, so that goes as text."""
    if isinstance(part, list):
        return [_readable(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    emoji = part.get("emoji") or {}
    named = {"emoji": {**emoji, "id": str(emoji["id"])}} if emoji.get("id") else {}
    return {key: _readable(inner) for key, inner in part.items()} | named
