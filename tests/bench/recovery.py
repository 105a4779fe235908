"""How long a start takes that brings back many live tables, to merely reading and decoding their journals.

Also where nobody has been shown a hand, with CPUs at the tables, and with a history of finished games beside the live
ones, which a start must not look at.
"""

from __future__ import annotations

import gc
import secrets
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from bot.engine.codec import decode, encode
from bot.engine.rules.ruleset import Ruleset
from bot.store import Database, SqliteTableStore, migrate
from bot.store.database import to_text
from bot.tables.answers import HandPlace, Posted
from bot.tables.clock import DiscordClock
from bot.tables.ports import Presenter
from bot.tables.recorder import Recorder
from bot.tables.records import MessageRecord, TableStatus
from bot.tables.registry import Registry
from bot.tables.retention import Retention
from bot.tables.settings import Settings
from tests.engine.support import Game
from tests.record.support import Shelf, played, quick, shelf

SEATS, SAMPLES, FINISHED, TIMES = 5, 25, 10_000, 3
CPUS = (3, 4)
NOW = datetime(2026, 1, 1, tzinfo=UTC)

_TABLE = """
INSERT INTO tables (id, guild_id, channel_id, guild_name, channel_name, locale, status, host_id, dealer, ruleset,
    created_at, touched_at)
SELECT ?, guild_id, channel_id, guild_name, channel_name, locale, status, ?, dealer, ruleset, created_at, touched_at
FROM tables WHERE id = ?
"""
_SEAT = "INSERT INTO seats (table_id, seat, user_id, name, dm_closed) VALUES (?, ?, ?, 'Ann', 0)"
_FIRST_HAND = "INSERT INTO first_hands (player, guild_id, game_id) VALUES (?, 1, ?)"
_EVENT = "INSERT INTO events (table_id, seq, kind, version, body, at) VALUES (?, ?, ?, ?, ?, ?)"
_COUNTED = """
INSERT INTO games (id, seq, guild_id, channel_id, ended_at, kind, preset, reason, rounds, turns, rated)
SELECT id, 0, guild_id, channel_id, touched_at, 'people', '', 'went_out', 1, 1, 1 FROM tables WHERE id >= ?
"""


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


async def fill(kept: Shelf, games: list[Game], tables: int) -> None:
    """So many tables in the middle of a game, each with its messages, and noted whose first hand it is."""
    for number in range(tables):
        game = games[number % len(games)]
        cpus = {seat for seat, here in enumerate(game.state.seats) if here.cpu}
        people = tuple(None if seat in cpus else 10**6 + number * SEATS + seat for seat in range(SEATS))
        guild = 10**9 + number
        table_id = await kept.put(game, people, guild=guild, at=NOW, status=TableStatus.PLAYING, events=half(game))
        await kept.store.save_message(table_id, MessageRecord("deal", 1, 7, 70, NOW))
        await kept.store.first_hands(guild, table_id, [user for user in people if user is not None])


async def finish(kept: Shelf, count: int) -> None:
    """So many finished games beside, of people of their own, all counted: short ones, and many stored at a time."""
    games = [quick(f"past {number}", SEATS) for number in range(SAMPLES)]
    shape = await kept.put(games[0], tuple(range(101, 101 + SEATS)), guild=1, at=NOW)
    journals = [[encode(event) for event in game.events] for game in games]
    for begin in range(shape + 1, shape + count, 500):
        ids = range(begin, min(begin + 500, shape + count))
        seats = [(number, seat, 10**7 + number * SEATS + seat) for number in ids for seat in range(SEATS)]
        events = [
            (number, seq, *event, to_text(NOW))
            for number in ids
            for seq, event in enumerate(journals[number % len(journals)])
        ]
        async with kept.db.transaction() as tx:
            await tx.run_many(_TABLE, [(number, 10**7 + number * SEATS, shape) for number in ids])
            await tx.run_many(_SEAT, seats)
            await tx.run_many(_FIRST_HAND, [(player, number) for number, _, player in seats])
            await tx.run_many(_EVENT, events)
    async with kept.db.transaction() as tx:
        await tx.run(_COUNTED, (shape,))


async def recovered(store: SqliteTableStore, time_of: Callable[[], float] = time.perf_counter) -> tuple[float, int]:
    """Seconds of a start, and how many tables it brought back."""
    clock = DiscordClock(lambda: NOW + timedelta(minutes=1))
    registry = Registry(
        store, cast("Presenter", Nobody()), clock, Chance(), Settings(store, clock.now), lobby_minutes=30
    )
    gc.collect()
    began = time_of()
    count = await registry.recover()
    took = time_of() - began
    await registry.close()
    return took, count


async def read(store: SqliteTableStore, time_of: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of reading and decoding the journals of all live tables."""
    gc.collect()
    began = time_of()
    for record in await store.live_tables():
        for entry in await store.journal(record.id):
            decode(entry.kind, entry.version, entry.body)
    return time_of() - began


async def nothing() -> None:
    """Leaves the store as the start before left it."""


async def ratio(
    store: SqliteTableStore, time_of: Callable[[], float], before: Callable[[], Awaitable[None]] = nothing
) -> tuple[float, float, float]:
    """The medians of both times, taken in turns as the machine has moods, and of their ratio."""
    plain, took = [], []
    for _ in range(TIMES):
        await before()
        plain.append(await read(store, time_of))
        took.append((await recovered(store, time_of))[0])
    shares = [after / before for before, after in zip(plain, took, strict=True)]
    return statistics.median(plain), statistics.median(took), statistics.median(shares)


async def start(path: Path) -> float:
    """Seconds of all that a start does with the database, looking for what is left to count and to delete included."""
    gc.collect()
    began = time.perf_counter()
    database = await Database.open(path)
    await migrate(database)
    store = SqliteTableStore(database)
    opened = time.perf_counter() - began
    took, _ = await recovered(store)
    began = time.perf_counter()
    recorder = Recorder(store, store.record)
    retention = Retention(store.record, DiscordClock(lambda: NOW), journal_days=365, grace_days=30)
    recorder.begin()
    retention.begin()
    await recorder.close()
    await retention.close()
    looked = time.perf_counter() - began
    await database.close()
    return opened + took + looked


@asynccontextmanager
async def filled(tables: int, *, cpus: tuple[int, ...] = ()) -> AsyncIterator[Shelf]:
    """A store with live tables in it, in a file that goes with it."""
    games = [played(Ruleset(), SEATS, f"bench {number}", cpus=cpus) for number in range(SAMPLES)]
    with tempfile.TemporaryDirectory() as directory:
        async with shelf(Path(directory) / "bench.db") as kept:
            await fill(kept, games, tables)
            yield kept


async def measured(tables: int) -> dict[str, float]:
    """The times of both in every case, and of a start with finished games beside the live ones."""
    told: dict[str, float] = {"live tables recovered": float(tables)}
    async with filled(tables) as kept:
        (row,) = await kept.db.read("SELECT count(*) AS events FROM events")
        told["their events"] = float(row["events"])

        async def untold() -> None:
            # As if the process had ended between the deal and the hands.
            async with kept.db.transaction() as tx:
                await tx.run("UPDATE seats SET hand_message_id = NULL")
                await tx.run("DELETE FROM messages WHERE slot <> 'deal'")

        _, _, told["recovery where no hand was shown yet"] = await ratio(kept.store, time.perf_counter, untold)
        _, _, told["recovery where no hand was shown yet, in CPU time"] = await ratio(
            kept.store, time.process_time, untold
        )
        plain, took, share = await ratio(kept.store, time.perf_counter)
        told["seconds to read and decode their journals"] = plain
        told["seconds to recover them"] = took
        told["recovery to reading and decoding"] = share
        _, _, told["recovery in CPU time"] = await ratio(kept.store, time.process_time)
    async with filled(tables, cpus=CPUS) as kept:
        _, _, told["recovery with CPU seats"] = await ratio(kept.store, time.perf_counter)
        _, _, told["recovery with CPU seats, in CPU time"] = await ratio(kept.store, time.process_time)
    return told | await history(tables)


async def history(tables: int) -> dict[str, float]:
    """A start with many finished games in the same file, and without any."""
    games = [played(Ruleset(), SEATS, f"bench {number}") for number in range(SAMPLES)]
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "bench.db"
        async with shelf(path) as kept:
            await fill(kept, games, tables)
        without = statistics.median([await start(path) for _ in range(TIMES)])
        async with shelf(path) as kept:
            await finish(kept, FINISHED)
        beside = statistics.median([await start(path) for _ in range(TIMES)])
    return {
        "history: finished games beside": float(FINISHED),
        "history: seconds of a start without them": without,
        "history: seconds of a start with them": beside,
        "history: with them to without": beside / without,
    }
