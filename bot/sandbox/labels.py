"""What a newcomer to a sandbox is told to press: labels of the bot's buttons, in its own words.

For the first lines of the terminal and of the page, which must never name a button otherwise than it is labelled.
"""

from __future__ import annotations

from typing import Final

from bot.ui.text import Words

_KEYS: Final = {"join": "button-join", "start": "button-start", "add_cpu": "button-add-cpu", "cheat": "call-cheat"}


def labels(language: str) -> dict[str, str]:
    """`join`, `start`, `add_cpu` and `cheat` as they stand on their buttons in this language."""
    words = Words()
    return {name: words.say(language, key) for name, key in _KEYS.items()}
