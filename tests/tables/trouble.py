"""What the fault tests share: a store and a Discord that fail a number of times."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.answers import Trouble
from bot.tables.ports import NoticeKind
from tests.tables.support import World


class Full(Exception):
    """The disk."""


def failing(*methods: str, times: int = 1) -> Callable[[str], Exception | None]:
    left = [times]

    def fails(method: str) -> Exception | None:
        if method in methods and left[0]:
            left[0] -= 1
            return Full(method)
        return None

    return fails


def trouble_with(kind: str, trouble: Trouble, times: int = 10**6) -> Callable[[str, int], Trouble | None]:
    left = [times]

    def fails(what: str, about: int) -> Trouble | None:
        if what == kind and left[0]:
            left[0] -= 1
            return trouble
        return None

    return fails


def notices(world: World) -> list[NoticeKind]:
    return [m.notice.kind for m in world.memory.of("notice") if m.notice is not None]
