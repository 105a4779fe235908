"""What a table remembers of a game beyond its state: how the last claim ended, and everybody's evening.

Folded from the same events as the state, so it is the same after a restart. It sees whole events; what it gives away
before the end of a game is only what those events showed to all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.events import (
    BurnBegan,
    Challenged,
    Claimed,
    Dealt,
    Event,
    PileTaken,
    Revealed,
    TakenOver,
    TurnCame,
    WindowClosed,
)
from bot.engine.state import GameState
from bot.tables.views import Settled, Tally


@dataclass(frozen=True, slots=True)
class Story:
    """The projection. `open` is the claim under way as it would be remembered; `settled` the one before."""

    settled: Settled | None = None
    open: Settled | None = None
    tallies: tuple[Tally, ...] = ()
    burn_began: bool = False
    taken_over: int | None = None
    deal_text: str = ""

    def tally(self, seat: int, **more: int) -> Story:
        """Add to one seat's counts."""
        here = self.tallies[seat]
        changed: dict[str, Any] = {key: getattr(here, key) + count for key, count in more.items()}
        tallies = (*self.tallies[:seat], replace(here, **changed), *self.tallies[seat + 1 :])
        return replace(self, tallies=tallies)


def tell(story: Story, before: GameState, event: Event) -> Story:
    """The story after `event`, which happened in the state `before`."""
    match event:
        case Dealt():
            return Story(tallies=(Tally(),) * len(event.hands))
        case Claimed():
            lie = any(card.rank is not event.rank for card in event.cards)
            told = Settled(before.turns + 1, event.seat, event.rank, event.said, event.auto, None)
            counted = story if event.auto else story.tally(event.seat, plays=1, lies=int(lie))
            return replace(counted, open=told)
        case WindowClosed() if story.open is not None:
            return replace(story, settled=replace(story.open, why=event.why), open=None, burn_began=False)
        case Challenged() if story.open is not None:
            return replace(story, open=replace(story.open, challenger=event.seat))
        case Revealed() if story.open is not None and story.open.challenger is not None:
            claim = story.open
            called = story.tally(story.open.challenger, right=int(not event.truthful), wrong=int(event.truthful))
            caught = 0 if event.truthful or claim.auto else 1
            called = called.tally(claim.claimant, caught=caught)
            return replace(called, open=replace(claim, truthful=event.truthful, cards=event.cards))
        case PileTaken() if story.open is not None:
            done = replace(story.open, taker=event.seat, taken=len(event.cards), burned=len(event.burned))
            taken = story.tally(event.seat, picked_up=len(event.cards))
            return replace(taken, settled=done, open=None, burn_began=False)
        case BurnBegan():
            return replace(story, burn_began=True)
        case TakenOver():
            return replace(story, taken_over=event.seat)
        case TurnCame():
            return replace(story, taken_over=None)
        case _:
            return story
