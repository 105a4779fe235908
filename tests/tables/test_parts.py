"""The pure parts of a table: drafts, story, deadlines."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.actions import Play
from bot.engine.cards import Card, Cards, Rank
from bot.engine.copies import values
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
from bot.engine.evolve import advance, evolve
from bot.engine.observe import observe
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.rules.slots import Lead
from bot.engine.state import Claim, GameState, Phase, Seat
from bot.tables.deadlines import GRACE, Due, DueKind, nearest
from bot.tables.drafts import Drafts, dump_armed, load_armed, stamp
from bot.tables.story import Story, tell, tell_on
from bot.tables.views import ArmedPlay, HandView, group_of
from bot.tables.watch import whole_second
from tests.record.support import played

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
        story = tell(story, now, event)
        now = evolve(now, event)
    return story


DEAL = Dealt(0, (cards("2S 3S"), cards("7S 7H 9D"), cards("AS AH")), "c", SALT)
TRUE = Claimed(1, cards("7S 7H"), Rank.SEVEN, 2)
LIE = Claimed(1, cards("7S 9D"), Rank.SEVEN, 2)


def test_a_lie_that_is_caught() -> None:
    settled = told(DEAL, LIE, Challenged(2), Revealed(LIE.cards, False), PileTaken(1, LIE.cards)).settled
    assert settled is not None
    assert (settled.number, settled.claimant, settled.challenger, settled.taker, settled.taken) == (1, 1, 2, 1, 2)
    assert settled.truthful is False
    assert settled.cards == LIE.cards


def test_a_wrong_call() -> None:
    story = told(DEAL, TRUE, Challenged(0), Revealed(TRUE.cards, True), PileTaken(0, TRUE.cards, cards("KS")))
    assert story.open is None
    assert story.settled is not None
    assert (story.settled.truthful, story.settled.taker, story.settled.burned) == (True, 0, 1)


def test_a_claim_that_stood_shows_no_cards() -> None:
    story = told(DEAL, LIE, WindowClosed(Closed.TIME))
    assert story.settled is not None
    assert (story.settled.cards, story.settled.truthful, story.settled.why) == ((), None, Closed.TIME)


def test_burning_and_a_takeover_are_told_once() -> None:
    story = told(DEAL, TakenOver(1), TRUE)
    assert story.taken_over == 1
    story = told(DEAL, TakenOver(1), TRUE, WindowClosed(Closed.TIME), BurnBegan())
    assert story.burn_began
    story = tell(story, GameState(), TurnCame(2, (Rank.EIGHT,)))
    assert story.taken_over is None
    assert story.burn_began
    assert tell(story, GameState(), Challenged(0)) == story, "no claim is open"


@pytest.mark.parametrize("preset", [Ruleset(), Ruleset(rounds=3)])
def test_a_start_that_copies_nothing_tells_the_same_state_and_story_after_every_event(preset: Ruleset) -> None:
    for number in range(3):
        game = played(preset, 4, f"start {number}", unruly=True)
        state, story, ours, said = GameState(), Story(), GameState(), Story()
        for event in game.events:
            kept, before = story, repr(values(story))
            story, state = tell(story, state, event), evolve(state, event)
            assert repr(values(kept)) == before, "what was given away stays as it was"
            tell_on(said, ours, event)
            advance(ours, event)
            assert (ours, said) == (state, story)
        assert ours.phase is Phase.OVER


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
    assert due(playing(seats=held, until=at(60))) is None, "a CPU acts by itself"
    cpu = (playing().seats[0], replace(playing().seats[1], cpu=True), playing().seats[2])
    assert due(playing(seats=cpu)) is None


def test_what_a_window_waits_for() -> None:
    claim = Claim(1, Rank.SEVEN, 1, cards("7S"))
    window = playing(phase=Phase.WINDOW, claim=claim, until=at(10))
    assert due(window) == Due(DueKind.CLOSE_WINDOW, at(10) + GRACE)
    assert due(replace(window, until=None)) is None, "Discord has not shown it yet"
    seats = (replace(window.seats[0], held=True), window.seats[1], window.seats[2])
    assert due(replace(window, seats=seats)) == due(window), "a CPU answers by itself"


def test_nothing_is_due_before_the_deal_after_the_end_or_with_the_timer_off() -> None:
    assert due(GameState()) is None
    assert due(playing(phase=Phase.OVER)) is None
    off = compile_rules(Ruleset(turn_timer=None), 3)
    assert nearest(playing(until=at(60)), off, NOON, reminded=False) is None


@pytest.mark.parametrize(("micro", "second"), [(0, 0), (1, 1), (500_000, 1), (999_999, 1)])
def test_a_printed_time_is_rounded_up(micro: int, second: int) -> None:
    assert whole_second(NOON + timedelta(microseconds=micro)) == NOON + timedelta(seconds=second)


def test_a_play_says_nothing_of_its_cards() -> None:
    text = f"{Play(1, cards('7S 9D'), Rank.SEVEN, 2)} {TRUE} {playing()} {ArmedPlay(cards('7S'), Rank.SEVEN, 1)}"
    assert "7S" not in text
    assert "9D" not in text
