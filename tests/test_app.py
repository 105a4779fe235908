"""Starting and stopping the client: what `run` says and returns, and that closing always works."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot import running
from bot.app import CheatBot
from bot.command_sync import digest, sync_if_changed
from bot.config import Config
from bot.entropy import SystemEntropy
from bot.store import Database, SqliteTableStore, StoreError, migrate

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"


class Rehearsal(CheatBot):
    """A client that signs in nowhere: `fails` is raised instead, without it the client runs until closed."""

    fails: BaseException | None = None
    closings = 0
    signing_in: asyncio.Event

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Pretend."""
        if self.fails is not None:
            raise self.fails
        self.signing_in.set()
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Count."""
        type(self).closings += 1
        await super().close()


def rehearse(fails: BaseException | None = None) -> type[Rehearsal]:
    """A client class of its own for one test."""
    return type("Rehearsing", (Rehearsal,), {"fails": fails, "closings": 0, "signing_in": asyncio.Event()})


def settings(tmp_path: Path, **more: Any) -> Config:
    """A configuration with its database below the test's directory."""
    return Config.model_validate({"database": {"path": tmp_path / "cheat.db"}, **more})


def http_error(kind: Callable[..., discord.HTTPException], status: int) -> discord.HTTPException:
    """An error as discord.py raises it."""

    class Response:
        reason = "made by the test"

    response = Response()
    response.status = status  # type: ignore[attr-defined]
    return kind(response, {"code": 0, "message": "made by the test"})


@pytest.fixture
def hangup() -> Iterator[Callable[[signal.Handlers], None]]:
    """Sets what a closed terminal did to this process when the bot was started."""
    before = signal.getsignal(signal.SIGHUP)

    def close(handler: signal.Handlers) -> None:
        signal.signal(signal.SIGHUP, handler)

    yield close
    signal.signal(signal.SIGHUP, before)


def test_without_a_token_nothing_is_started(capsys: pytest.CaptureFixture[str]) -> None:
    assert running.run(Config()) == 2
    assert "token" in capsys.readouterr().err


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("failure", "status", "words"),
    [
        (discord.LoginFailure("Improper token has been passed."), 2, "does not accept this token"),
        (StoreError("The database x is damaged."), 2, "The database x is damaged."),
        (aiohttp.ClientError("no way"), 1, "can't be reached"),
        (OSError("no network"), 1, "can't be reached"),
        (http_error(discord.HTTPException, 503), 1, "503"),
    ],
)
async def test_what_keeps_it_from_running_is_said_in_a_sentence_without_the_token(
    failure: Exception, status: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = rehearse(failure)
    assert await running.serve(kind, settings(tmp_path), TOKEN) == status
    said = capsys.readouterr().err
    assert words in said
    assert TOKEN not in said
    assert kind.closings == 1


@pytest.mark.asyncio
async def test_an_unknown_fault_is_not_swallowed(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        await running.serve(rehearse(ZeroDivisionError()), settings(tmp_path), TOKEN)


@pytest.mark.asyncio
@pytest.mark.parametrize("number", [*running.STOP_SIGNALS, signal.SIGHUP])
async def test_a_stop_signal_ends_it_cleanly(
    number: signal.Signals, tmp_path: Path, hangup: Callable[[signal.Handlers], None]
) -> None:
    hangup(signal.SIG_DFL)
    kind = rehearse()
    serving = asyncio.create_task(running.serve(kind, settings(tmp_path), TOKEN))
    await asyncio.wait_for(kind.signing_in.wait(), 10)
    os.kill(os.getpid(), number)
    assert await asyncio.wait_for(serving, 10) == 0
    assert kind.closings == 1


@pytest.mark.asyncio
async def test_a_closed_terminal_does_not_stop_what_was_started_to_outlive_it(
    tmp_path: Path, hangup: Callable[[signal.Handlers], None]
) -> None:
    hangup(signal.SIG_IGN)  # as nohup does
    kind = rehearse()
    serving = asyncio.create_task(running.serve(kind, settings(tmp_path), TOKEN))
    await asyncio.wait_for(kind.signing_in.wait(), 10)
    os.kill(os.getpid(), signal.SIGHUP)
    await asyncio.sleep(0)
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    assert kind.closings == 0
    os.kill(os.getpid(), signal.SIGTERM)
    assert await asyncio.wait_for(serving, 10) == 0


@pytest.mark.asyncio
async def test_a_taken_health_port_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert await running.serve(rehearse(), settings(tmp_path, health={"port": port}), TOKEN) == 1
    assert str(port) in capsys.readouterr().err


@pytest.mark.asyncio
async def test_the_health_server_says_starting_until_the_bot_is_ready(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    kind = rehearse()
    serving = asyncio.create_task(running.serve(kind, settings(tmp_path, health={"port": port}), TOKEN))
    await asyncio.wait_for(kind.signing_in.wait(), 10)
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/healthz") as answer,
    ):
        assert answer.status == 503
    os.kill(os.getpid(), signal.SIGTERM)
    assert await asyncio.wait_for(serving, 10) == 0


@pytest.mark.asyncio
async def test_what_is_loaded_is_set_apart_from_the_collector_once_the_process_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen: list[int] = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(1))

    class Ready(Rehearsal):
        signing_in = asyncio.Event()

        async def start(self, token: str, *, reconnect: bool = True) -> None:
            await self.setup_hook()
            assert not frozen, "not before all is in place"
            await self.on_ready()
            await self.on_ready()
            await super().start(token, reconnect=reconnect)

    serving = asyncio.create_task(running.serve(Ready, settings(tmp_path), TOKEN))
    await asyncio.wait_for(Ready.signing_in.wait(), 10)
    os.kill(os.getpid(), signal.SIGTERM)
    assert await asyncio.wait_for(serving, 10) == 0
    assert frozen == [1]


@pytest.mark.asyncio
async def test_a_bot_among_others_leaves_the_collector_alone(tmp_path: Path) -> None:
    bot = CheatBot(settings(tmp_path))
    assert bot.at_first_ready is None
    await bot.close()


@pytest.mark.asyncio
async def test_closing_works_before_signing_in_and_twice(tmp_path: Path) -> None:
    bot = CheatBot(settings(tmp_path))
    await bot.close()
    await bot.close()


@pytest.mark.asyncio
async def test_a_close_goes_on_to_its_end_though_who_began_it_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py closes a client whose connection broke, in the task that a stop cancels."""
    bot = CheatBot(settings(tmp_path))
    await bot.setup_hook()
    held, ended = asyncio.Event(), list[bool]()

    async def slow(_within_s: float) -> None:
        await held.wait()
        ended.append(True)

    monkeypatch.setattr(bot.registry, "close", slow)
    first, second = asyncio.ensure_future(bot.close()), asyncio.ensure_future(bot.close())
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    assert not second.done(), "the second waits for the first"
    held.set()
    await second
    assert ended == [True]
    assert bot.database is not None
    with pytest.raises(StoreError):
        await bot.database.read("SELECT 1")


def test_the_client_listens_to_nothing_but_servers(tmp_path: Path) -> None:
    bot = CheatBot(settings(tmp_path, discord={"shard_count": 3}))
    assert bot.intents == discord.Intents(guilds=True)
    assert bot.allowed_mentions is not None
    assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()
    assert bot.shard_count == 3


def test_chance_is_not_repeated() -> None:
    assert len(SystemEntropy().draw(32)) == 32
    assert SystemEntropy().draw(32) != SystemEntropy().draw(32)


@pytest.mark.asyncio
async def test_commands_that_could_not_be_registered_are_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = discord.Client(intents=discord.Intents.none())
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    database = await Database.open(None)
    await migrate(database)
    store = SqliteTableStore(database)
    sent: list[str] = []

    async def sync() -> list[Any]:
        sent.append(await digest(tree))
        if len(sent) == 1:
            raise http_error(discord.HTTPException, 500)
        return []

    monkeypatch.setattr(tree, "sync", sync)
    with caplog.at_level(logging.ERROR):
        assert not await sync_if_changed(tree, store, 7)
    assert "could not be registered" in caplog.text
    assert await sync_if_changed(tree, store, 7)
    assert not await sync_if_changed(tree, store, 7)
    assert await sync_if_changed(tree, store, 8), "each application has its own commands"
    await database.close()
