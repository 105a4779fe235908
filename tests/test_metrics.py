"""The figures: what is counted, in the form Prometheus reads, and without anything of anybody's."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.exposition import Counter, Gauge, Histogram, text
from bot.metrics import LoopLag, Metrics, kind_of
from tests.e2e.evening import evening

SAMPLE = re.compile(
    r'(?P<name>[a-z_]+)(\{(?P<labels>[a-z_]+="(?:[^"\\\n]|\\.)*"(?:,[a-z_]+="(?:[^"\\\n]|\\.)*")*)\})? (?P<value>\S+)'
)


def read(page: str) -> dict[str, float]:
    """Every sample of a page, after checking the page line by line."""
    assert page.endswith("\n")
    samples: dict[str, float] = {}
    name = kind = ""
    for line in page.splitlines():
        if line.startswith("# HELP "):
            name = line.split()[2]
        elif line.startswith("# TYPE "):
            assert line.split()[2] == name
            kind = line.split()[3]
        else:
            match = SAMPLE.fullmatch(line)
            assert match, line
            suffixes = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
            assert match["name"] in {name + suffix for suffix in suffixes}
            key = line.rpartition(" ")[0]
            assert key not in samples
            samples[key] = float(match["value"])
    return samples


def test_the_text_form() -> None:
    counter = Counter("a_total", "How often.", "kind")
    counter.add('odd "\\\n')
    counter.add("even", by=2)
    histogram = Histogram("b_seconds", "How long.", bounds=(0.1, 1.0))
    for seconds in (0.1, 0.25, 7):
        histogram.observe(seconds)
    gauge = Gauge("c", "How many.", lambda: {"x": 1.5}, "of")
    assert text([counter, histogram, gauge]) == (
        "# HELP a_total How often.\n# TYPE a_total counter\n"
        'a_total{kind="even"} 2\na_total{kind="odd \\"\\\\\\n"} 1\n'
        "# HELP b_seconds How long.\n# TYPE b_seconds histogram\n"
        'b_seconds_bucket{le="0.1"} 1\nb_seconds_bucket{le="1"} 2\nb_seconds_bucket{le="+Inf"} 3\n'
        "b_seconds_sum 7.35\nb_seconds_count 3\n"
        '# HELP c How many.\n# TYPE c gauge\nc{of="x"} 1.5\n'
    )


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/api/v10/interactions/1/aW50/callback", "callback"),
        ("PATCH", "/api/v10/webhooks/1/aW50/messages/@original", "token"),
        ("POST", "/api/v10/users/@me/channels", "open_dm"),
        ("POST", "/api/v10/channels/1/messages", "post"),
        ("PATCH", "/api/v10/channels/1/messages/2", "edit"),
        ("DELETE", "/api/v10/channels/1/messages/2", "delete"),
        ("GET", "/api/v10/channels/1/messages/2", "other"),
        ("GET", "/api/v10/gateway/bot", "other"),
    ],
)
def test_kinds_of_requests(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


@pytest.mark.asyncio
async def test_requests_are_followed_by_status_scope_and_fault() -> None:
    answers: list[tuple[int, dict[str, str]]] = [
        (200, {}),
        (429, {"X-RateLimit-Scope": "shared"}),
        (429, {"X-RateLimit-Scope": "user"}),
        (429, {"X-RateLimit-Scope": "global"}),
        (429, {}),
        (429, {"X-RateLimit-Scope": "of somebody's own"}),
        (403, {}),
        (502, {}),
    ]

    async def answer(_request: web.Request) -> web.Response:
        status, headers = answers.pop(0)
        return web.Response(status=status, headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    metrics, trace = Metrics(), aiohttp.TraceConfig()
    metrics.follow(trace)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        while answers:
            await session.post(f"http://127.0.0.1:{port}/api/v10/channels/1/messages")
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientError):
            await session.get(f"http://127.0.0.1:{port}/api/v10/gateway/bot")
    samples = read(metrics.text())
    assert {name: value for name, value in samples.items() if "rest_" in name and "seconds" not in name} == {
        'cheat_rest_requests_total{kind="other"}': 1,
        'cheat_rest_requests_total{kind="post"}': 8,
        'cheat_rest_rate_limited_total{scope="global"}': 1,
        'cheat_rest_rate_limited_total{scope="other"}': 2,
        'cheat_rest_rate_limited_total{scope="shared"}': 1,
        'cheat_rest_rate_limited_total{scope="user"}': 1,
        'cheat_rest_faults_total{kind="4xx"}': 1,
        'cheat_rest_faults_total{kind="5xx"}': 1,
        'cheat_rest_faults_total{kind="network"}': 1,
    }
    assert samples['cheat_rest_seconds_count{kind="post"}'] == 8


@pytest.mark.asyncio
async def test_a_loop_that_is_held_up_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    lags: list[float] = []
    enough = asyncio.Event()

    def observe(seconds: float) -> None:
        lags.append(seconds)
        if len(lags) == 3:
            enough.set()

    loop, late = asyncio.get_running_loop(), 0.0
    plain = loop.time
    monkeypatch.setattr("bot.metrics.LAG_EVERY_S", 0.01)
    lag = LoopLag(observe)
    lag.stop()
    lag.start()
    monkeypatch.setattr(loop, "time", lambda: plain() + late)
    late = 5.0  # as if something had kept the loop for five seconds
    await asyncio.wait_for(enough.wait(), 30)
    lag.stop()
    assert max(lags) >= 4.9
    assert min(lags) < 4.9


@pytest.mark.asyncio
async def test_an_evening_is_counted_without_names(tmp_path: Path) -> None:
    async with evening(tmp_path, "Ann", "Bob", "Cy") as table:
        world: Any = table.world
        page: Any = world.bot.metrics.text
        await world.slash(table.people[0], world.channel, "cheat start")
        assert read(page())['cheat_tables{phase="lobby"}'] == 1
        for person in table.people[1:]:
            await world.click(person, table.last("Join"), "Join")
        await world.advance(4)
        await table.deal()
        person = table.on_turn()
        await table.play(person, lie=True)
        await world.advance(1)
        stranger = world.new_user("Mallory")
        await world.click(stranger, table.claim, "Cheat!")
        await world.forge(stranger, table.claim, "c1:1:nothing:of:ours")
        twice = await world.click(table.others(person)[0], table.claim, "Let it go")
        await world.redeliver(twice)
        samples = read(page())
        assert samples['cheat_tables{phase="window"}'] == 1
        assert samples['cheat_tables{phase="lobby"}'] == 0
        assert samples["cheat_outbox_depth"] == 0
        taps = {name: value for name, value in samples.items() if name.startswith("cheat_taps_total")}
        assert taps == {
            'cheat_taps_total{kind="start",outcome="done"}': 2,  # the command, and the button
            'cheat_taps_total{kind="join",outcome="done"}': 2,
            'cheat_taps_total{kind="pick",outcome="done"}': 1,
            'cheat_taps_total{kind="play",outcome="done"}': 1,
            'cheat_taps_total{kind="call",outcome="refused"}': 1,
            'cheat_taps_total{kind="unknown",outcome="told"}': 1,
            'cheat_taps_total{kind="letgo",outcome="done"}': 1,
            'cheat_taps_total{kind="letgo",outcome="twice"}': 1,
        }
        assert samples["cheat_acknowledge_seconds_count"] == 9
        assert samples["cheat_store_seconds_count"] > 5
        assert samples["cheat_store_failures_total"] == 0
        world.fail("POST /channels/*/messages", 403, 50013)
        await world.slash(table.people[0], world.channel, "cheat leave")
        await world.advance(1)
        assert read(page())['cheat_not_shown_total{trouble="forbidden"}'] >= 1
        assert not re.search(r"Ann|Bob|Mallory|(?<![.\d])\d{15}", page())
