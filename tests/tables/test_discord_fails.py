"""Discord refuses, forgets or is out of order: the table says so, loses nothing, and its channel gets free."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.engine.state import Phase
from bot.tables.answers import Answer, Denial, Done, HandPlace, Trouble
from bot.tables.records import TableStatus
from tests.tables.support import CHANNEL, GUILD, World, accepted, refused, run_in, state, user, virtual
from tests.tables.trouble import trouble_with
from tests.tables.turns import keep

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
    assert len([call for call in world.memory.calls if call.kind == "claim"]) <= 6, "once a minute at most"
    world.fails = lambda kind, about: None
    await world.ask(table.look, world.press(user(0)))
    await world.settle()
    assert not table.publisher.paused
    assert [m.number for m in world.memory.of("claim")] == [1]
    assert state(table).until is not None
    await world.finish(table)


@virtual
async def test_the_hands_tell_of_lost_rights_and_the_table_goes_on_by_itself_with_them(
    world: World,
) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.FORBIDDEN)
    await world.play(table, lie=True)
    await world.settle(30)
    hands = [call.view for call in world.memory.calls if call.kind == "hand"][-3:]
    assert table.publisher.paused
    assert len(hands) == 3
    world.fails = lambda kind, about: None
    await world.settle(61)
    assert [m.number for m in world.memory.of("claim")] == [1]
    await world.finish(table)


@virtual
async def test_asking_for_the_table_resumes_it_too(world: World) -> None:
    table = await world.deal(3)
    world.fails = trouble_with("claim", Trouble.FORBIDDEN, 1)
    await world.play(table, lie=True)
    await world.settle()
    assert table.publisher.paused
    assert accepted(await world.ask(table.repost, world.press(user(2)))).done is Done.SHOWN
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
async def test_a_deleted_claim_that_is_settled_does_not_bring_back_the_open_one(world: World) -> None:
    """An armed play has opened the next one when the buttons of the one before were to go."""
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle(1)
    await world.play(table, lie=True)
    await keep(world, table, "hand:0", "hand:2", "claim")
    world.fails = trouble_with("redraw_claim", Trouble.MESSAGE_GONE)
    await world.settle(14)
    assert any(call.kind == "redraw_claim" and call.about == 1 for call in world.memory.calls)
    assert state(table).turns == 2
    assert [message.number for message in world.memory.of("claim")] == [1, 2]


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
        assert [call.kind for call in tried] == ["welcome"], "never asked again at this table"

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
