"""The command that opens the editor of a server's house rules.

One of the modules behind `/cheat`. It only hands over: who may edit, and what, is for the editing desk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.app import CheatBot


class HouseRulesCommand(app_commands.Group, name="houserules"):
    """`house-rules`."""

    def __init__(self, bot: CheatBot) -> None:
        super().__init__()
        self._bot = bot

    @app_commands.command(name="house-rules")
    async def house_rules(self, interaction: discord.Interaction[Any]) -> None:
        """The editor, seen by nobody else."""
        desk = self._bot.desk
        await desk.command(interaction, desk.editing.open_server)
