"""The one message of a table that says that the bot stops, or that it was away: the newest stands, and no other.

Between `Posting` and what says where a table stands. It is remembered in the store, so that one start takes up what the
last has said. It must never cost a table more than one request that anybody waits for.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.tables.answers import Posted, ShowFailed, Trouble
from bot.tables.ports import Notice, NoticeKind
from bot.tables.posting import Posting
from bot.tables.records import MessageRecord

log = logging.getLogger(__name__)

#: The slot of the message that tells of a stop or a return. Its number says whether it tells of the return by now, or
#: whether there may be none and the return has to be told all the same.
SLOT: Final = "stop"
STOPS, BACK, OWED = 0, 1, 2
#: After so long people have talked below what was said: it is said anew.
A_WHILE: Final = timedelta(minutes=10)
#: So soon after the last word of it nobody is mentioned again.
JUST_NOW: Final = timedelta(minutes=2)


class Away(Posting):
    """Says that the bot stops or was away."""

    def tell_back(self, notice: Notice) -> None:
        """Say that the bot was away and how the game goes on, once whatever is queued before is shown."""
        said, now = self.messages.get(SLOT), self._clock.now()
        if said is not None and said.message_id and now - said.sent_at < JUST_NOW:
            notice = replace(notice, mention=None)
        nonce = self.nonce_of_away("back")

        async def tell() -> None:
            await self.say_away(notice, BACK, nonce)
            self._pay(1)

        self._put(tell, new=True)

    def nonce_of_away(self, what: str) -> str:
        """For all attempts to say the same; two stops within minutes are two, though nobody played in between."""
        return f"{self._table.id}:{what}:{int(self._clock.now().timestamp()) % 10**6}"

    async def say_away(self, notice: Notice, what: int, nonce: str) -> None:
        """Say it in the message that said so before where that can still be read, else in a new one in its place.

        `what` is what the message says then. Raises `ShowFailed` when Discord takes neither.
        """
        said, view = self.messages.get(SLOT), self._table.view()
        old = said if said is not None and said.message_id else None
        if old is not None and notice.kind is not NoticeKind.STANDING and self._is_read(old):
            try:
                await self._presenter.redraw_notice(view, old, notice)
            except ShowFailed as failure:
                if failure.trouble is not Trouble.MESSAGE_GONE:
                    raise
                old = None
            else:
                await self.note_away(what)
                return
        posted = await self._presenter.post_notice(view, notice, nonce)
        await self.keep_message(SLOT, what, posted)
        if old is not None and old.message_id != posted.message_id:
            await self._take_away(old)

    async def note_away(self, what: int) -> bool:
        """Remember of the message, or in its place where nothing is known of one, what it says or what is owed.

        Says whether that is stored.
        """
        said = self.messages.get(SLOT)
        place = Posted(self._table.view().channel_id, 0, self._clock.now())
        if said is not None:
            place = Posted(said.channel_id, said.message_id, said.sent_at)
        return await self.keep_message(SLOT, what, place)

    @property
    def last_said(self) -> bool:
        """Whether the table's newest message is the one that tells of the stop or the return, with a time perhaps."""
        said = self.messages.get(SLOT)
        return said is not None and said.message_id >= self.newest > 0

    def _is_read(self, said: MessageRecord) -> bool:
        """Whether it tells of this stop, or the table has posted nothing below it since, as far as is known."""
        lately = self._clock.now() - said.sent_at <= A_WHILE
        return said.seq == STOPS or (lately and self.last_said)

    async def _take_away(self, old: MessageRecord) -> None:
        """What was said before says nothing any more; if it must stay, it stays."""
        try:
            await self._presenter.take_away(old)
        except ShowFailed as failure:
            log.info("an old message stays: %s", failure.trouble, extra={"table": self._table.id})
