"""Presses of the wrong person or of a button that never was: answered kindly, and nothing happens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.ui.components import ButtonId, Kind
from tests.e2e.evening import Evening, evening, said

pytestmark = pytest.mark.asyncio


async def buttons_of_a_game(table: Evening) -> list[tuple[Any, str]]:
    """Every button a game shows to everybody, as (screen, label), one of each kind."""
    world, found = table.world, dict[str, tuple[Any, str]]()

    def collect() -> None:
        for message in table.channel:
            for label in world.labels(message):
                found.setdefault(label, (world.screen(message), label))

    await table.sit_down()
    collect()
    await world.advance(3)
    await table.deal()
    collect()
    await table.play(table.on_turn())
    collect()
    return list(found.values())


async def test_a_stranger_gets_a_private_answer_from_every_button(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        stranger = world.new_user("Mallory")
        shown = await buttons_of_a_game(table)
        assert {"Join", "Leave", "Start", "My hand", "Cheat!", "Let it go"} <= {label for _, label in shown}
        before = [world.text(message) for message in table.channel]
        for screen, label in shown:
            count = len(world.ephemerals(stranger))
            await world.click(stranger, screen, label)
            await world.advance(0.5)
            assert len(world.ephemerals(stranger)) == count + 1, label
        assert [world.text(message) for message in table.channel] == before
        assert not any(re.search(r"\d[♠♥♦♣]", world.text(message)) for message in world.ephemerals(stranger))


async def test_a_hand_pressed_by_somebody_else_tells_them_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        await table.deal()
        hand = world.components(table.hand(ann))
        number = world.bot.registry.at_channel(world.channel.id).id
        pick = next(part["custom_id"] for part in hand if ":pick:" in part.get("custom_id", ""))
        # Nobody can reach another's hand; a tampered client would send its id on a message it does see.
        await world.forge(bob, table.last("My hand"), pick)
        assert said(world, bob) == "You have no cards at this table."
        assert ButtonId(number, Kind.PICK).encode()[:4] in pick


@pytest.mark.parametrize(
    "custom_id", ["c1:1:joining::", "c1:999:call:1:", "c9:1:x", "", "x" * 100, "c1:1:start:abc:", "c1:1:call:1:7777"]
)
async def test_an_unknown_or_tampered_id_is_answered_kindly(custom_id: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.forge(ann, table.channel[-1], custom_id)
        assert "nothing that is still going on" in said(world, ann)


async def test_a_button_the_message_never_had_is_answered_by_how_the_table_stands(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.forge(ann, table.channel[-1], "c1:1:call:99999999999:")
        assert said(world, ann) == "The game has not started yet."


async def test_buttons_of_a_stopped_table_answer_kindly(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        shown = await buttons_of_a_game(table)
        hand = world.screen(table.hand(ann))
        await world.slash(ann, world.channel, "cheat stop")
        for screen, label in shown:
            await world.click(bob, screen, label)
            assert "closed" in said(world, bob), label
        await world.click(ann, hand, next(label for label in world.labels(hand) if "×" in label))
        assert "closed" in said(world, ann)


@pytest.mark.parametrize("shut", [False, True])
async def test_sitting_down_again_and_again_opens_one_direct_message(shut: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", shut={"Bob"} if shut else None) as table:
        world, (_, bob) = table.world, table.people
        await table.sit_down()
        asked = len(world.sent("POST /channels/{channel_id}/messages"))
        for _ in range(3):
            await world.advance(3)
            await world.click(bob, table.last("Leave"), "Leave")
            assert "**Bob**" not in world.text(table.last("Join"))
            await world.advance(3)
            await world.click(bob, table.last("Join"), "Join")
            assert "**Bob**" in world.text(table.last("Join"))
        await world.advance(3)
        assert len(world.sent("POST /channels/{channel_id}/messages")) == asked
        if not shut:
            assert len(world.dms(bob)) == 1
            await table.deal()
            assert len(world.dms(bob)) == 1
            assert "Pile: 0" in world.text(world.dms(bob)[0])


async def test_leaving_at_once_after_sitting_down_takes_a_breath(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.click(bob, table.last("Join"), "Join")
        for label in ("Leave", "Join"):
            await world.click(bob, table.last(label), label)
            assert "One moment" in said(world, bob)
        assert "**Bob**" in world.text(table.last("Join"))
        await world.advance(3)
        await world.click(bob, table.last("Leave"), "Leave")
        assert "**Bob**" not in world.text(table.last("Join"))


async def test_leave_on_an_old_copy_of_the_lobby_resigns_nobody(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (_, bob) = table.world, table.people
        await table.sit_down()
        lobby = world.screen(table.last("Leave"))
        await table.deal()
        await world.click(bob, lobby, "Leave")
        assert "/cheat leave" in said(world, bob)
        assert any("×" in label for label in world.labels(table.hand(bob)))
