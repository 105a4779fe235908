"""The slash commands as Discord brings them: each admitted by the desk, and answered whatever happens.

`bot.app` makes one for its client; what a command does stands in `cogs`. It must never leave anybody without an answer.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.ui.options import asked

if TYPE_CHECKING:
    from bot.app import CheatBot

log = logging.getLogger(__name__)

#: Commands that work however much was typed before: one frees a channel, two give a seat up and take it back, and the
#: others only tell the asker something.
ALWAYS: Final = frozenset({"stop", "leave", "back", "rules", "help"})


class CheatTree(app_commands.CommandTree["CheatBot"]):
    """Slash commands, each admitted by the desk and answered whatever happens."""

    async def interaction_check(self, interaction: discord.Interaction[CheatBot], /) -> bool:
        """Run a command once, only while it can still be answered, and with nothing but what it takes."""
        typing = interaction.type is discord.InteractionType.autocomplete
        read = asked(self, interaction.data, typing=typing)
        if typing:
            if not read.fits:
                # Whoever typed that waits for nothing.
                await self.client.desk.offer_nothing(interaction)
            return read.fits
        desk = self.client.desk
        command = read.command
        reply = desk.reply(interaction, "other" if command is None else command.name)
        try:
            if not await desk.admit_command(reply, always=command is not None and command.name in ALWAYS):
                return False
            if not read.fits:
                await desk.attend(reply, lambda reply: desk.unfit(reply, read.unfit))
            return read.fits
        except Exception as error:
            # discord.py would only drop it, and whoever asked would wait.
            await reply.fault(error)
            return False

    async def on_error(
        self, interaction: discord.Interaction[CheatBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell whoever asked, and the log, what went wrong."""
        desk = self.client.desk
        reply = desk.reply(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("no choices could be offered", exc_info=error)
            await desk.offer_nothing(interaction)
        elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            # Discord clients show the commands of before an upgrade for a while.
            await reply.say("desk-old-command")
        else:
            await reply.fault(getattr(error, "original", error))
