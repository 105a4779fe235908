"""What goes wrong outside, or in us: the table says so, loses nothing, and the channel can always be freed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.rules.challenge import AllAsSaid, TimedWindow
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Answer, Denial, Done, HandPlace, Press, Refused, Trouble
from bot.tables.game import Unwritten
from bot.tables.ports import JournalConflict, NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from tests.tables.support import CHANNEL, GUILD, World, accepted, check, refused, run_in, state, user, virtual


class Full(Exception):
    """The disk."""


def failing(*methods: str, times: int = 1) -> Callable[[str], Exception | None]:
    left = [times]

    def fails(method: str) -> Exception | None:
        if method in methods and left[0]:
            left[0] -= 1
            return Full(method)
        return None

    return fails


def trouble_with(kind: str, trouble: Trouble, times: int = 10**6) -> Callable[[str, int], Trouble | None]:
    left = [times]

    def fails(what: str, about: int) -> Trouble | None:
        if what == kind and left[0]:
            left[0] -= 1
            return trouble
        return None

    return fails


def notices(world: World) -> list[NoticeKind]:
    return [m.notice.kind for m in world.memory.of("notice") if m.notice is not None]


# --- Discord refuses ------------------------------------------------------------------------------------------------


@virtual
async def test_without_the_right_to_speak_the_table_pauses_and_a_press_resumes_it(world: World) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.FORBIDDEN)
    await world.play(table, lie=True)
    await world.settle(300)
    assert table.publisher.paused
    assert not world.memory.of("claim")
    assert state(table).phase is Phase.WINDOW, "no window runs for a claim nobody has seen"
    assert len([call for call in world.memory.calls if call.kind == "claim"]) == 1, "it does not try again by itself"
    world.fails = lambda kind, about: None
    await world.ask(table.look, world.press(user(0)))
    await world.settle()
    assert not table.publisher.paused
    assert [m.number for m in world.memory.of("claim")] == [1]
    assert state(table).until is not None
    await world.finish(table)


@virtual
async def test_asking_for_the_table_resumes_it_too(world: World) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.FORBIDDEN, 1)
    await world.play(table, lie=True)
    await world.settle()
    assert table.publisher.paused
    assert accepted(await world.ask(table.repost, world.press(user(77)))).done is Done.SHOWN
    await world.settle()
    assert [m.number for m in world.memory.of("claim")] == [1]


@virtual
async def test_a_table_that_may_not_speak_for_an_hour_lets_go_of_its_channel(world: World) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.FORBIDDEN)
    await world.play(table, lie=True)
    await world.settle(50 * 60)
    await world.ask(table.look, world.press(user(0)))
    await world.settle(50 * 60)
    assert table.live, "somebody was there"
    await world.settle(11 * 60)
    assert table.status is TableStatus.CLOSED
    assert world.registry.at_channel(CHANNEL) is None


@virtual
async def test_a_channel_that_is_gone_ends_the_table(world: World) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.CHANNEL_GONE)
    await world.play(table, lie=True)
    await world.settle()
    assert table.status is TableStatus.CLOSED
    assert world.registry.at_channel(CHANNEL) is None
    assert refused(await world.ask(table.look, world.press(user(0)))).why is Denial.TABLE_GONE
    calls = len(world.memory.calls)
    await world.settle(200)
    assert len(world.memory.calls) == calls


@virtual
async def test_channels_and_servers_are_forgotten(world: World) -> None:
    table = await world.deal(2)
    await world.registry.forget_channel(CHANNEL + 1)
    await world.registry.forget_guild(GUILD + 1)
    assert table.live
    assert world.registry.of_user(user(1)) == [table]
    await world.registry.forget_channel(CHANNEL)
    assert not table.live
    again = await world.open(2)
    await world.registry.forget_guild(GUILD)
    assert not again.live
    stored = await world.registry.finished(again.id)
    assert stored is not None
    assert stored.status is TableStatus.CLOSED


@virtual
async def test_a_deleted_claim_is_posted_again_with_a_whole_window(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle(8)
    world.fails = trouble_with("redraw_claim", Trouble.MESSAGE_GONE, 1)
    table.publisher.redraw_claim()
    await world.settle()
    first, again = world.memory.of("claim")
    assert (first.number, again.number) == (1, 1)
    assert again.view.repeated
    until = state(table).until
    assert until is not None
    assert again.view.printed is not None
    assert until >= again.view.printed
    assert until - world.true_now() >= timedelta(seconds=9.9)
    assert table.publisher.messages["claim"].message_id == again.id


@virtual
async def test_a_deleted_claim_that_is_settled_does_not_matter(world: World) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("redraw_claim", Trouble.MESSAGE_GONE)
    await world.play(table, lie=True)
    await world.ask(table.challenge, world.press(user(0)), 1)
    await world.settle(3)
    assert [m.number for m in world.memory.of("claim")] == [1]
    assert state(table).phase is Phase.PLAY


@virtual
async def test_a_deleted_lobby_does_not_matter(world: World) -> None:
    table = await world.open(2)
    world.fails = trouble_with("redraw_lobby", Trouble.MESSAGE_GONE)
    table.publisher.redraw_lobby()
    await world.settle()
    assert table.live


@pytest.mark.parametrize("trouble", [Trouble.DM_CLOSED, Trouble.DM_TOO_FAST])
def test_closed_direct_messages_keep_the_hand_at_the_table(trouble: Trouble) -> None:
    async def scene(world: World) -> None:
        world.fails = lambda kind, about: trouble if kind in {"welcome", "hand"} and about == 1 else None
        table = await world.open(3)
        assert not await table.welcome(user(1))
        assert table.view().closed_dms == {user(1)}
        await world.begin(table)
        await world.finish(table)
        tried = [call for call in world.memory.calls if call.kind in {"welcome", "hand"} and call.about == 1]
        assert [call.kind for call in tried] == ["welcome", "welcome"], "never asked again but for a join"

    run_in(World(), scene)


@virtual
async def test_direct_messages_that_close_in_the_game_fall_back_quietly(world: World) -> None:
    table = await world.deal(3)
    world.fails = lambda kind, about: Trouble.DM_CLOSED if kind == "hand" and about == 2 else None
    await world.play(table, lie=True)
    await world.settle(15)
    assert table.place_of(2) is None
    assert table.view().closed_dms == {user(2)}
    assert not table.publisher.paused
    hand = table.hand(user(2))
    assert hand is not None
    await world.finish(table)


@virtual
async def test_a_welcome_that_could_not_be_sent_is_no_closed_door(world: World) -> None:
    world.fails = trouble_with("welcome", Trouble.PASSING, 1)
    table = await world.open(2)
    assert table.place_of(0) is None
    assert not table.view().closed_dms
    await world.begin(table)
    assert table.place_of(0) is not None, "the hand comes with the deal"
    assert await table.welcome(user(0))
    assert await table.welcome(user(50)), "nobody by that name here: nothing to tell"


@virtual
async def test_a_hand_that_was_sent_anew_is_found_there_next_time(world: World) -> None:
    table = await world.deal(3)
    moved = HandPlace(70_000, 99)
    await table.placed(2, moved, dm_closed=False)
    assert table.place_of(2) == moved
    world.fails = lambda kind, about: Trouble.MESSAGE_GONE if kind == "hand" and about == 2 else None
    await table.keep_token("hand:2", 4242, "token", world.true_now())
    await world.play(table, lie=True)
    await world.settle(15)
    tried = [(c.token, c.paid) for c in world.memory.calls if c.kind == "hand" and c.about == 2]
    assert tried[-2:] == [(True, 0), (False, 1)], "by the token first, then where it stands"


@virtual
async def test_passing_troubles_are_tried_again(world: World) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.PASSING, 3)
    await world.play(table, lie=True)
    await world.settle(21)
    assert [m.number for m in world.memory.of("claim")] == [1]
    assert not table.publisher.paused


@virtual
async def test_a_long_outage_pauses_the_table_and_it_goes_on_by_itself(world: World) -> None:
    table = await world.deal(3)
    world.fails = lambda kind, about: Trouble.PASSING
    await world.play(table, lie=True)
    await world.settle(600)
    assert table.publisher.paused
    assert state(table).phase is Phase.WINDOW
    world.fails = lambda kind, about: None
    await world.settle(100)
    claim = world.memory.of("claim")[0]
    assert claim.number == 1
    assert claim.view.repeated, "nobody knows whether it had been shown before"
    assert table.game is not None
    assert table.game.story.settled is not None, "its window has closed"
    await world.finish(table)


@virtual
async def test_an_outage_at_the_end_does_not_swallow_the_end(world: World) -> None:
    table = await world.deal(2)
    world.fails = lambda kind, about: Trouble.PASSING
    await world.ask(table.leave, world.press(user(0)))
    assert state(table).phase is Phase.OVER
    await world.settle(400)
    assert table.live
    world.fails = lambda kind, about: None
    await world.settle(100)
    assert len(world.memory.of("end")) == 1
    assert table.status is TableStatus.OVER


@virtual
async def test_an_end_that_may_not_be_told_still_frees_the_channel(world: World) -> None:
    table = await world.deal(2)
    world.fails = trouble_with("end", Trouble.FORBIDDEN)
    await world.ask(table.leave, world.press(user(0)))
    await world.settle()
    assert table.status is TableStatus.OVER
    assert world.registry.at_channel(CHANNEL) is None


@virtual
async def test_an_answer_that_fails_undoes_nothing(world: World) -> None:
    table = await world.deal(3)
    stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])

    async def broken(answer: Answer) -> None:
        raise RuntimeError("10062")

    await table.play(world.press(user(1)), stamp, broken)
    await world.settle()
    assert state(table).turns == 1
    assert [m.number for m in world.memory.of("claim")] == [1]


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
        assert [world.only_answer(press) for press in presses] == [Refused(Denial.TABLE_FAULT)] * 2
        assert table.faulty
        assert notices(world) == [NoticeKind.FAULT]
        assert len(await world.store.journal(table.id)) == length
        for method, args in ((table.look, ()), (table.pick, ("A",)), (table.let_go, (1,)), (table.leave, ())):
            answer = await world.ask(method, world.press(user(3)), *args)
            assert answer == Refused(Denial.TABLE_FAULT)
        await world.settle(500)
        assert len(await world.store.journal(table.id)) == length, "its clock stands still"
        other = table.record.channel_id + 1
        assert world.registry.at_channel(other) is None
        assert accepted(await world.ask(table.stop, world.press(user(0)), False)).done is Done.STOPPED
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
        assert answer == Refused(Denial.TABLE_FAULT)

    run_in(World(), scene)
    caplog.clear()


def test_a_fault_in_the_deal_leaves_a_lobby_that_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(world: World) -> None:
        table = await world.open(3)
        with monkeypatch.context() as patch:
            patch.setattr("bot.tables.game.decide", lambda *args, **kwargs: 1 / 0)
            assert await world.ask(table.start, world.press(user(0))) == Refused(Denial.TABLE_FAULT)
        assert await world.ask(table.start, world.press(user(0))) == Refused(Denial.TABLE_FAULT)
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
            assert await world.call(table, 0) == Refused(Denial.TABLE_FAULT)
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
    assert "a table's timer failed" in caplog.messages
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
        assert await world.ask(table.play, world.press(user(1)), stamp) == Refused(Denial.TABLE_FAULT)
        assert table.faulty

    run_in(World(), scene)
    caplog.clear()


# --- refusals that belong to the table --------------------------------------------------------------------------------


@virtual
async def test_a_lobby_refuses_with_its_reason(world: World) -> None:
    table = await world.open(1)
    ask = world.ask
    assert await ask(table.start, world.press(user(0))) == Refused(Denial.TOO_FEW_PLAYERS)
    assert await ask(table.join, world.press(user(0))) == Refused(Denial.ALREADY_SEATED)
    await ask(table.join, world.press(user(1)))
    assert await ask(table.start, world.press(user(1))) == Refused(Denial.NOT_HOST, name="Ann")
    assert await ask(table.leave, world.press(user(9))) == Refused(Denial.NOT_AT_TABLE)
    assert await ask(table.look, world.press(user(1))) == Refused(Denial.NOT_STARTED)
    assert await ask(table.look, world.press(user(9))) == Refused(Denial.NOT_AT_TABLE)
    assert await ask(table.come_back, world.press(user(1))) == Refused(Denial.NOT_STARTED)
    assert await ask(table.stop, world.press(user(1)), False) == Refused(Denial.CANNOT_STOP)
    assert table.hand(user(1)) is None
    for seat in range(2, 10):
        await ask(table.join, world.press(user(seat)))
    assert await ask(table.join, world.press(user(10))) == Refused(Denial.TABLE_FULL)
    await world.begin(table)
    assert await ask(table.join, world.press(user(11))) == Refused(Denial.GAME_RUNNING)
    assert await ask(table.start, world.press(user(0))) == Refused(Denial.GAME_RUNNING)
    assert len(world.memory.of("deal")) == 1


@virtual
async def test_rules_that_cannot_be_played_by_so_many_are_refused(world: World) -> None:
    table = await world.open(2, passing=True, direction="any")
    answer = refused(await world.ask(table.start, world.press(user(0))))
    assert answer.why is Denial.RULES_REFUSED
    assert answer.codes
    assert table.status is TableStatus.LOBBY


@virtual
async def test_a_hand_refuses_what_its_label_did_not_say(world: World) -> None:
    table = await world.deal(3)
    hand = table.hand(user(1))
    assert hand is not None
    ask = world.ask
    assert await ask(table.play, world.press(user(1)), hand.stamp) == Refused(Denial.NOTHING_PICKED)
    assert await ask(table.play, world.press(user(1)), "forged") == Refused(Denial.STALE_HAND)
    assert await ask(table.take_back, world.press(user(1))) == Refused(Denial.STALE_HAND)
    cards = state(table).seats[1].hand
    await world.choose(table, 1, cards[:2])
    assert accepted(await ask(table.clear, world.press(user(1)))).done is Done.PICKED
    assert table.hand(user(1), "note") is not None
    await world.play(table, lie=True)
    many = state(table).seats[2].hand[:5]
    stamp = await world.choose(table, 2, many)
    answer = refused(await ask(table.play, world.press(user(2)), stamp))
    assert answer.why == "too_many_cards"
    await world.play(table, lie=True)
    assert table.game is not None
    if 2 in table.game.drafts.armed:
        press = world.press(user(2))
        before = table.hand(user(2))
        await ask(table.pick, press, "K")
        after = table.hand(user(2))
        assert before == after, "an armed hand is not picked over"


@virtual
async def test_a_rematch_may_be_pressed_before_the_last_hand_is_redrawn(world: World) -> None:
    table = await world.deal(3)
    world.takes = lambda kind, about: 5.0 if kind == "hand" else 0.0
    await world.ask(table.leave, world.press(user(0)))
    await world.ask(table.leave, world.press(user(1)))
    await world.settle(0.1)
    stranger: Press = world.press(user(2))
    assert await world.registry.rematch(stranger, table.id) != Refused(Denial.TABLE_GONE)
    again = world.registry.at_channel(CHANNEL)
    assert again is not None
    assert again.id != table.id
    assert again.record.dealer == 1
    assert table.status is TableStatus.OVER
    assert await world.registry.rematch(world.press(user(0)), table.id) == Refused(Denial.NOT_HOST, name="Cy")
    assert await world.registry.rematch(world.press(user(0)), 99) == Refused(Denial.TABLE_GONE)
    await world.settle(60)
    assert world.registry.at_channel(CHANNEL) is again


@virtual
async def test_a_new_table_may_be_opened_before_the_old_one_is_put_away(world: World) -> None:
    table = await world.deal(2)
    world.takes = lambda kind, about: 5.0
    await world.ask(table.leave, world.press(user(0)))
    again = await world.open(1)
    assert again.id != table.id
    assert world.registry.live(again.id) is again
    await world.settle(60)
    assert len(world.memory.of("end")) == 1
