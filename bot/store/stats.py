"""Reading the record: leaderboards, a player's card, the list of games, all rows of a server.

Called through `SqliteRecord`. Every page is answered from the indexes of the `results` and `games` tables; nothing is
kept in memory between two questions. Names are those last seen, raw.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from bot.record.board import LEAST, Board, BoardQuery, Card, History, Order, PastGame, Seated, Standing
from bot.record.rating import DEVIATIONS, SCALE, ZERO, Rating
from bot.record.results import Kind
from bot.store.database import Database, Parameter, from_text, to_text
from bot.store.results import COUNTING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncIterator, Iterable, Sequence

PAGE: Final = 10
_CHUNK: Final = 2000

# What each order reads of a player's sums: the value, rounded as it is shown, since equal numbers share a place, and
# what `LEAST` asks for.
_VALUES: Final = {
    Order.WINS: ("wins", "games"),
    Order.WIN_RATE: ("round(100.0 * wins / games) / 100", "games"),
    Order.RATING: (f"round({ZERO} + {SCALE} * (mu - {DEVIATIONS} * sigma))", "coalesce(rated_games, 0)"),
    Order.BLUFFS: ("survived", "games"),
    Order.ACCURACY: (
        "round(100.0 * calls_right / nullif(calls_right + calls_wrong, 0)) / 100",
        "calls_right + calls_wrong",
    ),
    Order.GAMES: ("games", "games"),
}

_TOTALS: Final = """
    SELECT player, games, wins, survived, calls_right, calls_wrong FROM totals WHERE guild_id = ? AND preset = ?
"""

# How a player stands now less how they stood before the first day asked for.
_SINCE: Final = """
    SELECT t.player, t.games - coalesce(b.games, 0) AS games, t.wins - coalesce(b.wins, 0) AS wins,
        t.survived - coalesce(b.survived, 0) AS survived, t.calls_right - coalesce(b.calls_right, 0) AS calls_right,
        t.calls_wrong - coalesce(b.calls_wrong, 0) AS calls_wrong
    FROM totals AS t LEFT JOIN runs AS b
        ON b.guild_id = t.guild_id AND b.preset = t.preset AND b.player = t.player
        AND (b.ended_at, b.game_id) = (
            SELECT x.ended_at, x.game_id FROM runs AS x
            WHERE x.guild_id = t.guild_id AND x.preset = t.preset AND x.player = t.player AND x.ended_at < ?
            ORDER BY x.ended_at DESC, x.game_id DESC LIMIT 1
        )
    WHERE t.guild_id = ? AND t.preset = ? AND t.games > coalesce(b.games, 0)
"""

# The page's lines and the viewer's own; `pos` puts those without a rank last. Nobody leads with nothing: while nobody
# has won (or called rightly, and so on), nobody has a rank.
_BOARD: Final = """
WITH sums AS MATERIALIZED ({sums}), measured AS (
    SELECT s.player, s.games, s.wins, t.mu, t.sigma, {value} AS value, {counted} AS counted
    FROM sums AS s LEFT JOIN (SELECT player, mu, sigma, games AS rated_games FROM ratings WHERE guild_id = ?) AS t
        ON t.player = s.player
), led AS (
    SELECT *, counted >= ? AS enough FROM measured
), ranked AS MATERIALIZED (
    SELECT *, CASE WHEN enough AND max(iif(enough, value, 0)) OVER () > 0
        THEN rank() OVER (PARTITION BY enough ORDER BY value DESC) END AS rank
    FROM led
), numbered AS (
    SELECT *, count(rank) OVER () AS all_ranked,
        row_number() OVER (ORDER BY rank IS NULL, rank, games DESC, player) AS pos
    FROM ranked
)
SELECT n.*, p.name FROM numbered AS n LEFT JOIN players AS p ON p.guild_id = ? AND p.user_id = n.player
WHERE (n.rank IS NOT NULL AND n.pos > ? AND n.pos <= ?) OR n.player = ? OR n.pos = 1
ORDER BY n.pos
"""


async def board(db: Database, guild_id: int, query: BoardQuery, *, viewer: int, page: int, now: datetime) -> Board:
    """One page of a leaderboard, the asker's own line with it."""
    value, counted = _VALUES[query.order]
    # A rating is made of all games of the server, and so are those who have one.
    every = query.order is Order.RATING
    preset, days = ("", None) if every else (query.preset or "", query.since.days)
    sums, asked = _TOTALS, list[Parameter]([guild_id, preset])
    if days is not None:
        sums, asked = _SINCE, [to_text(now - timedelta(days=days)), guild_id, preset]
    sql = _BOARD.format(sums=sums, value=value, counted=counted)
    least, page = LEAST.get(query.order, 1), max(page, 1)
    rest = (guild_id, least, guild_id, (page - 1) * PAGE, page * PAGE, viewer)
    rows = await db.read(sql, (*asked, *rest))
    ranked = rows[0]["all_ranked"] if rows else 0
    pages = max(1, -(-ranked // PAGE))
    if page > pages:
        return await board(db, guild_id, query, viewer=viewer, page=pages, now=now)
    own = next((row for row in rows if row["player"] == viewer), None)
    first, last = (page - 1) * PAGE, page * PAGE
    shown = [row for row in rows if row["rank"] is not None and first < row["pos"] <= last]
    return Board(
        lines=tuple(_standing(row) for row in shown),
        own=None if own is None else _standing(own),
        ranked=ranked,
        page=page,
        pages=pages,
        players=bool(rows),
    )


def _standing(row: sqlite3.Row) -> Standing:
    rating = None if row["mu"] is None else Rating(row["mu"], row["sigma"])
    return Standing(
        rank=row["rank"],
        player=row["player"],
        name=row["name"],
        value=row["value"] or 0,
        counted=row["counted"],
        games=row["games"],
        wins=row["wins"],
        rating=rating,
    )


# --- one player -------------------------------------------------------------------------------------------------------

_SUMS: Final = f"""
SELECT count(*) AS games, sum(place = 1) AS wins, sum(place = 2) AS second, sum(place = 3) AS third,
    sum(place > 3) AS lower, sum(rounds) AS rounds, sum(plays) AS plays, sum(lies) AS lies, sum(caught) AS caught,
    sum(survived) AS survived, sum(calls_right) AS calls_right, sum(calls_wrong) AS calls_wrong, sum(called) AS called,
    sum(picked_up) AS picked_up, max(biggest_pile) AS biggest_pile,
    min(CASE WHEN place = 1 AND rounds = 1 THEN turns END) AS fastest
FROM results INDEXED BY results_of_player WHERE player = ? AND guild_id = ? AND kind = 'people' AND {COUNTING}
"""  # noqa: S608 - our own words

_FAVOURITE: Final = """
SELECT j.key AS code, sum(j.value) AS times FROM results AS r, json_each(r.lied_ranks) AS j
WHERE r.player = ? AND r.guild_id = ? AND r.kind = 'people' GROUP BY j.key ORDER BY times DESC, code LIMIT 1
"""

_NEMESIS: Final = """
SELECT c.player, p.name, sum(j.value) AS times
FROM results AS r INDEXED BY results_of_player CROSS JOIN json_each(r.caught_by) AS j
CROSS JOIN results AS c ON c.game_id = r.game_id AND c.seat = CAST(j.key AS INTEGER)
LEFT JOIN players AS p ON p.guild_id = r.guild_id AND p.user_id = c.player
WHERE r.player = ? AND r.guild_id = ? AND r.kind = 'people' AND c.player IS NOT NULL
GROUP BY c.player ORDER BY times DESC, c.player LIMIT 1
"""


async def card(db: Database, guild_id: int, player: int) -> Card:
    """A player's stats in one server."""
    whose = (player, guild_id)
    (sums,) = await db.read(_SUMS, whose)
    (cpus,) = await db.read(
        "SELECT count(*) AS games, sum(place = 1) AS wins FROM results"  # noqa: S608
        f" WHERE player = ? AND guild_id = ? AND kind = 'cpus' AND {COUNTING}",
        whose,
    )
    ratings = await db.read("SELECT mu, sigma, games FROM ratings WHERE player = ? AND guild_id = ?", whose)
    favourite, nemesis = await db.read(_FAVOURITE, whose), await db.read(_NEMESIS, whose)
    wins = await db.read(
        "SELECT place = 1 AS won FROM results WHERE player = ? AND guild_id = ? AND kind = 'people'"  # noqa: S608
        f" AND {COUNTING} ORDER BY ended_at, game_id",
        whose,
    )
    return Card(
        player=player,
        name=await _name(db, guild_id, player),
        games=sums["games"],
        wins=sums["wins"] or 0,
        places=(sums["wins"] or 0, sums["second"] or 0, sums["third"] or 0, sums["lower"] or 0),
        rounds=sums["rounds"] or 0,
        plays=sums["plays"] or 0,
        lies=sums["lies"] or 0,
        caught=sums["caught"] or 0,
        survived=sums["survived"] or 0,
        right=sums["calls_right"] or 0,
        wrong=sums["calls_wrong"] or 0,
        called=sums["called"] or 0,
        picked_up=sums["picked_up"] or 0,
        biggest_pile=sums["biggest_pile"] or 0,
        streak=_longest(bool(row["won"]) for row in wins),
        fastest=sums["fastest"],
        favourite=(favourite[0]["code"], favourite[0]["times"]) if favourite else None,
        nemesis=(nemesis[0]["player"], nemesis[0]["name"], nemesis[0]["times"]) if nemesis else None,
        cpu_games=cpus["games"],
        cpu_wins=cpus["wins"] or 0,
        rating=Rating(ratings[0]["mu"], ratings[0]["sigma"]) if ratings else None,
        rated_games=ratings[0]["games"] if ratings else 0,
    )


async def _name(db: Database, guild_id: int, player: int) -> str | None:
    for row in await db.read("SELECT name FROM players WHERE guild_id = ? AND user_id = ?", (guild_id, player)):
        return str(row["name"])
    return None


def _longest(won: Iterable[bool]) -> int:
    """The longest run of wins."""
    best = run = 0
    for each in won:
        run = run + 1 if each else 0
        best = max(best, run)
    return best


# --- games ------------------------------------------------------------------------------------------------------------

_GAMES: Final = """
SELECT g.*, EXISTS (SELECT 1 FROM events AS e WHERE e.table_id = g.id) AS kept,
    r.seat, r.player, r.place, r.kicked, {counting} AS counts, iif(r.player IS NULL, s.name, p.name) AS name
FROM {games} AS g
LEFT JOIN results AS r ON r.game_id = g.id
LEFT JOIN seats AS s ON s.table_id = r.game_id AND s.seat = r.seat
LEFT JOIN players AS p ON p.guild_id = g.guild_id AND p.user_id = r.player
ORDER BY g.ended_at DESC, g.id DESC, r.seat
"""


async def history(db: Database, guild_id: int, *, page: int, size: int) -> History:
    """One page of a server's games, newest first."""
    (row,) = await db.read("SELECT count(*) AS total FROM games WHERE guild_id = ?", (guild_id,))
    pages = max(1, -(-row["total"] // size))
    page = min(max(page, 1), pages)
    one_page = "(SELECT * FROM games WHERE guild_id = ? ORDER BY ended_at DESC, id DESC LIMIT ? OFFSET ?)"
    rows = await db.read(_GAMES.format(games=one_page, counting=COUNTING), (guild_id, size, (page - 1) * size))
    return History(_past_games(rows), row["total"], page, pages)


async def past_game(db: Database, guild_id: int, game_id: int) -> PastGame | None:
    """One finished game of the server."""
    one = "(SELECT * FROM games WHERE guild_id = ? AND id = ?)"
    rows = await db.read(_GAMES.format(games=one, counting=COUNTING), (guild_id, game_id))
    return next(iter(_past_games(rows)), None)


def _past_games(rows: Iterable[sqlite3.Row]) -> tuple[PastGame, ...]:
    first: dict[int, sqlite3.Row] = {}
    seats: dict[int, list[Seated]] = {}
    for row in rows:
        first.setdefault(row["id"], row)
        seats.setdefault(row["id"], []).append(
            Seated(
                row["player"],
                row["name"],
                row["place"],
                counts=row["seat"] is None or bool(row["counts"]),
                kicked=bool(row["kicked"]),
            )
        )
    return tuple(
        PastGame(
            id=game_id,
            guild_id=row["guild_id"],
            channel_id=row["channel_id"],
            ended_at=from_text(row["ended_at"]),
            kind=Kind(row["kind"]),
            preset=row["preset"],
            rounds=row["rounds"],
            turns=row["turns"],
            kept=bool(row["kept"]),
            seats=tuple(seats[game_id]),
            rated=bool(row["rated"]),
        )
        for game_id, row in first.items()
    )


# --- everything -------------------------------------------------------------------------------------------------------

_EXPORTED: Final = (
    *("game_id", "ended_at", "kind", "preset", "rounds", "turns", "seat", "player", "name", "cpu"),
    *("place", "team", "points"),
    *("resigned", "held", "plays", "lies", "caught", "survived", "calls_right", "calls_wrong", "called", "picked_up"),
    *("biggest_pile", "rated"),
)


async def rows(db: Database, guild_id: int) -> AsyncIterator[Sequence[Any]]:
    """Every result of a server, oldest first, the names of the columns before them."""
    yield _EXPORTED
    of_a_cpu = "r.player IS NULL"
    own = {"name": f"iif({of_a_cpu}, s.name, p.name) AS name", "cpu": f"{of_a_cpu} AS cpu"}
    columns = ", ".join(own.get(name, f"r.{name}") for name in _EXPORTED)
    after: tuple[int, int] = (0, -1)
    while True:
        chunk = await db.read(
            f"SELECT {columns} FROM results AS r"  # noqa: S608 - the columns are those above
            " LEFT JOIN players AS p ON p.guild_id = r.guild_id AND p.user_id = r.player"
            " LEFT JOIN seats AS s ON s.table_id = r.game_id AND s.seat = r.seat"
            " WHERE r.guild_id = ? AND (r.game_id, r.seat) > (?, ?) ORDER BY r.game_id, r.seat LIMIT ?",
            (guild_id, *after, _CHUNK),
        )
        for row in chunk:
            yield tuple(row)
        if len(chunk) < _CHUNK:
            return
        after = (chunk[-1]["game_id"], chunk[-1]["seat"])
