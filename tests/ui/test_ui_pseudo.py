"""Every screen in a made-up language: whatever comes out in plain letters has not come from the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.engine.actions import Reason
from bot.engine.rules.ruleset import REFUSALS, SPECS, Ruleset
from bot.engine.state import EndReason, Outcome
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.ports import Notice, NoticeKind
from bot.tables.records import TableStatus
from bot.ui import explain, hand, notices, result, rulebook, table
from bot.ui.names import CPU
from bot.ui.rulebook import playable
from bot.ui.text import accepted, refused
from tests.ui.catalogues import PSEUDO, messages, pseudo
from tests.ui.stage import NAMES, Game, cards, labels_of, text_of

ODD = pseudo()
#: What is not words: mentions, times, links, the proof and its numbers, and what people called themselves and places.
DATA = re.compile(
    r"<@\d+>|<t:\d+:R>|\(https://[^)]*\)|https://\S+|```json\n.*?```|`[0-9a-f]{32,}`|`\[\[.*?\]\]`|\bGame Night\b"
    r"|\bcards\b|[🅰🅱]|(?<=Ｔｅａｍ )[AB](?=:)|\*\*(?:" + "|".join(NAMES) + r")\*\*|\\\*A\\\*",
    re.DOTALL,
)
LETTER = re.compile(r"[^\W\d_]")


def plain(text: str) -> list[str]:
    """The lines with letters outside every bracket, and those with letters no message has; a CPU's mark is a name's."""
    found = []
    for line in DATA.sub("", text).replace(f" ({CPU})", "").splitlines():
        depth, outside = 0, ""
        for char in line:
            depth += (char == "⟦") - (char == "⟧")
            outside += char if depth == 0 and char != "⟧" else ""
        if depth != 0 or LETTER.search(outside) or re.search(r"[a-zA-Z]", line):
            found.append(line)
    return found


def game(seats: int = 3, hands: tuple[str, ...] = (), **rules: object) -> Game:
    dealt = tuple(map(cards, hands)) or None
    return Game(len(hands) or seats, Ruleset.model_validate(rules), hands=dealt, locale=PSEUDO).begin()


def lobbies() -> Iterator[discord.ui.LayoutView]:
    for status in TableStatus:
        yield table.lobby(Game(3, locale=PSEUDO).lobby(status), ODD)
    yield table.lobby(replace(Game(3, locale=PSEUDO).lobby(), host_id=0), ODD)
    yield table.lobby(replace(Game(3, locale=PSEUDO).lobby(), fault="314159"), ODD)
    yield table.claim(replace(Game(3, locale=PSEUDO).lobby(), fault="314159"), ODD)
    yield table.moved(Game(3, locale=PSEUDO).lobby(), ODD)
    for key, spec in SPECS.items():
        for value in (*spec.choices, *(spec.span or ())):
            rules = Ruleset.model_validate({key: value})
            for seats in playable(rules)[:1]:
                yield table.lobby(Game(seats, rules, locale=PSEUDO).lobby(), ODD)


def plays() -> Iterator[Game]:
    """Games at every kind of moment."""
    yield game()
    yield game(turn_timer=None)
    yield game().lay_any(2)
    yield game().lay_any(2).stand()
    yield game(4).lay_any(2).stand().lay_any().let_go(2)
    yield game(2).lay_any().let_go(1)
    yield game(hands=("KS JS QH X1 AH", "2S JD", "5H")).lay("KS JS").call(1)
    yield game(hands=("KS JS QH X1 AH", "2S JD", "5H")).lay("KS JS").call(1).lay("2S")
    yield game(hands=("AS KS", "2S JD", "5H 6S")).lay("AS").call(1).lay_any()
    yield game(hands=("AS", "2S 3S", "5H 6S")).lay("AS")
    yield game(hands=("AS", "2S 3S", "5H 6S")).lay("AS").call(1)
    yield game(2).miss_turn()
    yield game(2).miss_turn().stand().lay_any().stand().miss_turn().stand().lay_any()
    yield game(3).leave(1)
    yield game(2).leave(1)


def claims() -> Iterator[discord.ui.LayoutView]:
    for playing in plays():
        view = playing.view()
        yield table.standing(view, ODD)
        yield table.standing(replace(view, fault="314159"), ODD)
        yield table.moved(view, ODD)
        for number in (None, 0, 1):
            if view.seen is not None and (view.seen.claim is not None or view.settled is not None):
                yield table.claim(view, ODD, number)
                more = replace(view, reopened=True, repeated=True, burn_began=True, taken_over=1, printed=None)
                yield table.claim(more, ODD, number)
                yield table.claim(replace(view, fault="314159"), ODD, number)
                yield table.claim(replace(view, status=TableStatus.CLOSED), ODD, number)
                if view.settled is not None:
                    yield table.claim(replace(view, settled=replace(view.settled, burned=9)), ODD, number)


def hands() -> Iterator[discord.ui.LayoutView]:
    yield hand.welcome(game().view(), 1, ODD, PSEUDO)
    for playing in plays():
        for seat in range(len(playing.state.seats)):
            for picks in ((), (("A", 1),), (("K", 1), ("J", 1), ("Q", 1)), (("A", 9),)):
                yield hand.hand(playing.hand(seat, picks), ODD, PSEUDO)
            broken = playing.hand(seat)
            yield hand.hand(replace(broken, table=replace(broken.table, fault="314159")), ODD, PSEUDO)
            yield hand.hand(replace(broken, table=replace(broken.table, status=TableStatus.CLOSED)), ODD, PSEUDO)
    waiting = game(hands=("KS AS 7H", "2S 3S", "5H")).lay("7H")
    yield hand.hand(waiting.hand(1, (("2", 1),), armed="2S", note="armed"), ODD, PSEUDO)
    yield hand.hand(replace(waiting.hand(1), table=replace(waiting.view(), printed=None)), ODD, PSEUDO)


def ends() -> Iterator[discord.ui.LayoutView]:
    over = game(2).leave(1)
    view, held = over.view(), over.hand(0)
    assert view.seen is not None
    for reason in EndReason:
        for places in ((1, 1), (1, 2), (2, 1), (None, None)):
            outcome = Outcome(reason, places)
            yield hand.hand(replace(held, seen=replace(held.seen, outcome=outcome)), ODD, PSEUDO)
            if reason in {EndReason.WENT_OUT, EndReason.LAST_SEAT, EndReason.BACKSTOP, EndReason.ABANDONED}:
                yield result.end(replace(view, seen=replace(view.seen, outcome=outcome)), ODD)


def told() -> Iterator[discord.ui.LayoutView]:
    for kind in NoticeKind:
        for seat, mention, seconds in ((None, None, 0), (0, 0, 30), (1, 1, 0)):
            yield notices.notice(game().view(), Notice(kind, seat, mention, seconds), ODD)


SCREENS = {
    "lobby": lobbies,
    "deal": lambda: [table.deal(playing.view(), ODD) for playing in (game(), game(turn_timer=None))],
    "claim and result": claims,
    "hand": hands,
    "end": ends,
    "notices": told,
}


@pytest.mark.parametrize("screen", SCREENS)
def test_every_line_and_label_of_a_screen_comes_from_the_catalogue(screen: str) -> None:
    drawn: Any = SCREENS[screen]
    layouts: list[discord.ui.LayoutView] = list(drawn())
    assert len(layouts) >= 2
    for layout in layouts:
        assert plain(text_of(layout)) == []
        for label in labels_of(layout):
            assert re.fullmatch(r"\(?⟦.*⟧\)?", label), label
            assert plain(label) == []


def sentences() -> Iterable[str]:
    for why in (*Denial, *Reason):
        yield refused(ODD, PSEUDO, Refused(why))
        yield refused(ODD, PSEUDO, Refused(why, seconds=2.5, name="*A*"))
    yield from rulebook.conflicts(ODD, PSEUDO, Ruleset(), None, (refusal.code for refusal in REFUSALS))
    for done in Done:
        yield accepted(ODD, PSEUDO, Accepted(done))
    # A fault is never a note: it has a number to tell.
    noted = [why for why in Denial if why is not Denial.TABLE_FAULT]
    for key in ("armed", "armed_cancelled", "taken_back", *noted, *Reason):
        yield hand.note_line(key, ODD, PSEUDO)
    yield ODD.say(PSEUDO, "desk-help")


def test_every_reply_comes_from_the_catalogue() -> None:
    for text in sentences():
        assert plain(text) == []


def test_the_rules_come_from_the_catalogue() -> None:
    for seats in (None, 1, 2, 6, 10):
        rules = Ruleset(window_s=30, decks=2, turn_timer=None, max_cards="unlimited")
        assert plain(explain.rules(ODD, PSEUDO, rules, seats)) == []
    for key in SPECS:
        assert plain(explain.rule(ODD, PSEUDO, Ruleset(), key)) == []
        assert plain(rulebook.title(ODD, PSEUDO, key)) == []


def test_the_test_would_notice() -> None:
    assert plain("⟦ｗａｉｔ⟧ **Ann** 12 · <@100>") == []
    assert plain("⟦ｗａｉｔ⟧ and see") != []
    assert plain("⟦ｗａｉｔ and see⟧") != []
    assert plain("⟦ｗａｉｔ") != []
    assert sum(1 for _ in messages("en-US")) > 300
