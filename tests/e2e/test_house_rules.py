"""The editor of a server's and of a table's house rules: every topic, rule and choice; who may; what follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from simcord import ResponseMessage, UserHandle

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset
from bot.ui import rulebook
from tests.e2e.editing import (
    EN,
    WORDS,
    home,
    menus,
    of_server,
    of_table,
    server_editor,
    set_rule,
    table_editor,
    title,
)  # fmt: skip
from tests.e2e.evening import Evening, said

pytestmark = pytest.mark.asyncio

TOPICS = ("Deck and deal", "Turns and ranks", "Calling", "Ending", "Table")


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
        await world.advance(5)
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


async def test_what_of_the_server_s_rules_can_t_be_played_is_said_when_a_table_takes_them(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start", preset="kids")
        editor = await table_editor(table)
        written = '{"window_s": 30, "jokers": "many"}'
        await world.run(world.bot.registry._store.set_house_rules(world.guild.id, written, ann.id, world.now))
        await world.click(ann, editor, "The server’s rules")
        assert of_table(table) == Ruleset(window_s=30)
        assert "can’t play everything that was chosen here. Standard again: Jokers." in world.text(editor)
        await world.click(ann, editor, "Ending")
        await world.click(ann, editor, "All topics")
        assert "Standard again" not in world.text(editor), "it is said once: the table has rules of its own now"


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


@pytest.mark.parametrize(
    ("written", "standard_again", "why"),
    [
        ('{"jokers": 3}', "Jokers", "At most two jokers."),
        ('{"family": "same_rank", "per_hand": 3}', "Cards for each player", "Deal at least five cards each"),
        ('{"tarot": true}', "tarot", ""),
    ],
)
async def test_whoever_opens_a_table_hears_which_stored_rules_gave_way(
    written: str, standard_again: str, why: str, tmp_path: Path
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (_, bob) = table.world, table.people
        with world.as_bot():
            store = world.bot.registry._store
            await store.set_house_rules(world.guild.id, written, 1, world.bot.clock.now())
        await world.slash(bob, world.channel, "cheat start", preset="fast")
        assert not any("Standard again" in world.text(told) for told in world.ephemerals(bob))
        await world.slash(bob, world.channel, "cheat stop")
        await world.advance(5)
        await world.slash(bob, world.channel, "cheat start")
        assert "Start" in world.labels(table.last("Start"))
        (told,) = (text for text in map(world.text, world.ephemerals(bob)) if "Standard again" in text)
        assert f"Standard again: {standard_again}." in told
        assert why in told
        assert "`/cheat house-rules`" in told
        assert why in world.text(await server_editor(table))
