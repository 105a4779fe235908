"""The store's contract, kept in memory and in a file alike: what is stored of servers, people and threads."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.store import Database, StoreError
from bot.tables.records import (
    ArmedRecord,
    JournalEntry,
    TableStatus,
    ThreadRecord,
    TokenRecord,
)

if TYPE_CHECKING:
    from bot.tables.ports import Store
from tests.store.rows import LATER, NOON, SNOWFLAKE, a_table


@pytest.mark.asyncio
class TestHouseRules:
    async def test_each_server_has_its_own_and_the_last_change_counts(self, store: Store) -> None:
        assert await store.house_rules(SNOWFLAKE) is None
        await store.set_house_rules(SNOWFLAKE, '{"jokers": 1}', 101, NOON)
        await store.set_house_rules(5, "{}", 101, NOON)
        await store.set_house_rules(SNOWFLAKE, '{"of a newer version": [1, 2]}', 102, LATER)
        assert await store.house_rules(SNOWFLAKE) == '{"of a newer version": [1, 2]}'
        assert await store.house_rules(5) == "{}"

    async def test_they_can_be_dropped(self, store: Store) -> None:
        await store.set_house_rules(SNOWFLAKE, "{}", 101, NOON)
        for _ in range(2):
            await store.drop_house_rules(SNOWFLAKE)
            assert await store.house_rules(SNOWFLAKE) is None

    async def test_they_must_be_json(self, store: Store) -> None:
        with pytest.raises(StoreError):
            await store.set_house_rules(SNOWFLAKE, "window: 30", 101, NOON)
        assert await store.house_rules(SNOWFLAKE) is None

    async def test_the_rules_of_a_table_can_be_replaced(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        await store.save_ruleset(table_id, '{"jokers": 2}', LATER)
        stored = await store.table(table_id)
        assert stored == replace(a_table(), id=table_id, ruleset='{"jokers": 2}', touched_at=LATER)
        with pytest.raises(StoreError):
            await store.save_ruleset(table_id + 1, "{}", LATER)


@pytest.mark.asyncio
class TestAbsences:
    async def test_who_was_kicked_stays_so_whoever_sits_down(self, store: Store) -> None:
        table_id, other = await store.create_table(a_table()), await store.create_table(a_table(5))
        assert await store.kicked(table_id) == frozenset()
        for user in (102, 102, 103):
            await store.kick(table_id, user)
        await store.save_seats(table_id, (), 101, LATER)
        assert await store.kicked(table_id) == {102, 103}
        assert await store.kicked(other) == frozenset()
        for _ in range(2):
            await store.unkick(table_id, 102)
        assert await store.kicked(table_id) == {103}
        with pytest.raises(StoreError):
            await store.kick(other + 1, 102)

    async def test_nudges_are_those_of_the_newest_wait(self, store: Store) -> None:
        table_id, other = await store.create_table(a_table()), await store.create_table(a_table(5))
        await store.save_nudges(table_id, 4, {0, 2})
        await store.save_nudges(other, 4, {1})
        assert await store.nudges(table_id, 4) == {0, 2}
        await store.save_nudges(table_id, 9, {1})
        assert await store.nudges(table_id, 4) == frozenset()
        assert await store.nudges(table_id, 9) == {1}
        await store.save_nudges(table_id, 9, frozenset())
        assert await store.nudges(table_id, 9) == frozenset()
        assert await store.nudges(other, 4) == {1}


@pytest.mark.asyncio
class TestPlayersAndMeta:
    async def test_the_last_name_seen_in_each_server(self, store: Store) -> None:
        assert await store.name_of(1, 101) is None
        await store.seen(1, 101, "Ann", NOON)
        await store.seen(2, 101, "Annie", NOON)
        await store.seen(1, 101, "Anna", LATER)
        await store.seen(1, 101, "late news of an old name", NOON)
        assert (await store.name_of(1, 101), await store.name_of(2, 101)) == ("Anna", "Annie")

    async def test_everybody_has_one_first_hand_wherever_it_was_dealt(self, store: Store) -> None:
        assert await store.first_hands(1, 7, [101, 102]) == {101, 102}
        assert await store.first_hands(1, 8, [101, 103]) == {103}
        assert await store.first_hands(2, 9, [101, 102, 103]) == set()
        assert await store.first_hands(1, 7, [102, 101, 104]) == {101, 102, 104}, "asked again after a restart"
        assert await store.first_hands(1, 7, []) == set()

    async def test_facts_about_the_bot(self, store: Store) -> None:
        assert await store.meta("commands") is None
        await store.set_meta("commands", "abc")
        await store.set_meta("clock", "")
        await store.set_meta("commands", "def")
        assert (await store.meta("commands"), await store.meta("clock")) == ("def", "")


def test_records_keep_bodies_and_tokens_out_of_their_repr() -> None:
    records = (
        JournalEntry(0, "dealt", 1, "hidden", NOON),
        TokenRecord("claim", 1, "hidden", NOON),
        ArmedRecord(0, 1, "hidden"),
    )
    for one, other in itertools.pairwise(records):
        assert "hidden" not in repr(one) + repr(other)


@pytest.mark.asyncio
class TestSettings:
    async def test_each_server_has_its_own_and_the_last_change_counts(self, store: Store) -> None:
        assert await store.settings(SNOWFLAKE) is None
        await store.set_settings(SNOWFLAKE, '{"thread": true}', 101, NOON)
        await store.set_settings(5, "{}", 101, NOON)
        await store.set_settings(SNOWFLAKE, '{"of a newer version": [1, 2]}', 102, LATER)
        assert await store.settings(SNOWFLAKE) == '{"of a newer version": [1, 2]}'
        assert await store.settings(5) == "{}"
        for _ in range(2):
            await store.drop_settings(SNOWFLAKE)
            assert await store.settings(SNOWFLAKE) is None
        assert await store.settings(5) == "{}"

    async def test_who_changed_them_and_when_is_kept(self, store: Store, db: Database) -> None:
        await store.set_settings(SNOWFLAKE, "{}", 102, LATER)
        (row,) = await db.read("SELECT changed_at, changed_by FROM settings")
        assert (row["changed_at"], row["changed_by"]) == (LATER.isoformat(), 102)

    async def test_they_must_be_json(self, store: Store) -> None:
        with pytest.raises(StoreError):
            await store.set_settings(SNOWFLAKE, "thread: yes", 101, NOON)
        assert await store.settings(SNOWFLAKE) is None


@pytest.mark.asyncio
class TestLastTable:
    async def test_a_channel_s_last_opening_is_known_whatever_became_of_the_table(self, store: Store) -> None:
        assert await store.last_opened(SNOWFLAKE) is None
        table_id = await store.create_table(a_table())
        assert await store.last_opened(SNOWFLAKE) == NOON
        await store.set_status(table_id, TableStatus.CLOSED, LATER + timedelta(days=1))
        assert await store.last_opened(SNOWFLAKE) == NOON
        await store.create_table(replace(a_table(), created_at=LATER))
        assert await store.last_opened(SNOWFLAKE) == LATER
        assert await store.last_opened(5) is None

    async def test_so_is_the_last_one_in_a_thread_below_it(self, store: Store) -> None:
        await store.create_table(a_table())
        await store.save_thread(ThreadRecord(8, 1, SNOWFLAKE, LATER))
        await store.save_thread(ThreadRecord(9, 1, 5, LATER + timedelta(days=1)))
        assert await store.last_opened(SNOWFLAKE) == LATER
        assert await store.last_opened(8) is None

    @pytest.mark.parametrize("status", [TableStatus.OVER, TableStatus.CLOSED])
    async def test_the_last_end_is_that_of_a_table_that_is_over(self, status: TableStatus, store: Store) -> None:
        assert await store.last_ended(SNOWFLAKE) is None
        table_id = await store.create_table(a_table())
        assert await store.last_ended(SNOWFLAKE) is None, "it still stands"
        await store.set_status(table_id, status, LATER)
        await store.create_table(a_table())
        assert await store.last_ended(SNOWFLAKE) == LATER
        assert await store.last_ended(5) is None


@pytest.mark.asyncio
class TestThreads:
    async def test_they_come_back_until_they_are_dropped(self, store: Store) -> None:
        assert list(await store.threads()) == []
        first, second = ThreadRecord(SNOWFLAKE, 1, 5, NOON), ThreadRecord(SNOWFLAKE + 1, 1, 5, LATER)
        for record in (second, first, first):
            await store.save_thread(record)
        assert list(await store.threads()) == [first, second]
        for _ in range(2):
            await store.drop_thread(SNOWFLAKE)
            assert list(await store.threads()) == [second]
