"""The tutorial's game: three guided turns against a CPU, on the real engine, with a deal and a CPU that are fixed.

One learner's own; the interface draws it and hands it presses. It lives in memory alone, belongs to no table and no
channel, and must never be journalled or counted.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.cpu.levels import Level
from bot.engine.actions import Action, Begin, Challenge, Decline, IllegalAction, Play
from bot.engine.cards import Card, Cards, Deal
from bot.engine.decide import decide
from bot.engine.evolve import evolve
from bot.engine.observe import observe
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState
from bot.tables.cpu_names import NAMES
from bot.tables.drafts import Drafts
from bot.tables.records import TableStatus
from bot.tables.story import Story, tell
from bot.tables.views import HandView, Person, TableView

LEARNER: Final = 0
TEACHER: Final = 1


def _cards(*codes: str) -> Cards:
    return tuple(map(Card.parse, codes))


# The learner can tell the truth once, holds no Three, and is dealt two of the four Fours that the CPU will speak of.
_DEAL: Final = Deal(
    (_cards("AS", "AH", "4D", "4C", "8H", "JS", "KD"), _cards("2C", "5S", "6C", "9D", "9H", "10C", "QH"))
)
#: What the CPU lays each time that it is its turn: an honest Two, and after that three Fours that are none.
_LINES: Final = (_cards("2C"), _cards("5S", "9D", "10C"))
#: Turns of the game, its claims counted from one: by then the learner has told the truth, lied, and may doubt.
_LIE, _DOUBT = 3, 4


class Step(StrEnum):
    """What the learner is shown."""

    TRUTH = "truth"
    LISTEN = "listen"
    LIE = "lie"
    DOUBT = "doubt"
    DONE = "done"


class Lesson:
    """One learner's game. `token` tells its buttons from those of another lesson, `moves` from older ones of its own.

    A press that comes too late or breaks a rule does nothing: what is drawn next says how things stand.
    """

    def __init__(self, user_id: int, name: str, locale: str, now: Callable[[], datetime]) -> None:
        self.token = secrets.token_hex(4)
        self.moves = 0
        self.done = False
        #: Whether the cards the learner laid last were what was said of them.
        self.honest = True
        self._user_id, self._name, self._locale, self._now = user_id, name, locale, now
        self._rules = compile_rules(Ruleset(), 2)
        self._state, self._story, self._drafts = GameState(), Story(), Drafts()
        self._do(Begin(_DEAL, TEACHER, secrets.token_bytes(16), cpus=frozenset({TEACHER})))

    @property
    def step(self) -> Step:
        """Where the learner is."""
        if self.done:
            return Step.DONE
        if self._state.claim is not None:
            return Step.DOUBT if self._state.turns >= _DOUBT else Step.LISTEN
        return Step.TRUTH if self._state.turns < _LIE - 1 else Step.LIE

    def pick(self, group: str) -> None:
        """One more card of a group, or none of it again."""
        hand = self._state.seats[LEARNER].hand
        self._drafts.pick(LEARNER, hand, group, self._rules.size.bounds(len(hand))[1])

    def clear(self) -> None:
        """Nothing picked."""
        self._drafts.clear(LEARNER)

    def play(self, moves: int) -> None:
        """Lay what is picked as the rank due; the CPU answers, and lays its own."""
        picked = self._drafts.chosen(LEARNER, self._state.seats[LEARNER].hand)
        if moves != self.moves or not self._may(Play(LEARNER, picked, self._state.ranks[0], len(picked))):
            return
        self.honest = all(card.rank is self._state.ranks[0] for card in picked)
        self._do(Play(LEARNER, picked, self._state.ranks[0], len(picked)))
        self.clear()
        # With no cards left the learner would have won before the last turn.
        last = not self._state.seats[LEARNER].hand
        self._do(Challenge(TEACHER) if last else Decline(TEACHER))
        self._teach()

    def call(self, moves: int) -> None:
        """Doubt the CPU's play."""
        self._answer(moves, Challenge(LEARNER))

    def let_go(self, moves: int) -> None:
        """Let the CPU's play stand."""
        self._answer(moves, Decline(LEARNER))

    def hand(self) -> HandView:
        """The learner's hand and the game around it, as at any table."""
        seen = observe(self._state, LEARNER, self._rules)
        picks = self._drafts.picks(LEARNER, seen.hand)
        rank = self._drafts.rank(LEARNER, self._state.ranks)
        return HandView(self._table(), LEARNER, seen, picks, rank=rank, said=sum(count for _, count in picks))

    @property
    def laid(self) -> Cards:
        """What lies under the claim the lesson ended with, for who let it go; nothing before the end."""
        return _LINES[-1] if self.done else ()

    def _answer(self, moves: int, action: Challenge | Decline) -> None:
        if moves != self.moves or not self._may(action):
            return
        last = self.step is Step.DOUBT
        self._do(action)
        self.done = last

    def _teach(self) -> None:
        """The CPU's turn."""
        line = _LINES[0] if self._state.turns < _LIE else _LINES[1]
        self._do(Play(TEACHER, line, self._state.ranks[0], len(line)))

    def _may(self, action: Action) -> bool:
        try:
            decide(self._state, action, self._rules, at=self._now())
        except IllegalAction:
            return False
        return not self.done

    def _do(self, action: Action) -> None:
        for event in decide(self._state, action, self._rules, at=self._now()):
            self._story = tell(self._story, self._state, event)
            self._state = evolve(self._state, event)
        self.moves += 1

    def _table(self) -> TableView:
        return TableView(
            id=0,
            guild_id=0,
            guild_name="",
            channel_id=0,
            channel_name="",
            locale=self._locale,
            status=TableStatus.PLAYING,
            host_id=self._user_id,
            people=(Person(self._user_id, self._name), Person(None, NAMES[0], Level.EASY)),
            dealer=TEACHER,
            ruleset=Ruleset(),
            seen=observe(self._state, None, self._rules),
            settled=self._story.settled,
        )
