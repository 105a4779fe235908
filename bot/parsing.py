"""Interactions as the gateway brings them, read by discord.py: one that makes no sense ends nothing.

Used by the client. What discord.py can't read breaks its connection, and the process with it; Discord itself sends no
such thing. It must never log what came: there is a token in it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

log = logging.getLogger(__name__)

EVENT: Final = "INTERACTION_CREATE"
Parse = Callable[[Any], None]


def survive(parsers: dict[str, Parse]) -> None:
    """Drop an interaction that can't be read, in place of what discord.py does."""
    parse = parsers[EVENT]

    def parse_or_drop(data: Any) -> None:
        try:
            parse(data)
        except Exception as error:
            log.error("an interaction could not be read: %s", type(error).__name__)  # noqa: TRY400 - its text may tell

    parsers[EVENT] = parse_or_drop
