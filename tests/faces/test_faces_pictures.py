"""The faces of the cards: what Discord asks of an emoji, that no two look alike, and that they are what is drawn."""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator

import pytest

from bot.faces.drawing import NAMES, SIDE, SUITS, Palette, svg
from bot.faces.pictures import file_of, pictures
from tests.pictures import faces
from tests.sandbox.chromium import Window, browser, missing
from tests.sweeps import sweep

MOST_BYTES = 256 * 1024
_CLOSE = 1.5
"""So far, of 255, another version of Chromium may be from what is kept; a moved line is further off."""


@pytest.fixture(scope="module")
def page() -> Iterator[Window]:
    reason = missing()
    if reason is not None:
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with browser() as opened:
        opened.leave()
        yield opened


@pytest.mark.parametrize("palette", Palette)
def test_each_is_what_discord_takes_for_an_emoji(palette: Palette) -> None:
    found = pictures(palette)
    assert set(found) == set(NAMES)
    assert len(found) == 13 + 4 + 2
    for name, data in found.items():
        assert data.startswith(b"\x89PNG\r\n\x1a\n"), name
        assert struct.unpack(">II", data[16:24]) == (SIDE, SIDE), name
        assert len(data) <= MOST_BYTES, name


@pytest.mark.parametrize("palette", Palette)
def test_no_two_look_alike(palette: Palette) -> None:
    assert len(set(pictures(palette).values())) == len(NAMES)


@pytest.mark.parametrize("palette", Palette)
def test_a_suit_is_known_by_its_shape_and_seen_on_its_card(palette: Palette) -> None:
    shapes = {re.sub(r"#[0-9a-f]{6}", "", svg(name, palette)) for name in NAMES}
    assert len(shapes) == len(NAMES), "colour is never the only signal"
    for name in NAMES:
        # The lowest contrast that accessibility rules allow for signs.
        assert _contrast(_colours(svg(name, palette))[-1], "#fffdf7") >= 3 or name == "back", name


def test_four_colours_are_four_and_two_are_two() -> None:
    assert len({_colours(svg(name, Palette.FOUR))[-1] for name in SUITS}) == 4
    assert len({_colours(svg(name, Palette.TWO))[-1] for name in SUITS}) == 2


@pytest.mark.parametrize("palette", sweep(Palette, Palette.TWO))
def test_what_is_kept_is_what_is_drawn(page: Window, palette: Palette) -> None:
    for name, data in pictures(palette).items():
        file = file_of(name, palette)
        assert faces.off_by(page, file, data) < _CLOSE, f"{file} is not as drawn: python -m tests.pictures"


def test_another_face_would_be_noticed(page: Window) -> None:
    found = pictures(Palette.TWO)
    assert faces.off_by(page, "hearts-four-colour.png", found["hearts"]) > _CLOSE
    assert faces.off_by(page, "six.png", found["eight"]) > _CLOSE


def _colours(drawn: str) -> list[str]:
    return re.findall(r"#[0-9a-f]{6}", drawn)


def _contrast(one: str, other: str) -> float:
    """As the accessibility rules (WCAG) count it: 1 to 21."""
    lighter, darker = sorted((_light(one), _light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
