"""Which servers' people the bot can hear: those whose gateway connection stands, and the first one's as well.

Where it sits: `bot.app` passes on what the gateway tells. Direct messages all come by the first connection, so every
table needs that one too, whichever process has it: `bot.neighbours` tells the others. It must never keep a table
waiting whose connection stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

import discord

from bot.health import State
from bot.tables.registry import Registry

#: A connection that is lost comes back within seconds by itself; one that does not for so long may need somebody.
PATIENCE_S: Final = 60.0


class Reach:
    """Remembers the lost connections of this process's shards and tells the registry whenever that changes."""

    def __init__(self, client: discord.AutoShardedClient, registry: Registry) -> None:
        self._client, self._registry = client, registry
        # Since when, in the loop's seconds.
        self._lost: dict[int, float] = {}
        #: Told whether the connection that direct messages come by stands here, whenever it is made or lost.
        self.direct: Callable[[bool], None] = lambda _: None

    @property
    def state(self) -> State:
        """How this process's connections stand, once all of them have been made; no start mends those of others."""
        own = self._client.shard_ids
        lost = [since for shard_id, since in self._lost.items() if own is None or shard_id in own]
        if not lost:
            return "ok"
        lost_s = asyncio.get_running_loop().time() - min(lost)
        return "reconnecting" if lost_s < PATIENCE_S else "disconnected"

    def awaited(self, shard_ids: Iterable[int]) -> None:
        """These connections are about to be made for the first time, one after the other: nobody is heard before."""
        for shard_id in shard_ids:
            self._lose(shard_id)
        self._tell()

    def lost(self, shard_id: int) -> None:
        """A connection is lost: what people press there reaches nobody."""
        self._lose(shard_id)
        self._tell()

    def _lose(self, shard_id: int) -> None:
        # An attempt that fails is told like a loss.
        self._lost.setdefault(shard_id, asyncio.get_running_loop().time())
        if shard_id == 0:
            self.direct(False)

    def found(self, shard_id: int) -> None:
        """It is there, perhaps again; what was missed follows."""
        if shard_id == 0:
            self.direct(True)
        if self._lost.pop(shard_id, None) is not None:
            self._tell()

    def hears(self, guild_id: int) -> bool:
        """Whether people of this server can be heard, at the table and in direct messages."""
        return not self._lost.keys() & {0, (guild_id >> 22) % (self._client.shard_count or 1)}

    def _tell(self) -> None:
        self._registry.tell_reach(self.hears)
