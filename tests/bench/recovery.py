"""How long a start takes that brings back many live tables, to merely reading and decoding their journals.

Also with many finished games beside them, which a start must not look at.
"""

from __future__ import annotations

import secrets
import tempfile
import time
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

SEATS, SAMPLES, FINISHED = 5, 25, 1000
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


async def recovered(store: SqliteTableStore) -> tuple[float, int]:
    """Seconds of a start, and how many tables it brought back."""
    clock = DiscordClock(lambda: NOW + timedelta(minutes=1))
    registry = Registry(
        store, cast("Presenter", Nobody()), clock, Chance(), Settings(store, clock.now), lobby_minutes=30
    )
    began = time.perf_counter()
    count = await registry.recover()
    took = time.perf_counter() - began
    await registry.close()
    return took, count


async def read(store: SqliteTableStore) -> float:
    """Seconds of reading and decoding the journals of all live tables."""
    began = time.perf_counter()
    for record in await store.live_tables():
        for entry in await store.journal(record.id):
            decode(entry.kind, entry.version, entry.body)
    return time.perf_counter() - began


async def measured(tables: int) -> dict[str, float]:
    """The times of both, and of a start with finished games beside the live ones."""
    games = [played(Ruleset(), SEATS, f"bench {number}") for number in range(SAMPLES)]
    with tempfile.TemporaryDirectory() as directory:
        async with shelf(Path(directory) / "bench.db") as kept:
            await fill(kept.store, kept.put, games, tables)
            plain = await read(kept.store)
            took, count = await recovered(kept.store)
            assert count == tables
            for number in range(FINISHED):
                game = games[number % len(games)]
                await kept.put(game, tuple(range(101, 101 + SEATS)), guild=1, at=NOW, status=TableStatus.OVER)
            beside, _ = await recovered(kept.store)
    events = sum(half(games[number % len(games)]) for number in range(tables))
    return {
        "live tables recovered": float(tables),
        "their events": float(events),
        "seconds to read and decode their journals": plain,
        "seconds to recover them": took,
        "recovery to reading and decoding": took / plain,
        f"the same with {FINISHED} finished games beside": beside / plain,
    }
