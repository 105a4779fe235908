"""Brings what happens in direct messages to the process that has the table, where a bot has several processes.

Discord gives every interaction in direct messages to shard 0, which is process 1's. `Outgoing` stands there in front of
the client: what concerns a table of another process is left in the database as the gateway brought it, and everything
else goes on as ever. `Incoming` stands in the others: it looks for what was left, and hands it to its own client as if
its own gateway had brought it. Whoever has taken an interaction answers it; if that process is down, process 1 says so.
A payload holds the token that answers it: it must never be logged, nor kept once it is answered. With one process
nothing of this is made.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.neighbours import Neighbours
from bot.tables.ports import StoreFailed
from bot.tables.relays import Relays, SeatSomewhere
from bot.tables.share import Share
from bot.ui.options import asked
from bot.ui.replies import Outcome, Reply
from cogs.seating import MOST_CHOICES, named

if TYPE_CHECKING:
    from bot.app import CheatBot

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
Parse: TypeAlias = Callable[[Any], None]
T = TypeVar("T")

#: How often a process looks for what was left for it.
EVERY_S: Final = 0.025
#: After a failure of the store it looks less often.
REST_S: Final = 1.0
#: How old a press may be until whoever should have taken it, or answered it, is held to be down. Discord waits 3 s.
UNTAKEN: Final = timedelta(seconds=1.2)
UNANSWERED: Final = timedelta(seconds=2.4)
#: Even for a press that was long on its way the others have so long to take it.
AT_LEAST_S: Final = 0.4
#: So long the disk may take to say whether somebody has answered.
LAST_LOOK_S: Final = 0.2
#: So long a stop waits for those who are still to be answered.
LAST_ANSWERS_S: Final = 1.0
#: What is older can't be answered by anybody.
DEAD: Final = timedelta(seconds=3)

_EVENT: Final = "INTERACTION_CREATE"
_COMMAND, _COMPONENT, _TYPING, _FORM = 2, 3, 4, 5
#: A table's buttons, menus and editor; `bot.ui.components` makes these ids.
_OF_TABLE: Final = re.compile(r"[ces]1:([0-9]{1,15}):.*")
#: The commands that concern a seat of the asker's, wherever it is.
_OF_SEAT: Final = frozenset({"leave", "hand", "back", "rules"})


class Outgoing:
    """In process 1: passes on what concerns the tables of others."""

    def __init__(self, client: CheatBot, relays: Relays, share: Share) -> None:
        self._client, self._relays, self._share = client, relays, share
        self._neighbours = Neighbours(client, relays, share)
        self._parse: Parse = client._connection.parsers[_EVENT]  # noqa: SLF001 - discord.py has no public way in
        client._connection.parsers[_EVENT] = self.brought  # noqa: SLF001
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()
        self._begin(self._drop_dead())

    def brought(self, data: Payload) -> None:
        """The gateway has brought an interaction."""
        if data.get("guild_id") is not None or not self._may_be_of_others(data):
            self._parse(data)
            return
        self._begin(self._bring(data))

    def saw(self, interaction: discord.Interaction[Any]) -> None:
        """The client has an interaction of its own: nothing to do."""

    async def close(self) -> None:
        """Tell whoever no other process has heard yet to press again; what one has taken is answered there."""
        self._closing.set()
        await self._neighbours.close()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=LAST_ANSWERS_S)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name="relay")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _drop_dead(self) -> None:
        """Remove what earlier processes left, also for numbers that there are none of any more."""
        try:
            await self._relays.drop(_oldest(self._client))
        except StoreFailed as error:
            log.warning("what was left by earlier processes was not removed: %s", error)

    def _may_be_of_others(self, data: Payload) -> bool:
        """Whether something in direct messages is about a table, and about none that is known to be ours."""
        if data["type"] in {_COMPONENT, _FORM}:
            table_id = _table_of(data)
            return table_id is not None and self._client.registry.live(table_id) is None
        if data["type"] not in {_COMMAND, _TYPING}:
            return False
        # What only a forged command can hold is turned away here like anywhere.
        read = asked(self._client.tree, data["data"], typing=data["type"] == _TYPING)
        return read.fits and read.command is not None and read.command.name in _OF_SEAT

    async def _bring(self, data: Payload) -> None:
        reply = self._client.desk.reply(discord.Interaction(data=data, state=self._client._connection), "relayed")  # type: ignore[arg-type]  # noqa: SLF001
        passing = self._begin(self._pass_on(data, reply))
        try:
            if await _lasts(passing, self._until(reply.at + UNANSWERED)):
                await self._take_back(passing, data, reply)
            elif passing.result():
                await self._watch(reply)
        except Exception as error:
            if data["type"] == _TYPING:
                await self._offer_nothing(reply, error)
            else:
                await reply.fault(error)

    async def _pass_on(self, data: Payload, reply: Reply) -> bool:
        """Find out whom an interaction is for, and leave it for them; false if it is ours, or is answered already."""
        if data["type"] in {_COMMAND, _TYPING}:
            process = await self._by_seats(data, reply)
        else:
            guild_id = await self._relays.guild_of(_table_of(data) or 0)
            # A game that is over, or never was, is nobody's: we tell.
            process = self._share.number if guild_id is None else self._share.number_of(guild_id)
        if process == self._share.number:
            self._parse(data)
        elif process is not None and await self._client.desk.admit(reply, however_late=True):
            await self._relays.pass_on(reply.interaction.id, process, json.dumps(data))
            return True
        return False

    async def _by_seats(self, data: Payload, reply: Reply) -> int | None:
        """The process that a command about the asker's own seat is for; none where they have their answer."""
        seats = await self._relays.seats_of(reply.user_id)
        elsewhere = [seat for seat in seats if not self._share.owns(seat.guild_id)]
        options = _options_of(data)
        chosen = options.get("table")
        if not elsewhere or (data["type"] == _TYPING and not _is_typed(chosen)):
            return self._share.number
        if data["type"] == _TYPING:
            await _offer(reply, seats, str(chosen["value"]) if chosen else "")
            return None
        if chosen is not None:
            meant = str(chosen["value"]).casefold().strip()
            found = next((it for it in elsewhere if meant in {str(it.table_id), named(it).casefold()}), None)
            return self._share.number if found is None else self._share.number_of(found.guild_id)
        processes = {self._share.number_of(seat.guild_id) for seat in elsewhere}
        if self._client.registry.of_user(reply.user_id):
            processes.add(self._share.number)
        if len(processes) == 1:
            return processes.pop()
        if await self._client.desk.admit(reply):
            await reply.say("desk-which-table")
        return None

    async def _watch(self, reply: Reply) -> None:
        """See to it that somebody answers."""
        with suppress(TimeoutError):
            # A stop leaves nobody to see to it later.
            await asyncio.wait_for(self._closing.wait(), self._until(reply.at + UNTAKEN, at_least=AT_LEAST_S))
        if not await self._withdrawn(reply, taken=False):
            await asyncio.sleep(self._until(reply.at + UNANSWERED))
            if not await self._withdrawn(reply, taken=True):
                return
        log.warning("an interaction was left by the process it is for", extra={"interaction": reply.interaction.id})
        await self._tell(reply)

    async def _withdrawn(self, reply: Reply, *, taken: bool) -> bool:
        """Whether nobody has answered; so it is taken to be, too, where the disk does not say in time."""
        work = self._begin(self._relays.withdraw(reply.interaction.id, taken=taken))
        late = await _lasts(work, self._until(reply.at + UNANSWERED, at_least=LAST_LOOK_S))
        if late:
            work.add_done_callback(_log_failure)
        return late or work.result()

    async def _take_back(self, passing: asyncio.Task[bool], data: Payload, reply: Reply) -> None:
        """The disk stalls: an interaction may still go there, but nobody could answer it."""
        passing.cancel()
        passing.add_done_callback(_log_failure)
        if data["type"] == _TYPING:
            await self._offer_nothing(reply, TimeoutError())
        else:
            log.warning("an interaction could not be passed on in time", extra={"interaction": reply.interaction.id})
            await self._tell(reply)
        # What is being written comes to its end all the same.
        await asyncio.wait([passing])
        with suppress(StoreFailed):
            await self._relays.withdraw(reply.interaction.id, taken=False)

    async def _offer_nothing(self, reply: Reply, why: BaseException) -> None:
        log.warning("no tables could be offered: %s", type(why).__name__)
        await self._client.desk.offer_nothing(reply.interaction)

    async def _tell(self, reply: Reply) -> None:
        await reply.say("desk-restarting")
        self._client.desk.done(reply.kind, Outcome.CLOSING, reply.answered_in)

    def _until(self, when: datetime, *, at_least: float = EVERY_S) -> float:
        return max(at_least, (when - self._client.clock.now()).total_seconds())


class Incoming:
    """In every other process: looks for what was left for it."""

    def __init__(self, client: CheatBot, relays: Relays, share: Share) -> None:
        self._client, self._relays, self._share = client, relays, share
        self._neighbours = Neighbours(client, relays, share)
        self._parse: Parse = client._connection.parsers[_EVENT]  # noqa: SLF001
        self._open: dict[int, discord.Interaction[Any] | None] = {}
        self._closing = asyncio.Event()
        self._looking = asyncio.create_task(self._look(), name="relay")

    def saw(self, interaction: discord.Interaction[Any]) -> None:
        """The client has an interaction: if it was brought here, its answer is waited for."""
        if interaction.id in self._open:
            self._open[interaction.id] = interaction

    async def close(self) -> None:
        """Take nothing more: process 1 tells whoever presses. What was taken must have been answered."""
        self._closing.set()
        await self._neighbours.close()
        await self._looking
        await self._guarded(self._tidy)

    async def _tidy(self) -> None:
        """Remove what has been answered."""
        done = [it for it, seen in self._open.items() if seen is not None and seen.response.is_done()]
        if done:
            await self._relays.answered(done)
        oldest = _oldest(self._client)
        self._open = {it: seen for it, seen in self._open.items() if it not in done and it >= oldest}

    async def _look(self) -> None:
        # What lies there from before a start is seen to at once, even if nothing new comes.
        await self._guarded(self._take)
        while not self._closing.is_set():
            rest = await self._guarded(self._once)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), rest)

    async def _guarded(self, work: Callable[[], Coroutine[Any, Any, None]]) -> float:
        """Do it, and say how long to rest afterwards."""
        try:
            await work()
        except StoreFailed as error:
            log.warning("what was left for this process can't be looked for: %s", error)
            return REST_S
        except Exception:
            log.exception("what was left for this process could not be seen to")
            return REST_S
        return EVERY_S

    async def _once(self) -> None:
        if await self._relays.waiting(self._share.number):
            await self._take()
        if self._open:
            await self._tidy()

    async def _take(self) -> None:
        for payload in await self._relays.take(self._share.number, _oldest(self._client)):
            data = json.loads(payload)
            self._open[int(data["id"])] = None
            try:
                self._parse(data)
            except Exception:
                # The others that came with it are not to suffer; process 1 tells whoever pressed.
                log.exception("an interaction brought here was not understood", extra={"interaction": data["id"]})


def relay_of(client: CheatBot, relays: Relays) -> Outgoing | Incoming:
    """This process's end, at work from now on."""
    share = client.share

    async def seats_elsewhere(user_id: int, guild_id: int | None) -> int:
        seats = await relays.seats_of(user_id, needed=True)
        return sum(guild_id in {None, seat.guild_id} and not share.owns(seat.guild_id) for seat in seats)

    client.desk.recording.seats_elsewhere = seats_elsewhere
    return Outgoing(client, relays, share) if share.first else Incoming(client, relays, share)


async def _lasts(task: asyncio.Task[Any], seconds: float) -> bool:
    """Whether a task takes longer; `asyncio.timeout` would wait for what is being written, however long that takes."""
    return not (await asyncio.wait([task], timeout=seconds))[0]


def _log_failure(task: asyncio.Task[Any]) -> None:
    """Nobody waits for it any more."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("what was given up also failed: %s", type(error).__name__)


def _oldest(client: CheatBot) -> int:
    """The lowest id of an interaction that can still be answered."""
    return discord.utils.time_snowflake(client.clock.now() - DEAD)


def _table_of(data: Payload) -> int | None:
    match = _OF_TABLE.fullmatch(str(data["data"].get("custom_id", "")))
    return None if match is None else int(match[1])


def _options_of(data: Payload) -> dict[str, Payload]:
    """The options of a command of `/cheat` by name."""
    (part,) = data["data"]["options"]
    return {option["name"]: option for option in part.get("options", ())}


def _is_typed(option: Payload | None) -> bool:
    return option is not None and bool(option.get("focused"))


async def _offer(reply: Reply, seats: Sequence[SeatSomewhere], typed: str) -> None:
    """The asker's tables while they type, those of all processes."""
    found = [seat for seat in seats if typed.casefold() in named(seat).casefold()]
    choices = [app_commands.Choice(name=named(it), value=str(it.table_id)) for it in found]
    await reply.interaction.response.autocomplete(choices[:MOST_CHOICES])
