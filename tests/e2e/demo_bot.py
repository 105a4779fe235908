"""A tiny client that has nothing to do with the game, on which the harness is tried out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import app_commands, ui

from tests.e2e.harness import World

if TYPE_CHECKING:
    import re

    from simcord import ResponseMessage


SILENT = discord.AllowedMentions.none()
Interaction = discord.Interaction[Any]


class Tap(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"tap:(?P<act>[a-z]+):(?P<count>\d+)"):
    """A button that carries all it knows in its custom_id."""

    def __init__(self, act: str, count: int) -> None:
        super().__init__(ui.Button(label=act.title(), custom_id=f"tap:{act}:{count}"))
        self.act, self.count = act, count

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:
        del interaction, item
        return cls(match["act"], int(match["count"]))

    async def callback(self, interaction: Interaction) -> None:
        client: Any = interaction.client
        await client.tapped(interaction, self.act, self.count)


class Pick(ui.DynamicItem[ui.Select[ui.LayoutView]], template=r"pick:cards"):
    """A select that answers with what was chosen."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=name, value=name.lower()) for name in ("Ace", "King", "Queen")]
        super().__init__(ui.Select(custom_id="pick:cards", placeholder="Cards", max_values=2, options=options))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:
        del interaction, item, match
        return cls()

    async def callback(self, interaction: Interaction) -> None:
        data: Any = interaction.data
        await interaction.response.send_message(", ".join(data["values"]), ephemeral=True, allowed_mentions=SILENT)


class Form(ui.Modal, title="Name"):
    """Asks for a name."""

    name: ui.TextInput[Self] = ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: Interaction) -> None:
        await interaction.response.send_message(f"hello {self.name.value}", ephemeral=True, allowed_mentions=SILENT)


def panel(text: str, count: int, *, acts: tuple[str, ...] = ("add", "own", "whisper")) -> ui.LayoutView:
    """A container with a line of text, buttons and a select."""
    view = ui.LayoutView(timeout=None)
    rows: list[ui.Item[Any]] = [ui.ActionRow(*(Tap(act, count) for act in acts)), ui.ActionRow(Pick())]
    view.add_item(ui.Container(ui.TextDisplay(text), *rows))
    return view


class DemoBot(discord.AutoShardedClient):
    """A client the way the project builds its own: sharded, no ext.commands, a tree, dynamic items."""

    def __init__(self, log: list[str], *, shard_count: int | None = 1) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_count=shard_count,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=SILENT,
        )
        self.log = log
        self.tree = app_commands.CommandTree(self)
        self.lock = asyncio.Lock()
        self.winner: str | None = None
        self.jobs: list[asyncio.Task[None]] = []
        group = app_commands.Group(name="demo", description="A demonstration")
        group.command(name="start", description="Shows a panel")(self.start_demo)
        group.command(name="dm", description="Sends a direct message")(self.dm)
        group.command(name="wait", description="Works in the background")(self.wait)
        group.command(name="form", description="Opens a form")(self.form)
        self.tree.add_command(group)

    async def setup_hook(self) -> None:
        self.log.append(f"setup {self.application_id is not None}")
        self.add_dynamic_items(Tap, Pick)
        await self.tree.sync()

    async def close(self) -> None:
        self.log.append("close")
        for job in self.jobs:
            job.cancel()
        await super().close()

    async def start_demo(self, interaction: Interaction, hidden: bool = False) -> None:
        view = panel(f"{interaction.locale.value} 0", 0)
        await interaction.response.send_message(view=view, ephemeral=hidden, allowed_mentions=SILENT)
        self.log.append(interaction.token)

    async def dm(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            first = await interaction.user.send("your hand", nonce="hand-1", allowed_mentions=SILENT)
            again = await interaction.user.send("your hand", nonce="hand-1", allowed_mentions=SILENT)
            answer = f"sent, {'same' if first.id == again.id else 'twice'}"
        except discord.Forbidden as error:
            answer = f"closed {error.code}"
        await interaction.followup.send(answer, allowed_mentions=SILENT)

    async def wait(self, interaction: Interaction) -> None:
        for work in (self.tick(), asyncio.Event().wait(), asyncio.Queue[int]().get(), self.patient()):
            self.jobs.append(asyncio.create_task(self.quietly(work)))
        await interaction.response.send_message("waiting", ephemeral=True, allowed_mentions=SILENT)

    async def form(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(Form(timeout=60, custom_id="form"))

    async def quietly(self, work: Any) -> None:
        await work

    async def tick(self) -> None:
        for _ in range(3):
            await asyncio.sleep(2)
            self.log.append(f"tick {discord.utils.utcnow():%M:%S} {asyncio.get_running_loop().time():g}")

    async def patient(self) -> None:
        try:
            await asyncio.wait_for(asyncio.Event().wait(), timeout=5)
        except TimeoutError:
            self.log.append("patience over")

    async def tapped(self, interaction: Interaction, act: str, count: int) -> None:
        if act == "add":
            where = "dm" if interaction.context.dm_channel else "guild"
            view = panel(f"{interaction.locale.value} {count + 1} {where}", count + 1)
            await interaction.response.edit_message(view=view, allowed_mentions=SILENT)
        elif act == "own":
            await self.own(interaction)
        elif act == "whisper":
            age_ms = (discord.utils.utcnow() - interaction.created_at).total_seconds() * 1000
            await interaction.response.send_message(f"age {age_ms:g}", ephemeral=True, allowed_mentions=SILENT)
        elif act == "silent":
            return
        elif act == "twice":
            await interaction.response.send_message("1", ephemeral=True, allowed_mentions=SILENT)
            interaction.response._response_type = None
            await interaction.response.send_message("2", ephemeral=True, allowed_mentions=SILENT)
        elif act == "loud":
            await interaction.response.defer()
            assert interaction.message is not None
            message = self.get_partial_messageable(interaction.message.channel.id).get_partial_message(
                interaction.message.id
            )
            await message.edit(view=panel(f"<@{interaction.user.id}>", 0))
        elif act == "crash":
            await interaction.response.defer()
            raise RuntimeError("on purpose")

    async def own(self, interaction: Interaction) -> None:
        async with self.lock:
            first = self.winner is None
            if first:
                self.winner = interaction.user.name
        self.log.append(f"{interaction.user.name} {interaction.created_at:%S.%f}")
        if first:
            await interaction.response.edit_message(view=panel(f"owned by {self.winner}", 0), allowed_mentions=SILENT)
        else:
            await interaction.response.send_message("too late", ephemeral=True, allowed_mentions=SILENT)


def world_of(log: list[str], **options: Any) -> World:
    """A world with the demonstration client."""
    return World(lambda: DemoBot(log), **options)


async def show(world: World, *acts: str) -> ResponseMessage:
    """A panel with other buttons, sent by the client itself."""
    with world.as_bot():
        channel = world.bot.get_partial_messageable(world.channel.id)
        await channel.send(view=panel("panel", 0, acts=acts), allowed_mentions=SILENT)
    await world.settle()
    return world.messages(world.channel)[-1]
