"""Every fault of Discord's in every phase: what people see of it, and that the game comes to its end all the same.

A cell brings a table to the phase, lets the fault begin, presses what is pressed next there, lets time pass, ends the
fault, and plays on. No press may go unanswered, no claim may stand twice, and where nothing can be said in the channel
everybody still reaches their hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from simcord.backend import serializers

from tests.e2e.automod import forbid_a_name, forbid_a_name_in_answers
from tests.e2e.evening import Evening, evening
from tests.e2e.phases import PHASES, finish, is_over
from tests.e2e.server_settings import settle, threads

pytestmark = pytest.mark.asyncio

SENDS: Final = "POST /channels/{channel}/messages"
ANYTHING: Final = "* /channels/{channel}/*"
A_WHILE, A_LONG_WHILE = 25.0, 150.0
MUTE: Final = "I can’t write at the table just now"


@dataclass(frozen=True)
class Case:
    """A fault: how it begins, how long it lasts, how it ends; `quiet` where nothing new can be said meanwhile."""

    begin: Callable[[Evening], Awaitable[Any]]
    lasts_s: float = 2.0
    end: Callable[[Evening], Awaitable[Any]] | None = None
    quiet: bool = False
    private: bool = False


def refuse(route: str, status: int = 500, code: int = 0, **more: Any) -> Callable[[Evening], Awaitable[Any]]:
    """Requests to the table's channel fail like this."""

    async def begin(table: Evening) -> None:
        table.world.fail(route.format(channel=table.world.channel.id), status, code, **more)

    return begin


def direct(status: int, code: int, *, openings: bool = False) -> Callable[[Evening], Awaitable[Any]]:
    """Nobody's direct messages can be reached like this any more; from now on hands are opened at the table."""

    async def begin(table: Evening) -> None:
        world = table.world
        for person in table.people:
            if openings:
                for message in world.dms(person):
                    await world.delete_message(message)
            else:
                channel = world.env.backend.get_dm_channel(person.id)
                world.fail(f"* /channels/{channel.id}/*", status, code, times=None)
        world.fail("POST /users/@me/channels", status, code, times=None)

    return begin


async def at_the_table(table: Evening) -> None:
    """Everybody opens their hand at the table."""
    table.shut.update(person.id for person in table.people)
    if any("My hand" in table.world.labels(message) for message in table.channel):
        await table.open_private_hands()


async def delete_newest(table: Evening) -> None:
    """The newest message is deleted; somebody misses it and asks for the table."""
    await table.world.delete_message(table.channel[-1])
    await table.world.advance(10)
    await table.world.slash(table.people[0], table.world.channel, "cheat table")


async def late(table: Evening) -> None:
    """A press that Discord saw eight seconds ago: told so, and nothing happens."""
    person, message = table.people[0], table.channel[-1]
    label = table.world.labels(message)[0] if table.world.labels(message) else ""
    if label:
        before = table.world.text(message)
        await table.world.click(person, message, label, late=8)
        assert table.world.text(message) == before


async def again(table: Evening) -> None:
    """The connection is resumed: all that was pressed so far is delivered once more, in another order."""
    world = table.world
    payloads = list(world._payloads.values())
    random.Random(len(payloads)).shuffle(payloads)
    before = len([request for request in world.requests if request.is_callback])
    for payload in payloads:
        world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.settle()
    after = len([request for request in world.requests if request.is_callback])
    assert after == before, "a press that was delivered again was answered again"
    with world.as_bot():
        world.bot.dispatch("resumed")
    await world.settle()


async def reconnect(table: Evening) -> None:
    """The connection is lost for good, and a new one begins: the servers are told again."""
    world = table.world
    with world.as_bot():
        world.bot.dispatch("disconnect")
    await world.advance(8)
    world.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(world.env.backend, world.guild._guild))
    with world.as_bot():
        world.bot.dispatch("ready")
    await world.settle()


async def server_down(table: Evening) -> None:
    table.world.env.backend.emit("GUILD_DELETE", {"id": str(table.world.guild.id), "unavailable": True})
    await refuse(ANYTHING, 503, times=None)(table)
    await table.world.settle()


async def server_up(table: Evening) -> None:
    backend = table.world.env.backend
    table.world.clear_faults()
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, table.world.guild._guild))
    await table.world.settle()


def speechless(code: int, status: int = 403) -> Case:
    """The bot may not speak in the channel, until it may again and somebody asks for the table."""
    return Case(refuse(ANYTHING, status, code, times=None), A_WHILE, quiet=True)


UNREACHABLE = TimeoutError()
FORBIDDING: Final = (forbid_a_name, forbid_a_name_in_answers)
CASES: Final = {
    "drop-resumed": Case(again),
    "drop-not-resumed": Case(reconnect),
    "late-event": Case(late),
    "5xx": Case(refuse(SENDS, 502, times=2), A_WHILE),
    "5xx-for-long": Case(refuse(ANYTHING, 503, times=None), A_LONG_WHILE),
    "timeout": Case(refuse(SENDS, error=UNREACHABLE, times=2), A_WHILE),
    "answer-lost": Case(refuse(SENDS, 504, when="after"), A_WHILE),
    "answers-lost": Case(refuse(SENDS, error=ConnectionResetError(), when="after", times=3), A_WHILE),
    # What is left of a 429 once discord.py has waited for five times, or would have to wait for too long.
    "429-user": Case(refuse(SENDS, 429, times=2), A_WHILE),
    "429-shared": Case(refuse(ANYTHING, 429, 20028, times=3), A_WHILE),
    "429-global": Case(refuse("* /channels/*", error=discord.RateLimited(60.0), times=4), A_WHILE),
    "40003": Case(direct(403, 40003, openings=True), end=at_the_table, private=True),
    "50007": Case(direct(403, 50007), end=at_the_table, private=True),
    "50278": Case(direct(403, 50278), end=at_the_table, private=True),
    "10003-direct": Case(direct(404, 10003), end=at_the_table, private=True),
    "10008": Case(delete_newest),
    "50001": speechless(50001),
    "50013": speechless(50013),
    "50083-archived": speechless(50083, 400),
    "160005-locked": speechless(160005),
    "automod": Case(forbid_a_name, A_WHILE),
    "automod-answers": Case(forbid_a_name_in_answers, A_WHILE),
    "server-outage": Case(server_down, A_LONG_WHILE, end=server_up),
}


async def cell(name: str, case: Case, directory: Path) -> None:
    phase = PHASES[name]
    async with evening(directory, *("Ann", "Bob", "Cy")[: phase.people], seed=3) as table:
        table.world.tolerate("Timeout")
        table.world.tolerate("ConnectionReset")
        table.world.tolerate("RateLimited")
        await table.house_rules(**phase.rules)
        await table.sit_down()
        await phase.reach(table)
        await case.begin(table)
        if case.private:
            await at_the_table(table)
        posted = len(table.channel)
        await phase.press(table)
        await table.world.advance(case.lasts_s)
        # What answers a press is said by that press, not in the channel.
        if case.quiet and name != "over":
            assert len(table.channel) == posted, "something was said where nothing may be said"
        await hands_can_be_seen(table)
        if not case.private and case.begin not in FORBIDDING:
            table.world.clear_faults()
        if case.end is not None:
            await case.end(table)
        # Whoever asks for their hand or the table wakes one that had fallen silent.
        await table.world.slash(table.people[0], table.world.channel, "cheat hand")
        if name in {"lobby", "over"}:
            await table.world.slash(table.people[0], table.world.channel, "cheat table")
        await table.world.advance(A_LONG_WHILE if case.lasts_s > A_WHILE else 2)
        await finish(table, name)
        nothing_twice(table)
        if case.begin is forbid_a_name:
            assert "Ann" not in table.world.text(table.channel[-1])
        assert is_over(table)


async def hands_can_be_seen(table: Evening) -> None:
    """Everybody is told where their cards are, whatever goes on in the channel."""
    for person in table.people:
        before = len(table.world.ephemerals(person))
        await table.world.slash(person, table.world.channel, "cheat hand")
        seen = table.world.ephemerals(person)
        assert len(seen) > before, f"{person.name} has seen nothing"
        assert "AutoMod" not in table.world.text(seen[-1]), "a hand can be shown without anybody's name"


def nothing_twice(table: Evening) -> None:
    """No claim, no deal and no end stands twice."""
    here = [message for message in table.channel if message.id not in table.past]
    said = Counter(table.world.text(message) for message in here if "lays" in table.world.text(message))
    assert not [text for text, times in said.items() if times > 1], said
    assert sum("Rematch" in table.world.labels(message) for message in here) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PHASES))
@pytest.mark.parametrize("fault", sorted(CASES))
async def test_the_game_goes_on_after(fault: str, name: str, tmp_path: Path) -> None:
    await cell(name, CASES[fault], tmp_path)


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        ("answers-lost", "turn"),
        ("50013", "armed"),
        ("automod", "end"),
        ("10008", "window"),
        ("drop-resumed", "force"),
        ("automod-answers", "between"),
        ("timeout", "over"),
    ],
)
async def test_some_of_it_every_day(fault: str, name: str, tmp_path: Path) -> None:
    await cell(name, CASES[fault], tmp_path)


@pytest.mark.parametrize(("code", "status"), [(50083, 400), (160005, 403)], ids=["archived", "locked"])
async def test_a_thread_shut_in_the_middle_of_a_claim_pauses_its_table(code: int, status: int, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", seed=3) as table:
        world, phase = table.world, PHASES["window"]
        await table.house_rules(**phase.rules)
        await settle(table, thread=True)
        await world.slash(table.people[0], world.channel, "cheat start")
        (world.channel,) = threads(table)
        for person in table.people[1:]:
            await world.click(person, table.last("Join"), "Join")
        await world.advance(len(table.people))
        await phase.reach(table)
        claim, posted = world.text(table.claim), len(table.channel)
        world.fail(f"* /channels/{world.channel.id}*", status, code, times=None)
        # Nothing in a shut thread can be pressed; hands in direct messages can.
        claimant = next(person for person in table.people if claim.startswith(f"**{person.name}**"))
        caller = table.others(claimant)[0]
        await table.tap(caller, next(iter(table.cards(caller))))
        await world.click(caller, table.hand(caller), "Cheat!")
        await world.advance(1)
        # The call counts, and whoever called reads it on their hand; the next claim is one that nobody could see.
        assert f"**{caller.name}** called **{claimant.name}**" in table.hand_text(caller)
        following = table.on_turn()
        await table.tap(following, next(iter(table.cards(following))))
        await world.click(following, table.hand(following), table.play_label(following))
        await world.advance(A_LONG_WHILE)
        assert len(table.channel) == posted
        assert MUTE in table.hand_text(following), "whoever laid it learns why nobody sees it"
        await hands_can_be_seen(table)
        world.clear_faults()
        await world.slash(caller, world.channel, "cheat hand")
        await world.advance(2)
        assert world.text(table.claim).startswith(f"**{following.name}** lays"), "the claim stands there at last"
        assert MUTE not in table.hand_text(following)
        await finish(table, "window")
        nothing_twice(table)


@pytest.mark.slow
@pytest.mark.parametrize("kicked", [False, True], ids=["10003", "kicked-and-invited-again"])
@pytest.mark.parametrize("name", sorted(PHASES))
async def test_a_table_whose_place_is_gone_ends_and_another_can_be_opened(
    name: str, kicked: bool, tmp_path: Path
) -> None:
    phase = PHASES[name]
    async with evening(tmp_path, *("Ann", "Bob", "Cy")[: phase.people], seed=3) as table:
        world, other = table.world, table.world.new_channel("other")
        await table.house_rules(**phase.rules)
        await table.sit_down()
        await phase.reach(table)
        dealt = [message for message in map(table.hand, table.people) if name != "lobby"]
        if kicked:
            world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
            await world.advance(2)
            backend = world.env.backend
            backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, world.guild._guild))
            await world.settle()
        else:
            await world.delete_channel(world.channel)
            await world.advance(2)
        assert all(world.labels(message) == [] for message in dealt), "a hand still offers what nobody can play"
        opened = await world.slash(table.people[0], other, "cheat start")
        assert "Join" in world.labels(opened)
