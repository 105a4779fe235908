"""`python -m bot check`: everything that is wrong is named, and nothing is changed."""

from __future__ import annotations

import errno
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.check import PERMISSIONS, application_id
from bot.store.migrations import packaged
from tests.command_line.surroundings import TOKEN, make_database


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
        "notes.txt": "is not an SQLite database",
        "folder": "is no file",
        "notes.txt/cheat.db": "is no directory",
    }.items():
        code, text = check_database(path, monkeypatch, capsys)
        assert code == 1
        assert text.startswith("problem: ")
        assert words in text


def test_check_says_what_a_run_would_end_with(
    bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_database(bare_directory / "one.db", version=1)
    (bare_directory / "two.db").hardlink_to(bare_directory / "one.db")
    with closing(sqlite3.connect(bare_directory / "photos.db")) as photos:
        photos.execute("CREATE TABLE photos (name TEXT)")
    newer = packaged()[-1].version + 1
    with closing(sqlite3.connect(bare_directory / "newer.db")) as future:
        future.execute("CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)")
        future.execute("INSERT INTO schema_migrations (version, name) VALUES (?, 'of_the_future')", (newer,))
        future.commit()
    for path, words in {
        "two.db": "has a second name (a hard link)",
        "photos.db": "is another program's",
        "newer.db": f"was written by a newer version of the bot (schema {newer}",
    }.items():
        code, text = check_database(path, monkeypatch, capsys)
        assert code == 1
        assert text.startswith("problem: ")
        assert words in text
        assert main(["run"]) == 2
        sentence = capsys.readouterr().err.strip().splitlines()[-1]
        assert sentence == text.removeprefix("problem: ")


def test_check_of_an_empty_file_that_was_a_database(
    bare_directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (bare_directory / "cheat.db").touch()
    (bare_directory / "cheat.db.lock").touch()
    code, text = check_database("cheat.db", monkeypatch, capsys)
    assert code == 0
    assert text.startswith("ok: cheat.db holds nothing, though it is not new")


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
