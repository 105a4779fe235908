"""Where no clock runs people may nudge whoever keeps the table waiting; and whose turn an open claim waits for."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine.actions import Reason, Takeover
from bot.engine.state import Phase
from bot.tables.answers import Denial, Done, Trouble
from bot.tables.ports import NoticeKind
from bot.tables.waits import NUDGE_AFTER
from tests.tables.away import (
    PATIENCE,
    UNTIL,
    fall_asleep,
    lives,
    nudge,
    number,
    the_table,
    told,
    waiting,
)
from tests.tables.cpus import dealt_with_cpus, until_phase
from tests.tables.support import (
    World,
    accepted,
    callers,
    check,
    refused,
    run_in,
    state,
    user,
    virtual,
)

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
async def test_where_nobody_else_could_nudge_it_is_not_offered(world: World) -> None:
    table = await dealt_with_cpus(world, 2, turn_timer=None)
    await until_phase(world, table, Phase.PLAY, 0)
    await world.settle(3600)
    assert not world.memory.of("waiting")
    assert table.view().waiting is None


@virtual
async def test_somebody_who_comes_back_may_nudge_though_nobody_could_before(world: World) -> None:
    table = await world.deal(3, turn_timer=None)
    for seat in (0, 2):
        async with table.lock:
            table.publisher.follow(await table.apply(Takeover(seat), at=world.clock.now()))
    await world.settle(PATIENCE + 1)
    assert not world.memory.of("waiting")
    await world.ask(table.look, world.press(user(2)))
    await world.settle(1)
    assert accepted(await nudge(world, table, 2)).done is Done.NUDGED


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
async def test_the_nudge_of_somebody_who_left_counts_no_more(world: World) -> None:
    table = await waiting(world, 5)
    assert accepted(await nudge(world, table, 0)).done is Done.NUDGED_ONCE
    await world.ask(table.leave, world.press(user(0)))
    await world.settle()
    now = table.view().waiting
    assert now is not None
    assert now.nudged == frozenset()
    assert accepted(await nudge(world, table, 2)).done is Done.NUDGED_ONCE
    assert state(table).phase is Phase.PLAY
    assert accepted(await nudge(world, table, 3)).done is Done.NUDGED


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
    world.fails = lambda kind, about: None if kind == "hand" else Trouble.FORBIDDEN
    await world.ask(table.leave, world.press(user(2)))
    await world.settle(60)
    assert table.publisher.paused
    await world.settle(PATIENCE)
    assert not world.memory.of("waiting")
    world.fails = lambda kind, about: None
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
        await fall_asleep(world, table, 1)
        await world.ask(getattr(table, how), world.press(user(1)))
        assert not state(table).seats[1].held
        check(world, table)

    run_in(World(), scene)
