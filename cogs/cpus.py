"""The command that seats CPUs, sends them away and sets their level.

One of the modules behind `/cheat`. It only hands over: who may do it, and when, is for the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, assert_never

import discord
from discord import app_commands

from bot.cpu.levels import Level
from bot.tables.answers import Answer
from cogs.seating import MOST_CHOICES, cpu_meant, table_here, tell_of_no_table

if TYPE_CHECKING:
    from bot.app import CheatBot
    from bot.ui.replies import Reply

#: The choices that Discord offers; the values are those of `Level`.
LevelName = Literal["easy", "medium", "hard"]
Action = Literal["add", "remove", "level"]


class CpuCommand(app_commands.Group, name="cpus"):
    """`cpu`."""

    def __init__(self, bot: CheatBot) -> None:
        super().__init__()
        self._bot = bot

    @app_commands.command(name="cpu")
    async def cpu(
        self,
        interaction: discord.Interaction[Any],
        action: Action,
        level: LevelName | None = None,
        seat: str | None = None,
    ) -> None:
        """CPUs in the lobby of this channel's table."""
        chosen = None if level is None else Level(level)
        await self._bot.desk.command(interaction, lambda reply: self._cpu(reply, action, chosen, seat))

    async def _cpu(self, reply: Reply, action: Action, level: Level | None, seat: str | None) -> None:
        if reply.interaction.guild_id is None:
            await reply.say("desk-in-a-server")
            return
        table = table_here(self._bot, reply.interaction)
        if table is None:
            await tell_of_no_table(self._bot, reply)
            return

        async def show(answer: Answer) -> None:
            await reply.whisper(reply.sentence(answer) or reply.words("desk-done"))

        safely = self._bot.desk.showing(reply, show)
        seat = None if seat is None else cpu_meant(table.view(), seat)
        match action:
            case "add":
                await table.add_cpu(reply.press(), level or Level.MEDIUM, safely)
            case "remove":
                await table.remove_cpu(reply.press(), seat, safely)
            case "level":
                if level is None:
                    await reply.say("cpu-choose-level")
                else:
                    await table.set_cpu_level(reply.press(), level, seat, safely)
            case _:
                assert_never(action)

    @cpu.autocomplete("seat")
    async def _seats(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        table = table_here(self._bot, interaction)
        names = [] if table is None else [person.name for person in table.view().people if person.cpu]
        found = [name for name in names if typed.casefold() in name.casefold()]
        return [app_commands.Choice(name=name, value=name) for name in found[:MOST_CHOICES]]
