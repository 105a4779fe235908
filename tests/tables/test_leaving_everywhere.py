"""Leaving in every phase of every game, from every seat: what it does to the seat, and that nobody is waited for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.engine.rules.ruleset import PRESETS
from bot.engine.state import EndReason, Phase, Standing
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.ports import NoticeKind
from bot.tables.records import TableStatus
from bot.tables.table import Table
from bot.tables.views import group_of, nameable
from tests.tables.support import CHANNEL, World, accepted, check, run_in, state, user, user_at

GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "standard": ({}, 4),
    "two": ({}, 2),
    "no-timer": ({"turn_timer": None}, 3),
    "until-next-play": ({"window_mode": "until_next_play"}, 3),
    "until-next-play-no-timer": ({"window_mode": "until_next_play", "turn_timer": None}, 3),
    "taker-leads": (PRESETS["jaques"].model_dump(), 3),
    "play-on": ({"play_on": True, "max_cards": "unlimited"}, 3),
    "match": ({"rounds": 2, "max_cards": "unlimited", "window_s": 3}, 3),
    "match-of-two": ({"rounds": 2, "max_cards": "unlimited", "window_s": 3}, 2),
    "one-rank": (PRESETS["one-rank"].model_dump(), 3),
    "duel-force": (PRESETS["duel-force"].model_dump(), 2),
    "teams": (PRESETS["teams"].model_dump(), 6),
}


async def lay(world: World, table: Table, count: int = 1) -> None:
    """The seat that is to play lays cards, false ones where it can choose, of any rank it may name."""
    assert table.game is not None
    seat = table.game.see(None).next.seat
    who = user_at(table, seat)
    hand = table.hand(who)
    assert hand is not None
    ranks = nameable(hand.seen)
    stamp = await world.choose(table, seat, hand.seen.hand[:count])
    if len(ranks) > 1:
        accepted(await world.ask(table.name_rank, world.press(who), ranks[-1].code))
        fresh = table.hand(who)
        assert fresh is not None
        stamp = fresh.stamp
    accepted(await world.ask(table.play, world.press(who), stamp))
    await world.settle()


async def turn(world: World, table: Table) -> None:
    """The first turn."""


async def window(world: World, table: Table) -> None:
    await lay(world, table)
    assert state(table).phase is Phase.WINDOW


async def second_turn(world: World, table: Table) -> None:
    await lay(world, table)
    await world.all_let_go(table)
    assert state(table).phase is Phase.PLAY


async def force(world: World, table: Table) -> None:
    await lay(world, table)
    other = 1 - state(table).turn
    accepted(await world.ask(table.force, world.press(user(other)), state(table).turns))
    assert state(table).phase is Phase.FORCE


async def no_cards(world: World, table: Table) -> None:
    """Somebody has laid all cards, which lie open."""
    count = len(state(table).seats[state(table).turn].hand)
    await lay(world, table, count)
    assert state(table).phase is Phase.WINDOW
    assert not state(table).seats[state(table).turn].hand


async def between(world: World, table: Table) -> None:
    while state(table).phase is not Phase.BETWEEN:
        await lay(world, table, len(state(table).seats[state(table).turn].hand))
        await world.settle(8)


async def somebody_out(world: World, table: Table) -> None:
    """One has won, and the others play on."""
    await no_cards(world, table)
    await world.all_let_go(table)
    assert any(seat.standing is Standing.OUT for seat in state(table).seats)


MOMENTS: dict[str, tuple[Callable[[World, Table], Awaitable[None]], tuple[str, ...]]] = {
    "turn": (turn, tuple(GAMES)),
    "window": (window, tuple(GAMES)),
    "second_turn": (second_turn, tuple(GAMES)),
    "force": (force, ("duel-force",)),
    "no_cards": (no_cards, ("play-on", "match", "match-of-two")),
    "between": (between, ("match", "match-of-two")),
    "somebody_out": (somebody_out, ("play-on",)),
}
CASES = [(moment, game) for moment, (_, games) in MOMENTS.items() for game in games]


@pytest.mark.parametrize(("moment", "game"), CASES)
def test_leaving_from_every_seat(moment: str, game: str) -> None:
    rules, seats = GAMES[game]
    for seat in range(seats):
        run_in(World(seed=seat + 1), lambda world, seat=seat: leave(world, moment, rules, seats, seat))  # type: ignore[misc]


async def leave(world: World, moment: str, rules: dict[str, Any], seats: int, seat: int) -> None:
    table = await world.deal(seats, **rules)
    await MOMENTS[moment][0](world, table)
    now = state(table)
    claimant = now.claim.claimant if now.claim is not None else None
    was_out = now.seats[seat].standing is Standing.OUT
    answer = await world.ask(table.leave, world.press(user(seat)))
    if was_out:
        assert isinstance(answer, Refused)
    elif seat == claimant:
        assert answer == Refused(Denial.LEAVE_QUEUED)
        assert state(table).seats[seat].standing is Standing.IN
    elif table.ruleset.teams is not None:
        assert answer == Accepted(Done.HANDED_OVER, seat)
        assert state(table).seats[seat].held
    else:
        assert answer == Accepted(Done.RESIGNED, seat)
        left = state(table).seats[seat]
        assert (left.standing, left.hand, left.place) == (Standing.RESIGNED, (), seats)
    await world.settle()
    check(world, table)
    if seat == 0 and table.live and seat != claimant and not was_out:
        assert table.record.host_id != user(0), "the host's powers pass on"
    if table.live and not table.over:
        # Whoever is left can end it, and a table nobody touches ends by itself.
        heir = next((at for at in range(seats) if user(at) == table.record.host_id), 0)
        assert state(table).seats[heir].standing is not Standing.RESIGNED or seat == claimant
        await world.settle(25 * 3600)
    assert not table.live
    assert world.registry.at_channel(CHANNEL) is None
    check(world, table)


@pytest.mark.parametrize("game", GAMES)
def test_all_leave_one_after_another(game: str) -> None:
    """Places go from the last to the first; who is left alone wins, in teams it ends without a result."""
    rules, seats = GAMES[game]

    async def scene(world: World) -> None:
        table = await world.deal(seats, **rules)
        for seat in range(seats):
            if table.over:
                break
            answer = await world.ask(table.leave, world.press(user(seat)))
            assert isinstance(answer, Accepted), answer
            await world.settle(0.5)
        await world.settle(3600)
        outcome = state(table).outcome
        assert outcome is not None
        if table.ruleset.teams is None:
            assert outcome.reason is EndReason.LAST_SEAT
            assert list(outcome.places) == [seats - seat for seat in range(seats)]
        else:
            assert outcome.reason in {EndReason.ABANDONED, EndReason.TEAM_OUT}
        assert table.status is TableStatus.OVER
        assert len(world.memory.of("end")) == 1
        check(world, table)

    run_in(World(), scene)


def test_the_host_of_a_team_hands_on_what_the_host_may_do() -> None:
    async def scene(world: World) -> None:
        table = await world.deal(6, teams="alternate")
        await world.ask(table.leave, world.press(user(0)))
        await world.settle()
        assert table.record.host_id == user(1)
        told = [m.notice for m in world.memory.of("notice") if m.notice is not None]
        assert [(notice.kind, notice.seat, notice.heir) for notice in told] == [(NoticeKind.TAKEN_OVER, 0, 1)]

    run_in(World(), scene)


def test_the_host_s_powers_go_to_nobody_who_left_the_team_before() -> None:
    async def scene(world: World) -> None:
        table = await world.deal(6, teams="alternate")
        for seat in (1, 2, 3, 4, 5, 0):
            await world.ask(table.leave, world.press(user(seat)))
            await world.settle()
        assert table.record.host_id == user(0)
        told = [m.notice for m in world.memory.of("notice") if m.notice is not None]
        assert [notice.heir for notice in told if notice.heir is not None] == []

    run_in(World(), scene)


def test_a_team_seat_that_comes_and_goes_within_a_turn_is_told_each_time() -> None:
    async def scene(world: World) -> None:
        table = await world.deal(6, teams="alternate")
        for _ in range(2):
            await world.ask(table.leave, world.press(user(3)))
            await world.settle(2)
            await world.ask(table.look, world.press(user(3)))
            await world.settle(2)
        told = [m.notice.kind for m in world.memory.of("notice") if m.notice is not None]
        assert told == [NoticeKind.TAKEN_OVER, NoticeKind.RETURNED] * 2

    run_in(World(), scene)


def test_who_asked_for_a_card_and_leaves_gives_the_game_away() -> None:
    """Of the last two one leaves, so that the other wins; the question needs no answer any more."""

    async def scene(world: World) -> None:
        table = await world.deal(2, **PRESETS["duel-force"].model_dump())
        await force(world, table)
        asker, asked = 1 - state(table).turn, state(table).turn
        hand = state(table).seats[asked].hand
        accepted(await world.ask(table.leave, world.press(user(asker))))
        outcome = state(table).outcome
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == (EndReason.LAST_SEAT, (asked,))
        late = await world.ask(table.answer_force, world.press(user(asked)), 1, group_of(hand[0]))
        assert isinstance(late, Refused)
        check(world, table)

    run_in(World(), scene)
