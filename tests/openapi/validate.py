"""Would Discord accept this request? ``check`` answers with a list of objections; an empty list means yes.

Two sources: the request schemas of Discord's OpenAPI description (``discord.json``, see README.md here), and
the rules Discord enforces without writing them down there: how components nest, how many there may be, Components V2
excluding ``content`` and ``embeds``, unique custom_ids, command definitions. One rule is this project's own: each
message create or edit says explicitly whom it may mention, because an edit without ``allowed_mentions`` pings everyone
it names.

It judges one body alone. It never knows what the edited message looked like before.
"""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.openapi.schemas import objections, quick, template_of, whole_validator

if TYPE_CHECKING:
    from collections.abc import Iterator

# Component types, as numbered by Discord.
ROW, BUTTON, STRING_SELECT, TEXT_INPUT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = (
    1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 17, 18,
)  # fmt: skip
SELECTS = frozenset({3, 5, 6, 7, 8})
MODAL_INPUTS = SELECTS | {TEXT_INPUT, 19, 21, 22, 23}
V2_ONLY = frozenset({SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER})
LINK, PREMIUM = 5, 6

V2_FLAG = 1 << 15
MAX_COMPONENTS = 40
MAX_TEXT = 4000
MAX_ROWS = 5
MAX_CONTENT = 2000
MAX_EMBED_TEXT = 6000
MAX_COMMAND_TEXT = 8000

#: What may stand inside what, in a message. ``None`` is the message itself, in V2.
CHILDREN: dict[int | None, frozenset[int]] = {
    None: frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}),
    CONTAINER: frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}),
    ROW: SELECTS | {BUTTON},
    SECTION: frozenset({TEXT}),
}
ACCESSORIES = frozenset({BUTTON, THUMBNAIL})
MODAL_CHILDREN: dict[int | None, frozenset[int]] = {
    None: frozenset({ROW, TEXT, LABEL}),
    ROW: frozenset({TEXT_INPUT}),
    LABEL: MODAL_INPUTS,
}
#: A message needs one of these.
FILLING = ("content", "embeds", "components", "attachments", "poll", "sticker_ids")
COMMAND_NAME = re.compile(r"^[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}$")

Json = Any


# ------------------------------------------------------------------------------------------------------------ the rules


def _size(value: Json) -> int:
    return len(value) if isinstance(value, (str, list)) else 0


def _walk(components: Json, parent: dict[str, Json] | None = None) -> Iterator[tuple[dict[str, Json], Json, str]]:
    """Each component, nested ones too, as (component, its parent or None, the key it hangs on)."""
    for component in components if isinstance(components, list) else ():
        if not isinstance(component, dict):
            continue
        yield component, parent, "components"
        yield from _walk(component.get("components"), component)
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield component[key], component, key


def _select_problems(select: dict[str, Json], name: str) -> Iterator[str]:
    least = 1 if select.get("min_values") is None else select["min_values"]
    most = 1 if select.get("max_values") is None else select["max_values"]
    if least > most:
        yield f"{name}: min_values {least} is more than max_values {most}"
    if select.get("type") != STRING_SELECT:
        return
    options = [option for option in select.get("options") or () if isinstance(option, dict)]
    if not 1 <= len(options) <= 25:
        yield f"{name}: {len(options)} options, allowed are 1 to 25"
    if max(least, most) > len(options):
        yield f"{name}: {max(least, most)} values wanted of {len(options)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield f"{name}: more options are preselected than may be chosen"
    for value, times in Counter(option.get("value") for option in options).items():
        if times > 1:
            yield f"{name}: option value {value!r} occurs {times} times"


def _emoji_problems(emoji: Json, name: str) -> Iterator[str]:
    if isinstance(emoji, dict) and not emoji.get("id"):
        text = emoji.get("name")
        if not isinstance(text, str) or not text or text.isascii():
            yield f"{name}: {text!r} is no emoji"


def _button_problems(button: dict[str, Json], name: str) -> Iterator[str]:
    style, custom_id = button.get("style"), button.get("custom_id")
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield f"{name}: a button needs a label or an emoji"
    if _size(button.get("label")) > 80:
        yield f"{name}: label of {_size(button.get('label'))} characters, allowed are 80"
    if style == LINK:
        if custom_id:
            yield f"{name}: a link button has no custom_id"
        if not re.match(r"(https?|discord)://\S+$", str(button.get("url") or "")):
            yield f"{name}: a link button needs an http, https or discord url"
    elif style != PREMIUM:
        if button.get("url"):
            yield f"{name}: only a link button has a url"
        if not custom_id:
            yield f"{name}: a button needs a custom_id"
    yield from _emoji_problems(button.get("emoji"), name)


def _identity_problems(components: list[dict[str, Json]]) -> Iterator[str]:
    for key in ("custom_id", "id"):
        seen = Counter(component[key] for component in components if component.get(key))
        yield from (f"{key} {value!r} occurs {times} times" for value, times in seen.items() if times > 1)
    for component in components:
        if component.get("custom_id") is not None and not 1 <= len(str(component["custom_id"])) <= 100:
            yield f"custom_id of {len(str(component['custom_id']))} characters, allowed are 1 to 100"


def _row_problems(row: dict[str, Json]) -> Iterator[str]:
    children = [child for child in row.get("components") or () if isinstance(child, dict)]
    if not 1 <= len(children) <= 5:
        yield f"an action row holds 1 to 5 components, not {len(children)}"
    if len(children) > 1 and any(child.get("type") in SELECTS for child in children):
        yield "a select fills its action row alone"


def _component_problems(tree: Json, *, v2: bool) -> Iterator[str]:
    found = list(_walk(tree))
    if v2 and len(found) > MAX_COMPONENTS:
        yield f"{len(found)} components, nested ones included; allowed are {MAX_COMPONENTS}"
    if not v2 and _size(tree) > MAX_ROWS:
        yield f"{_size(tree)} action rows, allowed are {MAX_ROWS}"
    for component, parent, key in found:
        kind = component.get("type")
        name = f"component {component.get('custom_id') or kind!r}"
        if key == "accessory":
            allowed = ACCESSORIES
        elif parent is None and not v2:
            allowed = frozenset({ROW})
        else:
            allowed = CHILDREN.get(parent.get("type") if parent else None, frozenset())
        if kind not in allowed:
            yield f"{name}: type {kind!r} can't stand in {parent.get('type') if parent else 'the message'!r}"
        if kind == ROW:
            yield from _row_problems(component)
        elif kind == BUTTON:
            yield from _button_problems(component, name)
        elif kind in SELECTS:
            yield from _select_problems(component, name)
            for option in component.get("options") or ():
                yield from _emoji_problems(option.get("emoji"), name)
        elif kind == TEXT and not component.get("content"):
            yield f"{name}: empty text"
        elif kind == SECTION and not component.get("accessory"):
            yield f"{name}: a section needs an accessory"
    text = sum(_size(component.get("content")) for component, _, _ in found if component.get("type") == TEXT)
    if text > MAX_TEXT:
        yield f"{text} characters over all text displays, allowed are {MAX_TEXT}"
    yield from _identity_problems([component for component, _, _ in found])


def _mention_problems(body: dict[str, Json]) -> Iterator[str]:
    mentions = body.get("allowed_mentions")
    if not isinstance(mentions, dict):
        yield "allowed_mentions is not explicit"
        return
    for kind in ("users", "roles"):
        if mentions.get(kind) and kind in (mentions.get("parse") or ()):
            yield f"allowed_mentions: {kind} is both parsed and listed"


def _embed_text(embed: dict[str, Json]) -> int:
    fields = embed.get("fields") or ()
    return (
        _size(embed.get("title"))
        + _size(embed.get("description"))
        + _size((embed.get("footer") or {}).get("text"))
        + _size((embed.get("author") or {}).get("name"))
        + sum(_size(field.get("name")) + _size(field.get("value")) for field in fields)
    )


def _message_problems(body: Json, *, new: bool) -> Iterator[str]:
    """Rules for a message as it is sent (``new``) or edited."""
    if not isinstance(body, dict):
        yield "a message body is an object"
        return
    flags = body.get("flags")
    flagged = bool(flags & V2_FLAG) if isinstance(flags, int) else False
    components = body.get("components")
    shaped = any(component.get("type") in V2_ONLY for component, _, _ in _walk(components))
    if shaped and not flagged and new:
        yield "Components V2 without the flag IS_COMPONENTS_V2"
    v2 = flagged or shaped
    if v2:
        for field in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(field):
                yield f"{field} can't be used with Components V2"
    if _size(body.get("content")) > MAX_CONTENT:
        yield f"content of {_size(body['content'])} characters, allowed are {MAX_CONTENT}"
    if components:
        yield from _component_problems(components, v2=v2)
    embeds = [embed for embed in body.get("embeds") or () if isinstance(embed, dict)]
    if sum(map(_embed_text, embeds)) > MAX_EMBED_TEXT:
        yield f"more than {MAX_EMBED_TEXT} characters over all embeds"
    if new and not any(body.get(key) for key in FILLING):
        yield "an empty message"
    yield from _mention_problems(body)


def _modal_problems(data: dict[str, Json]) -> Iterator[str]:
    found = list(_walk(data.get("components")))
    if not 1 <= _size(data.get("components")) <= 5:
        yield f"a modal holds 1 to 5 components, not {_size(data.get('components'))}"
    for component, parent, _ in found:
        kind = component.get("type")
        name = f"component {component.get('custom_id') or kind!r}"
        if kind not in MODAL_CHILDREN.get(parent.get("type") if parent else None, frozenset()):
            yield f"{name}: type {kind!r} can't stand in {parent.get('type') if parent else 'a modal'!r}"
        if kind in SELECTS:
            yield from _select_problems(component, name)
        if component.get("disabled"):
            yield f"{name}: a modal takes no disabled component"
    yield from _identity_problems([component for component, _, _ in found])


def _callback_problems(body: dict[str, Json]) -> Iterator[str]:
    kind, data = body.get("type"), body.get("data")
    if kind == 4:
        yield from _message_problems(data, new=True)
    elif kind == 7 and data:
        yield from _message_problems(data, new=False)
    elif kind == 9 and isinstance(data, dict):
        yield from _modal_problems(data)


def _texts(entry: dict[str, Json]) -> int:
    """The longest form of a command's or option's name and description over all locales."""
    total = 0
    for key in ("name", "description"):
        forms = [entry.get(key), *(entry.get(f"{key}_localizations") or {}).values()]
        total += max(map(_size, forms))
    return total


def _command_problems(command: dict[str, Json]) -> Iterator[str]:
    total = 0

    def visit(entry: dict[str, Json], path: str) -> Iterator[str]:
        nonlocal total
        total += _texts(entry)
        for name in (entry.get("name"), *(entry.get("name_localizations") or {}).values()):
            if not COMMAND_NAME.match(str(name)) or str(name) != str(name).lower():
                yield f"{path}: {name!r} is no name for a command or option"
        if not entry.get("description"):
            yield f"{path}: no description"
        options = entry.get("options") or []
        for name, times in Counter(option.get("name") for option in options).items():
            if times > 1:
                yield f"{path}: {times} options named {name!r}"
        plain = [option for option in options if option.get("type") not in (1, 2)]
        if plain and len(plain) < len(options):
            yield f"{path}: subcommands beside options"
        required = [bool(option.get("required")) for option in plain]
        if required != sorted(required, reverse=True):
            yield f"{path}: a required option after an optional one"
        for option in options:
            for choice in option.get("choices") or ():
                total += _size(choice.get("name")) + len(str(choice.get("value")))
            yield from visit(option, f"{path} {option.get('name')}")

    if (command.get("type") or 1) == 1:
        yield from visit(command, f"/{command.get('name')}")
    if total > MAX_COMMAND_TEXT:
        yield f"/{command.get('name')}: {total} characters over all texts, allowed are {MAX_COMMAND_TEXT}"


def _rule_problems(method: str, template: str, body: Json) -> Iterator[str]:
    if template.endswith("/callback"):
        yield from _callback_problems(body)
    elif (template.startswith("/webhooks/") or "/messages" in template) and method in ("POST", "PATCH"):
        yield from _message_problems(body, new=method == "POST")
    elif template.endswith("/commands") and method in ("PUT", "POST"):
        for command in body if isinstance(body, list) else [body]:
            yield from _command_problems(command)


@functools.lru_cache(maxsize=4096)
def _judge(method: str, template: str, encoded: str) -> tuple[str, ...]:
    body = json.loads(encoded)
    validator = whole_validator(method, template)
    if validator is None:
        return () if not body else (f"{method} {template} takes no body",)
    problems = [] if quick(method, template)(body) else objections(validator, body)
    try:
        problems += _rule_problems(method, template, body)
    except (AttributeError, TypeError, KeyError) as error:
        # A body of the wrong shape: the schema has said so already, the rules can't read it.
        if not problems:
            problems.append(f"body: not readable ({error})")
    return tuple(problems)


def check(method: str, path: str, body: Json) -> list[str]:
    """What Discord would not accept about this request, in words; empty if it is fine.

    ``path`` is the API path with or without ``/api/v10`` and query; ``body`` the JSON body (of a multipart request: its
    ``payload_json``) or None. A route that is not in the excerpt is an objection, too.
    """
    template = template_of(method, path)
    if template is None:
        return [f"unknown route: {method} {path}"]
    return list(_judge(method.upper(), template, json.dumps(body, sort_keys=True)))
