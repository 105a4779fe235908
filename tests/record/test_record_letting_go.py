"""Forgetting a person, old journals and servers: what goes, what stays, and what is never written again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.tables.clock import DiscordClock
from bot.tables.records import TableStatus
from bot.tables.retention import Retention
from tests.record.support import GUILD, Shelf, quick, shelf

ANN, BOB, CY = 10**17 + 1, 10**17 + 2, 10**17 + 3
PEOPLE = (ANN, BOB, CY)
ELSEWHERE = 77
NAMES = ("Annabel", "Bobbert", "Cynthia")


def raw(directory: Path) -> bytes:
    """All bytes of the database's files."""
    return b"".join(file.read_bytes() for file in directory.glob("cheat.db*"))


async def cells(kept: Shelf) -> dict[str, list[str]]:
    """Every cell of the database, by table."""
    tables = await kept.db.read("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {
        row["name"]: [str(cell) for line in await kept.db.read(f"SELECT * FROM {row['name']}") for cell in line]
        for row in tables
    }


async def traces(kept: Shelf, *words: object) -> set[str]:
    """The tables in which any of these words stands."""
    found = await cells(kept)
    return {table for table, texts in found.items() if any(str(word) in text for word in words for text in texts)}


async def evening(kept: Shelf, *, guilds: Iterable[int] = (GUILD, ELSEWHERE)) -> None:
    """Two games in each server, and Bob's name in every other place there is."""
    for guild in guilds:
        for at in range(2):
            await kept.put(quick(f"{guild} {at}", 3), PEOPLE, guild=guild, names=NAMES)
        await kept.store.set_house_rules(guild, "{}", BOB, kept.now)
        await kept.store.first_hands(guild, 1, PEOPLE)
        await kept.db.read(
            "INSERT INTO settings (guild_id, settings, changed_at, changed_by) VALUES (?, '{}', 'now', ?)", (guild, BOB)
        )
    for row in await kept.db.read("SELECT id FROM tables"):
        await kept.db.read("INSERT INTO kicked (table_id, user_id) VALUES (?, ?)", (row["id"], BOB))
        await kept.db.read("UPDATE tables SET host_id = ? WHERE id = ?", (BOB, row["id"]))
    await kept.count()


@pytest.mark.asyncio
async def test_nothing_that_identifies_a_person_stays_and_the_others_keep_everything() -> None:
    async with shelf() as kept:
        await evening(kept)
        assert await traces(kept, BOB, "Bobbert") >= {
            *(
                "seats",
                "tables",
                "players",
                "results",
                "ratings",
                "totals",
                "runs",
                "house_rules",
                "settings",
                "kicked",
                "first_hands",
            ),
        }
        before = {who: await kept.store.record.card(GUILD, who) for who in (ANN, CY)}
        lost = await kept.store.record.card(GUILD, BOB)
        formers = await kept.recorder.forget(BOB, None)
        assert await traces(kept, BOB, "Bobbert", BOB + 5000) == set()
        assert set(formers) == {GUILD, ELSEWHERE}
        assert len(set(formers.values())) == 2, "nothing ties the two servers' strangers together"
        assert all(former < 0 for former in formers.values())
        for who, card in before.items():
            after = await kept.store.record.card(GUILD, who)
            assert {**vars_of(after), "nemesis": None} == {**vars_of(card), "nemesis": None}
        stranger = await kept.store.record.card(GUILD, formers[GUILD])
        assert {**vars_of(stranger), "player": 0, "name": 0} == {**vars_of(lost), "player": 0, "name": 0}


def vars_of(card: object) -> dict[str, object]:
    return {name: getattr(card, name) for name in card.__dataclass_fields__}  # type: ignore[attr-defined]


@pytest.mark.asyncio
async def test_forgotten_in_one_server_is_known_in_the_other() -> None:
    async with shelf() as kept:
        await evening(kept)
        other = await kept.store.record.card(ELSEWHERE, BOB)
        assert set(await kept.recorder.forget(BOB, GUILD)) == {GUILD}
        assert await kept.store.record.card(ELSEWHERE, BOB) == other
        assert (await kept.store.record.card(GUILD, BOB)).games == 0
        assert await kept.store.name_of(GUILD, BOB) is None
        assert await kept.store.name_of(ELSEWHERE, BOB) == "Bobbert"
        assert await kept.recorder.forget(BOB, GUILD) == {}


@pytest.mark.asyncio
async def test_a_rebuild_and_a_game_counted_later_bring_nobody_back() -> None:
    async with shelf() as kept:
        await evening(kept, guilds=(GUILD,))
        await kept.put(quick("uncounted", 3), PEOPLE, names=NAMES)
        await kept.store.record.forget(BOB, None)
        await kept.count()
        before = await kept.everything()
        await kept.recorder.rebuild(lambda _done, _all: None)
        assert await kept.everything() == before
        assert await traces(kept, BOB, "Bobbert") == set()
        await kept.put(quick("again", 3), PEOPLE, names=NAMES)
        await kept.count()
        assert (await kept.store.record.card(GUILD, BOB)).games == 1, "who plays again begins anew"


@pytest.mark.asyncio
async def test_forgetting_while_games_are_counted_leaves_no_trace() -> None:
    async with shelf() as kept:
        ids = [await kept.put(quick(f"busy {at}", 3), PEOPLE, names=NAMES) for at in range(6)]
        for game_id in ids[:3]:
            kept.recorder.game_ended(game_id)
        forgetting = asyncio.create_task(kept.recorder.forget(BOB, None))
        for game_id in ids[3:]:
            kept.recorder.game_ended(game_id)
        await forgetting
        await kept.recorder.close()
        assert await kept.store.record.uncounted() == []
        assert await traces(kept, BOB, "Bobbert") == set()


@pytest.mark.asyncio
async def test_a_person_gets_what_is_stored_about_them_and_nothing_of_others() -> None:
    async with shelf() as kept:
        await evening(kept)
        told = await kept.store.record.about(BOB, None)
        assert set(told) == {str(GUILD), str(ELSEWHERE)}
        here = told[str(GUILD)]
        changed = {"changed house_rules", "changed settings"}
        assert set(here) == {"name", "rating", "results", "seats", "hosted", "kicked", "first hand", *changed}
        assert here["first hand"] == [{"guild_id": str(GUILD), "game_id": "1"}]
        assert here["kicked"] == [{"guild_id": str(GUILD), "table_id": each["table_id"]} for each in here["seats"]]
        assert len(here["results"]) == len(here["seats"]) == 2
        text = json.dumps(told)
        assert "Annabel" not in text
        assert str(ANN) not in text
        assert set(await kept.store.record.about(BOB, GUILD)) == {str(GUILD)}
        assert await kept.store.record.about(999, None) == {}


@pytest.mark.asyncio
async def test_what_was_deleted_is_not_in_the_file_either(tmp_path: Path) -> None:
    async with shelf(tmp_path / "cheat.db") as kept:
        await evening(kept)
        await kept.recorder.forget(BOB, None)
        assert b"Bobbert" not in raw(tmp_path)
        assert b"Annabel" in raw(tmp_path)


@pytest.mark.asyncio
async def test_somebody_forgotten_while_another_process_counts_their_game_is_not_written_down_again() -> None:
    async with shelf() as kept:
        game = await kept.put(quick("late", 3), PEOPLE, names=NAMES)
        told = await kept.recorder.tell(game)
        assert told is not None
        formers = await kept.store.record.forget(BOB, None)
        assert await kept.store.record.count(told.finished)
        assert await traces(kept, BOB, "Bobbert") == set()
        assert (await kept.store.record.card(GUILD, formers[GUILD])).games == 1
        assert (await kept.store.record.card(GUILD, ANN)).games == 1


# --- retention --------------------------------------------------------------------------------------------------------


def retention(kept: Shelf, now: datetime, *, journal_days: int = 0, grace_days: int = 30) -> Retention:
    return Retention(kept.store.record, DiscordClock(lambda: now), journal_days=journal_days, grace_days=grace_days)


async def cleaned(kept: Shelf, days: float, **how: int) -> None:
    """What a start that many days after the last game does."""
    keeper = retention(kept, kept.now + timedelta(days=days), **how)
    keeper.begin()
    await keeper.close()


@pytest.mark.asyncio
async def test_journals_go_after_their_time_and_never_without_one() -> None:
    async with shelf() as kept:
        await evening(kept, guilds=(GUILD,))
        results = await kept.everything()
        await cleaned(kept, 9999)
        await cleaned(kept, 29, journal_days=30)
        assert len(await kept.db.read("SELECT id FROM tables")) == 2
        await cleaned(kept, 31, journal_days=30)
        found = await cells(kept)
        assert [table for table in ("tables", "seats", "events", "kicked") if found[table]] == []
        assert await kept.everything() == results


@pytest.mark.asyncio
async def test_a_server_s_data_goes_after_the_grace_unless_the_bot_comes_back() -> None:
    async with shelf() as kept:
        await evening(kept)
        left = retention(kept, kept.now)
        await left.left(GUILD)
        await left.left(ELSEWHERE)
        await cleaned(kept, 29)
        await left.joined(ELSEWHERE)
        await cleaned(kept, 31)
        assert await traces(kept, GUILD, GUILD + 7) == set()
        assert (await kept.store.record.card(ELSEWHERE, ANN)).games == 2
        assert await kept.store.house_rules(ELSEWHERE) == "{}"
        await cleaned(kept, 9999)
        assert (await kept.store.record.card(ELSEWHERE, ANN)).games == 2


@pytest.mark.asyncio
async def test_a_removal_that_happened_while_the_bot_was_away_is_noticed_at_the_start() -> None:
    async with shelf() as kept:
        await evening(kept)
        await retention(kept, kept.now).member_of([ELSEWHERE])
        await retention(kept, kept.now + timedelta(days=20)).member_of([ELSEWHERE])
        await cleaned(kept, 31)
        assert await traces(kept, GUILD) == set()
        assert await kept.store.record.known_guilds() == [ELSEWHERE]


@pytest.mark.asyncio
async def test_a_grace_of_no_days_deletes_at_the_next_cleaning() -> None:
    async with shelf() as kept:
        await evening(kept)
        await retention(kept, kept.now).left(GUILD)
        await cleaned(kept, 0.01, grace_days=0)
        assert await kept.store.record.known_guilds() == [ELSEWHERE]


@pytest.mark.asyncio
async def test_a_cleaning_that_fails_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    async with shelf() as kept:
        await evening(kept, guilds=(GUILD,))
        await kept.db.close()
        await cleaned(kept, 31, journal_days=30)
        assert "could not be deleted" in caplog.text


@pytest.mark.asyncio
async def test_live_tables_are_kept_however_old() -> None:
    async with shelf() as kept:
        await kept.put(quick("long", 3), PEOPLE, status=TableStatus.PLAYING, events=6)
        await cleaned(kept, 9999, journal_days=1)
        assert [table.id for table in await kept.store.live_tables()] == [1]
        assert kept.now.tzinfo is UTC
