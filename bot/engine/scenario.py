"""Run rule scenarios: `python -m bot.engine.scenario FILE...` plays each vector through `decide` and `evolve`.

A small table with a clock of its own stands in for the real one: it starts a claim's clock when the claim is made,
closes windows, times turns out and lets a claimant leave once its window is over. Whatever a vector names that this
module does not know is a failure, never a skip. `scenario_expect` compares; nothing here judges a rule.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

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
    Show,
    StartClock,
    Takeover,
    TimeOut,
)
from bot.engine.cards import ALL_RANKS, Card, Cards, Rank, shuffle
from bot.engine.decide import decide
from bot.engine.events import Event
from bot.engine.evolve import replay
from bot.engine.observe import action_space
from bot.engine.rules.compiled import RulesRefused, RuleUnavailable, compile_rules
from bot.engine.rules.ruleset import Ruleset, refusals
from bot.engine.rules.slots import Rules
from bot.engine.scenario_expect import EXPECTATIONS, Mismatch, Played
from bot.engine.state import CycleRound, GameState, Phase, SameRankRound, Seat, Standing

START: Final = datetime(2000, 1, 1, tzinfo=UTC)
SEED: Final = b"scenario"
BETWEEN_S: Final = 30
NEEDED: Final = frozenset({"id", "players", "actions", "expect"})
OPTIONAL: Final = frozenset(
    {"why", "rules", "hands", "turn", "rank", "pile", "dealer", "finished", "penalty_deck", "out_of_play", "declined"}
    | {"turns_taken", "first"}
)
Json = Mapping[str, Any]


class BadVector(Exception):
    """The vector cannot be played: it is malformed, or asks for what this version of the bot does not know."""


def run_vector(vector: Json, defaults: Json) -> list[str]:
    """What the vector expected and did not get, one line each; empty when it passed."""
    name = str(vector.get("id", "?")) if isinstance(vector, dict) else "?"
    try:
        table = VectorTable(vector, defaults)
        table.run(vector["actions"])
        return [f"{name}: {line}" for line in _compare(table.played, vector["expect"])]
    except BadVector as fault:
        return [f"{name}: {fault}"]
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as fault:
        return [f"{name}: expected a vector that can be played, came {type(fault).__name__}: {fault}"]


def run_file(path: Path) -> tuple[int, list[list[str]]]:
    """How many vectors of a file passed, and the lines of each that failed."""
    try:
        content = _content(path)
        results = [run_vector(vector, content["defaults"]) for vector in content["vectors"]]
    except (OSError, ValueError, TypeError, BadVector) as fault:
        return 0, [[f"{path}: expected a scenario file, came {type(fault).__name__}: {fault}"]]
    failed = [lines for lines in results if lines]
    return len(results) - len(failed), failed


def _content(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if set(content) != {"format", "defaults", "vectors"} or content["format"] != 1:
        raise BadVector("not format 1 with defaults and vectors")
    return content


def main(paths: Sequence[str]) -> int:
    """Run the files, print every failure and the count; the exit status."""
    if not paths:
        sys.stderr.write("usage: python -m bot.engine.scenario FILE...\n")
        return 2
    passed, failed = 0, 0
    for path in paths:
        good, bad = run_file(Path(path))
        passed, failed = passed + good, failed + len(bad)
        sys.stdout.writelines(f"{line}\n" for lines in bad for line in lines)
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 1 if failed else 0


def _compare(played: Played, expect: Json) -> list[str]:
    lines = []
    for key, expected in expect.items():
        if (check := EXPECTATIONS.get(key)) is None:
            raise BadVector(f"expected a known key, came {key!r} in expect")
        try:
            check(played, expected)
        except Mismatch as mismatch:
            lines.append(f"expected {key} {_text(expected)}, came {_text(mismatch.came)}")
    return lines


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cards(codes: Sequence[str]) -> Cards:
    cards = tuple(Card.parse(code) for code in codes)
    if any(card.hidden for card in cards):
        raise BadVector("expected cards, came a hidden one")
    return cards


@dataclass
class VectorTable:
    """One vector being played: the stand-in for a table, with its clock and the leaves it has queued."""

    vector: Json
    defaults: Json
    names: tuple[str, ...] = ()
    played: Played = field(init=False)
    now: datetime = START
    turn_seeds: int = 0
    leaving: set[int] = field(default_factory=set)
    declined: list[int] = field(default_factory=list)
    compiled: Rules | None = None

    def __post_init__(self) -> None:
        vector = self.vector
        if missing := NEEDED - set(vector):
            raise BadVector(f"expected the keys {sorted(missing)}, came none")
        if unknown := set(vector) - NEEDED - OPTIONAL:
            raise BadVector(f"expected known keys, came {sorted(unknown)}")
        self.names = tuple(vector["players"])
        if len(set(self.names)) != len(self.names):
            raise BadVector("expected players with names of their own, came one twice")
        self.played = Played(self.names, _ruleset({**self.defaults, **vector.get("rules", {})}, self.seat))
        self.declined = [self.seat(name) for name in vector.get("declined", ())]
        if vector.get("turn") is not None:
            self.played.state = self.start()

    def seat(self, name: str) -> int:
        """The seat of a player's name."""
        if name not in self.names:
            raise BadVector(f"expected a player, came {name!r}")
        return self.names.index(name)

    @property
    def state(self) -> GameState:
        """Where the game stands."""
        return self.played.state

    @property
    def rules(self) -> Rules:
        """The vector's rules, made ready when first asked for: a check of the start needs none."""
        if self.compiled is None:
            self.compiled = _ready(self.played.ruleset, len(self.names))
        return self.compiled

    # --- the start ------------------------------------------------------------------------------------------------

    def start(self) -> GameState:
        """The position the vector begins with."""
        vector = self.vector
        hands = {self.seat(name): _cards(codes) for name, codes in vector.get("hands", {}).items()}
        seats = [Seat(hand=hands.get(seat, ())) for seat in range(len(self.names))]
        for place, name in enumerate(vector.get("finished", ()), start=1):
            seat = self.seat(name)
            seats[seat] = replace(seats[seat], standing=Standing.OUT, place=place)
        turn = self.seat(vector["turn"])
        free = vector["rank"] == "any"
        rank = None if free else Rank.parse(vector["rank"])
        before = None if rank is None or vector.get("first", False) else rank.step(-1)
        cycle = self.played.ruleset.family == "cycle"
        adder = None if free else (turn - 1) % len(seats)
        return GameState(
            seats=tuple(seats),
            dealer=self.seat(vector["dealer"]) if "dealer" in vector else (turn - 1) % len(seats),
            turn=turn,
            ranks=ALL_RANKS if rank is None else (rank,),
            turns=int(vector.get("turns_taken", 0)),
            pile=_cards(vector.get("pile", ())),
            penalty=_cards(vector.get("penalty_deck", ())),
            removed=_cards(vector.get("out_of_play", ())),
            round=CycleRound(before) if cycle else SameRankRound(rank, adder),
        )

    # --- what a table does ----------------------------------------------------------------------------------------

    def run(self, actions: Sequence[Json]) -> None:
        """Take the actions in order; a refused one is noted and changes nothing."""
        for index, action in enumerate(actions):
            if len(action) != 1:
                raise BadVector(f"expected one action at {index}, came {sorted(action)}")
            ((kind, value),) = action.items()
            if (take := _ACTIONS.get(kind)) is None:
                raise BadVector(f"expected a known action, came {kind!r}")
            try:
                if self.state.seats:
                    self.start_clock()
                take(self, value)
            except IllegalAction as refusal:
                self.played.errors[index] = refusal.reason.value
            except RulesRefused as refusal:
                self.played.errors[index] = refusal.codes[0]

    def submit(self, action: Action) -> None:
        """Have the action decided now, then do what a table does by itself."""
        events = decide(self.state, action, self.rules, at=self.now)
        self.played.take(events)
        self.played.state = replay(events, self.state)
        self.start_clock()
        for seat in sorted(self.leaving):
            if self.state.claim is None and self.state.phase is not Phase.OVER:
                self.leaving.discard(seat)
                self.submit(Resign(seat))

    def start_clock(self) -> None:
        """Give the open window or the turn its deadline, if it has none yet and the rules know one."""
        state, ruleset = self.state, self.played.ruleset
        if state.until is not None or state.phase is Phase.OVER:
            return
        window = state.phase is Phase.WINDOW
        turn = state.phase is Phase.PLAY or (window and self.rules.window.play_closes(state))
        seconds = BETWEEN_S if state.phase is Phase.BETWEEN else ruleset.turn_timer if turn else ruleset.window_s
        if seconds is not None:
            self.clock_until(self.now + timedelta(seconds=seconds))

    def clock_until(self, until: datetime) -> None:
        """Start the clock of whatever the game waits for."""
        started: Sequence[Event] = decide(self.state, StartClock(until), self.rules, at=self.now)
        self.played.state = replay(started, self.state)

    def chance(self) -> bytes:
        """The next seed for what the engine leaves to chance; the same in every run."""
        self.turn_seeds += 1
        return SEED + self.turn_seeds.to_bytes(2, "big")

    # --- the vector's actions -------------------------------------------------------------------------------------

    def play(self, value: Json) -> None:
        """`play`, and the declines the vector says were given beforehand."""
        by, cards, claim, count = _take(value, "by", "cards", "claim", "count")
        self.submit(Play(self.seat(by), _cards(cards), None if claim is None else Rank.parse(claim), count))
        for seat in self.declined:
            self.submit(Decline(seat))
        self.declined = []

    def challenge_many(self, value: Sequence[Json]) -> None:
        """Calls gathered together: those that may be made, in order of their time, and the rules choose."""
        calls = [_take(call, "by", "at_ms") for call in value]
        seats = [self.seat(by) for by, _ in sorted(calls, key=lambda call: call[1])]
        may = [seat for seat in seats if action_space(self.state, seat, self.rules).may_challenge]
        self.submit(Challenge(self.rules.challenger.choose(self.state, may) if may else seats[0]))

    def pass_window(self, value: object) -> None:
        """The window's clock runs out."""
        if value is not True:
            raise BadVector("expected pass_window true, came something else")
        if self.state.phase is Phase.WINDOW:
            if self.state.until is None:
                self.clock_until(self.now)
            self.now = max(self.now, self.state.until or self.now)
        self.submit(CloseWindow())

    def tick(self, value: Json) -> None:
        """Time passes; every deadline it reaches has its effect."""
        (seconds,) = _take(value, "seconds")
        end = self.now + timedelta(seconds=seconds)
        while self.state.phase is not Phase.OVER and self.state.until is not None and self.state.until <= end:
            self.now = self.state.until
            self.deadline()
        self.now = end

    def deadline(self) -> None:
        """What was waited for has not come."""
        state = self.state
        if state.phase is Phase.BETWEEN:
            self.next_round(True)
        elif state.phase is Phase.PLAY:
            self.submit(TimeOut(state.turn, self.chance()))
        elif state.phase is Phase.WINDOW and self.rules.window.play_closes(state):
            self.submit(TimeOut(self.rules.lead.after_stand(state).seat, self.chance()))
        else:
            self.submit(CloseWindow())

    def resign(self, value: Json) -> None:
        """`resign`; while its own play is open a seat that holds cards leaves when the window is over (R-n)."""
        seat = self.seat(*_take(value, "by"))
        try:
            self.submit(Resign(seat))
        except IllegalAction as refusal:
            if refusal.reason is Reason.WAIT_FOR_WINDOW and self.state.seats[seat].hand:
                self.leaving.add(seat)
            raise

    def deal(self, value: Json) -> None:
        """Shuffle by a fixed seed, deal and begin."""
        dealer, decks = _take({key: of for key, of in value.items() if key != "per_hand"}, "dealer", "decks")
        values = {**self.played.ruleset.model_dump(), "decks": decks}
        if "per_hand" in value:
            values["per_hand"] = value["per_hand"]
        self.played.ruleset = Ruleset(**values)
        seats, seat = len(self.names), self.seat(dealer)
        if "bad_hand_size" in refusals(self.played.ruleset, seats):
            raise IllegalAction(Reason.TOO_FEW_CARDS)
        deal = self.rules.deal.deal(shuffle(self.rules.deal.pack(seats), SEED), seats, seat)
        self.submit(Begin(deal, seat, SEED, self.chance()))

    def check_start(self, value: Json) -> None:
        """`start`: only whether such a table may begin."""
        (players,) = _take(value, "players")
        _ready(self.played.ruleset, players)

    def next_round(self, value: object) -> None:
        """The host asks for the next round of a match: a fresh shuffle, the deal moved on."""
        if value is not True:
            raise BadVector("expected next_round true, came something else")
        seats, state, deal = len(self.names), self.state, self.rules.deal
        order = shuffle(deal.pack(seats), SEED + state.number.to_bytes(1, "big"))
        self.submit(NextRound(deal.deal(order, seats, state.next_dealer, state.absent), SEED, self.chance()))


def _take(value: Json, *keys: str) -> tuple[Any, ...]:
    """The values of exactly these keys."""
    if set(value) != set(keys):
        raise BadVector(f"expected an action with {sorted(keys)}, came {sorted(value)}")
    return tuple(value[key] for key in keys)


def _ruleset(values: dict[str, Any], seat: Callable[[str], int]) -> Ruleset:
    if isinstance(teams := values.get("teams"), list):
        values["teams"] = tuple(tuple(seat(name) for name in team) for team in teams)
    try:
        return Ruleset(**values)
    except ValidationError as error:
        wrong = sorted({str(problem["loc"][0]) for problem in error.errors()})
        raise BadVector(f"expected known rules and values, came {wrong}") from None


def _ready(ruleset: Ruleset, seats: int) -> Rules:
    try:
        return compile_rules(ruleset, seats)
    except RuleUnavailable as unavailable:
        raise BadVector(f"expected rules the bot can play, came {unavailable}") from None


def _by_seat(make: Callable[[int], Action], key: str = "by") -> Callable[[VectorTable, Any], None]:
    def take(table: VectorTable, value: Json) -> None:
        table.submit(make(table.seat(*_take(value, key))))

    return take


def _show(table: VectorTable, value: Json) -> None:
    by, card = _take(value, "by", "card")
    table.submit(Show(table.seat(by), None if card is None else Card.parse(card)))


_ACTIONS: Final[dict[str, Callable[[VectorTable, Any], None]]] = {
    "play": VectorTable.play,
    "challenge": _by_seat(Challenge),
    "challenge_many": VectorTable.challenge_many,
    "decline": _by_seat(Decline),
    "pass_window": VectorTable.pass_window,
    "tick": VectorTable.tick,
    "pass": _by_seat(Pass),
    "resign": VectorTable.resign,
    "cpu_takeover": _by_seat(Takeover, "seat"),
    "force": _by_seat(Force),
    "show": _show,
    "deal": VectorTable.deal,
    "next_round": VectorTable.next_round,
    "start": VectorTable.check_start,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
