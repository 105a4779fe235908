"""What the tests of CPU seats share: beliefs folded along a game of the engine's tests, and what a level would do."""

from __future__ import annotations

import random
from collections.abc import Iterable

from bot.cpu import mind
from bot.cpu.belief import Belief, blank, learn
from bot.cpu.levels import Level
from bot.engine.actions import Action
from bot.engine.events import Event
from bot.engine.observe import Observation, observe, redact
from bot.engine.rules.slots import Rules
from bot.engine.state import GameState
from tests.engine.support import Game


def belief_of(seat: int, rules: Rules, events: Iterable[Event]) -> Belief:
    """What the seat knows after these events."""
    belief = blank(seat, rules)
    for event in events:
        belief = learn(belief, redact(event, seat))
    return belief


class Watched(Game):
    """A game in which every seat's belief is kept up."""

    beliefs: list[Belief]

    def follow(self) -> None:
        """Learn all that has happened so far, and from now on every event as it comes."""
        self.beliefs = [belief_of(seat, self.rules, self.events) for seat in range(self.seats)]
        self.watch = self.learnt

    def learnt(self, before: GameState, event: Event, state: GameState) -> None:
        self.beliefs = [learn(belief, redact(event, seat)) for seat, belief in enumerate(self.beliefs)]

    def seen(self, seat: int) -> Observation:
        return observe(self.state, seat, self.rules)


def choices(level: Level, seen: Observation, belief: Belief, rules: Rules, seed: str) -> list[Action]:
    """All that the level would do here, whichever it is asked for."""
    chosen: list[Action] = []
    if seen.space.may_play or seen.space.may_pass:
        chosen.append(mind.move(level, seen, belief, rules, random.Random(seed)))
    if seen.space.may_challenge:
        chosen.append(mind.answer(level, seen, belief, rules, random.Random(seed)))
    if seen.space.may_show:
        chosen.append(mind.show(level, seen, belief, rules, random.Random(seed)))
    return chosen
