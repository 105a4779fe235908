"""The command line: what starts what, and what the operator is told when it can't."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from bot import __version__
from bot.__main__ import main
from bot.config import ENVIRONMENT, Config
from bot.logs import configure
from tests.command_line.surroundings import TOKEN, make_database

ROOT = Path(__file__).parents[2]


class Parts:
    """Stands in for the parts that are started, and notes how."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, Config, object]] = []
        self.fault: BaseException | None = None
        running, sandbox = ModuleType("bot.running"), ModuleType("bot.sandbox")
        text, web = ModuleType("bot.sandbox.text"), ModuleType("bot.sandbox.web")
        vars(running)["run"] = self.run
        vars(text)["run"] = self.play
        vars(web)["run"] = self.serve
        vars(sandbox).update(text=text, web=web)
        for module in (running, sandbox, text, web):
            monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr("bot.running", running, raising=False)
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
