"""What Discord's refusals mean to a table, told apart by its error codes.

Around the presenter's requests. It must never log or keep what the request held: a hand may stand in it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.tables.answers import ShowFailed, Trouble

log = logging.getLogger(__name__)

_SERVER_ERRORS: Final = 500
_TOO_MANY: Final = 429

#: What Discord's error codes mean to a table. 10013: no such user; 20026: held back as spam; 50083: the thread is
#: shut, 160005: and locked; 200000, 200001: the server's AutoMod takes exception at a word.
_TROUBLES: Final = {
    10003: Trouble.CHANNEL_GONE,
    10008: Trouble.MESSAGE_GONE,
    10013: Trouble.DM_CLOSED,
    20026: Trouble.DM_TOO_FAST,
    30046: Trouble.PASSING,
    40003: Trouble.DM_TOO_FAST,
    50001: Trouble.FORBIDDEN,
    50007: Trouble.DM_CLOSED,
    50013: Trouble.FORBIDDEN,
    50083: Trouble.FORBIDDEN,
    160005: Trouble.FORBIDDEN,
    50278: Trouble.DM_CLOSED,
    200000: Trouble.TEXT_REFUSED,
    200001: Trouble.TEXT_REFUSED,
}


def trouble_of(failure: discord.HTTPException) -> Trouble:
    """What an error of Discord's means to the table (F4). One we can't explain is our bug: logged, without its text."""
    if (trouble := _TROUBLES.get(failure.code)) is not None:
        return trouble
    if failure.status >= _SERVER_ERRORS or failure.status == _TOO_MANY:
        return Trouble.PASSING
    log.error("Discord refused a request of ours: status %d, code %d", failure.status, failure.code)
    return Trouble.PASSING


@contextmanager
def telling_troubles(told: Callable[[Trouble], None]) -> Iterator[None]:
    """Around a request: what Discord or the network says against it is `told` and raised as `ShowFailed`."""
    try:
        yield
    except discord.HTTPException as failure:
        trouble = trouble_of(failure)
        told(trouble)
        raise ShowFailed(trouble) from None
    except (discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as failure:
        log.warning("Discord could not be reached: %s", type(failure).__name__)
        told(Trouble.PASSING)
        raise ShowFailed(Trouble.PASSING) from None
