"""Which table a command means: the one in this channel, or one where the asker sits.

Used by every command that works in direct messages too. It must never show anybody a table they do not sit at, except
the one in the channel they are in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.tables.table import Table

if TYPE_CHECKING:
    from bot.app import CheatBot
    from bot.ui.replies import Reply

MOST_CHOICES: Final = 25
LONGEST_CHOICE: Final = 100


async def table_meant(bot: CheatBot, reply: Reply, chosen: str | None) -> Table | None:
    """The table meant by a command that concerns the asker's own seat; without one the asker is told what to do."""
    sits_at = bot.registry.of_user(reply.user_id)
    if chosen is not None:
        table = next((table for table in sits_at if str(table.id) == chosen), None)
        if table is None:
            await reply.say("desk-no-such-table")
        return table
    if (here := table_here(bot, reply.interaction)) is not None:
        return here
    if len(sits_at) == 1:
        return sits_at[0]
    if sits_at:
        await reply.say("desk-which-table")
    else:
        await reply.say("desk-no-table-here" if reply.interaction.guild_id is not None else "desk-no-table-of-yours")
    return None


def table_here(bot: CheatBot, interaction: discord.Interaction[Any]) -> Table | None:
    """The table that holds this channel; direct messages have none."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    return bot.registry.at_channel(interaction.channel_id)


def table_choices(bot: CheatBot, user_id: int, typed: str) -> list[app_commands.Choice[str]]:
    """The tables where somebody sits, by server and channel."""
    choices = []
    for table in bot.registry.of_user(user_id):
        view = table.view()
        name = f"{view.guild_name} #{view.channel_name}"[:LONGEST_CHOICE]
        if typed.casefold() in name.casefold():
            choices.append(app_commands.Choice(name=name, value=str(table.id)))
    return choices[:MOST_CHOICES]
