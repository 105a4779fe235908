"""What a table needs from the outside world, as Protocols: store, clock, chance and presenter.

The store and the user interface implement these. Nothing here may import them, Discord or SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from bot.tables.answers import HandPlace, Posted
from bot.tables.record_store import RecordStore
from bot.tables.records import (
    ArmedRecord,
    JournalEntry,
    MessageRecord,
    Recollection,
    SeatRecord,
    TableRecord,
    TableStatus,
    ThreadRecord,
    TokenRecord,
)
from bot.tables.views import HandView, TableView


class TableStore(Protocol):
    """Tables, their journals and their messages. Every method is one transaction; all times are aware UTC."""

    async def create_table(self, record: TableRecord) -> int:
        """Store a new table with its seats and give its id, not `record.id`; raises `ChannelTaken` if one is live."""
        ...

    async def save_seats(self, table_id: int, seats: Sequence[SeatRecord], host_id: int, touched_at: datetime) -> None:
        """Replace the table's seats and host (lobby joins and leaves, hand messages, closed DMs)."""
        ...

    async def save_ruleset(self, table_id: int, ruleset: str, touched_at: datetime) -> None:
        """Replace the rules a table in the lobby will be dealt with."""
        ...

    async def set_status(self, table_id: int, status: TableStatus, touched_at: datetime) -> None:
        """Move the table to another status; `OVER` and `CLOSED` free its channel and forget its tokens."""
        ...

    async def live_tables(self) -> Sequence[TableRecord]:
        """Every table in the lobby or playing, oldest first, with its seats."""
        ...

    async def table(self, table_id: int) -> TableRecord | None:
        """One table of any status."""
        ...

    async def append(
        self, table_id: int, entries: Sequence[JournalEntry], *, status: TableStatus | None = None
    ) -> None:
        """Append events and a status, all or nothing; raises `JournalConflict` where a number is taken or skipped."""
        ...

    async def journal(self, table_id: int) -> Sequence[JournalEntry]:
        """All events of the table's game in order."""
        ...

    async def recollections(self, table_ids: Sequence[int]) -> Sequence[Recollection]:
        """What is stored of each of these tables, in this order, read together; nothing of one that is not stored."""
        ...

    async def save_message(self, table_id: int, record: MessageRecord) -> None:
        """Remember the current message of a slot, replacing the one before."""
        ...

    async def drop_message(self, table_id: int, slot: str) -> None:
        """Forget the message of a slot; a slot without one is fine."""
        ...

    async def messages(self, table_id: int) -> Sequence[MessageRecord]:
        """The current message of every slot."""
        ...

    async def save_token(self, table_id: int, record: TokenRecord) -> None:
        """Remember the newest token of a slot, replacing the one before."""
        ...

    async def tokens(self, table_id: int) -> Sequence[TokenRecord]:
        """The newest token of every slot."""
        ...

    async def save_armed(self, table_id: int, record: ArmedRecord) -> None:
        """Remember the armed play of a seat, replacing the one before."""
        ...

    async def drop_armed(self, table_id: int, seat: int) -> None:
        """Forget the armed play of a seat; a seat without one is fine."""
        ...

    async def armed(self, table_id: int) -> Sequence[ArmedRecord]:
        """Every armed play of the table."""
        ...

    async def kick(self, table_id: int, user_id: int) -> None:
        """Remember that the user may not take a seat of this table back."""
        ...

    async def unkick(self, table_id: int, user_id: int) -> None:
        """Forget that; for somebody who always might it is fine."""
        ...

    async def kicked(self, table_id: int) -> frozenset[int]:
        """The users who may not."""
        ...

    async def save_nudges(self, table_id: int, wait: int, seats: Set[int]) -> None:
        """Remember which seats have nudged in the wait with this number, and no older wait."""
        ...

    async def nudges(self, table_id: int, wait: int) -> frozenset[int]:
        """The seats that have nudged in this wait."""
        ...

    async def seen(self, guild_id: int, user_id: int, name: str, at: datetime) -> None:
        """Remember the name a player was last seen with in a server."""
        ...

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """The name a player was last seen with in a server."""
        ...

    async def first_hands(self, guild_id: int, table_id: int, players: Sequence[int]) -> frozenset[int]:
        """Those of the players whose first hand ever is dealt at this table; each has one, and asking again is fine."""
        ...

    async def meta(self, key: str) -> str | None:
        """A small fact about the whole bot (hash of the commands synced, clock offset)."""
        ...

    async def set_meta(self, key: str, value: str) -> None:
        """Store such a fact."""
        ...


class HouseRulesStore(Protocol):
    """What each server's tables are opened with: the JSON of a `Ruleset`, perhaps of another version of the bot."""

    async def house_rules(self, guild_id: int) -> str | None:
        """The server's ruleset, or None where nobody changed anything."""
        ...

    async def set_house_rules(self, guild_id: int, ruleset: str, by: int, at: datetime) -> None:
        """Replace the server's ruleset, changed by the user `by`."""
        ...

    async def drop_house_rules(self, guild_id: int) -> None:
        """The server has no house rules any more; one without is fine."""
        ...


class SettingsStore(Protocol):
    """What each server has settled for the bot: the JSON of `ServerSettings`, perhaps of another version of the bot."""

    async def settings(self, guild_id: int) -> str | None:
        """The server's settings, or None where nobody changed anything."""
        ...

    async def set_settings(self, guild_id: int, settings: str, by: int, at: datetime) -> None:
        """Replace the server's settings, changed by the user `by`."""
        ...

    async def drop_settings(self, guild_id: int) -> None:
        """The server goes by the defaults again; one that does so already is fine."""
        ...


class ThreadStore(Protocol):
    """The threads opened for tables that are still to be archived, and when a place had its last table."""

    async def save_thread(self, record: ThreadRecord) -> None:
        """Remember a thread that was opened for a table."""
        ...

    async def drop_thread(self, thread_id: int) -> None:
        """Forget a thread; one that is not known is fine."""
        ...

    async def threads(self) -> Sequence[ThreadRecord]:
        """All of them, oldest first."""
        ...

    async def last_opened(self, channel_id: int) -> datetime | None:
        """When the last table was opened in the channel or in a thread below it; None if there never was one."""
        ...

    async def last_ended(self, channel_id: int) -> datetime | None:
        """When the last table that is over ended in this very channel or thread; None if none has."""
        ...


class Store(TableStore, HouseRulesStore, SettingsStore, ThreadStore, Protocol):
    """All that the bot keeps."""

    @property
    def record(self) -> RecordStore:
        """What finished games count for."""
        ...


class ChannelTaken(Exception):
    """A live table already holds the channel; `table_id` names it."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table {table_id} holds this channel")
        self.table_id = table_id


class StoreFailed(Exception):
    """The store can't be used right now (a full disk, say): nothing of what was asked has happened."""


class StoreUnread(StoreFailed):
    """What is stored can't be read right now (a damaged file, say); nothing was to be changed."""


class JournalConflict(Exception):
    """An event with this sequence number is already stored, or one before it is missing."""


class Clock(Protocol):
    """Discord's time as best known, and a way to be called when it comes."""

    def now(self) -> datetime:
        """Discord's time, aware UTC."""
        ...

    def learn(self, stamp: datetime) -> None:
        """A message or interaction made by Discord at `stamp` has just reached us."""
        ...

    def assume(self, error_s: float) -> None:
        """Until Discord tells its time, believe the wall clock to be this many seconds behind it."""
        ...

    @property
    def known(self) -> bool:
        """Whether Discord has told its time since the start."""
        ...

    @property
    def error_s(self) -> float:
        """Seconds by which the wall clock is behind Discord's time."""
        ...

    def call_at(self, when: datetime, callback: Callable[[], None]) -> Timer:
        """Call back at `when` (Discord's time), at once if that is past; the timer can be cancelled."""
        ...


class Timer(Protocol):
    """A pending call."""

    def cancel(self) -> None:
        """Don't call any more; harmless when the call was made."""
        ...


class Entropy(Protocol):
    """Where chance comes from."""

    def draw(self, size: int) -> bytes:
        """`size` unpredictable bytes."""
        ...


class Presenter(Protocol):
    """Shows a table to people. Each method is at most one request to Discord (opening a DM is one more).

    `nonce` makes a repeated send harmless. A `token` edits for free; without one, or when it is too old or spent, the
    channel route is used. All raise `ShowFailed`; none may be called under a table's lock.
    """

    def pressed(self, channel_id: int) -> bool:
        """Whether requests to this channel would have to wait now: what can be left out then is left out."""
        ...

    async def post_deal(self, view: TableView, nonce: str) -> Posted:
        """The message that begins the game: order, counts, commitment, rank due, who begins (mentioned)."""
        ...

    async def post_claim(self, view: TableView, nonce: str) -> Posted:
        """The open claim with its buttons; mentions who is next."""
        ...

    async def redraw_claim(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The claim message as it stands now: still open, stood, or turned up. Settled ones have no buttons."""
        ...

    async def redraw_moved(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """Take the buttons off an older copy of a message and show the way to the newest one."""
        ...

    async def redraw_lobby(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The table message as the table stands now (people, rules, started, closed)."""
        ...

    async def post_table(self, view: TableView, nonce: str) -> Posted:
        """The table as it stands as a new message: the lobby, or where the game is."""
        ...

    async def post_end(self, view: TableView, nonce: str) -> Posted:
        """Places, everybody's evening, the fair-deal proof, Rematch."""
        ...

    async def post_round(self, view: TableView, number: int, nonce: str) -> Posted:
        """The end of the round `number` of a match: places, points, the proof, and Next round while that may come."""
        ...

    async def redraw_round(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The end of the round `message.seq` as things stand: once the next has begun, without its button."""
        ...

    async def post_notice(self, view: TableView, notice: Notice, nonce: str) -> Posted:
        """One short public message; mentions `notice.mention`'s person if set."""
        ...

    async def redraw_notice(self, view: TableView, message: MessageRecord, notice: Notice) -> None:
        """A short message that says something else now."""
        ...

    async def redraw_force(self, view: TableView, message: MessageRecord) -> None:
        """What told that somebody is asked to show a card, about the claim `message.seq`: marked once answered."""
        ...

    async def welcome(self, view: TableView, seat: int) -> HandPlace:
        """Open the seat's DM and greet them there (F1: only after their Join, paced)."""
        ...

    async def take_away(self, message: MessageRecord) -> None:
        """Delete a short message that says nothing any more."""
        ...

    async def post_waiting(self, view: TableView, nonce: str) -> Posted:
        """Whom the table waits for, with Nudge; mentions them."""
        ...

    async def redraw_waiting(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        """The same as it stands now: who has nudged, or that the wait is over."""
        ...

    async def redraw_greeting(self, view: TableView, user_id: int, place: HandPlace, parting: Parting) -> None:
        """What stands where somebody was greeted: that they have a seat in the lobby, or why they have none."""
        ...

    async def show_hand(self, hand: HandView, place: HandPlace | None, token: TokenRecord | None) -> HandPlace:
        """Draw the hand at its place by the token or the DM route; send it anew when there is no place."""
        ...


class Parting(StrEnum):
    """Why somebody who was greeted has no seat in a lobby any more."""

    KICKED = "kicked"
    LEFT = "left"
    CLOSED = "closed"


class NoticeKind(StrEnum):
    """Short public messages."""

    REMINDER = "reminder"
    TURN = "turn"
    RESIGNED = "resigned"
    LEFT = "left"
    TAKEN_OVER = "taken_over"
    RETURNED = "returned"
    STOPPED = "stopped"
    STOPPING = "stopping"
    STOPPING_UNWRITTEN = "stopping_unwritten"
    LOBBY_EXPIRED = "lobby_expired"
    RESUMED = "resumed"
    STANDING = "standing"
    FAULT = "fault"
    PASSED = "passed"
    CLEARED = "cleared"
    FORCED = "forced"
    SETTLED = "settled"
    KICKED = "kicked"
    UNSEATED = "unseated"
    UNTOUCHED = "untouched"
    NEW_HOST = "new_host"


@dataclass(frozen=True, slots=True)
class Notice:
    """A short public message about `seat`; `mention` is the seat to ping; `count` of cards.

    `seconds` is a time left, and `until` when it is over. Where nothing was touched, `count` is of hours. `name` is
    somebody's who has no seat any more; `heir` is the seat that the host's powers have passed to by this.
    """

    kind: NoticeKind
    seat: int | None = None
    mention: int | None = None
    seconds: int = 0
    count: int = 0
    until: datetime | None = None
    name: str = ""
    heir: int | None = None
