"""Nothing here may end in the log as an error, unless the test says that it must (and clears the log)."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test that leaves an ERROR behind: a job that broke is only logged."""
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, [f"{record.getMessage()}: {record.exc_info and record.exc_info[1]!r}" for record in errors]
