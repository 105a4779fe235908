"""House rules as people meet them: the editor of the server and of a table, and the tables that begin with them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import ResponseMessage, UserHandle

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset
from bot.engine.rules.stored import read_ruleset
from bot.tables.house_rules import HouseRules
from bot.ui import rulebook
from bot.ui.text import Words
from tests.e2e import screens
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import Evening, evening
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio

WORDS, EN = Words(strict=True), "en-US"
TOPICS = ("Deck and deal", "Turns and ranks", "Calling", "Ending", "Table")


@asynccontextmanager
async def home(tmp_path: Path, *names: str) -> AsyncIterator[Evening]:
    """A server whose first person may manage it."""
    async with evening(tmp_path, *names) as table:
        world, boss = table.world, table.people[0]
        role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        world.env.backend.add_member_role(world.guild.id, boss.id, role.id)
        yield table


def said(world: World, person: UserHandle) -> str:
    """The newest message only this person sees."""
    return world.text(world.ephemerals(person)[-1])


async def server_editor(table: Evening, who: UserHandle | None = None) -> ResponseMessage:
    """`/cheat house-rules` and its answer."""
    person = who or table.people[0]
    await table.world.slash(person, table.world.channel, "cheat house-rules")
    return table.world.ephemerals(person)[-1]


async def table_editor(table: Evening, who: UserHandle | None = None) -> ResponseMessage:
    """**House rules** at the table and its answer."""
    person = who or table.people[0]
    await table.world.click(person, table.last("House rules"), "House rules")
    return table.world.ephemerals(person)[-1]


async def of_server(table: Evening) -> Ruleset:
    """What is stored for the server, read past the bot's own objects."""
    with table.world.as_bot():
        text = await table.world.bot.registry._store.house_rules(table.world.guild.id)
    return Ruleset() if text is None else read_ruleset(text).ruleset


def of_table(table: Evening) -> Ruleset:
    """The rules of the table in the channel."""
    rules: Ruleset = table.world.bot.registry.at_channel(table.world.channel.id).ruleset
    return rules


def menus(world: World, editor: Any) -> dict[str, dict[str, Any]]:
    """The selects of an editor by the rule they set; the presets under the empty name."""
    found = [part for part in world.components(editor) if part["type"] in screens.SELECTS]
    return {part["custom_id"].split(":")[3]: part for part in found}


async def walk(table: Evening, editor: ResponseMessage, person: UserHandle) -> set[str]:
    """Every topic, every select, every option, the standard last; gives the rules met."""
    world, met = table.world, set[str]()
    for topic in TOPICS:
        await world.click(person, editor, next(label for label in world.labels(editor) if label.startswith(topic)))
        assert topic in world.text(editor).splitlines()[0]
        for key in menus(world, editor):
            if key == "family":
                continue
            options = menus(world, editor)[key]["options"]
            standard = next(option for option in options if option.get("default"))
            for option in [*(option for option in options if option is not standard), standard]:
                await world.select(person, editor, option["value"], custom_id=menus(world, editor)[key]["custom_id"])
                now = menus(world, editor)[key]["options"]
                assert [each["value"] for each in now if each.get("default")] == [option["value"]], (key, option)
                line = next(line for line in world.text(editor).splitlines() if line.startswith(f"**{title(key)}:**"))
                assert option["label"].lower() in line.lower()
            met.add(key)
        await world.click(person, editor, "All topics")
    return met


def title(key: str) -> str:
    """What a rule is called."""
    return rulebook.title(WORDS, EN, key)


async def set_rule(table: Evening, editor: ResponseMessage, person: UserHandle, key: str, choice: object) -> None:
    """Go to the rule's topic, choose, go back."""
    world, topic = table.world, WORDS.say(EN, f"topic-{SPECS[key].topic}")
    await world.click(person, editor, next(label for label in world.labels(editor) if label.startswith(topic)))
    await world.select(person, editor, rulebook.token(choice), custom_id=menus(world, editor)[key]["custom_id"])
    await world.click(person, editor, "All topics")


# --- the whole editor ----------------------------------------------------------------------------------------------


async def test_a_manager_walks_through_every_rule_of_the_server(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        ann, editor = table.people[0], await server_editor(table)
        met = await walk(table, editor, ann)
        assert await of_server(table) == Ruleset(), "each rule ended where it began"
        await set_rule(table, editor, ann, "family", "same_rank")
        assert (await of_server(table)).family == "same_rank"
        met |= await walk(table, editor, ann)
        assert await of_server(table) == Ruleset(family="same_rank")
        assert met | {"family"} == set(SPECS)
        assert table.channel == [], "nobody else sees any of it"


async def test_a_host_walks_through_every_rule_and_the_lobby_tells_each_choice(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (_, bob, cy) = table.world, table.people
        await world.slash(bob, world.channel, "cheat start")
        await world.click(cy, table.last("Join"), "Join")
        editor = await table_editor(table, bob)
        met = await walk(table, editor, bob)
        assert of_table(table) == Ruleset()
        await set_rule(table, editor, bob, "family", "same_rank")
        met |= await walk(table, editor, bob)
        assert met | {"family"} == set(SPECS)
        await world.click(bob, editor, "Back to standard")
        for key, spec in SPECS.items():
            if "cycle" not in spec.families:
                await set_rule(table, editor, bob, "family", "same_rank")
            for choice in rulebook.offered(spec):
                await set_rule(table, editor, bob, key, choice)
                rules = of_table(table)
                assert getattr(rules, key) == choice
                told = world.text(table.last("House rules")).splitlines()
                expected = rulebook.line(WORDS, EN, key, choice)
                in_pack = key == "max_cards" or (key == "decks" and isinstance(choice, int))
                assert (expected in told) == (choice != spec.default and not in_pack), (key, choice)
            await world.click(bob, editor, "Back to standard")


@pytest.mark.parametrize("place", ["server", "table"])
async def test_every_preset_can_be_chosen_and_taken_back(place: str, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        if place == "table":
            await table.sit_down()
        editor = await (server_editor(table) if place == "server" else table_editor(table))
        for name, rules in PRESETS.items():
            await world.select(ann, editor, rulebook.preset_title(WORDS, EN, name))
            assert (await of_server(table) if place == "server" else of_table(table)) == rules
            assert rulebook.preset_about(WORDS, EN, name) in world.text(editor)
            if place == "table":
                told = world.text(table.last("House rules"))
                silent = {"max_cards", "decks"}
                for key in set(rulebook.told(rules)) - silent:
                    assert rulebook.line(WORDS, EN, key, getattr(rules, key)) in told
        await world.click(ann, editor, "Back to standard")
        assert (await of_server(table) if place == "server" else of_table(table)) == Ruleset()


# --- who may -------------------------------------------------------------------------------------------------------


async def test_only_managers_open_the_server_s_editor_and_only_in_a_server(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await server_editor(table, bob)
        assert "Manage Server" in said(world, bob)
        assert menus(world, world.ephemerals(bob)[-1]) == {}
        await world.slash(ann, None, "cheat house-rules")
        assert "belong to a server" in said(world, ann)


async def test_a_manager_no_more_has_an_editor_no_more(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        role = next(role for role in world.guild._guild.roles.values() if role.name == "managers")
        world.env.backend.remove_member_role(world.guild.id, ann.id, role.id)
        await world.select(ann, editor, "Fast")
        assert "Manage Server" in world.text(editor)
        assert menus(world, editor) == {}
        assert await of_server(table) == Ruleset()


async def test_only_the_host_opens_the_table_s_editor(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        stranger = world.new_user("Mallory")
        await world.slash(bob, world.channel, "cheat start")
        before = world.text(table.channel[-1])
        for person in (ann, stranger):  # managing the server makes nobody host
            await world.click(person, table.last("House rules"), "House rules")
            assert said(world, person) == "Only the host can do that: **Bob**."
        assert world.text(table.channel[-1]) == before


async def test_ids_of_an_editor_on_other_messages_change_and_redraw_nothing(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        before = world.text(table.channel[-1])
        for person in (ann, bob):
            for custom_id in ("e1:1:reset:", "e1:s:reset:", "e1:1:home:", "e1:1:set:jokers", "e1:1:server:"):
                await world.forge(person, table.channel[-1], custom_id)
                assert "nothing that is still going on" in said(world, person)
        assert world.text(table.channel[-1]) == before


async def test_an_editor_nobody_else_can_use_for_other_tables(tmp_path: Path) -> None:
    """A host who sends another table's id from their own editor changes nothing there."""
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        other = world.new_channel("second")
        await world.slash(ann, world.channel, "cheat start")
        await world.slash(bob, other, "cheat start")
        editor = await table_editor(table, ann)
        await world.forge(ann, editor, "e1:2:reset:")
        assert "Only the host" in world.text(editor)
        await world.forge(ann, editor, "e1:99:reset:")
        assert "closed" in world.text(editor)


# --- what follows --------------------------------------------------------------------------------------------------


async def test_the_next_table_begins_with_the_server_s_rules_and_one_that_stands_keeps_its_own(
    tmp_path: Path,
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await table.sit_down()
        editor = await server_editor(table)
        await set_rule(table, editor, ann, "window_s", 30)
        assert of_table(table) == Ruleset()
        await world.slash(ann, world.channel, "cheat stop")
        await world.slash(ann, world.channel, "cheat start")
        assert of_table(table) == Ruleset(window_s=30)
        assert "30 s to call each play" in world.text(table.last("House rules"))
        other = world.new_channel("second")
        await world.slash(ann, other, "cheat start", preset="fast")
        assert "5 s to call each play" in world.text(world.messages(other)[-1])
        await set_rule(table, editor, ann, "window_s", 10)
        assert of_table(table) == Ruleset(window_s=30)


async def test_another_server_has_rules_of_its_own(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        elsewhere = world.new_guild("Elsewhere")
        elsewhere.add_member(ann)
        channel = world.new_channel("cards", guild=elsewhere)
        editor = await server_editor(table)
        await world.select(ann, editor, "Fast")
        await world.slash(ann, channel, "cheat start")
        assert world.bot.registry.at_channel(channel.id).ruleset == Ruleset()


async def test_a_table_can_be_put_back_to_the_server_s_rules(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.select(ann, await server_editor(table), "Fast")
        await world.slash(ann, world.channel, "cheat start", preset="kids")
        editor = await table_editor(table)
        assert "Kids" in world.text(editor)
        await world.click(ann, editor, "The server’s rules")
        assert of_table(table) == PRESETS["fast"]
        assert "5 s to call each play" in world.text(table.last("House rules"))


async def test_the_cards_are_dealt_with_the_table_s_rules_and_then_they_are_fixed(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await table.sit_down()
        editor, lobby = await table_editor(table), world.screen(table.last("House rules"))
        await set_rule(table, editor, ann, "aside", 12)
        await table.deal()
        assert sum(table.cards(ann).values()) == 20
        await world.click(ann, editor, "Back to standard")
        assert "keeps the rules it began with" in world.text(editor)
        assert world.labels(editor) == []
        await world.click(ann, lobby, "House rules")
        assert "keeps the rules it began with" in said(world, ann)
        assert of_table(table) == Ruleset(aside=12)
        await world.slash(ann, world.channel, "cheat house-rules")
        await world.select(ann, world.ephemerals(ann)[-1], "Fast")
        assert of_table(table) == Ruleset(aside=12)


async def test_an_editor_of_a_table_that_is_gone_or_another_s_says_so(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        first, second = await table_editor(table), await table_editor(table)
        await world.click(ann, table.last("Leave"), "Leave")
        await world.select(ann, first, "Fast")
        assert world.text(first) == "Only the host can do that: **Bob**."
        editor = await table_editor(table, bob)
        await world.slash(bob, world.channel, "cheat stop")
        for person, shown in ((ann, second), (bob, editor)):
            await world.click(person, shown, "Calling")
            assert "closed" in world.text(shown)
            assert world.labels(shown) == []


@pytest.mark.parametrize("kill", [False, True])
async def test_editors_go_on_after_a_restart(kill: bool, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await table.sit_down()
        servers, tables = await server_editor(table), await table_editor(table)
        await world.select(ann, servers, "Fast")
        await world.select(ann, tables, "Kids")
        await world.restart(kill=kill, downtime_s=885)
        assert of_table(table) == PRESETS["kids"]
        await set_rule(table, servers, ann, "jokers", 1)
        await set_rule(table, tables, ann, "jokers", 0)
        assert await of_server(table) == PRESETS["fast"].model_copy(update={"jokers": 1})
        assert of_table(table) == PRESETS["kids"].model_copy(update={"jokers": 0})
        # The old token has run out by now: the table message is redrawn by its own id.
        assert "Two jokers" not in world.text(table.last("House rules"))


async def test_two_managers_editing_at_once_lose_nothing(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        role = next(role for role in world.guild._guild.roles.values() if role.name == "managers")
        world.env.backend.add_member_role(world.guild.id, bob.id, role.id)
        one, two = await server_editor(table, ann), await server_editor(table, bob)
        await set_rule(table, one, ann, "jokers", 2)
        await set_rule(table, two, bob, "decks", 2)
        assert await of_server(table) == Ruleset(jokers=2, decks=2)


# --- conflicts -----------------------------------------------------------------------------------------------------


async def test_a_conflict_is_said_at_once_and_again_at_the_start(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, *_) = table.world, table.people
        await table.sit_down()
        editor = await table_editor(table)
        await set_rule(table, editor, ann, "teams", "alternate")
        assert "With the 3 players here now" in world.text(editor)
        assert "Team Cheat needs 6, 8 or 10 players." in world.text(editor)
        assert "6, 8 or 10 players. Press **Join**" in world.text(table.last("Join"))
        await world.click(ann, table.last("Start"), "Start")
        assert said(world, ann) == "Team Cheat needs 6, 8 or 10 players."
        await set_rule(table, editor, ann, "play_on", choice=True)
        assert "Teams win together; places do not apply." in world.text(editor)
        assert "Nobody can play by these house rules yet" in world.text(table.last("Join"))
        await world.click(ann, editor, "Back to standard")
        assert "can’t be played" not in world.text(editor)
        await table.deal()


async def test_rules_nobody_can_play_are_stored_but_open_no_table(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        editor = await server_editor(table)
        await set_rule(table, editor, ann, "passing", choice=True)
        await set_rule(table, editor, ann, "direction", "any")
        assert "Nobody ever has to bluff; game has no pressure." in world.text(editor)
        await world.slash(bob, world.channel, "cheat start")
        assert "Nobody ever has to bluff; game has no pressure." in said(world, bob)
        assert "/cheat house-rules" in said(world, bob)
        assert table.channel == []
        await world.slash(bob, world.channel, "cheat start", preset="standard")
        assert of_table(table) == Ruleset()


async def test_a_warning_is_said_and_refuses_nothing(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        ann, editor = table.people[0], await server_editor(table)
        await set_rule(table, editor, ann, "after_challenge", "taker_leads")
        await set_rule(table, editor, ann, "direction", "any")
        assert "Any rank is already free; only the turn moves to the taker." in table.world.text(editor)
        assert "can be played with 2 to 10 players" in table.world.text(editor)


async def store_rules(table: Evening, written: dict[str, Any]) -> None:
    """Rules that another version of the bot left behind."""
    with table.world.as_bot():
        store = table.world.bot.registry._store
        await store.set_house_rules(table.world.guild.id, json.dumps(written), 1, table.world.now)


async def test_rules_of_another_version_are_kept_as_far_as_they_are_known(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await store_rules(table, {"tarot": 22, "window_s": 30, "jokers": 5})
        editor = await server_editor(table)
        assert "Standard again: tarot, Jokers." in world.text(editor)
        await world.slash(ann, world.channel, "cheat start")
        assert of_table(table) == Ruleset(window_s=30)
        await set_rule(table, editor, ann, "decks", 2)
        assert "Standard again" not in world.text(editor)
        assert await of_server(table) == Ruleset(window_s=30, decks=2)


async def test_a_table_of_another_version_stands_and_says_what_is_gone(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await table.sit_down()
        with world.as_bot():
            store = world.bot.registry._store
            await store.save_ruleset(1, '{"tarot": 22, "window_s": 30}', world.now)
        await world.restart()
        editor = await table_editor(table)
        assert "Standard again: tarot." in world.text(editor)
        await world.click(ann, editor, "Calling (1)")
        await world.select(ann, editor, "45 seconds", placeholder="Time to call")
        await world.click(ann, editor, "All topics")
        assert "Standard again" not in world.text(editor)
        await table.deal()
        assert of_table(table) == Ruleset(window_s=45)


async def test_reading_an_old_combination_that_cannot_be_played(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await store_rules(table, {"penalty": 2, "aside": 12})
        await world.slash(ann, world.channel, "cheat start")
        assert "Both take cards out of the deal; choose one." in said(world, ann)
        assert "Both take cards out of the deal; choose one." in world.text(await server_editor(table))


# --- commands ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
async def test_a_table_opens_with_every_preset(name: str, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        await table.world.slash(table.people[0], table.world.channel, "cheat start", preset=name)
        assert of_table(table) == PRESETS[name]


async def test_presets_are_offered_by_name_and_line(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        offered = await world.autocomplete(ann, world.channel, "cheat start", "preset", "")
        assert len(offered) == len(PRESETS)
        assert "Fast – Five seconds to call, half a minute for a turn." in offered
        assert await world.autocomplete(ann, world.channel, "cheat start", "preset", "jokers") == [
            line for line in offered if "jokers" in line
        ]
        await world.slash(ann, world.channel, "cheat start", preset="poker")
        assert "no rules by that name" in said(world, ann)
        await world.slash(ann, world.channel, "cheat start", preset="Big Table")
        assert of_table(table) == PRESETS["big-table"]


async def test_rules_tells_those_of_the_table_then_of_the_server_then_the_standard(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat rules")
        assert said(world, ann).startswith("### The rules on Home\nNothing differs")
        await world.select(ann, await server_editor(table), "Fast")
        await world.slash(bob, world.channel, "cheat rules")
        assert "**Time to call:** 5 seconds" in said(world, bob).split("How it goes")[0]
        await world.slash(ann, world.channel, "cheat start", preset="countdown")
        await world.click(bob, table.last("Join"), "Join")
        await world.slash(bob, world.channel, "cheat rules")
        assert said(world, bob).startswith("### The rules at this table")
        assert "Kings, Queens and down to Twos" in said(world, bob)
        await world.slash(bob, None, "cheat rules")
        assert "Kings, Queens and down to Twos" in said(world, bob), "the only table where Bob sits"


@pytest.mark.parametrize("in_dm", [False, True])
async def test_every_rule_is_explained_by_title_and_by_key(in_dm: bool, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        where = None if in_dm else world.channel
        for key in SPECS:
            assert title(key) in await world.autocomplete(ann, where, "cheat rules", "name", title(key)[:6])
            for name in (key, title(key)):
                await world.slash(ann, where, "cheat rules", name=name)
                told = said(world, ann)
                assert rulebook.about(WORDS, EN, key) in told
                assert rulebook.example(WORDS, EN, key, SPECS[key].default) in told


async def test_what_an_editor_changes_is_on_disk_before_it_is_shown(
    tmp_path: Path, trap: LogTrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        world.fail("POST /interactions/*/callback", 503)
        world.excuse(await world.select(ann, editor, "Fast"))
        assert await of_server(table) == PRESETS["fast"]
        monkeypatch.setattr(HouseRules, "change", _broken)
        before = world.text(editor)
        trap.expect("an interaction failed")
        await world.select(ann, editor, "Kids")
        assert "went wrong on our side" in said(world, ann)
        assert world.text(editor) == before


async def _broken(*_: object, **__: object) -> None:
    raise RuntimeError("made by the test")
