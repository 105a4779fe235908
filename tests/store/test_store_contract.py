"""The store's contract, kept in memory and in a file alike: tables, journals, what is on screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from bot.store import Database, StoreError
from bot.tables.ports import ChannelTaken, JournalConflict
from bot.tables.records import (
    ArmedRecord,
    JournalEntry,
    MessageRecord,
    Recollection,
    SeatRecord,
    TableStatus,
    TokenRecord,
)

if TYPE_CHECKING:
    from bot.tables.ports import Store
from tests.store.rows import LATER, NOON, SEATS, SNOWFLAKE, a_table


def events(first: int, count: int) -> list[JournalEntry]:
    return [
        JournalEntry(seq, "claimed", 1, f'{{"seat": {seq % 3}}}', NOON + timedelta(seconds=seq))
        for seq in range(first, first + count)
    ]


@pytest.mark.asyncio
class TestTables:
    async def test_a_table_comes_back_as_it_was_stored(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        assert await store.table(table_id) == replace(a_table(), id=table_id)

    async def test_an_unknown_table_is_none(self, store: Store) -> None:
        assert await store.table(1) is None

    async def test_a_table_may_have_no_seats(self, store: Store) -> None:
        table_id = await store.create_table(replace(a_table(), seats=()))
        stored = await store.table(table_id)
        assert stored is not None
        assert stored.seats == ()

    async def test_seats_come_in_order(self, store: Store) -> None:
        table_id = await store.create_table(replace(a_table(), seats=SEATS[::-1]))
        assert await store.table(table_id) == replace(a_table(), id=table_id)

    async def test_one_live_table_for_each_channel(self, store: Store) -> None:
        first = await store.create_table(a_table())
        with pytest.raises(ChannelTaken) as taken:
            await store.create_table(a_table())
        assert taken.value.table_id == first
        await store.set_status(first, TableStatus.PLAYING, LATER)
        with pytest.raises(ChannelTaken):
            await store.create_table(a_table(status=TableStatus.PLAYING))
        await store.create_table(a_table(channel_id=5))

    @pytest.mark.parametrize("status", [TableStatus.OVER, TableStatus.CLOSED])
    async def test_a_finished_table_frees_its_channel(self, store: Store, status: TableStatus) -> None:
        first = await store.create_table(a_table())
        await store.set_status(first, status, LATER)
        second = await store.create_table(a_table())
        await store.set_status(first, TableStatus.CLOSED, LATER)
        with pytest.raises(ChannelTaken) as taken:
            await store.set_status(first, TableStatus.LOBBY, LATER)
        assert taken.value.table_id == second

    async def test_a_status_can_be_set_again(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        await store.set_status(table_id, TableStatus.LOBBY, LATER)
        await store.set_status(table_id, TableStatus.PLAYING, LATER)
        await store.set_status(table_id, TableStatus.PLAYING, LATER)
        stored = await store.table(table_id)
        assert stored == replace(a_table(status=TableStatus.PLAYING), id=table_id, touched_at=LATER)

    async def test_the_index_stands_behind_the_question(self, db: Database, store: Store) -> None:
        first = await store.create_table(a_table())
        await store.create_table(a_table(status=TableStatus.OVER))
        with pytest.raises(StoreError, match=r"tables\.channel_id"):
            async with db.transaction() as tx:
                await tx.run("UPDATE tables SET status = 'lobby'")
        assert [table.id for table in await store.live_tables()] == [first]

    async def test_ids_are_never_given_twice(self, db: Database, store: Store) -> None:
        first = await store.create_table(a_table())
        async with db.transaction() as tx:
            await tx.run("DELETE FROM tables")
        assert await store.create_table(a_table()) > first

    async def test_a_table_takes_all_it_has_with_it(self, db: Database, store: Store) -> None:
        table_id = await store.create_table(a_table())
        await store.append(table_id, events(0, 2))
        await store.save_message(table_id, MessageRecord("claim", 1, 2, 3, NOON))
        await store.save_token(table_id, TokenRecord("claim", 3, "secret", NOON))
        await store.save_armed(table_id, ArmedRecord(1, 4, "[]"))
        async with db.transaction() as tx:
            await tx.run("DELETE FROM tables")
        for name in ("seats", "events", "messages", "tokens", "armed"):
            assert await db.read(f"SELECT * FROM {name}") == []

    async def test_live_tables_are_lobbies_and_games_oldest_first(self, store: Store) -> None:
        ids = [await store.create_table(a_table(channel, status=status)) for channel, status in enumerate(TableStatus)]
        last = await store.create_table(replace(a_table(99), seats=()))
        live = await store.live_tables()
        assert [table.id for table in live] == [ids[0], ids[1], last]
        assert [table.status for table in live] == [TableStatus.LOBBY, TableStatus.PLAYING, TableStatus.LOBBY]
        assert [table.seats for table in live] == [SEATS, SEATS, ()]

    async def test_live_tables_are_found_by_index(self, db: Database) -> None:
        plan = await db.read("EXPLAIN QUERY PLAN SELECT * FROM tables WHERE status IN ('lobby', 'playing')")
        assert "tables_live" in plan[0]["detail"]

    async def test_saving_seats_replaces_them_and_the_host(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        other = await store.create_table(a_table(5))
        seats = (replace(SEATS[1], seat=0), SeatRecord(1, 104, "Di"))
        await store.save_seats(table_id, seats, 102, LATER)
        stored = await store.table(table_id)
        assert stored == replace(a_table(), id=table_id, seats=seats, host_id=102, touched_at=LATER)
        untouched = await store.table(other)
        assert untouched is not None
        assert untouched.seats == SEATS

    async def test_a_seat_taken_twice_changes_nothing(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        with pytest.raises(StoreError):
            await store.save_seats(table_id, (SEATS[0], replace(SEATS[1], seat=0)), 102, LATER)
        assert await store.table(table_id) == replace(a_table(), id=table_id)

    async def test_an_unknown_table_takes_nothing(self, store: Store) -> None:
        with pytest.raises(StoreError, match="Table 9 is not"):
            await store.save_seats(9, SEATS, 101, NOON)
        with pytest.raises(StoreError, match="Table 9 is not"):
            await store.set_status(9, TableStatus.OVER, NOON)
        with pytest.raises(StoreError):
            await store.append(9, events(0, 1))
        with pytest.raises(StoreError):
            await store.save_message(9, MessageRecord("claim", 1, 2, 3, NOON))
        with pytest.raises(StoreError):
            await store.save_token(9, TokenRecord("claim", 3, "secret", NOON))
        with pytest.raises(StoreError):
            await store.save_armed(9, ArmedRecord(1, 4, "[]"))

    async def test_moments_are_utc_and_never_naive(self, store: Store) -> None:
        elsewhere = NOON.astimezone(timezone(timedelta(hours=-7)))
        table_id = await store.create_table(replace(a_table(), created_at=elsewhere))
        stored = await store.table(table_id)
        assert stored is not None
        assert stored.created_at == NOON
        assert stored.created_at.tzinfo is UTC
        with pytest.raises(ValueError, match="aware"):
            await store.set_status(table_id, TableStatus.OVER, NOON.replace(tzinfo=None))


@pytest.mark.asyncio
class TestJournal:
    async def test_events_come_back_in_order(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        other = await store.create_table(a_table(5))
        assert list(await store.journal(table_id)) == []
        await store.append(table_id, events(0, 3))
        await store.append(other, events(0, 1))
        await store.append(table_id, events(3, 12))
        assert list(await store.journal(table_id)) == events(0, 15)
        assert list(await store.journal(other)) == events(0, 1)

    @pytest.mark.parametrize(
        "wrong",
        [events(1, 2), events(2, 2), events(4, 1), events(3, 1) + events(5, 1), events(3, 1) * 2, events(0, 1)],
        ids=["taken", "last taken", "gap", "gap within", "twice within", "first again"],
    )
    async def test_a_wrong_number_conflicts_and_changes_nothing(self, store: Store, wrong: list[JournalEntry]) -> None:
        table_id = await store.create_table(a_table())
        await store.append(table_id, events(0, 3))
        with pytest.raises(JournalConflict):
            await store.append(table_id, wrong, status=TableStatus.OVER)
        assert list(await store.journal(table_id)) == events(0, 3)
        assert [table.id for table in await store.live_tables()] == [table_id]

    async def test_a_journal_starts_at_nought(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        with pytest.raises(JournalConflict):
            await store.append(table_id, events(1, 1))

    async def test_the_status_changes_with_the_events(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        await store.append(table_id, events(0, 2), status=TableStatus.PLAYING)
        await store.append(table_id, events(2, 2))
        stored = await store.table(table_id)
        assert stored is not None
        assert (stored.status, stored.touched_at) == (TableStatus.PLAYING, events(1, 1)[0].at)

    async def test_a_status_refused_takes_the_events_back(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        await store.set_status(table_id, TableStatus.CLOSED, NOON)
        await store.create_table(a_table())
        with pytest.raises(ChannelTaken):
            await store.append(table_id, events(0, 2), status=TableStatus.PLAYING)
        assert list(await store.journal(table_id)) == []

    async def test_no_events_may_still_change_the_status(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        await store.append(table_id, [])
        await store.append(table_id, [], status=TableStatus.OVER)
        assert await store.table(table_id) == replace(a_table(status=TableStatus.OVER), id=table_id)

    async def test_a_body_must_be_json_and_is_never_quoted(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        with pytest.raises(StoreError) as refused:
            await store.append(table_id, [JournalEntry(0, "dealt", 1, "hand: Q♠", NOON)])
        assert "Q♠" not in f"{refused.value}{refused.value.__cause__}"
        assert list(await store.journal(table_id)) == []

    async def test_a_caller_cancelled_anywhere_leaves_all_or_nothing(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        stored = 0
        for turns in range(40):
            task = asyncio.create_task(store.append(table_id, events(stored, 3)))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            journal = await store.journal(table_id)
            assert len(journal) in (stored, stored + 3)
            stored = len(journal)
        await store.append(table_id, events(stored, 1))

    async def test_many_writers_at_once_wait_for_each_other(self, store: Store) -> None:
        ids = [await store.create_table(a_table(channel)) for channel in range(8)]
        for first in range(0, 9, 3):
            await asyncio.gather(*(store.append(table_id, events(first, 3)) for table_id in ids))
        assert all([list(await store.journal(table_id)) == events(0, 9) for table_id in ids])


@pytest.mark.asyncio
class TestOnScreen:
    async def test_messages_one_for_each_slot(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        other = await store.create_table(a_table(5))
        assert list(await store.messages(table_id)) == []
        lobby = MessageRecord("lobby", 0, SNOWFLAKE, SNOWFLAKE + 2, NOON)
        claim = MessageRecord("claim", 4, SNOWFLAKE, SNOWFLAKE + 3, NOON)
        for record in (lobby, claim, replace(claim, seq=6, message_id=8, sent_at=LATER)):
            await store.save_message(table_id, record)
        await store.save_message(other, claim)
        assert list(await store.messages(table_id)) == [
            replace(claim, seq=6, message_id=8, sent_at=LATER),
            lobby,
        ]
        assert list(await store.messages(other)) == [claim]
        await store.drop_message(table_id, "claim")
        await store.drop_message(table_id, "claim")
        assert list(await store.messages(table_id)) == [lobby]
        assert list(await store.messages(other)) == [claim]

    async def test_tokens_newest_for_each_slot(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        assert list(await store.tokens(table_id)) == []
        claim = TokenRecord("claim", SNOWFLAKE, "tok-1", NOON)
        hand = TokenRecord("hand:2", 7, "tok-2", NOON)
        for record in (claim, hand, replace(claim, token="tok-3", created_at=LATER)):
            await store.save_token(table_id, record)
        assert list(await store.tokens(table_id)) == [replace(claim, token="tok-3", created_at=LATER), hand]

    @pytest.mark.parametrize("status", [TableStatus.OVER, TableStatus.CLOSED])
    async def test_tokens_are_forgotten_with_their_table(self, store: Store, status: TableStatus) -> None:
        ended, other = await store.create_table(a_table()), await store.create_table(a_table(5))
        for table_id in (ended, other):
            await store.save_token(table_id, TokenRecord("claim", SNOWFLAKE, "tok-1", NOON))
        await store.set_status(ended, TableStatus.PLAYING, LATER)
        assert len(await store.tokens(ended)) == 1
        await store.set_status(ended, status, LATER)
        assert list(await store.tokens(ended)) == []
        assert len(await store.tokens(other)) == 1

    async def test_armed_plays_one_for_each_seat(self, store: Store) -> None:
        table_id = await store.create_table(a_table())
        assert list(await store.armed(table_id)) == []
        for record in (ArmedRecord(2, 5, "[1]"), ArmedRecord(1, 4, "[2]"), ArmedRecord(2, 8, "[3]")):
            await store.save_armed(table_id, record)
        assert list(await store.armed(table_id)) == [ArmedRecord(1, 4, "[2]"), ArmedRecord(2, 8, "[3]")]
        await store.drop_armed(table_id, 1)
        await store.drop_armed(table_id, 1)
        await store.drop_armed(table_id + 1, 2)
        assert list(await store.armed(table_id)) == [ArmedRecord(2, 8, "[3]")]


@pytest.mark.asyncio
class TestRecollections:
    """What a start reads of many tables together is what each question by itself would give."""

    async def test_each_table_has_its_own_in_the_order_asked_for(self, store: Store) -> None:
        first = await store.create_table(a_table(1))
        second = await store.create_table(replace(a_table(2), guild_id=5))
        for table, length in ((first, 3), (second, 12)):
            await store.append(table, events(0, length))
            await store.save_message(table, MessageRecord("claim", length, SNOWFLAKE, SNOWFLAKE + table, LATER))
            await store.save_message(table, MessageRecord("deal", 1, SNOWFLAKE, SNOWFLAKE - table, NOON))
            await store.save_token(table, TokenRecord("hand:1", SNOWFLAKE, f"token {table}", LATER))
            await store.save_armed(table, ArmedRecord(2, length, '{"leave": true}'))
            await store.save_armed(table, ArmedRecord(1, length, "{}"))
            await store.kick(table, 102)
        await store.kick(second, 103)
        await store.set_settings(5, '{"abandoned_h": 6}', 101, NOON)
        await store.first_hands(5, second, [101, 102])
        await store.first_hands(5, 77, [103])
        kept = await store.recollections([second, first])
        for table, read in zip((second, first), kept, strict=True):
            assert tuple(read.journal) == tuple(await store.journal(table))
            assert tuple(read.armed) == tuple(await store.armed(table))
            assert tuple(read.messages) == tuple(await store.messages(table))
            assert tuple(read.tokens) == tuple(await store.tokens(table))
            assert read.kicked == await store.kicked(table)
            assert read.first_hands == {101: second, 102: second, 103: 77}
        assert [read.settings for read in kept] == ['{"abandoned_h": 6}', None]

    async def test_a_lobby_has_next_to_nothing_and_an_unknown_table_nothing(self, store: Store) -> None:
        lobby = await store.create_table(a_table())
        assert await store.recollections([lobby, 999]) == (Recollection(), Recollection())
        assert await store.recollections([]) == ()

    async def test_what_is_being_written_is_read_whole_or_not_at_all(self, store: Store) -> None:
        table = await store.create_table(a_table())
        append = asyncio.ensure_future(store.append(table, events(0, 40)))
        lengths = {len((await store.recollections([table]))[0].journal) for _ in range(5)}
        await append
        assert lengths <= {0, 40}
