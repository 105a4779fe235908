"""Races: whoever pressed first in Discord's time wins, everybody gets one answer, and the table is whole afterwards.

Every call of a port lets others run a seeded number of times, so that each seed is another interleaving.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.engine.actions import Reason
from bot.engine.events import Closed
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Denial, Done, Press, Refused
from bot.tables.deadlines import GRACE
from bot.tables.records import TableStatus
from bot.tables.registry import Taken
from bot.tables.table import Table
from tests.tables.support import (
    CHANNEL,
    GUILD,
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

SEEDS = range(8)
GATHER_S = 0.25


async def claim_open(world: World, seats: int, *, lie: bool = False, **rules: Any) -> Table:
    """A table where the first claim lies open and its clock runs."""
    table = await world.deal(seats, **rules)
    answer = await world.play(table, lie=lie)
    if not isinstance(answer, Accepted):
        answer = await world.play(table, lie=True)
    assert isinstance(answer, Accepted)
    await world.settle()
    assert state(table).until is not None
    return table


async def at_once(world: World, *presses: Coroutine[Any, Any, Any]) -> None:
    """All of these together, in an order of the world's own."""
    tasks = list(presses)
    if world.dice is not None:
        world.dice.shuffle(tasks)
    await asyncio.gather(*tasks)


async def after(delay: float, press: Coroutine[Any, Any, Any]) -> None:
    await asyncio.sleep(delay)
    await press


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


async def opened(world: World, seat: int) -> Any:
    return await world.registry.open(
        world.press(user(seat)),
        guild_id=GUILD,
        guild_name="Guild",
        channel_id=CHANNEL,
        channel_name="cards",
        locale="en-US",
        ruleset=Ruleset(),
    )


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


# --- stop during everything -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_stop_at_any_moment(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await claim_open(world, 4, lie=bool(seed % 2))
        world.takes = lambda kind, about: 0.4
        presses = [world.press_on_claim(table, seat) for seat in (0, 2, 3)]
        number = state(table).turns
        stop = world.press(user(0))
        await at_once(
            world,
            after(0.05 * (seed % 12), world.ask(table.stop, stop, False)),
            world.ask(table.let_go, presses[0], number),
            world.ask(table.let_go, presses[1], number),
            world.ask(table.challenge if seed % 3 else table.let_go, presses[2], number),
            world.play(table, lie=True),
        )
        assert accepted(world.only_answer(stop)).done is Done.STOPPED
        assert table.status is TableStatus.CLOSED
        assert world.registry.at_channel(CHANNEL) is None
        length, posted = len(await world.store.journal(table.id)), len(world.memory.messages)
        await world.settle(200)
        assert len(await world.store.journal(table.id)) == length, "a stopped table plays on"
        late = [m.kind for m in world.memory.messages[posted:]]
        assert len(late) <= 1, "a stopped table goes on talking, beyond what was on its way"
        for press in presses:
            assert len(world.answers[press.key]) == 1
        assert isinstance(await opened(world, 1), Table), "the channel is free"

    run_in(World(seed=seed, yields=seed), scene)


@pytest.mark.parametrize("seed", range(15))
def test_stop_while_the_cards_are_dealt(seed: int) -> None:
    async def scene(world: World) -> None:
        table = await world.open(3)
        start, stop = world.press(user(0)), world.press(user(5))
        await at_once(world, world.ask(table.start, start), world.ask(table.stop, stop, True))
        await world.settle(100)
        assert accepted(world.only_answer(stop)).done is Done.STOPPED
        assert not table.live
        assert len(world.answers[start.key]) == 1
        stored = await world.store.table(table.id)
        assert stored is not None
        assert stored.status is TableStatus.CLOSED
        assert len(world.memory.of("notice")) == 0

    run_in(World(seed=seed, yields=seed), scene)


@in_world()
async def test_a_call_that_waits_for_its_verdict_is_told_of_the_stop(world: World) -> None:
    table = await claim_open(world, 3)
    call = world.press_on_claim(table, 0)
    calling = asyncio.ensure_future(world.ask(table.challenge, call, 1))
    await asyncio.sleep(0.1)
    await world.ask(table.stop, world.press(user(0)), False)
    length = len(await world.store.journal(table.id))
    await calling
    assert world.only_answer(call) == Refused(Denial.TABLE_GONE)
    assert len(await world.store.journal(table.id)) == length


@in_world()
async def test_a_stop_is_silence_at_once_however_slow_its_answer(world: World) -> None:
    table = await world.deal(3)
    world.takes = lambda kind, about: 2.0
    table.publisher.redraw_hand(0)
    await world.play(table, lie=True)

    async def slow(answer: Any) -> None:
        await asyncio.sleep(60)

    stopping = asyncio.ensure_future(table.stop(world.press(user(0)), False, slow))
    await world.settle(100)
    await stopping
    assert not world.memory.of("claim"), "a claim with buttons on a table that is no more"


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


# --- steps are shown in the order they were decided -------------------------------------------------------------------


@in_world()
async def test_a_slow_answer_turns_nothing_round(world: World) -> None:
    table = await world.deal(3)
    assert table.game is not None
    stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])
    held = asyncio.Event()

    async def slow(answer: Any) -> None:
        await held.wait()

    playing = asyncio.ensure_future(table.play(world.press(user(1)), stamp, slow))
    await world.settle()
    assert state(table).turns == 1
    assert not world.memory.of("claim"), "the answer comes first"
    # A hand may call before the claim's message is there.
    calling = asyncio.ensure_future(world.call(table, 0))
    await world.settle(1)
    assert isinstance(await calling, Accepted)
    held.set()
    await playing
    await world.settle()
    assert state(table).phase is Phase.PLAY
    pinged = [message.notice for message in world.memory.of("notice")]
    assert [(notice.kind, notice.mention) for notice in pinged if notice is not None] == [("turn", 2)]
    await world.play(table, lie=True)
    await world.settle()
    (claim,) = world.memory.of("claim")
    assert claim.number == 2
    assert claim.view.settled is not None
    assert claim.view.settled.number == 1, "the next message tells what nobody saw"


@in_world()
async def test_an_answer_that_hangs_holds_nobody_up_for_long(world: World) -> None:
    table = await world.deal(3)
    stamp = await world.choose(table, 1, state(table).seats[1].hand[:1])

    async def never(answer: Any) -> None:
        await asyncio.sleep(1000)

    playing = asyncio.ensure_future(table.play(world.press(user(1)), stamp, never))
    await world.settle(3.1)
    assert [message.number for message in world.memory.of("claim")] == [1]
    playing.cancel()


@in_world()
async def test_discord_slow_to_say_that_it_has_the_claim(world: World) -> None:
    """The claim is visible to people before our request returns: they press, and all is shown in order."""
    table = await world.deal(3)
    world.takes = lambda kind, about: 4.0 if kind == "claim" else 0.0
    await world.play(table, lie=True)
    await world.settle(1)
    await world.ask(table.challenge, world.press(user(0)), 1)
    assert state(table).phase is Phase.PLAY
    await world.settle(10)
    (claim,) = world.memory.of("claim")
    assert claim.edits
    assert claim.edits[-1].settled is not None
    assert claim.edits[-1].settled.number == claim.number, "the message that came late was tidied too"


def test_answers_are_not_held_up_by_messages() -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        world.takes = lambda kind, about: 100.0
        before: datetime = world.true_now()
        await world.play(table, lie=True)
        await world.let_go(table, 0)
        assert (world.true_now() - before).total_seconds() < 0.5

    run_in(World(), scene)
