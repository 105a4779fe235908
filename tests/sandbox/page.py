"""An open page without a browser: it asks what the page asks and keeps what it is told, over the real line.

async with running("--people", "Ann,Bob") as address:
    async with opened(address) as page:
        await page.ask(act="slash", place="channel", command="cheat start")
        await page.until(lambda: "Ann" in page.text("channel"))
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 20.0


@asynccontextmanager
async def running(*options: str, cwd: Path | None = None) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A sandbox as a process of its own, and the address it has printed; told to stop at the end."""
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "sandbox", "--no-open", *options,
        stdout=asyncio.subprocess.PIPE, cwd=cwd, env={**environment, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        yield process, await _address(process)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        async for line in process.stdout:
            if found := re.search(r"http://\S+", line.decode()):
                return found[0]
    raise AssertionError("the sandbox printed no address")


class Page:
    """What one open page knows."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._replies: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()
        self._number = 0
        self.who = ""
        self.hello: dict[str, Any] = {}
        self.messages: dict[str, dict[str, Any]] = {}
        self.order: dict[str, list[str]] = {"channel": [], "dm": []}
        self.marks: dict[str, dict[str, Any]] = {}
        self.channels: dict[str, str] = {}
        self.now = 0.0
        self.heard = 0
        self._over = asyncio.Event()

    async def closed(self) -> None:
        """Wait until the sandbox has hung up."""
        await self._over.wait()

    async def listen(self) -> None:
        """Take in what the sandbox tells, until the line is closed."""
        async for message in self._socket:
            said = message.json()
            if "reply" in said:
                self._replies.pop(said["reply"]).set_result(said)
            elif "hello" in said:
                self.hello = said["hello"]
                self.who = self.hello["people"][0]["name"]
            else:
                self._take(said["view"])
                self.heard += 1
            self._news.set()
        self._over.set()

    def _take(self, view: dict[str, Any]) -> None:
        if view["who"] != self.who:
            return
        self.messages |= {told["id"]: told for told in view["messages"]}
        self.order, self.marks, self.now = view["order"], view["marks"], view["now"]
        self.channels = view["channels"]
        kept = {*self.order["channel"], *self.order["dm"]}
        self.messages = {key: told for key, told in self.messages.items() if key in kept}

    async def ask(self, **request: Any) -> dict[str, Any]:
        """Ask, and wait for the reply."""
        self._number += 1
        reply = self._replies[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({**request, "number": self._number})
        async with asyncio.timeout(PATIENCE_S):
            told: dict[str, Any] = await reply
        return told

    async def sit(self, who: str) -> None:
        """Show another person's screen."""
        self.who, self.messages, self.marks = who, {}, {}
        await self.ask(act="sit", who=who)
        # What was under way for the person before may still arrive; then comes the whole screen.
        await self.until(lambda: self.marks and self.messages.keys() >= {*self.order["channel"], *self.order["dm"]})

    async def until(self, true: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
        """Wait until something is to be seen. Raises `TimeoutError`."""
        async with asyncio.timeout(patience_s):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def press(self, label: str, place: str = "channel") -> dict[str, Any]:
        """Press the newest button that begins so, once it is there and can be pressed."""
        await self.until(lambda: self.button(label, place))
        found = self.button(label, place)
        assert found is not None
        return await self.ask(act="use", message=found[0], custom_id=found[1])

    async def press_id(self, message: str, custom_id: str) -> dict[str, Any]:
        """Press a button by the ids of its message and its own."""
        return await self.ask(act="use", message=message, custom_id=custom_id)

    def button(self, label: str, place: str = "channel") -> tuple[str, str] | None:
        """The message and the id of the newest button in a place that begins so and can be pressed."""
        for key in reversed(self.order[place]):
            for part in parts(self.messages[key]["components"]) if key in self.messages else ():
                if part.get("type") == 2 and str(part.get("label")).startswith(label) and not part.get("disabled"):
                    return key, part["custom_id"]
        return None

    def pressable(self, place: str) -> list[tuple[str, dict[str, Any]]]:
        """All buttons in a place that can be pressed, with their messages, oldest first."""
        found = [(key, part) for key in self.order[place] for part in parts(self.messages[key]["components"])]
        return [
            (key, part) for key, part in found if part.get("custom_id") and part["type"] == 2 and not part["disabled"]
        ]

    def text(self, place: str) -> str:
        """Everything that can be read in a place."""
        shown = [self.messages[key] for key in self.order[place] if key in self.messages]
        return "\n".join(
            text
            for told in shown
            for text in (told["content"], *(p.get("content", "") for p in parts(told["components"])))
        )


def parts(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components, nested ones included, in order."""
    for part in components:
        yield part
        yield from parts(part.get("components", []))


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Page]:
    """A page open at a sandbox."""
    origin = re.sub(r"(?<=\d)/.*", "", address)
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(address.replace("http", "ws") + "line", headers={"Origin": origin}) as socket,
    ):
        page = Page(socket)
        listening = asyncio.create_task(page.listen())
        try:
            await page.until(lambda: page.marks)
            yield page
        finally:
            listening.cancel()
            for failure in await asyncio.gather(listening, return_exceptions=True):
                assert failure is None or isinstance(failure, asyncio.CancelledError), failure
