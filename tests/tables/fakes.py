"""What stands in for the outside world of a table: virtual time, the store's connection, and a Discord that remembers.

Time stands still while anything can run and jumps to the next timer when nothing can, so a minute costs nothing and
every run is the same. `support.World` puts these together.
"""

from __future__ import annotations

import asyncio
import selectors
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from bot.store import SqliteTableStore
from bot.tables.answers import HandPlace, Posted, ShowFailed, Trouble
from bot.tables.ports import Notice, Parting
from bot.tables.records import JournalEntry, MessageRecord, TableStatus, TokenRecord
from bot.tables.views import HandView, TableView

T = TypeVar("T")

TOKEN_LIFE = timedelta(minutes=15)
NONCE_LIFE = timedelta(minutes=5)
WRITES = frozenset(
    {
        "create_table",
        "save_seats",
        "set_status",
        "append",
        "save_message",
        "save_token",
        "save_armed",
        "drop_armed",
        "seen",
        "set_meta",
        "kick",
        "unkick",
        "save_nudges",
    }
)


# --- virtual time -----------------------------------------------------------------------------------------------------


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time jumps to the next timer when nothing else is left to do."""

    def __init__(self) -> None:
        super().__init__(_IdleSelector(self))
        self.elapsed = 50.0
        # Work handed to a thread: time waits for it.
        self.outside = 0

    def time(self) -> float:
        return self.elapsed

    async def shutdown_default_executor(self) -> None:
        """Its threads end in real time."""
        self.outside += 1
        await super().shutdown_default_executor()


class _IdleSelector(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        if self._loop.outside:
            return super().select(5.0)
        if timeout is None:
            raise RuntimeError("everything waits, and nothing will ever come")
        if ready := super().select(0):
            return ready
        self._loop.elapsed += timeout
        return []


# --- the ports --------------------------------------------------------------------------------------------------------


class Outside(Protocol):
    """What a fake asks of its world: when it fails, how long it takes, and where the process ends."""

    memory: Memory
    in_thread: bool

    @property
    def loop(self) -> VirtualLoop: ...
    def true_now(self) -> datetime: ...
    def wrote(self, entries: Sequence[JournalEntry]) -> None: ...
    def store_fails(self, method: str) -> Exception | None: ...
    def fails(self, kind: str, about: int) -> Trouble | None: ...
    def loses(self, kind: str, about: int) -> Trouble | None: ...
    def takes(self, kind: str, about: int) -> float: ...
    async def pass_by(self, where: str, *, counts: bool = True) -> None: ...


class Crash(BaseException):
    """The process ends here: nobody may catch it, and nothing after it reaches the world."""


class InPlace:
    """As much of an `aiosqlite` connection as the store uses, working in place: nothing depends on a thread's pace."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA foreign_keys=ON")

    async def execute_fetchall(self, sql: str, parameters: Sequence[Any] = ()) -> list[sqlite3.Row]:
        return self.connection.execute(sql, parameters).fetchall()

    async def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self.connection.executemany(sql, rows)

    @property
    def _conn(self) -> sqlite3.Connection:
        return self.connection

    async def _execute(self, function: Callable[..., Any], *args: Any) -> Any:
        return function(*args)

    async def commit(self) -> None:
        self.connection.commit()

    async def rollback(self) -> None:
        self.connection.rollback()

    async def close(self) -> None:
        """The world closes it: the data is to outlive the process."""


class StoreProxy:
    """The real store, with what a test wants to happen around its calls."""

    def __init__(self, inner: SqliteTableStore, world: Outside) -> None:
        self._inner, self._world = inner, world

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._inner, name)

        async def call(*args: Any, **kwargs: Any) -> Any:
            world = self._world
            await world.pass_by(f"store.{name} begins", counts=False)
            if (failure := world.store_fails(name)) is not None:
                raise failure
            world.loop.outside += world.in_thread
            try:
                result = await method(*args, **kwargs)
            finally:
                world.loop.outside -= world.in_thread
            if name == "append":
                world.wrote(args[1])
            await world.pass_by(f"store.{name} done", counts=name in WRITES)
            return result

        return call


@dataclass(slots=True)
class Message:
    """A message as Discord remembers it."""

    id: int
    kind: str
    nonce: str
    number: int
    sent_at: datetime
    view: TableView
    #: As it was posted.
    notice: Notice | None = None
    #: As it was drawn anew last, if it was.
    says: Notice | None = None
    edits: list[TableView] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shown:
    """One call of the presenter: what it was about, what it cost, and whether a token paid."""

    kind: str
    at: datetime
    about: int
    paid: int
    token: bool = False
    note: str = ""
    hand: HandView | None = None
    view: TableView | None = None


class Memory:
    """What Discord knows. It survives the bot."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.dms: dict[int, HandPlace] = {}
        self.hands: dict[int, HandView] = {}
        self.calls: list[Shown] = []
        # Whether requests would have to wait.
        self.pressed = False
        self._last = 5000

    def new_id(self) -> int:
        self._last += 1
        return self._last

    def of(self, kind: str, table_id: int | None = None) -> list[Message]:
        return [m for m in self.messages if m.kind == kind and table_id in (None, m.view.id)]

    def paid(self, since: int = 0) -> int:
        return sum(call.paid for call in self.calls[since:])


class FakePresenter:
    """Implements `ports.Presenter` on a `Memory`; its world says when it fails, before or after the effect."""

    def __init__(self, world: Outside) -> None:
        self._world = world

    def pressed(self, channel_id: int) -> bool:
        return self._world.memory.pressed

    async def post_deal(self, view: TableView, nonce: str) -> Posted:
        return await self._post("deal", view, nonce)

    async def post_claim(self, view: TableView, nonce: str) -> Posted:
        assert view.seen is not None
        assert view.seen.claim is not None, "a claim was posted that is not open"
        timed = view.printed is not None
        assert timed != view.seen.next_play_closes, "a claim was posted without its deadline, or with one it has not"
        return await self._post("claim", view, nonce, view.seen.claim.number)

    async def post_table(self, view: TableView, nonce: str) -> Posted:
        return await self._post("table", view, nonce)

    async def post_end(self, view: TableView, nonce: str) -> Posted:
        assert view.seen is not None
        assert view.seen.outcome is not None
        return await self._post("end", view, nonce)

    async def post_round(self, view: TableView, number: int, nonce: str) -> Posted:
        assert any(past.number == number for past in view.past)
        return await self._post("round", view, nonce, number)

    async def redraw_round(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        await self._redraw("redraw_round", view, message, token)

    async def post_notice(self, view: TableView, notice: Notice, nonce: str) -> Posted:
        return await self._post("notice", view, nonce, notice=notice)

    async def redraw_notice(self, view: TableView, message: MessageRecord, notice: Notice) -> None:
        await self._redraw("redraw_notice", view, message, None, notice=notice)

    async def take_away(self, message: MessageRecord) -> None:
        memory = self._world.memory

        def effect() -> None:
            memory.messages = [known for known in memory.messages if known.id != message.message_id]

        await self._show("take_away", message.seq, 1, effect)

    async def post_waiting(self, view: TableView, nonce: str) -> Posted:
        assert view.waiting is not None
        return await self._post("waiting", view, nonce, view.waiting.number)

    async def redraw_waiting(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        await self._redraw("redraw_waiting", view, message, token)

    async def redraw_greeting(self, view: TableView, user_id: int, place: HandPlace, parting: Parting) -> None:
        seated = view.status is TableStatus.LOBBY and view.seat_of(user_id) is not None
        await self._show(f"greeting:{'welcome' if seated else parting}", user_id, 1, lambda: None, view)

    async def redraw_force(self, view: TableView, message: MessageRecord) -> None:
        await self._redraw("redraw_force", view, message, None)

    async def redraw_claim(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        await self._redraw("redraw_claim", view, message, token)

    async def redraw_moved(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        await self._redraw("redraw_moved", view, message, token)

    async def redraw_lobby(self, view: TableView, message: MessageRecord, token: TokenRecord | None) -> None:
        await self._redraw("redraw_lobby", view, message, token)

    async def welcome(self, view: TableView, seat: int) -> HandPlace:
        user = view.user_of(seat)

        def effect() -> HandPlace:
            place = HandPlace(70_000 + user, self._world.memory.new_id())
            self._world.memory.dms[user] = place
            return place

        return await self._show("welcome", seat, 2, effect, view)

    async def show_hand(self, hand: HandView, place: HandPlace | None, token: TokenRecord | None) -> HandPlace:
        user = hand.table.user_of(hand.seat)
        memory = self._world.memory

        def effect() -> HandPlace:
            memory.hands[user] = hand
            if place is not None:
                return place
            if token is not None:
                return HandPlace(hand.table.channel_id, token.message_id)
            memory.dms[user] = HandPlace(70_000 + user, memory.new_id())
            return memory.dms[user]

        free = self._free(token, place.message_id if place is not None else None)
        paid = 0 if free else 1 if place is not None else 2
        return await self._show("hand", hand.seat, paid, effect, hand.table, token=token, note=hand.note, hand=hand)

    # --- how Discord takes it -----------------------------------------------------------------------------------------

    def _free(self, token: TokenRecord | None, message_id: int | None) -> bool:
        if token is None:
            return False
        assert self._world.true_now() - token.created_at < TOKEN_LIFE, "a token was used that has expired"
        return message_id is None or token.message_id == message_id

    async def _post(
        self, kind: str, view: TableView, nonce: str, number: int = 0, notice: Notice | None = None
    ) -> Posted:
        assert 0 < len(nonce) <= 25, nonce
        memory, now = self._world.memory, self._world.true_now

        def effect() -> Posted:
            known = [m for m in memory.messages if m.nonce == nonce and now() - m.sent_at < NONCE_LIFE]
            if not known:
                known = [Message(memory.new_id(), kind, nonce, number, now(), view, notice)]
                memory.messages.extend(known)
            return Posted(view.channel_id, known[-1].id, known[-1].sent_at)

        return await self._show(kind, number, 1, effect, view, note=notice.kind if notice is not None else "")

    async def _redraw(
        self,
        kind: str,
        view: TableView,
        message: MessageRecord,
        token: TokenRecord | None,
        notice: Notice | None = None,
    ) -> None:
        def effect() -> None:
            for known in self._world.memory.messages:
                if known.id == message.message_id:
                    known.edits.append(view)
                    known.says = notice or known.says

        paid = 0 if self._free(token, message.message_id) else 1
        await self._show(kind, message.seq, paid, effect, view, token=token)

    async def _show(
        self,
        kind: str,
        about: int,
        paid: int,
        effect: Callable[[], T],
        view: TableView | None = None,
        *,
        token: TokenRecord | None = None,
        note: str = "",
        hand: HandView | None = None,
    ) -> T:
        world = self._world
        await world.pass_by(f"show.{kind} begins")
        world.memory.calls.append(Shown(kind, world.true_now(), about, paid, token is not None, note, hand, view))
        if (trouble := world.fails(kind, about)) is not None:
            raise ShowFailed(trouble)
        result = effect()
        if pause := world.takes(kind, about):
            # People see the message before we hear that it is there.
            await asyncio.sleep(pause)
        if (trouble := world.loses(kind, about)) is not None:
            raise ShowFailed(trouble)
        await world.pass_by(f"show.{kind} done")
        return result
