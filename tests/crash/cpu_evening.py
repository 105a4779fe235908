"""A game of one person with CPUs, interrupted where asked and gone on with.

CPUs choose anew after a crash, so there is no twin to compare with. What stands for it: what the store has taken and
people were told. All of that is in the journal in the end, once, and nothing else is.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from bot.engine.rules.compiled import compile_dealt
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Done
from bot.tables.game import Game
from tests.tables.cpus import dealt_with_cpus, play_along
from tests.tables.support import World, check, state, user

CPUS = 2


class CpuEvening:
    """One such game by these rules; every life but the last ends after so many calls of a port."""

    def __init__(self, rules: dict[str, Any], crashes: tuple[int, ...] = (), *, downtime: float = 1.0) -> None:
        self.world = World(seed=17)
        self._rules, self._crashes, self._downtime = rules, list(crashes), downtime
        self._told: list[Accepted] = []
        # What the person laid, and what they were told that they had laid.
        self.own = self.promised = 0

    def run(self) -> None:
        """Play it to its end, however many lives that takes."""
        whole = False
        while not whole:
            self.world.crash_at = self.world.passed + self._crashes.pop(0) if self._crashes else None
            whole = self.world.live(self._life, downtime=self._downtime)
            self._told += [told for each in self.world.answers.values() for told in each if isinstance(told, Accepted)]
            self.world.answers.clear()

    async def _life(self) -> None:
        world = self.world
        tables = world.registry.of_user(user(0))
        if not tables and await world.store.table(1) is not None and await world.store.journal(1):
            # It came to its end before.
            await self._look_back()
            return
        table = tables[0] if tables else await dealt_with_cpus(world, CPUS, **self._rules)
        if table.game is None:
            await world.begin(table)
        await play_along(world, table)
        await world.settle(10)
        assert state(table).phase is Phase.OVER
        check(world, table)
        seats = len(table.record.seats)
        again = Game(table.id, compile_dealt(table.ruleset, seats), seats, world.store)
        await again.recall()
        assert again.state == state(table), "what is on disk is another game"
        await self._look_back()

    async def _look_back(self) -> None:
        """All that was promised is there, and nothing twice."""
        world = self.world
        shown = Counter((message.view.id, message.number) for message in world.memory.of("claim"))
        assert set(shown.values()) == {1}, "a claim was shown twice"
        entries = await world.store.journal(1)
        kinds = Counter(entry.kind for entry in entries)
        assert kinds["Dealt"] == kinds["GameEnded"] == 1
        laid = [json.loads(entry.body) for entry in entries if entry.kind == "Claimed"]
        self.own = sum(claim["seat"] == 0 for claim in laid)
        now = [told for each in world.answers.values() for told in each if isinstance(told, Accepted)]
        self.promised = sum(told.done in (Done.PLAYED, Done.ARMED) for told in (*self._told, *now))
        assert self.promised <= self.own, "a play was accepted and is lost"
