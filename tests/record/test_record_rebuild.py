"""``python -m bot rebuild-stats``: what it counts, says and leaves alone."""

from __future__ import annotations

import asyncio
import io
from datetime import timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.rebuild import rebuild
from tests.record.support import quick, shelf


class Terminal(io.StringIO):
    """Somebody's terminal."""

    def isatty(self) -> bool:
        return True


async def filled(path: Path, *, pruned: bool = False) -> dict[str, list[tuple[object, ...]]]:
    async with shelf(path) as kept:
        for at in range(3):
            await kept.put(quick(f"again {at}", 3), (101, 102, 103), at=kept.now + timedelta(days=at))
        await kept.count()
        if pruned:
            await kept.store.record.prune(kept.now - timedelta(hours=1))
        return await kept.everything()


def test_what_was_spoilt_is_mended_and_what_is_pruned_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cheat.db"
    monkeypatch.setenv("CHEAT_DATABASE", str(path))
    monkeypatch.chdir(tmp_path)

    async def spoil() -> dict[str, list[tuple[object, ...]]]:
        before = await filled(path, pruned=True)
        async with shelf(path) as kept:
            await kept.db.read("UPDATE results SET lies = 99 WHERE game_id = 3")
            await kept.db.read("DELETE FROM totals")
            await kept.db.read("UPDATE ratings SET mu = 0")
        return before

    async def after() -> dict[str, list[tuple[object, ...]]]:
        async with shelf(path) as kept:
            return await kept.everything()

    before = asyncio.run(spoil())
    assert main(["rebuild-stats"]) == 0
    assert capsys.readouterr().out == "Games counted anew: 1\n"
    assert asyncio.run(after()) == before


def test_a_missing_database_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHEAT_DATABASE", str(tmp_path / "none.db"))
    monkeypatch.chdir(tmp_path)
    assert main(["rebuild-stats"]) == 1
    assert "doesn't exist" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


@pytest.mark.asyncio
async def test_a_terminal_sees_a_bar(tmp_path: Path) -> None:
    await filled(tmp_path / "cheat.db")
    out = Terminal()
    assert await rebuild(tmp_path / "cheat.db", out) == (3, 0)
    last = out.getvalue().split("\r")[-1]
    assert last == f"[{'#' * 30}] 3/3 games\n"


@pytest.mark.asyncio
async def test_games_by_rules_that_a_later_version_refuses_are_counted_all_the_same(tmp_path: Path) -> None:
    await filled(tmp_path / "cheat.db")
    async with shelf(tmp_path / "cheat.db") as kept:
        await kept.db.read("UPDATE tables SET ruleset = ?", ('{"passing": true, "direction": "any"}',))
    assert await rebuild(tmp_path / "cheat.db", io.StringIO()) == (3, 0)
