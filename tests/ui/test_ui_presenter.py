"""The presenter against a stub of Discord's routes: hands, private answers, and how failures are told apart."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.tables.answers import HandPlace, ShowFailed, Trouble
from bot.tables.records import TokenRecord
from bot.tables.views import HandView, TableView
from bot.ui import letterboxes
from bot.ui.gate import Gate
from bot.ui.notices import plain
from bot.ui.troubles import trouble_of
from tests.ui.stage import NOW, Game
from tests.ui.stub_routes import DM, Bench, error


@pytest.mark.asyncio
async def test_welcome_and_hand(bench: Bench, quiet: None) -> None:
    game = Game(3).begin()
    place = await bench.presenter.welcome(game.lobby(), 1)
    assert bench.routes.did == [("open", 101), ("send", DM + 101)]
    assert "Welcome to the table" in bench.routes.said
    assert await bench.presenter.show_hand(game.hand(1), place, None) == place
    assert bench.routes.did[2:] == [("edit", (DM + 101, place.message_id))]
    token = TokenRecord("hand:1", place.message_id, "secret", NOW)
    assert await bench.presenter.show_hand(game.hand(1), place, token) == place
    assert bench.routes.did[3:] == [("token", ("secret", "@original"))]


@pytest.mark.asyncio
async def test_a_hand_whose_message_is_gone_is_sent_again_without_a_new_opening(bench: Bench) -> None:
    hand = Game(3).begin().hand(1)
    bench.routes.fail("edit", error(404, 10008))
    place = await bench.presenter.show_hand(hand, HandPlace(950, 1), None)
    assert bench.routes.did == [("edit", (950, 1)), ("send", 950)]
    assert place.channel_id == 950
    assert place.message_id != 1


@pytest.mark.asyncio
async def test_a_channel_that_is_gone_is_opened_again(bench: Bench) -> None:
    bench.routes.fail("edit", error(404, 10003))
    place = await bench.presenter.show_hand(Game(3).begin().hand(1), HandPlace(950, 1), None)
    assert [route for route, _ in bench.routes.did] == ["edit", "open", "send"]
    assert place.channel_id == DM + 101


@pytest.mark.asyncio
async def test_a_hand_that_cannot_be_redrawn_is_not_sent_twice(bench: Bench) -> None:
    bench.routes.fail("edit", error(500, 0))
    with pytest.raises(ShowFailed) as failed:
        await bench.presenter.show_hand(Game(3).begin().hand(1), HandPlace(950, 1), None)
    assert failed.value.trouble is Trouble.PASSING
    assert [route for route, _ in bench.routes.did] == ["edit"]


@pytest.mark.asyncio
async def test_a_hand_never_goes_to_the_table_s_channel(bench: Bench) -> None:
    hand = Game(3).begin().hand(1)
    token = TokenRecord("hand:1", 55, "secret", NOW)
    # The private hand of somebody with closed DMs: by its token, or not at all.
    private = await bench.presenter.show_hand(hand, None, token)
    assert private == HandPlace(22, 55)
    assert bench.routes.did == [("token", ("secret", "@original"))]
    old = replace(token, created_at=NOW - timedelta(minutes=15))
    for where, by in ((None, old), (private, old), (private, None)):
        with pytest.raises(ShowFailed) as failed:
            await bench.presenter.show_hand(hand, where, by)
        assert failed.value.trouble is Trouble.MESSAGE_GONE
    assert len(bench.routes.did) == 1


@pytest.mark.asyncio
async def test_a_hand_is_redrawn_where_it_was_last_looked_at(bench: Bench) -> None:
    hand, dm = Game(3).begin().hand(1), HandPlace(950, 1)
    private = TokenRecord("hand:1", 55, "secret", NOW)
    assert await bench.presenter.show_hand(hand, dm, private) == dm
    assert bench.routes.did == [("token", ("secret", "@original"))]
    # The private message is gone: back to the direct messages.
    bench.routes.fail("token", error(404, 10008))
    assert await bench.presenter.show_hand(hand, dm, private) == dm
    assert [route for route, _ in bench.routes.did[1:]] == ["token", "edit"]


@pytest.mark.asyncio
async def test_hands_speak_the_reader_s_language_and_are_fresh(bench: Bench) -> None:
    game, asked = Game(3).begin(), []

    class Source:
        def view(self) -> TableView:
            return game.view()

        def hand(self, user_id: int, note: str = "") -> HandView | None:
            asked.append((user_id, note))
            return game.hand(0, note=note)

    bench.presenter.heard(100, discord.Locale.german)
    assert bench.presenter.locale_of(100, "en-US") == "de"
    assert bench.presenter.locale_of(101, "fr") == "fr"
    bench.presenter.fresh = lambda _: Source()
    old = game.hand(0, note="armed")
    game.lay_any()
    await bench.presenter.show_hand(old, HandPlace(950, 1), None)
    assert asked == [(100, "armed")]
    assert "Du hast gelegt." in bench.routes.said


@pytest.mark.parametrize(
    ("status", "code", "trouble"),
    [
        (403, 50007, Trouble.DM_CLOSED),
        (403, 50278, Trouble.DM_CLOSED),
        (404, 10013, Trouble.DM_CLOSED),
        (403, 40003, Trouble.DM_TOO_FAST),
        (403, 50001, Trouble.FORBIDDEN),
        (403, 50013, Trouble.FORBIDDEN),
        (400, 50083, Trouble.FORBIDDEN),
        (404, 10003, Trouble.CHANNEL_GONE),
        (404, 10008, Trouble.MESSAGE_GONE),
        (429, 0, Trouble.PASSING),
        (429, 30046, Trouble.PASSING),
        (500, 0, Trouble.PASSING),
        (503, 0, Trouble.PASSING),
    ],
)
def test_failures_are_told_apart(status: int, code: int, trouble: Trouble, caplog: pytest.LogCaptureFixture) -> None:
    assert trouble_of(error(status, code)) is trouble
    assert not caplog.records


def test_what_we_cannot_explain_is_our_bug(caplog: pytest.LogCaptureFixture) -> None:
    assert trouble_of(error(400, 50035)) is Trouble.PASSING
    assert [(record.levelno, record.args) for record in caplog.records] == [(logging.ERROR, (400, 50035))]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "failure",
    [aiohttp.ClientConnectionError(), OSError(), TimeoutError(), discord.RateLimited(60.0)],
)
async def test_a_bad_line_is_passing(bench: Bench, failure: BaseException, quiet: None) -> None:
    bench.routes.fail("send", failure)
    with pytest.raises(ShowFailed) as failed:
        await bench.presenter.post_deal(Game(2).begin().view(), "n")
    assert failed.value.trouble is Trouble.PASSING


@pytest.mark.asyncio
async def test_a_token_route_that_is_down_is_passing_too(bench: Bench) -> None:
    bench.routes.fail("token", error(502, 0))
    with pytest.raises(ShowFailed) as failed:
        await bench.presenter.redraw_lobby(Game(2).lobby(), bench.record(), bench.token())
    assert failed.value.trouble is Trouble.PASSING
    assert [route for route, _ in bench.routes.did] == ["token"]


class Hours:
    """The loop's clock, moved on by whoever sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.slept: list[float] = []
        self.passed = 0.0
        loop = asyncio.get_running_loop()
        real, start = asyncio.sleep, loop.time()

        async def sleep(seconds: float) -> None:
            self.slept.append(round(seconds, 3))
            self.passed += seconds
            await real(0)

        monkeypatch.setattr(loop, "time", lambda: start + self.passed)
        monkeypatch.setattr(asyncio, "sleep", sleep)


@pytest.mark.asyncio
async def test_openings_are_a_second_apart_and_at_most_one_each(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    hours, lobby = Hours(monkeypatch), Game(3).lobby()
    await asyncio.gather(*(bench.presenter.welcome(lobby, seat) for seat in (0, 1, 2, 1, 0)))
    opened = [place for route, place in bench.routes.did if route == "open"]
    assert sorted(opened) == [100, 101, 102]
    assert hours.slept == [1.0, 1.0]
    await bench.presenter.welcome(lobby, 2)
    assert hours.slept == [1.0, 1.0]


@pytest.mark.asyncio
async def test_of_several_processes_each_opens_its_part_of_one_a_second(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours, lobby, presenter = Hours(monkeypatch), Game(3).lobby(), bench.presents(Gate(among=3))
    await asyncio.gather(*(presenter.welcome(lobby, seat) for seat in (0, 1, 2)))
    assert sum(hours.slept) >= 2 * 3.0


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["open", "send"])
async def test_too_many_openings_give_everybody_a_rest(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, route: str, quiet: None
) -> None:
    hours, lobby = Hours(monkeypatch), Game(3).lobby()
    bench.routes.fail(route, error(403, 40003))
    for seat in (0, 1, 2):
        with pytest.raises(ShowFailed) as failed:
            await bench.presenter.welcome(lobby, seat)
        assert failed.value.trouble is Trouble.DM_TOO_FAST
    assert [way for way, _ in bench.routes.did] == ["open"] + ["send"] * (route == "send")
    hours.passed += letterboxes.OPENING_REST_S
    await bench.presenter.welcome(lobby, 1)


@pytest.mark.asyncio
async def test_private_and_public_answers(bench: Bench) -> None:
    sent: list[dict[str, Any]] = []
    done = silent = False

    async def send(**payload: Any) -> Any:
        sent.append(payload)
        number = None if silent else discord.utils.time_snowflake(NOW)
        return SimpleNamespace(message_id=number, id=number)

    async def edit(**payload: Any) -> Any:
        sent.append(payload)
        return SimpleNamespace(id=77, created_at=NOW)

    interaction = cast(
        "Any",
        SimpleNamespace(
            response=SimpleNamespace(is_done=lambda: done, send_message=send),
            followup=SimpleNamespace(send=send),
            channel_id=22,
        ),
    )
    await bench.presenter.private(interaction, plain("Psst"))
    posted = await bench.presenter.public(interaction, plain("Hello"), mention=3)
    assert posted.channel_id == 22
    assert posted.sent_at == NOW
    assert bench.learned == [NOW]
    done = True
    await bench.presenter.private(interaction, plain("Psst"))
    assert [payload.get("ephemeral", False) for payload in sent] == [True, False, True]
    # Not kept by discord.py, which would end the view after 15 minutes.
    assert sent[0]["view"].is_finished()
    assert not sent[1]["view"].is_finished()
    assert sent[1]["allowed_mentions"].to_dict() == {"parse": [], "users": [3]}
    # A command that was told to wait gets its answer where it waits.
    interaction.edit_original_response = edit
    waited = await bench.presenter.public(interaction, plain("Here it is"), mention=3)
    assert (waited.channel_id, waited.message_id, waited.sent_at) == (22, 77, NOW)
    assert sent[3]["allowed_mentions"].to_dict() == {"parse": [], "users": [3]}
    done, silent = False, True
    with pytest.raises(ShowFailed):
        await bench.presenter.public(interaction, plain("Hello"))


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letterboxes, "_REMEMBERED", 3)
    recent = letterboxes.Recent()
    for key in range(10):
        recent.keep(key, key)
    assert list(recent) == [7, 8, 9]


@pytest.mark.asyncio
async def test_a_message_that_had_arrived_before_teaches_no_time_and_a_hand_in_it_is_drawn_anew(
    bench: Bench, quiet: None
) -> None:
    """Discord gives back what it got in an earlier attempt, by the nonce that all attempts share."""
    game = Game(3).begin()
    await bench.presenter.show_hand(game.hand(1), None, None)
    fresh = [payload["nonce"] for route, _, payload in bench.routes.requests if route == "send"]
    assert bench.routes.did[-1][0] == "send"
    bench.clock = NOW + timedelta(seconds=10)
    learned = len(bench.learned)
    place = await bench.presenter.show_hand(game.hand(1), None, None)
    (again,) = [payload["nonce"] for route, _, payload in bench.routes.requests if route == "send"][len(fresh) :]
    assert [again] == fresh
    assert bench.routes.did[-1] == ("edit", (place.channel_id, place.message_id))
    await bench.presenter.post_claim(Game(3).begin().lay_any(2).view(), "n")
    assert NOW not in bench.learned[learned:]


@pytest.mark.asyncio
@pytest.mark.parametrize(("answered", "fills", "number"), [(False, False, 7), (True, True, 8), (True, False, None)])
async def test_only_what_the_token_of_a_press_draws_anew_is_given(
    bench: Bench, answered: bool, fills: bool, number: int | None
) -> None:
    """What stands beside an earlier answer has that one's token, which would draw the wrong message."""

    def gives(**message: int) -> Any:
        async def sending(**_: object) -> Any:
            return SimpleNamespace(**message)

        return sending

    press: Any = SimpleNamespace(
        response=SimpleNamespace(is_done=lambda: answered, send_message=gives(message_id=7)),
        edit_original_response=gives(id=8),
        followup=SimpleNamespace(send=gives(id=9)),
    )
    assert await bench.presenter.private(press, plain("a hand"), fills=fills) == number
