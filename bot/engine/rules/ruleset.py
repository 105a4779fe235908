"""House rules as data: the `Ruleset` stored with each game, one `RuleSpec` per rule, presets and refusals.

From these come validation, the words of `/cheat rules` and the README's table. `compile_rules` (in `compiled.py`) makes
a ruleset into strategies; nothing else reads an option's value to decide a move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

Family = Literal["cycle", "same_rank"]
Topic = Literal["deck", "turn", "calling", "ending", "table"]
DIRECTIONS = Literal["up", "down", "up_down", "up_down_same", "any"]


class Ruleset(BaseModel):
    """The rules one game is dealt with; every field is a rule of the ledger and its default is the standard game."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    family: Family = "cycle"
    decks: Literal[1, 2, "auto5", "auto6"] = "auto6"
    jokers: int = Field(default=0, ge=0)
    aside: Literal[0, 12] = 0
    starter: Literal["dealer_left", "random"] = "dealer_left"
    direction: DIRECTIONS = "up"
    max_cards: Literal["auto", 1, 4, 8, "unlimited"] = "auto"
    passing: bool = False
    extra_cards: bool = False
    window_mode: Literal["timer", "until_next_play"] = "timer"
    window_s: int = Field(default=10, ge=3, le=120)
    simultaneous: Literal["first", "nearest_left"] = "first"
    after_challenge: Literal["next", "taker_leads"] = "next"
    show_pile: bool = False
    last_play: Literal["window", "must_be_true"] = "window"
    play_on: bool = False
    rounds: int = Field(default=1, ge=1, le=9)
    turn_timer: Literal[30, 60, 90, 120] | None = 60
    stall: Literal["auto", "on", "off"] = "auto"
    call_word: Literal["cheat", "doubt"] = "cheat"
    teams: Literal["alternate"] | tuple[tuple[int, ...], ...] | None = None
    penalty: Literal[0, 2] = 0
    per_hand: Literal["auto"] | int = "auto"
    multi: bool = False
    force: bool = False

    def decks_for(self, seats: int) -> int:
        """How many packs this many seats play with (R4); the same-rank game always takes one when left to choose."""
        if isinstance(self.decks, int):
            return self.decks
        from_seats = 5 if self.decks == "auto5" else 6
        return 2 if seats >= from_seats and self.family == "cycle" else 1

    def limit_for(self, seats: int) -> int | None:
        """The most cards one play may hold (R21), `None` for no limit."""
        if self.max_cards == "unlimited":
            return None
        if self.max_cards == "auto":
            return 8 if self.decks_for(seats) == 2 else 4
        return self.max_cards

    def teams_for(self, seats: int) -> tuple[int, ...]:
        """The team of each seat (R49); empty where everybody plays alone."""
        if self.teams is None:
            return ()
        if self.teams == "alternate":
            return tuple(seat % 2 for seat in range(seats))
        return tuple(next((at for at, team in enumerate(self.teams) if seat in team), 0) for seat in range(seats))


@dataclass(frozen=True, slots=True)
class RuleSpec:
    """What people may choose for one rule: `choices`, and any number of `span` (least, most) besides.

    `topic` is the page of the editor it stands on.
    """

    key: str
    choices: tuple[object, ...]
    sources: tuple[str, ...]
    families: tuple[Family, ...] = ("cycle",)
    span: tuple[int, int] | None = None
    topic: Topic = "table"

    @property
    def default(self) -> object:
        """The standard game's value."""
        return Ruleset.model_fields[self.key].default

    def available(self, value: object) -> bool:
        """Whether the bot can play with this value."""
        if self.key == "teams" and isinstance(value, tuple):
            return True  # who sits in which team; `refusals` says whether that can be
        if self.span is not None and type(value) is int:
            return self.span[0] <= value <= self.span[1]
        return any(value == choice and type(value) is type(choice) for choice in self.choices)


BOTH: Final[tuple[Family, ...]] = ("cycle", "same_rank")
SPECS: Final = {
    spec.key: spec
    for spec in (
        RuleSpec("family", ("cycle", "same_rank"), ("R52", "R60"), BOTH, topic="deck"),
        RuleSpec("decks", ("auto6", "auto5", 1, 2), ("R3", "R4", "R5"), topic="deck"),
        RuleSpec("jokers", (0, 1, 2), ("R13", "R-s", "R-j"), BOTH, topic="deck"),
        RuleSpec("aside", (0, 12), ("R9",), topic="deck"),
        RuleSpec("starter", ("dealer_left", "random"), ("R15",), BOTH, topic="turn"),
        RuleSpec(
            "direction",
            ("up", "down", "up_down", "up_down_same", "any"),
            ("R17", "R20", "R-d", "R-e", "R-f"),
            topic="turn",
        ),
        RuleSpec("max_cards", ("auto", 1, 4, 8, "unlimited"), ("R21", "R26", "R60"), BOTH, topic="turn"),
        RuleSpec("passing", (False, True), ("R22", "R-g"), topic="turn"),
        RuleSpec("extra_cards", (False, True), ("R25", "R-c"), topic="turn"),
        RuleSpec("window_mode", ("timer", "until_next_play"), ("R29", "R65"), BOTH, topic="calling"),
        RuleSpec("window_s", (5, 10, 15, 30), ("R29", "R45", "R65"), BOTH, span=(3, 120), topic="calling"),
        RuleSpec("simultaneous", ("first", "nearest_left"), ("R33",), BOTH, topic="calling"),
        RuleSpec("after_challenge", ("next", "taker_leads"), ("R35", "R-r"), topic="calling"),
        RuleSpec("show_pile", (False, True), ("R36",), BOTH, topic="calling"),
        RuleSpec("last_play", ("window", "must_be_true"), ("R62",), topic="ending"),
        RuleSpec("play_on", (False, True), ("R41", "R-t"), topic="ending"),
        RuleSpec("rounds", (1, 2, 3, 5, 7, 9), ("R42", "R66"), BOTH, span=(1, 9), topic="ending"),
        RuleSpec("turn_timer", (60, None, 30, 90, 120), ("R44", "R64"), BOTH),
        RuleSpec("stall", ("auto", "on", "off"), ("R63",), BOTH, topic="ending"),
        RuleSpec("call_word", ("cheat", "doubt"), ("R61",), topic="calling"),
        RuleSpec("teams", (None, "alternate"), ("R49", "R-a")),
        RuleSpec("penalty", (0, 2), ("R50", "R-b"), topic="calling"),
        RuleSpec("per_hand", ("auto", 5, 7, 10, 13), ("R52",), ("same_rank",), span=(5, 27), topic="deck"),
        RuleSpec("multi", (False, True), ("R60",), ("same_rank",), topic="turn"),
        RuleSpec("force", (False, True), ("R59", "R-i"), ("same_rank",), topic="calling"),
    )
}

PRESETS: Final[dict[str, Ruleset]] = {
    "standard": Ruleset(),
    "classic-table": Ruleset(max_cards="unlimited", window_mode="until_next_play"),
    "bicycle": Ruleset(max_cards=4, starter="random"),
    "jaques": Ruleset(decks="auto6", after_challenge="taker_leads"),
    "online": Ruleset(max_cards=1, jokers=0, window_s=10),
    "fast": Ruleset(window_s=5, turn_timer=30),
    "big-table": Ruleset(decks=2, max_cards=8),
    "up-down": Ruleset(direction="up_down"),
    "same-again": Ruleset(direction="up_down_same"),
    "countdown": Ruleset(direction="down"),
    "open": Ruleset(direction="any"),
    "i-doubt-it": Ruleset(call_word="doubt", passing=True),
    "one-rank": Ruleset(family="same_rank"),
    "bluff": Ruleset(family="same_rank", multi=True),
    "duel": Ruleset(aside=12, stall="on"),
    "duel-force": Ruleset(family="same_rank", force=True),
    "teams": Ruleset(teams="alternate"),
    "penalty": Ruleset(penalty=2),
    "kids": Ruleset(direction="any", jokers=2, window_s=30),
    "wild": Ruleset(jokers=2, extra_cards=True, show_pile=True),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A combination refused, or warned of; `code` names its sentence, `broken` says whether a table has it."""

    code: str
    broken: Callable[[Ruleset, int], bool]


def _changed(rules: Ruleset, *keys: str) -> bool:
    return any(getattr(rules, key) != Ruleset.model_fields[key].default for key in keys)


def _bad_hand(rules: Ruleset, seats: int) -> bool:
    if rules.family == "cycle" or seats < 1:
        return False
    cards = 52 * rules.decks_for(seats) + rules.jokers
    hand = cards // seats if rules.per_hand == "auto" else rules.per_hand
    return hand < 5 or hand * seats > cards


def _bad_teams(rules: Ruleset, seats: int) -> bool:
    """Whether the seats do not make two equal teams."""
    if rules.teams is None:
        return False
    teams = rules.teams_for(max(seats, 0))
    members = sorted(seat for team in rules.teams for seat in team) if isinstance(rules.teams, tuple) else None
    whole = members is None or members == list(range(seats))
    return not (6 <= seats <= 10 and whole and teams.count(0) == teams.count(1) == seats / 2)


REFUSALS: Final = (
    Refusal("player_count", lambda _, seats: not 2 <= seats <= 10),
    Refusal("jokers_range", lambda rules, _: rules.jokers > 2),
    Refusal("aside_two_only", lambda rules, seats: rules.aside > 0 and seats != 2),
    Refusal("aside_one_deck", lambda rules, seats: rules.aside > 0 and rules.decks_for(seats) == 2),
    Refusal(
        "max8_needs_two_decks",
        lambda rules, seats: rules.max_cards == 8 and rules.decks_for(seats) == 1,
    ),
    Refusal(
        "extra_needs_more_than_one",
        lambda rules, _: rules.family == "cycle" and rules.extra_cards and rules.max_cards == 1,
    ),
    Refusal("force_same_rank_only", lambda rules, _: rules.family == "cycle" and rules.force),
    Refusal("multi_same_rank_only", lambda rules, _: rules.family == "cycle" and rules.multi),
    Refusal(
        "turn_rules_cycle_only",
        lambda rules, _: rules.family == "same_rank" and _changed(rules, "after_challenge", "passing"),
    ),
    Refusal("direction_cycle_only", lambda rules, _: rules.family == "same_rank" and _changed(rules, "direction")),
    Refusal("two_needs_force", lambda rules, seats: rules.family == "same_rank" and seats == 2 and not rules.force),
    Refusal("same_rank_player_count", lambda rules, seats: rules.family == "same_rank" and seats > 6),
    Refusal(
        "not_in_same_rank",
        lambda rules, _: (
            rules.family == "same_rank"
            and (_changed(rules, "play_on", "teams", "penalty", "aside") or rules.decks == 2)
        ),
    ),
    Refusal("bad_hand_size", _bad_hand),
    Refusal("teams_even_6_10", _bad_teams),
    Refusal("teams_no_places", lambda rules, _: rules.teams is not None and rules.play_on),
    Refusal("penalty_with_aside", lambda rules, _: rules.penalty > 0 and rules.aside > 0),
    Refusal(
        "passing_with_any", lambda rules, _: rules.family == "cycle" and rules.passing and rules.direction == "any"
    ),
)


def refusals(rules: Ruleset, seats: int) -> tuple[str, ...]:
    """The codes of every combination this ruleset breaks at a table of `seats`, in the order they are told."""
    return tuple(refusal.code for refusal in REFUSALS if refusal.broken(rules, seats))


WARNINGS: Final = (
    Refusal(
        "long_one_card",
        lambda rules, seats: (
            rules.family == "cycle" and rules.stall == "off" and rules.max_cards == 1 and 2 <= seats <= 3
        ),
    ),
    Refusal(
        "long_taker_leads",
        lambda rules, seats: rules.stall == "off" and rules.after_challenge == "taker_leads" and 2 <= seats <= 6,
    ),
    Refusal("taker_any_note", lambda rules, _: rules.after_challenge == "taker_leads" and rules.direction == "any"),
    Refusal(
        "taker_free_call_note",
        lambda rules, _: rules.after_challenge == "taker_leads" and rules.direction in ("up_down", "up_down_same"),
    ),
)


def warnings(rules: Ruleset, seats: int, *, cpu_next: bool = False) -> tuple[str, ...]:
    """The codes of what is accepted but worth a word; `cpu_next` says that CPU seats sit at the table.

    Nobody waits for a CPU where every play is timed anyway, since extra cards may lie there (R25, R29).
    """
    timed = rules.window_mode == "timer" or (rules.extra_cards and rules.family == "cycle")
    waits = cpu_next and not timed and rules.turn_timer is None
    told = tuple(warning.code for warning in WARNINGS if warning.broken(rules, seats))
    return ("cpu_waits_for_window", *told) if waits else told


def presets_for(seats: int) -> tuple[str, ...]:
    """The presets that so many seats can play."""
    return tuple(name for name, rules in PRESETS.items() if not refusals(rules, seats))


def differing(rules: Ruleset) -> tuple[str, ...]:
    """The rules that differ from standard, in the order of the ledger."""
    return tuple(key for key in SPECS if _changed(rules, key))
