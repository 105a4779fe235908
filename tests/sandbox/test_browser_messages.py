"""Messages in Debian's Chromium: markup, menus, forms and failures, and the language of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sandbox.chromium import Window, serving
from tests.sandbox.looking import read_out
from tests.sandbox.showcase import EVIL


@pytest.fixture
def shelf(chromium: Window) -> Iterator[Window]:
    """The page of the showcase, with everything it has on it."""
    with serving("tests.sandbox.showcase") as address:
        chromium.show(address, height=2200)
        chromium.slash("shelf")
        chromium.reads("Heading")
        yield chromium
        assert chromium.complaints() == []
        chromium.leave()


# --- everything a message can be -------------------------------------------------------------------------------------


def test_markup_is_shown_and_nothing_else_becomes_an_element(shelf: Window) -> None:
    text = shelf.text()
    for words in (
        EVIL,
        "**not bold**",
        "snake_case_name 2 * 3 * 4",
        "fenced **not bold**",
        "[bad](javascript:window.evil=1)",
    ):
        assert words in text
    assert shelf.driver.execute_script("return window.evil") is None
    assert shelf.all("#log img, #log script, #people img, #log b b") == []
    assert [element.text for element in shelf.all("#log .text strong")] == ["bold"]
    assert [element.text for element in shelf.all("#log .text li")] == ["one", "two", "dot"]
    assert shelf.one("#log .text h3").text == "Heading"
    assert all(link.get_attribute("href").startswith("http") for link in shelf.all("#log a"))  # type: ignore[union-attr]
    assert shelf.all("#people button")[1].text.startswith("<")
    hidden = shelf.one("#log .spoiler")
    assert "rgba(0, 0, 0, 0)" in hidden.value_of_css_property("color")
    hidden.click()
    assert "rgba(0, 0, 0, 0)" not in hidden.value_of_css_property("color")


def test_menus_forms_and_failures(shelf: Window) -> None:
    shelf.open("Choose two")
    assert "about Y" in shelf.one(".choices").text
    shelf.take("X", "Z")
    shelf.reads(r"chosen \['X', 'Z'\]")
    shelf.open("Who")
    shelf.take("Ann")
    shelf.reads("chosen @Ann")
    for menu, there in (("role", "@managers"), ("channel", "#table")):
        shelf.open(menu)
        shelf.take(there)
        shelf.reads(f"chosen {there}")
    shelf.press("Form")
    form = shelf.until(lambda: shelf.all("dialog"))[0]
    assert "A word" in form.text
    shelf.one('dialog [name="word"]').send_keys("Hello")
    shelf.one('dialog [name="colour"]').send_keys("Blue")
    shelf.one("dialog [type=submit]").click()
    shelf.reads(r"word Hello, colour \['Blue'\]")
    assert not shelf.all("dialog")
    shelf.press("Silent")
    shelf.reads("This interaction failed")
    shelf.press("Section")
    shelf.reads("pressed Section")
    shelf.until(lambda: "This interaction failed" not in shelf.text())
    private = len(shelf.all("[data-dismiss]"))
    shelf.click("[data-dismiss]")
    shelf.until(lambda: len(shelf.all("[data-dismiss]")) == private - 1)


def test_the_page_speaks_the_language_of_its_sandbox(chromium: Window) -> None:
    page = chromium
    with serving("bot", "sandbox", "--no-open", "--people", "Ann", "--language", "de") as address:
        page.show(address)
        welcome = page.reads("Willkommen in #table")
        assert "Drücke Starten." in welcome
        assert page.one("#entry").get_attribute("placeholder") == "Für Befehle / eingeben"
        side = str(page.one("#side").get_attribute("textContent"))
        assert "Du bist" in side
        assert "Direktnachrichten" in side
        assert page.one("html").get_attribute("lang") == "de"
        page.slash("cheat rules")
        page.reads("Nur für dich sichtbar · Nachricht verwerfen")
        for english in ("Welcome", "Only you", "Dismiss", "used"):
            assert english not in welcome + page.text()
        page.click("[data-dismiss]")
        page.press("/cheat start cpus:3")
        page.press("Starten")
        page.go("dm")
        assert read_out(page, "spades") == "Pik"
        assert page.complaints() == []
    page.leave()
