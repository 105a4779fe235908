"""The one gate in front of all requests that count against the bot's budget, whichever table they are for.

The presenter passes it before each request to a channel or a direct message; answers to interactions and edits by their
tokens are outside Discord's budget and never come here. Everybody waits in one line, and a table has one request on its
way at a time, so no table waits for another's evening. It must never lose a request: what may be left out is left out
by whoever asks `pressed` first.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

#: Requests a second over a longer time, and at once after a rest: never more than Discord's 50 in any second.
RATE_PER_S: Final = 40.0
BURST: Final = 5
#: What is not urgent lets the others go first for so long.
PATIENCE_S: Final = 2.0
#: Requests of a kind to one channel, and in how many seconds; edits of messages older than an hour are dearer.
CHANNEL_PACE: Final = (5, 5.1)
OLD_EDIT_PACE: Final = (3, 6.1)
OLD_S: Final = 3600.0
_LANES_KEPT: Final = 20_000
_TOO_MANY: Final = 429
_MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?$")


class Route(StrEnum):
    """The kinds of request that Discord counts apart in each channel."""

    POST = "post"
    EDIT = "edit"
    OLD_EDIT = "old_edit"
    OTHER = "other"


@dataclass(slots=True)
class _Lane:
    """One kind of request to one channel: when the last ones went, and until when Discord wants none."""

    sent: deque[float] = field(default_factory=deque)
    shut_until: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Gate:
    """Lets requests pass at a pace that Discord never has to refuse.

    For whoever watches over the bot: `waiting` requests now, `passed` by kind, `too_many` refusals (429) by scope,
    `left_out` edits that pressure has spared, and the `longest_wait_s`. One that is not `paced` waits only for what
    Discord asks for: it stands before a Discord that counts nothing. `among` processes share the pace.
    """

    def __init__(self, *, paced: bool = True, among: int = 1) -> None:
        self._interval = among / RATE_PER_S
        self._slack = (max(1, BURST // among) - 1) * self._interval
        self.among = among
        self._paced = paced
        #: Told for how many seconds Discord wants nothing at all, whenever it says so.
        self.hushed: Callable[[float], None] = lambda _: None
        self._next = self._shut_until = 0.0
        self._lanes: OrderedDict[tuple[int, Route], _Lane] = OrderedDict()
        self.waiting = 0
        self.left_out = 0
        self.longest_wait_s = 0.0
        self.passed: Counter[Route] = Counter()
        self.too_many: Counter[str] = Counter()

    def pressed(self, channel_id: int) -> bool:
        """Whether an edit of this channel's newer messages had to wait now, or would soon make others wait.

        Whoever asks leaves out what can be left out, so an answer of true is counted.
        """
        now = self._now()
        lane = self._lanes.get((channel_id, Route.EDIT))
        shut = lane is not None and self._free_at(lane, Route.EDIT, now) > now
        pressed = self._paced and (
            shut or self.waiting > 0 or self._slot(now) + self._slack / 2 < max(self._next, self._shut_until)
        )
        self.left_out += pressed
        return pressed

    async def passage(
        self, route: Route, channel_id: int = 0, *, message_id: int | None = None, urgent: bool = True
    ) -> None:
        """Wait until the request may go; what is not `urgent` lets others pass for a while."""
        if route is Route.EDIT and message_id is not None and self._is_old(message_id):
            route = Route.OLD_EDIT
        began = self._now()
        self.waiting += 1
        try:
            lane = self._lane(channel_id, route)
            if not urgent:
                await self._yield_to_others(began)
            async with lane.lock:
                await self._wait_for(lane, route)
                await self._take_slot()
                lane.sent.append(self._now())
        finally:
            self.waiting -= 1
        self.passed[route] += 1
        self.longest_wait_s = max(self.longest_wait_s, self._now() - began)

    async def _wait_for(self, lane: _Lane, route: Route) -> None:
        while True:
            now = self._now()
            if (free_at := self._free_at(lane, route, now)) <= now:
                return
            await asyncio.sleep(free_at - now)

    async def _take_slot(self) -> None:
        while True:
            now = self._now()
            if now < self._shut_until:
                await asyncio.sleep(self._shut_until - now)
                continue
            at = self._slot(now)
            self._next = max(self._next, at) + self._interval
            if at > now:
                await asyncio.sleep(at - now)
                if self._now() < self._shut_until:
                    # Discord has asked for quiet meanwhile: the turn that had come is void.
                    continue
            return

    async def _yield_to_others(self, began: float) -> None:
        while True:
            now = self._now()
            left, behind = began + PATIENCE_S - now, self._slot(now) - now
            if left <= 0 or behind <= 0:
                return
            await asyncio.sleep(min(behind, left))

    def _slot(self, now: float) -> float:
        return max(now, self._next - self._slack) if self._paced else now

    def _lane(self, channel_id: int, route: Route) -> _Lane:
        lane = self._lanes.setdefault((channel_id, route), _Lane())
        self._lanes.move_to_end((channel_id, route))
        if len(self._lanes) > _LANES_KEPT:
            oldest = next(iter(self._lanes))
            if not self._lanes[oldest].lock.locked():
                del self._lanes[oldest]
        return lane

    def _free_at(self, lane: _Lane, route: Route, now: float) -> float:
        """When the next request may go down this lane."""
        most, within = OLD_EDIT_PACE if route is Route.OLD_EDIT else CHANNEL_PACE
        while lane.sent and lane.sent[0] + within <= now:
            lane.sent.popleft()
        full = self._paced and route is not Route.OTHER and len(lane.sent) >= most
        return max(lane.shut_until, lane.sent[-most] + within if full else now)

    def _is_old(self, message_id: int) -> bool:
        age = discord.utils.utcnow() - discord.utils.snowflake_time(message_id)
        return age.total_seconds() > OLD_S

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # --- what Discord says --------------------------------------------------------------------------------------------

    def trace(self) -> aiohttp.TraceConfig:
        """Listens to all answers of Discord's for the client, so that what it asks for is kept."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._heard)
        return config

    async def _heard(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, told: aiohttp.TraceRequestEndParams
    ) -> None:
        self.heard(told.method, told.url.path, told.response.status, dict(told.response.headers))

    def rest(self, seconds: float) -> None:
        """Let nothing pass for so long; a longer rest stays as it is."""
        self._shut_until = max(self._shut_until, self._now() + seconds)

    def heard(self, method: str, path: str, status: int, headers: dict[str, str]) -> None:
        """One answer: a refusal for too many requests shuts the gate, or the one lane, for as long as it says."""
        lowered = {name.lower(): value for name, value in headers.items()}
        if status == _TOO_MANY:
            scope = lowered.get("x-ratelimit-scope", "unknown")
            self.too_many[scope] += 1
            wait = _seconds(lowered.get("retry-after"))
            shut_until = self._now() + wait
            if "x-ratelimit-global" in lowered or scope == "global":
                self.rest(wait)
                self.hushed(wait)
                return
        elif lowered.get("x-ratelimit-remaining") == "0":
            shut_until = self._now() + _seconds(lowered.get("x-ratelimit-reset-after"))
        else:
            return
        if (key := self._lane_of(method, path)) is not None:
            lane = self._lane(*key)
            lane.shut_until = max(lane.shut_until, shut_until)

    def _lane_of(self, method: str, path: str) -> tuple[int, Route] | None:
        match = _MESSAGES.search(path)
        if match is None:
            return None
        if method == "POST" and match[2] is None:
            return int(match[1]), Route.POST
        if method == "PATCH" and match[2] is not None:
            return int(match[1]), Route.OLD_EDIT if self._is_old(int(match[2])) else Route.EDIT
        return None


def _seconds(text: str | None) -> float:
    """A time that Discord names; a second where it names none we can read."""
    try:
        return float(text or "")
    except ValueError:
        return 1.0
