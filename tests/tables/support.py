"""A world without Discord: tables, the real store, a Discord that remembers, and people who press.

A world lives on through restarts: what Discord and the database know stays, everything else is lost. Every press is
recorded with its answers; after each test the invariants that hold at any table can be checked.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, cast

from bot.engine.cards import Card, Cards, pack
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState, Phase, Standing
from bot.store import Database, SqliteTableStore, migrate
from bot.tables.answers import Accepted, Answer, Posted, Press, Refused, Trouble
from bot.tables.clock import DiscordClock
from bot.tables.ports import Presenter, SettingsStore, TableStore
from bot.tables.records import JournalEntry, TokenRecord
from bot.tables.registry import Registry
from bot.tables.settings import Settings
from bot.tables.table import Table
from bot.tables.views import group_of
from tests.tables.fakes import Crash, FakePresenter, InPlace, Memory, StoreProxy, VirtualLoop

P = ParamSpec("P")

DAWN = datetime(2026, 5, 1, 18, 0, 0, 250_000, tzinfo=UTC)
CHANNEL = 900
GUILD = 1
FIRST_USER = 101
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo")
LATENCY = timedelta(milliseconds=50)

Ask = Callable[..., Coroutine[Any, Any, None]]


def user(seat: int) -> int:
    """Who sits there in a freshly opened table."""
    return FIRST_USER + seat


def user_at(table: Table, seat: int) -> int:
    """Who sits there now."""
    user_id = table.user_of(seat)
    assert user_id is not None
    return user_id


class World:
    """Everything outside the tables, and the registry of the life that is running.

    `wall_error` is how wrong the machine's clock is, in seconds. `yields` seeds how often every call of a port lets
    others run; `None` for never.
    """

    def __init__(
        self, *, seed: int = 1, wall_error: float = 0.0, yields: int | None = None, path: Path | None = None
    ) -> None:
        self.seed, self.wall_error, self.path = seed, wall_error, path
        self.in_thread = path is not None
        self.memory = Memory()
        self.dice = random.Random(yields) if yields is not None else None
        self.fails: Callable[[str, int], Trouble | None] = lambda kind, about: None
        self.loses: Callable[[str, int], Trouble | None] = lambda kind, about: None
        self.takes: Callable[[str, int], float] = lambda kind, about: 0.0
        self.presenter: Presenter = FakePresenter(self)
        self.store_fails: Callable[[str], Exception | None] = lambda method: None
        self.answers: dict[int, list[Answer]] = {}
        self.crash_at: int | None = None
        self.crash_when: Callable[[str], bool] = lambda where: False
        self.passed = 0
        self.places: list[str] = []
        self.dead: asyncio.Future[None] | None = None
        self._connection = InPlace() if path is None else None
        self._database: Database | None = None
        self._lived = 0.0
        self._born = 0.0
        self._keys = 0
        self._written = 0
        self._draws = 0
        self.registry: Registry
        self.store: TableStore
        self.clock: DiscordClock

    # --- time -----------------------------------------------------------------------------------------------------

    @property
    def loop(self) -> VirtualLoop:
        return cast("VirtualLoop", asyncio.get_running_loop())

    def true_now(self) -> datetime:
        """Discord's real time."""
        return DAWN + timedelta(seconds=self._lived + self.loop.time() - self._born)

    async def settle(self, seconds: float = 0.0) -> None:
        """Let `seconds` pass, and then whatever can happen at once: time moves only when nothing else can."""
        await asyncio.sleep(seconds + 0.001)
        await asyncio.sleep(0.001)

    def stand_still(self, seconds: float) -> None:
        """So much time passes in which the process does nothing: it was stopped, or the machine is too busy."""
        self.loop.elapsed += seconds

    # --- lives ----------------------------------------------------------------------------------------------------

    async def start(self) -> int:
        """A process starts on the same database; gives how many tables came back."""
        self._born = self.loop.time()
        self.dead = self.loop.create_future()
        if self.path is None:
            assert self._connection is not None
            await self._connection.rollback()
            self._database = Database(cast("Any", self._connection), None, None)
        else:
            self.loop.outside += 1
            self._database = await Database.open(self.path)
            self.loop.outside -= 1
        self.loop.outside += self.in_thread
        await migrate(self._database)
        self.loop.outside -= self.in_thread
        self.store = cast("TableStore", StoreProxy(SqliteTableStore(self._database), self))
        wall_error = timedelta(seconds=self.wall_error)
        self.clock = DiscordClock(lambda: self.true_now() + wall_error)
        self.registry = Registry(
            self.store,
            self.presenter,
            self.clock,
            self,
            Settings(cast("SettingsStore", self.store), self.clock.now),
            lobby_minutes=15,
        )
        return await self.registry.recover()

    async def stop(self, *, cleanly: bool = True) -> None:
        """The process ends. Its loop must end with it; `live` sees to that."""
        if cleanly:
            await self.registry.close()
        self._lived += self.loop.time() - self._born
        self._born = self.loop.time()
        if self._database is not None and self.in_thread:
            self.loop.outside += 1
            await self._database.close()
            self.loop.outside -= 1

    def live(self, life: Callable[[], Coroutine[Any, Any, None]], *, downtime: float = 0.0) -> bool:
        """Run one process until `life` is over or the world crashes; gives whether it came to its end."""

        async def run() -> bool:
            self.loop.set_exception_handler(lambda loop, context: None)
            task = asyncio.ensure_future(self._whole(life))
            await asyncio.sleep(0)
            done = False
            while not done:
                waiting = {task} if self.dead is None else {task, self.dead}
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                done = task.done() or (self.dead is not None and self.dead.done())
            crashed = self.dead is not None and self.dead.done()
            self._lived += self.loop.time() - self._born
            if self.in_thread:
                await self._let_go_of_the_file()
            if not crashed:
                task.result()
            return not crashed

        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            ended = runner.run(run())
        self._lived += downtime
        return ended

    async def _let_go_of_the_file(self) -> None:
        """The end of a process frees its file, whatever was under way."""
        for other in asyncio.all_tasks() - {asyncio.current_task()}:
            other.cancel()
        self.loop.outside += 1
        await asyncio.sleep(0)
        assert self._database is not None
        await self._database.close()
        self.loop.outside -= 1

    async def _whole(self, life: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await self.start()
        await life()

    async def pass_by(self, where: str, *, counts: bool = True) -> None:
        """Every call of a port passes here: others may run, and the process may end."""
        if self.dead is not None and self.dead.done():
            raise Crash
        if counts:
            self.passed += 1
            self.places.append(where)
            if self.passed == self.crash_at or self.crash_when(where):
                self.crash_when = lambda where: False
                assert self.dead is not None
                self.dead.set_result(None)
                raise Crash
        if self.dice is not None:
            for _ in range(self.dice.randrange(4)):
                await asyncio.sleep(0)

    # --- chance ---------------------------------------------------------------------------------------------------

    def draw(self, size: int) -> bytes:
        """Chance that depends on what is written down, so that a repeat after a crash draws the same."""
        self._draws += 1
        mark = f"{self.seed}:{self._written}:{self._draws}".encode()
        return hashlib.shake_256(mark).digest(size)

    def wrote(self, entries: Sequence[JournalEntry]) -> None:
        """The store has taken these."""
        self._written += sum(entry.kind != "ClockStarted" for entry in entries)
        self._draws = 0

    def rewrite_rules(self, rules: str) -> None:
        """Between two lives: the stored tables have these rules, as written by another version of the bot."""
        assert self._connection is not None
        self._connection.connection.execute("UPDATE tables SET ruleset = ?", (rules,))

    # --- people ---------------------------------------------------------------------------------------------------

    def press(self, who: int, *, on_claim: bool = False, at: datetime | None = None, key: int | None = None) -> Press:
        """A press that Discord saw a moment ago; `who` is a user."""
        when = self.true_now() - LATENCY if at is None else at
        self._keys += 1
        number = (int(when.timestamp() * 1000) << 22) + self._keys if key is None else key
        self.clock.learn(when if at is None else min(when, self.true_now() - LATENCY))
        return Press(who, name_of(who), number, when, on_claim)

    async def ask(self, method: Ask, press: Press, *args: Any) -> Answer | None:
        """Press and wait; gives the answer, if there was exactly one."""
        told = self.answers.setdefault(press.key, [])

        async def show(answer: Answer) -> None:
            await self.pass_by("answer", counts=False)
            told.append(answer)

        await method(press, *args, show)
        return told[0] if len(told) == 1 else None

    def only_answer(self, press: Press) -> Answer:
        """The one answer a press has got."""
        (answer,) = self.answers[press.key]
        return answer

    # --- tables ---------------------------------------------------------------------------------------------------

    async def open(self, seats: int, **rules: Any) -> Table:
        """A lobby with so many people, all of whom were greeted."""
        opened = await self.registry.open(
            self.press(user(0)),
            guild_id=GUILD,
            guild_name="Guild",
            channel_id=CHANNEL,
            channel_name="cards",
            locale="en-US",
            ruleset=Ruleset(**rules),
        )
        assert isinstance(opened, Table)
        await opened.keep_message("lobby", Posted(CHANNEL, self.memory.new_id(), self.true_now()))
        await opened.welcome(user(0))
        for seat in range(1, seats):
            assert isinstance(await self.ask(opened.join, self.press(user(seat))), Accepted)
            await opened.welcome(user(seat))
        return opened

    async def deal(self, seats: int, **rules: Any) -> Table:
        """A table whose cards are out."""
        table = await self.open(seats, **rules)
        await self.begin(table)
        return table

    async def begin(self, table: Table) -> None:
        """The host starts."""
        assert isinstance(await self.ask(table.start, self.press(table.record.host_id)), Accepted)
        await self.settle()

    async def choose(self, table: Table, seat: int, cards: Cards) -> str:
        """Pick these cards in the seat's hand; gives the stamp of the label that Play has then."""
        who = user_at(table, seat)
        for _ in range(60):
            hand = table.hand(who)
            assert hand is not None
            wanted, picked = Counter(map(group_of, cards)), dict(hand.picks)
            missing = next((group for group in {**wanted, **picked} if wanted[group] != picked.get(group, 0)), None)
            if missing is None:
                return hand.stamp
            await self.ask(table.pick, self.press(who), missing)
        raise AssertionError("these cards cannot be picked")

    async def play(self, table: Table, *, lie: bool = False, count: int = 1) -> Answer | None:
        """The seat on turn (or next, while a window is open) lays true cards, or false ones."""
        assert table.game is not None
        seat = table.game.see(None).next.seat
        stamp = await self.choose(table, seat, cards_for(table, seat, lie=lie, count=count))
        return await self.ask(table.play, self.press(user_at(table, seat)), stamp)

    async def call(self, table: Table, seat: int, **more: Any) -> Answer | None:
        """The seat calls the open claim."""
        return await self.ask(table.challenge, self.press_on_claim(table, seat, **more), state(table).turns)

    async def let_go(self, table: Table, *seats: int) -> None:
        """These seats let the open claim go, as long as it is open."""
        number = state(table).turns
        for seat in seats:
            await self.ask(table.let_go, self.press_on_claim(table, seat), number)

    def press_on_claim(self, table: Table, seat: int, **more: Any) -> Press:
        return self.press(user_at(table, seat), on_claim=True, **more)

    async def all_let_go(self, table: Table) -> None:
        """Everybody who may call lets the claim go."""
        await self.let_go(table, *callers(table))
        await self.settle()

    async def finish(self, table: Table, most: int = 2000) -> None:
        """Play the table to its end, honestly where possible."""
        for _ in range(most):
            if not table.live or state(table).phase is Phase.OVER:
                break
            if state(table).phase is Phase.PLAY:
                here = state(table).seats[state(table).turn]
                if here.attended:
                    await self.play(table, lie=not cards_for(table, state(table).turn, lie=False, count=1))
                    await self.settle()
                else:
                    await self.settle(5)
            else:
                await self.all_let_go(table)
                if state(table).phase is Phase.WINDOW:
                    await self.settle(5)
        assert state(table).phase is Phase.OVER, "the table could not be played to its end"
        check_cards(state(table), len(table.record.seats), table.ruleset)
        await self.settle(5)

    def token(self, slot: str, message_id: int, age: timedelta = timedelta(0)) -> TokenRecord:
        return TokenRecord(slot, message_id, f"token-{slot}", self.true_now() - age)


Scene = Callable[Concatenate[World, P], Coroutine[Any, Any, None]]


def virtual(scene: Scene[P]) -> Callable[P, None]:
    """Run an asynchronous test in virtual time, in a world of its own that has just been started."""
    return in_world()(scene)


def in_world(**settings: Any) -> Callable[[Scene[P]], Callable[P, None]]:
    """The same in a world with these settings."""

    def decorate(scene: Scene[P]) -> Callable[P, None]:
        def test(*args: P.args, **kwargs: P.kwargs) -> None:
            run_in(World(**settings), lambda world: scene(world, *args, **kwargs))

        test.__name__, test.__doc__, test.__module__ = scene.__name__, scene.__doc__, scene.__module__
        # pytest gives what is left when the world is there.
        given = inspect.signature(scene)
        test.__signature__ = given.replace(parameters=list(given.parameters.values())[1:])  # type: ignore[attr-defined]
        return test

    return decorate


def run_in(world: World, scene: Callable[[World], Coroutine[Any, Any, None]]) -> None:
    """Run one life of a world."""

    async def life() -> None:
        await world.start()
        await scene(world)
        await world.stop()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(life())


# --- looking at a table -------------------------------------------------------------------------------------------


def name_of(who: int) -> str:
    seat = who - FIRST_USER
    return NAMES[seat] if 0 <= seat < len(NAMES) else f"User {who}"


def state(table: Table) -> GameState:
    assert table.game is not None
    return table.game.state


def callers(table: Table) -> tuple[int, ...]:
    """The seats that may still call the open claim."""
    assert table.game is not None
    claim = table.game.see(None).claim
    return () if claim is None else tuple(seat for seat in claim.callers if seat not in claim.declined)


def cards_for(table: Table, seat: int, *, lie: bool, count: int) -> Cards:
    """Up to `count` cards of the seat's hand that are (not) of the rank due."""
    assert table.game is not None
    seen = table.game.see(seat)
    rank = seen.next.ranks[0]
    fitting = [card for card in seen.hand if (card.rank is not rank) == lie]
    return tuple(fitting[:count])


def check_cards(now: GameState, seats: int, ruleset: Ruleset) -> None:
    """Every card is in exactly one place."""
    everywhere: list[Card] = [card for seat in now.seats for card in seat.hand]
    everywhere += [*now.pile, *(now.claim.cards if now.claim is not None else ())]
    everywhere += [*now.aside, *now.penalty, *now.removed]
    assert sorted(card.code for card in everywhere) == sorted(
        card.code for card in pack(ruleset.decks_for(seats), ruleset.jokers)
    )


def check(world: World, table: Table) -> None:
    """What holds at any moment between two presses."""
    now = state(table)
    check_cards(now, len(table.record.seats), table.ruleset)
    for key, told in world.answers.items():
        assert len(told) == 1, f"press {key} has {len(told)} answers"
    if now.phase is Phase.WINDOW:
        assert now.claim is not None
        assert now.turn == now.claim.claimant
    elif now.phase is Phase.PLAY:
        assert now.claim is None
        assert now.seats[now.turn].standing is Standing.IN


def refused(answer: Answer | None) -> Refused:
    assert isinstance(answer, Refused), answer
    return answer


def accepted(answer: Answer | None) -> Accepted:
    assert isinstance(answer, Accepted), answer
    return answer
