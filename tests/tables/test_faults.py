"""Something of ours breaks, or the store does: that table stops, or nothing happened and it goes on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.rules.challenge import AllAsSaid, TimedWindow
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.game import Unwritten
from bot.tables.ports import JournalConflict, NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.tables.support import CHANNEL, GUILD, World, accepted, check, refused, run_in, state, user, virtual
from tests.tables.trouble import Full, failing, notices

# --- we break -------------------------------------------------------------------------------------------------------


def break_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(AllAsSaid, "truthful", broken)


def test_a_fault_stops_that_table_only(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(4)
        await world.play(table, lie=True)
        await world.settle()
        length = len(await world.store.journal(table.id))
        with monkeypatch.context() as patch:
            break_engine(patch)
            presses = [world.press_on_claim(table, seat) for seat in (0, 2)]
            await asyncio.gather(*(world.ask(table.challenge, press, 1) for press in presses))
            await world.settle()
        assert [world.only_answer(press) for press in presses] == [table.broken()] * 2
        assert table.faulty
        assert notices(world) == [NoticeKind.FAULT]
        assert len(await world.store.journal(table.id)) == length
        for method, args in ((table.look, ()), (table.pick, ("A",)), (table.let_go, (1,)), (table.leave, ())):
            answer = await world.ask(method, world.press(user(3)), *args)
            assert answer == table.broken()
        await world.settle(500)
        assert len(await world.store.journal(table.id)) == length, "its clock stands still"
        other = table.record.channel_id + 1
        assert world.registry.at_channel(other) is None
        assert world.memory.of("claim")[-1].edits[-1].halted, "its claim has no buttons any more"
        assert all(world.memory.hands[user(seat)].table.halted for seat in range(4)), "nor have its hands"
        assert refused(await world.ask(table.stop, world.press(user(9)), False)).why is Denial.CANNOT_STOP
        assert accepted(await world.ask(table.stop, world.press(user(3)), False)).done is Done.STOPPED, "any seat may"
        assert world.registry.at_channel(CHANNEL) is None
        assert len(await world.store.journal(table.id)) == length

    run_in(World(), scene)
    told = [record for record in caplog.records if record.message == "table stopped"]
    assert len(told) == 1
    assert told[0].__dict__["action"] == "Challenge"
    caplog.clear()


def test_a_fault_of_the_clock_is_told_too(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        with monkeypatch.context() as patch:
            break_engine(patch)
            await world.settle(70)
        assert table.faulty
        assert notices(world)[-1] is NoticeKind.FAULT
        answer = await world.ask(table.look, world.press(user(1)))
        assert answer == table.broken()

    run_in(World(), scene)
    caplog.clear()


def test_a_fault_in_the_deal_leaves_a_lobby_that_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(world: World) -> None:
        table = await world.open(3)
        with monkeypatch.context() as patch:
            patch.setattr("bot.tables.game.decide", lambda *args, **kwargs: 1 / 0)
            assert await world.ask(table.start, world.press(user(0))) == table.broken()
        assert await world.ask(table.start, world.press(user(0))) == table.broken()
        await world.settle()
        assert notices(world) == [NoticeKind.FAULT]
        assert accepted(await world.ask(table.stop, world.press(user(0)), False)).done is Done.STOPPED

    run_in(World(), scene)
    caplog.clear()


def test_looking_at_a_broken_game_does_not_silence_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle()
        with monkeypatch.context() as patch:
            patch.setattr("bot.tables.game.observe", lambda *args: 1 / 0)
            patch.setattr(TimedWindow, "inside", lambda *args: 1 / 0)
            assert await world.call(table, 0) == table.broken()
            await world.settle()
        assert notices(world) == [NoticeKind.FAULT]

    run_in(World(), scene)
    caplog.clear()


def test_a_table_that_cannot_be_read_back_stops_alone(caplog: pytest.LogCaptureFixture) -> None:
    world = World()

    async def before() -> None:
        await world.deal(3)
        await world.settle()
        entries = await world.store.journal(1)
        await world.store.append(1, [replace(entries[-1], seq=len(entries), kind="Nonsense")])

    async def afterwards() -> None:
        await world.settle()
        table = world.registry.at_channel(CHANNEL)
        assert table is not None
        assert table.faulty
        assert notices(world) == [NoticeKind.FAULT]
        for method, args in ((table.look, ()), (table.join, ()), (table.start, ())):
            assert isinstance(await world.ask(method, world.press(user(0)), *args), Refused)
        assert len(await world.store.journal(1)) > 2
        assert accepted(await world.ask(table.stop, world.press(user(0)), False)).done is Done.STOPPED
        assert isinstance(await world.open(2), Table)

    assert world.live(before)
    assert world.live(afterwards)
    assert "table not recovered" in caplog.messages
    caplog.clear()


# --- the store breaks -----------------------------------------------------------------------------------------------


@virtual
async def test_a_play_the_store_did_not_take_did_not_happen(world: World) -> None:
    table = await world.deal(3)
    stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])
    world.store_fails = failing("append")
    with pytest.raises(Unwritten):
        await world.ask(table.play, world.press(user(1)), stamp)
    assert state(table).turns == 0
    assert not table.faulty
    assert isinstance(await world.ask(table.play, world.press(user(1)), stamp), Accepted)
    await world.settle()
    assert [m.number for m in world.memory.of("claim")] == [1]
    await world.finish(table)


@virtual
async def test_calls_the_store_did_not_take_are_all_told_and_none_wins(world: World) -> None:
    table = await world.deal(4)
    await world.play(table, lie=True)
    await world.settle()
    world.store_fails = failing("append")
    presses = [world.press_on_claim(table, seat) for seat in (0, 2, 3)]
    told = await asyncio.gather(*(world.ask(table.challenge, press, 1) for press in presses), return_exceptions=True)
    assert [type(error) for error in told] == [Unwritten] * 3
    assert state(table).phase is Phase.WINDOW
    assert isinstance(await world.call(table, 2), Accepted)
    assert state(table).phase is Phase.PLAY


@virtual
async def test_a_start_the_store_did_not_take_can_be_pressed_again(world: World) -> None:
    table = await world.open(3)
    world.store_fails = failing("append")
    with pytest.raises(Unwritten):
        await world.ask(table.start, world.press(user(0)))
    assert table.status is TableStatus.LOBBY
    assert table.view().seen is None
    assert isinstance(await world.ask(table.join, world.press(user(3))), Accepted)
    await world.begin(table)
    assert len(state(table).seats) == 4


@pytest.mark.parametrize("method", ["save_seats", "set_status"])
def test_a_lobby_press_the_store_did_not_take_did_not_happen(method: str) -> None:
    async def scene(world: World) -> None:
        table = await world.open(2)
        world.store_fails = failing(method, times=10**6)
        ask: Any = table.join if method == "save_seats" else table.stop
        press = world.press(user(5) if method == "save_seats" else user(0))
        with pytest.raises(Full):
            await world.ask(ask, press, *(() if method == "save_seats" else (False,)))
        world.store_fails = lambda method: None
        assert table.live
        assert len(table.record.seats) == 2
        assert isinstance(await world.ask(ask, press, *(() if method == "save_seats" else (False,))), Accepted)

    run_in(World(), scene)


def test_a_timer_whose_work_the_store_did_not_take_comes_again(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle()
        world.store_fails = failing("append", times=3)
        await world.settle(60)
        assert state(table).phase is Phase.PLAY
        check(world, table)
        lobby = await world.registry.open(
            world.press(user(0)),
            guild_id=GUILD,
            guild_name="G",
            channel_id=77,
            channel_name="c",
            locale="en-US",
            ruleset=table.ruleset,
        )
        assert isinstance(lobby, Table)
        world.store_fails = failing("set_status", times=2)
        await world.settle(16 * 60)
        assert not lobby.live

    run_in(World(), scene)
    assert "a table's timer failed" in caplog.text
    caplog.clear()


def test_a_clock_the_store_did_not_take_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])
        await world.ask(table.play, world.press(user(1)), stamp)
        world.store_fails = failing("append", "save_message", times=2)
        await world.settle(30)
        assert [m.number for m in world.memory.of("claim")] == [1], "the nonce makes sending it again harmless"
        assert state(table).phase is Phase.PLAY, "the window closed"

    run_in(World(), scene)
    caplog.clear()


def test_what_is_only_kept_for_comfort_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    comforts = ("save_message", "save_token", "drop_armed")

    async def scene(world: World) -> None:
        table = await world.deal(3)
        world.store_fails = failing(*comforts, times=10**6)
        await world.play(table, lie=True)
        await world.settle()
        await world.play(table, lie=True)
        await table.keep_token("claim", 1, "token", world.true_now())
        await world.all_let_go(table)
        assert (state(table).phase, state(table).turns) == (Phase.WINDOW, 2), "the armed play went down"
        world.store_fails = failing("save_seats", times=10**6)
        await world.ask(table.leave, world.press(user(0)))
        await world.settle()
        check(world, table)
        world.store_fails = lambda method: None
        await world.finish(table)
        assert table.record.host_id == user(1), "the host's powers were handed on later"

    run_in(World(), scene)
    caplog.clear()


@virtual
async def test_a_plan_the_store_did_not_take_is_none(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    stamp = await world.choose(table, 2, state(table).seats[2].hand[:1])
    world.store_fails = failing("save_armed")
    with pytest.raises(Full):
        await world.ask(table.play, world.press(user(2)), stamp)
    assert table.game is not None
    assert not table.game.drafts.armed
    assert accepted(await world.ask(table.play, world.press(user(2)), stamp)).done is Done.ARMED
    world.store_fails = failing("drop_armed")
    with pytest.raises(Full):
        await world.ask(table.take_back, world.press(user(2)))
    assert 2 in table.game.drafts.armed, "what the store still holds goes down"
    assert accepted(await world.ask(table.take_back, world.press(user(2)))).done is Done.TAKEN_BACK


def test_a_journal_that_moved_on_without_us_is_a_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])
        conflict = iter([JournalConflict("taken")])
        world.store_fails = lambda method: next(conflict, None) if method == "append" else None
        assert await world.ask(table.play, world.press(user(1)), stamp) == table.broken()
        assert table.faulty

    run_in(World(), scene)
    caplog.clear()
