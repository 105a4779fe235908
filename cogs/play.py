"""The commands of an evening: open a table, sit down, see the hand, leave, come back.

One of the modules behind `/cheat`. Each does what a button does too, for people who would rather type. No game logic
here: the table decides, the desk answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.cpu.levels import Level
from bot.engine.rules.ruleset import PRESETS
from bot.engine.rules.stored import Stored
from bot.tables.answers import Accepted, Answer, Denial, Done, Refused
from bot.tables.records import TableStatus
from bot.tables.table import Table
from bot.ui import rulebook
from bot.ui.opening import Order
from bot.ui.phrases import link
from cogs.cpus import LevelName
from cogs.seating import LONGEST_CHOICE, MOST_CHOICES, table_choices, table_here, table_meant, tell, tell_of_no_table

if TYPE_CHECKING:
    from bot.app import CheatBot
    from bot.ui.replies import Reply


class Play(app_commands.Group, name="play"):
    """`start`, `join`, `leave`, `hand`, `table` and `back`."""

    def __init__(self, bot: CheatBot) -> None:
        super().__init__()
        self._bot = bot

    @app_commands.command(name="start")
    async def start(
        self,
        interaction: discord.Interaction[Any],
        preset: str | None = None,
        cpus: app_commands.Range[int, 0, 9] = 0,
        level: LevelName | None = None,
    ) -> None:
        """The reply is the table itself."""
        chosen = None if level is None else Level(level)
        await self._bot.desk.command(interaction, lambda reply: self._start(reply, preset, cpus, chosen), public=True)

    async def _start(self, reply: Reply, preset: str | None, cpus: int, level: Level | None) -> None:
        interaction = reply.interaction
        if interaction.guild_id is None or interaction.channel_id is None:
            await reply.say("desk-in-a-server")
            return
        if level is not None and not cpus:
            await reply.say("cpu-level-of-none")
            return
        settings = await self._bot.desk.opening.admit(reply)
        if settings is None:
            return
        stored = await self._rules_to_begin_with(reply, interaction.guild_id, preset)
        if stored is None:
            return
        ruleset = stored.ruleset
        able = rulebook.playable(ruleset)
        if cpus < 0 or 1 + cpus > max(able):
            players = rulebook.players(self._bot.words, reply.locale, able)
            await reply.say("cpu-too-many", players=players, cpus=cpus, count=1 + cpus)
            return
        word = self._left_out(reply, stored)
        await self._bot.desk.opening.open(reply, Order(settings, ruleset, cpus, level or Level.MEDIUM, word))

    def _left_out(self, reply: Reply, stored: Stored) -> str:
        """What of the server's rules can't be played and is standard at its tables; empty for nothing."""
        told = rulebook.dropped(self._bot.words, reply.locale, stored.dropped, stored.refused)
        return f"{told}\n{reply.words('editor-dropped-server')}" if told else ""

    async def _rules_to_begin_with(self, reply: Reply, guild_id: int, preset: str | None) -> Stored | None:
        """The preset's rules, or the server's without one; nothing, and the asker told why, if nobody can play them."""
        if preset is None:
            stored = await self._bot.house_rules.of(guild_id)
        else:
            name = rulebook.preset_named(self._bot.words, reply.locale, preset)
            if name is None:
                await reply.say("desk-no-such-preset")
                return None
            stored = Stored(PRESETS[name])
        ruleset = stored.ruleset
        if rulebook.playable(ruleset):
            return stored
        codes = rulebook.objections(ruleset, None)
        told = [
            reply.words("editor-unplayable-start"),
            *rulebook.conflicts(self._bot.words, reply.locale, ruleset, None, codes),
        ]
        if preset is None:
            told.append(reply.words("editor-unplayable-server"))
        await reply.whisper("\n".join(told))
        return None

    @start.autocomplete("preset")
    async def _presets(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        words, locale = self._bot.words, interaction.locale
        named = {
            name: f"{rulebook.preset_title(words, locale, name)} – {rulebook.preset_about(words, locale, name)}"
            for name in PRESETS
        }
        found = [name for name, text in named.items() if typed.casefold() in f"{text} {name}".casefold()]
        return [app_commands.Choice(name=named[name][:LONGEST_CHOICE], value=name) for name in found[:MOST_CHOICES]]

    @app_commands.command(name="join")
    async def join(self, interaction: discord.Interaction[Any]) -> None:
        """The same as the button Join."""
        await self._bot.desk.command(interaction, self._join)

    async def _join(self, reply: Reply) -> None:
        table = await self._table_in_channel(reply, joins=True)
        if table is None or not await self._bot.desk.may_move(reply):
            return
        joined = False

        async def show(answer: Answer) -> None:
            nonlocal joined
            if joined := isinstance(answer, Accepted) and answer.done is not Done.RETURNED:
                self._bot.desk.has_moved(reply)
            await reply.whisper(reply.sentence(answer) or reply.words("desk-done"))

        await table.join(reply.press(), self._bot.desk.showing(reply, show))
        if joined:
            table.publisher.redraw_lobby()
            await self._bot.desk.welcome(reply, table)

    @app_commands.command(name="leave")
    async def leave(self, interaction: discord.Interaction[Any], table: str | None = None) -> None:
        """Leave the lobby, or resign from the game."""
        await self._bot.desk.command(interaction, lambda reply: self._leave(reply, table))

    async def _leave(self, reply: Reply, chosen: str | None) -> None:
        table = await table_meant(self._bot, reply, chosen)
        if table is None:
            return
        if table.status is TableStatus.LOBBY and not await self._bot.desk.may_move(reply):
            return
        left, meant = False, table

        async def show(answer: Answer) -> None:
            nonlocal left
            if left := isinstance(answer, Accepted) and answer.done in {Done.LEFT, Done.LOBBY_CLOSED}:
                self._bot.desk.has_moved(reply)
            await tell(reply, meant, answer)

        await table.leave(reply.press(), self._bot.desk.showing(reply, show))
        if left:
            table.publisher.redraw_lobby()

    @app_commands.command(name="hand")
    async def hand(self, interaction: discord.Interaction[Any], table: str | None = None) -> None:
        """The same as the button My hand."""
        await self._bot.desk.command(interaction, lambda reply: self._hand(reply, table))

    async def _hand(self, reply: Reply, chosen: str | None) -> None:
        table = await table_meant(self._bot, reply, chosen)
        if table is not None:
            meant = table
            await self._bot.desk.show_hand(reply, table, refuse=lambda answer: tell(reply, meant, answer))

    @app_commands.command(name="back")
    async def back(self, interaction: discord.Interaction[Any], table: str | None = None) -> None:
        """Take the seat back from the CPU that kept it."""
        await self._bot.desk.command(interaction, lambda reply: self._back(reply, table))

    async def _back(self, reply: Reply, chosen: str | None) -> None:
        table = await table_meant(self._bot, reply, chosen)
        if table is None:
            return
        meant = table

        async def show(answer: Answer) -> None:
            await tell(reply, meant, answer)

        await table.come_back(reply.press(), self._bot.desk.showing(reply, show))

    @leave.autocomplete("table")
    @hand.autocomplete("table")
    @back.autocomplete("table")
    async def _tables(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return table_choices(self._bot, interaction.user.id, typed)

    @app_commands.command(name="table")
    async def table(self, interaction: discord.Interaction[Any]) -> None:
        """The table as it stands, as this command's public reply."""
        await self._bot.desk.command(interaction, self._table, public=True)

    async def _table(self, reply: Reply) -> None:
        table = await self._table_in_channel(reply)
        if table is None:
            return

        async def show(answer: Answer) -> None:
            if isinstance(answer, Refused):
                if answer.why is Denial.NOT_AT_TABLE:
                    await reply.say("desk-table-is-there", link=link(table.view()))
                else:
                    await reply.refuse(answer)
                return
            await self._bot.desk.show_standing(reply, table)

        await table.repost(reply.press(), self._bot.desk.showing(reply, show))

    async def _table_in_channel(self, reply: Reply, *, joins: bool = False) -> Table | None:
        """The table of this channel; without one the asker is told what to do."""
        if reply.interaction.guild_id is None:
            await reply.say("desk-in-a-server")
            return None
        table = table_here(self._bot, reply.interaction)
        if table is None:
            # Whoever wants to sit down here does not mean where they sit already.
            await (reply.say("desk-no-table-here") if joins else tell_of_no_table(self._bot, reply))
        return table
