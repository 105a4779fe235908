"""The components of the page of a server's settings: `DynamicItem`s whose ids name a setting, and nothing else.

Beside `components`, made the same way. An id is readable and forgeable by anybody, and says neither which server nor
who may: both come from the interaction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, cast

import discord

#: What stands in the id of the button that resets everything, where others have a setting.
RESET: Final = "reset"

AnySelect: TypeAlias = (
    discord.ui.Select[discord.ui.LayoutView]
    | discord.ui.ChannelSelect[discord.ui.LayoutView]
    | discord.ui.RoleSelect[discord.ui.LayoutView]
)


@dataclass(frozen=True, slots=True)
class SettingId:
    """What a component of the page says: the setting it changes, or `RESET`."""

    key: str

    @classmethod
    def parse(cls, custom_id: str) -> SettingId | None:
        """The component an id names, `None` for an id that is not of this page."""
        match = _BUTTON.fullmatch(custom_id) or _SELECT.fullmatch(custom_id)
        return None if match is None else cls(match["key"])

    def encode(self) -> str:
        """The id as Discord stores it."""
        return f"g1:{'press' if self.key == RESET else 'set'}:{self.key}"


_BUTTON: Final = re.compile(rf"g1:press:(?P<key>{RESET})")
_SELECT: Final = re.compile(r"g1:set:(?P<key>[a-z0-9_]{1,40})")


class SettingsDesk(Protocol):
    """Whoever answers the page; `bot.ui.desk.Desk` in the bot."""

    async def settle(self, interaction: discord.Interaction[Any], pressed: SettingId) -> None:
        """Answer the press or choice, whatever happens."""
        ...


class SettingButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=_BUTTON):
    """The button that resets everything."""

    def __init__(self, label: str) -> None:
        custom_id = SettingId(RESET).encode()
        super().__init__(
            discord.ui.Button(label=label, custom_id=custom_id, style=discord.ButtonStyle.secondary),
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> SettingButton:
        """Rebuild the pressed button."""
        return cls(cast("discord.ui.Button[Any]", item).label or "…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the desk."""
        desk: SettingsDesk = cast("Any", interaction.client).desk
        await desk.settle(interaction, SettingId(RESET))


class SettingSelect(discord.ui.DynamicItem[discord.ui.Item[discord.ui.LayoutView]], template=_SELECT):
    """A menu for one setting: of options, of the server's channels, or of its roles. It takes a row of its own."""

    def __init__(self, key: str, select: AnySelect) -> None:
        super().__init__(select)
        self.key = key

    @classmethod
    def of_options(cls, key: str, placeholder: str, options: Sequence[discord.SelectOption]) -> SettingSelect:
        """One of these options."""
        custom_id = SettingId(key).encode()
        return cls(key, discord.ui.Select(custom_id=custom_id, placeholder=placeholder, options=list(options)))

    @classmethod
    def of_channels(
        cls, key: str, placeholder: str, kinds: Sequence[discord.ChannelType], chosen: Sequence[int], most: int
    ) -> SettingSelect:
        """Up to `most` channels of these kinds, `chosen` among them."""
        marked = [discord.SelectDefaultValue(id=id_, type=discord.SelectDefaultValueType.channel) for id_ in chosen]
        return cls(
            key,
            discord.ui.ChannelSelect(
                custom_id=SettingId(key).encode(),
                placeholder=placeholder,
                channel_types=list(kinds),
                min_values=0,
                max_values=most,
                default_values=marked,
            ),
        )

    @classmethod
    def of_roles(cls, key: str, placeholder: str, chosen: Sequence[int], most: int) -> SettingSelect:
        """Up to `most` roles, `chosen` among them."""
        marked = [discord.SelectDefaultValue(id=id_, type=discord.SelectDefaultValueType.role) for id_ in chosen]
        return cls(
            key,
            discord.ui.RoleSelect(
                custom_id=SettingId(key).encode(),
                placeholder=placeholder,
                min_values=0,
                max_values=most,
                default_values=marked,
            ),
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> SettingSelect:
        """Rebuild a used menu; what was chosen stands in the interaction."""
        return cls(match["key"], cast("AnySelect", item))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the desk."""
        desk: SettingsDesk = cast("Any", interaction.client).desk
        await desk.settle(interaction, SettingId(self.key))


#: Every component of the page; the client has to know them.
SETTING_ITEMS: Final = (SettingButton, SettingSelect)
