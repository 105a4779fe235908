"""Whatever breaks, people read the number that the log has: in the channel, on their screens, and after a restart."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from simcord import UserHandle

from bot.engine.rules.challenge import AllAsSaid
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio

SAID = re.compile(r"Something went wrong at this table \(([0-9a-f]{6})\), and it had to stop")


def numbers(table: Evening) -> list[str]:
    """The numbers that the channel's messages tell, in their order."""
    return [number for message in table.channel for number in SAID.findall(table.world.text(message))]


def logged(trap: LogTrap) -> list[str]:
    """The numbers that the log tells of tables."""
    return [record.__dict__["fault"] for record in trap.records if "table" in record.__dict__]


async def pressed(table: Evening) -> str:
    """What somebody is told who asks for their hand now."""
    person = table.people[0]
    await table.world.slash(person, table.world.channel, "cheat hand")
    return table.world.text(table.world.ephemerals(person)[-1])


async def broken(table: Evening, monkeypatch: pytest.MonkeyPatch) -> UserHandle:
    """A call that breaks the table; gives who made it."""

    def fails(*_args: Any) -> Any:
        raise ZeroDivisionError

    await table.sit_down()
    await table.deal()
    person = table.on_turn()
    await table.play(person, lie=True)
    await table.world.advance(1)
    with monkeypatch.context() as patch:
        patch.setattr(AllAsSaid, "truthful", fails)
        await table.call(caller := table.others(person)[0])
    await table.world.advance(1)
    return caller


async def test_a_table_that_breaks_tells_the_number_of_its_line_in_the_log(
    tmp_path: Path, trap: LogTrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap.expect("table stopped")
    async with evening(tmp_path, "Ann", "Bob") as table:
        await broken(table, monkeypatch)
        (number,) = logged(trap)
        assert set(numbers(table)) == {number}
        assert len(numbers(table)) == 2, "the notice, and the claim that has lost its buttons"
        assert SAID.search(await pressed(table)).group(1) == number  # type: ignore[union-attr]


async def test_a_table_that_is_well_again_after_a_restart_says_so_where_it_had_stopped(
    tmp_path: Path, trap: LogTrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap.expect("table stopped")
    async with evening(tmp_path, "Ann", "Bob") as table:
        caller = await broken(table, monkeypatch)
        count = len(table.channel)
        await table.world.restart(downtime_s=60)
        await table.world.advance(2)
        assert numbers(table) == []
        assert "The game goes on where it was" in "".join(map(table.world.text, table.channel[:count]))
        await table.call(caller)
        await table.world.advance(1)
        assert table.on_turn() == caller, "a lie was called"


async def test_a_table_that_can_not_be_read_back_keeps_its_number_from_start_to_start(
    tmp_path: Path, trap: LogTrap
) -> None:
    trap.expect("table not recovered")
    async with evening(tmp_path, "Ann", "Bob") as table:
        await table.sit_down()
        await table.deal()
        await table.world._close(table.world.bot)
        with sqlite3.connect(tmp_path / "cheat.db") as file:
            file.execute("UPDATE events SET kind = 'Nonsense' WHERE seq = 1")
        file.close()
        said: set[str] = set()
        for _ in range(3):
            await table.world.restart(downtime_s=600)
            await table.world.advance(2)
            said |= {*numbers(table), SAID.search(await pressed(table)).group(1)}  # type: ignore[union-attr]
        assert logged(trap) == list(said) * 3
        notices = [message for message in table.channel if "Sorry!" in table.world.text(message)]
        assert len(notices) == 1, "told once, however often it is started"
