"""The commands that keep a channel in order and people in the know: stop, kick, rules, help, tutorial.

One of the modules behind `/cheat`. `stop` must always work: whatever state a table is in, it frees its channel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.engine.rules.ruleset import SPECS, Ruleset
from bot.tables.answers import Answer, Denial, Refused
from bot.tables.ports import Notice, NoticeKind
from bot.ui import explain, rulebook
from bot.ui.notices import notice, plain
from bot.ui.phrases import cpus_sit
from cogs.seating import (
    MOST_CHOICES,
    people_choices,
    person_meant,
    place_of,
    table_choices,
    table_here,
    table_meant,
    tell_of_no_table,
)

if TYPE_CHECKING:
    from bot.app import CheatBot
    from bot.ui.replies import Reply


class Upkeep(app_commands.Group, name="upkeep"):
    """`stop`, `kick`, `rules`, `help` and `tutorial`."""

    def __init__(self, bot: CheatBot) -> None:
        super().__init__()
        self._bot = bot

    @app_commands.command(name="stop")
    async def stop(self, interaction: discord.Interaction[Any]) -> None:
        """Free the channel."""
        await self._bot.desk.command(interaction, self._stop, public=True)

    async def _stop(self, reply: Reply) -> None:
        if reply.interaction.guild_id is None:
            await reply.say("desk-in-a-server")
            return
        table = table_here(self._bot, reply.interaction)
        if table is None:
            await tell_of_no_table(self._bot, reply, "desk-nothing-to-stop")
            return

        async def show(answer: Answer) -> None:
            if isinstance(answer, Refused):
                await reply.refuse(answer)
            else:
                # For everybody: whoever waits for a turn has to know that none will come.
                await reply.public(notice(table.view(), Notice(NoticeKind.STOPPED), self._bot.words))

        moderator = reply.interaction.permissions.manage_messages
        await table.stop(reply.press(), moderator, self._bot.desk.showing(reply, show))

    @app_commands.command(name="kick")
    async def kick(self, interaction: discord.Interaction[Any], seat: str) -> None:
        """Hand a seat to a CPU."""
        await self._bot.desk.command(interaction, lambda reply: self._kick(reply, seat))

    async def _kick(self, reply: Reply, seat: str) -> None:
        if reply.interaction.guild_id is None:
            await reply.say("desk-in-a-server")
            return
        table = table_here(self._bot, reply.interaction)
        if table is None:
            await tell_of_no_table(self._bot, reply)
            return

        async def show(answer: Answer) -> None:
            # The table tells everybody else.
            await reply.whisper(reply.sentence(answer))

        if (meant := person_meant(table.view(), seat)) is None:
            await reply.refuse(Refused(Denial.KICK_CPU))
            return
        await table.kick(reply.press(), meant, self._bot.desk.showing(reply, show))

    @kick.autocomplete("seat")
    async def _seats(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        table = table_here(self._bot, interaction)
        return [] if table is None else people_choices(table.view(), interaction.user.id, typed)

    @app_commands.command(name="rules")
    async def rules(
        self, interaction: discord.Interaction[Any], name: str | None = None, table: str | None = None
    ) -> None:
        """The rules in the player's words."""
        await self._bot.desk.command(interaction, lambda reply: self._rules(reply, name, table))

    async def _rules(self, reply: Reply, name: str | None, chosen: str | None) -> None:
        in_server = reply.interaction.guild_id is not None
        table = None
        if chosen is not None or (not in_server and self._bot.registry.of_user(reply.user_id)):
            table = await table_meant(self._bot, reply, chosen)
            if table is None:
                return
        elif in_server:
            table = table_here(self._bot, reply.interaction)
        # Where no table stands the standard rules are told.
        view = None if table is None else table.view()
        guild = reply.interaction.guild
        if view is not None:
            ruleset = view.ruleset
        elif guild is not None:
            ruleset = (await self._bot.house_rules.of(guild.id)).ruleset
        else:
            ruleset = Ruleset()
        if name is None:
            seats = None if view is None else len(view.people)
            server = None if guild is None else guild.name
            text = explain.rules(
                self._bot.words,
                reply.locale,
                ruleset,
                seats,
                server,
                cpus=view is None or cpus_sit(view),
                dealt=view is not None and view.seen is not None,
            )
        elif (key := rulebook.rule_named(self._bot.words, reply.locale, name)) is not None:
            text = explain.rule(self._bot.words, reply.locale, ruleset, key)
        else:
            await reply.say("desk-no-such-rule")
            return
        if view is not None and reply.interaction.channel_id != view.channel_id:
            text = f"{place_of(reply, view)}\n{text}"
        await reply.private(plain(text))

    @rules.autocomplete("name")
    async def _names(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        titles = {key: rulebook.title(self._bot.words, interaction.locale, key) for key in SPECS}
        found = [key for key, title in titles.items() if typed.casefold() in f"{title} {key}".casefold()]
        return [app_commands.Choice(name=titles[key], value=key) for key in found[:MOST_CHOICES]]

    @rules.autocomplete("table")
    async def _tables(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return table_choices(self._bot, interaction.user.id, typed)

    @app_commands.command(name="help")
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """One screen for somebody who has never seen the game."""
        await self._bot.desk.command(interaction, lambda reply: reply.say("desk-help"))

    @app_commands.command(name="tutorial")
    async def tutorial(self, interaction: discord.Interaction[Any]) -> None:
        """Three guided turns, for the asker alone."""
        await self._bot.desk.command(interaction, self._bot.desk.tutoring.begin)
