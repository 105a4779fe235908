"""The browser's sandbox as the process it is: how it starts and ends, what it keeps, and a game on its real line."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sandbox.page import ROOT, Page, opened, running
from tests.sandbox.wear import CLICKS, wear


def start(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command line that is expected to end by itself."""
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        capture_output=True, text=True, timeout=60, check=False, cwd=cwd,
        env={**environment, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_others_can_not_reach_it_unless_that_is_meant(host: str, tmp_path: Path) -> None:
    refused = start("sandbox", "--host", host, cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--allow-others" in refused.stderr
    assert not any(tmp_path.iterdir())


@pytest.mark.asyncio
async def test_a_port_that_is_taken_is_told_in_words(tmp_path: Path) -> None:
    async with running(cwd=tmp_path) as (_, address):
        port = re.findall(r":(\d+)/", address)[0]
        refused = await asyncio.to_thread(start, "sandbox", "--port", port, cwd=tmp_path)
    assert refused.returncode == 1
    assert f"port {port}" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_database_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("This is no database, and it is long enough for SQLite to notice that.")
    refused = start("sandbox", "--data", "other.db", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "not an SQLite database" in refused.stderr


@pytest.mark.asyncio
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_ends_when_told_to_and_tells_its_pages(number: signal.Signals, tmp_path: Path) -> None:
    async with running(cwd=tmp_path) as (process, address), opened(address) as page:
        process.send_signal(number)
        async with asyncio.timeout(20):
            assert await process.wait() == 0
            await page.closed()
    assert not await asyncio.to_thread(lambda: any(tmp_path.iterdir())), "nothing is kept without --data"


async def seated(page: Page) -> None:
    """Ann opens a table, Bob joins, Ann deals."""
    await page.ask(act="slash", place="channel", command="cheat start")
    await page.until(lambda: page.button("Join"))
    await page.sit("Bob")
    await page.press("Join")
    await page.until(lambda: "**Bob**" in page.text("channel"))
    await page.sit("Ann")
    await page.press("Start")
    await page.until(lambda: "The cards are dealt" in page.text("channel"))


@pytest.mark.asyncio
async def test_a_claim_is_called_and_everybody_is_told_at_once(tmp_path: Path) -> None:
    options = ("--people", "Ann,Bob")
    async with running(*options, cwd=tmp_path) as (_, address), opened(address) as ann, opened(address) as bob:
        await seated(ann)
        await ann.until(lambda: ann.marks["Bob"]["calls"] == 1)
        await bob.sit("Bob")
        await bob.until(lambda: "It is your turn" in bob.text("dm"))
        # Whatever he was dealt, some card of his is no Ace.
        ranks = [str(part["label"]) for _, part in bob.pressable("dm") if "×" in str(part.get("label"))]
        await bob.press(next(label for label in ranks if not label.startswith("A")), "dm")
        await bob.press("Play 1 as Ace", "dm")
        await ann.until(lambda: "**Bob** lays **one Ace**" in ann.text("channel"))
        began = asyncio.get_running_loop().time()
        await ann.press("Cheat!")
        await bob.until(lambda: "takes the pile" in bob.text("channel"))
        assert asyncio.get_running_loop().time() - began < 2.0
        assert "**Bob** takes the pile (1 card)" in bob.text("channel")
        assert ann.order["dm"] != bob.order["dm"]
        assert not set(ann.messages) & set(bob.order["dm"])


@pytest.mark.asyncio
async def test_people_may_use_another_language(tmp_path: Path) -> None:
    async with running("--language", "de", cwd=tmp_path) as (_, address), opened(address) as page:
        told = (await page.ask(act="picker", place="channel"))["commands"]
        assert "Einen Tisch in diesem Kanal eröffnen" in next(t["about"] for t in told if t["name"] == "cheat start")
        await page.ask(act="slash", place="channel", command="cheat start")
        await page.until(lambda: "wer spielt mit" in page.text("channel"))
        await page.ask(act="slash", place="channel", command="cheat help")
        await page.until(lambda: [m for m in page.messages.values() if m["private"]])
        await page.sit("Bob")
        await page.press("Mitspielen")
        await page.until(lambda: page.text("dm"))
        assert "#table" in page.text("dm")


@pytest.mark.asyncio
async def test_a_kept_game_goes_on_where_it_was(tmp_path: Path) -> None:
    options = ("--people", "Ann,Bob", "--data", "kept.db")
    async with running(*options, cwd=tmp_path) as (_, address), opened(address) as page:
        assert page.hello["goes_on"] is False
        await seated(page)
    async with running(*options, cwd=tmp_path) as (_, address), opened(address) as page:
        assert page.hello["goes_on"] is True
        await page.ask(act="slash", place="channel", command="cheat table")
        await page.until(lambda: "**Ann** 26 · **Bob** 26" in page.text("channel"))
        await page.ask(act="slash", place="dm", command="cheat hand")
        await page.until(lambda: "A" in page.text("dm"))
    refused = start("sandbox", "--people", "Bob,Ann", "--data", "kept.db", cwd=tmp_path)
    assert refused.returncode == 1
    assert "--people Ann,Bob" in refused.stderr


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_thousand_clicks_wear_nothing_out() -> None:
    worn = await wear(CLICKS, seed=1, speed=10)
    assert worn.failed == []
    assert worn.clicks == CLICKS
    assert statistics.quantiles(worn.shown_s, n=20)[18] < 0.5, worn.told()
    assert worn.growth_mb < 10, worn.told()
