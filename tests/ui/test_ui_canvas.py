"""Redraws in order: whatever the network does, a message ends up showing what is true, and presses never wait."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.canvas import Canvases
from bot.ui.notices import plain
from tests.ui.stage import text_of


class Wire:
    """A Discord that takes a seeded number of turns of the loop for each request, and remembers what is shown."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.shown: list[int] = []
        self.log: list[str] = []
        self.held: asyncio.Event | None = None
        self.under_way = 0
        self.most = 0
        self.failures: dict[str, Exception] = {}

    async def turns(self) -> None:
        for _ in range(self.chance.randrange(6)):
            await asyncio.sleep(0)

    async def draw(self, layout: discord.ui.LayoutView, what: str) -> None:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            await self.turns()
            if self.held is not None:
                await self.held.wait()
            if what in self.failures:
                raise self.failures[what]
            self.shown.append(int(text_of(layout)))
            self.log.append(what)
            await self.turns()
        finally:
            self.under_way -= 1


class Press:
    """An interaction as far as `Canvases` uses one."""

    def __init__(self, wire: Wire, number: int, message: int | None = 1) -> None:
        self.id, self.wire, self.acknowledged = number, wire, False
        self.message = None if message is None else SimpleNamespace(id=message)
        self.response = SimpleNamespace(
            edit_message=self.edit_message, defer=self.defer, is_done=lambda: self.acknowledged
        )

    async def edit_message(self, *, view: discord.ui.LayoutView, allowed_mentions: discord.AllowedMentions) -> None:
        assert mentions(allowed_mentions) == {"parse": []}
        await self.wire.draw(view, f"answer {self.id}")
        self.acknowledged = True

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        assert not ephemeral
        assert not thinking, "the pressed message stands"
        await self.wire.turns()
        self.acknowledged = True
        self.wire.log.append(f"defer {self.id}")

    async def edit_original_response(
        self, *, view: discord.ui.LayoutView, allowed_mentions: discord.AllowedMentions
    ) -> None:
        assert self.acknowledged
        assert mentions(allowed_mentions) == {"parse": []}
        await self.wire.draw(view, f"original {self.id}")


def mentions(allowed: discord.AllowedMentions) -> Any:
    return allowed.to_dict()


def interaction(wire: Wire, number: int, message: int | None = 1) -> Any:
    return Press(wire, number, message)


async def until_idle(canvases: Canvases) -> None:
    for _ in range(10_000):
        if not canvases.busy:
            return
        await asyncio.sleep(0)
    raise AssertionError("a message is redrawn for ever")


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(60))
async def test_the_newest_drawing_is_the_last_whatever_the_interleaving(seed: int) -> None:
    wire, canvases, chance = Wire(seed), Canvases(), random.Random(-seed)
    truth = 0
    presses = []

    async def press(number: int) -> None:
        nonlocal truth
        truth += 1
        presses.append(interaction(wire, number))
        await canvases.answer(presses[-1], lambda: plain(str(truth)))

    async def edit() -> None:
        nonlocal truth
        truth += 1
        await canvases.edit(1, lambda: plain(str(truth)), lambda layout: wire.draw(layout, "edit"))

    tasks = []
    for number in range(chance.randrange(2, 16)):
        tasks.append(asyncio.create_task(press(number) if chance.random() < 0.8 else edit()))
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert all(press.acknowledged for press in presses)
    await until_idle(canvases)
    assert wire.shown == sorted(wire.shown)
    assert wire.shown[-1] == truth
    assert wire.most == 1


@pytest.mark.asyncio
async def test_a_press_during_a_redraw_is_acknowledged_at_once_and_drawn_once_for_all() -> None:
    wire, canvases = Wire(0), Canvases()
    wire.held = asyncio.Event()
    first = asyncio.create_task(canvases.answer(interaction(wire, 1), lambda: plain("1")))
    await asyncio.sleep(0)
    for number in (2, 4, 3):
        await canvases.answer(interaction(wire, number), lambda: plain("4"))
    assert wire.log == ["defer 2", "defer 4", "defer 3"]
    assert not first.done()
    wire.held.set()
    await first
    await until_idle(canvases)
    # One redraw pays for the three, by the token of the newest press.
    assert wire.log[3:] == ["answer 1", "original 4"]


@pytest.mark.asyncio
async def test_an_edit_waits_for_its_turn_and_draws_what_is_true_then() -> None:
    wire, canvases, truth = Wire(1), Canvases(), 1
    wire.held = asyncio.Event()
    first = asyncio.create_task(canvases.answer(interaction(wire, 1), lambda: plain(str(truth))))
    await asyncio.sleep(0)
    edit = asyncio.create_task(canvases.edit(1, lambda: plain(str(truth)), lambda layout: wire.draw(layout, "edit")))
    await asyncio.sleep(0)
    truth = 2
    wire.held.set()
    await asyncio.gather(first, edit)
    assert wire.shown == [1, 2]
    assert canvases.busy == 0


@pytest.mark.asyncio
async def test_messages_do_not_wait_for_each_other() -> None:
    wire, canvases = Wire(2), Canvases()
    wire.held = asyncio.Event()
    first = asyncio.create_task(canvases.answer(interaction(wire, 1, message=1), lambda: plain("1")))
    other = asyncio.create_task(canvases.answer(interaction(wire, 2, message=2), lambda: plain("1")))
    for _ in range(20):
        await asyncio.sleep(0)
    assert wire.under_way == canvases.busy == 2
    wire.held.set()
    await asyncio.gather(first, other)


@pytest.mark.asyncio
async def test_failures_reach_who_asked_and_block_nobody() -> None:
    wire, canvases = Wire(3), Canvases()
    wire.failures = {"answer 1": RuntimeError("down"), "edit": RuntimeError("down")}
    with pytest.raises(RuntimeError):
        await canvases.answer(interaction(wire, 1), lambda: plain("1"))
    with pytest.raises(RuntimeError):
        await canvases.edit(1, lambda: plain("1"), lambda layout: wire.draw(layout, "edit"))
    assert canvases.busy == 0
    with pytest.raises(ValueError, match="only a press"):
        await canvases.answer(interaction(wire, 1, message=None), lambda: plain("1"))

    wire.failures, wire.held = {"original 3": OSError("down")}, asyncio.Event()
    first = asyncio.create_task(canvases.answer(interaction(wire, 1), lambda: plain("1")))
    await asyncio.sleep(0)
    owed = [await canvases.answer(interaction(wire, number), lambda: plain("1")) for number in (2, 3)]
    wire.held.set()
    await first
    await until_idle(canvases)
    for drawing in owed:
        assert drawing is not None
        with pytest.raises(OSError, match="down"):
            await drawing
