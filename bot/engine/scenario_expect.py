"""What a scenario may expect of a game, key by key, and how each is compared.

Reads what `scenario` has played; it never plays and knows no rule. A check raises `Mismatch` with what came instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.engine.cards import ALL_RANKS, Card
from bot.engine.events import Challenged, Claimed, Event, PileTaken, Revealed, Shown
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState, Outcome, Phase


class Mismatch(Exception):
    """Something else came than was expected."""

    def __init__(self, came: object) -> None:
        super().__init__("mismatch")
        self.came = came


@dataclass
class Played:
    """What one vector has led to: the state, the last challenge and play, and the refused actions by index."""

    names: tuple[str, ...]
    ruleset: Ruleset
    state: GameState = field(default_factory=GameState)
    errors: dict[int, str] = field(default_factory=dict)
    claimed: Claimed | None = None
    challenged: Challenged | None = None
    revealed: Revealed | None = None
    shown: Shown | None = None
    taken: PileTaken | None = None

    def take(self, events: Iterable[Event]) -> None:
        """Remember what later expectations may ask for."""
        for event in events:
            match event:
                case Claimed():
                    self.claimed = event
                case Challenged():
                    self.challenged = event
                case Revealed():
                    self.revealed, self.shown = event, None
                case Shown():
                    self.shown = event
                case PileTaken():
                    self.taken = event
                case _:
                    pass

    def name(self, event: Claimed | Challenged | PileTaken | None) -> str | None:
        """The player an event is about."""
        return None if event is None else self.names[event.seat]


Check = Callable[[Played, Any], None]


def _same(came: object, expected: object) -> None:
    if came != expected or isinstance(came, bool) is not isinstance(expected, bool):
        raise Mismatch(came)


def _codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def _value(read: Callable[[Played], object]) -> Check:
    return lambda played, expected: _same(read(played), expected)


def _multiset(read: Callable[[Played], Iterable[str]]) -> Check:
    return lambda played, expected: _same(sorted(read(played)), sorted(expected or ()))


def _by_player(read: Callable[[Played, int], object]) -> Check:
    """Only the players named are compared; lists as multisets."""

    def check(played: Played, expected: Mapping[str, object]) -> None:
        came = {name: read(played, played.names.index(name)) for name in expected if name in played.names}
        wanted = {name: sorted(want) if isinstance(want, list) else want for name, want in expected.items()}
        _same(came, wanted)

    return check


def _outcome(played: Played) -> Outcome | None:
    """How the game ended, or the round that was just played."""
    state = played.state
    return state.last_round if state.phase is Phase.BETWEEN else state.outcome


def _turn(played: Played) -> str | None:
    at_rest = played.state.phase in (Phase.OVER, Phase.BETWEEN)
    return None if at_rest else played.names[played.state.turn]


def _phase(played: Played, expected: object) -> None:
    """Between two rounds of a match the round is over, and so may be expected."""
    came = played.state.phase
    if not (came is Phase.BETWEEN and expected == Phase.OVER.value):
        _same(came.value, expected)


def _rank(played: Played) -> str | list[str] | None:
    ranks = played.state.ranks
    if ranks == ALL_RANKS:
        return "any"
    return ranks[0].code if len(ranks) == 1 else [rank.code for rank in ranks]


def _pile(played: Played) -> list[str]:
    claim = played.state.claim
    return _codes(played.state.pile + (claim.cards if claim else ()))


def _sizes(played: Played) -> list[int]:
    return sorted((len(seat.hand) for seat in played.state.seats), reverse=True)


def _place(played: Played, seat: int) -> int | None:
    outcome = _outcome(played)
    return outcome.places[seat] if outcome else played.state.seats[seat].place


def _winner(played: Played) -> str | list[str] | None:
    outcome = _outcome(played)
    winners = [played.names[seat] for seat in outcome.winners] if outcome else []
    return winners if len(winners) > 1 else next(iter(winners), None)


def _winner_team(played: Played) -> int | None:
    outcome, teams = _outcome(played), played.ruleset.teams_for(len(played.names))
    if outcome is None or not teams:
        return None
    return next((teams[seat] for seat in outcome.winners), None)


def _points(played: Played, seat: int) -> int:
    """The points of a match so far; a single game won is a point too (R42)."""
    state = played.state
    if state.points:
        return state.points[seat]
    return int(state.outcome is not None and seat in state.outcome.winners)


def _revealed_pile(played: Played) -> list[str]:
    """The whole pile with the play on top, where the rules show it (R36)."""
    if not played.ruleset.show_pile:
        return []
    if played.shown is not None:
        return _codes(played.shown.pile)
    return [] if played.revealed is None else _codes(played.revealed.pile + played.revealed.cards)


def _turn_in(played: Played, expected: Sequence[str]) -> None:
    if _turn(played) not in expected:
        raise Mismatch(_turn(played))


def _error(played: Played, expected: Mapping[str, object] | None) -> None:
    """The refusal at that index; `null` means that nothing was refused."""
    came = [{"at": at, "code": code} for at, code in played.errors.items()]
    if expected is None:
        _same(came, [])
    elif expected not in came:
        raise Mismatch(came or None)


EXPECTATIONS: Final[dict[str, Check]] = {
    "phase": _phase,
    "turn": _value(_turn),
    "turn_in": _turn_in,
    "rank": _value(_rank),
    "ranks_allowed": _multiset(lambda played: [rank.code for rank in played.state.ranks]),
    "hands": _by_player(lambda played, seat: sorted(_codes(played.state.seats[seat].hand))),
    "counts": _by_player(lambda played, seat: len(played.state.seats[seat].hand)),
    "sorted_counts": lambda played, expected: _same(_sizes(played), sorted(expected, reverse=True)),
    "pile": _value(_pile),
    "pile_set": _multiset(_pile),
    "pile_count": _value(lambda played: played.state.pile_size),
    "revealed": _multiset(lambda played: _codes(played.revealed.cards) if played.revealed else []),
    "revealed_pile": _multiset(_revealed_pile),
    "taker": _value(lambda played: played.name(played.taken)),
    "challenger": _value(lambda played: played.name(played.challenged)),
    "winner": _value(_winner),
    "winner_team": _value(_winner_team),
    "places": _by_player(_place),
    "points": _by_player(_points),
    "dealer": _value(lambda played: played.names[played.state.dealer]),
    "penalty_count": _value(lambda played: len(played.state.penalty)),
    "aside_count": _value(lambda played: len(played.state.aside)),
    "out_of_play": _multiset(lambda played: _codes(played.state.removed)),
    "out_of_play_count": _value(lambda played: len(played.state.removed)),
    "total": _value(lambda played: sum(_sizes(played)) + played.state.pile_size + len(played.state.penalty)),
    "cpu": _multiset(
        lambda played: [played.names[at] for at, seat in enumerate(played.state.seats) if seat.held or seat.cpu]
    ),
    "played_by": _value(lambda played: played.name(played.claimed)),
    "claim": _value(lambda played: played.claimed.rank.code if played.claimed else None),
    "error": _error,
}
