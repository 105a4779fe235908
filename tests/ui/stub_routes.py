"""Discord's routes as a stub, and a presenter on them: what was sent, and what is to fail."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.tables.records import MessageRecord, TokenRecord
from bot.ui.gate import Gate
from bot.ui.presenter import DiscordPresenter
from tests.ui.stage import NOW, WORDS

DM = 900


def error(status: int, code: int) -> discord.HTTPException:
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    response = cast("Any", SimpleNamespace(status=status, reason="no"))
    return kinds.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


class Routes:
    """Records requests as (route, place, payload) and fails as ordered."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, Any, Any]] = []
        self.failures: dict[str, list[BaseException]] = {}
        self.next_id = discord.utils.time_snowflake(NOW)

    def fail(self, route: str, *failures: BaseException) -> None:
        self.failures.setdefault(route, []).extend(failures)

    def take(self, route: str, place: Any, payload: Any) -> None:
        self.requests.append((route, place, payload))
        if self.failures.get(route):
            raise self.failures[route].pop(0)

    def message(self, channel_id: int, payload: dict[str, Any], message_id: int | None = None) -> dict[str, Any]:
        self.next_id += 1 << 22
        return {
            "id": str(message_id or self.next_id),
            "channel_id": str(channel_id),
            "author": {"id": "5", "username": "bot", "discriminator": "0", "avatar": None},
            "content": "",
            "timestamp": NOW.isoformat(),
            "edited_timestamp": (NOW + timedelta(seconds=5)).isoformat() if message_id else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": payload["flags"],
            "components": [],
        }

    async def send_message(self, channel_id: int, *, params: Any) -> dict[str, Any]:
        self.take("send", channel_id, params.payload)
        return self.message(channel_id, params.payload)

    async def edit_message(self, channel_id: int, message_id: int, *, params: Any) -> dict[str, Any]:
        self.take("edit", (channel_id, message_id), params.payload)
        return self.message(channel_id, params.payload, message_id)

    async def start_private_message(self, user_id: int) -> dict[str, Any]:
        self.take("open", user_id, None)
        user = {"id": str(user_id), "username": "x", "discriminator": "0", "avatar": None}
        return {"id": str(DM + user_id), "type": 1, "recipients": [user], "last_message_id": None}

    async def edit_webhook_message(self, _: int, token: str, message_id: object, *, payload: Any, **more: Any) -> Any:
        self.take("token", (token, message_id), payload)
        return self.message(22, payload, 1)

    @property
    def did(self) -> list[tuple[str, Any]]:
        return [(route, place) for route, place, _ in self.requests]

    @property
    def mentioned(self) -> Any:
        return self.requests[-1][2]["allowed_mentions"]

    @property
    def said(self) -> str:
        (container,) = self.requests[-1][2]["components"]
        return "\n".join(part["content"] for part in container["components"] if part["type"] == 10)


class Bench:
    """A presenter, its routes, and what it learned of Discord's time."""

    def __init__(self) -> None:
        self.routes, self.learned, self.clock = Routes(), list[datetime](), NOW
        self.client = discord.Client(intents=discord.Intents(guilds=True))
        self.client.http._HTTPClient__session = None  # type: ignore[attr-defined]
        self.client._connection.application_id = 5
        for name in ("send_message", "edit_message", "start_private_message"):
            setattr(self.client.http, name, getattr(self.routes, name))
        # These routes count nothing, so nothing has to wait for its pace.
        self.presenter = self.presents(Gate(paced=False))

    def presents(self, gate: Gate) -> DiscordPresenter:
        """Another presenter on the same routes, behind this gate."""
        return DiscordPresenter(self.client, WORDS, learn=self.learned.append, now=lambda: self.clock, gate=gate)

    def record(self, claim: int = 1) -> MessageRecord:
        """The message of this claim; its id is always 1."""
        return MessageRecord("claim", claim, 22, 1, NOW)

    def token(self, message_id: int = 1, age_s: float = 60) -> TokenRecord:
        return TokenRecord("claim", message_id, "secret", NOW - timedelta(seconds=age_s))
