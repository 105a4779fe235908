"""``python -m bot check``: is everything in place to run? One line a check.

Where it sits: called by ``bot.__main__`` instead of a run. It must never change or lock anything nor leave
anything behind, never talk to Discord, and never print any part of the token but the application id that everybody can
see anyway.
"""

from __future__ import annotations

import base64
import binascii
import re
import tempfile
from typing import TYPE_CHECKING, Final

from bot.config import ConfigError, load
from bot.store.errors import StoreError
from bot.store.locks import EMPTIED, is_known
from bot.store.migrations import examine

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pydantic import SecretStr

    from bot.config import Config

OK: Final = 0
PROBLEM: Final = 1
CONFIG_PROBLEM: Final = 2

PERMISSIONS: Final = 1 << 10 | 1 << 11 | 1 << 38
"""View Channel, Send Messages, Send Messages in Threads: all the bot asks of a server."""

INVITE: Final = (
    "https://discord.com/oauth2/authorize?client_id={application}&scope=bot%20applications.commands"
    f"&permissions={PERMISSIONS}"
)

_PART: Final = re.compile(r"[\w-]+", re.ASCII)
_WIDTH: Final = 12


def run(file: Path | None, environ: Mapping[str, str]) -> int:
    """Print every check; return 0 if all is well, 2 if the settings need work, 1 for anything else."""
    try:
        config = load(file, environ)
    except ConfigError as error:
        for line in str(error).splitlines():
            _print("settings", problem=line)
        return CONFIG_PROBLEM
    _print("settings", ok=f"read from {file}" if file is not None else "no config.toml here, using the defaults")
    application = _check_token(config.discord.token)
    database_is_well = _check_database(config)
    print(f"{'permissions':<{_WIDTH}} View Channel, Send Messages, Send Messages in Threads ({PERMISSIONS})")
    print(f"{'invite':<{_WIDTH}} {INVITE.format(application=application or 'APPLICATION_ID')}")
    if application is None:
        print(f"{'':<{_WIDTH}} APPLICATION_ID: on your application's General Information page in the developer portal")
        return CONFIG_PROBLEM
    return OK if database_is_well else PROBLEM


def application_id(token: str) -> str | None:
    """The application's id in the first of a token's three parts, or ``None`` if this is no token by its shape.

    >>> application_id("MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0")
    '123456789012345678'
    """
    parts = token.split(".")
    if len(parts) != 3 or not all(map(_PART.fullmatch, parts)):
        return None
    first = parts[0]
    try:
        decoded = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return decoded if decoded.isdigit() else None


def _check_token(token: SecretStr | None) -> str | None:
    if token is None:
        _print("token", problem="none given: put it in config.toml, [discord] token, or in DISCORD_TOKEN")
        return None
    application = application_id(token.get_secret_value())
    if application is None:
        _print(
            "token",
            problem="this doesn't look like a bot's token (three parts with dots between them): "
            "copy it again from the developer portal, page Bot, not the client secret or the public key",
        )
    else:
        _print("token", ok=f"has a token's shape, for application {application}; only Discord knows if it is valid")
    return application


def _check_database(config: Config) -> bool:
    path = config.database.path
    problem = _file_problem(path) if path.exists() else _place_problem(path)
    if problem is not None:
        _print("database", problem=problem)
        return False
    if not path.exists():
        _print("database", ok=f"{path} will be made at the first start")
        return True
    true_path = path.resolve()
    try:
        version = examine(true_path)
    except StoreError as error:
        # The sentence that a run would end with.
        _print("database", problem=str(error))
        return False
    if not true_path.stat().st_size and is_known(true_path):
        _print("database", ok=f"{path} {EMPTIED}")
        return True
    _print("database", ok=f"{path}, " + ("still empty" if version is None else f"schema version {version}"))
    return True


def _file_problem(path: Path) -> str | None:
    if not path.is_file():
        return f"{path} is no file"
    try:
        path.open("r+b").close()
    except OSError as error:
        return f"{path} is not ours to read and write ({error.strerror})"
    # SQLite keeps its journal beside the file.
    trouble = _trouble_in(path.resolve().parent)
    return f"{path.parent} is not ours to write in ({trouble})" if trouble else None


def _place_problem(path: Path) -> str | None:
    """Why the file could not be made at the first start, if it could not."""
    nearest = next(parent for parent in path.absolute().parents if parent.exists())
    if not nearest.is_dir():
        return f"{path} can't be made: {nearest} is no directory"
    trouble = _trouble_in(nearest)
    return f"{path} can't be made: {nearest} is not ours to write in ({trouble})" if trouble else None


def _trouble_in(directory: Path) -> str | None:
    """Why no file can be made there. Only trying tells: permission bits say nothing of root, `/proc` or a full disk."""
    try:
        tempfile.TemporaryFile(dir=directory).close()
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def _print(name: str, *, ok: str | None = None, problem: str | None = None) -> None:
    print(f"{name:<{_WIDTH}} {'ok' if problem is None else 'problem'}: {problem or ok}")
