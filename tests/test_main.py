"""The command line: what starts what, and what the operator is told when it can't."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from bot import __version__
from bot.__main__ import main
from bot.check import PERMISSIONS, application_id
from bot.config import ENVIRONMENT, Config
from bot.logs import configure

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"
ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def bare_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working directory and no variable of ours; logging as it was before, afterwards."""
    monkeypatch.chdir(tmp_path)
    for variable in ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield tmp_path
    root.handlers[:] = handlers
    root.setLevel(level)


class Parts:
    """Stands in for the parts that are started, and notes how."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, Config, object]] = []
        self.fault: BaseException | None = None
        app, sandbox = ModuleType("bot.app"), ModuleType("bot.sandbox")
        text, web = ModuleType("bot.sandbox.text"), ModuleType("bot.sandbox.web")
        vars(app)["run"] = self.run
        vars(text)["run"] = self.play
        vars(web)["run"] = self.serve
        vars(sandbox).update(text=text, web=web)
        for module in (app, sandbox, text, web):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr("bot.app", app, raising=False)
        monkeypatch.setattr("bot.sandbox", sandbox, raising=False)

    def run(self, config: Config) -> int:
        if self.fault is not None:
            raise self.fault
        self.calls.append(("app", config, None))
        return 0

    def play(self, config: Config, *, people: tuple[str, ...], data: Path | None, language: str, virtual: bool) -> int:
        self.calls.append(("text", config, (people, data, language, virtual)))
        return 0

    def serve(self, config: Config, **options: object) -> int:
        self.calls.append(("page", config, options))
        return 0


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> Parts:
    return Parts(monkeypatch)


def test_with_a_token_it_runs(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert main([]) == 0
    assert main(["run"]) == 0
    assert [name for name, *_ in parts.calls] == ["app", "app"]


def test_each_of_several_processes_has_a_log_of_its_own(bare_directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare_directory / "config.toml").write_text(
        '[discord]\nshard_count = 2\n[log]\nfile = "logs/cheat.log"\n[processes]\ncount = 2\n', encoding="utf-8"
    )
    Parts(monkeypatch)
    for number in ("1", "2"):
        monkeypatch.setenv("CHEAT_PROCESSES_NUMBER", number)
        main(["run"])
        for handler in logging.getLogger().handlers:
            handler.close()
    assert sorted(file.name for file in (bare_directory / "logs").iterdir()) == ["cheat-1.log", "cheat-2.log"]


def test_a_log_file_that_can_not_be_made_is_said(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bare_directory: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    (bare_directory / "file").write_text("", encoding="utf-8")
    for name, status in (("file/cheat.log", 2), ("logs/cheat.log", 0)):
        (bare_directory / "config.toml").write_text(f'[log]\nfile = "{name}"\n', encoding="utf-8")
        assert main(["run"]) == status
    said = capsys.readouterr().err
    assert "log.file = file/cheat.log: can't be written" in said
    assert "Traceback" not in said
    assert (bare_directory / "logs/cheat.log").exists()
    configure("INFO", "text")  # closes it


PAGE = {
    "people": ("Ann", "Bob", "Cy"),
    "data": None,
    "language": "en-US",
    "host": "127.0.0.1",
    "port": 0,
    "speed": 1.0,
    "allow_others": False,
    "show": True,
}


def test_without_a_token_it_opens_the_sandbox_and_says_so(parts: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert [(name, options) for name, _, options in parts.calls] == [("page", PAGE)]
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert "sandbox" in out


def test_the_sandbox_takes_its_options(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    shared = ["--people", "Dee, Eve", "--data", "x.db", "--language", "de"]
    assert main(["sandbox", "--text", *shared, "--virtual"]) == 0
    assert (
        main(["sandbox", *shared, "--host", "::1", "--port", "8080", "--allow-others", "--no-open", "--speed", "5"])
        == 0
    )
    assert [(name, options) for name, _, options in parts.calls] == [
        ("text", (("Dee", "Eve"), Path("x.db"), "de", True)),
        (
            "page",
            {
                "people": ("Dee", "Eve"),
                "data": Path("x.db"),
                "language": "de",
                "host": "::1",
                "port": 8080,
                "speed": 5.0,
                "allow_others": True,
                "show": False,
            },
        ),
    ]


def test_virtual_time_is_for_the_terminal(parts: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sandbox", "--virtual"]) == 2
    assert "--text --virtual" in capsys.readouterr().err
    assert parts.calls == []


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("port", "-1"),
        ("port", "65536"),
        ("port", "http"),
        ("speed", "0"),
        ("speed", "nan"),
        ("speed", "fast"),
        ("language", "xx"),
    ],
)
def test_ports_and_speeds_are_numbers_with_limits(
    option: str, value: str, parts: Parts, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["sandbox", f"--{option}={value}"])
    assert caught.value.code == 2
    assert option in capsys.readouterr().err


def test_the_sandbox_logs_only_what_is_wrong_unless_asked(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["sandbox"])
    assert logging.getLogger().level == logging.WARNING
    monkeypatch.setenv("CHEAT_LOG_LEVEL", "debug")
    main(["sandbox"])
    assert logging.getLogger().level == logging.DEBUG


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ("Ann,,Bob", "missing"),
        ("", "missing"),
        ("Ann,ann", "different"),
        (",".join("abcdefghijk"), "at most 10"),
    ],
)
def test_people_must_be_told_apart(people: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["sandbox", "--people", people])
    assert caught.value.code == 2
    assert words in capsys.readouterr().err


def test_run_without_a_token_says_what_to_do(parts: Parts, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    err = capsys.readouterr().err
    for words in (
        "https://discord.com/developers/applications",
        "config.toml",
        "[discord]",
        "DISCORD_TOKEN",
        "python -m bot sandbox",
    ):
        assert words in err
    assert parts.calls == []


@pytest.mark.parametrize("arguments", [["--config", "my.toml", "run"], ["run", "--config", "my.toml"]])
def test_config_may_stand_on_either_side(arguments: list[str], parts: Parts, bare_directory: Path) -> None:
    (bare_directory / "my.toml").write_text(f'[discord]\ntoken = "{TOKEN}"\n[game]\nlobby_minutes = 7\n')
    (bare_directory / "config.toml").write_text("[game]\nlobby_minutes = 8\n")
    assert main(arguments) == 0
    assert parts.calls[0][1].game.lobby_minutes == 7


def test_config_toml_is_read_by_itself(parts: Parts, bare_directory: Path) -> None:
    (bare_directory / "config.toml").write_text("[game]\nlobby_minutes = 8\n")
    assert main([]) == 0
    assert parts.calls[0][1].game.lobby_minutes == 8


@pytest.mark.parametrize("command", [[], ["run"], ["sandbox"], ["backup", "copy.db"]])
def test_a_mistake_in_the_settings_is_no_traceback(
    command: list[str], bare_directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare_directory / "config.toml").write_text("[game]\nlobby_minutes = 0\n")
    assert main(command) == 2
    err = capsys.readouterr().err
    assert err.endswith("config.toml: game.lobby_minutes = 0: must be a whole number from 1 to 120\n")
    assert "Traceback" not in err


def test_a_fault_is_logged_without_the_token(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    parts.fault = RuntimeError(f"signed in as {TOKEN}")
    assert main(["run"]) == 1
    err = capsys.readouterr().err
    assert "RuntimeError: signed in as [redacted]" in err
    assert TOKEN not in err


def test_interrupted_from_the_keyboard(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    parts.fault = KeyboardInterrupt()
    assert main(["run"]) == 130


def test_backup(bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CHEAT_DATABASE", "live.db")
    assert main(["backup", "copy.db"]) == 1
    assert "No backup made: " in capsys.readouterr().err
    make_database(bare_directory / "live.db", version=3)
    assert main(["backup", "copy.db"]) == 0
    assert capsys.readouterr().out == "Backed up live.db to copy.db\n"
    with closing(sqlite3.connect("copy.db")) as copy:
        assert copy.execute("SELECT max(version) FROM schema_migrations").fetchone() == (3,)


def make_database(path: Path, *, version: int | None, wal: bool = False) -> sqlite3.Connection:
    """A file as the store leaves it, with nothing in it but the record of its schema."""
    database = sqlite3.connect(path)
    if wal:
        database.execute("PRAGMA journal_mode=WAL")
    if version is not None:
        database.execute("CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT)")
        database.execute("INSERT INTO schema_migrations VALUES (?, 'tables')", (version,))
    database.commit()
    if not wal:
        database.close()
    return database


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, str]]:
    code = main([*arguments, "check"])
    found = [line.split(None, 1) for line in capsys.readouterr().out.splitlines()]
    return code, dict(reversed(found))


def test_check_when_all_is_well(
    bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    code, found = check(capsys)
    assert code == 0
    assert found["settings"] == "ok: no config.toml here, using the defaults"
    assert found["token"].startswith("ok: ")
    assert found["database"] == "ok: data/cheat.db will be made at the first start"
    assert "Send Messages in Threads (274877910016)" in found["permissions"]
    assert found["invite"] == (
        "https://discord.com/oauth2/authorize?client_id=123456789012345678"
        "&scope=bot%20applications.commands&permissions=274877910016"
    )
    assert PERMISSIONS == 274877910016
    text = str(found)
    assert not any(part in text for part in TOKEN.split("."))
    assert list(bare_directory.iterdir()) == [], "a check makes nothing"


def test_check_names_the_file_and_what_is_wrong_in_it(bare_directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bare_directory / "my.toml").write_text(f'[discord]\ntoken = "{TOKEN}"\n')
    assert check(capsys, "--config", "my.toml")[1]["settings"] == "ok: read from my.toml"
    (bare_directory / "my.toml").write_text("[game]\nlobby_minutes = 0\n")
    code, found = check(capsys, "--config", "my.toml")
    assert code == 2
    assert found["settings"].startswith("problem: my.toml: game.lobby_minutes = 0: ")


def test_check_without_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = check(capsys)
    assert code == 2
    assert found["token"].startswith("problem: none given")
    assert "client_id=APPLICATION_ID&" in found["invite"]
    assert "APPLICATION_ID:" in found


@pytest.mark.parametrize(
    "token",
    ["hunter2", "a.b", "a.b.c.d", "MTIz..x", "bm90IGEgbnVtYmVy.x.y", "_____w.x.y", "a.b.c", "MTIz.x.y z", "MTIz.é.y"],
)
def test_check_of_a_token_that_is_none(
    token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert application_id(token) is None
    code, found = check(capsys)
    assert code == 2
    assert found["token"].startswith("problem: this doesn't look like")
    if len(token) > 6:
        assert token not in str(found)


def check_database(path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("CHEAT_DATABASE", path)
    code, found = check(capsys)
    return code, found["database"]


def test_check_reads_the_schema_s_version(
    bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A name that would mean something else in a URI.
    make_database(bare_directory / "a?b#c%20.db", version=4)
    assert check_database("a?b#c%20.db", monkeypatch, capsys) == (0, "ok: a?b#c%20.db, schema version 4")
    make_database(bare_directory / "new.db", version=None)
    assert check_database("new.db", monkeypatch, capsys) == (0, "ok: new.db, still empty")


def test_check_beside_a_running_bot(
    bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(make_database(bare_directory / "live.db", version=5, wal=True)):
        assert check_database("live.db", monkeypatch, capsys) == (0, "ok: live.db, schema version 5")
    before = sorted(bare_directory.iterdir())
    assert check_database("live.db", monkeypatch, capsys) == (0, "ok: live.db, schema version 5")
    assert sorted(bare_directory.iterdir()) == before == [bare_directory / "live.db"]


def test_check_of_a_database_that_is_none(
    bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare_directory / "notes.txt").write_text("not a database, but long enough to be taken for one by a hasty reader")
    (bare_directory / "folder").mkdir()
    for path, words in {
        "notes.txt": "can't be read as a database",
        "folder": "is no file",
        "notes.txt/cheat.db": "is no directory",
    }.items():
        code, text = check_database(path, monkeypatch, capsys)
        assert code == 1
        assert text.startswith("problem: ")
        assert words in text


def test_check_of_a_place_that_is_not_ours(
    bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(bare_directory / "there.db", version=1)
    if Path("/proc/self").exists():
        # Not even root makes a file here; the other places are all open to whoever runs the tests as root.
        assert "/proc/x/y.db can't be made: /proc is not ours" in check_database("/proc/x/y.db", monkeypatch, capsys)[1]

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    assert "new.db can't be made" in check_database("new.db", monkeypatch, capsys)[1]
    assert "not ours to write in (Permission denied)" in check_database("there.db", monkeypatch, capsys)[1]
    monkeypatch.setattr(Path, "open", refused)
    assert "not ours to read and write (Permission denied)" in check_database("there.db", monkeypatch, capsys)[1]


def bot(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name not in ENVIRONMENT}
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=cwd,
        env=environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_as_a_process(bare_directory: Path) -> None:
    shown = bot("--help", cwd=bare_directory)
    assert shown.returncode == 0
    for word in ("run", "sandbox", "check", "backup", "--config", "config.example.toml"):
        assert word in shown.stdout
    assert bot("--version", cwd=bare_directory).stdout == f"Cheat for Discord {__version__}\n"
    refused = bot("run", cwd=bare_directory)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Traceback" not in refused.stderr
    assert bot("--config", "missing.toml", cwd=bare_directory).stderr == "missing.toml: there is no such file\n"
