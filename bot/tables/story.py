"""What a table remembers of a game beyond its state: how the last claim ended, and the rounds that are over.

Folded from the same events as the state, so it is the same after a restart. It sees whole events; what it gives away
before the end of a game is only what those events showed to all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.engine.cards import Cards, Deal
from bot.engine.copies import change, changed, replace, values
from bot.engine.events import (
    BurnBegan,
    Challenged,
    Claimed,
    Dealt,
    Event,
    Forced,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
    Resigned,
    Returned,
    Revealed,
    RoundEnded,
    Shown,
    TakenOver,
    TurnCame,
    WentOut,
    WindowClosed,
    Won,
)
from bot.engine.state import GameState, Outcome, Standing
from bot.tables.views import PastRound, Settled


class Alter(Protocol):
    """Gives a remembered claim with some of its fields changed: a copy, or the claim itself."""

    def __call__(self, instance: Settled, /, **changes: Any) -> Settled: ...


@dataclass(frozen=True, slots=True)
class Story:
    """The projection. `open` is the claim under way as it would be remembered; `settled` the one before.

    `deal_text` is the whole deal, told to everybody once its round is over; `past` are the rounds that are.
    """

    settled: Settled | None = None
    open: Settled | None = None
    burn_began: bool = False
    taken_over: int | None = None
    won_with: Cards = ()
    deal_text: str = field(default="", repr=False)
    past: tuple[PastRound, ...] = ()


def tell(story: Story, before: GameState, event: Event) -> Story:
    """The story after `event`, which happened in the state `before`."""
    changes = _changes(story, before, event, replace)
    return replace(story, **changes) if changes else story


def tell_on(story: Story, before: GameState, event: Event) -> None:
    """Make of a story what `tell` gives, without a copy: only for one its caller made and nobody else has seen."""
    change(story, _changes(story, before, event, changed))


def _changes(story: Story, before: GameState, event: Event, alter: Alter) -> dict[str, Any]:
    """The fields that the event changes, as they are after it; `alter` gives a claim with some fields changed."""
    match event:
        case Dealt(number=1):
            return values(Story(deal_text=_deal_text(event)))
        case Dealt():
            return values(Story(deal_text=_deal_text(event), past=story.past))
        case RoundEnded():
            return {"past": (*story.past, _past(story, before, event))}
        case Claimed():
            return _claimed(before, event)
        case BurnBegan():
            return {"burn_began": True}
        case TakenOver():
            return {"taken_over": event.seat}
        case TurnCame():
            return {"taken_over": None}
        case Returned() | Resigned() if event.seat == story.taken_over:
            # No CPU plays there any more, and the open claim must not go on saying so.
            return {"taken_over": None}
        case Won():
            return {"won_with": event.cards}
        case PenaltyDrawn() if story.settled is not None:
            return {"settled": alter(story.settled, drawn=len(event.cards))}
        case WentOut() if story.settled is not None:
            return {"settled": alter(story.settled, place=event.place)}
        case PileLeft() if story.settled is not None:
            return {"settled": alter(story.settled, cleared=len(event.cards))}
        case _:
            return {} if story.open is None else _of_claim(story.open, before, event, alter)


def _deal_text(event: Dealt) -> str:
    return Deal(event.hands, event.aside, event.penalty, event.unused).text()


def _past(story: Story, before: GameState, event: RoundEnded) -> PastRound:
    return PastRound(
        before.number,
        Outcome(event.reason, event.places),
        event.points,
        before.commitment,
        before.salt,
        story.deal_text,
        story.won_with,
        frozenset(at for at, seat in enumerate(before.seats) if seat.standing is Standing.OUT),
    )


def _claimed(before: GameState, event: Claimed) -> dict[str, Any]:
    held = before.seats[event.seat].held
    told = Settled(before.turns + 1, event.seat, event.rank, event.said, event.auto, None, stood_in=held)
    return {"open": told}


def _of_claim(claim: Settled, before: GameState, event: Event, alter: Alter) -> dict[str, Any]:
    """What becomes of the open claim."""
    match event:
        case WindowClosed():
            slipped = 0 if before.claim is None else before.claim.hidden
            return {"settled": alter(claim, why=event.why, slipped=slipped), "open": None, "burn_began": False}
        case Challenged():
            return {"open": alter(claim, challenger=event.seat)}
        case Forced():
            return {"open": alter(claim, forcer=event.seat)}
        case Revealed():
            return {"open": alter(claim, truthful=event.truthful, cards=event.cards, pile=event.pile)}
        case Shown():
            return {"open": alter(claim, shown=event.cards, pile=event.pile)}
        case PileTaken():
            done = alter(claim, taker=event.seat, taken=len(event.cards), burned=len(event.burned))
            return {"settled": done, "open": None, "burn_began": False}
        case _:
            return {}
