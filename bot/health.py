"""Tells a supervisor on the same machine whether the bot is up: GET /healthz.

Where it sits: ``bot.app`` starts one if the settings name a port. It must never listen on anything but the loopback
address, and never say more than "ok" or "starting": there is no sign-in in front of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Callable

LOOPBACK: Final = "127.0.0.1"


class HealthServer:
    """Answers 200 ``{"status": "ok"}`` once *is_ready* says so, 503 ``{"status": "starting"}`` before.

    *port* 0 takes any free one; `port` tells which. *is_ready* is asked at each request and must not block.
    """

    def __init__(self, port: int, is_ready: Callable[[], bool]) -> None:
        self.port = port
        self._is_ready = is_ready
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Begin to listen. Raises ``OSError`` if the port is taken."""
        app = web.Application()
        app.router.add_get("/healthz", self._answer)
        # No access log: a line every few seconds would bury what matters. Signals are the bot's own business.
        runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await runner.setup()
        try:
            await web.TCPSite(runner, LOOPBACK, self.port).start()
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

    async def _answer(self, _request: web.Request) -> web.Response:
        if self._is_ready():
            return web.json_response({"status": "ok"})
        return web.json_response({"status": "starting"}, status=503)
