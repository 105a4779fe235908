"""`SqliteRecord`: the record's store over SQLite.

Called by the recorder and by the screens of the record. Every method is one transaction or one read of committed data.
It must never fold a journal or judge a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.store import letting_go, results, stats
from bot.store.database import Database
from bot.tables.record_store import to_nobody

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from datetime import datetime

    from bot.record.board import Board, BoardQuery, Card, History, PastGame
    from bot.tables.record_store import FinishedGame
    from bot.tables.relays import Word


class SqliteRecord:
    """Implements `bot.tables.record_store.RecordStore` on a migrated `Database`."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def uncounted(self) -> Sequence[int]:
        """Games that have ended and are not in the record, in the order they ended."""
        return await results.uncounted(self._db)

    async def countable(self) -> Sequence[int]:
        """Games that have ended and whose journal is kept, in the order they ended."""
        return await results.countable(self._db)

    async def count(self, game: FinishedGame) -> bool:
        """Write the game's results and what they do to ratings, once."""
        return await results.count(self._db, game)

    async def recount(self, game: FinishedGame) -> None:
        """Replace the game's results; sums and ratings are left to `remake`."""
        await results.recount(self._db, game)

    async def remake(self) -> None:
        """Make the sums and ratings of every server anew from its results."""
        await results.remake(self._db)

    async def board(self, guild_id: int, query: BoardQuery, *, viewer: int, page: int, now: datetime) -> Board:
        """One page of a leaderboard; a page past the last is the last."""
        return await stats.board(self._db, guild_id, query, viewer=viewer, page=page, now=now)

    async def card(self, guild_id: int, player: int) -> Card:
        """A player's stats."""
        return await stats.card(self._db, guild_id, player)

    async def history(self, guild_id: int, *, page: int, size: int) -> History:
        """One page of a server's games, newest first."""
        return await stats.history(self._db, guild_id, page=page, size=size)

    async def past_game(self, guild_id: int, game_id: int) -> PastGame | None:
        """One finished game of the server."""
        return await stats.past_game(self._db, guild_id, game_id)

    def rows(self, guild_id: int) -> AsyncIterator[Sequence[Any]]:
        """Every result of a server, the names of the columns first."""
        return stats.rows(self._db, guild_id)

    async def about(self, player: int, guild_id: int | None) -> dict[str, Any]:
        """What is stored about a person, by server; not the moves of their games."""
        return await letting_go.about(self._db, player, guild_id)

    async def forget(
        self, player: int, guild_id: int | None, words: Callable[[dict[int, int]], Sequence[Word]] = to_nobody
    ) -> dict[int, int]:
        """Put a random negative number in a person's place in each server, and drop their name."""
        return await letting_go.forget(self._db, player, guild_id, words)

    async def prune(self, before: datetime) -> int:
        """Delete tables that ended before then, with their journals; results stay."""
        return await letting_go.prune(self._db, before)

    async def departed(self, guild_id: int, at: datetime) -> None:
        """The bot is no longer in the server; the first time counts."""
        await letting_go.departed(self._db, guild_id, at)

    async def rejoined(self, guild_ids: Sequence[int]) -> None:
        """The bot is in these servers: nothing of theirs is to go."""
        await letting_go.rejoined(self._db, guild_ids)

    async def known_guilds(self) -> Sequence[int]:
        """Every server that anything is stored of."""
        return await letting_go.known_guilds(self._db)

    async def delete_departed(self, before: datetime) -> Sequence[int]:
        """Delete all that is stored of servers left before then; gives which."""
        return await letting_go.delete_departed(self._db, before)
