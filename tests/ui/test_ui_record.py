"""The record's screens in every language: what they say, that nothing hostile breaks them, that they fit a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import discord

from bot.record.board import LEAST, Board, BoardQuery, Card, History, Order, Seated, Since, Standing
from bot.record.moves import Deal
from bot.record.rating import Rating
from bot.record.results import Kind
from bot.ui import record_pages, replay
from bot.ui.layout import Accent
from bot.ui.names import unformatted
from bot.ui.record_items import RecordButton, RecordId, RecordSelect, Screen
from bot.ui.recording import query_of
from tests.engine.support import VARIANTS, seats_for
from tests.record.support import played
from tests.ui.catalogues import PSEUDO
from tests.ui.past_games import EN, past, told_of
from tests.ui.stage import NAMES, WORDS, text_of
from tests.ui.test_ui_limits import HOSTILE, LOCALES
from tests.ui.test_ui_pseudo import ODD, plain

HUGE = 10**6
LABEL_LIMIT, OPTION_LIMIT = 80, 100


def full_board(names: tuple[str, ...], order: Order) -> Board:
    value = 0.98 if order in {Order.WIN_RATE, Order.ACCURACY} else HUGE
    lines = tuple(
        Standing(at + 1, 100 + at, name, value, HUGE, HUGE, HUGE, Rating(99.0, 8.0)) for at, name in enumerate(names)
    )
    return Board(lines, replace(lines[-1], rank=HUGE), HUGE, 5, HUGE)


def full_card(name: str) -> Card:
    numbers: dict[str, Any] = {field.name: HUGE for field in fields(Card) if field.type == "int"}
    return Card(**{
        **numbers, "player": 100, "name": name, "places": (HUGE,) * 4, "fastest": HUGE, "favourite": ("10", HUGE),
        "nemesis": (101, name, HUGE), "rating": Rating(50.0, 2.0),
    })  # fmt: skip


def screens(names: tuple[str, ...], guild: str, locale: str) -> Iterator[discord.ui.LayoutView]:
    """Every screen of the record, as full as it gets."""
    words = ODD if locale == PSEUDO else WORDS
    for order in Order:
        for since in Since:
            query = BoardQuery(order, since, "up-down")
            yield record_pages.board(full_board(names, order), query, guild, words, locale)
        short = Standing(None, 100, names[0], 0, 0, 1, 0)
        for own in (None, short):
            yield record_pages.board(Board((), own, 0, 1, 1), BoardQuery(order), guild, words, locale)
    for own_card in (True, False):
        yield record_pages.card(full_card(names[0]), guild, words, locale, own=own_card)
        yield record_pages.card(Card(100, names[0], cpu_games=2), guild, words, locale, own=own_card)
        yield record_pages.card(Card(-5, None), guild, words, locale, own=own_card)
    games = tuple(past(names, kind=kind, kept=False, turns=HUGE, id=HUGE) for kind in (*Kind, Kind.VOID))
    yield record_pages.history(History(games, 99, 2, 3), guild, words, locale)
    yield record_pages.history(History((), 0, 1, 1), guild, words, locale)
    for name in ("standard", "duel-force", "match-of-teams", "everything-shown"):
        game = played(VARIANTS[name], seats_for(VARIANTS[name]), f"screens {name}", unruly=True)
        told, some = told_of(game, names), past(names[: game.seats])
        for number in range(1, len(replay.pages(told, some, words, locale)) + 1):
            yield replay.page(told, some, number, words, locale)
        deals = [move for move in told.moves if isinstance(move, Deal)]
        shown = replay.names_of(told, some, words, locale)
        for deal in (*deals, replace(deals[0], salt="00")):
            yield record_pages.proof(12, deal, words, locale, rounds=len(deals), names=shown)
    for everywhere in (True, False):
        yield record_pages.goodbye(words, locale, everywhere=everywhere, guild=guild)
    yield record_pages.told(Accent.QUIET, words.say(locale, "forget-done"))


def items(layout: discord.ui.LayoutView) -> Iterator[RecordButton | RecordSelect]:
    for item in layout.walk_children():
        if isinstance(item, RecordButton | RecordSelect):
            yield item


@LOCALES
def test_every_screen_fits_a_message_under_hostile_names(locale: str) -> None:
    for layout in screens(HOSTILE, HOSTILE[3] * 3, locale):
        assert layout.content_length() <= 4000
        assert sum(1 for _ in layout.walk_children()) <= 40
        ids = [item.custom_id for item in items(layout)]
        assert len(ids) == len(set(ids))
        for item in items(layout):
            assert len(item.custom_id) <= 100
            assert RecordId.parse(item.custom_id) == item.pressed
            if isinstance(item, RecordButton):
                assert 0 < len(item.item.label or "") <= LABEL_LIMIT
            else:
                assert all(len(option.label) <= OPTION_LIMIT for option in item.item.options)
                assert sum(option.default for option in item.item.options) == 1


@LOCALES
def test_hostile_names_mention_nobody_and_break_no_line(locale: str) -> None:
    for layout in screens(HOSTILE, "Zed", locale):
        text = text_of(layout)
        assert "<@" not in text
        assert "://" not in text
        assert "\u202e" not in text
        assert not re.search(r"^#+ #", text, re.MULTILINE)


def test_a_page_has_as_many_lines_whatever_people_are_called() -> None:
    """The layout is the same for plain and for hostile names, replays apart, where long names turn the page sooner."""

    def shapes(names: tuple[str, ...]) -> list[int]:
        found = []
        for layout in screens(names, "Home", EN):
            pages = any(item.pressed.screen is Screen.REPLAY for item in items(layout))
            if not pages:
                found.append(len(text_of(layout).split("\n")))
        return [count for count in found if count]

    calm, wild = shapes(("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")), shapes(HOSTILE)
    assert calm[: len(Order) * len(Since)] == wild[: len(Order) * len(Since)]
    assert sorted(set(calm)) == sorted(set(wild))


def test_every_word_comes_from_the_catalogue() -> None:
    number = re.compile(r"```py\n.*?```|`[0-9a-f]{2,}`|\d+(?:,\d+)*|<t:\d+:f>|\bGame Night\b|[█░]+", re.DOTALL)
    card = re.compile(r"(?:[AJQK]|10|[2-9])[♠♥♦♣]")
    for layout in screens(NAMES, "Game Night", PSEUDO):
        said = [text_of(layout)]
        for item in items(layout):
            if isinstance(item, RecordButton):
                said.append(item.item.label or "")
            else:
                said += [item.item.placeholder or "", *(option.label for option in item.item.options)]
        for text in said:
            assert plain(card.sub("", number.sub("", text))) == []


def test_a_former_player_a_cpu_and_a_stranger_have_a_word_instead_of_a_name() -> None:
    assert record_pages.player(WORDS, EN, -7, None) == "a former player"
    assert record_pages.player(WORDS, EN, -7, "Ann") == "a former player"
    assert record_pages.player(WORDS, EN, None, None) == "CPU"
    assert record_pages.player(WORDS, EN, 42, None) == "**???**"
    assert record_pages.player(WORDS, EN, 42, "<@1>") == "**‹＠1›**"


def test_a_board_says_place_name_and_value() -> None:
    lines = (
        Standing(1, 1, "Ann", 2, 5, 5, 2),
        Standing(1, 2, "Bob", 2, 3, 3, 2),
        Standing(3, -3, None, 1, 1, 1, 1),
    )
    found = Board(lines, lines[1], 3, 1, 1)
    text = text_of(record_pages.board(found, BoardQuery(), "Home", WORDS, EN))
    assert text.split("\n") == [
        "### Leaderboard · Home",
        "-# By wins · all games · all rules",
        "1. **Ann** · 2 wins in 5 games",
        "1. **Bob** · 2 wins in 3 games",
        "3. a former player · 1 win in 1 game",
        "**You:** place 1 of 3 · 2 wins in 3 games",
    ]
    share = Board((Standing(1, 1, "Ann", 2 / 3, 9, 9, 6),), None, 1, 1, 1)
    text = text_of(record_pages.board(share, BoardQuery(Order.WIN_RATE), "Home", WORDS, EN))
    assert "67% of 9 games won" in text
    assert f"From {LEAST[Order.WIN_RATE]} games on" in text


def test_an_empty_board_advises_only_what_can_be_chosen() -> None:
    for order in Order:
        for since in Since:
            for preset in (None, "kids"):
                query = BoardQuery(order, since, preset)
                text = text_of(record_pages.board(Board((), None, 0, 1, 1), query, "Home", WORDS, EN))
                chosen = since is not Since.ALL and order is not Order.RATING
                assert ("Choose more games above" in text) == chosen
                assert "`/cheat start` opens a table" in text


def test_a_rating_is_headed_by_what_it_covers() -> None:
    for query in (BoardQuery(Order.RATING, Since.WEEK, "fast"), BoardQuery(Order.RATING)):
        for locale, heading, note in (
            (EN, "-# By rating · all games · all rules", "A rating always covers all games of this server"),
            ("de", "-# Nach Wertung · alle Spiele · alle Regeln", "gilt immer für alle Spiele dieses Servers"),
        ):
            text = text_of(record_pages.board(full_board(NAMES, Order.RATING), query, "Home", WORDS, locale))
            assert text.split("\n")[1] == heading
            assert note in text
    text = text_of(record_pages.board(full_board(NAMES, Order.WINS), BoardQuery(preset="fast"), "Home", WORDS, EN))
    assert text.split("\n")[1] == "-# By wins · all games · Fast"
    assert "A rating" not in text


def test_while_nobody_has_won_the_board_is_empty_and_says_what_the_reader_has() -> None:
    own = Standing(None, 2, "Bob", 0, 1, 1, 0)
    text = text_of(record_pages.board(Board((), own, 0, 1, 1, players=True), BoardQuery(), "Home", WORDS, EN))
    assert "Nobody stands here yet." in text
    assert "No game here counts yet" not in text
    assert "**You:** no place yet · 0 wins in 1 game" in text


def test_the_history_says_why_a_first_place_counts_for_nobody() -> None:
    idle = (Seated(1, "Ann", 1, counts=False), Seated(2, "Bob", 2))
    kicked = (Seated(1, "Ann", 1, counts=False, kicked=True), Seated(2, "Bob", 2))
    for seats, kind, told in (
        (idle, Kind.PEOPLE, "The first place of **Ann** counts as no game for them: it came without a play or call"),
        (kicked, Kind.CPUS, "The first place of **Ann** counts as no game for them: the host had given the seat"),
    ):
        page = History((past(seats=seats, kind=kind, rated=False),), 1, 1, 1)
        assert told in text_of(record_pages.history(page, "Home", WORDS, EN))
        assert "Der erste Platz von **Ann** zählt nicht als Spiel" in text_of(
            record_pages.history(page, "Home", WORDS, "de")
        )
    practice = History((past(seats=idle, kind=Kind.PRACTICE),), 1, 1, 1)
    assert "first place" not in text_of(record_pages.history(practice, "Home", WORDS, EN))


def test_the_history_names_cpus_and_marks_them() -> None:
    seats = (Seated(None, "A_da", 1), Seated(None, None, 2), Seated(3, "Cy", 3))
    text = text_of(record_pages.history(History((past(seats=seats),), 1, 1, 1), "Home", WORDS, EN))
    assert "1. **A\\_da** (CPU) · 2. CPU · 3. **Cy**" in text
    assert "A_da (CPU), CPU, Cy" in unformatted(record_pages.choice(past(seats=seats), WORDS, EN))


def test_of_nothing_there_is_no_share() -> None:
    for locale in (EN, "de"):
        text = text_of(record_pages.card(Card(1, "Ann", games=1), "Home", WORDS, locale, own=True))
        assert "(– " in text
        assert text.count("%") == 1, "only that of the wins, of which there is a game"


def test_shares_are_rounded_as_they_are_ranked() -> None:
    assert [str(record_pages.share(part, 8)) for part in (1, 3)] == ["0.13", "0.38"]
    assert record_pages.share(0, 0) == "–"


def test_a_card_reads_as_text() -> None:
    card = Card(
        1, "Ann", games=5, wins=2, places=(2, 1, 1, 1), rounds=5, plays=60, lies=20, caught=8, survived=12, right=3,
        wrong=1, called=9, picked_up=77, biggest_pile=20, streak=2, fastest=31, favourite=("6", 7),
        nemesis=(2, "Bob", 4), cpu_games=1, rating=Rating(30.0, 4.0), rated_games=5,
    )  # fmt: skip
    assert text_of(record_pages.card(card, "Home", WORDS, EN, own=True)).split("\n") == [
        "### **Ann** · Home",
        "5 games, 5 rounds",
        "`████░░░░░░` **2** won (40%)",
        "1st × 2 · 2nd × 1 · 3rd × 1 · lower × 1",
        "Rating **1360**, fairly sure",
        "-# from 5 rated games",
        "`██████░░░░` 20 lies in 60 plays",
        "-# 12 survived, 8 caught (60% got through)",
        "`████████░░` 4 calls",
        "-# 3 right, 1 wrong (75% right)",
        "Called by others: 9 times",
        "Cards picked up: 77, at most 20 at once",
        "Longest run of wins: 2",
        "Fastest win: 31 turns",
        "Lies most about: Sixes (7 times)",
        "Nemesis: **Bob** (found out 4 lies)",
        "-# With CPUs: 1 game, 0 won. They count apart.",
    ]


def test_what_a_menu_or_a_forger_says_is_a_leaderboard_or_none() -> None:
    assert query_of("win-rate", "30-days", "kids") == BoardQuery(Order.WIN_RATE, Since.MONTH, "kids")
    assert query_of("nonsense", "-1", "") == BoardQuery()
    for custom_id in (
        "r1:board",
        "r1:nothing:1",
        "r2:board:1",
        "r1:order:wins:all:",
        "r1:replay:" + "1" * 80,
        "r1:json:A",
    ):
        assert RecordId.parse(custom_id) is None
