"""Commands in a server and in direct messages: what each says there, with a table and without one."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from tests.e2e.evening import evening, said

pytestmark = pytest.mark.asyncio


# --- the commands, here and there ----------------------------------------------------------------------------------


async def test_join_and_leave_by_command_keep_the_table_message_true(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat join")
        assert "**Bob**" in world.text(table.channel[0])
        await world.advance(2)
        await world.slash(bob, world.channel, "cheat leave")
        assert "**Bob**" not in world.text(table.channel[0])
        await world.slash(ann, world.channel, "cheat leave")
        assert world.labels(table.channel[0]) == []
        assert "**Ann**" not in world.text(table.channel[0])
        assert world.bot.registry.at_channel(world.channel.id) is None


@pytest.mark.parametrize("command", ["join", "leave", "hand", "table", "back", "stop"])
async def test_without_a_table_every_command_says_what_to_do(command: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, f"cheat {command}")
        assert "no table" in said(world, ann)


@pytest.mark.parametrize("command", ["start", "join", "table", "stop"])
async def test_what_needs_a_channel_says_where_to_go_in_direct_messages(command: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        await table.world.slash(table.people[0], None, f"cheat {command}")
        assert "server's channel" in said(table.world, table.people[0])


@pytest.mark.parametrize("command", ["hand", "leave", "back"])
async def test_commands_of_a_seat_without_one_say_so_in_direct_messages(command: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        await table.world.slash(table.people[0], None, f"cheat {command}")
        assert "You sit at no table" in said(table.world, table.people[0])


@pytest.mark.parametrize("in_dm", [False, True])
async def test_hand_back_and_leave_work_in_the_channel_and_in_direct_messages(in_dm: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, *_) = table.world, table.people
        await table.sit_down()
        await world.advance(3)
        await table.deal()
        where = None if in_dm else world.channel
        await world.slash(ann, where, "cheat hand")
        hand = world.ephemerals(ann)[-1]
        assert "Pile: 0" in world.text(hand)
        assert any("×" in label for label in world.labels(hand))
        await world.slash(ann, where, "cheat back")
        assert "already" in said(world, ann)
        await world.slash(ann, where, "cheat leave")
        assert "left the game" in said(world, ann)


async def test_with_several_tables_the_option_says_which(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        other = world.new_channel("parlour")
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(ann, other, "cheat start")
        await world.slash(ann, None, "cheat leave")
        assert "several tables" in said(world, ann)
        assert await world.autocomplete(ann, None, "cheat leave", "table", "PARL") == ["Home #parlour"]
        assert await world.autocomplete(bob, None, "cheat leave", "table", "") == []
        number = world.bot.registry.at_channel(other.id).id
        await world.slash(ann, None, "cheat leave", table=str(number))
        assert world.bot.registry.at_channel(other.id) is None
        await world.slash(ann, None, "cheat leave", table=str(number))
        assert "don't sit at that table" in said(world, ann)
        assert world.bot.registry.at_channel(world.channel.id) is not None


@pytest.mark.parametrize("command", ["leave", "hand", "back"])
async def test_a_channel_without_a_table_reaches_no_table_elsewhere(command: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, *_) = table.world, table.people
        await table.sit_down()
        await table.deal()
        other = world.new_channel("parlour")
        await world.slash(ann, other, f"cheat {command}")
        assert "no table in this channel" in said(world, ann)
        assert f"**Home** · \\#{world.channel.name}" in said(world, ann)
        assert any("×" in label for label in world.labels(table.hand(ann))), "the game is not given up"


@pytest.mark.parametrize(
    ("command", "options"), [("stop", {}), ("table", {}), ("kick", {"seat": "Bob"}), ("cpu", {"action": "add"})]
)
async def test_a_command_for_the_channel_typed_elsewhere_says_where_the_table_is(
    command: str, options: dict[str, str], tmp_path: Path
) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        other = world.new_channel("parlour")
        await world.slash(ann, other, f"cheat {command}", **options)
        assert "You sit at" not in said(world, ann)
        await table.sit_down()
        await world.slash(ann, other, f"cheat {command}", **options)
        where = f"You sit at **Home** · \\#{world.channel.name}: type this there."
        assert said(world, ann) == f"There is no table in this channel. {where}"
        await world.slash(bob, other, "cheat join")
        assert "`/cheat start` opens one" in said(world, bob)


async def test_what_is_typed_away_from_the_table_is_answered_with_its_place(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, bob, _) = table.world, table.people
        await table.sit_down()
        await table.deal()
        place = f"**Home** · \\#{world.channel.name}: "
        await world.slash(ann, None, "cheat leave")
        assert said(world, ann) == f"{place}You left the game."
        other, number = world.new_channel("parlour"), world.bot.registry.at_channel(world.channel.id).id
        await world.slash(bob, other, "cheat back", table=str(number))
        assert said(world, bob).startswith(place)
        await world.slash(bob, world.channel, "cheat leave")
        assert said(world, bob) == "You left the game."


async def test_whoever_gave_up_hears_the_truth_and_may_play_elsewhere(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, bob, _) = table.world, table.people
        await table.sit_down()
        await table.deal()
        await world.slash(bob, world.channel, "cheat leave")
        await world.slash(bob, world.channel, "cheat back")
        assert said(world, bob) == "You are not in this game any more."
        await world.slash(bob, world.channel, "cheat join")
        assert said(world, bob).startswith("You left this game. You can join the next one")
        await world.slash(bob, None, "cheat hand")
        assert "You sit at no table" in said(world, bob)
        other = world.new_channel("parlour")
        await world.slash(bob, other, "cheat start")
        await world.slash(bob, None, "cheat leave")
        assert "parlour: The table is closed." in said(world, bob)
        assert len(world.bot.registry.of_user(ann.id)) == 1


async def test_joining_again_takes_the_seat_back_from_a_cpu_and_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee", "Eve", "Flo") as table:
        world, bob = table.world, table.people[1]
        await table.sit_down("teams")
        lobby = table.channel[-1]
        await table.deal()
        await world.slash(bob, world.channel, "cheat leave")
        assert "A CPU plays your cards from now on." in said(world, bob)
        await world.slash(bob, world.channel, "cheat join")
        assert said(world, bob) == "Welcome back. You play for yourself again."
        await world.slash(bob, world.channel, "cheat back")
        assert said(world, bob) == "You are playing for yourself already."
        await world.slash(bob, world.channel, "cheat join")
        assert said(world, bob) == "You already sit at this table."
        assert "Join" not in world.labels(lobby)


async def test_a_leave_that_waits_can_be_taken_back(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, _ = table.world, table.people
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.slash(person, world.channel, "cheat leave")
        assert "You leave as soon as your open play is settled. `/cheat back` takes that back." in said(world, person)
        await world.advance(1)
        assert "You leave as soon as the open play is settled." in world.text(table.hand(person))
        await world.slash(person, world.channel, "cheat back")
        assert said(world, person) == "You stay in the game after all."
        await world.advance(1)
        assert "You leave" not in world.text(table.hand(person))


async def test_stop_frees_the_channel_for_the_host_and_for_moderators_only(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Mod") as table:
        world, (ann, bob, moderator) = table.world, table.people
        role = world.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
        world.env.backend.add_member_role(world.guild.id, moderator.id, role.id)
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat stop")
        assert "Only the host" in said(world, bob)
        await world.slash(ann, world.channel, "cheat stop")
        assert "stopped" in world.text(table.channel[-1])
        assert world.bot.registry.at_channel(world.channel.id) is None
        await world.advance(5)
        await world.slash(bob, world.channel, "cheat start")
        assert "Join" in world.labels(table.channel[-1])
        await world.slash(moderator, world.channel, "cheat stop")
        assert world.bot.registry.at_channel(world.channel.id) is None


@pytest.mark.parametrize("in_dm", [False, True])
async def test_help_and_rules_are_for_the_askers_eyes_only(in_dm: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        where = None if in_dm else world.channel
        await world.slash(ann, where, "cheat help")
        assert said(world, ann).lstrip("*").startswith("Press Join")
        await world.slash(ann, where, "cheat rules")
        assert ("standard rules" if in_dm else "rules on Home") in said(world, ann)
        await world.slash(ann, where, "cheat rules", name="window_s")
        assert "10 seconds" in said(world, ann)
        await world.slash(ann, where, "cheat rules", name="no such rule")
        assert "no rule by that name" in said(world, ann)
        assert "Time to call" in await world.autocomplete(ann, where, "cheat rules", "name", "time")
        assert table.channel == []


async def test_rules_in_direct_messages_are_those_of_one_table_and_no_other(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(ann, None, "cheat rules")
        assert f"**Home** · \\#{world.channel.name}\n### The rules at this table" in said(world, ann)
        await world.slash(ann, None, "cheat hand")
        assert said(world, ann) == f"**Home** · \\#{world.channel.name}: The game has not started yet."
        await world.slash(ann, world.new_channel("parlour"), "cheat start")
        await world.slash(ann, None, "cheat rules")
        assert "several tables" in said(world, ann)
        await world.slash(ann, None, "cheat rules", table="999")
        assert "don't sit at that table" in said(world, ann)
        number = world.bot.registry.at_channel(world.channel.id).id
        await world.slash(ann, None, "cheat rules", table=str(number))
        assert "rules at this table" in said(world, ann)
