"""Outbox, line and clock, each by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.tables.answers import ShowFailed, Trouble
from bot.tables.clock import DiscordClock
from bot.tables.line import MOST_WAIT_S, Line
from bot.tables.outbox import Outbox
from tests.tables.fakes import VirtualLoop
from tests.tables.support import World, run_in, virtual

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


# --- outbox and line ------------------------------------------------------------------------------------------------


def note(log: list[str], word: str, *troubles: Trouble) -> Callable[[], Awaitable[None]]:
    left = iter(troubles)

    async def job() -> None:
        log.append(word)
        if (trouble := next(left, None)) is not None:
            raise ShowFailed(trouble)

    return job


@virtual
async def test_jobs_run_in_order_and_a_passing_failure_holds_the_others_up(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a"))
    outbox.put(note(log, "b", Trouble.PASSING, Trouble.PASSING))
    outbox.put(note(log, "c"))
    await world.settle()
    assert log == ["a", "b"]
    await world.settle(1)
    assert log == ["a", "b", "b"]
    await world.settle(4)
    assert log == ["a", "b", "b", "b", "c"]
    assert not outbox.busy


@virtual
async def test_another_failure_is_not_tried_again_and_stops_nothing(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a", Trouble.FORBIDDEN))
    outbox.put(note(log, "b"))
    await world.settle(30)
    assert log == ["a", "b"]


@virtual
async def test_a_job_is_given_up_after_four_tries(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a", *[Trouble.PASSING] * 9), lambda: log.append("gave up"))
    outbox.put(note(log, "b"))
    await world.settle(25)
    assert log == ["a"] * 4 + ["gave up", "b"]


def test_a_job_that_breaks_is_logged_and_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    log: list[str] = []

    async def broken() -> None:
        raise ZeroDivisionError

    async def scene() -> None:
        outbox = Outbox("x")
        outbox.put(broken)
        outbox.put(note(log, "b"))
        await asyncio.sleep(1)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(scene())
    assert log == ["b"]
    assert "a message could not be made" in caplog.messages
    caplog.clear()


@virtual
async def test_dropped_jobs_never_run_and_closing_gives_the_rest_a_moment(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a"))
    outbox.put(note(log, "b"))
    outbox.drop()
    await world.settle()
    assert log == []
    outbox.put(note(log, "c"))
    await outbox.close()
    outbox.put(note(log, "d"))
    await world.settle()
    assert log == ["c"]


@virtual
async def test_closing_waits_no_longer_than_it_says(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()

    async def slow() -> None:
        await asyncio.sleep(100)
        log.append("late")

    outbox.put(slow)
    outbox.put(note(log, "after"))
    await world.settle()
    before = world.true_now()
    await outbox.close(2.0)
    assert timedelta(seconds=1.9) < world.true_now() - before < timedelta(seconds=2.1)
    await world.settle(200)
    assert log == []


@virtual
async def test_a_closing_outbox_does_not_try_again(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()

    async def slow() -> None:
        await asyncio.sleep(0.5)
        await note(log, "a", Trouble.PASSING)()

    outbox.put(slow, lambda: log.append("gave up"))
    await world.settle()
    before = world.true_now()
    await outbox.close()
    assert world.true_now() - before < timedelta(seconds=1)
    assert log == ["a"]


@virtual
async def test_a_line_keeps_its_order_and_lets_nobody_wait_for_long(world: World) -> None:
    log: list[str] = []
    line = Line(log.append)
    first, second, third = "one", "two", "three"
    for thing in (first, second, third):
        line.join(thing)
    line.ready(second)
    assert log == []
    line.ready(first)
    line.ready(first)
    assert log == ["one", "two"]
    await world.settle(MOST_WAIT_S)
    assert log == ["one", "two", "three"]
    line.join("four")
    line.join("five")
    line.hurry()
    assert log[3:] == ["four", "five"]
    line.join("six")
    line.clear()
    await world.settle(10)
    assert len(log) == 5


# --- the clock ------------------------------------------------------------------------------------------------------


class Wall:
    """A machine whose clock is wrong, beside Discord's true time."""

    def __init__(self, error: float, drift: float = 0.0) -> None:
        self.error, self.drift = error, drift

    def true(self) -> datetime:
        return NOON + timedelta(seconds=asyncio.get_running_loop().time() * (1 + self.drift))

    def wrong(self) -> datetime:
        return self.true() + timedelta(seconds=self.error)


def off(clock: DiscordClock, wall: Wall) -> float:
    return (clock.now() - wall.true()).total_seconds()


@pytest.mark.parametrize("error", [-5.0, 0.0, 5.0, 86400.0])
def test_the_wall_clock_is_believed_only_until_discord_has_spoken(error: float) -> None:
    async def scene(world: World) -> None:
        wall = Wall(error)
        clock = DiscordClock(wall.wrong)
        assert not clock.known
        assert off(clock, wall) == pytest.approx(error)
        clock.assume(-error)
        assert off(clock, wall) == pytest.approx(0)
        clock.learn(wall.true() - timedelta(seconds=0.2))
        assert clock.known
        assert off(clock, wall) == pytest.approx(-0.2, abs=1e-4)
        assert clock.error_s == pytest.approx(-error - 0.2, abs=1e-4)
        clock.learn(wall.true() - timedelta(seconds=0.03))
        assert off(clock, wall) == pytest.approx(-0.03, abs=1e-4)
        clock.learn(wall.true() - timedelta(seconds=4))
        assert off(clock, wall) == pytest.approx(-0.03, abs=1e-4), "a slow sample teaches nothing"

    run_in(World(), scene)


@virtual
async def test_a_drifting_machine_is_followed(world: World) -> None:
    """A monotonic clock that is wrong by 100 millionths: a third of a second an hour if nobody followed it."""
    wall = Wall(0.0, drift=-1e-4)
    clock = DiscordClock(wall.wrong)
    for _ in range(24 * 60):
        clock.learn(wall.true() - timedelta(seconds=0.05))
        await asyncio.sleep(60)
        assert abs(off(clock, wall) + 0.05) < 0.1


@virtual
async def test_a_callback_comes_when_discords_time_has_come(world: World) -> None:
    wall, came = Wall(30.0), list[datetime]()
    clock = DiscordClock(wall.wrong)
    clock.learn(wall.true())
    clock.call_at(wall.true() + timedelta(seconds=7), lambda: came.append(wall.true()))
    clock.call_at(wall.true() - timedelta(seconds=7), lambda: came.append(wall.true()))
    timer = clock.call_at(wall.true() + timedelta(seconds=3), lambda: came.append(NOON))
    timer.cancel()
    start = wall.true()
    await asyncio.sleep(10)
    assert [round((moment - start).total_seconds(), 3) for moment in came] == [0, 7]
