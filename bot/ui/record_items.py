"""The components of the record's screens: `DynamicItem`s whose ids say all there is to show, so that they never expire.

Beside `components`, made the same way: `r1:…` are buttons and `r2:…` menus. An id is readable and forgeable by anybody,
so it says neither which server nor whose record: both come from the interaction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, cast

import discord

from bot.ui.press_items import PressButton


class Screen(StrEnum):
    """What a component of the record shows or does; the value stands in its id."""

    BOARD = "board"
    HISTORY = "games"
    REPLAY = "replay"
    VERIFY = "verify"
    TEXT = "text"
    JSON = "json"
    FORGET = "forget"
    ORDER = "order"
    SINCE = "since"


_PRESSED: Final = tuple(screen for screen in Screen if screen not in {Screen.ORDER, Screen.SINCE})
_CHOSEN: Final = (Screen.ORDER, Screen.SINCE)


@dataclass(frozen=True, slots=True)
class RecordId:
    """What a component says: the screen and what it needs to be drawn, in an order of its own."""

    screen: Screen
    args: tuple[str, ...] = ()

    @classmethod
    def parse(cls, custom_id: str) -> RecordId | None:
        """The component an id names, `None` for an id that is not of the record's screens."""
        match = _BUTTON.fullmatch(custom_id) or _MENU.fullmatch(custom_id)
        return None if match is None else cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> RecordId:
        """The component of an id that has matched."""
        return cls(Screen(match["screen"]), tuple(match["args"].split(":")))

    def encode(self) -> str:
        """The id as Discord stores it, at most 100 characters."""
        return f"{'r2' if self.screen in _CHOSEN else 'r1'}:{self.screen}:{':'.join(self.args)}"


def _template(kind: str, screens: tuple[Screen, ...]) -> re.Pattern[str]:
    return re.compile(kind + ":(?P<screen>" + "|".join(screens) + "):(?P<args>[a-z0-9:-]{0,70})")


_BUTTON: Final = _template("r1", _PRESSED)
_MENU: Final = _template("r2", _CHOSEN)


class RecordDesk(Protocol):
    """Whoever answers the record's screens; `bot.ui.desk.Desk` in the bot."""

    async def recall(self, interaction: discord.Interaction[Any], pressed: RecordId) -> None:
        """Answer the press or choice, whatever happens."""
        ...


class RecordButton(PressButton[RecordId], template=_BUTTON):
    """A button of the record's screens."""

    ids = RecordId

    async def hand_over(self, desk: RecordDesk, interaction: discord.Interaction[Any]) -> None:
        """The desk answers."""
        await desk.recall(interaction, self.pressed)


class RecordSelect(discord.ui.DynamicItem[discord.ui.Select[discord.ui.LayoutView]], template=_MENU):
    """A menu of the record's screens; it takes a row of its own."""

    def __init__(self, pressed: RecordId, placeholder: str, options: Sequence[discord.SelectOption]) -> None:
        super().__init__(discord.ui.Select(custom_id=pressed.encode(), placeholder=placeholder, options=list(options)))
        self.pressed = pressed

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> RecordSelect:
        """Rebuild a menu from its id; what was chosen stands in the interaction."""
        return cls(RecordId.of(match), "…", [])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the desk."""
        desk: RecordDesk = cast("Any", interaction.client).desk
        await desk.recall(interaction, self.pressed)


#: What the client has to know besides the other components.
RECORD_ITEMS: Final = (RecordButton, RecordSelect)
