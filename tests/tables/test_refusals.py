"""Refusals that belong to the table, not to the game, and how a table makes way for the next."""

from __future__ import annotations

from bot.tables.answers import Denial, Done, Press, Refused
from bot.tables.records import TableStatus
from tests.tables.support import CHANNEL, World, accepted, refused, state, user, virtual

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
    table = await world.open(2, passing=True)
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


@virtual
async def test_a_table_that_has_ended_keeps_no_token(world: World) -> None:
    table = await world.deal(2)
    await table.keep_token("claim", 7, "secret", world.true_now())
    assert await world.store.tokens(table.id)
    await world.ask(table.stop, world.press(user(0)), False)
    await world.settle()
    await table.keep_token("claim", 7, "secret", world.true_now())
    assert await world.store.tokens(table.id) == ()
