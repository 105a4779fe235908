"""Typing a number that the editor's menus do not offer: any that is allowed is taken, any other is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, ResponseMessage

from bot.engine.rules.ruleset import SPECS, Ruleset
from bot.ui.components import NumberForm
from tests.e2e.editing import home, menus, of_server, of_table, server_editor, set_rule, table_editor
from tests.e2e.evening import Evening, said

pytestmark = pytest.mark.asyncio

OTHER = "Other number…"


async def open_form(table: Evening, editor: ResponseMessage, topic: str = "Calling") -> InteractionResult:
    """Go to the topic, if it is not shown yet, and press the button for other numbers."""
    world, ann = table.world, table.people[0]
    if OTHER not in world.labels(editor):
        await world.click(ann, editor, next(label for label in world.labels(editor) if label.startswith(topic)))
    return await world.click(ann, editor, OTHER)


async def type_number(table: Evening, form: InteractionResult, typed: str) -> None:
    await table.world.submit(table.people[0], form, {NumberForm.FIELD: typed})


async def rules_of(table: Evening, place: str) -> Ruleset:
    return await of_server(table) if place == "server" else of_table(table)


async def editor_of(table: Evening, place: str) -> ResponseMessage:
    if place == "table":
        await table.sit_down()
        return await table_editor(table)
    return await server_editor(table)


@pytest.mark.parametrize("place", ["server", "table"])
async def test_every_number_of_the_range_is_taken_and_shown(place: str, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy") as table:
        world, editor = table.world, await editor_of(table, place)
        for number in (3, 11, 42, 119, 120):
            form = await open_form(table, editor)
            await type_number(table, form, str(number))
            assert await rules_of(table, place) == Ruleset(window_s=number)
            assert f"**Time to call:** {number} seconds" in world.text(editor)
            options = menus(world, editor)["window_s"]["options"]
            assert [option["label"] for option in options if option.get("default")] == [f"{number} seconds"]
        await type_number(table, await open_form(table, editor), "10")
        await world.click(table.people[0], editor, "All topics")
        await set_rule(table, editor, table.people[0], "family", "same_rank")
        await type_number(table, await open_form(table, editor, "Deck and deal"), "6")
        assert await rules_of(table, place) == Ruleset(family="same_rank", per_hand=6)
        if place == "table":
            assert "6 cards for each player" in world.text(table.last("House rules"))


@pytest.mark.parametrize("place", ["server", "table"])
@pytest.mark.parametrize("typed", ["2", "121", "ten", "-5", "4.5", "²"])
async def test_a_number_that_is_not_allowed_is_answered_with_what_is(place: str, typed: str, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        editor = await editor_of(table, place)
        form = await open_form(table, editor)
        before = world.text(editor)
        await type_number(table, form, typed)
        told = "**Time to call** takes any whole number from 3 to 120. Nothing has changed."
        assert said(world, ann) == told
        assert world.text(editor) == before
        assert await rules_of(table, place) == Ruleset()
        await type_number(table, await open_form(table, editor), " 77")
        assert await rules_of(table, place) == Ruleset(window_s=77)


@pytest.mark.parametrize("place", ["server", "table"])
async def test_a_form_takes_what_it_offers_and_no_more(place: str, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, *_) = table.world, table.people
        editor = await editor_of(table, place)
        await set_rule(table, editor, ann, "family", "same_rank")
        for typed, taken in (("18", False), ("27", False), ("17", True)):
            await type_number(table, await open_form(table, editor, "Deck and deal"), typed)
            assert (await rules_of(table, place)).per_hand == (17 if taken else "auto")
            if not taken:
                assert "takes any whole number from 5 to 17. Nothing has changed." in said(world, ann)
        await world.click(ann, editor, "All topics")
        await set_rule(table, editor, ann, "force", True)
        await type_number(table, await open_form(table, editor, "Deck and deal"), "26")
        assert (await rules_of(table, place)).per_hand == 26


@pytest.mark.parametrize("place", ["server", "table"])
@pytest.mark.parametrize("kill", [False, True])
async def test_a_form_opened_before_a_restart_is_taken_after_it(place: str, kill: bool, tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, editor = table.world, await editor_of(table, place)
        form = await open_form(table, editor)
        await world.restart(kill=kill, downtime_s=30)
        await type_number(table, form, "33")
        assert await rules_of(table, place) == Ruleset(window_s=33)
        assert "**Time to call:** 33 seconds" in world.text(editor)
        await type_number(table, await open_form(table, editor), "34")
        assert await rules_of(table, place) == Ruleset(window_s=34)


async def test_forms_nobody_sends_take_no_room(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        editor = await server_editor(table)
        for _ in range(5):
            await open_form(table, editor)
        assert table.world.bot._connection._view_store._modals == {}


async def test_a_form_of_somebody_who_may_edit_no_more_changes_nothing(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        form = await open_form(table, editor)
        role = next(role for role in world.guild._guild.roles.values() if role.name == "managers")
        world.env.backend.remove_member_role(world.guild.id, ann.id, role.id)
        await type_number(table, form, "33")
        assert "Manage Server" in world.text(editor)
        assert await of_server(table) == Ruleset()


async def test_a_form_of_a_table_whose_cards_are_dealt_changes_nothing(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        editor = await editor_of(table, "table")
        form = await open_form(table, editor)
        await table.deal()
        await type_number(table, form, "33")
        assert "keeps the rules it began with" in table.world.text(editor)
        assert of_table(table) == Ruleset()


async def test_a_form_fits_discord_and_shows_the_number_set_now(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        form = await open_form(table, await server_editor(table))
        sent: dict[str, Any] = form._interaction.modal or {}
        assert sent["title"] == "Time to call"
        (label,) = sent["components"]
        assert label["label"] == "Any number from 3 to 120"
        assert label["component"]["value"] == "10"


async def test_ids_that_ask_for_numbers_of_other_rules_are_answered(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        before = world.text(editor)
        for key in ("jokers", "tarot", ""):
            for act in ("number", "typed"):
                await world.forge(ann, editor, f"e1:s:{act}:{key}")
                assert "nothing that is still going on" in said(world, ann)
        await world.forge(ann, editor, "e1:s:typed:window_s")
        assert "takes any whole number" in said(world, ann)
        assert world.text(editor) == before
        assert await of_server(table) == Ruleset()
        assert SPECS["jokers"].span is None
