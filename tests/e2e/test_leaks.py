"""No card reaches anybody but its owner: every request of whole games on the real discord.py is scanned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.engine.rules.ruleset import PRESETS, refusals
from tests.e2e.evening import Evening, evening
from tests.e2e.player import Alone, Player
from tests.e2e.transport import Request
from tests.tables.leaks import leaks, named

PLAYABLE = [name for name, rules in sorted(PRESETS.items()) if any(not refusals(rules, seats) for seats in (2, 3))]
MOST_STEPS = 1500
UPDATES = (6, 7)


class Scanner:
    """Reads the requests that came since it looked last, each as whoever gets to see it."""

    def __init__(self, table: Evening) -> None:
        self.table, self.at, self.cards = table, 0, 0
        # The first answer to each interaction, by its token.
        self.first: dict[str, dict[str, Any]] = {}

    def read(self) -> None:
        """Look at what is new."""
        world = self.table.world
        here = world.bot.registry.at_channel(world.channel.id)
        for request in world.requests[self.at :]:
            self.cards += len(named(request.body))
            if request.is_callback and isinstance(request.body, dict):
                self.first[request.path.split("/")[3]] = request.body
            if here is None or here.game is None or not here.game.dealt:
                continue
            found = leaks(here, self.reader(request), request.body)
            assert not found, f"{found} in {request}: {request.body}"
        self.at = len(world.requests)

    def reader(self, request: Request) -> int | None:
        """Who alone sees it; `None` for everybody."""
        world, parts = self.table.world, request.path.split("/")
        if parts[1] == "channels":
            owners = {channel: user for user, channel in world.env.backend.dm_channels.items()}
            return owners.get(int(parts[2]))
        if parts[1] not in {"interactions", "webhooks"}:
            return None
        payload = self.pressed(parts)
        user, source = payload.get("user") or payload["member"]["user"], payload.get("message") or {}
        body = request.body if isinstance(request.body, dict) else {}
        if parts[1] == "interactions" or "@original" in parts:
            # The first answer is a message of its own, or the pressed one drawn anew; this may be a later edit of it.
            body = self.first[payload["token"]]
        message = source if body.get("type") in UPDATES else body.get("data") or body
        return int(user["id"]) if payload.get("guild_id") is None or message.get("flags", 0) & 64 else None

    def pressed(self, parts: list[str]) -> Any:
        """The interaction that a request answers."""
        payloads = self.table.world._payloads
        if parts[1] == "interactions":
            return payloads[int(parts[2])]
        return next(payload for payload in payloads.values() if payload["token"] == parts[3])


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(20))
async def test_no_request_of_a_whole_game_names_a_hidden_card(seed: int, tmp_path: Path) -> None:
    preset = PLAYABLE[seed % len(PLAYABLE)]
    seats = next(seats for seats in (3, 2) if not refusals(PRESETS[preset], seats))
    # In every fourth game one person plays with CPUs; in every other somebody's direct messages are closed.
    cpus = seats - 1 if seed % 4 == 3 else 0
    names = ("Ann", "Bob", "Cy")[: seats - cpus]
    async with evening(tmp_path, *names, seed=seed, shut={names[-1]} if seed % 2 else set()) as table:
        await table.sit_down(preset, cpus=cpus)
        await table.deal()
        scanner = Scanner(table)
        rules = PRESETS[preset]
        one_card = rules.max_cards == 1 or (rules.family == "same_rank" and not rules.multi)
        player = (Alone if cpus else Player)(table, seed, most=1 if one_card else 4)
        player.lively = 15
        for _ in range(MOST_STEPS):
            if table.is_over():
                break
            await player.step()
            scanner.read()
        assert table.is_over(), preset
        assert scanner.cards > 300, "hands were read"
