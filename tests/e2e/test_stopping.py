"""A clean stop in the middle of a game is told at the table, and so is the return."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from bot.store import SqliteTableStore
from bot.store.writer import finished
from tests.e2e.evening import Evening, evening
from tests.e2e.phases import PHASES

pytestmark = pytest.mark.asyncio

STOPS = "The bot stops for a moment"
BACK = "The bot was away for a moment."


def told(table: Evening, text: str) -> int:
    """How many messages of the channel say this."""
    return sum(text in table.world.text(message) for message in table.channel)


async def test_all_stops_and_returns_are_told_in_one_message(tmp_path: Path) -> None:
    """As long as nothing stands below it; after that the newest takes the place of the one before."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        count = len(table.channel)
        for _ in range(3):
            await world.restart(downtime_s=5)
            await world.advance(2)
            assert len(table.channel) == count + 1
            assert BACK in world.text(table.channel[-1])
            assert world.pinged(table.channel[-1]) == set()
        assert told(table, STOPS) == 0
        await table.play(person, lie=True)
        await world.advance(1)
        assert f"**{person.name}** lays" in world.text(table.claim)
        await world._close(world.bot)
        assert told(table, STOPS) == 1
        assert STOPS in world.text(table.channel[-1])
        assert told(table, BACK) == 0
        assert len(table.channel) == count + 2


async def test_what_can_not_be_taken_away_stays(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await world.restart(downtime_s=5)
        await world.advance(2)
        await table.play(table.on_turn(), lie=True)
        await world.advance(1)
        world.fail("DELETE /channels/*/messages/*", 403, 50013)
        await world.restart(downtime_s=5)
        await world.advance(2)
        assert (told(table, STOPS), told(table, BACK)) == (0, 2)
        await world.restart(downtime_s=5)
        await world.advance(2)
        assert (told(table, STOPS), told(table, BACK)) == (0, 2)


async def test_a_return_that_discord_did_not_take_is_told_once_it_does(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await world._close(world.bot)
        world.fail("PATCH /channels/*/messages/*", 503, times=None)
        await world.restart(downtime_s=5)
        await world.advance(50)
        assert (told(table, STOPS), told(table, BACK)) == (1, 0)
        world.clear_faults()
        await world.advance(120)
        assert (told(table, STOPS), told(table, BACK)) == (0, 1)
        await world._close(world.bot)
        assert told(table, STOPS) == 1, "and so is the next stop"


async def test_a_kill_after_a_kill_leaves_one_word_of_it(tmp_path: Path) -> None:
    """Each time the turn has its full time again, and what stands there names the newest."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        for _ in range(3):
            await world.advance(40)
            await world.restart(kill=True, downtime_s=5)
            await world.advance(2)
            until = re.findall(r"bot was away.*till <t:(\d+):T>", world.text(table.channel[-1]))
            assert [int(number) for number in until] == [round((world.env.now().timestamp() - 2) + 60)]
            assert told(table, "bot was away") == 1


async def test_a_message_that_somebody_deleted_is_said_anew(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await world.restart(downtime_s=5)
        await world.advance(2)
        await world.delete_message(table.channel[-1])
        await world.restart(downtime_s=5)
        await world.advance(2)
        assert told(table, BACK) == 1


async def test_everybody_has_their_cards_after_a_crash_between_the_deal_and_the_hands(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        world.hold("PATCH /channels/*/messages/*", times=None)
        world.hold("PATCH /webhooks/*", times=None)
        await world.click(table.people[0], table.channel[-1], "Start")
        await world.advance(3)
        await world.restart(kill=True, downtime_s=5)
        await world.advance(5)
        assert "The cards are dealt" in "".join(world.text(message) for message in table.channel)
        for person in table.people:
            assert len(re.findall(r"[♠♥♦♣]", table.hand_text(person))) > 5, person.name


@pytest.mark.parametrize("kill", [True, False])
async def test_a_round_before_is_told_still_after_a_restart_and_the_new_hands_are_drawn(
    kill: bool, tmp_path: Path
) -> None:
    phase = PHASES["between"]
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.house_rules(**phase.rules)
        await table.sit_down()
        await phase.reach(table)
        last = next(message for message in reversed(table.channel) if " lays " in world.text(message))
        told_before = world.text(last)
        assert "wins the round" in told_before
        if kill:
            world.hold("PATCH /channels/*/messages/*", times=None)
            world.hold("PATCH /webhooks/*", times=None)
        await phase.press(table)
        await world.advance(3)
        await world.restart(kill=kill, downtime_s=5)
        await world.advance(5)
        assert world.text(last) == told_before
        for person in table.people:
            assert "Round 1 of 2 is over" not in table.hand_text(person), person.name
            assert len(re.findall(r"[♠♥♦♣]", table.hand_text(person))) > 5, person.name


@pytest.mark.parametrize(("kill", "seconds"), [(True, 3), (False, 0)])
async def test_a_kill_can_not_be_told_and_a_stop_need_not_be(kill: bool, seconds: int, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", config={"game": {"stop_notice_seconds": seconds}}) as table:
        await table.sit_down()
        await table.deal()
        await table.world.restart(kill=kill, downtime_s=5)
        await table.world.advance(2)
        assert (told(table, STOPS), told(table, BACK)) == (0, 0)


async def test_a_lobby_is_not_told(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await table.sit_down()
        await table.world.restart()
        await table.world.advance(2)
        assert (told(table, STOPS), told(table, BACK)) == (0, 0)


async def test_a_table_where_the_bot_may_not_write_holds_up_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        world.fail("POST /channels/*/messages", 403, 50013)
        await world.restart()
        await world.advance(2)
        assert told(table, STOPS) == 0
        await table.play(table.on_turn(), lie=True)


async def test_a_table_opened_just_before_a_crash_is_seen_by_whoever_wants_one(tmp_path: Path) -> None:
    """The channel is taken by a lobby that nobody has seen: the next who opens one finds it, not a link to nowhere."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        world.hold("POST /interactions/*/callback")
        await world.slash(ann, world.channel, "cheat start")
        assert not table.channel
        await world.restart(kill=True, downtime_s=5)
        await world.slash(bob, world.channel, "cheat start")
        (lobby,) = table.channel
        assert "Join" in world.labels(lobby)
        await world.click(bob, lobby, "Join")
        await world.click(ann, lobby, "Start")
        assert "**Bob**" in world.text(table.channel[0])
        await world.restart(kill=True)
        answer = await world.slash(bob, world.channel, "cheat start")
        assert "A table stands in this channel already" in world.text(answer)


@pytest.mark.parametrize("downtime_s", [0.5, 20.0])
async def test_a_greeting_whose_answer_the_crash_has_taken_becomes_the_hand(downtime_s: float, tmp_path: Path) -> None:
    """It stands in the direct messages already, so nothing else is sent there: two hands would be one too many."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.advance(2)
        world.hold("POST /channels/*/messages", when="after")
        await world.click(bob, table.channel[0], "Join")
        await world.advance(2)
        (greeting,) = world.dms(bob)
        await world.restart(kill=True, downtime_s=downtime_s)
        await world.click(ann, table.channel[0], "Start")
        await world.advance(5)
        (hand,) = world.dms(bob)
        assert hand.id == greeting.id
        assert "Due: Aces" in world.text(hand)


async def test_a_press_that_was_only_acknowledged_is_answered_in_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The play is on its way to the disk, which stalls: it counts, so whoever laid it sees their hand without it."""
    append, stall = SqliteTableStore.append, {"s": 0.0}

    async def slowly(*args: Any, **named: Any) -> None:
        await append(*args, **named)
        await finished(asyncio.ensure_future(asyncio.sleep(stall["s"])))

    monkeypatch.setattr(SqliteTableStore, "append", slowly)
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.choose(person, table.due(person), lie=False)
        cards = table.cards(person)
        stall["s"] = 6.0
        await world.click(person, table.hand(person), table.play_label(person))
        await world.advance(1.7)
        assert table.cards(person) == cards
        await world._close(world.bot)
        assert table.cards(person) != cards


async def test_a_greeting_whose_turn_has_not_come_is_given_up_in_a_stop(tmp_path: Path) -> None:
    """Whoever joined has their answer, the seat in the lobby: the rest must hold up nothing."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.advance(2)
        world.slow("POST /channels/*/messages", 60.0)
        await world.click(bob, table.channel[0], "Join")
        assert "**Bob**" in world.text(table.channel[0])
        with world.as_bot():
            closing = asyncio.create_task(world.bot.desk.close())
        await world.advance(120)
        assert closing.done()
        assert not world.dms(bob)


@pytest.mark.parametrize("event", ["shard_connect", "shard_resumed"])
async def test_no_play_stands_by_itself_while_the_gateway_is_lost(event: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        with world.as_bot():
            world.bot.dispatch("shard_disconnect", 0)
        await world.advance(60)
        assert "Cheat!" in world.labels(table.claim)
        with world.as_bot():
            world.bot.dispatch(event, 0)
        await world.advance(1)
        assert "The bot was away, so the time to call starts again." in world.text(table.claim)
        await world.advance(5)
        caller = next(other for other in table.people if other is not person)
        called = table.claim
        await table.call(caller)
        assert f"**{caller.name}** called. ✘ **lie**" in world.text(called)


async def test_a_lost_connection_holds_up_the_tables_that_need_it_alone(tmp_path: Path) -> None:
    """Direct messages come by the first connection, whatever the server's own is."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        bot, told = table.world.bot, list[list[bool]]()
        bot.registry.tell_reach = lambda reached: told.append([reached(shard << 22) for shard in range(3)])
        bot.shard_count = 3
        with table.world.as_bot():
            await bot.on_shard_disconnect(1)
            await bot.on_shard_disconnect(0)
            await bot.on_shard_resumed(1)
            await bot.on_shard_connect(0)
            await bot.on_shard_connect(2)
        assert told == [[True, False, True], [False] * 3, [False] * 3, [True] * 3]
