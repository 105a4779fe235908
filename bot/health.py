"""Tells whoever watches the bot how it is: GET /healthz for a supervisor, GET /metrics for Prometheus.

Where it sits: ``bot.app`` starts one if the settings name a port. It listens on the loopback address unless the
operator names another, and must never say anything about anybody: there is no sign-in in front of it.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final, Literal

from aiohttp import web
from aiohttp.http import HttpProcessingError

from bot.exposition import CONTENT_TYPE

if TYPE_CHECKING:
    from collections.abc import Callable

LOOPBACK: Final = "127.0.0.1"

State = Literal["ok", "damaged", "starting", "stopping", "reconnecting", "disconnected"]
#: A start anew would not mend a damaged database, and end the games that go on; a lost connection comes back by itself,
#: mostly within seconds.
_UP: Final = frozenset({"ok", "damaged", "reconnecting"})

# A stop waits so long for answers in hand.
STOP_S: Final = 0.5


class _Log(logging.LoggerAdapter[logging.Logger]):
    """What aiohttp has to say. A request that is none has its answer (400) and is no fault of ours: a detail."""

    def exception(self, msg: object, *args: object, exc_info: Any = True, **kwargs: Any) -> None:
        """A line about what broke: with its trace only where it is ours."""
        if isinstance(exc_info, HttpProcessingError | web.RequestPayloadError):
            self.debug(msg, *args, **kwargs)
        else:
            self.error(msg, *args, exc_info=exc_info, **kwargs)


class HealthServer:
    """Answers /healthz with ``{"status": …}`` by *state*, and /metrics by *metrics*.

    The status is 200 for "ok", "damaged" and "reconnecting", for the bot plays, else 503.
    *port* 0 takes any free one; `port` tells which. *state* and *metrics* are asked at each request and must not block.
    """

    def __init__(
        self, port: int, state: Callable[[], State], metrics: Callable[[], str], *, address: str = LOOPBACK
    ) -> None:
        self.port = port
        self._state, self._metrics, self._address = state, metrics, address
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Begin to listen. Raises ``OSError`` if the port is taken, or the address none of this machine's."""
        app = web.Application()
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/metrics", self._numbers)
        # No access log: a line every few seconds would bury what matters. Signals are the bot's own business.
        runner = web.AppRunner(
            app,
            access_log=None,
            handle_signals=False,
            shutdown_timeout=STOP_S,
            logger=_Log(logging.getLogger(__name__)),
        )
        await runner.setup()
        try:
            await web.TCPSite(runner, self._address, self.port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        self.port = runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop listening. Does nothing if `start` wasn't called or `stop` was."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _health(self, _request: web.Request) -> web.Response:
        state = self._state()
        return web.json_response({"status": state}, status=200 if state in _UP else 503)

    async def _numbers(self, _request: web.Request) -> web.Response:
        return web.Response(body=self._metrics().encode(), headers={"Content-Type": CONTENT_TYPE})
