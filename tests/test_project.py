"""What the project says about itself: README, example settings, lock files and layout agree with the code."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from bot.config import Config, fields, load
from bot.record.board import LEAST, Order
from bot.tables.settings import ServerSettings
from bot.ui.rules_table import BEGIN, END, tables
from bot.ui.settings_page import choice, title
from bot.ui.text import Words

ROOT = Path(__file__).parents[1]
RUN_LINE = (
    "python3 -m venv .venv && .venv/bin/pip install -q --require-hashes -r requirements.lock && .venv/bin/python -m bot"
)
TOP = {
    "Dockerfile", "LICENSE", "README.md", "bot", "cogs", "config.example.toml", "pyproject.toml", "requirements.lock",
    "tests",
}  # fmt: skip
LEFTOVERS = {"build", "data", "config.toml", "dist", "htmlcov"}
"""What .gitignore keeps out: a checkout in use may hold it."""
LOCKS = ["requirements.lock", ".ci/dev.lock", ".ci/image.lock"]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str) -> list[str]:
    """The contents of the fenced blocks in a Markdown text."""
    return [block.strip() for block in re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def test_the_example_loads_and_changes_nothing() -> None:
    assert load(ROOT / "config.example.toml", {}) == Config()


def test_the_example_explains_every_key() -> None:
    section = ""
    above: list[str] = []
    found: list[tuple[str, str]] = []
    for line in read("config.example.toml").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
        elif key := re.fullmatch(r"(?:# )?(\w+) = .+", line):
            assert above, f"{section}.{key[1]} has no comment above it"
            found.append((section, key[1]))
        above = [*above, line] if line.startswith("# ") and not re.match(r"# \w+ = ", line) else []
    assert found == [(section, key) for section, key, _ in fields()]


@pytest.mark.parametrize(("section", "key", "value"), [("discord", "shard_count", 1), ("health", "port", 8080)])
def test_the_example_s_sleeping_keys_can_be_woken(section: str, key: str, value: int, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(read("config.example.toml").replace(f"# {key} = ", f"{key} = "), encoding="utf-8")
    assert getattr(getattr(load(file, {}), section), key) == value


def test_the_readme_s_test_line_is_what_ci_runs() -> None:
    lines = [block for block in blocks(read("README.md")) if "-m pytest" in block]
    assert len(lines) == 1
    assert lines[0] in [line.strip() for line in read(".ci/run").splitlines()]


def test_the_readme_s_run_line() -> None:
    assert RUN_LINE in blocks(read("README.md"))


def test_the_readme_s_house_rules_are_those_of_the_code() -> None:
    """Made anew by ``python -m bot.ui.rules_table``."""
    text = read("README.md")
    assert text[text.index(BEGIN) : text.index(END) + len(END)] == tables(Words(strict=True))


def test_the_readme_tells_every_setting_of_a_server_and_what_it_is_at_first() -> None:
    words = Words(strict=True)
    rows = [line.strip("|").split("|") for line in read("README.md").splitlines() if line.startswith("| ")]
    told = {row[0].strip(): row[-1].strip().replace("'", "’") for row in rows if len(row) == 3}
    for key, value in ServerSettings():
        at_first = words.say("en-US", f"setting-{key}-none") if value == () else choice(words, "en-US", key, value)
        assert at_first in told[title(words, "en-US", key)]


def test_ci_can_be_run() -> None:
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
    assert "set -euo pipefail" in read(".ci/run")
    assert re.search(r"apt-get install .*\n? *.*\bchromium chromium-driver\b", read(".ci/run"))


def test_the_page_is_shipped() -> None:
    """Whatever the sandbox serves is named as data of the package."""
    data = tomllib.loads(read("pyproject.toml"))["tool"]["setuptools"]["package-data"]["bot"]
    shipped = {path for pattern in data for path in (ROOT / "bot").glob(pattern)}
    others = {path for path in (ROOT / "bot").rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"}}
    assert others == shipped


def test_nothing_new_stands_on_top() -> None:
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert not {name for name in names - TOP - LEFTOVERS if not name.endswith(".egg-info")}
    assert names >= TOP


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_host_and_pins_everything(name: str) -> None:
    text = read(name)
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted-host|@ ", text)
    logical = [line for line in text.replace("\\\n", " ").splitlines() if line.strip() and not line.startswith("#")]
    pinned = [line for line in logical if not line.strip().startswith("#")]
    assert pinned
    for line in pinned:
        assert re.match(r"[\w.-]+==[\w.]+ (; [^;]+ )?", line), line
        assert "--hash=sha256:" in line, line


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==([\w.]+)", read(name), re.MULTILINE))


def test_the_tests_run_on_what_the_bot_runs_on() -> None:
    assert pins("requirements.lock").items() <= pins(".ci/dev.lock").items()


def test_the_image_has_all_but_the_sandbox() -> None:
    sandbox = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]["sandbox"]
    left_out = dict(requirement.split("==") for requirement in sandbox)
    assert pins(".ci/image.lock") | left_out == pins("requirements.lock")
    assert not pins(".ci/image.lock").keys() & left_out.keys()


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    for lock, wanted in {
        "requirements.lock": [*project["dependencies"], *extras["sandbox"]],
        ".ci/image.lock": project["dependencies"],
        ".ci/dev.lock": [*project["dependencies"], *extras["sandbox"], *extras["dev"]],
    }.items():
        for requirement in wanted:
            name = re.split(r"[^\w.-]", requirement)[0].lower().replace(".", "-").replace("_", "-")
            assert name in pins(lock), (lock, requirement)


def test_the_image_takes_in_what_it_copies() -> None:
    copied = {
        word for line in re.findall(r"^COPY (.+) \S+$", read("Dockerfile"), re.MULTILINE) for word in line.split()
    }
    let_in = {line[1:] for line in read(".dockerignore").splitlines() if line.startswith("!")}
    assert copied == let_in
    assert all((ROOT / name).exists() for name in copied)


def test_the_engine_asks_no_clock() -> None:
    """Imports are held by import-linter; ``datetime`` is allowed as a type, so its clock has to be looked for."""
    for file in (ROOT / "bot/engine").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in {"now", "utcnow", "today"}:
                assert "date" not in ast.unparse(node.value), f"{file}:{node.lineno}"


def test_the_readme_says_how_much_a_place_on_the_leaderboard_takes() -> None:
    text = " ".join(read("README.md").split())
    told = {
        Order.WIN_RATE: "By win rate it takes {} games",
        Order.ACCURACY: "by right calls {} calls",
        Order.RATING: "by rating {} rated games",
    }
    assert told.keys() == LEAST.keys()
    assert [order for order, words in told.items() if words.format(LEAST[order]) not in text] == []
