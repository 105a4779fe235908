"""What a turn costs in requests that count, and when a token makes it cheaper."""

from __future__ import annotations

import pytest

from bot.engine.state import Phase
from bot.tables.answers import Accepted, Trouble
from bot.tables.publisher import Publisher
from bot.tables.records import TokenRecord
from bot.tables.table import Table
from bot.tables.views import group_of
from tests.tables.support import World, callers, in_world, run_in, state, user, virtual
from tests.tables.turns import keep, turn


@pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
def test_an_unchallenged_turn_costs_two_at_most(seats: int) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(seats)
        for _ in range(seats + 2):
            assert await turn(world, table) <= 2

    run_in(World(), scene)


@virtual
async def test_with_fresh_tokens_an_unchallenged_turn_costs_one(world: World) -> None:
    table = await world.deal(3)
    for seat in (2, 0, 1, 2):
        assert await turn(world, table, tokens=(f"hand:{seat}", "claim")) == 1


@virtual
async def test_one_token_saves_one_request(world: World) -> None:
    table = await world.deal(3)
    assert await turn(world, table, tokens=("hand:2",)) == 2, "the claim's buttons are tidied for what was saved"
    assert await turn(world, table, tokens=("claim",)) == 2


@virtual
async def test_when_the_last_press_is_on_the_claim_it_was_redrawn_already(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle()
    await keep(world, table, "hand:2")
    since = len(world.memory.calls)
    await world.let_go(table, *callers(table))
    await world.settle()
    assert [call.kind for call in world.memory.calls[since:]] == ["hand"]
    assert world.memory.paid(since) == 0


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("away", [1, -1])
@pytest.mark.parametrize("fresh", [(), ("taker",), ("next",), ("taker", "next")])
def test_a_challenged_turn_costs_three_at_most_less_one_per_fresh_token(
    seats: int, away: int, fresh: tuple[str, ...]
) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(seats)
        await world.play(table, lie=True)
        since = len(world.memory.calls)
        await world.settle()
        claimant = state(table).turn
        claim = state(table).claim
        assert claim is not None
        caller = (claimant + away) % seats
        truthful = all(card.rank is claim.rank for card in claim.cards)
        hands = {caller if truthful else claimant, (claimant + 1) % seats}
        tokens = {"taker": f"hand:{caller if truthful else claimant}", "next": f"hand:{(claimant + 1) % seats}"}
        given = {tokens[name] for name in fresh}
        await keep(world, table, *given)
        await world.call(table, caller)
        await world.settle()
        assert world.memory.paid(since) == 1 + len(hands) - len(given)
        assert {call.about for call in world.memory.calls[since:] if call.kind == "hand"} >= hands

    run_in(World(), scene)


@virtual
async def test_a_call_from_the_hand_shows_the_result_on_the_claim(world: World) -> None:
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle()
    await keep(world, table, "hand:1", "hand:0")
    since = len(world.memory.calls)
    await world.ask(table.challenge, world.press(user(0)), 1)
    await world.settle()
    assert world.memory.calls[since].kind == "redraw_claim"
    assert world.memory.paid(since) <= 2
    (message,) = world.memory.of("claim")
    assert message.edits[-1].settled is not None
    assert message.edits[-1].settled.challenger == 0


@pytest.mark.parametrize(("age", "used"), [(14.0, True), (14.4, True), (14.6, False), (20.0, False)])
def test_a_token_older_than_fourteen_and_a_half_minutes_is_not_used(age: float, used: bool) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        await world.play(table, lie=True)
        await world.settle()
        since = len(world.memory.calls)
        await keep(world, table, "hand:2", "claim", age=age)
        await world.let_go(table, 0, 2)
        await world.settle()
        (call,) = [call for call in world.memory.calls[since:] if call.kind == "hand"]
        assert (call.about, call.token, call.paid) == (2, used, 0 if used else 1)

    run_in(World(), scene)


@pytest.mark.parametrize(("away", "used"), [(60.0, True), (15 * 60.0, False)])
def test_tokens_survive_a_restart_with_their_age(away: float, used: bool) -> None:
    world = World()

    async def before() -> None:
        table = await world.deal(3, turn_timer=None)
        await keep(world, table, "hand:1")

    async def afterwards() -> None:
        await world.settle()
        table = world.registry.at_channel(900)
        assert table is not None
        hands = [call for call in world.memory.calls if call.kind == "hand" and call.about == 1]
        assert hands[-1].token is used

    assert world.live(before, downtime=away)
    assert world.live(afterwards)


@virtual
async def test_a_token_of_another_message_redraws_that_one_besides_the_hand_itself(world: World) -> None:
    """Who last looked at their hand at the table sees it there; their direct message is due all the same."""
    table = await world.deal(3)
    await world.play(table, lie=True)
    await world.settle()
    await table.keep_token("hand:2", 4242, "token", world.true_now())
    since = len(world.memory.calls)
    await world.let_go(table, 0, 2)
    await world.settle()
    hands = [call for call in world.memory.calls[since:] if call.kind == "hand"]
    assert [(hand.about, hand.token, hand.paid) for hand in hands] == [(2, True, 0), (2, False, 1)]
    assert world.memory.paid(since) == 1, "the claim's buttons wait: the turn has its one edit"
    place = table.place_of(2)
    assert place is not None
    assert place == world.memory.dms[user(2)], "the hand in the direct messages is not forgotten"


@in_world()
async def test_a_token_names_its_message(world: World) -> None:
    table = await world.deal(2)
    publisher: Publisher = table.publisher
    await publisher.keep_token(TokenRecord("claim", 7, "token", world.true_now()))
    assert publisher.fresh_token("claim", 7) is not None
    assert publisher.fresh_token("claim", 8) is None
    assert publisher.fresh_token("claim") is not None
    assert publisher.fresh_token("lobby") is None


@virtual
async def test_closed_direct_messages_cost_nothing(world: World) -> None:
    world.fails = lambda kind, about: Trouble.DM_CLOSED if kind in {"welcome", "hand"} else None
    table = await world.deal(3)
    since = len(world.memory.calls)
    await world.play(table, lie=True)
    await world.settle(15)
    assert state(table).phase is Phase.PLAY
    assert {call.kind for call in world.memory.calls[since:]} == {"claim", "redraw_claim"}
    assert world.memory.paid(since) == 2


@virtual
async def test_a_burst_of_taps_writes_one_token_and_the_next_one_half_a_minute_later(world: World) -> None:
    table = await world.deal(2)
    saved: list[str] = []
    world.store_fails = saved.append
    place = table.place_of(0)
    assert place is not None
    for tap in range(5):
        await table.keep_token("hand:0", place.message_id, f"token {tap}", world.true_now())
        await world.settle(1)
    assert saved.count("save_token") == 1
    fresh = table.publisher.fresh_token("hand:0")
    assert fresh is not None
    assert fresh.token == "token 4"
    await world.settle(30)
    await table.keep_token("hand:0", place.message_id, "token 5", world.true_now())
    await table.keep_token("hand:0", 78, "token 6", world.true_now())
    assert saved.count("save_token") == 3


@virtual
async def test_a_copy_opened_at_the_table_does_not_cost_the_hand_its_token(world: World) -> None:
    table = await world.deal(2)
    place = table.place_of(0)
    assert place is not None
    await table.keep_token("hand:0", place.message_id, "of the hand", world.true_now())
    await table.keep_token("hand:0", 78, "of the copy", world.true_now())
    before, calls = world.memory.paid(), len(world.memory.calls)
    table.publisher.redraw_hand(0)
    await world.settle(1)
    assert world.memory.paid() == before
    assert len(world.memory.calls) == calls + 2


@virtual
async def test_a_redraw_that_is_not_due_stays_where_the_player_last_looked(world: World) -> None:
    table = await world.deal(3)
    await table.keep_token("hand:2", 4242, "token", world.true_now())
    since = len(world.memory.calls)
    await world.play(table, lie=True)
    await world.settle()
    hands = [call for call in world.memory.calls[since:] if call.kind == "hand"]
    assert [(hand.about, hand.token, hand.paid) for hand in hands] == [(2, True, 0)]


@virtual
async def test_letting_go_on_a_hand_costs_nothing(world: World) -> None:
    table = await world.deal(4)
    await world.play(table, lie=True)
    await world.settle()
    since = len(world.memory.calls)
    await world.ask(table.let_go, world.press(user(0)), 1)
    await world.settle()
    assert not world.memory.calls[since:], "without a token the claim waits for its next redraw"
    await keep(world, table, "claim")
    await world.ask(table.let_go, world.press(user(2)), 1)
    await world.settle()
    assert [(call.kind, call.paid) for call in world.memory.calls[since:]] == [("redraw_claim", 0)]


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
def test_under_pressure_an_unchallenged_turn_costs_one(seats: int) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(seats)
        world.memory.pressed = True
        for _ in range(seats + 2):
            assert await turn(world, table) == 1

    run_in(World(), scene)


@virtual
async def test_a_hand_left_out_under_pressure_still_plays_by_its_old_button(world: World) -> None:
    """Nothing on it is wrong: what it promises while a claim is open is what it plays once that stands."""
    table = await world.deal(3)
    world.memory.pressed = True
    await world.play(table, lie=True)
    seat = (state(table).turn + 1) % 3
    await world.ask(table.pick, world.press(user(seat)), group_of(state(table).seats[seat].hand[0]))
    shown = table.hand_of(seat)
    await world.settle(15)
    assert (state(table).phase, state(table).turn) == (Phase.PLAY, seat)
    assert isinstance(await world.ask(table.play, world.press(user(seat)), shown.stamp), Accepted)
    assert state(table).turns == 2


@pytest.mark.parametrize("away", [1, -1])
def test_pressure_leaves_out_no_hand_that_has_changed(away: int) -> None:
    async def scene(world: World) -> None:
        table = await world.deal(3)
        world.memory.pressed = True
        await world.play(table, lie=True)
        await world.settle()
        before = [len(seat.hand) for seat in state(table).seats]
        since = len(world.memory.calls)
        await world.call(table, (state(table).turn + away) % 3)
        await world.settle()
        after = [len(seat.hand) for seat in state(table).seats]
        drawn = {call.about for call in world.memory.calls[since:] if call.kind == "hand"}
        assert drawn >= {seat for seat in range(3) if before[seat] != after[seat]}

    run_in(World(), scene)


@virtual
async def test_an_evening_where_people_let_it_go_costs_little_more_than_one_request_a_turn(world: World) -> None:
    """Whoever plays has pressed their hand a few minutes ago, and most press Let it go on the claim."""
    table = await world.deal(5, turn_timer=None)
    turns, since = 0, len(world.memory.calls)
    while state(table).phase is not Phase.OVER and turns < 20:
        seat = state(table).turn
        await keep(world, table, f"hand:{seat}")
        await world.play(table, lie=turns % 2 == 0)
        await world.settle()
        turns += 1
        # One of them looks away every third turn: that window runs its time.
        pressing = callers(table)[: None if turns % 3 else -1]
        for one in pressing:
            await keep(world, table, "claim")
            await world.let_go(table, one)
        await world.settle(15)
        await world.settle(20)
    assert turns == 20
    assert world.memory.paid(since) / turns <= 1.2


@virtual
async def test_redraws_of_one_hand_that_wait_together_are_sent_once(world: World) -> None:
    table = await world.deal(3)
    since = len(world.memory.calls)
    for _ in range(4):
        table.publisher.redraw_hand(1)
    table.publisher.redraw_hand(2, spare=True)
    table.publisher.redraw_hand(1, spare=True)
    world.memory.pressed = True
    await world.settle(1)
    assert [(call.kind, call.about) for call in world.memory.calls[since:]] == [("hand", 1)], "the dear one counts"


# --- whoever plays by a copy of their hand ----------------------------------------------------------------------------


async def open_copy(world: World, table: Table, seat: int) -> None:
    """They have opened their hand at the table a moment ago: the copy has a token, its own message has none."""
    await table.keep_token(f"hand:{seat}", 4321, "copy", world.true_now())


def own_redraws(world: World, seat: int, since: int) -> list[bool]:
    """How often the hand in the direct messages was drawn, each time whether it was that seat's turn."""
    calls = [call for call in world.memory.calls[since:] if call.kind == "hand" and call.about == seat]
    return [call.hand.seen.next.seat == seat for call in calls if call.hand is not None and call.paid]


@virtual
async def test_a_hand_left_behind_by_its_copy_is_drawn_when_the_table_rests(world: World) -> None:
    table = await world.deal(3, turn_timer=None)
    await open_copy(world, table, 1)
    await world.play(table, lie=True)
    since = len(world.memory.calls)
    await world.settle(14)
    assert world.memory.paid(since) <= 2, "the turn costs no more"
    assert own_redraws(world, 1, since) == []
    await world.settle(12)
    assert own_redraws(world, 1, since) == [False]
    assert world.memory.paid(since) <= 3
    await world.settle(60)
    assert own_redraws(world, 1, since) == [False], "once"


@virtual
async def test_a_hand_left_behind_is_drawn_at_once_where_that_is_free_or_the_turn_has_an_edit_left(
    world: World,
) -> None:
    table = await world.deal(3, turn_timer=None)
    await keep(world, table, "hand:1", age=1)
    await open_copy(world, table, 1)
    since = len(world.memory.calls)
    await world.play(table, lie=True)
    await world.settle()
    drawn = [call for call in world.memory.calls[since:] if call.kind == "hand" and call.about == 1]
    assert {call.paid for call in drawn} == {0}
    assert len(drawn) == 2, "the copy and its own message"
    await world.settle(13)
    await open_copy(world, table, 2)
    await world.play(table, lie=True)
    since = len(world.memory.calls)
    await world.settle(1)
    await keep(world, table, "hand:0", "claim")
    await world.settle(13)
    assert own_redraws(world, 2, since) == [False], "the next hand and the old buttons cost nothing"
    assert world.memory.paid(since) <= 2


@virtual
async def test_who_plays_in_direct_messages_leaves_nothing_behind(world: World) -> None:
    table = await world.deal(3, turn_timer=None)
    await open_copy(world, table, 1)
    await world.settle(2)
    await keep(world, table, "hand:1")
    since = len(world.memory.calls)
    await world.play(table, lie=True)
    await world.settle(60)
    assert own_redraws(world, 1, since) == []
