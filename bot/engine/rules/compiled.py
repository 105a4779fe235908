"""`compile_rules` and `compile_dealt`: the only place that reads a ruleset's values and turns them into strategies."""

from __future__ import annotations

from bot.engine.cards import ALL_RANKS, Rank
from bot.engine.rules.challenge import (
    AllAsSaid,
    AnyoneElse,
    NearestLeft,
    TimedWindow,
    TurnedUp,
    UntilNextPlay,
    WholePile,
)
from bot.engine.rules.cycle import AnyRank, ChosenStep, NextSeat, OneStep, RoundOfPasses, TakerLeads
from bot.engine.rules.ending import CpuKeepsSeat, FirstOutWins, HandToPile, PlayOn, PointARound, Stall, TeamOut
from bot.engine.rules.play import AnySeat, DealersLeft, ExactCount, ExtraCards, NobodyPasses, PenaltyDeck, WholeDeck
from bot.engine.rules.ruleset import SPECS, Ruleset, refusals
from bot.engine.rules.same_rank import EqualHands, KeepOne, LastCardWins, OneRank, PassUntilAllDo, WinnerOfDoubtLeads
from bot.engine.rules.slots import OpenerSlot, OutSlot, RankSlot, Rules, WindowSlot


class RulesRefused(Exception):
    """The ruleset cannot be played at this table; `codes` name the sentences that say why."""

    def __init__(self, codes: tuple[str, ...]) -> None:
        super().__init__(", ".join(codes))
        self.codes = codes


class RuleUnavailable(RulesRefused):
    """A rule has a value this version of the bot cannot play."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__(("unavailable",))
        self.key, self.value = key, value

    def __str__(self) -> str:
        return f"{self.key} = {self.value!r} cannot be played by this version"


def compile_rules(ruleset: Ruleset, seats: int) -> Rules:
    """The strategies of a ruleset for a table of `seats`; raises `RulesRefused` for what cannot be played."""
    if broken := refusals(ruleset, seats):
        raise RulesRefused(broken)
    for key, spec in SPECS.items():
        if not spec.available(value := getattr(ruleset, key)):
            raise RuleUnavailable(key, value)
    return compile_dealt(ruleset, seats)


def compile_dealt(ruleset: Ruleset, seats: int) -> Rules:
    """The same for a game that was dealt by these rules, be it by another version: it is played on whatever they are.

    What is refused today was allowed then; only whoever deals a new game asks `compile_rules`.
    """
    return _cycle(ruleset, seats) if ruleset.family == "cycle" else _same_rank(ruleset, seats)


def _cycle(ruleset: Ruleset, seats: int) -> Rules:
    """The rank-cycling game; the rules of the same-rank game alone are not read."""
    decks, limit, teams = ruleset.decks_for(seats), ruleset.limit_for(seats), ruleset.teams_for(seats)
    rank = _direction(ruleset)
    return Rules(
        ruleset=ruleset,
        deal=PenaltyDeck(decks, ruleset.jokers) if ruleset.penalty else WholeDeck(decks, ruleset.jokers, ruleset.aside),
        opener=_opener(ruleset, ALL_RANKS if ruleset.direction == "any" else (Rank.ACE,)),
        rank=rank,
        size=ExtraCards(limit) if ruleset.extra_cards else ExactCount(limit),
        passing=RoundOfPasses() if ruleset.passing else NobodyPasses(),
        challenger=NearestLeft(teams) if ruleset.simultaneous == "nearest_left" else AnyoneElse(teams),
        # Where cards may be slipped in nobody can tell a last play, so the next play closes none (R-l).
        window=TimedWindow() if ruleset.extra_cards else _window(ruleset),
        verdict=AllAsSaid(),
        reveal=TurnedUp(ruleset.show_pile, ruleset.last_play == "must_be_true"),
        penalty=WholePile(ruleset.penalty),
        lead=TakerLeads(rank) if ruleset.after_challenge == "taker_leads" else NextSeat(rank),
        out=_out(ruleset, teams),
        leave=CpuKeepsSeat() if teams else HandToPile(),
        idle=Stall(_burning(ruleset, seats), ruleset.stall != "off", teams),
        score=PointARound(ruleset.rounds),
        teams=teams,
    )


def _same_rank(ruleset: Ruleset, seats: int) -> Rules:
    """The game of one rank a round; the rules of the rank-cycling game alone are not read (R59)."""
    verdict, force = AllAsSaid(), ruleset.force
    nearest = ruleset.simultaneous == "nearest_left"
    return Rules(
        ruleset=ruleset,
        deal=EqualHands(ruleset.jokers, None if ruleset.per_hand == "auto" else ruleset.per_hand),
        opener=_opener(ruleset, ALL_RANKS),
        rank=OneRank(),
        size=KeepOne(ruleset.limit_for(seats) if ruleset.multi else 1),
        passing=PassUntilAllDo(),
        challenger=NearestLeft(force=force) if nearest else AnyoneElse(force=force),
        window=_window(ruleset),
        verdict=verdict,
        reveal=TurnedUp(ruleset.show_pile),
        penalty=WholePile(),
        lead=WinnerOfDoubtLeads(),
        out=LastCardWins(verdict),
        leave=HandToPile(),
        idle=Stall(burning=False, bounded=ruleset.stall != "off"),
        score=PointARound(ruleset.rounds),
    )


def _direction(ruleset: Ruleset) -> RankSlot:
    """How ranks follow one another (R20)."""
    directions: dict[str, RankSlot] = {
        "up": OneStep(1),
        "down": OneStep(-1),
        "up_down": ChosenStep((-1, 1)),
        "up_down_same": ChosenStep((-1, 0, 1)),
        "any": AnyRank(),
    }
    return directions[ruleset.direction]


def _opener(ruleset: Ruleset, first: tuple[Rank, ...]) -> OpenerSlot:
    return AnySeat(first) if ruleset.starter == "random" else DealersLeft(first)


def _window(ruleset: Ruleset) -> WindowSlot:
    return UntilNextPlay() if ruleset.window_mode == "until_next_play" else TimedWindow()


def _out(ruleset: Ruleset, teams: tuple[int, ...]) -> OutSlot:
    if teams:
        return TeamOut(teams)
    return PlayOn() if ruleset.play_on else FirstOutWins()


def _burning(ruleset: Ruleset, seats: int) -> bool:
    if ruleset.stall == "auto":
        return seats <= 3 or ruleset.after_challenge == "taker_leads" or ruleset.max_cards == 1
    return ruleset.stall == "on"
