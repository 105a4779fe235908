"""Which servers' people the bot can hear: those whose gateway connection stands, and the first one's as well.

Where it sits: `bot.app` passes on what the gateway tells. Direct messages all come by the first connection, so every
table needs that one too, as far as this process has it. It must never keep a table waiting whose connection stands.
"""

from __future__ import annotations

from collections.abc import Iterable

import discord

from bot.tables.registry import Registry


class Reach:
    """Remembers the lost connections of this process's shards and tells the registry whenever that changes."""

    def __init__(self, client: discord.AutoShardedClient, registry: Registry) -> None:
        self._client, self._registry = client, registry
        self._lost: set[int] = set()

    def awaited(self, shard_ids: Iterable[int]) -> None:
        """These connections are about to be made for the first time, one after the other: nobody is heard before."""
        self._lost.update(shard_ids)
        self._tell()

    def lost(self, shard_id: int) -> None:
        """A connection is lost: what people press there reaches nobody."""
        self._lost.add(shard_id)
        self._tell()

    def found(self, shard_id: int) -> None:
        """It is there, perhaps again; what was missed follows."""
        if shard_id in self._lost:
            self._lost.remove(shard_id)
            self._tell()

    def _tell(self) -> None:
        lost, count = frozenset(self._lost), self._client.shard_count or 1
        self._registry.tell_reach(lambda guild_id: not lost & {0, (guild_id >> 22) % count})
