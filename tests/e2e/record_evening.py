"""Evenings of whole games, what can be asked about them afterwards, and all that lies stored of them."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
from simcord import ResponseMessage, UserHandle

from tests.e2e.evening import Evening, evening
from tests.e2e.harness import World

NAMES = ("Ann", "Bob", "Cy")
#: Moods whose games are short, by how many are played: what is asked afterwards can be asked about any.
SHORT = {1: 18, 2: 68, 3: 68}


async def play_to_the_end(table: Evening, seed: int) -> None:
    """Play with seeded moods until the end is told."""
    mood = random.Random(seed)
    for _ in range(400):
        if table.is_over():
            return
        person = table.on_turn()
        await table.play(person, lie=None if mood.random() < 0.7 else True)
        others = table.others(person)
        if mood.random() < 0.25:
            await table.call(mood.choice(others))
        elif mood.random() < 0.8:
            await table.let_go(*others)
        else:
            await table.world.advance(13)
    raise AssertionError("nobody won")


async def play_games(table: Evening, count: int, *, seed: int | None = None) -> list[ResponseMessage]:
    """Several games one after another at the same table; gives the messages of their ends."""
    moods = SHORT[count] if seed is None else seed
    ends = []
    await table.sit_down()
    for game in range(count):
        if game:
            await table.world.click(table.people[0], table.last("Rematch"), "Rematch")
        await table.deal()
        await play_to_the_end(table, moods + game)
        await table.world.advance(2)
        ends.append(table.channel[-1])
    return ends


@asynccontextmanager
async def home(tmp_path: Path, *names: str, **more: Any) -> AsyncIterator[Evening]:
    """A server whose first person may manage it."""
    async with evening(tmp_path, *names, **more) as table:
        role = table.world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        table.world.env.backend.add_member_role(table.world.guild.id, table.people[0].id, role.id)
        yield table


async def ask(table: Evening, who: UserHandle, command: str, **options: Any) -> ResponseMessage:
    """Run a command and give the private answer."""
    await table.world.slash(who, table.world.channel, f"cheat {command}", **options)
    return table.world.ephemerals(who)[-1]


async def read(table: Evening, who: UserHandle, command: str, **options: Any) -> str:
    """The same as text."""
    return table.world.text(await ask(table, who, command, **options))


def file(world: World, message: ResponseMessage) -> tuple[str, bytes]:
    """The file that hangs on a message."""
    (attachment,) = world._payload(message)["attachments"]
    data = world.env.backend.cdn.get(attachment["url"])
    assert data is not None
    return attachment["filename"], data
