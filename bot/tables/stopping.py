"""A stop that is told: tables with a game on hear that the bot stops, and after the next start that it is back.

Used by the registry when everything else has come to rest. Whoever stops the bot kills it after some seconds, so there
is a time for it, and those in the middle of something come first; a table that was not reached reads afterwards that
the bot was away. It costs one request a table then and one more, an edit, at the next start. Both, and whatever a next
stop has to tell, stand in one message (`away`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from bot.tables.answers import ShowFailed, Trouble
from bot.tables.away import BACK, OWED, SLOT, STOPS
from bot.tables.ports import Notice, NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table

log = logging.getLogger(__name__)

#: Discord takes 50 requests a second of one bot.
A_SECOND: Final = 40


def in_order(tables: Iterable[Table]) -> list[Table]:
    """Those that are to be told, most urgent first: an open claim before a turn, and of these the latest played."""
    told = [table for table in tables if _plays(table)]
    return sorted(told, key=_urgency, reverse=True)


def _plays(table: Table) -> bool:
    if table.status is not TableStatus.PLAYING or table.over or table.faulty or table.publisher.paused:
        return False
    if (message := table.publisher.messages.get(SLOT)) is not None and message.seq != BACK:
        # It stopped before and the table has not read yet that it was back.
        return False
    return table.game is not None and table.game.dealt and any(seat.attended for seat in table.game.state.seats)


def _urgency(table: Table) -> tuple[bool, float]:
    assert table.game is not None
    played = table.game.played_at or table.record.touched_at
    return table.game.state.claim is not None, played.timestamp()


async def tell_of_stop(tables: Iterable[Table], seconds: float) -> int:
    """Tell as many tables as can be told in so many seconds; gives how many have heard it.

    Those that can't be, however slow Discord is, are noted: they read at the next start that the bot was away. Where
    that can't be noted (a full disk, say), nothing of it is promised.
    """
    waiting, told = in_order(tables), 0
    noted = await asyncio.gather(*(table.publisher.note_away(OWED) for table in waiting))
    owed = {table.id for table, stored in zip(waiting, noted, strict=True) if stored}

    async def tell(table: Table) -> None:
        nonlocal told
        publisher = table.publisher
        try:
            kind = NoticeKind.STOPPING if table.id in owed else NoticeKind.STOPPING_UNWRITTEN
            await publisher.say_away(Notice(kind), STOPS, publisher.nonce_of_away("halt"))
            told += 1
        except ShowFailed as failure:
            log.info("a table was not told of the stop: %s", failure.trouble, extra={"table": table.id})
            if failure.trouble is not Trouble.PASSING:
                await publisher.note_away(BACK)

    tasks: list[asyncio.Task[None]] = []
    try:
        async with asyncio.timeout(seconds):
            for table in waiting:
                tasks.append(asyncio.create_task(tell(table), name=f"stop {table.id}"))
                await asyncio.sleep(1 / A_SECOND)
            await asyncio.gather(*tasks, return_exceptions=True)
    except TimeoutError:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if waiting:
        log.info("told of the stop", extra={"tables": told, "of": len(waiting)})
    return told


def tell_of_return(table: Table) -> None:
    """Tell the table that the game goes on: in the message that told of the stop, or in one of its own if none could.

    Nothing is said where nothing was to be, nor twice.
    """
    publisher = table.publisher
    said = publisher.messages.get(SLOT)
    if said is None or said.seq == BACK or table.told_back:
        return

    async def told_by_claim() -> None:
        await publisher.note_away(BACK)

    if said.seq == OWED and table.claim_again:
        publisher.outbox.put(told_by_claim)
    else:
        publisher.tell_back(Notice(NoticeKind.RESUMED))
