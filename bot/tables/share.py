"""Which servers a process answers for, where several processes share one token and one database.

Everything that acts by itself for a table, its timers and its messages, is done by the process that has its server's
shard, and by no other. Pure arithmetic; it must never ask who is running.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Share:
    """The part of process `number` (from 1) of `count`; `shards` are all gateway connections of the token."""

    count: int = 1
    number: int = 1
    shards: int = 1

    @property
    def alone(self) -> bool:
        """Whether one process does everything."""
        return self.count == 1

    @property
    def first(self) -> bool:
        """Whether this process has the shard of direct messages, and does what is to be done once for all."""
        return self.number == 1

    @property
    def shard_ids(self) -> list[int]:
        """The shards this process connects, lowest first.

        >>> Share(count=2, number=2, shards=5).shard_ids
        [1, 3]
        """
        return list(range(self.number - 1, self.shards, self.count))

    def number_of(self, guild_id: int) -> int:
        """The process that answers for a server: the one with its shard, as Discord counts it.

        >>> Share(count=2, number=1, shards=3).number_of(1 << 22), Share(count=2, number=1, shards=3).number_of(2 << 22)
        (2, 1)
        """
        return (guild_id >> 22) % self.shards % self.count + 1

    def owns(self, guild_id: int) -> bool:
        """Whether a server and its tables are this process's."""
        return self.number_of(guild_id) == self.number


#: One process for everything, as it is unless somebody asks for more.
ALONE: Final = Share()
