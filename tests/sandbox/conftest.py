"""Windows of Debian's Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.sandbox.chromium import Window, browser, missing, serving


@pytest.fixture(scope="session")
def chromium() -> Iterator[Window]:
    """The one browser all tests look through; skipped, with the reason, where there is none."""
    reason = missing()
    if reason is not None:
        assert os.environ.get("CI") != "true", reason
        pytest.skip(reason)
    with browser() as opened:
        yield opened


@pytest.fixture
def page(chromium: Window) -> Iterator[Window]:
    """The page of a fresh sandbox of Ann and Bob; the browser itself must have found nothing to complain of."""
    with serving("bot", "sandbox", "--no-open", "--people", "Ann,Bob") as address:
        chromium.show(address)
        yield chromium
        assert chromium.complaints() == []
        chromium.leave()


@pytest.fixture(scope="module")
def sandbox_without_game() -> Iterator[str]:
    """The address of a sandbox of Ann and Bob in which nobody opens a table."""
    with serving("bot", "sandbox", "--no-open", "--people", "Ann,Bob") as address:
        yield address


@pytest.fixture
def still(chromium: Window, sandbox_without_game: str) -> Iterator[Window]:
    """Like `page`, for tests that leave nothing in the channel: they share one sandbox, which saves its start."""
    chromium.show(sandbox_without_game)
    yield chromium
    assert chromium.complaints() == []
    chromium.leave()
