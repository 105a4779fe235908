"""What the processes of one bot tell each other: where direct messages arrive, when to be quiet, who is forgotten.

`bot.relay` makes one in every process where there are several; it goes the way the relays go. Direct messages come to
process 1 alone, so nothing runs out at the tables of all others while that one hears nothing or is down. It must never
hold up a press, and what it can't tell or read just now it tells and reads later.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord

from bot.tables.ports import StoreFailed
from bot.tables.relays import Word, Words
from bot.tables.share import Share

if TYPE_CHECKING:
    from bot.app import CheatBot

log = logging.getLogger(__name__)

#: How often a process looks what the others have told, and how often after a failure of the store.
EVERY_S: Final = 0.25
REST_S: Final = 1.0
#: So long a stop waits for the last word.
LAST_S: Final = 1.0
#: A word that nobody took for so long was for a process that has ended since, and knows nothing any more.
LASTS: Final = timedelta(minutes=5)
_FIRST: Final = 1


class Neighbours:
    """This process's end, at work from when it is made."""

    def __init__(self, client: CheatBot, words: Words, share: Share) -> None:
        self._client, self._words, self._share = client, words, share
        #: What is to be told of direct messages, and until when Discord wants quiet, unless it is told already.
        self._heard: bool | None = None
        self._quiet_until: datetime | None = None
        self._news, self._closing = asyncio.Event(), False
        if share.first:
            client.reach.direct = self._hears
            self._hears(False)
        else:
            client.reach.lost(0)
        client.gate.hushed = self._hushed
        client.desk.recording.words_elsewhere = self.forgotten
        self._looking = asyncio.create_task(self._look(), name="neighbours")

    async def close(self) -> None:
        """Nobody is heard here any more."""
        self._closing = True
        if self._share.first:
            self._hears(False)
        self._news.set()
        if not (await asyncio.wait([self._looking], timeout=LAST_S))[0]:
            self._looking.cancel()
            await asyncio.wait([self._looking])

    def forgotten(self, user_id: int, formers: Mapping[int, int]) -> Sequence[Word]:
        """For whoever is forgotten in these servers: what their processes have in memory must not be written again."""
        word = json.dumps({"user": user_id, "formers": {str(guild): former for guild, former in formers.items()}})
        lasts = discord.utils.time_snowflake(discord.utils.utcnow() + LASTS)
        return [
            Word(lasts | secrets.randbits(22), process, word)
            for process in {self._share.number_of(guild) for guild in formers} - {self._share.number}
            if self._words.runs(process) is not False
        ]

    def _hears(self, heard: bool) -> None:
        self._heard = heard
        self._news.set()

    def _hushed(self, seconds: float) -> None:
        self._quiet_until = discord.utils.utcnow() + timedelta(seconds=seconds)
        self._news.set()

    async def _look(self) -> None:
        while True:
            last, rest = self._closing, EVERY_S
            self._news.clear()
            try:
                await self._tell()
                if not last:
                    await self._listen()
            except StoreFailed as error:
                rest = REST_S
                log.warning("the other processes can't be told or heard: %s", error)
            except Exception:
                rest = REST_S
                log.exception("what the other processes tell could not be seen to")
            if last:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), rest)

    async def _tell(self) -> None:
        if (heard := self._heard) is not None:
            await self._words.tell_heard(heard)
            if self._heard is heard:
                self._heard = None
        if (until := self._quiet_until) is not None:
            await self._words.tell_quiet(until)
            if self._quiet_until is until:
                self._quiet_until = None

    async def _listen(self) -> None:
        told = await self._words.told()
        if told.quiet_until is not None and (left := told.quiet_until - discord.utils.utcnow()) > timedelta():
            self._client.gate.rest(left.total_seconds())
        if not self._share.first:
            await self._mind_the_first(told.heard)
        for number, word in await self._words.words(self._share.number):
            await self._forget(json.loads(word))
            await self._words.answered([number])

    async def _mind_the_first(self, heard: bool) -> None:
        """Direct messages reach us by process 1 alone."""
        runs = self._words.runs(_FIRST)
        if runs is None and heard:
            # One starts: what it was before it still is.
            return
        if heard and runs:
            self._client.reach.found(0)
            return
        self._client.reach.lost(0)
        if heard:
            # It ended without a word, and may be running again before it has one.
            await self._words.tell_heard(False)

    async def _forget(self, word: dict[str, object]) -> None:
        user, formers = word["user"], word["formers"]
        if not isinstance(user, int) or not isinstance(formers, dict):
            return
        own = {int(guild): former for guild, former in formers.items() if self._share.owns(int(guild))}
        desk, recorder = self._client.desk.recording, self._client.recorder
        await desk.forgotten_here(user, own)
        for guild in own:
            # What was written down here between the two.
            await desk.forgotten_here(user, await recorder.forget(user, guild))
