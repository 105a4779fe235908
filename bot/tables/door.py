"""The door: whether somebody may open a table in a channel now, by what the server has settled.

Asked by the command that opens tables and by **Rematch**, before anything is opened. It reads and remembers, and must
never open anything itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.tables.ports import ThreadStore
from bot.tables.settings import ServerSettings, Settings

_REMEMBERED: Final = 4096


@dataclass(frozen=True, slots=True)
class Asker:
    """Who wants to open a table, and where. Of a thread, `channel_id` is the channel it belongs to."""

    guild_id: int
    channel_id: int
    roles: Set[int]
    manager: bool


class Shut(StrEnum):
    """Why the door is shut; each has a sentence in every language."""

    CHANNEL = "channel"
    HOST = "host"
    COOLDOWN = "cooldown"


@dataclass(frozen=True, slots=True)
class Turned:
    """Somebody was turned away: why, by which settings, and how many `seconds` to wait if that helps."""

    why: Shut
    settings: ServerSettings
    seconds: float = 0.0


class Door:
    """Decides who may open a table where; `now` tells Discord's time."""

    def __init__(self, settings: Settings, store: ThreadStore, now: Callable[[], datetime]) -> None:
        self._settings, self._store, self._now = settings, store, now
        # Openings under way in threads, which the store does not know yet: two at once must not both pass.
        self._passed: OrderedDict[int, datetime] = OrderedDict()

    async def ask(self, asker: Asker) -> ServerSettings | Turned:
        """Whether this person may open a table in this channel at all: the settings that hold, or why not."""
        settings = await self._settings.of(asker.guild_id)
        if settings.channels and asker.channel_id not in settings.channels:
            return Turned(Shut.CHANNEL, settings)
        if settings.hosts and not asker.manager and asker.roles.isdisjoint(settings.hosts):
            return Turned(Shut.HOST, settings)
        return settings

    async def wait(self, settings: ServerSettings, channel_id: int) -> Turned | None:
        """Whether the last table in this place was opened too short a time ago. The place may be a thread."""
        last = await self._store.last_opened(channel_id)
        passed = self._passed.get(channel_id)
        if passed is not None and (last is None or passed > last):
            last = passed
        if last is None:
            return None
        left = last + timedelta(seconds=settings.start_cooldown_s) - self._now()
        return Turned(Shut.COOLDOWN, settings, left.total_seconds()) if left > timedelta(0) else None

    def passed(self, channel_id: int) -> None:
        """Somebody is opening a table in a thread of this channel."""
        self._passed[channel_id] = self._now()
        self._passed.move_to_end(channel_id)
        if len(self._passed) > _REMEMBERED:
            self._passed.popitem(last=False)
