"""Commands, half-typed options and forms as only a tampered client can send them: refused with a reason, nothing done.

Every option of every command there is goes through every value it does not take, a seventh of them every day. Whatever
breaks is an error in the log, which fails the test.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from simcord import UserHandle
from simcord.enums import InteractionType

from bot.ui.components import Act, EditorId, NumberForm
from tests.e2e.evening import evening
from tests.e2e.harness import World
from tests.e2e.test_hostile import kept, playing
from tests.sweeps import sweep

pytestmark = pytest.mark.asyncio

TEXT, NUMBER, YES, USER = 3, 4, 5, 6
ODD: tuple[Any, ...] = (
    None,
    "",
    "three",
    "123",
    "-1",
    "\x00\x07",
    "half a character: \ud83d",
    "9" * 400,
    "x" * 6001,
    -5,
    10,
    2**70,
    True,
    0.5,
    [],
    ["wins"],
    {},
    {"value": 1},
)


def commands(world: World) -> list[app_commands.Command[Any, ..., Any]]:
    """Every command there is."""
    group = world.bot.tree.get_command("cheat")
    assert isinstance(group, app_commands.Group)
    return [command for command in group.walk_commands() if isinstance(command, app_commands.Command)]


def asks(name: str, options: Any, **more: Any) -> dict[str, Any]:
    """The data of `/cheat name` with these options."""
    return {"id": "1", "name": "cheat", "type": 1, "options": [{"type": 1, "name": name, "options": options}], **more}


def fine(parameter: app_commands.Parameter) -> dict[str, Any]:
    """A value that the option takes."""
    value: Any = parameter.choices[0].value if parameter.choices else "1"
    return {"name": parameter.display_name, "type": parameter.type.value, "value": value}


def takes(parameter: app_commands.Parameter, value: Any) -> bool:
    """Whether Discord's own app could send this."""
    if parameter.type is discord.AppCommandOptionType.integer:
        return type(value) is int and 0 <= value <= 9
    if parameter.type is discord.AppCommandOptionType.user or parameter.choices:
        return False
    return isinstance(value, str) and len(value) <= 6000 and "\ud83d" not in value


def forged(command: app_commands.Command[Any, ..., Any]) -> Iterator[Any]:
    """Options that this command does not have or does not take, each time among those that are fine."""
    options = command.parameters
    for parameter in options:
        others = [fine(other) for other in options if other.required and other is not parameter]
        name, kind = parameter.display_name, parameter.type.value
        for value in ODD:
            if not takes(parameter, value):
                yield [*others, {"name": name, "type": kind, "value": value}]
        for other in {TEXT, NUMBER, YES, USER, 7, 9, 10, 11, 99, None, "3"} - {kind}:
            yield [*others, {"name": name, "type": other, "value": "1"}]
        yield [*others, fine(parameter), fine(parameter)]
        yield [*others, {"name": name, "type": kind}]
        yield [*others, {"name": name, "value": "1"}]
        if parameter.required:
            yield others
    needed = [fine(parameter) for parameter in options if parameter.required]
    for odd in ({}, None, 5, {"name": "no_such", "type": TEXT, "value": "x"}, {"name": None, "type": TEXT, "value": 1}):
        yield [*needed, odd]
    yield from (None, 5, "options", {})


async def refused(world: World, person: UserHandle, where: Any, data: dict[str, Any]) -> None:
    """Send this, and see that it has been answered with a reason."""
    result = await world.forge_data(person, where, InteractionType.APPLICATION_COMMAND, data)
    assert result._interaction.responded, data
    told = world.text(world.ephemerals(person)[-1])
    assert "choose it" in told, (data, told)


@pytest.mark.parametrize("step", sweep([1, 7], 7))
async def test_no_command_takes_what_its_options_do_not(step: int, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await playing(table)
        there = world.new_channel("empty")
        before, told = await kept(world), [world.text(message) for message in table.channel]
        sent = 0
        for command in commands(world):
            for options in islice(forged(command), len(command.name) % step, None, step):
                # Nobody may type very many in a row, and no time is to pass at the table.
                stranger = world.new_user(f"Mallory {sent}")
                for where in (world.channel, there):
                    await refused(world, stranger, where, asks(command.name, options))
                sent += 1
        assert sent > 500 // step
        assert world.messages(there) == []
        assert await kept(world) == before
        assert [world.text(message) for message in table.channel][: len(told)] == told


async def test_in_direct_messages_neither(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await playing(table)
        before = await kept(world)
        for command in commands(world):
            for options in forged(command):
                if isinstance(options, list) and options:
                    data = asks(command.name, options)
                    result = await world.forge_data(table.people[0], None, InteractionType.APPLICATION_COMMAND, data)
                    assert result._interaction.responded, data
            await world.advance(30)
        assert (await kept(world))["seats"] == before["seats"]


async def test_what_is_no_command_of_ours_is_answered(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, ann = table.world, table.people[0]
        for data in (
            {"id": "1", "name": "cheat", "type": 1},
            {"id": "1", "name": "cheat", "type": 1, "options": []},
            {"id": "1", "name": "cheat", "type": 1, "options": [{"type": 1, "name": "no-such"}]},
            {"id": "1", "name": "cheat", "type": 1, "options": [{"type": 3, "name": "start", "value": "x"}]},
            {"id": "1", "name": "cheat", "type": 1, "options": [{"type": 2, "name": "start", "options": [None]}]},
            {"id": "1", "name": "cheat", "type": 2, "target_id": "1"},
            {"id": "1", "name": "poker", "type": 1},
            {"id": "1", "name": None},
            {"id": "1", "name": ["cheat"], "type": 1},
            asks("start", [], resolved=None),
        ):
            result = await world.forge_data(ann, world.channel, InteractionType.APPLICATION_COMMAND, data)
            assert result._interaction.responded, data
            await world.advance(3)


async def test_a_user_whom_discord_does_not_describe_is_nobody(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        option = {"name": "player", "type": USER, "value": str(bob.id)}
        described: tuple[Any, ...] = (None, {}, [], {str(ann.id): {}}, {str(bob.id): None})
        for users in described:
            await refused(world, ann, world.channel, asks("stats", [option], resolved={"users": users}))
            await world.advance(2)
        await refused(world, ann, world.channel, asks("stats", [option]))


def half_typed(parameter: app_commands.Parameter) -> Iterator[Any]:
    """What may come while somebody types into this option, and what may not."""
    option = {"name": parameter.display_name, "type": parameter.type.value, "focused": True}
    for value in (*ODD, "x" * 6000, "(", "\u202e@everyone", "%s{0}"):
        yield [option | {"value": value}]
    typed = option | {"value": "a"}
    for other in (NUMBER, USER, None, "3"):
        yield [typed | {"type": other}]
    for focused in (1, "yes", False, None):
        yield [typed | {"focused": focused}]
    yield from ([option], [typed, {"name": "x"}], [typed, typed], typed, [None], None, [])


async def test_half_typed_options_of_any_shape_offer_something_or_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, kind = table.world, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        await playing(table)
        before, sent = await kept(world), 0
        for command in commands(world):
            for parameter in command.parameters:
                for options in half_typed(parameter):
                    data = asks(command.name, options)
                    result = await world.forge_data(table.people[0], world.channel, kind, data)
                    assert result._interaction.responded, data
                    sent += 1
        assert sent > 300
        assert await kept(world) == before


async def test_choices_are_offered_whatever_stands_half_typed_in_the_other_options(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,), kind = table.world, table.people, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        typed = {"name": "preset", "type": TEXT, "value": "", "focused": True}
        values: tuple[Any, ...] = (12, "1", "", "wi", None, [], {})
        for (command, name, of), value in product((("start", "cpus", NUMBER), ("leaderboard", "by", TEXT)), values):
            other = {"name": name, "type": of, "value": value}
            for options in ([other, typed], [typed, other]):
                world.requests.clear()
                await world.forge_data(ann, world.channel, kind, asks(command, options))
                (answer,) = world.requests
                assert answer.body["data"]["choices"], options


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), TimeoutError(), ConnectionResetError()])
async def test_an_offer_that_is_lost_on_the_way_is_no_error(tmp_path: Path, error: Exception) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,), kind = table.world, table.people, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        world.tolerate("POST /interactions/")
        world.fail("POST /interactions/*/callback", error=error)
        world.excuse(await world.forge_data(ann, world.channel, kind, asks("no-such", [])))
        assert [request.status for request in world.requests if request.is_callback] == [None]


async def test_forms_of_any_shape_change_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        before = await kept(world)
        field = {"type": 4, "custom_id": NumberForm.FIELD}
        shapes: list[Any] = [[{"type": 18, "component": field | {"value": value}}] for value in ODD if value != 10]
        parts: tuple[Any, ...] = (None, 5, [], field, {"value": "20"})
        shapes += [[{"type": 18, "component": part}] for part in parts]
        shapes += [[], [None], [5], {}, None, "20", [{"type": 1, "components": [field | {"value": "20"}]}]]
        for arg in ("window_s", "rounds", "decks", "no_such_rule"):
            for scope in (1, None, 99):
                for components in shapes:
                    data = {"custom_id": EditorId(scope, Act.TYPED, arg).encode(), "components": components}
                    result = await world.forge_data(ann, world.channel, InteractionType.MODAL_SUBMIT, data)
                    assert result._interaction.responded, data
                    assert "went wrong" not in world.text(world.ephemerals(ann)[-1]), data
        assert await kept(world) == before
