"""The shape of the game: every line of play of tiny games counted, and one whole game kept as text.

The counts pin the game tree (what may be done, and what it leads to); the texts pin what each seat and the public are
told. A change here is either a bug or a rule: look at it before writing it down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from bot.engine.actions import Action, Challenge, Decline, Pass, Play, Resign
from bot.engine.decide import decide
from bot.engine.evolve import replay
from bot.engine.observe import action_space
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.slots import Rules
from bot.engine.state import GameState, Phase
from tests.engine.goldens import FOLDER, playthrough
from tests.engine.support import AT, position


def moves(state: GameState, rules: Rules, *, leaving: bool) -> Iterator[Action]:
    """Every action the action spaces allow."""
    for seat in range(len(state.seats)):
        space = action_space(state, seat, rules)
        if space.may_play:
            hand = state.seats[seat].hand
            for rank in space.ranks:
                for count in range(space.least, space.most + 1):
                    yield from (Play(seat, laid, rank, count) for laid in combinations(hand, count))
        if space.may_pass:
            yield Pass(seat)
        if space.may_challenge:
            yield Challenge(seat)
        if space.may_decline:
            yield Decline(seat)
        if leaving and space.may_resign:
            yield Resign(seat)


def perft(state: GameState, rules: Rules, depth: int, *, leaving: bool = False) -> tuple[int, int]:
    """How many lines of `depth` actions there are, and how many games ended within them."""
    if state.phase is Phase.OVER:
        return 0, 1
    if depth == 0:
        return 1, 0
    nodes = ends = 0
    for action in moves(state, rules, leaving=leaving):
        lines, over = perft(replay(decide(state, action, rules, at=AT), state), rules, depth - 1, leaving=leaving)
        nodes, ends = nodes + lines, ends + over
    return nodes, ends


def test_counts_that_can_be_counted_by_hand() -> None:
    rules = compile_rules(Ruleset(), 2)
    # One card each: it is laid, then called or let go. It is no seven: called, it comes back; let go, it wins.
    lie = position("8H", "9C")
    assert [perft(lie, rules, depth) for depth in (1, 2)] == [(1, 0), (1, 1)]
    # A seven wins either way.
    truth = position("7S", "9C")
    assert [perft(truth, rules, depth) for depth in (1, 2)] == [(1, 0), (0, 2)]
    # Three cards: 7 ways to lay some of them; each is called or let go, and all three laid and let go wins.
    three = position("8H 9H 10H", "9C")
    assert [perft(three, rules, depth) for depth in (1, 2)] == [(7, 0), (13, 1)]
    # Limits: one card at most leaves 3 ways; with six cards and four at most 6 + 15 + 20 + 15.
    one = compile_rules(Ruleset(max_cards=1), 2)
    assert perft(three, one, 1) == (3, 0)
    assert perft(position("8H 9H 10H JH QH KH", "9C"), rules, 1) == (56, 0)
    # Four seats with one true card: a call after none, one or two declines, in any order, or three declines.
    four = position("7S", "8S", "9S", "10S")
    assert perft(four, compile_rules(Ruleset(), 4), 4) == (0, 3 + 3 * 2 + 3 * 2 + 3 * 2)
    # Three seats: two may call or let go; leaving is open to all but the claimant.
    trio = position("8H", "9C", "10D")
    assert perft(trio, compile_rules(Ruleset(), 3), 2) == (4, 0)
    assert perft(trio, compile_rules(Ruleset(), 3), 1, leaving=True) == (4, 0)
    assert perft(trio, compile_rules(Ruleset(), 3), 2, leaving=True)[0] > 4


@pytest.mark.parametrize(
    ("hands", "depth", "leaving", "counted"),
    [
        (("7S 8H", "8S 9H"), 5, False, (75, 6)),
        (("7S 7D 8H", "8S 8D 9H"), 4, False, (248, 13)),
        (("7S 8H", "8S 9H", "9S 10H"), 5, False, (396, 14)),
        (("7S 8H", "8S 9H", "9S 10H"), 4, True, (467, 132)),
        (("7S", "8S", "9S", "10S"), 6, False, (0, 21)),
        (("7S", "8S", "9S", "10S"), 4, True, (62, 197)),
    ],
)
def test_counts_of_tiny_games(hands: tuple[str, ...], depth: int, leaving: bool, counted: tuple[int, int]) -> None:
    assert perft(position(*hands), compile_rules(Ruleset(), len(hands)), depth, leaving=leaving) == counted


def test_counts_see_a_changed_rule() -> None:
    """Burning and not burning are different trees."""
    state = position("7S 8H", "8S 9H", pile="KS", turns=60)
    burning, keeping = (compile_rules(Ruleset.model_validate({"stall": stall}), 2) for stall in ("on", "off"))
    assert perft(state, burning, 5) != perft(state, keeping, 5)
    assert perft(replace(state, turns=0), burning, 5) == perft(replace(state, turns=0), keeping, 5)


@pytest.mark.parametrize("file", ["public", "seat0", "seat1", "seat2", "seat3"])
def test_the_standard_playthrough_is_as_written_down(file: str) -> None:
    """Written by `python -m tests.engine.goldens`."""
    name = f"standard_{file}.txt"
    assert playthrough("standard")[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_the_playthrough_shows_the_game() -> None:
    """It is worth keeping: a lie caught, a call that failed, a window that closed, somebody who left, a winner."""
    told = (FOLDER / "standard_public.txt").read_text(encoding="utf-8")
    for word in (
        '"truthful":false',
        '"truthful":true',
        "WindowClosed",
        "Resigned",
        "TimedOut",
        "Returned",
        "WentOut",
        "GameEnded",
    ):
        assert word in told
    assert '"cards":["?"' in told
