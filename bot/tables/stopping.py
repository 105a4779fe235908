"""A stop that is told: tables with a game on hear that the bot stops, and after the next start that it is back.

Used by the registry when everything else has come to rest. Whoever stops the bot kills it after some seconds, so there
is a time for it, and those in the middle of something come first; a table that was not reached misses only the word. It
costs one request a table then and one more, an edit, at the next start.
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

#: The slot of the message that tells of a stop. Its number says whether it tells of the return by now.
SLOT: Final = "stop"
STOPS, BACK = 0, 1
#: Discord takes 50 requests a second of one bot.
A_SECOND: Final = 40


def in_order(tables: Iterable[Table]) -> list[Table]:
    """Those that are to be told, most urgent first: an open claim before a turn, and of these the latest played."""
    told = [table for table in tables if _plays(table)]
    return sorted(told, key=_urgency, reverse=True)


def _plays(table: Table) -> bool:
    if table.status is not TableStatus.PLAYING or table.over or table.faulty or table.publisher.paused:
        return False
    return table.game is not None and table.game.dealt and any(seat.attended for seat in table.game.state.seats)


def _urgency(table: Table) -> tuple[bool, float]:
    assert table.game is not None
    played = table.game.played_at or table.record.touched_at
    return table.game.state.claim is not None, played.timestamp()


async def tell_of_stop(tables: Iterable[Table], presenter: Presenter, seconds: float) -> int:
    """Tell as many tables as can be told in so many seconds; gives how many have heard it."""
    waiting, told = in_order(tables), 0
    if not waiting or seconds <= 0:
        return 0

    async def tell(table: Table) -> None:
        nonlocal told
        try:
            # Two stops within minutes are two messages, though nobody may have played in between.
            nonce = f"{table.id}:halt:{int(table.ports.clock.now().timestamp()) % 10**6}"
            posted = await presenter.post_notice(table.view(), Notice(NoticeKind.STOPPING), nonce)
            await table.publisher.keep_message(SLOT, STOPS, posted)
            told += 1
        except ShowFailed as failure:
            log.info("a table was not told of the stop: %s", failure.trouble, extra={"table": table.id})

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
    log.info("told of the stop", extra={"tables": told, "of": len(waiting)})
    return told


def tell_of_return(table: Table, presenter: Presenter) -> None:
    """If the table was told of the stop, that message says now that the game goes on."""
    message = table.publisher.messages.get(SLOT)
    if message is None or message.seq == BACK:
        return

    async def tell() -> None:
        try:
            await presenter.redraw_notice(table.view(), message, Notice(NoticeKind.RESUMED))
        except ShowFailed as failure:
            if failure.trouble is Trouble.PASSING:
                raise
        await table.publisher.keep_message(SLOT, BACK, Posted(message.channel_id, message.message_id, message.sent_at))

    table.publisher.outbox.put(tell)
