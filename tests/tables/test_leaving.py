"""Leaving in each phase from each seat: the claim is settled first, every card stays, the right seat is on turn."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.actions import Reason
from bot.engine.state import EndReason, Phase, Standing
from bot.tables.answers import Accepted, Denial, Done
from bot.tables.ports import NoticeKind, StoreFailed
from bot.tables.table import Table
from tests.tables.away import lives, the_table
from tests.tables.support import World, accepted, check, in_world, refused, run_in, state, user, virtual

SEATS = 4
MOMENTS = ("turn", "window", "gathering", "armed", "last_cards")


async def reach(world: World, table: Table, moment: str) -> None:
    """Bring the table to that moment; seat 1 is on turn, or its claim lies open."""
    if moment == "turn":
        return
    if moment == "last_cards":
        assert table.game is not None
        while state(table).seats[state(table).turn].hand:
            if state(table).phase is Phase.PLAY:
                await world.play(table, lie=False, count=4)
                if state(table).phase is Phase.PLAY:
                    await world.play(table, lie=True, count=4)
                await world.settle()
            else:
                await world.all_let_go(table)
        return
    await world.play(table, lie=True)
    await world.settle()
    if moment == "armed":
        await world.play(table, lie=True)


@pytest.mark.parametrize("yields", [None, 1])
@pytest.mark.parametrize("away", range(SEATS))
@pytest.mark.parametrize("moment", MOMENTS)
def test_leaving(moment: str, away: int, yields: int | None) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(SEATS)
        await reach(world, table, moment)
        actor = state(table).turn
        seat = (actor + away) % SEATS
        leave = world.press(user(seat))
        if moment == "gathering":
            # The leaver, or else the seat across, has just called; the call comes first.
            caller = seat if seat != actor else (actor + 2) % SEATS
            call = world.press_on_claim(table, caller)
            await asyncio.gather(world.ask(table.challenge, call, state(table).turns), world.ask(table.leave, leave))
            assert isinstance(world.only_answer(call), Accepted), "the call was pressed first"
            if caller == seat:
                assert refused(world.only_answer(leave)).why is Denial.LEAVE_AFTER_CALL, "it is not their play"
        else:
            await world.ask(table.leave, leave)
        waits = state(table).phase is Phase.WINDOW and seat == actor
        answer = world.only_answer(leave)
        if waits:
            assert refused(answer).why is Denial.LEAVE_QUEUED
            assert state(table).seats[seat].standing is Standing.IN
            await world.all_let_go(table)
        await world.settle()
        if state(table).phase is not Phase.OVER or moment != "last_cards":
            assert state(table).seats[seat].standing is Standing.RESIGNED
            assert not state(table).seats[seat].hand
            assert state(table).seats[seat].place == SEATS
        check(world, table)
        if state(table).phase is Phase.PLAY and moment != "last_cards":
            expected = state(table).after((actor - 1) % SEATS) if moment == "turn" else state(table).after(actor)
            assert state(table).turn == expected
        if state(table).phase is not Phase.OVER:
            told = refused(await world.ask(table.leave, world.press(user(seat))))
            assert told.why is Reason.NOT_IN_GAME
            await world.finish(table)
        check(world, table)

    run_in(World(seed=away, yields=yields), scene)


@virtual
async def test_leaving_twice_while_it_waits_leaves_once(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    for _ in range(2):
        assert refused(await world.ask(table.leave, world.press(user(1)))).why is Denial.LEAVE_QUEUED
    await world.settle(15)
    assert state(table).seats[1].standing is Standing.RESIGNED
    kinds = [entry.kind for entry in await world.store.journal(table.id)]
    assert kinds.count("Resigned") == 1
    assert not await world.store.armed(table.id)


@virtual
async def test_a_lie_of_a_leaver_still_costs_the_leaver(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.ask(table.leave, world.press(user(1)))
    assert accepted(await world.call(table, 0)).done is Done.CHALLENGE_WON
    await world.settle()
    assert state(table).seats[1].standing is Standing.RESIGNED
    assert len(state(table).seats[0].hand) == 17
    assert (state(table).phase, state(table).turn) == (Phase.PLAY, 2)
    check(world, table)


@virtual
async def test_the_one_who_is_left_wins(world: World) -> None:
    table = await world.deal(2)
    assert accepted(await world.ask(table.leave, world.press(user(0)))).done is Done.RESIGNED
    outcome = state(table).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (EndReason.LAST_SEAT, (1,))
    await world.settle()
    assert not table.live
    assert not [m for m in world.memory.of("notice") if m.notice and m.notice.kind is NoticeKind.RESIGNED]


@virtual
async def test_the_host_who_leaves_hands_the_table_on(world: World) -> None:
    table = await world.deal(3)
    await world.ask(table.leave, world.press(user(0)))
    assert table.record.host_id == user(1)
    stored = await world.store.table(table.id)
    assert stored is not None
    assert stored.host_id == user(1)
    assert refused(await world.ask(table.stop, world.press(user(0)), False)).why is Denial.CANNOT_STOP
    assert accepted(await world.ask(table.stop, world.press(user(1)), False)).done is Done.STOPPED


@virtual
async def test_in_the_lobby_the_next_in_order_becomes_host(world: World) -> None:
    table = await world.open(4)
    await world.ask(table.leave, world.press(user(0)))
    assert table.record.host_id == user(1)
    await world.ask(table.join, world.press(user(0)))
    await world.ask(table.leave, world.press(user(1)))
    assert table.record.host_id == user(2)
    assert [seat.user_id for seat in table.record.seats] == [user(2), user(3), user(0)]
    assert [seat.seat for seat in table.record.seats] == [0, 1, 2]


@virtual
async def test_whoever_comes_to_turn_by_a_leave_is_pinged_once(world: World) -> None:
    table = await world.deal(3)
    await world.ask(table.leave, world.press(user(1)))
    await world.settle()
    told = [m.notice for m in world.memory.of("notice") if m.notice is not None]
    assert [(notice.kind, notice.seat, notice.mention) for notice in told] == [(NoticeKind.RESIGNED, 1, 2)]


@in_world(seed=3)
async def test_a_leave_of_the_next_seat_gives_the_ping_when_the_window_closes(world: World) -> None:
    table = await world.deal(4)
    await world.play(table, lie=True)
    await world.settle()
    await world.ask(table.leave, world.press(user(2)))
    await world.all_let_go(table)
    told = [m.notice for m in world.memory.of("notice") if m.notice is not None]
    assert [(notice.kind, notice.mention) for notice in told] == [(NoticeKind.RESIGNED, None), (NoticeKind.TURN, 3)]
    assert state(table).turn == 3


# --- where the next play closes a window ------------------------------------------------------------------------------


async def goes_on(world: World, table: Table) -> int:
    """The seat whose turn comes lays a card, which closes the claim before if one is open; gives the seat."""
    await world.settle(4)
    assert table.game is not None
    seat = table.game.see(None).next.seat
    accepted(await world.play(table, lie=True))
    await world.settle(1)
    return seat


def resigned(table: Table) -> list[int]:
    return [seat for seat, here in enumerate(state(table).seats) if here.standing is Standing.RESIGNED]


@virtual
async def test_a_leave_waits_no_longer_than_for_the_play_that_closes_the_claim(world: World) -> None:
    table = await world.deal(SEATS, window_mode="until_next_play")
    seat = await goes_on(world, table)
    assert refused(await world.ask(table.leave, world.press(user(seat)))).why is Denial.LEAVE_QUEUED
    await goes_on(world, table)
    assert state(table).phase is Phase.WINDOW
    assert resigned(table) == [seat]
    assert [m.notice.kind for m in world.memory.of("notice") if m.notice is not None] == [NoticeKind.RESIGNED]
    check(world, table)


async def leaves_while_going_on(world: World, table: Table) -> int:
    """The next seat lays a card, and before that is decided it leaves; gives the seat."""
    await goes_on(world, table)
    await world.settle(4)
    assert table.game is not None
    seat = table.game.see(None).next.seat
    stamp = await world.choose(table, seat, state(table).seats[seat].hand[:1])
    playing = asyncio.ensure_future(world.ask(table.play, world.press(user(seat)), stamp))
    await asyncio.sleep(0.1)
    told = refused(await world.ask(table.leave, world.press(user(seat))))
    assert told.why is Denial.LEAVE_QUEUED, "their play is not settled"
    assert accepted(await playing).done is Done.PLAYED
    await world.settle()
    assert (state(table).turn, resigned(table)) == (seat, [])
    return seat


@virtual
async def test_a_leave_while_the_own_closing_play_is_decided_waits_for_that_play(world: World) -> None:
    table = await world.deal(SEATS, window_mode="until_next_play")
    seat = await leaves_while_going_on(world, table)
    await world.call(table, (seat + 1) % SEATS)
    await world.settle()
    assert resigned(table) == [seat]
    check(world, table)


@pytest.mark.parametrize("called", [False, True])
def test_such_a_leave_outlives_restarts_and_is_done_once(called: bool) -> None:
    world, seats = World(), []

    async def before() -> None:
        table = await world.deal(SEATS, window_mode="until_next_play")
        seats.append(await leaves_while_going_on(world, table))

    async def again() -> None:
        (table,) = world.registry.of_user(user(seats[0]))
        assert resigned(table) == []
        if called:
            await world.call(table, (seats[0] + 1) % SEATS)
            await world.settle()
        else:
            await goes_on(world, table)
        assert resigned(table) == seats

    async def after() -> None:
        (table,) = world.registry.of_user(user((seats[0] + 1) % SEATS))
        assert table.game is not None
        assert not table.game.leaving
        assert not await world.store.armed(table.id)
        kinds = [entry.kind for entry in await world.store.journal(table.id)]
        assert kinds.count("Resigned") == 1
        check(world, table)

    assert world.live(before, downtime=3)
    assert world.live(again, downtime=3)
    assert world.live(after)


@virtual
async def test_a_leave_that_waits_stands_in_the_hand_and_can_be_taken_back(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.ask(table.leave, world.press(user(1)))
    await world.settle()
    assert world.memory.hands[user(1)].leaving
    assert accepted(await world.ask(table.come_back, world.press(user(1)))).done is Done.STAYED
    await world.settle()
    assert not world.memory.hands[user(1)].leaving
    assert not await world.store.armed(table.id)
    assert refused(await world.ask(table.come_back, world.press(user(1)))).why is Denial.NOT_AWAY
    await world.settle(15)
    assert state(table).seats[1].standing is Standing.IN
    await world.finish(table)


def test_neither_is_lost_in_a_restart() -> None:
    world = World()

    async def queue() -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.ask(table.leave, world.press(user(1)))

    async def take_back() -> None:
        table = the_table(world)
        hand = table.hand(user(1))
        assert hand is not None
        assert hand.leaving
        assert accepted(await world.ask(table.come_back, world.press(user(1)))).done is Done.STAYED

    async def stays() -> None:
        await world.settle(30)
        assert state(the_table(world)).seats[1].standing is Standing.IN

    lives(world, queue, take_back, stays, downtime=0.1)


@virtual
async def test_a_play_armed_before_a_leave_that_was_taken_back_goes_down(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle()
    assert accepted(await world.play(table, lie=True)).done is Done.ARMED
    assert table.game is not None
    await table.game.leave_later(2)
    assert accepted(await world.ask(table.come_back, world.press(user(2)))).done is Done.STAYED
    (row,) = await world.store.armed(table.id)
    assert (row.seat, "leave" in row.body) == (2, False)
    await world.all_let_go(table)
    claim = state(table).claim
    assert claim is not None
    assert claim.claimant == 2


@virtual
async def test_nobody_about_to_leave_becomes_host(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.ask(table.leave, world.press(user(1)))
    await world.ask(table.leave, world.press(user(0)))
    assert table.record.host_id == user(2)
    await world.settle(15)
    heirs = [m.notice.heir for m in world.memory.of("notice") if m.notice is not None and m.notice.heir is not None]
    assert heirs == [2], "nobody was announced who was on the way out"


@virtual
async def test_joining_takes_the_seat_back_and_says_so(world: World) -> None:
    table = await world.deal(6, teams="alternate")
    assert accepted(await world.ask(table.leave, world.press(user(2)))).done is Done.HANDED_OVER
    assert accepted(await world.ask(table.join, world.press(user(2)))).done is Done.RETURNED
    assert not state(table).seats[2].held
    assert refused(await world.ask(table.join, world.press(user(2)))).why is Denial.ALREADY_SEATED


@virtual
async def test_whoever_was_forgotten_is_not_written_down_again_though_that_could_not_be_stored(world: World) -> None:
    table, gone = await world.deal(4), user(2)
    await world.ask(table.leave, world.press(gone))
    await world.settle(1)
    world.store_fails = lambda method: StoreFailed("full") if method == "save_seats" else None
    await world.registry.forgotten(gone, {table.record.guild_id: -5}, lambda _locale: "a former player")
    assert table.seat_of(gone) is None
    assert table.record.seats[2].name == "a former player"
