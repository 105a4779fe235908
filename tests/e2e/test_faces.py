"""The faces of the cards on Discord: sent once, mended by hash, and text wherever they can't be had."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.app import CheatBot
from bot.config import Config
from bot.face_sync import MOST, PREFIX
from bot.faces.drawing import NAMES
from tests.e2e.evening import Evening, SeededEntropy, discard
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio

SEND = "POST /applications/{application_id}/emojis"
DELETE = "DELETE /applications/{application_id}/emojis/{emoji_id}"
ALL = {f"{PREFIX}{name}" for name in NAMES}


@dataclass
class Place:
    """A server, and the settings the bot starts with the next time."""

    world: World
    cards: dict[str, Any] = field(default_factory=dict)

    async def restart(self, faces: str = "two-colour", *, kill: bool = False) -> None:
        """Start anew with these faces; only what is asked of Discord from here on counts."""
        self.cards["faces"] = faces
        self.world.requests.clear()
        await self.world.restart(kill=kill)

    @property
    def emojis(self) -> dict[str, int]:
        """The application's emojis."""
        return {emoji.name: emoji.id for emoji in self.world.env.backend.application_emojis.values()}

    def sent(self) -> list[str]:
        """What was sent, in order."""
        return [request.body["name"] for request in self.world.sent(SEND) if request.status in {200, 201}]

    async def hand(self) -> str:
        """What the hand of somebody says who has just been dealt cards, and the pictures on its buttons."""
        people = [self.world.new_user("Ann"), self.world.new_user("Bob")]
        table = Evening(self.world, people, set())
        await table.sit_down()
        await table.deal()
        drawn = table.hand(people[0])
        pictures = [f"<:{name}:{number}>" for name, number in table.world.pictures(drawn)]
        return "\n".join([table.world.text(drawn), *pictures])


@asynccontextmanager
async def place(directory: Path) -> AsyncIterator[Place]:
    """The bot started without faces, as it was before there were any."""
    cards: dict[str, Any] = {"faces": "off"}

    def make() -> CheatBot:
        settings = {"database": {"path": directory / "cheat.db"}, "cards": cards}
        return CheatBot(Config.model_validate(settings), entropy=SeededEntropy(1))

    async with World(make, shard_count=1, discard=discard) as world:
        yield Place(world, cards)


async def test_they_are_sent_once_and_hands_show_them(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with place(tmp_path) as here:
        assert not here.emojis
        await here.restart()
        assert set(here.emojis) == ALL
        told = [record.__dict__ for record in caplog.records if record.getMessage() == "pictures of cards uploaded"]
        assert 2 <= len(told) <= 10
        assert (told[-1]["done"], told[-1]["of"]) == (len(ALL), len(ALL))
        before = here.emojis
        await here.restart()
        assert not here.sent()
        assert not here.world.sent(DELETE)
        assert here.emojis == before
        told_hand = await here.hand()
        assert f"<:{PREFIX}seven:{before[f'{PREFIX}seven']}>" in told_hand


async def test_off_means_text_and_nothing_is_asked(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        await here.restart("off")
        assert not [request for request in here.world.requests if "emojis" in request.path]
        assert "<:" not in await here.hand()


async def test_other_colours_replace_only_what_looks_otherwise(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        await here.restart("two-colour")
        before = here.emojis
        await here.restart("four-colour")
        assert set(here.sent()) == {f"{PREFIX}{suit}" for suit in ("hearts", "diamonds", "clubs")}
        assert set(here.emojis) == ALL
        assert here.emojis[f"{PREFIX}seven"] == before[f"{PREFIX}seven"]
        assert str(here.emojis[f"{PREFIX}seven"]) in await here.hand()


@pytest.mark.parametrize("status", [403, 429, 500])
async def test_a_refusal_means_text_and_the_rest_is_sent_at_the_next_start(tmp_path: Path, status: int) -> None:
    async with place(tmp_path) as here:
        here.world.fail("GET /applications/*/emojis", status=status)
        await here.restart()
        assert not here.emojis
        here.world.slow("POST /applications/*/emojis", 1.0, times=None)
        await here.restart()
        await here.world.advance(4.5)
        here.world.fail("POST /applications/*/emojis", status=status, times=None)
        await here.world.advance(10)
        part = set(here.emojis)
        assert 0 < len(part) < len(ALL)
        assert "<:" not in await here.hand(), "a part of the set is not shown"
        here.world.clear_faults()
        await here.restart()
        assert set(here.sent()) == ALL - part
        assert set(here.emojis) == ALL


async def test_a_crash_in_the_middle_loses_nothing_that_was_sent(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        here.world.slow("POST /applications/*/emojis", 1.0, times=None)
        await here.restart()
        await here.world.advance(4.5)
        part = set(here.emojis)
        assert 0 < len(part) < len(ALL)
        here.world.clear_faults()
        await here.restart(kill=True)
        assert not set(here.sent()) & part
        assert set(here.emojis) == ALL


async def test_nobody_waits_for_them(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        here.world.slow("POST /applications/*/emojis", 10_000, times=None)
        await here.restart()
        assert "<:" not in await here.hand()


async def test_without_room_nothing_is_sent(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with place(tmp_path) as here:
        for number in range(MOST - len(ALL) + 1):
            here.world.env.backend.create_application_emoji(f"other{number}")
        await here.restart()
        assert not here.sent()
        assert "no room" in caplog.text
        assert "<:" not in await here.hand()


async def test_emojis_of_other_names_are_left_alone_and_lost_knowledge_is_made_good(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        foreign = here.world.env.backend.create_application_emoji("spades").id
        old = here.world.env.backend.create_application_emoji(f"{PREFIX}spades").id
        await here.restart()
        assert here.emojis["spades"] == foreign
        assert here.emojis[f"{PREFIX}spades"] != old, "nobody knows what it shows"
        assert len(here.world.sent(DELETE)) == 1


async def test_one_that_somebody_deleted_is_sent_again(tmp_path: Path) -> None:
    async with place(tmp_path) as here:
        await here.restart()
        here.world.env.backend.delete_application_emoji(here.emojis[f"{PREFIX}ten"])
        await here.restart()
        assert here.sent() == [f"{PREFIX}ten"]
