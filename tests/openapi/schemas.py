"""Discord's request schemas from its OpenAPI description (``discord.json``, see README.md here), ready to be asked.

Which route a request takes, whether its body keeps to the schema of that route, and in what it does not. What Discord
enforces without writing it down there stands in ``validate.py``.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator, ValidationError, validators

from tests.openapi.quick import Quick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SPEC_PATH = Path(__file__).with_name("discord.json")

Json = Any


def _load() -> dict[str, Json]:
    """The document, with snowflakes also allowed as integers (Discord takes them; discord.py sends them)."""
    document: dict[str, Json] = json.loads(SPEC_PATH.read_text(encoding="utf-8"))
    document["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return document


SPEC = _load()
SCHEMAS: dict[str, Json] = SPEC["components"]["schemas"]


def _resolve(schema: dict[str, Json]) -> dict[str, Json]:
    while "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rsplit("/", 1)[1]]
    return schema


def _kinds(branch: dict[str, Json]) -> tuple[int, ...]:
    """The values of ``type`` that lead into this branch of a union; empty if it isn't told apart that way."""
    declared = _resolve(branch).get("properties", {}).get("type", {})
    return tuple(declared.get("enum", ()))


def _prepare(node: Json) -> Json:
    """Turn unions that ``type`` or null decides into decisions: quicker, and the objection names the culprit."""
    if isinstance(node, list):
        return [_prepare(item) for item in node]
    if not isinstance(node, dict):
        return node
    for keyword in ("oneOf", "anyOf"):
        branches = node.get(keyword)
        if not isinstance(branches, list):
            continue
        others = [branch for branch in branches if branch != {"type": "null"}]
        nullable = len(others) < len(branches)
        rest = {key: _prepare(value) for key, value in node.items() if key != keyword}
        if nullable and len(others) == 1:
            return {**rest, "x-optional": _prepare(others[0])}
        table = [(kind, branch) for branch in others for kind in _kinds(branch)]
        if all(_kinds(branch) for branch in others) and len({kind for kind, _ in table}) == len(table):
            return {**rest, "x-by-type": {"nullable": nullable, "branches": dict(table)}}
    return {key: _prepare(value) for key, value in node.items()}


def _follow(validator: Json, reference: str, instance: Json, schema: Json) -> Iterator[ValidationError]:
    del schema
    yield from validator.descend(instance, PREPARED[reference.rsplit("/", 1)[1]])


def _optional(validator: Json, inner: Json, instance: Json, schema: Json) -> Iterator[ValidationError]:
    del schema
    if instance is not None:
        yield from validator.descend(instance, inner)


def _by_type(validator: Json, decision: Json, instance: Json, schema: Json) -> Iterator[ValidationError]:
    del schema
    if instance is None and decision["nullable"]:
        return
    kind = instance.get("type") if isinstance(instance, dict) else None
    branches = decision["branches"]
    if isinstance(kind, int) and not isinstance(kind, bool) and kind in branches:
        yield from validator.descend(instance, branches[kind])
    else:
        yield ValidationError(f"type {kind!r} is not one of {sorted(branches)}")


PREPARED: dict[str, Json] = {name: _prepare(schema) for name, schema in SCHEMAS.items()}
QUICK = Quick(PREPARED)
_Validator = validators.extend(Draft202012Validator, {"$ref": _follow, "x-optional": _optional, "x-by-type": _by_type})


def _pattern(template: str) -> re.Pattern[str]:
    parts = []
    for part in template.strip("/").split("/"):
        if not part.startswith("{"):
            parts.append(re.escape(part))
        else:
            parts.append(r"[^/]+" if part.endswith("_token}") else r"\d+")
    return re.compile("/" + "/".join(parts))


# A literal part beats a variable one ("@original", "@me").
_ROUTES: list[tuple[str, re.Pattern[str]]] = sorted(
    ((template, _pattern(template)) for template in SPEC["paths"]), key=lambda item: item[0].count("{")
)


def template_of(method: str, path: str) -> str | None:
    """The template (``/channels/{channel_id}/messages``) of a request's route; None if the excerpt has none."""
    bare = re.sub(r"^/api/v\d+", "", path.split("?", 1)[0]).rstrip("/")
    for template, pattern in _ROUTES:
        if pattern.fullmatch(bare) and method.lower() in SPEC["paths"][template]:
            return template
    return None


@functools.cache
def whole_validator(method: str, template: str) -> Json:
    """The compiled validator of a route's body, or None if the route takes none."""
    body = SPEC["paths"][template][method.lower()].get("requestBody")
    return body and _Validator(_prepare(body["content"]["application/json"]["schema"]))


@functools.cache
def quick(method: str, template: str) -> Callable[[Json], bool]:
    """Whether a body keeps to the schema of its route, asked the quick way: most do."""
    return QUICK.fits(
        _prepare(SPEC["paths"][template][method.lower()]["requestBody"]["content"]["application/json"]["schema"])
    )


def objections(validator: Json, body: Json) -> list[str]:
    """Everything in which a body breaks its schema, in words."""
    return [
        f"{'/'.join(map(str, error.absolute_path)) or 'body'}: {error.message[:300]}"
        for error in validator.iter_errors(body)
    ]
