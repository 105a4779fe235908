"""Finished games for the record's tests: played by seeded seats on the real engine, stored as a table stores them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.cpu.levels import Level
from bot.engine.actions import Begin
from bot.engine.cards import Card, Cards, Deal, shuffle
from bot.engine.codec import encode
from bot.engine.evolve import replay
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.record.moves import Move, chronicle
from bot.record.results import GameResult, result_of
from bot.store import Database, SqliteTableStore, migrate
from bot.tables.recorder import Recorder
from bot.tables.records import JournalEntry, SeatRecord, TableRecord, TableStatus
from tests.engine.support import AT, SALT, Dice, Game, play_out

GUILD = 2**61 + 1
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def cards(codes: str) -> Cards:
    """The cards of codes with spaces between."""
    return tuple(Card.parse(code) for code in codes.split())


def dealt(*hands: str, ruleset: Ruleset | None = None, cpus: Sequence[int] = ()) -> Game:
    """A game with these hands; the first seat begins."""
    game = Game(compile_rules(ruleset or Ruleset(), len(hands)))
    deal = Deal(tuple(cards(hand) for hand in hands))
    game.do(Begin(deal, len(hands) - 1, SALT, b"chance", cpus=frozenset(cpus)))
    return game


def played(ruleset: Ruleset, seats: int, seed: str, *, unruly: bool = False, cpus: Sequence[int] = ()) -> Game:
    """A game played to its end by random seats."""
    game = Game(compile_rules(ruleset, seats))
    order = shuffle(game.rules.deal.pack(seats), seed.encode())
    dealer = len(seed) % seats
    game.do(Begin(game.rules.deal.deal(order, seats, dealer), dealer, SALT, seed.encode(), cpus=frozenset(cpus)))
    for _ in play_out(game, Dice(seed), unruly=unruly):
        pass
    return game


def moves(game: Game) -> tuple[Move, ...]:
    """What the game's events tell."""
    return chronicle(game.events, game.rules)


def result(game: Game) -> GameResult:
    """What the game counts for."""
    return result_of(moves(game), game.rules.ruleset)


@dataclass
class Shelf:
    """A store with finished games in it, and the recorder that counts them."""

    db: Database
    store: SqliteTableStore
    recorder: Recorder
    now: datetime = AT

    async def put(
        self,
        game: Game,
        players: Sequence[int | None],
        *,
        guild: int = GUILD,
        at: datetime | None = None,
        names: Sequence[str] = NAMES,
        status: TableStatus = TableStatus.OVER,
        events: int | None = None,
    ) -> int:
        """Store the game as it would have been played by these people, ending at `at`; gives its number."""
        self.now = at or self.now + timedelta(minutes=10)
        assert replay(game.events) == game.state
        seats = tuple(
            SeatRecord(
                seat,
                player,
                names[seat % len(names)],
                dm_channel_id=player and player + 5000,
                level=Level.MEDIUM if player is None else None,
            )
            for seat, player in enumerate(players)
        )
        record = TableRecord(
            id=0,
            guild_id=guild,
            channel_id=guild + 7,
            guild_name="Home",
            channel_name="cards",
            locale="en-US",
            status=TableStatus.PLAYING,
            host_id=next(player for player in players if player is not None),
            dealer=game.state.dealer,
            ruleset=game.rules.ruleset.model_dump_json(),
            created_at=self.now,
            touched_at=self.now,
            seats=seats,
        )
        table_id = await self.store.create_table(record)
        for seat, player in enumerate(players):
            if player is not None:
                await self.store.seen(guild, player, names[seat % len(names)], self.now)
        journal = [JournalEntry(seq, *encode(event), at=self.now) for seq, event in enumerate(game.events[:events])]
        await self.store.append(table_id, journal)
        await self.store.set_status(table_id, status, self.now)
        return table_id

    async def count(self) -> None:
        """What a start does: count all that ended and was not counted."""
        recorder = Recorder(self.store, self.store.record)
        recorder.begin()
        assert recorder._left_over is not None
        await recorder._left_over

    async def everything(self) -> dict[str, list[tuple[object, ...]]]:
        """All rows of the record."""
        return {
            table: sorted(map(tuple, await self.db.read(f"SELECT * FROM {table}")), key=repr)
            for table in ("games", "results", "ratings", "totals", "runs")
        }


@asynccontextmanager
async def shelf(path: Path | None = None) -> AsyncIterator[Shelf]:
    """An empty store with its recorder."""
    db = await Database.open(path)
    try:
        await migrate(db)
        store = SqliteTableStore(db)
        yield Shelf(db, store, Recorder(store, store.record), datetime(2026, 1, 1, tzinfo=UTC))
    finally:
        await db.close()


def quick(seed: str, seats: int, *, ruleset: Ruleset | None = None, unruly: bool = False, cpus: int = 0) -> Game:
    """A short game: four cards each. The last `cpus` seats are CPUs from the start."""
    order = shuffle(
        [Card(f"{rank}{suit}") for rank in ("A", "2", "3", "4", "5", "6") for suit in "SHDC"], seed.encode()
    )
    hands = [" ".join(card.code for card in order[seat * 4 : seat * 4 + 4]) for seat in range(seats)]
    game = dealt(*hands, ruleset=ruleset, cpus=range(seats - cpus, seats))
    for _ in play_out(game, Dice(seed), unruly=unruly):
        pass
    return game
