"""The options of a slash command as they came, held against what the command takes.

Used by the tree of `bot.app` before discord.py reads them, which checks little of that: Discord's own apps send nothing
that doesn't fit, but others can. It must never raise, whatever came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import discord
from discord import app_commands
from discord.app_commands import Parameter

_Command = app_commands.Command[Any, ..., Any]

#: So long a text may be that somebody types into an option.
LONGEST_TEXT: Final = 6000
_LONGEST_ID: Final = 20
_SUBCOMMANDS: Final = frozenset(
    {discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value}
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which command was asked for, none where there is no such, and which option has what it doesn't take, if one has.

    `fits` is false for options that the command doesn't have, or not in that shape.
    """

    command: _Command | None = None
    unfit: str = ""
    fits: bool = True


def asked(tree: app_commands.CommandTree[Any], data: object, *, typing: bool) -> Asked:
    """What the data of an interaction asks for; `typing` while somebody types and choices are to be offered."""
    command, options = _command(tree, data)
    if command is None or not isinstance(_dictionary(data).get("resolved", {}), dict):
        return Asked(command, fits=False)
    takes, given = {parameter.display_name: parameter for parameter in command.parameters}, set[str]()
    users = _dictionary(_dictionary(_dictionary(data).get("resolved")).get("users"))
    for option in options:
        name, value = option.get("name"), option.get("value")
        parameter = takes.get(name) if isinstance(name, str) else None
        if parameter is None or parameter.display_name in given or option.get("type") != parameter.type.value:
            return Asked(command, fits=False)
        given.add(parameter.display_name)
        if not typing:
            fits = _fits(parameter, value, users)
        elif option.get("focused") is True:
            # Half a value, as text.
            fits = parameter.autocomplete and _is_text(value, LONGEST_TEXT)
        else:
            fits = _readable(parameter, option)
        if not fits:
            return Asked(command, unfit=parameter.display_name, fits=False)
    if typing:
        return Asked(command, fits=sum(option.get("focused") is True for option in options) == 1)
    return Asked(command, fits=all(name in given for name, parameter in takes.items() if parameter.required))


def _command(tree: app_commands.CommandTree[Any], data: object) -> tuple[_Command | None, list[Mapping[str, Any]]]:
    """The command that is named, through its groups, and what options came with it."""
    read = _dictionary(data)
    name = read.get("name")
    found = tree.get_command(name) if isinstance(name, str) and read.get("type", 1) == 1 else None
    options = _options(read)
    while isinstance(found, app_commands.Group):
        inner = options[0] if options is not None and len(options) == 1 else {}
        name = inner.get("name")
        found = found.get_command(name) if isinstance(name, str) and inner.get("type") in _SUBCOMMANDS else None
        options = _options(inner)
    if found is None or options is None:
        return None, []
    return found, options


def _options(read: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    options = read.get("options", [])
    whole = isinstance(options, list) and all(isinstance(option, dict) for option in options)
    return cast("list[Mapping[str, Any]]", options) if whole else None


def _dictionary(data: object) -> Mapping[str, Any]:
    return data if isinstance(data, dict) else {}


def _readable(parameter: Parameter, option: Mapping[str, Any]) -> bool:
    """Whether discord.py can read an option beside the one somebody types into: its value may be half one as well."""
    return "value" in option and (parameter.type is not discord.AppCommandOptionType.user or _is_id(option["value"]))


def _fits(parameter: Parameter, value: object, users: Mapping[str, Any]) -> bool:
    """Whether the option takes the value; a user must be one of `users`."""
    match parameter.type:
        case discord.AppCommandOptionType.string:
            most = LONGEST_TEXT if parameter.max_value is None else int(parameter.max_value)
            fits = _is_text(value, most)
        case discord.AppCommandOptionType.integer:
            # True is a number for Python.
            fits = type(value) is int and _within(parameter, value)
        case discord.AppCommandOptionType.user:
            fits = _is_id(value) and isinstance(users.get(cast("str", value)), dict)
        case _:
            # No command of ours has such an option.
            fits = False
    return fits and (not parameter.choices or value in [choice.value for choice in parameter.choices])


def _is_id(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _LONGEST_ID


def _within(parameter: Parameter, value: int) -> bool:
    least, most = parameter.min_value, parameter.max_value
    return (least is None or value >= least) and (most is None or value <= most)


def _is_text(value: object, most: int) -> bool:
    """Whether it is text that can be stored and sent: half a character can't."""
    return isinstance(value, str) and len(value) <= most and not any("\ud800" <= char <= "\udfff" for char in value)
