"""What a finished game counts for: one result with a row for every seat, folded from its moves.

Used when a game ends, at the start for those that ended just before a crash, and when all is counted anew. It must
give the same for the same journal, always.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from bot.engine.cards import Rank
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.state import EndReason
from bot.record.moves import Away, Back, Deal, Fate, Kicked, Lay, Left, Move, Over, Pass, RoundOver

#: What a table's rules are called that are no preset's.
OWN_RULES: Final = "own"


class Kind(StrEnum):
    """How a game counts.

    Among people it counts for the leaderboard; with a CPU in a seat from the start it counts apart; one person with
    CPUs is practice, which counts for nothing; and a game nobody brought to an end has no result to count.
    """

    PEOPLE = "people"
    CPUS = "cpus"
    PRACTICE = "practice"
    VOID = "void"


@dataclass(slots=True)
class SeatResult:
    """One seat's row. Counts of plays and calls are those of its own human: not a CPU's, not the clock's.

    `place` is `None` without a result and that of its team where teams play; `team` is `None` where everybody plays
    alone. `points` are rounds won (R66). `survived` are lies that nobody exposed, `called` how often the seat was
    called, `biggest_pile` the most cards taken at once.
    `lied_ranks` counts lies by the rank said, `caught_by` exposed lies by the seat whose own human exposed them.
    """

    seat: int
    cpu: bool
    place: int | None = None
    team: int | None = None
    points: int = 0
    left: bool = False
    held: bool = False
    kicked: bool = False
    plays: int = 0
    lies: int = 0
    caught: int = 0
    survived: int = 0
    right: int = 0
    wrong: int = 0
    called: int = 0
    picked_up: int = 0
    biggest_pile: int = 0
    lied_ranks: Counter[str] = field(default_factory=Counter)
    caught_by: Counter[int] = field(default_factory=Counter)

    @property
    def won(self) -> bool:
        """Whether the seat is on the first place."""
        return self.place == 1

    @property
    def counts(self) -> bool:
        """Whether the game counts in its player's sums.

        A first place does not that came without one play or call of theirs, or after they were kicked.
        """
        return not self.won or (self.plays + self.right + self.wrong > 0 and not self.kicked)


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: how it counts, by which rules, how long it was, and its seats in order."""

    kind: Kind
    preset: str
    reason: EndReason
    rounds: int
    turns: int
    rated: bool
    seats: tuple[SeatResult, ...]


class Unfinished(Exception):
    """These moves tell of no game that is over."""


def preset_of(ruleset: Ruleset) -> str:
    """The preset with these rules, or `OWN_RULES`.

    >>> preset_of(Ruleset()), preset_of(Ruleset(jokers=1))
    ('standard', 'own')
    """
    return next((name for name, rules in PRESETS.items() if rules == ruleset), OWN_RULES)


def place_told(place: int | None, ruleset: Ruleset) -> int | None:
    """The place that people are told of a seat: in teams that of its team, first or second (R49).

    >>> place_told(4, Ruleset(teams="alternate")), place_told(4, Ruleset()), place_told(None, Ruleset())
    (2, 4, None)
    """
    return place if place is None or ruleset.teams is None else min(place, 2)


def result_of(moves: Sequence[Move], ruleset: Ruleset) -> GameResult:
    """The result of a finished game. Raises `Unfinished` for any other."""
    over = next((move for move in reversed(moves) if isinstance(move, Over)), None)
    deal = next((move for move in moves if isinstance(move, Deal)), None)
    if over is None or deal is None:
        raise Unfinished
    teams = ruleset.teams_for(len(over.places))
    seats = tuple(
        SeatResult(seat, cpu=seat in deal.cpus, place=place_told(place, ruleset), team=teams[seat] if teams else None)
        for seat, place in enumerate(over.places)
    )
    turns, rounds = 0, 1
    acted, stood_in = set[int](), False
    for move in moves:
        match move:
            case Deal():
                rounds = move.number
            case Lay():
                turns = move.number
                _count(move, seats)
            case Pass():
                turns = move.number
            case RoundOver():
                for row, points in zip(seats, move.points, strict=True):
                    row.points = points
            case Left():
                seats[move.seat].left = True
            case Away():
                seats[move.seat].held = True
                stood_in = stood_in or move.seat not in acted
            case Kicked():
                seats[move.seat].kicked = True
            case Back():
                seats[move.seat].held = False
            case _:
                continue
        if isinstance(move, Lay | Pass) and move.own:
            acted.add(move.seat)
    kind = _kind(over, seats)
    # Nobody's rating moves by a first place that its player did nothing for.
    rated = kind is Kind.PEOPLE and not stood_in and len(acted) > 1 and all(row.counts for row in seats)
    return GameResult(kind, preset_of(ruleset), over.reason, rounds, turns, rated, seats)


def _kind(over: Over, seats: Sequence[SeatResult]) -> Kind:
    people = sum(not row.cpu for row in seats)
    if over.reason is EndReason.ABANDONED or all(place is None for place in over.places):
        return Kind.VOID
    if people == len(seats):
        return Kind.PEOPLE
    return Kind.CPUS if people > 1 else Kind.PRACTICE


def evenings(moves: Sequence[Move], seats: int) -> tuple[SeatResult, ...]:
    """What the seats of a game have done so far, as its end tells it: the rows to be stored, and those of CPUs too.

    Only the counts are filled in.
    """
    cpus = cpus_of(moves)
    rows = tuple(SeatResult(seat, cpu=seat in cpus) for seat in range(seats))
    for move in moves:
        if isinstance(move, Lay):
            _count(named_as_done(move, cpus), rows)
    return rows


def cpus_of(moves: Sequence[Move]) -> frozenset[int]:
    """The seats that were CPUs from the start."""
    return frozenset(next((move.cpus for move in moves if isinstance(move, Deal)), ()))


def named_as_done(lay: Lay, cpus: Set[int]) -> Lay:
    """The same where a CPU that is named as one did it: what it does is its own, if the clock did not do it."""
    return replace(
        lay,
        own=lay.own or (lay.seat in cpus and not lay.auto),
        caller_own=lay.caller_own or lay.caller in cpus,
        taker_own=lay.taker_own or lay.taker in cpus,
    )


def _count(lay: Lay, seats: Sequence[SeatResult]) -> None:
    """What a claim adds to the rows of its claimant, its caller and whoever took the pile."""
    row, lie = seats[lay.seat], not lay.truthful
    if lay.own:
        row.plays += 1
        row.called += lay.caller is not None
        if lie:
            row.lies += 1
            row.lied_ranks[Rank(lay.rank).code] += 1
            if exposed(lay):
                row.caught += 1
                if lay.caller is not None and lay.caller_own:
                    row.caught_by[lay.caller] += 1
            elif lay.fate is not Fate.OPEN:
                row.survived += 1
    if lay.caller is not None and lay.caller_own:
        right = is_right(lay)
        seats[lay.caller].right += right
        seats[lay.caller].wrong += not right
    if lay.taker is not None and lay.taker_own:
        taker = seats[lay.taker]
        taker.picked_up += lay.taken + lay.drawn
        taker.biggest_pile = max(taker.biggest_pile, lay.taken)


def exposed(lay: Lay) -> bool:
    """Whether a lie cost its claimant the pile: called, turned up by the rules, or forced with nothing to show."""
    if lay.truthful:
        return False
    return lay.fate in {Fate.CALLED, Fate.TURNED_UP} or (lay.fate is Fate.FORCED and not lay.shown)


def is_right(lay: Lay) -> bool:
    """Whether the call of this claim was right; a Force is, when no card of the rank is shown (R-i)."""
    return not lay.shown if lay.fate is Fate.FORCED else not lay.truthful
