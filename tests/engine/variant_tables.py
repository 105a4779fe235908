"""Games by the variants' rules, set up card by card."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from bot.engine.cards import ALL_RANKS, Rank
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import SameRankRound
from tests.engine.support import AT, Game, position

LATER = AT + timedelta(seconds=30)


def table(*hands: str, rank: Rank = Rank.SEVEN, pile: str = "", turns: int = 0, **values: Any) -> Game:
    """A game in the middle, seat 0 due with `rank`, under these rules."""
    rules = compile_rules(Ruleset.model_validate(values), len(hands))
    return Game(rules, position(*hands, rank=rank, pile=pile, turns=turns))


def one_rank(*hands: str, rank: Rank | None = None, pile: str = "", **values: Any) -> Game:
    """The same-rank game, seat 0 leading or due with the rank in play."""
    game = table(*hands, pile=pile, family="same_rank", **values)
    memory = SameRankRound(rank, None if rank is None else len(hands) - 1)
    game.state = replace(game.state, ranks=ALL_RANKS if rank is None else (rank,), round=memory)
    return game
