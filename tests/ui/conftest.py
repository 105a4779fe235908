"""A presenter on stubbed routes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import pytest
import pytest_asyncio
from discord.webhook.async_ import async_context

from tests.ui.stub_routes import Bench


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
