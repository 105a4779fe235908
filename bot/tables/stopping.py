"""A stop that is told: tables with a game on hear that the bot stops, and after the next start that it is back.

Used by the registry when everything else has come to rest. Whoever stops the bot kills it after some seconds, so there
is a time for it, and those in the middle of something come first; a table that was not reached reads afterwards that
the bot was away. It costs one request a table then and one more, an edit, at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Final

from bot.tables.answers import Posted, ShowFailed, Trouble
from bot.tables.ports import Notice, NoticeKind, Presenter
from bot.tables.records import TableStatus
from bot.tables.table import Table

log = logging.getLogger(__name__)

#: The slot of the message that tells of a stop. Its number says whether it tells of the return by now, or whether there
#: may be none and the return has to be told all the same.
SLOT: Final = "stop"
STOPS, BACK, OWED = 0, 1, 2
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


async def tell_of_stop(tables: Iterable[Table], presenter: Presenter, seconds: float) -> int:
    """Tell as many tables as can be told in so many seconds; gives how many have heard it.

    Those that can't be, however slow Discord is, are noted: they read at the next start that the bot was away. Where
    that can't be noted (a full disk, say), nothing of it is promised.
    """
    waiting, told = in_order(tables), 0
    noted = await asyncio.gather(*(_note(table, OWED) for table in waiting))
    owed = {table.id for table, stored in zip(waiting, noted, strict=True) if stored}

    async def tell(table: Table) -> None:
        nonlocal told
        try:
            # Two stops within minutes are two messages, though nobody may have played in between.
            kind = NoticeKind.STOPPING if table.id in owed else NoticeKind.STOPPING_UNWRITTEN
            posted = await presenter.post_notice(table.view(), Notice(kind), _nonce(table, "halt"))
            await table.publisher.keep_message(SLOT, STOPS, posted)
            told += 1
        except ShowFailed as failure:
            log.info("a table was not told of the stop: %s", failure.trouble, extra={"table": table.id})
            if failure.trouble is not Trouble.PASSING:
                await _note(table, BACK)

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


async def _note(table: Table, what: int) -> bool:
    """Remember in the place of the message, of which nothing is known, what is owed; whether that is stored."""
    return await table.publisher.keep_message(SLOT, what, Posted(table.record.channel_id, 0, table.ports.clock.now()))


def _nonce(table: Table, what: str) -> str:
    return f"{table.id}:{what}:{int(table.ports.clock.now().timestamp()) % 10**6}"


def tell_of_return(table: Table, presenter: Presenter) -> None:
    """Tell the table that the game goes on: in the message that told of the stop, or in one of its own if none could.

    Nothing is said where nothing was to be, nor twice.
    """
    message = table.publisher.messages.get(SLOT)
    if message is None or message.seq == BACK:
        return
    nonce, owed = _nonce(table, "back"), message.seq == OWED and not table.told_back

    async def tell() -> None:
        posted = Posted(message.channel_id, message.message_id, message.sent_at)
        try:
            if owed:
                posted = await presenter.post_notice(table.view(), Notice(NoticeKind.RESUMED), nonce)
            elif message.seq == STOPS:
                await presenter.redraw_notice(table.view(), message, Notice(NoticeKind.RESUMED))
        except ShowFailed as failure:
            if failure.trouble is Trouble.PASSING:
                raise
        await table.publisher.keep_message(SLOT, BACK, posted)

    table.publisher.outbox.put(tell)
