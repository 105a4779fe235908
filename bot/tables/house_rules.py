"""What a server's next tables are opened with, and the way it is changed.

Between the editor and the commands, which know who may ask, and the store. A table takes a copy when it opens: nothing
here ever changes the rules of a table that stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from weakref import WeakValueDictionary

from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.stored import Stored, read_ruleset
from bot.tables.ports import HouseRulesStore

Change = Callable[[Ruleset], Ruleset]


class HouseRules:
    """The house rules of all servers; `now` tells Discord's time."""

    def __init__(self, store: HouseRulesStore, now: Callable[[], datetime]) -> None:
        self._store, self._now = store, now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def of(self, guild_id: int) -> Stored:
        """The server's rules as far as this version knows them; standard where nobody changed anything."""
        text = await self._store.house_rules(guild_id)
        return Stored(Ruleset()) if text is None else read_ruleset(text)

    async def change(self, guild_id: int, change: Change, *, by: int) -> Stored:
        """Change what is stored now, so that two people changing different rules at once lose nothing."""
        lock = self._locks.setdefault(guild_id, asyncio.Lock())
        async with lock:
            ruleset = change((await self.of(guild_id)).ruleset)
            if ruleset == Ruleset():
                await self._store.drop_house_rules(guild_id)
            else:
                await self._store.set_house_rules(guild_id, ruleset.model_dump_json(), by, self._now())
        return Stored(ruleset)
