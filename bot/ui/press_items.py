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
