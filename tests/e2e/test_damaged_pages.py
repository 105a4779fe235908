"""Pages are damaged that a start does not read: games go on, and everybody concerned is told what is the matter."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import soundness
from bot.store.soundness import Soundness
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import Evening, evening, said

pytestmark = pytest.mark.asyncio

UNREAD = {
    "en-US": re.compile(r"can’t read what is stored right now \(([0-9a-f]{6})\)"),
    "de": re.compile(r"kann gerade nicht lesen, was gespeichert ist \(([0-9a-f]{6})\)"),
}


def damage(path: Path, *names: str) -> None:
    """Overwrite the first page of these tables and indexes, while nobody has the file open."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        pages = [
            page
            for name in names
            for (page,) in connection.execute("SELECT rootpage FROM sqlite_schema WHERE tbl_name = ?", (name,))
        ]
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * size)
            file.write(b"\xff" * 100)


async def restarted(table: Evening, path: Path, *names: str) -> None:
    """The bot stops, these tables are damaged, and it starts again."""
    world = table.world
    await world._close(world.bot)
    damage(path, *names)
    await world.restart()
    await world.advance(2)
    with world.as_bot():
        soundness = world.bot._soundness
        assert soundness is not None
        await asyncio.wait_for(soundness.over(), 10)
        await asyncio.sleep(0)


async def test_games_go_on_and_the_owner_hears_of_it(tmp_path: Path, trap: LogTrap) -> None:
    for text in ("is damaged in a place that the start did not need", "which servers came and went"):
        trap.expect(text)
    for text in ("nothing could be read", "was not stored", "could not be counted", "could not be deleted"):
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        assert world.bot.state == "ok"
        ready: list[bool] = []
        person, other = table.on_turn(), table.others(table.on_turn())[0]
        await restarted(table, tmp_path / "cheat.db", "players", "results", "ratings")
        (record,) = [it for it in trap.records if "in a place that" in it.getMessage()]
        assert record.levelno == logging.ERROR
        assert "restore a backup" in record.getMessage()
        assert world.bot.state == "damaged"
        assert "cheat_store_damaged 1" in world.bot.metrics.text()
        world.bot.at_first_ready = lambda: ready.append(True)
        with world.as_bot():
            await world.bot.on_ready()
        assert ready, "what comes after the servers is done all the same"
        await table.look(person)
        await table.play(person, lie=True)
        await world.advance(1)
        await table.call(other)
        assert table.on_turn() == other


@pytest.mark.parametrize("locale", UNREAD)
async def test_what_can_not_be_read_is_said_to_be_so(locale: str, tmp_path: Path, trap: LogTrap) -> None:
    for text in ("is damaged", "which servers came and went", "nothing could be read", "could not be"):
        trap.expect(text)
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await table.sit_down()
        await restarted(table, tmp_path / "cheat.db", "players", "results", "ratings")
        world.set_locale(ann, locale)
        await world.slash(ann, world.channel, "cheat stats")
        told = UNREAD[locale].search(said(world, ann))
        assert told is not None, said(world, ann)
        (record,) = [it for it in trap.records if "nothing could be read" in it.getMessage()]
        assert vars(record)["fault"] == told[1]


async def test_a_sound_database_is_said_to_be_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        with world.as_bot():
            await world.bot.on_ready()
            await world.bot.on_ready()
            assert world.bot._soundness is not None
            await asyncio.wait_for(world.bot._soundness.over(), 10)
            await asyncio.sleep(0)
        assert [record.getMessage() for record in caplog.records if "read through" in record.getMessage()] == [
            "the database was read through and is sound"
        ]
        assert world.bot.state == "ok"
        assert "cheat_store_damaged 0" in world.bot.metrics.text()


async def test_it_ends_with_the_process_though_it_is_not_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, reading, told = tmp_path / "large.db", threading.Event(), list[bool]()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")

    def endless(connection: sqlite3.Connection) -> Iterator[str]:
        connection.create_function("begun", 0, reading.set)
        connection.execute("WITH RECURSIVE n AS (SELECT begun() UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n")
        yield "never"

    monkeypatch.setattr(soundness, "faults", endless)
    whole = Soundness(path, told.append)
    whole.begin()
    assert await asyncio.to_thread(reading.wait, 10)
    await whole.close()
    await asyncio.wait_for(whole.over(), 2)
    await asyncio.sleep(0)
    assert told == [], "nothing is said of what was not read"
