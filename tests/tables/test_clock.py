"""Deadlines, reminders, and what happens by itself when somebody is away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.engine.actions import Reason
from bot.engine.events import Closed
from bot.engine.state import EndReason, Phase
from bot.tables.answers import Answer, Denial, Done, Refused, Trouble
from bot.tables.deadlines import GRACE, DueKind, nearest
from bot.tables.ports import NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.tables.support import CHANNEL, World, accepted, check, refused, run_in, state, user, virtual
from tests.tables.turns import notices

GRACE_S = GRACE.total_seconds()


async def nobody_plays(world: World, table: Table, turns: int) -> None:
    """So many turns pass with nobody at the table pressing anything."""
    for _ in range(turns):
        if state(table).phase is Phase.OVER:
            return
        number = state(table).turns
        while state(table).turns == number and state(table).phase is not Phase.OVER:
            await world.settle(1)
        while state(table).phase is Phase.WINDOW:
            await world.settle(1)


@pytest.mark.parametrize("error", [0.0, -5.0, 5.0])
def test_the_printed_deadline_is_rounded_up_and_the_true_one_is_never_earlier(error: float) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(2, window_s=7)
        await world.play(table, lie=True)
        await world.settle()
        (message,) = world.memory.of("claim")
        printed, until = message.view.printed, state(table).until
        assert printed is not None
        assert until is not None
        assert printed.microsecond == 0
        full = message.sent_at + timedelta(seconds=7)
        assert timedelta(seconds=-0.06) <= printed - full < timedelta(seconds=1)
        assert until == max(full, printed)

    run_in(World(wall_error=error), scene)


@virtual
async def test_a_claim_sent_twice_is_one_message_and_its_clock_is_not_shorter_than_any_it_printed(world: World) -> None:
    table = await world.deal(2)
    lost = iter([Trouble.PASSING, Trouble.PASSING])
    world.loses = lambda kind, about: next(lost, None) if kind == "claim" else None
    await world.play(table, lie=True)
    await world.settle(6)
    (message,) = world.memory.of("claim")
    until, printed = state(table).until, message.view.printed
    assert until is not None
    assert printed is not None
    assert until >= max(printed, message.sent_at + timedelta(seconds=10))


@virtual
async def test_the_window_closes_a_grace_after_its_deadline(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle()
    until = state(table).until
    assert until is not None
    left = (until - world.true_now()).total_seconds()
    await world.settle(left + GRACE_S - 0.2)
    assert state(table).phase is Phase.WINDOW
    await world.settle(0.4)
    assert state(table).phase is Phase.PLAY
    assert table.game is not None
    assert table.game.story.settled is not None
    assert table.game.story.settled.why is Closed.TIME


@virtual
async def test_the_window_closes_early_when_everybody_has_let_it_go(world: World) -> None:
    table = await world.deal(4)
    await world.play(table, lie=True)
    await world.settle()
    await world.let_go(table, 0, 2)
    assert state(table).phase is Phase.WINDOW
    await world.let_go(table, 3)
    assert state(table).phase is Phase.PLAY
    assert table.game is not None
    assert table.game.story.settled is not None
    assert table.game.story.settled.why is Closed.DECLINED


@virtual
async def test_no_play_before_the_window_is_over(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    stamp = await world.choose(table, 0, state(table).seats[0].hand[:1])
    assert refused(await world.ask(table.play, world.press(user(0)), stamp)).why is Reason.WINDOW_OPEN
    check(world, table)


@virtual
async def test_one_reminder_at_half_time(world: World) -> None:
    table = await world.deal(3)
    await world.settle(29)
    assert not notices(world, NoticeKind.REMINDER)
    await world.settle(2)
    (told,) = notices(world, NoticeKind.REMINDER)
    assert (told.seat, told.mention) == (1, 1)
    assert told.seconds in {29, 30}
    await world.settle(25)
    assert len(notices(world, NoticeKind.REMINDER)) == 1
    await world.play(table, lie=True)
    await world.all_let_go(table)
    await world.settle(31)
    assert [told.seat for told in notices(world, NoticeKind.REMINDER)] == [1, 2]


@virtual
async def test_a_play_before_half_time_needs_no_reminder(world: World) -> None:
    table = await world.deal(3)
    await world.settle(20)
    await world.play(table, lie=True)
    await world.settle(12)
    assert not notices(world, NoticeKind.REMINDER)


@virtual
async def test_at_the_end_of_the_turn_one_card_is_played_for_them(world: World) -> None:
    table = await world.deal(3)
    await world.settle(60 + GRACE_S - 0.5)
    assert state(table).phase is Phase.PLAY
    await world.settle(1)
    claim = state(table).claim
    assert claim is not None
    assert (claim.claimant, claim.said, claim.auto, len(claim.cards)) == (1, 1, True, 1)
    (message,) = world.memory.of("claim")
    assert message.view.taken_over is None
    check(world, table)


@virtual
async def test_a_press_in_the_grace_of_the_turn_still_plays(world: World) -> None:
    table = await world.deal(3)
    await world.settle(60 + GRACE_S - 0.5)
    await world.play(table, lie=True)
    await world.settle(1)
    claim = state(table).claim
    assert claim is not None
    assert not claim.auto


@virtual
async def test_after_two_turns_missed_in_a_row_a_cpu_keeps_the_seat_until_any_press(world: World) -> None:
    table = await world.deal(2)
    await nobody_plays(world, table, 2)
    assert not state(table).seats[1].held
    await nobody_plays(world, table, 1)
    assert state(table).seats[1].held
    told = world.memory.of("claim")[-1].view
    assert told.taken_over == 1
    press = world.press(user(1))
    await world.ask(table.look, press)
    assert accepted(world.only_answer(press)).done is Done.SHOWN
    assert not state(table).seats[1].held
    assert state(table).seats[1].strikes == 0
    await world.settle()
    assert [told.seat for told in notices(world, NoticeKind.RETURNED)] == [1]


@pytest.mark.parametrize("how", ["look", "pick", "let_go", "call", "back", "play", "clear"])
def test_any_press_returns_the_seat(how: str) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        # Seat 1 misses two turns, the others play.
        while not state(table).seats[1].held:
            if state(table).phase is Phase.PLAY and state(table).turn != 1:
                await world.play(table, lie=True)
            await world.settle(1)
        press = world.press(user(1), on_claim=True)
        ask, number = world.ask, state(table).turns
        presses: dict[str, Callable[[], Awaitable[Answer | None]]] = {
            "look": lambda: ask(table.look, press),
            "pick": lambda: ask(table.pick, press, "A"),
            "let_go": lambda: ask(table.let_go, press, number),
            "call": lambda: ask(table.challenge, press, number),
            "back": lambda: ask(table.come_back, press),
            "play": lambda: ask(table.play, press, "old"),
            "clear": lambda: ask(table.clear, press),
        }
        await presses[how]()
        assert len(world.answers[press.key]) == 1
        assert not state(table).seats[1].held
        assert await ask(table.come_back, world.press(user(1))) == Refused(Denial.NOT_AWAY)
        await world.settle()
        assert len(notices(world, NoticeKind.RETURNED)) == 1

    run_in(World(), scene)


async def until_moved(world: World, table: Table) -> None:
    """Until the open claim is settled."""
    number = state(table).turns
    while state(table).phase is Phase.WINDOW and state(table).turns == number:
        await world.settle(0.1)


@virtual
async def test_a_seat_that_returns_on_its_turn_has_the_whole_turn(world: World) -> None:
    table = await world.deal(2)
    await nobody_plays(world, table, 3)
    assert state(table).seats[1].held
    await world.ask(table.look, world.press(user(0)))
    await world.play(table, lie=True)
    await world.settle()
    await until_moved(world, table)
    assert (state(table).phase, state(table).turn) == (Phase.PLAY, 1), "the CPU let it go"
    await world.ask(table.look, world.press(user(1)))
    until = state(table).until
    assert until is not None
    assert until - world.true_now() >= timedelta(seconds=59.8)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_nobody_is_at_ends_without_a_result(seats: int) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(seats)
        await nobody_plays(world, table, 60)
        outcome = state(table).outcome
        assert outcome is not None
        assert outcome.reason is EndReason.ABANDONED
        assert set(outcome.places) == {None}
        await world.settle()
        assert world.registry.at_channel(CHANNEL) is None
        assert len(world.memory.of("end")) == 1

    run_in(World(), scene)


@virtual
async def test_with_the_timer_off_the_table_waits_as_long_as_somebody_looks_in(world: World) -> None:
    table = await world.deal(2, turn_timer=None)
    for _ in range(10):
        await world.settle(23 * 3600)
        await world.ask(table.look, world.press(user(0)))
    assert (state(table).phase, state(table).turns, state(table).until) == (Phase.PLAY, 0, None)
    assert not world.memory.of("notice")
    await world.play(table, lie=True)
    assert state(table).turns == 1


@virtual
async def test_a_timer_of_an_earlier_turn_does_nothing(world: World) -> None:
    table = await world.deal(3)
    assert table.game is not None
    due = nearest(state(table), table.game.rules, world.true_now() + timedelta(seconds=50), reminded=True)
    assert due is not None
    assert due.kind is DueKind.TIME_OUT
    seq = table.game.seq
    await world.settle(10)
    await world.play(table, lie=True)
    await world.settle()
    length = len(await world.store.journal(table.id))
    for kind in DueKind:
        for seat in range(3):
            await table.watch._come(type(due)(kind, due.when, seat), seq)
    await world.settle()
    assert len(await world.store.journal(table.id)) == length
    assert not notices(world, NoticeKind.REMINDER)


@virtual
async def test_a_timer_that_comes_too_early_is_set_again(world: World) -> None:
    """Discord's time may turn out to be earlier than thought after a timer was set."""
    table = await world.deal(2)
    await world.play(table, lie=True)
    await world.settle()
    assert table.game is not None
    await table.close_window(table.game.seq)
    assert state(table).phase is Phase.WINDOW
    await world.settle(14)
    assert state(table).phase is Phase.PLAY


@virtual
async def test_a_lobby_nobody_touches_closes(world: World) -> None:
    table = await world.open(2)
    await world.settle(14 * 60)
    assert table.live
    await world.settle(2 * 60)
    assert table.status is TableStatus.CLOSED
    assert world.registry.at_channel(CHANNEL) is None
    assert len(notices(world, NoticeKind.LOBBY_EXPIRED)) == 1
    assert [call.kind for call in world.memory.calls].count("redraw_lobby") == 1
    assert refused(await world.ask(table.join, world.press(user(5)))).why is Denial.TABLE_GONE
    assert refused(await world.ask(table.leave, world.press(user(1)))).why is Denial.TABLE_GONE
    assert refused(await world.ask(table.start, world.press(user(0)))).why is Denial.TABLE_GONE
    assert refused(await world.ask(table.stop, world.press(user(0)), False)).why is Denial.TABLE_GONE
    assert refused(await world.ask(table.repost, world.press(user(0)))).why is Denial.TABLE_GONE


@virtual
async def test_joining_and_leaving_keep_the_lobby_open(world: World) -> None:
    table = await world.open(2)
    for seat in range(2, 6):
        await world.settle(14 * 60)
        await world.ask(table.join, world.press(user(seat)))
    await world.settle(14 * 60)
    await world.ask(table.leave, world.press(user(4)))
    await world.settle(14 * 60)
    assert table.live
    await world.settle(61)
    assert not table.live


@virtual
async def test_a_join_at_the_last_moment_wins_over_the_timer(world: World) -> None:
    table = await world.open(2)
    join = world.press(user(2))
    await asyncio.gather(world.ask(table.join, join), table.close_lobby())
    assert accepted(world.only_answer(join)).done is Done.JOINED
    assert table.live
    await world.settle(14 * 60)
    assert table.live
    await world.settle(90)
    assert not table.live


@virtual
async def test_the_last_one_to_leave_closes_the_lobby(world: World) -> None:
    table = await world.open(2)
    assert accepted(await world.ask(table.leave, world.press(user(0)))).done is Done.LEFT
    assert table.record.host_id == user(1)
    assert accepted(await world.ask(table.leave, world.press(user(1)))).done is Done.LOBBY_CLOSED
    assert world.registry.at_channel(CHANNEL) is None


@virtual
async def test_the_open_claim_says_at_once_that_somebody_is_back(world: World) -> None:
    table = await world.deal(3)
    while not state(table).seats[1].held or state(table).claim is None:
        if state(table).phase is Phase.PLAY and state(table).turn != 1:
            await world.play(table, lie=True)
        await world.settle(1)
    message = table.publisher.messages["claim"]
    await table.keep_token("claim", message.message_id, "token", world.true_now())
    await world.ask(table.look, world.press(user(1)))
    await world.settle()
    claim = world.memory.of("claim")[-1]
    assert claim.view.taken_over == 1
    assert claim.edits
    assert claim.edits[-1].taken_over is None
