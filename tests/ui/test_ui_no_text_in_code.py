"""No text left in code: the sources of everything that speaks are searched for literals that read like words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot/ui", "bot/tables", "cogs")
#: Modules that speak to nobody at a table.
SILENT = {
    "bot/ui/rules_table.py": "the README's table of rules, in English",
    "bot/tables/cpu_names.py": "proper names, the same in every language",
}
#: Literals that read like words and reach nobody, or are the same in every language; each with its reason.
ALLOWED = {
    "no words for {}": "what a fault of the catalogue says in the log",
    "table {} holds this channel": "an exception between the store and the registry",
}
#: Calls whose text goes to the log, to the parser of patterns or to the type checker, or names a task.
_QUIET = {"debug", "info", "warning", "error", "exception", "compile", "create_task", "cast"}
#: Arguments that Discord shows to people whatever they are.
_SHOWN = {"label", "placeholder", "description", "content", "title", "emoji"}


def reads_like_words(text: str) -> bool:
    """Whether a literal is no key, id, address or sign: several words, or one written as in a sentence."""
    if re.match(r"[a-z]+://|[A-Z_]+$", text):
        return False
    several = r"[^\W\d_]{2,}[.,:;!?’'*]* +[^\W\d_{]|^ +[^\W\d_]{2}|\} +[^\W\d_]|[^\W\d_]{2}[.,:]? +($|\{)"
    return re.search(several + r"|(?<![\w-])[A-Z][a-zß-ü]{2,}|[^\W\d_]{2}[!?]", text) is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Join", True),
        ("my hand", True),
        ("Look here!", True),
        (" and ", True),
        ("lays {}", True),
        ("{} s left", True),
        ("Zurück", True),
        ("desk-done", False),
        ("rank-{}", False),
        ("{}/{}", False),
        (" · ", False),
        ("c1:{}:{}", False),
        ("https://discord.com/channels/{}/{}", False),
        ("MANAGE_GUILD", False),
    ],
)
def test_words_are_told_from_keys_and_signs(text: str, words: bool) -> None:
    assert reads_like_words(text) is words


def literals(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Every literal of a module but docstrings and what goes to the log or into an exception."""
    quiet: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            quiet |= {id(part) for part in node.body if isinstance(part, ast.Expr)}
        hushed = isinstance(node, ast.Raise | ast.Assert) or (
            isinstance(node, ast.Call) and {getattr(node.func, "attr", ""), getattr(node.func, "id", "")} & _QUIET
        )
        if hushed:
            quiet.add(id(node))
    yield from _outside(tree, quiet)


def _outside(node: ast.AST, quiet: set[int]) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(node, ast.Expr) and id(node) in quiet and isinstance(node.value, ast.Constant):
        return
    if id(node) in quiet and not isinstance(node, ast.Expr):
        return
    if isinstance(node, ast.JoinedStr):
        yield node, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _outside(part.value, quiet)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node, node.value
        return
    for child in ast.iter_child_nodes(node):
        yield from _outside(child, quiet)


def modules() -> list[Path]:
    found = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]
    return [file for file in found if file.relative_to(ROOT).as_posix() not in SILENT]


@pytest.mark.parametrize("file", modules(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_literal_reads_like_words(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = {text: node.lineno for node, text in literals(tree) if reads_like_words(text) and text not in ALLOWED}
    assert found == {}


@pytest.mark.parametrize("file", modules(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_nothing_shown_is_given_as_a_literal(file: Path) -> None:
    """Not even a single small word, where Discord prints it as it is."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg in _SHOWN:
            for _, text in _outside(node.value, set()):
                assert not re.search(r"[^\W\d_]", text.replace("{}", "")), (node.lineno, text)
