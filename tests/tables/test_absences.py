"""Nobody is missed and nothing hangs: nudges, kicks, leaving where it once was forgotten, and tables nobody touches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.actions import Reason
from bot.engine.state import EndReason, Phase, Standing
from bot.tables.answers import Denial, Done, Refused, Trouble
from bot.tables.game import Unwritten
from bot.tables.ports import Notice, NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from bot.tables.waits import NUDGE_AFTER
from tests.tables.crowd import claim_open, opened
from tests.tables.support import (
    CHANNEL,
    World,
    accepted,
    callers,
    check,
    in_world,
    refused,
    run_in,
    state,
    user,
    virtual,
)
from tests.tables.trouble import failing, notices, trouble_with

PATIENCE = NUDGE_AFTER.total_seconds()
DAY = 24 * 3600
UNTIL: dict[str, Any] = {"window_mode": "until_next_play", "turn_timer": None}


def told(world: World, kind: NoticeKind) -> list[Notice]:
    return [m.notice for m in world.memory.of("notice") if m.notice is not None and m.notice.kind is kind]


async def waiting(world: World, seats: int = 4, **rules: Any) -> Table:
    """A table without a turn timer that has waited for seat 1 for three minutes."""
    table = await world.deal(seats, turn_timer=None, **rules)
    await world.settle(PATIENCE + 0.1)
    assert table.view().waiting is not None
    return table


def number(table: Table) -> int:
    shown = table.publisher.messages["waiting"]
    return shown.seq


async def nudge(world: World, table: Table, seat: int, wait: int | None = None) -> Any:
    return await world.ask(table.nudge, world.press(user(seat)), number(table) if wait is None else wait)


# --- Nudge ------------------------------------------------------------------------------------------------------------


@virtual
async def test_after_three_minutes_without_a_clock_the_table_offers_to_nudge(world: World) -> None:
    table = await world.deal(3, turn_timer=None)
    await world.settle(PATIENCE - 1)
    assert not world.memory.of("waiting")
    await world.settle(2)
    (message,) = world.memory.of("waiting")
    wait = message.view.waiting
    assert wait is not None
    assert (wait.seat, wait.needed, wait.nudged) == (1, 2, frozenset())
    await world.settle(3600)
    assert len(world.memory.of("waiting")) == 1, "said once"
    await world.play(table, lie=True)
    await world.settle()
    assert message.edits[-1].waiting is None, "its button is taken off"


@virtual
async def test_with_a_turn_timer_nobody_is_nudged(world: World) -> None:
    table = await world.deal(3, turn_timer=120, window_s=120)
    await world.settle(119)
    await world.play(table, lie=True)
    await world.settle(119)
    assert not world.memory.of("waiting")
    assert refused(await nudge(world, table, 0, 1)).why is Denial.WAIT_OVER


@virtual
async def test_any_two_others_may_nudge_and_one_card_is_played(world: World) -> None:
    table = await waiting(world)
    assert accepted(await nudge(world, table, 0)).done is Done.NUDGED_ONCE
    assert accepted(await nudge(world, table, 0)).done is Done.NUDGED_ONCE, "the same one twice is one"
    assert state(table).phase is Phase.PLAY
    await world.settle()
    (message,) = world.memory.of("waiting")
    seen = message.edits[-1].waiting
    assert seen is not None
    assert seen.nudged == {0}, "the others see that one is missing"
    assert accepted(await nudge(world, table, 2)).done is Done.NUDGED
    claim = state(table).claim
    assert claim is not None
    assert (claim.claimant, claim.auto, state(table).seats[1].strikes) == (1, True, 1)
    await world.settle()
    assert message.edits[-1].waiting is None
    assert refused(await nudge(world, table, 3, message.number)).why is Denial.WAIT_OVER
    check(world, table)


@virtual
async def test_of_two_people_the_only_other_one_is_enough(world: World) -> None:
    table = await waiting(world, 2)
    assert accepted(await nudge(world, table, 0)).done is Done.NUDGED
    assert state(table).phase is Phase.WINDOW


@virtual
async def test_two_nudged_turns_in_a_row_give_the_seat_to_a_cpu(world: World) -> None:
    table = await waiting(world, 2)
    await nudge(world, table, 0)
    await world.all_let_go(table)
    await world.play(table, lie=True)
    await world.let_go(table, *callers(table))
    await world.settle(16)
    await world.settle(PATIENCE + 0.1)
    assert accepted(await nudge(world, table, 0)).done is Done.NUDGED
    assert state(table).seats[1].held
    await world.ask(table.look, world.press(user(1)))
    assert (state(table).seats[1].held, state(table).seats[1].strikes) == (False, 0)


@virtual
async def test_the_nudge_of_whoever_is_waited_for_is_none_and_undoes_the_others(world: World) -> None:
    table = await waiting(world)
    await nudge(world, table, 0)
    assert refused(await nudge(world, table, 1)).why is Denial.NUDGE_SELF
    assert accepted(await nudge(world, table, 2)).done is Done.NUDGED_ONCE, "they were back meanwhile"
    assert state(table).phase is Phase.PLAY
    assert accepted(await nudge(world, table, 0)).done is Done.NUDGED


@virtual
async def test_nudges_do_not_outlast_their_wait(world: World) -> None:
    table = await waiting(world)
    await nudge(world, table, 0)
    await world.play(table, lie=True)
    await world.all_let_go(table)
    await world.settle(PATIENCE + 0.1)
    assert state(table).turn == 2
    assert accepted(await nudge(world, table, 3)).done is Done.NUDGED_ONCE
    assert state(table).phase is Phase.PLAY


@virtual
async def test_who_left_has_no_nudge_and_who_is_not_there_neither(world: World) -> None:
    table = await waiting(world)
    await world.ask(table.leave, world.press(user(3)))
    assert refused(await nudge(world, table, 3)).why is Reason.NOT_IN_GAME
    assert refused(await nudge(world, table, 7)).why is Denial.NOT_AT_TABLE
    await nudge(world, table, 0)
    assert accepted(await nudge(world, table, 2)).done is Done.NUDGED


@virtual
async def test_a_leave_that_leaves_one_other_makes_one_nudge_enough(world: World) -> None:
    table = await waiting(world, 3)
    await world.ask(table.leave, world.press(user(2)))
    assert accepted(await nudge(world, table, 0)).done is Done.NUDGED


@virtual
async def test_where_the_next_play_closes_a_claim_its_player_is_nudged(world: World) -> None:
    table = await world.deal(3, **UNTIL)
    await world.play(table, lie=True)
    await world.settle(PATIENCE + 0.1)
    assert state(table).phase is Phase.WINDOW
    assert [m.number for m in world.memory.of("waiting")] == [number(table)]
    wait = table.view().waiting
    assert wait is not None
    assert wait.seat == 2
    await nudge(world, table, 0)
    assert accepted(await nudge(world, table, 1)).done is Done.NUDGED
    claim = state(table).claim
    assert claim is not None
    assert (claim.claimant, claim.auto, state(table).turns) == (2, True, 2)
    await world.settle()
    check(world, table)


@virtual
async def test_a_call_that_is_being_judged_comes_before_a_nudge(world: World) -> None:
    table = await world.deal(3, **UNTIL)
    await world.play(table, lie=True)
    await world.settle(PATIENCE + 0.1)
    await nudge(world, table, 1)
    calling = asyncio.ensure_future(world.call(table, 0))
    await asyncio.sleep(0.05)
    assert refused(await nudge(world, table, 0)).why is Denial.WAIT_OVER
    assert accepted(await calling).done is Done.CHALLENGE_WON


def lives(world: World, *scenes: Callable[[], Coroutine[Any, Any, None]], downtime: float = 1.0) -> None:
    for scene in scenes:
        assert world.live(scene, downtime=downtime)


def the_table(world: World) -> Table:
    table = world.registry.at_channel(CHANNEL)
    assert table is not None
    return table


def test_nudges_outlive_a_restart_and_the_offer_is_not_made_twice() -> None:
    world = World()

    async def before() -> None:
        await nudge(world, await waiting(world), 0)

    async def after() -> None:
        table = the_table(world)
        await world.settle(PATIENCE + 1)
        assert len(world.memory.of("waiting")) == 1
        assert accepted(await nudge(world, table, 2)).done is Done.NUDGED

    lives(world, before, after)


def test_the_time_the_bot_was_away_keeps_nobody_waiting() -> None:
    world = World()

    async def before() -> None:
        await world.deal(3, turn_timer=None)
        await world.settle(PATIENCE - 5)

    async def after() -> None:
        await world.settle(PATIENCE - 5)
        assert not world.memory.of("waiting")
        await world.settle(10)
        assert len(world.memory.of("waiting")) == 1

    lives(world, before, after, downtime=3600)


@virtual
async def test_while_discord_is_out_of_reach_nobody_is_kept_waiting(world: World) -> None:
    table = await world.deal(3, **UNTIL)
    world.fails = lambda kind, about: Trouble.PASSING
    await world.play(table, lie=True)
    await world.settle(30)
    assert table.publisher.paused
    await world.settle(2 * PATIENCE)
    world.fails = lambda kind, about: None
    await world.settle(2 * PATIENCE)
    (claim,), (wait,) = world.memory.of("claim"), world.memory.of("waiting")
    assert wait.sent_at - claim.sent_at >= NUDGE_AFTER, "nobody could play what nobody saw"


@virtual
async def test_a_turn_nobody_could_see_begins_anew(world: World) -> None:
    """The bot may not write for a while, and then may again."""
    table = await world.deal(3, turn_timer=None)
    await world.settle(60)
    world.fails = trouble_with("notice", Trouble.FORBIDDEN, times=1)
    await world.ask(table.leave, world.press(user(2)))
    await world.settle(60)
    assert table.publisher.paused
    await world.settle(PATIENCE)
    assert not world.memory.of("waiting")
    back = world.true_now()
    await world.ask(table.look, world.press(user(0)))
    assert not table.publisher.paused
    await world.settle(2 * PATIENCE)
    (wait,) = world.memory.of("waiting")
    assert wait.sent_at - back >= NUDGE_AFTER


# --- turns that become another's while a claim lies open ----------------------------------------------------------


@virtual
async def test_whoever_comes_to_close_a_claim_by_a_leave_is_pinged_and_has_the_whole_turn(world: World) -> None:
    table = await world.deal(4, window_mode="until_next_play")
    await world.play(table, lie=True)
    await world.settle(50)
    assert [notice.seat for notice in told(world, NoticeKind.REMINDER)] == [2]
    await world.ask(table.leave, world.press(user(2)))
    await world.settle()
    (left,) = told(world, NoticeKind.RESIGNED)
    assert (left.seat, left.mention) == (2, 3)
    await world.settle(32)
    assert [notice.seat for notice in told(world, NoticeKind.REMINDER)] == [2, 3]
    await world.settle(25)
    assert state(table).turns == 1, "not the rest of the time of whoever left"
    await world.settle(8)
    assert state(table).turns == 2


@virtual
async def test_who_returns_while_a_claim_waits_for_their_play_has_the_whole_turn(world: World) -> None:
    table = await world.deal(3, window_mode="until_next_play")
    while not state(table).seats[1].held:
        await world.settle(1)
        if table.view().seen is not None and table.game is not None and table.game.see(None).next.seat != 1:
            await world.settle(3)
            await world.play(table, lie=True)
    while table.game is not None and table.game.see(None).next.seat != 1:
        await world.settle(4)
        await world.play(table, lie=True)
    await world.settle(5)
    assert (state(table).phase, state(table).turn) == (Phase.WINDOW, 0)
    await world.ask(table.come_back, world.press(user(1)))
    await world.settle(50)
    assert (state(table).phase, state(table).turn) == (Phase.WINDOW, 0), "their turn lasts a minute"
    await world.play(table, lie=True)
    assert state(table).turn == 1


@virtual
async def test_a_real_play_between_two_missed_turns_sets_the_count_back(world: World) -> None:
    table = await world.deal(2)
    strikes = []
    for turn in range(5):
        if state(table).turn == 1 and turn != 2:
            await world.settle(63)
        else:
            await world.play(table, lie=True)
            await world.settle()
        strikes.append(state(table).seats[1].strikes)
        await world.all_let_go(table)
    assert strikes == [1, 1, 0, 0, 1]
    assert not state(table).seats[1].held


@pytest.mark.parametrize("how", ["join", "repost"])
def test_also_a_press_that_does_nothing_else_returns_the_seat(how: str) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        while not state(table).seats[1].held:
            if state(table).phase is Phase.PLAY and state(table).turn != 1:
                await world.play(table, lie=True)
            await world.settle(1)
        await world.ask(getattr(table, how), world.press(user(1)))
        assert not state(table).seats[1].held
        check(world, table)

    run_in(World(), scene)


# --- kick -------------------------------------------------------------------------------------------------------------


async def kick(world: World, table: Table, who: int, by: int = 0) -> Any:
    return await world.ask(table.kick, world.press(user(by)), user(who))


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
    while not state(table).seats[1].held:
        if state(table).phase is Phase.PLAY and state(table).turn != 1:
            await world.play(table, lie=True)
        await world.settle(1)
    assert accepted(await kick(world, table, 1)).done is Done.KICKED
    await world.settle()
    assert [notice.seat for notice in told(world, NoticeKind.KICKED)] == [1]
    assert refused(await world.ask(table.look, world.press(user(1)))).why is Denial.KICKED


@virtual
async def test_the_host_s_powers_never_pass_to_somebody_kicked(world: World) -> None:
    table = await world.deal(3)
    while not state(table).seats[2].held:
        if state(table).phase is Phase.PLAY and state(table).turn != 2:
            await world.play(table, lie=True)
        await world.settle(1)
    await kick(world, table, 1)
    await world.ask(table.leave, world.press(user(0)))
    assert table.record.host_id == user(2), "rather to somebody who is only away"
    await world.settle()
    (left,) = told(world, NoticeKind.RESIGNED)
    assert left.heir == 2, "and it is said who is host now"


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
    assert [call.about for call in world.memory.calls if call.kind == "dismiss"] == [user(1)]
    assert accepted(await world.ask(table.join, world.press(user(1)))).done is Done.JOINED
    assert await table.welcome(user(1))
    assert [call.about for call in world.memory.calls if call.kind == "welcome"].count(2) == 2, "greeted once more"


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


# --- leaving ----------------------------------------------------------------------------------------------------------


@virtual
async def test_leaving_while_a_cpu_keeps_the_seat_does_not_say_welcome_back(world: World) -> None:
    table = await world.deal(3)
    while not state(table).seats[1].held:
        if state(table).phase is Phase.PLAY and state(table).turn != 1:
            await world.play(table, lie=True)
        await world.settle(1)
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


async def between(world: World) -> Table:
    table = await world.deal(2, rounds=2, max_cards="unlimited", window_s=3)
    while state(table).phase is not Phase.BETWEEN:
        await world.play(table, count=40, lie=not state(table).turns % 2)
        await world.settle(8)
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

    run_in(World(), scene)


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
