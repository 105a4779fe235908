"""The record's desk: answers the commands and the buttons about games that are over.

Desk and cogs -> here -> the recorder and its store. Everything it shows only the asker sees. Which server is meant
comes from the interaction, never from a button; cards are shown of finished games alone. It must never change a game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final, Protocol

from bot.record.board import BoardQuery, Order, PastGame, Since
from bot.record.moves import Deal
from bot.tables.recorder import Recorder, Stopped, Told
from bot.tables.registry import Registry
from bot.tables.relays import Word
from bot.tables.settings import Settings
from bot.ui import record_files, record_pages, replay
from bot.ui.gate import Gate
from bot.ui.layout import Accent
from bot.ui.presence import Presence
from bot.ui.press_items import values_of
from bot.ui.record_items import RecordId, Screen
from bot.ui.replies import Draw, Reply
from bot.ui.text import Words

log = logging.getLogger(__name__)

#: After so many rows of an export the log says how far it is.
_TELL_EVERY: Final = 20_000

#: Games on a page of the history: as many as fit with ten long names each.
GAMES: int = 5


class Now(Protocol):
    """The time as best known."""

    def now(self) -> datetime:
        """Discord's time."""
        ...


class Recording:
    """Shows the record; one for the whole bot."""

    def __init__(
        self, registry: Registry, recorder: Recorder, settings: Settings, clock: Now, words: Words, *, gate: Gate
    ) -> None:
        self._registry, self._recorder, self._clock, self._words = registry, recorder, clock, words
        self._store, self._settings, self._presence = recorder.record, settings, Presence(clock.now, gate)
        # How many tables that are not this process's can't do without somebody; and to have them forgotten there.
        self.seats_elsewhere: Callable[[int, int | None], Awaitable[int]] = _nowhere
        self.words_elsewhere: Callable[[int, Mapping[int, int]], Sequence[Word]] = _no_words
        # By message the newest press that is to draw a leaderboard there, while it does.
        self._turning: dict[int, int] = {}

    # --- buttons ---------------------------------------------------------------------------------------------------

    async def act(self, reply: Reply, pressed: RecordId) -> None:
        """Answer a press on one of the record's screens by drawing it anew."""
        if not reply.on_hand:
            # Not one of ours: those are seen by one person alone.
            await reply.say("desk-unknown-button")
            return
        args = pressed.args
        if pressed.screen is Screen.FORGET:
            await self._forget(reply, everywhere=args[:1] == ("all",))
            return
        if (guild_id := reply.interaction.guild_id) is None:
            await reply.say("desk-in-a-server")
            return
        draw: Draw | None
        match pressed.screen, args:
            case Screen.BOARD, [order, since, preset, page, *_]:
                await self._turn_board(reply, guild_id, query_of(order, since, preset), _number(page))
                return
            case ((Screen.ORDER | Screen.SINCE), [order, since, preset]):
                query = _reordered(query_of(order, since, preset), pressed.screen, reply.interaction)
                await self._turn_board(reply, guild_id, query, 1)
                return
            case Screen.HISTORY, [page, *_]:
                draw = await self._history(reply, guild_id, _number(page))
            case Screen.REPLAY, [game, page, *_]:
                draw = await self._replay(reply, guild_id, _number(game), _number(page))
            case Screen.VERIFY, [game, number, *_]:
                draw = await self._proof(reply, guild_id, _number(game), _number(number))
            case ((Screen.TEXT | Screen.JSON), [game, *_]):
                await self.file(reply, _number(game), pressed.screen)
                return
            case _:
                await reply.say("desk-unknown-button")
                return
        if draw is not None:
            await reply.redraw(draw)

    # --- the screens -----------------------------------------------------------------------------------------------

    async def open_board(self, reply: Reply, query: BoardQuery) -> None:
        """`/cheat leaderboard`, and the button at the end of a game."""
        if (guild_id := await self._server(reply)) is not None:
            await self._open(reply, await self._board(reply, guild_id, query, 1, reply.think))

    async def open_card(self, reply: Reply, user_id: int, name: str) -> None:
        """`/cheat stats`; `name` is what Discord calls the player, in case they were never met here."""
        if (guild_id := await self._server(reply)) is None:
            return
        await self._recorder.settled()
        found = await self._store.card(guild_id, user_id)
        if found.name is None:
            found = replace(found, name=name)
        guild, own = _guild(reply), user_id == reply.user_id
        await self._open(reply, lambda: record_pages.card(found, guild, self._words, reply.locale, own=own))

    async def open_history(self, reply: Reply) -> None:
        """`/cheat history`."""
        if (guild_id := await self._server(reply)) is not None:
            await self._open(reply, await self._history(reply, guild_id, 1))

    async def open_replay(self, reply: Reply, game: str) -> None:
        """`/cheat replay`."""
        if (guild_id := await self._server(reply)) is not None:
            await self._open(reply, await self._replay(reply, guild_id, _number(game.strip("# ")), 1))

    async def open_proof(self, reply: Reply, game: str) -> None:
        """`/cheat verify`."""
        if (guild_id := await self._server(reply)) is not None:
            await self._open(reply, await self._proof(reply, guild_id, _number(game.strip("# ")), 1))

    async def choices(self, guild_id: int, locale: object, typed: str, most: int) -> Sequence[tuple[str, str]]:
        """The last games of a server as they are offered while somebody types: what is shown, and the number."""
        found = await self._store.history(guild_id, page=1, size=4 * most)
        named = [(record_pages.choice(game, self._words, locale), str(game.id)) for game in found.games if game.kept]
        return [each for each in named if typed.strip("# ").casefold() in each[0].casefold()][:most]

    async def _server(self, reply: Reply) -> int | None:
        """The server that is asked about; elsewhere the asker is told where to ask."""
        if reply.interaction.guild_id is None:
            await reply.say("desk-in-a-server")
        return reply.interaction.guild_id

    async def _open(self, reply: Reply, draw: Draw | None) -> None:
        if draw is not None:
            await reply.private(draw())

    async def _turn_board(self, reply: Reply, guild_id: int, query: BoardQuery, page: int) -> None:
        """Draw the pressed leaderboard anew, unless a later press has done so while this one was looked up."""
        message = reply.interaction.message
        shown, mine = 0 if message is None else message.id, reply.interaction.id
        self._turning[shown] = max(mine, self._turning.get(shown, 0))
        newest = False
        try:
            draw = await self._board(reply, guild_id, query, page, reply.hold)
        finally:
            if newest := self._turning.get(shown) == mine:
                del self._turning[shown]
        if newest:
            await reply.redraw(draw)
        elif not reply.answered:
            await reply.hold()

    async def _board(
        self, reply: Reply, guild_id: int, query: BoardQuery, page: int, acknowledge: Callable[[], Awaitable[bool]]
    ) -> Draw:
        """One page. Where Discord has to be asked who is still here the press is acknowledged before."""
        await self._recorder.settled()
        now = self._clock.now()
        found = await self._store.board(guild_id, query, viewer=reply.user_id, page=page, now=now)
        gone: frozenset[int] = frozenset()
        if (await self._settings.of(guild_id)).mark_gone:
            gone = await self._gone(reply, [each.player for each in found.lines if each.player > 0], acknowledge)
        return lambda: record_pages.board(found, query, _guild(reply), self._words, reply.locale, gone=gone)

    async def _gone(
        self, reply: Reply, players: Sequence[int], acknowledge: Callable[[], Awaitable[bool]]
    ) -> frozenset[int]:
        """Those of the players who are no longer in the server."""
        if (guild := reply.interaction.guild) is None:
            return frozenset()
        self._presence.seen(guild.id, reply.user_id)
        if self._presence.unknown(guild.id, players) and await acknowledge():
            await self._presence.look(guild, players)
        return self._presence.gone(guild.id, players)

    async def _history(self, reply: Reply, guild_id: int, page: int) -> Draw:
        await self._recorder.settled()
        found = await self._store.history(guild_id, page=page, size=GAMES)
        return lambda: record_pages.history(found, _guild(reply), self._words, reply.locale)

    async def _replay(self, reply: Reply, guild_id: int, game_id: int, page: int) -> Draw | None:
        if (found := await self._told(reply, guild_id, game_id)) is None:
            return None
        game, told = found
        return lambda: replay.page(told, game, page, self._words, reply.locale)

    async def _proof(self, reply: Reply, guild_id: int, game_id: int, number: int) -> Draw | None:
        if (stopped := await self._stopped(guild_id, game_id)) is not None:
            deals: Sequence[Deal] = stopped.deals
            names = replay.names_at(stopped.table, self._words, reply.locale)
        elif (found := await self._told(reply, guild_id, game_id)) is not None:
            game, told = found
            deals = [move for move in told.moves if isinstance(move, Deal)]
            names = replay.names_of(told, game, self._words, reply.locale)
        else:
            return None
        deal = deals[min(max(number, 1), len(deals)) - 1]
        return lambda: record_pages.proof(game_id, deal, self._words, reply.locale, rounds=len(deals), names=names)

    async def _stopped(self, guild_id: int, game_id: int) -> Stopped | None:
        """A game of this server that was stopped before its end."""
        if await self._store.past_game(guild_id, game_id) is not None or self._registry.live(game_id) is not None:
            return None
        stopped = await self._recorder.stopped(game_id)
        return stopped if stopped is not None and stopped.table.guild_id == guild_id else None

    async def _told(self, reply: Reply, guild_id: int, game_id: int) -> tuple[PastGame, Told] | None:
        """A finished game of this server with its journal; without one the asker is told why there is none."""
        await self._recorder.settled()
        game = await self._store.past_game(guild_id, game_id)
        if game is None:
            live = self._registry.live(game_id)
            running = live is not None and live.record.guild_id == guild_id
            await reply.say("record-still-played" if running else "record-no-such-game")
            return None
        told = await self._recorder.tell(game_id)
        if told is None:
            await reply.say("record-pruned", game=str(game_id))
            return None
        return game, told

    # --- files -----------------------------------------------------------------------------------------------------

    async def file(self, reply: Reply, game_id: int, kind: Screen) -> None:
        """A finished game as a file."""
        guild_id = reply.interaction.guild_id
        if guild_id is None or (found := await self._told(reply, guild_id, game_id)) is None:
            return
        game, told = found
        ending, make = replay.FILES[kind]
        data = make(told, game, self._words, reply.locale).encode()
        text = reply.words("record-file", game=str(game_id))
        await reply.hand_over(text, f"cheat-{game_id}.{ending}", data)

    async def export(self, reply: Reply) -> None:
        """`/cheat export`: all results of the server, for whoever manages it."""
        if (guild_id := await self._server(reply)) is None:
            return
        if not reply.interaction.permissions.manage_guild:
            await reply.say("record-not-a-manager")
            return
        if not await reply.think():
            return
        await self._recorder.settled()
        table = record_files.Table()
        async for row in self._store.rows(guild_id):
            table.add(row)
            if table.rows % _TELL_EVERY == 0:
                log.info("results are being exported", extra={"rows": table.rows})
        name, data = await asyncio.to_thread(record_files.packed, "cheat-results.csv", table.data())
        await reply.hand_over(reply.words("record-export", count=table.rows - 1), name, data)

    async def export_me(self, reply: Reply) -> None:
        """`/cheat export-me`: what is stored about the asker, here or, in direct messages, everywhere."""
        reply.remembers = False
        if not await reply.think():
            return
        told = await self._store.about(reply.user_id, reply.interaction.guild_id)
        if not told:
            await reply.say("record-nothing-stored")
            return
        name, data = record_files.packed("cheat-about-me.json", record_files.about(told))
        await reply.hand_over(reply.words("record-about-you", count=len(told)), name, data)

    # --- goodbye ---------------------------------------------------------------------------------------------------

    async def ask_to_forget(self, reply: Reply, *, everywhere: bool) -> None:
        """`/cheat forget-me`: what would go, and the button that does it."""
        reply.remembers = False
        everywhere = everywhere or reply.interaction.guild_id is None
        guild = _guild(reply)
        await reply.private(record_pages.goodbye(self._words, reply.locale, everywhere=everywhere, guild=guild))

    async def _forget(self, reply: Reply, *, everywhere: bool) -> None:
        reply.remembers = False
        here = reply.interaction.guild_id
        guild_id = None if everywhere or here is None else here
        waiting = self._registry.waiting_for(reply.user_id)
        seated = sum(guild_id in {None, table.record.guild_id} for table in waiting)
        seated += await self.seats_elsewhere(reply.user_id, guild_id)
        if seated:
            await self._replace(reply, Accent.QUIET, reply.words("forget-seated", count=seated))
            return
        formers = await self._recorder.forget(reply.user_id, guild_id, partial(self.words_elsewhere, reply.user_id))
        await self.forgotten_here(reply.user_id, formers)
        await self._replace(reply, Accent.TRUTH, reply.words("forget-done" if formers else "forget-nothing"))

    async def forgotten_here(self, user_id: int, formers: Mapping[int, int]) -> None:
        """Somebody was forgotten in these servers: tables of this process that do without them forget them, too."""
        await self._registry.forgotten(user_id, formers, lambda locale: self._words.say(locale, "former-player"))

    async def _replace(self, reply: Reply, accent: Accent, text: str) -> None:
        await reply.redraw(lambda: record_pages.told(accent, text))


async def _nowhere(_user_id: int, _guild_id: int | None) -> int:
    return 0


def _no_words(_user_id: int, _formers: Mapping[int, int]) -> Sequence[Word]:
    """There are no other processes."""
    return ()


def query_of(order: str | None, since: str | None, preset: str | None) -> BoardQuery:
    """The leaderboard that these words name; what is unknown is as if it had not been said."""
    return BoardQuery(
        order=Order(order) if order in set(Order) else Order.WINS,
        since=Since(since) if since in set(Since) else Since.ALL,
        preset=preset or None,
    )


def _reordered(query: BoardQuery, menu: Screen, interaction: Any) -> BoardQuery:
    """The leaderboard after a choice in one of its menus."""
    value = next(iter(values_of(interaction)), "")
    if menu is Screen.ORDER:
        return replace(query, order=query_of(value, None, None).order)
    return replace(query, since=query_of(None, value, None).since)


def _number(text: str) -> int:
    """A number of a button or an option; 0, which nothing has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _guild(reply: Reply) -> str:
    guild = reply.interaction.guild
    return "" if guild is None else guild.name
