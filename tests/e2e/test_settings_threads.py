"""Tables in threads of their own: opened, played in over restarts, put away."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord import ChannelHandle

from tests.e2e.automod import forbid_a_name_in_answers
from tests.e2e.conftest import LogTrap
from tests.e2e.editing import home
from tests.e2e.evening import said
from tests.e2e.player import Player
from tests.e2e.server_settings import settle, threads
from tests.e2e.test_variants import play_out

pytestmark = pytest.mark.asyncio

MAKE_THREAD = "POST /channels/{channel_id}/threads"
EDIT_CHANNEL = "PATCH /channels/{channel_id}"


def archived(thread: ChannelHandle) -> bool:
    """Whether a thread has been put away."""
    metadata = thread._channel.thread_metadata
    assert metadata is not None
    return bool(metadata.archived)


async def test_a_table_in_a_thread_plays_a_game_over_restarts_and_is_put_away_later(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, *_) = table.world, table.people
        await settle(table, thread=True)
        hall = world.channel
        answer = await world.slash(ann, hall, "cheat start", preset="fast")
        (thread,) = threads(table)
        assert thread._channel.name == "Cheat: Ann’s table"
        assert world.text(answer) == f"**Ann** has opened a table: <#{thread.id}>"
        assert world.labels(answer) == []
        assert world.bot.registry.at_channel(hall.id) is None
        world.channel = thread
        for person in table.people[1:]:
            await world.click(person, table.last("Join"), "Join")
        await world.advance(3)
        await table.deal()
        await world.restart()
        await play_out(Player(table, seed=5))
        assert {request.path.split("/")[2] for request in world.sent("POST /channels/{channel_id}/messages")} == {
            str(thread.id),
            *(str(world.env.backend.dm_channels[person.id]) for person in table.people),
        }
        await world.advance(50 * 60)
        await world.restart()
        assert not archived(thread)
        await world.click(ann, table.last("Rematch"), "Rematch")
        assert "Join" in world.labels(table.channel[-1])
        await world.advance(14 * 60)
        assert not archived(thread), "a table stands there"
        await world.slash(ann, thread, "cheat stop")
        await world.advance(59 * 60)
        assert not archived(thread)
        await world.advance(2 * 60)
        assert archived(thread)
        assert world.exists(table.channel[-1])
        world.requests.clear()
        await world.restart()
        await world.advance(3600)
        assert world.sent(EDIT_CHANNEL) == [], "once is enough"


async def test_several_tables_side_by_side_but_one_lobby_for_each_host(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await settle(table, thread=True)
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat start")
        assert "The next one can be opened in 5 seconds" in said(world, bob)
        await world.advance(11)
        await world.slash(bob, world.channel, "cheat start")
        first, second = threads(table)
        await world.advance(11)
        await world.restart()
        await world.slash(ann, world.channel, "cheat start")
        assert f"/{first.id}/" in said(world, ann)
        assert "still waits for players" in said(world, ann)
        for thread in (first, second):
            assert "Join" in world.labels(world.messages(thread)[-1])
        assert len(threads(table)) == 2


async def test_two_at_the_very_same_moment_open_one_thread(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await settle(table, thread=True)
        world.hold("POST /channels/*/threads")
        answer = await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat start")
        assert "in 5 seconds" in said(world, bob)
        await world.release()
        assert "has opened a table" in world.text(answer)
        assert len(threads(table)) == 1


@pytest.mark.parametrize("denied", ["create_public_threads", "send_messages_in_threads", "Discord refuses"])
async def test_where_no_thread_can_be_opened_the_table_stands_in_the_channel(denied: str, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await settle(table, thread=True)
        if denied == "Discord refuses":
            world.fail("POST /channels/*/threads", 403, 50013)
        else:
            await world.deny_bot(world.channel, denied)
        await world.slash(ann, world.channel, "cheat start")
        assert "Create Public Threads" in said(world, ann)
        assert "Join" in world.labels(table.channel[-1])
        assert threads(table) == []
        await world.click(bob, table.channel[-1], "Join")
        assert "**Bob**" in world.text(table.channel[-1])
        await world.advance(11)
        await world.slash(bob, world.channel, "cheat start")
        if denied == "Discord refuses":
            assert len(threads(table)) == 1, "it is tried anew each time"
        else:
            assert "A table stands in this channel already" in said(world, bob)


async def test_a_channel_taken_while_the_thread_failed_is_told(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(bob, world.channel, "cheat start")
        await settle(table, thread=True)
        await world.advance(5)
        world.fail("POST /channels/*/threads", 403, 50013)
        told = len(table.channel)
        await world.slash(ann, world.channel, "cheat start")
        assert "A table stands in this channel already" in said(world, ann)
        assert len(table.channel) == told, "nobody is seen to be waiting any more"
        assert len(world.bot.registry._tables) == 1


async def test_threads_are_for_text_channels(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, thread=True)
        places = (
            world.new_thread(world.channel, "corner", ann),
            world.guild.create_voice_channel("voices"),
            world.guild.create_news_channel("news"),
        )
        for place in places:
            await world.slash(ann, place, "cheat start")
            assert "Join" in world.labels(world.messages(place)[-1])
        assert world.sent(MAKE_THREAD) == []
        await world.slash(ann, None, "cheat start")
        assert "in a server’s channel" in said(world, ann).replace("'", "’")


async def test_a_thread_may_be_opened_where_the_bot_may_only_write_in_threads(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, thread=True)
        await world.deny_bot(world.channel, "send_messages")
        await world.slash(ann, world.channel, "cheat start")
        (thread,) = threads(table)
        assert "Join" in world.labels(world.messages(thread)[-1])


async def test_what_breaks_once_the_thread_is_there_is_told_and_leaves_nobody_waiting(
    tmp_path: Path, trap: LogTrap
) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, thread=True)
        with world.as_bot():
            async with world.bot.database.schema_change() as tx:
                await tx.run(
                    "CREATE TRIGGER full BEFORE INSERT ON threads BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
                )
        trap.expect("nothing could be stored for an interaction")
        await world.slash(ann, world.channel, "cheat start")
        assert "can’t save anything right now" in said(world, ann)
        assert not any("whoever asked" in world.text(message) for message in table.channel)
        assert world.bot.registry._tables == {}


async def test_a_lobby_that_could_not_be_posted_is_still_to_be_found(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, thread=True)
        world.fail("POST /channels/*/messages", 403, 50013)
        answer = await world.slash(ann, world.channel, "cheat start")
        (thread,) = threads(table)
        assert f"<#{thread.id}>" in world.text(answer)
        await world.slash(ann, thread, "cheat table")
        assert "Join" in world.labels(world.messages(thread)[-1])


async def test_nobody_waits_for_an_answer_that_automod_refuses(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, thread=True)
        await forbid_a_name_in_answers(table)
        await world.slash(ann, world.channel, "cheat start")
        assert len(threads(table)) == 1
        assert "AutoMod" in said(world, ann)
        assert not any("whoever asked" in world.text(message) for message in table.channel)


async def test_a_thread_whose_table_never_came_is_put_away_after_the_restart(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, thread=True)
        world.hold("POST /channels/*/messages")
        await world.slash(ann, world.channel, "cheat start")
        (thread,) = threads(table)
        await world.delete_channel(thread)
        await world.restart(kill=True)
        await world.advance(2 * 3600)
        assert world.sent(EDIT_CHANNEL) == [], "it is gone"
        assert await world.bot.threads._store.threads() == ()


async def test_a_thread_that_may_not_be_archived_is_left(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, thread=True)
        await world.slash(ann, world.channel, "cheat start")
        (thread,) = threads(table)
        await world.slash(ann, thread, "cheat stop")
        world.fail("PATCH /channels/*", 403, 50013)
        await world.advance(2 * 3600)
        assert not archived(thread)
        assert len(world.sent(EDIT_CHANNEL)) == 1


async def test_a_hostile_name_makes_a_harmless_thread(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "\u202e@everyone " + "x" * 20) as table:
        world = table.world
        await settle(table, thread=True)
        await world.slash(table.people[1], world.channel, "cheat start")
        (thread,) = threads(table)
        name = thread._channel.name or ""
        assert name.startswith("Cheat: ＠everyone xxx")
        assert "\u202e" not in name
