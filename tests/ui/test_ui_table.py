"""What everybody sees of a game, line by line: deal, claims, results, the end, notices."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import EndReason, Outcome
from bot.record.results import SeatResult
from bot.tables.ports import Notice, NoticeKind
from bot.tables.records import TableStatus
from bot.ui import notices, result, table
from bot.ui.components import Kind
from bot.ui.layout import Accent
from tests.ui.stage import NOW, WORDS, Game, button, cards, labels_of, lines_of, text_of

STAMP = int(NOW.timestamp())


def game(seats: int = 3, **rules: object) -> Game:
    return Game(seats, Ruleset.model_validate(rules)).begin()


def test_deal() -> None:
    playing = game()
    layout = table.deal(playing.view(), WORDS)
    assert lines_of(layout) == [
        "### The cards are dealt",
        "<@100> begins with **Aces**.",
        "Play goes round in this order:",
        "**Ann** 18 · **Bob** 17 · **Cy** 17",
        "-# 60 s for each turn. Open **My hand** to see your cards.",
        f"-# Proof of a fair deal, opened at the end: `{playing.state.commitment}`",
    ]
    assert labels_of(layout) == ["My hand"]
    assert table.mention_of(playing.view()) == 100
    assert "Take your time" in text_of(table.deal(game(turn_timer=None).view(), WORDS))


def test_first_claim() -> None:
    layout = table.claim(game().lay_any(2).view(), WORDS)
    assert lines_of(layout) == [
        "**Ann** lays **two Aces**",
        f"Time to call: 10 s (<t:{STAMP + 10}:R>)",
        "Pile: 2 · Next: <@101> with **Twos**",
        "**Ann** 16 · **Bob** 17 · **Cy** 17",
    ]
    assert labels_of(layout) == ["Cheat!", "Let it go", "My hand"]
    assert button(layout, Kind.CALL).stamp == button(layout, Kind.LET_GO).stamp == "1"


def test_claim_tells_how_the_one_before_ended_and_who_still_thinks() -> None:
    playing = game().lay_any(2).stand().lay_any().let_go(0)
    layout = table.claim(playing.view(), WORDS)
    assert lines_of(layout) == [
        "**Bob** lays **one Two**",
        f"Time to call: 10 s (<t:{STAMP + 20}:R>)",
        "Pile: 3 · Next: <@102> with **Threes**",
        "Let it go: **Ann** · 1 still thinks",
        "**Ann** 16 · **Bob** 16 · **Cy** 17",
        "-# Before: **Ann**’s two Aces stood.",
    ]
    assert table.mention_of(playing.view()) == 102
    assert "2 still think" not in text_of(layout)
    four = game(4).lay_any().let_go(2)
    assert "Let it go: **Cy** · 2 still think" in text_of(table.claim(four.view(), WORDS))


def test_claim_after_a_lie_and_after_a_truth() -> None:
    start = Game(3, hands=(cards("AS 9S 9C"), cards("2S 3S"), cards("5S 6S")))
    lied = start.begin().lay("9S").call(1).lay("2S")
    assert "-# Before: **Bob** called **Ann**: ✘ **lie**. **Ann** took 1 card." in lines_of(
        table.claim(lied.view(), WORDS)
    )
    true = lied.stand().lay("5S 6S").call(0).lay("9S")
    assert "-# Before: **Ann** called **Cy**: ✘ **lie**. **Cy** took 3 cards." in lines_of(
        table.claim(true.view(), WORDS)
    )


def test_claim_after_the_truth() -> None:
    told = Game(3, hands=(cards("AS 9S"), cards("2S 3S"), cards("5S 6S"))).begin().lay("AS").call(1).lay("2S")
    assert "-# Before: **Bob** called **Ann**: ✔ **truth**. **Bob** took 1 card." in lines_of(
        table.claim(told.view(), WORDS)
    )


def test_last_cards_are_announced() -> None:
    playing = Game(2, hands=(cards("AS"), cards("2S 3S"))).begin().lay("AS")
    assert lines_of(table.claim(playing.view(), WORDS))[0] == "**Ann** lays **one Ace** – their last cards!"


def test_a_play_for_an_absent_seat_says_that_and_no_more() -> None:
    playing = game().miss_turn()
    assert lines_of(table.claim(playing.view(), WORDS))[0] == "**Ann** lays **one Ace** (played for them)"


def test_what_a_claim_may_add() -> None:
    view = replace(game().lay_any().view(), reopened=True, repeated=True, burn_began=True, taken_over=2, printed=None)
    told = lines_of(table.claim(view, WORDS))
    assert "Time to call: 10 s" in told
    assert told[-4:] == [
        "-# The bot was away, so the time to call starts again.",
        "-# This play is shown again.",
        WORDS.say("en-US", "claim-burns"),
        "-# A CPU plays for **Cy** until they press a button.",
    ]


def test_a_claim_that_was_a_lie() -> None:
    playing = Game(2, hands=(cards("7S QH 2C"), cards("2S 3S"))).begin().lay("7S QH").call(1)
    layout = table.claim(playing.view(), WORDS)
    assert lines_of(layout) == [
        "**Ann** lays **two Aces**",
        "**Bob** called. ✘ **lie**: 7♠ Q♥",
        "**Ann** takes the pile (2 cards)",
        "Pile: 0 · Next: **Bob** with **Twos**",
        "**Ann** 3 · **Bob** 2",
    ]
    assert labels_of(layout) == []
    assert layout.children[0].accent_colour == int(Accent.LIE)  # type: ignore[attr-defined]


def test_a_claim_that_was_true() -> None:
    playing = Game(2, hands=(cards("AD 2C"), cards("2S 3S"))).begin().lay("AD").call(1)
    layout = table.claim(playing.view(), WORDS)
    assert "**Bob** called. ✔ **truth**: A♦" in lines_of(layout)
    assert "**Bob** takes the pile (1 card)" in lines_of(layout)
    assert layout.children[0].accent_colour == int(Accent.TRUTH)  # type: ignore[attr-defined]


def test_a_burned_pile_is_counted() -> None:
    view = Game(2, hands=(cards("AD 2C"), cards("2S 3S"))).begin().lay("AD").call(1).view()
    assert view.settled is not None
    burned = replace(view, settled=replace(view.settled, burned=9))
    assert "9 cards leave the game." in lines_of(table.claim(burned, WORDS))


def test_a_claim_nobody_called() -> None:
    stood = game(2).lay_any().stand()
    assert lines_of(table.claim(stood.view(), WORDS))[:2] == ["**Ann** lays **one Ace**", "Nobody called. It stands."]
    declined = game(2).lay_any().let_go(1)
    assert "Everybody let it go. It stands." in lines_of(table.claim(declined.view(), WORDS))


def test_a_message_shows_its_own_claim_whatever_came_after() -> None:
    playing = game().lay_any().stand().lay_any()
    first = table.claim(playing.view(), WORDS, 1)
    assert lines_of(first) == ["**Ann** lays **one Ace**", "Nobody called. It stands."]
    assert labels_of(first) == []
    assert labels_of(table.claim(playing.view(), WORDS, 2)) == ["Cheat!", "Let it go", "My hand"]
    later = playing.stand().lay_any().view()
    assert lines_of(table.claim(later, WORDS, 1)) == ["This play is settled."]
    with pytest.raises(ValueError, match="no game"):
        table.claim(Game(2).lobby(), WORDS)


def test_standing() -> None:
    assert labels_of(table.standing(Game(2).lobby(), WORDS)) == ["Join", "Leave", "Add CPU", "House rules", "Start"]
    playing = game()
    assert lines_of(table.standing(playing.view(), WORDS)) == [
        "### Cheat – the game is on",
        "Pile: 0 · Next: <@100> with **Aces**",
        "**Ann** 18 · **Bob** 17 · **Cy** 17",
    ]
    playing.lay_any()
    assert labels_of(table.standing(playing.view(), WORDS)) == ["Cheat!", "Let it go", "My hand"]
    assert "-# Before: **Ann**’s one Ace stood." in lines_of(table.standing(playing.stand().view(), WORDS))


def test_a_seat_that_a_cpu_holds_is_named_and_not_pinged() -> None:
    playing = game(2).miss_turn().stand().lay_any().stand().miss_turn().stand().lay_any()
    view = playing.view()
    assert view.seen is not None
    assert view.seen.seats[0].held
    assert table.mention_of(view) is None
    assert "Next: **Ann** with **Fives**" in text_of(table.claim(view, WORDS))


def test_who_resigned_is_counted_no_more() -> None:
    playing = game().leave(1)
    assert "**Ann** 18 · **Cy** 17" in lines_of(table.standing(playing.view(), WORDS))


def test_the_end() -> None:
    playing = Game(3, hands=(cards("AS"), cards("2S 3S 4S"), cards("5S 6S"))).begin().lay("AS").call(1)
    view = playing.view()
    claim = lines_of(table.claim(view, WORDS))
    assert claim[-3:] == ["**Ann** has no cards left and wins.", "Pile: 0", "**Ann** 0 · **Bob** 4 · **Cy** 2"]
    assert table.mention_of(view) is None
    ann = SeatResult(0, cpu=False, plays=9, lies=3, caught=1, right=2, picked_up=14)
    tallies = (ann, *view.tallies[1:])
    layout = result.end(replace(view, tallies=tallies), WORDS)
    told = lines_of(layout)
    assert told[:8] == [
        "### The game is over",
        "**Ann** has no cards left and wins.",
        "**1st** **Ann**",
        "-# 3 lies, 1 caught · 2 calls, 2 right · took 14 cards",
        "**2nd** **Cy**",
        "-# no lies · no calls · took 0 cards",
        "**3rd** **Bob**",
        "-# no lies · 1 call, 0 right · took 1 card",
    ]
    assert labels_of(layout) == ["Rematch", "Leaderboard"]
    assert view.seen is not None
    # What was committed to is opened here, last and small, in one paragraph.
    opened = f"`{view.seen.salt}` · `{view.deal_text}`"
    assert told[-1:] == [f"-# Fair deal, checked by `/cheat verify {view.id}`. Salt and deal: {opened}"]
    assert hashlib.sha256(f"{view.seen.salt}\n{view.deal_text}".encode()).hexdigest() == view.seen.commitment


def test_other_ends() -> None:
    last = game(2).leave(1).view()
    told = lines_of(result.end(last, WORDS))
    assert told[1] == "**Ann** is the last one at the table and wins."
    assert "**2nd** **Bob** (left)" in told
    assert last.seen is not None

    def with_outcome(reason: EndReason, *places: int | None) -> list[str]:
        assert last.seen is not None
        return lines_of(result.end(replace(last, seen=replace(last.seen, outcome=Outcome(reason, places))), WORDS))

    tie = with_outcome(EndReason.BACKSTOP, 1, 1)
    assert tie[1].endswith("**Ann**, **Bob** hold the fewest cards and share the win.")
    assert [line[:7] for line in tie[2:6:2]] == ["**1st**", "**1st**"]
    assert with_outcome(EndReason.BACKSTOP, 1, 2)[1].endswith("**Ann** holds the fewest cards and wins.")
    nobody = with_outcome(EndReason.ABANDONED, None, None)
    assert nobody[1] == "Nobody is left to play. There is no result."
    assert nobody[2] == "**Ann**"
    stood = game(2).lay("2S").stand().view()
    assert stood.seen is not None
    gone = replace(stood.seen, outcome=Outcome(EndReason.ABANDONED, (None, None)))
    assert "Nobody is left" not in text_of(table.claim(replace(stood, seen=gone), WORDS)), "the end says it, once"
    with pytest.raises(ValueError, match="not over"):
        result.end(game().view(), WORDS)


def test_notices() -> None:
    view = game().view()

    def said(kind: NoticeKind, seat: int | None = None, mention: int | None = None, seconds: int = 0) -> list[str]:
        until = NOW if seconds else None
        return lines_of(notices.notice(view, Notice(kind, seat, mention, seconds, until=until), WORDS))

    stamp = int(NOW.timestamp())
    assert said(NoticeKind.REMINDER, 0, 0, 30) == [f"<@100>, it is your turn: **Aces**. 30 s left, till <t:{stamp}:T>."]
    assert said(NoticeKind.TURN, None, 0) == ["<@100>, it is your turn: **Aces**."]
    assert said(NoticeKind.TURN) == ["**Ann**, it is your turn: **Aces**."]
    assert said(NoticeKind.RESIGNED, 1, 0) == [
        "**Bob** leaves the game. Their cards go face down into the pile.",
        "Next: <@100> with **Aces**",
    ]
    assert said(NoticeKind.LEFT, 1) == ["**Bob** leaves the game."]
    assert said(NoticeKind.TAKEN_OVER, 2) == ["A CPU plays for **Cy** now. Any press of theirs takes the seat back."]
    assert said(NoticeKind.RETURNED, 2) == ["**Cy** is back."]
    assert said(NoticeKind.STOPPED) == [
        "The table was stopped. The channel is free: `/cheat start` opens a new one.",
        "-# No result comes of this game. That its deal was fair can be checked: `/cheat verify game:7`",
    ]
    assert said(NoticeKind.RESUMED, 0, 0, 60) == [
        f"The bot was away for a moment. This turn gets its full 60 s again, till <t:{stamp}:T>.",
        "Next: <@100> with **Aces**",
    ]
    again = notices.notice(view, Notice(NoticeKind.RESUMED, 0, None, 60, until=NOW), WORDS)
    assert lines_of(again)[1] == "Next: **Ann** with **Aces**"
    # Nobody but the one mentioned is written as a mention.
    assert said(NoticeKind.RESUMED, 1, 1)[1] == "Next: **Ann** with **Aces**"
    lobby = notices.notice(Game(2).lobby(), Notice(NoticeKind.LOBBY_EXPIRED), WORDS)
    assert "closed" in text_of(lobby)
    assert text_of(notices.plain("Hello")) == "Hello"
    for kind in NoticeKind:
        assert said(kind)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"status": TableStatus.CLOSED}, "This table was stopped."),
        (
            {"fault": "3fa21c"},
            "Something went wrong at this table (3fa21c), and it had to stop. `/cheat stop` frees the channel.",
        ),
    ],
)
def test_a_table_that_was_stopped_or_broke_has_no_buttons_and_says_so(change: dict[str, Any], line: str) -> None:
    window, turn = game().lay_any(2).view(), game().lay_any(2).stand().view()
    layouts = [
        (table.claim(replace(window, **change), WORDS), "**Ann** lays **two Aces**"),
        (table.claim(replace(turn, **change), WORDS), "**Ann** lays **two Aces**"),
    ]
    if "fault" in change:
        layouts.append((table.standing(replace(window, **change), WORDS), "**Ann** lays **two Aces**"))
        layouts.append((table.standing(replace(turn, **change), WORDS), "### Cheat – the game is on"))
        layouts.append((table.standing(replace(turn, seen=None, **change), WORDS), "1. **Ann** (host)"))
        layouts.append((table.claim(replace(turn, seen=None, **change), WORDS), line))
    for layout, first in layouts:
        told = lines_of(layout)
        assert first in told
        assert line in told
        assert labels_of(layout) == []
        assert not any("Next:" in text or "Time to call" in text for text in told)
    assert table.mention_of(replace(window, **change)) is None


def test_a_seat_that_a_cpu_holds_is_marked_in_the_counts() -> None:
    playing = game(2)
    for _ in range(2):
        playing.miss_turn().stand().lay_any().stand()
    view = playing.view()
    assert view.seen is not None
    assert view.seen.seats[0].held
    held, here = view.seen.seats[0].cards, view.seen.seats[1].cards
    assert f"**Ann** {held}\N{NO-BREAK SPACE}🤖 · **Bob** {here}" in lines_of(table.standing(view, WORDS))
    playing.lay_any()
    assert f"**Ann** {held - 1}\N{NO-BREAK SPACE}🤖 · **Bob** {here}" in lines_of(table.claim(playing.view(), WORDS))


def test_counts_that_a_phone_must_break_are_broken_between_seats() -> None:
    names = ("Ann", "Anna Maria", "Bruno", "Cleo")
    (told,) = (line for line in lines_of(table.deal(Game(4, names=names).begin().view(), WORDS)) if "Cleo" in line)
    assert [part.replace("\N{NO-BREAK SPACE}", " ") for part in told.split(" · ")] == [f"**{n}** 13" for n in names]
    assert told.replace("Anna Maria", "").count(" ") == 2 * 3, "only around the dots"
    # One that fits is as it has always been.
    assert "**Ann** 13 · **Bob** 13 · **Cy** 13 · **Dee** 13" in lines_of(table.deal(game(4).view(), WORDS))


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        (
            "en-US",
            [
                "The bot was away for a while. This is where the game stands:",
                "Pile: 2 · Next: <@101> with **Twos**",
                "**Ann** 16 · **Bob** 17 · **Cy** 17",
                "-# Before: **Ann**’s two Aces stood.",
                f"-# This turn gets its full 60 s, till <t:{STAMP}:T>.",
            ],
        ),
        (
            "de",
            [
                "Der Bot war eine Weile weg. So steht das Spiel:",
                "Stapel: 2 · Weiter: <@101>, **Zweien**",
                "**Ann** 16 · **Bob** 17 · **Cy** 17",
                "-# Davor: **Ann** legte zwei Asse, das galt.",
                f"-# Dieser Zug bekommt volle 60 s, bis <t:{STAMP}:T>.",
            ],
        ),
    ],
)
def test_where_the_game_stands_after_a_long_absence(locale: str, said: list[str]) -> None:
    view = replace(game().lay_any(2).stand().view(), locale=locale)
    layout = table.back(view, Notice(NoticeKind.STANDING, 1, 1, 60, until=NOW), WORDS)
    assert lines_of(layout) == said
    assert len(labels_of(layout)) == 1
    quiet = lines_of(table.back(view, Notice(NoticeKind.STANDING, 1), WORDS))
    assert "<@" not in "".join(quiet), "nobody is mentioned twice"
    assert len(quiet) == len(said) - 1
