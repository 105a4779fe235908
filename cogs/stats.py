"""The commands about games that are over, and about what is stored.

One of the modules behind `/cheat`. They parse and hand over to the record's desk; no figure is made here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.engine.rules.ruleset import PRESETS
from bot.record.results import OWN_RULES
from bot.ui import rulebook
from bot.ui.record_pages import rules_word
from bot.ui.recording import query_of
from cogs.seating import LONGEST_CHOICE, MOST_CHOICES

if TYPE_CHECKING:
    from bot.app import CheatBot
    from bot.ui.replies import Reply

#: The choices that Discord offers, as in `Order` and `Since`; the same in every language, as all of a command is.
OrderName = Literal["wins", "win-rate", "rating", "bluffs-survived", "call-accuracy", "games"]
SinceName = Literal["all", "7-days", "30-days", "90-days"]
Where = Literal["here", "everywhere"]


class Stats(app_commands.Group, name="stats"):
    """`stats`, `leaderboard`, `history`, `replay`, `verify`, `export`, `export-me` and `forget-me`."""

    def __init__(self, bot: CheatBot) -> None:
        super().__init__()
        self._bot = bot

    @app_commands.command(name="stats")
    async def stats(self, interaction: discord.Interaction[Any], player: discord.User | None = None) -> None:
        """One player's card."""
        desk, who = self._bot.desk, player or interaction.user
        await desk.command(interaction, lambda reply: desk.recording.open_card(reply, who.id, who.display_name))

    @app_commands.command(name="leaderboard")
    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        by: OrderName = "wins",
        since: SinceName = "all",
        preset: str | None = None,
    ) -> None:
        """Who is ahead."""
        await self._bot.desk.command(interaction, lambda reply: self._leaderboard(reply, by, since, preset))

    async def _leaderboard(self, reply: Reply, by: OrderName, since: SinceName, preset: str | None) -> None:
        name = preset
        if preset is not None and preset != OWN_RULES:
            name = rulebook.preset_named(self._bot.words, reply.locale, preset)
            if name is None:
                await reply.say("desk-no-such-preset")
                return
        await self._bot.desk.recording.open_board(reply, query_of(by, since, name))

    @leaderboard.autocomplete("preset")
    async def _presets(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        named = {name: rules_word(self._bot.words, interaction.locale, name) for name in (*PRESETS, OWN_RULES)}
        found = [name for name, text in named.items() if typed.casefold() in f"{text} {name}".casefold()]
        return [app_commands.Choice(name=named[name], value=name) for name in found[:MOST_CHOICES]]

    @app_commands.command(name="history")
    async def history(self, interaction: discord.Interaction[Any]) -> None:
        """The last games here."""
        desk = self._bot.desk
        await desk.command(interaction, desk.recording.open_history)

    @app_commands.command(name="replay")
    async def replay(self, interaction: discord.Interaction[Any], game: str) -> None:
        """One game, play by play."""
        desk = self._bot.desk
        await desk.command(interaction, lambda reply: desk.recording.open_replay(reply, game))

    @app_commands.command(name="verify")
    async def verify(self, interaction: discord.Interaction[Any], game: str) -> None:
        """The proof of a fair deal."""
        desk = self._bot.desk
        await desk.command(interaction, lambda reply: desk.recording.open_proof(reply, game))

    @replay.autocomplete("game")
    @verify.autocomplete("game")
    async def _games(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        if interaction.guild_id is None:
            return []
        return await self._bot.desk.offer(interaction, self._found(interaction.guild_id, interaction.locale, typed))

    async def _found(self, guild_id: int, locale: discord.Locale, typed: str) -> list[app_commands.Choice[str]]:
        found = await self._bot.desk.recording.choices(guild_id, locale, typed, MOST_CHOICES)
        return [app_commands.Choice(name=name[:LONGEST_CHOICE], value=value) for name, value in found]

    @app_commands.command(name="export")
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """All results of the server as a file."""
        desk = self._bot.desk
        await desk.command(interaction, desk.recording.export)

    @app_commands.command(name="export-me")
    async def export_me(self, interaction: discord.Interaction[Any]) -> None:
        """What is stored about the asker."""
        desk = self._bot.desk
        await desk.command(interaction, desk.recording.export_me)

    @app_commands.command(name="forget-me")
    async def forget_me(self, interaction: discord.Interaction[Any], where: Where = "here") -> None:
        """Ask before anything is deleted."""
        desk, everywhere = self._bot.desk, where == "everywhere"
        await desk.command(interaction, lambda reply: desk.recording.ask_to_forget(reply, everywhere=everywhere))
