"""What no end-to-end test may leave behind: an ERROR in the log, an unanswered press, a request Discord refuses."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from tests.e2e.harness import WORLDS

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Loggers whose errors fail a test. ``asyncio`` reports exceptions nobody awaited.
WATCHED = ("discord", "bot", "cogs", "asyncio")


class LogTrap(logging.Handler):
    """Collects ERROR records. ``trap.expect(text)`` lets records pass that contain ``text``."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []
        self._expected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record."""
        self.records.append(record)

    def expect(self, text: str) -> None:
        """Errors that contain ``text`` belong to this test."""
        self._expected.append(text)

    @property
    def unexpected(self) -> list[str]:
        """The errors nobody expected, one text each."""
        formatter = logging.Formatter("%(name)s: %(message)s")
        texts = [formatter.format(record) for record in self.records]
        return [text for text in texts if not any(expected in text for expected in self._expected)]


@pytest.fixture(autouse=True)
def trap() -> Iterator[LogTrap]:
    """Fails the test for what went wrong unseen, in the log or in any ``World`` it made."""
    handler = LogTrap()
    WORLDS.clear()
    for name in WATCHED:
        logging.getLogger(name).addHandler(handler)
    try:
        yield handler
    finally:
        for name in WATCHED:
            logging.getLogger(name).removeHandler(handler)
        worlds = list(WORLDS)
        WORLDS.clear()
    problems = [f"log: {text}" for text in handler.unexpected]
    problems += [problem for world in worlds for problem in world.problems()]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)
