"""Events to JSON and back: every kind, every version, and nothing about cards when a row can't be read."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import codec
from bot.engine.cards import ALL_RANKS, HIDDEN, Card, pack
from bot.engine.codec import UnreadableEvent, decode, encode
from bot.engine.events import (
    Barred,
    BurnBegan,
    Challenged,
    Claimed,
    ClockStarted,
    Closed,
    Dealt,
    Declined,
    Event,
    Forced,
    GameEnded,
    Passed,
    PenaltyDrawn,
    PileLeft,
    PileTaken,
    Resigned,
    Returned,
    Revealed,
    RoundEnded,
    Shown,
    TakenOver,
    TimedOut,
    TurnCame,
    WentOut,
    WindowClosed,
    Won,
)
from bot.engine.evolve import replay
from bot.engine.state import EndReason, Outcome, Phase
from tests.engine.support import all_cards, cards

SEAT = st.integers(0, 9)
CARDS = st.lists(st.sampled_from((*pack(2, 2), HIDDEN)), max_size=6).map(tuple)
PLACE = st.none() | st.integers(1, 10)
RANK = st.sampled_from(ALL_RANKS)
HEX = st.binary(max_size=32).map(bytes.hex)
EVENTS: dict[type[Any], st.SearchStrategy[Any]] = {
    Dealt: st.builds(
        Dealt,
        dealer=SEAT,
        hands=st.lists(CARDS, max_size=4).map(tuple),
        commitment=HEX,
        salt=HEX,
        aside=CARDS,
        penalty=CARDS,
        unused=CARDS,
        cpus=st.lists(SEAT, max_size=3).map(tuple),
        family=st.sampled_from(("cycle", "same_rank")),
        number=st.integers(1, 9),
    ),
    TurnCame: st.builds(TurnCame, SEAT, st.lists(RANK, min_size=1).map(tuple)),
    ClockStarted: st.builds(ClockStarted, st.datetimes(timezones=st.just(UTC))),
    Claimed: st.builds(Claimed, SEAT, CARDS, RANK, st.integers(0, 104), st.booleans()),
    Declined: st.builds(Declined, SEAT),
    WindowClosed: st.builds(WindowClosed, st.sampled_from(Closed)),
    Challenged: st.builds(Challenged, SEAT),
    Revealed: st.builds(Revealed, CARDS, st.booleans(), CARDS),
    PileTaken: st.builds(PileTaken, SEAT, CARDS, CARDS),
    PenaltyDrawn: st.builds(PenaltyDrawn, SEAT, CARDS),
    Forced: st.builds(Forced, SEAT),
    Shown: st.builds(Shown, SEAT, CARDS, CARDS),
    PileLeft: st.builds(PileLeft, CARDS),
    Passed: st.builds(Passed, SEAT, st.none() | RANK, st.booleans()),
    Won: st.builds(Won, SEAT, CARDS),
    WentOut: st.builds(WentOut, SEAT, st.integers(1, 10)),
    TimedOut: st.builds(TimedOut, SEAT, st.integers(0, 9)),
    TakenOver: st.builds(TakenOver, SEAT),
    Barred: st.builds(Barred, SEAT),
    Returned: st.builds(Returned, SEAT),
    Resigned: st.builds(Resigned, SEAT, st.integers(1, 10), CARDS),
    BurnBegan: st.builds(BurnBegan),
    RoundEnded: st.builds(
        RoundEnded,
        st.sampled_from(EndReason),
        st.lists(PLACE, max_size=10).map(tuple),
        st.lists(st.integers(0, 9), max_size=10).map(tuple),
    ),
    GameEnded: st.builds(GameEnded, st.sampled_from(EndReason), st.lists(PLACE, max_size=10).map(tuple)),
}


def test_every_kind_of_event_has_examples_here() -> None:
    assert set(EVENTS) == set(get_args(Event))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_comes_back_as_it_was(kind: type[Any]) -> None:
    @settings(max_examples=30, deadline=None, derandomize=True, database=None)
    @given(EVENTS[kind])
    def check(event: Any) -> None:
        name, version, body = encode(event)
        assert (name, version) == (kind.__name__, codec.VERSION)
        assert decode(name, version, body) == event

    check()


def test_stored_rows_of_the_first_version_are_read() -> None:
    """What is in journals already: these lines must be readable in every later version."""
    rows: list[tuple[str, str, Event]] = [
        (
            "Claimed",
            '{"seat":1,"cards":["10H\'","X1"],"rank":7,"said":2}',
            Claimed(1, cards("10H' X1"), ALL_RANKS[6], 2),
        ),
        ("TurnCame", '{"seat":0,"ranks":[1]}', TurnCame(0, (ALL_RANKS[0],))),
        ("PileTaken", '{"seat":0,"cards":["AS"],"burned":[]}', PileTaken(0, cards("AS"))),
        ("ClockStarted", '{"until":"2024-05-01T12:00:10Z"}', ClockStarted(datetime(2024, 5, 1, 12, 0, 10, tzinfo=UTC))),
        ("GameEnded", '{"reason":"went_out","places":[1,null]}', GameEnded(EndReason.WENT_OUT, (1, None))),
        ("BurnBegan", "{}", BurnBegan()),
        ("Passed", '{"seat":3}', Passed(3)),
        (
            "Dealt",
            '{"dealer":0,"hands":[["AS"]],"commitment":"","salt":"","aside":[],"cpus":[],"family":"cycle"}',
            Dealt(0, (cards("AS"),), "", ""),
        ),
    ]
    for kind, body, event in rows:
        assert decode(kind, 1, body) == event


def test_a_journal_of_the_first_version_replays_to_its_end() -> None:
    """A whole game as the bot stored it before there were variants."""
    journal = Path(__file__).parents[1] / "golden" / "journal_of_version_1.txt"
    rows = [line.split(" ", 2) for line in journal.read_text(encoding="utf-8").splitlines()]
    state = replay(decode(kind, int(version), body) for kind, version, body in rows)
    assert {kind for kind, _, _ in rows} >= {"Dealt", "Claimed", "Revealed", "PileTaken", "Resigned", "Returned"}
    assert (state.phase, state.outcome) == (Phase.OVER, Outcome(EndReason.WENT_OUT, (2, 3, 1, 4)))
    assert len(all_cards(state)) == 52
    assert (state.number, state.points, state.began) == (1, (), 0)


def test_times_keep_their_zone() -> None:
    event = ClockStarted(datetime(2024, 5, 1, 12, tzinfo=UTC) + timedelta(microseconds=123456))
    back = decode(*encode(event))
    assert isinstance(back, ClockStarted)
    assert back.until.tzinfo is not None
    assert back == event


@pytest.mark.parametrize(
    ("kind", "version", "body"),
    [
        ("Danced", 1, "{}"),
        ("Claimed", 0, "{}"),
        ("Claimed", codec.VERSION + 1, "{}"),
        ("Claimed", 1, "{"),
        ("Claimed", 1, "[]"),
        ("Claimed", 1, "7"),
        ("Claimed", 1, "null"),
        ("Claimed", 1, '["7S"]'),
        ("Claimed", 1, '{"seat":1,"cards":["7S"],"rank":7}'),
        ("Claimed", 1, '{"seat":1,"cards":["7Z"],"rank":7,"said":1}'),
        ("Claimed", 1, '{"seat":1,"cards":[["7S"]],"rank":7,"said":1}'),
        ("Claimed", 1, '{"seat":1,"cards":["7S"],"rank":14,"said":1}'),
        ("Claimed", 1, '{"seat":1,"cards":["7S"],"rank":7,"said":1,"mood":"7S"}'),
        ("BurnBegan", 1, '{"seat":1}'),
    ],
)
def test_an_unreadable_row_names_kind_and_version_and_no_card(kind: str, version: int, body: str) -> None:
    with pytest.raises(UnreadableEvent) as caught:
        decode(kind, version, body)
    assert str(caught.value).startswith(f"{kind} version {version}")
    assert "7S" not in str(caught.value)
    assert "7Z" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_old_versions_are_lifted_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "VERSION", 3)
    steps = {
        ("Declined", 1): lambda data: {"place": data["who"]},
        ("Declined", 2): lambda data: {"seat": data["place"]},
    }
    monkeypatch.setattr(codec, "UPCASTERS", steps)
    assert decode("Declined", 1, '{"who":4}') == Declined(4)
    assert decode("Declined", 2, '{"place":4}') == Declined(4)
    assert decode("Declined", 3, '{"seat":4}') == Declined(4)
    assert decode("Passed", 1, '{"seat":4}') == Passed(4)
    assert encode(Declined(4))[1] == 3
    for version, body in ((1, '{"seat":4}'), (2, '{"who":4}'), (3, '{"who":4}')):
        with pytest.raises(UnreadableEvent):
            decode("Declined", version, body)


def test_the_json_names_every_field() -> None:
    """Defaults are written out, so that a later change of a default cannot change an old game."""
    for event in (Claimed(0, (Card("7S"),), ALL_RANKS[6], 1), PileTaken(0, ()), Dealt(0, (), "", "")):
        assert set(json.loads(encode(event)[2])) == {field.name for field in fields(event)}
