"""Games between policies, as fast as the engine can play them: for the arena and for tests, never for a table.

A policy sees what its seat sees. Time does not pass here: all seats answer a claim in an order drawn by chance, as if
by their pauses, and the first call counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final, Protocol

from bot.cpu import mind
from bot.cpu.belief import Belief, blank, learn
from bot.cpu.levels import WAYS, Level
from bot.engine.actions import Action, Begin, Challenge, CloseWindow, Decline, Force, NextRound, Pass, Play, Show
from bot.engine.cards import Deal, shuffle
from bot.engine.decide import decide
from bot.engine.events import Event
from bot.engine.evolve import evolve
from bot.engine.observe import Observation, observe, redact
from bot.engine.rules.slots import Rules
from bot.engine.state import GameState, Phase

AT: Final = datetime(2024, 5, 1, 12, tzinfo=UTC)
SALT: Final = bytes(32)


class Policy(Protocol):
    """How a seat plays. `remembers` is whether it needs a belief."""

    @property
    def name(self) -> str: ...
    @property
    def remembers(self) -> bool: ...
    def move(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass: ...
    def answer(
        self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random
    ) -> Challenge | Force | Decline: ...
    def show(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Show: ...


@dataclass(frozen=True, slots=True)
class Ours:
    """A CPU seat of a level."""

    level: Level

    @property
    def name(self) -> str:
        """The level's."""
        return self.level.value

    @property
    def remembers(self) -> bool:
        """Whether the level uses what it was shown before."""
        return WAYS[self.level].remembers or WAYS[self.level].counts

    def move(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
        """What the level does with a turn."""
        return mind.move(self.level, seen, belief, rules, chance)

    def answer(
        self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random
    ) -> Challenge | Force | Decline:
        """What the level says to a claim."""
        return mind.answer(self.level, seen, belief, rules, chance)

    def show(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Show:
        """What the level shows when forced."""
        return mind.show(self.level, seen, belief, rules, chance)


@dataclass
class Contest:
    """One game: its rules, who sits where, its state, what each seat can know, and everything that happened."""

    rules: Rules
    policies: Sequence[Policy]
    chance: random.Random
    state: GameState = field(default_factory=GameState)
    beliefs: list[Belief] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @classmethod
    def dealt(cls, rules: Rules, policies: Sequence[Policy], seed: str, deal: Deal | None = None) -> Contest:
        """A game whose cards are out, as shuffled by the seed or as in `deal`; the same seed plays the same game."""
        chance = random.Random(seed)  # noqa: S311 - games that can be played again, not secrets
        contest = cls(rules, policies, chance, beliefs=[blank(seat, rules) for seat in range(len(policies))])
        dealer = chance.randrange(len(policies))
        contest.do(Begin(deal or contest.deal(dealer), dealer, SALT, chance.randbytes(8)))
        return contest

    def deal(self, dealer: int) -> Deal:
        """A fresh shuffle."""
        seats, slot = len(self.policies), self.rules.deal
        return slot.deal(shuffle(slot.pack(seats), self.chance.randbytes(16)), seats, dealer, self.state.absent)

    def do(self, action: Action) -> None:
        """Take the action, and let every seat learn of it what it may."""
        state = replace(self.state, until=AT) if isinstance(action, CloseWindow) else self.state
        for event in decide(state, action, self.rules, at=AT):
            state = evolve(state, event)
            self.events.append(event)
            for seat, policy in enumerate(self.policies):
                if policy.remembers:
                    self.beliefs[seat] = learn(self.beliefs[seat], redact(event, seat))
        self.state = state

    def next_action(self) -> Action:
        """What happens next."""
        state = self.state
        match state.phase:
            case Phase.WINDOW:
                return self.call() or CloseWindow()
            case Phase.FORCE:
                return self.policies[state.turn].show(*self.at(state.turn))
            case Phase.BETWEEN:
                return NextRound(self.deal(state.next_dealer), SALT, self.chance.randbytes(8))
            case _:
                return self.policies[state.turn].move(*self.at(state.turn))

    def at(self, seat: int) -> tuple[Observation, Belief, Rules, random.Random]:
        """What a policy is given at this seat."""
        return observe(self.state, seat, self.rules), self.beliefs[seat], self.rules, self.chance

    def call(self) -> Challenge | Force | None:
        """The first call, if there is one."""
        callers = list(self.rules.challenger.callers(self.state))
        self.chance.shuffle(callers)
        for seat in callers:
            said = self.policies[seat].answer(*self.at(seat))
            if not isinstance(said, Decline):
                return said
        return None

    def play(self) -> Iterator[GameState]:
        """Play to the end, and give every position something is to happen in."""
        while self.state.phase is not Phase.OVER:
            yield self.state
            self.do(self.next_action())

    def run(self) -> tuple[int, ...]:
        """Play to the end; the seats that won."""
        for _ in self.play():
            pass
        assert self.state.outcome is not None
        return self.state.outcome.winners
