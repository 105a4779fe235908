"""`compile_rules`: the only place that reads a ruleset's values and turns them into strategies."""

from __future__ import annotations

from bot.engine.rules.challenge import AllAsSaid, AnyoneElse, LastPlayOnly, TimedWindow, WholePile
from bot.engine.rules.ending import FirstOutWins, NextSeat, Stall
from bot.engine.rules.play import DealersLeft, ExactCount, NobodyPasses, RankUp, WholeDeck
from bot.engine.rules.ruleset import SPECS, Ruleset, refusals
from bot.engine.rules.slots import Rules


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


def _burning(ruleset: Ruleset, seats: int) -> bool:
    if ruleset.stall == "auto":
        return seats <= 3 or ruleset.after_challenge == "taker_leads" or ruleset.max_cards == 1
    return ruleset.stall == "on"


def compile_rules(ruleset: Ruleset, seats: int) -> Rules:
    """The strategies of a ruleset for a table of `seats`; raises `RulesRefused` for what cannot be played."""
    if broken := refusals(ruleset, seats):
        raise RulesRefused(broken)
    for key, spec in SPECS.items():
        if not spec.available(value := getattr(ruleset, key)):
            raise RuleUnavailable(key, value)
    rank = RankUp()
    return Rules(
        ruleset=ruleset,
        deal=WholeDeck(ruleset.decks_for(seats)),
        opener=DealersLeft(),
        rank=rank,
        size=ExactCount(ruleset.limit_for(seats)),
        passing=NobodyPasses(),
        challenger=AnyoneElse(),
        window=TimedWindow(),
        verdict=AllAsSaid(),
        reveal=LastPlayOnly(),
        penalty=WholePile(),
        lead=NextSeat(rank),
        out=FirstOutWins(),
        idle=Stall(burning=_burning(ruleset, seats), bounded=ruleset.stall != "off"),
    )
