"""What the buttons of every screen have in common: an id that says what was pressed, and a desk that answers the press.

Under `components`, `record_items` and `tutorial_items`, which say what their ids mean. An id is readable and forgeable
by anybody: nothing here may take from it who pressed, or what they may.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar, cast

import discord


class Pressed(Protocol):
    """What a component's id says."""

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        """The component of an id that has matched."""
        ...

    def encode(self) -> str:
        """The id as Discord stores it, at most 100 characters."""
        ...


def values_of(interaction: discord.Interaction[Any]) -> list[str]:
    """What was chosen from a menu; whatever else came in its place is left out."""
    data: Any = interaction.data
    values = data.get("values") if isinstance(data, dict) else None
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def text_of(interaction: discord.Interaction[Any], field: str) -> str:
    """What was typed into a field of a form; nothing if no text came for it."""
    data: Any = interaction.data
    parts = data.get("components") if isinstance(data, dict) else None
    for part in parts if isinstance(parts, list) else ():
        component = part.get("component") if isinstance(part, dict) else None
        if isinstance(component, dict) and component.get("custom_id") == field:
            value = component.get("value")
            return value if isinstance(value, str) else ""
    return ""


_Id = TypeVar("_Id", bound=Pressed)
_NO_ID: Final = re.compile("(?!)")


class PressButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], Generic[_Id], template=_NO_ID):
    """A button known by its id alone, so that it outlives restarts."""

    #: What an id that matches the template is read as.
    ids: ClassVar[type[Pressed]]

    def __init__(
        self,
        pressed: _Id,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        picture: str | None = None,
    ) -> None:
        custom_id = pressed.encode()
        super().__init__(
            discord.ui.Button(label=label, custom_id=custom_id, style=style, disabled=disabled, emoji=picture),
        )
        self.pressed: _Id = pressed

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild a pressed button from its id alone."""
        return cls(cast("_Id", cls.ids.of(match)), cast("discord.ui.Button[Any]", item).label or "…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the desk; discord.py would only log what goes wrong, so it is caught there."""
        await self.hand_over(cast("Any", interaction.client).desk, interaction)

    @abstractmethod
    async def hand_over(self, desk: Any, interaction: discord.Interaction[Any]) -> None:
        """Let the desk answer the press."""
