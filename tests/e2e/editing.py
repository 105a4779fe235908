"""Opening the editors of house rules, finding a rule in them, and what is stored then."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
from simcord import ResponseMessage, UserHandle

from bot.engine.rules.ruleset import SPECS, Ruleset
from bot.engine.rules.stored import read_ruleset
from bot.ui import rulebook
from bot.ui.text import Words
from tests.e2e import screens
from tests.e2e.evening import Evening, evening
from tests.e2e.harness import World

WORDS, EN = Words(strict=True), "en-US"


@asynccontextmanager
async def home(tmp_path: Path, *names: str) -> AsyncIterator[Evening]:
    """A server whose first person may manage it."""
    async with evening(tmp_path, *names) as table:
        world, boss = table.world, table.people[0]
        role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        world.env.backend.add_member_role(world.guild.id, boss.id, role.id)
        yield table


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


def title(key: str) -> str:
    """What a rule is called."""
    return rulebook.title(WORDS, EN, key)


async def set_rule(table: Evening, editor: ResponseMessage, person: UserHandle, key: str, choice: object) -> None:
    """Go to the rule's topic, choose, go back."""
    world, topic = table.world, WORDS.say(EN, f"topic-{SPECS[key].topic}")
    await world.click(person, editor, next(label for label in world.labels(editor) if label.startswith(topic)))
    await world.select(person, editor, rulebook.token(choice), custom_id=menus(world, editor)[key]["custom_id"])
    await world.click(person, editor, "All topics")
