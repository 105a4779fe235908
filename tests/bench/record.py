"""How long the pages of the record take in a big server: ``python -m tests.bench.record [FILE]``.

100,000 results of 500 players in one server, made from a seed, and 1,000 real journals beside them. Prints a table of
medians and 95th percentiles in milliseconds, and fails if a page's median is over the limit. The database is opened
anew for every page, so that the first question of each finds none of it in SQLite's own memory.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.engine.rules.ruleset import PRESETS
from bot.engine.state import EndReason
from bot.record.board import BoardQuery, Order, Since
from bot.record.results import GameResult, Kind, SeatResult
from bot.store import Database, SqliteTableStore, migrate, results
from bot.tables.record_store import FinishedGame
from tests.record.support import GUILD, quick, shelf

ROWS, PLAYERS, JOURNALS, SEATS = 100_000, 500, 1_000, 4
LIMIT_MS = 50.0
REPEATS = 15
END = datetime(2026, 1, 1, tzinfo=UTC)
FIRST = 1_000_000


def synthesised(game_id: int, at: datetime, chance: random.Random) -> FinishedGame:
    """A game among four of the server's people, with made-up counts."""
    places = chance.sample(range(1, SEATS + 1), SEATS)
    rows = []
    for seat, place in enumerate(places):
        lies = chance.randrange(8)
        caught = chance.randrange(lies + 1)
        row = SeatResult(
            seat, cpu=False, place=place, plays=8 + chance.randrange(20), lies=lies, caught=caught,
            survived=lies - caught, right=chance.randrange(4), wrong=chance.randrange(4), called=chance.randrange(6),
            picked_up=chance.randrange(60), biggest_pile=chance.randrange(30),
        )  # fmt: skip
        row.lied_ranks.update(chance.choices("23456789AJQK", k=lies))
        row.caught_by.update(chance.choices([other for other in range(SEATS) if other != seat], k=caught))
        rows.append(row)
    preset = chance.choice(list(PRESETS))
    told = GameResult(Kind.PEOPLE, preset, EndReason.WENT_OUT, 1, 30 + chance.randrange(90), True, tuple(rows))
    players = tuple(10**17 + player for player in chance.sample(range(PLAYERS), SEATS))
    return FinishedGame(game_id, 100, GUILD, GUILD + 7, at, told, players)


async def fill(path: Path) -> None:
    """Make the database anew."""
    chance = random.Random(7)
    async with shelf(path) as kept:
        for at in range(JOURNALS):
            when = END - timedelta(hours=at)
            await kept.put(quick(f"bench {at}", SEATS), tuple(chance.sample(range(101, 160), SEATS)), at=when)
        await kept.count()
        async with kept.db.transaction() as tx:
            games = ROWS // SEATS
            for at in range(games):
                when = END - timedelta(days=730) * (1 - at / games)
                await results.insert(tx, synthesised(FIRST + at, when, chance))
        await kept.store.record.remake()
        for player in range(PLAYERS):
            await kept.store.seen(GUILD, 10**17 + player, f"Player {player}", END)


async def measured(path: Path, ask: Callable[[SqliteTableStore, int], Awaitable[object]]) -> list[float]:
    """Milliseconds of each question, the database freshly opened before the first."""
    db = await Database.open(path)
    try:
        store, took = SqliteTableStore(db), []
        for at in range(REPEATS):
            begin = time.perf_counter()
            await ask(store, at)
            took.append((time.perf_counter() - begin) * 1000)
        return took
    finally:
        await db.close()


def pages() -> dict[str, Callable[[SqliteTableStore, int], Awaitable[object]]]:
    """Every page there is, by name."""

    def board(query: BoardQuery) -> Callable[[SqliteTableStore, int], Awaitable[object]]:
        return lambda store, at: store.record.board(GUILD, query, viewer=10**17 + at, page=1 + at, now=END)

    asked: dict[str, Callable[[SqliteTableStore, int], Awaitable[object]]] = {
        f"leaderboard by {order}, since {since}": board(BoardQuery(order, since)) for order in Order for since in Since
    }
    asked["leaderboard by wins, preset standard"] = board(BoardQuery(preset="standard"))
    asked["stats"] = lambda store, at: store.record.card(GUILD, 10**17 + at)
    asked["history, first pages"] = lambda store, at: store.record.history(GUILD, page=1 + at, size=8)
    asked["history, last pages"] = lambda store, at: store.record.history(GUILD, page=9999 - at, size=8)
    asked["one game"] = lambda store, at: store.record.past_game(GUILD, FIRST + 17 * at)
    return asked


async def bench(path: Path, *, new: bool) -> int:
    """Fill the file if it is new, ask everything, print the table; the number of pages over the limit."""
    if new:
        begin = time.perf_counter()
        await fill(path)
        print(f"{ROWS} results, {PLAYERS} players, {JOURNALS} journals made in {time.perf_counter() - begin:.0f} s")
    db = await Database.open(path)
    await migrate(db)
    await db.close()
    over = 0
    print(f"{'page':<44} {'first':>7} {'median':>7} {'p95':>7}  (ms)")
    for name, ask in pages().items():
        took = await measured(path, ask)
        median = statistics.median(took)
        over += median > LIMIT_MS
        print(f"{name:<44} {took[0]:>7.1f} {median:>7.1f} {sorted(took)[round(0.95 * (REPEATS - 1))]:>7.1f}")
    return over


def main() -> int:
    """The command line: an optional file to keep and use again."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(directory) / "bench.db"
        return asyncio.run(bench(path, new=not path.exists()))


if __name__ == "__main__":
    sys.exit(main())
