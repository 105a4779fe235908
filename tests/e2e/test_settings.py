"""A server's settings: the page where they are made, who may, and what they mean for whoever opens a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from simcord import ChannelHandle, ResponseMessage, UserHandle

from bot.tables.settings import ServerSettings
from tests.e2e.conftest import LogTrap
from tests.e2e.editing import home, said
from tests.e2e.evening import Evening
from tests.e2e.player import Player
from tests.e2e.test_variants import play_out

pytestmark = pytest.mark.asyncio

MAKE_THREAD = "POST /channels/{channel_id}/threads"
EDIT_CHANNEL = "PATCH /channels/{channel_id}"


async def page(table: Evening, who: UserHandle | None = None) -> ResponseMessage:
    """`/cheat settings` and its answer."""
    person = who or table.people[0]
    await table.world.slash(person, table.world.channel, "cheat settings")
    return table.world.ephemerals(person)[-1]


async def choose(table: Evening, shown: ResponseMessage, key: str, value: str, who: UserHandle | None = None) -> None:
    """Make a choice from the menu of a setting."""
    await table.world.select(who or table.people[0], shown, value, custom_id=f"g1:set:{key}")


async def stored(table: Evening) -> ServerSettings:
    """What is settled for the server."""
    with table.world.as_bot():
        settings: ServerSettings = await table.world.bot.settings.of(table.world.guild.id)
    return settings


async def settle(table: Evening, **values: object) -> None:
    """Settle something without the page."""
    with table.world.as_bot():
        for key, value in values.items():
            await table.world.bot.settings.change(table.world.guild.id, key, value, by=table.people[0].id)


def line(table: Evening, shown: ResponseMessage, title: str) -> str:
    """What the page says of a setting."""
    return next(line for line in table.world.text(shown).splitlines() if line.startswith(f"**{title}:**"))


def threads(table: Evening) -> list[ChannelHandle]:
    """The threads there are, oldest first."""
    backend, guild = table.world.env.backend, table.world.guild
    return [ChannelHandle(table.world.env, guild, backend.get_channel(id_)) for id_ in sorted(guild._guild.thread_ids)]


def archived(thread: ChannelHandle) -> bool:
    """Whether a thread has been put away."""
    metadata = thread._channel.thread_metadata
    assert metadata is not None
    return bool(metadata.archived)


# --- the page ------------------------------------------------------------------------------------------------------


async def test_a_manager_settles_everything_and_it_is_still_so_after_a_restart(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        other, role = world.new_channel("parlour"), world.guild.create_role("dealers")
        shown = await page(table)
        assert line(table, shown, "Channels") == "**Channels:** everywhere"
        await world.pick(ann, shown, [world.channel, other], custom_id="g1:set:channels")
        assert line(table, shown, "Channels") == f"**Channels:** <#{world.channel.id}> <#{other.id}>"
        await world.restart()
        await world.pick(ann, shown, [role], custom_id="g1:set:hosts")
        assert line(table, shown, "Who opens tables") == f"**Who opens tables:** <@&{role.id}>"
        for key, choice, title, told in (
            ("thread", "A thread for each table", "Threads", "a thread for each table"),
            ("start_cooldown_s", "5 minutes", "Pause between tables", "5 minutes"),
            ("abandoned_h", "7 days", "Abandoned tables", "7 days"),
            ("language", "Deutsch", "Language", "Deutsch"),
            ("mark_gone", "Marked on the leaderboard", "People who left", "marked on the leaderboard"),
        ):
            await choose(table, shown, key, choice)
            assert line(table, shown, title) == f"**{title}:** {told}"
            (default,) = (
                option
                for part in world.components(shown)
                if part.get("custom_id") == f"g1:set:{key}"
                for option in part["options"]
                if option.get("default")
            )
            assert default["label"].lower() == told.lower()
        marked = {
            part["custom_id"]: [int(each["id"]) for each in part.get("default_values") or ()]
            for part in world.components(shown)
            if "custom_id" in part
        }
        assert marked["g1:set:channels"] == [world.channel.id, other.id]
        assert marked["g1:set:hosts"] == [role.id]
        await world.restart()
        assert await stored(table) == ServerSettings(
            channels=(world.channel.id, other.id), hosts=(role.id,), thread=True, start_cooldown_s=300,
            abandoned_h=168, language="de", mark_gone=True,
        )  # fmt: skip
        await world.pick(ann, shown, [], custom_id="g1:set:channels")
        assert line(table, shown, "Channels") == "**Channels:** everywhere"
        await world.click(ann, shown, "Reset everything")
        assert await stored(table) == ServerSettings()


async def test_the_role_that_everybody_has_keeps_nobody_away(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        shown = await page(table)
        await world.pick(ann, shown, [world.guild.default_role], custom_id="g1:set:hosts")
        assert line(table, shown, "Who opens tables") == "**Who opens tables:** everybody"
        await world.slash(bob, world.channel, "cheat start")
        assert "Join" in world.labels(table.channel[-1])


async def test_nobody_else_opens_the_page_or_changes_anything_there(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        shown = await page(table, bob)
        assert "Manage Server" in world.text(shown)
        assert world.components(shown)[-1]["type"] == 10, "no menu"
        await world.forge(bob, shown, "g1:press:reset")
        assert "Manage Server" in world.text(shown)
        await settle(table, start_cooldown_s=30)
        await world.slash(ann, world.channel, "cheat start")
        for person in (ann, bob):
            for custom_id in ("g1:press:reset", "g1:set:thread", "g1:set:hosts", "g1:set:parrot"):
                await world.forge(person, table.channel[-1], custom_id)
                assert "nothing that is still going on" in said(world, person)
        assert "Join" in world.labels(table.channel[-1])
        assert (await stored(table)).start_cooldown_s == 30


async def test_a_manager_no_longer_changes_nothing_and_the_page_closes(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        shown = await page(table)
        role = next(role for role in world.guild.roles.values() if role.name == "managers")
        world.env.backend.delete_role(world.guild.id, role.id)
        await choose(table, shown, "start_cooldown_s", "1 minute")
        assert "Manage Server" in world.text(shown)
        assert await stored(table) == ServerSettings()
        await world.slash(ann, world.channel, "cheat settings")
        assert "Manage Server" in said(world, ann)


async def test_two_managers_at_once_change_one_setting_each(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        role = next(role for role in world.guild.roles.values() if role.name == "managers")
        world.env.backend.add_member_role(world.guild.id, bob.id, role.id)
        hers, his = await page(table, ann), await page(table, bob)
        await choose(table, hers, "start_cooldown_s", "1 minute", ann)
        await choose(table, his, "abandoned_h", "1 hour", bob)
        assert await stored(table) == ServerSettings(start_cooldown_s=60, abandoned_h=1)
        assert line(table, his, "Pause between tables").endswith("1 minute"), "the page shows what the other chose"


async def test_tampered_choices_change_nothing_and_are_answered(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        shown = await page(table)
        for custom_id in ("g1:set:thread", "g1:set:parrot", "g1:set:language"):
            await world.forge(ann, shown, custom_id)
            assert "settings on Home" in world.text(shown)
        assert await stored(table) == ServerSettings()


async def test_the_page_is_read_in_the_reader_s_language_and_only_in_servers(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, None, "cheat settings")
        assert "belong to a server" in said(world, ann)
        world.set_locale(ann, "de")
        shown = await page(table)
        assert "### Einstellungen des Bots auf Home" in world.text(shown)
        await choose(table, shown, "start_cooldown_s", "Keine")
        assert line(table, shown, "Pause zwischen Tischen").endswith("keine")


# --- where and by whom ---------------------------------------------------------------------------------------------


async def test_tables_are_opened_in_the_chosen_channels_and_their_threads_only(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        parlour = world.new_channel("parlour")
        await settle(table, channels=(parlour.id,))
        for person in (ann, bob):
            await world.slash(person, world.channel, "cheat start")
            assert said(world, person) == f"On this server tables are opened somewhere else: <#{parlour.id}>"
        await world.slash(bob, world.new_thread(world.channel, "aside", bob), "cheat start")
        assert "somewhere else" in said(world, bob)
        thread = world.new_thread(parlour, "corner", bob)
        for place in (parlour, thread):
            await world.slash(bob, place, "cheat start")
            assert "Join" in world.labels(world.messages(place)[-1])
        assert not any(world.labels(message) for message in table.channel)


async def test_only_the_chosen_roles_and_managers_open_tables_and_anybody_joins(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, bob, cy) = table.world, table.people
        role = world.guild.create_role("dealers")
        world.env.backend.add_member_role(world.guild.id, bob.id, role.id)
        await settle(table, hosts=(role.id,), start_cooldown_s=0)
        refused = await world.slash(cy, world.channel, "cheat start")
        assert f"with one of these roles: <@&{role.id}>." in said(world, cy)
        assert world.pinged(refused) == set()
        for person in (ann, bob):
            await world.slash(person, world.channel, "cheat start")
            await world.click(cy, table.last("Join"), "Join")
            assert "**Cy**" in world.text(table.channel[-1])
            await world.slash(person, world.channel, "cheat stop")
            await world.advance(5)


async def test_a_rematch_asks_at_the_same_door(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await table.sit_down()
        await table.deal()
        await world.slash(table.people[1], world.channel, "cheat leave")
        await world.advance(2)
        await settle(table, channels=(world.new_channel("parlour").id,))
        await world.click(ann, table.last("Rematch"), "Rematch")
        assert "somewhere else" in said(world, ann)
        await settle(table, channels=())
        await world.click(ann, table.last("Rematch"), "Rematch")
        assert "Join" in world.labels(table.channel[-1])


async def test_what_was_chosen_and_deleted_since_opens_no_door_and_is_told(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        one, other = world.new_channel("one"), world.new_channel("other")
        first, second = world.guild.create_role("first"), world.guild.create_role("second")
        await settle(table, channels=(one.id, other.id), hosts=(first.id, second.id))
        await world.delete_channel(one)
        world.env.backend.delete_role(world.guild.id, first.id)
        await world.slash(bob, world.channel, "cheat start")
        assert said(world, bob).endswith(f"somewhere else: <#{other.id}>")
        await world.slash(bob, other, "cheat start")
        assert f"roles: <@&{second.id}>." in said(world, bob)
        shown = await page(table)
        assert line(table, shown, "Channels").endswith(f"<#{other.id}> (one chosen channel has been deleted)")
        assert line(table, shown, "Who opens tables").endswith("(one chosen role has been deleted)")
        world.env.backend.delete_role(world.guild.id, second.id)
        await world.slash(bob, other, "cheat start")
        assert "roles that could open tables on this server are gone" in said(world, bob)
        await world.delete_channel(other)
        await world.slash(bob, world.channel, "cheat start")
        assert "channels where tables could be opened on this server are gone" in said(world, bob)
        await choose(table, shown, "thread", "The table stands in the channel")
        assert line(table, shown, "Channels").endswith("nowhere: the chosen channels have been deleted")
        assert line(table, shown, "Who opens tables").startswith("**Who opens tables:** only Manage Server")
        await world.pick(ann, shown, [], custom_id="g1:set:channels")
        await world.slash(ann, world.channel, "cheat start")
        assert "Join" in world.labels(table.channel[-1]), "Manage Server always may"


# --- how soon ------------------------------------------------------------------------------------------------------


async def test_a_channel_rests_between_tables_also_over_a_restart(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await settle(table, start_cooldown_s=60)
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat start")
        assert "A table stands in this channel already" in said(world, bob), "a table that stands is no pause"
        await world.slash(ann, world.channel, "cheat stop")
        await world.slash(bob, world.channel, "cheat start")
        assert "The next one can be opened in 1 minute." in said(world, bob)
        await world.advance(20)
        await world.restart()
        await world.slash(bob, world.channel, "cheat start")
        left = re.search(r"opened in (\d+) seconds", said(world, bob))
        assert left is not None
        assert 35 <= int(left[1]) <= 40
        other = world.new_channel("parlour")
        await world.slash(bob, other, "cheat start")
        assert "Join" in world.labels(world.messages(other)[-1]), "another channel"
        await world.advance(int(left[1]))
        await world.slash(bob, world.channel, "cheat start")
        assert "Join" in world.labels(table.channel[-1])


async def test_a_moment_between_tables_unless_none_is_wanted_and_none_after_a_while(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(ann, world.channel, "cheat stop")
        await world.slash(ann, world.channel, "cheat start")
        assert "in 5 seconds" in said(world, ann)
        for pause, wait in ((5, 5), (0, 0)):
            await settle(table, start_cooldown_s=pause)
            await world.advance(wait)
            await world.slash(ann, world.channel, "cheat start")
            assert "Join" in world.labels(table.channel[-1])
            await world.slash(ann, world.channel, "cheat stop")


# --- threads -------------------------------------------------------------------------------------------------------


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
        answer = await world.slash(ann, world.channel, "cheat start")
        assert "A table stands in this channel already" in world.text(answer)
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
        answer = await world.slash(ann, world.channel, "cheat start")
        assert "can’t save anything right now" in world.text(answer)
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


# --- language ------------------------------------------------------------------------------------------------------


async def test_tables_speak_the_chosen_language_and_people_are_answered_in_their_own(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await settle(table, language="de", thread=True)
        answer = await world.slash(ann, world.channel, "cheat start")
        (thread,) = threads(table)
        assert thread._channel.name == "Schummeln: der Tisch von Ann"
        assert world.text(answer) == f"**Ann** hat einen Tisch eröffnet: <#{thread.id}>"
        assert "Mitspielen" in world.labels(world.messages(thread)[-1])
        await world.slash(ann, thread, "cheat start")
        assert "A table stands in this channel already" in said(world, ann)


async def test_servers_settle_for_themselves(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        away = world.new_guild("Away")
        away.add_member(ann)
        await settle(table, channels=(world.new_channel("parlour").id,))
        place = world.new_channel("cards", guild=away)
        await world.slash(ann, place, "cheat start")
        assert "Join" in world.labels(world.messages(place)[-1])


# --- how fast ------------------------------------------------------------------------------------------------------


async def test_many_commands_in_a_row_have_to_wait_but_taps_help_and_stopping_never_do(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        await table.deal()
        for _ in range(12):
            await world.slash(ann, world.channel, "cheat hand")
        assert "a lot of commands in a row" in said(world, ann)
        await world.slash(ann, world.channel, "cheat back")
        assert "playing for yourself already" in said(world, ann)
        await table.look(ann)
        person = table.on_turn()
        await table.play(person, lie=True)
        await table.call(table.others(person)[0])
        assert "takes the pile" in world.text(table.channel[-1])
        await world.slash(ann, world.channel, "cheat help")
        assert "Press Join" in said(world, ann)
        await world.slash(bob, world.channel, "cheat hand")
        assert "Pile:" in said(world, bob)
        await world.slash(ann, world.channel, "cheat stop")
        assert world.bot.registry.at_channel(world.channel.id) is None
        await world.slash(ann, world.channel, "cheat leave")
        assert "no table in this channel" in said(world, ann)
        await world.slash(ann, world.channel, "cheat hand")
        assert "a lot of commands in a row" in said(world, ann)
        await world.advance(20)
        await world.slash(ann, world.channel, "cheat hand")
        assert "no table in this channel" in said(world, ann)


async def test_sitting_down_and_leaving_by_command_needs_a_breath_like_the_buttons(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat join")
        await world.slash(bob, world.channel, "cheat leave")
        assert "you have only just sat down" in said(world, bob)
        await world.click(bob, table.last("Leave"), "Leave")
        assert "you have only just sat down" in said(world, bob)
        await world.advance(2)
        await world.slash(bob, world.channel, "cheat leave")
        assert said(world, bob) == "You left the table."
        await world.slash(bob, world.channel, "cheat join")
        assert "you have only just sat down" in said(world, bob)


async def test_a_lobby_in_a_thread_that_nobody_has_seen_is_shown_before_it_is_linked(tmp_path: Path) -> None:
    """The bot was killed between opening it and showing it."""
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await settle(table, thread=True)
        world.hold("POST /channels/*/messages")
        await world.slash(ann, world.channel, "cheat start")
        await world.restart(kill=True, downtime_s=15)
        await world.slash(ann, world.channel, "cheat start")
        (world.channel,) = threads(table)
        (lobby,) = table.channel
        assert "Join" in world.labels(lobby)
        assert f"/{lobby.id}" in said(world, ann)
