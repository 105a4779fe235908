"""Opening a table: the reply is the table, or says why none was opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import evening, said

pytestmark = pytest.mark.asyncio


async def test_the_reply_to_start_is_the_table_and_the_host_is_welcomed(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        reply = await world.slash(ann, world.channel, "cheat start", preset="standard")
        assert "**Ann**" in world.text(reply)
        assert world.labels(reply) == ["Join", "Leave", "Add CPU", "House rules", "Start"]
        assert not world.sent("POST /channels/{channel_id}/messages")[1:]  # the welcome, no more
        assert "Home" in world.text(world.dms(ann)[-1])


async def test_a_second_start_links_to_the_table_that_stands(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        first = await world.slash(ann, world.channel, "cheat start")
        assert first.response is not None
        await world.slash(bob, world.channel, "cheat start")
        assert f"{world.channel.id}/{first.response.id}" in said(world, bob)
        assert len(table.channel) == 1


async def test_threads_are_channels_of_their_own(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        thread = world.new_thread(world.channel, "cards tonight", ann)
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(ann, thread, "cheat start")
        assert "Join" in world.labels(world.messages(thread)[-1])


@pytest.mark.parametrize(
    ("denied", "in_thread", "words"),
    [
        ("view_channel", False, "can't see this channel"),
        ("send_messages", False, "Send Messages"),
        ("send_messages_in_threads", True, "Send Messages in Threads"),
    ],
)
async def test_without_a_permission_no_table_opens(denied: str, in_thread: bool, words: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        where = world.new_thread(world.channel, "thread", ann) if in_thread else world.channel
        await world.deny_bot(world.channel, denied)
        await world.slash(ann, where, "cheat start")
        assert words in said(world, ann)
        assert world.bot.registry.of_user(ann.id) == []


async def test_a_table_whose_reply_was_lost_is_shown_as_a_message(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        world.fail("POST /interactions/*/callback", 500)
        world.excuse(await world.slash(ann, world.channel, "cheat start"))
        assert "Join" in world.labels(table.channel[-1])


async def test_closed_dms_are_told_at_once_and_only_to_that_person(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", shut={"Ann", "Bob"}) as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        await world.advance(3)
        for person in (ann, bob):
            assert "My hand" in said(world, person)
            assert len(world.ephemerals(person)) == 1
        assert "**Bob**" in world.text(table.last("Join"))
