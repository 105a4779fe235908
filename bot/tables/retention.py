"""How long things are kept: journals of finished games, and what is left of servers the bot was removed from.

Runs once at the start and then every day, by the bot's clock. Results of games stay whatever goes. A server that takes
the bot back within the grace finds everything as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Final

from bot.tables.ports import Clock, Timer
from bot.tables.record_store import RecordStore
from bot.tables.share import ALONE, Share

log = logging.getLogger(__name__)

EVERY: Final = timedelta(days=1)


class Retention:
    """Deletes what is past its time; `journal_days` of 0 keeps journals for ever.

    Of several processes the first deletes, and each knows of its own servers only.
    """

    def __init__(
        self, record: RecordStore, clock: Clock, *, journal_days: int, grace_days: int, share: Share = ALONE
    ) -> None:
        self._record, self._clock, self._share = record, clock, share
        self._journal_days, self._grace = journal_days, timedelta(days=grace_days)
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        # Told the servers whose data has just been deleted, so that nothing kept in memory passes for stored.
        self.deleted: Callable[[Sequence[int]], None] = lambda _: None

    def begin(self) -> None:
        """Clean up now, and again every day."""
        if not self._share.first:
            return
        self._task = asyncio.create_task(self._clean(), name="retention")
        self._timer = self._clock.call_at(self._clock.now() + EVERY, self.begin)

    async def close(self, within_s: float | None = None) -> None:
        """Finish what was begun, within that time if there is one, and begin nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=within_s)

    async def left(self, guild_id: int) -> None:
        """The bot was removed from a server: its data has a grace from now on."""
        await self._record.departed(guild_id, self._clock.now())

    async def joined(self, guild_id: int) -> None:
        """The bot is in a server (again): its data stays."""
        await self._record.rejoined([guild_id])

    async def member_of(self, guild_ids: Iterable[int]) -> None:
        """All servers of this process's that the bot is in: what happened while it was away is made up for."""
        here = set(guild_ids)
        await self._record.rejoined(sorted(here))
        now = self._clock.now()
        for guild_id in await self._record.known_guilds():
            if guild_id not in here and self._share.owns(guild_id):
                await self._record.departed(guild_id, now)

    async def _clean(self) -> None:
        try:
            now = self._clock.now()
            if self._journal_days:
                pruned = await self._record.prune(now - timedelta(days=self._journal_days))
                if pruned:
                    log.info("old journals deleted", extra={"tables": pruned})
            gone = await self._record.delete_departed(now - self._grace)
            if gone:
                self.deleted(gone)
                log.info("data of servers left long ago deleted", extra={"servers": len(gone)})
        except Exception:
            # Tomorrow it is tried again.
            log.exception("what is past its time could not be deleted")
