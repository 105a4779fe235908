"""Three games, and everything that can be asked about them afterwards, read as people read it."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import ResponseMessage, UserHandle

from tests.e2e.evening import Evening, evening
from tests.e2e.harness import World
from tests.e2e.test_cpus import play_out

NAMES = ("Ann", "Bob", "Cy")


async def play_to_the_end(table: Evening, seed: int) -> None:
    """Play with seeded moods until the end is told."""
    mood = random.Random(seed)
    for _ in range(400):
        if table.is_over():
            return
        person = table.on_turn()
        await table.play(person, lie=None if mood.random() < 0.7 else True)
        others = table.others(person)
        if mood.random() < 0.25:
            await table.call(mood.choice(others))
        elif mood.random() < 0.8:
            await table.let_go(*others)
        else:
            await table.world.advance(13)
    raise AssertionError("nobody won")


async def play_games(table: Evening, count: int, *, seed: int = 1) -> list[ResponseMessage]:
    """Several games one after another at the same table; gives the messages of their ends."""
    ends = []
    await table.sit_down()
    for game in range(count):
        if game:
            await table.world.click(table.people[0], table.last("Rematch"), "Rematch")
        await table.deal()
        await play_to_the_end(table, seed + game)
        await table.world.advance(2)
        ends.append(table.channel[-1])
    return ends


@asynccontextmanager
async def home(tmp_path: Path, *names: str, **more: Any) -> AsyncIterator[Evening]:
    """A server whose first person may manage it."""
    async with evening(tmp_path, *names, **more) as table:
        role = table.world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        table.world.env.backend.add_member_role(table.world.guild.id, table.people[0].id, role.id)
        yield table


async def ask(table: Evening, who: UserHandle, command: str, **options: Any) -> ResponseMessage:
    """Run a command and give the private answer."""
    await table.world.slash(who, table.world.channel, f"cheat {command}", **options)
    return table.world.ephemerals(who)[-1]


async def read(table: Evening, who: UserHandle, command: str, **options: Any) -> str:
    """The same as text."""
    return table.world.text(await ask(table, who, command, **options))


def file(world: World, message: ResponseMessage) -> tuple[str, bytes]:
    """The file that hangs on a message."""
    (attachment,) = world._payload(message)["attachments"]
    data = world.env.backend.cdn.get(attachment["url"])
    assert data is not None
    return attachment["filename"], data


def run(code: str) -> str:
    """What a Python of its own prints."""
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


def raw(directory: Path) -> bytes:
    """All bytes of the database's files."""
    return b"".join(file.read_bytes() for file in directory.glob("cheat.db*"))


def everything(path: Path) -> list[str]:
    """Every cell of every table that holds text, and every number, as text."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [str(cell) for table in tables for row in db.execute(f"SELECT * FROM {table}") for cell in row]


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
        await play_to_the_end(table, 1)
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
async def test_somebody_forgotten_is_gone_everywhere_and_the_others_results_stay(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    async with home(tmp_path, "Ann", "Bobby Tables", "Cy") as table:
        world, (ann, bob, cy) = table.world, table.people
        await world.slash(ann, world.channel, "cheat house-rules")
        await play_games(table, 2)
        before = await read(table, cy, "stats")
        assert str(bob.id) in everything(path)

        # Somebody who sits at a table leaves first.
        await world.click(ann, table.last("Rematch"), "Rematch")
        asked = await ask(table, bob, "forget-me")
        assert "can’t be undone" in world.text(asked)
        await world.click(bob, asked, "Forget me")
        assert "You still sit at a table" in world.text(asked)
        await world.slash(bob, world.channel, "cheat leave")
        asked = await ask(table, bob, "forget-me")
        await world.click(bob, asked, "Forget me")
        assert "You are forgotten" in world.text(asked)

        cells = everything(path)
        assert not [cell for cell in cells if str(bob.id) in cell or "Bobby" in cell]
        assert b"Bobby" not in raw(tmp_path), "not even in the file's free pages"
        for reader in (ann, cy):
            for command, options in (
                ("leaderboard", {}), ("history", {}), ("replay", {"game": "1"}), ("verify", {"game": "1"}),
            ):  # fmt: skip
                told = await read(table, reader, command, **options)
                assert "Bobby" not in told
                assert "a former player" in told
        after = await read(table, cy, "stats")
        assert after.replace("a former player", "**Bobby Tables**") == before
        _, data = file(world, await ask(table, ann, "export"))
        assert "Bobby" not in data.decode()
        assert str(bob.id) not in data.decode()

        # A rebuild brings nothing back.
        await world.restart()
        with world.as_bot():
            await world.bot.recorder.rebuild(lambda _done, _all: None)
        assert not [cell for cell in everything(path) if str(bob.id) in cell or "Bobby" in cell]


@pytest.mark.asyncio
async def test_a_stranger_who_asks_what_is_stored_or_to_be_forgotten_is_not_learned_by_that(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    async with home(tmp_path, "Ann", "Bobby Tables") as table:
        world, bob = table.world, table.people[1]
        for _ in range(2):
            assert "Nothing is stored about you here." in await read(table, bob, "export-me")
            asked = await ask(table, bob, "forget-me")
            await world.click(bob, asked, "Forget me")
            assert "There was nothing about you to forget." in world.text(asked)
        assert not [cell for cell in everything(path) if str(bob.id) in cell or "Bobby" in cell]
        await read(table, bob, "stats")
        assert "Bobby Tables" in everything(path)


@pytest.mark.asyncio
async def test_whoever_left_the_server_is_forgotten_everywhere_by_direct_message(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    async with home(tmp_path, "Ann", "Bobby Tables", "Cy") as table:
        world, bob = table.world, table.people[1]
        await play_games(table, 1)
        await world.leave(bob)
        await world.slash(bob, None, "cheat export-me")
        _, data = file(world, world.ephemerals(bob)[-1])
        assert json.loads(data)[str(world.guild.id)]["name"][0]["name"] == "Bobby Tables"
        await world.slash(bob, None, "cheat forget-me")
        asked = world.ephemerals(bob)[-1]
        assert "in every server" in world.text(asked)
        await world.click(bob, asked, "Forget me")
        assert "You are forgotten" in world.text(asked)
        assert not [cell for cell in everything(path) if str(bob.id) in cell or "Bobby" in cell]
        await world.slash(bob, None, "cheat export-me")
        assert "Nothing is stored about you" in world.text(world.ephemerals(bob)[-1])


@pytest.mark.asyncio
async def test_somebody_who_gave_up_is_forgotten_while_the_others_play_on(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    async with home(tmp_path, "Ann", "Bobby Tables", "Cy") as table:
        world, (ann, bob, cy) = table.world, table.people
        await table.sit_down()
        await table.deal()
        await world.slash(bob, world.channel, "cheat leave")
        asked = await ask(table, bob, "forget-me")
        await world.click(bob, asked, "Forget me")
        assert "You are forgotten" in world.text(asked)
        table.people = [ann, cy]
        await play_to_the_end(table, 4)
        await world.advance(2)
        end = world.text(table.channel[-1])
        assert "a former player" in end
        assert "Bobby" not in end
        assert not [cell for cell in everything(path) if str(bob.id) in cell or "Bobby" in cell]
        await world.click(ann, table.channel[-1], "Rematch")
        lobby = world.text(table.last("Start"))
        assert "1. " in lobby
        assert "2. **Cy**" in lobby
        assert "3. " not in lobby
        assert "a former player" in await read(table, cy, "history")


@pytest.mark.asyncio
@pytest.mark.parametrize("leaver", ["Ann", "Bobby Tables"])
async def test_whoever_left_a_team_to_a_cpu_is_forgotten_while_the_others_play_on(tmp_path: Path, leaver: str) -> None:
    path = tmp_path / "cheat.db"
    async with home(tmp_path, "Ann", "Bobby Tables", "Cy", "Dee", "Eve", "Flo") as table:
        world = table.world
        gone = next(person for person in table.people if person.name == leaver)
        host, *_ = (person for person in table.people if person is not gone)
        await table.sit_down("teams")
        await table.deal()
        asked = await ask(table, gone, "forget-me")
        await world.click(gone, asked, "Forget me")
        assert "You still sit at a table" in world.text(asked)
        await world.slash(gone, world.channel, "cheat leave")
        asked = await ask(table, gone, "forget-me")
        await world.click(gone, asked, "Forget me")
        assert "You are forgotten" in world.text(asked)
        table.people = [person for person in table.people if person is not gone]
        for _ in range(400):
            if table.is_over():
                break
            waiting = [person for person in table.people if "It is your turn" in table.hand_text(person)]
            if waiting:
                await table.play(waiting[0])
            await world.advance(13)
        await world.advance(2)
        assert "a former player" in world.text(table.channel[-1])
        assert not [cell for cell in everything(path) if str(gone.id) in cell or leaver in cell]
        assert not [message for message in table.channel if "<@-" in world.text(message)]
        await world.click(host, table.channel[-1], "Rematch")
        assert f"**{host.name}** (host)" in world.text(table.last("Start"))


@pytest.mark.asyncio
async def test_a_server_that_throws_the_bot_out_has_a_grace(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    async with home(tmp_path, *NAMES, config={"record": {"server_grace_days": 3}}) as table:
        world = table.world
        await play_games(table, 1)
        guild = str(world.guild.id)
        await world.kick_bot()
        await world.advance(2 * 24 * 3600)
        assert guild in everything(path)
        await world.advance(3 * 24 * 3600)
        assert guild not in everything(path)
        assert "Ann" not in everything(path)


@pytest.mark.asyncio
async def test_people_have_their_names_again_where_the_bot_comes_back_after_the_grace(tmp_path: Path) -> None:
    async with home(tmp_path, *NAMES, config={"record": {"server_grace_days": 3}}) as table:
        world, ann = table.world, table.people[0]
        await read(table, ann, "stats")
        await world.kick_bot()
        await world.advance(5 * 24 * 3600)
        assert "Ann" not in everything(tmp_path / "cheat.db")
        with world.as_bot():
            await world.bot.registry.met(world.guild.id, ann.id, "Ann")
        assert "Ann" in everything(tmp_path / "cheat.db")


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
async def test_where_the_host_was_forgotten_somebody_else_opens_the_rematch(tmp_path: Path) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        (end,) = await play_games(table, 1)
        await world.click(ann, await ask(table, ann, "forget-me"), "Forget me")
        stranger = world.new_user("Mallory")
        await world.click(stranger, end, "Rematch")
        assert "Only the host can do that" in world.text(world.ephemerals(stranger)[-1])
        await world.click(bob, end, "Rematch")
        lobby = world.text(table.last("Start"))
        assert "1. **Bob** (host)" in lobby
        assert "2. " not in lobby


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
