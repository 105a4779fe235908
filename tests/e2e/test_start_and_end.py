"""The bot's own start and end: commands are registered, buttons outlive it, tables end with their place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.app import CheatBot
from bot.command_sync import key_of
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import evening, said
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio

PUT_COMMANDS = "PUT /applications/{application_id}/commands"


def rank_button(world: World, hand: Any) -> str:
    """The label of the first rank of which nothing is picked."""
    return next((label for label in world.labels(hand) if "×" in label), "a rank of which nothing is picked")


async def test_commands_are_registered_only_when_they_have_changed(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world = table.world
        assert len(world.sent(PUT_COMMANDS)) == 1
        await world.restart()
        assert len(world.sent(PUT_COMMANDS)) == 1
        bot: CheatBot = world.bot
        with world.as_bot():
            await bot.registry._store.set_meta(key_of(world.env.backend.application_id), "of an older release")
        await world.restart()
        assert len(world.sent(PUT_COMMANDS)) == 2


async def test_a_bot_that_may_not_register_commands_plays_on(tmp_path: Path, trap: LogTrap) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        with world.as_bot():
            await world.bot.registry._store.set_meta(key_of(world.env.backend.application_id), "of an older release")
        trap.expect("could not be registered")
        world.fail("PUT /applications/*/commands", 503)
        await world.restart()
        await world.slash(ann, world.channel, "cheat start")
        assert "Join" in world.labels(table.channel[-1])


async def test_registering_can_be_switched_off(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", config={"sync": {"commands": False}}) as table:
        assert table.world.sent(PUT_COMMANDS) == []


async def test_every_button_lives_on_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.restart()
        await world.click(bob, table.last("Join"), "Join")
        await world.restart()
        await table.deal()
        assert "Pile: 0" in table.hand_text(bob)


async def test_a_private_hand_lives_longer_than_discord_pys_views(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", shut={"Ann"}) as table:
        world, (ann, _) = table.world, table.people
        await table.house_rules(turn_timer=None)
        await table.sit_down()
        await table.deal()
        await world.slash(ann, world.channel, "cheat hand")
        hand = world.ephemerals(ann)[-1]
        await world.advance(16 * 60)
        await world.click(ann, hand, rank_button(world, hand))
        assert re.search(r"\w 1/\d", " ".join(world.labels(hand)))


async def test_presses_while_the_bot_closes_are_asked_to_come_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        with world.as_bot():
            await world.bot.desk.close()
        await world.click(bob, table.last("Join"), "Join")
        assert "restarting" in said(world, bob)


@pytest.mark.parametrize("end", ["kicked", "channel", "thread's parent"])
async def test_tables_end_where_the_bot_or_the_channel_is_gone(end: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        channel = world.new_channel("short-lived")
        where = world.new_thread(channel, "thread", ann) if end == "thread's parent" else channel
        await world.slash(ann, where, "cheat start")
        assert world.bot.registry.at_channel(where.id) is not None
        if end == "kicked":
            await world.kick_bot()
        else:
            await world.delete_channel(channel)
        assert world.bot.registry.at_channel(where.id) is None
