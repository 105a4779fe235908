"""One life of the bot's own process: from signing in to the last line in the database, and what its end means.

Called by `bot.__main__`. It listens to signals, opens the health port, and turns what kept the bot from running into a
sentence and an exit status. It must never end with a traceback for what its owner can mend, and never tell the token.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Callable
from typing import Final

import aiohttp
import discord

from bot.app import CheatBot
from bot.collector import Collector
from bot.config import Config
from bot.health import HealthServer
from bot.metrics import LoopLag
from bot.store import DiskFull, StoreError

log = logging.getLogger(__name__)

#: So long the store's thread waits for the interpreter at most, which it does after every statement, while we draw.
SWITCH_S: Final = 0.0005

OK: Final = 0
FAULT: Final = 1
NEEDS_WORK: Final = 2
STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def run(config: Config) -> int:
    """Run until told to stop and return the exit status: 0 stopped, 1 a fault, 2 the settings need work."""
    token = config.discord.token
    if token is None:
        _say("There is no token to sign in with: see config.example.toml, or run `python -m bot check`.")
        return NEEDS_WORK
    try:
        return asyncio.run(serve(CheatBot, config, token.get_secret_value()))
    finally:
        # All is stored: a second signal must not turn the end of the process into a failure.
        for number in stop_signals():
            signal.signal(number, signal.SIG_IGN)


def stop_signals() -> tuple[signal.Signals, ...]:
    """What asks this process to stop: also that its terminal is closed, unless it was started to outlive that."""
    hangup = getattr(signal, "SIGHUP", None)  # Windows has none
    if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:
        return STOP_SIGNALS
    return (*STOP_SIGNALS, hangup)


async def serve(make_bot: Callable[[Config], CheatBot], config: Config, token: str) -> int:
    """One life of the bot, from signing in to the last line in the database."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in stop_signals():
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl+C arrives as KeyboardInterrupt
            log.debug("no handler for signal %s here", number)
    bot = make_bot(config)
    sys.setswitchinterval(SWITCH_S)
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
        case DiskFull():
            # It passes by itself, perhaps: worth another try.
            _say(str(failure))
            return FAULT
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
