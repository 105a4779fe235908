"""How the bot logs: one line an event, on stderr and in a file, for people or programs, with every token cut out.

Where it sits: ``bot.__main__`` calls `configure` once, before anything that logs. Everybody else writes
``_log.info("table opened", extra={"table": 7})``: a fixed message, the facts as fields. It must never let a token
through, whoever logs it: whoever reads the log could otherwise post as the bot.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final, Literal, TextIO

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["text", "json"]


@dataclass(frozen=True, slots=True)
class LogFile:
    """Where the log is written besides stderr: a file of at most so many megabytes, and how many full ones are kept."""

    path: Path
    megabytes: int
    old: int


REDACTED: Final = "[redacted]"

# A bot token is three base64url parts (application id, time, signature). Lengths are kept loose: better one harmless
# dotted word too many than a token of a shape that is new. A match begins
# where a word does: tried everywhere in a very long one, it would take minutes.
_BOT_TOKEN: Final = re.compile(r"(?:mfa\.[\w-]{20,}|(?<![\w-])[\w-]{18,}\.[\w-]{5,8}\.[\w-]{25,})", re.ASCII)
# Whoever has an interaction's token can answer in the bot's name for 15 minutes. It stands in the URLs that discord.py
# logs; wherever else it turns up, it starts with base64("interaction:").
_URL_TOKEN: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?#\s\"'<>\\]+")
_INTERACTION_TOKEN: Final = re.compile(r"aW50ZXJhY3Rpb246[\w-]{16,}", re.ASCII)

_QUIET: Final = ("discord", "aiosqlite")
"""Loggers that never get below INFO: discord.py's DEBUG lines carry payloads and URLs, aiosqlite's every row."""

_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_BARE_VALUE: Final = re.compile(r"[^\s\"=]+")


def redact(text: str) -> str:
    """*text* without anything that looks like a bot's token or an interaction's.

    >>> redact("POST https://discord.com/api/v10/webhooks/123/secret/messages/@original")
    'POST https://discord.com/api/v10/webhooks/123/[redacted]/messages/@original'
    """
    text = _URL_TOKEN.sub(rf"\g<1>{REDACTED}", text)
    text = _INTERACTION_TOKEN.sub(REDACTED, text)
    return _BOT_TOKEN.sub(REDACTED, text)


class TokenFilter(logging.Filter):
    """Cuts tokens out of a record's message, arguments, exception text and fields, and drops what should be quiet.

    It sits on the handler and not on a logger, since a logger's filters don't see what its children log.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether *record* is to be written; changes it in place."""
        if record.levelno < logging.INFO and record.name.partition(".")[0] in _QUIET:
            return False
        # The arguments are merged first: a token may be split between the message and one of them.
        record.msg, record.args = redact(_message(record)), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redact(record.exc_text)
        if record.stack_info:
            record.stack_info = redact(record.stack_info)
        for name, value in _fields(record).items():
            setattr(record, name, _redacted(value))
        return True


class TextFormatter(logging.Formatter):
    """``time level logger message key=value``; an exception follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever is in the message: a name with a line end in it must not forge a second one."""
        words = [_time(record), f"{record.levelname:<7}", record.name, _one_line(record.getMessage())]
        words += [f"{name}={_value(value)}" for name, value in _fields(record).items()]
        return "\n".join([" ".join(words), *_tracebacks(record)])


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message, the fields, and ``exception`` if there was one."""

    def format(self, record: logging.LogRecord) -> str:
        """A field named like one of the fixed keys is kept under its name with a ``_`` behind it."""
        entry: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        for name, value in _fields(record).items():
            entry[f"{name}_" if name in entry or name == "exception" else name] = value
        if tracebacks := _tracebacks(record):
            entry["exception"] = "\n".join(tracebacks)
        return json.dumps(entry, ensure_ascii=False, default=str)


class _StderrHandler(logging.StreamHandler[TextIO]):
    """Told apart by its type from handlers of others, which `configure` leaves alone."""


class _FileHandler(RotatingFileHandler):
    """A file for its owner alone, begun anew when it is full. One that can't be written costs a line, once."""

    failing = False

    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
        return super()._open()

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record; the file can be written again as soon as one gets through."""
        before, self.failing = self.failing, False
        super().emit(record)
        if self.failing and not before:
            sys.stderr.write(f"The log file {self.baseFilename} can't be written; the log goes on here alone.\n")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, ARG002 - logging's own name
        """Note it: `logging` would print a traceback for each record."""
        self.failing = True


def configure(level: LogLevel, fmt: LogFormat, file: LogFile | None = None) -> None:
    """Send all logging from *level* up to stderr, and to *file* as well. A second call takes the place of the first.

    Raises ``OSError`` if the file can't be written; then nothing has changed.
    """
    handlers: list[logging.Handler] = [_StderrHandler(sys.stderr)]
    if file is not None:
        file.path.absolute().parent.mkdir(parents=True, exist_ok=True)
        handlers.append(
            _FileHandler(file.path, maxBytes=file.megabytes * 1_000_000, backupCount=file.old, encoding="utf-8")
        )
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old, _StderrHandler | _FileHandler)]:
        root.removeHandler(old)
        if isinstance(old, _FileHandler):
            old.close()
    for handler in handlers:
        handler.addFilter(TokenFilter())
        handler.setFormatter(JsonFormatter() if fmt == "json" else TextFormatter())
        root.addHandler(handler)
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(root.level, logging.INFO))


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        # Somebody's placeholders don't match: the line is worth more than the mistake in it.
        return f"{record.msg} {record.args}"


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """What the caller passed as ``extra``."""
    return {name: value for name, value in vars(record).items() if name not in _PLAIN}


def _redacted(value: object) -> object:
    """*value* as it is if it can't hold a token, else its text (or its parts) without one."""
    match value:
        case None | bool() | int() | float():
            return value
        case dict():
            return {redact(str(key)): _redacted(part) for key, part in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_redacted(part) for part in value]
        case _:
            return redact(str(value))


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _tracebacks(record: logging.LogRecord) -> list[str]:
    if record.exc_info and not record.exc_text:
        record.exc_text = logging.Formatter().formatException(record.exc_info)
    return [text for text in (record.exc_text, record.stack_info) if text]


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def _value(value: object) -> str:
    """A field's value; in quotes if it would not stand as one word."""
    text = str(value)
    return text if _BARE_VALUE.fullmatch(text) and text.isprintable() else json.dumps(text, ensure_ascii=False)
