"""The disk stalls longer than Discord waits: a command is acknowledged in time, and answered where it is waited for."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.engine.rules.ruleset import Ruleset
from bot.store import Database
from bot.ui.components import NumberForm
from tests.e2e.conftest import LogTrap
from tests.e2e.editing import of_server, server_editor
from tests.e2e.evening import Evening, said
from tests.e2e.record_evening import file, home

pytestmark = pytest.mark.asyncio

STALL_S = 4.0
WAITED_BY_ALL, WAITED_ALONE, PRESSED = {"type": 5}, {"type": 5, "data": {"flags": 64}}, {"type": 6}


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """How long the disk takes for anything."""
    takes = {"s": 0.0}

    def slowed(plain: Any) -> Any:
        async def slowly(*args: Any, **named: Any) -> Any:
            if takes["s"]:
                await asyncio.sleep(takes["s"])
            return await plain(*args, **named)

        return slowly

    for name in ("read", "read_together", "write"):
        monkeypatch.setattr(Database, name, slowed(getattr(Database, name)))
    return takes


def callbacks(table: Evening) -> list[Any]:
    """What interactions were answered with at first."""
    return [request.body for request in table.world.requests if request.path.endswith("/callback")]


async def slowly(table: Evening, disk: dict[str, float], *acknowledged: Any) -> None:
    """Wait for the acknowledgement of what was just pressed or typed, then for its answer."""
    world = table.world
    assert callbacks(table) == []
    await world.advance(2)
    assert callbacks(table) == list(acknowledged)
    await world.advance(8 * STALL_S)
    assert callbacks(table) == list(acknowledged), "nothing is answered twice"
    disk["s"] = 0.0


async def test_a_table_opened_on_a_slow_disk_is_the_answer_and_is_redrawn(
    tmp_path: Path, disk: dict[str, float]
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        disk["s"] = STALL_S
        answer = await world.slash(ann, world.channel, "cheat start")
        await slowly(table, disk, WAITED_BY_ALL)
        (lobby,) = table.channel
        assert "Join" in world.labels(answer)
        assert answer.response is not None
        assert lobby.id == answer.response.id
        assert world.bot.registry.at_channel(world.channel.id).publisher.messages["lobby"].message_id == lobby.id
        world.requests.clear()
        await world.slash(bob, world.channel, "cheat join")
        assert "**Bob**" in world.text(lobby)
        assert not world.sent("PATCH /channels/*/messages/*"), "the command's token draws it"


async def test_what_only_the_asker_reads_stays_theirs_where_everybody_saw_them_wait(
    tmp_path: Path, disk: dict[str, float]
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        world.requests.clear()
        disk["s"] = STALL_S
        await world.slash(bob, world.channel, "cheat start")
        await slowly(table, disk, WAITED_BY_ALL)
        assert "A table stands in this channel already" in said(world, bob)
        assert len(table.channel) == 1


@pytest.mark.parametrize(
    ("command", "told"),
    [("stats", "Ann"), ("leaderboard", "Leaderboard"), ("history", "games"), ("house-rules", "House rules"),
     ("settings", "Settings")],
)  # fmt: skip
async def test_a_private_screen_on_a_slow_disk_stays_private(
    tmp_path: Path, disk: dict[str, float], command: str, told: str
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        disk["s"] = STALL_S
        answer = await world.slash(ann, world.channel, f"cheat {command}")
        await slowly(table, disk, WAITED_ALONE)
        assert told.casefold() in said(world, ann).casefold()
        assert answer.response is not None
        assert [message.id for message in world.ephemerals(ann)] == [answer.response.id]
        assert table.channel == []


async def test_a_file_on_a_slow_disk_comes_where_it_is_waited_for(tmp_path: Path, disk: dict[str, float]) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        world.requests.clear()
        disk["s"] = STALL_S
        await world.slash(ann, world.channel, "cheat export")
        assert callbacks(table) == [WAITED_ALONE], "that takes a while anyway"
        await world.advance(4 * STALL_S)
        assert callbacks(table) == [WAITED_ALONE]
        assert file(world, world.ephemerals(ann)[-1])[0].startswith("cheat-results")


async def test_a_hand_opened_on_a_slow_disk_is_redrawn_where_it_stands(tmp_path: Path, disk: dict[str, float]) -> None:
    async with home(tmp_path, "Ann", "Bob", "Cy", shut={"Ann", "Bob", "Cy"}) as table:
        world = table.world
        await table.house_rules(turn_timer=60)
        await table.sit_down()
        await table.deal()
        game = world.bot.registry.at_channel(world.channel.id).game
        while not (held := [at for at, seat in enumerate(game.state.seats) if seat.held]):
            await world.advance(5)
        away = table.people[held[0]]
        world.requests.clear()
        disk["s"] = STALL_S
        await world.click(away, table.last("My hand"), "My hand")
        # Their seat was a CPU's, and that they are back is written down first.
        await slowly(table, disk, WAITED_ALONE)
        hand = world.ephemerals(away)[-1]
        before = world.text(hand)
        assert "cards" in before
        for _ in range(20):
            await world.advance(10)
        assert world.text(hand) != before, "the press's token draws it"


async def test_an_answer_that_got_lost_is_not_waited_for_for_ever(
    tmp_path: Path, disk: dict[str, float], trap: LogTrap
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        disk["s"] = STALL_S
        world.fail("PATCH /webhooks/*", 503)
        await world.slash(ann, world.channel, "cheat stats")
        await slowly(table, disk, WAITED_ALONE)
        assert "went wrong on our side" in said(world, ann)


async def test_whoever_types_on_a_slow_disk_is_offered_nothing(tmp_path: Path, disk: dict[str, float]) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        disk["s"] = STALL_S
        assert await world.autocomplete(ann, world.channel, "cheat replay", "game", "") == []
        assert callbacks(table) == []
        await world.advance(2)
        assert callbacks(table) == [{"type": 8, "data": {"choices": []}}]
        await world.advance(2 * STALL_S)
        assert len(callbacks(table)) == 1


async def test_whoever_types_where_something_breaks_is_offered_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: LogTrap
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("made by the test")

    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        monkeypatch.setattr(world.bot.desk.recording, "choices", broken)
        trap.expect("no choices could be offered")
        assert await world.autocomplete(ann, world.channel, "cheat replay", "game", "") == []
        assert callbacks(table) == [{"type": 8, "data": {"choices": []}}]


async def test_a_form_sent_on_a_slow_disk_is_acknowledged_and_then_drawn(
    tmp_path: Path, disk: dict[str, float]
) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        await world.click(ann, editor, next(label for label in world.labels(editor) if label.startswith("Calling")))
        form = await world.click(ann, editor, "Other number…")
        world.requests.clear()
        disk["s"] = STALL_S
        await world.submit(ann, form, {NumberForm.FIELD: "21"})
        await slowly(table, disk, PRESSED)
        assert "21" in world.text(editor)
        assert await of_server(table) == Ruleset(window_s=21)


# What discord.py says where Discord took the acknowledgement: it sent it again after an error on the way, or heard
# nothing more of it.
TAKEN = pytest.mark.parametrize(("status", "code"), [(400, 40060), (503, 0)])


async def acknowledged_unheard(table: Evening, status: int, code: int) -> None:
    """Wait for an acknowledgement that Discord takes and that seems to have failed, and for the answer after it."""
    world = table.world
    world.tolerate("was answered twice")
    world.fail("POST /interactions/*/callback", status, code, when="after")
    await world.advance(8 * STALL_S)


@TAKEN
async def test_an_answer_comes_though_its_acknowledgement_seemed_lost(
    tmp_path: Path, disk: dict[str, float], status: int, code: int
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        disk["s"] = STALL_S
        answer = await world.slash(ann, world.channel, "cheat stats")
        await acknowledged_unheard(table, status, code)
        assert answer.response is not None
        assert [message.id for message in world.ephemerals(ann)] == [answer.response.id]
        assert "Ann" in said(world, ann)


@TAKEN
async def test_a_table_stands_where_everybody_waits_though_the_acknowledgement_seemed_lost(
    tmp_path: Path, disk: dict[str, float], status: int, code: int
) -> None:
    async with home(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        disk["s"] = STALL_S
        answer = await world.slash(ann, world.channel, "cheat start")
        await acknowledged_unheard(table, status, code)
        assert answer.response is not None
        assert [message.id for message in table.channel] == [answer.response.id]
        assert "Join" in world.labels(table.channel[0])


@TAKEN
async def test_a_page_is_drawn_though_the_acknowledgement_of_its_button_seemed_lost(
    tmp_path: Path, disk: dict[str, float], status: int, code: int
) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        before = world.text(editor)
        disk["s"] = STALL_S
        await world.click(ann, editor, next(label for label in world.labels(editor) if label.startswith("Calling")))
        await acknowledged_unheard(table, status, code)
        assert world.text(editor) != before
        assert len(world.ephemerals(ann)) == 1


@pytest.mark.parametrize(("status", "code", "told"), [(400, 40060, "cheat-results"), (503, 0, "went wrong")])
async def test_a_file_or_an_apology_comes_though_the_acknowledgement_seemed_lost(
    tmp_path: Path, status: int, code: int, told: str
) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        world.tolerate("was answered twice")
        world.fail("POST /interactions/*/callback", status, code, when="after")
        await world.slash(ann, world.channel, "cheat export")
        await world.advance(5)
        (answer,) = world.ephemerals(ann)
        assert told in (file(world, answer)[0] if code else said(world, ann))


@pytest.mark.parametrize(("status", "code"), [(503, 0), (400, 50035)])
async def test_a_held_page_that_discord_does_not_draw_is_told(
    tmp_path: Path, disk: dict[str, float], trap: LogTrap, status: int, code: int
) -> None:
    """No table stands behind the press, which might draw it later."""
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        world.requests.clear()
        world.tolerate("refused as an invalid form")
        if code:
            trap.expect("Discord refused an answer")
        came: list[str] = []
        world.bot.desk.done = lambda _kind, outcome, _seconds: came.append(outcome)
        disk["s"] = STALL_S
        world.fail("PATCH /webhooks/*", status, code)
        await world.click(ann, editor, next(label for label in world.labels(editor) if label.startswith("Calling")))
        await slowly(table, disk, PRESSED)
        assert "went wrong on our side" in said(world, ann)
        assert came == ["told"]


async def test_a_held_page_that_can_be_told_nothing_counts_as_silent(tmp_path: Path, disk: dict[str, float]) -> None:
    async with home(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        editor = await server_editor(table)
        world.requests.clear()
        came: list[str] = []
        world.bot.desk.done = lambda _kind, outcome, _seconds: came.append(outcome)
        disk["s"] = STALL_S
        world.fail("* /webhooks/*", 503, times=None)
        await world.click(ann, editor, next(label for label in world.labels(editor) if label.startswith("Calling")))
        await slowly(table, disk, PRESSED)
        assert came == ["silent"]
