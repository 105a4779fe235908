"""A server's settings: the defaults until changed, one change at a time; and the door, which goes by them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from pydantic import ValidationError

from bot.tables.door import Asker, Door, Shut, Turned
from bot.tables.records import ThreadRecord
from bot.tables.settings import WAYS, OneOf, ServerSettings, Settings, Way, read_settings

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANY = Asker(guild_id=1, channel_id=10, roles=frozenset({1, 7}), manager=False)


class Memory:
    """A store that lets others run before each answer."""

    def __init__(self) -> None:
        self.kept: dict[int, tuple[str, int, datetime]] = {}
        self.last: dict[int, datetime] = {}

    async def settings(self, guild_id: int) -> str | None:
        await asyncio.sleep(0)
        return self.kept[guild_id][0] if guild_id in self.kept else None

    async def set_settings(self, guild_id: int, settings: str, by: int, at: datetime) -> None:
        await asyncio.sleep(0)
        self.kept[guild_id] = (settings, by, at)

    async def drop_settings(self, guild_id: int) -> None:
        await asyncio.sleep(0)
        self.kept.pop(guild_id, None)

    async def last_ended(self, channel_id: int) -> datetime | None:
        raise AssertionError(channel_id)

    async def last_opened(self, channel_id: int) -> datetime | None:
        await asyncio.sleep(0)
        return self.last.get(channel_id)

    async def save_thread(self, record: ThreadRecord) -> None:
        raise AssertionError(record)

    async def drop_thread(self, thread_id: int) -> None:
        raise AssertionError(thread_id)

    async def threads(self) -> Sequence[ThreadRecord]:
        return ()


# --- what is settled -----------------------------------------------------------------------------------------------


def test_every_setting_says_what_it_is_and_how_it_is_chosen() -> None:
    assert WAYS.keys() == ServerSettings.model_fields.keys()
    for key, field in ServerSettings.model_fields.items():
        assert field.description, key
        way = WAYS[key]
        assert isinstance(way, get_args(Way))
        if isinstance(way, OneOf):
            assert field.default in way.values, key
            for value in way.values:
                ServerSettings.model_validate({key: value})


@pytest.mark.asyncio
async def test_a_server_goes_by_the_defaults_until_somebody_changes_something() -> None:
    settings = Settings(store := Memory(), lambda: NOON)
    assert await settings.of(1) == ServerSettings()
    assert await settings.change(1, "thread", True, by=7) == ServerSettings(thread=True)
    assert await settings.of(1) == ServerSettings(thread=True)
    assert await settings.of(2) == ServerSettings()
    assert store.kept[1][1:] == (7, NOON)
    assert await settings.reset(1, by=7) == ServerSettings()
    assert store.kept == {}


@pytest.mark.asyncio
async def test_back_at_the_defaults_nothing_is_kept() -> None:
    settings = Settings(store := Memory(), lambda: NOON)
    await settings.change(1, "channels", (5,), by=7)
    await settings.change(1, "channels", (), by=7)
    assert store.kept == {}


@pytest.mark.asyncio
async def test_two_changes_at_once_both_count() -> None:
    settings = Settings(Memory(), lambda: NOON)
    await asyncio.gather(
        settings.change(1, "thread", True, by=7),
        settings.change(1, "start_cooldown_s", 60, by=8),
        settings.change(1, "hosts", (3,), by=9),
    )
    assert await settings.of(1) == ServerSettings(thread=True, start_cooldown_s=60, hosts=(3,))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("key", "value"),
    [("start_cooldown_s", -1), ("start_cooldown_s", "10"), ("channels", range(1, 27)), ("hosts", (0,)), ("parrot", 1)],
)
async def test_what_a_setting_can_t_be_is_refused_and_changes_nothing(key: str, value: object) -> None:
    settings = Settings(store := Memory(), lambda: NOON)
    with pytest.raises(ValidationError):
        await settings.change(1, key, value, by=7)
    assert store.kept == {}


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("{}", ServerSettings()),
        ("", ServerSettings()),
        ("[1, 2]", ServerSettings()),
        ("[" * 100_000, ServerSettings()),
        ('{"parrot": 1, "thread": true}', ServerSettings(thread=True)),
        ('{"thread": "yes", "abandoned_h": 1000, "start_cooldown_s": 45}', ServerSettings(start_cooldown_s=45)),
        ('{"channels": [5, "6"], "hosts": [8], "language": 3}', ServerSettings(hosts=(8,))),
    ],
)
def test_settings_of_another_version_are_read_as_far_as_they_are_known(text: str, settings: ServerSettings) -> None:
    assert read_settings(text) == settings


def test_what_is_written_is_read_again() -> None:
    settled = ServerSettings(
        channels=(2**62,), hosts=(7,), thread=True, start_cooldown_s=0, abandoned_h=1, language="de"
    )
    assert read_settings(settled.model_dump_json()) == settled
    assert json.loads(settled.model_dump_json())["channels"] == [2**62]


# --- the door ------------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("settled", "manager", "why"),
    [
        (ServerSettings(), False, None),
        (ServerSettings(channels=(10, 11)), False, None),
        (ServerSettings(channels=(11,)), False, Shut.CHANNEL),
        (ServerSettings(channels=(11,)), True, Shut.CHANNEL),
        (ServerSettings(hosts=(8, 7)), False, None),
        (ServerSettings(hosts=(8,)), False, Shut.HOST),
        (ServerSettings(hosts=(8,)), True, None),
        (ServerSettings(channels=(11,), hosts=(8,)), False, Shut.CHANNEL),
    ],
)
async def test_who_may_open_a_table_where(settled: ServerSettings, manager: bool, why: Shut | None) -> None:
    store = Memory()
    store.kept[1] = (settled.model_dump_json(), 7, NOON)
    door = Door(Settings(store, lambda: NOON), store, lambda: NOON)
    answer = await door.ask(Asker(1, 10, ANY.roles, manager))
    assert answer == (settled if why is None else Turned(why, settled))


@pytest.mark.asyncio
async def test_the_pause_runs_from_the_last_table_and_from_an_opening_under_way() -> None:
    store, now = Memory(), [NOON]
    door = Door(Settings(store, lambda: now[0]), store, lambda: now[0])
    settled = ServerSettings(start_cooldown_s=30)
    assert await door.wait(settled, 10) is None
    store.last[10] = NOON - timedelta(seconds=20)
    assert await door.wait(settled, 10) == Turned(Shut.COOLDOWN, settled, 10.0)
    assert await door.wait(ServerSettings(start_cooldown_s=0), 10) is None
    assert await door.wait(settled, 11) is None
    now[0] += timedelta(seconds=10)
    assert await door.wait(settled, 10) is None
    door.passed(10)
    assert await door.wait(settled, 10) == Turned(Shut.COOLDOWN, settled, 30.0)
