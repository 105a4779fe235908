"""Presses of the host that seat CPUs in the lobby, send them away and choose how well they play.

Part of `Table`. How a CPU plays once the cards are out is not decided here.
"""

from __future__ import annotations

from dataclasses import replace

from bot.cpu.levels import Level
from bot.engine.rules.compiled import RulesRefused, compile_rules
from bot.tables.answers import Accepted, Answer, Denial, Done, Press, Refused
from bot.tables.core import MOST_SEATS
from bot.tables.cpu_names import free_name
from bot.tables.gathering import Show
from bot.tables.hosting import Hosting
from bot.tables.records import SeatRecord, TableStatus


class CpuSeats(Hosting):
    """CPUs in the lobby."""

    async def ask_cpus(self, press: Press, show: Show) -> None:
        """Whether the presser may seat CPUs here (host)."""
        async with self.lock:
            await self.act_as_host(press)
            full = Refused(Denial.TABLE_FULL) if len(self.record.seats) >= MOST_SEATS else None
            answer = self.refuse_cpus(press.user_id) or full or Accepted(Done.SHOWN)
        await self.answer(show, answer)

    async def add_cpu(self, press: Press, level: Level, show: Show) -> None:
        """Seat a CPU of this level on the next free seat (host)."""
        async with self.lock:
            await self.act_as_host(press)
            answer = self.refuse_cpus(press.user_id) or await self._add_cpu(level)
        await self._answer_changed(answer, show)

    async def _add_cpu(self, level: Level) -> Answer:
        if len(self.record.seats) >= MOST_SEATS:
            return Refused(Denial.TABLE_FULL)
        seat = cpu_seat(self.record.seats, level)
        await self._seat(*self.record.seats, seat)
        return Accepted(Done.CPU_ADDED, seat.seat, seat.name)

    async def remove_cpu(self, press: Press, name: str | None, show: Show) -> None:
        """Send away the CPU of this name, or without one the last (host)."""
        async with self.lock:
            await self.act_as_host(press)
            answer = self.refuse_cpus(press.user_id) or await self._remove_cpu(name)
        await self._answer_changed(answer, show)

    async def _remove_cpu(self, name: str | None) -> Answer:
        meant = self._cpus(name)
        if not meant:
            return Refused(Denial.NO_SUCH_CPU)
        gone = meant[-1]
        rest = [seat for seat in self.record.seats if seat is not gone]
        await self._seat(*(replace(seat, seat=number) for number, seat in enumerate(rest)))
        return Accepted(Done.CPU_REMOVED, name=gone.name)

    async def set_cpu_level(self, press: Press, level: Level, name: str | None, show: Show) -> None:
        """Let the CPU of this name, or without one all of them, play at this level (host)."""
        async with self.lock:
            await self.act_as_host(press)
            answer = self.refuse_cpus(press.user_id) or await self._set_level(level, name)
        await self._answer_changed(answer, show)

    async def _set_level(self, level: Level, name: str | None) -> Answer:
        meant = self._cpus(name)
        if not meant:
            return Refused(Denial.NO_SUCH_CPU)
        await self._seat(*(replace(seat, level=level) if seat in meant else seat for seat in self.record.seats))
        if name is None and len(meant) > 1:
            return Accepted(Done.CPU_LEVELS)
        return Accepted(Done.CPU_LEVEL, meant[0].seat, meant[0].name)

    async def _seat(self, *seats: SeatRecord) -> None:
        await self.save(seats)
        self.watch.lobby_touched()

    def _cpus(self, name: str | None) -> list[SeatRecord]:
        """The CPUs here, or those of this name."""
        named = None if name is None else name.strip().casefold()
        return [seat for seat in self.record.seats if seat.cpu and named in (None, seat.name.casefold())]

    def refuse_cpus(self, user_id: int) -> Refused | None:
        """Why this user may not change the CPUs here now, if so."""
        if not self.live:
            return Refused(Denial.TABLE_GONE)
        if self.status is TableStatus.PLAYING:
            return Refused(Denial.CPUS_FIXED)
        if user_id == self.record.host_id:
            return None
        host = next(seat.name for seat in self.record.seats if seat.user_id == self.record.host_id)
        return Refused(Denial.NOT_HOST, name=host)

    async def _answer_changed(self, answer: Answer, show: Show) -> None:
        await self.answer(show, answer)
        if isinstance(answer, Accepted):
            self.publisher.redraw_lobby()

    def cpu_in_the_way(self) -> SeatRecord | None:
        """The last CPU, where one person more would be too many for the table or its rules but not without it."""
        seats = self.record.seats
        cpu = next((seat for seat in reversed(seats) if seat.cpu), None)
        if cpu is None or len(seats) >= MOST_SEATS:
            return cpu
        return cpu if self._playable(len(seats)) and not self._playable(len(seats) + 1) else None

    def _playable(self, seats: int) -> bool:
        try:
            compile_rules(self.ruleset, seats)
        except RulesRefused:
            return False
        return True


def cpu_seat(seats: tuple[SeatRecord, ...], level: Level) -> SeatRecord:
    """A CPU on the seat after these, by a name that none of them has."""
    return SeatRecord(len(seats), None, free_name(seat.name for seat in seats), level=level)
