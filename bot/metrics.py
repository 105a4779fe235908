"""What the bot counts about itself, for whoever runs it: taps, answers, requests, the store, the event loop.

`bot.app` makes one and hands its methods to the parts that have something to tell; those know nothing but a function to
call. Read at ``/metrics``. It must never hold a name, an id or a text of anybody's, and never cost a tap more than a
few additions.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from bot.exposition import Counter, Gauge, Histogram, Metric, text

#: Discord waits three seconds for an answer.
ANSWER_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
QUICK_S: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
REQUEST_S: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
LAG_EVERY_S: Final = 1.0

_SCOPES: Final = frozenset({"user", "global", "shared"})
_TOO_MANY: Final = 429
_REFUSED: Final = 400
_BROKEN: Final = 500
_ROUTES: Final = (
    ("callback", None, re.compile(r"/interactions/\d+/[^/]+/callback$")),
    ("token", None, re.compile(r"/webhooks/")),
    ("open_dm", "POST", re.compile(r"/users/@me/channels$")),
    ("post", "POST", re.compile(r"/channels/\d+/messages$")),
    ("edit", "PATCH", re.compile(r"/channels/\d+/messages/\d+$")),
    ("delete", "DELETE", re.compile(r"/channels/\d+/messages/\d+$")),
)


class Metrics:
    """All counts of one process. `tables` and `queued` are asked when somebody reads them."""

    def __init__(self) -> None:
        self.tables: Callable[[], Mapping[str, float]] = dict
        self.queued: Callable[[], int] = lambda: 0
        #: Whether the database was found to be damaged when it was read through.
        self.damaged = False
        self.taps = Counter("cheat_taps_total", "Interactions by what was used and what came of it.", "kind", "outcome")
        self.answers = Histogram(
            "cheat_acknowledge_seconds",
            "From an interaction's arrival to Discord's taking the answer.",
            bounds=ANSWER_S,
        )
        self.requests = Counter("cheat_rest_requests_total", "Requests to Discord by kind.", "kind")
        self.request_s = Histogram(
            "cheat_rest_seconds", "How long Discord took to answer a request.", "kind", bounds=REQUEST_S
        )
        self.limited = Counter("cheat_rest_rate_limited_total", "429s by the scope of the limit.", "scope")
        self.faults = Counter("cheat_rest_faults_total", "Other failed requests: network, status 4xx or 5xx.", "kind")
        self.troubles = Counter(
            "cheat_not_shown_total", "Messages Discord did not take, by what that means.", "trouble"
        )
        self.writes = Histogram("cheat_store_seconds", "How long a transaction took.", bounds=QUICK_S)
        self.unstored = Counter("cheat_store_failures_total", "Transactions that failed.")
        self.lag = Histogram(
            "cheat_loop_lag_seconds", "How late the event loop woke up, once a second.", bounds=QUICK_S
        )
        self._all: tuple[Metric, ...] = (
            self.taps,
            self.answers,
            Gauge("cheat_tables", "Live tables by phase.", self._tables, "phase"),
            Gauge("cheat_outbox_depth", "Messages waiting to be sent, all tables together.", self._queued),
            self.requests,
            self.request_s,
            self.limited,
            self.faults,
            self.troubles,
            self.writes,
            self.unstored,
            Gauge("cheat_store_damaged", "1 if the database was found to be damaged, else 0.", self._damage),
            self.lag,
            Gauge("process_resident_memory_bytes", "Memory of this process.", _memory),
        )

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        return text(self._all)

    def _tables(self) -> Mapping[str, float]:
        return self.tables()

    def _queued(self) -> Mapping[str, float]:
        return {"": self.queued()}

    def _damage(self) -> Mapping[str, float]:
        return {"": float(self.damaged)}

    def tap(self, kind: str, outcome: str, seconds: float | None) -> None:
        """An interaction is done; `seconds` from its arrival to its answer, if it had one."""
        self.taps.add(kind, outcome)
        if seconds is not None:
            self.answers.observe(seconds)

    def stored(self, seconds: float, failed: bool) -> None:
        """A transaction is over."""
        self.writes.observe(seconds)
        if failed:
            self.unstored.add()

    # --- requests -------------------------------------------------------------------------------------------------

    def follow(self, config: aiohttp.TraceConfig) -> None:
        """Count every request of the session that this is given to, also those discord.py tries again by itself."""
        config.on_request_start.append(self._asked)
        config.on_request_end.append(self._answered)
        config.on_request_exception.append(self._broke)

    async def _asked(self, _session: Any, context: SimpleNamespace, asked: aiohttp.TraceRequestStartParams) -> None:
        context.kind = kind_of(asked.method, asked.url.raw_path)
        context.began = perf_counter()

    async def _answered(self, _session: Any, context: SimpleNamespace, answer: aiohttp.TraceRequestEndParams) -> None:
        self.requests.add(context.kind)
        self.request_s.observe(perf_counter() - context.began, context.kind)
        status = answer.response.status
        if status == _TOO_MANY:
            scope = answer.response.headers.get("X-RateLimit-Scope", "")
            # Without one it is not Discord's own answer but that of what stands in front of it.
            self.limited.add(scope if scope in _SCOPES else "other")
        elif status >= _REFUSED:
            self.faults.add("5xx" if status >= _BROKEN else "4xx")

    async def _broke(self, _session: Any, context: SimpleNamespace, _params: object) -> None:
        self.requests.add(context.kind)
        self.faults.add("network")


class LoopLag:
    """Measures once a second how late the event loop comes to what is due; `observe` is told the seconds."""

    def __init__(self, observe: Callable[[float], None]) -> None:
        self._observe = observe
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin; needs a running loop."""
        self._wait(asyncio.get_running_loop())

    def stop(self) -> None:
        """End. Does nothing if `start` wasn't called."""
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_at(loop.time() + LAG_EVERY_S, self._woken, loop, loop.time() + LAG_EVERY_S)

    def _woken(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self._observe(max(0.0, loop.time() - due))
        self._wait(loop)


def kind_of(method: str, path: str) -> str:
    """Which of the few kinds of requests this is; everything else is "other".

    >>> kind_of("POST", "/api/v10/channels/1/messages"), kind_of("GET", "/api/v10/gateway/bot")
    ('post', 'other')
    """
    for kind, wanted, route in _ROUTES:
        if wanted in (None, method) and route.search(path) is not None:
            return kind
    return "other"


def _memory() -> Mapping[str, float]:
    """Resident bytes, where the system tells."""
    if sys.platform != "linux":
        return {}
    import resource  # noqa: PLC0415 - not on every system

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return {"": pages * resource.getpagesize()}
