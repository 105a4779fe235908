"""``python -m bot``: read the command line and the settings, set up the log, hand over.

Where it sits: the way in. Each command's part is imported only when it is asked for, so that ``--help`` and ``check``
work where the rest does not. It must never decide anything about a game, and never show a traceback for what is the
operator's to put right.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bot import __version__, config, logs
from bot.config_sections import LogSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.share import Share

_log = logging.getLogger(__name__)

USAGE_ERROR: Final = 2
INTERRUPTED: Final = 130

HOW_TO_SIGN_IN: Final = """\
There is no token to sign in to Discord with.
  Get one:  https://discord.com/developers/applications (the Discord developer portal), your application, page Bot
  Give it:  token = "..." under [discord] in config.toml, or the environment variable DISCORD_TOKEN
  Or play without one, here:  python -m bot sandbox
"""
SANDBOX_NOTE: Final = "No Discord token given: starting the sandbox, a table in your browser. (More: --help)"

DEFAULT_PEOPLE: Final = ("Ann", "Bob", "Cy")
MOST_PEOPLE: Final = 10
DEFAULT_LANGUAGE: Final = "en-US"
DEFAULT_HOST: Final = "127.0.0.1"
MOST_PORT: Final = 65535
MOST_SPEED: Final = 20


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in *argv* (default: the process's own) and return the exit status.

    0 all went well, 1 a fault, 2 the command line or the settings need work, 130 interrupted from the keyboard.
    """
    arguments = parser().parse_args(argv)
    logs.configure("INFO", "text")  # until the settings say how
    try:
        return _run(arguments)
    except config.ConfigError as error:
        print(error, file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        # Through the log and not through the interpreter: the log cuts tokens out of tracebacks.
        _log.critical("stopped by a fault", exc_info=True)
        return 1


def parser() -> argparse.ArgumentParser:
    """The command line as argparse knows it."""
    # SUPPRESS: --config may stand before or after the command, and the one not given must not undo the other.
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--config", type=Path, metavar="FILE", help="settings (default: config.toml, if it is here)")
    top = argparse.ArgumentParser(
        prog="python -m bot",
        description="Cheat for Discord: a bot that plays the bluffing card game Cheat.",
        epilog="Without a command: run if there is a token, else the sandbox. Settings: see config.example.toml.",
        parents=[shared],
    )
    top.add_argument("--version", action="version", version=f"Cheat for Discord {__version__}")
    commands = top.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    commands.add_parser("run", parents=[shared], help="run the bot on Discord", description="Run the bot on Discord.")
    _add_sandbox(commands, shared)
    text = "say whether settings, token and database are in order"
    commands.add_parser("check", parents=[shared], help=text, description=f"{text[0].upper()}{text[1:]}.")
    text = "copy the database to FILE, also while the bot runs"
    backup = commands.add_parser("backup", parents=[shared], help=text, description=f"{text[0].upper()}{text[1:]}.")
    backup.add_argument("target", type=Path, metavar="FILE", help="the copy")
    text = "count all games anew from their journals (stop the bot first)"
    commands.add_parser("rebuild-stats", parents=[shared], help=text, description=f"{text[0].upper()}{text[1:]}.")
    return top


def _add_sandbox(commands: Any, shared: argparse.ArgumentParser) -> None:
    text = "play at a table in your browser or on this terminal, without Discord"
    sandbox = commands.add_parser("sandbox", parents=[shared], help=text, description=f"{text[0].upper()}{text[1:]}.")
    sandbox.add_argument("--text", action="store_true", help="on this terminal, without a browser")
    sandbox.add_argument("--virtual", action="store_true", help="with --text: nobody waits for a window to close")
    sandbox.add_argument("--data", type=Path, metavar="FILE", help="keep games in this file (default: keep nothing)")
    sandbox.add_argument(
        "--people", type=_people, default=DEFAULT_PEOPLE, metavar="NAMES", help='who plays (default: "Ann,Bob,Cy")'
    )
    sandbox.add_argument(
        "--language",
        choices=sorted(folder.name for folder in (resources.files("bot") / "ui" / "locales").iterdir()),
        default=DEFAULT_LANGUAGE,
        help=f"what the people there read (default: {DEFAULT_LANGUAGE})",
    )
    sandbox.add_argument("--port", type=_port, default=0, help="where the page is (default: any port that is free)")
    sandbox.add_argument(
        "--host", default=DEFAULT_HOST, metavar="ADDRESS", help="this machine's address (default: only it gets there)"
    )
    sandbox.add_argument(
        "--speed", type=_speed, default=1.0, metavar="TIMES", help="how fast time passes in the browser (default: 1)"
    )
    sandbox.add_argument("--allow-others", action="store_true", help="allow an address others can reach; they play too")
    sandbox.add_argument("--no-open", action="store_true", help="print the page's address, but open no browser")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number up to {MOST_PORT}")
    return int(text)


def _speed(text: str) -> float:
    try:
        times = float(text)
    except ValueError:
        times = 0.0
    if not 1.0 <= times <= MOST_SPEED:
        raise argparse.ArgumentTypeError(f"time can pass 1 to {MOST_SPEED} times as fast")
    return times


def _people(text: str) -> tuple[str, ...]:
    """The names in ``Ann,Bob,Cy``; they are told apart by their name alone."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError("a name is missing between the commas")
    if len({name.casefold() for name in names}) < len(names):
        raise argparse.ArgumentTypeError("every name must be different")
    if len(names) > MOST_PEOPLE:
        raise argparse.ArgumentTypeError(f"at most {MOST_PEOPLE} people have a seat")
    return names


def _run(arguments: argparse.Namespace) -> int:
    file = config.find(getattr(arguments, "config", None), Path.cwd())
    if arguments.command == "check":
        from bot import check

        return check.run(file, os.environ)
    settings = config.load(file, os.environ)
    command = arguments.command
    if command is None:
        command = "run" if settings.discord.token else "sandbox"
        if command == "sandbox":
            print(SANDBOX_NOTE, flush=True)
            arguments = parser().parse_args(["sandbox"])
    if command == "sandbox":
        return _sandbox(settings, arguments)
    if command in {"backup", "rebuild-stats"}:
        logs.configure(settings.log.level, settings.log.format)
    else:
        _log_to(settings.log, settings.share)
    if command == "backup":
        return _backup(settings, arguments.target)
    if command == "rebuild-stats":
        return _rebuild_stats(settings)
    if settings.discord.token is None:
        print(HOW_TO_SIGN_IN, end="", file=sys.stderr)
        return USAGE_ERROR
    from bot import running

    return running.run(settings)


def _log_to(wanted: LogSettings, share: Share) -> None:
    """Log as the settings say; raises `ConfigError` where that is not possible.

    Of several processes each has a file of its own, cheat-2.log for cheat.log: only one can begin a file anew.
    """
    path = wanted.file
    if path is not None and not share.alone:
        path = path.with_name(f"{path.stem}-{share.number}{path.suffix}")
    file = None if path is None else logs.LogFile(path, wanted.file_mb, wanted.old_files)
    try:
        logs.configure(wanted.level, wanted.format, file)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise config.ConfigError(f"log.file = {path}: can't be written: {reason}") from None


def _sandbox(settings: config.Config, arguments: argparse.Namespace) -> int:
    # The game is on the same terminal: unless asked for, only what is wrong is logged between its lines.
    asked = "level" in settings.log.model_fields_set
    logs.configure(settings.log.level if asked else "WARNING", settings.log.format)
    if arguments.text:
        from bot.sandbox import text

        return text.run(
            settings,
            people=arguments.people,
            data=arguments.data,
            language=arguments.language,
            virtual=arguments.virtual,
        )
    if arguments.virtual:
        print("Virtual time is for the terminal: python -m bot sandbox --text --virtual", file=sys.stderr)
        return USAGE_ERROR
    from bot.sandbox import web

    return web.run(
        settings,
        people=arguments.people,
        data=arguments.data,
        language=arguments.language,
        host=arguments.host,
        port=arguments.port,
        speed=arguments.speed,
        allow_others=arguments.allow_others,
        show=not arguments.no_open,
    )


def _backup(settings: config.Config, target: Path) -> int:
    from bot.store import backup, errors

    try:
        asyncio.run(backup.backup(settings.database.path, target))
    except errors.StoreError as error:
        print(f"No backup made: {error}", file=sys.stderr)
        return 1
    print(f"Backed up {settings.database.path} to {target}")
    return 0


def _rebuild_stats(settings: config.Config) -> int:
    from bot import rebuild
    from bot.store import errors

    try:
        counted, unread = asyncio.run(rebuild.rebuild(settings.database.path))
    except errors.StoreError as error:
        print(f"Nothing was counted: {error}", file=sys.stderr)
        return 1
    left = f"; {unread} could not be read, and their results were left as they are" if unread else ""
    print(f"Games counted anew: {counted}{left}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
