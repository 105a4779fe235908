"""The recorder: counts every game once it has ended, and reads old journals back for replays and proofs.

A table says that its game ended; the recorder reads the journal and writes the results, apart from the table, which
waits for nothing. What a crash left uncounted is counted at the next start. It must never read a game that is still
being played, and one that can't be read must not keep it from the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.codec import UnreadableEvent, decode
from bot.engine.events import Dealt, GameEnded
from bot.engine.rules.compiled import compile_dealt
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.stored import read_ruleset
from bot.record.moves import Deal, Move, chronicle, deals
from bot.record.results import result_of
from bot.tables.ports import TableStore
from bot.tables.record_store import FinishedGame, RecordStore, to_nobody
from bot.tables.records import JournalEntry, TableRecord, TableStatus
from bot.tables.relays import Word

log = logging.getLogger(__name__)

A_MOMENT_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Told:
    """A finished game with its journal read: the table, its rules, and every move."""

    table: TableRecord
    ruleset: Ruleset
    moves: tuple[Move, ...]
    finished: FinishedGame


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that was stopped before its end: no result comes of it, but what was dealt may be seen now."""

    table: TableRecord
    deals: tuple[Deal, ...]


class Recorder:
    """Counts finished games; `store` has the journals and `record` the results."""

    def __init__(self, store: TableStore, record: RecordStore) -> None:
        self._store, self.record = store, record
        self._just_ended: set[asyncio.Task[None]] = set()
        self._left_over: asyncio.Task[None] | None = None
        self._counting = asyncio.Lock()
        self._closing = False

    def game_ended(self, game_id: int) -> None:
        """Count this game, soon; called by its table, which goes on at once."""
        task = asyncio.create_task(self._counted(game_id), name=f"count {game_id}")
        self._just_ended.add(task)
        task.add_done_callback(self._just_ended.discard)

    def begin(self) -> None:
        """Count what ended before the last stop and was not counted then, while everything else goes on."""
        self._left_over = asyncio.create_task(self._catch_up(), name="count what was left")

    async def settled(self) -> None:
        """Wait a moment for games that have only just ended: whoever asks for the record now expects them in it."""
        if self._just_ended:
            await asyncio.wait(set(self._just_ended), timeout=A_MOMENT_S)

    async def close(self, within_s: float | None = None) -> None:
        """Finish the games in hand, within that time if there is one; those left over are counted at the next start."""
        self._closing = True
        tasks = {*self._just_ended, *({self._left_over} if self._left_over is not None else ())}
        if tasks:
            await asyncio.wait(tasks, timeout=within_s)

    async def _catch_up(self) -> None:
        try:
            waiting = await self.record.uncounted()
        except Exception:
            log.exception("games that ended could not be looked up")
            return
        for game_id in waiting:
            if self._closing:
                return
            await self._counted(game_id)
        if waiting:
            log.info("games counted", extra={"games": len(waiting)})

    async def _counted(self, game_id: int) -> None:
        try:
            async with self._counting:
                if (told := await self.tell(game_id)) is not None:
                    await self.record.count(told.finished)
        except Exception:
            # It stays uncounted and is tried again at the next start.
            log.exception("a game could not be counted", extra={"table": game_id})

    async def tell(self, game_id: int) -> Told | None:
        """The game as its journal has it; nothing for one that is not over, not kept, or of another version."""
        table = await self._store.table(game_id)
        journal = await self._store.journal(game_id)
        if table is None or not any(entry.kind == GameEnded.__name__ for entry in journal):
            return None
        try:
            # In a thread: a long game takes a few hundredths of a second, in which others press buttons.
            return await asyncio.to_thread(_told, table, journal)
        except UnreadableEvent as problem:
            log.warning("a journal can't be read: %s", problem, extra={"table": game_id})
            return None

    async def stopped(self, game_id: int) -> Stopped | None:
        """The deals of a game whose table was closed in the middle of it; nothing for any other."""
        table = await self._store.table(game_id)
        if table is None or table.status is not TableStatus.CLOSED:
            return None
        journal = await self._store.journal(game_id)
        dealt = [entry for entry in journal if entry.kind == Dealt.__name__]
        try:
            found = deals(decode(entry.kind, entry.version, entry.body) for entry in dealt)
        except UnreadableEvent as problem:
            log.warning("a journal can't be read: %s", problem, extra={"table": game_id})
            return None
        return Stopped(table, found) if found else None

    async def forget(
        self, user_id: int, guild_id: int | None, words: Callable[[dict[int, int]], Sequence[Word]] = to_nobody
    ) -> dict[int, int]:
        """Put random numbers in a person's place, one for each server; no game is being counted meanwhile.

        `words` makes of them what other processes are told, who are told of it however this ends.
        """
        async with self._counting:
            return await self.record.forget(user_id, guild_id, words)

    async def rebuild(self, progress: Callable[[int, int], None]) -> tuple[int, int]:
        """Count every game whose journal is kept anew; gives how many were counted and how many could not be read.

        Results whose journal is gone stay as they are; ratings are made anew from both. `progress` is told how many of
        how many games are done.
        """
        games = await self.record.countable()
        unread = 0
        for done, game_id in enumerate(games, 1):
            if (told := await self.tell(game_id)) is None:
                unread += 1
            else:
                await self.record.recount(told.finished)
            progress(done, len(games))
        await self.record.remake()
        return len(games) - unread, unread


def _told(table: TableRecord, journal: Sequence[JournalEntry]) -> Told:
    events = [decode(entry.kind, entry.version, entry.body) for entry in journal]
    ended = next(entry for entry in reversed(journal) if entry.kind == GameEnded.__name__)
    seats = next(len(event.hands) for event in events if isinstance(event, Dealt))
    ruleset = read_ruleset(table.ruleset).ruleset
    moves = chronicle(events, compile_dealt(ruleset, seats))
    players = {seat.seat: seat.user_id for seat in table.seats}
    finished = FinishedGame(
        id=table.id,
        seq=journal[-1].seq,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        ended_at=ended.at,
        result=result_of(moves, ruleset),
        players=tuple(players.get(seat) for seat in range(seats)),
    )
    return Told(table, ruleset, moves, finished)
