"""A bot that shows everything a page has to be able to show, and a sandbox around it in this process.

The game's own messages need few of Discord's components, and nobody in it is called `<img onerror=…>`.
"""

from __future__ import annotations

import asyncio
import io
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from aiohttp import web
from discord import app_commands, ui

from bot.sandbox.doors import Door
from bot.sandbox.live import Live
from bot.sandbox.site import site
from bot.sandbox.stage import Stage

EVIL = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>'
MARKUP = f"""\
# Heading
**bold** *slanted* __under__ ~~gone~~ `co<b>de` ||hidden||
-# small {EVIL}
1. one
2. two
- dot
> quoted
```
fenced **not bold**
```
[named](https://discord.com/channels/1/2) <https://example.org/a?b=1&c=2> [bad](javascript:window.evil=1)
\\*\\*not bold\\*\\* snake_case_name 2 * 3 * 4 </cheat start:1>
{EVIL}"""


class Form(ui.Modal, title="A form"):
    """Two questions."""

    word: ui.TextInput[Any] = ui.TextInput(label="A word", custom_id="word")
    colour: ui.Label[Any] = ui.Label(
        text="A colour",
        component=ui.Select(
            custom_id="colour", options=[discord.SelectOption(label="Red"), discord.SelectOption(label="Blue")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Say what was filled in."""
        chosen = self.colour.component
        assert isinstance(chosen, ui.Select)
        await interaction.response.send_message(f"word {self.word.value}, colour {chosen.values}", ephemeral=True)


class Shelf(ui.LayoutView):
    """One of everything."""

    def __init__(self, until: int) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Any] = ui.Container(accent_colour=0x00FF00)
        box.add_item(ui.TextDisplay(MARKUP))
        box.add_item(ui.TextDisplay(f"<t:{until}:R>"))
        box.add_item(ui.Separator(spacing=discord.SeparatorSpacing.large))
        box.add_item(ui.Section(ui.TextDisplay("Beside"), accessory=self._button("Section", "section")))
        if until:
            box.add_item(ui.File("attachment://notes.txt"))
        box.add_item(ui.ActionRow(self._button("Form", "form"), self._button("Silent", "silent")))
        several: ui.Select[Any] = ui.Select(
            custom_id="several",
            placeholder="Choose two",
            min_values=2,
            max_values=2,
            options=[discord.SelectOption(label=name, description=f"about {name}") for name in ("X", "Y", "Z")],
        )
        several.callback = self._chosen  # type: ignore[method-assign]
        box.add_item(ui.ActionRow(several))
        who: ui.UserSelect[Any] = ui.UserSelect(custom_id="who", placeholder="Who")
        who.callback = self._who  # type: ignore[method-assign]
        box.add_item(ui.ActionRow(who))
        for custom_id, menu in (("role", ui.RoleSelect[Any]), ("channel", ui.ChannelSelect[Any])):
            place: ui.RoleSelect[Any] | ui.ChannelSelect[Any] = menu(custom_id=custom_id, placeholder=custom_id)
            place.callback = self._place  # type: ignore[method-assign]
            box.add_item(ui.ActionRow(place))
        self.add_item(box)

    def _button(self, label: str, custom_id: str) -> ui.Button[Any]:
        button: ui.Button[Any] = ui.Button(label=label, custom_id=custom_id)

        async def pressed(interaction: discord.Interaction[Any]) -> None:
            if custom_id == "form":
                await interaction.response.send_modal(Form())
            elif custom_id != "silent":
                await interaction.response.send_message(f"pressed {label}", ephemeral=True)

        button.callback = pressed  # type: ignore[method-assign]
        return button

    async def _chosen(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"chosen {interaction.data['values']}", ephemeral=True)  # type: ignore[index,typeddict-item]

    async def _who(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"chosen <@{interaction.data['values'][0]}>", ephemeral=True)  # type: ignore[index,typeddict-item]

    async def _place(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        sign = "@&" if data["custom_id"] == "role" else "#"
        await interaction.response.send_message(f"chosen <{sign}{data['values'][0]}>", ephemeral=True)


class Showcase(discord.AutoShardedClient):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), shard_count=1)
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the commands."""
        self.tree.add_command(app_commands.Command(name="shelf", description="Show it all", callback=_shelf))
        self.tree.add_command(app_commands.Command(name="typed", description="Options", callback=_typed))
        self.tree.add_command(app_commands.Command(name="aside", description="A thread", callback=_aside))
        await self.tree.sync()


async def _shelf(interaction: discord.Interaction[Any]) -> None:
    notes = discord.File(io.BytesIO(b"<script>kept</script>"), "notes.txt")
    until = int(discord.utils.utcnow().timestamp()) + 30
    await interaction.response.send_message(view=Shelf(until), file=notes)


async def _aside(interaction: discord.Interaction[Any]) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    thread = await interaction.channel.create_thread(name="aside", type=discord.ChannelType.public_thread)
    await thread.send(view=Shelf(0))
    await interaction.response.send_message("There.", ephemeral=True)


@app_commands.choices(size=[app_commands.Choice(name="Small", value="s"), app_commands.Choice(name="Big", value="b")])
async def _typed(
    interaction: discord.Interaction[Any],
    number: int,
    sure: bool = False,
    who: discord.User | None = None,
    size: str = "",
) -> None:
    named = who.mention if who is not None else "nobody"
    await interaction.response.send_message(f"number {number + 1}, sure {sure}, {named}, size {size}")


@asynccontextmanager
async def showcase(people: tuple[str, ...] = ("Ann", EVIL), *, key: str = "key") -> AsyncIterator[tuple[str, Live]]:
    """A sandbox with that bot: its address, and what is live behind it."""
    stage = Stage(Showcase(), people, waiting_s=0.05)
    await stage.start()
    live = Live(stage)
    door = Door("127.0.0.1", 0, key=key)
    runner = web.AppRunner(site(live, lambda: door), shutdown_timeout=1.0)
    await runner.setup()
    running = asyncio.create_task(live.run())
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        door = Door("127.0.0.1", runner.addresses[0][1], key=key)
        yield door.address, live
    finally:
        await runner.cleanup()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await stage.close()


async def _serve() -> None:
    """As a process of its own, for a browser: `python -m tests.sandbox.showcase`, until it is told to stop."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with showcase() as (address, _):
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(_serve())
