"""Counting games into the record: once, equal to what the journals say, whatever was lost meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.engine.actions import Bar, Challenge, Resign, Takeover
from bot.engine.rules.ruleset import PRESETS
from bot.record.board import BoardQuery, Card, Order
from bot.record.results import GameResult, Kind
from bot.tables.records import TableStatus
from tests.engine.support import Game
from tests.record.support import GUILD, dealt, quick, result, shelf

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
