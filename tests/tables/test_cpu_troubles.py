"""CPUs that break, keep seats or are left alone: nothing of theirs stops a table."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.cpu.belief import blank, learn
from bot.cpu.pauses import PLAY_SECONDS
from bot.engine.actions import Return
from bot.engine.events import Claimed, Declined, TurnCame
from bot.engine.observe import redact
from bot.engine.state import EndReason, Phase
from bot.tables.answers import Accepted, Done
from bot.tables.table import Table
from tests.tables.cpus import (
    SECRET,
    breaks,
    dealt_with_cpus,
    doubts,
    events,
    minds,
    play_along,
    until_phase,
)
from tests.tables.support import World, check, run_in, state, user, virtual

# --- what breaks ------------------------------------------------------------------------------------------------------


def test_a_mind_that_breaks_stops_no_table(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(world: World) -> None:
        minds(monkeypatch, move=breaks, answer=breaks, show=breaks)
        table = await dealt_with_cpus(world, 2)
        await until_phase(world, table, Phase.WINDOW, turn=1)
        await world.let_go(table, 0)
        await until_phase(world, table, Phase.WINDOW, turn=2)
        claims = [event for event in events(world, table) if isinstance(event, Claimed)]
        assert [event.auto for event in claims] == [True, True]
        assert [event.seat for event in events(world, table) if isinstance(event, Declined)] == [0, 2]

    run_in(World(), scene)
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(told) == 3
    assert all("RuntimeError" in text and SECRET not in text for text in told)
    caplog.clear()


def test_a_move_that_the_rules_refuse_stops_no_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(world: World) -> None:
        minds(monkeypatch, move=doubts)
        for mode in ("timer", "until_next_play"):
            table = await dealt_with_cpus(world, 2, window_mode=mode)
            await until_phase(world, table, Phase.WINDOW, turn=1)
            await until_phase(world, table, Phase.WINDOW, turn=2)
            await world.ask(table.stop, world.press(user(0)), False)
            await world.settle()

    run_in(World(), scene)
    assert "IllegalAction" in caplog.text
    caplog.clear()


def test_a_full_disk_only_delays_a_cpu(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(world: World) -> None:
        table = await dealt_with_cpus(world, 1)
        world.store_fails = lambda method: OSError("full") if method == "append" else None
        await world.settle(6)
        assert state(table).phase is Phase.PLAY
        world.store_fails = lambda method: None
        await world.settle(12)
        assert state(table).turns > 0
        assert not table.faulty

    run_in(World(), scene)
    assert "timer failed" in caplog.text
    caplog.clear()


# --- seats kept for somebody ------------------------------------------------------------------------------------------


async def kept(world: World, table: Table, seat: int) -> None:
    """Nobody at this seat does anything, until a CPU keeps it."""
    await play_along(world, table, until=lambda: state(table).seats[seat].held)


@virtual
async def test_a_cpu_that_keeps_a_seat_knows_what_the_seat_was_shown_and_gives_it_back(world: World) -> None:
    table = await dealt_with_cpus(world, 1, people=2)
    await kept(world, table, 2)
    assert table.game is not None
    before = len(events(world, table))
    await play_along(world, table, until=lambda: any(_lays(event, 2) for event in events(world, table)[before:]))
    laid = next(event for event in events(world, table)[before:] if _lays(event, 2))
    assert isinstance(laid, Claimed)
    assert not laid.auto, "it was played, and not only laid for them"
    told = blank(2, table.game.rules)
    for event in events(world, table):
        told = learn(told, redact(event, 2))
    assert table.game.belief(2) == told
    await world.ask(table.look, world.press(user(1)))
    assert state(table).seats[2].attended
    number = state(table).turns
    await world.settle(1)
    assert not any(moment.seat == 2 for moment in table.cpus.planned), number


def _lays(event: object, seat: int) -> bool:
    return isinstance(event, Claimed) and event.seat == seat


@virtual
async def test_whoever_returns_just_before_the_cpu_plays_has_the_turn(world: World) -> None:
    table = await dealt_with_cpus(world, 1, people=2)
    await kept(world, table, 2)
    await play_along(world, table, until=lambda: state(table).phase is Phase.PLAY and state(table).turn == 2, most=1000)
    number = state(table).turns
    assert await world.ask(table.come_back, world.press(user(1))) == Accepted(Done.RETURNED, 2)
    await world.settle(20)
    assert (state(table).phase, state(table).turn, state(table).turns) == (Phase.PLAY, 2, number)


@virtual
async def test_a_cpu_whose_human_returns_while_it_is_about_to_play_lays_nothing(world: World) -> None:
    table = await dealt_with_cpus(world, 1, people=2)
    await kept(world, table, 2)
    await play_along(world, table, until=lambda: state(table).phase is Phase.PLAY and state(table).turn == 2, most=1000)
    number = state(table).turns
    async with table.lock:
        # The pause is over, the choice is made, and the human's press is decided before it.
        await asyncio.sleep(PLAY_SECONDS[1] + 1)
        step = await table.apply(Return(2), at=world.true_now())
    table.publisher.follow(step)
    await world.settle(20)
    assert (state(table).phase, state(table).turn, state(table).turns) == (Phase.PLAY, 2, number)


@virtual
async def test_cpus_do_not_play_on_when_everybody_is_away(world: World) -> None:
    table = await dealt_with_cpus(world, 3)
    await world.settle(1500)
    outcome = state(table).outcome
    assert outcome is not None
    assert outcome.reason is EndReason.ABANDONED
    at = [n for n, event in enumerate(events(world, table)) if isinstance(event, TurnCame)]
    assert len(at) < 30


@virtual
async def test_when_the_only_person_leaves_the_game_ends(world: World) -> None:
    table = await dealt_with_cpus(world, 3)
    assert isinstance(await world.ask(table.leave, world.press(user(0))), Accepted)
    outcome = state(table).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.places) == (EndReason.ABANDONED, (None,) * 4)


# --- restarts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", [7, 11, 16, 23])
@pytest.mark.parametrize("rules", [{}, {"window_mode": "until_next_play"}, {"family": "same_rank"}], ids=str)
def test_a_game_with_cpus_comes_through_crash_upon_crash(gap: int, rules: dict[str, object]) -> None:
    world = World(seed=gap)
    ended = False

    async def life() -> None:
        nonlocal ended
        # Whoever pressed when the process ended got no answer.
        world.answers = {key: told for key, told in world.answers.items() if told}
        tables = world.registry.of_user(user(0))
        table = tables[0] if tables else await dealt_with_cpus(world, 2, **rules)
        if table.game is None:
            await world.begin(table)
        await play_along(world, table)
        await world.settle(10)
        check(world, table)
        claims = [event for event in events(world, table) if isinstance(event, Claimed)]
        assert not any(event.auto for event in claims if event.seat)
        shown = [(message.view.id, message.number) for message in world.memory.of("claim")]
        assert len(shown) == len(set(shown)), "no claim was shown twice"
        ended = True

    crashes = 0
    world.crash_at = 30
    while not world.live(life, downtime=1.0):
        crashes += 1
        world.crash_at = world.passed + gap if crashes < 25 else None
    assert ended
    assert crashes >= 5
