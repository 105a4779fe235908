"""Tampered clients: whatever is sent in whose name ever, it is answered, and nothing at any table has changed.

Ids are readable, so anybody can send any. Every template that the bot registers is gone through, those of the future as
well: the ids are made from the templates themselves.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from simcord import UserHandle

from bot.tables.records import TableStatus
from bot.ui.components import ITEMS, Act, ButtonId, Choice, EditorId, Kind, MenuId
from bot.ui.record_items import RecordId, Screen
from tests.e2e.acts import Press
from tests.e2e.conftest import LogTrap
from tests.e2e.evening import Evening, evening
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio

TEMPLATES = {item.__name__: item.__discord_ui_compiled_template__.pattern for item in ITEMS}
LONGEST = 100
NUMBERS = ("", "0", "1", "2", "00000000000000000001", "99999999999999999999", "9" * 15, "zz", "-1", "٣", "１")
NAMES = (
    "A" * 100,
    "",
    " ",
    "99999999999999999999",
    "٣",
    "-1",
    "1; DROP TABLE events",
    "**bold** `code` ||spoiler||",
    "<@1> @everyone <@&2> <#3>",
    "\u202eesrever\u2066\u200b",
    "../../etc/passwd",
    "{0} %s $(id)",
    "\n\n# big",
)
KEPT = ("events", "seats", "tables", "house_rules", "settings", "results", "games", "armed", "kicked", "nudges")


class Sampler:
    """Texts that a pattern matches: the shortest, the longest, and some by chance."""

    def __init__(self, seed: int) -> None:
        self.mood = random.Random(seed)

    def some(self, pattern: str) -> set[str]:
        """A few texts, all of them matching."""
        parsed = parser.parse(pattern)
        found = {"".join(self._make(parsed, how)) for how in ("least", "most", *(["any"] * 25))}
        assert all(re.fullmatch(pattern, text) for text in found)
        return found

    def _make(self, parsed: Any, how: str) -> Iterator[str]:
        for code, value in parsed:
            if code is codes.LITERAL:
                yield chr(value)
            elif code is codes.IN:
                yield self._one_of(value, how)
            elif code is codes.SUBPATTERN:
                yield from self._make(value[3], how)
            elif code is codes.BRANCH:
                yield from self._make(self.mood.choice(value[1]), how)
            elif code is codes.MAX_REPEAT:
                least, most, inner = value
                times = {"least": least, "most": int(most)}.get(how, self.mood.randint(least, int(most)))
                for _ in range(times):
                    yield from self._make(inner, how)
            else:
                raise AssertionError(f"a template has something new in it: {code}")

    def _one_of(self, members: Any, how: str) -> str:
        letters: list[int] = []
        for code, value in members:
            assert code in {codes.LITERAL, codes.RANGE}, code
            letters += [value] if code is codes.LITERAL else range(value[0], value[1] + 1)
        return chr(letters[-1] if how == "most" else self.mood.choice(letters))


def tampered(custom_id: str) -> set[str]:
    """What somebody may make of an id: another version, other digits, another length, another case."""
    version, _, rest = custom_id.partition(":")
    made = {
        f"{version[0]}0:{rest}",
        f"{version[0]}9:{rest}",
        f"x1:{rest}",
        custom_id.upper(),
        custom_id + "\n",
        custom_id + ":",
        custom_id[:-1],
        f" {custom_id}",
        custom_id.ljust(LONGEST, "9"),
        custom_id.translate({ord(digit): ord("٠") + int(digit) for digit in "0123456789"}),
        custom_id.translate({ord(digit): ord("０") + int(digit) for digit in "0123456789"}),
        re.sub(r"\d+", "9" * 40, custom_id),
        re.sub(r":\d+", ":-1", custom_id),
    }
    return {text[:LONGEST] for text in made} - {custom_id}


async def kept(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """All that is stored of games, servers and who sits where."""
    with world.as_bot():
        rows = {table: await world.bot.database.read(f"SELECT * FROM {table}") for table in KEPT}
    return {table: [tuple(row) for row in found] for table, found in rows.items()}


async def answered(world: World, person: UserHandle, message: Any, custom_id: str, values: Any = None) -> None:
    """Send this, and see that it has been answered."""
    result = await world.forge(person, message, custom_id, values)
    if not result._interaction.responded:
        await world.advance(0.6)  # calls are collected for a moment
    assert result._interaction.responded, custom_id
    assert not any("went wrong" in world.text(shown) for shown in world.ephemerals(person)[-1:]), custom_id


async def playing(table: Evening, preset: str = "") -> None:
    """A claim is open; whoever laid it and one more have not answered it."""
    await table.sit_down(preset)
    await table.deal()
    await table.play(table.on_turn(), lie=True)
    await table.world.advance(1)


@pytest.mark.parametrize("name", TEMPLATES)
async def test_every_template_sent_by_strangers_and_players(name: str, tmp_path: Path) -> None:
    sampler = Sampler(7)
    ids = sorted(sampler.some(TEMPLATES[name]))
    others = sorted({other for text in ids for other in tampered(text)})
    ids += sampler.mood.sample(others, min(60, len(others)))
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await playing(table)
        stranger = world.new_user("Mallory")
        before, told = await kept(world), [world.text(message) for message in table.channel]
        claimant = next(person for person in table.people if f"**{person.name}** lays" in world.text(table.claim))
        for custom_id in ids:
            assert len(custom_id) <= LONGEST
            for person in (stranger, claimant):
                await answered(world, person, table.claim, custom_id)
        await world.advance(0.5)
        assert await kept(world) == before
        assert [world.text(message) for message in table.channel] == told
        hands = [
            line for message in world.ephemerals(stranger) for line in re.findall(r"\d[♠♥♦♣]", world.text(message))
        ]
        assert hands == []


def every_id(table_id: int) -> Iterator[str]:
    """Every kind of button, menu and editor there is, of this table, with every odd number."""
    for kind in Kind:
        for number in NUMBERS:
            yield ButtonId(table_id, kind, number, "").encode()
        for arg in ("HAR", "A", "99", "10", "JOK"):
            yield ButtonId(table_id, kind, "1", arg).encode()
    for choice in Choice:
        yield MenuId(table_id, choice).encode()
    for act in Act:
        for arg in ("", "window_s", "no_such_rule", "deck", "teams"):
            yield EditorId(table_id, act, arg).encode()
            yield EditorId(None, act, arg).encode()
    for screen in Screen:
        for args in ((), ("1",), ("1", "9" * 15), ("9" * 30, "-1"), ("here", "1"), ("1", "1", "1", "1")):
            yield RecordId(screen, args).encode()
    yield from ("g1:press:reset", "g1:set:abandoned_h", "g1:set:channels", "g1:set:no_such_setting")


@pytest.mark.parametrize("foreign", [False, True], ids=["stranger", "another-server"])
async def test_every_button_of_somebody_else_s_table(foreign: bool, tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await playing(table)
        other = world.new_guild("Elsewhere")
        there = world.new_channel("cards", guild=other)
        mallory = world.new_user("Mallory")
        # At another table of their own, on another server: the ids name Ann's.
        await world.slash(mallory, there, "cheat start")
        pressed = world.messages(there)[-1] if foreign else table.claim
        before, told = await kept(world), [world.text(message) for message in table.channel]
        for custom_id in every_id(1):
            await answered(world, mallory, pressed, custom_id)
        await world.advance(0.5)
        after = await kept(world)
        assert after == before
        assert [world.text(message) for message in table.channel] == told


async def test_what_no_menu_offers(tmp_path: Path) -> None:
    """Only what a menu's own message shows reaches it: these menus stand on the hand of whoever presses."""
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down("wild")
        await table.deal()
        person = table.on_turn()
        held = table.cards(person)
        await table.tap(person, next(rank for rank in held))
        before = await kept(world)
        for hand in (person, *table.others(person)):
            for choice in Choice:
                for value in (*NAMES, "A", "5"):
                    await answered(world, hand, table.hand(hand), MenuId(1, choice).encode(), [value])
                await answered(world, hand, table.hand(hand), MenuId(1, choice).encode(), [])
        assert await kept(world) == before
        assert table.cards(person) == held
        assert table.on_turn() == person


async def test_the_editor_and_the_settings_take_no_odd_values(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world, (ann, _) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        lobby = table.last("Start")
        before = await kept(world)
        for act in Act:
            for arg in ("window_s", "decks", "teams", "no_such_rule"):
                for value in NAMES:
                    await answered(world, ann, lobby, EditorId(1, act, arg).encode(), [value])
        for key in ("abandoned_h", "channels", "roles", "language", "no_such_setting"):
            for value in NAMES:
                await answered(world, ann, lobby, f"g1:set:{key}", [value])
        assert await kept(world) == before


async def test_options_of_commands(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world = table.world
        await playing(table)
        ann = table.people[0]
        before = await kept(world)
        for command, option in {
            "cheat replay": "game",
            "cheat verify": "game",
            "cheat kick": "seat",
            "cheat rules": "name",
            "cheat start": "preset",
            "cheat leaderboard": "preset",
        }.items():
            for value in NAMES:
                if not value:
                    continue  # Discord sends no empty option
                told = len(world.ephemerals(ann))
                result = await world.slash(ann, world.channel, command, **{option: value})
                assert result._interaction.responded
                shown = [world.text(message) for message in world.ephemerals(ann)[told:]]
                assert not any("went wrong" in text or "@everyone" in text for text in shown), (command, value)
                await world.advance(3)
        for value in NAMES[:-1]:
            await world.slash(ann, None, "cheat leave", **({"table": value} if value else {"table": "x"}))
            await world.advance(3)
        assert (await kept(world))["seats"] == before["seats"]


async def test_games_of_another_server_stay_there(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await table.sit_down()
        await table.deal()
        await world.slash(table.people[1], world.channel, "cheat leave")
        await world.advance(5)
        assert (await kept(world))["tables"][0][6] == TableStatus.OVER
        there = world.new_channel("cards", guild=world.new_guild("Elsewhere"))
        ann, mallory = table.people[0], world.new_user("Mallory")
        for command in ("cheat replay", "cheat verify"):
            await world.slash(ann, world.channel, command, game="1")
            shown = world.text(world.ephemerals(ann)[-1])
            assert "Ann" in shown or "SHA" in shown, shown
            await world.slash(mallory, there, command, game="1")
            elsewhere = world.text(world.ephemerals(mallory)[-1])
            assert "Ann" not in elsewhere
            assert "♠" not in elsewhere
            assert elsewhere != shown
        pressed = world.ephemerals(mallory)[-1]
        for screen in (Screen.REPLAY, Screen.VERIFY, Screen.TEXT, Screen.JSON):
            for args in (("1",), ("1", "1"), ("1", "2")):
                await answered(world, mallory, pressed, RecordId(screen, args).encode())
                assert "Ann" not in world.text(world.ephemerals(mallory)[-1])


async def test_a_name_can_not_dress_up_as_anything(tmp_path: Path) -> None:
    evil = "**x** `y` \u202e<@1>\u200b @everyone\n# big"
    async with evening(tmp_path, "Ann", evil[:32], "Cy") as table:
        world = table.world
        await playing(table)
        for message in table.channel:
            text = world.text(message)
            assert "\u202e" not in text
            assert "\u200b" not in text
            assert "\n# big" not in text
            assert world.pinged(message) <= {person.id for person in table.people}


async def test_two_commands_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world, (ann, bob, cy) = table.world, table.people
        await world.slash(ann, world.channel, "cheat start")
        lobby = world.screen(table.last("Join"))
        await world.click(bob, lobby, "Join")
        await world.advance(3)
        lobby = world.screen(table.last("Join"))
        results = await world.together(
            [
                Press(user=ann, message=lobby, label="Start", offset_ms=0),
                Press(user=ann, message=lobby, label="Start", offset_ms=0),
                Press(user=cy, message=lobby, label="Join", offset_ms=0),
                Press(user=cy, message=lobby, label="Join", offset_ms=0),
                Press(user=bob, message=lobby, label="Leave", offset_ms=0),
            ]
        )
        await world.advance(3)
        assert all(result._interaction.responded for result in results)
        stored = await kept(world)
        dealt = [row for row in stored["events"] if "Dealt" in row]
        assert len(dealt) == 1
        seats = [row[2] for row in stored["seats"]]
        assert len(seats) == len(set(seats)) >= 2
        # An interaction that comes again, whoever sent it, does nothing a second time.
        for result in results:
            await world.redeliver(result)
        assert await kept(world) == stored


async def test_an_interaction_that_can_not_be_read_ends_nothing(tmp_path: Path, trap: LogTrap) -> None:
    trap.expect("an interaction could not be read")
    async with evening(tmp_path, "Ann", "Bob") as table:
        world = table.world
        await playing(table)
        told = {"id": "1", "application_id": "1", "token": "secret-token", "version": 1, "channel_id": "1"}
        form = {"custom_id": "x"}
        with world.as_bot():
            for odd in (None, {}, told, told | {"type": 5, "data": form}, told | {"type": 3, "data": None}):
                world.bot._connection.parsers["INTERACTION_CREATE"](odd)
        assert len(trap.records) == 5
        assert all("secret" not in record.getMessage() and not record.exc_info for record in trap.records)
        await world.advance(15)
        person = table.on_turn()
        await table.play(person, lie=True)
        assert f"**{person.name}** lays" in world.text(table.claim)
