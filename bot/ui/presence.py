"""Who of some people is still in a server, as Discord tells one by one, for servers that want it shown.

The record's desk -> here -> Discord. The bot is told of nobody's coming and going, so it asks: only about the people on
a page, with so many questions a minute, and an answer holds for a while. It lives in memory alone. Whoever is asked
about without an answer counts as there: it must never call somebody gone whom Discord did not.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord

from bot.ui.gate import Gate, Route

log = logging.getLogger(__name__)

HOLDS: Final = timedelta(hours=1)
"""How long an answer is believed."""

PATIENCE_S: Final = 4.0
"""So long a page waits for the answers, in seconds."""

MOST_A_MINUTE: Final = 60
"""So many people are asked about within a minute, all servers together."""

_MINUTE: Final = timedelta(minutes=1)
_REMEMBERED: Final = 10_000
# Discord's words for somebody who is not in the server, and for somebody who is not on Discord any more.
_GONE: Final = frozenset({10007, 10013})


class Presence:
    """Asks who is still in a server; `now` tells Discord's time, and each question goes through the gate."""

    def __init__(self, now: Callable[[], datetime], gate: Gate) -> None:
        self._now, self._gate = now, gate
        self._known: OrderedDict[tuple[int, int], tuple[bool, datetime]] = OrderedDict()
        self._asked: deque[datetime] = deque()

    def seen(self, guild_id: int, user_id: int) -> None:
        """Somebody has just done something in the server."""
        self._learn(guild_id, user_id, there=True)

    def unknown(self, guild_id: int, user_ids: Collection[int]) -> tuple[int, ...]:
        """Those of whom only Discord can tell."""
        return tuple(user_id for user_id in user_ids if self._there(guild_id, user_id) is None)

    async def look(self, guild: discord.Guild, user_ids: Collection[int]) -> None:
        """Ask about those who are unknown, as far as the minute allows and answers come in time."""
        asking = {
            asyncio.create_task(self._ask(guild, user_id), name="who is here")
            for user_id in self.unknown(guild.id, user_ids)[: self._left_to_ask()]
        }
        if not asking:
            return
        self._asked.extend([self._now()] * len(asking))
        _, late = await asyncio.wait(asking, timeout=PATIENCE_S)
        for task in late:
            task.cancel()

    def gone(self, guild_id: int, user_ids: Collection[int]) -> frozenset[int]:
        """Those who are known to have left."""
        return frozenset(user_id for user_id in user_ids if self._there(guild_id, user_id) is False)

    async def _ask(self, guild: discord.Guild, user_id: int) -> None:
        await self._gate.passage(Route.OTHER)
        try:
            await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code not in _GONE:
                return
            self._learn(guild.id, user_id, there=False)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("Discord did not say who is here: %s", type(error).__name__, extra={"guild": guild.id})
        else:
            self._learn(guild.id, user_id, there=True)

    def _learn(self, guild_id: int, user_id: int, *, there: bool) -> None:
        key = (guild_id, user_id)
        self._known[key] = (there, self._now() + HOLDS)
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _there(self, guild_id: int, user_id: int) -> bool | None:
        there, until = self._known.get((guild_id, user_id), (None, None))
        return there if until is not None and self._now() < until else None

    def _left_to_ask(self) -> int:
        since = self._now() - _MINUTE
        while self._asked and self._asked[0] <= since:
            self._asked.popleft()
        return max(0, MOST_A_MINUTE - len(self._asked))
