"""People at a table who read their hands, tap cards and press buttons: whole evenings in a few lines.

    async with evening(tmp_path, "Ann", "Bob") as table:
        await table.sit_down()
        await table.deal()
        await table.play(table.on_turn(), lie=True)

Everything a player does here is decided from what that player can read; the bot's own objects are never asked.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from simcord import InteractionResult, ResponseMessage, UserHandle

from bot.app import CheatBot
from bot.config import Config
from bot.engine.rules.ruleset import Ruleset
from bot.ui.gate import Gate
from tests.e2e.harness import World

SINGULAR = {
    "Ace": "A", "Two": "2", "Three": "3", "Four": "4", "Five": "5", "Six": "6", "Seven": "7", "Eight": "8",
    "Nine": "9", "Ten": "10", "Jack": "J", "Queen": "Q", "King": "K",
}  # fmt: skip
GROUPS = {name + ("es" if name == "Six" else "s"): code for name, code in SINGULAR.items()}
CARD = re.compile(r"(10|[2-9AJQK])([♠♥♦♣])")


class SeededEntropy:
    """Chance that repeats itself."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def draw(self, size: int) -> bytes:
        """`size` bytes of the seed's stream."""
        return self._random.randbytes(size)


class Evening:
    """One table and its people. `shut` are people with closed DMs, who play by My hand at the table."""

    def __init__(self, world: World, people: list[UserHandle], shut: set[str]) -> None:
        self.world, self.people = world, people
        self.shut = {person.id for person in people if person.name in shut}
        self.private: dict[int, Any] = {}
        #: Messages of a game before this one: its end is not this one's.
        self.past: set[int] = set()

    def person(self, name: str) -> UserHandle:
        """Somebody by name."""
        return next(person for person in self.people if person.name == name)

    # --- the table ------------------------------------------------------------------------------------------------

    @property
    def channel(self) -> list[ResponseMessage]:
        """The channel's messages."""
        return self.world.messages(self.world.channel)

    def last(self, label: str) -> ResponseMessage:
        """The newest message in the channel with this button."""
        return next(message for message in reversed(self.channel) if label in self.world.labels(message))

    async def house_rules(self, **values: Any) -> None:
        """The server's tables begin with these rules from now on."""
        with self.world.as_bot():
            await self.world.bot.house_rules.change(
                self.world.guild.id, lambda _: Ruleset.model_validate(values), by=self.people[0].id
            )

    async def sit_down(self, preset: str = "", cpus: int = 0) -> None:
        """The first person opens the table, by the preset's rules if one is named; CPUs sit there, the others join."""
        chosen: dict[str, Any] = {**({"preset": preset} if preset else {}), **({"cpus": cpus} if cpus else {})}
        await self.world.slash(self.people[0], self.world.channel, "cheat start", **chosen)
        for person in self.people[1:]:
            await self.world.click(person, self.last("Join"), "Join")
        # New direct messages are opened one a second.
        await self.world.advance(len(self.people))

    async def deal(self) -> None:
        """The host starts the game."""
        await self.world.click(self.people[0], self.last("Start"), "Start")
        await self.world.advance(2)
        await self.open_private_hands()

    async def open_private_hands(self) -> None:
        """Those with closed DMs open their hand at the table."""
        for person in self.people:
            if person.id in self.shut:
                await self.look(person)

    async def look(self, person: UserHandle) -> Any:
        """Press My hand and see the private answer."""
        await self.world.click(person, self.last("My hand"), "My hand")
        self.private[person.id] = self.world.ephemerals(person)[-1]
        return self.private[person.id]

    # --- hands ----------------------------------------------------------------------------------------------------

    def hand(self, person: UserHandle) -> Any:
        """The message with a person's hand."""
        return self.private.get(person.id) or self.world.dms(person)[-1]

    def hand_text(self, person: UserHandle) -> str:
        """What the hand says."""
        return self.world.text(self.hand(person))

    def cards(self, person: UserHandle) -> dict[str, int]:
        """How many cards of each rank the hand shows."""
        held: dict[str, int] = {}
        for line in self.hand_text(person).splitlines():
            if line.startswith(("Last:", "-# Before:")) or "**" in line:
                continue
            for rank, _ in CARD.findall(line):
                held[rank] = held.get(rank, 0) + 1
        return held

    def due(self, person: UserHandle) -> str:
        """The rank a person on turn must name."""
        found = re.search(r"Due: (\w+)", self.hand_text(person))
        assert found, f"{person.name} is not on turn: {self.hand_text(person)}"
        return GROUPS[found[1]]

    def on_turn(self) -> UserHandle:
        """Whose hand says that it is their turn."""
        found = [person for person in self.people if "It is your turn" in self.hand_text(person)]
        assert len(found) == 1, [self.hand_text(person) for person in self.people]
        return found[0]

    def is_over(self) -> bool:
        """Whether the end has been told."""
        return "Rematch" in self.world.labels(self.channel[-1])

    # --- playing --------------------------------------------------------------------------------------------------

    async def tap(self, person: UserHandle, rank: str, times: int = 1) -> None:
        """Tap the button of a rank."""
        for _ in range(times):
            label = next(
                label for label in self.world.labels(self.hand(person)) if re.match(rf"{rank} (×|\d+/)", label)
            )
            await self.world.click(person, self.hand(person), label)

    async def choose(self, person: UserHandle, rank_due: str, *, lie: bool) -> int:
        """Tap cards for a true claim (all held) or a false one (one card); gives how many are picked."""
        held = self.cards(person)
        if lie:
            other = next((rank for rank in held if rank != rank_due), rank_due)
            await self.tap(person, other)
            return 1
        count = min(held[rank_due], 4)
        await self.tap(person, rank_due, count)
        return count

    def play_label(self, person: UserHandle) -> str:
        """The label of the enabled Play button."""
        return next(label for label in self.world.labels(self.hand(person)) if label.startswith("Play "))

    async def play(self, person: UserHandle, *, lie: bool | None = None) -> InteractionResult:
        """Lay cards; `lie=None` tells the truth where that is possible."""
        rank = self.due(person)
        can = rank in self.cards(person)
        await self.choose(person, rank, lie=not can if lie is None else lie)
        return await self.world.click(person, self.hand(person), self.play_label(person))

    @property
    def claim(self) -> ResponseMessage:
        """The open claim's message."""
        return self.last("Let it go")

    async def call(self, person: UserHandle) -> InteractionResult:
        """Press Cheat! and wait for the verdict."""
        result = await self.world.click(person, self.claim, "Cheat!")
        await self.world.advance(0.5)
        return result

    async def let_go(self, *people: UserHandle) -> None:
        """These people let the claim go."""
        for person in people:
            await self.world.click(person, self.claim, "Let it go")

    def others(self, *but: UserHandle) -> list[UserHandle]:
        """Everybody else."""
        return [person for person in self.people if person.id not in {other.id for other in but}]


def said(world: World, person: UserHandle) -> str:
    """The newest message only this person sees."""
    return world.text(world.ephemerals(person)[-1])


async def dealt(table: Evening) -> None:
    """Everybody sits down and the cards are dealt."""
    await table.sit_down()
    await table.world.advance(len(table.people) + 1)
    await table.deal()


@asynccontextmanager
async def evening(
    directory: Path, *names: str, seed: int = 1, shut: set[str] | None = None, config: dict[str, Any] | None = None
) -> AsyncIterator[Evening]:
    """A server with these people (those in `shut` with closed DMs) and the bot on a database file in `directory`.

    Cards are told in text there, unless `config` says otherwise.
    """
    entropy = SeededEntropy(seed)
    settings = Config.model_validate(
        {"database": {"path": directory / "cheat.db"}, "cards": {"faces": "off"}, **(config or {})}
    )

    def made() -> CheatBot:
        # Here time stands still between two presses, and this Discord counts no requests.
        return CheatBot(settings, entropy=entropy, gate=Gate(paced=False))

    async with World(made, shard_count=1, discard=discard) as world:
        people = [world.new_user(name) for name in names]
        for person in people:
            if person.name in (shut or set()):
                world.close_dms(person)
        yield Evening(world, people, shut or set())


async def discard(bot: Any) -> None:
    """What the system would free of a killed process: its database connection and the lock on the file."""
    if bot.database is not None:
        await bot.database.close()
