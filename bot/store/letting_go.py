"""Letting go: people who want to be forgotten, journals past their time, servers the bot has left.

Called through `SqliteRecord`. What stays of a person is a random negative number in each server, tied to nothing; the
results of those they played with stay whole. It must leave neither an id nor a name behind, in tables added later too:
columns are found by their names, `guild_id`, `changed_by`, `table_id` and `user_id`.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from bot.store.database import Database, Transaction, to_text
from bot.store.relayed import dead_below, leave

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.tables.relays import Word

_KNOWS: Final = """
SELECT guild_id FROM results WHERE player = ?1
UNION SELECT guild_id FROM ratings WHERE player = ?1
UNION SELECT guild_id FROM players WHERE user_id = ?1
UNION SELECT guild_id FROM first_hands WHERE player = ?1
UNION SELECT guild_id FROM tables WHERE host_id = ?1
UNION SELECT t.guild_id FROM tables AS t JOIN seats AS s ON s.table_id = t.id WHERE s.user_id = ?1
"""

_WITH_COLUMN: Final = """
SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.name = ?
ORDER BY m.name
"""


async def forget(
    db: Database, player: int, guild_id: int | None, words: Callable[[dict[int, int]], Sequence[Word]]
) -> dict[int, int]:
    """Put a random number in a person's place and drop their name; gives the number for each server, left as `words`.

    Once that is done nothing raises: it can't be done a second time.
    """
    async with db.transaction() as tx:
        signed = await _with_columns(tx, "guild_id", "changed_by")
        known = {row["guild_id"] for row in await tx.run(_KNOWS, (player,))}
        for table in signed:
            known |= {row["guild_id"] for row in await tx.run(_signed(table), (player,))}
        formers = {guild: -1 - secrets.randbits(62) for guild in sorted(known) if guild_id in (None, guild)}
        for guild, former in formers.items():
            await _forget_in(tx, player, guild, former, signed)
        # Presses left for a process that never came name whoever pressed; what can still be answered goes by itself.
        await tx.run("DELETE FROM relayed WHERE id < ?", (dead_below(datetime.now(UTC)),))
        await leave(tx, words(formers))
    await _scrub(db)
    return formers


def _signed(table: str) -> str:
    return f"SELECT guild_id FROM {table} WHERE changed_by = ?"  # noqa: S608 - a name from the schema


async def _forget_in(tx: Transaction, player: int, guild: int, former: int, signed: Sequence[str]) -> None:
    for table in ("results", "ratings", "totals", "runs"):
        await tx.run(
            f"UPDATE {table} SET player = ? WHERE player = ? AND guild_id = ?",  # noqa: S608
            (former, player, guild),
        )
    await tx.run("DELETE FROM players WHERE user_id = ? AND guild_id = ?", (player, guild))
    await tx.run("DELETE FROM first_hands WHERE player = ? AND guild_id = ?", (player, guild))
    await tx.run(
        "UPDATE seats SET user_id = ?, name = '', dm_channel_id = NULL, hand_message_id = NULL, dm_closed = 1"
        " WHERE user_id = ? AND table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
        (former, player, guild),
    )
    for table in set(await _with_columns(tx, "table_id", "user_id")) - {"seats"}:
        await tx.run(
            f"DELETE FROM {table} WHERE user_id = ?"  # noqa: S608
            " AND table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
            (player, guild),
        )
    await tx.run("UPDATE tables SET host_id = ? WHERE host_id = ? AND guild_id = ?", (former, player, guild))
    for table in signed:
        await tx.run(
            f"UPDATE {table} SET changed_by = ? WHERE changed_by = ? AND guild_id = ?",  # noqa: S608
            (former, player, guild),
        )


async def about(db: Database, player: int, guild_id: int | None) -> dict[str, Any]:
    """What is stored about a person, by server, as JSON takes it; ids are texts, since they outgrow its numbers.

    All but the moves of their games: journals know seats, not people, and those of finished games anybody can read.
    """
    told: dict[str, Any] = {}
    queries = {
        "name": "SELECT guild_id, name, seen_at FROM players WHERE user_id = ?",
        "first hand": "SELECT guild_id, game_id FROM first_hands WHERE player = ?",
        "rating": "SELECT guild_id, mu, sigma, games FROM ratings WHERE player = ?",
        "results": "SELECT * FROM results WHERE player = ? ORDER BY ended_at, game_id",
        "seats": (
            "SELECT t.guild_id, t.id AS table_id, t.channel_id, t.created_at, t.status, s.seat, s.name,"
            " s.dm_channel_id, s.hand_message_id, s.dm_closed FROM seats AS s JOIN tables AS t ON t.id = s.table_id"
            " WHERE s.user_id = ? ORDER BY t.id"
        ),
        "hosted": "SELECT guild_id, id AS table_id FROM tables WHERE host_id = ? ORDER BY id",
    }
    async with db.transaction() as tx:
        for table in await _with_columns(tx, "guild_id", "changed_by"):
            queries[f"changed {table}"] = f"SELECT guild_id, changed_at FROM {table} WHERE changed_by = ?"  # noqa: S608
        for table in set(await _with_columns(tx, "table_id", "user_id")) - {"seats"}:
            queries[table] = (
                f"SELECT t.guild_id, x.table_id FROM {table} AS x JOIN tables AS t ON t.id = x.table_id"  # noqa: S608
                " WHERE x.user_id = ? ORDER BY x.table_id"
            )
        for what, sql in queries.items():
            for row in await tx.run(sql, (player,)):
                if guild_id in (None, row["guild_id"]):
                    server = told.setdefault(str(row["guild_id"]), {})
                    server.setdefault(what, []).append({key: _plain(key, row[key]) for key in row.keys()})  # noqa: SIM118
    return told


def _plain(key: str, value: Any) -> Any:
    return str(value) if key.endswith("_id") and value is not None else str(value) if key == "player" else value


# --- time and servers -------------------------------------------------------------------------------------------------


async def prune(db: Database, before: datetime) -> int:
    """Delete tables that ended before then, with their journals; a game that has not been counted yet stays."""
    async with db.transaction() as tx:
        gone = await tx.run(
            "DELETE FROM tables WHERE status IN ('over', 'closed') AND touched_at < ?"
            " AND NOT EXISTS (SELECT 1 FROM events AS e WHERE e.table_id = tables.id AND e.kind = 'GameEnded'"
            " AND NOT EXISTS (SELECT 1 FROM games AS g WHERE g.id = tables.id)) RETURNING id",
            (to_text(before),),
        )
    return len(gone)


async def departed(db: Database, guild_id: int, at: datetime) -> None:
    """The bot is no longer in the server; the first time counts."""
    async with db.transaction() as tx:
        await tx.run("INSERT OR IGNORE INTO departures (guild_id, left_at) VALUES (?, ?)", (guild_id, to_text(at)))


async def rejoined(db: Database, guild_ids: Sequence[int]) -> None:
    """The bot is in these servers: nothing of theirs is to go."""
    async with db.transaction() as tx:
        await tx.run_many("DELETE FROM departures WHERE guild_id = ?", [(guild_id,) for guild_id in guild_ids])


async def known_guilds(db: Database) -> Sequence[int]:
    """Every server that anything is stored of."""
    async with db.transaction() as tx:
        return sorted(
            {
                row["guild_id"]
                for table in await _with_columns(tx, "guild_id")
                for row in await tx.run(f"SELECT DISTINCT guild_id FROM {table}")  # noqa: S608
                if row["guild_id"] is not None
            }
        )


async def delete_departed(db: Database, before: datetime) -> Sequence[int]:
    """Delete all that is stored of servers left before then; gives which."""
    async with db.transaction() as tx:
        gone = [
            row["guild_id"]
            for row in await tx.run("SELECT guild_id FROM departures WHERE left_at < ?", (to_text(before),))
        ]
        for table in await _with_columns(tx, "guild_id"):
            await tx.run_many(f"DELETE FROM {table} WHERE guild_id = ?", [(guild,) for guild in gone])  # noqa: S608
    if gone:
        await _scrub(db)
    return gone


async def _with_columns(tx: Transaction, *columns: str) -> list[str]:
    """The tables of the schema that have all these columns."""
    found = [{row["name"] for row in await tx.run(_WITH_COLUMN, (column,))} for column in columns]
    return sorted(set.intersection(*found))


async def _scrub(db: Database) -> None:
    """Write the log into the file: until then it holds what was deleted, and so would a copy of it."""
    await db.empty_log()
