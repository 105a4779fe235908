"""What a table keeps of its people and rules: seats, the host, names, house rules, its status.

Part of every table; each change is on disk before it is believed. It shows nothing and touches no cards.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence, Set
from dataclasses import replace

from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Standing
from bot.tables.facts import TableFacts
from bot.tables.ports import StoreFailed
from bot.tables.records import SeatRecord, TableStatus

log = logging.getLogger(__name__)


class TableSeats(TableFacts):
    """Who sits at a table, who is its host, and by which rules it plays, as stored."""

    async def pass_on_host(self, *, left: Set[int] = frozenset()) -> None:
        """The host's powers go to the next human seat when the host leaves: resigned, or in teams `left` to a CPU."""
        if self.game is None or not self.game.dealt:
            return
        seats = self.game.state.seats
        host = self.seat_of(self.record.host_id)
        if host is None or (seats[host].standing is not Standing.RESIGNED and host not in left):
            return
        heir = self._heir(host)
        if heir is None:
            return
        try:
            await self.save(self.record.seats, heir)
        except Exception:
            # The change itself is written down and must go on; the next one, or a restart, tries this again.
            log.exception("a new host was not stored", extra={"table": self.id})

    def _heir(self, host: int) -> int | None:
        """Who is host after the seat of the one before: the next human who stays in the game, if there is one."""
        assert self.game is not None
        seats = self.game.state.seats
        staying = [
            seat
            for seat in ((host + step) % len(seats) for step in range(1, len(seats)))
            if seats[seat].standing is not Standing.RESIGNED
            and not seats[seat].cpu
            and not self.record.seats[seat].forgotten
            and self.record.seats[seat].user_id not in self.kicked
            and seat not in self.game.leaving
        ]
        # Somebody who plays before somebody whom a CPU stands in for.
        heir = min(staying, key=lambda seat: seats[seat].held, default=None)
        # In teams whoever left may come back, so that nothing is gained by one who left before them.
        if heir is None or (seats[heir].held and seats[host].standing is not Standing.RESIGNED):
            return None
        return self.record.seats[heir].user_id

    async def save(self, seats: Sequence[SeatRecord], host_id: int | None = None) -> None:
        now = self.ports.clock.now()
        host = self.record.host_id if host_id is None else host_id
        await self.ports.store.save_seats(self.id, seats, host, now)
        if host != self.record.host_id:
            self.host_at = now
        self.record = replace(self.record, seats=tuple(seats), host_id=host, touched_at=now)

    async def meet_beginners(self) -> None:
        """Find out whose first hand is dealt here; where the store can't tell, nobody is guided."""
        people = [seat.user_id for seat in self.record.seats if seat.user_id is not None]
        try:
            self.beginners = await self.ports.store.first_hands(self.record.guild_id, self.id, people)
        except StoreFailed as error:
            log.warning("nobody is guided at a table: %s", error, extra={"table": self.id})

    async def renamed(self, user_id: int, name: str) -> None:
        """Somebody goes by another name in this server now."""
        async with self.lock:
            seat = self.seat_of(user_id)
            if seat is None or not self.live or self.record.seats[seat].name == name:
                return
            seats = list(self.record.seats)
            seats[seat] = replace(seats[seat], name=name)
            # No touch: a lobby that nobody joins or leaves still closes in time.
            await self.ports.store.save_seats(self.id, seats, self.record.host_id, self.record.touched_at)
            self.record = replace(self.record, seats=tuple(seats))

    async def forget_person(self, user_id: int, former: int, name: str) -> None:
        """Somebody whom this table does without was forgotten: nothing here may write their id or name down again."""
        async with self.lock:
            self.reached.pop(user_id, None)
            host, seat = self.record.host_id, self.seat_of(user_id)
            if host == user_id:
                playing = seat is not None and self.game is not None and self.game.dealt and not self.over
                host = (self._heir(seat) if seat is not None and playing else None) or former
            seats = tuple(
                SeatRecord(seat.seat, former, name, dm_closed=True) if seat.user_id == user_id else seat
                for seat in self.record.seats
            )
            if seats != self.record.seats or host != self.record.host_id:
                # Before anything can fail: the store knows them no more.
                self.record = replace(self.record, seats=seats, host_id=host)
                await self.ports.store.save_seats(self.id, seats, host, self.record.touched_at)

    async def save_rules(self, ruleset: Ruleset) -> None:
        """The rules the cards will be dealt with, from now on."""
        now = self.ports.clock.now()
        await self.ports.store.save_ruleset(self.id, text := ruleset.model_dump_json(), now)
        self.record = replace(self.record, ruleset=text, touched_at=now)
        self._read_rules()

    async def set_status(self, status: TableStatus) -> None:
        now = self.ports.clock.now()
        await self.ports.store.set_status(self.id, status, now)
        self.record = replace(self.record, status=status, touched_at=now)
