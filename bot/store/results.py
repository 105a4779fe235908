"""Writing the record: a finished game's results and the ratings that follow from them.

Called through `SqliteRecord`. A game is written whole, in one transaction, once. It must never read a journal's bodies:
what a game counts for has been folded already.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.record.rating import Placed, Rating, rate
from bot.store.database import Database, Transaction, to_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from bot.record.results import SeatResult
    from bot.tables.record_store import FinishedGame

_ROW = """
INSERT INTO results (
    game_id, seat, guild_id, player, ended_at, kind, preset, rated, rounds, turns, place, team, points, resigned, held,
    kicked, plays, lies, caught, survived, calls_right, calls_wrong, called, picked_up, biggest_pile,
    lied_ranks, caught_by
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

# `status`: a table that was stopped after its game's end was told still had that end.
_ENDED = """
SELECT e.table_id AS id FROM events AS e WHERE e.kind = 'GameEnded' {condition} ORDER BY e.at, e.table_id
"""


async def uncounted(db: Database) -> Sequence[int]:
    """Games that have ended and are not in the record, in the order they ended."""
    rows = await db.read(_ENDED.format(condition="AND NOT EXISTS (SELECT 1 FROM games AS g WHERE g.id = e.table_id)"))
    return [row["id"] for row in rows]


async def countable(db: Database) -> Sequence[int]:
    """Games that have ended and whose journal is kept, in the order they ended."""
    return [row["id"] for row in await db.read(_ENDED.format(condition=""))]


async def count(db: Database, game: FinishedGame) -> bool:
    """Write the game's results and what they do to ratings, once: `False` when it was there already."""
    async with db.transaction() as tx:
        if await tx.run("SELECT 1 FROM games WHERE id = ?", (game.id,)):
            return False
        # Another process may have let go of somebody since the game was read: nobody forgotten is written down again.
        rows = await tx.run("SELECT seat, user_id FROM seats WHERE table_id = ?", (game.id,))
        now = {row["seat"]: row["user_id"] for row in rows}
        players = [now.get(seat, player) for seat, player in enumerate(game.players)]
        game = replace(game, players=tuple(players))
        await insert(tx, game)
        await _add(tx, game)
        if game.result.rated:
            await _rate_next(tx, game)
    return True


async def recount(db: Database, game: FinishedGame) -> None:
    """Replace the game's results; sums and ratings are left to `remake`."""
    async with db.transaction() as tx:
        await tx.run("DELETE FROM games WHERE id = ?", (game.id,))
        await insert(tx, game)


async def remake(db: Database) -> None:
    """Make the sums and ratings of every server anew from its results, each server in one transaction."""
    guilds = await db.read("SELECT guild_id FROM games UNION SELECT guild_id FROM ratings")
    for row in guilds:
        async with db.transaction() as tx:
            await _sum_up(tx, row["guild_id"])
            await _rerate(tx, row["guild_id"])


async def insert(tx: Transaction, game: FinishedGame) -> None:
    """The game's own rows, and nothing that is made from them."""
    result, ended_at = game.result, to_text(game.ended_at)
    about = (result.kind.value, result.preset)
    await tx.run(
        "INSERT INTO games (id, seq, guild_id, channel_id, ended_at, kind, preset, reason, rounds, turns, rated)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(game.id, game.seq, game.guild_id, game.channel_id, ended_at),
            *(*about, result.reason.value, result.rounds, result.turns, int(result.rated)),
        ),
    )
    shared = (*about, int(result.rated), result.rounds, result.turns)
    await tx.run_many(
        _ROW,
        [
            (game.id, row.seat, game.guild_id, None if row.cpu else player, ended_at, *shared, *_counts(row))
            for row, player in zip(result.seats, game.players, strict=True)
        ],
    )


def _counts(row: SeatResult) -> tuple[int | str | None, ...]:
    return (
        *(row.place, row.team, row.points, int(row.left), int(row.held), int(row.kicked)),
        *(row.plays, row.lies, row.caught, row.survived, row.right, row.wrong, row.called),
        *(row.picked_up, row.biggest_pile),
        json.dumps(dict(row.lied_ranks), sort_keys=True),
        json.dumps({str(seat): times for seat, times in sorted(row.caught_by.items())}),
    )


# --- sums -------------------------------------------------------------------------------------------------------------

_SUMMED = ("games", "wins", "survived", "calls_right", "calls_wrong")
_OWN = "1, place = 1, survived, calls_right, calls_wrong"
# As `SeatResult.counts` says: a first place without one play or call of its player's, or of somebody kicked, is neither
# a win nor a game.
COUNTING: Final = "(place IS NOT 1 OR (plays + calls_right + calls_wrong > 0 AND NOT kicked))"
_COUNTED = f"kind = 'people' AND player IS NOT NULL AND {COUNTING}"
# Every row counts twice: among all games, and among those of its preset.
_PRESETS = ("''", "preset")


async def _add(tx: Transaction, game: FinishedGame) -> None:
    """Add the game to the sums of its players; one that ended before others of theirs is added to those as well."""
    columns, more = ", ".join(_SUMMED), ", ".join(f"{name} = {name} + ?" for name in _SUMMED)
    for preset in _PRESETS:
        for row in await tx.run(
            f"SELECT guild_id, {preset}, player, ended_at, game_id, {_OWN} FROM results"  # noqa: S608
            f" WHERE game_id = ? AND {_COUNTED}",
            (game.id,),
        ):
            whose, when, own = tuple(row)[:3], tuple(row)[3:5], tuple(row)[5:]
            before = await tx.run(
                f"SELECT {columns} FROM runs WHERE guild_id = ? AND preset = ? AND player = ?"  # noqa: S608
                " AND (ended_at, game_id) < (?, ?) ORDER BY ended_at DESC, game_id DESC LIMIT 1",
                (*whose, *when),
            )
            stood = tuple(before[0]) if before else (0,) * len(_SUMMED)
            await tx.run(
                f"UPDATE runs SET {more} WHERE guild_id = ? AND preset = ? AND player = ?"  # noqa: S608
                " AND (ended_at, game_id) > (?, ?)",
                (*own, *whose, *when),
            )
            now = tuple(had + got for had, got in zip(stood, own, strict=True))
            await tx.run("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*whose, *when, *now))
            await tx.run(
                f"INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET {more}",  # noqa: S608
                (*whose, *own, *own),
            )


async def _sum_up(tx: Transaction, guild_id: int) -> None:
    """Make a server's sums anew."""
    for table in ("totals", "runs"):
        await tx.run(f"DELETE FROM {table} WHERE guild_id = ?", (guild_id,))  # noqa: S608
    whose = f"FROM results WHERE guild_id = ? AND {_COUNTED}"
    sums = "{over}, sum(place = 1) {w}, sum(survived) {w}, sum(calls_right) {w}, sum(calls_wrong) {w}"
    run, total = sums.format(over="count(*) OVER w", w="OVER w"), sums.format(over="count(*)", w="")
    for preset in _PRESETS:
        await tx.run(
            f"INSERT INTO runs SELECT guild_id, {preset}, player, ended_at, game_id, {run} {whose}"
            f" WINDOW w AS (PARTITION BY {preset}, player ORDER BY ended_at, game_id)",
            (guild_id,),
        )
        await tx.run(
            f"INSERT INTO totals SELECT guild_id, {preset}, player, {total} {whose} GROUP BY {preset}, player",
            (guild_id,),
        )


# --- ratings ----------------------------------------------------------------------------------------------------------


async def _rate_next(tx: Transaction, game: FinishedGame) -> None:
    """The game's own effect where it is the newest; a game counted late has all ratings of its server made anew."""
    later = await tx.run(
        "SELECT 1 FROM games WHERE guild_id = ? AND rated AND (ended_at, id) > (?, ?) LIMIT 1",
        (game.guild_id, to_text(game.ended_at), game.id),
    )
    if later:
        await _rerate(tx, game.guild_id)
        return
    seats = await tx.run(
        "SELECT r.player, r.place, r.team, s.mu, s.sigma, s.games FROM results AS r"
        " LEFT JOIN ratings AS s ON s.guild_id = r.guild_id AND s.player = r.player"
        " WHERE r.game_id = ? AND r.player IS NOT NULL ORDER BY r.seat",
        (game.id,),
    )
    known = {row["player"]: (Rating(row["mu"], row["sigma"]), row["games"]) for row in seats if row["mu"] is not None}
    _after(known, seats)
    await _write(tx, game.guild_id, {row["player"]: known[row["player"]] for row in seats})


async def _rerate(tx: Transaction, guild_id: int) -> None:
    known: dict[int, tuple[Rating, int]] = {}
    game: list[sqlite3.Row] = []
    for row in await tx.run(
        "SELECT game_id, player, place, team FROM results WHERE guild_id = ? AND rated AND player IS NOT NULL"
        " ORDER BY ended_at, game_id, seat",
        (guild_id,),
    ):
        if game and game[0]["game_id"] != row["game_id"]:
            _after(known, game)
            game = []
        game.append(row)
    if game:
        _after(known, game)
    await tx.run("DELETE FROM ratings WHERE guild_id = ?", (guild_id,))
    await _write(tx, guild_id, known)


def _after(known: dict[int, tuple[Rating, int]], seats: Iterable[sqlite3.Row]) -> None:
    """Bring the ratings of a game's players up to date."""
    seats = list(seats)
    before = [known.get(row["player"], (Rating(), 0)) for row in seats]
    placed = [Placed(rating, row["place"], row["team"]) for (rating, _), row in zip(before, seats, strict=True)]
    for row, (_, games), rating in zip(seats, before, rate(placed), strict=True):
        known[row["player"]] = (rating, games + 1)


async def _write(tx: Transaction, guild_id: int, ratings: dict[int, tuple[Rating, int]]) -> None:
    await tx.run_many(
        "INSERT OR REPLACE INTO ratings (guild_id, player, mu, sigma, games) VALUES (?, ?, ?, ?, ?)",
        [(guild_id, player, rating.mu, rating.sigma, games) for player, (rating, games) in ratings.items()],
    )
