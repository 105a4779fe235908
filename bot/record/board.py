"""What people ask of the record, and what they are told: the leaderboard, a card of stats, the list of games.

Plain values between the store, which finds them, and the screens. A player is a user's id; a negative number is
somebody who asked to be forgotten. They hold names as last seen, raw and not yet escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.record.rating import Rating
from bot.record.results import Kind


class Order(StrEnum):
    """What a leaderboard is ordered by; the value is an option of the command and stands in ids of buttons."""

    WINS = "wins"
    WIN_RATE = "win-rate"
    RATING = "rating"
    BLUFFS = "bluffs-survived"
    ACCURACY = "call-accuracy"
    GAMES = "games"


class Since(StrEnum):
    """Which games a leaderboard counts: all of them, or those of so many days."""

    ALL = "all"
    WEEK = "7-days"
    MONTH = "30-days"
    QUARTER = "90-days"

    @property
    def days(self) -> int | None:
        """How many days back; `None` for all."""
        return None if self is Since.ALL else int(self.value.removesuffix("-days"))


#: How much of something a player needs before a share or an estimate of it says anything: games, calls, rated games.
LEAST: Final[Mapping[Order, int]] = {Order.WIN_RATE: 5, Order.ACCURACY: 10, Order.RATING: 3}


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """One leaderboard; `preset` limits it to games by one preset's rules (or a table's own)."""

    order: Order = Order.WINS
    since: Since = Since.ALL
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard. `counted` is what `LEAST` asks for; `rank` is `None` below it.

    `value` orders: a count, a share from 0 to 1 in whole percent, or the rating's number.
    """

    rank: int | None
    player: int
    name: str | None
    value: float
    counted: int
    games: int
    wins: int
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a leaderboard, the asker's own line wherever it stands, and how many players have a rank.

    `players` says whether anybody has a game that counts, with a rank or without.
    """

    lines: tuple[Standing, ...]
    own: Standing | None
    ranked: int
    page: int
    pages: int
    players: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A player's stats in one server, over the games among people; `cpu_games` and `cpu_wins` stand apart.

    Games won without one play or call of the player's own are in none of the numbers.

    `places` counts first, second and third places and all lower ones; `streak` is the longest run of wins, `fastest`
    the fewest turns of a game won in one round, `nemesis` who exposed this player's lies most often, with how often.
    """

    player: int
    name: str | None
    games: int = 0
    wins: int = 0
    places: tuple[int, int, int, int] = (0, 0, 0, 0)
    rounds: int = 0
    plays: int = 0
    lies: int = 0
    caught: int = 0
    survived: int = 0
    right: int = 0
    wrong: int = 0
    called: int = 0
    picked_up: int = 0
    biggest_pile: int = 0
    streak: int = 0
    fastest: int | None = None
    favourite: tuple[str, int] | None = None
    nemesis: tuple[int, str | None, int] | None = None
    cpu_games: int = 0
    cpu_wins: int = 0
    rating: Rating | None = None
    rated_games: int = 0


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat in a seat of a finished game: `player` is `None` for a CPU.

    `counts` says whether the game counts for its player; a first place may not, and `kicked` tells why.
    """

    player: int | None
    name: str | None
    place: int | None
    counts: bool = True
    kicked: bool = False


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in the list of games. `kept` says whether its journal is still there."""

    id: int
    guild_id: int
    channel_id: int
    ended_at: datetime
    kind: Kind
    preset: str
    rounds: int
    turns: int
    kept: bool
    seats: tuple[Seated, ...] = field(default=())
    rated: bool = True


@dataclass(frozen=True, slots=True)
class History:
    """One page of the games of a server, newest first."""

    games: tuple[PastGame, ...]
    total: int
    page: int
    pages: int
