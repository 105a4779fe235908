"""Finished games and boards full of names, as the record's screens are given them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.record.board import PastGame, Seated
from bot.record.results import Kind
from bot.tables.record_store import FinishedGame
from bot.tables.recorder import Told
from bot.tables.records import SeatRecord, TableRecord, TableStatus
from tests.engine.support import Game
from tests.record.support import moves
from tests.record.support import result as counted
from tests.ui.stage import NAMES

EN = "en-US"
ENDED = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def sat(names: tuple[str, ...]) -> tuple[Seated, ...]:
    return tuple(Seated(100 + at, name, at + 1) for at, name in enumerate(names))


def past(names: tuple[str, ...] = NAMES[:3], **more: object) -> PastGame:
    game = PastGame(12, 1, 2, ENDED, Kind.PEOPLE, "standard", 1, 43, kept=True, seats=sat(names))
    return replace(game, **more)  # type: ignore[arg-type]


def told_of(game: Game, names: tuple[str, ...] = NAMES) -> Told:
    """The game as the recorder tells it."""
    seats = tuple(SeatRecord(at, 100 + at, names[at]) for at in range(game.seats))
    table = TableRecord(
        12,
        1,
        2,
        "Home",
        "cards",
        EN,
        TableStatus.OVER,
        100,
        0,
        game.rules.ruleset.model_dump_json(),
        ENDED,
        ENDED,
        seats,
    )
    finished = FinishedGame(12, 9, 1, 2, ENDED, counted(game), tuple(seat.user_id for seat in seats))
    return Told(table, game.rules.ruleset, moves(game), finished)
