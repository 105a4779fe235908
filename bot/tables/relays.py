"""What passing interactions on to the process that has the table needs of the store, as Protocols.

The store implements it. Every method is one transaction. An interaction is answered by whoever removed it, or has
taken it, and by nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SeatSomewhere:
    """A table where somebody has a seat."""

    table_id: int
    guild_id: int
    guild_name: str
    channel_name: str


class Relays(Protocol):
    """Interactions that wait for another process. `payload` holds a token and must never be told."""

    async def guild_of(self, table_id: int) -> int | None:
        """The server of a live table; none for a table that is over or never was."""
        ...

    async def seats_of(self, user_id: int, *, ended_after: datetime | None = None) -> Sequence[SeatSomewhere]:
        """The live tables where somebody has a seat in the lobby or is in the game still, oldest first.

        With `ended_after` all whose process may still write them down: those, too, that ended since, and those where
        they gave up their seat.
        """
        ...

    async def pass_on(self, interaction_id: int, process: int, payload: str) -> None:
        """Leave an interaction for a process; one that is there already is fine."""
        ...

    async def withdraw(self, interaction_id: int, *, taken: bool) -> bool:
        """Remove an interaction if it still stands there; one that was taken only where `taken` says so."""
        ...

    async def waiting(self, process: int) -> bool:
        """Whether something waits for a process."""
        ...

    async def take(self, process: int, oldest: int) -> Sequence[str]:
        """What waits for a process, in the order it was pressed, taken by it now and never again.

        What has an id below `oldest` is removed: it could not be answered any more.
        """
        ...

    async def drop(self, oldest: int) -> None:
        """Remove what has an id below `oldest`, whichever process it was for: it could not be answered any more."""
        ...

    async def answered(self, interaction_ids: Sequence[int]) -> None:
        """Remove these; any that are gone are fine."""
        ...
