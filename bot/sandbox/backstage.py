"""What the stage stands on: simcord with one clock, its errors mended, its records kept short.

Only `bot.sandbox.stage` comes here. It reaches into parts of simcord that carry no promise, which is why the version is
pinned. It must never touch a network or a real clock, and never decide what anybody sees.
"""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Mapping
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import unquote

import simcord

# A timer this near is meant as "in the next turn of the loop".
IMMEDIATE_S: Final = 1e-5
# More messages of a channel than anybody scrolls back to.
MOST_MESSAGES: Final = 200
_ID_BITS: Final = 22
_DISCORD_EPOCH_MS: Final = 1420070400000


class Environment(simcord.Env):
    """simcord's environment with one clock: timers fire only when `advance_time` reaches them.

    `waiting_s` is how long (real seconds) a step waits for what it has set off, before the caller goes on without it.
    """

    def __init__(self, bot: Any, *, waiting_s: float, **options: Any) -> None:
        super().__init__(bot, **options)
        self._waiting_s = waiting_s
        self.pictures: dict[int, bytes] = {}
        self._keep_pictures()

    def _schedule_timer(self, record: Any, callback: Any, args: tuple[Any, ...], schedule_context: Any) -> None:
        if record.when - self._virtual_time <= IMMEDIATE_S:
            super()._schedule_timer(record, callback, args, schedule_context)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - simcord's own signature
        idle: float = 0.005,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        # A press that waits for a moment to pass (a call, while others may be faster) is no fault here.
        del timeout, _deadline
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(timeout=self._waiting_s, idle=idle, dispatch=dispatch)

    def mend_webhooks(self) -> None:
        """discord.py writes "@original" as "%40original" into an address, which simcord does not recognise."""
        adapter = self._webhook_adapter
        plain = adapter.request

        async def request(route: Any, session: Any, **options: Any) -> Any:
            return await plain(SimpleNamespace(method=route.method, url=unquote(route.url)), session, **options)

        adapter.request = request

    def _keep_pictures(self) -> None:
        """simcord drops the pictures of the application's emojis, and the page shows them."""
        backend = self.backend
        plain = backend.create_application_emoji

        def create(name: str, *, animated: bool = False) -> Any:
            emoji = plain(name, animated=animated)
            # The request that is being answered is the newest.
            image = str((backend.http_requests[-1].json or {}).get("image", ""))
            self.pictures[emoji.id] = base64.b64decode(image.partition(",")[2])
            return emoji

        backend.create_application_emoji = create  # type: ignore[method-assign]

    def speak(self, language: str) -> None:
        """People and server use Discord in this language; simcord knows only American English."""
        emit = self.backend.emit

        def emit_spoken(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                server = {"guild_locale": language} if "guild_locale" in payload else {}
                payload = {**payload, "locale": language, **server}
            emit(event, payload)

        self.backend.emit = emit_spoken  # type: ignore[method-assign]

    def forget(self) -> None:
        """Drop what simcord keeps for a test to look at: all it has seen, and what nobody can refer to any more."""
        backend = self.backend
        backend.transcript.clear()
        backend.http_requests.clear()
        self._errors.clear()
        self._error_ids.clear()
        now = self.now()
        over = [known.id for known in backend.interactions.values() if known.expires_at and _at(known.expires_at) < now]
        for interaction_id in over:
            backend.interaction_tokens.pop(backend.interactions.pop(interaction_id).token, None)
        # Ids are made of the time: those of times gone by can't be given away a second time.
        this_ms = int(now.timestamp() * 1000) - _DISCORD_EPOCH_MS
        for ms in [ms for ms in backend._sequences if ms < this_ms]:  # noqa: SLF001
            del backend._sequences[ms]  # noqa: SLF001
        backend._reserved_ids.difference_update(  # noqa: SLF001
            [taken for taken in backend._reserved_ids if taken >> _ID_BITS < this_ms]  # noqa: SLF001
        )
        for messages in backend.messages.values():
            for message_id in sorted(messages)[:-MOST_MESSAGES]:
                del messages[message_id]


def _at(moment: str) -> datetime:
    return datetime.fromisoformat(moment)
