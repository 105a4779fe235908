"""What a table does when it comes back: it goes on where the journal stands, and says what has changed meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.state import Phase
from bot.tables.answers import Accepted, Trouble
from bot.tables.ports import NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.crash.two_lives import crash_after, in_two_lives
from tests.tables.away import between
from tests.tables.support import CHANNEL, World, accepted, state, user


async def force(world: World) -> Table:
    """Somebody was asked to show a card of the rank."""
    table = await world.deal(2, family="same_rank", force=True)
    await world.choose(table, 1, state(table).seats[1].hand[:1])
    await world.ask(table.name_rank, world.press(user(1)), "7")
    hand = table.hand(user(1))
    assert hand is not None
    accepted(await world.ask(table.play, world.press(user(1)), hand.stamp))
    await world.settle()
    accepted(await world.ask(table.force, world.press(user(0)), 1))
    assert state(table).phase is Phase.FORCE
    return table


@pytest.mark.parametrize("error", [0.0, 5.0, -5.0])
def test_a_window_that_has_only_just_opened_keeps_its_deadline(error: float) -> None:
    world = World(wall_error=error)
    untils: list[Any] = []

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle(0.1)
        untils.append(state(table).until)

    async def afterwards(table: Table) -> None:
        assert state(table).until == untils[0]
        assert not table.view().reopened
        assert [message.edits for message in world.memory.of("claim")] == [[]]
        left = (untils[0] - world.true_now()).total_seconds()
        await world.settle(left + 2.3)
        assert state(table).phase is Phase.WINDOW
        await world.settle(0.5)
        assert state(table).phase is Phase.PLAY

    in_two_lives(world, before, afterwards, downtime=0.3, crashes=False)


@pytest.mark.parametrize("error", [0.0, 5.0, -5.0])
def test_a_window_that_ran_out_meanwhile_opens_again_and_says_so(error: float) -> None:
    world = World(wall_error=error)

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle(5)

    async def afterwards(table: Table) -> None:
        until = state(table).until
        assert until is not None
        assert until - world.true_now() >= timedelta(seconds=9.9)
        (message,) = world.memory.of("claim")
        assert message.edits[-1].reopened
        assert message.edits[-1].printed == until
        assert isinstance(await world.call(table, 0), Accepted)
        await world.play(table, lie=True)
        await world.settle()
        assert not world.memory.of("claim")[-1].view.reopened

    in_two_lives(world, before, afterwards, downtime=9.0, crashes=False)


@pytest.mark.parametrize(
    ("played", "downtime", "reopened"), [(0.1, 0.3, False), (0.1, 2.0, True), (5.0, 1.0, True), (8.5, 1.0, True)]
)
def test_a_window_of_which_some_is_gone_opens_again_and_says_so(played: float, downtime: float, reopened: bool) -> None:
    """Whoever wanted to call while the bot was away has time to, though the deadline has not come yet."""
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle(played)

    async def afterwards(table: Table) -> None:
        until = state(table).until
        assert until is not None
        assert table.view().reopened is reopened
        assert until - world.true_now() >= timedelta(seconds=9.9 if reopened else 9)
        (message,) = world.memory.of("claim")
        assert bool(message.edits) is reopened
        if reopened:
            assert message.edits[-1].reopened
            assert message.edits[-1].printed == until
        await world.settle(8.5)
        assert isinstance(await world.call(table, 0), Accepted)

    in_two_lives(world, before, afterwards, downtime=downtime, crashes=False)


@pytest.mark.parametrize(
    ("waited", "downtime", "told"), [(0.1, 0.3, False), (20.0, 3.0, False), (0.1, 35.0, True), (58.0, 3.0, True)]
)
def test_a_turn_of_which_some_is_gone_has_all_of_it_again(waited: float, downtime: float, told: bool) -> None:
    """It is told where a reminder may have named the time before."""
    world = World()

    async def before() -> None:
        await world.deal(3)
        await world.settle(waited)

    async def afterwards(table: Table) -> None:
        until = state(table).until
        assert until is not None
        assert until - world.true_now() >= timedelta(seconds=59.8 if waited > 1 else 59)
        resumed = [m.notice.kind for m in world.memory.of("notice") if m.notice is not None]
        assert resumed.count(NoticeKind.RESUMED) == told
        await world.settle(29)
        assert state(table).turns == 0, "nothing is played for them yet"

    in_two_lives(world, before, afterwards, downtime=downtime, crashes=False)


@pytest.mark.parametrize(("scene", "waited"), [(force, 7.0), (between, 20.0)])
def test_an_answer_and_the_next_round_are_waited_for_anew(
    scene: Callable[[World], Coroutine[Any, Any, Table]], waited: float
) -> None:
    world = World()
    phases: list[Phase] = []

    async def before() -> None:
        table = await scene(world)
        phases.append(state(table).phase)
        await world.settle(waited)

    async def afterwards(table: Table) -> None:
        until = state(table).until
        assert until is not None
        assert table.view().reopened
        assert until - world.true_now() >= timedelta(seconds=9.8 if scene is force else 29.8)
        await world.settle(9)
        assert state(table).phase is phases[0]

    in_two_lives(world, before, afterwards, crashes=False)


@pytest.mark.parametrize("downtime", [1.0, 60.0])
def test_a_claim_shown_just_before_the_crash_has_its_clock(downtime: float) -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        world.crash_when = crash_after("store.save_message done")
        await world.play(table, lie=True)
        await world.settle(1)

    async def afterwards(table: Table) -> None:
        until = state(table).until
        assert until is not None
        (message,) = world.memory.of("claim")
        if downtime < 10:
            assert message.view.printed is not None
            assert until >= message.view.printed
        else:
            assert message.edits[-1].reopened
        await world.settle(14)
        assert state(table).phase is Phase.PLAY

    in_two_lives(world, before, afterwards, downtime=downtime)


@pytest.mark.parametrize(("downtime", "redrawn"), [(0.5, False), (4.0, True), (30.0, True)])
def test_a_claim_that_had_arrived_unknown_shows_the_time_it_can_really_be_called(
    downtime: float, redrawn: bool
) -> None:
    """Discord gives back the message it had, with the deadline of before the crash; that one is over, or nearly."""
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        world.crash_when = crash_after("show.claim done")
        await world.play(table, lie=True)
        await world.settle(1)

    async def afterwards(table: Table) -> None:
        until = state(table).until
        (message,) = world.memory.of("claim")
        shown = [message.view, *message.edits][-1]
        assert until is not None
        assert shown.printed is not None
        assert timedelta(0) <= until - shown.printed < timedelta(seconds=3)
        assert bool(message.edits) is redrawn
        assert shown.reopened is redrawn
        await world.call(table, 0)
        await world.play(table, lie=True)
        await world.settle()
        assert not world.memory.of("claim")[-1].view.reopened

    in_two_lives(world, before, afterwards, downtime=downtime)


def test_a_claim_whose_answers_were_lost_shows_the_time_it_can_really_be_called() -> None:
    """The same without a crash: it was sent until an answer came, while the message stood there all along."""
    world = World()
    lost = [0]

    def loses(kind: str, _about: int) -> Trouble | None:
        lost[0] += kind == "claim"
        return Trouble.PASSING if kind == "claim" and lost[0] <= 3 else None

    async def scene() -> None:
        table = await world.deal(3)
        world.loses = loses
        await world.play(table, lie=True)
        await world.settle(22)
        (message,) = world.memory.of("claim")
        assert message.edits
        assert message.edits[-1].printed == state(table).until
        assert state(table).phase is Phase.WINDOW

    assert world.live(scene)


@pytest.mark.parametrize(("downtime", "repeated"), [(10.0, False), (150.0, True), (600.0, True)])
def test_a_claim_that_may_have_been_shown_is_marked_as_a_repeat(downtime: float, repeated: bool) -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        world.crash_when = crash_after("show.claim done")
        await world.play(table, lie=True)
        await world.settle(1)

    async def afterwards(table: Table) -> None:
        views = [call.view for call in world.memory.calls if call.kind == "claim"]
        assert [view.repeated for view in views if view is not None] == [False, repeated]
        assert len(world.memory.of("claim")) == (2 if downtime > 300 else 1), "Discord forgets a nonce in the end"
        assert state(table).until is not None

    in_two_lives(world, before, afterwards, downtime=downtime)


@pytest.mark.parametrize(("downtime", "kind"), [(30.0, NoticeKind.RESUMED), (300.0, NoticeKind.STANDING)])
def test_a_turn_that_ran_out_meanwhile_has_its_full_time_again_and_says_so(downtime: float, kind: NoticeKind) -> None:
    world = World()

    async def before() -> None:
        await world.deal(3)
        await world.settle(40)

    async def afterwards(table: Table) -> None:
        until = state(table).until
        assert until is not None
        assert until - world.true_now() >= timedelta(seconds=59.8)
        told = [m.notice for m in world.memory.of("notice") if m.notice is not None]
        assert (told[-1].kind, told[-1].mention, told[-1].seconds) == (kind, 1, 60)
        assert state(table).turns == 0

    in_two_lives(world, before, afterwards, downtime=downtime, crashes=False)


def test_a_game_that_ended_just_before_the_crash_is_put_away() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(2)
        world.crash_when = crash_after("show.end done")
        await world.ask(table.leave, world.press(user(0)))
        await world.settle(1)

    async def afterwards(table: Table) -> None:
        await world.settle(1)
        assert len(world.memory.of("end")) == 1
        assert table.status is TableStatus.OVER
        again = await world.registry.rematch(world.press(user(1)), table.id)
        assert isinstance(again, Table)

    in_two_lives(world, before, afterwards)


def test_closing_gives_calls_their_verdict_and_messages_their_moment() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle()
        call = world.press_on_claim(table, 0)
        calling = asyncio.ensure_future(world.ask(table.challenge, call, 1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not world.answers[call.key]
        await world.registry.close()
        await calling
        assert isinstance(world.only_answer(call), Accepted)
        assert state(table).phase is Phase.PLAY
        length, calls = len(await world.store.journal(table.id)), len(world.memory.calls)
        await world.settle(600)
        assert len(await world.store.journal(table.id)) == length, "a table at rest does nothing more"
        assert len(world.memory.calls) == calls

    async def afterwards(table: Table) -> None:
        assert (state(table).phase, state(table).turn) == (Phase.PLAY, 2)
        assert await world.store.meta("clock_error_s") is not None
        await world.finish(table)

    in_two_lives(world, before, afterwards, crashes=False)


def test_closing_waits_for_tables_that_are_being_put_away() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        world.takes = lambda kind, about: 0.5 if kind == "hand" else 0.0
        await world.ask(table.leave, world.press(user(0)))
        await world.ask(table.leave, world.press(user(1)))
        await world.settle()
        await table.end_shown()
        assert world.registry.at_channel(CHANNEL) is None
        await world.registry.close()
        last = {call.about: call.hand for call in world.memory.calls if call.kind == "hand"}
        assert all(hand is not None and hand.seen.outcome is not None for hand in last.values())
        assert set(last) == {0, 1, 2}

    assert world.live(before)
