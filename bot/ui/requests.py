"""The requests that show something: messages sent and edited, each through the gate, each failure told apart.

The presenter's lower half: it knows channels, messages and tokens, and neither a table nor its words. It must send
nothing past the gate but what goes by a token, and let no failure of Discord's out as anything but `ShowFailed`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from hashlib import blake2b
from typing import Final, cast

import discord

from bot.tables.answers import Posted, Trouble
from bot.tables.dispatch import A_COPY, TOKEN_LIFE
from bot.tables.records import TokenRecord
from bot.ui.canvas import Canvases, Draw
from bot.ui.gate import Gate, Route
from bot.ui.layout import NO_MENTIONS, pinging
from bot.ui.letterboxes import OPENING_PAUSE_S, Letterboxes, Recent
from bot.ui.troubles import telling_troubles

_LONGEST_NONCE: Final = 25
_INVALID_TOKEN: Final = frozenset({401, 404})


class Requests:
    """Sends and edits for a client. `learn` is told Discord's time; `failed` what it did not take, and why."""

    def __init__(
        self, client: discord.Client, *, learn: Callable[[datetime], None], now: Callable[[], datetime], gate: Gate
    ) -> None:
        self.gate, self.canvases = gate, Canvases()
        self.letterboxes = Letterboxes(OPENING_PAUSE_S * gate.among)
        self.failed: Callable[[Trouble], None] = lambda _: None
        #: What sets the nonces of this store apart from those of a later state of it, of which this one is a copy.
        self.era = ""
        self._client, self._learn, self._now = client, learn, now
        self._spent = Recent()

    def pressed(self, channel_id: int) -> bool:
        """Whether what can be left out of this channel should be, so that the rest goes at once."""
        return self.gate.pressed(channel_id)

    async def _post(self, channel_id: int, layout: discord.ui.LayoutView, nonce: str, mention: int | None) -> Posted:
        message = await self._send(channel_id, layout, nonce, mention)
        return Posted(channel_id, message.id, message.created_at)

    async def _send(
        self, channel_id: int, layout: discord.ui.LayoutView, nonce: str, mention: int | None
    ) -> discord.Message:
        channel = self._client.get_partial_messageable(channel_id)
        await self.gate.passage(Route.POST, channel_id)
        with self._troubles():
            message = await channel.send(view=layout, nonce=self._nonce(nonce), allowed_mentions=pinging(mention))
        if not self._is_old(message):
            self._learn(message.created_at)
        return message

    def _nonce(self, nonce: str) -> str:
        if self.era:
            nonce = blake2b(f"{self.era}:{nonce}".encode(), digest_size=_LONGEST_NONCE // 2).hexdigest()
        return nonce[:_LONGEST_NONCE]

    def _is_old(self, message: discord.Message) -> bool:
        """Whether Discord gave back what it had got in an earlier attempt; that tells nothing of the time now."""
        return self._now() - message.created_at > A_COPY

    async def _redraw(
        self, channel_id: int, message_id: int, draw: Draw, token: TokenRecord | None, *, urgent: bool = True
    ) -> None:
        """Edit through the token while it lives, else through the channel, when the budget allows."""
        if token is not None and token.message_id == message_id and await self._redraw_by_token(draw, token):
            return
        # Before its turn among this message's redraws: what waits for the budget must hold up no answer to a press.
        await self.gate.passage(Route.EDIT, channel_id, message_id=message_id, urgent=urgent)

        async def via(layout: discord.ui.LayoutView) -> None:
            with self._troubles():
                message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
                self._seen(await message.edit(view=layout, allowed_mentions=NO_MENTIONS))

        await self.canvases.edit(message_id, draw, via)

    async def _delete(self, channel_id: int, message_id: int) -> None:
        await self.gate.passage(Route.OTHER, channel_id, urgent=False)
        with self._troubles():
            await self._client.get_partial_messageable(channel_id).get_partial_message(message_id).delete()

    async def _redraw_by_token(self, draw: Draw, token: TokenRecord) -> bool:
        """Edit the token's own message; false if that can't be done by the token any more."""
        done = False

        async def via(layout: discord.ui.LayoutView) -> None:
            nonlocal done
            with self._troubles():
                done = await self._by_token(token, layout)

        await self.canvases.edit(token.message_id, draw, via)
        return done

    async def _by_token(self, token: TokenRecord, layout: discord.ui.LayoutView) -> bool:
        """Edit `@original`; false if the token is too old, or Discord knows it no more."""
        application = self._client.application_id
        if application is None or self._now() - token.created_at > TOKEN_LIFE:
            return False
        if self._spent.get(token.message_id) == token.created_at:
            return False
        webhook = discord.Webhook.partial(application, token.token, client=self._client)
        try:
            self._seen(await webhook.edit_message(cast("int", "@original"), view=layout, allowed_mentions=NO_MENTIONS))
        except discord.HTTPException as failure:
            if failure.status not in _INVALID_TOKEN:
                raise
            self._spent.keep(token.message_id, token.created_at)
            return False
        return True

    async def _open_dm(self, user_id: int) -> int:
        await self.gate.passage(Route.OTHER)
        with self._troubles():
            return (await self._client.create_dm(discord.Object(user_id))).id

    def _troubles(self) -> AbstractContextManager[None]:
        """Turn what Discord or the network says into a trouble; too many openings give all openings a rest."""
        return telling_troubles(self._troubled)

    def _troubled(self, trouble: Trouble) -> None:
        if trouble is Trouble.DM_TOO_FAST:
            self.letterboxes.rest()
        self.failed(trouble)

    def _seen(self, message: discord.Message) -> None:
        """Learn Discord's time from an edited message."""
        if message.edited_at is not None:
            self._learn(message.edited_at)
