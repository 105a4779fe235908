"""The shape of the game: every line of play of tiny games counted, and one whole game kept as text.

The counts pin the game tree (what may be done, and what it leads to); the texts pin what each seat and the public are
told. A change here is either a bug or a rule: look at it before writing it down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from bot.engine.actions import Action, Challenge, Decline, Force, Pass, Play, Resign, Show
from bot.engine.cards import ALL_RANKS, Rank
from bot.engine.decide import decide
from bot.engine.evolve import replay
from bot.engine.observe import action_space
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.slots import Rules
from bot.engine.state import GameState, Phase, SameRankRound
from tests.engine.goldens import FOLDER, playthrough
from tests.engine.support import AT, VARIANTS, position


def moves(state: GameState, rules: Rules, *, leaving: bool) -> Iterator[Action]:
    """Every action the action spaces allow."""
    for seat in range(len(state.seats)):
        space = action_space(state, seat, rules)
        if space.may_play:
            hand = state.seats[seat].hand
            for rank in space.ranks:
                for count in range(space.least, space.most + 1):
                    for said in range(space.said_bounds(count)[0], count + 1):
                        yield from (Play(seat, laid, rank, said) for laid in combinations(hand, count))
        if space.may_pass:
            yield Pass(seat)
        if space.may_challenge:
            yield Challenge(seat)
        if space.may_decline:
            yield Decline(seat)
        if space.may_force:
            yield Force(seat)
        if space.may_show:
            yield from (Show(seat, card) for card in (*space.showable, None))
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


# --- the same-rank game, and what variants add to the tree ------------------------------------------------------------


def one_rank(*hands: str, rank: Rank | None = None, pile: str = "") -> GameState:
    """The same-rank game in the middle: seat 0 leads, or `rank` is in play."""
    state = position(*hands, rank=rank or Rank.ACE, pile=pile)
    adder = None if rank is None else len(hands) - 1
    return replace(state, ranks=ALL_RANKS if rank is None else (rank,), round=SameRankRound(rank, adder))


def test_counts_of_the_same_rank_game_by_hand() -> None:
    rules = compile_rules(Ruleset(family="same_rank"), 3)
    # A lead with two cards: either, as one of thirteen ranks; three cards: three of thirteen.
    assert perft(one_rank("7S 8H", "9C 10C", "JD QD"), rules, 1) == (26, 0)
    assert perft(one_rank("7S 8H KH", "9C 10C", "JD QD"), rules, 1) == (39, 0)
    # A rank in play: pass, or add one of two; one card is kept and of another rank, so that seat passes.
    assert perft(one_rank("7S 8H", "9C 10C", "JD QD", rank=Rank.KING), rules, 1) == (3, 0)
    assert perft(one_rank("7S", "9C 10C", "JD QD", rank=Rank.KING), rules, 1) == (1, 0)
    # The next seat holds the one king: the pass of seat 0 ends the game, and its two plays do once both let them go.
    assert perft(one_rank("7S 8H", "KC", "JD QD", rank=Rank.KING), rules, 1) == (2, 1)
    # Bluff: two of three may go down together.
    multi = compile_rules(Ruleset(family="same_rank", multi=True), 3)
    assert perft(one_rank("7S 8H KH", "9C 10C", "JD QD", rank=Rank.KING), multi, 1) == (1 + 3 + 3, 0)
    # Force: two plays and a pass, and to each play a doubt, a decline or Force.
    force = compile_rules(Ruleset(family="same_rank", force=True), 2)
    duel = one_rank("7S 8H KH", "9C 10C 2C", rank=Rank.KING)
    assert perft(duel, force, 1) == (4, 0)
    assert perft(duel, force, 2) == (3 * 3 + 4, 0)
    # Two plays with three answers each, and a pass with three turns after it; the king doubted leaves its player one
    # card and the lead, which wins.
    lone = one_rank("7S KH", "9C 10C", rank=Rank.KING)
    assert perft(lone, force, 2) == (2 * 3 + 3 - 1, 1)


@pytest.mark.parametrize(
    ("values", "hands", "depth", "counted"),
    [
        ({"family": "same_rank"}, ("7S 8H", "8S 9H", "9S 10H"), 4, (6204, 200)),
        ({"family": "same_rank", "multi": True}, ("7S 7H 8H", "8S 9H", "9S 10H"), 3, (4314, 4)),
        ({"family": "same_rank", "force": True}, ("7S 8H 8D", "8S 9H 9D"), 4, (6429, 12)),
        ({"family": "same_rank", "window_mode": "until_next_play"}, ("7S 8H", "8S 9H", "9S 10H"), 3, (1884, 70)),
        ({"direction": "up_down"}, ("7S 8H", "8S 9H"), 5, (256, 11)),
        ({"direction": "up_down_same"}, ("7S 8H", "8S 9H"), 5, (549, 16)),
        ({"direction": "any"}, ("7S 8H", "8S 9H"), 3, (247, 1)),
        ({"passing": True}, ("7S 8H", "8S 9H"), 5, (207, 18)),
        ({"extra_cards": True}, ("7S 7D 8H", "8S 8D 9H"), 4, (648, 65)),
        ({"window_mode": "until_next_play"}, ("7S 8H", "8S 9H", "9S 10H"), 5, (1880, 34)),
        ({"after_challenge": "taker_leads"}, ("7S 8H", "8S 9H"), 4, (309, 42)),
        ({"last_play": "must_be_true"}, ("7S 8H", "8S 9H"), 5, (106, 0)),
        ({"play_on": True}, ("7S", "8S", "9S 10H"), 6, (52, 15)),
        ({"jokers": 2}, ("X1 8H", "X2 9H"), 5, (83, 6)),
    ],
)
def test_counts_of_variants(
    values: dict[str, object], hands: tuple[str, ...], depth: int, counted: tuple[int, int]
) -> None:
    ruleset = Ruleset.model_validate(values)
    state = one_rank(*hands) if ruleset.family == "same_rank" else position(*hands)
    assert perft(state, compile_rules(ruleset, len(hands)), depth) == counted


def test_teams_have_fewer_callers() -> None:
    """Six seats: five may call or let go, or with teams three."""
    state = position(*("7S", "8S", "9S", "10S", "JS", "QS"))
    alone, teams = (compile_rules(Ruleset.model_validate({"teams": of}), 6) for of in (None, "alternate"))
    assert [perft(state, rules, 2) for rules in (alone, teams)] == [(5, 5), (6, 0)]


# --- whole games as text ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_playthrough_is_as_written_down(variant: str) -> None:
    """Written by `python -m tests.engine.goldens`."""
    assert playthrough(variant) == (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("standard", '"truthful":false|"truthful":true|WindowClosed|Resigned|TimedOut|Returned|WentOut|GameEnded'),
        ("i-doubt-it", "Passed"),
        ("one-rank", "Passed|PileLeft|Won"),
        ("duel-force", "Forced|Shown|Won"),
        ("penalty", "PenaltyDrawn"),
        ("teams", "TakenOver|team_out"),
        ("match-of-duels", "RoundEnded|points"),
        ("everything-shown", '"pile":\\["'),
    ],
)
def test_the_playthroughs_show_the_game(variant: str, words: str) -> None:
    """They are worth keeping: what the variant is about happens in them."""
    told = (FOLDER / f"{variant}.txt").read_text(encoding="utf-8")
    for word in words.split("|"):
        assert re.search(word, told), word
    assert '["?' in told
