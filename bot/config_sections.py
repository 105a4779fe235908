"""The sections of the operator's settings: every key with its meaning, its bounds and what it is at first.

`bot.config` reads them. `allowed` is what an error says after "must be". Nothing here may show the token.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, StrictBool

from bot.faces.drawing import Palette
from bot.logs import LogFormat, LogLevel

MOST_PROCESSES: Final = 10
"""Each waits five seconds for its turn to sign in; Discord does not wait for ever."""


def _stripped(value: object) -> object:
    """A pasted token often carries a line end; an empty one is none."""
    if isinstance(value, str):
        return value.strip() or None
    return value


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


def _not_blank(value: object) -> object:
    if isinstance(value, str) and not value.strip():
        raise ValueError("blank")
    return value


class Section(BaseModel):
    """Some keys: frozen, none but those named, and no value in an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


# `allowed` is what an error says after "must be"; tests/test_config.py holds it against what is really accepted.


class DiscordSettings(Section):
    """How the bot signs in."""

    token: Annotated[
        SecretStr | None,
        BeforeValidator(_stripped),
        Field(description="the bot's token", json_schema_extra={"allowed": "text: the bot's token"}),
    ] = None
    shard_count: Annotated[
        int | None,
        Field(
            strict=True,
            ge=1,
            description="gateway connections; None lets Discord advise",
            json_schema_extra={"allowed": "a whole number from 1 up"},
        ),
    ] = None


class DatabaseSettings(Section):
    """Where everything is kept."""

    path: Annotated[
        Path,
        BeforeValidator(_not_blank),
        Field(
            description="the SQLite file, relative to the working directory",
            json_schema_extra={"allowed": "the path of a file, as text"},
        ),
    ] = Path("data/cheat.db")


class GameSettings(Section):
    """What holds for every table of this bot."""

    lobby_minutes: Annotated[
        int,
        Field(
            strict=True,
            ge=1,
            le=120,
            description="minutes after which an untouched lobby closes",
            json_schema_extra={"allowed": "a whole number from 1 to 120"},
        ),
    ] = 15
    stop_notice_seconds: Annotated[
        int,
        Field(
            strict=True,
            ge=0,
            le=5,
            description="how long tables are told of a stop before it; 0 tells none",
            json_schema_extra={"allowed": "a whole number from 0 to 5"},
        ),
    ] = 3


class CardSettings(Section):
    """How cards are shown."""

    faces: Annotated[
        Literal["off", "two-colour", "four-colour"],
        Field(
            description="pictures of the cards, uploaded as emojis of the application; off tells them in text",
            json_schema_extra={"allowed": '"two-colour", "four-colour" or "off"'},
        ),
    ] = "two-colour"

    @property
    def palette(self) -> Palette | None:
        """The colours of the suits, or nothing where cards are text."""
        return None if self.faces == "off" else Palette(self.faces)


class RecordSettings(Section):
    """How long things are kept."""

    journal_days: Annotated[
        int,
        Field(
            strict=True,
            ge=0,
            le=36500,
            description="days after which the moves of a finished game are deleted; 0 keeps them",
            json_schema_extra={"allowed": "a whole number from 0 to 36500"},
        ),
    ] = 365
    server_grace_days: Annotated[
        int,
        Field(
            strict=True,
            ge=0,
            le=3650,
            description="days after which the data of a server that removed the bot is deleted",
            json_schema_extra={"allowed": "a whole number from 0 to 3650"},
        ),
    ] = 30


class LogSettings(Section):
    """What is logged, and how it looks."""

    level: Annotated[
        LogLevel,
        BeforeValidator(_upper),
        Field(
            description="the least severe level logged", json_schema_extra={"allowed": "DEBUG, INFO, WARNING or ERROR"}
        ),
    ] = "INFO"
    format: Annotated[
        LogFormat,
        Field(description="text for people, json for programs", json_schema_extra={"allowed": '"text" or "json"'}),
    ] = "text"
    file: Annotated[
        Path | None,
        BeforeValidator(_not_blank),
        Field(
            description="a file that is written beside stderr; None writes none",
            json_schema_extra={"allowed": "the path of a file, as text"},
        ),
    ] = None
    file_mb: Annotated[
        int,
        Field(
            strict=True,
            ge=1,
            le=1000,
            description="megabytes after which a new log file is begun",
            json_schema_extra={"allowed": "a whole number from 1 to 1000"},
        ),
    ] = 10
    old_files: Annotated[
        int,
        Field(
            strict=True,
            ge=1,
            le=100,
            description="full log files that are kept",
            json_schema_extra={"allowed": "a whole number from 1 to 100"},
        ),
    ] = 5


class HealthSettings(Section):
    """Whether the bot can be asked how it is."""

    port: Annotated[
        int | None,
        Field(
            strict=True,
            ge=1,
            le=65535,
            description="port of /healthz and /metrics; None listens nowhere",
            json_schema_extra={"allowed": "a whole number from 1 to 65535"},
        ),
    ] = None
    address: Annotated[
        str,
        BeforeValidator(_not_blank),
        Field(
            description="the address it listens on; the default is reached from this machine alone",
            json_schema_extra={"allowed": "an address of this machine, as text"},
        ),
    ] = "127.0.0.1"


class SyncSettings(Section):
    """Whether the bot registers its slash commands itself."""

    commands: Annotated[
        StrictBool,
        Field(description="register changed commands at the start", json_schema_extra={"allowed": "true or false"}),
    ] = True


class ProcessSettings(Section):
    """Which of the bot's processes this is, where one is not enough."""

    count: Annotated[
        int,
        Field(
            strict=True,
            ge=1,
            le=MOST_PROCESSES,
            description="processes that share the servers among them by shard",
            json_schema_extra={"allowed": f"a whole number from 1 to {MOST_PROCESSES}"},
        ),
    ] = 1
    number: Annotated[
        int,
        Field(
            strict=True,
            ge=1,
            le=MOST_PROCESSES,
            description="which of them this is; number 1 has the direct messages",
            json_schema_extra={"allowed": f"a whole number from 1 to {MOST_PROCESSES}"},
        ),
    ] = 1
