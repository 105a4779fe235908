"""What people read when somebody is away."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.engine.actions import Action, Bar, Resign, Return, Takeover
from bot.engine.rules.ruleset import Ruleset
from bot.tables.ports import Notice, NoticeKind, Parting
from bot.tables.records import TableStatus
from bot.tables.views import TableView, Waiting
from bot.ui import absences, hand, notices, table
from bot.ui.components import Kind
from tests.ui.stage import WORDS, Game, button, cards, labels_of, lines_of, text_of

EN, DE = "en-US", "de"
SINCE = datetime(2026, 1, 1, 12, tzinfo=UTC)


def waiting(nudged: frozenset[int] = frozenset(), needed: int = 2, **game: object) -> TableView:
    view = Game(3, ruleset=Ruleset(turn_timer=None), **game).begin().view()  # type: ignore[arg-type]
    return replace(view, waiting=Waiting(0, 17, SINCE, needed, nudged))


def test_the_message_says_whom_for_since_when_and_how_many_must_press() -> None:
    layout = absences.waiting(waiting(), WORDS, 17)
    stamp = int(SINCE.timestamp())
    assert lines_of(layout) == [
        f"Waiting for **Ann** since <t:{stamp}:t>.",
        "<@100>, it is your turn: **Aces**.",
        "If **Ann** is away, two others press **Nudge**: one card is played for them.",
    ]
    assert labels_of(layout) == ["Nudge"]
    assert button(layout, Kind.NUDGE).stamp == "17"


def test_it_names_who_has_nudged_and_asks_the_only_other_one_alone() -> None:
    assert "Nudged by **Bob**. One more" in text_of(absences.waiting(waiting(frozenset({1})), WORDS, 17))
    alone = text_of(absences.waiting(waiting(needed=1), WORDS, 17))
    assert "If **Ann** is away, press **Nudge**" in alone


def test_where_nobody_is_there_to_press_it_it_has_no_button() -> None:
    layout = absences.waiting(waiting(frozenset({1}), needed=0), WORDS, 17)
    assert labels_of(layout) == []
    assert "Nudge" not in text_of(layout)


@pytest.mark.parametrize("view", [replace(waiting(), waiting=None), waiting()])
def test_an_older_wait_has_no_button(view: TableView) -> None:
    layout = absences.waiting(view, WORDS, 16)
    assert labels_of(layout) == []
    assert "The game goes on" in text_of(layout)


def test_on_a_table_that_is_no_more_it_says_so() -> None:
    layout = absences.waiting(replace(waiting(), status=TableStatus.CLOSED), WORDS, 17)
    assert (text_of(layout), labels_of(layout)) == ("This table was stopped.", [])


def test_a_name_cannot_break_the_message() -> None:
    layout = absences.waiting(waiting(names=("**@everyone**\n# Ann", "Bob", "Cy")), WORDS, 17)
    assert len(lines_of(layout)) == 3
    assert "@everyone" not in text_of(layout).replace("@\u200beveryone", "")


def test_the_button_stands_wherever_the_table_is_shown() -> None:
    assert labels_of(table.standing(waiting(), WORDS)) == ["My hand", "Nudge"]
    game = Game(3, ruleset=Ruleset(turn_timer=None, window_mode="until_next_play")).begin().lay_any()
    view = replace(game.view(), printed=None, waiting=Waiting(1, 9, SINCE, 2))
    assert labels_of(table.claim(view, WORDS)) == ["Cheat!", "Let it go", "My hand", "Nudge"]


def test_a_kicked_hand_shows_no_cards_and_no_buttons() -> None:
    game = Game(3).begin().do(Takeover(1))
    view = game.hand(1)
    kicked = replace(view, table=replace(view.table, kicked=frozenset({1})))
    layout = hand.hand(kicked, WORDS, "en-US")
    assert labels_of(layout) == []
    assert lines_of(layout)[0].startswith("The host has given your seat to a CPU")
    assert not any(suit in text_of(layout) for suit in "♠♥♦♣")


def test_a_claim_tells_a_kick_from_an_absence() -> None:
    game = Game(3).begin().lay_any().do(Takeover(1))
    view = game.view()
    assert "until they press a button" in text_of(table.claim(view, WORDS))
    kicked = text_of(table.claim(replace(view, kicked=frozenset({1})), WORDS))
    assert "A CPU plays for **Bob** for the rest of this game." in kicked
    assert "until they press" not in kicked


@pytest.mark.parametrize("gone", [Return(1), Resign(1)])
def test_a_claim_says_no_more_that_a_cpu_plays_for_who_is_back_or_has_left(gone: Action) -> None:
    game = Game(4).begin().lay_any().do(Takeover(1), gone)
    assert "A CPU plays" not in text_of(table.claim(game.view(), WORDS))
    elsewhere = Game(4).begin().lay_any().do(Takeover(1), Takeover(2), Return(1))
    assert "A CPU plays for **Cy**" in text_of(table.claim(elsewhere.view(), WORDS))


def test_notices_of_absent_people() -> None:
    view = Game(3).begin().view()

    def said(told: Notice) -> list[str]:
        return lines_of(notices.notice(view, told, WORDS))

    assert said(Notice(NoticeKind.KICKED, 1)) == [
        "The host has given **Bob**’s seat to a CPU for the rest of this game."
    ]
    assert said(Notice(NoticeKind.UNSEATED, name="*B*ob")) == ["The host has taken **\\*B\\*ob** off the table."]
    assert said(Notice(NoticeKind.UNTOUCHED, count=1))[0].startswith("Nobody has touched this table for an hour,")
    assert said(Notice(NoticeKind.UNTOUCHED, count=24))[0].startswith("Nobody has touched this table for 24 hours,")
    assert said(Notice(NoticeKind.RESIGNED, 0, heir=1))[1] == "**Bob** is the host now."


def test_who_was_taken_off_the_table_reads_where_and_what_to_do() -> None:
    said = text_of(absences.dismissed(Game(3).lobby(), Parting.KICKED, WORDS, "en-US"))
    assert "**Game Night**" in said
    assert "**Join**" in said
    german = text_of(absences.dismissed(Game(3).lobby(), Parting.KICKED, WORDS, "de"))
    assert "**Mitspielen**" in german


def _with_a_seat_kept_for_bob() -> Game:
    game = Game(3).begin().lay_any().stand()
    return game.do(Takeover(1)).lay_any()


def test_a_seat_that_a_cpu_keeps_is_marked_where_it_acts() -> None:
    game = _with_a_seat_kept_for_bob()
    open_claim = text_of(table.claim(game.view(), WORDS))
    assert "**Bob** (CPU) lays **one Two**" in open_claim
    assert "**Bob** (CPU) lays **one Two**" in text_of(hand.hand(game.hand(0), WORDS, "en-US"))
    game.call(2)
    verdict = text_of(table.claim(game.view(), WORDS))
    assert "**Bob** (CPU) lays **one Two**" in verdict
    assert "**Bob** (CPU) takes the pile" in verdict or "**Cy** takes the pile" in verdict
    assert "**Cy** called" in verdict


def test_a_seat_that_a_cpu_keeps_is_marked_among_the_counts_and_when_it_calls() -> None:
    game = Game(3).begin().do(Takeover(1)).lay_any()
    told = text_of(table.claim(game.view(), WORDS))
    assert "Next: **Bob** with" in told
    assert "**Bob** 17\N{NO-BREAK SPACE}🤖" in told
    game = Game(3).begin().do(Takeover(1)).lay_any().call(1)
    assert "**Bob** (CPU) called" in text_of(table.claim(game.view(), WORDS))


def test_what_a_cpu_laid_stays_a_cpu_s_when_its_person_is_back() -> None:
    game = _with_a_seat_kept_for_bob().stand().do(Return(1)).lay_any()
    told = text_of(table.claim(game.view(), WORDS))
    assert "Before: **Bob** (CPU)’s one Two stood" in told
    game = Game(3).begin().lay_any().stand().lay_any().do(Takeover(1))
    told = text_of(table.claim(game.stand().lay_any().view(), WORDS))
    assert "Before: **Bob**’s one Two stood" in told, "they laid that themselves"


def test_whoever_left_and_whoever_sat_at_a_closed_lobby_read_so() -> None:
    view = Game(3).lobby()
    assert text_of(absences.dismissed(view, Parting.LEFT, WORDS, "en-US")).startswith("You left the table")
    assert "was closed before a game began" in text_of(absences.dismissed(view, Parting.CLOSED, WORDS, "en-US"))
    assert "geschlossen, bevor ein Spiel anfing" in text_of(absences.dismissed(view, Parting.CLOSED, WORDS, "de"))


def test_a_hand_says_why_the_table_was_closed() -> None:
    seen = Game(3).begin().hand(1)
    closed = replace(seen, table=replace(seen.table, status=TableStatus.CLOSED, untouched_h=24))
    assert "Nobody has touched this table for 24 hours, so it is closed." in text_of(hand.hand(closed, WORDS, "en-US"))
    stopped = replace(seen, table=replace(seen.table, status=TableStatus.CLOSED))
    assert "This table was stopped." in text_of(hand.hand(stopped, WORDS, "en-US"))


def test_a_kicked_person_is_told_of_nothing_their_cpu_wins() -> None:
    game = Game(hands=(cards("AS JS"), cards("2S"), cards("3S 9H"))).begin()
    game.do(Takeover(1), Bar(1)).lay("AS").stand()
    game.lay("2S").stand()
    shown = game.hand(1)
    view = replace(shown, table=replace(shown.table, kicked=frozenset({1})))
    for locale, told in ((EN, "The game is over. A CPU played your seat to the end."), (DE, "bis zum Ende eine CPU")):
        text = text_of(hand.hand(view, WORDS, locale))
        assert told in text
        assert "won" not in text
        assert "gewonnen" not in text
    assert "You won!" in text_of(hand.hand(shown, WORDS, EN))


def test_nor_of_a_round_or_a_place() -> None:
    match = Game(ruleset=Ruleset(rounds=2), hands=(cards("AS JS"), cards("2S"))).begin()
    places = Game(ruleset=Ruleset(play_on=True), hands=tuple(map(cards, ("AS JS", "2S", "3S 9H")))).begin()
    for game in (match, places):
        game.do(Takeover(1), Bar(1)).lay("AS").stand()
        game.lay("2S").stand()
        shown = game.hand(1)
        view = replace(shown, table=replace(shown.table, kicked=frozenset({1})))
        assert lines_of(hand.hand(view, WORDS, EN))[:-1] == [WORDS.say(EN, "hand-kicked")]


@pytest.mark.parametrize("kind", [NoticeKind.REMINDER, NoticeKind.RESUMED])
@pytest.mark.parametrize("locale", [EN, DE])
def test_a_notice_that_stays_tells_the_time_by_the_clock(kind: NoticeKind, locale: str) -> None:
    """`30 s left (5 minutes ago)` is what it would say for good, once the turn was played."""
    view = replace(Game(3).begin().view(), locale=locale)
    told = text_of(notices.notice(view, Notice(kind, None, 0, seconds=30, until=SINCE), WORDS))
    assert f"<t:{int(SINCE.timestamp())}:T>" in told
    assert ":R>" not in told
