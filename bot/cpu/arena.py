"""`python -m bot.cpu.arena`: seeded games between policies, against the bounds that the levels have to keep.

Prints what it measured and nothing else; the exit status says whether every bound held.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal

from bot.cpu.belief import Belief
from bot.cpu.contest import Contest, Ours, Policy
from bot.cpu.levels import Level
from bot.cpu.rivals import Adder, Honest, Junk, Slipper
from bot.engine.actions import Challenge, Decline, Force, Pass, Play, Show
from bot.engine.cards import Cards, Deal, shuffle
from bot.engine.observe import Observation
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.rules.slots import Rules
from bot.engine.state import Phase

GAMES: Final = 1000
QUICK: Final = 20
WIDE: Final = 40
MEAN_MS, MOST_MS = 5.0, 20.0  # of a decision, in the processor's time
FULL_TABLES: Final = (2, 4, 6)
_SEATED: Final[tuple[Policy, ...]] = (*map(Ours, Level), Honest(), Junk(), Adder(), Slipper())
POLICIES: Final = {policy.name: policy for policy in _SEATED}


@dataclass(frozen=True, slots=True)
class Matchup:
    """One seat against all others by a preset's rules, and the bound its share of wins must keep.

    Bounded is the low end of the 95 % interval, or the share as measured.
    """

    one: str
    others: str
    seats: int
    bound: float
    kind: Literal["low end at least", "share at most"] = "low end at least"
    preset: str = "standard"

    @property
    def name(self) -> str:
        """How it is told and chosen: `hard-easy-4`, and by other rules `wild-hard-easy-4`."""
        name = f"{self.one}-{self.others}-{self.seats}"
        return name if self.preset == "standard" else f"{self.preset}-{name}"

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        return compile_rules(PRESETS[self.preset], self.seats)


STANDARD: Final = (
    Matchup("hard", "easy", 4, 0.75),
    Matchup("hard", "medium", 4, 0.40),
    Matchup("medium", "easy", 4, 0.58),
    Matchup("easy", "honest", 4, 0.20),
    Matchup("hard", "medium", 2, 0.5),
    Matchup("hard", "medium", 6, 1 / 6),
    Matchup("junk", "hard", 6, 0.22, "share at most"),
)
# By other rules a level is to be no weaker than the one below, and who only lies or only slips no better than anybody.
OTHERS: Final = tuple(
    Matchup(one, others, seats, 1 / seats, preset=preset)
    for preset, seats in (("one-rank", 4), ("duel-force", 2), ("bluff", 4), ("wild", 4), ("open", 4))
    for one, others in (("hard", "medium"), ("medium", "easy"))
)
LIARS: Final = tuple(
    Matchup(liar, level, seats, 1 / seats, "share at most", preset)
    for liar, preset, seats in (
        ("adder", "duel-force", 2),
        ("adder", "one-rank", 3),
        ("adder", "one-rank", 4),
        ("slipper", "wild", 4),
    )
    for level in ("medium", "hard")
)
MATCHUPS: Final = (*STANDARD, *OTHERS, *LIARS)


@dataclass(slots=True)
class Clocked:
    """A policy whose decisions are timed."""

    inner: Policy
    times: list[float]

    @property
    def name(self) -> str:
        """The policy's."""
        return self.inner.name

    @property
    def remembers(self) -> bool:
        """As the policy does."""
        return self.inner.remembers

    def move(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Play | Pass:
        """The policy's move."""
        start = time.thread_time()
        chosen = self.inner.move(seen, belief, rules, chance)
        self.times.append(time.thread_time() - start)
        return chosen

    def answer(
        self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random
    ) -> Challenge | Force | Decline:
        """The policy's answer."""
        start = time.thread_time()
        chosen = self.inner.answer(seen, belief, rules, chance)
        self.times.append(time.thread_time() - start)
        return chosen

    def show(self, seen: Observation, belief: Belief, rules: Rules, chance: random.Random) -> Show:
        """The policy's card."""
        return self.inner.show(seen, belief, rules, chance)


@dataclass(frozen=True, slots=True)
class Tally:
    """What some games came to: wins of the one seat (shared ones in part), turns, calls, and decision times."""

    games: int = 0
    wins: float = 0.0
    turns: int = 0
    longest: int = 0
    shared: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.wins + other.wins,
            self.turns + other.turns,
            max(self.longest, other.longest),
            self.shared + other.shared,
            self.decisions + other.decisions,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
        )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's)."""
    if games == 0:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def one_game(matchup: Matchup, number: int, seed: int) -> Tally:
    """Game `number` of a matchup; the one seat moves on from game to game."""
    place = number % matchup.seats
    times: list[float] = []
    policies = [
        Clocked(POLICIES[matchup.one if seat == place else matchup.others], times) for seat in range(matchup.seats)
    ]
    contest = Contest.dealt(matchup.rules, policies, f"{matchup.name} {seed} {number}")
    winners = contest.run()
    turns = contest.state.turns
    return Tally(
        games=1,
        wins=1 / len(winners) if place in winners else 0.0,
        turns=turns,
        longest=turns,
        shared=len(winners) > 1,
        decisions=len(times),
        seconds=sum(times),
        slowest=max(times, default=0.0),
    )


def _some(job: tuple[Matchup, range, int]) -> Tally:
    matchup, numbers, seed = job
    tally = Tally()
    # A pause for the collector is no thought of a CPU seat's, so it comes between games.
    gc.freeze()
    gc.disable()
    try:
        for number in numbers:
            tally += one_game(matchup, number, seed)
            if number % 16 < 2:
                gc.collect()
    finally:
        gc.enable()
        gc.unfreeze()
    return tally


def full_hands(games: int, seed: int) -> Tally:
    """Decisions of a hard seat that holds all of two decks but a card for each rival: the most there is to think of."""
    times: list[float] = []
    for number in range(games):
        seats = FULL_TABLES[number % len(FULL_TABLES)]
        rules = compile_rules(Ruleset(decks=2, starter="random"), seats)
        cards = shuffle(rules.deal.pack(seats), f"full {seed} {number}".encode())
        for holder in range(seats):
            hands: list[Cards] = [(card,) for card in cards[:seats]]
            hands[holder] += cards[seats:]
            policies = [Clocked(POLICIES["hard"], times if seat == holder else []) for seat in range(seats)]
            contest = Contest.dealt(rules, policies, f"full {seed} {number}", Deal(tuple(hands)))
            if contest.state.turn != holder:
                continue
            for _ in range(2 * seats):
                if contest.state.phase is not Phase.OVER:
                    contest.do(contest.next_action())
    return Tally(games=games, decisions=len(times), seconds=sum(times), slowest=max(times, default=0.0))


def play(matchup: Matchup, games: int, seed: int, jobs: int = 1) -> Tally:
    """So many games; the same whatever the number of processes."""
    parts = [(matchup, range(start, games, max(jobs, 1)), seed) for start in range(max(jobs, 1))]
    if jobs <= 1:
        return _some(parts[0])
    # Unlike a pool of `multiprocessing` it ends by itself, and not by a signal that may be ignored here.
    with ProcessPoolExecutor(jobs) as pool:
        return sum(pool.map(_some, parts), Tally())


def holds(matchup: Matchup, tally: Tally) -> bool:
    """Whether the bound is kept."""
    share = tally.wins / max(tally.games, 1)
    match matchup.kind:
        case "low end at least":
            return wilson(tally.wins, tally.games)[0] >= matchup.bound
        case "share at most":
            return share <= matchup.bound


def verdict(matchup: Matchup, tally: Tally, *, quick: bool = False) -> str:
    """Whether the bound is kept; of a quick look, too, where so few games can tell."""
    if holds(matchup, tally):
        return "pass"
    low, high = wilson(tally.wins, tally.games)
    missed = high < matchup.bound if matchup.kind == "low end at least" else low > matchup.bound
    return "too few games to tell" if quick and not missed else "FAIL"


def line(matchup: Matchup, tally: Tally, *, quick: bool = False) -> str:
    """One matchup's row."""
    low, high = wilson(tally.wins, tally.games)
    who = f"one {matchup.one} against {matchup.seats - 1} {matchup.others}"
    if matchup.preset != "standard":
        who += f", {matchup.preset}"
    share, told = tally.wins / max(tally.games, 1), verdict(matchup, tally, quick=quick)
    return (
        f"{who:{WIDE}} {tally.games:6} {share:7.1%} {low:7.1%} – {high:5.1%}   {matchup.kind} {matchup.bound:.1%}"
        f"   {told}   {tally.turns / max(tally.games, 1):5.0f} turns, at most {tally.longest}"
    )


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bot.cpu.arena", description="CPU seats against each other.")
    parser.add_argument("--games", type=int, default=GAMES, help="games for each matchup (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    names = [matchup.name for matchup in MATCHUPS]
    parser.add_argument("--matchup", action="append", choices=names, help="only this one; may be given again")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes")
    parser.add_argument("--quick", action="store_true", help=f"only {QUICK} games each: a look, not a proof")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Play, print, and say by the exit status whether all bounds held."""
    options = arguments(argv)
    games = QUICK if options.quick else options.games
    chosen = [matchup for matchup in MATCHUPS if not options.matchup or matchup.name in options.matchup]
    print(f"{'who':{WIDE}}  games   share   95 % interval    required")
    together, kept = Tally(), True
    for matchup in chosen:
        tally = play(matchup, games, options.seed, options.jobs)
        print(line(matchup, tally, quick=options.quick), flush=True)
        together, kept = together + tally, kept and verdict(matchup, tally, quick=options.quick) != "FAIL"
    full = full_hands(games // 10, options.seed)
    told = ((together, "decisions"), (full, "decisions with nearly two decks in hand"))
    for tally, what in told:
        mean, most = 1000 * tally.seconds / max(tally.decisions, 1), 1000 * tally.slowest
        fast = mean < MEAN_MS and most < MOST_MS
        kept = kept and fast
        print(
            f"{tally.decisions} {what}: {mean:.2f} ms in the mean, {most:.1f} ms at most   {'pass' if fast else 'FAIL'}"
        )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
