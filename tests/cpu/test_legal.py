"""All that a level ever does is taken, in every variant and in positions it would never reach by itself."""

from __future__ import annotations

import pytest

from bot.cpu.belief import blank
from bot.cpu.contest import Contest, Ours
from bot.cpu.levels import Level
from bot.cpu.mind import hint
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ending import BACKSTOP_TURNS_PER_SEAT
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Phase
from tests.cpu.support import Watched, choices
from tests.engine.support import VARIANTS, Dice, pairs_of_values, play_out, playable, refusal

RULESETS = pairs_of_values()
SAMPLE = range(0, len(RULESETS), 29)


def play_and_ask(ruleset: Ruleset, seats: int, seed: str, turns: int) -> int:
    """Unruly seats play; at every step each level is asked at each seat: how often there was something to choose."""
    game, asked = Watched.dealt(ruleset, seats, seed), 0
    assert isinstance(game, Watched)
    game.follow()
    for step, _ in enumerate(play_out(game, Dice(seed), unruly=True, at_most=turns)):
        for seat in range(seats):
            seen = game.seen(seat)
            for level in Level:
                # A CPU that took the seat over without its history has to manage, too.
                belief = game.beliefs[seat] if step % 5 else blank(seat, game.rules)
                for action in choices(level, seen, belief, game.rules, f"{seed} {step}"):
                    assert refusal(game.state, action, game.rules, game.now) is None, action
                    asked += 1
            hint(seen, game.beliefs[seat], game.rules)
    return asked


@pytest.mark.parametrize("name", VARIANTS)
def test_every_choice_is_legal_in_every_variant(name: str) -> None:
    sizes = playable(VARIANTS[name])
    asked = play_and_ask(VARIANTS[name], sizes[0], name, 12) + play_and_ask(VARIANTS[name], sizes[-1], name, 6)
    assert asked > 40


@pytest.mark.parametrize("index", SAMPLE)
def test_every_choice_is_legal_in_some_pairs_of_rules(index: int) -> None:
    sizes = playable(RULESETS[index])
    assert play_and_ask(RULESETS[index], sizes[index % len(sizes)], f"pair {index}", 6) > 10


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_choice_is_legal_in_every_pair_of_rules(part: int) -> None:
    for index in range(part, len(RULESETS), 4):
        sizes = playable(RULESETS[index])
        play_and_ask(RULESETS[index], sizes[index % len(sizes)], f"every pair {index}", 10)


@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_cpu_seats_end_in_every_variant(name: str) -> None:
    """And well before the backstop would have to end them."""
    ruleset = VARIANTS[name]
    seats = 4 if 4 in playable(ruleset) else playable(ruleset)[0]
    contest = Contest.dealt(
        compile_rules(ruleset, seats), [Ours(level) for level in [*Level, Level.HARD] * 3][:seats], name
    )
    contest.run()
    assert contest.state.phase is Phase.OVER
    assert contest.state.turns <= BACKSTOP_TURNS_PER_SEAT * seats * ruleset.rounds


def test_the_same_seed_plays_the_same_game() -> None:
    rules = compile_rules(Ruleset(), 4)
    one, other = (Contest.dealt(rules, [Ours(level) for level in (*Level, Level.HARD)], "again") for _ in range(2))
    assert one.run() == other.run()
    assert one.events == other.events
