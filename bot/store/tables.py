"""`SqliteTableStore`: the tables' `Store` over SQLite.

A running table calls it under its own lock: events before they are shown, messages and tokens after they were sent.
Every method is one transaction. It must never decide anything about a game, and its errors never tell what a body
or a token holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cpu.levels import Level
from bot.store.database import Database, Transaction, from_text, to_text
from bot.store.errors import StoreError
from bot.store.house_rules import forget_house_rules, house_rules_of, save_house_rules
from bot.store.journal import append_entries, read_journal
from bot.store.players import last_name, save_name
from bot.tables.ports import ChannelTaken
from bot.tables.records import (
    ArmedRecord,
    JournalEntry,
    MessageRecord,
    SeatRecord,
    TableRecord,
    TableStatus,
    TokenRecord,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from datetime import datetime

# In statements the live statuses stand written out: SQLite uses the partial index only for its own condition.
_LIVE = (TableStatus.LOBBY, TableStatus.PLAYING)

_TABLES = """
SELECT t.*, s.seat, s.user_id, s.name, s.level, s.dm_channel_id, s.hand_message_id, s.dm_closed
FROM tables AS t LEFT JOIN seats AS s ON s.table_id = t.id
WHERE {condition} ORDER BY t.id, s.seat
"""


class SqliteTableStore:
    """Implements `bot.tables.ports.Store` on a migrated `Database`.

    Beyond what the Protocol names, every method that writes to a table raises `StoreError` when the table isn't stored
    or the database can't take the change.
    """

    def __init__(self, db: Database) -> None:
        self._db = db

    # Tables and seats

    async def create_table(self, record: TableRecord) -> int:
        """Store a new table with its seats and give its id, which no other table ever had."""
        async with self._db.transaction() as tx:
            if record.status in _LIVE:
                await _require_free_channel(tx, record.channel_id)
            (row,) = await tx.run(
                "INSERT INTO tables (guild_id, channel_id, guild_name, channel_name, locale, status, host_id, dealer,"
                " ruleset, created_at, touched_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (
                    record.guild_id,
                    record.channel_id,
                    record.guild_name,
                    record.channel_name,
                    record.locale,
                    record.status.value,
                    record.host_id,
                    record.dealer,
                    record.ruleset,
                    to_text(record.created_at),
                    to_text(record.touched_at),
                ),
            )
            table_id: int = row["id"]
            await _insert_seats(tx, table_id, record.seats)
        return table_id

    async def save_seats(self, table_id: int, seats: Sequence[SeatRecord], host_id: int, touched_at: datetime) -> None:
        """Replace the table's seats and host."""
        async with self._db.transaction() as tx:
            _require_table(
                table_id,
                await tx.run(
                    "UPDATE tables SET host_id = ?, touched_at = ? WHERE id = ? RETURNING id",
                    (host_id, to_text(touched_at), table_id),
                ),
            )
            await tx.run("DELETE FROM seats WHERE table_id = ?", (table_id,))
            await _insert_seats(tx, table_id, seats)

    async def save_ruleset(self, table_id: int, ruleset: str, touched_at: datetime) -> None:
        """Replace the table's rules."""
        async with self._db.transaction() as tx:
            _require_table(
                table_id,
                await tx.run(
                    "UPDATE tables SET ruleset = ?, touched_at = ? WHERE id = ? RETURNING id",
                    (ruleset, to_text(touched_at), table_id),
                ),
            )

    async def set_status(self, table_id: int, status: TableStatus, touched_at: datetime) -> None:
        """Move the table to another status. Raises `ChannelTaken` when a table would come back to a taken channel."""
        async with self._db.transaction() as tx:
            await _write_status(tx, table_id, status, touched_at)

    async def live_tables(self) -> Sequence[TableRecord]:
        """Every table in the lobby or playing, oldest first, with its seats in order."""
        return _table_records(await self._db.read(_TABLES.format(condition="t.status IN ('lobby', 'playing')")))

    async def table(self, table_id: int) -> TableRecord | None:
        """One table of any status."""
        for record in _table_records(await self._db.read(_TABLES.format(condition="t.id = ?"), (table_id,))):
            return record
        return None

    # The journal

    async def append(
        self, table_id: int, entries: Sequence[JournalEntry], *, status: TableStatus | None = None
    ) -> None:
        """Append events and change the status with them, all or nothing.

        A status changed here counts as touched at the last event.
        """
        async with self._db.transaction() as tx:
            await append_entries(tx, table_id, entries)
            if status is not None:
                await _write_status(tx, table_id, status, entries[-1].at if entries else None)

    async def journal(self, table_id: int) -> Sequence[JournalEntry]:
        """All events of the table's game in order."""
        return await read_journal(self._db, table_id)

    # What is on screen

    async def save_message(self, table_id: int, record: MessageRecord) -> None:
        """Remember the current message of a slot, replacing the one before."""
        async with self._db.transaction() as tx:
            await tx.run(
                "INSERT OR REPLACE INTO messages (table_id, slot, seq, channel_id, message_id, sent_at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (
                    table_id,
                    record.slot,
                    record.seq,
                    record.channel_id,
                    record.message_id,
                    to_text(record.sent_at),
                ),
            )

    async def messages(self, table_id: int) -> Sequence[MessageRecord]:
        """The current message of every slot, by slot."""
        return tuple(
            MessageRecord(row["slot"], row["seq"], row["channel_id"], row["message_id"], from_text(row["sent_at"]))
            for row in await self._db.read("SELECT * FROM messages WHERE table_id = ? ORDER BY slot", (table_id,))
        )

    async def save_token(self, table_id: int, record: TokenRecord) -> None:
        """Remember the newest token of a slot, replacing the one before."""
        async with self._db.transaction() as tx:
            await tx.run(
                "INSERT OR REPLACE INTO tokens (table_id, slot, message_id, token, created_at) VALUES (?, ?, ?, ?, ?)",
                (table_id, record.slot, record.message_id, record.token, to_text(record.created_at)),
            )

    async def tokens(self, table_id: int) -> Sequence[TokenRecord]:
        """The newest token of every slot, by slot."""
        return tuple(
            TokenRecord(row["slot"], row["message_id"], row["token"], from_text(row["created_at"]))
            for row in await self._db.read("SELECT * FROM tokens WHERE table_id = ? ORDER BY slot", (table_id,))
        )

    async def save_armed(self, table_id: int, record: ArmedRecord) -> None:
        """Remember the armed play of a seat, replacing the one before."""
        async with self._db.transaction() as tx:
            await tx.run(
                "INSERT OR REPLACE INTO armed (table_id, seat, turn, body) VALUES (?, ?, ?, ?)",
                (table_id, record.seat, record.turn, record.body),
            )

    async def drop_armed(self, table_id: int, seat: int) -> None:
        """Forget the armed play of a seat; a seat without one is fine."""
        async with self._db.transaction() as tx:
            await tx.run("DELETE FROM armed WHERE table_id = ? AND seat = ?", (table_id, seat))

    async def armed(self, table_id: int) -> Sequence[ArmedRecord]:
        """Every armed play of the table, by seat."""
        return tuple(
            ArmedRecord(row["seat"], row["turn"], row["body"])
            for row in await self._db.read("SELECT * FROM armed WHERE table_id = ? ORDER BY seat", (table_id,))
        )

    # Servers, players and the bot

    async def house_rules(self, guild_id: int) -> str | None:
        """The server's ruleset, or None where nobody changed anything."""
        return await house_rules_of(self._db, guild_id)

    async def set_house_rules(self, guild_id: int, ruleset: str, by: int, at: datetime) -> None:
        """Replace the server's ruleset, changed by the user `by`."""
        await save_house_rules(self._db, guild_id, ruleset, by, at)

    async def drop_house_rules(self, guild_id: int) -> None:
        """The server has no house rules any more; one without is fine."""
        await forget_house_rules(self._db, guild_id)

    async def seen(self, guild_id: int, user_id: int, name: str, at: datetime) -> None:
        """Remember the name a player was last seen with in a server."""
        await save_name(self._db, guild_id, user_id, name, at)

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """The name a player was last seen with in a server."""
        return await last_name(self._db, guild_id, user_id)

    async def meta(self, key: str) -> str | None:
        """A small fact about the whole bot, or None."""
        for row in await self._db.read("SELECT value FROM meta WHERE key = ?", (key,)):
            return str(row["value"])
        return None

    async def set_meta(self, key: str, value: str) -> None:
        """Store such a fact, replacing the one before."""
        async with self._db.transaction() as tx:
            await tx.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))


async def _require_free_channel(tx: Transaction, channel_id: int) -> None:
    """Writers come one by one, so asking first is enough; the unique index stands behind it."""
    for row in await tx.run(
        "SELECT id FROM tables WHERE channel_id = ? AND status IN ('lobby', 'playing')", (channel_id,)
    ):
        raise ChannelTaken(row["id"])


def _require_table(table_id: int, rows: Sequence[sqlite3.Row]) -> sqlite3.Row:
    if not rows:
        raise StoreError(f"Table {table_id} is not in the database.")
    return rows[0]


async def _write_status(tx: Transaction, table_id: int, status: TableStatus, touched_at: datetime | None) -> None:
    row = _require_table(table_id, await tx.run("SELECT channel_id, status FROM tables WHERE id = ?", (table_id,)))
    if row["status"] not in _LIVE and status in _LIVE:
        await _require_free_channel(tx, row["channel_id"])
    await tx.run(
        "UPDATE tables SET status = ?, touched_at = coalesce(?, touched_at) WHERE id = ?",
        (status.value, None if touched_at is None else to_text(touched_at), table_id),
    )
    if status not in _LIVE:
        # What is shown after this goes by the tokens in memory; kept, they would lie here for ever.
        await tx.run("DELETE FROM tokens WHERE table_id = ?", (table_id,))


async def _insert_seats(tx: Transaction, table_id: int, seats: Iterable[SeatRecord]) -> None:
    await tx.run_many(
        "INSERT INTO seats (table_id, seat, user_id, name, level, dm_channel_id, hand_message_id, dm_closed)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (table_id, s.seat, s.user_id, s.name, s.level, s.dm_channel_id, s.hand_message_id, int(s.dm_closed))
            for s in seats
        ],
    )


def _table_records(rows: Iterable[sqlite3.Row]) -> tuple[TableRecord, ...]:
    """The tables in `rows`, which hold one table and one of its seats each, ordered by both."""
    first: dict[int, sqlite3.Row] = {}
    seats: dict[int, list[SeatRecord]] = {}
    for row in rows:
        first.setdefault(row["id"], row)
        seated = seats.setdefault(row["id"], [])
        if row["seat"] is not None:  # a table without seats still has its row
            seated.append(
                SeatRecord(
                    row["seat"],
                    row["user_id"],
                    row["name"],
                    row["dm_channel_id"],
                    row["hand_message_id"],
                    bool(row["dm_closed"]),
                    None if row["level"] is None else Level(row["level"]),
                )
            )
    return tuple(
        TableRecord(
            id=table_id,
            guild_id=row["guild_id"],
            channel_id=row["channel_id"],
            guild_name=row["guild_name"],
            channel_name=row["channel_name"],
            locale=row["locale"],
            status=TableStatus(row["status"]),
            host_id=row["host_id"],
            dealer=row["dealer"],
            ruleset=row["ruleset"],
            created_at=from_text(row["created_at"]),
            touched_at=from_text(row["touched_at"]),
            seats=tuple(seats[table_id]),
        )
        for table_id, row in first.items()
    )
