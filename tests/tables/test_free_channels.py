"""Every table lets go of its channel: everybody leaves, somebody stops it, or nobody touches it; then a rematch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.state import EndReason, Phase, Standing
from bot.tables.answers import Denial, Done, Refused, Trouble
from bot.tables.ports import NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.tables.away import (
    DAY,
    between,
    fall_asleep,
    kick,
    lives,
    the_table,
    told,
    waiting,
)
from tests.tables.crowd import claim_open, opened
from tests.tables.support import (
    CHANNEL,
    World,
    accepted,
    in_world,
    refused,
    run_in,
    state,
    user,
    virtual,
)
from tests.tables.trouble import failing, notices, trouble_with

# --- leaving ----------------------------------------------------------------------------------------------------------


@virtual
async def test_leaving_while_a_cpu_keeps_the_seat_does_not_say_welcome_back(world: World) -> None:
    table = await world.deal(3)
    await fall_asleep(world, table, 1)
    await world.all_let_go(table)
    assert accepted(await world.ask(table.leave, world.press(user(1)))).done is Done.RESIGNED
    await world.settle()
    assert not told(world, NoticeKind.RETURNED)
    assert state(table).seats[1].standing is Standing.RESIGNED


@virtual
async def test_leaving_a_team_twice_is_leaving_once(world: World) -> None:
    table = await world.deal(6, teams="alternate")
    for _ in range(2):
        assert accepted(await world.ask(table.leave, world.press(user(3)))).done is Done.HANDED_OVER
        assert state(table).seats[3].held
    await world.settle()
    assert [notice.seat for notice in told(world, NoticeKind.TAKEN_OVER)] == [3]
    assert not told(world, NoticeKind.RETURNED)


@virtual
async def test_the_host_who_leaves_between_two_rounds_hands_on_the_next_round(world: World) -> None:
    table = await world.deal(3, rounds=2, max_cards="unlimited", window_s=3)
    while state(table).phase is not Phase.BETWEEN:
        await world.play(table, count=40, lie=not state(table).turns % 2)
        await world.settle(8)
    drawn = len([call for call in world.memory.calls if call.kind == "redraw_round"])
    await world.ask(table.leave, world.press(user(0)))
    await world.settle()
    assert table.record.host_id == user(1)
    (left,) = told(world, NoticeKind.LEFT)
    assert left.heir == 1
    rounds = [call for call in world.memory.calls if call.kind == "redraw_round"]
    assert len(rounds) == drawn + 1
    assert rounds[-1].view is not None
    assert rounds[-1].view.host_id == user(1), "it names who may begin"
    assert accepted(await world.ask(table.next_round, world.press(user(1)), 1)).done is Done.NEXT_ROUND


@virtual
async def test_the_last_human_among_cpus_who_leaves_ends_it(world: World) -> None:
    table = await world.deal(3)
    for who in (1, 2):
        await kick(world, table, who)
    assert accepted(await world.ask(table.leave, world.press(user(0)))).done is Done.RESIGNED
    await world.settle(200)
    outcome = state(table).outcome
    assert outcome is not None
    assert outcome.reason is EndReason.ABANDONED
    assert world.registry.at_channel(CHANNEL) is None


# --- rematch ----------------------------------------------------------------------------------------------------------


@virtual
async def test_after_the_host_left_the_heir_begins_the_rematch(world: World) -> None:
    table = await world.deal(3)
    await world.ask(table.leave, world.press(user(0)))
    await world.ask(table.leave, world.press(user(1)))
    await world.settle()
    assert await world.registry.rematch(world.press(user(0)), table.id) == Refused(Denial.NOT_HOST, name="Cy")
    again = await world.registry.rematch(world.press(user(2)), table.id)
    assert isinstance(again, Table)
    assert again.record.host_id == user(2)


@virtual
async def test_where_everybody_has_walked_away_any_of_them_begins_the_rematch(world: World) -> None:
    table = await world.deal(3)
    await world.settle(3600)
    outcome = state(table).outcome
    assert outcome is not None
    assert outcome.reason is EndReason.ABANDONED
    assert await world.registry.rematch(world.press(user(7)), table.id) == Refused(Denial.NOT_HOST, name="Ann")
    again = await world.registry.rematch(world.press(user(2)), table.id)
    assert isinstance(again, Table)
    assert again.record.host_id == user(2)
    assert len(again.record.seats) == 3


@virtual
async def test_where_the_host_fell_asleep_nobody_who_gave_up_begins_the_rematch(world: World) -> None:
    table = await world.deal(4)
    await world.ask(table.leave, world.press(user(0)))
    await world.settle()
    assert table.record.host_id == user(1)
    await world.settle(3600)
    assert not table.live
    assert await world.registry.rematch(world.press(user(0)), table.id) == Refused(Denial.NOT_HOST, name="Bob")
    again = await world.registry.rematch(world.press(user(3)), table.id)
    assert isinstance(again, Table)
    assert again.record.host_id == user(3)


@virtual
async def test_a_rematch_has_no_seat_for_somebody_kicked(world: World) -> None:
    table = await world.deal(3)
    await kick(world, table, 1)
    await world.finish(table)
    await world.settle(5)
    assert await world.registry.rematch(world.press(user(1)), table.id) == Refused(Denial.NOT_HOST, name="Ann")
    again = await world.registry.rematch(world.press(user(0)), table.id)
    assert isinstance(again, Table)
    assert [(seat.seat, seat.user_id) for seat in again.record.seats] == [(0, user(0)), (1, user(2))]
    assert accepted(await world.ask(again.join, world.press(user(1)))).done is Done.JOINED


# --- stop, whatever state the table is in ----------------------------------------------------------------------------


async def lobby(world: World) -> Table:
    return await world.open(2)


async def turn(world: World) -> Table:
    return await world.deal(3)


async def window(world: World) -> Table:
    return await claim_open(world, 3)


async def gathering(world: World) -> Table:
    table = await claim_open(world, 3)
    calling = asyncio.ensure_future(world.call(table, 0))
    await asyncio.sleep(0.05)
    assert not calling.done()
    return table


async def force(world: World) -> Table:
    table = await world.deal(2, family="same_rank", force=True)
    stamp_of = state(table).seats[1].hand[:1]
    await world.choose(table, 1, stamp_of)
    await world.ask(table.name_rank, world.press(user(1)), "7")
    hand = table.hand(user(1))
    assert hand is not None
    accepted(await world.ask(table.play, world.press(user(1)), hand.stamp))
    await world.settle()
    accepted(await world.ask(table.force, world.press(user(0)), 1))
    assert state(table).phase is Phase.FORCE
    return table


async def over(world: World) -> Table:
    """Over, with the end not told yet."""
    table = await world.deal(2)
    world.takes = lambda kind, about: 1000.0 if kind == "end" else 0.0
    await world.ask(table.leave, world.press(user(1)))
    assert table.over
    return table


async def waiting_long(world: World) -> Table:
    return await waiting(world)


async def faulty(world: World) -> Table:
    table = await world.deal(3)
    table.stop_by_fault()
    return table


async def without_rights(world: World) -> Table:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.FORBIDDEN)
    await world.play(table, lie=True)
    await world.settle()
    assert table.publisher.paused
    return table


async def out_of_reach(world: World) -> Table:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.PASSING)
    await world.play(table, lie=True)
    await world.settle(30)
    assert table.publisher.paused
    return table


STATES = (
    *(lobby, turn, window, gathering, force, between, over, waiting_long),
    *(faulty, without_rights, out_of_reach),
)


@pytest.mark.parametrize("moderator", [True, False])
@pytest.mark.parametrize("reach", STATES)
def test_stop_frees_the_channel_in_every_state(reach: Callable[[World], Any], moderator: bool) -> None:
    async def scene(world: World) -> None:
        table = await reach(world)
        stranger = refused(await world.ask(table.stop, world.press(user(8)), False))
        assert stranger.why is Denial.CANNOT_STOP
        by = user(9) if moderator else user(0)
        assert accepted(await world.ask(table.stop, world.press(by), moderator)).done is Done.STOPPED
        assert world.registry.at_channel(CHANNEL) is None
        length = len(await world.store.journal(table.id))
        assert isinstance(await opened(world, 1), Table), "another table may stand there at once"
        world.fails, world.takes = (lambda kind, about: None), (lambda kind, about: 0.0)
        await world.settle(2 * 3600)
        assert len(await world.store.journal(table.id)) == length
        assert table.status is TableStatus.CLOSED
        stored = await world.store.table(table.id)
        assert stored is not None
        assert stored.status is TableStatus.CLOSED

    run_in(World(), scene)


@virtual
async def test_a_deleted_channel_is_free_already(world: World) -> None:
    table = await world.deal(3)
    await world.registry.forget_channel(CHANNEL)
    assert refused(await world.ask(table.stop, world.press(user(0)), False)).why is Denial.TABLE_GONE
    assert isinstance(await opened(world, 1), Table)


# --- tables nobody touches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reach", [turn, faulty, waiting_long])
def test_a_table_nobody_touches_for_a_day_is_closed_and_says_so(reach: Callable[[World], Any]) -> None:
    async def scene(world: World) -> None:
        if reach is turn:
            table = await world.deal(3, turn_timer=None)
        else:
            table = await reach(world)
        await world.settle(DAY - 600)
        assert table.live
        await world.settle(1200)
        assert table.status is TableStatus.CLOSED
        assert world.registry.at_channel(CHANNEL) is None
        assert [notice.count for notice in told(world, NoticeKind.UNTOUCHED)] == [24]
        posted = len(world.memory.messages)
        await world.settle(3 * DAY)
        assert len(world.memory.messages) == posted
        hands = [call.hand for call in world.memory.calls if call.kind == "hand"][-3:]
        assert all(hand is not None and hand.table.halted for hand in hands), "their hands say so"
        assert {hand.table.untouched_h for hand in hands if hand is not None} == {24}, "and why"

    run_in(World(), scene)


@virtual
async def test_a_game_whose_end_could_never_be_told_is_over_all_the_same(world: World) -> None:
    table = await world.deal(2)
    world.fails = trouble_with("end", Trouble.PASSING)
    await world.ask(table.leave, world.press(user(1)))
    await world.settle(DAY - 600)
    assert table.live
    await world.settle(1200)
    assert table.status is TableStatus.OVER
    assert world.registry.at_channel(CHANNEL) is None


@virtual
async def test_a_press_keeps_the_table_for_another_day(world: World) -> None:
    table = await world.deal(3, turn_timer=None)
    for _ in range(3):
        await world.settle(DAY - 600)
        await world.ask(table.look, world.press(user(0)))
    await world.settle(DAY - 600)
    assert table.live
    await world.settle(660)
    assert not table.live


@virtual
async def test_a_closing_that_the_disk_does_not_take_is_tried_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.deal(3, turn_timer=None)
    world.store_fails = failing("set_status")
    await world.settle(DAY + 30)
    assert table.live
    caplog.clear()
    await world.settle(120)
    assert not table.live


@pytest.mark.parametrize(("downtime", "lives_for"), [(3600.0, 20 * 3600), (2.0 * DAY, 3500)])
def test_after_a_restart_there_is_an_hour_at_least(downtime: float, lives_for: int) -> None:
    world = World()

    async def before() -> None:
        await world.deal(3, turn_timer=None)

    async def after() -> None:
        table = the_table(world)
        await world.settle(lives_for)
        assert table.live
        await world.settle(3 * 3600 + 200)
        assert not table.live

    lives(world, before, after, downtime=downtime)


@in_world()
async def test_lost_rights_free_the_channel_after_an_hour(world: World) -> None:
    table = await without_rights(world)
    await world.settle(3500)
    assert table.live
    await world.settle(200)
    assert not table.live
    assert world.registry.at_channel(CHANNEL) is None


@virtual
async def test_a_lobby_has_its_own_life(world: World) -> None:
    table = await world.open(2)
    table.vacancy.life = timedelta(minutes=1)
    await world.settle(600)
    assert table.live
    await world.settle(400)
    assert not table.live
    assert notices(world) == [NoticeKind.LOBBY_EXPIRED]
