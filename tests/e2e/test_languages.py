"""Two languages at one table: everybody reads their own in private, and the server's in public."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord import ChannelHandle, UserHandle

from bot.ui.text import Words
from tests.e2e.evening import Evening, evening
from tests.e2e.harness import World

pytestmark = pytest.mark.asyncio

WORDS = Words(strict=True)
PUT_COMMANDS = "PUT /applications/{application_id}/commands"
NAMES = ("Ann", "Bea", "Cyd")
#: A few words of each language that every screen of the game has at least one of, and the other language never.
GERMAN = re.compile(
    r"\b(Spiel|Stapel|Tisch|Karten?|Blatt|legt|legen|dran|Gefragt|Weiter|Zeit|gelten|Abwählen|Mitspielen|Starten|Wert"
    r"|schon|Platz|nichts|das|du|dich|Das|Du|niemand|Computer|Kanal|Regeln)\b"
)
ENGLISH = re.compile(
    r"\b(the|game|pile|table|cards?|lays?|play|turn|next|due|time|let it go|clear|join|you|your|is|are)\b",
    re.IGNORECASE,
)


class Table:
    """A table in a server of one language, with readers of another among its people."""

    def __init__(self, world: World, server: str, readers: dict[str, str], channel: ChannelHandle) -> None:
        self.world, self.server, self.channel = world, server, channel
        self.people = [world.new_user(name, locale=readers.get(name, server)) for name in NAMES]
        self.locale = {person.id: readers.get(person.name, server) for person in self.people}

    def label(self, locale: str, key: str) -> str:
        return WORDS.say(locale, key)

    @property
    def public(self) -> list[Any]:
        return list(self.world.messages(self.channel))

    async def press(self, person: UserHandle, key: str) -> None:
        """A button of the newest public message that has it, in the server's language."""
        label = self.label(self.server, key)
        message = next(shown for shown in reversed(self.public) if label in self.world.labels(shown))
        await self.world.click(person, message, label)

    async def begin(self) -> None:
        await self.world.slash(self.people[0], self.channel, "cheat start")
        for person in self.people[1:]:
            await self.press(person, "button-join")
        await self.world.advance(4)
        await self.press(self.people[0], "button-start")
        await self.world.advance(3)

    def hand(self, person: UserHandle) -> Any:
        return self.world.dms(person)[-1]

    def on_turn(self) -> UserHandle:
        (person,) = (
            person
            for person in self.people
            if WORDS.say(self.locale[person.id], "hand-your-turn") in self.world.text(self.hand(person))
        )
        return person

    async def lay(self, person: UserHandle) -> str:
        """Tap the first rank and play it; gives the label that was pressed."""
        rank = next(label for label in self.world.labels(self.hand(person)) if "×" in label)
        await self.world.click(person, self.hand(person), rank)
        label = next(label for label in self.world.labels(self.hand(person)) if re.search(r"\b1\b \w", label))
        await self.world.click(person, self.hand(person), label)
        return label

    def private(self) -> Iterator[tuple[UserHandle, str]]:
        """All that only one person reads, with the labels."""
        for person in self.people:
            for message in (*self.world.dms(person), *self.world.ephemerals(person)):
                yield person, self.read(message)

    def read(self, message: Any) -> str:
        return "\n".join((self.world.text(message), *self.world.labels(message, include_disabled=True)))


def words_in(text: str) -> str:
    """The text without names of people and places, commands and the proof."""
    return re.sub(
        r"```.*?```|`[^`]*`|\*\*(Ann|Bea|Cyd|Home|Heim)\*\*|\\#\w+|\[\w+\]\(\S+\)|<\S+>", "", text, flags=re.DOTALL
    )


def is_in(locale: str, text: str) -> None:
    mine, other = (GERMAN, ENGLISH) if locale == "de" else (ENGLISH, GERMAN)
    assert mine.search(words_in(text)), text
    assert not other.search(words_in(text)), (other.search(words_in(text)), text)


def place(table: Evening, locale: str) -> ChannelHandle:
    """A channel of a server in this language; made before its people, who then are members."""
    server = table.world.new_guild("Heim" if locale == "de" else "Home", locale=locale)
    return table.world.new_channel("karten" if locale == "de" else "cards", guild=server)


@pytest.mark.parametrize(
    ("server", "readers"),
    [
        ("de", {"Bea": "en-US"}),
        ("en-US", {"Bea": "de"}),
        ("en-US", {"Ann": "de", "Bea": "de", "Cyd": "de"}),
    ],
)
async def test_the_public_reads_the_servers_language_and_each_player_their_own(
    server: str, readers: dict[str, str], tmp_path: Path
) -> None:
    async with evening(tmp_path) as scene:
        world = scene.world
        table = Table(world, server, readers, place(scene, server))
        await table.begin()
        for turn in range(7):
            person = table.on_turn()
            label = await table.lay(person)
            is_in(table.locale[person.id], f"{label} {WORDS.say(table.locale[person.id], 'button-clear')}")
            for shown in table.public:
                is_in(server, table.read(shown))
            others = [other for other in table.people if other is not person]
            await table.press(person, "call-cheat")  # one's own: refused in private
            if turn % 3 == 0:
                await table.press(others[0], "call-cheat")
                await world.advance(1)
            else:
                for other in others:
                    await table.press(other, "button-let-go")
        for person in table.people:
            await table.press(person, "button-my-hand")
            await world.slash(person, table.channel, "cheat help")
            await world.slash(person, table.channel, "cheat rules")
            await world.slash(person, table.channel, "cheat rules", name="stall")
            await world.slash(person, None, "cheat hand")
        await world.slash(table.people[1], table.channel, "cheat leave")
        await world.slash(table.people[2], table.channel, "cheat leave")
        await world.advance(3)
        assert WORDS.say(server, "button-rematch") in world.labels(table.public[-1])
        for shown in table.public:
            is_in(server, table.read(shown))
        read = list(table.private())
        assert len(read) > 20
        for person, text in read:
            is_in(table.locale[person.id], text)
        assert {table.locale[person.id] for person, _ in read} == set(table.locale.values())


async def test_a_claim_in_german(tmp_path: Path) -> None:
    async with evening(tmp_path) as scene:
        table = Table(scene.world, "de", {}, place(scene, "de"))
        await table.begin()
        person = table.on_turn()
        label = await table.lay(person)
        assert label == "1 als Ass legen"
        text = table.world.text(table.public[-1])
        assert text.splitlines()[0] == f"**{person.name}** legt **ein Ass**"
        assert re.search(r"^Stapel: 1 · Weiter: <@\d+>, \*\*Zweien\*\*$", text, re.MULTILINE)
        assert table.world.labels(table.public[-1]) == ["Geschummelt!", "Gelten lassen", "Meine Karten"]


@pytest.mark.parametrize(("locale", "join"), [("de-AT", "Mitspielen"), ("fr", "Join"), ("en-GB", "Join"), ("", "Join")])
async def test_a_server_in_another_language_gets_the_nearest(locale: str, join: str, tmp_path: Path) -> None:
    async with evening(tmp_path) as scene:
        server = scene.world.new_guild("Elsewhere", locale=locale)
        channel = scene.world.new_channel("cards", guild=server)
        host = scene.world.new_user("Ann", locale=locale)
        await scene.world.slash(host, channel, "cheat start")
        assert join in scene.world.labels(scene.world.messages(channel)[-1])


async def test_a_reader_who_changes_their_language_is_answered_in_it_from_then_on(tmp_path: Path) -> None:
    async with evening(tmp_path) as scene:
        world = scene.world
        table = Table(world, "en-US", {}, place(scene, "en-US"))
        await table.begin()
        ann = table.people[0]
        assert "Back to the table" in world.text(table.hand(ann))
        world.set_locale(ann, "de")
        await table.press(ann, "button-my-hand")
        assert "Zurück zum Tisch" in world.text(world.ephemerals(ann)[-1])


async def test_commands_are_registered_with_their_descriptions_in_every_language(tmp_path: Path) -> None:
    async with evening(tmp_path) as scene:
        (request,) = scene.world.sent(PUT_COMMANDS)
        payload: Any = request.body
        (group,) = payload
        assert group["description_localizations"].keys() == {"en-US", "de"}
        start = next(command for command in group["options"] if command["name"] == "start")
        assert start["description"] == start["description_localizations"]["en-US"]
        assert start["description_localizations"]["de"].startswith("Einen Tisch in diesem Kanal eröffnen")
        assert not start.get("name_localizations")
        preset, *_ = start["options"]
        assert preset["description_localizations"]["de"].startswith("Die Regeln zu Beginn")
