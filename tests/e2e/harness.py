"""An evening on an in-memory Discord: people who run commands and press buttons, and the client that answers them.

    async with World(make_bot) as world:
        alice = world.new_user("Alice", locale="de")
        reply = await world.slash(alice, world.channel, "cheat start", players=4)
        await world.click(alice, reply, "Join")
        await world.advance(15)
        assert "Your hand" in world.text(world.dms(alice)[-1])

The client comes from a factory, so that ``restart`` can make another one. People act through discord.py's real
dispatch; each act returns when the client has gone idle. Time stands still until ``advance``. Nobody touches a
network or the wall clock. What must never happen (unanswered presses, double answers, requests Discord would
refuse, exceptions) is collected in ``problems()``, which ``conftest.py`` asserts to be empty after each test.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self, TypeAlias, TypeVar

import discord
from simcord import InteractionResult

from tests.e2e.acts import ACK_S, Acts
from tests.e2e.transport import Fault, VirtualEnv, Wire

T = TypeVar("T")
Factory: TypeAlias = Callable[[], discord.Client | Awaitable[discord.Client]]

SHUTDOWN_S = 60

#: Every world made in the running test; ``conftest.py`` asks each for its problems.
WORLDS: list[World] = []


class World(Acts):
    """One in-memory Discord with one client on it, starting with one server and one text channel.

    ``make_bot`` makes the client under test (awaitables are awaited); with ``shard_count`` for an ``AutoShardedClient``
    that doesn't name one itself. ``yields`` seeds how often requests let other tasks run. ``discard`` frees what a
    killed client leaves open (threads of a database); it must not do what a clean shutdown does.
    """

    def __init__(
        self,
        make_bot: Factory,
        *,
        shard_count: int | None = None,
        yields: int | None = None,
        settle_timeout_s: float = 10.0,
        discard: Callable[[Any], Any] | None = None,
    ) -> None:
        self._make_bot = make_bot
        self._shard_count = shard_count
        self._yields = yields
        self._settle_timeout_s = settle_timeout_s
        self._discard = discard
        self._locales: dict[int, str] = {}
        self._payloads: dict[int, dict[str, Any]] = {}
        self._excused: set[int] = set()
        self._tolerated: list[str] = []
        self._closed_dms: dict[int, Fault] = {}
        self._outside_failures: list[str] = []
        WORLDS.append(self)

    # ------------------------------------------------------------------------------------------------- start and end

    async def __aenter__(self) -> Self:
        bot = await self._new_bot()
        needs_count = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        self.env = VirtualEnv(
            bot,
            check_errors=False,
            settle_timeout=self._settle_timeout_s,
            shard_count=(self._shard_count or 1) if needs_count else None,
        )
        self.wire = Wire(self.env, yields=self._yields)
        self._plain_emit = self.env.backend.emit
        self.env.backend.emit = self._emit  # type: ignore[method-assign]
        #: The first server and its first text channel.
        self.guild = self.new_guild("Home")
        self.channel = self.new_channel("cards")
        self._driver = self.env.time_context()
        with self.wire.installed():
            await self.env.start()
        self._driver.__enter__()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            if kind is None:
                if self._unanswered():  # it may be collecting presses for a moment
                    await self.advance(ACK_S)
                await self._close(self.env.bot)
            else:
                self._excused.update(self.env.backend.interactions)
                self.env.settle_timeout = 1.0
                with suppress(Exception):  # the test has failed already; leave no thread behind
                    await self._close(self.env.bot)
        finally:
            old = self.env.bot
            await self.env.shutdown()
            if kind is not None:
                await self._throw_away(old)
            self._driver.__exit__(None, None, None)

    async def _new_bot(self) -> discord.Client:
        made = self._make_bot()
        return await made if inspect.isawaitable(made) else made

    @property
    def bot(self) -> Any:
        """The client that runs now."""
        return self.env.bot

    async def _close(self, bot: discord.Client) -> None:
        """Shut the client down as ``SIGTERM`` would: ``await client.close()``, with time passing if it needs some."""
        if bot.is_closed():
            return
        with self.env._bot_scope():
            closing = asyncio.get_running_loop().create_task(bot.close())
        await self.settle()
        for _ in range(SHUTDOWN_S):
            if closing.done():
                break
            await self.advance(1)
        else:
            closing.cancel()
            self._outside_failures.append(f"close() did not end within {SHUTDOWN_S} s")
            return
        if (error := closing.exception()) is not None:
            self._outside_failures.append(f"close() failed: {error!r}")

    async def _throw_away(self, bot: discord.Client) -> None:
        if self._discard is not None:
            outcome = self._discard(bot)
            if inspect.isawaitable(outcome):
                await outcome

    async def restart(self, *, kill: bool = False, downtime_s: float = 0.0) -> None:
        """End the client and attach a new one from the factory to the same Discord.

        Cleanly (``close()`` is awaited) or, with ``kill``, by cancelling all its tasks where they stand: use ``hold``
        to stop it in the middle of something. ``downtime_s`` virtual seconds pass in between, without a client.
        """
        old = self.env.bot
        if kill:
            self._excused.update(self._unanswered())
        else:
            await self._close(old)
        self.wire.faults = [fault for fault in self.wire.faults if not fault.hold]
        self.env.downtime_s = downtime_s
        new = await self._new_bot()
        if kill:
            # What the old process held (locks on files) is free before the new one begins.
            self.env.between = lambda: self._throw_away(old)
        with self.wire.installed():
            await self.env.restart_bot(new)

    @contextmanager
    def as_bot(self) -> Iterator[None]:
        """Call the client's own methods from a test: inside, time and requests are the client's.

        Don't wait for a timer in there, it would never fire: that is what ``run`` is for.
        """
        with self.env._bot_scope():
            yield

    async def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine as the client's own task until it is done or idle; ``advance`` takes it further."""
        with self.env._bot_scope():
            task = asyncio.get_running_loop().create_task(work)
        await self.settle()
        return task

    # --------------------------------------------------------------------------------------------------- the judgement

    def tolerate(self, text: str) -> None:
        """Problems that contain ``text`` are expected in this test."""
        self._tolerated.append(text)

    def excuse(self, result: InteractionResult) -> None:
        """This interaction need not be answered."""
        self._excused.add(result._interaction.id)

    def problems(self) -> list[str]:
        """Everything that must not happen and did. Asserted empty after each test."""
        if not hasattr(self, "env"):
            return []  # the client could not even be made: the test has failed already
        found = list(self._outside_failures)
        for request in self.requests:
            name = f"{request.method} {request.path}"
            found += [f"Discord would refuse {name}: {problem}" for problem in request.problems]
            if request.code == 50035:
                found.append(f"refused as an invalid form: {request}")
            if request.is_callback and request.code == 40060:
                found.append(f"interaction {request.interaction_id} was answered twice")
            if request.is_callback and request.code == 10062 and request.interaction_id not in self._excused:
                found.append(f"interaction {request.interaction_id} was answered too late")
        found += [f"interaction never answered: {self._describe(number)}" for number in self._unanswered()]
        found += self.wire.crashes
        found += [f"the client raised {error!r}" for error in self.env._errors]
        return [problem for problem in found if not any(text in problem for text in self._tolerated)]

    def _unanswered(self) -> list[int]:
        return [
            record.id
            for record in self.env.backend.interactions.values()
            if not record.responded and record.id not in self._excused
        ]

    def _describe(self, interaction_id: int) -> str:
        payload = self._payloads.get(interaction_id, {})
        data = payload.get("data", {})
        who = payload.get("user") or payload.get("member", {}).get("user") or {}
        return f"{data.get('custom_id') or data.get('name')!r} by {who.get('username')}"
