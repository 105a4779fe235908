"""The moments an evening is made of, each as the people at the table see it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from simcord import UserHandle

from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio


async def dealt(table: Evening) -> None:
    await table.sit_down()
    await table.deal()


def lines(table: Evening) -> list[str]:
    """The newest public message, line by line."""
    return table.world.text(table.channel[-1]).splitlines()


def count_of(table: Evening, person: UserHandle) -> int:
    """How many cards the newest public message says somebody holds."""
    found = re.search(rf"\*\*{person.name}\*\* (\d+)", table.world.text(table.channel[-1]))
    assert found
    return int(found[1])


async def truth_or_lie(table: Evening, *, lie: bool) -> UserHandle:
    """Go round, everybody letting everything go, until somebody can tell the truth, who then plays as asked."""
    for _ in range(20):
        person = table.on_turn()
        if table.due(person) in table.cards(person) or lie:
            await table.play(person, lie=lie)
            return person
        await table.play(person)
        await table.let_go(*table.others(person))
    raise AssertionError("nobody could tell the truth")


async def shed_to_the_last(table: Evening, *, wanted: Callable[[Evening, UserHandle], bool]) -> UserHandle:
    """Play on, everybody letting everything go, until a seat on turn can lay its last card as `wanted`."""
    for _ in range(200):
        person = table.on_turn()
        if sum(table.cards(person).values()) == 1 and wanted(table, person):
            return person
        held = table.cards(person)
        if sum(held.values()) > 1:
            spare = next(rank for rank in held)
            await table.tap(person, spare, min(held[spare], 4, sum(held.values()) - 1))
            await table.world.click(person, table.hand(person), table.play_label(person))
            await table.let_go(*table.others(person))
        else:
            # Its one card is not what the test wants: called, it takes the pile back or wins.
            await table.play(person)
            await table.call(table.others(person)[0])
            if table.is_over():
                raise AssertionError("the game ended before the moment came")
    raise AssertionError("nobody came to a last card")


async def test_a_caught_lie_costs_the_liar_the_pile(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        liar = await truth_or_lie(table, lie=True)
        before = count_of(table, liar)
        caller = table.others(liar)[0]
        await table.call(caller)
        text = table.world.text(table.channel[-1])
        assert f"**{caller.name}** called." in text
        assert "✘ **lie**" in text
        assert re.search(rf"\*\*{liar.name}\*\* takes the pile \(\d+ cards?\)", text)
        assert count_of(table, liar) > before
        assert table.world.labels(table.channel[-1]) == []


async def test_a_wrong_call_costs_the_caller_the_pile(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        honest = await truth_or_lie(table, lie=False)
        caller = table.others(honest)[-1]
        await table.call(caller)
        text = table.world.text(table.channel[-1])
        assert "✔ **truth**" in text
        assert f"**{caller.name}** takes the pile" in text
        assert f"**{caller.name}** called" in table.hand_text(caller)


async def test_a_last_lie_caught_takes_the_pile_back_and_the_game_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", seed=4) as table:
        await dealt(table)
        liar = await shed_to_the_last(table, wanted=lambda table, person: table.due(person) not in table.cards(person))
        await table.play(liar)
        assert count_of(table, liar) == 0
        assert not table.is_over()
        await table.call(table.others(liar)[0])
        assert "✘ **lie**" in table.world.text(table.channel[-1])
        assert not table.is_over()
        assert count_of(table, liar) > 0
        table.on_turn()


async def test_a_last_play_that_nobody_calls_wins_when_its_time_is_over(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", seed=6) as table:
        await dealt(table)
        winner = await shed_to_the_last(table, wanted=lambda *_: True)
        await table.play(winner)
        await table.world.advance(9)
        assert not table.is_over()
        await table.world.advance(5)
        assert table.is_over()
        assert f"**{winner.name}** has no cards left and wins" in table.world.text(table.channel[-1])
        assert "You won!" in table.hand_text(winner)


async def test_an_armed_play_goes_down_by_itself_and_can_be_taken_back(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        # A first round, so that everybody's hand can be redrawn.
        for _ in range(3):
            person = table.on_turn()
            await table.play(person)
            await table.let_go(*table.others(person))
        person = table.on_turn()
        await table.play(person)
        following = table.people[(table.people.index(person) + 1) % 3]
        assert "You are next" in table.hand_text(following)
        rank = next(iter(table.cards(following)))
        await table.tap(following, rank)
        label = table.play_label(following)
        await table.world.click(following, table.hand(following), label)
        assert "goes down when the time to call is over" in table.hand_text(following)
        await table.world.click(following, table.hand(following), "Take back")
        assert "Taken back" in table.hand_text(following)
        await table.world.click(following, table.hand(following), label)
        before = len(table.channel)
        await table.world.advance(14)
        assert len(table.channel) == before + 1
        assert f"**{following.name}** lays" in table.world.text(table.claim)
        assert "You have played" in table.hand_text(following)


async def test_the_window_closes_early_when_everybody_let_it_go(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        first, second = table.others(person)
        await table.let_go(first)
        assert f"Let it go: **{first.name}** · 1 still thinks" in table.world.text(table.claim)
        await table.let_go(second)
        assert "Everybody let it go. It stands." in lines(table)
        assert table.on_turn() != person


async def test_an_open_window_that_ran_out_while_the_bot_was_away_opens_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        person = table.on_turn()
        await table.play(person, lie=True)
        claim, messages = table.claim, len(table.channel)
        await table.world.restart(kill=True, downtime_s=60)
        assert len(table.channel) == messages
        assert "The bot was away" in table.world.text(table.claim)
        await table.world.advance(8)
        caller = table.others(person)[0]
        await table.world.click(caller, claim, "Cheat!")
        await table.world.advance(0.5)
        assert f"**{person.name}** takes the pile" in table.world.text(table.channel[-1])
        assert len(table.channel) == messages


async def test_a_restart_within_the_window_gives_all_of_its_time_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        person = table.on_turn()
        await table.play(person, lie=True)
        messages = len(table.channel)
        await table.world.restart(kill=True, downtime_s=4)
        assert "The bot was away" in table.world.text(table.claim)
        late = await table.world.click(table.others(person)[0], table.claim, "My hand")
        assert late.acknowledged
        await table.world.advance(9)
        assert "Cheat!" in table.world.labels(table.claim)
        await table.world.advance(5)
        assert len(table.channel) == messages
        assert table.on_turn() != person


async def test_a_rematch_seats_the_same_people_and_moves_the_deal_on(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", seed=6) as table:
        await dealt(table)
        opener = table.on_turn()
        winner = await shed_to_the_last(table, wanted=lambda *_: True)
        await table.play(winner)
        await table.let_go(*table.others(winner))
        assert table.is_over()
        refused = await table.world.click(table.people[1], table.channel[-1], "Rematch")
        assert "Only the host" in table.world.text(refused)
        await table.world.click(table.people[0], table.channel[-1], "Rematch")
        assert lines(table)[1:3] == ["1. **Ann** (host)", "2. **Bob**"]
        await table.deal()
        assert table.on_turn() != opener


async def test_who_walks_away_is_reminded_then_played_for_and_is_back_at_a_press(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await dealt(table)
        absent = table.on_turn()
        await table.world.advance(31)
        assert table.world.pinged(table.channel[-1]) == {absent.id}
        assert "it is your turn" in table.world.text(table.channel[-1])
        await table.world.advance(33)
        assert f"**{absent.name}** lays **one" in table.world.text(table.claim)
        await table.let_go(*table.others(absent))
        present = table.on_turn()
        await table.play(present)
        await table.world.advance(13)
        await table.world.advance(64)
        assert f"A CPU plays for **{absent.name}**" in table.world.text(table.claim)
        await table.let_go(present)
        await table.play(present)
        await table.world.advance(3)
        await table.world.advance(3)
        await table.world.slash(absent, table.world.channel, "cheat back")
        assert f"**{absent.name}** is back." in table.world.text(table.channel[-1])


async def test_whoever_presses_the_buttons_that_a_verdict_has_just_taken_away_hears_who_was_faster(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        person = table.on_turn()
        await table.play(person, lie=True)
        first, second = table.others(person)
        message = table.claim
        button = next(part for part in table.world.components(message) if part.get("label") == "Cheat!")
        await table.call(first)
        await table.world.advance(1)
        await table.world.forge(second, message, button["custom_id"])
        assert re.search(rf"{first.name}\*\* was \d\.\d s faster", table.world.text(table.world.ephemerals(second)[-1]))


async def test_the_name_somebody_was_last_seen_with_is_kept_and_shown(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await dealt(table)
        bob = table.person("Bob")
        table.world.guild._guild.members[bob.id].nick = "Bobby"
        await table.look(bob)
        table.private.clear()
        await table.play(table.on_turn())
        assert "**Bobby**" in table.world.text(table.claim)
        with table.world.as_bot():
            store = table.world.bot.registry._store
            assert await store.name_of(table.world.guild.id, bob.id) == "Bobby"


async def test_a_stop_while_a_claim_is_open_takes_its_buttons_and_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        await dealt(table)
        await table.play(table.on_turn())
        claim = table.claim
        await table.world.slash(table.person("Ann"), table.world.channel, "cheat stop")
        await table.world.advance(2)
        assert table.world.labels(claim) == []
        assert "This table was stopped." in table.world.text(claim)
        assert "Time to call" not in table.world.text(claim)


async def test_hands_of_a_stopped_table_say_so_and_lose_their_buttons(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", shut={"Cy"}) as table:
        await dealt(table)
        await table.play(table.on_turn())
        await table.world.slash(table.person("Ann"), table.world.channel, "cheat stop")
        await table.world.advance(3)
        for person in table.people:
            assert table.world.labels(table.hand(person)) == []
            assert "This table was stopped." in table.hand_text(person)
            assert table.cards(person) == {}


async def test_hands_of_a_table_whose_channel_was_deleted_say_so(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await dealt(table)
        await table.world.delete_channel(table.world.channel)
        await table.world.advance(3)
        for person in table.people:
            assert table.world.labels(table.hand(person)) == []
            assert "This table was stopped." in table.hand_text(person)


async def test_the_hand_in_direct_messages_is_kept_true_though_it_was_opened_at_the_table_too(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await dealt(table)
        first = table.on_turn()
        (second,) = table.others(first)
        copy = await table.look(second)
        table.private.clear()
        await table.play(first)
        await table.let_go(second)
        await table.world.advance(2)
        for hand in (copy, table.hand(second)):
            assert "It is your turn" in table.world.text(hand)
        await table.world.slash(first, table.world.channel, "cheat leave")
        await table.world.advance(3)
        for hand in (copy, table.hand(second)):
            assert "You won!" in table.world.text(hand)
            assert table.world.labels(hand) == []


async def test_whoever_leaves_in_a_window_is_no_longer_named_as_next(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee") as table:
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        ring = [*table.people, *table.people]
        upcoming, after, last = ring[ring.index(person) + 1 :][:3]
        claim = table.claim
        await table.let_go(last)
        assert f"Next: <@{upcoming.id}>" in table.world.text(claim)
        await table.world.slash(upcoming, table.world.channel, "cheat leave")
        await table.world.settle()
        assert f"Next: <@{after.id}>" in table.world.text(claim)
        assert "1 still thinks" in table.world.text(claim)
        assert f"Next: **{after.name}** with" in table.world.text(table.channel[-1])
        assert table.world.pinged(table.channel[-1]) == set()


async def test_a_deleted_claim_comes_back_by_itself_with_a_whole_window(tmp_path: Path) -> None:
    """Once the bot finds out, which is when it next draws it: somebody let it go on their hand."""
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person, lie=True)
        first, second, third = table.others(person)
        await world.click(first, table.claim, "Let it go")
        await world.advance(6)
        said, posted = world.text(table.claim), len(table.channel)
        await world.delete_message(table.claim)
        assert len(table.channel) == posted - 1
        await world.click(second, table.hand(second), world.labels(table.hand(second))[0])
        await world.click(second, table.hand(second), "Let it go")
        await world.settle()
        assert world.text(table.claim).splitlines()[0] == said.splitlines()[0]
        # The first window would be over by now.
        await world.advance(8)
        await table.call(third)
        assert f"**{third.name}** called. ✘ **lie**" in world.text(table.channel[-1])


async def test_a_deleted_claim_that_nobody_touches_ends_with_its_window(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await dealt(table)
        person = table.on_turn()
        await table.play(person)
        await world.delete_message(table.claim)
        await world.advance(15)
        following = table.on_turn()
        assert following.id != person.id
        await table.play(following)
        assert f"**{following.name}** lays" in world.text(table.claim)
        assert f"**{person.name}**" in world.text(table.claim)
