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


@dataclass(frozen=True, slots=True)
class Told:
    """What the processes of one bot have told each other."""

    #: Whether direct messages reach the process that has them all, as far as it knows.
    heard: bool = False
    #: Until when Discord wants no requests from any of them.
    quiet_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """What is left for a process. It may be dropped once its id is too low for an interaction to be answered."""

    id: int
    process: int
    text: str


class Words(Protocol):
    """What the processes tell each other. A word, unlike an interaction, waits for a process that is slow.

    It is left by whatever writes down what it tells of: neither is lost without the other.
    """

    def runs(self, process: int) -> bool | None:
        """Whether a process runs; none where that can't be told just now."""
        ...

    async def told(self) -> Told:
        """What stands there now."""
        ...

    async def tell_heard(self, heard: bool) -> None:
        """Tell whether direct messages reach the process that has them."""
        ...

    async def tell_quiet(self, until: datetime) -> None:
        """Tell until when Discord wants quiet; a later time that stands there already stays."""
        ...

    async def words(self, process: int) -> Sequence[tuple[int, str]]:
        """The words for a process with their ids, oldest first; they stay until they are `answered`."""
        ...

    async def answered(self, ids: Sequence[int]) -> None:
        """Remove these words or interactions; any that are gone are fine."""
        ...


class Relays(Words, Protocol):
    """Interactions that wait for another process. `payload` holds a token and must never be told."""

    async def guild_of(self, table_id: int) -> int | None:
        """The server of a live table; none for a table that is over or never was."""
        ...

    async def seats_of(self, user_id: int, *, needed: bool = False) -> Sequence[SeatSomewhere]:
        """The live tables where somebody has a seat in the lobby or is in the game still, oldest first.

        Only those that can't do without them, if they have to be `needed`: not those where a CPU keeps their seat and
        leaving can do no more than that (R-o).
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
