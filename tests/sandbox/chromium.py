"""Debian's Chromium without a window, looking at the sandbox's page as somebody at a screen would.

What it reads is what is visible, what it presses is what can be pressed. It waits for things to appear and never for
time to pass. Used by the browser's tests and by `tests.pictures`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0
LOOK_S = 0.02
#: Every letter with the place it is drawn at: those at one height are a line.
_LINES = """
const lines = [];
for (const text of arguments[0].querySelectorAll(".text")) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let bottom = -1;
  while (walker.nextNode()) {
    [...walker.currentNode.data].reduce((start, letter) => {
      const range = document.createRange();
      range.setStart(walker.currentNode, start);
      range.setEnd(walker.currentNode, start + letter.length);
      const place = range.getClientRects()[0];
      if (place?.width) {
        if (place.top >= bottom) lines.push("");
        bottom = place.top >= bottom ? place.bottom - 2 : Math.max(bottom, place.bottom - 2);
        lines[lines.length - 1] += letter;
      }
      return start + letter.length;
    }, 0);
  }
  bottom = -1;
}
return lines.map((line) => line.trim());
"""
PASSING = (ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException)


def missing() -> str | None:
    """Why no browser can be driven here, or nothing."""
    lacking = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    if not lacking:
        return None
    return f"{' and '.join(lacking)} not found: apt-get install chromium chromium-driver"


@contextmanager
def serving(*command: str) -> Iterator[str]:
    """The address printed by a process that is run for as long as it is needed: `python -m` and these words."""
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    process = subprocess.Popen(
        [sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )
    try:
        assert process.stdout is not None
        found = next((found for line in process.stdout if (found := re.search(r"http://\S+", line))), None)
        assert found is not None, "no address was printed"
        yield found[0]
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def browser() -> Iterator[Window]:
    """A browser that shows nothing yet; it is closed at the end."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--disable-dev-shm-usage", "--hide-scrollbars", "--lang=en-US"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield Window(driver)
    finally:
        driver.quit()


@contextmanager
def window(address: str) -> Iterator[Window]:
    """A browser of its own that shows the page."""
    with browser() as opened:
        opened.show(address)
        yield opened


class Window:
    """One open page."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def show(self, address: str, *, width: int = 1000, height: int = 720) -> None:
        """Open the page, dark and of this size."""
        self.leave()
        self.resize(width, height)
        self.colours(dark=True)
        self.driver.get(address)
        self.until(lambda: self.all("#people button"))

    def leave(self) -> None:
        """Close the page, and with it what the browser had to say of it."""
        self.driver.get("about:blank")
        self.complaints()

    def resize(self, width: int, height: int) -> None:
        """The size of the page in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def colours(self, *, dark: bool) -> None:
        """What the person's system prefers."""
        wish = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [wish]})

    # --- looking -----------------------------------------------------------------------------------------------------

    def all(self, selector: str) -> list[WebElement]:
        """The elements of a CSS selector, in order."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        """The only one."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def until(self, true: Callable[[], T], patience_s: float = PATIENCE_S) -> T:
        """Wait until something is so; what it returned then."""

        def look(_: webdriver.Chrome) -> T | None:
            try:
                return true() or None
            except StaleElementReferenceException:
                return None

        try:
            found = WebDriverWait(self.driver, patience_s, poll_frequency=LOOK_S).until(look)
        except TimeoutException:
            raise AssertionError(
                f"waited in vain; this is to be seen:\n{self.text()}\n{self.one('#note').text}"
            ) from None
        assert found is not None
        return found

    def text(self) -> str:
        """What can be read among the messages."""
        return self.one("#log").text

    def last(self) -> str:
        """What can be read in the newest message."""
        messages = self.all("#log .message")
        return messages[-1].text if messages else ""

    def lines(self, message: WebElement) -> list[str]:
        """The text of a message as it is broken into lines on this screen, without its buttons."""
        return list(self.driver.execute_script(_LINES, message))

    def reads(self, words: str, patience_s: float = PATIENCE_S) -> str:
        """Wait until these words (a pattern) can be read among the messages; the text they are in."""
        return self.until(lambda: self.text() if re.search(words, self.text()) else "", patience_s)

    def buttons(self) -> list[str]:
        """The labels of the buttons under messages that can be pressed, oldest first."""
        return [button.text for button in self.all("#log .button:enabled") if button.is_displayed()]

    def complaints(self) -> list[str]:
        """What the browser itself objected to: script errors, refused files."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    # --- doing -------------------------------------------------------------------------------------------------------

    def press(self, label: str) -> None:
        """Press the newest button whose label begins so, once there is one that can be pressed."""

        def pressed() -> bool:
            for button in reversed(self.all("#log .button:enabled")):
                if button.text.startswith(label):
                    return _click(button)
            return False

        self.until(pressed)

    def click(self, selector: str) -> None:
        """Click the first element of a selector, once it is there."""
        self.until(lambda: any(_click(element) for element in self.all(selector)[:1]))

    def sit(self, who: str) -> None:
        """Become another person."""
        self.click(f'.person[data-who="{who}"]')
        self.until(lambda: self.one("#top .as").get_attribute("textContent") == f"as {who}")

    def go(self, place: str) -> None:
        """Look at the channel or at the direct messages."""
        self.click(f'.place[data-place="{place}"]')

    def open(self, placeholder: str) -> None:
        """Open a menu by what it is called."""
        menu = f'.menu[aria-label^="{placeholder}"]'
        self.click(menu)
        try:
            self.until(lambda: self.all(".choices"), 3.0)
        except AssertionError:
            # The message was drawn anew under the click.
            self.click(menu)
            self.until(lambda: self.all(".choices"))

    def take(self, *labels: str) -> None:
        """Take choices of the menu that is open."""
        for label in labels:
            self.until(lambda label=label: self._take(label))  # type: ignore[misc]
        for done in self.all(".choices .done button"):
            done.click()

    def _take(self, label: str) -> bool:
        return any(_click(row) for row in self.all(".choice") if row.text.split("\n")[0].startswith(label))

    def slash(self, words: str) -> None:
        """Type a command, choose it from what is offered, and send it without options."""
        entry = self.one("#entry")
        entry.send_keys(f"/{words}")
        self.until(lambda: self.all("#offers li"))
        entry.send_keys(Keys.ENTER)
        if self.one("#filling").is_displayed():
            self.click("#send")

    def picture(self, file: Path) -> None:
        """Keep what is to be seen now."""
        assert self.driver.save_screenshot(str(file))


def _click(element: WebElement) -> bool:
    """Click, unless it is just being redrawn."""
    try:
        element.click()
    except PASSING:
        return False
    return True
