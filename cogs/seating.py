"""Which table a command means: the one in this channel, or one where the asker sits.

Used by every command that works in direct messages too. It must never show anybody a table they do not sit at, except
the one in the channel they are in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.tables.answers import Accepted, Refused
from bot.tables.relays import SeatSomewhere
from bot.tables.table import Table
from bot.tables.views import TableView
from bot.ui.names import apart, safe, unformatted
from bot.ui.phrases import who

if TYPE_CHECKING:
    from bot.app import CheatBot
    from bot.ui.replies import Reply

MOST_CHOICES: Final = 25
LONGEST_CHOICE: Final = 100


async def table_meant(bot: CheatBot, reply: Reply, chosen: str | None) -> Table | None:
    """The table meant by a command that concerns the asker's own seat; without one the asker is told what to do.

    In a server it is the table of the channel or the one named by the option, never one that stands elsewhere: what is
    typed here must not give up a game there.
    """
    sits_at = bot.registry.of_user(reply.user_id)
    if chosen is not None:
        # Somebody may type the name and choose nothing from the list.
        meant = chosen.casefold().strip()
        table = next((table for table in sits_at if meant in {str(table.id), named(table.view()).casefold()}), None)
        if table is None:
            await reply.say("desk-no-such-table")
        return table
    if (here := table_here(bot, reply.interaction)) is not None:
        return here
    if reply.interaction.guild_id is not None:
        if sits_at:
            places = ", ".join(place_of(reply, table.view()) for table in sits_at)
            await reply.say("desk-no-table-here-but", tables=places)
        else:
            await reply.say("desk-no-table-here")
    elif len(sits_at) == 1:
        return sits_at[0]
    else:
        await reply.say("desk-which-table" if sits_at else "desk-no-table-of-yours")
    return None


async def tell_of_no_table(bot: CheatBot, reply: Reply, otherwise: str = "desk-no-table-here") -> None:
    """That no table stands in this channel, and where the asker's own do; with none of these the text `otherwise`."""
    sits_at = bot.registry.of_user(reply.user_id)
    if sits_at:
        places = ", ".join(place_of(reply, table.view()) for table in sits_at)
        await reply.say("desk-table-elsewhere", tables=places)
    else:
        await reply.say(otherwise)


async def tell(reply: Reply, table: Table, answer: Accepted | Refused) -> None:
    """The table's answer in words; typed anywhere but at the table, it names the place."""
    said = reply.sentence(answer) or reply.words("desk-done")
    view = table.view()
    if reply.interaction.channel_id != view.channel_id:
        said = reply.words("desk-at-table", place=place_of(reply, view), said=said)
    await reply.whisper(said)


def place_of(reply: Reply, view: TableView) -> str:
    """The server and channel of a table, in words."""
    return reply.words("desk-place", guild=apart(safe(view.guild_name)), channel=apart(f"\\#{safe(view.channel_name)}"))


def table_here(bot: CheatBot, interaction: discord.Interaction[Any]) -> Table | None:
    """The table that holds this channel; direct messages have none."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    return bot.registry.at_channel(interaction.channel_id)


def people_choices(view: TableView, asker: int, typed: str) -> list[app_commands.Choice[str]]:
    """The people at a table but for the asker, by name; where names are alike, with the number of the seat."""
    choices = []
    for person, name in zip(view.people, _as_listed(view), strict=True):
        if person.user_id not in (asker, None) and typed.casefold() in name.casefold():
            choices.append(app_commands.Choice(name=name[:LONGEST_CHOICE], value=str(person.user_id)))
    return choices[:MOST_CHOICES]


def person_meant(view: TableView, chosen: str) -> int | None:
    """The user somebody chose, or typed the name of; 0 for nobody at the table, `None` for a CPU.

    The name may be typed as the list, the table or Discord has it; of several alike a person comes before a CPU.
    """
    typed = " ".join(chosen.split()).casefold()
    for person in view.people:
        if person.user_id is not None and typed == str(person.user_id):
            return person.user_id
    for names in (_as_listed(view), _as_shown(view), [person.name for person in view.people]):
        found = [person.user_id for person, name in zip(view.people, names, strict=True) if name.casefold() == typed]
        if found:
            return next((user for user in found if user is not None), None)
    return 0


def cpu_meant(view: TableView, typed: str) -> str:
    """The name of the CPU somebody means, typed as the table shows it or as it is; what was typed for none."""
    meant = " ".join(typed.split()).casefold()
    for names in (_as_listed(view), _as_shown(view)):
        for person, name in zip(view.people, names, strict=True):
            if person.cpu and name.casefold() == meant:
                return person.name
    return typed


def _as_listed(view: TableView) -> list[str]:
    """Everybody's name, with the number of the seat where names are alike."""
    named = [person.name for person in view.people]
    return [name if named.count(name) == 1 else f"{name} ({seat})" for seat, name in enumerate(named, 1)]


def _as_shown(view: TableView) -> list[str]:
    """Everybody's name as the table's messages have it, read without markup."""
    return [unformatted(who(view, seat)) for seat in range(len(view.people))]


def named(place: TableView | SeatSomewhere) -> str:
    """A table as a list of tables has it."""
    return f"{place.guild_name} #{place.channel_name}"[:LONGEST_CHOICE]


def table_choices(bot: CheatBot, user_id: int, typed: str) -> list[app_commands.Choice[str]]:
    """The tables where somebody sits, by server and channel."""
    choices = []
    for table in bot.registry.of_user(user_id):
        name = named(table.view())
        if typed.casefold() in name.casefold():
            choices.append(app_commands.Choice(name=name, value=str(table.id)))
    return choices[:MOST_CHOICES]
