"""An evening in the browser's sandbox, played through the page: a table, house rules, a lie caught, a game to its end.

Whoever runs it says what to do at each scene: `tests.pictures` keeps a picture, the test looks at what is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tests.sandbox.chromium import Window

WIDE: Final = (900, 640)
TALL: Final = (900, 800)
PHONE: Final = (360, 740)
#: As long as a full hand with its buttons.
SCROLL: Final = (360, 900)
PEOPLE: Final = ("Ann", "Bob", "Cy")
SCENES: Final = ("editor", "lobby", "hand", "claim", "result", "end", "leaderboard", "stats", "tutorial")
AT_ONCE: Final = 4
MOST_CLAIMS: Final = 60


def play(page: Window, scene: Callable[[str], None]) -> None:
    """Play; `scene` is called with each of `SCENES` when it is to be seen."""
    page.resize(*WIDE)
    _lobby(page, scene)
    _first_claim(page, scene)
    for _ in range(MOST_CLAIMS):
        if _is_over(page):
            break
        _turn(page)
    else:
        raise AssertionError("the game did not end")
    page.sit("Ann")
    page.go("channel")
    page.resize(*TALL)
    page.reads("wins")
    scene("end")
    _record(page, scene)


def _lobby(page: Window, scene: Callable[[str], None]) -> None:
    page.slash("cheat start")
    page.reads("who plays")
    page.press("House rules")
    page.press("Calling")
    page.resize(*TALL)
    page.open("After a call")
    scene("editor")
    page.take("The next seat")
    page.resize(*WIDE)
    page.open("Time to call")
    # Whoever looks on needs time, and so does a machine that is slow.
    page.take("60 seconds")
    page.reads("60 s to call each play")
    page.press("All topics")
    page.press("Table")
    page.open("Time for a turn")
    page.take("No limit")
    page.reads("No time limit for a turn")
    page.click("[data-dismiss]")
    for name in PEOPLE[1:]:
        page.sit(name)
        page.press("Join")
        page.reads(f"(?m)^{name}$")
    page.sit("Ann")
    scene("lobby")
    page.press("Start")
    page.reads("The cards are dealt")


def _record(page: Window, scene: Callable[[str], None]) -> None:
    """What the game has counted for, and how the next newcomer learns it, on a phone."""
    page.resize(*PHONE)
    page.press("Leaderboard")
    page.reads("1 win in 1 game")
    scene("leaderboard")
    page.click("[data-dismiss]")
    page.slash("cheat stats")
    page.reads("Longest run of wins")
    scene("stats")
    page.click("[data-dismiss]")
    page.slash("cheat tutorial")
    page.reads("Tutorial 1 of 3")
    page.press("A ×2")
    page.reads("Press Play 1 as Ace")
    scene("tutorial")


def _first_claim(page: Window, scene: Callable[[str], None]) -> None:
    """Bob lies about his Aces, and Ann calls."""
    page.resize(*SCROLL)
    page.sit("Bob")
    page.go("dm")
    page.reads("It is your turn")
    for _ in range(2):
        _pick(page, lambda rank: rank != "A")
    page.until(lambda: any(label.startswith("Play 2 as Aces") for label in page.buttons()))
    scene("hand")
    page.resize(*WIDE)
    page.press("Play 2 as Aces")
    page.sit("Ann")
    page.go("channel")
    page.reads("Bob lays two Aces")
    scene("claim")
    page.press("Cheat!")
    page.reads(r"Bob takes the pile \(2 cards\)")
    scene("result")


def _turn(page: Window) -> None:
    """Whoever's turn it is lays what they have most of, and everybody lets it go."""
    who = _next(page)
    page.sit(who)
    page.go("dm")
    page.reads("It is your turn|The game is over")
    if _is_over(page):
        return
    for _ in range(min(AT_ONCE, _held(page))):
        _pick(page, lambda _: True)
    page.press("Play ")
    page.go("channel")
    page.until(lambda: f"{who} lays" in page.last())
    for other in PEOPLE:
        if other != who:
            page.sit(other)
            page.press("Let it go")


def _next(page: Window) -> str:
    """Who is asked to play by the newest message that says so."""
    page.go("channel")
    return str(page.until(lambda: re.findall(r"Next: @?(\w+)", page.text()))[-1])


def _held(page: Window) -> int:
    return sum(int(label.split("×")[1]) for label in page.buttons() if "×" in label)


def _pick(page: Window, wanted: Callable[[str], bool]) -> None:
    """One more card of the first rank that is wanted and not wholly picked."""
    ranks = [label.split(" ")[0] for label in page.buttons() if re.fullmatch(r"\w+ ×\d+", label)]
    begun = [label for label in page.buttons() if re.fullmatch(r"\w+ \d+/\d+", label)]
    more = [label.split(" ")[0] for label in begun if (part := label.split(" ")[1].split("/"))[0] != part[1]]
    rank = next(rank for rank in [*more, *ranks] if wanted(rank))
    before = page.buttons()
    page.press(f"{rank} ")
    page.until(lambda: page.buttons() != before)


def _is_over(page: Window) -> bool:
    return "The game is over" in page.text()
