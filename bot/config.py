"""The operator's settings: frozen models, read once from TOML and the environment.

Where it sits: ``bot.__main__`` calls `load` before anything else and hands the `Config` on; every part takes the
section it needs as an argument. It must never be a global, never be written back, and never let the token out: neither
in a ``repr`` nor in an error, however badly the file is broken.
"""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from pydantic import BaseModel, SecretStr, ValidationError

from bot.config_sections import (
    CardSettings,
    DatabaseSettings,
    DiscordSettings,
    GameSettings,
    HealthSettings,
    LogSettings,
    ProcessSettings,
    RecordSettings,
    Section,
    SyncSettings,
)
from bot.logs import redact
from bot.tables.share import ALONE, Share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

DEFAULT_FILE: Final = "config.toml"
"""Read from the working directory when no file is named."""

ENVIRONMENT: Final[Mapping[str, tuple[str, str]]] = {
    "DISCORD_TOKEN": ("discord", "token"),
    "CHEAT_DATABASE": ("database", "path"),
    "CHEAT_LOG_LEVEL": ("log", "level"),
    "CHEAT_HEALTH_PORT": ("health", "port"),
    "CHEAT_HEALTH_ADDRESS": ("health", "address"),
    "CHEAT_PROCESSES_COUNT": ("processes", "count"),
    "CHEAT_PROCESSES_NUMBER": ("processes", "number"),
}
"""Environment variables that win over the file, with the key each one sets. An empty variable counts as not given."""


_OURS: Final = "CHEAT_"
_NUMBERS: Final = frozenset({"port", "count", "number"})


class ConfigError(Exception):
    """The settings can't be used. Its text is for the operator and names every mistake found, one a line."""


class Config(Section):
    """All settings. ``Config()`` is a bot with every default and no token."""

    discord: DiscordSettings = DiscordSettings()
    database: DatabaseSettings = DatabaseSettings()
    game: GameSettings = GameSettings()
    cards: CardSettings = CardSettings()
    record: RecordSettings = RecordSettings()
    log: LogSettings = LogSettings()
    health: HealthSettings = HealthSettings()
    sync: SyncSettings = SyncSettings()
    processes: ProcessSettings = ProcessSettings()

    @property
    def share(self) -> Share:
        """What this process answers for."""
        if self.processes.count == 1:
            return ALONE
        return Share(self.processes.count, self.processes.number, self.discord.shard_count or self.processes.count)


def fields() -> Iterator[tuple[str, str, FieldInfo]]:
    """Every key there is, as (section, key, field), in the order of the models."""
    for section, holder in Config.model_fields.items():
        model = holder.annotation
        if isinstance(model, type) and issubclass(model, BaseModel):
            for key, field in model.model_fields.items():
                yield section, key, field


def find(explicit: Path | None, directory: Path) -> Path | None:
    """The file to read: the one named, else ``config.toml`` in *directory* if it is there, else none."""
    if explicit is not None:
        return explicit
    default = directory / DEFAULT_FILE
    return default if default.exists() else None


def load(file: Path | None, environ: Mapping[str, str]) -> Config:
    """Read *file* (``None``: defaults only), let *environ* override it, and check the whole.

    Raises `ConfigError` naming every mistake. It is raised outside any ``except`` block on purpose: a chained
    exception would carry the raw values, the token among them, into whatever prints it.
    """
    unknown = list(_unknown_variables(environ))
    raw = _read(file) if file is not None else {}
    source = _Source(str(file) if file is not None else "settings", _override(raw, environ))
    config: Config | None = None
    mistakes: list[ErrorDetails] = []
    try:
        config = Config.model_validate(raw)
    except ValidationError as error:
        mistakes = error.errors(include_url=False, include_context=False)
    apart = [] if config is None else list(_do_not_fit(config, source))
    if config is None or unknown or apart:
        told = [*(_sentence(it, raw, source) for it in mistakes), *apart, *unknown]
        raise ConfigError("\n".join(dict.fromkeys(told)))
    return config


def _do_not_fit(config: Config, source: _Source) -> Iterator[str]:
    """A sentence for every value that is fine by itself and not beside the others."""
    count, number, shards = config.processes.count, config.processes.number, config.discord.shard_count
    if number > count:
        yield f"{source.place('processes', 'number')} = {number}: must be at most processes.count, which is {count}"
    if count > 1 and (shards is None or shards < count):
        given = "is not given" if shards is None else f"= {shards}"
        yield (
            f"{source.place('discord', 'shard_count')} {given}: must be a whole number from {count} up where there are "
            f"{count} processes (processes.count)"
        )


def _unknown_variables(environ: Mapping[str, str]) -> Iterator[str]:
    """A sentence for every variable that means this bot by its name and sets nothing."""
    for variable in sorted(environ):
        if not variable.startswith(_OURS) or variable in ENVIRONMENT:
            continue
        meant = variable.removeprefix(_OURS)
        known = [name.removeprefix(_OURS) for name in ENVIRONMENT if name.startswith(_OURS)]
        near = difflib.get_close_matches(meant, known, n=1)
        in_file = [f"{section}.{key}" for section, key, _ in fields() if meant.lower() in {key, f"{section}_{key}"}]
        if near:
            hint = f"did you mean {_OURS}{near[0]}?"
        elif in_file:
            hint = f"set {in_file[0]} in the file"
        else:
            hint = f"known: {', '.join(ENVIRONMENT)}"
        yield f"environment variable {redact(variable)}: there is no such setting ({hint})"


def _read(file: Path) -> dict[str, Any]:
    """The TOML in *file*, or a `ConfigError` that says what is wrong with the file as such."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        problem = "there is no such file"
    except UnicodeDecodeError:
        problem = "this is no UTF-8 text"
    except OSError as error:
        problem = f"can't be read: {error.strerror or type(error).__name__}"
    except tomllib.TOMLDecodeError as error:
        # The parser names the place and what it expected there, and may quote a key; it never quotes a value.
        problem = f"this is not valid TOML: {redact(str(error))}"
    raise ConfigError(f"{file}: {problem}")


def _override(raw: dict[str, Any], environ: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """Write the environment's values into *raw*; return which key came from which variable."""
    origins: dict[tuple[str, ...], str] = {}
    for variable, (section, key) in ENVIRONMENT.items():
        value = environ.get(variable, "").strip()
        holder = raw.setdefault(section, {}) if value else None
        # A section that is no table is reported as such; there is nothing to override in it.
        if isinstance(holder, dict):
            holder[key] = int(value) if key in _NUMBERS and value.isascii() and value.isdigit() else value
            origins[section, key] = variable
    return origins


@dataclass(frozen=True, slots=True)
class _Source:
    """Where the values came from, to name it in an error."""

    file: str
    origins: Mapping[tuple[str, ...], str]

    def place(self, *key: str) -> str:
        """Where a key's value was, or would have been, given."""
        variable, name = self.origins.get(key), ".".join(key)
        return f"environment variable {variable} ({name})" if variable else f"{self.file}: {name}"


def _sentence(mistake: ErrorDetails, raw: Mapping[str, Any], source: _Source) -> str:
    """One mistake in words for the operator: where, which key, what was given, what is allowed."""
    place = tuple(str(part) for part in mistake["loc"][:2])
    key = redact(".".join(place))
    if mistake["type"] == "extra_forbidden":
        return f"{source.file}: {key}: there is no such key{_suggestion(place)}"
    field = next((field for section, name, field in fields() if (section, name) == place), None)
    if field is None:
        # A whole section of the wrong type. What stands there is not shown: it may be a token put in the wrong place.
        return f"{source.file}: {key}: must be a section: write [{key}] on a line, its keys below"
    extra = field.json_schema_extra
    allowed = extra["allowed"] if isinstance(extra, dict) else "something else"
    where = source.place(*place)
    if SecretStr in (field.annotation, *get_args(field.annotation)):
        return f"{where}: must be {allowed} (what was given is not shown)"
    return f"{where} = {_shown(raw[place[0]][place[1]])}: must be {allowed}"


def _shown(value: object) -> str:
    """A wrong value as the operator wrote it; never what is inside a list or table, and never a token."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return redact(f'"{value}"')
        case dict():
            return "(a table)"
        case list():
            return "(a list)"
        case _:
            return str(value)


def _suggestion(place: tuple[str, ...]) -> str:
    """`` (did you mean …?)`` for the known key or section nearest to an unknown one, else all that would be known."""
    known: list[str] = [key for section, key, _ in fields() if section == place[0]]
    if len(place) > 1:
        near = difflib.get_close_matches(place[-1], known, n=1)
        elsewhere = [f"{section}.{key}" for section, key, _ in fields() if key == place[-1]]
        guess = f"{place[0]}.{near[0]}" if near else next(iter(elsewhere), None)
        return f" (did you mean {guess}?)" if guess else f" (known in [{place[0]}]: {', '.join(known)})"
    # A key in no section: the most likely slip is a forgotten section line.
    home = [f"{section}.{key}" for section, key, _ in fields() if key == place[0]]
    near = home or [f"[{name}]" for name in difflib.get_close_matches(place[0], Config.model_fields, n=1)]
    return f" (did you mean {near[0]}?)" if near else f" (known sections: {', '.join(Config.model_fields)})"
