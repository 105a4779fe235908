"""What a server has settled for the bot, apart from the rules of the game, and the way it is changed.

Between the settings page and the door, which know who asks, and the store. The fields of `ServerSettings` describe
themselves: how one is chosen stands beside it, and the page is made from that. A table takes what concerns it when it
opens; nothing here ever reaches into a table that stands.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final
from weakref import WeakValueDictionary

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.tables.ports import SettingsStore

MOST_CHOSEN: Final = 25
"""So many channels or roles: what one menu of Discord's can give."""

HOUR_S: Final = 3600
WEEK_H: Final = 168


@dataclass(frozen=True, slots=True)
class ChannelsChosen:
    """How a setting is chosen: any of the server's channels, or none."""


@dataclass(frozen=True, slots=True)
class RolesChosen:
    """How a setting is chosen: any of the server's roles, or none."""


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """How a setting is chosen: one of the languages the bot speaks, or none for the server's own."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """How a setting is chosen: one of these values; another one in its range is kept as it is."""

    values: tuple[int, ...]


Way = ChannelsChosen | RolesChosen | LanguageChosen | OneOf

_Ids = Annotated[tuple[Annotated[int, Field(strict=True, gt=0)], ...], Field(max_length=MOST_CHOSEN)]


class ServerSettings(BaseModel):
    """The settings of one server; `ServerSettings()` is a server where nobody changed anything."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    channels: Annotated[_Ids, ChannelsChosen()] = ()
    """Channels where tables may be opened, a thread counting as its parent; none: everywhere."""

    hosts: Annotated[_Ids, RolesChosen()] = ()
    """Roles that may open tables; none: everybody. Whoever may manage the server always may."""

    thread: Annotated[bool, Field(strict=True), OneOf((False, True))] = False
    """Whether each table opened in a text channel gets a thread of its own."""

    start_cooldown_s: Annotated[int, Field(strict=True, ge=0, le=HOUR_S), OneOf((0, 5, 10, 30, 60, 300))] = 5
    """Seconds from the opening of a channel's last table to the next that a command can open there."""

    abandoned_h: Annotated[int, Field(strict=True, ge=1, le=WEEK_H), OneOf((1, 6, 12, 24, 48, WEEK_H))] = 24
    """Hours after which a table that nobody touches is closed."""

    language: Annotated[str | None, Field(strict=True, max_length=10), LanguageChosen()] = None
    """Language of what everybody at a table reads; None: the server's own."""

    mark_gone: Annotated[bool, Field(strict=True), OneOf((False, True))] = False
    """Whether the leaderboard marks people who are no longer in the server."""


def _way(key: str) -> Way:
    return next(part for part in ServerSettings.model_fields[key].metadata if isinstance(part, Way))


#: How each setting is chosen, in the order in which they are shown.
WAYS: Final[Mapping[str, Way]] = {key: _way(key) for key in ServerSettings.model_fields}


def read_settings(text: str) -> ServerSettings:
    """The settings in a JSON text, as far as this version knows them; whatever else stands there gives way.

    >>> read_settings('{"start_cooldown_s": 30, "abandoned_h": "never", "parrot": true}').start_cooldown_s
    30
    """
    try:
        written = json.loads(text)
    except (ValueError, RecursionError):
        return ServerSettings()
    if not isinstance(written, dict):
        return ServerSettings()
    return ServerSettings.model_validate({key: value for key, value in written.items() if _known(key, value)})


def _known(key: str, value: object) -> bool:
    try:
        ServerSettings.model_validate({key: value})
    except ValidationError:
        return False
    return True


class Settings:
    """The settings of all servers; `now` tells Discord's time."""

    def __init__(self, store: SettingsStore, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def of(self, guild_id: int) -> ServerSettings:
        """The server's settings, the defaults where nobody changed anything."""
        text = await self._store.settings(guild_id)
        return ServerSettings() if text is None else read_settings(text)

    async def change(self, guild_id: int, key: str, value: Any, *, by: int) -> ServerSettings:
        """Change one setting and nothing else, so that two people changing different ones at once lose nothing.

        Raises `ValidationError` for a value the setting can't have.
        """
        lock = self._locks.setdefault(guild_id, asyncio.Lock())
        async with lock:
            settled = {**(await self.of(guild_id)).model_dump(), key: value}
            return await self._write(guild_id, ServerSettings.model_validate(settled), by)

    async def reset(self, guild_id: int, *, by: int) -> ServerSettings:
        """Back to the defaults, all of them."""
        lock = self._locks.setdefault(guild_id, asyncio.Lock())
        async with lock:
            return await self._write(guild_id, ServerSettings(), by)

    async def _write(self, guild_id: int, settings: ServerSettings, by: int) -> ServerSettings:
        if settings == ServerSettings():
            await self._store.drop_settings(guild_id)
        else:
            await self._store.set_settings(guild_id, settings.model_dump_json(), by, self._now())
        return settings
