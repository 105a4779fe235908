"""A press that finds its message being drawn is acknowledged and drawn later: what fails then is made good, or told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from simcord import ResponseMessage, UserHandle

from tests.e2e.automod import forbid_a_name_in_answers
from tests.e2e.evening import Evening, evening, said

pytestmark = pytest.mark.asyncio

OWED = "PATCH /webhooks/*"


@asynccontextmanager
async def being_drawn(tmp_path: Path) -> AsyncIterator[tuple[Evening, ResponseMessage, UserHandle]]:
    """A claim whose drawing for one press is on its way while another person presses; gives that person."""
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person)
        claim = table.claim
        first, second = table.others(person)
        world.hold("POST /interactions/*/callback")
        await world.click(first, claim, "Let it go")
        await world.click(second, claim, "Let it go")
        yield table, claim, second


async def test_a_name_that_automod_refuses_is_left_out(tmp_path: Path) -> None:
    async with being_drawn(tmp_path) as (table, claim, second):
        await forbid_a_name_in_answers(table)
        await table.world.release()
        text = table.world.text(claim)
        assert "Ann" not in text
        assert "#1" in text
        assert "Let it go" not in table.world.labels(claim), "nobody is left to call"
        assert not table.world.ephemerals(second)


async def test_what_automod_never_lets_pass_is_told_and_drawn_by_the_table(tmp_path: Path) -> None:
    async with being_drawn(tmp_path) as (table, claim, second):
        world = table.world
        for _ in range(2):
            world.fail(OWED, 400, 200000)
        await world.release()
        assert "AutoMod" in said(world, second)
        await world.advance(2)
        assert "Let it go" not in world.labels(claim)


async def test_what_discord_fails_to_draw_is_told_and_drawn_by_the_table(tmp_path: Path) -> None:
    async with being_drawn(tmp_path) as (table, claim, second):
        world = table.world
        world.fail(OWED, 503)
        await world.release()
        assert "went wrong on our side" in said(world, second)
        await world.advance(2)
        assert "Let it go" not in world.labels(claim)


async def test_a_message_is_drawn_though_the_acknowledgement_seemed_lost(tmp_path: Path) -> None:
    """A page of the tutorial: no table stands behind it, which might draw it."""
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat tutorial")
        page = world.ephemerals(ann)[-1]
        world.tolerate("was answered twice")
        world.hold("POST /interactions/*/callback")
        first, second = [label for label in world.labels(page) if "×" in label][:2]
        await world.click(ann, page, first)
        world.fail("POST /interactions/*/callback", 400, 40060, when="after")
        await world.click(ann, page, second)
        world.requests.clear()
        await world.release()
        assert [request.status for request in world.requests if request.method == "PATCH"] == [200]
        assert len(world.ephemerals(ann)) == 1
