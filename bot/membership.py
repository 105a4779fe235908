"""Which servers the bot is in, and what follows for tables and stored data when it comes or goes, said or unsaid.

Where it sits: `bot.app` passes on what the gateway tells. A session that begins names every server of its shard, those
that are down too; one that removed the bot meanwhile is only missing there, and discord.py keeps it as it was. Nothing
here may take a server that is down for one that is gone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.tables.ports import StoreFailed
from bot.tables.registry import Registry
from bot.tables.retention import Retention

log = logging.getLogger(__name__)


@contextmanager
def kept_going(what: str) -> Iterator[None]:
    """Log a failure of the store with these words, and go on: nobody waits for an answer to what the gateway tells."""
    try:
        yield
    except StoreFailed as error:
        log.error("%s: %s", what, error)  # noqa: TRY400 - the sentence says it all


class Membership:
    """Remembers what a shard knew when its connection was lost, and compares."""

    def __init__(self, client: discord.AutoShardedClient, registry: Registry, retention: Retention) -> None:
        self._client, self._registry, self._retention = client, registry, retention
        self._before: dict[int, dict[int, discord.Guild]] = {}
        self._left: set[int] = set()

    def lost(self, shard_id: int) -> None:
        """The shard's connection is gone; perhaps its session can be resumed."""
        self._before[shard_id] = {guild.id: guild for guild in self._client.guilds if guild.shard_id == shard_id}

    async def begun(self, shard_id: int) -> None:
        """The shard has a new session: servers that removed the bot while nobody could say so are left now."""
        # Every server that READY names is a new object, so the old ones are those it did not name.
        before = self._before.pop(shard_id, {})
        gone = [guild_id for guild_id, guild in before.items() if self._client.get_guild(guild_id) is guild]
        self._left = (self._left - before.keys()) | set(gone)
        for guild_id in gone:
            await self.removed(guild_id)

    async def channel_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted. What can't be stored now is found out again by what the table says next."""
        with kept_going("the table of a channel that was deleted could not be ended"):
            await self._registry.forget_channel(channel_id)

    async def told(self) -> None:
        """All shards have told which servers they have: what happened while the bot was away is made up for."""
        here = {guild.id for guild in self._client.guilds} - self._left
        for guild_id in self._registry.guilds() - here:
            await self._end_tables(guild_id)
        with kept_going("which servers came and went while the bot was away was not stored"):
            await self._retention.member_of(here)

    async def joined(self, guild_id: int) -> None:
        """The bot was invited to a server, perhaps again."""
        self._left.discard(guild_id)
        with kept_going("that a server took the bot back was not stored, the next start makes up for it"):
            await self._retention.joined(guild_id)

    async def removed(self, guild_id: int) -> None:
        """The bot was removed from a server: its tables end, and its data has a grace."""
        await self._end_tables(guild_id)
        # What is deleted when the grace is over, perhaps by another process, must not pass for stored here.
        self._registry.servers_deleted([guild_id])
        with kept_going("that a server was left was not stored, the next start makes up for it"):
            await self._retention.left(guild_id)

    async def _end_tables(self, guild_id: int) -> None:
        with kept_going("the tables of a server that was left could not all be ended"):
            await self._registry.forget_guild(guild_id)
