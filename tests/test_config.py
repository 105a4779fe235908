"""The settings: what is read, what wins, and that mistakes are named without giving the token away."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from bot.config import ENVIRONMENT, Config, ConfigError, fields, find, load
from bot.config_sections import DiscordSettings, GameSettings
from bot.faces.drawing import Palette
from bot.tables.share import Share

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstuvwxyz0"
ODD_TOKEN = "hunter2"
"""A secret without a token's shape: nothing but keeping it out can hide it."""


def write(directory: Path, text: str) -> Path:
    file = directory / "config.toml"
    file.write_text(text, encoding="utf-8")
    return file


def failure(file: Path | None, environ: dict[str, str] | None = None) -> str:
    """The error's text, after checking that nothing is chained behind it that a traceback would print."""
    with pytest.raises(ConfigError) as caught:
        load(file, environ or {})
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    return str(caught.value)


def test_defaults_need_neither_file_nor_environment() -> None:
    config = load(None, {})
    assert config == Config()
    assert config.discord.token is None
    assert config.discord.shard_count is None
    assert config.database.path == Path("data/cheat.db")
    assert config.game.lobby_minutes == 15
    assert config.cards.palette is Palette.TWO
    assert (config.log.level, config.log.format) == ("INFO", "text")
    assert config.log.file is None
    assert (config.health.port, config.health.address) == (None, "127.0.0.1")
    assert config.sync.commands is True
    assert config.share.alone
    assert config.share.first


def test_every_key_is_read_from_the_file(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        f"""
        [discord]
        token = " {TOKEN}\\n"
        shard_count = 2
        [database]
        path = "elsewhere/my.db"
        [game]
        lobby_minutes = 120
        stop_notice_seconds = 0
        [cards]
        faces = "four-colour"
        [log]
        level = "debug"
        format = "json"
        file = "logs/cheat.log"
        file_mb = 1
        old_files = 2
        [health]
        port = 8080
        address = "0.0.0.0"
        [sync]
        commands = false
        [processes]
        count = 2
        number = 2
        """,
    )
    config = load(file, {})
    assert config.discord.token is not None
    assert config.discord.token.get_secret_value() == TOKEN
    assert config.discord.shard_count == 2
    assert config.database.path == Path("elsewhere/my.db")
    assert config.game.lobby_minutes == 120
    assert config.game.stop_notice_seconds == 0
    assert config.cards.palette is Palette.FOUR
    assert (config.log.level, config.log.format) == ("DEBUG", "json")
    assert (config.log.file, config.log.file_mb, config.log.old_files) == (Path("logs/cheat.log"), 1, 2)
    assert (config.health.port, config.health.address) == (8080, "0.0.0.0")
    assert config.sync.commands is False
    assert (config.processes.count, config.processes.number) == (2, 2)
    assert config.share == Share(count=2, number=2, shards=2)


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        '[discord]\ntoken = "from-file"\nshard_count = 4\n[database]\npath = "a.db"\n'
        '[log]\nlevel = "ERROR"\n[health]\nport = 1\n',
    )
    environ = {
        "DISCORD_TOKEN": f"{TOKEN}\n",
        "CHEAT_DATABASE": "/data/b.db",
        "CHEAT_LOG_LEVEL": "warning",
        "CHEAT_HEALTH_PORT": "65535",
        "CHEAT_HEALTH_ADDRESS": "::1",
        "CHEAT_PROCESSES_COUNT": "4",
        "CHEAT_PROCESSES_NUMBER": "3",
    }
    config = load(file, environ)
    assert config.discord.token == SecretStr(TOKEN)
    assert config.database.path == Path("/data/b.db")
    assert config.log.level == "WARNING"
    assert (config.health.port, config.health.address) == (65535, "::1")
    assert config.share == Share(count=4, number=3, shards=4)
    assert set(environ) == set(ENVIRONMENT)


@pytest.mark.parametrize(
    ("text", "environ", "words"),
    [
        ("[processes]\ncount = 0", {}, ["processes.count = 0: must be a whole number from 1 to 10"]),
        ("[processes]\nnumber = 2", {}, ["processes.number = 2: must be at most processes.count, which is 1"]),
        ("[processes]\ncount = 2", {}, ["discord.shard_count is not given: must be a whole number from 2 up"]),
        ("[processes]\ncount = 3\n[discord]\nshard_count = 2", {}, ["discord.shard_count = 2", "from 3 up"]),
        ("", {"CHEAT_PROCESSES_NUMBER": "4"}, ["CHEAT_PROCESSES_NUMBER (processes.number) = 4", "at most"]),
        ("", {"CHEAT_PROCESSES_COUNT": "two"}, ['CHEAT_PROCESSES_COUNT (processes.count) = "two"', "from 1 to 10"]),
    ],
)
def test_processes_that_do_not_fit_each_other_are_refused(
    text: str, environ: dict[str, str], words: list[str], tmp_path: Path
) -> None:
    said = failure(write(tmp_path, text), environ)
    assert all(word in said for word in words), said


def test_an_empty_variable_is_none(tmp_path: Path) -> None:
    file = write(tmp_path, f'[discord]\ntoken = "{TOKEN}"\n')
    assert load(file, dict.fromkeys(ENVIRONMENT, " ")) == load(file, {})


def test_without_faces_there_is_no_palette(tmp_path: Path) -> None:
    assert load(write(tmp_path, '[cards]\nfaces = "off"\n'), {}).cards.palette is None


def test_an_empty_token_is_none(tmp_path: Path) -> None:
    assert load(write(tmp_path, '[discord]\ntoken = ""\n'), {}).discord.token is None


def test_find(tmp_path: Path) -> None:
    assert find(None, tmp_path) is None
    file = write(tmp_path, "")
    assert find(None, tmp_path) == file
    named = tmp_path / "missing.toml"
    assert find(named, tmp_path) == named, "a file that was named is never quietly passed over"


def test_the_settings_can_not_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Config().game.lobby_minutes = 3  # type: ignore[misc]
    with pytest.raises(ValidationError):
        GameSettings(lobby_minuets=3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("section", "key", "value", "words"),
    [
        ("discord", "shard_count", "0", "= 0: must be a whole number from 1 up"),
        ("discord", "shard_count", '"two"', '= "two": must be a whole number from 1 up'),
        ("database", "path", '" "', '= " ": must be the path of a file'),
        ("database", "path", "7", "= 7: must be the path of a file"),
        ("game", "lobby_minutes", "0", "= 0: must be a whole number from 1 to 120"),
        ("game", "lobby_minutes", "121", "= 121: must be a whole number from 1 to 120"),
        ("game", "lobby_minutes", "1.5", "= 1.5: must be a whole number from 1 to 120"),
        ("game", "lobby_minutes", "true", "= true: must be a whole number from 1 to 120"),
        ("game", "lobby_minutes", "[15]", "= (a list): must be a whole number from 1 to 120"),
        ("cards", "faces", '"on"', '= "on": must be "two-colour", "four-colour" or "off"'),
        ("cards", "faces", "true", '= true: must be "two-colour", "four-colour" or "off"'),
        ("log", "level", '"loud"', '= "loud": must be DEBUG, INFO, WARNING or ERROR'),
        ("log", "format", '"xml"', '= "xml": must be "text" or "json"'),
        ("log", "format", "{}", '= (a table): must be "text" or "json"'),
        ("health", "port", "0", "= 0: must be a whole number from 1 to 65535"),
        ("health", "port", "65536", "= 65536: must be a whole number from 1 to 65535"),
        ("sync", "commands", '"yes"', '= "yes": must be true or false'),
        ("sync", "commands", "1", "= 1: must be true or false"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    tmp_path: Path, section: str, key: str, value: str, words: str
) -> None:
    file = write(tmp_path, f"[{section}]\n{key} = {value}\n")
    assert failure(file).startswith(f"{file}: {section}.{key} {words}")


def test_every_key_says_what_is_allowed() -> None:
    for section, key, field in fields():
        extra = field.json_schema_extra
        assert isinstance(extra, dict), (section, key)
        assert extra["allowed"], (section, key)
        assert field.description, (section, key)


@pytest.mark.parametrize(
    ("variable", "hint"),
    [
        ("CHEAT_LOGLEVEL", "did you mean CHEAT_LOG_LEVEL?"),
        ("CHEAT_DATABASE_PATH", "did you mean CHEAT_DATABASE?"),
        ("CHEAT_LOBBY_MINUTES", "set game.lobby_minutes in the file"),
        ("CHEAT_X", f"known: {', '.join(ENVIRONMENT)}"),
    ],
)
def test_an_unknown_variable_of_ours_is_named(tmp_path: Path, variable: str, hint: str) -> None:
    told = f"environment variable {variable}: there is no such setting ({hint})"
    file = write(tmp_path, "[game]\nlobby_minutes = 0\n")
    assert failure(file, {variable: "5", "CHEATING": "yes"}).splitlines()[1:] == [told]
    assert failure(write(tmp_path, ""), {variable: ""}) == told


def test_a_wrong_variable_is_named_as_such(tmp_path: Path) -> None:
    text = failure(write(tmp_path, "[health]\nport = 1\n"), {"CHEAT_HEALTH_PORT": "http", "CHEAT_LOG_LEVEL": "loud"})
    assert text.splitlines() == [
        'environment variable CHEAT_LOG_LEVEL (log.level) = "loud": must be DEBUG, INFO, WARNING or ERROR',
        'environment variable CHEAT_HEALTH_PORT (health.port) = "http": must be a whole number from 1 to 65535',
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[game]\nlobby_mins = 3\n", "game.lobby_mins: there is no such key (did you mean game.lobby_minutes?)"),
        ("[game]\nport = 3\n", "game.port: there is no such key (did you mean health.port?)"),
        ("[game]\nzzz = 3\n", "game.zzz: there is no such key (known in [game]: lobby_minutes, stop_notice_seconds)"),
        ("[gaem]\nx = 3\n", "gaem: there is no such key (did you mean [game]?)"),
        ("token = 3\n", "token: there is no such key (did you mean discord.token?)"),
        (
            "zzz = 3\n",
            f"zzz: there is no such key (known sections: {', '.join(Config.model_fields)})",
        ),
        ("game = 3\n", "game: must be a section: write [game] on a line, its keys below"),
        ("[[game]]\n", "game: must be a section: write [game] on a line, its keys below"),
    ],
)
def test_a_key_in_the_wrong_place_is_named_with_the_nearest(tmp_path: Path, text: str, words: str) -> None:
    file = write(tmp_path, text)
    assert failure(file) == f"{file}: {words}"


def test_all_mistakes_are_listed(tmp_path: Path) -> None:
    text = failure(write(tmp_path, '[game]\nlobby_minutes = 0\n[log]\nlevel = "loud"\nfromat = "json"\n'))
    assert [line.split(": ")[1].split(" =")[0] for line in text.splitlines()] == [
        "game.lobby_minutes",
        "log.level",
        "log.fromat",
    ]


def test_bad_toml_is_named_with_its_line(tmp_path: Path) -> None:
    file = write(tmp_path, "[game]\nlobby_minutes = five\n")
    text = failure(file)
    assert text.startswith(f"{file}: this is not valid TOML: ")
    assert "line 2" in text


def test_a_file_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert failure(missing) == f"{missing}: there is no such file"
    assert failure(tmp_path).startswith(f"{tmp_path}: can't be read: ")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert failure(binary) == f"{binary}: this is no UTF-8 text"


@pytest.mark.parametrize("token", [TOKEN, ODD_TOKEN])
def test_the_token_is_in_no_text_of_the_settings(token: str) -> None:
    config = load(None, {"DISCORD_TOKEN": token})
    shown: list[Any] = [config, config.discord, config.discord.token, config.model_dump(), config.model_dump_json()]
    for value in shown:
        assert token not in repr(value)
        assert token not in str(value)
    with pytest.raises(ValidationError) as caught:
        DiscordSettings(token=[token])  # type: ignore[arg-type]
    assert token not in str(caught.value)


BROKEN = {
    "wrong type": '[discord]\ntoken = ["{}"]\n',
    "a table": '[discord]\ntoken = {{ value = "{}" }}\n',
    "its own section": '[discord.token]\nvalue = "{}"\n',
    "beside a wrong value": '[discord]\ntoken = "{}"\nshard_count = 0\n',
    "a misspelt key": '[discord]\ntokn = "{}"\n',
    "a misspelt section": '[discrod]\ntoken = "{}"\n',
    "no section": 'token = "{}"\n',
    "in place of the section": 'discord = "{}"\n',
    "a list of sections": '[[discord]]\ntoken = "{}"\n',
    "a list for the section": 'discord = ["{}"]\n',
    "no quotes": "[discord]\ntoken = {}\n",
    "an open quote": '[discord]\ntoken = "{}\n',
    "no equals sign": '[discord]\ntoken "{}"\n',
    "twice": '[discord]\ntoken = "{0}"\ntoken = "{0}"\n',
    "a second section": '[discord]\ntoken = "{0}"\n[discord]\ntoken = "{0}"\n',
    "a list for another key": '[log]\nlevel = ["{}"]\n',
}


@pytest.mark.parametrize("token", [TOKEN, ODD_TOKEN])
@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_the_token_is_in_no_error(tmp_path: Path, text: str, token: str) -> None:
    file = write(tmp_path, text.format(token))
    with pytest.raises(ConfigError) as caught:
        load(file, {})
    assert token not in "".join(traceback.TracebackException.from_exception(caught.value).format())
    assert token not in repr(caught.value)
    assert caught.value.__context__ is None or token not in str(caught.value.__context__)


@pytest.mark.parametrize(
    "text", ['[log]\nlevel = "{}"\n', '[discord]\nshard_count = "{}"\n', '"{}" = 1\n', '[discord]\n"{}" = 1\n', "{}\n"]
)
def test_a_token_in_place_of_something_else_is_cut_out(tmp_path: Path, text: str) -> None:
    shown = failure(write(tmp_path, text.format(TOKEN)))
    assert TOKEN not in shown
    assert TOKEN.rpartition(".")[2] not in shown
