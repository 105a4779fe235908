"""The sandbox's web site: one page, the files it is made of, and the line by which it hears what happens.

aiohttp -> `Door` (who may come in) -> here -> `Live` (one thing at a time). It must never answer a request the door has
not let in, and never send a person's page what only another sees.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Any, Final, assert_never

from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import ValidationError

from bot import __version__
from bot.sandbox.doors import Door
from bot.sandbox.feed import Place
from bot.sandbox.labels import labels
from bot.sandbox.live import Live
from bot.sandbox.requests import (
    REQUESTS,
    Dismiss,
    Picker,
    Propose,
    Read,
    Request,
    Sit,
    Slash,
    Submit,
    Use,
)
from bot.sandbox.sayings import saying
from bot.sandbox.stage import Answer, CannotDo

log = logging.getLogger(__name__)

MOST_BYTES: Final = 1 << 18
MOST_FORMS: Final = 10
_TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_GUARDS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def site(live: Live, door: Callable[[], Door]) -> web.Application:
    """The application; `door` is asked at each request, since the port is known only once it listens."""

    @web.middleware
    async def guard(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        refused = door().refusal(request)
        if refused is None:
            try:
                return await handler(request)
            except web.HTTPException as refusal:
                refusal.headers.update(_GUARDS)
                raise
        refused.headers.update(_GUARDS)
        return refused

    files = _page_files()
    lines: set[web.WebSocketResponse] = set()

    async def page_file(request: web.Request) -> web.Response:
        found = files.get(request.match_info["name"] or "index.html")
        if found is None:
            raise web.HTTPNotFound
        kind, body = found
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=_GUARDS)

    async def attached(request: web.Request) -> web.Response:
        return _attached(live, request.match_info["who"], request.match_info["message"], request.match_info["file"])

    async def picture(request: web.Request) -> web.Response:
        body = live.stage.picture(int(request.match_info["emoji"]))
        if body is None:
            raise web.HTTPNotFound
        # One that looks otherwise has another number. Without this a redrawn hand would flicker.
        headers = {**_GUARDS, "Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=body, content_type="image/png", headers=headers)

    async def line(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=MOST_BYTES)
        await socket.prepare(request)
        lines.add(socket)
        try:
            await _Line(live, socket).serve()
        finally:
            lines.discard(socket)
        return socket

    async def hang_up(_: web.Application) -> None:
        for socket in tuple(lines):
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"The sandbox has ended.")

    application = web.Application(middlewares=[guard])
    application.router.add_get("/{key}/line", line)
    application.router.add_get("/{key}/files/{who}/{message}/{file}", attached)
    application.router.add_get("/{key}/emojis/{emoji:[0-9]{1,20}}", picture)
    application.router.add_get("/{key}/{name:[a-z.]*}", page_file)
    application.on_shutdown.append(hang_up)
    return application


def _page_files() -> dict[str, tuple[str, bytes]]:
    """The page's files by name, with their kinds."""
    there = resources.files("bot.sandbox").joinpath("page").iterdir()
    return {
        file.name: (_TYPES[file.name[file.name.rindex(".") :]], file.read_bytes()) for file in there if file.is_file()
    }


def _attached(live: Live, who: str, message_id: str, file_id: str) -> web.Response:
    """A file of a message this person sees. It is only ever saved, never shown as a page."""
    message = live.feed.message(who, int(message_id)) if message_id.isdecimal() else None
    for file in [] if message is None else message.attachments:
        body = live.stage.file(file["url"]) if file["id"] == file_id else None
        if body is not None:
            name = json.dumps(file["filename"].encode("ascii", "replace").decode())
            headers = {"Content-Disposition": f"attachment; filename={name}", **_GUARDS}
            return web.Response(body=body, content_type="application/octet-stream", headers=headers)
    raise web.HTTPNotFound


class _Line:
    """One open page: whose screen it shows, and how much of it has been told."""

    def __init__(self, live: Live, socket: web.WebSocketResponse) -> None:
        self._live, self._socket = live, socket
        self._who = next(iter(live.stage.people))
        self._told = 0
        self._forms: dict[int, tuple[str, Answer]] = {}
        self._numbers = itertools.count(1)

    async def serve(self) -> None:
        """Until the page is closed."""
        news = self._live.subscribe()
        await self._send({"hello": self._hello()})
        telling = asyncio.create_task(self._tell(news))
        asked: set[asyncio.Task[None]] = set()
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    task = asyncio.create_task(self._hear(message.data, news))
                    asked.add(task)
                    task.add_done_callback(asked.discard)
        finally:
            self._live.unsubscribe(news)
            telling.cancel()
            for task in asked:
                task.cancel()
            await asyncio.gather(telling, *asked, return_exceptions=True)

    def _hello(self) -> dict[str, Any]:
        stage = self._live.stage
        return {
            "version": __version__,
            "speed": self._live.speed,
            "goes_on": self._live.goes_on,
            "people": [{"name": name, "id": str(user.id)} for name, user in stage.people.items()],
            "bot": {"name": "Cheat", "id": str(stage.bot_id)},
            "channel": {"name": stage.channel.name, "id": str(stage.channel.id)},
            "roles": [{"name": stage.managers.name, "id": str(stage.managers.id)}],
            "language": stage.language,
            "labels": labels(stage.language),
        }

    async def _tell(self, news: asyncio.Event) -> None:
        news.set()
        while True:
            await news.wait()
            news.clear()
            view = self._live.feed.view(self._who, self._told)
            self._told = view["count"]
            await self._send({"view": view})

    def _say(self, key: str) -> str:
        return saying(self._live.stage.language, key)

    async def _send(self, told: dict[str, Any]) -> None:
        try:
            await self._socket.send_str(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
        except ConnectionError:
            # It has just been closed: `serve` finds out by itself.
            log.debug("a page has gone")

    # --- what the page asks ------------------------------------------------------------------------------------------

    async def _hear(self, text: str, news: asyncio.Event) -> None:
        try:
            request = REQUESTS.validate_json(text)
        except ValidationError:
            await self._send({"reply": 0, "error": self._say("not_asked")})
            return
        try:
            reply = await self._do(request, news)
        except CannotDo as reason:
            reply = {"error": str(reason)}
        except Exception:
            log.exception("a page's request failed")
            reply = {"error": self._say("fault")}
        await self._send({"reply": request.number, **reply})

    async def _do(self, request: Request, news: asyncio.Event) -> dict[str, Any]:
        live, who, stage = self._live, self._who, self._live.stage
        match request:
            case Sit():
                if request.who not in stage.people:
                    raise CannotDo(self._say("nobody"))
                self._who, self._told = request.who, 0
                news.set()
                return {}
            case Read():
                if live.feed.read(who, request.place):
                    live.tell()
                return {}
            case Dismiss():
                live.feed.dismiss(who, request.message)
                live.tell()
                return {}
            case Picker():
                in_dm = request.place is Place.DM
                offered = await live.do(lambda: _now(lambda: stage.picker(who, in_dm=in_dm)))
                return {"commands": [command.shown() for command in offered]}
            case Propose():
                return {"choices": await live.do(lambda: self._proposed(who, request))}
            case Slash():
                in_dm = request.place is Place.DM
                ran = await live.do(lambda: stage.slash(who, request.command, request.options, in_dm=in_dm))
                return await self._outcome(who, ran)
            case Use():
                return await self._outcome(who, await live.do(lambda: self._use(who, request)))
            case Submit():
                return await self._outcome(who, await live.do(lambda: self._submit(who, request)))
            case _:
                assert_never(request)

    async def _proposed(self, who: str, request: Propose) -> list[dict[str, Any]]:
        in_dm = request.place is Place.DM
        return await self._live.stage.choices(
            who, request.command, request.option, request.typed, request.options, in_dm=in_dm
        )

    async def _use(self, who: str, request: Use) -> Answer:
        message = self._live.feed.message(who, request.message)
        if message is None:
            raise CannotDo(self._say("no_message"))
        return await self._live.stage.use(who, message, request.custom_id, request.values)

    async def _submit(self, who: str, request: Submit) -> Answer:
        owner, opened = self._forms.pop(request.form, (None, None))
        if opened is None or owner != who:
            raise CannotDo(self._say("no_form"))
        return await self._live.stage.submit(who, opened, request.values)

    async def _outcome(self, who: str, answer: Answer) -> dict[str, Any]:
        """What to tell the page once the bot has answered: nothing, a form, or that Discord would say it failed."""
        if not await self._live.answered(answer):
            return {"failed": True}
        if (form := answer.form) is None:
            return {}
        number = next(self._numbers)
        self._forms[number] = (who, answer)
        while len(self._forms) > MOST_FORMS:
            del self._forms[next(iter(self._forms))]
        return {"form": {"number": number, "title": form.get("title"), "components": form.get("components")}}


async def _now(act: Callable[[], Any]) -> Any:
    return act()
