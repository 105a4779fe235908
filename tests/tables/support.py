"""A world without Discord: tables, the real store, a Discord that remembers, and people who press.

A world lives on through restarts: what Discord and the database know stays, everything else is lost. Every press is
recorded with its answers; after each test the invariants that hold at any table can be checked.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, Concatenate, ParamSpec

from bot.engine.cards import Card, Cards, pack
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState, Phase, Standing
from bot.tables.answers import Accepted, Answer, Posted, Press, Refused
from bot.tables.records import TokenRecord
from bot.tables.table import Table
from bot.tables.views import group_of
from tests.tables.fakes import VirtualLoop
from tests.tables.lives import LATENCY, Lives

P = ParamSpec("P")

CHANNEL = 900
GUILD = 1
FIRST_USER = 101
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo")

Ask = Callable[..., Coroutine[Any, Any, None]]


def user(seat: int) -> int:
    """Who sits there in a freshly opened table."""
    return FIRST_USER + seat


def user_at(table: Table, seat: int) -> int:
    """Who sits there now."""
    user_id = table.user_of(seat)
    assert user_id is not None
    return user_id


class World(Lives):
    """A world with people who open tables and press."""

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
