"""What the store keeps about a table besides its journal: plain frozen rows.

Between the tables, which own them, and the store, which writes them down. They must hold no card: hands live in
the journal alone, except for an armed play, which its seat has already chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.cpu.levels import Level


class TableStatus(StrEnum):
    """Where a table stands. `LOBBY` and `PLAYING` are live: they hold their channel and are recovered at start."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sits where: the one place that ties a seat number to a Discord user.

    A CPU's seat has a `level` and no user.
    """

    seat: int
    user_id: int | None
    name: str
    dm_channel_id: int | None = None
    hand_message_id: int | None = None
    dm_closed: bool = False
    level: Level | None = None

    @property
    def forgotten(self) -> bool:
        """Whether somebody sat here who has asked to be forgotten: a negative number stands in their place."""
        return self.user_id is not None and self.user_id < 0

    @property
    def cpu(self) -> bool:
        """Whether a CPU sits here, and not only keeps the seat for somebody."""
        return self.level is not None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table: a lobby and the game that grows out of it. `ruleset` is the JSON of the game's `Ruleset`."""

    id: int
    guild_id: int
    channel_id: int
    guild_name: str
    channel_name: str
    locale: str
    status: TableStatus
    host_id: int
    dealer: int
    ruleset: str
    created_at: datetime
    touched_at: datetime
    seats: tuple[SeatRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class ThreadRecord:
    """A thread the bot opened for a table, below the channel `parent_id`."""

    thread_id: int
    guild_id: int
    parent_id: int
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One event as stored: `body` is its JSON, `version` the schema version of that JSON."""

    seq: int
    kind: str
    version: int
    body: str = field(repr=False)
    at: datetime


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A message of a table that may still be edited.

    `slot` is `lobby`, `deal`, `claim`, `force`, `standing`, `round`, `end`, `fault` or `stop`; `stale:<number>` is an
    earlier claim that still has its buttons. `seq` is the number of the claim, round or fault that the message shows;
    `sent_at` is Discord's own time of the message.
    """

    slot: str
    seq: int
    channel_id: int
    message_id: int
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """The last interaction token that may edit a message for free, with its age (tokens live 15 minutes).

    `slot` is `lobby`, `claim`, `hand:<seat>` or, for a copy at the table, `copy:<seat>`; `message_id` is the message
    the token's `@original` stands for.
    """

    slot: str
    message_id: int
    token: str = field(repr=False)
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ArmedRecord:
    """A play chosen in advance by the next seat; `turn` is the turn number it was armed for."""

    seat: int
    turn: int
    body: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Recollection:
    """All that is stored of one table beside its record, as a start reads it back.

    `first_hands` says of people who sit there in which table's game their first hand was dealt, as far as remembered;
    `settings` is what the server has settled, the JSON of `ServerSettings`, or None where nobody changed anything.
    """

    journal: Sequence[JournalEntry] = ()
    armed: Sequence[ArmedRecord] = ()
    messages: Sequence[MessageRecord] = ()
    tokens: Sequence[TokenRecord] = ()
    kicked: frozenset[int] = frozenset()
    first_hands: Mapping[int, int] = field(default_factory=dict)
    settings: str | None = None
