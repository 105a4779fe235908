"""The threads of tables: archived an hour after the table is over, once, and never while a table stands there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from bot.tables.records import ThreadRecord
from bot.tables.threads import AFTER, AT_START, Threads

pytestmark = pytest.mark.asyncio
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
THREAD = ThreadRecord(50, 1, 10, NOON)


class Timer:
    """One call to come."""

    def __init__(self, when: datetime, callback: Callable[[], None]) -> None:
        self.when, self.callback, self.cancelled = when, callback, False

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    """A clock that is moved by hand."""

    known, error_s = True, 0.0

    def __init__(self) -> None:
        self.at = NOON
        self.timers: list[Timer] = []

    def now(self) -> datetime:
        return self.at

    def learn(self, stamp: datetime) -> None:
        raise AssertionError(stamp)

    def assume(self, error_s: float) -> None:
        raise AssertionError(error_s)

    def call_at(self, when: datetime, callback: Callable[[], None]) -> Timer:
        self.timers.append(timer := Timer(when, callback))
        return timer

    async def move(self, delta: timedelta) -> None:
        """Let time pass, and what comes of it happen."""
        self.at += delta
        due = [timer for timer in self.timers if timer.when <= self.at and not timer.cancelled]
        self.timers = [timer for timer in self.timers if timer not in due]
        for timer in due:
            timer.callback()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*(task for task in others if task.get_name().startswith("thread ")))


class Memory:
    """A store of threads."""

    def __init__(self) -> None:
        self.kept: dict[int, ThreadRecord] = {}
        self.last: dict[int, datetime] = {}

    async def save_thread(self, record: ThreadRecord) -> None:
        self.kept[record.thread_id] = record

    async def drop_thread(self, thread_id: int) -> None:
        self.kept.pop(thread_id, None)

    async def threads(self) -> Sequence[ThreadRecord]:
        return tuple(self.kept.values())

    async def last_opened(self, channel_id: int) -> datetime | None:
        raise AssertionError(channel_id)

    async def last_ended(self, channel_id: int) -> datetime | None:
        return self.last.get(channel_id)


class Bench:
    """Threads, what they archive, and where tables stand."""

    def __init__(self) -> None:
        self.store, self.clock = Memory(), Clock()
        self.archived: list[int] = []
        self.held: set[int] = set()
        self.breaks = False
        self.threads = self.make()

    def make(self) -> Threads:
        """The threads of a process that has just started."""
        self.clock.timers.clear()
        self.threads = Threads(self.store, self.clock, self._archive, self.held.__contains__)
        return self.threads

    async def _archive(self, thread_id: int) -> None:
        if self.breaks:
            raise RuntimeError("broken")
        self.archived.append(thread_id)


async def test_a_thread_is_archived_an_hour_after_its_table_and_once() -> None:
    bench = Bench()
    await bench.threads.opened(THREAD)
    assert bench.threads.parent_of(50) == 10
    assert bench.threads.parent_of(10) is None
    await bench.clock.move(timedelta(days=2))
    assert bench.archived == []
    bench.threads.ended(50)
    await bench.clock.move(AFTER - timedelta(seconds=1))
    assert bench.archived == []
    await bench.clock.move(timedelta(seconds=1))
    assert bench.archived == [50]
    assert bench.store.kept == {}
    bench.threads.ended(50)
    await bench.clock.move(AFTER)
    assert bench.archived == [50]


async def test_other_channels_are_left_alone() -> None:
    bench = Bench()
    await bench.threads.opened(THREAD)
    bench.threads.ended(10)
    await bench.clock.move(2 * AFTER)
    assert bench.archived == []


async def test_a_table_that_stands_there_again_keeps_the_thread_open_until_its_own_end() -> None:
    bench = Bench()
    await bench.threads.opened(THREAD)
    bench.threads.ended(50)
    bench.held.add(50)
    await bench.clock.move(2 * AFTER)
    assert bench.archived == []
    bench.held.clear()
    bench.threads.ended(50)
    await bench.clock.move(AFTER / 2)
    bench.threads.ended(50)
    await bench.clock.move(AFTER / 2)
    assert bench.archived == [], "the hour begins anew"
    await bench.clock.move(AFTER / 2)
    assert bench.archived == [50]


@pytest.mark.parametrize("held", [True, False])
async def test_after_a_restart_only_threads_without_a_table_are_archived(held: bool) -> None:
    bench = Bench()
    await bench.threads.opened(THREAD)
    bench.held |= {50} if held else set()
    await bench.clock.move(AFTER)
    bench.store.last[50] = NOON + timedelta(minutes=10)
    await bench.make().recover()
    assert bench.threads.parent_of(50) == 10
    await bench.clock.move(timedelta(minutes=9))
    assert bench.archived == [], "its table was over ten minutes after noon"
    await bench.clock.move(timedelta(minutes=1))
    assert bench.archived == ([] if held else [50])


async def test_a_thread_that_never_had_a_table_counts_from_its_opening() -> None:
    bench = Bench()
    await bench.threads.opened(THREAD)
    await bench.clock.move(AFTER)
    await bench.make().recover()
    await bench.clock.move(AT_START - timedelta(seconds=1))
    assert bench.archived == [], "it is not known yet which threads there are"
    await bench.clock.move(timedelta(seconds=1))
    assert bench.archived == [50]


async def test_nothing_is_archived_any_more_once_the_process_ends() -> None:
    bench = Bench()
    await bench.threads.opened(THREAD)
    bench.threads.ended(50)
    bench.threads.close()
    await bench.clock.move(2 * AFTER)
    assert bench.archived == []


async def test_a_thread_that_could_not_be_put_away_is_tried_at_the_next_start(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = Bench()
    await bench.threads.opened(THREAD)
    bench.threads.ended(50)
    bench.breaks = True
    await bench.clock.move(AFTER)
    assert "a thread was not put away" in caplog.text
    caplog.clear()
    bench.breaks = False
    await bench.make().recover()
    await bench.clock.move(AT_START)
    assert bench.archived == [50]
