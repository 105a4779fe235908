"""Different presses at once: one answer each, one order for all, and the table is whole afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest

from bot.engine.actions import Reason
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Denial, Done, Refused
from bot.tables.registry import Taken
from bot.tables.table import Table
from tests.tables.crowd import SEEDS, after, at_once, claim_open, opened
from tests.tables.support import (
    World,
    accepted,
    check,
    in_world,
    refused,
    run_in,
    state,
    user,
)

# --- different presses at once --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("first", ["call", "let_go"])
def test_letting_go_and_calling_by_the_same_seat(seed: int, first: str) -> None:
    async def scene(world: World) -> None:
        table = await claim_open(world, 3)
        call, let_go = world.press_on_claim(table, 0), world.press_on_claim(table, 0)
        presses = [world.ask(table.challenge, call, 1), world.ask(table.let_go, let_go, 1)]
        await asyncio.gather(*(presses if first == "call" else reversed(presses)))
        told = [world.only_answer(call), world.only_answer(let_go)]
        assert sum(isinstance(answer, Accepted) for answer in told) == 1
        if isinstance(told[0], Accepted):
            assert refused(told[1]).why is Denial.ALREADY_CALLED
        else:
            assert refused(told[0]).why is Reason.ALREADY_DECLINED
        check(world, table)
        await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_letting_go_and_calling_by_different_seats(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await claim_open(world, 4)
        call = world.press_on_claim(table, 0)
        lets = [world.press_on_claim(table, seat) for seat in (2, 3)]
        await at_once(
            world, world.ask(table.challenge, call, 1), *(world.ask(table.let_go, press, 1) for press in lets)
        )
        assert isinstance(world.only_answer(call), Accepted), "letting go by others takes nobody's call away"
        for press in lets:
            answer = world.only_answer(press)
            assert isinstance(answer, Accepted) or refused(answer).why is Denial.BEATEN
        assert table.game is not None
        assert table.game.story.settled is not None
        assert table.game.story.settled.challenger == 0
        check(world, table)
        await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_play_and_a_call(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await claim_open(world, 3, lie=bool(seed % 2))
        await asyncio.gather(world.play(table, lie=True), world.call(table, 0))
        await world.settle()
        assert table.game is not None
        assert table.game.story.settled is not None
        assert table.game.story.settled.challenger == 0
        # The armed play was not touched by the verdict, so it went down.
        assert state(table).phase is Phase.WINDOW
        assert (state(table).turn, state(table).turns) == (2, 2)
        check(world, table)
        await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_plays_of_one_hand(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        assert table.game is not None
        hand = table.game.state.seats[1].hand
        stamp = await world.choose(table, 1, hand[:1])
        presses = [world.press(user(1)) for _ in range(3)]
        await at_once(world, *(world.ask(table.play, press, stamp) for press in presses))
        told = [world.only_answer(press) for press in presses]
        assert sum(isinstance(answer, Accepted) for answer in told) == 1
        assert [a.why for a in told if isinstance(a, Refused)] == [Denial.STALE_HAND] * 2
        assert state(table).turns == 1
        check(world, table)

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_starts_and_a_join(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.open(2)
        starts = [world.press(user(0)), world.press(user(0))]
        join, leave = world.press(user(2)), world.press(user(1))
        await at_once(
            world,
            *(world.ask(table.start, press) for press in starts),
            world.ask(table.join, join),
            world.ask(table.leave, leave),
        )
        await world.settle()
        told = [world.only_answer(press) for press in starts]
        assert sum(answer == Accepted(Done.STARTED) for answer in told) <= 1
        if table.game is not None:
            assert len(state(table).seats) == len(table.record.seats), "a game has the seats it was dealt for"
            assert [seat.seat for seat in table.record.seats] == list(range(len(table.record.seats)))
            stored = await world.store.table(table.id)
            assert stored is not None
            assert stored.seats == table.record.seats
            assert len(world.memory.of("deal")) == 1
            if state(table).phase is not Phase.OVER:
                check(world, table)
                await world.finish(table)
        else:
            assert {refused(answer).why for answer in told} == {Denial.TOO_FEW_PLAYERS}

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_tables_are_opened_at_once(seed: int) -> None:
    async def scene(world: World) -> None:
        tables = await asyncio.gather(*(opened(world, seat) for seat in range(3)))
        made = [table for table in tables if isinstance(table, Table)]
        assert len(made) == 1
        assert [taken.table for taken in tables if isinstance(taken, Taken)] == made * 2

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", SEEDS)
def test_taking_back_as_the_window_closes(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await claim_open(world, 2)
        await world.play(table, lie=True)
        assert table.game is not None
        assert 0 in table.game.drafts.armed
        take_back, let_go = world.press(user(0)), world.press_on_claim(table, 0)
        await at_once(world, world.ask(table.take_back, take_back), world.ask(table.let_go, let_go, 1))
        await world.settle()
        told = world.only_answer(take_back)
        if isinstance(told, Accepted):
            assert state(table).phase is Phase.PLAY
            assert state(table).turns == 1
            assert sum(count for _, count in table.game.drafts.picks(0, state(table).seats[0].hand)) == 1
        else:
            assert told == Refused(Denial.STALE_HAND)
            assert (state(table).phase, state(table).turns) == (Phase.WINDOW, 2)
        check(world, table)
        await world.finish(table)

    run_in(World(seed=seed, yields=seed), scene)


@in_world()
async def test_an_armed_play_whose_cards_change_is_cancelled_with_a_word(world: World) -> None:
    table = await claim_open(world, 3)
    assert table.game is not None
    await world.play(table, lie=True)
    assert list(table.game.drafts.armed) == [2]
    assert isinstance(await world.call(table, 2), Accepted)
    await world.settle()
    settled = table.game.story.settled
    assert settled is not None
    assert settled.taker == 2, "a true play: the caller takes the pile"
    assert (state(table).phase, state(table).turn) == (Phase.PLAY, 2)
    assert not table.game.drafts.armed
    assert not await world.store.armed(table.id)
    told = [call.note for call in world.memory.calls if call.kind == "hand" and call.about == 2]
    assert told[-1] == "armed_cancelled"


@in_world()
async def test_an_armed_play_goes_down_by_itself(world: World) -> None:
    table = await claim_open(world, 3)
    assert table.game is not None
    answer = await world.play(table, lie=True)
    assert accepted(answer).done is Done.ARMED
    play = table.game.drafts.armed[2]
    await world.settle(20)
    claim = state(table).claim
    assert claim is not None
    assert (claim.claimant, claim.cards, claim.rank) == (2, play.cards, play.rank)
    assert not await world.store.armed(table.id)
    assert [message.number for message in world.memory.of("claim")] == [1, 2]


# --- anything at once ---------------------------------------------------------------------------------------------


def anything(world: World, table: Table, dice: random.Random) -> Coroutine[Any, Any, Any]:
    """One press of any kind by anybody, at a random moment of the next seconds."""
    seat = dice.randrange(len(table.record.seats))
    number = state(table).turns + dice.choice((0, 0, 0, -1, 1))
    press = world.press(user(seat), on_claim=dice.random() < 0.7)
    hand = table.hand(user(seat))
    stamp = hand.stamp if hand is not None else ""
    group = hand.seen.hand[0].code[:-1] if hand is not None and hand.seen.hand else "A"
    choice = dice.randrange(12)
    ask = world.ask
    if choice < 3:
        return ask(table.challenge, press, number)
    if choice < 6:
        return ask(table.let_go, press, number)
    if choice == 6:
        return ask(table.play, press, stamp)
    if choice == 7:
        return ask(table.pick, press, group)
    if choice == 8:
        return ask(table.take_back, press)
    if choice == 9:
        return ask(table.come_back, press)
    if choice == 10:
        return ask(table.leave, press) if dice.random() < 0.2 else ask(table.clear, press)
    return ask(table.look, press)


async def storm(world: World, seed: int, rounds: int) -> None:
    dice = random.Random(seed)
    table = await world.deal(dice.choice((2, 3, 4, 6)))
    for _ in range(rounds):
        if state(table).phase is Phase.OVER:
            break
        if state(table).phase is Phase.PLAY and state(table).seats[state(table).turn].attended:
            await world.play(table, lie=dice.random() < 0.4)
        crowd = [after(dice.choice((0, 0, 0.1, 0.3, 4.0, 11.0)), anything(world, table, dice)) for _ in range(8)]
        await at_once(world, *crowd)
        await world.settle()
        check(world, table)
    await world.finish(table)
    check(world, table)
    numbers = [message.number for message in world.memory.of("claim")]
    assert numbers == sorted(set(numbers)), "claims were shown twice or out of order"


@pytest.mark.parametrize("seed", range(8))
def test_anything_at_once(seed: int) -> None:
    run_in(World(seed=seed, yields=seed), lambda world: storm(world, seed, 6))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_anything_at_once_for_long(seed: int) -> None:
    run_in(World(seed=seed, yields=seed), lambda world: storm(world, seed, 12))
