"""The frame of every message: one container with an accent colour, texts, and rows of buttons.

Used by the layouts; knows nothing of tables. It must put no interactive item but those of `components` into a view:
discord.py forgets a whole client's dynamic buttons when a view mixes them with others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import wraps
from typing import Any, Final, ParamSpec, TypeAlias

import discord

from bot.ui.components import EditorButton, EditorSelect, TableButton, TableSelect
from bot.ui.record_items import RecordButton, RecordSelect
from bot.ui.setting_items import SettingButton, SettingSelect
from bot.ui.text import Words
from bot.ui.tutorial_items import TutorialButton

NO_MENTIONS = discord.AllowedMentions.none()
TEXT_LIMIT: Final = 4000
"""So many characters all texts of a message may have together."""
_PER_ROW = 5
_Told = ParamSpec("_Told")


class Accent(IntEnum):
    """The colour beside a message says what state it is in; never the only sign of it: the first words say it, too.

    Chosen so that those who mix up red and green tell them apart by their brightness.
    """

    #: A lobby, and every page that one person has opened for themselves.
    LOBBY = 0x5865F2
    #: Somebody is to play: the deal, whose turn it is, a hand whose turn it is.
    TURN = 0x56B4E9
    #: A play that can be called now, or a card that somebody is asked to show.
    WINDOW = 0xE69F00
    TRUTH = 0x1FA97C
    LIE = 0xC0392B
    #: A round or a game has ended.
    OVER = 0xCC79A7
    #: Nothing can be done here: paused, stopped, passed by, or only told.
    QUIET = 0x80848E


Menu: TypeAlias = TableSelect | EditorSelect | SettingSelect | RecordSelect
Buttons: TypeAlias = (
    Sequence[TableButton]
    | Sequence[EditorButton]
    | Sequence[SettingButton]
    | Sequence[RecordButton]
    | Sequence[TutorialButton]
)


def screen(accent: Accent, *parts: str | Menu | Buttons) -> discord.ui.LayoutView:
    """A fresh view: each string a text, each menu a row, each sequence of buttons as many rows as it needs.

    Empty parts are left out.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=int(accent))
    for part in parts:
        if isinstance(part, Menu):
            alone: discord.ui.ActionRow[Any] = discord.ui.ActionRow(part)
            container.add_item(alone)
            continue
        if not part:
            continue
        if isinstance(part, str):
            container.add_item(discord.ui.TextDisplay(part))
            continue
        for start in range(0, len(part), _PER_ROW):
            row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(*part[start : start + _PER_ROW])
            container.add_item(row)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    return view


def fitting(draw: Callable[_Told, discord.ui.LayoutView]) -> Callable[_Told, discord.ui.LayoutView]:
    """What `draw` draws, which is given its words by place: with the faces of the cards if all fits, else without."""

    @wraps(draw)
    def drawn(*told: _Told.args, **named: _Told.kwargs) -> discord.ui.LayoutView:
        view = draw(*told, **named)
        if view.content_length() <= TEXT_LIMIT:
            return view
        plain: Any = tuple(part.plain if isinstance(part, Words) else part for part in told)
        return draw(*plain, **named)

    return drawn


def lines(*parts: str | Iterable[str]) -> str:
    """The non-empty lines of all parts, one below the other."""
    flat = (line for part in parts for line in ((part,) if isinstance(part, str) else part))
    return "\n".join(line for line in flat if line)


def pinging(user_id: int | None) -> discord.AllowedMentions:
    """Mentions allowed for this one user, or for nobody."""
    if user_id is None:
        return NO_MENTIONS
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user_id)], replied_user=False)
