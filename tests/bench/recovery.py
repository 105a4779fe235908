"""How long a start takes that brings back many live tables, to merely reading and decoding their journals.

Also with many finished games beside them, which a start must not look at.
"""

from __future__ import annotations

import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from bot.engine.codec import decode
from bot.engine.rules.ruleset import Ruleset
from bot.store import SqliteTableStore
from bot.tables.answers import HandPlace, Posted
from bot.tables.clock import DiscordClock
from bot.tables.ports import Presenter
from bot.tables.records import MessageRecord, TableStatus
from bot.tables.registry import Registry
from bot.tables.settings import Settings
from tests.engine.support import Game
from tests.record.support import played, shelf

SEATS, SAMPLES, FINISHED, TIMES = 5, 25, 1000, 3
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Nobody:
    """Implements `Presenter` by showing nothing: what is shown after a start is the outbox's matter."""

    def __getattr__(self, name: str) -> Any:
        async def shown(*_args: object) -> Posted | HandPlace:
            return HandPlace(1, 1) if name in {"welcome", "show_hand"} else Posted(1, 1, NOW)

        return (lambda _channel: False) if name == "pressed" else shown


class Chance:
    """Implements `Entropy`."""

    def draw(self, size: int) -> bytes:
        """Random bytes."""
        return secrets.token_bytes(size)


def half(game: Game) -> int:
    """So many events of the game that about half is played."""
    return len(game.events) // 2


async def fill(store: SqliteTableStore, put: Any, games: list[Game], tables: int) -> None:
    """So many tables in the middle of a game, each with its messages."""
    for number in range(tables):
        game = games[number % len(games)]
        people = tuple(10**6 + number * SEATS + seat for seat in range(SEATS))
        table_id = await put(game, people, guild=10**9 + number, at=NOW, status=TableStatus.PLAYING, events=half(game))
        await store.save_message(table_id, MessageRecord("deal", 1, 7, 70, NOW))


async def recovered(store: SqliteTableStore, time_of: Callable[[], float] = time.perf_counter) -> tuple[float, int]:
    """Seconds of a start, and how many tables it brought back."""
    clock = DiscordClock(lambda: NOW + timedelta(minutes=1))
    registry = Registry(
        store, cast("Presenter", Nobody()), clock, Chance(), Settings(store, clock.now), lobby_minutes=30
    )
    began = time_of()
    count = await registry.recover()
    took = time_of() - began
    await registry.close()
    return took, count


async def read(store: SqliteTableStore, time_of: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of reading and decoding the journals of all live tables."""
    began = time_of()
    for record in await store.live_tables():
        for entry in await store.journal(record.id):
            decode(entry.kind, entry.version, entry.body)
    return time_of() - began


async def ratio(store: SqliteTableStore, time_of: Callable[[], float]) -> tuple[float, float, float]:
    """The medians of both times, taken in turns as the machine has moods, and of their ratio."""
    plain, took = [], []
    for _ in range(TIMES):
        plain.append(await read(store, time_of))
        took.append((await recovered(store, time_of))[0])
    shares = [after / before for before, after in zip(plain, took, strict=True)]
    return statistics.median(plain), statistics.median(took), statistics.median(shares)


async def measured(tables: int) -> dict[str, float]:
    """The times of both, and of a start with finished games beside the live ones."""
    games = [played(Ruleset(), SEATS, f"bench {number}") for number in range(SAMPLES)]
    with tempfile.TemporaryDirectory() as directory:
        async with shelf(Path(directory) / "bench.db") as kept:
            await fill(kept.store, kept.put, games, tables)
            # Nobody has been shown a hand yet: the first start also queues and remembers those.
            untold = await read(kept.store)
            first, count = await recovered(kept.store)
            assert count == tables
            plain, took, share = await ratio(kept.store, time.perf_counter)
            _, _, share_of_cpu = await ratio(kept.store, time.process_time)
            for number in range(FINISHED):
                game = games[number % len(games)]
                await kept.put(game, tuple(range(101, 101 + SEATS)), guild=1, at=NOW, status=TableStatus.OVER)
            _, _, beside = await ratio(kept.store, time.perf_counter)
    events = sum(half(games[number % len(games)]) for number in range(tables))
    return {
        "live tables recovered": float(tables),
        "their events": float(events),
        "seconds to read and decode their journals": plain,
        "seconds to recover them": took,
        "recovery to reading and decoding": share,
        "the same in CPU time": share_of_cpu,
        "the same where no hand was shown yet": first / untold,
        f"the same with {FINISHED} finished games beside": beside,
    }
