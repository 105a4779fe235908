"""A server's house rules: standard until changed, one change at a time, other versions' rules named and left out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.stored import Stored
from bot.tables.house_rules import HouseRules

pytestmark = pytest.mark.asyncio
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Memory:
    """A store that lets others run before each answer."""

    def __init__(self) -> None:
        self.kept: dict[int, tuple[str, int, datetime]] = {}

    async def house_rules(self, guild_id: int) -> str | None:
        await asyncio.sleep(0)
        return self.kept[guild_id][0] if guild_id in self.kept else None

    async def set_house_rules(self, guild_id: int, ruleset: str, by: int, at: datetime) -> None:
        await asyncio.sleep(0)
        self.kept[guild_id] = (ruleset, by, at)

    async def drop_house_rules(self, guild_id: int) -> None:
        await asyncio.sleep(0)
        self.kept.pop(guild_id, None)


def setting(**values: object) -> Callable[[Ruleset], Ruleset]:
    return lambda rules: rules.model_copy(update=values)


async def test_a_server_plays_the_standard_game_until_somebody_changes_it() -> None:
    rules = HouseRules(store := Memory(), lambda: NOON)
    assert await rules.of(1) == Stored(Ruleset())
    assert await rules.change(1, setting(window_s=30), by=7) == Stored(Ruleset(window_s=30))
    assert await rules.of(1) == Stored(Ruleset(window_s=30))
    assert await rules.of(2) == Stored(Ruleset())
    assert store.kept[1][1:] == (7, NOON)


async def test_back_at_standard_nothing_is_kept() -> None:
    rules = HouseRules(store := Memory(), lambda: NOON)
    await rules.change(1, setting(window_s=30), by=7)
    await rules.change(1, lambda _: Ruleset(), by=7)
    assert store.kept == {}


async def test_two_changes_at_once_both_count() -> None:
    rules = HouseRules(Memory(), lambda: NOON)
    await asyncio.gather(*(rules.change(1, setting(**{key: 30}), by=7) for key in ("window_s", "turn_timer")))
    assert (await rules.of(1)).ruleset == Ruleset(window_s=30, turn_timer=30)


async def test_rules_of_another_version_are_named_until_the_next_change() -> None:
    store = Memory()
    store.kept[1] = ('{"tarot": 1, "decks": 2}', 7, NOON)
    rules = HouseRules(store, lambda: NOON)
    assert await rules.of(1) == Stored(Ruleset(decks=2), ("tarot",))
    assert await rules.change(1, setting(window_s=30), by=7) == Stored(Ruleset(decks=2, window_s=30))
    assert (await rules.of(1)).dropped == ()
