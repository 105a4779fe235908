"""Who is forgotten is gone everywhere: people by their wish, servers after their grace."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from tests.e2e.record_evening import NAMES, ask, file, home, play_games, play_to_the_end, read
from tests.sweeps import sweep


def raw(directory: Path) -> bytes:
    """All bytes of the database's files."""
    return b"".join(file.read_bytes() for file in directory.glob("cheat.db*"))


def everything(path: Path) -> list[str]:
    """Every cell of every table that holds text, and every number, as text."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [str(cell) for table in tables for row in db.execute(f"SELECT * FROM {table}") for cell in row]


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
        await play_to_the_end(table, 2)
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
@pytest.mark.parametrize("leaver", sweep(["Ann", "Bobby Tables"], "Ann"))
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
