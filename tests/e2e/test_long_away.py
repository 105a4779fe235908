"""After a long absence, or with an older backup in the place of the store: everybody sees where the game stands."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bot.store.backup import backup
from tests.e2e.evening import Evening, evening

pytestmark = pytest.mark.asyncio

AWAY = "The bot was away for a while. This is where the game stands:"
MOMENT = "The bot was away for a moment."
#: Longer than the newest event of a game may be old at a start, and than Discord knows a nonce.
LONG_S = 400.0


def told(table: Evening, text: str) -> int:
    """How many messages of the channel say this."""
    return sum(text in table.world.text(message) for message in table.channel)


async def restored(table: Evening, tmp_path: Path, *, downtime_s: float = LONG_S) -> None:
    """As the README says: stop, move the old files away, put the copy in its place, start."""
    await table.world._close(table.world.bot)
    for name in ("cheat.db", "cheat.db-wal", "cheat.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    shutil.copy(tmp_path / "copy.db", tmp_path / "cheat.db")
    await table.world.restart(downtime_s=downtime_s)
    await table.world.advance(3)


async def stands(table: Evening) -> None:
    """One turn is played and stands."""
    person = table.on_turn()
    await table.play(person, lie=True)
    await table.world.advance(1)
    await table.let_go(*table.others(person))
    await table.world.advance(1)


def counts(text: str) -> list[str]:
    """The lines of the pile, of whose turn it is and of everybody's cards."""
    return [
        re.sub(r"<@\d+>|Next: \*\*\w+\*\*", "X", line).replace("Next: X", "X")
        for line in text.splitlines()
        if re.match(r"Pile|\*\*\w+\*\* \d", line)
    ]


def cards(text: str) -> list[str]:
    """The cards a hand names."""
    return re.findall(r"(?:10|[2-9AJQK])[♠♥♦♣]", text)


async def test_after_an_older_backup_the_channel_and_all_hands_say_where_the_game_stands(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await stands(table)
        person, settled = table.on_turn(), world.text(table.channel[-1])
        hands = {one.id: cards(table.hand_text(one)) for one in table.people}
        await backup(tmp_path / "cheat.db", tmp_path / "copy.db")
        for _ in range(2):
            await stands(table)
        assert table.on_turn() != person
        await restored(table, tmp_path)
        shown = table.channel[-1]
        assert AWAY in world.text(shown)
        assert counts(world.text(shown)) == counts(settled)
        assert "This turn gets its full 60 s" in world.text(shown)
        assert world.pinged(shown) == {person.id}
        assert (told(table, AWAY), told(table, MOMENT)) == (1, 0)
        assert table.on_turn() == person, "nobody else reads that it is their turn"
        assert {one.id: cards(table.hand_text(one)) for one in table.people} == hands
        await table.play(person, lie=True)
        await world.advance(1)
        assert f"**{person.name}** lays" in world.text(table.claim)


async def test_a_backup_restored_at_once_is_seen_everywhere_and_nothing_is_taken_for_a_repeat(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await stands(table)
        person = table.on_turn()
        hands = {one.id: cards(table.hand_text(one)) for one in table.people}
        await backup(tmp_path / "cheat.db", tmp_path / "copy.db")
        await stands(table)
        await restored(table, tmp_path, downtime_s=5)
        assert told(table, AWAY) == 1
        assert table.on_turn() == person, "nobody else reads that it is their turn"
        assert {one.id: cards(table.hand_text(one)) for one in table.people} == hands
        lost = len(table.channel)
        await table.play(person, lie=True)
        await world.advance(1)
        assert len(table.channel) > lost, "Discord knows the nonce of the play that is no more"
        assert table.claim.id == table.channel[-1].id


async def test_a_lobby_of_an_older_backup_can_be_joined_though_its_game_had_begun(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        await table.sit_down()
        await backup(tmp_path / "cheat.db", tmp_path / "copy.db")
        lobby = table.channel[-1]
        await table.deal()
        assert "Start" not in table.world.labels(lobby)
        await restored(table, tmp_path, downtime_s=5)
        assert "Start" in table.world.labels(lobby)
        await table.deal()
        assert table.on_turn() in table.people


async def test_an_open_claim_of_an_older_backup_is_shown_again_below(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        await backup(tmp_path / "cheat.db", tmp_path / "copy.db")
        caller, old = table.others(person)[0], table.claim
        await table.call(caller)
        await world.advance(1)
        await stands(table)
        await restored(table, tmp_path)
        assert table.claim.id == table.channel[-1].id
        assert f"**{person.name}** lays" in world.text(table.claim)
        assert "so the time to call starts again" in world.text(table.claim)
        assert "Cheat!" not in world.labels(old)
        assert (told(table, AWAY), told(table, MOMENT)) == (0, 0), "the claim says it all"
        claim = table.claim
        await table.call(caller)
        await world.advance(1)
        assert "✘ **lie**" in world.text(claim)


async def test_a_claim_without_a_time_to_call_is_shown_again_without_one(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await table.sit_down("classic-table")
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        await world.restart(kill=True, downtime_s=LONG_S)
        await world.advance(2)
        claims = [message for message in table.channel if f"**{person.name}** lays" in world.text(message)]
        assert ["Cheat!" in world.labels(message) for message in claims] == [False, True]
        assert "time to call starts again" not in world.text(claims[-1])
        assert (told(table, AWAY), told(table, "This turn gets its full 60 s again")) == (0, 1)
        await table.call(table.others(person)[0])
        assert "✘ **lie**" in world.text(claims[-1])


async def test_a_long_stop_is_told_once_and_a_short_one_in_a_slow_game_as_ever(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.house_rules(turn_timer=None)
        await table.sit_down()
        await table.deal()
        person = table.on_turn()
        await world.advance(150)
        await world.restart(downtime_s=5)
        await world.advance(2)
        assert (told(table, AWAY), told(table, MOMENT)) == (0, 1)
        await world.restart(downtime_s=LONG_S)
        await world.advance(2)
        assert (told(table, AWAY), told(table, MOMENT)) == (1, 0)
        assert world.pinged(table.channel[-1]) == {person.id}
        assert "till <t:" not in world.text(table.channel[-1])
        await world.restart(kill=True, downtime_s=5)
        await world.advance(2)
        assert (told(table, AWAY), told(table, MOMENT)) == (1, 0), "the newest alone stands"
        assert world.pinged(table.channel[-1]) == set(), "and mentions nobody a second time"


async def test_a_game_that_is_over_needs_no_word(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        world.hold("POST /channels/*/messages")
        await world.slash(table.people[0], world.channel, "cheat leave")
        await world.restart(kill=True, downtime_s=LONG_S)
        await world.advance(5)
        assert "Rematch" in world.labels(table.channel[-1])
        assert (told(table, AWAY), told(table, MOMENT)) == (0, 0)


async def test_where_a_cpu_is_to_play_its_play_says_it_all(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann") as table:
        world = table.world
        await table.sit_down(cpus=2)
        await table.deal()
        assert "is to play Aces" in table.hand_text(table.people[0])
        await world.restart(kill=True, downtime_s=LONG_S)
        await world.advance(8)
        assert "lays" in world.text(table.channel[-1])
        assert (told(table, AWAY), told(table, MOMENT)) == (0, 0)
