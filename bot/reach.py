"""Which servers' people the bot can hear: those whose gateway connection stands, and the first one's as well.

Where it sits: `bot.app` passes on what the gateway tells. Direct messages all come by the first connection, so every
table needs that one too, whichever process has it: `bot.neighbours` tells the others. It must never keep a table
waiting whose connection stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import discord

from bot.tables.registry import Registry


class Reach:
    """Remembers the lost connections of this process's shards and tells the registry whenever that changes."""

    def __init__(self, client: discord.AutoShardedClient, registry: Registry) -> None:
        self._client, self._registry = client, registry
        self._lost: set[int] = set()
        #: Told whether the connection that direct messages come by stands here, whenever it is made or lost.
        self.direct: Callable[[bool], None] = lambda _: None

    def awaited(self, shard_ids: Iterable[int]) -> None:
        """These connections are about to be made for the first time, one after the other: nobody is heard before."""
        for shard_id in shard_ids:
            self.lost(shard_id)

    def lost(self, shard_id: int) -> None:
        """A connection is lost: what people press there reaches nobody."""
        self._lost.add(shard_id)
        if shard_id == 0:
            self.direct(False)
        self._tell()

    def found(self, shard_id: int) -> None:
        """It is there, perhaps again; what was missed follows."""
        if shard_id == 0:
            self.direct(True)
        if shard_id in self._lost:
            self._lost.remove(shard_id)
            self._tell()

    def hears(self, guild_id: int) -> bool:
        """Whether people of this server can be heard, at the table and in direct messages."""
        return not self._lost & {0, (guild_id >> 22) % (self._client.shard_count or 1)}

    def _tell(self) -> None:
        self._registry.tell_reach(self.hears)
