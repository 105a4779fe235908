"""A schema as one quick question: would a validator object to this value? Built from the prepared schemas.

Whoever asks gets yes or no, in a fraction of the time that ``jsonschema`` needs; which objection it is, that alone
says. It knows the keywords this project's excerpt of Discord's description uses and refuses any other, so that none is
overlooked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Json = Any

#: What says nothing about the value: without a format checker, formats are remarks as well.
REMARKS = frozenset({"title", "description", "format", "contentEncoding", "x-discord-union", "example", "deprecated"})


def _whole(value: Json) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


def _number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


KINDS: dict[str, Callable[[Json], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _whole,
    "number": _number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _same(one: Json, other: Json) -> bool:
    """JSON's equality: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _distinct(values: list[Json]) -> bool:
    return not any(_same(one, other) for at, one in enumerate(values) for other in values[:at])


class Quick:
    """All schemas of a document, each made into a function when it is first asked for."""

    def __init__(self, schemas: Mapping[str, Json]) -> None:
        self._schemas = schemas
        self._known: dict[str, Callable[[Json], bool]] = {}

    def fits(self, schema: Json) -> Callable[[Json], bool]:
        """The function that says whether a value keeps to the schema; raises ``LookupError`` at an unknown keyword."""
        asked = [question for question in self._questions(schema) if question is not None]
        if not asked:
            return lambda _: True
        if len(asked) == 1:
            return asked[0]
        return lambda value: all(question(value) for question in asked)

    def _named(self, reference: str) -> Callable[[Json], bool]:
        name = reference.rsplit("/", 1)[1]

        def ask(value: Json) -> bool:
            # Made only now: a schema may contain itself.
            if name not in self._known:
                self._known[name] = self.fits(self._schemas[name])
            return self._known[name](value)

        return ask

    def _questions(self, schema: dict[str, Json]) -> list[Callable[[Json], bool] | None]:
        asked: list[Callable[[Json], bool] | None] = []
        for keyword, wanted in schema.items():
            if keyword in REMARKS or keyword == "additionalProperties":
                continue
            if keyword == "properties":
                asked.append(self._members(wanted, schema.get("additionalProperties", True)))
            else:
                asked.append(self._question(keyword, wanted))
        if "additionalProperties" in schema and "properties" not in schema:
            asked.append(self._members({}, schema["additionalProperties"]))
        return asked

    def _question(self, keyword: str, wanted: Json) -> Callable[[Json], bool]:
        match keyword:
            case "$ref":
                return self._named(wanted)
            case "type":
                kinds = [KINDS[kind] for kind in ([wanted] if isinstance(wanted, str) else wanted)]
                return kinds[0] if len(kinds) == 1 else lambda value: any(kind(value) for kind in kinds)
            case "const":
                return lambda value: _same(value, wanted)
            case "enum":
                return lambda value: any(_same(value, one) for one in wanted)
            case "required":
                return lambda value: not isinstance(value, dict) or all(name in value for name in wanted)
            case "items":
                inner = self.fits(wanted)
                return lambda value: not isinstance(value, list) or all(inner(item) for item in value)
            case "uniqueItems":
                return lambda value: not wanted or not isinstance(value, list) or _distinct(value)
            case "pattern":
                pattern = re.compile(wanted)
                return lambda value: not isinstance(value, str) or pattern.search(value) is not None
            case "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties":
                return self._length(keyword, wanted)
            case "minimum":
                return lambda value: not _number(value) or value >= wanted
            case "maximum":
                return lambda value: not _number(value) or value <= wanted
            case _:
                return self._choice(keyword, wanted)

    def _length(self, keyword: str, wanted: int) -> Callable[[Json], bool]:
        kind = {"Length": str, "Items": list, "Properties": dict}[keyword[3:]]
        if keyword.startswith("min"):
            return lambda value: not isinstance(value, kind) or len(value) >= wanted
        return lambda value: not isinstance(value, kind) or len(value) <= wanted

    def _choice(self, keyword: str, wanted: Json) -> Callable[[Json], bool]:
        match keyword:
            case "allOf":
                every = [self.fits(branch) for branch in wanted]
                return lambda value: all(branch(value) for branch in every)
            case "anyOf":
                some = [self.fits(branch) for branch in wanted]
                return lambda value: any(branch(value) for branch in some)
            case "oneOf":
                one = [self.fits(branch) for branch in wanted]
                return lambda value: sum(branch(value) for branch in one) == 1
            case "x-optional":
                inner = self.fits(wanted)
                return lambda value: value is None or inner(value)
            case "x-by-type":
                return self._by_type(wanted)
            case _:
                raise LookupError(f"the keyword {keyword!r} is not known here")

    def _by_type(self, decision: Json) -> Callable[[Json], bool]:
        branches = {kind: self.fits(branch) for kind, branch in decision["branches"].items()}

        def ask(value: Json) -> bool:
            if value is None:
                return bool(decision["nullable"])
            kind = value.get("type") if isinstance(value, dict) else None
            return isinstance(kind, int) and not isinstance(kind, bool) and kind in branches and branches[kind](value)

        return ask

    def _members(self, named: dict[str, Json], others: Json) -> Callable[[Json], bool]:
        asked = {name: self.fits(inner) for name, inner in named.items()}
        if isinstance(others, bool):
            other: Callable[[Json], bool] = lambda _: others  # noqa: E731
        else:
            other = self.fits(others)

        def ask(value: Json) -> bool:
            if not isinstance(value, dict):
                return True
            return all(asked[name](item) if name in asked else other(item) for name, item in value.items())

        return ask
