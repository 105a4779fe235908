"""CPUs in a running game: when they act, and that they can be beaten."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

import pytest

from bot.cpu.pauses import CALL_SECONDS, PLAY_SECONDS
from bot.engine.events import Challenged, Claimed, Declined, Revealed, Shown, WindowClosed
from bot.engine.state import EndReason, Phase
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.ports import NoticeKind
from tests.tables.cpus import (
    believes,
    dealt_with_cpus,
    doubts,
    events,
    minds,
    play_along,
    until_phase,
)
from tests.tables.support import World, accepted, check, refused, run_in, state, user, virtual

LATENCY_S = 0.1


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"family": "same_rank"},
        {"window_mode": "until_next_play"},
        {"simultaneous": "nearest_left"},
        {"decks": 2, "max_cards": 8},
        {"rounds": 2},
        {"play_on": True},
        {"passing": True, "jokers": 2, "extra_cards": True},
    ],
    ids=str,
)
def test_one_person_and_cpus_play_to_the_end(rules: dict[str, object]) -> None:
    async def scene(world: World) -> None:
        table = await dealt_with_cpus(world, 3, **rules)
        await play_along(world, table)
        outcome = state(table).outcome
        assert outcome is not None
        assert outcome.reason is not EndReason.ABANDONED
        await world.settle(5)
        check(world, table)
        assert not any(event.auto for event in events(world, table) if isinstance(event, Claimed))
        # Nobody sends a CPU a message, and nobody pings one.
        assert {call.about for call in world.memory.calls if call.kind in ("hand", "welcome")} == {0}
        turns = [m.notice for m in world.memory.of("notice") if m.notice and m.notice.kind is NoticeKind.TURN]
        assert {notice.mention for notice in turns} <= {0}

    run_in(World(), scene)


@pytest.mark.parametrize("seed", range(4))
def test_presses_and_cpus_in_any_order_leave_the_table_in_order(seed: int) -> None:
    """The host calls and lets go at moments of chance, and everything at the table takes its time."""
    mood = random.Random(seed)

    async def scene(world: World) -> None:
        world.takes = lambda *_: mood.choice((0.0, 0.0, 0.3, 1.5))
        table = await dealt_with_cpus(world, 3, window_s=5, simultaneous=mood.choice(("first", "nearest_left")))
        pressing: list[asyncio.Task[object]] = []
        for _ in range(300):
            claim = state(table).claim
            if claim is not None and claim.claimant != 0 and mood.random() < 0.3:
                press = world.call(table, 0) if mood.random() < 0.5 else world.let_go(table, 0)
                pressing.append(asyncio.create_task(press))
            elif state(table).phase is Phase.PLAY and state(table).turn == 0 and table.live:
                await play_along(world, table, until=lambda: state(table).turn != 0 or state(table).claim is not None)
            await world.settle(mood.random())
            if state(table).phase is Phase.OVER:
                break
        await asyncio.gather(*pressing)
        await world.settle(10)
        check(world, table)
        won = [event for event in events(world, table) if isinstance(event, Challenged)]
        assert len(won) == sum(isinstance(event, Revealed) for event in events(world, table))

    run_in(World(seed=seed, yields=seed), scene)


@virtual
async def test_a_cpu_plays_after_a_pause(world: World) -> None:
    table = await dealt_with_cpus(world, 1)
    came = world.true_now()
    assert (state(table).phase, state(table).turn) == (Phase.PLAY, 1)
    await until_phase(world, table, Phase.WINDOW)
    waited = (world.true_now() - came).total_seconds()
    assert PLAY_SECONDS[0] - LATENCY_S <= waited <= PLAY_SECONDS[1] + LATENCY_S


def test_pauses_differ_and_nobody_answers_before_the_claim_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: set[float] = set()

    async def scene(world: World) -> None:
        minds(monkeypatch, answer=believes)
        table = await dealt_with_cpus(world, 4)
        await until_phase(world, table, Phase.PLAY, turn=0)
        before = len(events(world, table))
        world.takes = lambda kind, _: 3.0 if kind == "claim" else 0.0
        assert isinstance(await world.play(table, lie=True), Accepted)
        await world.settle(2.9)
        assert not any(isinstance(event, Declined) for event in events(world, table)[before:])
        (message,) = [m for m in world.memory.of("claim") if m.number == state(table).turns]
        seen = 0
        for _ in range(80):
            await world.settle(0.1)
            claim = state(table).claim
            if claim is None:
                break
            if len(claim.declined) > seen:
                seen = len(claim.declined)
                waited.add(round((world.true_now() - message.sent_at).total_seconds(), 1))

    run_in(World(), scene)
    assert len(waited) >= 3, "a CPU's answer comes at a moment of its own"


@pytest.mark.parametrize("window_s", [3, 10])
def test_cpus_call_in_time_however_short_the_window_is(window_s: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(world: World) -> None:
        minds(monkeypatch, answer=doubts)
        table = await dealt_with_cpus(world, 3, window_s=window_s)
        for _ in range(6):
            await until_phase(world, table, Phase.PLAY)
            if state(table).turn == 0:
                await world.play(table, lie=True)
            await until_phase(world, table, Phase.WINDOW)
            number = state(table).turns
            await world.settle(window_s + 0.3)
            assert (state(table).phase, state(table).turns) != (Phase.WINDOW, number)
        kinds = [type(event) for event in events(world, table)]
        assert kinds.count(Challenged) >= 6
        assert WindowClosed not in kinds, "every claim was called in time"

    run_in(World(), scene)


def test_whoever_presses_first_beats_a_cpu_to_the_button(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(world: World) -> None:
        minds(monkeypatch, answer=doubts)
        table = await dealt_with_cpus(world, 1, people=3)
        # The seats: Ann, a CPU, Bob, Cy.
        await until_phase(world, table, Phase.WINDOW)
        await world.settle(12)
        await until_phase(world, table, Phase.PLAY, turn=2)
        assert isinstance(await world.play(table, lie=True), Accepted)
        await world.settle()
        answer = accepted(await world.call(table, 0))
        assert answer.done is Done.CHALLENGE_WON
        called = [event.seat for event in events(world, table) if isinstance(event, Challenged)]
        assert called[-1] == 0

    run_in(World(), scene)


def test_a_cpu_that_was_faster_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(world: World) -> None:
        minds(monkeypatch, answer=doubts)
        table = await dealt_with_cpus(world, 1, people=2)
        await until_phase(world, table, Phase.WINDOW, turn=1)
        await world.settle(15)
        await until_phase(world, table, Phase.PLAY, turn=2)
        await world.play(table, lie=True)
        await world.settle()
        number = state(table).turns
        while state(table).turns == number and state(table).phase is Phase.WINDOW and not table.gathering:
            await world.settle(0.05)
        assert table.gathering.has(1), "the CPU has pressed, and the verdict is not in yet"
        answer = refused(await world.call(table, 0))
        assert (answer.why, answer.name, answer.cpu) == (Denial.BEATEN, table.view().people[1].name, True)
        assert 0 <= answer.seconds < 0.3
        late = refused(await world.ask(table.challenge, world.press_on_claim(table, 0), number))
        assert (late.why, late.cpu) == (Denial.BEATEN, True)

    run_in(World(), scene)


def test_where_the_next_play_closes_the_window_a_cpu_leaves_the_others_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene(world: World) -> None:
        minds(monkeypatch, answer=believes)
        table = await dealt_with_cpus(world, 2, window_mode="until_next_play", window_s=10)
        await until_phase(world, table, Phase.WINDOW, turn=1)
        shown = world.memory.of("claim")[0].sent_at
        await until_phase(world, table, Phase.WINDOW, turn=2)
        waited = world.true_now() - shown
        assert timedelta(seconds=10) <= waited <= timedelta(seconds=10 + PLAY_SECONDS[1] + 1)

    run_in(World(), scene)


@virtual
async def test_a_window_closes_early_when_cpus_and_people_have_let_it_go(world: World) -> None:
    table = await dealt_with_cpus(world, 2, window_s=60)
    await until_phase(world, table, Phase.WINDOW, turn=1)
    await world.let_go(table, 0)
    await world.settle(CALL_SECONDS[1] + 0.5)
    assert state(table).phase is not Phase.WINDOW or state(table).turns > 1


@virtual
async def test_a_cpu_that_is_asked_for_a_card_answers_in_time(world: World) -> None:
    table = await dealt_with_cpus(world, 1, family="same_rank", force=True, window_s=5)
    await until_phase(world, table, Phase.WINDOW, turn=1)
    asked = await world.ask(table.force, world.press_on_claim(table, 0), state(table).turns)
    assert isinstance(asked, Accepted)
    assert state(table).phase is Phase.FORCE
    await world.settle(5)
    assert state(table).phase is not Phase.FORCE
    assert [event.seat for event in events(world, table) if isinstance(event, Shown)] == [1]


def test_many_cpus_that_let_a_claim_go_cost_few_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(world: World) -> None:
        minds(monkeypatch, answer=believes)
        table = await dealt_with_cpus(world, 9, window_s=20)
        await until_phase(world, table, Phase.WINDOW, turn=1)
        await world.settle()
        await world.let_go(table, 0)
        (message,) = world.memory.of("claim")
        await table.keep_token("claim", message.id, "token", world.true_now())
        before = len(world.memory.calls)
        await until_phase(world, table, Phase.PLAY)
        edits = [call for call in world.memory.calls[before:] if call.kind == "redraw_claim"]
        assert 1 < len(edits) <= 5, "some of it is shown as it goes on, and how it ended"
        assert sum(isinstance(event, Declined) for event in events(world, table)) == 9

    run_in(World(), scene)


# --- hints ------------------------------------------------------------------------------------------------------------


@virtual
async def test_hints_are_given_at_practice_tables_when_there_is_something_to_decide(world: World) -> None:
    table = await dealt_with_cpus(world, 2)
    assert await world.ask(table.ask_hint, world.press(user(0))) == Refused(Denial.NO_HINT_NOW)
    assert table.hint(user(0)) is None
    await until_phase(world, table, Phase.WINDOW, turn=1)
    assert isinstance(await world.ask(table.ask_hint, world.press(user(0))), Accepted)
    told = table.hint(user(0))
    claim = state(table).claim
    assert told is not None
    assert told.claim is not None
    assert claim is not None
    assert (told.claim.rank, told.claim.said) == (claim.rank, claim.said)
    assert told.claim.held == sum(card.rank is claim.rank for card in state(table).seats[0].hand)
    await world.let_go(table, 0)
    assert await world.ask(table.ask_hint, world.press(user(0))) == Refused(Denial.NO_HINT_NOW)
    await play_along(world, table, until=lambda: state(table).phase is Phase.PLAY and state(table).turn == 0)
    told = table.hint(user(0))
    assert told is not None
    assert told.turn is not None


@virtual
async def test_no_hints_where_two_people_play(world: World) -> None:
    table = await dealt_with_cpus(world, 2, people=2)
    await until_phase(world, table, Phase.WINDOW)
    assert await world.ask(table.ask_hint, world.press(user(0))) == Refused(Denial.NO_HINTS_HERE)
    assert table.hint(user(0)) is None
