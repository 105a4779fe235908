"""A game told move by move: what was laid and what it really was, who called, let it go or hesitated, who took what.

`Chronicle` reads events one by one, beside the state they happened in; the live game feeds it as it goes, a journal is
read with `chronicle`. Everything else in the record is made from the moves. They hold every card that was laid, so they
leave the table only once the game is over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, assert_never

from bot.engine.cards import Cards, Rank
from bot.engine.copies import replace
from bot.engine.events import (
    Barred,
    BurnBegan,
    Challenged,
    Claimed,
    ClockStarted,
    Dealt,
    Declined,
    Event,
    Forced,
    GameEnded,
    Passed,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
    Resigned,
    Returned,
    Revealed,
    RoundEnded,
    Shown,
    TakenOver,
    TimedOut,
    TurnCame,
    WentOut,
    WindowClosed,
    Won,
)
from bot.engine.evolve import evolve
from bot.engine.observe import action_space
from bot.engine.rules.slots import Rules
from bot.engine.state import EndReason, GameState


class Fate(StrEnum):
    """What became of a claim: never settled, it stood, it was called, turned up by the rules (R62), or forced (R59).

    An unanswered one stood, since whoever forced left before a card was shown or refused.
    """

    OPEN = "open"
    STOOD = "stood"
    CALLED = "called"
    TURNED_UP = "turned_up"
    FORCED = "forced"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's cards went out; `text` is the deal as committed to and `cpus` the seats that were CPUs then."""

    number: int
    commitment: str
    salt: str = field(repr=False)
    text: str = field(repr=False)
    cpus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lay:
    """A claim and how it ended.

    `number` counts plays and passes of the game. `false` is how many of the cards laid are not of the rank said;
    `below` is the pile under the claim. `own`, `caller_own` and `taker_own` say whether the seat's own human did it,
    not a CPU and not the clock. Of those who could have called, `let_go` said they would not and `hesitated` said
    nothing; who had a CPU in their seat did neither. `shown` answers a Force. `taken` counts the cards the taker took
    from the table, `drawn` those from the penalty deck and `burned` those that left the game.
    """

    number: int
    seat: int
    rank: Rank
    said: int
    cards: Cards = field(repr=False)
    truthful: bool
    false: int
    below: int
    auto: bool
    own: bool
    fate: Fate = Fate.OPEN
    let_go: tuple[int, ...] = ()
    hesitated: tuple[int, ...] = ()
    caller: int | None = None
    caller_own: bool = False
    shown: Cards = field(default=(), repr=False)
    taker: int | None = None
    taker_own: bool = False
    taken: int = 0
    drawn: int = 0
    burned: int = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat laid nothing."""

    number: int
    seat: int
    own: bool


@dataclass(frozen=True, slots=True)
class Cleared:
    """Everybody passed and the pile left the game (R57)."""

    count: int


@dataclass(frozen=True, slots=True)
class Out:
    """A seat went out, or won with the card it turned up (R58)."""

    seat: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A seat resigned."""

    seat: int


@dataclass(frozen=True, slots=True)
class Away:
    """A CPU took the seat over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Kicked:
    """The CPU that keeps the seat keeps it for good."""

    seat: int


@dataclass(frozen=True, slots=True)
class Back:
    """The seat's human is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Burning:
    """From here on a lost call burns the pile (R63)."""


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round of a match is over, with everybody's points now (R66)."""

    reason: EndReason
    places: tuple[int | None, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    reason: EndReason
    places: tuple[int | None, ...]


Move = Deal | Lay | Pass | Cleared | Out | Left | Away | Kicked | Back | Burning | RoundOver | Over


class Chronicle:
    """The moves of one game so far."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._open: int | None = None
        self.moves: list[Move] = []

    def take(self, before: GameState, event: Event) -> None:
        """Write down `event`, which happened in the state `before`."""
        match event:
            case Dealt():
                self._open = None
                self.moves.append(_deal(event))
            case Claimed():
                self._claimed(before, event)
            case WindowClosed():
                forced = before.claim is not None and before.claim.forcer is not None
                self._settle(before, Fate.UNANSWERED if forced else Fate.STOOD)
                self._open = None
            case Challenged():
                self._settle(before, Fate.CALLED, event.seat)
            case Forced():
                self._settle(before, Fate.FORCED, event.seat)
            case Revealed():
                if self._lay is not None and self._lay.fate is Fate.OPEN:
                    self._settle(before, Fate.TURNED_UP)
            case Shown():
                self._note(shown=event.cards)
            case PileTaken():
                taken, burned = len(event.cards), len(event.burned)
                own = _own(before, event.seat)
                self._note(taker=event.seat, taker_own=own, taken=taken, burned=burned)
            case PenaltyDrawn():
                self._note(drawn=len(event.cards))
            case Passed():
                own = not event.auto and _own(before, event.seat)
                self.moves.append(Pass(before.turns + 1, event.seat, own))
            case PileLeft():
                self.moves.append(Cleared(len(event.cards)))
            case WentOut():
                self.moves.append(Out(event.seat))
            case Won():
                self.moves.append(Out(event.seat, event.cards))
            case Resigned() | TakenOver() | Barred() | Returned():
                self.moves.append(_COMING_AND_GOING[type(event)](event.seat))
            case BurnBegan():
                self.moves.append(Burning())
            case RoundEnded():
                self.moves.append(RoundOver(event.reason, event.places, event.points))
            case GameEnded():
                self.moves.append(Over(event.reason, event.places))
            case TurnCame() | ClockStarted() | Declined() | TimedOut():
                return
            case _:
                assert_never(event)

    @property
    def _lay(self) -> Lay | None:
        """The newest claim, while something may still become of it."""
        found = None if self._open is None else self.moves[self._open]
        return found if isinstance(found, Lay) else None

    def _note(self, **changes: object) -> None:
        if self._open is not None and (lay := self._lay) is not None:
            self.moves[self._open] = replace(lay, **changes)

    def _claimed(self, before: GameState, event: Claimed) -> None:
        self._open = len(self.moves)
        false = sum(1 for card in event.cards if not card.is_joker and card.rank is not event.rank)
        self.moves.append(
            Lay(
                number=before.turns + 1,
                seat=event.seat,
                rank=event.rank,
                said=event.said,
                cards=event.cards,
                truthful=self._rules.verdict.truthful(event.cards, event.rank, event.said),
                false=false,
                below=len(before.pile),
                auto=event.auto,
                own=not event.auto and _own(before, event.seat),
            )
        )

    def _settle(self, before: GameState, fate: Fate, caller: int | None = None) -> None:
        """The window is over: who could have called had said no, or nothing."""
        claim = before.claim
        if claim is None:
            return
        could = [seat for seat in before.live if action_space(before, seat, self._rules).may_challenge]
        # What a CPU in somebody's seat does is not told of them; one that was a CPU from the start is named as one.
        held = {seat for seat, here in enumerate(before.seats) if here.held}
        self._note(
            fate=fate,
            caller=caller,
            caller_own=caller is not None and _own(before, caller),
            let_go=tuple(sorted(claim.declined - held)),
            hesitated=tuple(seat for seat in could if seat not in claim.declined | held and seat != caller),
        )


def chronicle(events: Iterable[Event], rules: Rules) -> tuple[Move, ...]:
    """The moves of a whole journal."""
    told, state = Chronicle(rules), GameState()
    for event in events:
        told.take(state, event)
        state = evolve(state, event)
    return tuple(told.moves)


def deals(events: Iterable[Event]) -> tuple[Deal, ...]:
    """What was committed to in a journal, round by round, whether or not the game came to its end."""
    return tuple(_deal(event) for event in events if isinstance(event, Dealt))


_COMING_AND_GOING: Final[Mapping[type[Event], Callable[[int], Move]]] = {
    Resigned: Left,
    TakenOver: Away,
    Barred: Kicked,
    Returned: Back,
}


def _own(state: GameState, seat: int) -> bool:
    here = state.seats[seat]
    return not here.cpu and not here.held


def _deal(event: Dealt) -> Deal:
    piles = (*event.hands, event.aside, event.penalty, event.unused)
    text = json.dumps([[card.code for card in cards] for cards in piles], separators=(",", ":"))
    return Deal(event.number, event.commitment, event.salt, text, event.cpus)
