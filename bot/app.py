"""The Discord client: puts the parts together, starts and stops them, and passes on what the gateway tells.

Where it sits: `bot.__main__` calls `run`; the tests and the sandbox build a `CheatBot` of their own. Starting means:
open and migrate the store, build the parts, read the live tables back, and only then sign in; let the tables go on,
know the buttons, register changed commands. Until everything was read nothing is written: a database that turns out to
be damaged is left as it is.
It must never hold a rule, answer a press itself, or tell anybody the token.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import discord
from yarl import URL

from bot.command_sync import sync_if_changed
from bot.command_tree import CheatTree
from bot.config import Config
from bot.entropy import SystemEntropy
from bot.face_sync import faces_on_discord, faces_sent, on_the_way
from bot.faces.drawing import Palette
from bot.health import State
from bot.membership import Membership
from bot.metrics import Metrics
from bot.parsing import survive
from bot.reach import Reach
from bot.relay import Incoming, Outgoing, relay_of
from bot.starting import Start, era_of, note_start
from bot.store import Database, SqliteTableStore, look, settle, update_schema
from bot.store.relayed import SqliteRelays
from bot.store.soundness import Soundness
from bot.tables.budget import Budget
from bot.tables.clock import DiscordClock
from bot.tables.door import Door
from bot.tables.house_rules import HouseRules
from bot.tables.ports import Entropy, Store
from bot.tables.recorder import Recorder
from bot.tables.registry import Registry
from bot.tables.retention import Retention
from bot.tables.settings import Settings
from bot.tables.share import ALONE
from bot.tables.threads import Threads
from bot.ui.components import ITEMS
from bot.ui.described import CommandTranslator
from bot.ui.desk import Desk
from bot.ui.gate import Gate
from bot.ui.opening import Servers
from bot.ui.presenter import DiscordPresenter
from bot.ui.text import Words
from cogs import cheat_commands

log = logging.getLogger(__name__)

# Nobody speaks here: not worth two warnings at each start.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

IDENTIFY_S: Final = 5.0
#: Seconds that a stop takes at most, the process's own end not counted. Docker kills after ten.
LONGEST_STOP_S: Final = 7.0
#: Of these, for answering the presses in hand; for what comes after the tables; and of that for leaving the gateway.
LONGEST_ANSWERS_S, LAST_S, GOODBYE_S = 2.5, 1.5, 0.75


def _utcnow() -> datetime:
    # Looked up at each call: the end-to-end tests put virtual time there.
    return discord.utils.utcnow()


class CheatBot(discord.AutoShardedClient):
    """The client. Parts given from outside (`store`, `entropy`, `wall`) are used as they are; the store stays open."""

    registry: Registry
    recorder: Recorder
    retention: Retention
    membership: Membership
    reach: Reach
    house_rules: HouseRules
    settings: Settings
    threads: Threads
    desk: Desk

    def __init__(
        self,
        config: Config,
        *,
        store: Store | None = None,
        entropy: Entropy | None = None,
        wall: Callable[[], datetime] = _utcnow,
        gate: Gate | None = None,
    ) -> None:
        #: What this process answers for. Nobody shares a store that was given.
        self.share = config.share if store is None else ALONE
        #: Where all requests that count pass, and where the figures about them stand.
        self.gate = gate or Gate(among=self.share.count)
        metrics, trace = Metrics(), self.gate.trace()
        if config.health.port is not None:
            # Following every request costs a little: only where somebody may read the figures.
            metrics.follow(trace)
        super().__init__(
            # Only the guilds: interactions belong to no intent, and nobody's messages are our business.
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=config.discord.shard_count,
            http_trace=trace,
        )
        if not self.share.alone:
            self.shard_ids = self.share.shard_ids
        self.config = config
        self.metrics = metrics
        self.tree = CheatTree(self)
        self.words = Words()
        self.clock = DiscordClock(wall)
        self.database: Database | None = None
        self._given_store = store
        self._entropy: Entropy = entropy or SystemEntropy()
        self._built = self._read = self._started = False
        self._soundness: Soundness | None = None
        self._damaged = False
        self._signing_in = False
        self._shut = False
        #: Done once, when the bot is ready for the first time; the process that is the bot's own sets it.
        self.at_first_ready: Callable[[], None] | None = None
        self._dressing: asyncio.Task[None] | None = None
        self._relay: Outgoing | Incoming | None = None
        self._start = Start()
        self._closing: asyncio.Task[None] | None = None

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn to sign in: of all processes of a token one may in five seconds."""
        if self.share.alone:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await asyncio.sleep(IDENTIFY_S * (self.share.number - 1 if initial else self.share.count))

    async def login(self, token: str) -> None:
        """Take the store up, then sign in; from here on discord.py has something to close.

        Raises `StoreError` when the database can't be used: Discord need not hear of that.
        """
        self._start.begin()
        try:
            await self._take_up()
            self._signing_in = True
            await super().login(token)
        finally:
            self._start.over.set()

    async def setup_hook(self) -> None:
        """Everything between signing in and the first event; raises `StoreError` as `login` does."""
        self._start.begin()
        try:
            await self._take_up()
            await self._go_on()
        finally:
            self._start.over.set()

    async def _take_up(self) -> None:
        """Once: open the store, build the parts and read the tables back."""
        if self._built:
            return
        try:
            store = self._given_store or await self._open_store()
            self._build(store)
        finally:
            self._start.store_open.set()
        await self.registry.read_back()
        await store.threads()
        if self.database is not None:
            await settle(self.database)
            self._read = True
            await note_start(store, self.clock.now(), self._entropy.draw(8) if self.database.a_copy else None)
        self._presenter.era = await era_of(store)

    def _build(self, store: Store) -> None:
        self._store = store
        presenter = DiscordPresenter(self, self.words, learn=self.clock.learn, now=self.clock.now, gate=self.gate)
        self._presenter = presenter
        self.settings = Settings(store, self.clock.now)
        self.recorder = Recorder(store, store.record)
        kept = self.config.record
        self.retention = Retention(
            store.record,
            self.clock,
            journal_days=kept.journal_days,
            grace_days=kept.server_grace_days,
            share=self.share,
        )
        self.registry = Registry(
            store,
            presenter,
            self.clock,
            self._entropy,
            self.settings,
            lobby_minutes=self.config.game.lobby_minutes,
            stop_notice_s=self.config.game.stop_notice_seconds,
            ended=self.recorder.game_ended,
            share=self.share,
        )
        self.retention.deleted = self.registry.servers_deleted
        self.membership = Membership(self, self.registry, self.retention)
        self.reach = Reach(self, self.registry)
        self.house_rules = HouseRules(store, self.clock.now)
        presenter.fresh = self.registry.live
        self.threads = Threads(store, self.clock, presenter.archive_thread, self._holds, self.share)
        self.registry.let_go = self.threads.ended
        door = Door(self.settings, store, self.clock.now)
        servers = Servers(self.house_rules, self.settings, door, self.threads)
        self.desk = Desk(self.registry, servers, self.clock, self.words, presenter, recorder=self.recorder)
        self._measure(presenter)
        self._built = True

    async def _go_on(self) -> None:
        """Let the tables go on, and begin everything that writes or asks something of Discord."""
        store = self._store
        self.tree.add_command(cheat_commands(self))
        await self.tree.set_translator(CommandTranslator(self.words))
        self.add_dynamic_items(*ITEMS)
        self._started = True
        self.recorder.begin()
        self.retention.begin()
        # No clock of theirs may run out before people can press.
        self.reach.awaited(self.shard_ids or range(self.shard_count or 1))
        recovered = await self.registry.go_on(a_copy=self.database is not None and self.database.a_copy)
        await self.threads.recover()
        if self._shut:
            # Stopped meanwhile: nothing more is to be asked of Discord.
            return
        if recovered:
            log.info("tables brought back", extra={"tables": recovered})
        if not self.share.alone and self.database is not None:
            self._relay = relay_of(self, SqliteRelays(self.database))
        survive(self._connection.parsers)
        if self.share.first and self.config.sync.commands and self.application_id is not None:
            await sync_if_changed(self.tree, store, self.application_id)
        if (palette := self.config.cards.palette) is not None and self.application_id is not None:
            # Beside everything else: until the pictures are there, cards are told in text.
            self._dressing = asyncio.create_task(self._dress(store, palette), name="faces")

    async def _dress(self, store: Store, palette: Palette) -> None:
        """Show cards with faces once Discord has all of them."""
        try:
            if self.share.first:
                self.words.faces = await faces_on_discord(self, store, palette, on_the_way())
            else:
                self.words.faces = await faces_sent(self, store, palette)
        except Exception:
            log.exception("no pictures for the cards, they are told in text")

    def _measure(self, presenter: DiscordPresenter) -> None:
        """Count what goes on; what is read of the tables is asked for when it is read."""
        self.metrics.tables, self.metrics.queued = self.registry.phases, self.registry.queued
        self.desk.done = self.metrics.tap
        presenter.failed = self.metrics.troubles.add
        if self.database is not None:
            self.database.tell(self.metrics.stored)
            if self.share.first and self.database.path is not None:
                self._soundness = Soundness(self.database.path, self._read_through)

    def _read_through(self, sound: bool) -> None:
        self._damaged = self.metrics.damaged = not sound

    @property
    def state(self) -> State:
        """Whether the bot plays, for a supervisor."""
        if self._shut:
            return "stopping"
        if not self.is_ready():
            return "starting"
        return "damaged" if self._damaged and self.reach.state == "ok" else self.reach.state

    def _holds(self, channel_id: int) -> bool:
        return self.registry.at_channel(channel_id) is not None

    async def _open_store(self) -> Store:
        self.database = await Database.open(self.config.database.path, self.share, look=look)
        await update_schema(self.database)
        return SqliteTableStore(self.database)

    async def close(self) -> None:
        """Stop taking presses, finish those in hand, then close Discord and the database.

        All of it shares one time, however slow Discord is: whoever asked for it waits ten seconds before they kill.
        Closing twice is fine: it is done once, to its end, and whoever asks waits for that. discord.py asks, too, in a
        task that may be cancelled meanwhile.
        """
        if self._closing is None:
            self._shut = True
            self._closing = asyncio.create_task(self._close(), name="close")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        budget = Budget(LONGEST_STOP_S)
        if self._dressing is not None:
            self._dressing.cancel()
            await asyncio.wait([self._dressing], timeout=budget.left)
        if self._soundness is not None:
            await self._soundness.close()
        try:
            await self._start.break_off(self._leave_tables, budget)
            if self._started:
                await self.desk.close(min(LONGEST_ANSWERS_S, budget.left))
                if self._relay is not None:
                    await self._relay.close()
                await self.registry.close(budget.but(LAST_S))
                self.threads.close()
                await self.recorder.close(budget.but(GOODBYE_S))
                await self.retention.close(budget.but(GOODBYE_S))
        finally:
            try:
                # Before signing in there is nothing to close, and discord.py 2.7.1 would stumble over that.
                if self._signing_in:
                    await self._say_goodbye(max(budget.left, GOODBYE_S))
            finally:
                if self.database is not None:
                    await self.database.close(as_found=not self._read)

    async def _leave_tables(self) -> None:
        if self._built:
            await self.registry.break_off(LAST_S)

    async def _say_goodbye(self, within_s: float) -> None:
        """Leave the gateway, be it without its answer, for which discord.py would wait half a minute."""
        leaving = asyncio.ensure_future(super().close())
        done, _ = await asyncio.wait([leaving], timeout=within_s)
        if done:
            leaving.result()
            return
        log.warning("Discord did not answer the goodbye")
        await self.http.close()

    # --- the gateway ---------------------------------------------------------------------------------------------

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Make one connection; with the first one it is known how many there will be, which Discord may have said."""
        if initial and self._started:
            self.reach.awaited(self.shard_ids or range(self.shard_count or 1))
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def on_ready(self) -> None:
        """Signed in; may happen again after a long loss of connection."""
        log.info("ready", extra={"servers": len(self.guilds), "shards": self.shard_count or 1})
        await self.membership.told()
        if self.at_first_ready is not None:
            once, self.at_first_ready = self.at_first_ready, None
            once()
        if self._soundness is not None:
            self._soundness.begin()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A connection is lost: what people press there reaches nobody; what happens is told later, or never."""
        self.membership.lost(shard_id)
        self.reach.lost(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """A session begins; what was to be told before never comes."""
        await self.membership.begun(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Connected, perhaps anew."""
        self.reach.found(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Connected again, and what was missed follows."""
        self.reach.found(shard_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited to a server, perhaps again."""
        await self.membership.joined(guild.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what no button and no command takes: old, foreign and tampered components, and forms."""
        if self._relay is not None:
            self._relay.saw(interaction)
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.desk.unclaimed(interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server (an outage doesn't come here)."""
        await self.membership.removed(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, and its threads with it."""
        for gone in (*getattr(channel, "threads", ()), channel):
            await self.membership.channel_gone(gone.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self.membership.channel_gone(payload.thread_id)
