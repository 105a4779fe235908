"""The command that opens the page of a server's settings.

One of the modules behind `/cheat`. It only hands over: who may change what is for the desk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.app import CheatBot


class SettingsCommand(app_commands.Group, name="serversettings"):
    """`settings`."""

    def __init__(self, bot: CheatBot) -> None:
        super().__init__()
        self._bot = bot

    @app_commands.command(name="settings")
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """The page, seen by nobody else."""
        desk = self._bot.desk
        await desk.command(interaction, desk.settling.open)
