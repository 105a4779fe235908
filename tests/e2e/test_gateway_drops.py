"""The gateway connection drops in each phase: presses and events meanwhile, and what of them counts afterwards.

Resumed in time, a press that was held up counts and is answered once. Resumed too late, or not at all, whoever pressed
was told by Discord that it failed, so nothing may come of it. In the end the game is played to its end.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.evening import Evening, evening
from tests.e2e.gateway import Line
from tests.e2e.phases import PHASES, each, finish, is_over, join

pytestmark = pytest.mark.asyncio

#: A press is answered within three seconds or never.
SOON_S, LATE_S = 1.0, 9.0


def seen(table: Evening) -> list[Any]:
    """All that anybody can read."""
    world = table.world
    messages = [*table.channel, *(message for person in table.people for message in world.dms(person))]
    return [(message.id, world.text(message), world.labels(message)) for message in messages]


def told_apart_from_clocks(table: Evening) -> list[Any]:
    """What the channel tells without clocks and the word that the bot was away, which starts them anew."""
    told = []
    for message in table.channel:
        lines = [line for line in table.world.text(message).splitlines() if not re.search("<t:|bot was away", line)]
        if lines and "bot was away" not in table.world.text(message).splitlines()[0]:
            told.append((message.id, lines, table.world.labels(message)))
    return told


async def press_what_there_is(table: Evening, name: str) -> int:
    """Everybody presses what their hand offers first, or one more joins a lobby; how many presses that were."""
    if name == "lobby":
        await join(table)
        return 1
    world, pressed = table.world, 0
    for person in table.people:
        shown = next((one for one in (table.hand(person), *table.channel[-1:]) if world.labels(one)), None)
        if shown is not None:
            await world.click(person, shown, world.labels(shown)[0])
            pressed += 1
    return pressed


def answers(table: Evening, presses: list[int]) -> list[int]:
    """How often each of these presses was answered, as far as Discord took it."""
    callbacks = [
        request.interaction_id for request in table.world.requests if request.is_callback and request.status == 200
    ]
    return [callbacks.count(press) for press in presses]


async def play_to_the_end(table: Evening, name: str) -> None:
    if name == "lobby":
        await table.world.slash(table.people[0], table.world.channel, "cheat table")
    if name == "paused":
        await table.world.slash(table.people[0], table.world.channel, "cheat hand")
    await table.world.advance(2)
    await finish(table, name)
    assert is_over(table)


@pytest.mark.parametrize("name", each("turn", "lobby"))
async def test_a_session_resumed_at_once_loses_nothing(name: str, tmp_path: Path) -> None:
    phase = PHASES[name]
    async with evening(tmp_path, *("Ann", "Bob", "Cy")[: phase.people], seed=3) as table:
        await table.house_rules(**phase.rules)
        await table.sit_down()
        await phase.reach(table)
        line = Line(table.world)
        line.drop()
        before = seen(table)
        pressed = await press_what_there_is(table, name)
        assert seen(table) == before
        assert answers(table, line.presses) == [0] * pressed, "nobody can be answered whose press has not come"
        await table.world.advance(SOON_S)
        await line.resume()
        await table.world.advance(0.5)
        assert answers(table, line.presses) == [1] * pressed
        assert seen(table) != before
        await play_to_the_end(table, name)


@pytest.mark.parametrize("resumed", [True, False], ids=["resumed", "begun-anew"])
@pytest.mark.parametrize("name", each("window"))
async def test_after_a_long_drop_what_was_pressed_meanwhile_has_failed(
    name: str, resumed: bool, tmp_path: Path
) -> None:
    phase = PHASES[name]
    async with evening(tmp_path, *("Ann", "Bob", "Cy")[: phase.people], seed=3) as table:
        await table.house_rules(**phase.rules)
        await table.sit_down()
        await phase.reach(table)
        line = Line(table.world)
        line.drop()
        pressed = await press_what_there_is(table, name)
        await table.world.advance(LATE_S)
        before = told_apart_from_clocks(table)
        await (line.resume() if resumed else line.renew())
        assert answers(table, line.presses) == [0] * pressed
        # A call counts from when it was pressed, however late it comes: that is the one thing that may show.
        if not resumed or not any("Cheat!" in labels for *_, labels in before):
            assert told_apart_from_clocks(table) == before
        if name == "lobby":
            # Whose press has failed has no seat.
            table.people.pop()
        await play_to_the_end(table, name)


def given_up(table: Evening, name: str) -> bool:
    """Whether no hand offers anything any more; before the deal nobody has one."""
    return name == "lobby" or all(table.world.labels(table.hand(person)) == [] for person in table.people)


@pytest.mark.parametrize("restarted", [False, True], ids=["begun-anew", "restarted"])
@pytest.mark.parametrize("name", each("force"))
async def test_a_server_that_removed_the_bot_unheard_has_no_table_any_more(
    name: str, restarted: bool, tmp_path: Path
) -> None:
    phase = PHASES[name]
    async with evening(tmp_path, *("Ann", "Bob", "Cy")[: phase.people], seed=3) as table:
        world, line = table.world, Line(table.world)
        elsewhere = world.new_guild("Elsewhere")
        other = world.new_channel("other", guild=elsewhere)
        elsewhere.add_member(table.people[0])
        await table.house_rules(**phase.rules)
        await table.sit_down()
        await phase.reach(table)
        line.drop()
        # As Discord answers whoever may not look: that alone would only pause the table.
        world.fail(f"* /channels/{world.channel.id}/*", 403, 50001, times=None)
        await world.kick_bot()
        if restarted:
            line.cut()
            await world.restart(kill=True)
        else:
            await world.advance(LATE_S)
            await line.renew()
        await world.advance(2)
        assert given_up(table, name), "a hand still offers what nobody can play"
        opened = await world.slash(table.people[0], other, "cheat start")
        assert "Join" in world.labels(opened)


@pytest.mark.parametrize("name", each("between"))
async def test_a_channel_that_was_deleted_unheard_ends_its_table_once_something_is_to_be_said_there(
    name: str, tmp_path: Path
) -> None:
    phase = PHASES[name]
    async with evening(tmp_path, *("Ann", "Bob", "Cy")[: phase.people], seed=3) as table:
        world, line, other = table.world, Line(table.world), table.world.new_channel("other")
        await table.house_rules(**phase.rules)
        await table.sit_down()
        await phase.reach(table)
        line.drop()
        await world.delete_channel(world.channel)
        await world.advance(LATE_S)
        await line.renew()
        for _ in range(10):
            if given_up(table, name):
                break
            # Somebody plays on by their hand, or their time runs out.
            await press_what_there_is(table, name)
            await world.advance(60)
        assert given_up(table, name), "a hand still offers what nobody can play"
        opened = await world.slash(table.people[0], other, "cheat start")
        assert "Join" in world.labels(opened)


@pytest.mark.parametrize("resumed", [True, False], ids=["resumed", "begun-anew"])
async def test_a_supervisor_reads_that_a_connection_is_lost(resumed: bool, tmp_path: Path) -> None:
    """Soon it comes back by itself, and a restart would only hurt; after a minute somebody should look."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world

        def told() -> str:
            with world.as_bot():
                return str(world.bot.state)

        assert told() == "ok"
        line = Line(world)
        line.drop()
        await world.settle()
        assert told() == "reconnecting"
        await world.advance(50)
        with world.as_bot():
            # One more attempt that failed.
            world.bot.dispatch("shard_disconnect", 0)
        await world.advance(9)
        assert told() == "reconnecting"
        await world.advance(2)
        assert told() == "disconnected"
        if resumed:
            await line.resume()
        else:
            await line.renew()
            with world.as_bot():
                world.bot.dispatch("shard_connect", 0)
            await world.settle()
        assert told() == "ok"
