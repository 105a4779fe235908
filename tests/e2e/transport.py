"""The layer between the client under test and simcord: purely virtual time, and a wire on which things go wrong.

``VirtualEnv`` is simcord's environment with three changes: timers fire only when the test advances the clock (stock
simcord lets short ones fire in real time, and a press then blocks for seconds); a task that waits on an Event, a Queue
or a Lock counts as idle, as long as whoever would wake it is idle, too; and it looks for idleness more often.

``Wire`` sees each request of the client (REST, interaction callbacks, webhooks) before simcord does: it records and
validates the request, injects what the test ordered (errors, latency, requests that never return), honours
``enforce_nonce``, which simcord ignores, and can yield to the event loop a seeded number of times, so that requests
interleave as they would on a network.
"""

from __future__ import annotations

import asyncio
import fnmatch
import importlib
import random
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import unquote

import discord
import simcord
from simcord.backend import serializers
from simcord.http import FakeHTTPClient, FakeWebhookAdapter, router
from simcord.http.client import _path_of

from tests.openapi.schemas import template_of
from tests.openapi.validate import check

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

When = Literal["before", "after"]

_runtime: Any = importlib.import_module("simcord._runtime")
_settlement: Any = importlib.import_module("simcord._settlement")

#: Real seconds between two looks at whether the client is idle.
POLL_S = 0.001
#: Virtual seconds in which a repeated nonce returns the first message.
NONCE_WINDOW_S = 300.0
#: Timers shorter than this run at once: they are meant as "in the next turn of the loop".
IMMEDIATE_S = 1e-5
MAX_YIELDS = 4

# ----------------------------------------------------------------------------------------------------------- idleness

_QUIET_WAITS = frozenset(
    function.__code__
    for function in (
        asyncio.Event.wait,
        asyncio.Condition.wait,
        asyncio.Lock.acquire,
        asyncio.Semaphore.acquire,
        asyncio.Queue.get,
        asyncio.Queue.put,
        asyncio.Queue.join,
    )
)
_WAIT_FOR = asyncio.wait_for.__code__
_stock_park_reason = _settlement._park_reason


def _frames(task: asyncio.Task[Any]) -> Iterator[Any]:
    """The frames of a suspended task, outermost first."""
    awaitable: Any = task.get_coro()
    while awaitable is not None:
        frame = getattr(awaitable, "cr_frame", None) or getattr(awaitable, "ag_frame", None)
        if frame is not None:
            yield frame
        awaitable = getattr(awaitable, "cr_await", None) or getattr(awaitable, "ag_await", None)


def _park_reason(state: Any, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None) -> str | None:
    """simcord's verdict on whether a task is idle, with waits on asyncio's own primitives added.

    Such a wait ends only by other work, and that work is looked at as well: idle plus idle is idle.
    """
    seen = set() if seen is None else seen
    known = id(task) in seen
    reason: str | None = _stock_park_reason(state, task, deadline, seen)
    if reason is not None or known or task.done() or getattr(task, "_fut_waiter", None) is None:
        return reason
    if task._fut_waiter.done():  # type: ignore[attr-defined]
        return None
    for frame in _frames(task):
        if frame.f_code in _QUIET_WAITS:
            return "asyncio primitive"
        if frame.f_code is _WAIT_FOR:
            inner = frame.f_locals.get("fut")
            if isinstance(inner, asyncio.Task) and inner in state.work.tasks:
                return _park_reason(state, inner, deadline, seen)
    return None


_settlement._park_reason = _park_reason


class VirtualEnv(simcord.Env):
    """simcord's environment on virtual time alone. Only ``advance_time`` lets a timer fire."""

    #: Virtual seconds that pass between the end of one client and the start of the next, once.
    downtime_s: float = 0.0
    #: What to do once, when the old client's tasks are gone and the new one has not begun.
    between: Callable[[], Awaitable[None]] | None = None

    def _schedule_timer(self, record: Any, callback: Any, args: tuple[Any, ...], schedule_context: Any) -> None:
        if record.when - self._virtual_time <= IMMEDIATE_S:
            super()._schedule_timer(record, callback, args, schedule_context)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109
        idle: float = POLL_S,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch, _deadline=_deadline)

    async def _detach_bot(self) -> None:
        await super()._detach_bot()
        between, self.between = self.between, None
        if between is not None:
            await between()
        if self.downtime_s:
            self.backend.advance_clock(self.downtime_s)
            self.downtime_s = 0.0


# ----------------------------------------------------------------------------------------------------------- requests


@dataclass(slots=True)
class Request:
    """One request of the client, and what became of it."""

    method: str
    path: str
    #: The route's template, e.g. ``/channels/{channel_id}/messages``; None if the API excerpt has no such route.
    route: str | None
    body: Any
    params: dict[str, Any]
    #: Virtual seconds since the start.
    at_s: float
    #: HTTP status; None while it is under way (or was never answered).
    status: int | None = None
    #: Discord's error code, 0 if none.
    code: int = 0
    #: What Discord would not accept about it.
    problems: list[str] = field(default_factory=list)
    #: Answered with an earlier message of the same nonce.
    repeated: bool = False

    @property
    def is_callback(self) -> bool:
        """Whether this is the first answer to an interaction."""
        return self.path.endswith("/callback")

    @property
    def interaction_id(self) -> int | None:
        """The interaction answered, of a callback."""
        return int(self.path.split("/")[2]) if self.is_callback else None

    @property
    def counts_globally(self) -> bool:
        """Whether it counts against the 50 requests a second of a bot (interactions and their webhooks don't)."""
        return not self.path.startswith(("/interactions/", "/webhooks/"))

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}{f' ({self.code})' if self.code else ''}"


@dataclass(slots=True, eq=False)
class Fault:
    """Something ordered to go wrong: an error, a delay, or a request that is held until released."""

    method: str
    pattern: str
    times: int | None
    when: When
    status: int = 0
    code: int = 0
    message: str = ""
    error: Exception | None = None
    delay_s: float = 0.0
    hold: bool = False

    def matches(self, request: Request) -> bool:
        """Whether this fault is meant for ``request``. ``*`` in the pattern stands for anything, slashes included."""
        return self.method in ("*", request.method) and fnmatch.fnmatchcase(request.path, self.pattern)


class _Response:
    """As much of an HTTP response as discord.py's exceptions look at."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "made by the test"
        self.headers: dict[str, str] = {}


def http_error(status: int, code: int, message: str) -> discord.HTTPException:
    """The exception that discord.py raises for this answer."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(_Response(status), {"code": code, "message": message})


def _body_of(options: dict[str, Any]) -> Any:
    form = options.get("form") or options.get("multipart")
    if form:
        parsed, _ = router.parse_form(list(form), [])
        if parsed is not None:
            return parsed
    return options.get("json", options.get("payload"))


class Wire:
    """All requests of one world, and what happens to them on the way."""

    def __init__(self, env: VirtualEnv, *, yields: int | None) -> None:
        self.env = env
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.crashes: list[str] = []
        self._random = None if yields is None else random.Random(yields)
        self._held: list[asyncio.Future[None]] = []
        self._nonces: dict[tuple[int, str], tuple[float, int]] = {}

    @contextmanager
    def installed(self) -> Iterator[None]:
        """While a client is being attached: let simcord build transports that lead through this wire."""
        wire = self

        class Http(FakeHTTPClient):
            async def request(self, route: Any, **options: Any) -> Any:
                async def forward(target: Any) -> Any:
                    return await FakeHTTPClient.request(self, target, **options)

                return await wire.carry(route, options, forward)

        class Webhooks(FakeWebhookAdapter):
            async def request(self, route: Any, session: Any, **options: Any) -> Any:
                async def forward(target: Any) -> Any:
                    return await FakeWebhookAdapter.request(self, target, session, **options)

                return await wire.carry(route, options, forward)

        kept = _runtime.FakeHTTPClient, _runtime.FakeWebhookAdapter
        _runtime.FakeHTTPClient, _runtime.FakeWebhookAdapter = Http, Webhooks
        try:
            yield
        finally:
            _runtime.FakeHTTPClient, _runtime.FakeWebhookAdapter = kept

    async def carry(self, route: Any, options: dict[str, Any], forward: Callable[[Any], Awaitable[Any]]) -> Any:
        """Take one request to simcord and its answer back."""
        # Webhook.partial(...).edit_message("@original") quotes the "@"; simcord would not find the route.
        path = unquote(_path_of(route.url))
        body = _body_of(options)
        request = Request(
            method=route.method,
            path=path,
            route=template_of(route.method, path),
            body=body,
            params=dict(options.get("params") or {}),
            at_s=self.env.backend.clock.elapsed,
            problems=check(route.method, path, body),
        )
        self.requests.append(request)
        await self._wander()
        try:
            await self._suffer(request, "before")
            answer = self._earlier(request) or self._of_owner(request)
            if answer is None:
                answer = await forward(SimpleNamespace(method=route.method, url=path))
                self._remember(request, answer)
            request.status = 200
            await self._suffer(request, "after")
        except discord.HTTPException as error:
            request.status, request.code = error.status, error.code
            raise
        except Exception as error:
            self.crashes.append(f"{request.method} {path}: {error!r}")
            raise
        await self._wander()
        return answer

    async def _wander(self) -> None:
        if self._random is not None:
            for _ in range(self._random.randrange(MAX_YIELDS)):
                await asyncio.sleep(0)

    async def _suffer(self, request: Request, when: When) -> None:
        for fault in [fault for fault in self.faults if fault.when == when and fault.matches(request)]:
            if fault.times is not None:
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
            if fault.hold:
                gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._held.append(gate)
                await self.env.external_wait(gate, reason="request held by the test")
            elif fault.delay_s:
                await asyncio.sleep(fault.delay_s)
            elif fault.error is not None:
                raise fault.error
            else:
                raise http_error(fault.status, fault.code, fault.message)

    def release(self) -> int:
        """Let all held requests go on. Returns how many there were."""
        waiting = [gate for gate in self._held if not gate.done()]
        self._held.clear()
        for gate in waiting:
            gate.set_result(None)
        return len(waiting)

    def _of_owner(self, request: Request) -> Any:
        """simcord asks for Manage Channels to edit any channel; whoever made a thread may archive it without that."""
        if request.method != "PATCH" or request.route != "/channels/{channel_id}":
            return None
        backend = self.env.backend
        thread = backend.channels.get(int(request.path.rstrip("/").rsplit("/", 1)[1]))
        if thread is None or not thread.is_thread or thread.owner_id != backend.bot_user.id:
            return None
        return dict(
            serializers.channel_payload(backend, backend.edit_channel(thread.id, {}, thread_metadata=request.body))
        )

    # --- enforce_nonce

    def _nonce_of(self, request: Request) -> tuple[int, str] | None:
        body = request.body
        if request.method != "POST" or request.route != "/channels/{channel_id}/messages" or not isinstance(body, dict):
            return None
        if body.get("nonce") is None or not body.get("enforce_nonce"):
            return None
        return int(request.path.split("/")[2]), str(body["nonce"])

    def _earlier(self, request: Request) -> Any:
        key = self._nonce_of(request)
        if key is None or key not in self._nonces:
            return None
        sent_at_s, message_id = self._nonces[key]
        message = self.env.backend.messages.get(key[0], {}).get(message_id)
        if message is None or self.env.backend.clock.elapsed - sent_at_s > NONCE_WINDOW_S:
            return None
        request.repeated = True
        return {**serializers.message_payload(self.env.backend, message), "nonce": key[1]}

    def _remember(self, request: Request, answer: Any) -> None:
        key = self._nonce_of(request)
        if key is not None:
            self._nonces[key] = (self.env.backend.clock.elapsed, int(answer["id"]))
