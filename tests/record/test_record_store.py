"""The record in the store: counted once, equal to what the journals say, whatever the order and whatever was lost."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.actions import Bar, Challenge, NextRound, Resign, Takeover
from bot.engine.cards import Deal
from bot.engine.rules.ruleset import PRESETS, Ruleset
from bot.engine.state import Phase
from bot.record.board import LEAST, Board, BoardQuery, Card, Order, Since
from bot.record.rating import Rating, number
from bot.record.results import GameResult, Kind
from bot.tables.records import TableStatus
from tests.engine.support import SALT, Game
from tests.record.support import GUILD, Shelf, cards, dealt, played, quick, result, shelf

PEOPLE = (101, 102, 103, 104, 105)


@dataclass(frozen=True)
class Plan:
    """A game to be played: by whom, and how."""

    players: tuple[int, ...]
    seed: int
    unruly: bool
    cpus: int
    preset: str

    def play(self) -> Game:
        ruleset = PRESETS[self.preset]
        return quick(str(self), len(self.players), ruleset=ruleset, unruly=self.unruly, cpus=self.cpus)

    @property
    def seats(self) -> tuple[int | None, ...]:
        people = len(self.players) - self.cpus
        return tuple(player if at < people else None for at, player in enumerate(self.players))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    players = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True))
    return Plan(
        players=tuple(players),
        seed=draw(st.integers(0, 999)),
        unruly=draw(st.booleans()),
        cpus=draw(st.sampled_from((0, 0, 0, 1))),
        preset=draw(st.sampled_from(("standard", "online", "jaques"))),
    )


def longest(won: Sequence[bool]) -> int:
    return max((len(run) for run in "".join("x" if each else " " for each in won).split()), default=0)


def by_hand(player: int, games: Sequence[tuple[Plan, GameResult]]) -> Card:
    """A player's card added up from results one by one."""
    mine = [
        (plan, told, told.seats[plan.seats.index(player)])
        for plan, told in games
        if player in plan.seats and told.kind is Kind.PEOPLE and told.seats[plan.seats.index(player)].counts
    ]
    apart = [
        row
        for plan, told in games
        if player in plan.seats and told.kind is Kind.CPUS and (row := told.seats[plan.seats.index(player)]).counts
    ]
    lied, by = Counter[str](), Counter[int]()
    for plan, _, row in mine:
        lied.update(row.lied_ranks)
        for seat, times in row.caught_by.items():
            by[plan.players[seat]] += times
    rows = [row for _, _, row in mine]
    places = [row.place or 99 for row in rows]
    favourite = min(lied.items(), key=lambda item: (-item[1], item[0]), default=None)
    nemesis = min(by.items(), key=lambda item: (-item[1], item[0]), default=None)
    return Card(
        player=player,
        name=None,
        games=len(rows),
        wins=places.count(1),
        places=(places.count(1), places.count(2), places.count(3), sum(place > 3 for place in places)),
        rounds=sum(told.rounds for _, told, _ in mine),
        plays=sum(row.plays for row in rows),
        lies=sum(row.lies for row in rows),
        caught=sum(row.caught for row in rows),
        survived=sum(row.survived for row in rows),
        right=sum(row.right for row in rows),
        wrong=sum(row.wrong for row in rows),
        called=sum(row.called for row in rows),
        picked_up=sum(row.picked_up for row in rows),
        biggest_pile=max((row.biggest_pile for row in rows), default=0),
        streak=longest([row.won for row in rows]),
        fastest=min((told.turns for _, told, row in mine if row.won and told.rounds == 1), default=None),
        favourite=favourite,
        nemesis=None if nemesis is None else (nemesis[0], None, nemesis[1]),
        cpu_games=len(apart),
        cpu_wins=sum(row.won for row in apart),
    )


def without_names(card: Card) -> Card:
    """The card with what `by_hand` does not know left out: names and ratings."""
    nemesis = None if card.nemesis is None else (card.nemesis[0], None, card.nemesis[2])
    values = {name: getattr(card, name) for name in card.__dataclass_fields__}
    return Card(**{**values, "name": None, "nemesis": nemesis, "rating": None, "rated_games": 0})


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(plans(), min_size=1, max_size=7), st.randoms(use_true_random=False))
def test_stats_after_any_games_are_those_of_their_journals(games: list[Plan], order: object) -> None:
    """Counted one by one, late, or out of order, or all anew: the same rows, and the sums that the journals give."""

    async def check() -> None:
        async with shelf() as kept:
            played_out = [(plan, plan.play()) for plan in games]
            ids = [await kept.put(game, plan.seats) for plan, game in played_out]
            mixed = list(ids)
            order.shuffle(mixed)  # type: ignore[attr-defined]
            for game_id in mixed:
                kept.recorder.game_ended(game_id)
                await kept.recorder.close()
            live = await kept.everything()
            for player in PEOPLE:
                card = await kept.store.record.card(GUILD, player)
                told = [(plan, result(game)) for plan, game in played_out]
                assert without_names(card) == by_hand(player, told)
            for game_id in ids:
                kept.recorder.game_ended(game_id)
            await kept.recorder.close()
            assert await kept.everything() == live, "counted twice, counts once"
            await kept.recorder.rebuild(lambda _done, _all: None)
            assert await kept.everything() == live, "all anew is the same"

    asyncio.run(check())


def walkover() -> Game:
    """The cards are dealt, and Bob leaves at once."""
    game = dealt("AS 5H 6H", "2S 7H 8H")
    game.do(Resign(1))
    return game


def held_to_the_end() -> Game:
    """A CPU takes the seat of Bob, who never played, and wins with it."""
    game = dealt("AS 5H 6H", "2S", "3S 7H 8H")
    game.do(Takeover(1))
    game.lay("AS")
    game.pass_window()
    game.lay("2S")
    game.pass_window()
    return game


def kicked_and_first() -> Game:
    """Bob lays one card and is kicked; his CPU lays his last."""
    game = dealt("AS JS QS", "2S 9H", "3S KH")
    for code in ("AS", "2S", "3S", "JS", "9H"):
        game.lay(code)
        game.pass_window()
        if code == "2S":
            game.do(Takeover(1), Bar(1))
    return game


MADE = [(walkover, 101, 102), (held_to_the_end, 102, 101), (kicked_and_first, 102, 101)]


@pytest.mark.asyncio
@pytest.mark.parametrize(("make", "idle", "loser"), MADE)
async def test_a_first_place_nobody_played_for_is_no_win(make: Callable[[], Game], idle: int, loser: int) -> None:
    game = make()
    async with shelf() as kept:
        await kept.put(game, PEOPLE[: game.seats])
        await kept.count()
        assert result(game).seats[PEOPLE.index(idle)].place == 1
        for again in (False, True):
            if again:
                await kept.recorder.rebuild(lambda _done, _all: None)
            card = await kept.store.record.card(GUILD, idle)
            assert (card.games, card.wins, card.streak, card.fastest) == (0, 0, 0, None)
            for order in (Order.WINS, Order.GAMES):
                board = await kept.store.record.board(GUILD, BoardQuery(order), viewer=idle, page=1, now=kept.now)
                assert idle not in {line.player for line in board.lines}
            lost = await kept.store.record.card(GUILD, loser)
            assert (lost.games, lost.wins) == (1, 0), "leaving at once saves nobody from a game that is lost"


@pytest.mark.asyncio
async def test_a_first_place_after_one_call_is_a_win() -> None:
    game = dealt("AS 5H 6H", "2S 7H 8H")
    game.lay("5H")
    game.do(Challenge(1, 1), Resign(0))
    async with shelf() as kept:
        await kept.put(game, PEOPLE[:2])
        await kept.count()
        card = await kept.store.record.card(GUILD, 102)
        assert (card.plays, card.games, card.wins) == (0, 1, 1)
        (past,) = (await kept.store.record.history(GUILD, page=1, size=5)).games
        assert not past.rated


def test_a_first_place_nobody_played_for_leaves_the_game_unrated() -> None:
    game = dealt("AS 5H 6H", "2S 7H 8H", "3S 9H 10H")
    for card in ("AS", "2S"):
        game.lay(card)
        game.pass_window()
    game.do(Resign(0), Resign(1))
    assert result(game).seats[2].place == 1
    assert not result(game).rated


@pytest.mark.asyncio
async def test_a_crash_between_end_and_count_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cheat.db"
    async with shelf(path) as kept:
        first = await kept.put(quick("one", 3), PEOPLE[:3])
        kept.recorder.game_ended(first)
        await kept.recorder.close()
        # The end is written down, and nothing more: the table has not even been put away.
        await kept.put(quick("two", 3), PEOPLE[:3], status=TableStatus.PLAYING)
        assert (await kept.store.record.card(GUILD, 101)).games == 1
    async with shelf(path) as kept:
        await kept.count()
        assert (await kept.store.record.card(GUILD, 101)).games == 2
        assert await kept.store.record.uncounted() == []


@pytest.mark.asyncio
async def test_games_still_played_and_games_stopped_count_for_nothing() -> None:
    async with shelf() as kept:
        game = quick("half", 3)
        await kept.put(game, PEOPLE[:3], status=TableStatus.PLAYING, events=len(game.events) - 1)
        await kept.store.set_status(1, TableStatus.CLOSED, kept.now)
        await kept.count()
        assert await kept.everything() == {"games": [], "results": [], "ratings": [], "totals": [], "runs": []}
        assert await kept.recorder.tell(1) is None


@pytest.mark.asyncio
async def test_a_journal_that_cannot_be_read_keeps_no_other_game_from_counting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with shelf() as kept:
        broken = await kept.put(quick("broken", 3), PEOPLE[:3])
        await kept.put(quick("fine", 3), PEOPLE[:3])
        await kept.db.read("UPDATE events SET version = 99 WHERE table_id = ? AND seq = 1", (broken,))
        await kept.count()
        assert (await kept.store.record.card(GUILD, 101)).games == 1
        assert "version 99" in caplog.text
        assert await kept.recorder.rebuild(lambda _done, _all: None) == (1, 1)


@pytest.mark.asyncio
async def test_a_pruned_game_keeps_its_row_for_each_seat_through_a_rebuild() -> None:
    async with shelf() as kept:
        old = await kept.put(quick("old", 4), PEOPLE[:4])
        young = await kept.put(quick("young", 4), PEOPLE[:4], at=kept.now + timedelta(days=100))
        await kept.count()
        before = await kept.everything()
        assert await kept.store.record.prune(kept.now - timedelta(days=50)) == 1
        assert await kept.store.journal(old) == ()
        assert await kept.store.table(old) is None
        assert await kept.store.journal(young) != ()
        await kept.recorder.rebuild(lambda _done, _all: None)
        assert await kept.everything() == before
        kept_game, gone = (await kept.store.record.history(GUILD, page=1, size=5)).games
        assert (kept_game.id, kept_game.kept, gone.id, gone.kept) == (young, True, old, False)
        assert len(gone.seats) == 4


@pytest.mark.asyncio
async def test_nothing_uncounted_and_nothing_live_is_pruned() -> None:
    async with shelf() as kept:
        await kept.put(quick("uncounted", 3), PEOPLE[:3])
        await kept.put(quick("live", 3), PEOPLE[:3], status=TableStatus.PLAYING, events=5)
        later = kept.now + timedelta(days=1000)
        assert await kept.store.record.prune(later) == 0
        await kept.count()
        assert await kept.store.record.prune(later) == 1
        await kept.store.set_status(2, TableStatus.CLOSED, kept.now)
        assert await kept.store.record.prune(later) == 1, "a stopped game goes, too"


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
