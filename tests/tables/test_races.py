"""Races: whoever pressed first in Discord's time wins, everybody gets one answer, and the table is whole afterwards.

Every call of a port lets others run a seeded number of times, so that each seed is another interleaving.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.actions import Reason
from bot.engine.events import Closed
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Denial, Done, Press, Refused
from bot.tables.deadlines import GRACE
from bot.tables.table import Table
from tests.tables.crowd import SEEDS, after, at_once, claim_open
from tests.tables.support import (
    World,
    accepted,
    callers,
    check,
    in_world,
    name_of,
    refused,
    run_in,
    state,
    user,
)

GATHER_S = 0.25


# --- twenty presses around a deadline -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Doubt:
    """One press of Cheat!: by whom, when Discord saw it, and when it reached us, in seconds from the deadline."""

    press: Press
    at: float
    comes: float


def verdict_of(doubts: list[Doubt], seats: int) -> tuple[Doubt | None, float]:
    """Who must win, and when it is settled."""
    closes = GRACE.total_seconds()
    good = [d for d in doubts if d.at <= 0 and d.comes < closes and user(1) < d.press.user_id < user(seats)]
    good += [d for d in doubts if d.at <= 0 and d.comes < closes and d.press.user_id == user(0)]
    # Whoever presses again before the verdict has called already.
    good.sort(key=lambda doubt: doubt.comes)
    good = list({doubt.press.user_id: doubt for doubt in reversed(good)}.values())
    if not good:
        return None, closes
    told = min(min(d.comes for d in good) + GATHER_S, closes)
    return min((d for d in good if d.comes <= told), key=lambda d: d.press.key), told


def expected(doubt: Doubt, winner: Doubt | None, told: float, earlier: list[Doubt]) -> tuple[Any, float]:
    """Why this press was refused, and the seconds it must say."""
    if doubt.press.user_id == user(1):
        return Reason.OWN_PLAY, 0.0
    if doubt.press.user_id == user(55):
        return Denial.NOT_AT_TABLE, 0.0
    settled = doubt.comes > told
    if not settled and any(d.press.user_id == doubt.press.user_id and d.at <= 0 for d in earlier):
        return Denial.ALREADY_CALLED, 0.0
    if winner is None or not settled:
        if doubt.at > 0:
            return Denial.TOO_LATE, doubt.at
        if winner is None:
            return Denial.STALE_CLAIM, 0.0
    elif winner.press.user_id == doubt.press.user_id:
        return Denial.ALREADY_CALLED, 0.0
    assert winner is not None
    return Denial.BEATEN, max(0.0, doubt.at - winner.at)


@pytest.mark.parametrize("seed", range(25))
def test_twenty_presses_around_a_deadline(seed: int) -> None:
    dice = random.Random(seed)
    seats = 10

    async def scene(world: World) -> None:
        table = await claim_open(world, seats)
        assert state(table).turn == 1
        until = state(table).until
        assert until is not None
        number = state(table).turns
        doubts: list[Doubt] = []
        for nth in range(20):
            # Some seeds have nobody in time, some nobody but late deliveries.
            at = round(dice.uniform(0.01 if seed % 5 == 0 else -1.5, 1.5), 3)
            comes = round(at + dice.uniform(0.02, 3.5), 3)
            when = until + timedelta(seconds=at)
            who = dice.choice([*map(user, range(seats)), user(55)])
            press = Press(who, name_of(who), (int(when.timestamp() * 1000) << 22) + nth, when, on_claim=True)
            doubts.append(Doubt(press, at, comes))
        wait = (until - world.true_now()).total_seconds()
        await asyncio.gather(*(after(wait + d.comes, world.ask(table.challenge, d.press, number)) for d in doubts))
        await world.settle(3)

        winner, told = verdict_of(doubts, seats)
        settled = table.game.story.settled if table.game is not None else None
        assert settled is not None
        assert settled.number == number
        if winner is None:
            assert (settled.challenger, settled.why) == (None, Closed.TIME)
        else:
            assert settled.challenger == table.seat_of(winner.press.user_id)
        for doubt in doubts:
            answer = world.only_answer(doubt.press)
            if doubt is winner:
                assert accepted(answer).done in {Done.CHALLENGE_WON, Done.CHALLENGE_LOST}
                continue
            earlier = [d for d in doubts if d.comes < doubt.comes and d is not doubt]
            why, seconds = expected(doubt, winner, told, earlier)
            assert refused(answer).why == why, doubt
            assert refused(answer).seconds == pytest.approx(seconds, abs=0.01), doubt
            if why is Denial.BEATEN:
                assert winner is not None
                assert refused(answer).name == winner.press.name
        check(world, table)

    run_in(World(seed=seed, yields=seed), scene)


def test_the_clock_of_the_machine_does_not_matter() -> None:
    outcomes = []
    for error in (0.0, -5.0, 5.0):

        async def scene(world: World) -> None:
            table = await claim_open(world, 3)
            until = state(table).until
            assert until is not None
            wait = (until - world.true_now()).total_seconds()
            at = until - timedelta(milliseconds=20)
            late = until + timedelta(milliseconds=700)
            in_time, too_late = world.press_on_claim(table, 0, at=at), world.press_on_claim(table, 2, at=late)
            await asyncio.gather(
                after(wait + 0.75, world.ask(table.challenge, too_late, 1)),
                after(wait + 2.3, world.ask(table.challenge, in_time, 1)),
            )
            told = refused(world.only_answer(too_late))
            outcomes.append((world.only_answer(in_time), told.why, round(told.seconds, 2), until))

        run_in(World(wall_error=error), scene)
    assert outcomes[0][1:3] == (Denial.TOO_LATE, 0.7)
    assert outcomes[0] == outcomes[1] == outcomes[2]


# --- several calls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", [3, 10])
@pytest.mark.parametrize("lie", [False, True])
def test_the_earliest_press_wins_whatever_the_order_of_arrival(seed: int, seats: int, lie: bool) -> None:
    async def scene(world: World) -> None:
        table = await claim_open(world, seats, lie=lie)
        truthful = all(card.rank is claim.rank for card in claim.cards) if (claim := state(table).claim) else False
        now = world.true_now()
        pressing = {
            seat: world.press_on_claim(table, seat, at=now + timedelta(milliseconds=7 * nth))
            for nth, seat in enumerate(random.Random(seed).sample(callers(table), seats - 1))
        }
        await at_once(world, *(world.ask(table.challenge, press, 1) for press in pressing.values()))
        first = min(pressing.values(), key=lambda press: press.key)
        assert accepted(world.only_answer(first)).done is (Done.CHALLENGE_LOST if truthful else Done.CHALLENGE_WON)
        for press in pressing.values():
            if press is not first:
                told = refused(world.only_answer(press))
                assert (told.why, told.name) == (Denial.BEATEN, first.name)
                assert told.seconds == pytest.approx((press.at - first.at).total_seconds())
        await world.settle()
        assert state(table).phase is Phase.PLAY
        check(world, table)
        if seats == 3:
            await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@in_world(yields=3)
async def test_equal_times_are_told_apart_by_the_id(world: World) -> None:
    table = await claim_open(world, 3)
    at = world.true_now()
    late, early = world.press_on_claim(table, 0, at=at, key=70), world.press_on_claim(table, 2, at=at, key=69)
    await asyncio.gather(world.ask(table.challenge, late, 1), world.ask(table.challenge, early, 1))
    assert isinstance(world.only_answer(early), Accepted)
    assert refused(world.only_answer(late)) == Refused(Denial.BEATEN, 0.0, early.name)


@in_world(yields=5)
async def test_calling_twice_is_calling_once(world: World) -> None:
    table = await claim_open(world, 3)
    presses = [world.press_on_claim(table, 0) for _ in range(3)]
    await at_once(world, *(world.ask(table.challenge, press, 1) for press in presses))
    again = world.press_on_claim(table, 0)
    await world.ask(table.challenge, again, 1)
    told = [world.only_answer(press) for press in (*presses, again)]
    assert sum(isinstance(answer, Accepted) for answer in told) == 1
    assert [refused(answer).why for answer in told if isinstance(answer, Refused)] == [Denial.ALREADY_CALLED] * 3


@in_world(yields=5)
async def test_the_claimant_hears_that_it_was_their_own_play_even_afterwards(world: World) -> None:
    table = await claim_open(world, 3)
    assert refused(await world.call(table, 1)).why is Reason.OWN_PLAY
    await world.call(table, 0)
    assert refused(await world.ask(table.challenge, world.press_on_claim(table, 1), 1)).why is Reason.OWN_PLAY


@in_world()
async def test_a_press_on_an_older_or_unknown_claim_is_stale(world: World) -> None:
    table = await claim_open(world, 3)
    await world.all_let_go(table)
    await world.play(table, lie=True)
    await world.settle()
    for number in (1, 3, 99, 0):
        assert refused(await world.ask(table.challenge, world.press_on_claim(table, 0), number)).why is (
            Denial.STALE_CLAIM
        )
    assert refused(await world.ask(table.let_go, world.press_on_claim(table, 0), 1)).why is Denial.STALE_CLAIM
    check(world, table)


@in_world()
async def test_the_last_call_of_the_game_is_told_to_the_slower_too(world: World) -> None:
    table = await world.deal(2, decks=1)
    await near_the_end(world, table)
    number, winner = state(table).turns, state(table).turn
    world.takes = lambda kind, about: 5.0 if kind == "end" else 0.0
    await world.all_let_go(table)
    assert state(table).phase is Phase.OVER
    loser = 1 - winner
    late = world.press_on_claim(table, loser)
    assert refused(await world.ask(table.challenge, late, number)).why is Reason.GAME_OVER


async def near_the_end(world: World, table: Table) -> None:
    """Play until the open claim is somebody's last card."""
    for _ in range(400):
        if state(table).phase is Phase.PLAY:
            await world.play(table, lie=False, count=4)
            if state(table).phase is Phase.PLAY:
                await world.play(table, lie=True)
            await world.settle()
        if not state(table).seats[state(table).turn].hand:
            return
        await world.all_let_go(table)
    raise AssertionError("nobody came near the end")
