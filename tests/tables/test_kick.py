"""The host hands somebody's seat to a CPU for good, or takes them off the table in the lobby."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.engine.state import EndReason, Outcome, Phase
from bot.tables.answers import Denial, Done, Refused
from bot.tables.game import Unwritten
from bot.tables.ports import NoticeKind
from bot.tables.table import Table
from tests.tables.away import (
    between,
    fall_asleep,
    kick,
    lives,
    the_table,
    told,
)
from tests.tables.support import (
    CHANNEL,
    World,
    accepted,
    check,
    refused,
    run_in,
    state,
    user,
    virtual,
)
from tests.tables.trouble import failing

# --- kick -------------------------------------------------------------------------------------------------------------


@virtual
async def test_a_kicked_seat_is_a_cpu_s_for_the_rest_of_the_game(world: World) -> None:
    table = await world.deal(3)
    assert accepted(await kick(world, table, 1)).done is Done.KICKED
    assert state(table).seats[1].held
    await world.settle()
    assert [(notice.seat, notice.mention) for notice in told(world, NoticeKind.KICKED)] == [(1, None)]
    assert not told(world, NoticeKind.TAKEN_OVER)
    assert world.memory.hands[user(1)].table.kicked == {1}, "their hand tells them"
    for ask in (table.look, table.clear, table.come_back, table.leave, table.join, table.repost):
        assert refused(await world.ask(ask, world.press(user(1)))).why is Denial.KICKED
    assert state(table).seats[1].held
    assert world.registry.of_user(user(1)) == []
    await world.settle(4.5)
    claim = state(table).claim
    assert claim is not None
    assert claim.claimant == 1, "the table waits for nobody"
    check(world, table)
    await world.finish(table)


def test_a_kick_outlives_a_restart() -> None:
    world = World()

    async def before() -> None:
        await kick(world, await world.deal(3), 1)

    async def after() -> None:
        table = the_table(world)
        assert refused(await world.ask(table.look, world.press(user(1)))).why is Denial.KICKED
        assert state(table).seats[1].held
        await world.finish(table)

    lives(world, before, after)


def test_a_kick_cut_short_still_has_nobody_waited_for() -> None:
    world = World()
    world.crash_when = lambda where: where == "store.kick done"

    async def before() -> None:
        await kick(world, await world.deal(3, turn_timer=None), 1)

    async def after() -> None:
        assert state(the_table(world)).seats[1].held
        assert state(the_table(world)).seats[1].barred

    assert not world.live(before)
    assert world.live(after)


@virtual
async def test_a_kick_the_disk_does_not_take_changes_nothing(world: World) -> None:
    table = await world.deal(3)
    world.store_fails = failing("append")
    with pytest.raises(Unwritten):
        await kick(world, table, 1)
    assert not state(table).seats[1].held
    world.store_fails = lambda method: None
    assert accepted(await world.ask(table.look, world.press(user(1)))).done is Done.SHOWN
    assert await world.store.kicked(table.id) == frozenset()


@virtual
async def test_who_may_be_kicked_and_by_whom(world: World) -> None:
    table = await world.deal(4)
    assert refused(await kick(world, table, 1, by=2)) == Refused(Denial.NOT_HOST, name="Ann")
    assert refused(await kick(world, table, 0)).why is Denial.KICK_SELF
    assert refused(await kick(world, table, 8)).why is Denial.NO_SUCH_PERSON
    assert refused(await kick(world, table, 2, by=8)).why is Denial.NOT_AT_TABLE
    await world.ask(table.leave, world.press(user(3)))
    assert refused(await kick(world, table, 3)).why is Denial.KICK_GONE
    await kick(world, table, 1)
    assert refused(await kick(world, table, 1)).why is Denial.ALREADY_KICKED
    assert refused(await kick(world, table, 0, by=1)).why is Denial.KICKED


@virtual
async def test_somebody_away_can_be_kicked_too(world: World) -> None:
    table = await world.deal(3)
    await fall_asleep(world, table, 1)
    assert accepted(await kick(world, table, 1)).done is Done.KICKED
    await world.settle()
    assert [notice.seat for notice in told(world, NoticeKind.KICKED)] == [1]
    assert refused(await world.ask(table.look, world.press(user(1)))).why is Denial.KICKED


@virtual
async def test_the_host_s_powers_never_pass_to_somebody_kicked(world: World) -> None:
    table = await world.deal(3)
    await fall_asleep(world, table, 2)
    await kick(world, table, 1)
    await world.ask(table.leave, world.press(user(0)))
    assert table.record.host_id == user(2), "rather to somebody who is only away"
    await world.settle()
    (left,) = told(world, NoticeKind.RESIGNED)
    assert left.heir == 2, "and it is said who is host now"


@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
@pytest.mark.parametrize("asleep", [False, True])
def test_where_only_somebody_kicked_is_left_nobody_wins(order: tuple[int, int], asleep: bool) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        if asleep:
            await fall_asleep(world, table, 1)
        assert accepted(await kick(world, table, 1)).done is Done.KICKED
        for seat in order:
            await world.ask(table.leave, world.press(user(seat)))
            await world.settle(20)
        assert state(table).outcome == Outcome(EndReason.ABANDONED, (None,) * 3)
        await world.settle(5)
        assert not table.live

    run_in(World(), scene)


@virtual
async def test_in_a_match_neither(world: World) -> None:
    table = await between(world)
    await kick(world, table, 1)
    await world.ask(table.leave, world.press(user(0)))
    outcome = state(table).outcome
    assert outcome is not None
    assert outcome.reason is EndReason.ABANDONED
    await world.settle(5)
    assert not table.live


@virtual
async def test_in_the_lobby_a_kick_takes_somebody_off_the_table(world: World) -> None:
    table = await world.open(3)
    assert refused(await kick(world, table, 1, by=2)).why is Denial.NOT_HOST
    assert refused(await kick(world, table, 0)).why is Denial.KICK_SELF
    assert refused(await kick(world, table, 7)).why is Denial.NO_SUCH_PERSON
    assert accepted(await kick(world, table, 1)).done is Done.UNSEATED
    await world.settle()
    assert [seat.user_id for seat in table.record.seats] == [user(0), user(2)]
    assert [seat.seat for seat in table.record.seats] == [0, 1]
    assert [notice.name for notice in told(world, NoticeKind.UNSEATED)] == ["Bob"]
    assert [call.about for call in world.memory.calls if call.kind == "greeting:kicked"] == [user(1)]
    assert accepted(await world.ask(table.join, world.press(user(1)))).done is Done.JOINED
    await kick(world, table, 2)
    await world.settle(2)
    assert [notice.name for notice in told(world, NoticeKind.UNSEATED)] == ["Bob", "Cy"], "each is told"
    assert await table.welcome(user(1))
    assert [call.about for call in world.memory.calls if call.kind == "welcome"].count(1) == 2, "greeted once more"


@pytest.mark.parametrize("moment", ["own_turn", "own_claim", "other_claim", "calling", "teams", "between"])
def test_a_kick_at_any_moment(moment: str) -> None:
    async def scene(world: World) -> None:
        rules: dict[str, Any] = {"teams": "alternate"} if moment == "teams" else {}
        if moment == "between":
            table = await between(world)
        else:
            table = await world.deal(6 if moment == "teams" else 3, **rules)
        if moment == "between":
            assert state(table).phase is Phase.BETWEEN
        elif moment != "own_turn":
            await world.play(table, lie=True)
            await world.settle()
        who = 2 if moment == "other_claim" else 1
        call = None
        if moment == "calling":
            who = 2
            call = asyncio.ensure_future(world.call(table, 2))
            await asyncio.sleep(0.05)
        assert accepted(await kick(world, table, who)).done is Done.KICKED
        if call is not None:
            assert accepted(await call).done is Done.CHALLENGE_WON, "pressed while the seat was theirs"
        await world.settle()
        check(world, table)
        await nobody_hangs(world, table)

    run_in(World(seed=3), scene)


async def nobody_hangs(world: World, table: Table) -> None:
    """Left alone, the table ends by itself."""
    await world.settle(3600)
    assert not table.live
    assert world.registry.at_channel(CHANNEL) is None
