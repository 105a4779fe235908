"""What the record needs of the store, as a Protocol: finished games in, stats out, and the way to let go of people.

The store implements it. Every method is one transaction; all times are aware UTC.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bot.record.board import Board, BoardQuery, Card, History, PastGame
from bot.record.results import GameResult
from bot.tables.relays import Word


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game to be counted: where and when it ended, and who sat where (`None`: a CPU); `seq` is its last event."""

    id: int
    seq: int
    guild_id: int
    channel_id: int
    ended_at: datetime
    result: GameResult
    players: tuple[int | None, ...]


def to_nobody(_formers: dict[int, int]) -> Sequence[Word]:
    """There are no other processes."""
    return ()


class RecordStore(Protocol):
    """Results of finished games, and everything asked of them."""

    async def uncounted(self) -> Sequence[int]:
        """Games that have ended and are not in the record, in the order they ended."""
        ...

    async def countable(self) -> Sequence[int]:
        """Games that have ended and whose journal is kept, in the order they ended."""
        ...

    async def count(self, game: FinishedGame) -> bool:
        """Write the game's results and what they do to ratings, once: `False` when it was there already."""
        ...

    async def recount(self, game: FinishedGame) -> None:
        """Replace the game's results; sums and ratings are left to `remake`."""
        ...

    async def remake(self) -> None:
        """Make the sums and ratings of every server anew from its results, in the order the games ended."""
        ...

    async def board(self, guild_id: int, query: BoardQuery, *, viewer: int, page: int, now: datetime) -> Board:
        """One page of a leaderboard; a page past the last is the last."""
        ...

    async def card(self, guild_id: int, player: int) -> Card:
        """A player's stats, all nought for somebody without games."""
        ...

    async def history(self, guild_id: int, *, page: int, size: int) -> History:
        """One page of a server's games, newest first."""
        ...

    async def past_game(self, guild_id: int, game_id: int) -> PastGame | None:
        """One finished game of the server."""
        ...

    def rows(self, guild_id: int) -> AsyncIterator[Sequence[Any]]:
        """Every result of a server, oldest first, the names of the columns before them."""
        ...

    async def about(self, player: int, guild_id: int | None) -> dict[str, Any]:
        """What is stored about a person, here or everywhere, as JSON takes it; not the moves of their games."""
        ...

    async def forget(
        self, player: int, guild_id: int | None, words: Callable[[dict[int, int]], Sequence[Word]] = to_nobody
    ) -> dict[int, int]:
        """Put a random negative number in a person's place, another one in each server, and drop their name.

        Gives the number for each server that knew them; `words` makes of these what other processes are told.
        """
        ...

    async def prune(self, before: datetime) -> int:
        """Delete tables that ended before then, with their journals; results stay. Gives how many went."""
        ...

    async def departed(self, guild_id: int, at: datetime) -> None:
        """The bot is no longer in the server; the first time counts."""
        ...

    async def rejoined(self, guild_ids: Sequence[int]) -> None:
        """The bot is in these servers: nothing of theirs is to go."""
        ...

    async def known_guilds(self) -> Sequence[int]:
        """Every server that anything is stored of."""
        ...

    async def delete_departed(self, before: datetime) -> Sequence[int]:
        """Delete all that is stored of servers left before then; gives which."""
        ...
