"""The tutorial's buttons: `DynamicItem`s with ids of their own, `t1:…`, beside those of `bot.ui.components`.

An id is readable and forgeable by anybody, so it only says what was pressed: whose lesson it is comes from who pressed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, cast

import discord


class Deed(StrEnum):
    """What a button of the tutorial does; the value stands in its id."""

    PICK = "pick"
    CLEAR = "clear"
    PLAY = "play"
    CALL = "call"
    LET_GO = "letgo"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class TutorialId:
    """What a button says: the deed, which lesson it belongs to, after how many moves it was drawn, and a card group."""

    deed: Deed
    lesson: str
    moves: int = 0
    arg: str = ""

    @classmethod
    def parse(cls, custom_id: str) -> TutorialId | None:
        """The button an id names, `None` for an id that is not the tutorial's."""
        match = _TEMPLATE.fullmatch(custom_id)
        return None if match is None else cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> TutorialId:
        """The button of an id that has matched."""
        return cls(Deed(match["deed"]), match["lesson"], int(match["moves"]), match["arg"])

    def encode(self) -> str:
        """The id as Discord stores it, at most 100 characters."""
        return f"t1:{self.deed}:{self.lesson}:{self.moves}:{self.arg}"


_TEMPLATE: Final = re.compile(
    "t1:(?P<deed>" + "|".join(Deed) + r"):(?P<lesson>[0-9a-f]{8}):(?P<moves>[0-9]{1,4}):(?P<arg>[0-9A-Z]{0,3})"
)


class TutorialDesk(Protocol):
    """Whoever answers the tutorial's presses; `bot.ui.desk.Desk` in the bot."""

    async def teach(self, interaction: discord.Interaction[Any], pressed: TutorialId) -> None:
        """Answer the press, whatever happens."""
        ...


class TutorialButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=_TEMPLATE):
    """A button of the tutorial."""

    def __init__(
        self,
        pressed: TutorialId,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            discord.ui.Button(label=label, custom_id=pressed.encode(), style=style, disabled=disabled),
        )
        self.pressed = pressed

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> TutorialButton:
        """Rebuild a pressed button from its id alone."""
        return cls(TutorialId.of(match), cast("discord.ui.Button[Any]", item).label or "…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the desk."""
        desk: TutorialDesk = cast("Any", interaction.client).desk
        await desk.teach(interaction, self.pressed)


#: Every component of the tutorial.
TUTORIAL_ITEMS: Final = (TutorialButton,)
