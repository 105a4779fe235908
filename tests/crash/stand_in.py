"""A Discord that signs a bot in and then may fall silent: it answers nothing any more, not even a goodbye.

For tests that end a real process. It checks nothing, and keeps what was posted.
"""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

from aiohttp import WSMsgType, web

APPLICATION = "999"
USER = {"id": APPLICATION, "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
ABOUT = {
    "id": APPLICATION,
    "name": "bot",
    "description": "",
    "icon": None,
    "owner": USER,
    "team": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
}


def _json(told: dict[str, Any]) -> web.Response:
    # discord.py knows this type only without a charset.
    return web.Response(body=json.dumps(told).encode(), headers={"Content-Type": "application/json"})


class StandIn:
    """Listens on a port of this machine. While `silent` nothing but signing in is answered."""

    def __init__(self) -> None:
        self.silent = False
        self.port = 0
        self.posted: list[dict[str, Any]] = []
        #: Set when the bot has asked who it is, just before its tables go on, and when it is told to be ready.
        self.signing_in, self.ready = asyncio.Event(), asyncio.Event()
        #: Set when something was asked that gets no answer.
        self.asked = asyncio.Event()
        self._over = asyncio.Event()
        self._ids = 10**17

    async def __aenter__(self) -> StandIn:
        app = web.Application()
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._answer)
        self._runner = web.AppRunner(
            app, access_log=None, handle_signals=False, shutdown_timeout=0.1, handler_cancellation=True
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *rest: object) -> None:
        self._over.set()
        await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        path = request.match_info["path"]
        if path == "users/@me":
            return _json(USER)
        if path == "oauth2/applications/@me":
            self.signing_in.set()
            return _json(ABOUT)
        if path == "gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            url = f"ws://127.0.0.1:{self.port}/gateway"
            return _json({"url": url, "shards": 1, "session_start_limit": limit})
        if self.silent:
            self.asked.set()
            await self._over.wait()
        return _json(self._message(request.method, path, await request.json() if request.can_read_body else {}))

    def _message(self, method: str, path: str, sent: dict[str, Any]) -> dict[str, Any]:
        if path == "users/@me/channels":
            return {"id": str(sent["recipient_id"]), "type": 1, "recipients": []}
        self._ids += 1
        if method == "POST":
            self.posted.append(sent)
        now = datetime.now(UTC).isoformat()
        return {"id": str(self._ids), "channel_id": path.split("/")[1], "type": 0, "content": "", "timestamp": now,
                "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
                "attachments": [], "embeds": [], "pinned": False, "flags": 1 << 15, "components": [],
                "author": USER}  # fmt: skip

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoclose=False)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            told = message.json()
            if told["op"] == 1:
                await socket.send_json({"op": 11})
            elif told["op"] == 2:
                ready = {"v": 10, "user": USER, "guilds": [], "session_id": "s", "application": {"id": APPLICATION,
                         "flags": 0}, "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway"}  # fmt: skip
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
                self.ready.set()
        if self.silent:
            await self._over.wait()
        else:
            await socket.close()
        return socket
