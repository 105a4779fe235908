"""`SqliteTableStore`: the tables' `Store` over SQLite.

A running table calls it under its own lock: events before they are shown, messages and tokens after they were sent.
Every method is one unit of work. It must never decide anything about a game, and its errors never tell what a body
or a token holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cpu.levels import Level
from bot.store.absences import drop_kick, read_kicks, read_nudges, save_kick, write_nudges
from bot.store.database import Database, from_text, to_text
from bot.store.errors import StoreError, Unreadable, name_of_file
from bot.store.house_rules import forget_house_rules, house_rules_of, save_house_rules
from bot.store.journal import append_entries, read_journal
from bot.store.players import first_hands, last_name, save_name
from bot.store.recollections import read_recollections
from bot.store.record import SqliteRecord
from bot.store.settings import forget_settings, save_settings, settings_of
from bot.store.threads import forget_thread, last_ended, last_opened, open_threads, save_thread
from bot.tables.ports import ChannelTaken
from bot.tables.records import (
    ArmedRecord,
    JournalEntry,
    MessageRecord,
    Recollection,
    SeatRecord,
    TableRecord,
    TableStatus,
    ThreadRecord,
    TokenRecord,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence, Set
    from datetime import datetime

# In statements the live statuses stand written out: SQLite uses the partial index only for its own condition.
_LIVE = (TableStatus.LOBBY, TableStatus.PLAYING)

# Left to itself SQLite looks through all tables there ever were, since they come in the order that is asked for.
_AMONG_LIVE = "t.id IN (SELECT id FROM tables INDEXED BY tables_live WHERE status IN ('lobby', 'playing'))"

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
        self.record = SqliteRecord(db)

    # Tables and seats

    async def create_table(self, record: TableRecord) -> int:
        """Store a new table with its seats and give its id, which no other table ever had."""

        def work(connection: sqlite3.Connection) -> int:
            if record.status in _LIVE:
                _require_free_channel(connection, record.channel_id)
            row = connection.execute(
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
            ).fetchone()
            table_id: int = row["id"]
            _insert_seats(connection, table_id, record.seats)
            return table_id

        return await self._db.write(work)

    async def save_seats(self, table_id: int, seats: Sequence[SeatRecord], host_id: int, touched_at: datetime) -> None:
        """Replace the table's seats and host."""

        def work(connection: sqlite3.Connection) -> None:
            _require_table(
                table_id,
                connection.execute(
                    "UPDATE tables SET host_id = ?, touched_at = ? WHERE id = ? RETURNING id",
                    (host_id, to_text(touched_at), table_id),
                ),
            )
            connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
            _insert_seats(connection, table_id, seats)

        await self._db.write(work)

    async def save_ruleset(self, table_id: int, ruleset: str, touched_at: datetime) -> None:
        """Replace the table's rules."""

        def work(connection: sqlite3.Connection) -> None:
            _require_table(
                table_id,
                connection.execute(
                    "UPDATE tables SET ruleset = ?, touched_at = ? WHERE id = ? RETURNING id",
                    (ruleset, to_text(touched_at), table_id),
                ),
            )

        await self._db.write(work)

    async def set_status(self, table_id: int, status: TableStatus, touched_at: datetime) -> None:
        """Move the table to another status. Raises `ChannelTaken` when a table would come back to a taken channel."""
        await self._db.write(lambda connection: _write_status(connection, table_id, status, touched_at))

    async def live_tables(self) -> Sequence[TableRecord]:
        """Every table in the lobby or playing, oldest first, with its seats in order."""
        rows = await self._db.read(_TABLES.format(condition=_AMONG_LIVE))
        try:
            return _table_records(rows)
        except ValueError as error:
            # What stands there no version has written.
            raise Unreadable(f"{name_of_file(self._db.path)} is damaged. Stop the bot and restore a backup.") from error

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

        def work(connection: sqlite3.Connection) -> None:
            append_entries(connection, table_id, entries)
            if status is not None:
                _write_status(connection, table_id, status, entries[-1].at if entries else None)

        await self._db.write(work)

    async def journal(self, table_id: int) -> Sequence[JournalEntry]:
        """All events of the table's game in order."""
        return await read_journal(self._db, table_id)

    async def recollections(self, table_ids: Sequence[int]) -> Sequence[Recollection]:
        """What is stored of each of these tables, in this order."""
        return await read_recollections(self._db, table_ids)

    # What is on screen

    async def save_message(self, table_id: int, record: MessageRecord) -> None:
        """Remember the current message of a slot, replacing the one before."""
        await self._db.write_row(
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

    async def drop_message(self, table_id: int, slot: str) -> None:
        """Forget the message of a slot; a slot without one is fine."""
        await self._db.write_row("DELETE FROM messages WHERE table_id = ? AND slot = ?", (table_id, slot))

    async def messages(self, table_id: int) -> Sequence[MessageRecord]:
        """The current message of every slot, by slot."""
        return tuple(
            MessageRecord(row["slot"], row["seq"], row["channel_id"], row["message_id"], from_text(row["sent_at"]))
            for row in await self._db.read("SELECT * FROM messages WHERE table_id = ? ORDER BY slot", (table_id,))
        )

    async def save_token(self, table_id: int, record: TokenRecord) -> None:
        """Remember the newest token of a slot, replacing the one before."""
        await self._db.write_row(
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
        await self._db.write_row(
            "INSERT OR REPLACE INTO armed (table_id, seat, turn, body) VALUES (?, ?, ?, ?)",
            (table_id, record.seat, record.turn, record.body),
        )

    async def drop_armed(self, table_id: int, seat: int) -> None:
        """Forget the armed play of a seat; a seat without one is fine."""
        await self._db.write_row("DELETE FROM armed WHERE table_id = ? AND seat = ?", (table_id, seat))

    async def armed(self, table_id: int) -> Sequence[ArmedRecord]:
        """Every armed play of the table, by seat."""
        return tuple(
            ArmedRecord(row["seat"], row["turn"], row["body"])
            for row in await self._db.read("SELECT * FROM armed WHERE table_id = ? ORDER BY seat", (table_id,))
        )

    # Absent people

    async def kick(self, table_id: int, user_id: int) -> None:
        """The user may not take a seat of this table back."""
        await save_kick(self._db, table_id, user_id)

    async def unkick(self, table_id: int, user_id: int) -> None:
        """The user may again."""
        await drop_kick(self._db, table_id, user_id)

    async def kicked(self, table_id: int) -> frozenset[int]:
        """The users who may not."""
        return await read_kicks(self._db, table_id)

    async def save_nudges(self, table_id: int, wait: int, seats: Set[int]) -> None:
        """These seats have nudged in the wait with this number, the only one still of interest."""
        await write_nudges(self._db, table_id, wait, seats)

    async def nudges(self, table_id: int, wait: int) -> frozenset[int]:
        """The seats that have nudged in this wait."""
        return await read_nudges(self._db, table_id, wait)

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

    async def settings(self, guild_id: int) -> str | None:
        """The server's settings, or None where nobody changed anything."""
        return await settings_of(self._db, guild_id)

    async def set_settings(self, guild_id: int, settings: str, by: int, at: datetime) -> None:
        """Replace the server's settings, changed by the user `by`."""
        await save_settings(self._db, guild_id, settings, by, at)

    async def drop_settings(self, guild_id: int) -> None:
        """The server goes by the defaults again; one that does so already is fine."""
        await forget_settings(self._db, guild_id)

    async def last_opened(self, channel_id: int) -> datetime | None:
        """When the last table was opened in the channel or in a thread below it; None if there never was one."""
        return await last_opened(self._db, channel_id)

    async def last_ended(self, channel_id: int) -> datetime | None:
        """When the last table that is over ended in this very channel or thread; None if none has."""
        return await last_ended(self._db, channel_id)

    async def save_thread(self, record: ThreadRecord) -> None:
        """Remember a thread that was opened for a table."""
        await save_thread(self._db, record)

    async def drop_thread(self, thread_id: int) -> None:
        """Forget a thread; one that is not known is fine."""
        await forget_thread(self._db, thread_id)

    async def threads(self) -> Sequence[ThreadRecord]:
        """All threads that are still to be archived, oldest first."""
        return await open_threads(self._db)

    async def seen(self, guild_id: int, user_id: int, name: str, at: datetime) -> None:
        """Remember the name a player was last seen with in a server."""
        await save_name(self._db, guild_id, user_id, name, at)

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """The name a player was last seen with in a server."""
        return await last_name(self._db, guild_id, user_id)

    async def first_hands(self, guild_id: int, table_id: int, players: Sequence[int]) -> frozenset[int]:
        """Those of the players whose first hand is dealt at this table, as is remembered of each once."""
        return await first_hands(self._db, guild_id, table_id, players)

    async def meta(self, key: str) -> str | None:
        """A small fact about the whole bot, or None."""
        for row in await self._db.read("SELECT value FROM meta WHERE key = ?", (key,)):
            return str(row["value"])
        return None

    async def set_meta(self, key: str, value: str) -> None:
        """Store such a fact, replacing the one before."""
        await self._db.write_row("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))


def _require_free_channel(connection: sqlite3.Connection, channel_id: int) -> None:
    """Writers come one by one, so asking first is enough; the unique index stands behind it."""
    for row in connection.execute(
        "SELECT id FROM tables WHERE channel_id = ? AND status IN ('lobby', 'playing')", (channel_id,)
    ):
        raise ChannelTaken(row["id"])


def _require_table(table_id: int, rows: Iterable[sqlite3.Row]) -> sqlite3.Row:
    for row in rows:
        return row
    raise StoreError(f"Table {table_id} is not in the database.")


def _write_status(
    connection: sqlite3.Connection, table_id: int, status: TableStatus, touched_at: datetime | None
) -> None:
    rows = connection.execute("SELECT channel_id, status FROM tables WHERE id = ?", (table_id,))
    row = _require_table(table_id, rows)
    if row["status"] not in _LIVE and status in _LIVE:
        _require_free_channel(connection, row["channel_id"])
    connection.execute(
        "UPDATE tables SET status = ?, touched_at = coalesce(?, touched_at) WHERE id = ?",
        (status.value, None if touched_at is None else to_text(touched_at), table_id),
    )
    if status not in _LIVE:
        # What is shown after this goes by the tokens in memory; kept, they would lie here for ever.
        connection.execute("DELETE FROM tokens WHERE table_id = ?", (table_id,))


def _insert_seats(connection: sqlite3.Connection, table_id: int, seats: Iterable[SeatRecord]) -> None:
    connection.executemany(
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
