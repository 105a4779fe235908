"""Every command in a server and in direct messages, and the bot's own start and end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import UserHandle

from bot.app import CheatBot
from bot.command_sync import key_of
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import evening
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio

PUT_COMMANDS = "PUT /applications/{application_id}/commands"


def said(world: World, person: UserHandle) -> str:
    """The newest message only this person sees."""
    return world.text(world.ephemerals(person)[-1])


def rank_button(world: World, hand: Any) -> str:
    """The label of the first rank of which nothing is picked."""
    return next((label for label in world.labels(hand) if "×" in label), "a rank of which nothing is picked")


# --- opening a table -----------------------------------------------------------------------------------------------


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


async def test_table_shows_the_table_again_and_that_message_is_kept_up_to_date(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(ann, world.channel, "cheat table")
        assert len(table.channel) == 2
        await world.slash(bob, world.channel, "cheat join")
        assert "**Bob**" in world.text(table.channel[-1])


async def test_older_copies_of_the_table_lose_their_buttons(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, _, _) = table.world, table.people
        await table.sit_down()
        first = table.channel[-1]
        await world.slash(ann, world.channel, "cheat table")
        assert world.labels(first) == []
        assert f"{table.channel[-1].id}" in world.text(first)
        await table.deal()
        deal = table.channel[-1]
        for _ in range(2):
            await world.advance(11)
            await world.slash(ann, world.channel, "cheat table")
        assert [world.labels(message) for message in table.channel[-3:]] == [["My hand"], [], ["My hand"]]
        assert "Proof of a fair deal" in world.text(deal)
        await world.advance(11)
        person = table.on_turn()
        await table.play(person)
        claim = table.claim
        await world.advance(1)
        await world.slash(ann, world.channel, "cheat table")
        assert world.labels(claim) == []
        assert f"**{person.name}** lays" in world.text(claim)
        assert "Cheat!" in world.labels(table.channel[-1])
        await table.call(table.others(person)[0])
        assert "takes the pile" in world.text(table.channel[-1])


async def test_a_press_on_an_older_copy_counts_and_shows_on_the_newest(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, _, cy) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        lobby = world.screen(table.channel[-1])
        await world.slash(table.people[1], world.channel, "cheat join")
        await world.slash(ann, world.channel, "cheat table")
        await world.click(cy, lobby, "Join")
        assert "**Cy**" in world.text(table.channel[-1])
        assert world.labels(table.channel[0]) == []
        await world.advance(4)
        await table.deal()
        person = table.on_turn()
        await table.play(person)
        claim = world.screen(table.claim)
        await world.advance(8)
        await world.slash(ann, world.channel, "cheat table")
        newest = table.channel[-1]
        first, second = table.others(person)
        await world.click(first, claim, "Let it go")
        assert f"Let it go: **{first.name}**" in world.text(newest)
        assert world.labels(table.channel[-2]) == []
        await world.click(second, claim, "Cheat!")
        await world.advance(1)
        assert "takes the pile" in world.text(newest)
        assert world.labels(newest) == []


async def test_only_those_at_the_table_show_it_again_and_not_twice_in_ten_seconds(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, world.channel, "cheat table")
        assert str(table.channel[-1].id) in said(world, bob)
        assert len(table.channel) == 1
        await world.slash(ann, world.channel, "cheat table")
        assert len(table.channel) == 2
        await world.slash(ann, world.channel, "cheat table")
        assert "a few seconds ago" in said(world, ann)
        assert len(table.channel) == 2
        await world.advance(10)
        await world.slash(ann, world.channel, "cheat table")
        assert len(table.channel) == 3


async def test_table_in_a_game_shows_the_open_claim_with_its_buttons(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person)
        (other,) = table.others(person)
        await world.slash(person, world.channel, "cheat table")
        assert "Cheat!" in world.labels(table.channel[-1])
        await table.call(other)
        assert "Cheat!" not in world.labels(table.channel[-1])


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


# --- start, stop, register -----------------------------------------------------------------------------------------


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


async def test_a_claim_first_seen_through_the_command_has_its_time_from_then(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await world.deny_bot(world.channel, "send_messages")
        person = table.on_turn()
        await table.play(person)
        await world.advance(20)
        await world.slash(person, world.channel, "cheat table")
        claim = table.claim
        await world.advance(9)
        assert "Cheat!" in world.labels(claim)
        await world.advance(4)
        assert world.labels(claim) == []
        assert "It stands" in world.text(claim)
