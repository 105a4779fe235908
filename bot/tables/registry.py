"""All live tables: which one holds a channel, who sits where, and their recovery at start.

The only maker of tables. One live table per channel (a thread is a channel); the store enforces the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.cpu.levels import Level
from bot.engine.rules.compiled import compile_dealt
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.stored import read_ruleset
from bot.engine.state import Phase, Standing
from bot.tables.answers import Denial, Press, Refused
from bot.tables.budget import Budget
from bot.tables.core import TableCore
from bot.tables.cpu_seats import cpu_seat
from bot.tables.facts import Ports
from bot.tables.game import Game
from bot.tables.ports import ChannelTaken, Clock, Entropy, Presenter, StoreFailed, TableStore
from bot.tables.records import SeatRecord, TableRecord, TableStatus
from bot.tables.recovery import Recovery, life
from bot.tables.settings import Settings
from bot.tables.share import ALONE, Share
from bot.tables.stopping import tell_of_stop
from bot.tables.table import Table

log = logging.getLogger(__name__)

CLOCK_ERROR = "clock_error_s"
# So many names are kept in memory, only to spare the store what it knows.
MET = 10_000
# Whoever stops the bot waits ten seconds or so; the desk before and the disconnecting after take some of them.
LONGEST_STOP_S: Final = 4.5


@dataclass(frozen=True, slots=True)
class Taken:
    """A live table already holds the channel."""

    table: Table


class Registry:
    """The live tables of one process: those of the servers that are its `share`."""

    def __init__(
        self,
        store: TableStore,
        presenter: Presenter,
        clock: Clock,
        entropy: Entropy,
        settings: Settings,
        *,
        lobby_minutes: int,
        stop_notice_s: float = 0.0,
        ended: Callable[[int], None] = lambda _table_id: None,
        share: Share = ALONE,
    ) -> None:
        self._share = share
        self._store, self._settings, self._stop_notice_s = store, settings, stop_notice_s
        self._ports = Ports(store, presenter, clock, entropy, timedelta(minutes=lobby_minutes), ended)
        self._tables: dict[int, Table] = {}
        self._reached: Callable[[int], bool] = lambda _guild_id: True
        self._channels: dict[int, int] = {}
        self._met: dict[tuple[int, int], str] = {}
        self._opening = asyncio.Lock()
        self._recovery = Recovery(self._ports, self._add)
        # Told the channel whenever a table has let go of it.
        self.let_go: Callable[[int], None] = lambda _: None
        # Tables that have let go of their channel and still have something to show.
        self._ending: set[TableCore] = set()

    def live(self, table_id: int) -> Table | None:
        """The live table with this id."""
        return self._tables.get(table_id)

    def at_channel(self, channel_id: int) -> Table | None:
        """The live table of a channel."""
        table_id = self._channels.get(channel_id)
        return self._tables.get(table_id) if table_id is not None else None

    def of_user(self, user_id: int) -> list[Table]:
        """The live tables where somebody has a seat in the lobby or is in the game still, oldest first."""
        return [table for table in self._seated(user_id) if not table.has_left(user_id) and user_id not in table.kicked]

    def waiting_for(self, user_id: int) -> list[Table]:
        """The live tables that can't do without somebody: they leave these before they can be forgotten."""
        return [table for table in self._seated(user_id) if not table.does_without(user_id)]

    def _seated(self, user_id: int) -> list[Table]:
        return [table for table in self._tables.values() if table.seat_of(user_id) is not None]

    def phases(self) -> dict[str, float]:
        """How many live tables stand in the lobby, in each phase of a game, or broken."""
        counts = {"lobby": 0.0, "fault": 0.0} | {phase.value: 0.0 for phase in Phase}
        for table in self._tables.values():
            game = table.game
            lobby = game is None or not game.dealt
            counts["fault" if table.faulty else "lobby" if game is None or lobby else game.state.phase.value] += 1
        return counts

    def queued(self) -> int:
        """How many messages wait to be sent, of all tables."""
        return sum(table.publisher.outbox.depth for table in (*self._tables.values(), *self._ending))

    async def finished(self, table_id: int) -> TableRecord | None:
        """What is stored of a table, whatever became of it."""
        return await self._store.table(table_id)

    async def open(
        self,
        press: Press,
        *,
        guild_id: int,
        guild_name: str,
        channel_id: int,
        channel_name: str,
        locale: str,
        ruleset: Ruleset,
        cpus: int = 0,
        level: Level = Level.MEDIUM,
    ) -> Table | Taken:
        """A new lobby in the channel with the presser as host in the first seat, and so many CPUs beside them."""
        now = self._ports.clock.now()
        seats: tuple[SeatRecord, ...] = (SeatRecord(0, press.user_id, press.name),)
        for _ in range(cpus):
            seats = (*seats, cpu_seat(seats, level))
        record = TableRecord(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            guild_name=guild_name,
            channel_name=channel_name,
            locale=locale,
            status=TableStatus.LOBBY,
            host_id=press.user_id,
            dealer=0,
            ruleset=ruleset.model_dump_json(),
            created_at=now,
            touched_at=now,
            seats=seats,
        )
        return await self._create(record)

    async def rematch(self, press: Press, table_id: int) -> Table | Taken | Refused:
        """A new lobby with the people of a finished table, the deal moved one seat on (host).

        Where the host is not there any more, whoever played presses first and is host; for one who only fell asleep,
        whoever did not give up the game. Nobody kicked, and nobody who was forgotten since, gets a seat.
        """
        if (ended := self.live(table_id)) is not None and ended.over:
            # Its end may be pressed upon before the last hand was redrawn.
            await ended.end_shown()
        record = await self._store.table(table_id)
        if record is None or record.status is not TableStatus.OVER:
            return Refused(Denial.TABLE_GONE)
        kicked = await self._store.kicked(table_id)
        invited = [seat for seat in _remaining(record.seats) if seat.user_id not in kicked]
        if press.user_id != record.host_id and not await self._inherits(press, record, invited):
            host = next((seat.name for seat in record.seats if seat.user_id == record.host_id), "")
            return Refused(Denial.NOT_HOST, name=host)
        now = self._ports.clock.now()
        seats = tuple(
            SeatRecord(number, seat.user_id, seat.name, dm_closed=seat.dm_closed, level=seat.level)
            for number, seat in enumerate(invited)
        )
        return await self._create(
            TableRecord(
                id=0,
                guild_id=record.guild_id,
                channel_id=record.channel_id,
                guild_name=record.guild_name,
                channel_name=record.channel_name,
                locale=record.locale,
                status=TableStatus.LOBBY,
                host_id=press.user_id,
                dealer=(record.dealer + 1) % len(seats),
                ruleset=record.ruleset,
                created_at=now,
                touched_at=now,
                seats=seats,
            )
        )

    async def _inherits(self, press: Press, record: TableRecord, invited: Sequence[SeatRecord]) -> bool:
        """Whether somebody of a finished table may do what its host can't: the host left, or a CPU kept their seat."""
        seats = {seat.user_id: seat.seat for seat in record.seats}
        host, here = seats.get(record.host_id), seats.get(press.user_id)
        if here is None or all(seat.user_id != press.user_id for seat in invited):
            return False
        if record.host_id < 0:
            return True
        rules = compile_dealt(read_ruleset(record.ruleset).ruleset, len(record.seats))
        game = Game(record.id, rules, len(record.seats), self._store)
        await game.recall()
        if host is None or not game.dealt:
            return True
        left, ours = game.state.seats[host], game.state.seats[here]
        if left.standing is Standing.RESIGNED:
            return True
        return not left.present and ours.standing is not Standing.RESIGNED

    async def _create(self, record: TableRecord) -> Table | Taken:
        # One at a time: whoever finds the channel taken must find the table that took it.
        async with self._opening:
            return await self._create_alone(record)

    async def _create_alone(self, record: TableRecord) -> Table | Taken:
        if (standing := self.at_channel(record.channel_id)) is not None:
            if not standing.over:
                return Taken(standing)
            await standing.end_shown()
        try:
            table_id = await self._store.create_table(record)
        except ChannelTaken as taken:
            if (table := self.live(taken.table_id)) is not None:
                return Taken(table)
            raise
        stored = await self._store.table(table_id)
        assert stored is not None
        table = self._add(stored, life(await self._settings.of(stored.guild_id)))
        table.watch.lobby_touched()
        await self.remember_clock()
        return table

    async def met(self, guild_id: int, user_id: int, name: str) -> None:
        """Somebody was seen in a server by this name: remembered for its tables and its records (F24)."""
        if self._met.get((guild_id, user_id)) == name and (
            # Another process may have let go of them since.
            self._share.alone or await self._store.name_of(guild_id, user_id) == name
        ):
            return
        await self._store.seen(guild_id, user_id, name, self._ports.clock.now())
        self._met[guild_id, user_id] = name
        if len(self._met) > MET:
            del self._met[next(iter(self._met))]
        for table in self._seated(user_id):
            if table.record.guild_id == guild_id:
                await table.renamed(user_id, name)

    async def forgotten(self, user_id: int, formers: Mapping[int, int], name_in: Callable[[str], str]) -> None:
        """Somebody has been forgotten in these servers: tables they gave up and that are still played forget them too.

        `formers` has the number in their place for each server; `name_in` says in a language what they are called now.
        """
        for guild_id in formers:
            self._met.pop((guild_id, user_id), None)
        for table in self._tables.values():
            former = formers.get(table.record.guild_id)
            if former is None:
                continue
            try:
                await table.forget_person(user_id, former, name_in(table.record.locale))
            except StoreFailed as error:
                # Whoever follows them is stored with the next seat that changes; nothing of theirs is left there.
                log.warning("a table without somebody was not stored: %s", error, extra={"table": table.id})

    def servers_deleted(self, guild_ids: Sequence[int]) -> None:
        """Nothing is stored of these servers any more: whoever is seen there again is new."""
        gone = set(guild_ids)
        self._met = {key: name for key, name in self._met.items() if key[0] not in gone}

    def _add(self, record: TableRecord, lasts: timedelta) -> Table:
        table = Table(record, self._ports, self._forget, lasts)
        self._tables[table.id] = table
        self._channels[record.channel_id] = table.id
        if not self._reached(record.guild_id):
            table.watch.lose_touch()
        return table

    def _forget(self, table: TableCore) -> None:
        self._tables.pop(table.id, None)
        if self._channels.get(table.record.channel_id) == table.id:
            del self._channels[table.record.channel_id]
            self.let_go(table.record.channel_id)
        self._ending = {other for other in (*self._ending, table) if other.publisher.outbox.busy}

    async def recover(self) -> int:
        """Read every live table back and let it go on; gives how many. One that can't be understood stops alone.

        Raises `StoreFailed` when the store can't be read.
        """
        await self.read_back()
        return await self.go_on()

    async def read_back(self) -> None:
        """Read every live table back, and write nothing; of several processes each does this for its own."""
        known = await self._store.meta(CLOCK_ERROR)
        try:
            self._ports.clock.assume(timedelta(seconds=float(known or 0)).total_seconds())
        except (ValueError, OverflowError):
            # It is only the first guess until Discord tells the time.
            log.warning("how wrong the clock is can't be read from the database")
        records = [record for record in await self._store.live_tables() if self._share.owns(record.guild_id)]
        await self._recovery.read_back(records)

    async def go_on(self, *, a_copy: bool = False) -> int:
        """Let the tables that were read back go on; gives how many there are.

        With `a_copy` they were read from an older copy of the store, and their channels may show what came later.
        """
        return await self._recovery.go_on(a_copy=a_copy)

    async def remember_clock(self) -> None:
        """Store how wrong the wall clock is, so that the next start judges deadlines rightly at once."""
        if self._ports.clock.known:
            await self._store.set_meta(CLOCK_ERROR, f"{self._ports.clock.error_s:.3f}")

    def tell_reach(self, reached: Callable[[int], bool]) -> None:
        """From which servers presses reach us now; nobody's time runs out at tables where they don't."""
        self._reached = reached
        for table in self._tables.values():
            if reached(table.record.guild_id):
                table.watch.regain_touch()
            else:
                table.watch.lose_touch()

    async def forget_channel(self, channel_id: int) -> None:
        """The channel was deleted."""
        if (table := self.at_channel(channel_id)) is not None:
            await table.channel_gone()

    async def forget_guild(self, guild_id: int) -> None:
        """The bot was removed from the server: its tables end."""
        for table in [table for table in self._tables.values() if table.record.guild_id == guild_id]:
            await table.channel_gone()

    async def break_off(self, within_s: float) -> None:
        """End a start that is still bringing tables back; those not reached stay as they are stored."""
        await self._recovery.break_off(within_s)

    def guilds(self) -> Set[int]:
        """The servers where tables stand."""
        return {table.record.guild_id for table in self._tables.values()}

    async def close(self, within_s: float = LONGEST_STOP_S) -> None:
        """Stop for a restart: whatever holds a lock finishes, queued messages get a moment, timers end, tables hear it.

        What Discord has not taken within that time is caught up with at the next start.
        """
        budget = Budget(within_s)
        await self.break_off(budget.left)
        tables = list(self._tables.values())
        for table in tables:
            table.watch.cancel()
            table.vacancy.cancel()
        queues = Budget(budget.but(self._stop_notice_s))
        await asyncio.gather(
            *(table.rest(queues) for table in tables),
            *(table.publisher.outbox.close(queues.left) for table in self._ending),
        )
        if self._stop_notice_s > 0:
            await tell_of_stop(tables, min(self._stop_notice_s, budget.left))
        try:
            await self.remember_clock()
        except StoreFailed as error:
            log.warning("how wrong the clock is was not remembered: %s", error)


def _remaining(seats: Sequence[SeatRecord]) -> Sequence[SeatRecord]:
    """The seats without people who have been forgotten, numbered anew; nobody can sit down in their place unasked."""
    kept = [seat for seat in seats if not seat.forgotten]
    return [replace(seat, seat=at) for at, seat in enumerate(kept)]
