"""The slash commands as the picker offers them: what they are called, what they are about, what can be added to them.

Between the stage, which knows the registered commands as Discord keeps them, and the page. It must never know what a
command does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from simcord.enums import OptionType

from bot.sandbox.sayings import saying

_GROUPS: Final = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)
_YES: Final = frozenset({"true", "yes", "1", "on"})
_NO: Final = frozenset({"false", "no", "0", "off"})


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be added to a command. `choices` are names and values; `asks` if the bot proposes some."""

    name: str
    about: str
    kind: OptionType
    required: bool
    asks: bool
    choices: tuple[tuple[str, str], ...] = ()

    def value(self, text: str, people: Mapping[str, object], language: str) -> object:
        """What was typed, as the kind asks for it; a person by their name. Raises `ValueError` with a reason."""
        match self.kind:
            case OptionType.INTEGER:
                if not text.lstrip("-").isdecimal():
                    raise ValueError(saying(language, "whole_number", option=self.name))
                return int(text)
            case OptionType.NUMBER:
                try:
                    return float(text)
                except ValueError:
                    raise ValueError(saying(language, "any_number", option=self.name)) from None
            case OptionType.BOOLEAN:
                if text.casefold() not in _YES | _NO:
                    raise ValueError(saying(language, "yes_or_no", option=self.name))
                return text.casefold() in _YES
            case OptionType.USER | OptionType.MENTIONABLE:
                found = next((one for name, one in people.items() if name.casefold() == text.casefold()), None)
                if found is None:
                    raise ValueError(saying(language, "called", name=text))
                return found
            case _:
                return text

    def shown(self) -> dict[str, Any]:
        """The option for the page."""
        return {
            "name": self.name,
            "about": self.about,
            "kind": self.kind.name.lower(),
            "required": self.required,
            "asks": self.asks,
            "choices": [{"name": name, "value": value} for name, value in self.choices],
        }


@dataclass(frozen=True, slots=True)
class Command:
    """A command in full, as it is typed after the slash."""

    name: str
    about: str
    options: tuple[Option, ...]

    def shown(self) -> dict[str, Any]:
        """The command for the page."""
        return {"name": self.name, "about": self.about, "options": [option.shown() for option in self.options]}


def commands(registered: Iterable[dict[str, Any]], language: str) -> list[Command]:
    """Every command that can be run, groups taken apart, told of in this language."""
    return [command for root in registered for command in _leaves(root, root["name"], language)]


def _leaves(node: dict[str, Any], name: str, language: str) -> Iterator[Command]:
    inner = [option for option in node.get("options") or [] if option["type"] in _GROUPS]
    if inner:
        for child in inner:
            yield from _leaves(child, f"{name} {child['name']}", language)
        return
    options = tuple(_option(option, language) for option in node.get("options") or [])
    yield Command(name, _about(node, language), options)


def _about(node: dict[str, Any], language: str) -> str:
    return (node.get("description_localizations") or {}).get(language) or node.get("description") or ""


def _option(option: dict[str, Any], language: str) -> Option:
    return Option(
        name=option["name"],
        about=_about(option, language),
        kind=OptionType(option["type"]),
        required=bool(option.get("required")),
        asks=bool(option.get("autocomplete")),
        choices=tuple((str(choice["name"]), str(choice["value"])) for choice in option.get("choices") or []),
    )
