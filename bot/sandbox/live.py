"""Lets time pass on a stage as it passes here, and lets one person act after another.

Between the pages, which ask at any moment, and the stage, on which only one thing may happen at a time. Everything that
touches the stage runs in `run`; everybody else waits for it. It must never act on its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, TypeVar

from bot.sandbox.feed import Feed
from bot.sandbox.stage import Answer, Stage

T = TypeVar("T")

# How often time is let pass, and so how late anything can be shown.
TICK_S: Final = 0.05
# A machine that stood still does not make up for it: that much passes in one step at most.
MOST_S: Final = 1.0
# How long Discord waits for an answer before it calls the interaction failed.
ANSWER_S: Final = 3.0
# How often old records are dropped.
FORGET_S: Final = 5.0


class Live:
    """A stage on which time passes as here, or `speed` times as fast. `feed` is what is to be seen on it.

    `goes_on` says that a table kept from another time is there, which shows itself only when it is asked to.
    """

    def __init__(self, stage: Stage, *, speed: float = 1.0, goes_on: bool = False) -> None:
        self.stage = stage
        self.goes_on = goes_on
        self.speed = speed
        self.feed = Feed(stage)
        self._asked: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self._news: set[asyncio.Event] = set()
        self._unanswered: list[tuple[Answer, datetime, asyncio.Future[bool]]] = []

    async def run(self) -> None:
        """Until cancelled."""
        with self.stage:
            last = forgot = time.perf_counter()
            while True:
                try:
                    act = await asyncio.wait_for(self._asked.get(), TICK_S)
                except TimeoutError:
                    pass
                else:
                    await act()
                now = time.perf_counter()
                await self.stage.advance(min(now - last, MOST_S) * self.speed)
                last = now
                if now - forgot > FORGET_S:
                    self.stage.forget()
                    forgot = now
                self._look()

    async def do(self, act: Callable[[], Awaitable[T]]) -> T:
        """Do something on the stage when its turn comes; whatever it raises is raised here."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def in_turn() -> None:
            if done.cancelled():
                return
            try:
                outcome = await act()
            except Exception as error:
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(outcome)

        self._asked.put_nowait(in_turn)
        return await done

    async def answered(self, answer: Answer) -> bool:
        """Wait for the bot's answer; whether there was one before Discord would have given up."""
        if answer.given:
            return True
        told: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._unanswered.append((answer, self.stage.now + timedelta(seconds=ANSWER_S), told))
        return await told

    def subscribe(self) -> asyncio.Event:
        """An event that is set whenever there is something new to see."""
        event = asyncio.Event()
        self._news.add(event)
        return event

    def unsubscribe(self, event: asyncio.Event) -> None:
        """No more news for this one."""
        self._news.discard(event)

    def tell(self) -> None:
        """There is news."""
        for event in self._news:
            event.set()

    def _look(self) -> None:
        if self.feed.look():
            self.tell()
        waiting, self._unanswered = self._unanswered, []
        for answer, until, told in waiting:
            if told.done():
                continue
            if answer.given or self.stage.now > until:
                told.set_result(answer.given)
            else:
                self._unanswered.append((answer, until, told))
