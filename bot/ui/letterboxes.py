"""Whose direct messages stand in which channel: each opened once, one a second at most, none after being too fast.

Asked by the presenter before it writes to somebody alone. A bot that opens many at once is locked out of all (F2), so
no channel may be opened past this. It must never give one person's channel for another.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bot.tables.answers import ShowFailed, Trouble

log = logging.getLogger(__name__)

OPENING_PAUSE_S: Final = 1.0
OPENING_REST_S: Final = 300.0
_REMEMBERED: Final = 10_000


class Recent(OrderedDict[int, Any]):
    """The newest entries of something that would grow for ever."""

    def keep(self, key: int, value: Any) -> None:
        """Remember, and forget the oldest if there are too many."""
        self[key] = value
        self.move_to_end(key)
        if len(self) > _REMEMBERED:
            self.popitem(last=False)


class Letterboxes:
    """The channels of direct messages that are known, and the seconds between two openings."""

    def __init__(self, pause_s: float = OPENING_PAUSE_S) -> None:
        self._known = Recent()
        self._pause_s = pause_s
        self._opening = asyncio.Lock()
        self._next = self._resting_until = 0.0

    def keep(self, user_id: int, channel_id: int) -> None:
        """Remember where somebody's direct messages stand."""
        self._known.keep(user_id, channel_id)

    def forget(self, user_id: int) -> None:
        """That channel is no more."""
        self._known.pop(user_id, None)

    def rest(self) -> None:
        """Discord found it too fast: all openings have a rest, in which asking for one fails as too fast."""
        self._resting_until = asyncio.get_running_loop().time() + OPENING_REST_S
        log.warning("opening direct messages too fast; resting for %d s", OPENING_REST_S)

    async def open(self, user_id: int, create: Callable[[int], Awaitable[int]]) -> int:
        """The user's channel, made by `create` when it is its turn; `ShowFailed` while openings rest."""
        if user_id in self._known:
            return int(self._known[user_id])
        async with self._opening:
            if user_id in self._known:
                return int(self._known[user_id])
            loop = asyncio.get_running_loop()
            if loop.time() < self._resting_until:
                raise ShowFailed(Trouble.DM_TOO_FAST)
            if (pause := self._next - loop.time()) > 0:
                await asyncio.sleep(pause)
            self._next = loop.time() + self._pause_s
            channel_id = await create(user_id)
            self._known.keep(user_id, channel_id)
            return channel_id
