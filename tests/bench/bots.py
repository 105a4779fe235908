"""The two bots of the bench, each in a process of its own: ``python -m tests.bench.bots null|cheat HTTP GATEWAY``.

The null bot answers every tap by drawing the same full hand of 30 components, made of `DynamicItem`s like ours, and
stores nothing: what discord.py itself costs. Both take taps from the bench's wire as from the gateway.
"""

from __future__ import annotations

import asyncio
import json
import re
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, cast

import discord

from bot.app import CheatBot
from bot.collector import Collector
from bot.config import Config
from bot.engine.rules.ruleset import Ruleset
from bot.running import SWITCH_S
from bot.tables.answers import Press
from bot.tables.gathering import unheard
from bot.tables.registry import Taken
from bot.ui.gate import Gate
from tests.bench.wire import APPLICATION, DM_BASE, GUILD

PLAYERS = 5
CHANNEL, USER = 10_000, 100_000
_FACE = discord.PartialEmoji(name="card", id=1)
_NULL = re.compile(r"n1:(?P<what>[0-9a-z:]{1,60})")


class NullButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=_NULL):
    """A button of the null bot."""

    def __init__(self, what: str, label: str) -> None:
        super().__init__(discord.ui.Button(label=label, emoji=_FACE, custom_id=f"n1:{what}"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> NullButton:
        """Rebuild it from its id."""
        return cls(match["what"], cast("discord.ui.Button[Any]", item).label or "")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Draw the hand."""
        await interaction.response.edit_message(view=full_hand(), allowed_mentions=discord.AllowedMentions.none())


def full_hand() -> discord.ui.LayoutView:
    """Thirty components: a container, two texts, 19 buttons in 4 rows and 2 rows of two more."""
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0x80848E)
    container.add_item(discord.ui.TextDisplay("**Your turn.** Due: Sevens.\n" + "**Ann** 11 · **Bob** 10\n" * 5))
    container.add_item(discord.ui.TextDisplay("A♠ A♥\n2♠ 2♥\n" * 7))
    for row, size in enumerate((5, 5, 5, 4, 1, 1)):
        buttons = (NullButton(f"1:pick:{row}:{at}", f"Rank {row}{at} (2)") for at in range(size))
        container.add_item(discord.ui.ActionRow(*buttons))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(container)
    assert sum(1 for _ in view.walk_children()) == 30
    return view


class NullBot(discord.AutoShardedClient):
    """A client that knows this one button."""

    async def setup_hook(self) -> None:
        """Know the button."""
        self.add_dynamic_items(NullButton)


async def deal(bot: CheatBot, numbers: range) -> dict[str, list[int]]:
    """Tables of people with open direct messages; gives the table's id and its people's by channel."""
    found = {}
    # Pictures stand on the buttons, as they do wherever the bot has run for a minute.
    assert bot._dressing is not None
    await bot._dressing
    assert bot.words.faces is not None
    for number in numbers:
        people = [USER + number * PLAYERS + seat for seat in range(PLAYERS)]
        for user in people:
            bot.desk.presenter.letterboxes.keep(user, DM_BASE + user)

        def press(user: int) -> Press:
            now = bot.clock.now()
            return Press(user, f"Player {user}", discord.utils.time_snowflake(now), now)

        table = await bot.registry.open(
            press(people[0]), guild_id=GUILD, guild_name="Home", channel_id=CHANNEL + number, channel_name="cards",
            locale="en-US", ruleset=Ruleset(),
        )  # fmt: skip
        assert not isinstance(table, Taken)
        for user in people[1:]:
            await table.join(press(user), unheard)
        await table.start(press(people[0]), unheard)
        found[str(CHANNEL + number)] = [table.id, *people]
    return found


def memory_kb() -> int:
    """The process's resident memory now, where the system tells, else at its most."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1])  # type: ignore[index]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


async def serve(kind: str, http: int, gateway: int) -> None:
    """Take lines from the wire until it says stop."""
    discord.http.Route.BASE = f"http://127.0.0.1:{http}/api/v10"
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway, limit=1 << 20)
    with tempfile.TemporaryDirectory() as directory:
        bot: Any
        if kind == "null":
            bot = NullBot(intents=discord.Intents(guilds=True), max_messages=None, shard_count=1)
        else:
            config = Config.model_validate(
                {"database": {"path": Path(directory) / "cheat.db"}, "discord": {"shard_count": 1},
                 "sync": {"commands": False}}
            )  # fmt: skip
            bot = CheatBot(config, gate=Gate(paced=False))
            sys.setswitchinterval(SWITCH_S)
        await bot.login("token")
        if isinstance(bot, CheatBot):
            # The lines are the gateway here.
            await bot.on_shard_connect(0)
        assert bot.application_id == APPLICATION
        collector = Collector()
        while line := await reader.readline():
            told = json.loads(line)
            if "stop" in told:
                break
            if "mark" in told:
                found = await deal(bot, range(*told["deal"])) if "deal" in told else {}
                if "begin" in told:
                    collector.begin()
                writer.write(
                    json.dumps({"cpu": time.process_time(), "kb": memory_kb(), "tables": found}).encode() + b"\n"
                )
                continue
            bot._connection.parse_interaction_create(told)
        collector.stop()
        writer.close()
        await bot.close()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
