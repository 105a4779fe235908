"""The parts a table is made of, each by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, Cards, Rank
from bot.engine.events import (
    BurnBegan,
    Challenged,
    Claimed,
    Closed,
    Dealt,
    Event,
    PileTaken,
    Revealed,
    TakenOver,
    TurnCame,
    WindowClosed,
)
from bot.engine.evolve import evolve
from bot.engine.observe import observe
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.slots import Lead
from bot.engine.state import Claim, GameState, Phase, Seat
from bot.tables.answers import ShowFailed, Trouble
from bot.tables.clock import DiscordClock
from bot.tables.deadlines import GRACE, HELD_PAUSE, Due, DueKind, nearest
from bot.tables.drafts import Drafts, dump_armed, load_armed, stamp
from bot.tables.line import MOST_WAIT_S, Line
from bot.tables.outbox import Outbox
from bot.tables.story import Story, tell
from bot.tables.views import ArmedPlay, HandView, group_of
from bot.tables.watch import whole_second
from tests.tables.fakes import VirtualLoop
from tests.tables.support import World, run_in, virtual

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
RULES = compile_rules(Ruleset(), 3)
SALT = "ab" * 32


def cards(codes: str) -> Cards:
    return tuple(Card.parse(code) for code in codes.split())


def playing(**more: object) -> GameState:
    """Three seats, the second on turn with sevens due."""
    hands = ("2S 3S", "7S 7H 9D KC", "AS AH AD 7D")
    fresh = GameState(
        seats=tuple(Seat(hand=cards(hand)) for hand in hands), turn=1, ranks=(Rank.SEVEN,), turns=4, salt=SALT
    )
    return replace(fresh, **more)  # type: ignore[arg-type]


# --- drafts ---------------------------------------------------------------------------------------------------------


def test_each_tap_picks_one_more_and_past_the_last_none() -> None:
    drafts, hand = Drafts(), cards("7S 7H 9D X1 X2")
    counts = []
    for _ in range(4):
        drafts.pick(1, hand, "7", 4)
        counts.append(dict(drafts.picks(1, hand)).get("7", 0))
    assert counts == [1, 2, 0, 1]
    drafts.pick(1, hand, "X", 4)
    assert drafts.picks(1, hand) == (("7", 1), ("X", 1))
    assert drafts.chosen(1, hand) == cards("7S X1")
    assert drafts.picks(2, hand) == ()
    drafts.clear(1)
    assert drafts.chosen(1, hand) == ()


def test_a_tap_wraps_at_the_limit_and_at_what_is_not_held() -> None:
    drafts, hand = Drafts(), cards("7S 7H 7D 7C 7S'")
    counts = []
    for _ in range(4):
        drafts.pick(0, hand, "7", 2)
        counts.append(sum(count for _, count in drafts.picks(0, hand)))
    assert counts == [1, 2, 0, 1]
    drafts.pick(0, hand, "K", 2)
    assert drafts.picks(0, hand) == (("7", 1),)


def test_picks_follow_a_hand_that_shrinks() -> None:
    drafts, hand = Drafts(), cards("7S 7H 7D 7C")
    for _ in range(3):
        drafts.pick(0, hand, "7", 4)
    left = hand[:2]
    assert drafts.picks(0, left) == (("7", 2),)
    drafts.pick(0, left, "7", 4)
    assert drafts.picks(0, left) == (), "past the last held comes none"


def test_an_armed_play_survives_its_row() -> None:
    play = ArmedPlay(cards("10H' X2 7S"), Rank.KING, 3)
    assert load_armed(dump_armed(play)) == play
    drafts = Drafts()
    drafts.restore(0, play)
    assert drafts.picks(0, play.cards) == (("10", 1), ("X", 1), ("7", 1))
    assert [group_of(card) for card in play.cards] == ["10", "X", "7"]


def test_the_stamp_changes_with_everything_the_label_promises() -> None:
    state = playing()
    seen, picks = observe(state, 1, RULES), (("7", 2),)
    first = stamp(SALT, seen, picks)
    assert first == stamp(SALT, seen, picks)
    others = [
        stamp(SALT, seen, (("7", 1),)),
        stamp(SALT, seen, (("9", 2),)),
        stamp(SALT, seen, ()),
        stamp(SALT, replace(seen, hand=seen.hand[1:]), picks),
        stamp(SALT, replace(seen, turns=5), picks),
        stamp(SALT, replace(seen, next=Lead(1, (Rank.EIGHT,))), picks),
        stamp(SALT, replace(seen, next=Lead(2, (Rank.SEVEN,))), picks),
        stamp(SALT, replace(seen, viewer=2), picks),
    ]
    assert len({first, *others}) == len(others) + 1


def test_the_stamp_tells_nothing_without_the_salt() -> None:
    seen, picks = observe(playing(), 1, RULES), (("7", 2),)
    marks = {stamp(f"{number:064x}", seen, picks) for number in range(50)}
    assert len(marks) == 50, "who doesn't know the salt can't tell hands apart by trying"
    mark = stamp(SALT, seen, picks)
    assert len(mark) == 12
    assert not any(card.code in mark for card in seen.hand if len(card.code) > 2)


def test_a_hand_counts_its_picks() -> None:
    hand = HandView.__new__(HandView)
    object.__setattr__(hand, "picks", (("7", 2), ("K", 1)))
    assert hand.picked == 3


# --- story ----------------------------------------------------------------------------------------------------------


def told(*events: Event, state: GameState | None = None) -> Story:
    story, now = Story(), GameState() if state is None else state
    for event in events:
        story = tell(story, now, event, RULES)
        now = evolve(now, event)
    return story


DEAL = Dealt(0, (cards("2S 3S"), cards("7S 7H 9D"), cards("AS AH")), "c", SALT)
TRUE = Claimed(1, cards("7S 7H"), Rank.SEVEN, 2)
LIE = Claimed(1, cards("7S 9D"), Rank.SEVEN, 2)


def test_a_lie_that_is_caught() -> None:
    story = told(DEAL, LIE, Challenged(2), Revealed(LIE.cards, False), PileTaken(1, LIE.cards))
    liar, caller = story.tallies[1], story.tallies[2]
    assert (liar.plays, liar.lies, liar.caught, liar.picked_up) == (1, 1, 1, 2)
    assert (caller.right, caller.wrong, caller.plays) == (1, 0, 0)
    settled = story.settled
    assert settled is not None
    assert (settled.number, settled.claimant, settled.challenger, settled.taker, settled.taken) == (1, 1, 2, 1, 2)
    assert settled.truthful is False
    assert settled.cards == LIE.cards
    assert story.open is None


def test_a_wrong_call() -> None:
    story = told(DEAL, TRUE, Challenged(0), Revealed(TRUE.cards, True), PileTaken(0, TRUE.cards, cards("KS")))
    assert (story.tallies[1].lies, story.tallies[1].caught) == (0, 0)
    assert (story.tallies[0].wrong, story.tallies[0].picked_up) == (1, 2)
    assert story.settled is not None
    assert story.settled.burned == 1


def test_a_claim_that_stood_shows_no_cards() -> None:
    story = told(DEAL, LIE, WindowClosed(Closed.TIME))
    assert story.settled is not None
    assert (story.settled.cards, story.settled.truthful, story.settled.why) == ((), None, Closed.TIME)
    assert story.tallies[1].lies == 1
    assert story.tallies[1].caught == 0


def test_what_was_played_for_somebody_is_neither_their_lie_nor_their_play() -> None:
    auto = replace(LIE, cards=cards("9D"), said=1, auto=True)
    story = told(DEAL, auto, Challenged(0), Revealed(auto.cards, False), PileTaken(1, auto.cards))
    assert (story.tallies[1].plays, story.tallies[1].lies, story.tallies[1].caught) == (0, 0, 0)
    assert story.tallies[0].right == 1


def test_burning_and_a_takeover_are_told_once() -> None:
    story = told(DEAL, TakenOver(1), TRUE)
    assert story.taken_over == 1
    story = told(DEAL, TakenOver(1), TRUE, WindowClosed(Closed.TIME), BurnBegan())
    assert story.burn_began
    story = tell(story, GameState(), TurnCame(2, (Rank.EIGHT,)), RULES)
    assert story.taken_over is None
    assert story.burn_began
    assert tell(story, GameState(), Challenged(0), RULES) == story, "no claim is open"


# --- deadlines ------------------------------------------------------------------------------------------------------


def due(state: GameState, *, after: float = 0.0, reminded: bool = False) -> Due | None:
    return nearest(state, RULES, NOON + timedelta(seconds=after), reminded=reminded)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_what_a_turn_waits_for() -> None:
    turn = playing(until=at(60))
    assert due(turn) == Due(DueKind.REMIND, at(30), 1)
    assert due(turn, after=44) == Due(DueKind.REMIND, at(30), 1)
    late = at(60) + GRACE
    assert due(turn, after=46) == Due(DueKind.TIME_OUT, late, 1), "too late for a reminder to be of use"
    assert due(turn, reminded=True) == Due(DueKind.TIME_OUT, late, 1)
    assert due(playing()) is None
    held = (playing().seats[0], replace(playing().seats[1], held=True), playing().seats[2])
    assert due(playing(seats=held)) == Due(DueKind.PLAY_FOR_HELD, NOON + HELD_PAUSE, 1)
    cpu = (playing().seats[0], replace(playing().seats[1], cpu=True), playing().seats[2])
    assert due(playing(seats=cpu)) == Due(DueKind.PLAY_FOR_HELD, NOON + HELD_PAUSE, 1)


def test_what_a_window_waits_for() -> None:
    claim = Claim(1, Rank.SEVEN, 1, cards("7S"))
    window = playing(phase=Phase.WINDOW, claim=claim, until=at(10))
    assert due(window) == Due(DueKind.CLOSE_WINDOW, at(10) + GRACE)
    assert due(replace(window, until=None)) is None, "Discord has not shown it yet"
    seats = (replace(window.seats[0], held=True), window.seats[1], window.seats[2])
    away = replace(window, seats=seats)
    assert due(away) == Due(DueKind.DECLINE_FOR_HELD, NOON + HELD_PAUSE, 0)
    assert due(away, after=9) == Due(DueKind.CLOSE_WINDOW, at(10) + GRACE)
    assert due(replace(away, claim=replace(claim, declined=frozenset({0})))) == due(window)
    assert due(replace(away, until=None)) is None


def test_nothing_is_due_before_the_deal_after_the_end_or_with_the_timer_off() -> None:
    assert due(GameState()) is None
    assert due(playing(phase=Phase.OVER)) is None
    off = compile_rules(Ruleset(turn_timer=None), 3)
    assert nearest(playing(until=at(60)), off, NOON, reminded=False) is None


@pytest.mark.parametrize(("micro", "second"), [(0, 0), (1, 1), (500_000, 1), (999_999, 1)])
def test_a_printed_time_is_rounded_up(micro: int, second: int) -> None:
    assert whole_second(NOON + timedelta(microseconds=micro)) == NOON + timedelta(seconds=second)


# --- outbox and line ------------------------------------------------------------------------------------------------


def note(log: list[str], word: str, *troubles: Trouble) -> Callable[[], Awaitable[None]]:
    left = iter(troubles)

    async def job() -> None:
        log.append(word)
        if (trouble := next(left, None)) is not None:
            raise ShowFailed(trouble)

    return job


@virtual
async def test_jobs_run_in_order_and_a_passing_failure_holds_the_others_up(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a"))
    outbox.put(note(log, "b", Trouble.PASSING, Trouble.PASSING))
    outbox.put(note(log, "c"))
    await world.settle()
    assert log == ["a", "b"]
    await world.settle(1)
    assert log == ["a", "b", "b"]
    await world.settle(4)
    assert log == ["a", "b", "b", "b", "c"]
    assert not outbox.busy


@virtual
async def test_another_failure_is_not_tried_again_and_stops_nothing(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a", Trouble.FORBIDDEN))
    outbox.put(note(log, "b"))
    await world.settle(30)
    assert log == ["a", "b"]


@virtual
async def test_a_job_is_given_up_after_four_tries(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a", *[Trouble.PASSING] * 9), lambda: log.append("gave up"))
    outbox.put(note(log, "b"))
    await world.settle(25)
    assert log == ["a"] * 4 + ["gave up", "b"]


def test_a_job_that_breaks_is_logged_and_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    log: list[str] = []

    async def broken() -> None:
        raise ZeroDivisionError

    async def scene() -> None:
        outbox = Outbox("x")
        outbox.put(broken)
        outbox.put(note(log, "b"))
        await asyncio.sleep(1)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(scene())
    assert log == ["b"]
    assert "a message could not be made" in caplog.messages
    caplog.clear()


@virtual
async def test_dropped_jobs_never_run_and_closing_gives_the_rest_a_moment(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()
    outbox.put(note(log, "a"))
    outbox.put(note(log, "b"))
    outbox.drop()
    await world.settle()
    assert log == []
    outbox.put(note(log, "c"))
    await outbox.close()
    outbox.put(note(log, "d"))
    await world.settle()
    assert log == ["c"]


@virtual
async def test_closing_waits_no_longer_than_it_says(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()

    async def slow() -> None:
        await asyncio.sleep(100)
        log.append("late")

    outbox.put(slow)
    outbox.put(note(log, "after"))
    await world.settle()
    before = world.true_now()
    await outbox.close(2.0)
    assert timedelta(seconds=1.9) < world.true_now() - before < timedelta(seconds=2.1)
    await world.settle(200)
    assert log == []


@virtual
async def test_a_closing_outbox_does_not_try_again(world: World) -> None:
    outbox, log = Outbox("x"), list[str]()

    async def slow() -> None:
        await asyncio.sleep(0.5)
        await note(log, "a", Trouble.PASSING)()

    outbox.put(slow, lambda: log.append("gave up"))
    await world.settle()
    before = world.true_now()
    await outbox.close()
    assert world.true_now() - before < timedelta(seconds=1)
    assert log == ["a"]


@virtual
async def test_a_line_keeps_its_order_and_lets_nobody_wait_for_long(world: World) -> None:
    log: list[str] = []
    line = Line(log.append)
    first, second, third = "one", "two", "three"
    for thing in (first, second, third):
        line.join(thing)
    line.ready(second)
    assert log == []
    line.ready(first)
    line.ready(first)
    assert log == ["one", "two"]
    await world.settle(MOST_WAIT_S)
    assert log == ["one", "two", "three"]
    line.join("four")
    line.join("five")
    line.hurry()
    assert log[3:] == ["four", "five"]
    line.join("six")
    line.clear()
    await world.settle(10)
    assert len(log) == 5


# --- the clock ------------------------------------------------------------------------------------------------------


class Wall:
    """A machine whose clock is wrong, beside Discord's true time."""

    def __init__(self, error: float, drift: float = 0.0) -> None:
        self.error, self.drift = error, drift

    def true(self) -> datetime:
        return NOON + timedelta(seconds=asyncio.get_running_loop().time() * (1 + self.drift))

    def wrong(self) -> datetime:
        return self.true() + timedelta(seconds=self.error)


def off(clock: DiscordClock, wall: Wall) -> float:
    return (clock.now() - wall.true()).total_seconds()


@pytest.mark.parametrize("error", [-5.0, 0.0, 5.0, 86400.0])
def test_the_wall_clock_is_believed_only_until_discord_has_spoken(error: float) -> None:
    async def scene(world: World) -> None:
        wall = Wall(error)
        clock = DiscordClock(wall.wrong)
        assert not clock.known
        assert off(clock, wall) == pytest.approx(error)
        clock.assume(-error)
        assert off(clock, wall) == pytest.approx(0)
        clock.learn(wall.true() - timedelta(seconds=0.2))
        assert clock.known
        assert off(clock, wall) == pytest.approx(-0.2, abs=1e-4)
        assert clock.error_s == pytest.approx(-error - 0.2, abs=1e-4)
        clock.learn(wall.true() - timedelta(seconds=0.03))
        assert off(clock, wall) == pytest.approx(-0.03, abs=1e-4)
        clock.learn(wall.true() - timedelta(seconds=4))
        assert off(clock, wall) == pytest.approx(-0.03, abs=1e-4), "a slow sample teaches nothing"

    run_in(World(), scene)


@virtual
async def test_a_drifting_machine_is_followed(world: World) -> None:
    """A monotonic clock that is wrong by 100 millionths: a third of a second an hour if nobody followed it."""
    wall = Wall(0.0, drift=-1e-4)
    clock = DiscordClock(wall.wrong)
    for _ in range(24 * 60):
        clock.learn(wall.true() - timedelta(seconds=0.05))
        await asyncio.sleep(60)
        assert abs(off(clock, wall) + 0.05) < 0.1


@virtual
async def test_a_callback_comes_when_discords_time_has_come(world: World) -> None:
    wall, came = Wall(30.0), list[datetime]()
    clock = DiscordClock(wall.wrong)
    clock.learn(wall.true())
    clock.call_at(wall.true() + timedelta(seconds=7), lambda: came.append(wall.true()))
    clock.call_at(wall.true() - timedelta(seconds=7), lambda: came.append(wall.true()))
    timer = clock.call_at(wall.true() + timedelta(seconds=3), lambda: came.append(NOON))
    timer.cancel()
    start = wall.true()
    await asyncio.sleep(10)
    assert [round((moment - start).total_seconds(), 3) for moment in came] == [0, 7]


def test_a_play_says_nothing_of_its_cards() -> None:
    text = f"{Play(1, cards('7S 9D'), Rank.SEVEN, 2)} {TRUE} {playing()} {ArmedPlay(cards('7S'), Rank.SEVEN, 1)}"
    assert "7S" not in text
    assert "9D" not in text
