"""The tutorial's buttons: `DynamicItem`s with ids of their own, `t1:…`, beside those of `bot.ui.components`.

An id is readable and forgeable by anybody, so it only says what was pressed: whose lesson it is comes from who pressed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol

import discord

from bot.ui.press_items import PressButton


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


class TutorialButton(PressButton[TutorialId], template=_TEMPLATE):
    """A button of the tutorial."""

    ids = TutorialId

    async def hand_over(self, desk: TutorialDesk, interaction: discord.Interaction[Any]) -> None:
        """The desk answers."""
        await desk.teach(interaction, self.pressed)


#: Every component of the tutorial.
TUTORIAL_ITEMS: Final = (TutorialButton,)
