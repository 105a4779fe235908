"""Every variant drawn in every language and in the made-up one: within the limits, and no word but the catalogue's."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import discord
import pytest

from bot.engine.cards import Rank
from bot.engine.events import Event
from bot.engine.state import GameState, Phase
from bot.tables.ports import Notice, NoticeKind
from bot.tables.story import tell
from bot.ui import hand, notices, result, table
from bot.ui.components import TableSelect
from bot.ui.text import Words
from tests.engine.support import VARIANTS, Dice, play_out, seats_for
from tests.engine.support import Game as EngineGame
from tests.sweeps import every
from tests.ui.catalogues import PSEUDO
from tests.ui.stage import WORDS, Game, labels_of, text_of
from tests.ui.test_ui_limits import fits
from tests.ui.test_ui_pseudo import ODD, plain

ENGLISH = re.compile(r"\b(the|lays?|turn|next|due|you|your|is|are|called|before|with|takes?)\b", re.IGNORECASE)


def drawn(playing: Game, words: Words, locale: str) -> Iterator[discord.ui.LayoutView]:
    """All that is shown at this moment, to everybody and to each seat."""
    view = playing.view()
    seen = view.seen
    assert seen is not None
    if seen.outcome is None:
        yield table.deal(view, words)
        yield table.standing(view, words)
        for kind in NoticeKind:
            yield notices.notice(view, Notice(kind, seen.turn, seen.turn, 5), words)
    else:
        yield result.end(view, words)
    if view.past:
        yield result.round_end(view, words, view.past[-1].number)
    if seen.claim is not None or view.settled is not None:
        yield table.claim(view, words)
    for seat, here in enumerate(playing.state.seats[:3]):
        yield hand.hand(playing.hand(seat), words, locale)
        for card in here.hand[:1]:
            picks = ((card.rank.code if card.rank else "X", 1),)
            for rank, said in ((None, 0), (Rank.JACK, 1), (Rank.KING, 2)):
                yield hand.hand(playing.hand(seat, picks, rank=rank, said=said), words, locale)


def read(layout: discord.ui.LayoutView) -> str:
    menus = [item.item for item in layout.walk_children() if isinstance(item, TableSelect)]
    offered = [option.label for menu in menus for option in menu.options]
    return "\n".join([text_of(layout), *labels_of(layout), *(menu.placeholder or "" for menu in menus), *offered])


@pytest.mark.parametrize(("name", "locale"), every(2, itertools.product(VARIANTS, sorted({*WORDS.locales, PSEUDO}))))
def test_a_variant_in_this_language(name: str, locale: str) -> None:
    words = ODD if locale == PSEUDO else WORDS
    ruleset = VARIANTS[name]
    seats = seats_for(ruleset)
    playing = Game(seats, ruleset=ruleset, locale=locale)

    def follow(before: GameState, event: Event, _after: GameState) -> None:
        playing.story = tell(playing.story, before, event)

    game = EngineGame.dealt(ruleset, seats, f"spoken {name}", watch=follow)
    for number, state in enumerate(play_out(game, Dice(f"spoken {name}"), unruly=True, at_most=40)):
        if number % 6 and state.phase not in (Phase.OVER, Phase.BETWEEN, Phase.FORCE):
            continue
        playing.state = state
        for layout in drawn(playing, words, locale):
            fits(layout)
            text = read(layout)
            if locale == PSEUDO:
                assert plain(text) == []
            elif locale != "en-US":
                assert not ENGLISH.search(text), text
