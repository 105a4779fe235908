"""A seat typed by name, as the list or the table shows it, is the seat of that person or CPU."""

from __future__ import annotations

import pytest

from bot.tables.views import TableView
from cogs.seating import cpu_meant, people_choices, person_meant
from tests.ui.stage import Game


def _lobby(*names: str, cpus: frozenset[int] = frozenset()) -> TableView:
    return Game(len(names), names=names, cpus=cpus).lobby()


@pytest.mark.parametrize("typed", ["Ada", "ada", " Ada ", "Ada (3)", "ada  (3)", "102"])
def test_a_person_named_like_a_cpu_is_found_by_what_is_shown_of_them(typed: str) -> None:
    assert person_meant(_lobby("Ann", "Ada", "Ada", cpus=frozenset({1})), typed) == 102


@pytest.mark.parametrize("typed", ["Ada (2)", "Ada (2) (CPU)"])
def test_the_cpu_of_that_name_is_told_from_the_person(typed: str) -> None:
    view = _lobby("Ann", "Ada", "Ada", cpus=frozenset({1}))
    assert person_meant(view, typed) is None
    assert cpu_meant(view, typed) == "Ada"


@pytest.mark.parametrize("typed", ["Ada (CPU)", "ada"])
def test_a_cpu_alone_of_its_name_is_found_with_its_mark_or_without(typed: str) -> None:
    view = _lobby("Ann", "Ada", cpus=frozenset({1}))
    assert person_meant(view, typed) is None
    assert cpu_meant(view, typed) == "Ada"


def test_names_that_only_look_alike_are_found_by_the_number_that_is_shown() -> None:
    view = _lobby("Ann", "B\u200bob", "Bob")
    assert person_meant(view, "Bob (2)") == 101
    assert person_meant(view, "Bob (3)") == 102


def test_what_the_list_offers_reaches_whom_it_names() -> None:
    view = _lobby("Ann", "*Bob*", "Bo_b", "Bob", "Bob", cpus=frozenset({4}))
    for choice in people_choices(view, 100, ""):
        assert person_meant(view, choice.name) == int(choice.value)
        assert person_meant(view, choice.value) == int(choice.value)


def test_nobody_by_that_name_is_nobody() -> None:
    assert person_meant(_lobby("Ann", "Bob"), "Bob (2)") == 0
    assert cpu_meant(_lobby("Ann", "Bob"), "Bob") == "Bob"
