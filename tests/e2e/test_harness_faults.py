"""The harness against a tiny client: what it lets go wrong, and what it finds."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import discord
import pytest

from tests.e2e.harness import World

if TYPE_CHECKING:
    from tests.e2e.conftest import LogTrap
from tests.e2e.demo_bot import SILENT, DemoBot, Interaction, show, world_of

pytestmark = pytest.mark.asyncio


# --------------------------------------------------------------------------------------------------------- going wrong


async def test_faults_before_and_after_delays_and_held_requests() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        world.fail("POST /channels/*/messages", 500, times=1)
        with world.as_bot(), pytest.raises(discord.DiscordServerError):
            await world.bot.get_partial_messageable(world.channel.id).send("a", allowed_mentions=SILENT)
        assert world.messages(world.channel) == []
        world.fail("POST /channels/*/messages", 502, times=1, when="after")
        with world.as_bot(), pytest.raises(discord.DiscordServerError):
            await world.bot.get_partial_messageable(world.channel.id).send("b", allowed_mentions=SILENT)
        assert len(world.messages(world.channel)) == 1
        world.slow("POST /interactions/*", 2)
        result = await world.slash(alice, world.channel, "demo start")
        assert not result.acknowledged
        await world.advance(2)
        assert result.acknowledged
        world.hold("POST /interactions/*", when="before")
        held = await world.click(alice, result, "Add")
        other = await world.click(alice, result, "Whisper")
        assert (held.acknowledged, other.acknowledged) == (False, True)
        assert await world.release() == 1
        assert held.acknowledged
        world.hold("POST /interactions/*", when="after")
        await world.click(alice, result, "Add")
        await world.restart(kill=True)
        await world.click(alice, result, "Whisper")


async def test_a_lock_kept_over_a_request_is_felt_by_others() -> None:
    class Careless(DemoBot):
        async def tapped(self, interaction: Interaction, act: str, count: int) -> None:
            async with self.lock:
                await super().tapped(interaction, act, count)

    async with World(lambda: Careless([])) as world:
        alice = world.new_user("alice")
        message = await show(world, "whisper")
        world.hold("POST /interactions/*")
        first = await world.click(alice, message, "Whisper")
        second = await world.click(alice, message, "Whisper")
        assert not second.acknowledged
        await world.release()
        assert (first.acknowledged, second.acknowledged) == (True, True)


async def test_a_client_that_cannot_start() -> None:
    class Broken(DemoBot):
        async def setup_hook(self) -> None:
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        async with World(lambda: Broken([])):
            pass


async def test_lost_permissions_lost_messages_and_being_thrown_out() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        await world.deny_bot(world.channel, "send_messages")
        with world.as_bot(), pytest.raises(discord.Forbidden):
            await world.bot.get_partial_messageable(world.channel.id).send("a", allowed_mentions=SILENT)
        await world.deny_bot(world.channel)
        await world.delete_message(reply)
        assert world.messages(world.channel) == []
        await world.leave(alice)
        other = world.new_guild("Other")
        await world.kick_bot(other)
        assert [guild.name for guild in world.bot.guilds] == ["Home"]
        await world.delete_channel(world.channel)


async def test_a_forged_button_and_a_press_delivered_twice(trap: LogTrap) -> None:
    trap.expect("dynamic item callback")
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        assert not (await world.forge(alice, reply, "tap:add:99")).acknowledged
        press = await world.click(alice, reply, "Add")
        assert world.problems() == []
        await world.redeliver(press)
    assert any("was answered twice" in found for found in world.problems())
    world.tolerate("was answered twice")


# ------------------------------------------------------------------------------------------------------- what it finds


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ("silent", "interaction never answered: 'tap:silent:0' by alice"),
        ("twice", "was answered twice"),
        ("loud", "allowed_mentions is not explicit"),
    ],
)
async def test_it_finds(act: str, problem: str, trap: LogTrap) -> None:
    trap.expect("dynamic item callback")
    async with world_of([]) as world:
        alice = world.new_user("alice")
        await world.click(alice, await show(world, act), act.title())
        if act == "loud":
            world.tolerate("invalid form")
    assert any(problem in found for found in world.problems()), world.problems()
    world.tolerate("")


async def test_it_finds_errors_in_the_log(trap: LogTrap) -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        await world.click(alice, await show(world, "crash"), "Crash")
    assert any("dynamic item callback" in text for text in trap.unexpected)
    logging.getLogger("bot.tables").error("also noticed")
    assert any("also noticed" in text for text in trap.unexpected)
    trap.expect("")


async def test_it_is_quick() -> None:
    async with world_of([]) as world:
        alice = world.new_user("alice")
        reply = await world.slash(alice, world.channel, "demo start")
        started = time.process_time()
        for _ in range(100):
            await world.click(alice, reply, "Whisper")
        assert time.process_time() - started < 3
