"""The record as it is asked for: ratings, boards, history; who stands where, and that no page reads everything."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.actions import NextRound, Resign
from bot.engine.cards import Deal
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.state import Phase
from bot.record.board import LEAST, Board, BoardQuery, Order, Since
from bot.record.rating import Rating, number
from tests.engine.support import SALT
from tests.record.support import GUILD, Shelf, cards, dealt, played, quick, result, shelf

# --- ratings ----------------------------------------------------------------------------------------------------------


async def ratings(kept: Shelf) -> dict[int, tuple[float, float]]:
    rows = await kept.db.read("SELECT player, mu, sigma FROM ratings WHERE guild_id = ?", (GUILD,))
    return {row["player"]: (row["mu"], row["sigma"]) for row in rows}


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 99)), min_size=2, max_size=10))
def test_a_rating_does_not_depend_on_games_of_others(evenings: list[tuple[bool, int]]) -> None:
    """Games of people who never meet ours, put anywhere between ours, change nothing."""

    async def rated(*, with_others: bool) -> dict[int, tuple[float, float]]:
        async with shelf() as kept:
            for at, (ours, seed) in enumerate(evenings):
                when = kept.now + timedelta(minutes=1 + at)
                if ours:
                    await kept.put(quick(f"ours {seed}", 3), (101, 102, 103), at=when)
                elif with_others:
                    await kept.put(quick(f"theirs {seed}", 3), (201, 202, 203), at=when)
            await kept.count()
            return {player: rating for player, rating in (await ratings(kept)).items() if player < 200}

    assert asyncio.run(rated(with_others=True)) == asyncio.run(rated(with_others=False))


@pytest.mark.asyncio
async def test_winning_raises_a_rating_and_unrated_games_leave_it() -> None:
    async with shelf() as kept:
        game = quick("rated", 3)
        await kept.put(game, (101, 102, 103))
        await kept.count()
        places = dict(zip((101, 102, 103), result(game).seats, strict=True))
        told = await ratings(kept)
        winner = next(player for player, row in places.items() if row.won)
        assert number(Rating(*told[winner])) > 1000
        assert all(number(Rating(*told[player])) < number(Rating(*told[winner])) for player in told if player != winner)
        await kept.put(quick("cpus", 3, cpus=1), (101, 102, None))
        await kept.count()
        assert await ratings(kept) == told


@pytest.mark.asyncio
async def test_each_server_has_ratings_of_its_own() -> None:
    async with shelf() as kept:
        await kept.put(quick("here", 3), (101, 102, 103))
        await kept.put(quick("there", 3), (101, 102, 103), guild=5)
        await kept.count()
        assert (await kept.store.record.card(GUILD, 101)).rated_games == 1
        assert (await kept.store.record.card(5, 101)).rated_games == 1


@pytest.mark.asyncio
async def test_team_mates_go_up_and_down_together() -> None:
    async with shelf() as kept:
        await kept.put(played(PRESETS["teams"], 6, "teams"), (1, 2, 3, 4, 5, 6))
        await kept.count()
        told = await ratings(kept)
        assert len({told[player] for player in (1, 3, 5)}) == 1
        assert len({told[player] for player in (2, 4, 6)}) == 1
        assert told[1] != told[2]
        (game,) = (await kept.store.record.history(GUILD, page=1, size=5)).games
        assert sorted(seat.place or 0 for seat in game.seats) == [1, 1, 1, 2, 2, 2]
        beaten = next(seat.player for seat in game.seats if seat.place == 2)
        assert beaten is not None
        assert (await kept.store.record.card(GUILD, beaten)).places == (0, 1, 0, 0)


# --- the leaderboard --------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_places_are_shared_and_one_s_own_line_is_always_there() -> None:
    async with shelf() as kept:
        for at in range(14):
            # Every couple plays one game: seven winners share the first place, seven losers the eighth.
            await kept.put(quick(f"couple {at}", 2), (1000 + 2 * at, 1001 + 2 * at))
        await kept.count()
        record = kept.store.record
        first = await record.board(GUILD, BoardQuery(), viewer=1, page=1, now=kept.now)
        assert [line.rank for line in first.lines] == [1] * 10
        assert (first.ranked, first.pages, first.own) == (28, 3, None)
        last = await record.board(GUILD, BoardQuery(), viewer=1000, page=9, now=kept.now)
        assert last.page == 3
        assert {line.rank for line in last.lines} == {15}
        assert last.own is not None
        assert last.own.player == 1000
        seen = [
            line.player
            for page in (1, 2, 3)
            for line in (await record.board(GUILD, BoardQuery(), viewer=1, page=page, now=kept.now)).lines
        ]
        assert len(seen) == len(set(seen)) == 28


def percent(part: int, whole: int) -> float:
    """A share in whole percent, as it is shown."""
    return math.floor(100 * part / whole + 0.5) / 100 if whole else 0


@pytest.mark.asyncio
@pytest.mark.parametrize("order", Order)
async def test_every_order_ranks_by_what_it_says_and_asks_for_enough(order: Order) -> None:
    async with shelf() as kept:
        for at in range(6):
            await kept.put(quick(f"{order} {at}", 3), (101, 102, 103 if at else 104))
        await kept.count()
        board = await kept.store.record.board(GUILD, BoardQuery(order), viewer=104, page=1, now=kept.now)
        values = [line.value for line in board.lines]
        assert values == sorted(values, reverse=True)
        least = LEAST.get(order, 1)
        assert all(line.counted >= least for line in board.lines)
        assert board.own is not None
        assert (board.own.rank is None) == (board.own.counted < least)
        cards = {player: await kept.store.record.card(GUILD, player) for player in (101, 102, 103, 104)}
        for line in board.lines:
            card = cards[line.player]
            calls = card.right + card.wrong
            expected = {
                Order.WINS: card.wins,
                Order.WIN_RATE: percent(card.wins, card.games),
                Order.RATING: number(card.rating) if card.rating else 0,
                Order.BLUFFS: card.survived,
                Order.ACCURACY: percent(card.right, calls),
                Order.GAMES: card.games,
            }
            assert line.value == pytest.approx(expected[order])


@pytest.mark.asyncio
async def test_only_the_days_and_the_rules_asked_for_are_counted() -> None:
    async with shelf() as kept:
        start = kept.now
        for days, preset in ((0, "standard"), (60, "online"), (85, "standard"), (98, "jaques")):
            game = quick(f"{days}", 3, ruleset=PRESETS[preset])
            await kept.put(game, (101, 102, 103), at=start + timedelta(days=days))
        await kept.put(quick("own", 3, ruleset=Ruleset(window_s=33)), (101, 102, 103), at=start + timedelta(days=99))
        await kept.count()
        now = start + timedelta(days=100)

        async def games(**query: object) -> int:
            asked = BoardQuery(Order.GAMES, **query)  # type: ignore[arg-type]
            board = await kept.store.record.board(GUILD, asked, viewer=101, page=1, now=now)
            return 0 if board.own is None else board.own.games

        assert [await games(since=since) for since in Since] == [5, 2, 3, 4]
        assert await games(preset="standard") == 2
        assert await games(preset="own") == 1
        assert await games(preset="standard", since=Since.MONTH) == 1
        assert await games(preset="kids") == 0


@pytest.mark.asyncio
async def test_a_rating_is_of_all_games_whatever_is_asked_for() -> None:
    async with shelf() as kept:
        for at in range(3):
            await kept.put(played(Ruleset(), 3, f"all {at}"), (101, 102, 103))
        unrated = dealt("AS 5H 6H", "2S 7H 8H", ruleset=PRESETS["fast"])
        unrated.do(Resign(1))
        await kept.put(unrated, (101, 104), at=kept.now + timedelta(days=20))
        await kept.count()

        async def board(**query: object) -> Board:
            asked = BoardQuery(Order.RATING, **query)  # type: ignore[arg-type]
            return await kept.store.record.board(GUILD, asked, viewer=102, page=1, now=kept.now)

        everything = await board()
        assert {line.player for line in everything.lines} == {101, 102, 103}
        assert await board(preset="fast") == await board(since=Since.WEEK) == everything


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("order", "sums", "ratings"),
    [
        (Order.RATING, [(9, 3, 0, 5, 5)] * 3, [(25.004, 7.0), (25.0, 7.0), (24.0, 7.0)]),
        (Order.ACCURACY, [(9, 3, 0, 8, 36), (9, 3, 0, 6, 28), (9, 3, 0, 1, 19)], []),
        (Order.WIN_RATE, [(44, 8, 0, 1, 1), (34, 6, 0, 1, 1), (34, 1, 0, 1, 1)], []),
    ],
)
async def test_equal_numbers_as_shown_share_a_place(
    order: Order, sums: list[tuple[int, ...]], ratings: list[tuple[float, float]]
) -> None:
    async with shelf() as kept:
        async with kept.db.transaction() as tx:
            for at, numbers in enumerate(sums):
                await tx.run("INSERT INTO totals VALUES (?, '', ?, ?, ?, ?, ?, ?)", (GUILD, 101 + at, *numbers))
            for at, (mu, sigma) in enumerate(ratings):
                await tx.run("INSERT INTO ratings VALUES (?, ?, ?, ?, 9)", (GUILD, 101 + at, mu, sigma))
        board = await kept.store.record.board(GUILD, BoardQuery(order), viewer=1, page=1, now=kept.now)
        assert [line.rank for line in board.lines] == [1, 1, 3]
        assert board.lines[0].value == board.lines[1].value


@pytest.mark.asyncio
async def test_while_nobody_has_won_nobody_leads() -> None:
    async with shelf() as kept:
        game = dealt("AS 5H 6H", "2S 7H 8H", "3S 4H 9H")
        game.do(Resign(1), Resign(2))
        await kept.put(game, (101, 102, 103))
        await kept.count()
        board = await kept.store.record.board(GUILD, BoardQuery(), viewer=102, page=1, now=kept.now)
        assert (board.lines, board.ranked, board.players) == ((), 0, True)
        assert board.own is not None
        assert (board.own.rank, board.own.wins, board.own.games) == (None, 0, 1)
        games = await kept.store.record.board(GUILD, BoardQuery(Order.GAMES), viewer=102, page=1, now=kept.now)
        assert [line.rank for line in games.lines] == [1, 1]
        (past,) = (await kept.store.record.history(GUILD, page=1, size=5)).games
        assert [(seat.place, seat.counts, seat.kicked) for seat in past.seats] == [
            *((1, False, False), (3, True, False), (2, True, False))
        ]
        await kept.put(quick("won", 3), (101, 102, 103))
        await kept.count()
        board = await kept.store.record.board(GUILD, BoardQuery(), viewer=102, page=1, now=kept.now)
        assert [(line.rank, line.wins) for line in board.lines] == [(1, 1), (2, 0), (2, 0)]


@pytest.mark.asyncio
async def test_the_fastest_win_is_one_of_a_single_round() -> None:
    match = Ruleset(rounds=2)
    game = dealt("AS", "2S 3S", ruleset=match)
    game.lay("AS")
    game.pass_window()
    game.do(NextRound(Deal((cards("AH"), cards("2H 3H"))), SALT))
    while game.state.phase is not Phase.OVER:
        game.lay(game.state.seats[game.state.turn].hand[0].code)
        game.pass_window()
    told = result(game)
    assert (told.rounds, [seat.won for seat in told.seats].count(True) > 0) == (2, True)
    async with shelf() as kept:
        await kept.put(game, (101, 102))
        await kept.count()
        for player in (101, 102):
            assert (await kept.store.record.card(GUILD, player)).fastest is None


@pytest.mark.asyncio
async def test_cpus_keep_their_names_in_history_and_in_the_file() -> None:
    async with shelf() as kept:
        await kept.put(quick("cpus", 3, cpus=1), (101, 102, None), names=("Ann", "Bob", "Ada"))
        await kept.count()
        (past,) = (await kept.store.record.history(GUILD, page=1, size=5)).games
        assert [(seat.player, seat.name) for seat in past.seats] == [(101, "Ann"), (102, "Bob"), (None, "Ada")]
        rows = [row async for row in kept.store.record.rows(GUILD)]
        name, cpu = rows[0].index("name"), rows[0].index("cpu")
        assert [(row[name], row[cpu]) for row in rows[1:]] == [("Ann", 0), ("Bob", 0), ("Ada", 1)]


@pytest.mark.asyncio
async def test_history_goes_back_page_by_page() -> None:
    async with shelf() as kept:
        for at in range(7):
            await kept.put(quick(f"past {at}", 2), (101, 102))
        await kept.put(quick("elsewhere", 2), (101, 102), guild=5)
        await kept.count()
        record = kept.store.record
        pages = [await record.history(GUILD, page=page, size=3) for page in (1, 2, 3)]
        assert [[game.id for game in page.games] for page in pages] == [[7, 6, 5], [4, 3, 2], [1]]
        assert {(page.total, page.pages) for page in pages} == {(7, 3)}
        assert [seat.name for seat in pages[0].games[0].seats] == ["Ann", "Bob"]
        assert await record.past_game(GUILD, 8) is None
        assert (await record.history(77, page=4, size=3)).games == ()


@pytest.mark.asyncio
async def test_no_page_reads_all_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page costs must not grow with the server's games: no plan walks a whole table of results."""
    async with shelf() as kept:
        await kept.put(quick("plan", 3), (101, 102, 103))
        await kept.count()
        asked: list[tuple[str, Sequence[object]]] = []
        read = kept.db.read

        async def noted(sql: str, parameters: Sequence[object] = ()) -> object:
            asked.append((sql, parameters))
            return await read(sql, parameters)  # type: ignore[arg-type]

        monkeypatch.setattr(kept.db, "read", noted)
        record = kept.store.record
        for order in Order:
            for since in (Since.ALL, Since.MONTH):
                for preset in (None, "standard"):
                    query = BoardQuery(order, since, preset)
                    await record.board(GUILD, query, viewer=101, page=1, now=kept.now)
        await record.card(GUILD, 101)
        await record.history(GUILD, page=1, size=5)
        await record.past_game(GUILD, 1)
        assert len(asked) > 30
        own = {"s", "j", "g", "n", "sums", "measured", "ranked", "numbered"}  # what a query has made itself
        for sql, parameters in asked:
            for row in await read(f"EXPLAIN QUERY PLAN {sql}", parameters):  # type: ignore[arg-type]
                kind, _, of = row["detail"].partition(" ")
                assert kind != "SCAN" or of.split(" ")[0] in own or of.startswith("(subquery"), (row["detail"], sql)
