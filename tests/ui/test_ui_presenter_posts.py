"""The presenter's messages in the channel: who is mentioned, which route is taken, what a redraw shows."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.tables.ports import Notice, NoticeKind, Presenter
from bot.ui.presenter import DiscordPresenter
from tests.ui.stage import NOW, Game, cards
from tests.ui.stub_routes import Bench, error


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
