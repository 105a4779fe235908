"""Rows as tests store them: a table with its seats."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.cpu.levels import Level
from bot.tables.records import (
    SeatRecord,
    TableRecord,
    TableStatus,
)

NOON = datetime(2024, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)
LATER = NOON + timedelta(minutes=5)
SNOWFLAKE = 2**62 + 7  # larger than a float can hold exactly

SEATS = (
    SeatRecord(0, 101, "Ann", dm_channel_id=SNOWFLAKE, hand_message_id=SNOWFLAKE + 1),
    SeatRecord(1, 102, "Bo 🂡", dm_closed=True),
    SeatRecord(2, 103, "Cy"),
    SeatRecord(3, None, "Ada", level=Level.HARD),
)


def a_table(channel_id: int = SNOWFLAKE, *, status: TableStatus = TableStatus.LOBBY) -> TableRecord:
    return TableRecord(
        id=0,
        guild_id=SNOWFLAKE - 1,
        channel_id=channel_id,
        guild_name="Guild's “name”",
        channel_name="cards",
        locale="en-GB",
        status=status,
        host_id=101,
        dealer=2,
        ruleset='{"family": "cycle"}',
        created_at=NOON,
        touched_at=NOON,
        seats=SEATS,
    )
