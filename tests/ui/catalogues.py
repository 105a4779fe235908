"""Reading the catalogues as their authors wrote them, and a language made up to see where words come from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser
from fluent.syntax.ast import (
    Identifier,
    Message,
    MessageReference,
    Pattern,
    Placeable,
    Resource,
    SelectExpression,
    StringLiteral,
    TermReference,
    TextElement,
    VariableReference,
    Variant,
)
from fluent.syntax.visitor import Transformer, Visitor

from bot.ui.text import FALLBACK, Words

CATALOGUES = Path(__file__).parents[2] / "bot" / "ui" / "locales"
#: The made-up language.
PSEUDO = "pseudo"
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WIDE = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in _PLAIN})


class _Arguments(Visitor):
    """The variables a message reads; it may lean on nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802
        self.found.add(node.id.name)

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802
        raise AssertionError(f"{node.id.name} is looked up past the catalogue")

    def visit_TermReference(self, node: TermReference) -> None:  # noqa: N802
        raise AssertionError(f"{node.id.name} is looked up past the catalogue")


class _Texts(Visitor):
    """The words of a message, without its arguments."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def visit_TextElement(self, node: TextElement) -> None:  # noqa: N802
        self.found.append(node.value)


def messages(locale: str) -> Iterator[tuple[str, Message]]:
    """Every message of a language with the file it stands in."""
    for file in sorted((CATALOGUES / locale).glob("*.ftl")):
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            if isinstance(entry, Message):
                yield file.name, entry


def texts(message: Message) -> list[str]:
    """The words of a message."""
    visitor = _Texts()
    visitor.visit(message)
    return visitor.found


def arguments(message: Message) -> set[str]:
    """The arguments a message reads."""
    visitor = _Arguments()
    visitor.visit(message)
    return visitor.found


def offered(message: Message) -> set[str]:
    """What the comment above a message offers to languages that need more than English does."""
    return set(re.findall(r"\$([a-z]+)", message.comment.content or "")) if message.comment else set()


class _Widen(Transformer):
    """Text in letters nobody types, each line of it in brackets of its own."""

    def visit_TextElement(self, node: TextElement) -> TextElement:  # noqa: N802
        return TextElement(node.value.translate(_WIDE).replace("\n", "⟧\n⟦"))


def pseudo() -> Words:
    """All words there are, strict, and besides them `PSEUDO`: English in brackets and in wide letters.

    Whatever a screen in that language shows in plain letters has not come from the catalogue. Each message also reads
    what it offers to other languages, so that an argument promised and not passed is an error.
    """
    bundle = FluentBundle([FALLBACK], use_isolating=False)
    bundle.add_resource(Resource([_pseudo(message) for _, message in messages(FALLBACK)]))
    words = Words(strict=True)
    words._bundles[PSEUDO] = bundle
    return words


def _pseudo(message: Message) -> Message:
    read = [_unseen(name) for name in sorted(offered(message) - arguments(message))]
    pattern = _Widen().visit(message.value)
    return Message(message.id, Pattern([TextElement("⟦"), *read, *pattern.elements, TextElement("⟧")]))


def _unseen(name: str) -> Placeable:
    """An argument that is read and not shown."""
    empty = Pattern([Placeable(StringLiteral(""))])
    chosen = VariableReference(Identifier(name))
    return Placeable(SelectExpression(chosen, [Variant(Identifier("other"), empty, default=True)]))
