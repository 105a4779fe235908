"""``python -m bot sandbox``: play in a browser on this machine, at a page that looks like Discord.

`bot.__main__` calls `run`. The page and what it is told are in `bot.sandbox.site`; what is played is the real bot on
`bot.sandbox.stage`, where time passes as it does here. It must never listen where others can reach it, unless asked to.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.config import Config
from bot.sandbox import opening
from bot.sandbox.doors import Door, is_loopback
from bot.sandbox.sayings import saying

NEEDS_WORK: Final = 2
FAULT: Final = 1
# A press that waits for a moment to pass (a call, while others may be faster) keeps nobody else waiting longer.
WAITING_S: Final = 0.05
STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def run(
    config: Config,
    *,
    people: Sequence[str],
    data: Path | None,
    language: str,
    host: str,
    port: int,
    speed: float = 1.0,
    allow_others: bool = False,
    show: bool = False,
) -> int:
    """Serve the page until told to stop; return the exit status (2: this address is not for others to see).

    Time passes there `speed` times as fast as here.
    """
    if not is_loopback(host) and not allow_others:
        sys.stderr.write(saying(language, "not_here", host=host))
        return NEEDS_WORK
    door = Door(host, port, foreign=not is_loopback(host))

    def play(path: Path) -> int:
        return asyncio.run(_serve(config, people, path, door, language, speed=speed, kept=data is not None, show=show))

    return opening.run(play, data)


async def _serve(
    config: Config,
    people: Sequence[str],
    path: Path,
    door: Door,
    language: str,
    *,
    speed: float,
    kept: bool,
    show: bool,
) -> int:
    from bot.sandbox.live import Live  # noqa: PLC0415 - simcord comes later, see opening.run
    from bot.sandbox.site import site  # noqa: PLC0415

    stop = _stop_signal()
    now = datetime.now(UTC)
    async with opening.opened(config, people, path, language=language, waiting_s=WAITING_S, not_before=now) as (
        stage,
        goes_on,
    ):
        live = Live(stage, speed=speed, goes_on=goes_on)
        here = door
        runner = web.AppRunner(site(live, lambda: here), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            listening = web.TCPSite(runner, door.host, door.port)
            try:
                await listening.start()
            except OSError as error:
                reason = error.strerror or type(error).__name__
                sys.stderr.write(saying(language, "no_door", host=door.host, port=door.port, reason=reason))
                return FAULT
            here = Door(door.host, _port(runner), foreign=door.foreign, key=door.key)
            _announce(here, people, path if kept else None, language, show=show)
            await _until_stopped(live.run(), stop)
        finally:
            await runner.cleanup()
    print(saying(language, "goodbye"), flush=True)
    return 0


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows: Ctrl+C arrives as KeyboardInterrupt
            continue
    return stop


async def _until_stopped(work: Coroutine[None, None, None], stop: asyncio.Event) -> None:
    """Do the work until told to stop; a fault in it is raised."""
    running = asyncio.create_task(work, name="live")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
    finally:
        running.cancel()
        stopping.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)


def _port(runner: web.AppRunner) -> int:
    return int(runner.addresses[0][1])


def _announce(door: Door, people: Sequence[str], kept: Path | None, language: str, *, show: bool) -> None:
    told = "" if kept is None else saying(language, "kept", path=kept)
    print(saying(language, "ready", address=door.address, people=", ".join(people), kept=told), flush=True)
    if show and _has_screen():
        webbrowser.open(door.address)


def _has_screen() -> bool:
    """Whether a browser would open a window, and not take the terminal."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
