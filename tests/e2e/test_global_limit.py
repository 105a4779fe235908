"""Discord wants no requests from the bot for a while: all waits but the answers to what people press and type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import Evening, said
from tests.e2e.record_evening import home, play_games
from tests.e2e.server_settings import settle

pytestmark = pytest.mark.asyncio

STORM_S = 60


def counted(table: Evening) -> list[str]:
    """The requests that count against what Discord allows the bot."""
    return [f"{request.method} {request.path}" for request in table.world.requests if request.counts_globally]


def refuse_everything(table: Evening) -> None:
    """One request is refused for all."""
    told = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global", "Retry-After": str(STORM_S)}
    with table.world.as_bot():
        table.world.bot.gate.heard("POST", "/api/v10/channels/1/messages", 429, told)
    table.world.requests.clear()


async def test_only_answers_go_out_until_it_is_over_and_then_everything_else(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await play_games(table, 1)
        await settle(table, mark_gone=True)
        await world.click(table.people[0], table.last("Rematch"), "Rematch")
        await table.deal()
        person = table.on_turn()
        other, third = table.others(person)
        messages = len(table.channel)

        refuse_everything(table)
        await table.play(person)
        assert "You have played" in table.hand_text(person)
        await world.slash(other, world.channel, "cheat hand")
        assert "cards" in said(world, other)
        await world.slash(third, world.channel, "cheat leaderboard")
        await world.advance(5)
        assert "Leaderboard" in said(world, third), "it waits for nobody who would have to be asked about"
        stranger = world.new_user("Dee")
        elsewhere = world.new_channel("parlour")
        await world.slash(stranger, elsewhere, "cheat start")
        assert "Join" in world.labels(world.messages(elsewhere)[-1])
        await world.advance(STORM_S - 10)
        assert counted(table) == []
        assert len(table.channel) == messages

        await world.advance(10)
        assert f"**{person.name}** lays" in world.text(table.claim)
        assert world.dms(stranger), "the greeting comes as well"
