"""Absent people as Discord sees it: nudges, kicks, everybody walking away, and a moderator who frees the channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import discord
import pytest
from simcord import UserHandle

from tests.e2e.conftest import LogTrap
from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio


async def dealt(table: Evening, **rules: object) -> None:
    """A table by these rules, its cards out."""
    if rules:
        await table.house_rules(**rules)
    await table.sit_down()
    await table.deal()


def said(table: Evening, person: UserHandle) -> str:
    """The newest message only this person sees."""
    return table.world.text(table.world.ephemerals(person)[-1])


def is_free(table: Evening) -> bool:
    return table.world.bot.registry.at_channel(table.world.channel.id) is None


async def absent_turn(table: Evening, person: UserHandle) -> None:
    """Let time pass till somebody's turn was missed or another's came."""
    while not table.is_over() and f"**{person.name}** lays" not in table.world.text(table.channel[-1]):
        await table.world.advance(5)


# --- nudges -------------------------------------------------------------------------------------------------------


async def test_two_others_nudge_whoever_keeps_the_table_waiting(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee") as table:
        await dealt(table, turn_timer=None)
        world, absent = table.world, table.on_turn()
        first, second, third = table.others(absent)
        await world.advance(181)
        notice = table.channel[-1]
        assert world.text(notice).startswith(f"Waiting for **{absent.name}** since <t:")
        assert world.labels(notice) == ["Nudge"]
        assert world.pinged(notice) == {absent.id}
        await world.click(first, notice, "Nudge")
        assert said(table, first) == "Noted. One more has to press **Nudge**."
        await world.advance(1)
        assert f"Nudged by **{first.name}**" in world.text(notice)
        await world.click(absent, notice, "Nudge")
        assert "it is your turn" in said(table, absent)
        await world.advance(1)
        assert "Nudged by" not in world.text(notice), "they were there"
        await world.click(second, notice, "Nudge")
        await world.click(third, notice, "Nudge")
        await world.advance(1)
        assert f"**{absent.name}** lays **one" in world.text(table.claim)
        assert world.labels(notice) == []
        await world.slash(first, world.channel, "cheat help")


async def test_with_two_people_the_message_asks_the_only_other_one(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await dealt(table, turn_timer=None)
        world, absent = table.world, table.on_turn()
        (other,) = table.others(absent)
        await world.advance(181)
        notice = table.channel[-1]
        assert "two others" not in world.text(notice)
        await world.slash(other, world.channel, "cheat table")
        shown = table.channel[-1]
        assert world.labels(shown) == ["My hand", "Nudge"], "it stands where people look"
        await world.click(other, shown, "Nudge")
        assert said(table, other) == "One card is played for them now."
        await world.advance(1)
        await world.click(other, shown, "Nudge")
        assert said(table, other) == "Nobody is being waited for here any more."


# --- kick ---------------------------------------------------------------------------------------------------------


async def test_the_host_hands_a_seat_to_a_cpu_and_all_are_told(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        world, (ann, bob, cy) = table.world, table.people
        assert await world.autocomplete(ann, world.channel, "cheat kick", "seat", "") == ["Bob", "Cy"]
        assert await world.autocomplete(ann, world.channel, "cheat kick", "seat", "c") == ["Cy"]
        await world.slash(bob, world.channel, "cheat kick", seat="Cy")
        assert said(table, bob) == "Only the host can do that: **Ann**."
        await world.slash(ann, world.channel, "cheat kick", seat="Ann")
        assert "`/cheat leave`" in said(table, ann)
        await world.slash(ann, world.channel, "cheat kick", seat="Nobody")
        assert "Choose somebody from the list" in said(table, ann)
        await world.slash(ann, world.channel, "cheat kick", seat=str(cy.id))
        await world.advance(1)
        told = "\n".join(world.text(message) for message in table.channel)
        assert "The host has given **Cy**’s seat to a CPU for the rest of this game." in told
        assert "You can’t take it back" in table.hand_text(cy)
        assert world.labels(table.hand(cy)) == []
        await world.slash(cy, world.channel, "cheat back")
        assert "you can join the next one" in said(table, cy)
        await world.slash(cy, None, "cheat hand")
        assert "You sit at no table" in said(table, cy)
        await world.slash(ann, None, "cheat kick", seat="Bob")
        assert "in a server's channel" in said(table, ann)


async def test_a_kick_from_the_lobby_frees_the_seat_and_tells_who_sat_there(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await table.sit_down()
        world, (ann, bob, _) = table.world, table.people
        lobby = table.last("Join")
        await world.slash(ann, world.channel, "cheat kick", seat=str(bob.id))
        await world.advance(1)
        assert "**Bob**" not in world.text(lobby)
        assert "2. **Cy**" in world.text(lobby)
        assert world.text(table.channel[-1]) == "The host has taken **Bob** off the table."
        assert "has taken you off the table in **Home**" in world.text(world.dms(bob)[-1])
        await world.advance(3)
        await world.click(bob, lobby, "Join")
        await world.advance(2)
        assert "Welcome to the table" in world.text(world.dms(bob)[-1])


# --- everybody walks away -----------------------------------------------------------------------------------------


async def test_when_all_four_walk_away_one_after_another_the_table_ends_by_itself(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee") as table:
        await dealt(table)
        world = table.world
        asleep = table.on_turn()
        # One never plays at all, one plays once, one types that they leave, one closes the window in the middle.
        await absent_turn(table, asleep)
        await table.let_go(*table.others(asleep))
        once = table.on_turn()
        await table.play(once)
        await world.slash(table.others(asleep, once)[0], world.channel, "cheat leave")
        await world.click(table.others(asleep, once)[1], table.claim, "Let it go")
        await world.advance(1200)
        end = table.channel[-1]
        assert table.is_over()
        assert "Nobody is left to play. There is no result." in world.text(end)
        assert is_free(table)
        for person in table.people:
            assert "There is no result" in table.hand_text(person) or "You left" in table.hand_text(person)
        # Whoever comes back first may begin anew.
        await world.click(once, end, "Rematch")
        assert "Start" in world.labels(table.channel[-1])
        assert f"**{once.name}** (host)" in world.text(table.channel[-1])


async def test_who_comes_back_in_the_middle_of_their_turn_plays_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await dealt(table)
        world, away = table.world, table.on_turn()
        (other,) = table.others(away)
        for missed in range(2):
            await absent_turn(table, away)
            await table.let_go(other)
            await table.play(other)
            if not missed:
                await world.advance(13)
        # A CPU keeps the seat; its turn comes once the claim is settled, and it takes a moment over it.
        for _ in range(50):
            if "**It is your turn.**" in table.hand_text(away):
                break
            await world.advance(0.5)
        assert "**It is your turn.**" in table.hand_text(away)
        await world.slash(away, world.channel, "cheat back")
        await table.play(away)
        await world.advance(1)
        assert world.text(table.claim).startswith(f"**{away.name}** lays **")
        assert "for" not in world.text(table.claim).splitlines()[0]
        assert "(CPU)" not in world.text(table.claim)
        assert "🤖" not in world.text(table.claim)


async def test_the_host_leaves_and_the_next_person_begins_the_rematch(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        world, (ann, bob, cy) = table.world, table.people
        await world.slash(ann, world.channel, "cheat leave")
        await world.advance(1)
        assert "**Bob** is the host now." in "\n".join(world.text(message) for message in table.channel)
        await world.slash(cy, world.channel, "cheat leave")
        await world.advance(2)
        end = table.channel[-1]
        assert "is the last one at the table and wins" in world.text(end)
        await world.click(ann, end, "Rematch")
        assert said(table, ann) == "Only the host can do that: **Bob**."
        await world.click(bob, end, "Rematch")
        assert "**Bob** (host)" in world.text(table.channel[-1])
        await world.click(bob, table.channel[-1], "Start")
        await world.advance(3)
        assert any(world.text(message).startswith("### The cards are dealt") for message in table.channel[-2:])


async def test_a_table_nobody_touches_says_why_it_closes(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await world.run(world.bot.settings.change(world.guild.id, "abandoned_h", 2, by=table.people[0].id))
        await dealt(table, turn_timer=None)
        await world.advance(2 * 3600 + 60)
        assert "Nobody has touched this table for 2 hours, so it is closed." in world.text(table.channel[-1])
        assert is_free(table)
        for person in table.people:
            assert world.labels(table.hand(person)) == []
        assert all("Nudge" not in world.labels(message) for message in table.channel)


# --- a moderator frees the channel -----------------------------------------------------------------------------------


async def lobby(table: Evening, _: LogTrap) -> None:
    await table.sit_down()


async def turn(table: Evening, _: LogTrap) -> None:
    await dealt(table)


async def window(table: Evening, _: LogTrap) -> None:
    await dealt(table)
    await table.play(table.on_turn())


async def nudged(table: Evening, _: LogTrap) -> None:
    await dealt(table, turn_timer=None)
    await table.world.advance(181)
    assert table.world.labels(table.channel[-1]) == ["Nudge"]


async def between(table: Evening, _: LogTrap) -> None:
    await dealt(table, rounds=2, max_cards="unlimited", window_s=3)
    while "Next round" not in table.world.labels(table.channel[-1]):
        person = table.on_turn()
        for rank, held in table.cards(person).items():
            await table.tap(person, rank, held)
        await table.world.click(person, table.hand(person), table.play_label(person))
        await table.world.advance(8)


async def faulty(table: Evening, trap: LogTrap) -> None:
    await dealt(table)
    with table.world.as_bot():
        table.world.bot.registry.at_channel(table.world.channel.id).stop_by_fault()
    await table.world.settle()


async def unable_to_write(table: Evening, _: LogTrap) -> None:
    await dealt(table)
    person = table.on_turn()
    await table.world.deny_bot(table.world.channel, "send_messages")
    await table.play(person)
    await table.world.advance(1)
    assert table.world.bot.registry.at_channel(table.world.channel.id).publisher.paused


STATES = (lobby, turn, window, nudged, between, faulty, unable_to_write)


@pytest.mark.parametrize("reach", STATES)
async def test_a_moderator_frees_the_channel_whatever_state_the_table_is_in(
    reach: Callable[[Evening, LogTrap], Awaitable[None]], tmp_path: Path, trap: LogTrap
) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        moderator = world.new_user("Mod")
        role = world.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
        world.env.backend.add_member_role(world.guild.id, moderator.id, role.id)
        await reach(table, trap)
        await world.slash(moderator, world.channel, "cheat stop")
        assert "The table was stopped. The channel is free" in world.text(table.channel[-1])
        assert is_free(table)
        await world.deny_bot(world.channel)
        await world.advance(100)
        await world.slash(table.people[1], world.channel, "cheat start")
        assert "Start" in world.labels(table.channel[-1])
        left = [label for message in table.channel[:-1] for label in world.labels(message)]
        assert set(left) <= {"My hand"}, "nothing can be pressed on the table that is no more"


async def test_by_its_name_a_table_is_found_as_well_as_by_choice(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        other = world.new_channel("parlour")
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(ann, other, "cheat start")
        await world.slash(ann, None, "cheat leave", table="home #Parlour")
        assert world.bot.registry.at_channel(other.id) is None
        assert not is_free(table)
