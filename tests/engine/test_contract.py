"""One contract for every ruleset that can be played: what must hold after every event of every game.

Seeded play-outs of orderly and unruly seats, then the same by Hypothesis. See the list in `Contract`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.actions import (
    Action,
    Challenge,
    CloseWindow,
    Decline,
    Force,
    IllegalAction,
    Pass,
    Play,
    Resign,
    Return,
    Show,
    StartClock,
    Takeover,
    TimeOut,
)
from bot.engine.cards import ALL_RANKS, Card, pack
from bot.engine.codec import decode, encode
from bot.engine.decide import decide
from bot.engine.events import Event
from bot.engine.evolve import evolve, replay
from bot.engine.observe import ActionSpace, action_space
from bot.engine.rules.ending import BACKSTOP_TURNS_PER_SEAT
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState, Phase
from tests.engine.support import Dice, Game, all_cards, available_rulesets, play_out, playable, random_play, refusal

RULESETS = available_rulesets()
ENDLESS = 150  # where nothing ends a long game, it is watched for so many turns


class Contract:
    """Watches one game: conservation, replay of the stored events, bounded length, and somebody to wait for."""

    def __init__(self, ruleset: Ruleset, seats: int, seed: str) -> None:
        self.ruleset, self.seats = ruleset, seats
        self.pack = sorted(card.code for card in pack(ruleset.decks_for(seats), ruleset.jokers))
        self.stored = GameState()
        self.dice = Dice(f"contract {seed}")
        self.game = Game.dealt(ruleset, seats, seed, dealer=self.dice.below(seats), watch=self.after)

    def after(self, before: GameState, event: Event, state: GameState) -> None:
        """What must hold after every event."""
        assert all_cards(state) == self.pack, "every card exactly once"
        assert evolve(before, event) == state, "evolve is pure"
        self.stored = evolve(self.stored, decode(*encode(event)))
        assert self.stored == state, "the stored events replay to the live state"
        if self.ruleset.stall != "off":
            assert state.turns <= BACKSTOP_TURNS_PER_SEAT * self.seats, "games end"

    def between(self) -> None:
        """What must hold whenever a decision is due."""
        game, state = self.game, self.game.state
        spaces = [action_space(state, seat, game.rules) for seat in range(self.seats)]
        if state.phase is Phase.PLAY:
            assert [seat for seat, space in enumerate(spaces) if space.may_play] == [state.turn]
            assert state.seats[state.turn].hand
        else:
            assert state.phase is Phase.WINDOW
            assert any(space.may_challenge for space in spaces), "an open window waits for somebody"
            assert refusal(state, StartClock(game.now), game.rules) is None, "and can be given a deadline"

    def over(self) -> None:
        """What must hold at the end."""
        state, rules = self.game.state, self.game.rules
        assert state.outcome is not None
        assert all(action_space(state, seat, rules) == ActionSpace() for seat in (*range(self.seats), None))
        assert replay(self.game.events) == state
        places = [place for place in state.outcome.places if place is not None]
        assert len(places) in (0, self.seats)
        assert all(place == 1 + sum(other < place for other in places) for place in places), "ties share a place"

    def fuzz(self, rounds: int) -> None:
        """Legal and illegal actions: taken exactly when the action space says so, and the same each time."""
        game, dice = self.game, self.dice
        for _ in range(rounds):
            action = any_action(game, dice)
            assert (refusal(game.state, action, game.rules, game.now) is None) == expected(game, action), action
        action = any_action(game, dice)
        assert outcome_of(game, action) == outcome_of(game, action), "the same answer to the same question"
        assert game.state == self.stored, "deciding changes nothing"

    def run(self, *, unruly: bool, fuzz: int) -> None:
        """Play the game to its end and watch."""
        at_most = ENDLESS if self.ruleset.stall == "off" else 100_000
        for _ in play_out(self.game, self.dice, unruly=unruly, at_most=at_most):
            self.between()
            if fuzz and self.dice.one_in(10):
                self.fuzz(fuzz)
        if self.game.state.phase is Phase.OVER:
            self.over()


def outcome_of(game: Game, action: Action) -> object:
    try:
        return decide(game.state, action, game.rules, at=game.now)
    except IllegalAction as illegal:
        return illegal.reason


def any_action(game: Game, dice: Dice) -> Action:
    """An action of anybody, sensible or not."""
    state, seat = game.state, dice.below(game.seats + 2) - 1
    turn = dice.pick([None, state.turns, state.turns - 1])
    makers: list[Callable[[], Action]] = [
        lambda: any_play(game, dice, seat),
        lambda: any_play(game, dice, state.turn),
        lambda: Challenge(seat, turn),
        lambda: Decline(seat, turn),
        lambda: Pass(seat),
        lambda: Force(seat),
        lambda: Show(seat, None),
        lambda: Resign(seat),
        lambda: Return(seat),
    ]
    return dice.pick(makers)()


def any_play(game: Game, dice: Dice, seat: int) -> Play:
    """A play that is right, or wrong in one way."""
    hand = game.state.seats[seat].hand if 0 <= seat < game.seats else ()
    count = min(len(hand), dice.below(10))
    laid = tuple(dice.sample(hand, count))
    rank, said = dice.pick(game.state.ranks), count
    match dice.below(8):
        case 0:
            rank = dice.pick(ALL_RANKS)
        case 1:
            said = count + 1 - dice.below(3)
        case 2:
            laid, said = (*laid, Card("AS")), said + 1
        case 3 if laid:
            laid, said = (*laid, laid[0]), said + 1
        case 4:
            return Play(seat, laid, None, said)
        case _:
            pass
    return Play(seat, laid, rank, said)


def expected(game: Game, action: Action) -> bool:
    """Whether the action space promises that the action is taken."""
    state = game.state
    seat: int = getattr(action, "seat", -1)
    space = action_space(state, seat, game.rules) if 0 <= seat < game.seats else ActionSpace()
    match action:
        case Play():
            held = set(state.seats[seat].hand) if space.may_play else set()
            right = action.rank in space.ranks and action.said == len(action.cards) == len(set(action.cards))
            return right and space.least <= action.said <= space.most and held.issuperset(action.cards)
        case Challenge():
            return space.may_challenge and action.turn in (None, state.turns)
        case Decline():
            return space.may_decline and action.turn in (None, state.turns)
        case Pass():
            return space.may_pass
        case Force():
            return space.may_force
        case Resign():
            return space.may_resign
        case Return():
            return space.may_return
        case _:
            return False


@pytest.mark.parametrize("index", range(len(RULESETS)))
def test_contract_every_pair(index: int) -> None:
    """Every pair of values at one table size, which moves on from pair to pair."""
    sizes = playable(RULESETS[index])
    Contract(RULESETS[index], sizes[index % len(sizes)], f"pair {index}").run(unruly=index % 2 == 0, fuzz=6)


@pytest.mark.parametrize("seats", range(2, 11))
def test_contract_standard(seats: int) -> None:
    """The standard game at every table size."""
    for unruly in (False, True):
        Contract(Ruleset(), seats, "standard").run(unruly=unruly, fuzz=20)


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 11))
def test_contract_sweep(seats: int) -> None:
    """Every pair of values at every table size."""
    for index, ruleset in enumerate(RULESETS):
        if seats in playable(ruleset):
            Contract(ruleset, seats, f"sweep {index}").run(unruly=index % 2 == 0, fuzz=3)


@settings(max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_contract_by_hypothesis(data: st.DataObject) -> None:
    """Any sequence of actions at all, legal or not, keeps the contract and ends in the bound."""
    ruleset = data.draw(st.sampled_from(RULESETS))
    seats = data.draw(st.sampled_from(playable(ruleset)))
    contract = Contract(ruleset, seats, str(data.draw(st.integers(0, 1 << 30))))
    game = contract.game
    for step in data.draw(st.lists(st.integers(0, 1 << 16), max_size=60)):
        if not over(game):
            action = hypothesis_action(game, Dice(f"step {step}"), step % 7)
            if refusal(game.state, action, game.rules, game.now) is None:
                game.do(action)
        if not over(game):
            contract.between()
    if over(game):
        contract.over()
    else:
        contract.fuzz(10)


def over(game: Game) -> bool:
    return game.state.phase is Phase.OVER


def hypothesis_action(game: Game, dice: Dice, kind: int) -> Action:
    """Mostly what moves the game on, for a search among sequences."""
    state = game.state
    if kind == 0:
        choices: list[Action] = [Takeover(dice.pick(state.live)), StartClock(game.now), CloseWindow()]
        return dice.pick(choices)
    if kind == 1:
        return any_action(game, dice)
    if state.phase is Phase.WINDOW:
        seats = [seat for seat in state.live if seat != state.turn]
        return Challenge(dice.pick(seats)) if kind == 2 else Decline(dice.pick(seats))
    return TimeOut(state.turn, dice.bytes(), nudged=True) if kind == 3 else random_play(game, dice)


def test_the_fuzz_finds_a_wrong_action_space(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract can fail: an action space that allows a seat too much is noticed."""
    honest = action_space

    def generous(*args: Any) -> ActionSpace:
        return replace(honest(*args), may_pass=True)

    monkeypatch.setitem(globals(), "action_space", generous)
    contract = Contract(Ruleset(), 4, "generous")
    with pytest.raises(AssertionError):
        contract.fuzz(200)


def test_calls_past_the_deadline_are_refused_though_the_window_is_open() -> None:
    """Time is the one thing the action space does not know: it speaks for a press made in time."""
    game = Game.dealt(Ruleset(), 3)
    game.do(random_play(game, Dice("late")), StartClock(game.now))
    caller = next(seat for seat in game.state.live if seat != game.state.turn)
    assert action_space(game.state, caller, game.rules).may_challenge
    assert refusal(game.state, Challenge(caller), game.rules, game.now) is None
    late = game.now + timedelta(milliseconds=1)
    assert refusal(game.state, Challenge(caller), game.rules, late) == "no_open_play"
    assert refusal(game.state, Decline(caller), game.rules, late) is None
