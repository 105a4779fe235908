"""The gate: our own pace never asks for a refusal, everybody gets through, and what Discord asks for is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
import pytest

from bot.ui.gate import BURST, CHANNEL_PACE, Gate, Route
from tests.tables.fakes import VirtualLoop


def in_virtual_time(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(scene())


def now() -> float:
    return asyncio.get_running_loop().time()


async def timed(passage: Awaitable[None]) -> float:
    await passage
    return now()


def most_in(seconds: float, times: list[float]) -> int:
    """The most requests that fell into any such stretch of time."""
    ordered = sorted(times)
    return max(sum(begin <= time < begin + seconds for time in ordered) for begin in ordered)


def young() -> int:
    return discord.utils.time_snowflake(discord.utils.utcnow())


def test_a_crowd_of_tables_never_goes_beyond_fifty_a_second_and_all_get_through() -> None:
    async def scene() -> None:
        gate, began = Gate(), now()
        times = await asyncio.gather(*(timed(gate.passage(Route.POST, channel)) for channel in range(400)))
        assert most_in(1.0, times) <= 48
        assert max(times) - began < 400 / 40 + 1, "the budget is used, not wasted"
        assert (gate.waiting, gate.passed[Route.POST]) == (0, 400)

    in_virtual_time(scene)


@pytest.mark.parametrize("among", [2, 3, 10])
def test_several_processes_share_the_budget_of_one_token(among: int) -> None:
    async def scene() -> None:
        gates, began = [Gate(among=among) for _ in range(among)], now()
        requests = (gate.passage(Route.POST, channel) for gate in gates for channel in range(400 // among))
        times = await asyncio.gather(*(timed(request) for request in requests))
        assert most_in(1.0, times) <= 50
        assert max(times) - began < 400 / 40 + 1, "the budget is used, not wasted"

    in_virtual_time(scene)


def test_a_table_with_much_to_say_does_not_hold_up_the_others() -> None:
    async def scene() -> None:
        gate = Gate()
        loud = [asyncio.create_task(gate.passage(Route.POST, 1)) for _ in range(50)]
        await asyncio.sleep(0)
        began = now()
        assert await timed(gate.passage(Route.POST, 2)) - began < 0.5
        for task in loud:
            task.cancel()

    in_virtual_time(scene)


def test_first_come_first_served_over_all_tables() -> None:
    async def scene() -> None:
        gate, order = Gate(), list[int]()

        async def table(number: int) -> None:
            for _ in range(3):
                await gate.passage(Route.POST, number)
                order.append(number)

        for channel in range(BURST):
            await gate.passage(Route.POST, 1000 + channel)
        await asyncio.gather(*(table(number) for number in range(60)))
        assert sorted(order[60:120]) == list(range(60)), "each has its second request before any has its third"

    in_virtual_time(scene)


@pytest.mark.parametrize("route", [Route.POST, Route.EDIT])
def test_one_channel_is_asked_five_times_in_five_seconds(route: Route) -> None:
    async def scene() -> None:
        gate = Gate()
        times = await asyncio.gather(
            *(timed(gate.passage(route, 7, message_id=young() if route is Route.EDIT else None)) for _ in range(23))
        )
        assert most_in(5.0, times) == CHANNEL_PACE[0]

    in_virtual_time(scene)


def test_messages_older_than_an_hour_are_edited_more_slowly() -> None:
    async def scene() -> None:
        gate, old = Gate(), young() - (3700 * 1000 << 22)
        times = await asyncio.gather(*(timed(gate.passage(Route.EDIT, 7, message_id=old)) for _ in range(10)))
        assert most_in(6.0, times) == 3

    in_virtual_time(scene)


def test_what_is_not_urgent_lets_others_pass_but_not_for_ever() -> None:
    async def scene() -> None:
        gate, order = Gate(), list[str]()

        async def ask(name: str, channel: int, *, urgent: bool) -> None:
            await gate.passage(Route.EDIT, channel, message_id=young(), urgent=urgent)
            order.append(name)

        first = [asyncio.create_task(ask("due", channel, urgent=True)) for channel in range(20)]
        await asyncio.sleep(0)
        tidy = asyncio.create_task(ask("tidy", 1000, urgent=False))
        await asyncio.sleep(0)
        later = [asyncio.create_task(ask("due", channel, urgent=True)) for channel in range(100, 110)]
        await asyncio.gather(*first, tidy, *later)
        assert order.index("tidy") >= 20
        assert order[-1] == "tidy"

        stream = [asyncio.create_task(gate.passage(Route.POST, channel)) for channel in range(2000, 2400)]
        began = now()
        assert await timed(gate.passage(Route.EDIT, 3, message_id=young(), urgent=False)) - began < 12.5
        await asyncio.gather(*stream)

    in_virtual_time(scene)


def test_pressure_shows_while_others_wait_or_the_channel_is_full_and_ends_by_itself() -> None:
    async def scene() -> None:
        gate = Gate()
        assert not gate.pressed(1)
        crowd = [asyncio.create_task(gate.passage(Route.POST, channel)) for channel in range(100)]
        await asyncio.sleep(0)
        assert gate.pressed(1)
        await asyncio.gather(*crowd)
        await asyncio.sleep(1)
        assert not gate.pressed(1)
        for _ in range(CHANNEL_PACE[0]):
            await gate.passage(Route.EDIT, 1, message_id=young())
        await asyncio.sleep(1)
        assert (gate.pressed(1), gate.pressed(2)) == (True, False)
        assert gate.left_out == 2
        await asyncio.sleep(CHANNEL_PACE[1])
        assert not gate.pressed(1)

    in_virtual_time(scene)


def test_a_refusal_for_all_stops_everything_for_as_long_as_discord_says() -> None:
    async def scene() -> None:
        gate, began = Gate(), now()
        waiting = [asyncio.create_task(timed(gate.passage(Route.POST, channel))) for channel in range(30)]
        await asyncio.sleep(0)
        passed = gate.passed.total()
        gate.heard("POST", "/api/v10/channels/5/messages", 429, {"Retry-After": "7.5", "X-RateLimit-Global": "true"})
        times = sorted(await asyncio.gather(*waiting))
        assert times[passed] >= began + 7.5
        assert most_in(1.0, times[passed:]) <= 48, "nor does the crowd rush in when it opens"
        assert gate.too_many == {"unknown": 1}

    in_virtual_time(scene)


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (429, {"Retry-After": "4", "X-RateLimit-Scope": "shared"}),
        (200, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "4"}),
    ],
)
def test_a_full_channel_shuts_only_itself(status: int, headers: dict[str, str]) -> None:
    async def scene() -> None:
        gate, began = Gate(), now()
        gate.heard("POST", "/api/v10/channels/5/messages", status, headers)
        assert await timed(gate.passage(Route.POST, 6)) == began
        assert await timed(gate.passage(Route.POST, 5)) >= began + 4
        assert gate.too_many.total() == (status == 429)

    in_virtual_time(scene)


def test_somebody_who_gives_up_waiting_is_not_counted_any_more() -> None:
    async def scene() -> None:
        gate = Gate()
        crowd = [asyncio.create_task(gate.passage(Route.POST, channel)) for channel in range(100)]
        await asyncio.sleep(0)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        assert gate.waiting == 0

    in_virtual_time(scene)
