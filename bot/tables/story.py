"""What a table remembers of a game beyond its state: how the last claim ended, and the rounds that are over.

Folded from the same events as the state, so it is the same after a restart. It sees whole events; what it gives away
before the end of a game is only what those events showed to all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.engine.cards import Cards, Deal
from bot.engine.copies import replace
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
    match event:
        case Dealt(number=1):
            return Story(deal_text=_deal_text(event))
        case Dealt():
            return Story(deal_text=_deal_text(event), past=story.past)
        case RoundEnded():
            return replace(story, past=(*story.past, _past(story, before, event)))
        case Claimed():
            return _claimed(story, before, event)
        case BurnBegan():
            return replace(story, burn_began=True)
        case TakenOver():
            return replace(story, taken_over=event.seat)
        case TurnCame():
            return replace(story, taken_over=None)
        case Returned() | Resigned() if event.seat == story.taken_over:
            # No CPU plays there any more, and the open claim must not go on saying so.
            return replace(story, taken_over=None)
        case Won():
            return replace(story, won_with=event.cards)
        case PenaltyDrawn() if story.settled is not None:
            return replace(story, settled=replace(story.settled, drawn=len(event.cards)))
        case WentOut() if story.settled is not None:
            return replace(story, settled=replace(story.settled, place=event.place))
        case PileLeft() if story.settled is not None:
            return replace(story, settled=replace(story.settled, cleared=len(event.cards)))
        case _:
            return story if story.open is None else _of_claim(story, story.open, before, event)


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


def _claimed(story: Story, before: GameState, event: Claimed) -> Story:
    held = before.seats[event.seat].held
    told = Settled(before.turns + 1, event.seat, event.rank, event.said, event.auto, None, stood_in=held)
    return replace(story, open=told)


def _of_claim(story: Story, claim: Settled, before: GameState, event: Event) -> Story:
    """What becomes of the open claim."""
    match event:
        case WindowClosed():
            slipped = 0 if before.claim is None else before.claim.hidden
            stood = replace(claim, why=event.why, slipped=slipped)
            return replace(story, settled=stood, open=None, burn_began=False)
        case Challenged():
            return replace(story, open=replace(claim, challenger=event.seat))
        case Forced():
            return replace(story, open=replace(claim, forcer=event.seat))
        case Revealed():
            turned_up = replace(claim, truthful=event.truthful, cards=event.cards, pile=event.pile)
            return replace(story, open=turned_up)
        case Shown():
            return replace(story, open=replace(claim, shown=event.cards, pile=event.pile))
        case PileTaken():
            done = replace(claim, taker=event.seat, taken=len(event.cards), burned=len(event.burned))
            return replace(story, settled=done, open=None, burn_began=False)
        case _:
            return story
