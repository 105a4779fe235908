"""What the engine's tests share: dice that roll the same everywhere, a game being played, and seats that play it.

The seats here know every card: they are there to reach positions, not to play well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import TypeVar

from bot.engine.actions import (
    Action,
    Begin,
    Challenge,
    CloseWindow,
    Decline,
    Force,
    IllegalAction,
    NextRound,
    Pass,
    Play,
    Reason,
    Resign,
    Return,
    Show,
    StartClock,
    Takeover,
    TimeOut,
)
from bot.engine.cards import Card, Cards, Rank, below, numbers, shuffle
from bot.engine.decide import decide
from bot.engine.events import Event
from bot.engine.evolve import evolve
from bot.engine.observe import ActionSpace, action_space
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import BOTH, PRESETS, SPECS, Family, Ruleset, refusals
from bot.engine.rules.slots import Rules
from bot.engine.state import CycleRound, GameState, Phase, Seat

AT = datetime(2024, 5, 1, 12, tzinfo=UTC)
SALT = bytes(range(32))
CARD_CODE = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b'?|\bX[12]\b")
T = TypeVar("T")
# What no preset has, for tests that go through all variants.
MIXTURES = {
    "everything-hidden": Ruleset(
        extra_cards=True, window_mode="until_next_play", last_play="must_be_true", play_on=True
    ),
    "everything-shown": Ruleset(show_pile=True, penalty=2, jokers=2, last_play="must_be_true", stall="on"),
    "match-of-teams": Ruleset(teams="alternate", rounds=2, after_challenge="taker_leads", passing=True),
    "match-of-duels": Ruleset(aside=12, rounds=3, extra_cards=True, window_mode="until_next_play"),
    "force-shown": Ruleset(family="same_rank", force=True, multi=True, jokers=2, show_pile=True),
    "one-rank-small": Ruleset(family="same_rank", per_hand=5, window_mode="until_next_play", rounds=3),
}
VARIANTS = {**PRESETS, **MIXTURES}


class Dice:
    """Seeded chance that does not depend on the version of Python."""

    def __init__(self, seed: str) -> None:
        self.stream = numbers(seed.encode())

    def below(self, bound: int) -> int:
        return below(self.stream, bound)

    def one_in(self, chances: int) -> bool:
        return self.below(chances) == 0

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in range(count)]

    def bytes(self) -> bytes:
        return self.below(1 << 62).to_bytes(8, "big")


def cards(codes: str) -> Cards:
    """The cards of codes with spaces between."""
    return tuple(Card.parse(code) for code in codes.split())


def standard(seats: int) -> Rules:
    return compile_rules(Ruleset(), seats)


def position(*hands: str, turn: int = 0, rank: Rank = Rank.SEVEN, pile: str = "", turns: int = 0) -> GameState:
    """A game in the middle: seat `turn` is due with `rank`."""
    return GameState(
        seats=tuple(Seat(hand=tuple(sorted(cards(hand), key=lambda card: card.order))) for hand in hands),
        dealer=(turn - 1) % len(hands),
        turn=turn,
        ranks=(rank,),
        turns=turns,
        pile=cards(pile),
        round=CycleRound(rank.step(-1)),
    )


def refusal(state: GameState, action: Action, rules: Rules, at: datetime = AT) -> Reason | None:
    """Why the action is refused; `None` when it is taken."""
    try:
        decide(state, action, rules, at=at)
    except IllegalAction as illegal:
        return illegal.reason
    return None


def all_cards(state: GameState) -> list[str]:
    """The codes of every card, wherever it lies, in order."""
    claimed = state.claim.cards if state.claim else ()
    places = (*(seat.hand for seat in state.seats), state.pile, claimed, state.aside, state.penalty, state.removed)
    return sorted([card.code for where in places for card in where])


@dataclass
class Game:
    """A game being played: its rules, its state, everything that happened, and its time."""

    rules: Rules
    state: GameState = field(default_factory=GameState)
    events: list[Event] = field(default_factory=list)
    now: datetime = AT
    watch: Callable[[GameState, Event, GameState], None] | None = None

    @classmethod
    def dealt(cls, ruleset: Ruleset, seats: int, seed: str = "deal", dealer: int = 0, **more: object) -> Game:
        """A game whose cards are out."""
        game = cls(compile_rules(ruleset, seats))
        for name, value in more.items():
            setattr(game, name, value)
        shuffled = shuffle(game.rules.deal.pack(seats), seed.encode())
        game.do(Begin(game.rules.deal.deal(shuffled, seats, dealer), dealer, SALT, seed.encode()))
        return game

    def next_round(self, seed: str) -> NextRound:
        """The action that deals the next round."""
        deal, state = self.rules.deal, self.state
        shuffled = shuffle(deal.pack(self.seats), seed.encode())
        dealt = deal.deal(shuffled, self.seats, state.next_dealer, state.absent)
        return NextRound(dealt, SALT, seed.encode())

    @property
    def seats(self) -> int:
        return len(self.state.seats)

    def do(self, *actions: Action) -> list[Event]:
        """Take the actions; the events of all of them."""
        came: list[Event] = []
        for action in actions:
            for event in decide(self.state, action, self.rules, at=self.now):
                before, self.state = self.state, evolve(self.state, event)
                came.append(event)
                if self.watch is not None:
                    self.watch(before, event, self.state)
        self.events.extend(came)
        return came

    def pass_window(self) -> list[Event]:
        """Let the open window's clock run out."""
        self.now += timedelta(seconds=10)
        return self.do(StartClock(self.now), CloseWindow())

    def lay(self, codes: str, rank: Rank | None = None) -> list[Event]:
        """Have the seat on turn lay these cards."""
        laid = cards(codes)
        return self.do(Play(self.state.turn, laid, rank or self.state.ranks[0], len(laid)))


def next_action(game: Game, dice: Dice, *, unruly: bool) -> Action:
    """What happens next at a table of random seats; unruly ones come and go, miss their turns and call everything."""
    state = game.state
    if unruly and dice.one_in(12) and (action := _commotion(game, dice)) is not None:
        return action
    if state.phase is Phase.BETWEEN:
        return game.next_round(str(dice.below(1 << 30)))
    if state.phase is Phase.FORCE:
        return _answer(game, dice)
    if state.phase is Phase.WINDOW:
        return _in_window(game, dice, unruly=unruly)
    return random_turn(game, dice, state.turn)


def _in_window(game: Game, dice: Dice, *, unruly: bool) -> Action:
    state = game.state
    spaces = {seat: action_space(state, seat, game.rules) for seat in state.live}
    seats = [seat for seat, space in spaces.items() if space.may_challenge]
    closers = [seat for seat, space in spaces.items() if space.may_play or space.may_pass]
    if dice.one_in(3 if unruly else 5):
        caller = dice.pick(seats)
        forces = spaces[caller].may_force and dice.one_in(2)
        return Force(caller, state.turns) if forces else Challenge(caller, state.turns)
    if closers and dice.one_in(2):
        return random_turn(game, dice, closers[0])
    if dice.one_in(4):
        return CloseWindow() if state.until is not None else StartClock(game.now)
    return Decline(dice.pick(seats), state.turns)


def _answer(game: Game, dice: Dice) -> Action:
    """A card where there is one, most of the time; else none, by word or by the clock."""
    state = game.state
    space = action_space(state, state.turn, game.rules)
    if space.showable and not dice.one_in(4):
        return Show(state.turn, dice.pick(space.showable))
    if state.until is not None or dice.one_in(3):
        return CloseWindow() if state.until is not None else StartClock(game.now)
    return Show(state.turn, None)


def random_turn(game: Game, dice: Dice, seat: int) -> Action:
    """A play, or a pass where there is nothing else or for a change."""
    space = action_space(game.state, seat, game.rules)
    if space.may_pass and (not space.may_play or dice.one_in(3)):
        return Pass(seat)
    return random_play(game, dice, seat)


def random_play(game: Game, dice: Dice, seat: int | None = None) -> Play:
    """True cards where there are any, most of the time; else one to three of anything, perhaps more than are said."""
    seat = game.state.turn if seat is None else seat
    space = action_space(game.state, seat, game.rules)
    hand, rank = game.state.seats[seat].hand, dice.pick(space.ranks)
    true = [card for card in hand if card.rank is rank or card.is_joker][: space.most]
    if true and not dice.one_in(4):
        return Play(seat, tuple(true), rank, _said(space, len(true), dice))
    count = min(space.most, space.least + dice.below(3))
    return Play(seat, tuple(dice.sample(hand, count)), rank, _said(space, count, dice))


def _said(space: ActionSpace, laid: int, dice: Dice) -> int:
    least, most = space.said_bounds(laid)
    return most if least == most else least + dice.below(most - least + 1)


def _commotion(game: Game, dice: Dice) -> Action | None:
    state, seat = game.state, dice.pick(game.state.live)
    due = state.turn
    if state.phase is Phase.WINDOW and game.rules.window.play_closes(state):
        due = game.rules.lead.after_stand(state).seat
    actions: list[Action] = [Takeover(seat), Return(seat), Return(seat), TimeOut(due, dice.bytes(), nudged=True)]
    if dice.one_in(3):
        actions.append(Resign(seat))
    action = dice.pick(actions)
    return action if refusal(state, action, game.rules, game.now) is None else None


def play_out(game: Game, dice: Dice, *, unruly: bool = False, at_most: int = 100_000) -> Iterator[GameState]:
    """Play on to the end, or for so many turns, and give every position a decision is due in."""
    while game.state.phase is not Phase.OVER and game.state.turns < at_most:
        yield game.state
        game.do(next_action(game, dice, unruly=unruly))


def hasty_action(game: Game) -> Action:
    """All of the rank, or as much as may be; whatever is open is let go at once."""
    state = game.state
    if state.phase is Phase.BETWEEN:
        return game.next_round(f"hasty {state.number}")
    if state.phase is not Phase.PLAY:
        return CloseWindow() if state.until is not None else StartClock(game.now)
    seat = state.turn
    space, hand = action_space(state, seat, game.rules), state.seats[seat].hand
    if not space.may_play:
        return Pass(seat)
    laid = tuple(card for card in hand if card.rank is space.ranks[0])[: space.most] or hand[: space.most]
    return Play(seat, laid, space.ranks[0], len(laid))


def swapped(state: GameState, one: Card, other: Card) -> GameState:
    """The same position with two cards in each other's places."""

    def swap(where: Cards) -> Cards:
        return swapped_cards(where, one, other)

    seats = tuple(
        replace(seat, hand=tuple(sorted(swap(seat.hand), key=lambda card: card.order))) for seat in state.seats
    )
    claim = replace(state.claim, cards=swap(state.claim.cards)) if state.claim else None
    return replace(
        state,
        seats=seats,
        claim=claim,
        pile=swap(state.pile),
        aside=swap(state.aside),
        penalty=swap(state.penalty),
        removed=swap(state.removed),
    )


def swapped_cards(where: Cards, one: Card, other: Card) -> Cards:
    return tuple({one: other, other: one}.get(card, card) for card in where)


def options(family: Family) -> list[tuple[str, object]]:
    """Every choice of every rule that belongs to the game, but for the standard ones."""
    return [
        (key, choice)
        for key, spec in SPECS.items()
        if family in spec.families and key != "family"
        for choice in spec.choices
        if choice != spec.default or type(choice) is not type(spec.default)
    ]


def pairs_of_values() -> list[Ruleset]:
    """Both games as they are, and with each value and each pair of values people may choose over that."""
    rulesets = []
    for family in BOTH:
        chosen: list[dict[str, object]] = [{}]
        chosen += [{key: choice} for key, choice in options(family)]
        chosen += [{one: a, two: b} for (one, a), (two, b) in combinations(options(family), 2) if one != two]
        rulesets += [Ruleset.model_validate({"family": family, **values}) for values in chosen]
    return [ruleset for ruleset in rulesets if playable(ruleset)]


def playable(ruleset: Ruleset) -> list[int]:
    """The numbers of seats this ruleset can be played with."""
    return [seats for seats in range(2, 11) if not refusals(ruleset, seats)]


def seats_for(ruleset: Ruleset) -> int:
    """Four where they can play it, two for what is meant for two, else the fewest that can."""
    sizes = playable(ruleset)
    return 2 if ruleset.force else 4 if 4 in sizes else sizes[0]
