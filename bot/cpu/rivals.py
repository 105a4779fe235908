"""Policies that are not ours, for the arena and for tests: they play as some people do, and never sit at a table.

They remember nothing and know no odds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from bot.cpu.belief import Belief
from bot.engine.actions import Challenge, Decline, Force, Pass, Play, Show
from bot.engine.observe import Observation
from bot.engine.rules.slots import Rules

CALLS_ONE_IN: Final = 12


@dataclass(frozen=True, slots=True)
class Honest:
    """Lays all it has of the rank; with none, one to three random cards. Calls at random, one claim in twelve."""

    @property
    def name(self) -> str:
        """What the arena calls it."""
        return "honest"

    @property
    def remembers(self) -> bool:
        """Nothing."""
        return False

    def move(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
        """The truth where it can be told, else anything."""
        del belief, rules
        assert seen.viewer is not None
        if not seen.space.may_play:
            return Pass(seen.viewer)
        rank = chance.choice(seen.space.ranks)
        true = [card for card in seen.hand if card.rank is rank or card.is_joker]
        cards = true or chance.sample(seen.hand, min(len(seen.hand), chance.randint(1, 3)))
        cards = cards[: seen.space.most]
        return Play(seen.viewer, tuple(cards), rank, len(cards))

    def answer(
        self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random
    ) -> Challenge | Force | Decline:
        """A doubt now and then."""
        del belief, rules
        assert seen.viewer is not None
        assert seen.claim is not None
        called = chance.randrange(CALLS_ONE_IN) == 0
        return (Challenge if called else Decline)(seen.viewer, seen.claim.number)

    def show(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Show:
        """A card of the rank if there is one."""
        del belief, rules, chance
        assert seen.viewer is not None
        return Show(seen.viewer, seen.space.showable[0] if seen.space.showable else None)


@dataclass(frozen=True, slots=True)
class Junk(Honest):
    """Lays two or three random cards every turn, whatever is due, and calls like the honest one."""

    @property
    def name(self) -> str:
        """What the arena calls it."""
        return "junk"

    def move(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
        """Two or three of anything."""
        del belief, rules
        assert seen.viewer is not None
        if not seen.space.may_play:
            return Pass(seen.viewer)
        cards = chance.sample(seen.hand, min(seen.space.most, chance.randint(2, 3)))
        return Play(seen.viewer, tuple(cards), chance.choice(seen.space.ranks), len(cards))


@dataclass(frozen=True, slots=True)
class Adder(Honest):
    """For the one-rank games: lays one false card every turn, passes with one card left, and never calls."""

    @property
    def name(self) -> str:
        """What the arena calls it."""
        return "adder"

    def move(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
        """One card that is not of the rank, where there is one."""
        del belief, rules
        assert seen.viewer is not None
        if not seen.space.may_play:
            return Pass(seen.viewer)
        rank = chance.choice(seen.space.ranks)
        false = [card for card in seen.hand if card.rank is not rank and not card.is_joker]
        return Play(seen.viewer, (chance.choice(false or seen.hand),), rank, 1)

    def answer(
        self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random
    ) -> Challenge | Force | Decline:
        """Never."""
        del belief, rules, chance
        assert seen.viewer is not None
        assert seen.claim is not None
        return Decline(seen.viewer, seen.claim.number)


@dataclass(frozen=True, slots=True)
class Slipper(Adder):
    """For games with extra cards: says one and lays as many as go down, a true one among them; never calls."""

    @property
    def name(self) -> str:
        """What the arena calls it."""
        return "slipper"

    def move(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
        """One true card if there is one, and others on top of it."""
        del belief, rules
        assert seen.viewer is not None
        if not seen.space.may_play:
            return Pass(seen.viewer)
        rank = chance.choice(seen.space.ranks)
        true = [card for card in seen.hand if card.rank is rank or card.is_joker]
        others = [card for card in seen.hand if card not in true]
        cards = (*true[:1], *others, *true[1:])[: seen.space.most]
        return Play(seen.viewer, cards, rank, 1 if seen.space.extra else len(cards))
