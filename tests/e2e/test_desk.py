"""Presses: of the wrong person, too late, stale, tampered, or at the moment when something of ours breaks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from simcord import UserHandle

from bot.ui.components import ButtonId, Kind
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import Evening, evening
from tests.e2e.harness import Press, World

pytestmark = pytest.mark.asyncio


def said(world: World, person: UserHandle) -> str:
    """The newest message only this person sees."""
    return world.text(world.ephemerals(person)[-1])


async def dealt(table: Evening) -> None:
    """Everybody sits down and the cards are dealt."""
    await table.sit_down()
    await table.world.advance(len(table.people) + 1)
    await table.deal()


async def test_of_two_calls_the_slower_hears_by_how_much_also_on_a_hand(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        faster, slower = table.others(person)
        hand = table.hand(slower)
        await world.advance(1)
        await world.click(slower, hand, world.labels(hand)[0])  # hands are not redrawn for everybody
        await world.together(
            [
                Press(user=slower, message=hand, label="Cheat!", offset_ms=180),
                Press(user=faster, message=table.claim, label="Cheat!", offset_ms=0),
            ]
        )
        await world.advance(1)
        assert re.search(rf"\*\*{faster.name}\*\* was 0\.2 s faster", world.text(world.ephemerals(slower)[-1]))
        assert "Cheat!" not in world.labels(hand)
        assert len(world.ephemerals(slower)) == 1


async def test_a_call_after_the_window_hears_how_late_it_was(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        (other,) = table.others(person)
        claim = world.screen(table.claim)
        await world.advance(11.5)
        await world.click(other, claim, "Cheat!")
        await world.advance(0.5)
        assert re.search(r"closed \d\.\d s ago", world.text(world.ephemerals(other)[-1]))


async def test_a_call_in_time_counts_though_it_arrives_too_late_to_be_answered(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        (other,) = table.others(person)
        claim = table.claim
        await world.advance(11)
        world.excuse(await world.click(other, claim, "Cheat!", late=4))
        await world.advance(1)
        assert re.search(r"takes the pile", world.text(claim))


async def test_calling_ones_own_play_is_told_in_private(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        await world.click(person, table.claim, "Cheat!")
        await world.advance(0.5)
        assert "own play" in world.text(world.ephemerals(person)[-1])
        assert "Cheat!" in world.labels(table.claim)


async def test_a_play_whose_hand_is_stale_is_refused_and_the_hand_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.choose(person, table.due(person), lie=True)
        stale = world.screen(table.hand(person))
        label = table.play_label(person)
        await world.click(person, table.hand(person), "Clear")
        await world.click(person, stale, label)
        assert "changed since this was drawn" in table.hand_text(person)
        assert len(table.channel) == 2


async def test_letting_go_on_the_claim_redraws_it_and_on_the_hand_the_hand(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        first, second = table.others(person)
        before = world.text(table.claim)
        await world.click(first, table.claim, "Let it go")
        assert world.text(table.claim) != before
        await world.click(second, table.hand(second), world.labels(table.hand(second))[0])
        await world.click(second, table.hand(second), "Let it go")
        assert "Let it go" not in world.labels(table.hand(second))
        assert world.ephemerals(first) + world.ephemerals(second) == []


async def test_only_the_host_gets_a_rematch_and_it_is_the_reply(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await dealt(table)
        await world.slash(bob, world.channel, "cheat leave")
        await world.advance(2)
        end = table.last("Rematch")
        await world.click(bob, end, "Rematch")
        assert "Only the host" in world.text(world.ephemerals(bob)[-1])
        count = len(table.channel)
        await world.click(ann, end, "Rematch")
        assert len(table.channel) == count + 1
        lobby = table.channel[-1]
        assert "**Ann**" in world.text(lobby)
        assert "**Bob**" in world.text(lobby)
        await world.click(ann, end, "Rematch")
        assert str(lobby.id) in world.text(world.ephemerals(ann)[-1])
        await world.click(ann, lobby, "Start")
        await world.advance(3)
        assert "Pile: 0" in table.hand_text(bob)


async def test_hands_of_a_finished_game_answer_kindly(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await dealt(table)
        hand = world.screen(table.hand(ann))
        await world.slash(bob, world.channel, "cheat leave")
        await world.advance(3)
        await world.click(ann, hand, world.labels(hand)[0])
        assert "game is over" in world.text(world.ephemerals(ann)[-1])


async def test_a_hand_at_the_table_is_redrawn_without_a_tap_and_at_no_cost(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", shut={"Ann"}) as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        if person.name == "Ann":
            await table.play(person)
            (person,) = table.others(person)
            await table.let_go(person)
        ann = table.person("Ann")
        hand = table.hand(ann)
        before = world.text(hand)
        await table.play(person)
        await world.advance(13)
        assert world.text(hand) != before
        assert "It is your turn" in world.text(hand)


# --- the wrong person, F7-F9 ---------------------------------------------------------------------------------------


async def buttons_of_a_game(table: Evening) -> list[tuple[Any, str]]:
    """Every button a game shows to everybody, as (screen, label), one of each kind."""
    world, found = table.world, dict[str, tuple[Any, str]]()

    def collect() -> None:
        for message in table.channel:
            for label in world.labels(message):
                found.setdefault(label, (world.screen(message), label))

    await table.sit_down()
    collect()
    await world.advance(3)
    await table.deal()
    collect()
    await table.play(table.on_turn())
    collect()
    return list(found.values())


async def test_a_stranger_gets_a_private_answer_from_every_button(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        stranger = world.new_user("Mallory")
        shown = await buttons_of_a_game(table)
        assert {"Join", "Leave", "Start", "My hand", "Cheat!", "Let it go"} <= {label for _, label in shown}
        before = [world.text(message) for message in table.channel]
        for screen, label in shown:
            count = len(world.ephemerals(stranger))
            await world.click(stranger, screen, label)
            await world.advance(0.5)
            assert len(world.ephemerals(stranger)) == count + 1, label
        assert [world.text(message) for message in table.channel] == before
        assert not any(re.search(r"\d[♠♥♦♣]", world.text(message)) for message in world.ephemerals(stranger))


async def test_a_hand_pressed_by_somebody_else_tells_them_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await table.sit_down()
        await table.deal()
        hand = world.components(table.hand(ann))
        number = world.bot.registry.at_channel(world.channel.id).id
        pick = next(part["custom_id"] for part in hand if ":pick:" in part.get("custom_id", ""))
        # Nobody can reach another's hand; a tampered client would send its id on a message it does see.
        await world.forge(bob, table.last("My hand"), pick)
        assert said(world, bob) == "You have no cards at this table."
        assert ButtonId(number, Kind.PICK).encode()[:4] in pick


@pytest.mark.parametrize(
    "custom_id", ["c1:1:joining::", "c1:999:call:1:", "c9:1:x", "", "x" * 100, "c1:1:start:abc:", "c1:1:call:1:7777"]
)
async def test_an_unknown_or_tampered_id_is_answered_kindly(custom_id: str, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.forge(ann, table.channel[-1], custom_id)
        assert "nothing that is still going on" in said(world, ann)


async def test_a_button_the_message_never_had_is_answered_by_how_the_table_stands(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world, (ann,) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.forge(ann, table.channel[-1], "c1:1:call:99999999999:")
        assert said(world, ann) == "The game has not started yet."


async def test_buttons_of_a_stopped_table_answer_kindly(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        shown = await buttons_of_a_game(table)
        hand = world.screen(table.hand(ann))
        await world.slash(ann, world.channel, "cheat stop")
        for screen, label in shown:
            await world.click(bob, screen, label)
            assert "closed" in said(world, bob), label
        await world.click(ann, hand, next(label for label in world.labels(hand) if "×" in label))
        assert "closed" in said(world, ann)


@pytest.mark.parametrize("shut", [False, True])
async def test_sitting_down_again_and_again_opens_one_direct_message(shut: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", shut={"Bob"} if shut else None) as table:
        world, (_, bob) = table.world, table.people
        await table.sit_down()
        asked = len(world.sent("POST /channels/{channel_id}/messages"))
        for _ in range(3):
            await world.advance(3)
            await world.click(bob, table.last("Leave"), "Leave")
            assert "**Bob**" not in world.text(table.last("Join"))
            await world.advance(3)
            await world.click(bob, table.last("Join"), "Join")
            assert "**Bob**" in world.text(table.last("Join"))
        await world.advance(3)
        assert len(world.sent("POST /channels/{channel_id}/messages")) == asked
        if not shut:
            assert len(world.dms(bob)) == 1
            await table.deal()
            assert len(world.dms(bob)) == 1
            assert "Pile: 0" in world.text(world.dms(bob)[0])


async def test_leaving_at_once_after_sitting_down_takes_a_breath(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, bob) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        await world.click(bob, table.last("Join"), "Join")
        for label in ("Leave", "Join"):
            await world.click(bob, table.last(label), label)
            assert "One moment" in said(world, bob)
        assert "**Bob**" in world.text(table.last("Join"))
        await world.advance(3)
        await world.click(bob, table.last("Leave"), "Leave")
        assert "**Bob**" not in world.text(table.last("Join"))


async def test_leave_on_an_old_copy_of_the_lobby_resigns_nobody(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (_, bob) = table.world, table.people
        await table.sit_down()
        lobby = world.screen(table.last("Leave"))
        await table.deal()
        await world.click(bob, lobby, "Leave")
        assert "/cheat leave" in said(world, bob)
        assert any("×" in label for label in world.labels(table.hand(bob)))


# --- what goes wrong -----------------------------------------------------------------------------------------------


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


async def test_letting_go_on_a_hand_shows_on_the_claim_too_once_somebody_pressed_there(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        first, second, _ = table.others(person)
        await world.click(first, table.claim, "Let it go")
        await world.click(second, table.hand(second), world.labels(table.hand(second))[0])
        await world.click(second, table.hand(second), "Let it go")
        await world.settle()
        assert f"**{second.name}**" in world.text(table.claim).split("Let it go: ")[1]
        assert "1 still thinks" in world.text(table.claim)
