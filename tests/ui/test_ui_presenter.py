"""The presenter against a stub of Discord's routes: what is sent, who is mentioned, and how failures are told apart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord.webhook.async_ import async_context

from bot.tables.answers import HandPlace, ShowFailed, Trouble
from bot.tables.ports import Notice, NoticeKind, Presenter
from bot.tables.records import MessageRecord, TokenRecord
from bot.tables.views import HandView, TableView
from bot.ui import presenter as module
from bot.ui.notices import plain
from bot.ui.presenter import DiscordPresenter, trouble_of
from tests.ui.stage import NOW, WORDS, Game, cards

DM = 900


def error(status: int, code: int) -> discord.HTTPException:
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    response = cast("Any", SimpleNamespace(status=status, reason="no"))
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


class Routes:
    """Records requests as (route, place, payload) and fails as ordered."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, Any, Any]] = []
        self.failures: dict[str, list[BaseException]] = {}
        self.next_id = discord.utils.time_snowflake(NOW)

    def fail(self, route: str, *failures: BaseException) -> None:
        self.failures.setdefault(route, []).extend(failures)

    def take(self, route: str, place: Any, payload: Any) -> None:
        self.requests.append((route, place, payload))
        if self.failures.get(route):
            raise self.failures[route].pop(0)

    def message(self, channel_id: int, payload: dict[str, Any], message_id: int | None = None) -> dict[str, Any]:
        self.next_id += 1 << 22
        return {
            "id": str(message_id or self.next_id),
            "channel_id": str(channel_id),
            "author": {"id": "5", "username": "bot", "discriminator": "0", "avatar": None},
            "content": "",
            "timestamp": NOW.isoformat(),
            "edited_timestamp": (NOW + timedelta(seconds=5)).isoformat() if message_id else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": payload["flags"],
            "components": [],
        }

    async def send_message(self, channel_id: int, *, params: Any) -> dict[str, Any]:
        self.take("send", channel_id, params.payload)
        return self.message(channel_id, params.payload)

    async def edit_message(self, channel_id: int, message_id: int, *, params: Any) -> dict[str, Any]:
        self.take("edit", (channel_id, message_id), params.payload)
        return self.message(channel_id, params.payload, message_id)

    async def start_private_message(self, user_id: int) -> dict[str, Any]:
        self.take("open", user_id, None)
        user = {"id": str(user_id), "username": "x", "discriminator": "0", "avatar": None}
        return {"id": str(DM + user_id), "type": 1, "recipients": [user], "last_message_id": None}

    async def edit_webhook_message(self, _: int, token: str, message_id: object, *, payload: Any, **more: Any) -> Any:
        self.take("token", (token, message_id), payload)
        return self.message(22, payload, 1)

    @property
    def did(self) -> list[tuple[str, Any]]:
        return [(route, place) for route, place, _ in self.requests]

    @property
    def mentioned(self) -> Any:
        return self.requests[-1][2]["allowed_mentions"]

    @property
    def said(self) -> str:
        (container,) = self.requests[-1][2]["components"]
        return "\n".join(part["content"] for part in container["components"] if part["type"] == 10)


class Bench:
    """A presenter, its routes, and what it learned of Discord's time."""

    def __init__(self) -> None:
        self.routes, self.learned, self.clock = Routes(), list[datetime](), NOW
        self.client = discord.Client(intents=discord.Intents(guilds=True))
        self.client.http._HTTPClient__session = None  # type: ignore[attr-defined]
        self.client._connection.application_id = 5
        for name in ("send_message", "edit_message", "start_private_message"):
            setattr(self.client.http, name, getattr(self.routes, name))
        self.presenter = DiscordPresenter(self.client, WORDS, learn=self.learned.append, now=lambda: self.clock)

    def record(self, claim: int = 1) -> MessageRecord:
        """The message of this claim; its id is always 1."""
        return MessageRecord("claim", claim, 22, 1, NOW)

    def token(self, message_id: int = 1, age_s: float = 60) -> TokenRecord:
        return TokenRecord("claim", message_id, "secret", NOW - timedelta(seconds=age_s))


@pytest_asyncio.fixture
async def bench() -> AsyncIterator[Bench]:
    made = Bench()
    reset = async_context.set(cast("Any", made.routes))
    yield made
    async_context.reset(reset)
    await made.client.close()


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def playing() -> Game:
    return Game(3).begin().lay_any(2)


def test_it_is_a_presenter() -> None:
    fits: type[Presenter] = DiscordPresenter
    assert fits is DiscordPresenter


@pytest.mark.asyncio
async def test_posts_mention_only_who_is_next_and_carry_the_nonce(bench: Bench, quiet: None) -> None:
    view = playing().view()
    posted = await bench.presenter.post_claim(view, "n" * 40)
    assert bench.routes.did == [("send", 22)]
    payload = bench.routes.requests[0][2]
    assert payload["nonce"] == "n" * 25
    assert payload["enforce_nonce"] is True
    assert payload["allowed_mentions"] == {"parse": [], "users": [101]}
    assert posted.channel_id == 22
    assert bench.learned == [posted.sent_at]
    # The message's own time is that of its id.
    assert posted.sent_at == discord.utils.snowflake_time(posted.message_id)

    await bench.presenter.post_deal(Game(3).begin().view(), "d")
    assert bench.routes.mentioned == {"parse": [], "users": [100]}
    await bench.presenter.post_table(view, "t")
    assert bench.routes.mentioned == {"parse": []}
    await bench.presenter.post_notice(view, Notice(NoticeKind.TURN, 1, 1), "x")
    assert bench.routes.mentioned == {"parse": [], "users": [101]}
    await bench.presenter.post_notice(view, Notice(NoticeKind.STOPPED), "x")
    assert bench.routes.mentioned == {"parse": []}
    over = Game(2, hands=(cards("AS"), cards("2S"))).begin().lay("AS").call(1).view()
    await bench.presenter.post_end(over, "e")
    assert "has no cards left and wins" in bench.routes.said
    assert bench.routes.mentioned == {"parse": []}


@pytest.mark.asyncio
async def test_a_young_token_edits_for_free(bench: Bench, quiet: None) -> None:
    view = playing().view()
    await bench.presenter.redraw_claim(view, bench.record(), bench.token())
    assert bench.routes.did == [("token", ("secret", "@original"))]
    assert bench.routes.mentioned == {"parse": []}
    assert bench.learned == [NOW + timedelta(seconds=5)]


@pytest.mark.asyncio
@pytest.mark.parametrize("token", [None, 871, "other"])
async def test_without_a_usable_token_the_channel_route_is_taken(bench: Bench, token: int | str | None) -> None:
    given = None if token is None else bench.token(2) if token == "other" else bench.token(age_s=float(token))
    await bench.presenter.redraw_lobby(Game(2).lobby(), bench.record(), given)
    assert bench.routes.did == [("edit", (22, 1))]
    assert bench.routes.mentioned == {"parse": []}
    assert bench.learned == [NOW + timedelta(seconds=5)]


@pytest.mark.asyncio
@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015)])
async def test_a_spent_token_falls_back_and_is_not_tried_again(bench: Bench, status: int, code: int) -> None:
    bench.routes.fail("token", error(status, code))
    for _ in range(2):
        await bench.presenter.redraw_lobby(Game(2).lobby(), bench.record(), bench.token())
    assert [route for route, _ in bench.routes.did] == ["token", "edit", "edit"]


@pytest.mark.asyncio
async def test_a_redraw_shows_what_is_true_when_it_is_sent(bench: Bench) -> None:
    game = playing()
    early = game.view()
    game.call(1)
    bench.presenter.fresh = lambda table_id: cast("Any", SimpleNamespace(view=game.view)) if table_id == 7 else None
    await bench.presenter.redraw_claim(early, bench.record(), None)
    assert "**Bob** called" in bench.routes.said
    # The next claim is open by now: the old message keeps showing its own.
    game.lay_any()
    await bench.presenter.redraw_claim(game.view(), bench.record(), None)
    assert "**Ann** lays **two Aces**" in bench.routes.said
    assert "**Bob** called" in bench.routes.said
    # And another is settled since: the view it was asked with still knows.
    settled = game.view()
    game.stand().lay_any()
    await bench.presenter.redraw_claim(settled, bench.record(), None)
    assert "**Bob** called" in bench.routes.said
    await bench.presenter.redraw_claim(game.view(), bench.record(), None)
    assert bench.routes.said == "This play is settled."
    # A claim that is still open keeps its buttons.
    await bench.presenter.redraw_claim(game.view(), bench.record(3), None)
    assert "**Cy** lays **one Three**" in bench.routes.said
    assert "Let it go" in str(bench.routes.requests[-1])


@pytest.mark.asyncio
async def test_a_message_without_a_claim_number_is_drawn_with_the_newest(bench: Bench) -> None:
    await bench.presenter.redraw_claim(playing().view(), bench.record(0), None)
    assert "Time to call" in bench.routes.said
    await bench.presenter.redraw_claim(playing().stand().view(), bench.record(0), None)
    assert "It stands." in bench.routes.said
    await bench.presenter.redraw_claim(Game(2).begin().view(), bench.record(0), None)
    assert bench.routes.said == "This play is settled."


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
    assert "Du hast gelegt, noch ist es offen." in bench.routes.said


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
    hours.passed += module.OPENING_REST_S
    await bench.presenter.welcome(lobby, 1)


@pytest.mark.asyncio
async def test_private_and_public_answers(bench: Bench) -> None:
    sent: list[dict[str, Any]] = []
    done = silent = False

    async def send(**payload: Any) -> Any:
        sent.append(payload)
        return SimpleNamespace(message_id=None if silent else discord.utils.time_snowflake(NOW))

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
    await bench.presenter.whisper(interaction, "Psst")
    posted = await bench.presenter.public(interaction, plain("Hello"), mention=3)
    assert posted.channel_id == 22
    assert posted.sent_at == NOW
    assert bench.learned == [NOW]
    done = True
    await bench.presenter.whisper(interaction, "Psst")
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
    monkeypatch.setattr(module, "_REMEMBERED", 3)
    recent = module._Recent()
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
    await bench.presenter.post_claim(playing().view(), "n")
    assert NOW not in bench.learned[learned:]
