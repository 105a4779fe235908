"""What only variants bring to a table: Force, rounds, teams, passes; their races and restarts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import Reason
from bot.engine.cards import Card
from bot.engine.state import Phase, Standing
from bot.tables.answers import Denial, Done
from bot.tables.ports import NoticeKind
from bot.tables.table import Table
from tests.tables.support import World, accepted, cards_for, check, refused, state, user, virtual
from tests.tables.variant_moves import laid

# --- Force ------------------------------------------------------------------------------------------------------------


async def forced(world: World) -> tuple[Table, int, int]:
    """Two seats, the first of which has laid a card and is asked to show another."""
    table, first = await one_card_laid(world, 2)
    assert accepted(await world.ask(table.force, world.press(user(1 - first)), 1)).done is Done.FORCED
    await world.settle()
    assert state(table).phase is Phase.FORCE
    return table, first, 1 - first


async def one_card_laid(world: World, seats: int) -> tuple[Table, int]:
    """A game with Force whose first seat has laid a true card."""
    table = await world.deal(seats, family="same_rank", force=True)
    first = state(table).turn
    rank = state(table).seats[first].hand[0].rank
    assert rank is not None
    await world.ask(table.pick, world.press(user(first)), rank.code)
    await world.ask(table.name_rank, world.press(user(first)), rank.code)
    accepted(await world.ask(table.play, world.press(user(first)), table.hand_of(first).stamp))
    await world.settle(1)
    return table, first


@virtual
async def test_whoever_may_force_sees_so_without_a_tap(world: World) -> None:
    """Force stands in the hand alone, so that this hand is drawn while the claim is open, even at a price."""
    _, first = await one_card_laid(world, 2)
    assert world.memory.hands[user(1 - first)].seen.space.may_force


@virtual
async def test_where_nobody_may_force_no_hand_is_drawn_for_it(world: World) -> None:
    _, first = await one_card_laid(world, 3)
    assert world.memory.hands[user((first + 1) % 3)].seen.claim is None, "it is drawn once the claim is settled"


@virtual
async def test_whoever_does_not_answer_a_force_has_declined(world: World) -> None:
    table, first, _ = await forced(world)
    await world.settle(13)
    assert state(table).phase is Phase.PLAY
    assert len(state(table).seats[first].hand) == 26
    check(world, table)


@virtual
async def test_while_forced_nothing_else_may_be_done(world: World) -> None:
    table, first, other = await forced(world)
    assert refused(await world.call(table, other)).why is Denial.ALREADY_CALLED
    assert refused(await world.ask(table.let_go, world.press(user(other)), 1)).why is Denial.ALREADY_CALLED
    assert refused(await world.ask(table.answer_force, world.press(user(first)), 7, "")).why is Denial.STALE_CLAIM
    assert refused(await world.ask(table.answer_force, world.press(user(other)), 1, "")).why is Reason.NOT_YOUR_TURN
    assert refused(await world.ask(table.leave, world.press(user(first)))).why is Denial.LEAVE_QUEUED
    assert accepted(await world.ask(table.answer_force, world.press(user(first)), 1, "")).done is Done.ANSWERED
    await world.settle()
    assert state(table).phase is Phase.OVER, "the queued leave came after the answer"


def test_a_restart_gives_the_forced_seat_its_time_again() -> None:
    world = World()

    async def before() -> None:
        await forced(world)

    async def after() -> None:
        (table,) = world.registry.of_user(user(0))
        assert state(table).phase is Phase.FORCE
        await world.settle(5)
        assert state(table).phase is Phase.FORCE
        await world.settle(10)
        assert state(table).phase is Phase.PLAY
        check(world, table)

    assert world.live(before, downtime=300)
    assert world.live(after)


@virtual
async def test_what_asked_for_a_card_is_marked_when_whoever_asked_leaves(world: World) -> None:
    table, _, other = await forced(world)
    since = len(world.memory.calls)
    assert accepted(await world.ask(table.leave, world.press(user(other)))).done is Done.RESIGNED
    await world.settle()
    assert state(table).phase is Phase.OVER
    redrawn = [call for call in world.memory.calls[since:] if call.kind == "redraw_force"]
    assert len(redrawn) == 1
    settled = table.view().settled
    assert settled is not None
    assert settled.unanswered


# --- rounds -----------------------------------------------------------------------------------------------------------


async def between(world: World) -> Table:
    """A match of two rounds whose first is over."""
    table = await world.deal(2, rounds=2, max_cards="unlimited")
    for _ in range(20):
        seat = state(table).turn
        stamp = await world.choose(table, seat, state(table).seats[seat].hand)
        accepted(await world.ask(table.play, world.press(user(seat)), stamp))
        await world.settle()
        await world.all_let_go(table)
        if state(table).phase is Phase.BETWEEN:
            return table
    raise AssertionError("the round did not end")


@virtual
async def test_between_rounds_only_the_host_goes_on(world: World) -> None:
    table = await between(world)
    (told,) = world.memory.of("round")
    assert told.view.past[-1].deal_text
    assert refused(await world.ask(table.next_round, world.press(user(1)), 1)).why is Denial.NOT_HOST
    assert refused(await world.ask(table.next_round, world.press(user(0)), 2)).why is Denial.ROUND_BEGUN
    stamp = table.hand_of(0).stamp
    assert refused(await world.ask(table.play, world.press(user(0)), stamp)).why in (
        Denial.NOTHING_PICKED,
        Denial.ROUND_OVER,
    )
    assert accepted(await world.ask(table.next_round, world.press(user(0)), 1)).done is Done.NEXT_ROUND
    await world.settle()
    assert state(table).number == 2
    assert len(world.memory.of("deal")) == 2
    assert refused(await world.ask(table.next_round, world.press(user(0)), 1)).why is Denial.ROUND_BEGUN
    check(world, table)
    await world.finish(table)
    assert len(world.memory.of("end")) == 1


def test_the_next_round_comes_by_itself_also_after_a_restart() -> None:
    world = World()

    async def before() -> None:
        await between(world)

    async def after() -> None:
        (table,) = world.registry.of_user(user(0))
        await world.settle(1)
        assert state(table).phase is Phase.BETWEEN
        assert len(world.memory.of("round")) == 1
        await world.settle(31)
        assert state(table).phase is Phase.PLAY
        assert state(table).number == 2
        assert len(world.memory.of("deal")) == 2
        check(world, table)

    assert world.live(before, downtime=300)
    assert world.live(after)


@virtual
async def test_somebody_leaves_between_rounds(world: World) -> None:
    table = await between(world)
    assert accepted(await world.ask(table.leave, world.press(user(1)))).done is Done.RESIGNED
    await world.settle()
    assert state(table).seats[1].standing is Standing.RESIGNED
    assert state(table).phase is Phase.OVER


# --- teams, passes ----------------------------------------------------------------------------------------------------


@virtual
async def test_in_teams_a_cpu_keeps_the_seat_of_who_leaves(world: World) -> None:
    table = await world.deal(6, teams="alternate")
    seat = (state(table).turn + 3) % 6
    assert accepted(await world.ask(table.leave, world.press(user(seat)))).done is Done.HANDED_OVER
    await world.settle()
    assert state(table).seats[seat].held
    accepted(await world.ask(table.come_back, world.press(user(seat))))
    assert not state(table).seats[seat].held
    check(world, table)


@pytest.mark.parametrize("when", ["on turn", "off turn", "own claim open"])
def test_in_teams_the_hand_of_who_leaves_says_that_a_cpu_plays(when: str) -> None:
    @virtual
    async def scene(world: World) -> None:
        table = await world.deal(6, teams="alternate")
        seat = state(table).turn
        if when == "off turn":
            seat = (seat + 3) % 6
        elif when == "own claim open":
            accepted(await world.play(table, lie=True))
            await world.settle()
        assert not world.memory.hands[user(seat)].seen.seats[seat].held
        await world.ask(table.leave, world.press(user(seat)))
        await world.settle(15)
        assert state(table).seats[seat].held
        assert world.memory.hands[user(seat)].seen.seats[seat].held
        # As by /cheat back, whose answer does not touch the message with the hand.
        await world.ask(table.come_back, world.press(user(seat)))
        await world.settle()
        assert not world.memory.hands[user(seat)].seen.seats[seat].held

    scene()


@virtual
async def test_a_pass_needs_the_hand_it_was_drawn_with(world: World) -> None:
    table = await world.deal(3, passing=True)
    seat = state(table).turn
    stamp = table.hand_of(seat).turn_stamp
    assert accepted(await world.ask(table.pass_turn, world.press(user(seat)), stamp)).done is Done.PASSED
    assert refused(await world.ask(table.pass_turn, world.press(user(seat)), stamp)).why is Denial.STALE_HAND
    await world.settle()
    (told,) = [message.notice for message in world.memory.of("notice")]
    assert told is not None
    assert (told.seat, told.mention) == (seat, state(table).turn)


@virtual
async def test_an_armed_play_whose_rank_is_free_after_a_call_is_cancelled(world: World) -> None:
    table = await world.deal(3, family="same_rank")
    first = state(table).turn
    hand = state(table).seats[first].hand
    rank = hand[0].rank
    assert rank is not None
    await world.ask(table.name_rank, world.press(user(first)), rank.code)
    stamp = await world.choose(table, first, hand[:1])
    accepted(await world.ask(table.play, world.press(user(first)), stamp))
    await world.settle()
    following = (first + 1) % 3
    stamp = await world.choose(table, following, cards_for(table, following, lie=True, count=1))
    assert accepted(await world.ask(table.play, world.press(user(following)), stamp)).done is Done.ARMED
    accepted(await world.call(table, (first + 2) % 3))
    await world.settle()
    assert state(table).claim is None
    assert "cancelled" in table.hand_of(following).note


@virtual
async def test_a_host_who_leaves_a_team_game_hands_their_powers_to_a_human_at_the_table(world: World) -> None:
    table = await world.deal(6, teams="alternate")
    await world.ask(table.leave, world.press(user(1)))
    assert table.record.host_id == user(0)
    await world.ask(table.leave, world.press(user(0)))
    assert state(table).seats[0].held
    assert table.record.host_id == user(2)


@pytest.mark.parametrize("closed_by", ["a pass", "letting go"])
def test_a_claim_without_a_time_is_tidied_when_it_is_settled_and_no_other_follows(closed_by: str) -> None:
    @virtual
    async def scene(world: World) -> None:
        table = await laid(world, passing=True, turn_timer=None)
        assert table.game is not None
        seat = table.game.see(None).next.seat
        if closed_by == "a pass":
            stamp = table.hand_of(seat).turn_stamp
            assert accepted(await world.ask(table.pass_turn, world.press(user(seat)), stamp)).done is Done.PASSED
        else:
            for at in (at for at in range(3) if at != state(table).turn):
                # On their hands: no press redraws the claim.
                await world.ask(table.let_go, world.press(user(at)), 1)
        await world.settle()
        (message,) = world.memory.of("claim")
        assert message.edits
        seen = message.edits[-1].seen
        assert seen is not None
        assert seen.claim is None
        await world.settle(100)
        late = refused(await world.ask(table.challenge, world.press(user((seat + 1) % 3), on_claim=True), 1))
        assert late.why is Denial.STALE_CLAIM

    scene()


# --- same-rank wins ---------------------------------------------------------------------------------------------------


def holding(table: Table, **hands: str) -> None:
    """The seats hold these cards, whatever they were dealt."""
    assert table.game is not None
    now = table.game.state
    seats = list(now.seats)
    for seat, codes in hands.items():
        at = int(seat.removeprefix("seat"))
        seats[at] = replace(seats[at], hand=tuple(map(Card.parse, codes.split())))
    table.game.state = replace(now, seats=tuple(seats))


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_passes_that_bring_a_win_are_told_before_it(rounds: int) -> None:
    @virtual
    async def scene(world: World) -> None:
        table = await world.deal(2, family="same_rank", force=True, rounds=rounds)
        first = state(table).turn
        holding(table, **{f"seat{first}": "5D KC", f"seat{1 - first}": "2H 3H 4H"})
        await world.ask(table.name_rank, world.press(user(first)), "9")
        stamp = await world.choose(table, first, (Card.parse("5D"),))
        accepted(await world.ask(table.play, world.press(user(first)), stamp))
        await world.settle(15)
        for seat in (1 - first, first):
            stamp = table.hand_of(seat).turn_stamp
            assert accepted(await world.ask(table.pass_turn, world.press(user(seat)), stamp)).done is Done.PASSED
            await world.settle()
        told = [message.notice for message in world.memory.of("notice") if message.notice is not None]
        kinds = [(notice.kind, notice.seat, notice.count) for notice in told]
        assert kinds == [(NoticeKind.PASSED, 1 - first, 0), (NoticeKind.CLEARED, first, 1)]
        last = world.memory.messages[-2:]
        assert [message.kind for message in last] == ["notice", "end" if rounds == 1 else "round"]

    scene()


@virtual
async def test_a_pass_that_gives_the_turn_to_a_winner_is_told(world: World) -> None:
    table = await world.deal(3, family="same_rank")
    first = state(table).turn
    second, third = (first + 1) % 3, (first + 2) % 3
    holding(table, **{f"seat{first}": "5D KC 2C", f"seat{second}": "2H 3H", f"seat{third}": "9C"})
    await world.ask(table.name_rank, world.press(user(first)), "9")
    stamp = await world.choose(table, first, (Card.parse("5D"),))
    accepted(await world.ask(table.play, world.press(user(first)), stamp))
    await world.settle(15)
    stamp = table.hand_of(second).turn_stamp
    accepted(await world.ask(table.pass_turn, world.press(user(second)), stamp))
    await world.settle()
    assert state(table).phase is Phase.OVER
    (message,) = world.memory.of("notice")
    assert message.notice is not None
    assert (message.notice.kind, message.notice.seat) == (NoticeKind.PASSED, second)
