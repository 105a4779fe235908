"""What an operator relies on: a backup that brings the games back, and a log that keeps every secret."""

from __future__ import annotations

import logging
import re
import shutil
from pathlib import Path

import pytest

from bot.logs import configure
from bot.store.backup import backup
from tests.e2e.evening import evening

pytestmark = pytest.mark.asyncio


async def test_a_backup_made_in_a_game_brings_that_game_back(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person, other = table.on_turn(), table.others(table.on_turn())[0]
        held = table.cards(person)
        await backup(tmp_path / "cheat.db", tmp_path / "copy.db")
        await table.play(person, lie=True)
        await world.advance(1)
        await table.call(other)
        assert table.on_turn() == other
        # As the README says: stop, move the old files away, put the copy in its place, start.
        await world._close(world.bot)
        for name in ("cheat.db", "cheat.db-wal", "cheat.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        shutil.copy(tmp_path / "copy.db", tmp_path / "cheat.db")
        await world.restart(downtime_s=600)  # longer than Discord knows a nonce
        await world.advance(2)
        await world.slash(person, world.channel, "cheat hand")
        table.private[person.id] = world.ephemerals(person)[-1]
        assert table.cards(person) == held
        assert "It is your turn" in table.hand_text(person)
        await table.play(person, lie=True)
        await world.advance(1)
        assert f"**{person.name}** lays" in world.text(table.claim)


@pytest.mark.parametrize("fmt", ["text", "json"])
async def test_no_secret_of_an_evening_is_in_the_log_at_any_level(
    fmt: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noisy = ("", "discord", "discord.http", "discord.webhook.async", "aiohttp", "aiosqlite", "asyncio", "bot")
    before = {name: logging.getLogger(name).level for name in noisy}
    configure("DEBUG", "json" if fmt == "json" else "text")
    try:
        for name in noisy:
            logging.getLogger(name).setLevel(logging.DEBUG)
        async with evening(tmp_path, "Ann", "Bob", shut={"Bob"}) as table:
            world = table.world
            await table.sit_down()
            await table.deal()
            for _ in range(4):
                person = table.on_turn()
                await table.play(person, lie=True)
                await world.advance(1)
                await table.call(table.others(person)[0])
                await world.advance(1)
            tokens = [record.token for record in world.env.backend.interactions.values()]
            await world.restart()
            await world.advance(2)
        log = capsys.readouterr().err
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
        configure("WARNING", "text")
    assert "tables brought back" in log, "this is the log"
    assert len(tokens) > 10
    assert [token for token in tokens if token in log] == []
    assert re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]", log) == []
    assert "hands" not in log
