"""Who is no longer in the server, said on the leaderboard where the server wants it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.evening import Evening
from tests.e2e.record_evening import NAMES, ask, home, play_games
from tests.e2e.server_settings import choose, page, settle

pytestmark = pytest.mark.asyncio

MEMBER = "GET /guilds/{guild_id}/members/{user_id}"
ANY_MEMBER = "GET /guilds/*/members/*"
LEFT = "(no longer here)"


def asked(table: Evening) -> int:
    """How often Discord was asked about somebody."""
    return len(table.world.sent(MEMBER))


async def test_people_who_left_are_marked_once_the_server_wants_it(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES) as table:
        world, (ann, bob, _cy) = table.world, table.people
        await play_games(table, 1)
        await world.leave(bob)
        board = await ask(table, ann, "leaderboard")
        assert "**Bob** · " in world.text(board)
        assert LEFT not in world.text(board)
        assert asked(table) == 0, "nobody wants to know"
        await choose(table, await page(table), "mark_gone", "Marked on the leaderboard")
        board = await ask(table, ann, "leaderboard")
        assert f"**Bob** {LEFT} · " in world.text(board)
        assert world.text(board).count(LEFT) == 1
        assert asked(table) == 2, "who asks is there"
        await world.select(ann, board, "games", placeholder="Order by")
        assert f"**Bob** {LEFT} · 1 game" in world.text(board)
        assert asked(table) == 2, "an answer holds for a while"
        world.set_locale(ann, "de")
        assert "**Bob** (nicht mehr hier) · " in world.text(await ask(table, ann, "leaderboard"))
        await world.advance(3601)
        await world.select(ann, board, "wins", placeholder="Order by")
        assert "nicht mehr hier" in world.text(board)
        assert asked(table) == 4, "and then it is asked anew, the press answered first"
        await choose(table, await page(table), "mark_gone", "Nicht vermerkt")
        assert "nicht mehr hier" not in world.text(await ask(table, ann, "leaderboard"))


async def test_whoever_discord_says_nothing_about_is_not_called_gone(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES) as table:
        world, (ann, bob, _cy) = table.world, table.people
        await play_games(table, 1)
        await world.leave(bob)
        await settle(table, mark_gone=True)
        world.fail(ANY_MEMBER, 403, 50001, times=2)
        assert LEFT not in world.text(await ask(table, ann, "leaderboard"))
        world.hold(ANY_MEMBER, times=2)
        await world.slash(ann, world.channel, "cheat leaderboard")
        await world.advance(5)
        board = world.ephemerals(ann)[-1]
        assert "**Bob** · " in world.text(board), "it waits for nobody for long"
        await world.release()
        assert f"**Bob** {LEFT} · " in world.text(await ask(table, ann, "leaderboard"))


async def test_only_so_many_are_asked_about_in_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.presence.MOST_A_MINUTE", 1)
    async with home(tmp_path, *NAMES) as table:
        world, (ann, bob, cy) = table.world, table.people
        await play_games(table, 1)
        await world.leave(bob)
        await world.leave(cy)
        await settle(table, mark_gone=True)
        assert world.text(await ask(table, ann, "leaderboard")).count(LEFT) == 1
        assert world.text(await ask(table, ann, "leaderboard")).count(LEFT) == 1
        await world.advance(61)
        assert world.text(await ask(table, ann, "leaderboard")).count(LEFT) == 2
        assert asked(table) == 2
