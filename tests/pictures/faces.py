"""The faces of the cards made into pictures by Chromium, and a sheet that shows them as small as people see them.

Used by `tests.pictures`, which keeps them, and by the test that holds what is kept against the drawings.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Final

from bot.faces.drawing import BACK, JOKER, NAMES, RANKS, SIDE, SUITS, Palette, svg
from bot.faces.pictures import FOLDER, file_of, pictures
from tests.sandbox.chromium import ROOT, Window

HERE: Final = ROOT / "bot" / "faces" / FOLDER

_PIXELS: Final = """
const [address, side, done] = arguments;
const picture = new Image();
picture.onload = () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, side, side);
  done(WANTED);
};
picture.src = address;
"""
_AS_PNG: Final = _PIXELS.replace("WANTED", 'canvas.toDataURL("image/png").split(",")[1]')
_AS_VALUES: Final = _PIXELS.replace("WANTED", "Array.from(pen.getImageData(0, 0, side, side).data)")
_ON: Final = {"dark": ("#313338", "#dbdee1"), "light": ("#ffffff", "#313338")}


def _address(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def made(page: Window) -> dict[str, bytes]:
    """Every face drawn now, as PNG, by the name of its file."""
    return {
        file: base64.b64decode(page.driver.execute_async_script(_AS_PNG, _address("svg+xml", drawn), SIDE))
        for file, drawn in _drawings().items()
    }


def off_by(page: Window, file: str, kept: bytes) -> float:
    """How far a kept picture is from its drawing: the mean difference of all values, of 255."""
    drawn, found = (
        page.driver.execute_async_script(_AS_VALUES, address, SIDE)
        for address in (_address("svg+xml", _drawings()[file]), _address("png", kept))
    )
    return float(sum(abs(a - b) for a, b in zip(drawn, found, strict=True)) / len(drawn))


def _drawings() -> dict[str, bytes]:
    return {file_of(name, palette): svg(name, palette).encode() for palette in Palette for name in NAMES}


def keep(page: Window) -> None:
    """Make all of them anew; those that would look the same stay as they are."""
    HERE.mkdir(exist_ok=True)
    for file, data in made(page).items():
        kept = HERE / file
        if not kept.exists() or off_by(page, file, kept.read_bytes()) > 0:
            kept.write_bytes(data)
    for old in HERE.glob("*.png"):
        if old.name not in _drawings():
            old.unlink()


def sheet(page: Window, file: Path) -> None:
    """Keep a picture of hands at 22 pixels, on dark and on light, in both palettes."""
    parts = []
    for paper, ink in _ON.values():
        rows = "".join(_hand(palette) for palette in Palette)
        parts.append(f'<div style="background:{paper};color:{ink};padding:12px 16px;width:380px">{rows}</div>')
    page.resize(824, 224)
    body = f'<body style="margin:0;display:flex;font:16px/26px sans-serif">{"".join(parts)}</body>'
    page.driver.get(f"data:text/html;base64,{base64.b64encode(body.encode()).decode()}")
    page.picture(file)


def _hand(palette: Palette) -> str:
    of = {
        name: f'<img width="22" height="22" style="vertical-align:bottom" src="{_address("png", data)}">'
        for name, data in pictures(palette).items()
    }
    suits = "".join(of[name] for name in SUITS)
    pairs = [("seven", "spades"), ("queen", "hearts"), ("ten", "diamonds"), ("ace", "clubs")]
    cards = " ".join(of[rank] + of[suit] for rank, suit in pairs)
    return (
        f'<div style="font-size:12px">{palette}</div><div>{"".join(of[name] for name in RANKS)}{of[JOKER]}</div>'
        f"<div>{of['nine']} {suits} &nbsp; {of[JOKER]}</div><div>{cards} &nbsp; {of[BACK]} Pile: 6</div>"
    )
