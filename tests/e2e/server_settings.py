"""A server's settings as tests make and read them, and the threads its tables stand in."""

from __future__ import annotations

from simcord import ChannelHandle, ResponseMessage, UserHandle

from tests.e2e.evening import Evening


async def page(table: Evening, who: UserHandle | None = None) -> ResponseMessage:
    """`/cheat settings` and its answer."""
    person = who or table.people[0]
    await table.world.slash(person, table.world.channel, "cheat settings")
    return table.world.ephemerals(person)[-1]


async def choose(table: Evening, shown: ResponseMessage, key: str, value: str, who: UserHandle | None = None) -> None:
    """Make a choice from the menu of a setting."""
    await table.world.select(who or table.people[0], shown, value, custom_id=f"g1:set:{key}")


async def settle(table: Evening, **values: object) -> None:
    """Settle something without the page."""
    with table.world.as_bot():
        for key, value in values.items():
            await table.world.bot.settings.change(table.world.guild.id, key, value, by=table.people[0].id)


def line(table: Evening, shown: ResponseMessage, title: str) -> str:
    """What the page says of a setting."""
    return next(line for line in table.world.text(shown).splitlines() if line.startswith(f"**{title}:**"))


def threads(table: Evening) -> list[ChannelHandle]:
    """The threads there are, oldest first."""
    backend, guild = table.world.env.backend, table.world.guild
    return [ChannelHandle(table.world.env, guild, backend.get_channel(id_)) for id_ in sorted(guild._guild.thread_ids)]
