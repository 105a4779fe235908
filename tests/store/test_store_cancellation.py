"""Transactions under cancellation: whole or not at all, and the next one is not disturbed."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot.store import Database
from tests.store.opened import names, turns


class Held:
    """Keeps the connection's thread busy, so that whatever is asked next must wait for `release`."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self._task: asyncio.Task[object] | None = None

    async def start(self, card_base: Database) -> None:
        assert card_base._connection is not None
        await card_base._connection.create_function("hold", 0, lambda: self.release.wait(60))
        self._task = asyncio.ensure_future(card_base._connection.execute_fetchall("SELECT hold()"))
        await turns()

    async def finish(self) -> None:
        self.release.set()
        assert self._task is not None
        await self._task


async def write(card_base: Database, name: str, inside: asyncio.Event | None = None) -> None:
    async with card_base.transaction() as tx:
        await tx.run("INSERT INTO cards VALUES (?)", (name,))
        if inside is not None:
            inside.set()
            await asyncio.get_running_loop().create_future()  # for ever


async def cancelled(task: asyncio.Task[None]) -> None:
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.asyncio
class TestCancellation:
    async def test_in_the_middle_rolls_back(self, card_base: Database) -> None:
        inside = asyncio.Event()
        task = asyncio.create_task(write(card_base, "ace", inside))
        await inside.wait()
        task.cancel()
        await cancelled(task)
        await write(card_base, "king")
        assert await names(card_base) == ["king"]

    async def test_during_begin_leaves_no_transaction(self, card_base: Database) -> None:
        held = Held()
        await held.start(card_base)
        task = asyncio.create_task(write(card_base, "ace"))
        await turns()
        task.cancel()
        await turns()
        assert not task.done()  # BEGIN will still run, and its rollback after it
        await held.finish()
        await cancelled(task)
        await write(card_base, "king")
        assert await names(card_base) == ["king"]

    @pytest.mark.parametrize("times", [1, 3])
    async def test_during_commit_is_held_back_until_it_is_done(self, card_base: Database, times: int) -> None:
        held = Held()
        committing = asyncio.Event()

        async def write_and_commit_slowly() -> None:
            async with card_base.transaction() as tx:
                await tx.run("INSERT INTO cards VALUES ('ace')")
                await held.start(card_base)
                committing.set()

        task = asyncio.create_task(write_and_commit_slowly())
        await committing.wait()
        await turns()
        for _ in range(times):
            task.cancel()
            await turns()
        assert not task.done()
        await held.finish()
        await cancelled(task)
        assert await names(card_base) == ["ace"]

    async def test_while_waiting_for_its_turn_writes_nothing(self, card_base: Database) -> None:
        async with card_base.transaction() as tx:
            task = asyncio.create_task(write(card_base, "ace"))
            await turns()
            task.cancel()
            await cancelled(task)
            await tx.run("INSERT INTO cards VALUES ('king')")
        assert await names(card_base) == ["king"]

    async def test_of_a_reader_lets_others_go_on(self, card_base: Database) -> None:
        held = Held()
        await held.start(card_base)
        reader = asyncio.create_task(names(card_base))
        await turns()
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader
        await held.finish()
        await write(card_base, "ace")
        assert await names(card_base) == ["ace"]

    async def test_while_closing_still_closes(self, card_base: Database) -> None:
        held = Held()
        await held.start(card_base)
        task = asyncio.create_task(card_base.close())
        await turns()
        task.cancel()
        await turns()
        await held.finish()
        await cancelled(task)
        again = await Database.open(card_base.path)
        await again.close()

    async def test_while_opening_frees_the_file(self, tmp_path: Path) -> None:
        for number in range(40):
            task = asyncio.create_task(Database.open(tmp_path / "other.db"))
            for _ in range(number):
                await asyncio.sleep(0)
            task.cancel()
            try:
                card_base = await task
            except asyncio.CancelledError:
                continue
            await card_base.close()
        await (await Database.open(tmp_path / "other.db")).close()
