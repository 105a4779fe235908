"""Puts the faces of the cards among the application's emojis: what is missing, and what looks otherwise by now.

Called by `bot.app` beside the running bot. Discord can't change an emoji's picture, so one that is out of date is
deleted and made anew; the hash of each picture is kept in the store with its id. Only emojis of our own names are
touched. It must never keep anybody from playing: whatever goes wrong, cards are told in text, and the next start tries
again.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import logging
import sys
from typing import Final

import aiohttp
import discord
from pydantic import RootModel, ValidationError

from bot.faces.drawing import Palette
from bot.faces.pictures import pictures
from bot.progress import Tell, progress
from bot.store import StoreError
from bot.tables.ports import TableStore
from bot.ui.faces import Faces

log = logging.getLogger(__name__)

#: In front of our names, which are otherwise words: screen readers say them.
PREFIX: Final = "c_"
#: How many emojis an application may have.
MOST: Final = 2000
#: How often a process looks whether another has sent all.
_LOOK_S: Final = 10.0


class _Sent(RootModel[dict[str, tuple[int, str]]]):
    """What was sent: by name the emoji's id and its picture's hash."""


def key_of(application_id: int) -> str:
    """Where the store keeps what was sent for an application."""
    return f"faces:{application_id}"


def on_the_way() -> Tell:
    """How far the pictures are: as a bar only on a terminal that is told of such things at all."""
    out = sys.stderr if log.isEnabledFor(logging.INFO) else io.StringIO()
    return progress(out, "pictures of cards", "pictures of cards uploaded")


async def faces_on_discord(client: discord.Client, store: TableStore, palette: Palette, tell: Tell) -> Faces | None:
    """The whole set as it is on Discord, after sending what it lacked; nothing if it can't be made whole.

    `tell` hears how far it is, if anything has to be sent.
    """
    try:
        return await _Sending(client, store, pictures(palette), tell).whole()
    except (discord.DiscordException, aiohttp.ClientError, StoreError, OSError) as error:
        why = f"HTTP {error.status}, code {error.code}" if isinstance(error, discord.HTTPException) else repr(error)
        log.warning("no pictures for the cards, they are told in text", extra={"why": why})
        return None


async def faces_sent(client: discord.Client, store: TableStore, palette: Palette) -> Faces:
    """The whole set as another process of this bot has put it on Discord; waits until that is done."""
    sending = _Sending(client, store, pictures(palette), lambda _done, _whole: None)
    while (faces := await sending.known()) is None:  # noqa: ASYNC110 - it is another process that ends the waiting
        await asyncio.sleep(_LOOK_S)
    return faces


class _Sending:
    """One look at what is there, and the sending of the rest."""

    def __init__(self, client: discord.Client, store: TableStore, wanted: dict[str, bytes], tell: Tell) -> None:
        self._client, self._store, self._wanted, self._tell = client, store, wanted, tell
        self._digests = {name: hashlib.sha256(data).hexdigest() for name, data in wanted.items()}
        self._sent: dict[str, tuple[int, str]] = {}

    async def whole(self) -> Faces | None:
        """Make the set whole; nothing if there is no room for it."""
        self._sent = await self._known()
        there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        lacking = [name for name in self._wanted if not self._is_right(name, there.get(f"{PREFIX}{name}"))]
        more = sum(f"{PREFIX}{name}" not in there for name in lacking)
        if len(there) + more > MOST:
            log.warning(
                "no room for pictures of the cards, they are told in text",
                extra={"emojis": len(there), "needed": more, "most": MOST},
            )
            return None
        for done, name in enumerate(lacking, 1):
            await self._send(name, there.get(f"{PREFIX}{name}"))
            self._tell(done, len(lacking))
        return self._faces()

    async def known(self) -> Faces | None:
        """The set by what is stored of it; nothing while that is not whole, or of other pictures."""
        self._sent = await self._known()
        whole = all(self._sent.get(name, (0, ""))[1] == digest for name, digest in self._digests.items())
        return self._faces() if whole else None

    def _faces(self) -> Faces:
        return Faces({name: f"<:{PREFIX}{name}:{self._sent[name][0]}>" for name in self._wanted})

    def _is_right(self, name: str, found: discord.Emoji | None) -> bool:
        return found is not None and self._sent.get(name) == (found.id, self._digests[name])

    async def _send(self, name: str, outdated: discord.Emoji | None) -> None:
        if outdated is not None:
            try:
                await outdated.delete()
            except discord.NotFound:
                log.debug("somebody else has just deleted %s", name)
        made = await self._client.create_application_emoji(name=f"{PREFIX}{name}", image=self._wanted[name])
        self._sent[name] = (made.id, self._digests[name])
        # At once: whatever happens next, this one is not sent again.
        await self._store.set_meta(key_of(self._application_id), _Sent(self._sent).model_dump_json())

    async def _known(self) -> dict[str, tuple[int, str]]:
        kept = await self._store.meta(key_of(self._application_id))
        try:
            return {} if kept is None else dict(_Sent.model_validate_json(kept).root)
        except ValidationError:
            log.warning("what is known of the cards' pictures can't be read; they are sent again")
            return {}

    @property
    def _application_id(self) -> int:
        assert self._client.application_id is not None, "asked before signing in"
        return self._client.application_id
