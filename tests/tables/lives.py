"""The lives of a world without Discord: its time, its processes on one database, its chance, and where it ends.

Part of ``World`` (see ``support.py``), which adds people and tables.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from bot.store import Database, SqliteTableStore, migrate
from bot.tables.answers import Answer, Trouble
from bot.tables.clock import DiscordClock
from bot.tables.ports import Presenter, SettingsStore, TableStore
from bot.tables.records import JournalEntry
from bot.tables.registry import Registry
from bot.tables.settings import Settings
from tests.tables.fakes import Crash, FakePresenter, InPlace, Memory, StoreProxy, VirtualLoop

DAWN = datetime(2026, 5, 1, 18, 0, 0, 250_000, tzinfo=UTC)
LATENCY = timedelta(milliseconds=50)


class Lives:
    """Everything outside the tables, and the registry of the life that is running.

    `wall_error` is how wrong the machine's clock is, in seconds. `yields` seeds how often every call of a port lets
    others run; `None` for never.
    """

    def __init__(
        self, *, seed: int = 1, wall_error: float = 0.0, yields: int | None = None, path: Path | None = None
    ) -> None:
        self.seed, self.wall_error, self.path = seed, wall_error, path
        self.in_thread = path is not None
        self.stop_notice_s = 0.0
        self.memory = Memory()
        self.dice = random.Random(yields) if yields is not None else None
        self.fails: Callable[[str, int], Trouble | None] = lambda kind, about: None
        self.loses: Callable[[str, int], Trouble | None] = lambda kind, about: None
        self.takes: Callable[[str, int], float] = lambda kind, about: 0.0
        self.presenter: Presenter = FakePresenter(self)
        self.store_fails: Callable[[str], Exception | None] = lambda method: None
        self.answers: dict[int, list[Answer]] = {}
        self.crash_at: int | None = None
        self.crash_when: Callable[[str], bool] = lambda where: False
        self.passed = 0
        self.places: list[str] = []
        self.dead: asyncio.Future[None] | None = None
        self._connection = InPlace() if path is None else None
        self._database: Database | None = None
        self._lived = 0.0
        self._born = 0.0
        self._keys = 0
        self._written = 0
        self._draws = 0
        self.registry: Registry
        self.store: TableStore
        self.clock: DiscordClock

    # --- time -----------------------------------------------------------------------------------------------------

    @property
    def loop(self) -> VirtualLoop:
        return cast("VirtualLoop", asyncio.get_running_loop())

    def true_now(self) -> datetime:
        """Discord's real time."""
        return DAWN + timedelta(seconds=self._lived + self.loop.time() - self._born)

    async def settle(self, seconds: float = 0.0) -> None:
        """Let `seconds` pass, and then whatever can happen at once: time moves only when nothing else can."""
        await asyncio.sleep(seconds + 0.001)
        await asyncio.sleep(0.001)

    def stand_still(self, seconds: float) -> None:
        """So much time passes in which the process does nothing: it was stopped, or the machine is too busy."""
        self.loop.elapsed += seconds

    # --- lives ----------------------------------------------------------------------------------------------------

    async def start(self) -> int:
        """A process starts on the same database; gives how many tables came back."""
        self._born = self.loop.time()
        self.dead = self.loop.create_future()
        if self.path is None:
            assert self._connection is not None
            await self._connection.rollback()
            self._database = Database(cast("Any", self._connection), None)
        else:
            self.loop.outside += 1
            self._database = await Database.open(self.path)
            self.loop.outside -= 1
        self.loop.outside += self.in_thread
        await migrate(self._database)
        self.loop.outside -= self.in_thread
        self.store = cast("TableStore", StoreProxy(SqliteTableStore(self._database), self))
        wall_error = timedelta(seconds=self.wall_error)
        self.clock = DiscordClock(lambda: self.true_now() + wall_error)
        self.registry = Registry(
            self.store,
            self.presenter,
            self.clock,
            self,
            Settings(cast("SettingsStore", self.store), self.clock.now),
            lobby_minutes=15,
            stop_notice_s=self.stop_notice_s,
        )
        return await self.registry.recover()

    async def stop(self, *, cleanly: bool = True) -> None:
        """The process ends. Its loop must end with it; `live` sees to that."""
        if cleanly:
            await self.registry.close()
        self._lived += self.loop.time() - self._born
        self._born = self.loop.time()
        if self._database is not None and self.in_thread:
            self.loop.outside += 1
            await self._database.close()
            self.loop.outside -= 1

    def live(self, life: Callable[[], Coroutine[Any, Any, None]], *, downtime: float = 0.0) -> bool:
        """Run one process until `life` is over or the world crashes; gives whether it came to its end."""

        async def run() -> bool:
            self.loop.set_exception_handler(lambda loop, context: None)
            task = asyncio.ensure_future(self._whole(life))
            await asyncio.sleep(0)
            done = False
            while not done:
                waiting = {task} if self.dead is None else {task, self.dead}
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                done = task.done() or (self.dead is not None and self.dead.done())
            crashed = self.dead is not None and self.dead.done()
            self._lived += self.loop.time() - self._born
            if self.in_thread:
                await self._let_go_of_the_file()
            if not crashed:
                task.result()
            return not crashed

        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            ended = runner.run(run())
        self._lived += downtime
        return ended

    async def _let_go_of_the_file(self) -> None:
        """The end of a process frees its file, whatever was under way."""
        for other in asyncio.all_tasks() - {asyncio.current_task()}:
            other.cancel()
        self.loop.outside += 1
        await asyncio.sleep(0)
        assert self._database is not None
        await self._database.close()
        self.loop.outside -= 1

    async def _whole(self, life: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await self.start()
        await life()

    async def pass_by(self, where: str, *, counts: bool = True) -> None:
        """Every call of a port passes here: others may run, and the process may end."""
        if self.dead is not None and self.dead.done():
            raise Crash
        if counts:
            self.passed += 1
            self.places.append(where)
            if self.passed == self.crash_at or self.crash_when(where):
                self.crash_when = lambda where: False
                assert self.dead is not None
                self.dead.set_result(None)
                raise Crash
        if self.dice is not None:
            for _ in range(self.dice.randrange(4)):
                await asyncio.sleep(0)

    # --- chance ---------------------------------------------------------------------------------------------------

    def draw(self, size: int) -> bytes:
        """Chance that depends on what is written down, so that a repeat after a crash draws the same."""
        self._draws += 1
        mark = f"{self.seed}:{self._written}:{self._draws}".encode()
        return hashlib.shake_256(mark).digest(size)

    def wrote(self, entries: Sequence[JournalEntry]) -> None:
        """The store has taken these."""
        self._written += sum(entry.kind != "ClockStarted" for entry in entries)
        self._draws = 0

    def rewrite_rules(self, rules: str) -> None:
        """Between two lives: the stored tables have these rules, as written by another version of the bot."""
        assert self._connection is not None
        self._connection.connection.execute("UPDATE tables SET ruleset = ?", (rules,))
