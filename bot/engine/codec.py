"""Events to JSON and back, versioned: what the journal stores must be readable for ever.

Old versions are lifted by `UPCASTERS` before they are read. Between the engine and the store's port; it never
drops a field it does not know but refuses it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, get_args

from pydantic import TypeAdapter

from bot.engine.events import Event

VERSION: Final = 1
_ADAPTERS: Final[dict[str, TypeAdapter[Any]]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Event)}
# A dataclass drops what it does not know; the journal must not, so the names are compared first.
_FIELDS: Final = {kind.__name__: frozenset(field.name for field in fields(kind)) for kind in get_args(Event)}

# (kind, version) -> what turns that version's JSON into the next one's.
UPCASTERS: Final[dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]] = {}


class UnreadableEvent(Exception):
    """A stored event this version of the bot does not understand; names its kind and version, never its cards."""


def encode(event: Event) -> tuple[str, int, str]:
    """The event's kind, the version of its JSON, and the JSON."""
    kind = type(event).__name__
    return kind, VERSION, _ADAPTERS[kind].dump_json(event).decode()


def decode(kind: str, version: int, body: str) -> Event:
    """The event of a stored row. Raises `UnreadableEvent`."""
    adapter = _ADAPTERS.get(kind)
    if adapter is None or not 1 <= version <= VERSION:
        raise UnreadableEvent(f"{kind} version {version}")
    try:
        data = json.loads(body)
        for step in range(version, VERSION):
            if upcaster := UPCASTERS.get((kind, step)):
                data = upcaster(data)
        event: Event = adapter.validate_python(_known(kind, data))
    except (ValueError, TypeError, LookupError) as error:
        raise UnreadableEvent(f"{kind} version {version}: {type(error).__name__}") from None
    return event


def _known(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    if unknown := set(data) - _FIELDS[kind]:
        raise ValueError(f"{len(unknown)} unknown fields")
    return data
