"""A server's settings: the page where they are made, who may, and what they mean for whoever opens a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.settings import ServerSettings
from tests.e2e.editing import home
from tests.e2e.evening import Evening, said
from tests.e2e.server_settings import choose, line, page, settle, threads

pytestmark = pytest.mark.asyncio


async def stored(table: Evening) -> ServerSettings:
    """What is settled for the server."""
    with table.world.as_bot():
        settings: ServerSettings = await table.world.bot.settings.of(table.world.guild.id)
    return settings


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
