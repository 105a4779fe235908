"""The log: its two shapes, and that no token gets through, whoever logs it and however."""

from __future__ import annotations

import errno
import io
import json
import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.logs import REDACTED, LogFile, configure, redact

if TYPE_CHECKING:
    from collections.abc import Iterator

BOT_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"
URL_TOKEN = "A-b_C1"
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OmFiY2RlZg"
FOLLOW_UP = f"https://discord.com/api/v10/webhooks/123/{URL_TOKEN}/messages/@original"
CALLBACK = f"https://discord.com/api/v10/interactions/123/{URL_TOKEN}/callback"

log = logging.getLogger("bot.somewhere")


@pytest.fixture(autouse=True)
def untouched_logging() -> Iterator[None]:
    """Puts back what `configure` changes in the process."""
    names = (None, "discord", "aiosqlite")
    levels = {name: logging.getLogger(name).level for name in names}
    handlers = logging.getLogger().handlers[:]
    yield
    configure("WARNING", "text")  # closes a file
    logging.getLogger().handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    out, err = capsys.readouterr()
    assert out == "", "stdout is for answers, the log goes to stderr"
    return err.splitlines()


def test_text_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", "text")
    log.info("table opened", extra={"table": 7, "channel": "the parlour", "empty": ""})
    log.debug("not shown")
    (line,) = lines(capsys)
    time, rest = line.split(" ", 1)
    assert time.endswith("Z")
    assert rest == 'INFO    bot.somewhere table opened table=7 channel="the parlour" empty=""'


def test_a_message_stays_on_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", "text")
    log.info("seated %s", "Ann\n2000-01-01 ERROR forged", extra={"by": "Bob\nCy"})
    (line,) = lines(capsys)
    assert r"Ann\n2000-01-01" in line
    assert r'by="Bob\nCy"' in line


def test_json_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", "json")
    extra = {"table": 7, "seats": (1, 2), "level": "easy", "exception": "no", "where": {"a": None}, "odd": log}
    log.warning("table %d opened", 7, extra=extra)
    (line,) = lines(capsys)
    entry = json.loads(line)
    assert entry.pop("time").endswith("Z")
    assert entry == {
        "level": "WARNING",
        "logger": "bot.somewhere",
        "message": "table 7 opened",
        "table": 7,
        "seats": [1, 2],
        "level_": "easy",
        "exception_": "no",
        "where": {"a": None},
        "odd": str(log),
    }


def test_an_exception_follows_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    for fmt in ("text", "json"):
        configure("INFO", "text" if fmt == "text" else "json")
        try:
            raise ValueError("the reason")
        except ValueError:
            log.exception("failed", stack_info=True)
    text, *more, last = lines(capsys)
    assert text.endswith("bot.somewhere failed")
    assert "ValueError: the reason" in more
    exception = json.loads(last)["exception"]
    assert "ValueError: the reason" in exception
    assert "Stack (most recent call last)" in exception


def test_configuring_twice_logs_once_and_leaves_other_handlers(capsys: pytest.CaptureFixture[str]) -> None:
    other = logging.NullHandler()
    logging.getLogger().addHandler(other)
    configure("INFO", "text")
    configure("WARNING", "text")
    log.info("not shown")
    log.warning("shown")
    assert len(lines(capsys)) == 1
    assert other in logging.getLogger().handlers


def test_a_mistake_in_the_placeholders_costs_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", "text")
    # Straight to our handler: pytest's own makes an error of it.
    record = log.makeRecord("bot.somewhere", logging.INFO, __file__, 1, "table %d", ("seven",), None)
    logging.getLogger().handlers[-1].handle(record)
    (line,) = lines(capsys)
    assert line.endswith("table %d ('seven',)")


@pytest.mark.parametrize("name", ["discord", "discord.http", "discord.webhook.async", "aiosqlite"])
def test_chatty_loggers_never_write_debug(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure("DEBUG", "text")
    chatty = logging.getLogger(name)
    before = chatty.level
    try:
        chatty.debug("not shown")
        chatty.setLevel(logging.DEBUG)  # somebody asks for it by name
        chatty.debug("not shown either")
        chatty.info("shown")
    finally:
        chatty.setLevel(before)
    logging.getLogger("discordance").debug("another's name")
    shown = lines(capsys)
    assert [line.rpartition(" ")[2] for line in shown] == ["shown", "name"]


def test_discord_is_as_quiet_as_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    configure("ERROR", "text")
    logging.getLogger("discord.http").warning("not shown")
    assert lines(capsys) == []


def test_a_file_gets_the_same_and_is_begun_anew_when_it_is_full(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "logs" / "cheat.log"
    configure("INFO", "json", LogFile(file, megabytes=1, old=2))
    log.info("table opened", extra={"table": 7, "url": FOLLOW_UP})
    (line,) = lines(capsys)
    assert file.read_text(encoding="utf-8") == line + "\n"
    assert URL_TOKEN not in line
    assert file.stat().st_mode & 0o777 == 0o600
    for number in range(40):
        log.info("x" * 100_000, extra={"number": number})
    names = sorted(path.name for path in file.parent.iterdir())
    assert names == ["cheat.log", "cheat.log.1", "cheat.log.2"]
    sizes = [path.stat().st_size for path in file.parent.iterdir()]
    assert max(sizes) <= 1_000_000
    assert {path.stat().st_mode & 0o777 for path in file.parent.iterdir()} == {0o600}
    newest = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
    assert newest["number"] == 39
    configure("INFO", "text")
    log.info("not there")
    assert "not there" not in file.read_text(encoding="utf-8")


class FullDisk(io.StringIO):
    """Takes nothing."""

    def write(self, text: str, /) -> int:
        """Fail as a file on a full disk does."""
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_that_can_not_be_written_costs_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", "text", LogFile(tmp_path / "cheat.log", megabytes=1, old=1))
    (handler,) = [handler for handler in logging.getLogger().handlers if isinstance(handler, RotatingFileHandler)]
    plain, handler.stream = handler.stream, cast("Any", FullDisk())
    for _ in range(3):
        log.info("one more")
    handler.stream = plain
    log.info("space again")
    told = lines(capsys)
    assert sum("can't be written" in line for line in told) == 1
    assert sum("one more" in line for line in told) == 3
    assert not any("Traceback" in line for line in told)
    assert "space again" in (tmp_path / "cheat.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (BOT_TOKEN, REDACTED),
        (f"Authorization: Bot {BOT_TOKEN}.", f"Authorization: Bot {REDACTED}."),
        ("mfa." + "x" * 30, REDACTED),
        (FOLLOW_UP, f"https://discord.com/api/v10/webhooks/123/{REDACTED}/messages/@original"),
        (CALLBACK, f"https://discord.com/api/v10/interactions/123/{REDACTED}/callback"),
        (f"{FOLLOW_UP.removesuffix('/messages/@original')}?wait=true", "webhooks/123/[redacted]?wait=true"),
        (f"token={INTERACTION_TOKEN}", f"token={REDACTED}"),
    ],
)
def test_redact(text: str, rest: str) -> None:
    assert redact(text).endswith(rest)


@pytest.mark.parametrize(
    "text",
    [
        "bot.tables.table 12 3.14 2026-01-01T00:00:00.000Z",
        "discord.ext.commands.errors.ExtensionNotFound",
        "https://discord.com/api/v10/channels/123/messages/456",
        "POST /webhooks/{webhook_id}/{webhook_token}",
    ],
)
def test_redact_leaves_the_rest(text: str) -> None:
    assert redact(text) == text


class Failed(Exception):
    """Carries a token in its text, as an HTTP error carries its URL."""


@pytest.mark.parametrize("fmt", ["text", "json"])
def test_no_token_gets_through(fmt: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure("DEBUG", "json" if fmt == "json" else "text")
    secrets = f"{BOT_TOKEN} {FOLLOW_UP} {CALLBACK} {INTERACTION_TOKEN}"
    logging.getLogger("discord.http").warning("We are being rate limited. POST %s responded with 429.", FOLLOW_UP)
    log.info(secrets)
    log.info("%s and %r", secrets, Failed(secrets))
    log.info("split /webhooks/%d/%s", 123, URL_TOKEN)
    log.info("%(url)s", {"url": secrets})
    log.info("fields", extra={"url": secrets, "nested": {secrets: [secrets]}, "error": Failed(secrets)})
    try:
        try:
            raise Failed(secrets)
        except Failed as error:
            error.add_note(secrets)
            raise Failed("outer") from error
    except Failed:
        log.exception("failed", stack_info=True)
    shown = "\n".join(lines(capsys))
    for secret in (BOT_TOKEN, URL_TOKEN, INTERACTION_TOKEN):
        assert secret not in shown
    assert shown.count(REDACTED) > 20
    if fmt == "json":
        assert all(json.loads(line) for line in shown.splitlines())


def test_text_cached_by_another_handler_is_cut_too(capsys: pytest.CaptureFixture[str]) -> None:
    configure("INFO", "text")
    record = log.makeRecord("bot.somewhere", logging.ERROR, __file__, 1, "failed", (), None)
    record.exc_text = f"Traceback: {BOT_TOKEN}"
    log.handle(record)
    assert lines(capsys)[-1] == f"Traceback: {REDACTED}"
