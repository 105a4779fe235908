"""The Discord client: puts the parts together, starts and stops them, and passes on what the gateway tells.

Where it sits: `bot.__main__` calls `run`; the tests and the sandbox build a `CheatBot` of their own. Starting means:
open and migrate the store, build the parts, know the buttons, bring the live tables back, register changed commands.
It must never hold a rule, answer a press itself, or tell anybody the token.
"""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.collector import Collector
from bot.command_sync import sync_if_changed
from bot.config import Config
from bot.face_sync import faces_on_discord
from bot.faces.drawing import Palette
from bot.health import HealthServer, State
from bot.membership import Membership
from bot.metrics import LoopLag, Metrics
from bot.progress import Tell, progress
from bot.store import Database, SqliteTableStore, StoreError, migrate
from bot.tables.clock import DiscordClock
from bot.tables.door import Door
from bot.tables.house_rules import HouseRules
from bot.tables.ports import Entropy, Store
from bot.tables.recorder import Recorder
from bot.tables.registry import Registry
from bot.tables.retention import Retention
from bot.tables.settings import Settings
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

OK: Final = 0
FAULT: Final = 1
NEEDS_WORK: Final = 2
#: Commands that work however much was typed before: one frees a channel, two give a seat up and take it back, and the
#: others only tell the asker something.
ALWAYS: Final = frozenset({"stop", "leave", "back", "rules", "help"})
STARTED: Final = "started_at"
STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class SystemEntropy:
    """Chance from the operating system (implements `ports.Entropy`)."""

    def draw(self, size: int) -> bytes:
        """`size` unpredictable bytes."""
        return secrets.token_bytes(size)


def _utcnow() -> datetime:
    # Looked up at each call: the end-to-end tests put virtual time there.
    return discord.utils.utcnow()


class CheatTree(app_commands.CommandTree["CheatBot"]):
    """Slash commands, each admitted by the desk and answered whatever happens."""

    async def interaction_check(self, interaction: discord.Interaction[CheatBot], /) -> bool:
        """Run a command once, and only while it can still be answered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        desk = self.client.desk
        reply = desk.reply(interaction)
        try:
            command = interaction.command
            return await desk.admit_command(reply, always=command is not None and command.name in ALWAYS)
        except Exception as error:
            # discord.py would only drop it, and whoever asked would wait.
            await reply.fault(error)
            return False

    async def on_error(
        self, interaction: discord.Interaction[CheatBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell whoever asked, and the log, what went wrong."""
        reply = self.client.desk.reply(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("no choices could be offered", exc_info=error)
        elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            # Discord clients show the commands of before an upgrade for a while.
            await reply.say("desk-old-command")
        else:
            await reply.fault(getattr(error, "original", error))


class CheatBot(discord.AutoShardedClient):
    """The client. Parts given from outside (`store`, `entropy`, `wall`) are used as they are; the store stays open."""

    registry: Registry
    recorder: Recorder
    retention: Retention
    membership: Membership
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
        #: Where all requests that count pass, and where the figures about them stand.
        self.gate = gate or Gate()
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
        self.config = config
        self.metrics = metrics
        self.tree = CheatTree(self)
        self.words = Words()
        self.clock = DiscordClock(wall)
        self.database: Database | None = None
        self._given_store = store
        self._entropy: Entropy = entropy or SystemEntropy()
        self._started = False
        self._signing_in = False
        self._shut = False
        #: Done once, when the bot is ready for the first time; the process that is the bot's own sets it.
        self.at_first_ready: Callable[[], None] | None = None
        self._dressing: asyncio.Task[None] | None = None

    async def login(self, token: str) -> None:
        """Sign in; from here on discord.py has something to close."""
        self._signing_in = True
        await super().login(token)

    async def setup_hook(self) -> None:
        """Everything that comes before the first event; raises `StoreError` when the database can't be used."""
        store = self._given_store or await self._open_store()
        presenter = DiscordPresenter(self, self.words, learn=self.clock.learn, now=self.clock.now, gate=self.gate)
        self.settings = Settings(store, self.clock.now)
        self.recorder = Recorder(store, store.record)
        kept = self.config.record
        self.retention = Retention(
            store.record, self.clock, journal_days=kept.journal_days, grace_days=kept.server_grace_days
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
        )
        self.retention.deleted = self.registry.servers_deleted
        self.membership = Membership(self, self.registry, self.retention)
        self.house_rules = HouseRules(store, self.clock.now)
        presenter.fresh = self.registry.live
        self.threads = Threads(store, self.clock, presenter.archive_thread, self._holds)
        self.registry.let_go = self.threads.ended
        door = Door(self.settings, store, self.clock.now)
        servers = Servers(self.house_rules, self.settings, door, self.threads)
        self.desk = Desk(self.registry, servers, self.clock, self.words, presenter, recorder=self.recorder)
        self._measure(presenter)
        self.tree.add_command(cheat_commands(self))
        await self.tree.set_translator(CommandTranslator(self.words))
        self.add_dynamic_items(*ITEMS)
        self._started = True
        self.recorder.begin()
        self.retention.begin()
        recovered = await self.registry.recover()
        await self.threads.recover()
        if recovered:
            log.info("tables brought back", extra={"tables": recovered})
        if self.config.sync.commands and self.application_id is not None:
            await sync_if_changed(self.tree, store, self.application_id)
        if (palette := self.config.cards.palette) is not None and self.application_id is not None:
            # Beside everything else: until the pictures are there, cards are told in text.
            self._dressing = asyncio.create_task(self._dress(store, palette), name="faces")

    async def _dress(self, store: Store, palette: Palette) -> None:
        """Show cards with faces once Discord has all of them."""
        try:
            self.words.faces = await faces_on_discord(self, store, palette, _on_the_way())
        except Exception:
            log.exception("no pictures for the cards, they are told in text")

    def _measure(self, presenter: DiscordPresenter) -> None:
        """Count what goes on; what is read of the tables is asked for when it is read."""
        self.metrics.tables, self.metrics.queued = self.registry.phases, self.registry.queued
        self.desk.done = self.metrics.tap
        presenter.failed = self.metrics.troubles.add
        if self.database is not None:
            self.database.tell(self.metrics.stored)

    @property
    def state(self) -> State:
        """Whether the bot plays, for a supervisor."""
        if self._shut:
            return "stopping"
        return "ok" if self.is_ready() else "starting"

    def _holds(self, channel_id: int) -> bool:
        return self.registry.at_channel(channel_id) is not None

    async def _open_store(self) -> Store:
        self.database = await Database.open(self.config.database.path)
        await migrate(self.database)
        store = SqliteTableStore(self.database)
        # A disk that takes nothing is better found out now than at the first tap.
        await store.set_meta(STARTED, self.clock.now().isoformat(timespec="seconds"))
        return store

    async def close(self) -> None:
        """Stop taking presses, finish those in hand, then close Discord and the database. Closing twice is fine."""
        if self._shut:
            return
        self._shut = True
        if self._dressing is not None:
            self._dressing.cancel()
            await asyncio.gather(self._dressing, return_exceptions=True)
        try:
            if self._started:
                await self.desk.close()
                await self.registry.close()
                self.threads.close()
                await self.recorder.close()
                await self.retention.close()
        finally:
            try:
                # Before signing in there is nothing to close, and discord.py 2.7.1 would stumble over that.
                if self._signing_in:
                    await super().close()
            finally:
                if self.database is not None:
                    await self.database.close()

    # --- the gateway ---------------------------------------------------------------------------------------------

    async def on_ready(self) -> None:
        """Signed in; may happen again after a long loss of connection."""
        log.info("ready", extra={"servers": len(self.guilds), "shards": self.shard_count or 1})
        await self.membership.told()
        if self.at_first_ready is not None:
            once, self.at_first_ready = self.at_first_ready, None
            once()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A connection is lost: what happens now is told later, or never."""
        self.membership.lost(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """A session begins; what was to be told before never comes."""
        await self.membership.begun(shard_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited to a server, perhaps again."""
        await self.membership.joined(guild.id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what no button and no command takes: old, foreign and tampered components, and forms."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.desk.unclaimed(interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server (an outage doesn't come here)."""
        await self.membership.removed(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted, and its threads with it."""
        for thread in getattr(channel, "threads", ()):
            await self.registry.forget_channel(thread.id)
        await self.registry.forget_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self.registry.forget_channel(payload.thread_id)


def _on_the_way() -> Tell:
    """How far the pictures are: as a bar only on a terminal that is told of such things at all."""
    out = sys.stderr if log.isEnabledFor(logging.INFO) else io.StringIO()
    return progress(out, "pictures of cards", "pictures of cards uploaded")


def run(config: Config) -> int:
    """Run until told to stop and return the exit status: 0 stopped, 1 a fault, 2 the settings need work."""
    token = config.discord.token
    if token is None:
        _say("There is no token to sign in with: see config.example.toml, or run `python -m bot check`.")
        return NEEDS_WORK
    return asyncio.run(_serve(CheatBot, config, token.get_secret_value()))


async def _serve(make_bot: Callable[[Config], CheatBot], config: Config, token: str) -> int:
    """One life of the bot, from signing in to the last line in the database."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl+C arrives as KeyboardInterrupt
            log.debug("no handler for signal %s here", number)
    bot = make_bot(config)
    collector = Collector()
    bot.at_first_ready = collector.begin
    port, address = config.health.port, config.health.address
    health = None if port is None else HealthServer(port, lambda: bot.state, bot.metrics.text, address=address)
    lag = LoopLag(bot.metrics.lag.observe)
    try:
        if health is not None:
            await health.start()
            lag.start()
    except OSError as error:
        _say(f"The health port {port} of {address} can't be opened: {error.strerror or type(error).__name__}.")
        return FAULT
    try:
        return await _until_stopped(bot, token, stop)
    finally:
        lag.stop()
        collector.stop()
        if health is not None:
            await health.stop()


async def _until_stopped(bot: CheatBot, token: str, stop: asyncio.Event) -> int:
    running = asyncio.create_task(bot.start(token), name="bot")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        log.info("stopping")
    stopping.cancel()
    failure = running.exception() if running.done() and not running.cancelled() else None
    try:
        await bot.close()
    finally:
        if not running.done():
            running.cancel()
        # Its own end is of no interest any more; what went wrong before is told below.
        await asyncio.gather(running, stopping, return_exceptions=True)
    if failure is None:
        log.info("stopped")
        return OK
    return _explain(failure)


def _explain(failure: BaseException) -> int:
    """Say what kept the bot from running, in words for whoever runs it."""
    match failure:
        case discord.LoginFailure():
            _say("Discord does not accept this token. Copy it again from the developer portal, page Bot.")
            return NEEDS_WORK
        case StoreError():
            _say(str(failure))
            return NEEDS_WORK
        case aiohttp.ClientError() | OSError() | discord.GatewayNotFound():
            _say(f"Discord can't be reached ({type(failure).__name__}). Is this machine connected to the internet?")
            return FAULT
        case discord.HTTPException():
            _say(f"Discord refused to let the bot in (HTTP status {failure.status}). Try again later.")
            return FAULT
        case _:
            raise failure


def _say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
