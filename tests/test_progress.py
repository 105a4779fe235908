"""How far something has come, as the operator sees it."""

from __future__ import annotations

import io
import logging

import pytest

from bot.progress import progress


class Terminal(io.StringIO):
    """Somebody's terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar_that_grows_on_one_line() -> None:
    out = Terminal()
    tell = progress(out, "games", "games counted anew")
    tell(1, 2)
    assert out.getvalue() == f"\r[{'#' * 15}{'.' * 15}] 1/2 games"
    tell(2, 2)
    assert out.getvalue().endswith(f"\r[{'#' * 30}] 2/2 games\n")


def test_elsewhere_a_line_is_logged_every_tenth_of_the_way(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    out = io.StringIO()
    tell = progress(out, "games", "games counted anew")
    for done in range(1, 201):
        tell(done, 200)
    assert len(caplog.records) == 10
    assert caplog.records[-1].getMessage() == "games counted anew"
    assert (caplog.records[-1].__dict__["done"], caplog.records[-1].__dict__["of"]) == (200, 200)
    assert not out.getvalue()


def test_few_steps_are_each_told(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    tell = progress(io.StringIO(), "pictures", "pictures uploaded")
    for done in range(1, 4):
        tell(done, 3)
    assert [record.__dict__["done"] for record in caplog.records] == [1, 2, 3]
