"""Who may come in: the address a sandbox listens at, and which requests are let through.

A web page from anywhere can send requests to this machine. So every address begins with a word nobody can guess, the
host must be the one that was opened (no foreign name that leads here), and a page of another origin gets nothing.
Used by `bot.sandbox.site`; it must never read anything else of a request.
"""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

LOCALHOST: Final = "localhost"
# Where a host without a port is.
_PORT: Final = 80


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine can reach the address."""
    if host.casefold() == LOCALHOST:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Door:
    """An open address. With `foreign` others may come in who know the key, by whatever name they reach it."""

    host: str
    port: int
    foreign: bool = False
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    @property
    def address(self) -> str:
        """What to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/{self.key}/"

    def refusal(self, request: web.Request) -> web.Response | None:
        """Why a request is not let in, or nothing."""
        if not self.foreign and not self._is_ours(request.host):
            return web.Response(status=403, text="This address is not the sandbox's.\n")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc.casefold() != request.host.casefold():
            return web.Response(status=403, text="Another page may not come in here.\n")
        if request.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"} and request.path != f"/{self.key}/":
            return web.Response(status=403, text="Another page may not come in here.\n")
        if not secrets.compare_digest(request.path.encode()[: len(self.key) + 2], f"/{self.key}/".encode()):
            return web.Response(status=404, text="Open the whole address that the sandbox has printed.\n")
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            return (parts.port or _PORT) == self.port and parts.hostname is not None and is_loopback(parts.hostname)
        except ValueError:
            return False
