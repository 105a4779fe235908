"""A clean stop in the middle of a game is told at the table, and so is the return."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio

STOPS = "The bot stops for a moment"
BACK = "The bot was away for a moment. The game goes on where it was."


def told(table: Evening, text: str) -> int:
    """How many messages of the channel say this."""
    return sum(text in table.world.text(message) for message in table.channel)


async def test_a_stop_and_a_return_are_told_in_one_message(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        count = len(table.channel)
        for _ in range(2):
            await world.restart(downtime_s=5)
            await world.advance(2)
            count += 1
            assert len(table.channel) == count
            assert BACK in world.text(table.channel[-1])
            assert world.pinged(table.channel[-1]) == set()
        assert told(table, STOPS) == 0
        await table.play(person, lie=True)
        await world.advance(1)
        assert f"**{person.name}** lays" in world.text(table.claim)
        await world._close(world.bot)
        assert told(table, STOPS) == 1
        assert told(table, BACK) == 2


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
