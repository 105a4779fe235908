"""The slash commands: one group, `/cheat`, filled from the modules here.

discord.py -> a command -> the registry, a table or the desk. A command parses, asks and hands over; it must never hold
a rule of the game or keep anything itself. Discord can't restrict subcommands one by one, so the group is allowed in
servers and in the bot's direct messages, and each command checks where it was called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot.ui.described import describe
from cogs.cpus import CpuCommand
from cogs.house_rules import HouseRulesCommand
from cogs.play import Play
from cogs.settings import SettingsCommand
from cogs.upkeep import Upkeep

if TYPE_CHECKING:
    from bot.app import CheatBot


def cheat_commands(bot: CheatBot) -> app_commands.Group:
    """The group `/cheat` with every command the bot has."""
    group = app_commands.Group(
        name="cheat",
        description="…",  # discord.py asks for one; `describe` has the words
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for cog in (Play(bot), CpuCommand(bot), HouseRulesCommand(bot), SettingsCommand(bot), Upkeep(bot)):
        for command in cog.commands:
            group.add_command(command)
    describe(group, bot.words)
    return group
