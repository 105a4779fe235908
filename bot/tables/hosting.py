"""A lobby whose host is away: who sits there and wants to go on becomes host.

Part of `Table`, under every press that only the host may make before the cards are out. It must never take the powers
from a host who is there.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.tables.answers import Answer, Press
from bot.tables.core import TableCore
from bot.tables.gathering import Show
from bot.tables.ports import Notice, NoticeKind
from bot.tables.records import TableStatus

# A host who has pressed nothing in the lobby for so long may be away.
HOST_AWAY: Final = timedelta(minutes=2)


class Hosting(TableCore):
    """The host's presses in the lobby, and those of whoever stands in."""

    # Whoever has become host by a press that is not answered yet: everybody hears of it after the answer.
    _risen: int | None = None

    def host_pressed(self, press: Press) -> None:
        """Under the lock: a sign of life, if it is the host's."""
        if press.user_id == self.record.host_id:
            self.host_at = self.ports.clock.now()

    async def act_as_host(self, press: Press) -> None:
        """Under the lock, before a press that only the host may make: the host's powers pass from one who is away.

        That is to whoever sits here and presses; in a game the powers pass when the host leaves it.
        """
        self.host_pressed(press)
        away = self.ports.clock.now() >= self.host_at + HOST_AWAY
        if self.status is not TableStatus.LOBBY or self.faulty or not away or self.seat_of(press.user_id) is None:
            return
        await self.save(self.record.seats, press.user_id)
        self.watch.lobby_touched()
        self._risen = press.user_id

    async def answer(self, show: Show, answer: Answer) -> None:
        """Answer the press, then tell everybody of a new host."""
        await super().answer(show, answer)
        if self._risen is None:
            return
        heir, self._risen = self.seat_of(self._risen), None
        if heir is not None and self.live:
            self.publisher.redraw_lobby()
            self.publisher.post_notice(Notice(NoticeKind.NEW_HOST, heir))
