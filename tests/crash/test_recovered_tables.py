"""What a table that comes back still knows: its lobby, armed plays, leaves, the host, the rules it was dealt by."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Phase, Standing
from bot.tables.answers import Denial, Done, Refused
from bot.tables.ports import NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.crash.two_lives import crash_after, in_two_lives
from tests.tables.support import CHANNEL, World, accepted, check, check_cards, refused, state, user


@pytest.mark.parametrize("away", [60.0, 20 * 60.0])
def test_a_lobby_comes_back_and_its_life_goes_on(away: float) -> None:
    world = World()

    async def before() -> None:
        await world.open(3)

    async def afterwards(table: Table) -> None:
        if away > 15 * 60:
            assert table.status is TableStatus.CLOSED
            return
        assert accepted(await world.ask(table.join, world.press(user(3)))).done is Done.JOINED
        await world.settle(15 * 60 + 1)
        assert not table.live

    in_two_lives(world, before, afterwards, downtime=away, crashes=False)


def test_an_armed_play_goes_down_after_a_restart() -> None:
    world = World()
    laid: list[Any] = []

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle()
        await world.play(table, lie=True)
        assert table.game is not None
        laid.append(table.game.drafts.armed[2])

    async def afterwards(table: Table) -> None:
        hand = table.hand(user(2))
        assert hand is not None
        assert hand.armed == laid[0]
        await world.settle(15)
        claim = state(table).claim
        assert claim is not None
        assert (claim.claimant, claim.cards) == (2, laid[0].cards)
        check(world, table)

    in_two_lives(world, before, afterwards, crashes=False)


def test_an_armed_play_that_was_cancelled_stays_cancelled_and_says_so() -> None:
    """The verdict is on disk, the row of the armed play is still there when the process ends."""
    world = World(seed=5)

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table, lie=False)
        assert state(table).turns == 1, "a seed where the first seat holds an ace"
        await world.settle()
        await world.play(table, lie=True)
        world.crash_when = crash_after("store.append done")
        await world.call(table, 2)

    async def afterwards(table: Table) -> None:
        assert (state(table).phase, state(table).turn, state(table).turns) == (Phase.PLAY, 2, 1)
        assert table.game is not None
        assert not table.game.drafts.armed
        told = [call.note for call in world.memory.calls if call.kind == "hand" and call.about == 2]
        assert told[-1] == "armed_cancelled"
        await world.settle(30)
        assert state(table).turns == 1, "nothing goes down by itself"
        await world.finish(table)

    in_two_lives(world, before, afterwards)


def test_a_leave_that_waits_is_not_forgotten() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle()
        assert refused(await world.ask(table.leave, world.press(user(1)))).why is Denial.LEAVE_QUEUED

    async def afterwards(table: Table) -> None:
        await world.all_let_go(table)
        assert state(table).seats[1].standing is Standing.RESIGNED
        check(world, table)

    in_two_lives(world, before, afterwards, crashes=False)


def test_the_hosts_powers_are_handed_on_after_a_crash_in_between() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        world.crash_when = crash_after("store.append done")
        await world.ask(table.leave, world.press(user(0)))

    async def afterwards(table: Table) -> None:
        assert state(table).seats[0].standing is Standing.RESIGNED
        assert table.record.host_id == user(1)
        assert accepted(await world.ask(table.stop, world.press(user(1)), False)).done is Done.STOPPED

    in_two_lives(world, before, afterwards)


def test_the_dealer_comes_back_within_the_seats_there_are() -> None:
    world = World()

    async def before() -> None:
        table = await world.open(3)
        # As a rematch whose third player left before the start would have it.
        await world.ask(table.leave, world.press(user(2)))
        table.record = type(table.record)(
            **{name: getattr(table.record, name) for name in table.record.__slots__} | {"dealer": 3}
        )
        await world.begin(table)
        assert table.view().dealer == 1

    async def afterwards(table: Table) -> None:
        assert table.view().dealer == 1

    in_two_lives(world, before, afterwards, crashes=False)


def test_presses_on_a_table_that_was_stopped_during_a_crash_are_told() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        world.crash_when = crash_after("store.set_status done")
        await world.ask(table.stop, world.press(user(0)), False)

    async def afterwards() -> None:
        assert world.registry.at_channel(CHANNEL) is None
        record = await world.registry.finished(1)
        assert record is not None
        assert record.status is TableStatus.CLOSED
        assert await world.registry.rematch(world.press(user(0)), 1) == Refused(Denial.TABLE_GONE)

    assert not world.live(before)
    assert world.live(afterwards)


def test_an_end_that_was_shown_is_not_shown_again_however_long_ago_it_was() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(2)
        world.crash_when = crash_after("store.save_message done")
        await world.ask(table.leave, world.press(user(0)))
        await world.settle(1)

    async def afterwards(table: Table) -> None:
        await world.settle(1)
        assert len(world.memory.of("end")) == 1
        assert table.status is TableStatus.OVER

    in_two_lives(world, before, afterwards, downtime=3600.0)


@pytest.mark.parametrize(
    "rules",
    [
        '{"passing": true, "direction": "any"}',
        '{"aside": 12}',
        '{"penalty": 2, "aside": 12, "rounds": 3}',
        '{"max_cards": 8}',
        '{"extra_cards": true, "max_cards": 1}',
        '{"jokers": 3}',
    ],
)
def test_a_game_whose_rules_a_later_version_refuses_is_played_to_its_end(rules: str) -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        await world.play(table)
        await world.settle()

    async def afterwards(table: Table) -> None:
        assert not table.faulty
        assert table.hand_of(0).seen.hand
        await world.settle(30)
        turn = state(table).turn
        assert state(table).phase is Phase.PLAY
        if table.hand_of(turn).rank is None:
            accepted(await world.ask(table.name_rank, world.press(user(turn)), "7"))
        accepted(await world.play(table))
        await world.settle()
        check_cards(state(table), 3, Ruleset())
        while state(table).phase is not Phase.OVER:
            leaving = next(at for at, seat in enumerate(state(table).seats) if seat.standing is Standing.IN)
            await world.ask(table.leave, world.press(user(leaving)))
            await world.settle(15)
        await world.settle(5)
        assert not [told for told in world.memory.of("notice") if told.notice and told.notice.kind is NoticeKind.FAULT]
        assert world.memory.of("end")

    assert world.live(before)
    world.rewrite_rules(rules)

    async def again() -> None:
        table = world.registry.at_channel(CHANNEL)
        assert table is not None
        await world.settle()
        await afterwards(table)

    assert world.live(again)


def test_a_rematch_with_rules_a_later_version_refuses_is_told_so_at_its_start() -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3)
        await world.ask(table.leave, world.press(user(0)))
        await world.settle(15)
        await world.ask(table.leave, world.press(user(1)))
        await world.settle(15)
        assert world.registry.at_channel(CHANNEL) is None

    async def again() -> None:
        table = await world.registry.rematch(world.press(user(2)), 1)
        assert isinstance(table, Table)
        answer = refused(await world.ask(table.start, world.press(user(2))))
        assert (answer.why, answer.codes) == (Denial.RULES_REFUSED, ("passing_with_any",))

    assert world.live(before)
    world.rewrite_rules('{"passing": true, "direction": "any"}')
    assert world.live(again)
