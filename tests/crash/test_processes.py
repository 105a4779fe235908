"""Two real processes of one bot on one database: direct messages reach the table whichever process has it."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.bench.wire import DM_BASE, Message, _numbered, walk
from tests.crash.pair import COMMAND, GUILDS, PRESS, TYPING, Pair

RESTARTING = "just restarting"


def relayed(pair: Pair) -> int:
    """How many interactions stand in the database."""
    with closing(sqlite3.connect(pair.file)) as database:
        found: int = database.execute("SELECT count(*) FROM relayed").fetchone()[0]
    return found


def plays(pair: Pair, table_id: int) -> int:
    """How many plays a table's journal holds."""
    with closing(sqlite3.connect(pair.file)) as database:
        wanted = "SELECT count(*) FROM events WHERE kind = 'Claimed' AND table_id = ?"
        found: int = database.execute(wanted, (table_id,)).fetchone()[0]
    return found


async def play(pair: Pair, user: int) -> int:
    """Pick a card and play it; gives the interaction's id once the play is pressed."""
    await pair.answered(pair.press(user, "pick"))
    return pair.press(user, "play")


async def at_rest(pair: Pair, user: int) -> Any:
    """Process 2 has written all it had to, so it is not stopped while it holds the file; gives how its tables stand."""
    await pair.answered(pair.press(user, "pick"))
    stand = await pair.ask(2, tables=True)
    await pair.until(lambda: relayed(pair) == 0)
    return stand


@pytest.mark.asyncio
async def test_a_hand_in_direct_messages_is_played_at_the_table_of_the_other_process(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        own, others = await pair.deal(1), await pair.deal(2)
        for table in (own, others):
            pressed = await play(pair, table.turn)
            pair.repeat(pressed)
            assert (await pair.answered(pressed))["type"] == 7, "the hand is drawn anew"
            await pair.until(lambda table=table: table.claims == ["1"])  # type: ignore[misc]
            # Brought twice, and both times before this one, it was played once.
            await pair.answered(pair.press(table.people[1], "pick"))
            assert (plays(pair, table.id), table.claims) == (1, ["1"])
        assert list(await pair.ask(1, tables=True)) == [str(own.id)]
        assert list(await pair.ask(2, tables=True)) == [str(others.id)]
        await pair.until(lambda: relayed(pair) == 0)


@pytest.mark.asyncio
async def test_a_press_whose_process_is_down_is_answered_and_works_again_after_its_start(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        user = table.turn
        before = await at_rest(pair, user)
        # Stopped, it can't take what is left for it; then it dies.
        pair.processes[2].send_signal(signal.SIGSTOP)
        lost = pair.press(user, "play")
        await pair.until(lambda: relayed(pair) == 1)
        pair.processes[2].kill()
        await pair.gone(2)
        assert RESTARTING in json.dumps(await pair.answered(lost))
        assert relayed(pair) == 0
        await pair.launch(2)
        assert await pair.ask(2, tables=True) == before, "nothing was played"
        again = await play(pair, user)
        assert (await pair.answered(again))["type"] == 7
        await pair.until(lambda: table.claims == ["1"])


@pytest.mark.asyncio
@pytest.mark.slow
@pytest.mark.parametrize("where", ["answering", "posting"])
async def test_a_play_taken_by_a_process_that_dies_of_it_counts_once(where: str, tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        user = table.turn
        await pair.answered(pair.press(user, "pick"))
        await pair.until(lambda: relayed(pair) == 0)
        setattr(pair, f"killed_{where}", 2)
        hand = pair.hand(user)
        button = hand.buttons("play")[0][3]
        pressed = pair.press(user, "play")
        await pair.gone(2)
        answer = await pair.answered(pressed)
        if where == "answering":
            assert RESTARTING in json.dumps(answer)
        await pair.until(lambda: relayed(pair) == 0)
        await pair.launch(2)
        await pair.until(lambda: table.claims == ["1"])
        # The hand as it was before the kill: the same button once more plays nothing.
        again = pair.send(user, PRESS, {"component_type": 2, "custom_id": button, "id": 1}, message=hand)
        await pair.answered(again)
        assert (plays(pair, table.id), table.claims) == (1, ["1"])


@pytest.mark.slow
@pytest.mark.asyncio
async def test_what_was_passed_on_is_answered_though_the_first_process_dies(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        pair.processes[2].send_signal(signal.SIGSTOP)
        pressed = pair.press(table.turn, "pick")
        await pair.until(lambda: relayed(pair) == 1)
        pair.processes[1].kill()
        await pair.gone(1)
        pair.processes[2].send_signal(signal.SIGCONT)
        assert (await pair.answered(pressed))["type"] == 7
        await pair.until(lambda: relayed(pair) == 0)


@pytest.mark.asyncio
async def test_a_press_is_answered_and_not_kept_though_both_processes_are_stopped(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        await at_rest(pair, table.turn)
        pair.processes[2].send_signal(signal.SIGSTOP)
        pressed = pair.press(table.turn, "pick")
        await pair.until(lambda: relayed(pair) == 1)
        pair._say(1, {"stop": True})
        await pair.gone(1)
        assert RESTARTING in json.dumps(await pair.answered(pressed))
        assert relayed(pair) == 0
        pair.processes[2].kill()
        await pair.gone(2)


@pytest.mark.asyncio
async def test_the_first_process_removes_what_was_left_for_others(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(2)
        with closing(sqlite3.connect(pair.file, isolation_level=None)) as database:
            database.execute("INSERT INTO relayed (id, process, payload) VALUES (1, 3, '{}'), (2, 2, '{}')")
        await pair.launch(1)
        await pair.until(lambda: relayed(pair) == 0)


@pytest.mark.asyncio
async def test_commands_in_direct_messages_find_the_seat_in_whichever_process(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        others = await pair.deal(2)
        user = others.people[0]
        hand = await pair.answered(pair.command(user, "hand"))
        assert f":{others.id}:pick:" in json.dumps(hand)
        own = await pair.deal(1, [user, 900_001, 900_002])
        assert "several tables" in json.dumps(await pair.answered(pair.command(user, "hand")))
        offered = await pair.answered(pair.command(user, "hand", TYPING, table="cards"))
        assert [it["value"] for it in offered["data"]["choices"]] == [str(others.id), str(own.id)]
        for table in (own, others):
            hand = await pair.answered(pair.command(user, "hand", table=str(table.id)))
            assert f":{table.id}:pick:" in json.dumps(hand)
        # What is about no table is answered where it came.
        assert "/cheat start" in json.dumps(await pair.answered(pair.command(user, "help")))
        gone = pair.send(user, PRESS, {"component_type": 2, "custom_id": "c1:99:pick::A", "id": 1}, pair.hand(user))
        assert "belongs to nothing" in json.dumps(await pair.answered(gone))
        # Nobody is forgotten while they sit at a table, whichever process has it.
        asked = await pair.answered(pair.command(others.people[1], "forget-me"))
        screen = pair.keep(DM_BASE + others.people[1], _numbered(asked["data"]["components"]))
        button = next(part["custom_id"] for part in walk(screen.components) if part["type"] == 2)
        pressed = pair.send(
            others.people[1], PRESS, {"component_type": 2, "custom_id": button, "id": 1}, message=screen
        )
        assert "You still sit at a table" in json.dumps(await pair.answered(pressed))


@pytest.mark.asyncio
async def test_a_forged_command_is_refused_whichever_process_has_the_seat(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        user = (await pair.deal(2)).people[0]
        for options in (
            [{"name": "table", "type": 3, "value": None}],
            [{"name": "table", "type": 3}],
            [{"type": 3, "value": "1"}],
            [None],
            None,
            5,
        ):
            part = {"name": "leave", "type": 1, "options": options}
            sent = pair.send(user, COMMAND, {"id": "1", "name": "cheat", "type": 1, "options": [part]})
            assert "choose it" in json.dumps(await pair.answered(sent), ensure_ascii=False), options
        typed = pair.send(user, TYPING, {"id": "1", "name": "cheat", "type": 1, "options": [5]})
        assert (await pair.answered(typed))["data"]["choices"] == []
        assert ":pick:" in json.dumps(await pair.answered(pair.command(user, "hand"))), "they sit there still"


async def heard(pair: Pair, expected: bool) -> None:
    """Wait until process 2 knows that direct messages arrive, or don't."""
    async with asyncio.timeout(20):
        while (await pair.ask(2, hears=GUILDS[2]))["hears"] is not expected:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.mark.asyncio
async def test_the_others_hear_that_the_first_process_was_killed_and_is_back(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(2)
        await heard(pair, False)
        await pair.launch(1)
        await heard(pair, True)
        pair.processes[1].kill()
        await pair.gone(1)
        await heard(pair, False)
        await pair.launch(1)
        await heard(pair, True)


@pytest.mark.asyncio
async def test_whoever_gave_up_at_another_processs_table_is_forgotten_there_too(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        user = table.people[1]

        async def forget() -> str:
            asked = await pair.answered(pair.command(user, "forget-me"))
            (button,) = [part for part in walk(asked["data"]["components"]) if part.get("label") == "Forget me"]
            where = Message(0, DM_BASE + user, asked["data"]["components"])
            data = {"component_type": 2, "custom_id": button["custom_id"], "id": 1}
            return json.dumps(await pair.answered(pair.send(user, PRESS, data, message=where)))

        assert "You still sit at a table" in await forget()
        await pair.answered(pair.command(user, "leave"))
        assert "You are forgotten" in await forget()
        async with asyncio.timeout(20):
            while user in (await pair.ask(2, seats=table.id))["seats"]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await pair.until(lambda: relayed(pair) == 0)
        with closing(sqlite3.connect(pair.file)) as database:
            assert database.execute("SELECT count(*) FROM seats WHERE user_id = ?", (user,)).fetchone() == (0,)


@pytest.mark.asyncio
async def test_whoever_presses_or_types_while_the_first_processs_disk_stalls_is_answered(tmp_path: Path) -> None:
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        await pair.ask(1, stall=60)
        pressed, typed = pair.press(table.turn, "pick"), pair.command(table.turn, "hand", TYPING, table="cards")
        assert RESTARTING in json.dumps(await pair.answered(pressed))
        assert (await pair.answered(typed)) == {"type": 8, "data": {"choices": []}}
        assert relayed(pair) == 0


STALLS_S = 4


@pytest.mark.asyncio
@pytest.mark.parametrize("stalls", ["leaving", pytest.param("taking-back", marks=pytest.mark.slow)])
async def test_whoever_presses_while_the_first_processs_disk_takes_no_writes_is_answered(
    stalls: str, tmp_path: Path
) -> None:
    """Discord waits three seconds; what is being written can't be broken off."""
    async with Pair(tmp_path / "cheat.db") as pair:
        await pair.launch(1)
        await pair.launch(2)
        table = await pair.deal(2)
        await at_rest(pair, table.turn)
        if stalls == "taking-back":
            pair.processes[2].send_signal(signal.SIGSTOP)
        else:
            await pair.ask(1, stall=STALLS_S, writes=True)
        began = time.perf_counter()
        pressed = pair.press(table.turn, "pick")
        if stalls == "taking-back":
            await pair.until(lambda: relayed(pair) == 1)
            await pair.ask(1, stall=STALLS_S, writes=True)
        assert RESTARTING in json.dumps(await pair.answered(pressed))
        assert pair.answered_at[pressed] - began < STALLS_S
        await pair.until(lambda: relayed(pair) == 0)
        if stalls == "taking-back":
            pair.processes[2].kill()
            await pair.gone(2)
