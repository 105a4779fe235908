"""The moments that only variants have: choosing a rank, slipping cards in, passing, Force, rounds, races by a play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from simcord import UserHandle

from bot.engine.rules.ruleset import PRESETS, Ruleset
from tests.e2e.evening import Evening, evening
from tests.e2e.player import Player

pytestmark = pytest.mark.asyncio

NAMES = ("Ann", "Bob", "Cy", "Dee")


async def begin(table: Evening, monkeypatch: pytest.MonkeyPatch, **rules: Any) -> Player:
    """A game by these rules."""
    monkeypatch.setitem(PRESETS, "wild", Ruleset(**rules))
    await table.sit_down("wild")
    await table.deal()
    return Player(table, seed=5, most=1 if rules.get("family") == "same_rank" else 4)


def newest(table: Evening) -> str:
    return table.world.text(table.channel[-1])


async def test_with_any_rank_free_the_play_waits_for_the_rank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:3]) as table:
        player = await begin(table, monkeypatch, direction="any")
        (person,) = player.says("It is your turn.")
        assert "begins with **any rank**" in newest(table)
        assert len(player.menu(person, "Rank to claim")) == 13
        rank = next(iter(table.cards(person)))
        await table.tap(person, rank)
        assert "Choose a rank" in table.world.labels(table.hand(person), include_disabled=True)
        assert "Choose a rank" not in player.labels(person)
        await table.world.select(person, table.hand(person), "Sevens", placeholder="Rank to claim")
        await player.press(person, "Play 1 as Seven")
        assert f"**{person.name}** lays **one Seven**" in newest(table)


async def test_a_menu_drawn_before_a_restart_still_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:3]) as table:
        player = await begin(table, monkeypatch, direction="any")
        (person,) = player.says("It is your turn.")
        await table.tap(person, next(iter(table.cards(person))))
        await table.world.restart(kill=True)
        await table.world.select(person, table.hand(person), "Sevens", placeholder="Rank to claim")
        await table.tap(person, next(iter(table.cards(person))))
        await player.press(person, "Play 1 as Seven")
        assert f"**{person.name}** lays **one Seven**" in newest(table)


async def test_an_armed_play_names_the_rank_that_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:3]) as table:
        player = await begin(table, monkeypatch, direction="up_down")
        (person,) = player.says("It is your turn.")
        await player.turn(person)
        following = table.people[(table.people.index(person) + 1) % 3]
        await table.look(following)
        await table.tap(following, next(iter(table.cards(following))))
        assert player.menu(following, "Rank to claim") == ["Kings", "Twos"]
        await table.world.select(following, table.hand(following), "Kings", placeholder="Rank to claim")
        await player.press(following, "Play 1 as King")
        assert "Your play of **one King** (" in table.hand_text(following)
        await table.let_go(*table.others(person))
        assert f"**{following.name}** lays **one King**" in newest(table)


async def test_cards_slipped_in_show_in_no_count_until_the_window_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, *NAMES[:3], seed=3) as table:
        player = await begin(table, monkeypatch, extra_cards=True, show_pile=True)
        (person,) = player.says("It is your turn.")
        held = table.cards(person)
        rank = max(held, key=lambda rank: held[rank])
        await table.tap(person, rank, 2)
        assert player.menu(person, "Cards to claim") == ["one", "two"]
        await table.world.select(person, table.hand(person), "one", placeholder="Cards to claim")
        await player.press(person, "Play 2 as one Ace")
        total = sum(held.values())
        assert f"**{person.name}** lays **one Ace**" in newest(table)
        assert f"**{person.name}** {total - 1}" in newest(table)
        assert "Pile: 1" in newest(table)
        assert f"**{person.name}** {total - 2}" in table.hand_text(person)
        assert "really 2 cards" in table.hand_text(person)
        await table.call(table.others(person)[0])
        assert "✘ **lie**" in newest(table)
        assert f"**{person.name}** takes the pile (2 cards)" in newest(table)


async def test_a_joker_stands_on_its_own_button_and_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:2], seed=3) as table:
        player = await begin(table, monkeypatch, jokers=2)
        (person,) = player.says("It is your turn.")
        for _ in range(4):
            if any(label.startswith("Joker ") for label in player.labels(person)):
                break
            await player.turn(person)
            await table.let_go(*table.others(person))
            (person,) = player.says("It is your turn.")
        await table.tap(person, "Joker")
        await player.press(person, table.play_label(person))
        await table.call(table.others(person)[0])
        assert "✔ **truth**: Joker" in newest(table)


async def test_a_pass_says_so_and_pings_who_is_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:3]) as table:
        player = await begin(table, monkeypatch, passing=True, call_word="doubt")
        (person,) = player.says("It is your turn.")
        await player.press(person, "Pass")
        following = table.people[(table.people.index(person) + 1) % 3]
        assert f"**{person.name}** passes." in newest(table)
        assert table.world.pinged(table.channel[-1]) == {following.id}
        assert "Twos" in newest(table)
        await player.turn(*player.says("It is your turn."))
        assert "I doubt it!" in table.world.labels(table.channel[-1])


async def test_once_everybody_has_passed_the_pile_leaves_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, *NAMES[:3]) as table:
        player = await begin(table, monkeypatch, family="same_rank")
        (person,) = player.says("It is your turn.")
        player.passes = 0.0
        await player.turn(person)
        assert "Doubt!" in table.world.labels(player.claim)
        await table.let_go(*table.others(person))
        for _ in range(3):
            await player.press(player.says("It is your turn.")[0], "Pass")
        assert "so everybody has. The pile (1 card) leaves the game unseen." in newest(table)
        assert "Out of the game: 2" in newest(table)
        assert player.says("It is your turn.") == [person]
        assert "Due: any rank" in table.hand_text(person)


async def forced(table: Evening, player: Player) -> tuple[UserHandle, UserHandle]:
    """Ann or Bob lays, the other forces; gives both."""
    (person,) = player.says("It is your turn.")
    await player.turn(person)
    (other,) = table.others(person)
    await table.look(other)
    await player.press(other, "Force")
    assert f"**Force:** **{other.name}** asks <@{person.id}> to show one " in newest(table)
    assert table.world.pinged(table.channel[-1]) == {person.id}
    assert "Doubt!" not in {label for message in table.channel for label in table.world.labels(message)}
    return person, other


async def test_a_forced_card_that_is_shown_goes_with_the_pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:2], seed=4) as table:
        player = await begin(table, monkeypatch, family="same_rank", force=True)
        (first,) = player.says("It is your turn.")
        # A pair, so that one is left to show.
        held = table.cards(first)
        rank = max(held, key=lambda rank: held[rank])
        await table.tap(first, rank)
        name = next(name for name in player.menu(first, "Rank to claim") if name.startswith(NAMED[rank]))
        await table.world.select(first, table.hand(first), name, placeholder="Rank to claim")
        await player.press(first, table.play_label(first))
        (other,) = table.others(first)
        await table.look(other)
        await player.press(other, "Force")
        claim, asked = table.channel[-2:]
        await player.press(first, f"Show {rank}")
        told = table.world.text(claim)
        assert re.search(rf"\*\*{first.name}\*\* shows {rank}[♠♥♦♣]\.", told)
        assert f"**{other.name}** takes the pile (2 cards)" in told
        assert sum(" shows " in table.world.text(message) for message in table.channel) == 1, "a result stands once"
        assert "That is answered" in table.world.text(asked)
        assert player.says("It is your turn.") == [first]


async def test_who_does_not_show_takes_the_pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:2], seed=4) as table:
        player = await begin(table, monkeypatch, family="same_rank", force=True)
        person, other = await forced(table, player)
        claim = table.channel[-2]
        assert re.search(r"Time to show it: 10 s \(<t:\d+:R>\)", table.world.text(claim))
        await player.press(person, "Don't show")
        assert f"**{person.name}** shows none." in table.world.text(claim)
        assert f"**{person.name}** takes the pile (1 card)" in table.world.text(claim)
        assert table.world.pinged(table.channel[-1]) == {other.id}
        assert player.says("It is your turn.") == [other]
        person, other = await forced(table, player)
        claim = table.channel[-2]
        await table.world.advance(13)
        assert f"**{person.name}** shows none." in table.world.text(claim)


async def test_the_next_round_by_the_host_or_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES[:2], seed=4) as table:
        player = await begin(table, monkeypatch, rounds=3, max_cards="unlimited", window_s=3)
        for number in (1, 2, 3):
            await to_the_last_card(player)
            if number == 3:
                break
            assert f"Round {number} of 3 is over" in newest(table)
            assert "Points: **Ann** " in newest(table)
            for person in table.people:
                assert f"Round {number} of 3 is over." in table.hand_text(person)
            message = table.channel[-1]
            if number == 1:
                refused = await table.world.click(table.people[1], message, "Next round")
                assert "Only the host" in table.world.text(refused)
                await table.world.click(table.people[0], message, "Next round")
            else:
                await table.world.advance(31)
            assert table.world.labels(message) == []
            assert "Salt: " in table.world.text(message), "the proof stays"
            assert f"Round {number + 1} of 3" in newest(table)
            assert player.says("It is your turn.")
        assert table.is_over()
        assert "most points" in newest(table)


async def to_the_last_card(player: Player) -> None:
    """Everybody lays whatever they have most of, and nobody calls, until the round is over."""
    table = player.table
    for _ in range(200):
        if table.is_over() or "Next round" in table.world.labels(table.channel[-1]):
            return
        (person,) = player.says("It is your turn.")
        for rank, held in table.cards(person).items():
            await table.tap(person, rank, held)
        await player.press(person, table.play_label(person))
        await table.let_go(*table.others(person))
    raise AssertionError("the round did not end")


async def test_until_the_next_play_there_is_no_countdown_and_the_next_player_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, *NAMES[:3]) as table:
        player = await begin(table, monkeypatch, window_mode="until_next_play")
        (first,) = player.says("It is your turn.")
        await player.turn(first)
        (second,) = player.says("It is your turn.")
        assert f"Can be called until **{second.name}** goes on" in newest(table)
        assert "<t:" not in newest(table)
        await table.tap(second, next(iter(table.cards(second))))
        label = table.play_label(second)
        soon = await table.world.click(second, table.hand(second), label)
        assert "Give the others a moment" in table.world.text(table.world.ephemerals(second)[-1])
        assert soon.acknowledged
        await table.world.advance(25)
        await table.world.click(second, table.hand(second), label)
        assert f"**{first.name}** lays" in newest(table)
        await table.world.advance(0.3)
        assert f"**{second.name}** lays **one Two**" in newest(table)
        assert f"Before: **{first.name}**’s" in newest(table)


async def test_a_call_pressed_before_the_next_play_wins_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, *NAMES[:3]) as table:
        player = await begin(table, monkeypatch, window_mode="until_next_play")
        await player.turn(*player.says("It is your turn."))
        (second,) = player.says("It is your turn.")
        third = next(
            person for person in table.people if f"{person.name}** lays" not in newest(table) and person != second
        )
        await table.tap(second, next(iter(table.cards(second))))
        label = table.play_label(second)
        await table.world.advance(4)
        claim = table.claim
        await table.world.advance(0.2)
        await table.world.click(second, table.hand(second), label)
        # Pressed earlier, though it reaches us later.
        await table.world.click(third, claim, "Cheat!", late=0.1)
        await table.world.advance(0.5)
        assert f"**{third.name}** called" in table.world.text(claim)
        told = table.world.text(table.world.ephemerals(second)[-1])
        assert f"**{third.name}** called that play before you went on" in told
        assert table.play_label(second) == label


async def test_of_calls_at_once_the_nearest_to_the_left_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, *NAMES) as table:
        player = await begin(table, monkeypatch, simultaneous="nearest_left")
        (first,) = player.says("It is your turn.")
        await player.turn(first)
        at = table.people.index(first)
        near, far = table.people[(at + 1) % 4], table.people[(at + 3) % 4]
        claim = table.claim
        await table.world.click(far, claim, "Cheat!")
        await table.world.advance(0.3)
        await table.world.click(near, claim, "Cheat!")
        await table.world.advance(0.6)
        assert f"**{near.name}** called" in table.world.text(claim)
        assert "sits nearer" in table.world.text(table.world.ephemerals(far)[-1])


async def test_teams_and_the_penalty_deck_are_shown_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy", "Dee", "Eve", "Fay") as table:
        player = await begin(table, monkeypatch, teams="alternate", penalty=2)
        assert "🅰 Team A: **Ann**, **Cy**, **Eve**" in newest(table)
        assert "Penalty deck: " in newest(table)
        (person,) = player.says("It is your turn.")
        await table.play(person, lie=True)
        mate = table.people[(table.people.index(person) + 2) % 6]
        refused = await table.world.click(mate, table.claim, "Cheat!")
        assert "team-mate" in table.world.text(refused)
        await table.call(table.people[(table.people.index(person) + 1) % 6])
        assert f"**{person.name}** also draws 2 penalty cards" in newest(table)


NAMED = {
    "A": "Ace", "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight",
    "9": "Nine", "10": "Ten", "J": "Jack", "Q": "Queen", "K": "King",
}  # fmt: skip
