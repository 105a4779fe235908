"""A Discord for the bench: answers a bot's requests over HTTP on this machine, and taps the buttons it has drawn.

One connection stands for the gateway: a line of JSON is one tap. A tap is acknowledged when its answer arrives here, so
the latency is what a person would feel less the network. It checks nothing and counts no limits.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias

Payload: TypeAlias = dict[str, Any]
EPOCH_MS = 1_420_070_400_000
APPLICATION, GUILD = 999, 50
DM_BASE = 5_000_000
_BUTTON = re.compile(r"c1:(\d+):([a-z]+):([0-9a-z]*):([0-9A-Z]*)")
_CHANNEL = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
_CALLBACK = re.compile(r"/interactions/(\d+)/")
_ORIGINAL = re.compile(r"/webhooks/\d+/([^/]+)/messages/@original")


def walk(components: list[Payload]) -> Iterator[Payload]:
    """All components, nested ones too."""
    for part in components:
        yield part
        yield from walk(part.get("components", []))


@dataclass
class Message:
    """A message as the bot has drawn it last."""

    id: int
    channel_id: int
    components: list[Payload]

    def buttons(self, *kinds: str) -> list[tuple[str, str, str, str]]:
        """Kind, stamp, argument and id of each button of these kinds that may be pressed."""
        found = []
        for part in walk(self.components):
            match = _BUTTON.fullmatch(part.get("custom_id", "")) if part["type"] == 2 else None
            if match and match[2] in kinds and not part.get("disabled"):
                found.append((match[2], match[3], match[4], match[0]))
        return found

    @property
    def text(self) -> str:
        """All it says."""
        return "\n".join(part.get("content", "") for part in walk(self.components))

    def payload(self) -> Payload:
        """As Discord tells of it."""
        now = datetime.now(UTC).isoformat()
        return {
            "id": str(self.id), "channel_id": str(self.channel_id), "type": 0, "content": "", "timestamp": now,
            "edited_timestamp": now, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": False, "flags": 1 << 15, "components": self.components,
            "author": {"id": str(APPLICATION), "username": "bot", "discriminator": "0", "avatar": None, "bot": True},
        }  # fmt: skip


@dataclass
class Figures:
    """What was seen: milliseconds of each acknowledgement by kind, and the requests that count."""

    acks: dict[str, list[float]] = field(default_factory=dict)
    requests: Counter[str] = field(default_factory=Counter)

    @property
    def taps(self) -> int:
        """How many were acknowledged."""
        return sum(map(len, self.acks.values()))


class Wire:
    """The server, its messages, and the way to tap."""

    def __init__(self) -> None:
        self.messages: dict[int, Message] = {}
        self.figures = Figures()
        self.posted: Callable[[Message], None] = lambda _message: None
        self._last = 0
        self._asked: dict[int, tuple[asyncio.Future[None], float, Message]] = {}
        self._tokens: dict[str, Message] = {}
        self._gateway: asyncio.StreamWriter | None = None
        self._told: asyncio.StreamReader | None = None
        self.connected = asyncio.Event()
        self.http_port = self.gateway_port = 0

    async def start(self) -> None:
        """Listen on two free ports."""
        http = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        gateway = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self._servers = [http, gateway]
        self.http_port = http.sockets[0].getsockname()[1]
        self.gateway_port = gateway.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Say good-bye to the bot and listen no more."""
        await self.tell({"stop": True})
        for server in self._servers:
            server.close()

    def new_id(self) -> int:
        """A snowflake of now."""
        self._last = max(self._last + 1, (int(time.time() * 1000) - EPOCH_MS) << 22)
        return self._last

    def keep(self, channel_id: int, components: list[Payload]) -> Message:
        """A new message."""
        message = Message(self.new_id(), channel_id, components)
        self.messages[message.id] = message
        return message

    # --- the gateway --------------------------------------------------------------------------------------------------

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._told, self._gateway = reader, writer
        self.connected.set()

    async def tell(self, line: Payload) -> None:
        """Send the bot's process one line."""
        assert self._gateway is not None
        self._gateway.write(json.dumps(line).encode() + b"\n")
        await self._gateway.drain()

    async def hear(self) -> Payload:
        """The next line of the bot's process."""
        assert self._told is not None
        told: Payload = json.loads(await self._told.readline())
        return told

    async def tap(self, user: int, message: Message, custom_id: str, kind: str) -> None:
        """Press a button and wait until the press is answered."""
        number, dm = self.new_id(), message.channel_id >= DM_BASE
        token = f"token{number}"
        person: Payload = {"id": str(user), "username": f"u{user}", "discriminator": "0", "avatar": None}
        channel: Payload = {"id": str(message.channel_id), "type": 1 if dm else 0}
        press: Payload = {
            "id": str(number), "application_id": str(APPLICATION), "type": 3, "token": token, "version": 1,
            "attachment_size_limit": 1, "locale": "en-US", "entitlements": [], "channel": channel,
            "authorizing_integration_owners": {}, "context": 1 if dm else 0,
            "message": message.payload(), "data": {"component_type": 2, "custom_id": custom_id, "id": 1},
        }  # fmt: skip
        if dm:
            channel["recipients"] = []
            press["user"] = person
        else:
            channel |= {"name": "cards", "position": 0, "permission_overwrites": [], "parent_id": None}
            press |= {"guild_id": str(GUILD), "guild_locale": "en-US", "app_permissions": "0"}
            press["member"] = {
                "user": person, "roles": [], "joined_at": None, "deaf": False, "mute": False, "flags": 0,
                "permissions": "0",
            }  # fmt: skip
        self._tokens[token] = message
        answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked[number] = answered, time.perf_counter(), message
        began = time.perf_counter()
        await self.tell(press)
        await asyncio.wait_for(answered, 10)
        self.figures.acks.setdefault(kind, []).append((time.perf_counter() - began) * 1000)

    # --- requests -----------------------------------------------------------------------------------------------------

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                method, path, _ = line.decode().split(" ", 2)
                length = 0
                while (header := await reader.readline()) not in {b"\r\n", b""}:
                    name, _, value = header.decode().partition(":")
                    length = int(value) if name.lower() == "content-length" else length
                body = json.loads(await reader.readexactly(length)) if length else {}
                answer = json.dumps(self._answer(method, path.partition("?")[0], body)).encode()
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(answer)
                    + answer
                )
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()

    def _answer(self, method: str, path: str, body: Payload) -> Payload | list[Payload]:
        if match := _CALLBACK.search(path):
            return self._called_back(int(match[1]), body)
        if match := _ORIGINAL.search(path):
            return self._drawn(self._tokens[match[1]], body)
        if match := _CHANNEL.search(path):
            self.figures.requests[method] += 1
            if match[2] is not None:
                return self._drawn(self.messages[int(match[2])], body)
            message = self.keep(int(match[1]), _numbered(body.get("components", [])))
            self.posted(message)
            return message.payload()
        if path.endswith("/emojis"):
            return {"items": []} if method == "GET" else self._emoji(body["name"])
        if path.endswith("/users/@me"):
            return {"id": str(APPLICATION), "username": "bot", "discriminator": "0", "avatar": None, "bot": True}
        if path.endswith("/applications/@me"):
            return {
                "id": str(APPLICATION), "name": "bot", "description": "", "icon": None, "bot_public": True,
                "bot_require_code_grant": False, "verify_key": "", "flags": 0,
                "owner": {"id": "1", "username": "owner", "discriminator": "0", "avatar": None},
            }  # fmt: skip
        return self.keep(DM_BASE, _numbered(body.get("components", []))).payload()

    def _emoji(self, name: str) -> Payload:
        return {
            "id": str(self.new_id()), "name": name, "roles": [], "require_colons": True, "managed": False,
            "animated": False, "available": True,
        }  # fmt: skip

    def _called_back(self, number: int, body: Payload) -> Payload:
        answered, _, message = self._asked.pop(number)
        if body["type"] == 7:
            message.components = _numbered(body["data"]["components"])
        if not answered.done():
            answered.set_result(None)
        return {
            "interaction": {"id": str(number), "type": 3, "response_message_id": str(message.id)},
            "resource": {"type": body["type"], "message": message.payload()},
        }

    def _drawn(self, message: Message, body: Payload) -> Payload:
        if "components" in body:
            message.components = _numbered(body["components"])
        return message.payload()


def _numbered(components: list[Payload]) -> list[Payload]:
    for number, part in enumerate(walk(components), start=1):
        part.setdefault("id", number)
    return components
