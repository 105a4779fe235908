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
    NextRound,
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
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.state import GameState, Phase
from tests.engine.support import (
    Dice,
    Game,
    all_cards,
    hasty_action,
    next_action,
    pairs_of_values,
    play_out,
    playable,
    random_play,
    refusal,
)
from tests.sweeps import every

RULESETS = pairs_of_values()
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
        assert before == self.stored, "evolve changed nothing behind its back"
        self.stored = evolve(self.stored, decode(*encode(event)))
        assert self.stored == state, "the stored events replay to the live state"
        assert state.number <= self.ruleset.rounds
        if self.ruleset.stall != "off":
            assert state.round_turns <= BACKSTOP_TURNS_PER_SEAT * self.seats, "rounds end"

    def between(self) -> None:
        """What must hold whenever a decision is due."""
        game, state = self.game, self.game.state
        spaces = [action_space(state, seat, game.rules) for seat in range(self.seats)]
        turns = [seat for seat, space in enumerate(spaces) if space.may_play or space.may_pass]
        match state.phase:
            case Phase.PLAY:
                assert turns == [state.turn]
                assert state.seats[state.turn].hand
            case Phase.WINDOW:
                assert any(space.may_challenge for space in spaces), "an open window waits for somebody"
                next_one = game.rules.lead.after_stand(state).seat
                assert turns == ([next_one] if game.rules.window.play_closes(state) else [])
            case Phase.FORCE:
                assert [seat for seat, space in enumerate(spaces) if space.may_show] == [state.turn]
                assert turns == []
            case _:
                assert state.phase is Phase.BETWEEN
                assert sum(space.may_next_round for space in spaces) == len(state.live) > 1
        assert refusal(state, StartClock(game.now), game.rules) is None, "and everything can be given a deadline"

    def times_out(self) -> None:
        """Where nobody acts time does: at its deadline the game goes on."""
        game, state, seed = self.game, self.game.state, self.dice.bytes()
        match state.phase:
            case Phase.PLAY:
                late: Action = TimeOut(state.turn, seed)
            case Phase.WINDOW if game.rules.window.play_closes(state):
                late = TimeOut(game.rules.lead.after_stand(state).seat, seed)
            case Phase.BETWEEN:
                late = game.next_round(str(seed))
            case _:
                late = CloseWindow()
        due = replace(state, until=game.now)
        assert refusal(due, late, game.rules, game.now) is None

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
        self.times_out()
        action = any_action(game, dice)
        assert outcome_of(game, action) == outcome_of(game, action), "the same answer to the same question"
        assert game.state == self.stored, "deciding changes nothing"

    def run(self, *, unruly: bool, fuzz: int, at_most: int = 100_000) -> None:
        """Play the game to its end, the turns past `at_most` in haste, and watch."""
        endless = self.ruleset.stall == "off"
        at_most = min(at_most, ENDLESS) if endless else at_most
        for _ in play_out(self.game, self.dice, unruly=unruly, at_most=at_most):
            self.between()
            if fuzz and self.dice.one_in(10):
                self.fuzz(fuzz)
        while self.game.state.phase is not Phase.OVER and not endless:
            self.game.do(hasty_action(self.game))
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
        lambda: Pass(state.turn),
        lambda: Force(seat, turn),
        lambda: Show(seat, None),
        lambda: any_show(game, dice),
        lambda: game.next_round("any"),
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


def any_show(game: Game, dice: Dice) -> Show:
    """The seat waited for shows some card, its own or not."""
    hand = (*game.state.seats[game.state.turn].hand, Card("AS"))
    return Show(game.state.turn, dice.pick(hand))


def expected(game: Game, action: Action) -> bool:
    """Whether the action space promises that the action is taken."""
    state = game.state
    seat: int = getattr(action, "seat", -1)
    space = action_space(state, seat, game.rules) if 0 <= seat < game.seats else ActionSpace()
    match action:
        case Play():
            held = set(state.seats[seat].hand) if space.may_play else set()
            laid, (fewest, most) = len(action.cards), space.said_bounds(len(action.cards))
            right = action.rank in space.ranks and laid == len(set(action.cards)) and fewest <= action.said <= most
            return right and space.least <= laid <= space.most and held.issuperset(action.cards)
        case Challenge():
            return space.may_challenge and action.turn in (None, state.turns)
        case Decline():
            return space.may_decline and action.turn in (None, state.turns)
        case Pass():
            return space.may_pass
        case Force():
            return space.may_force and action.turn in (None, state.turns)
        case Show():
            return space.may_show and (action.card is None or action.card in space.showable)
        case NextRound():
            return any(action_space(state, live, game.rules).may_next_round for live in state.live)
        case Resign():
            return space.may_resign
        case Return():
            return space.may_return
        case _:
            return False


# Where options meet: run every time, the rest of the pairs by the sweep.
SAMPLE = range(0, len(RULESETS), 9)


def run_pair(index: int, **watch: Any) -> None:
    """A pair of values at one table size, which moves on from pair to pair."""
    sizes = playable(RULESETS[index])
    Contract(RULESETS[index], sizes[index % len(sizes)], f"pair {index}").run(unruly=index % 2 == 0, **watch)


@pytest.mark.parametrize("index", every(3, SAMPLE))
def test_contract_some_pairs(index: int) -> None:
    run_pair(index, fuzz=4)


@pytest.mark.parametrize("preset", every(3, PRESETS))
def test_contract_presets(preset: str) -> None:
    """Every preset with the fewest and with the most seats it can be played with."""
    sizes = playable(PRESETS[preset])
    for seats in {sizes[0], sizes[-1]}:
        Contract(PRESETS[preset], seats, preset).run(unruly=seats == sizes[-1], fuzz=6)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_contract_every_pair(part: int) -> None:
    """Every pair of values that do not conflict, over both games."""
    for index in range(part, len(RULESETS), 10):
        run_pair(index, fuzz=2, at_most=30)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_contract_presets_at_every_size(preset: str) -> None:
    for seats in playable(PRESETS[preset]):
        for unruly in (False, True):
            Contract(PRESETS[preset], seats, f"size {seats}").run(unruly=unruly, fuzz=2)


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
    if state.phase is Phase.WINDOW and kind < 5:
        seats = [seat for seat in state.live if seat != state.turn]
        calls: list[Action] = [Challenge(dice.pick(seats)), Force(dice.pick(seats))]
        return dice.pick(calls) if kind == 2 else Decline(dice.pick(seats))
    return next_action(game, dice, unruly=False) if kind > 3 else TimeOut(state.turn, dice.bytes(), nudged=True)


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
