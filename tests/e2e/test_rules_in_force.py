"""Rules that can't be played, rules of another version, and the commands that begin with rules or explain them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset
from bot.tables.house_rules import HouseRules
from bot.ui import rulebook
from tests.e2e.conftest import LogTrap
from tests.e2e.editing import (
    EN,
    WORDS,
    home,
    of_server,
    of_table,
    server_editor,
    set_rule,
    table_editor,
    title,
)  # fmt: skip
from tests.e2e.evening import Evening, said

pytestmark = pytest.mark.asyncio


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
        assert said(world, ann) == "**Teams**: Team Cheat needs 6, 8 or 10 players."
        await set_rule(table, editor, ann, "play_on", choice=True)
        assert "Teams win together; places do not apply." in world.text(editor)
        lobby = world.text(table.last("Join"))
        assert "Nobody can play by these house rules yet" in lobby
        assert "**Playing on, Teams**: Teams win together; places do not apply." in lobby
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
        assert "**The next rank, Passing**: Nobody ever has to bluff; game has no pressure." in said(world, bob)
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
        await table.world.slash(ann, table.world.channel, "cheat start")
        opened = table.world.text(table.last("Join"))
        assert "⚠ Any rank is already free; only the turn moves to the taker." in opened


async def test_a_table_warns_of_long_games_while_so_few_sit_there(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy", "Dee") as table:
        world, (ann, bob, cy, dee) = table.world, table.people
        editor = await server_editor(table)
        await set_rule(table, editor, ann, "stall", "off")
        await set_rule(table, editor, ann, "max_cards", 1)
        await world.slash(ann, world.channel, "cheat start")
        warning = "Very long games: pile burn would end them."
        assert f"⚠ {warning} (With 2 or 3 players.)" in world.text(table.last("Join"))
        for person in (bob, cy):
            await world.click(person, table.last("Join"), "Join")
            assert f"⚠ {warning}" in world.text(table.last("Join")).splitlines()
        await world.click(dee, table.last("Join"), "Join")
        assert warning not in world.text(table.last("Join"))


async def test_a_rule_of_the_other_game_is_not_told_as_in_force(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start", preset="one-rank")
        await world.slash(ann, world.channel, "cheat rules", name="passing")
        assert "This belongs to the other game, where the rank due moves on" in said(world, ann)
        assert "Here:" not in said(world, ann)
        await world.slash(ann, world.channel, "cheat rules", name="jokers")
        assert "Here: **none**" in said(world, ann)


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
