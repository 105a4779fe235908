"""Redraws of a message in order: an older drawing never overwrites a newer one.

Every redraw of a message that already stands goes through here, whether a press caused it or not. What is drawn is
asked for at the moment of sending, and only one redraw of a message is on its way at a time. An acknowledgement waits
for nothing: a press that finds a redraw under way is acknowledged at once, and the message is drawn again after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.ui.acknowledging import acknowledge
from bot.ui.layout import NO_MENTIONS

Draw = Callable[[], discord.ui.LayoutView]
Via = Callable[[discord.ui.LayoutView], Awaitable[None]]


@dataclass(slots=True)
class _Lane:
    """One message: `users` redraws are under way or waiting; `owed` is the newest press not yet drawn for.

    All presses that one drawing is owed to wait for the same one of `paying`.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    owed: tuple[discord.Interaction[Any], Draw] | None = None
    paying: asyncio.Task[None] | None = None


class Canvases:
    """All messages being redrawn right now; a message nobody redraws takes no room."""

    def __init__(self) -> None:
        self._lanes: dict[int, _Lane] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> int:
        """How many messages are being redrawn."""
        return len(self._lanes)

    async def answer(self, interaction: discord.Interaction[Any], draw: Draw) -> Awaitable[None] | None:
        """Answer a press on a component by redrawing its own message.

        Raises what Discord says to it. A redraw owed to an acknowledged press happens later, by itself: waiting for
        what is given raises what Discord says to that one, for everybody who was owed it.
        """
        message = interaction.message
        if message is None:
            raise ValueError("only a press on a message redraws it")
        if interaction.response.is_done():
            # It was acknowledged because finding out what to draw took a while.
            async with self._turn(message.id):
                await interaction.edit_original_response(view=draw(), allowed_mentions=NO_MENTIONS)
            return None
        if message.id not in self._lanes:
            async with self._turn(message.id):
                await interaction.response.edit_message(view=draw(), allowed_mentions=NO_MENTIONS)
            return None
        await acknowledge(interaction)
        # Whoever gives up waiting must not end it for the others.
        owed = asyncio.shield(self._owe(message.id, interaction, draw))
        owed.add_done_callback(_seen)
        return owed

    async def edit(self, message_id: int, draw: Draw, via: Via) -> None:
        """Redraw a message without a press, when it is its turn; `via` sends the drawing, and its errors are raised."""
        async with self._turn(message_id):
            await via(draw())

    @asynccontextmanager
    async def _turn(self, message_id: int) -> AsyncIterator[_Lane]:
        lane = self._lanes.setdefault(message_id, _Lane())
        lane.users += 1
        try:
            async with lane.lock:
                yield lane
        finally:
            lane.users -= 1
            if lane.users == 0:
                del self._lanes[message_id]

    def _owe(self, message_id: int, interaction: discord.Interaction[Any], draw: Draw) -> asyncio.Task[None]:
        """One redraw pays for every press acknowledged before it is sent, through the newest press's token."""
        lane = self._lanes.setdefault(message_id, _Lane())
        if lane.owed is not None and lane.paying is not None:
            if interaction.id > lane.owed[0].id:
                lane.owed = (interaction, draw)
            return lane.paying
        lane.owed = (interaction, draw)
        lane.users += 1
        lane.paying = asyncio.create_task(self._repay(message_id, lane), name=f"redraw {message_id}")
        self._tasks.add(lane.paying)
        lane.paying.add_done_callback(self._tasks.discard)
        lane.paying.add_done_callback(_seen)
        return lane.paying

    async def _repay(self, message_id: int, lane: _Lane) -> None:
        try:
            async with lane.lock:
                if lane.owed is None:
                    return
                (interaction, draw), lane.owed = lane.owed, None
                await interaction.edit_original_response(view=draw(), allowed_mentions=NO_MENTIONS)
        finally:
            lane.users -= 1
            if lane.users == 0:
                del self._lanes[message_id]


def _seen(drawing: asyncio.Future[None]) -> None:
    """A failure is told to whoever waits for the drawing; there may be nobody left to."""
    if not drawing.cancelled():
        drawing.exception()
