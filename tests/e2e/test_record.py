"""Three games, and everything that can be asked about them afterwards, read as people read it."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.record_evening import NAMES, ask, file, home, play_games, play_to_the_end, read
from tests.e2e.test_cpus import play_out


def run(code: str) -> str:
    """What a Python of its own prints."""
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@pytest.mark.asyncio
async def test_an_evening_of_three_games_is_told_in_every_way(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES) as table:
        world, (ann, bob, cy) = table.world, table.people
        assert "No game here counts yet" in await read(table, ann, "leaderboard")
        assert "No game has been played to its end here yet. `/cheat start`" in await read(table, ann, "history")
        ends = await play_games(table, 3)
        assert "Leaderboard" in world.labels(ends[-1])

        # the leaderboard, by every order, from the end of the game too
        wins = await read(table, ann, "leaderboard")
        assert "### Leaderboard · Home" in wins
        lines = [line for line in wins.splitlines() if re.match(r"\d\. ", line)]
        assert sum(int(found) for line in lines for found in re.findall(r"(\d+) wins? in 3 games", line)) == 3
        assert re.search(r"\*\*You:\*\* place \d of 3", wins)
        await world.click(bob, ends[-1], "Leaderboard")
        assert lines == [
            line for line in world.text(world.ephemerals(bob)[-1]).splitlines() if re.match(r"\d\. ", line)
        ]
        board = await ask(table, cy, "leaderboard")
        for order in ("win rate", "rating", "lies survived", "right calls", "games"):
            await world.select(cy, board, order, placeholder="Order by")
            assert f"By {order}" in world.text(board)
        assert "3 games, " in world.text(board)
        await world.select(cy, board, "last 7 days", placeholder="Which games")
        assert "last 7 days" in world.text(board)
        assert "3 games, " in world.text(board)
        assert "2 games short" in await read(table, ann, "leaderboard", by="win-rate")
        assert "lucky evening" in await read(table, ann, "leaderboard", by="win-rate")
        assert "still a guess" in await read(table, ann, "leaderboard", by="rating")
        assert "Nobody stands here yet" in await read(table, ann, "leaderboard", preset="kids")

        # a card, one's own and another's
        card = await read(table, ann, "stats")
        assert "### **Ann** · Home" in card
        assert "3 games, 3 rounds" in card
        assert re.search(r"`[█░]{10}` \d+ calls?\n-# \d+ right, \d+ wrong", card)
        assert "Rating **" in card
        assert "### **Bob** · Home" in await read(table, ann, "stats", player=bob)

        # history, replay, proof
        past = await read(table, ann, "history")
        assert re.findall(r"^\*\*(\d+)\*\*", past, re.MULTILINE) == ["3", "2", "1"]
        assert past.count("1. **") == 3
        offered = await world.autocomplete(ann, world.channel, "cheat replay", "game", "")
        assert [name.split(":")[0] for name in offered] == ["3", "2", "1"]
        shown = await ask(table, bob, "replay", game="2")
        told = world.text(shown)
        assert "The cards are dealt:" in told
        pages = int(re.findall(r"/ (\d+)", " ".join(world.labels(shown, include_disabled=True)))[0])
        for _ in range(pages - 1):
            await world.click(bob, shown, "Next")
            told += world.text(shown)
        assert "The game is over." in told
        assert "Next" not in world.labels(shown)
        assert "a ✘ lie" in told
        assert "Nobody called." in told
        assert "Let it go: " in told
        assert "hesitated: " in told.lower()
        await world.click(bob, shown, "Back")
        await world.click(bob, shown, "As JSON")
        name, data = file(world, world.ephemerals(bob)[-1])
        record = json.loads(data)
        assert (name, record["game"], [seat["name"] for seat in record["seats"]]) == ("cheat-2.json", 2, list(NAMES))
        assert record["moves"][-1]["move"] == "over"
        await world.click(bob, shown, "As text")
        name, data = file(world, world.ephemerals(bob)[-1])
        assert name == "cheat-2.txt"
        assert "Ann lays" in data.decode()
        assert "**" not in data.decode()

        proof = await read(table, cy, "verify", game="#2")
        assert "✔ they match" in proof
        deal_message = next(world.text(m) for m in table.channel if "Proof of a fair deal" in world.text(m))
        (code,) = re.findall(r"```py\n(.*?)\n```", proof, re.DOTALL)
        assert [run(text) for text in (code, code.replace('"AS"', '"2S"', 1))] == ["True\n", "False\n"]
        first = await read(table, cy, "verify", game="1")
        commitment = re.findall(r"`([0-9a-f]{64})`", first)[0]
        assert commitment in deal_message

        # a manager's file, and one's own
        name, data = file(world, await ask(table, ann, "export"))
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
        assert (name, len(rows)) == ("cheat-results.csv", 9)
        assert {row["name"] for row in rows} == set(NAMES)
        assert "Manage Server" in await read(table, bob, "export")
        mine = await ask(table, bob, "export-me")
        assert "except for the moves of your games: `/cheat replay`" in world.text(mine)
        name, data = file(world, mine)
        about = json.loads(data)
        assert len(about[str(world.guild.id)]["results"]) == 3
        assert "Cy" not in data.decode()


@pytest.mark.asyncio
async def test_the_end_tells_what_to_remember(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES) as table:
        (end,) = await play_games(table, 1, seed=3)
        told = table.world.text(end)
        assert re.search(r"Boldest lie: \*\*\w+\*\* said \*\*.+\*\* and laid ", told)
        assert re.search(r"Biggest pile: \*\*\w+\*\* took \d+ card", told)
        assert len(told) <= 4000


@pytest.mark.asyncio
async def test_cards_of_a_game_are_told_only_once_it_is_over_and_only_in_its_server(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES) as table:
        world, ann = table.world, table.people[0]
        await table.sit_down()
        await table.deal()
        await table.play(table.on_turn())
        for command in ("replay", "verify"):
            assert "still being played" in await read(table, ann, command, game="1")
            assert "no finished game" in await read(table, ann, command, game="7")
            assert "no finished game" in await read(table, ann, command, game="one")
        await world.advance(13)
        await play_to_the_end(table, 6)
        elsewhere = world.new_guild("Away")
        elsewhere.add_member(ann)
        there = world.new_channel("den", guild=elsewhere)
        await world.slash(ann, there, "cheat replay", game="1")
        assert "no finished game" in world.text(world.ephemerals(ann)[-1])
        shown = await ask(table, ann, "replay", game="1")
        await world.forge(ann, table.channel[-1], "r1:replay:1:1")
        assert "nothing that is still going on" in world.text(world.ephemerals(ann)[-1])
        for forged in ("r1:replay:999:1", "r1:verify:x:y", "r1:json:", "r1:board:nonsense::zz:0", "r1:games:-5"):
            await world.forge(ann, shown, forged)


@pytest.mark.asyncio
async def test_the_deal_of_a_game_that_was_stopped_is_opened_though_nothing_else_is_told_of_it(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES) as table:
        world, ann = table.world, table.people[0]
        await table.sit_down()
        await world.slash(ann, world.channel, "cheat stop")
        assert "/cheat verify" not in world.text(table.channel[-1]), "nothing was dealt"
        assert "no finished game" in await read(table, ann, "verify", game="1")
        await world.advance(6)
        await table.sit_down()
        await table.deal()
        commitment = re.findall(r"`([0-9a-f]{64})`", " ".join(world.text(each) for each in table.channel))[-1]
        await table.play(table.on_turn())
        assert "still being played" in await read(table, ann, "verify", game="2")
        await world.slash(ann, world.channel, "cheat stop")
        (number,) = re.findall(r"`/cheat verify game:(\d+)`", world.text(table.channel[-1]))
        for restarted in (False, True):
            if restarted:
                await world.restart()
            proof = await read(table, ann, "verify", game=number)
            assert f"`{commitment}`" in proof
            assert "✔ they match" in proof
            assert "the hands of **Ann**, **Bob**, **Cy**" in proof
            (code,) = re.findall(r"```py\n(.*?)\n```", proof, re.DOTALL)
            assert run(code) == "True\n"
        assert "no finished game" in await read(table, ann, "replay", game=number)
        assert "No game has been played to its end here yet." in await read(table, ann, "history")
        elsewhere = world.new_guild("Away")
        elsewhere.add_member(ann)
        there = world.new_channel("den", guild=elsewhere)
        await world.slash(ann, there, "cheat verify", game=number)
        assert "no finished game" in world.text(world.ephemerals(ann)[-1])


@pytest.mark.asyncio
async def test_pages_and_orders_go_on_after_a_restart(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES) as table:
        world, ann = table.world, table.people[0]
        await play_games(table, 1)
        shown, board = await ask(table, ann, "replay", game="1"), await ask(table, ann, "leaderboard")
        await world.restart(downtime_s=90 * 24 * 3600)
        await world.click(ann, shown, "Next")
        assert "2 / " in " ".join(world.labels(shown, include_disabled=True))
        await world.select(ann, board, "games", placeholder="Order by")
        assert "1 game, " in world.text(board)
        await world.select(ann, board, "last 30 days", placeholder="Which games")
        assert "Nobody stands here yet" in world.text(board)


@pytest.mark.asyncio
async def test_old_journals_go_and_results_stay(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES, config={"record": {"journal_days": 10}}) as table:
        world, ann = table.world, table.people[0]
        await play_games(table, 1)
        before = await read(table, ann, "stats")
        await world.advance(12 * 24 * 3600)
        assert await read(table, ann, "stats") == before
        assert "have been deleted" in await read(table, ann, "history")
        assert "have been deleted" in await read(table, ann, "replay", game="1")
        assert await world.autocomplete(ann, world.channel, "cheat replay", "game", "") == []


@pytest.mark.asyncio
async def test_games_with_cpus_stand_in_the_history_and_count_apart(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start", preset="fast", cpus=1)
        await world.click(bob, table.last("Join"), "Join")
        await world.advance(2)
        await table.deal()
        await world.slash(bob, world.channel, "cheat leave")
        table.people = [ann]
        await play_out(table, seed=3)
        await world.advance(5)
        past = await read(table, ann, "history")
        assert re.search(r"[12]\. \*\*\w+\*\* \(CPU\) · ", past), "a CPU has its name"
        assert "3. **Bob**" in past
        assert "With CPUs: counts apart." in past
        assert "No game here counts yet" in await read(table, ann, "leaderboard")
        card = await read(table, ann, "stats")
        assert "With CPUs: 1 game, " in card
        assert "You have no game here yet that counts." in card
        assert "(CPU)" in await read(table, ann, "replay", game="1")
        _, data = file(world, await ask(table, ann, "export"))
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
        assert [row["player"] == "" for row in rows] == [False, True, False]
        assert [row["cpu"] for row in rows] == ["0", "1", "0"]
        assert f"**{rows[1]['name']}** (CPU)" in past
