"""Buttons and selects that outlive restarts: `DynamicItem`s whose ids say what they belong to, and no secret.

Drawn by the layouts, routed to the desk when pressed: `c1:…` are a table's buttons, `e1:…` the editor of house rules;
`g1:…`, a server's settings, stand in `bot.ui.setting_items`, `r1:…` and `r2:…`, the record's screens, in
`bot.ui.record_items`, `t1:…`, the tutorial, in `bot.ui.tutorial_items`.
An id is readable and forgeable by anybody, so it only says what was pressed; seat and permission always come from who
pressed it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, cast

import discord

from bot.cpu.levels import Level
from bot.ui.press_items import PressButton, values_of
from bot.ui.record_items import RECORD_ITEMS
from bot.ui.setting_items import SETTING_ITEMS
from bot.ui.tutorial_items import TUTORIAL_ITEMS

log = logging.getLogger(__name__)

# So many things Discord offers in one menu.
MOST_OPTIONS = 25


class Kind(StrEnum):
    """Every button there is; the value stands in its id."""

    JOIN = "join"
    LEAVE = "leave"
    HOUSE_RULES = "rules"
    START = "start"
    MY_HAND = "hand"
    PICK = "pick"
    CLEAR = "clear"
    PLAY = "play"
    TAKE_BACK = "back"
    CALL = "call"
    LET_GO = "letgo"
    REMATCH = "again"
    PASS = "pass"  # noqa: S105 - no password
    FORCE = "force"
    SHOW = "show"
    NO_SHOW = "noshow"
    NEXT_ROUND = "round"
    LEADERBOARD = "board"
    ADD_CPU = "cpu"
    HINT = "hint"
    NUDGE = "nudge"


@dataclass(frozen=True, slots=True)
class ButtonId:
    """What a button's id says. `stamp` guards against stale views, `arg` is a card group or a CPU's level.

    Both may be empty.
    """

    table: int
    kind: Kind
    stamp: str = ""
    arg: str = ""

    @classmethod
    def parse(cls, custom_id: str) -> ButtonId | None:
        """The button an id names, `None` for an id that is not of ours."""
        match = _TEMPLATE.fullmatch(custom_id)
        return None if match is None else cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> ButtonId:
        """The button of an id that has matched."""
        return cls(int(match["table"]), Kind(match["kind"]), match["stamp"], match["arg"])

    def encode(self) -> str:
        """The id as Discord stores it, at most 100 characters."""
        return f"c1:{self.table}:{self.kind}:{self.stamp}:{self.arg}"


_TEMPLATE = re.compile(
    r"c1:(?P<table>[0-9]{1,15}):(?P<kind>" + "|".join(Kind) + r"):(?P<stamp>[0-9a-z]{0,20}):(?P<arg>[0-9A-Z]{0,3})"
)


def code_of(level: Level) -> str:
    """A CPU's level as the `arg` of a button."""
    return level[:3].upper()


class Choice(StrEnum):
    """Every menu there is; the value stands in its id."""

    RANK = "rank"
    SAID = "said"


@dataclass(frozen=True, slots=True)
class MenuId:
    """What a menu's id says. What may be chosen is judged when it is chosen."""

    table: int
    choice: Choice

    def encode(self) -> str:
        """The id as Discord stores it."""
        return f"s1:{self.table}:{self.choice}"


_MENU = re.compile(r"s1:(?P<table>[0-9]{1,15}):(?P<choice>" + "|".join(Choice) + r")")


class PressDesk(Protocol):
    """Whoever answers presses; `bot.ui.desk.Desk` in the bot."""

    async def press(self, interaction: discord.Interaction[Any], button: ButtonId) -> None:
        """Answer the press, whatever happens."""
        ...

    async def choose(self, interaction: discord.Interaction[Any], menu: MenuId, value: str) -> None:
        """Answer the choice, whatever happens."""
        ...


class TableButton(PressButton[ButtonId], template=_TEMPLATE):
    """Any button of a table."""

    ids = ButtonId

    async def hand_over(self, desk: PressDesk, interaction: discord.Interaction[Any]) -> None:
        """The desk answers."""
        await desk.press(interaction, self.pressed)


class TableSelect(discord.ui.DynamicItem[discord.ui.Select[discord.ui.LayoutView]], template=_MENU):
    """A menu on a hand from which one thing is chosen."""

    def __init__(self, menu: MenuId, placeholder: str, options: Sequence[discord.SelectOption]) -> None:
        super().__init__(
            discord.ui.Select(custom_id=menu.encode(), placeholder=placeholder, options=list(options)[:MOST_OPTIONS])
        )
        self.menu = menu

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> TableSelect:
        """Rebuild a used menu from its id and what its message offers."""
        menu, shown = MenuId(int(match["table"]), Choice(match["choice"])), cast("discord.ui.Select[Any]", item)
        return cls(menu, shown.placeholder or "…", shown.options)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the desk."""
        desk: PressDesk = cast("Any", interaction.client).desk
        await desk.choose(interaction, self.menu, next(iter(values_of(interaction)), ""))


class Act(StrEnum):
    """What a component of the editor does."""

    HOME = "home"
    TOPIC = "topic"
    RESET = "reset"
    SERVER = "server"
    SET = "set"
    PRESET = "preset"
    NUMBER = "number"
    TYPED = "typed"


_PRESSED: Final = (Act.HOME, Act.TOPIC, Act.RESET, Act.SERVER, Act.NUMBER)
_CHOSEN: Final = (Act.SET, Act.PRESET)
_SENT: Final = (Act.TYPED,)


@dataclass(frozen=True, slots=True)
class EditorId:
    """What a component of the editor says: whose rules (`table` is none for the server's), what it does, with what.

    `arg` is a topic or a rule; it may be empty. A form opened by the editor has such an id too.
    """

    table: int | None
    act: Act
    arg: str = ""

    @classmethod
    def parse(cls, custom_id: str) -> EditorId | None:
        """The component an id names, `None` for an id that is not the editor's."""
        templates = (_PRESSED_TEMPLATE, _CHOSEN_TEMPLATE, _SENT_TEMPLATE)
        match = next(filter(None, (template.fullmatch(custom_id) for template in templates)), None)
        return None if match is None else cls.of(match)

    @classmethod
    def of(cls, match: re.Match[str]) -> EditorId:
        """The component of an id that has matched."""
        return cls(None if match["scope"] == "s" else int(match["scope"]), Act(match["act"]), match["arg"])

    def encode(self) -> str:
        """The id as Discord stores it, at most 100 characters."""
        return f"e1:{'s' if self.table is None else self.table}:{self.act}:{self.arg}"


def _editor_template(acts: tuple[Act, ...]) -> re.Pattern[str]:
    return re.compile(r"e1:(?P<scope>s|[0-9]{1,15}):(?P<act>" + "|".join(acts) + r"):(?P<arg>[a-z0-9_]{0,40})")


_PRESSED_TEMPLATE, _CHOSEN_TEMPLATE = _editor_template(_PRESSED), _editor_template(_CHOSEN)
_SENT_TEMPLATE = _editor_template(_SENT)


class EditorDesk(Protocol):
    """Whoever answers the editor; `bot.ui.desk.Desk` in the bot."""

    async def edit(self, interaction: discord.Interaction[Any], pressed: EditorId) -> None:
        """Answer the press or choice, whatever happens."""
        ...


class EditorButton(PressButton[EditorId], template=_PRESSED_TEMPLATE):
    """A button of the editor."""

    ids = EditorId

    async def hand_over(self, desk: EditorDesk, interaction: discord.Interaction[Any]) -> None:
        """The desk answers."""
        await desk.edit(interaction, self.pressed)


class EditorSelect(discord.ui.DynamicItem[discord.ui.Select[discord.ui.LayoutView]], template=_CHOSEN_TEMPLATE):
    """A select of the editor: one of its options is chosen. It takes a row of its own."""

    def __init__(self, pressed: EditorId, placeholder: str, options: list[discord.SelectOption]) -> None:
        super().__init__(discord.ui.Select(custom_id=pressed.encode(), placeholder=placeholder, options=options))
        self.pressed = pressed

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> EditorSelect:
        """Rebuild a select from its id; what was chosen stands in the interaction."""
        return cls(EditorId.of(match), "…", [])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the desk."""
        desk: EditorDesk = cast("Any", interaction.client).desk
        await desk.edit(interaction, self.pressed)


class NumberForm(discord.ui.Modal):
    """A form for one number, known by its id alone: what is typed comes back as an interaction like any other."""

    #: The id of the field.
    FIELD: Final = "number"

    def __init__(self, pressed: EditorId, title: str, label: str, *, current: str, longest: int) -> None:
        super().__init__(title=title, custom_id=pressed.encode(), timeout=None)
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=self.FIELD, default=current, min_length=1, max_length=longest
        )
        self.add_item(discord.ui.Label(text=label, component=field))


#: Every component the client has to know.
ITEMS: Final = (TableButton, TableSelect, EditorButton, EditorSelect, *SETTING_ITEMS, *RECORD_ITEMS, *TUTORIAL_ITEMS)


def is_item(custom_id: str) -> bool:
    """Whether discord.py would take a press on this id to one of `ITEMS`."""
    return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) is not None for item in ITEMS)
