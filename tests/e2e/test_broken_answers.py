"""When something of ours or of Discord's breaks at a press: it acts once, and whoever pressed hears of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.automod import forbid_a_name_in_answers
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import dealt, evening, said

pytestmark = pytest.mark.asyncio


async def test_an_interaction_delivered_twice_acts_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        joined = await world.click(bob, table.last("Join"), "Join")
        count = len(world.ephemerals(bob))
        await world.redeliver(joined)
        started = await world.slash(ann, world.channel, "cheat table")
        await world.redeliver(started)
        assert len(world.ephemerals(bob)) == count
        assert len(table.channel) == 2


async def test_a_press_that_comes_too_late_to_answer_changes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.advance(30)
        await world.click(bob, table.last("Join"), "Join", late=2.8)
        assert "too late" in said(world, bob)
        await world.click(bob, table.last("Join"), "Join", late=10)
        assert "**Bob**" not in world.text(table.last("Join"))


async def test_a_late_press_reads_whether_the_table_has_moved_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, bob, cy) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.advance(30)
        await world.click(bob, table.last("Join"), "Join", late=2.8)
        assert "press or type it again" in said(world, bob)
        await world.click(bob, table.last("Join"), "Join")
        await world.advance(1)
        await world.click(cy, table.last("Join"), "Join", late=2.8)
        assert "the table has moved on since" in said(world, cy)
        await world.advance(3)
        await world.click(cy, table.last("Join"), "Join")
        await table.deal()
        await table.play(table.on_turn(), lie=True)
        claim = world.screen(table.claim)
        first, second = [person for person in table.people if f"**{person.name}** lays" not in world.text(claim)]
        await world.advance(2)
        await world.click(first, claim, "Let it go")
        await world.advance(1)
        await world.click(second, claim, "Let it go", late=2.8)
        assert "press or type it again" in said(world, second), "who lets it go moves nothing on"
        await world.click(second, claim, "Cheat!")
        await world.advance(1)
        await world.click(second, claim, "Let it go", late=2.8)
        assert "the table has moved on since" in said(world, second)


async def test_a_fault_of_ours_is_told_under_the_number_it_is_logged_with(
    tmp_path: Path, trap: LogTrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("made by the test")

    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        trap.expect("an interaction failed")
        for name in ("live", "at_channel"):
            monkeypatch.setattr(world.bot.registry, name, broken)
        await world.click(bob, table.last("Join"), "Join")
        await world.slash(bob, world.channel, "cheat hand")
        told = [re.search(r"\(([0-9a-f]{6})\)", world.text(message)) for message in world.ephemerals(bob)]
        logged = [getattr(record, "fault", None) for record in trap.records]
        assert [match[1] for match in told if match is not None] == logged
        assert len(logged) == 2


async def test_a_lost_answer_undoes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        for fault in ((404, 10062), (400, 40060), (503, 0)):
            world.tolerate("was answered")
            world.fail("POST /interactions/*/callback", *fault)
            world.excuse(await world.slash(bob, world.channel, "cheat join"))
            assert "**Bob**" in world.text(table.channel[0])
            await world.advance(2)
            await world.slash(bob, world.channel, "cheat leave")
            assert "**Bob**" not in world.text(table.channel[0])
            await world.advance(2)


async def test_the_result_of_a_call_is_shown_even_when_its_answer_is_lost(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person)
        (other,) = table.others(person)
        claim = table.claim
        world.fail("POST /interactions/*/callback", 503)
        world.excuse(await world.click(other, claim, "Cheat!"))
        await world.advance(2)
        assert "Cheat!" not in world.labels(claim)
        assert re.search(r"truth|lie", world.text(claim))


async def test_a_layout_discord_refuses_is_logged_and_told_in_plain_words(tmp_path: Path, trap: LogTrap) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        trap.expect("Discord refused an answer")
        world.fail("POST /interactions/*/callback", 400)
        await world.click(bob, table.last("Join"), "Join")
        assert "went wrong on our side" in world.ephemerals(bob)[-1].content
        await world.slash(ann, world.channel, "cheat table")
        assert "**Bob**" in world.text(table.channel[-1]), "what was decided stands"


async def test_a_fault_while_drawing_the_answer_is_told_too(
    tmp_path: Path, trap: LogTrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("made by the test")

    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        trap.expect("an interaction failed")
        monkeypatch.setattr("bot.ui.showing.tables.lobby", broken)
        await world.click(bob, table.last("Join"), "Join")
        assert "went wrong on our side" in said(world, bob)


async def test_a_command_of_an_older_release_asks_to_choose_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        world.bot.tree.get_command("cheat").remove_command("help")
        await world.slash(ann, world.channel, "cheat help")
        world.tolerate("CommandNotFound")
        assert "has changed" in said(world, ann)


async def test_a_table_that_broke_says_how_its_channel_is_freed_and_anybody_seated_may(
    tmp_path: Path, trap: LogTrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("made by the test")

    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (_, bob, _) = table.world, table.people
        stranger = world.new_user("Mallory")
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        claim = table.claim
        trap.expect("table stopped")
        with monkeypatch.context() as patch:
            patch.setattr("bot.tables.game.decide", broken)
            await world.click(table.others(person)[0], claim, "Let it go")
            await world.advance(3)
        assert "`/cheat stop` frees the channel" in said(world, table.others(person)[0])
        assert "`/cheat stop` frees the channel" in world.text(table.channel[-1])
        assert "`/cheat stop` frees the channel" in world.text(claim)
        for message in (claim, *map(table.hand, table.people)):
            assert world.labels(message) == []
        await world.slash(bob, world.channel, "cheat table")
        assert world.labels(table.channel[-1]) == []
        await world.slash(stranger, world.channel, "cheat stop")
        assert "Only the host" in said(world, stranger)
        await world.slash(bob, world.channel, "cheat stop")
        await world.advance(5)
        await world.slash(bob, world.channel, "cheat start")
        assert "Join" in world.labels(table.channel[-1])


async def test_what_automod_lets_nobody_say_is_told_without_names_or_as_what_it_is(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", shut={"Cy"}) as table:
        world, (_, bob, cy) = table.world, table.people
        await table.sit_down()
        await forbid_a_name_in_answers(table)
        # Why nothing happened names the host.
        await world.click(bob, table.last("Start"), "Start")
        assert "AutoMod" in said(world, bob)
        await table.deal()
        # A hand at the table, and every redraw of it, tells the seats by their numbers.
        assert "#1" in said(world, cy)
        assert "Ann" not in said(world, cy)
        await table.tap(cy, next(iter(table.cards(cy))))
        assert "#1" in said(world, cy)


async def test_a_page_that_automod_refuses_is_told_as_that(tmp_path: Path) -> None:
    """No table stands behind the press, which might say so."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await world.slash(ann, world.channel, "cheat tutorial")
        world.fail("POST /interactions/*/callback", 400, 200000)
        await world.click(ann, world.ephemerals(ann)[-1], "A ×2")
        assert "AutoMod" in said(world, ann)
