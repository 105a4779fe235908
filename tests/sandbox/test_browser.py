"""The sandbox's page in Debian's Chromium: what somebody sees there, and what happens when they press it."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from bot.faces.drawing import SIDE
from tests.pictures import evening
from tests.sandbox.chromium import Window, serving, window
from tests.sandbox.looking import read_out

HALF_A_SECOND = 0.5


def test_the_faces_of_the_cards_are_seen_and_can_be_read_out(page: Window) -> None:
    page.slash("cheat start")
    page.sit("Bob")
    page.press("Join")
    page.sit("Ann")
    page.press("Start")
    page.go("dm")
    page.reads("Ann.*Bob")
    drawn = page.until(lambda: page.all("#log .message:last-of-type button img.emoji"))
    page.until(lambda: all(face.get_property("naturalWidth") == SIDE for face in drawn))
    assert {face.size["height"] for face in drawn} == {20}
    # Each stands beside a label that says the same.
    assert {face.get_attribute("alt") for face in drawn} == {""}
    assert read_out(page, "spades") == "spades"
    # The pictures may have four colours, so a suit in text has none.
    written = page.driver.execute_script("""
        return [...document.querySelectorAll("#log .message:last-of-type .text *")]
          .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && /[♠♥♦♣]/.test(node.data)))
          .map((element) => getComputedStyle(element).color)""")
    assert len(written) > 1
    assert len(set(written)) == 1


# --- a game ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_whole_evening_is_played_by_what_can_be_seen(chromium: Window, tmp_path: Path) -> None:
    seen: dict[str, str] = {}

    def scene(name: str) -> None:
        chromium.picture(tmp_path / f"{name}.png")
        seen[name] = chromium.text()

    with serving("bot", "sandbox", "--no-open") as address:
        chromium.show(address)
        evening.play(chromium, scene)
        assert chromium.complaints() == []
    assert tuple(seen) == evening.SCENES
    assert {file.stem for file in tmp_path.iterdir()} == set(evening.SCENES)
    assert "Only you can see this" in seen["editor"]
    assert re.search(r"Ann \(host\)\nBob\nCy\n", seen["lobby"])
    assert "No time limit for a turn" in seen["lobby"]
    assert "Play 2 as Aces" in seen["hand"]
    # Who and what, how long, what it costs, and who is next.
    claim = r"Bob lays two Aces\nTime to call: 60 s \(.*\)\nPile: 2 · Next: @Cy with Twos\nAnn 17 · Bob 16 · Cy 17"
    assert re.search(claim, seen["claim"])
    assert "✘ lie" in seen["result"]
    assert re.search(r"The game is over\n\w+ has no cards left and wins\.", seen["end"])


@pytest.mark.slow
def test_a_whole_game_against_cpus(chromium: Window) -> None:
    page = chromium
    with serving("bot", "sandbox", "--no-open", "--people", "Ann", "--speed", "20") as address:
        page.show(address)
        page.press("/cheat start cpus:3")
        page.reads(r"(?s)Ann \(host\)\n.*\(CPU, medium\)")
        page.press("House rules")
        page.press("Table")
        page.open("Time for a turn")
        page.take("No limit")
        page.reads("No time limit for a turn")
        page.click("[data-dismiss]")
        page.press("Start")
        page.reads(r"\w+ \(CPU\) lays (one|two|three|four) Aces?")
        page.go("dm")
        turns = 0
        while not re.search("The game is over", page.reads("It is your turn|The game is over", patience_s=60)):
            turns += 1
            assert turns < 100
            page.press(next(label.split("×")[0] for label in page.buttons() if "×" in label))
            page.press("Play 1 as ")
            page.until(lambda: "It is your turn" not in page.text())
        page.go("channel")
        shown = page.reads(r"(?s)The game is over.*\n1st .*\nRematch\n")
        end = shown[shown.index("The game is over") :]
        placed = re.findall(r"(?m)^(\d)(?:st|nd|rd|th) (\w+)", end)
        # Who holds as many cards as another shares the place with them.
        assert placed[0][0] == "1"
        assert all(int(place) <= number for number, (place, _) in enumerate(placed, 1))
        assert sorted(name for _, name in placed) == ["Ada", "Ann", "Bruno", "Cleo"]
        assert page.complaints() == []
    page.leave()


def seated(page: Window) -> None:
    """Ann and Bob sit at a table, and the cards are dealt."""
    page.slash("cheat start")
    page.reads("who plays")
    page.sit("Bob")
    page.press("Join")
    page.reads("(?m)^Bob$")
    page.sit("Ann")
    page.press("Start")
    page.reads("The cards are dealt")


def test_another_window_shows_it_within_half_a_second(page: Window) -> None:
    with window(page.driver.current_url.split("#")[0] + "#Bob") as other:
        other.reads("Welcome")
        page.slash("cheat start")
        began = time.perf_counter()
        other.reads("who plays")
        took = [time.perf_counter() - began]
        other.press("Join")
        began = time.perf_counter()
        page.reads(r"(?m)^Bob$")
        took.append(time.perf_counter() - began)
        assert min(took) < HALF_A_SECOND, took


def test_what_is_unread_is_marked_and_the_way_leads_there_and_back(page: Window) -> None:
    seated(page)
    bob = page.one('.person[data-who="Bob"]')
    page.until(lambda: bob.get_attribute("aria-label") == "Bob, unread")
    assert bob.text.split()[-1] == "1", "Bob was called to play"
    page.sit("Bob")
    page.reads("@Bob begins with Aces")
    direct = page.one('.place[data-place="dm"]')
    page.until(lambda: str(direct.get_attribute("aria-label")).endswith("unread"))
    page.go("dm")
    page.reads("It is your turn")
    page.until(lambda: not str(direct.get_attribute("aria-label")).endswith("unread"))
    page.click("#log a")
    page.reads("The cards are dealt")
    assert page.one("#top .where").text == "# table"
    page.sit("Ann")
    assert "unread" not in str(page.one('.person[data-who="Bob"]').get_attribute("aria-label"))


def test_the_countdown_goes_down_by_itself(chromium: Window) -> None:
    page = chromium
    with serving("bot", "sandbox", "--no-open", "--people", "Ann,Bob", "--speed", "2") as address:
        page.show(address)
        seated(page)
        page.sit("Bob")
        page.go("dm")
        page.until(lambda: [label for label in page.buttons() if "×" in label])
        page.press(next(label.split("×")[0] for label in page.buttons() if "×" in label))
        page.press("Play 1 as Ace")
        page.go("channel")
        first = re.findall(r"in (\d+) seconds", page.reads(r"\(in \d+ seconds\)"))[-1]
        page.until(lambda: int(re.findall(r"in (\d+) seconds?|$", page.text())[0] or first) < int(first))
        page.reads(r"\(\d seconds ago\)")
        page.sit("Ann")
        page.press("Cheat!")
        page.reads(r"(?s)window closed .*Only you can see this")
        page.leave()


# --- commands --------------------------------------------------------------------------------------------------------


def test_the_picker_offers_commands_and_what_the_bot_proposes(page: Window) -> None:
    entry = page.one("#entry")
    entry.send_keys("/cheat st")
    page.until(lambda: [row.text.split("\n")[0] for row in page.all("#offers li")][:1] == ["/cheat start"])
    assert "Open a table" in page.one("#offers").text
    entry.send_keys(Keys.ENTER)
    field = page.until(lambda: page.all('#filling input[name="preset"]'))[0]
    field.send_keys("wild")
    page.until(lambda: page.one("#offers").text.startswith("Wild"))
    field.send_keys(Keys.ENTER)
    page.until(lambda: not page.one("#offers").is_displayed())
    field.send_keys(Keys.ENTER)
    page.reads("(?s)Ann used /cheat start.*[Tt]wo jokers")
    assert not page.one("#filling").is_displayed()


def test_a_command_that_needs_nothing_more_can_be_sent_at_once(page: Window) -> None:
    entry = page.one("#entry")
    entry.send_keys("/cheat start", Keys.ENTER)
    page.until(lambda: page.one("#filling").is_displayed())
    options = [label.text for label in page.all("#filling label")]
    assert options[:2] == ["preset (optional)", "cpus (optional)"]
    page.driver.switch_to.active_element.click()
    page.until(lambda: page.one("#offers").is_displayed())
    assert not page.all("#offers [aria-selected=true]"), "nothing is taken that was not asked for"
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.reads("(?s)Ann used /cheat start.*who plays")
    entry.send_keys("/cheat start", Keys.ENTER)
    page.until(lambda: page.one("#filling").is_displayed())
    assert not page.one("#offers").is_displayed()


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_where_there_is_nothing_to_choose_it_says_so(still: Window, command: str) -> None:
    still.one("#entry").send_keys(f"/cheat {command}", Keys.ENTER)
    still.until(lambda: still.one("#offers").is_displayed())
    assert still.one("#offers").text.startswith("There is nothing to choose from yet.")
    still.click("#send")
    still.until(lambda: still.one("#note").text == "This command needs game.")
    assert still.one("#filling").is_displayed()
    assert still.driver.switch_to.active_element.get_attribute("name") == "game"
    assert still.driver.execute_script("return document.getElementById('composer').noValidate"), "in the page's words"


def test_the_command_that_is_called_so_is_the_first(still: Window) -> None:
    entry = still.one("#entry")
    for typed, first in (
        ("/cheat rules", "/cheat rules"),
        ("/rules", "/cheat rules"),
        ("/cheat house", "/cheat house-rules"),
        ("/cheat rules name:Cards for each player", "/cheat rules"),
    ):
        entry.send_keys(typed)
        still.until(lambda: still.all("#offers li"))
        offered = [row.text.split("\n")[0] for row in still.all("#offers li")]
        assert offered[0] == first, typed
        entry.send_keys(Keys.ESCAPE)
    entry.send_keys("/cheat rules", Keys.ENTER)
    assert still.one("#filling b").text == "/cheat rules"


def test_what_is_no_command_is_answered(still: Window) -> None:
    entry = still.one("#entry")
    entry.send_keys("hello")
    still.until(lambda: "only commands" in still.one("#note").text)
    entry.send_keys(Keys.ESCAPE, "/nonsense", Keys.ENTER)
    still.until(lambda: "no command /nonsense" in still.one("#note").text)
    assert still.all("#log .message") == []


def test_commands_work_in_direct_messages(still: Window) -> None:
    still.go("dm")
    still.slash("cheat help")
    still.reads("(?s)used /cheat help.*Join")
    still.go("channel")
    assert "used" not in still.text()


# --- the window ------------------------------------------------------------------------------------------------------


def test_a_phone_is_wide_enough(page: Window) -> None:
    page.resize(360, 740)
    seated(page)
    page.sit("Bob")
    page.go("dm")
    page.reads("It is your turn")
    for place in ("dm", "channel"):
        page.go(place)
        assert page.driver.execute_script(
            "return Math.max(document.documentElement.scrollWidth, document.getElementById('log').scrollWidth)"
        ) <= 360  # fmt: skip
        for element in page.all(".place, .person, #log .button, #composer"):
            there = element.rect
            assert there["x"] >= 0
            assert there["x"] + there["width"] <= 360, element.text
            assert there["height"] >= 40 or element.tag_name == "form"


SEATS = r"\w+\s\d+(\s🤖)?( · \w+\s\d+(\s🤖)?)*( ·)?"


@pytest.mark.parametrize(
    ("language", "start", "head"),
    [
        (
            "en-US",
            "Start",
            (
                r"\w+ \(CPU\) lays \w+ \w+",
                r"Time to call: 10 s \(in \d+ seconds?\)",
                r"Pile: \d+ · Next: @?\w+ with \w+",
            ),
        ),
        (
            "de",
            "Starten",
            (
                r"\w+ \(CPU\) legt \w+ \w+",
                r"Anzweifeln: 10 s \(in \d+ Sekunden?\)",
                r"Stapel: \d+ · Weiter: @?\w+, \w+",
            ),
        ),
    ],
)
def test_a_claim_of_four_is_five_lines_on_a_phone(
    chromium: Window, language: str, start: str, head: tuple[str, ...]
) -> None:
    page = chromium
    with serving("bot", "sandbox", "--no-open", "--people", "Ann", "--language", language) as address:
        page.show(address, width=360, height=740)
        page.press("/cheat start cpus:3")
        page.press(start)
        # A CPU may call the next moment: the message is read while its time runs.
        told = page.until(
            lambda: next(
                (page.lines(m) for m in page.all("#log .message") if all(re.search(it, m.text) for it in head)), []
            )
        )
        assert len(told) <= 5, told
        # Who and what, how long, what it costs and who is next: one line each, and then the counts.
        for line, words in zip(told, (*head, SEATS, SEATS), strict=False):
            assert re.fullmatch(words, line), told
        assert " ".join(told[3:]).count("🤖") == 3
        assert page.complaints() == []
    page.leave()


def begun(page: Window) -> bool:
    """Whether the newest message, too long for the room, is shown from its beginning."""
    room, message = page.one("#log").rect, page.all("#log .message")[-1].rect
    assert message["height"] > room["height"]
    return bool(abs(message["y"] - room["y"]) < 2)


def test_a_long_page_is_read_from_its_beginning(page: Window) -> None:
    page.resize(360, 740)
    for command in ("rules", "help", "rules"):
        before = len(page.all("#log .message"))
        page.slash(f"cheat {command}")
        page.until(lambda before=before: len(page.all("#log .message")) > before)  # type: ignore[misc]
        page.until(lambda: begun(page))
    with window(page.driver.current_url.split("#")[0] + "#Bob") as other:
        other.slash("cheat start")
    page.reads("who plays")
    assert page.one("#newer").is_displayed()
    rules = page.all("#log .message")[-2].rect
    assert abs(rules["y"] - page.one("#log").rect["y"]) < 2, "whoever reads isn't taken away"
    page.click("#newer")
    assert page.one("#log").rect["y"] < page.all("#log .message")[-1].rect["y"]


def test_a_long_hand_shows_its_head_and_keeps_what_is_pressed_in_its_place(page: Window) -> None:
    page.resize(360, 740)
    seated(page)
    page.sit("Bob")
    page.go("dm")
    page.reads("It is your turn")
    page.until(lambda: begun(page))
    card = next(button for button in page.all("#log .button:enabled") if "×" in button.text)
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'end'})", card)
    height = page.until(lambda: card.rect["y"])
    card.click()
    page.reads("Play 1 as Ace")
    assert abs(card.rect["y"] - height) < 2
    # A browser takes longer to open than the claim is.
    with window(page.driver.current_url.split("#")[0] + "#Ann") as other:
        page.press("Play 1 as Ace")
        page.until(lambda: "It is your turn" not in page.text())
        # What a player does who has scrolled down to the buttons.
        page.driver.execute_script("const log = document.getElementById('log'); log.scrollTop = log.scrollHeight")
        other.press("Cheat!")
        # Whoever was called with right or wrong, Bob's hand tells something new once Ann has played.
        other.go("dm")
        other.reads("It is your turn")
        other.press(next(label.split("×")[0] for label in other.buttons() if "×" in label))
        other.press("Play 1 as Two")
        page.until(lambda: "You have played" not in page.text())
        page.until(lambda: begun(page))


def test_dark_and_light_can_be_read(still: Window) -> None:
    for dark in (True, False):
        still.colours(dark=dark)
        back, text = (
            still.driver.execute_script(f"return getComputedStyle(document.body).{name}")
            for name in ("backgroundColor", "color")
        )
        assert _contrast(back, text) > 7
        assert (_light(back) < _light(text)) is dark


def _light(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_page_says_when_the_sandbox_has_ended(chromium: Window) -> None:
    with ExitStack() as sandbox:
        chromium.show(sandbox.enter_context(serving("bot", "sandbox", "--no-open")))
        chromium.reads("Welcome to #table")
        assert not chromium.one("#ended").is_displayed()
        sandbox.close()
        chromium.until(lambda: chromium.one("#ended").is_displayed())
        assert "Start it again" in chromium.one("#ended").text
    chromium.leave()
