"""Where, when and by whom tables may be opened, as the server has settled it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.editing import home
from tests.e2e.evening import said
from tests.e2e.server_settings import choose, line, page, settle

pytestmark = pytest.mark.asyncio


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
