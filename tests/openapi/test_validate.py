"""``check`` lets pass what Discord takes, and names what it doesn't."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import discord
import pytest

from tests.openapi import schemas, trim
from tests.openapi.schemas import template_of
from tests.openapi.validate import V2_FLAG, check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUIET: dict[str, Any] = {"parse": []}
SEND = ("POST", "/channels/1/messages")
EDIT = ("PATCH", "/channels/1/messages/2")
CALLBACK = ("POST", "/interactions/1/secret/callback")
ORIGINAL = ("PATCH", "/webhooks/1/secret/messages/@original")
COMMANDS = ("PUT", "/applications/1/commands")


def button(number: int = 0, **changes: Any) -> dict[str, Any]:
    """A proper button."""
    return {"type": 2, "style": 1, "label": f"Button {number}", "custom_id": f"button:{number}", **changes}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    """An action row."""
    return {"type": 1, "components": list(children)}


def text(content: str) -> dict[str, Any]:
    """A text display."""
    return {"type": 10, "content": content}


def select(**changes: Any) -> dict[str, Any]:
    """A proper string select."""
    options = [{"label": f"Card {number}", "value": str(number)} for number in range(13)]
    return {"type": 3, "custom_id": "pick", "options": options, "min_values": 1, "max_values": 4, **changes}


def v2(*components: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A message of Components V2."""
    return {"flags": V2_FLAG, "components": list(components), "allowed_mentions": QUIET, **changes}


def classic(**changes: Any) -> dict[str, Any]:
    """A message of the older kind."""
    return {"content": "hello", "allowed_mentions": QUIET, **changes}


def command(**changes: Any) -> dict[str, Any]:
    """A slash command with a subcommand."""
    option = {"type": 4, "name": "players", "description": "How many", "required": False, "min_value": 2}
    start = {"type": 1, "name": "start", "description": "Open a table", "options": [option]}
    return {"name": "demo", "description": "Play", "type": 1, "contexts": [0, 1], "options": [start], **changes}


HAND = v2(
    {
        "type": 17,
        "accent_color": 255,
        "components": [
            text("## Your hand"),
            *(row(*(button(number * 5 + place) for place in range(5))) for number in range(5)),
            {"type": 14, "divider": True, "spacing": 1},
            {"type": 9, "components": [text("rules")], "accessory": button(99, emoji={"name": "🃏"})},
        ],
    },
    row(select()),
)
MODAL: dict[str, Any] = {
    "title": "Name",
    "custom_id": "form",
    "components": [{"type": 18, "label": "Name", "component": {"type": 4, "style": 1, "custom_id": "name"}}],
}

THREADS = ("POST", "/channels/1/threads")
GOOD = [
    (*THREADS, {"name": "Cheat: Ann’s table", "type": 11, "auto_archive_duration": 1440}),
    ("PATCH", "/channels/1", {"archived": True}),
    (*SEND, HAND),
    (*SEND, classic(components=[row(button())], nonce="table:7", enforce_nonce=True)),
    (*SEND, classic(allowed_mentions={"parse": [], "users": [123, "456"]})),
    (*EDIT, v2(text("new"))),
    (*EDIT, {"components": [text("new")], "allowed_mentions": QUIET}),
    (*ORIGINAL, v2(text("new"))),
    ("POST", "/webhooks/1/secret", v2(text("more"), flags=V2_FLAG | 64)),
    (*CALLBACK, {"type": 4, "data": v2(text("hi"), flags=V2_FLAG | 64)}),
    (*CALLBACK, {"type": 5, "data": {"flags": 64}}),
    (*CALLBACK, {"type": 6}),
    (*CALLBACK, {"type": 7, "data": HAND}),
    (*CALLBACK, {"type": 8, "data": {"choices": [{"name": "Ace", "value": "a"}]}}),
    (*CALLBACK, {"type": 9, "data": MODAL}),
    (*COMMANDS, [command()]),
    ("POST", "/users/@me/channels", {"recipient_id": 80351110224678912}),
    ("POST", "/users/@me/channels", {"recipient_id": "80351110224678912"}),
    ("GET", "/api/v10/users/@me", None),
    ("GET", "/channels/1/messages?limit=5", None),
    ("DELETE", "/channels/1/messages/2", None),
    ("GET", "/gateway/bot", None),
    ("POST", "/applications/1/emojis", {"name": "ace", "image": "data:image/png;base64,AA=="}),
]

BAD: list[tuple[str, str, Any, str]] = [
    (*THREADS, {"name": "x" * 101, "type": 11}, "name"),
    (*THREADS, {"name": "x", "type": 11, "auto_archive_duration": 61}, "auto_archive_duration"),
    ("POST", "/channels/1/typing", None, "unknown route"),
    ("POST", "/channels/one/messages", classic(), "unknown route"),
    ("GET", "/users/@me", {"a": 1}, "takes no body"),
    (*SEND, {"content": "hello"}, "allowed_mentions is not explicit"),
    (*SEND, classic(allowed_mentions=None), "allowed_mentions is not explicit"),
    (*SEND, classic(allowed_mentions={"parse": ["users"], "users": ["1"]}), "both parsed and listed"),
    (*SEND, classic(allowed_mentions={"parse": ["people"]}), "allowed_mentions/parse/0"),
    (*SEND, {"allowed_mentions": QUIET}, "an empty message"),
    (*SEND, classic(content="x" * 2001), "content of 2001"),
    (*SEND, classic(nonce="x" * 26), "nonce"),
    (*SEND, classic(flags="64"), "flags"),
    (*SEND, classic(embeds=[{"description": "x" * 4000}, {"description": "x" * 2001}]), "over all embeds"),
    (*SEND, classic(components=[row(button(number)) for number in range(6)]), "6 action rows"),
    (*SEND, classic(components=[button()]), "can't stand in 'the message'"),
    (*SEND, v2(text("hi"), content="hello"), "content can't be used"),
    (*SEND, v2(text("hi"), embeds=[{"title": "no"}]), "embeds can't be used"),
    (*SEND, v2(text("hi"), flags=0), "without the flag"),
    (*SEND, v2(text("")), "empty text"),
    (*SEND, v2(text("x" * 2000), {"type": 17, "components": [text("x" * 2001)]}), "4001 characters"),
    (*SEND, v2({"type": 17, "components": [text("x")] * 30}, *[text("y")] * 10), "41 components"),
    (*SEND, v2({"type": 99}), "type 99"),
    (*SEND, v2({"type": 17, "components": [{"type": 17, "components": [text("x")]}]}), "type 17"),
    (*SEND, v2({"type": 9, "components": [text("x")]}), "accessory"),
    (*SEND, v2(button()), "type 2"),
    (*SEND, v2(row()), "1 to 5"),
    (*SEND, v2(row(*(button(number) for number in range(6)))), "1 to 5"),
    (*SEND, v2(row(select(), button())), "alone"),
    (*SEND, v2(row(button(label="x" * 81))), "label of 81"),
    (*SEND, v2(row(button(label=None))), "a label or an emoji"),
    (*SEND, v2(row(button(emoji={"name": "A"}))), "no emoji"),
    (*SEND, v2(row(button(custom_id=""))), "custom_id"),
    (*SEND, v2(row(button(custom_id="x" * 101))), "custom_id of 101"),
    (*SEND, v2(row(button(custom_id=None))), "needs a custom_id"),
    (*SEND, v2(row(button(1), button(1))), "occurs 2 times"),
    (*SEND, v2({**text("a"), "id": 5}, {**text("b"), "id": 5}), "id 5 occurs"),
    (*SEND, v2(row(button(style=5))), "no custom_id"),
    (*SEND, v2(row(button(style=5, custom_id=None, url="ftp://x"))), "url"),
    (*SEND, v2(row(select(options=[]))), "0 options"),
    (*SEND, v2(row(select(options=[{"label": str(n), "value": str(n)} for n in range(26)]))), "26 options"),
    (*SEND, v2(row(select(options=[{"label": "a", "value": "1"}] * 2, max_values=2))), "occurs 2 times"),
    (*SEND, v2(row(select(min_values=5))), "min_values 5"),
    (*SEND, v2(row(select(max_values=14))), "14 values wanted"),
    (*EDIT, v2(text("new"), allowed_mentions=None), "not explicit"),
    (*ORIGINAL, {"components": [text("new")]}, "not explicit"),
    (*CALLBACK, {"type": 4, "data": {"content": "hi"}}, "not explicit"),
    (*CALLBACK, {"type": 4}, "object"),
    (*CALLBACK, {"type": 7, "data": v2(row(button(label="x" * 81)))}, "label of 81"),
    (*CALLBACK, {"type": 77}, "type 77"),
    (*CALLBACK, {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}] * 26}}, "choices"),
    (*CALLBACK, {"type": 9, "data": {**MODAL, "title": "x" * 46}}, "title"),
    (*CALLBACK, {"type": 9, "data": {**MODAL, "components": MODAL["components"] * 6}}, "1 to 5"),
    (*CALLBACK, {"type": 9, "data": {**MODAL, "components": [row(button())]}}, "type 2"),
    ("POST", "/users/@me/channels", {"recipient_id": "alice"}, "recipient_id"),
    ("POST", "/users/@me/channels", {"recipient_id": True}, "recipient_id"),
    (*COMMANDS, [command(name="Demo")], "no name"),
    (*COMMANDS, [command(description="x" * 101)], "description"),
    (*COMMANDS, [command(description="")], "no description"),
    (*COMMANDS, [command(name_localizations={"de": "Mit Leer"})], "no name"),
    (*COMMANDS, [command(options=command()["options"] * 2)], "2 options named 'start'"),
    (*COMMANDS, [command(options=[*command()["options"], *command()["options"][0]["options"]])], "beside options"),
    (
        *COMMANDS,
        [
            command(
                options=[
                    {"type": 3, "name": "a", "description": "a"},
                    {"type": 3, "name": "b", "description": "b", "required": True},
                ]
            )
        ],
        "after an optional",
    ),
    (
        *COMMANDS,
        [command(options=[{"type": 1, "name": f"s{n}", "description": "x" * 100, "options": [
            {"type": 3, "name": f"o{m}", "description": "y" * 100} for m in range(4)]} for n in range(20)])],
        "over all texts",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body"), GOOD)
def test_it_takes_what_discord_takes(method: str, path: str, body: Any) -> None:
    assert check(method, path, body) == []


@pytest.mark.parametrize(("method", "path", "body", "complaint"), BAD)
def test_it_names_what_is_wrong(method: str, path: str, body: Any, complaint: str) -> None:
    problems = check(method, path, body)
    assert any(complaint in problem for problem in problems), problems


def spoiled(value: Any) -> Iterator[Any]:
    """The value with one thing in it at a time gone or changed for something else."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield from ({**value, key: other} for other in spoiled(inner))
        yield {**value, "odd": 1}
    elif isinstance(value, list):
        for at, inner in enumerate(value[:3]):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in spoiled(inner))
        yield value * 30
    yield from (None, True, 1, 1.0, 2.5, -1, "", "x", "x" * 5000, [], [1], [1, 1], {}, {"a": 1}, {"type": 2})


@pytest.mark.parametrize(("method", "path", "body"), [*GOOD, *(bad[:3] for bad in BAD)])
def test_the_quick_answer_is_that_of_the_validator(method: str, path: str, body: Any) -> None:
    template = template_of(method, path)
    validator = template and schemas.whole_validator(method, template)
    if not template or not validator:
        return
    quick = schemas.quick(method, template)
    for other in [body, *itertools.islice(spoiled(body), 0, None, 17 if len(json.dumps(body)) > 600 else 2)]:
        assert quick(other) is validator.is_valid(other), other


def test_a_keyword_the_quick_answer_does_not_know_is_no_pass() -> None:
    with pytest.raises(LookupError, match="multipleOf"):
        schemas.QUICK.fits({"multipleOf": 2})


def test_it_does_not_choke_on_bodies_of_the_wrong_shape() -> None:
    wrongs: list[Any] = [None, [], "text", 3, {"components": "no"}, {"components": [None, {"type": "2"}]}]
    for wrong in wrongs:
        for method, path in (SEND, EDIT, CALLBACK, ORIGINAL, COMMANDS):
            assert check(method, path, wrong) or (method, path) == COMMANDS
    assert check(*CALLBACK, {"type": 4, "data": {"components": [{"type": 1, "components": {"a": 1}}]}})


def test_what_the_library_sends_is_taken() -> None:
    view: Any = discord.ui.LayoutView(timeout=None)
    buttons = [discord.ui.Button[discord.ui.LayoutView](label=str(n), custom_id=str(n)) for n in range(5)]
    view.add_item(discord.ui.Container(discord.ui.TextDisplay("hi"), discord.ui.ActionRow(*buttons)))
    mentions = discord.AllowedMentions(users=[discord.Object(5)], everyone=False, roles=False).to_dict()
    body = {"components": view.to_components(), "flags": V2_FLAG, "allowed_mentions": mentions}
    assert check(*SEND, body) == []


def test_the_literal_route_comes_first() -> None:
    assert template_of(*ORIGINAL) == "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    assert template_of("GET", "/users/@me") == "/users/@me"
    assert template_of("GET", "/users/12") == "/users/{user_id}"
    assert template_of("PUT", "/users/12") is None


def test_the_excerpt_is_what_the_script_would_write() -> None:
    document = json.loads(schemas.SPEC_PATH.read_text(encoding="utf-8"))
    assert set(document["paths"]) == set(trim.ROUTES)
    assert trim.references(document["paths"]) | trim.references(document["components"]) == set(
        document["components"]["schemas"]
    )


def test_the_script_keeps_bodies_and_drops_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    operation = {"operationId": "x", "responses": {"200": {}}, "summary": "long"}
    source: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "t"},
        "paths": {template: dict.fromkeys(trim.METHODS, operation) for template in trim.ROUTES},
        "components": {"schemas": {"A": {"items": {"$ref": "#/components/schemas/B"}}, "B": {}, "C": {}}},
    }
    reference = {"schema": {"$ref": "#/components/schemas/A"}}
    source["paths"]["/users/@me/channels"] = {
        "post": {**operation, "requestBody": {"required": True, "content": {"application/json": reference, "x/y": {}}}}
    }
    given = tmp_path / "openapi.json"
    given.write_text(json.dumps(source), encoding="utf-8")
    monkeypatch.setattr(trim, "OUT", tmp_path / "discord.json")
    assert trim.main(["trim.py", str(given)]) == 0
    written = json.loads((tmp_path / "discord.json").read_text(encoding="utf-8"))
    assert list(written["components"]["schemas"]) == ["A", "B"]
    assert written["paths"]["/gateway"]["get"] == {"operationId": "x"}
    body = written["paths"]["/users/@me/channels"]["post"]["requestBody"]
    assert body == {"required": True, "content": {"application/json": reference}}
    assert trim.main(["trim.py"]) == 2
