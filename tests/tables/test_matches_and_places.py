"""What a match, a Force and a seat that is out bring to the table's messages, restarts and slow networks included."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.engine.cards import Rank
from bot.engine.state import Phase, Standing
from bot.tables.answers import Denial, Done, Trouble
from bot.tables.ports import NoticeKind
from bot.tables.table import Table
from tests.tables.fakes import Message
from tests.tables.support import World, accepted, callers, check, refused, state, user, user_at, virtual

MATCH = {"rounds": 2, "max_cards": "unlimited"}
FORCE = {"family": "same_rank", "force": True}


def told(world: World) -> list[NoticeKind]:
    return [message.notice.kind for message in world.memory.of("notice") if message.notice is not None]


def the(world: World, kind: str, number: int) -> Message:
    (found,) = (message for message in world.memory.of(kind) if message.number == number)
    return found


async def lay_all(world: World, table: Table) -> int:
    """The seat on turn lays its whole hand; gives the seat."""
    seat = state(table).turn
    stamp = await world.choose(table, seat, state(table).seats[seat].hand)
    accepted(await world.ask(table.play, world.press(user_at(table, seat)), stamp))
    await world.settle()
    return seat


async def between(world: World, seats: int = 3, **rules: object) -> Table:
    """A match whose first round is over."""
    table = await world.deal(seats, **{**MATCH, **rules})
    await lay_all(world, table)
    await world.all_let_go(table)
    assert state(table).phase is Phase.BETWEEN
    return table


# --- between two rounds -----------------------------------------------------------------------------------------------


@virtual
async def test_who_leaves_between_rounds_leaves_no_cards_and_the_next_host_is_named(world: World) -> None:
    table = await between(world)
    accepted(await world.ask(table.leave, world.press(user(0))))
    await world.settle()
    assert told(world) == [NoticeKind.LEFT]
    assert the(world, "round", 1).edits[-1].host_id == user(1)
    assert refused(await world.ask(table.next_round, world.press(user(2)), 1)).why is Denial.NOT_HOST
    accepted(await world.ask(table.next_round, world.press(user(1)), 1))
    await world.settle()
    assert state(table).number == 2
    check(world, table)


@virtual
async def test_a_host_whose_seat_a_cpu_keeps_is_no_host_between_rounds_either(world: World) -> None:
    table = await world.deal(6, rounds=2, max_cards="unlimited", teams="alternate")
    while state(table).phase is not Phase.BETWEEN:
        await lay_all(world, table)
        await world.all_let_go(table)
    accepted(await world.ask(table.leave, world.press(user(0))))
    await world.settle()
    assert the(world, "round", 1).edits[-1].host_id != user(0)
    assert told(world)[-1] is NoticeKind.TAKEN_OVER


@virtual
async def test_leaves_that_waited_for_the_end_of_a_round_are_all_told(world: World) -> None:
    table = await world.deal(4, **MATCH)
    seat = await lay_all(world, table)
    caller = (seat + 1) % 4
    assert refused(await world.ask(table.leave, world.press(user(seat)))).why is Denial.LEAVE_QUEUED
    assert table.game is not None
    await table.game.leave_later(caller)
    await world.all_let_go(table)
    assert state(table).phase is Phase.BETWEEN
    assert {at for at, here in enumerate(state(table).seats) if here.standing is Standing.RESIGNED} == {seat, caller}
    left = [message.notice for message in world.memory.of("notice")]
    assert [(notice.kind, notice.seat) for notice in left if notice is not None] == [
        (NoticeKind.LEFT, gone) for gone in sorted((seat, caller))
    ]


@virtual
async def test_a_match_that_ends_between_rounds_offers_no_next_one(world: World) -> None:
    table = await between(world, 2)
    accepted(await world.ask(table.leave, world.press(user(1))))
    await world.settle()
    ended = the(world, "round", 1).edits[-1].seen
    assert ended is not None
    assert ended.phase is Phase.OVER


@virtual
async def test_a_stopped_match_offers_no_next_round(world: World) -> None:
    table = await between(world)
    await world.ask(table.stop, world.press(user(0)), False)
    await world.settle()
    assert the(world, "round", 1).edits[-1].halted


@virtual
async def test_a_round_s_end_is_posted_late_with_its_own_proof(world: World) -> None:
    """Discord is out of order until the next round has begun."""
    world.fails = lambda kind, about: Trouble.PASSING if kind == "round" else None
    table = await between(world)
    proof = table.view().past[0]
    await world.settle(45)
    assert state(table).number == 2
    assert world.memory.of("round") == []
    world.fails = lambda kind, about: None
    await world.settle(120)
    late = the(world, "round", 1)
    assert late.view.past == (proof,)
    assert proof.salt != state(table).salt
    check(world, table)


def test_a_proof_outlives_a_restart_and_the_next_round() -> None:
    world, proofs = World(), []

    async def before() -> None:
        table = await between(world)
        proofs.append(table.view().past)
        accepted(await world.ask(table.next_round, world.press(user(0)), 1))
        await world.settle()

    async def after() -> None:
        (table,) = world.registry.of_user(user(0))
        assert table.view().past == proofs[0]
        assert proofs[0][0].deal_text
        assert table.view().deal_text == "", "the deal that is being played stays secret"
        await world.settle()
        assert len(world.memory.of("round")) == 1
        await world.finish(table)
        (end,) = world.memory.of("end")
        assert end.view.past[0] == proofs[0][0]
        assert end.view.deal_text

    assert world.live(before)
    assert world.live(after)


def test_a_restart_between_rounds_tells_that_the_time_begins_again() -> None:
    world = World()

    async def before() -> None:
        await between(world)

    async def after() -> None:
        await world.settle(1)
        (table,) = world.registry.of_user(user(0))
        shown = the(world, "round", 1).edits[-1]
        assert shown.reopened
        assert shown.seen is not None
        assert shown.seen.until == state(table).until
        assert state(table).until is not None
        accepted(await world.ask(table.next_round, world.press(user(0)), 1))
        await world.settle()
        assert not table.reopened

    assert world.live(before, downtime=300)
    assert world.live(after)


# --- Force ------------------------------------------------------------------------------------------------------------


async def forced(world: World) -> tuple[Table, int]:
    """Two seats; the one whose number is given has laid a card and is asked to show another."""
    table = await world.deal(2, **FORCE)
    first = state(table).turn
    rank = state(table).seats[first].hand[0].rank
    assert rank is not None
    await world.ask(table.pick, world.press(user(first)), rank.code)
    await world.ask(table.name_rank, world.press(user(first)), rank.code)
    accepted(await world.ask(table.play, world.press(user(first)), table.hand_of(first).stamp))
    await world.settle(1)
    assert accepted(await world.ask(table.force, world.press(user(1 - first)), 1)).done is Done.FORCED
    return table, first


@virtual
async def test_the_ping_of_a_force_is_marked_and_the_result_stands_once(world: World) -> None:
    table, first = await forced(world)
    await world.settle()
    (asked,) = world.memory.of("notice")
    assert asked.notice is not None
    assert (asked.notice.kind, asked.notice.mention) == (NoticeKind.FORCED, first)
    accepted(await world.ask(table.answer_force, world.press(user(first)), 1, ""))
    await world.settle()
    assert asked.edits[-1].settled is not None
    assert asked.edits[-1].settled.forcer == 1 - first
    assert the(world, "claim", 1).edits[-1].settled is not None
    # Whoever leads now was not asked anything and hears of it once, without the result.
    assert [(m.notice.kind, m.notice.mention) for m in world.memory.of("notice")[1:] if m.notice is not None] == [
        (NoticeKind.TURN, 1 - first)
    ]


def test_a_restart_while_forced_tells_the_new_time_and_marks_the_answer() -> None:
    world = World()

    async def before() -> None:
        await forced(world)
        await world.settle()

    async def after() -> None:
        await world.settle(1)
        (table,) = world.registry.of_user(user(0))
        shown, until = the(world, "claim", 1).edits[-1], state(table).until
        assert until is not None
        assert shown.reopened
        assert shown.printed is not None
        assert timedelta(0) <= shown.printed - until < timedelta(seconds=1)
        accepted(await world.ask(table.answer_force, world.press(user(state(table).turn)), 1, ""))
        await world.settle()
        (asked,) = (m for m in world.memory.of("notice") if m.notice is not None and m.notice.kind is NoticeKind.FORCED)
        assert asked.edits[-1].settled is not None

    assert world.live(before, downtime=300)
    assert world.live(after)


@pytest.mark.parametrize("where", ["store.append done", "show.notice begins", "show.notice done"])
def test_whoever_is_asked_hears_of_it_though_the_process_ended(where: str) -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(2, **FORCE)
        first = state(table).turn
        rank = state(table).seats[first].hand[0].rank
        assert rank is not None
        await world.ask(table.pick, world.press(user(first)), rank.code)
        await world.ask(table.name_rank, world.press(user(first)), rank.code)
        accepted(await world.ask(table.play, world.press(user(first)), table.hand_of(first).stamp))
        await world.settle(1)
        world.crash_when = lambda at: at == where
        await world.ask(table.force, world.press(user(1 - first)), 1)
        await world.settle()

    async def after() -> None:
        await world.settle(1)
        (table,) = world.registry.of_user(user(0))
        assert state(table).phase is Phase.FORCE
        asked = [m for m in world.memory.of("notice") if m.notice is not None and m.notice.kind is NoticeKind.FORCED]
        assert len(asked) == 1
        drawn = the(world, "claim", 1).edits[-1].seen
        assert drawn is not None
        assert drawn.phase is Phase.FORCE, "the claim has its buttons no more"

    assert not world.live(before)
    assert world.live(after)


# --- seats without cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_clock", [False, True])
def test_a_seat_that_is_out_sees_so_in_its_hand(by_clock: bool) -> None:
    @virtual
    async def scene(world: World) -> None:
        table = await world.deal(3, play_on=True, max_cards="unlimited")
        seat = await lay_all(world, table)
        if by_clock:
            await world.settle(14)
        else:
            await world.all_let_go(table)
        assert state(table).seats[seat].standing is Standing.OUT
        shown = world.memory.hands[user(seat)].seen.seats[seat]
        assert (shown.standing, shown.place) == (Standing.OUT, 1)
        settled = table.view().settled
        assert settled is not None
        assert (settled.claimant, settled.place) == (seat, 1)
        accepted(await world.play(table))
        await world.settle()
        called = await world.ask(table.challenge, world.press(user(seat), on_claim=True), 2)
        left = await world.ask(table.leave, world.press(user(seat)))
        back = await world.ask(table.come_back, world.press(user(seat)))
        answers = [refused(answer).why for answer in (called, left, back)]
        assert answers == [Denial.OUT_OF_CARDS] * 3, "they are no strangers"

    scene()


def test_a_hand_that_was_left_empty_is_redrawn_after_a_restart() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3, play_on=True, max_cards="unlimited")
        await lay_all(world, table)
        first, second = callers(table)
        await world.let_go(table, first)
        world.crash_when = lambda at: at == "store.append done"
        await world.let_go(table, second)

    async def after() -> None:
        await world.settle(1)
        (table,) = world.registry.of_user(user(0))
        (seat,) = (at for at, here in enumerate(state(table).seats) if here.standing is Standing.OUT)
        assert world.memory.hands[user(seat)].seen.seats[seat].standing is Standing.OUT

    assert not world.live(before)
    assert world.live(after)


# --- windows where cards may be slipped in ----------------------------------------------------------------------------


@virtual
async def test_where_cards_may_be_slipped_in_a_claim_has_its_countdown(world: World) -> None:
    table = await world.deal(3, window_mode="until_next_play", extra_cards=True)
    accepted(await world.play(table))
    await world.settle()
    assert the(world, "claim", 1).view.printed is not None
    assert accepted(await world.play(table)).done is Done.ARMED, "the next play waits for the window"
    await world.settle(14)
    assert state(table).turns == 2
    check(world, table)


# --- times ------------------------------------------------------------------------------------------------------------


@virtual
async def test_a_reminder_says_until_when(world: World) -> None:
    table = await world.deal(2)
    await world.settle(31)
    (message,) = world.memory.of("notice")
    assert message.notice is not None
    until = state(table).until
    assert until is not None
    assert message.notice.until is not None
    assert timedelta(0) <= message.notice.until - until < timedelta(seconds=1)


def test_a_turn_that_begins_again_says_until_when() -> None:
    world = World()

    async def before() -> None:
        await world.deal(2)

    async def after() -> None:
        await world.settle(1)
        (table,) = world.registry.of_user(user(0))
        (message,) = world.memory.of("notice")
        assert message.notice is not None
        assert message.notice.kind is NoticeKind.RESUMED
        until = state(table).until
        assert message.notice.until is not None
        assert until is not None
        assert message.notice.until >= until

    assert world.live(before, downtime=100)
    assert world.live(after)


@virtual
async def test_a_cleared_pile_is_remembered_and_the_play_before_is_not(world: World) -> None:
    table = await world.deal(3, family="same_rank")
    first = state(table).turn
    await world.ask(table.name_rank, world.press(user(first)), Rank.SEVEN.code)
    stamp = await world.choose(table, first, state(table).seats[first].hand[:1])
    accepted(await world.ask(table.play, world.press(user(first)), stamp))
    await world.settle()
    await world.all_let_go(table)
    for _ in range(3):
        seat = state(table).turn
        accepted(await world.ask(table.pass_turn, world.press(user(seat)), table.hand_of(seat).turn_stamp))
        await world.settle()
    settled = table.view().settled
    assert settled is not None
    assert settled.cleared == 1
