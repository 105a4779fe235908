"""An empty directory and no variable of ours, for every command."""

from __future__ import annotations

import logging
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.config import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def bare_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working directory and no variable of ours; logging as it was before, afterwards."""
    monkeypatch.chdir(tmp_path)
    for variable in ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield tmp_path
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """Whoever has run the bot ignores what would stop it; the next test is a process of its own."""
    numbers = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)
