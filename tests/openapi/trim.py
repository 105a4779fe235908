"""Cut Discord's OpenAPI description down to the request bodies a bot like this one sends.

Usage: ``python tests/openapi/trim.py path/to/specs/openapi.json`` (from github.com/discord/discord-api-spec).
Writes ``discord.json`` beside this file. What is kept is kept word for word: the listed routes, their parameters and
request bodies (JSON only), and every schema reachable from those. Responses, security and summaries are left out.
Never edit ``discord.json`` by hand; add a route here and run the script again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

OUT = Path(__file__).with_name("discord.json")
METHODS = ("get", "post", "put", "patch", "delete")

#: Route template -> the methods kept.
ROUTES: dict[str, tuple[str, ...]] = {
    "/interactions/{interaction_id}/{interaction_token}/callback": ("post",),
    "/webhooks/{webhook_id}/{webhook_token}": ("post",),
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original": ("get", "patch", "delete"),
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": ("get", "patch", "delete"),
    "/channels/{channel_id}": ("get", "patch"),
    "/channels/{channel_id}/messages": ("get", "post"),
    "/channels/{channel_id}/threads": ("post",),
    "/channels/{channel_id}/messages/{message_id}": ("get", "patch", "delete"),
    "/users/@me": ("get",),
    "/users/@me/channels": ("post",),
    "/users/@me/guilds/{guild_id}": ("delete",),
    "/users/{user_id}": ("get",),
    "/guilds/{guild_id}": ("get",),
    "/guilds/{guild_id}/members/{user_id}": ("get",),
    "/gateway": ("get",),
    "/gateway/bot": ("get",),
    "/applications/@me": ("get",),
    "/oauth2/applications/@me": ("get",),
    "/applications/{application_id}/commands": ("get", "put", "post"),
    "/applications/{application_id}/commands/{command_id}": ("get", "patch", "delete"),
    "/applications/{application_id}/guilds/{guild_id}/commands": ("get", "put", "post"),
    "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}": ("get", "patch", "delete"),
    "/applications/{application_id}/emojis": ("get", "post"),
    "/applications/{application_id}/emojis/{emoji_id}": ("get", "patch", "delete"),
}


def references(node: Any) -> set[str]:
    """Names of the component schemas that ``node`` refers to directly."""
    if isinstance(node, dict):
        found = {node["$ref"].rsplit("/", 1)[1]} if isinstance(node.get("$ref"), str) else set()
        return found.union(*(references(value) for value in node.values()))
    if isinstance(node, list):
        return set().union(*(references(item) for item in node))
    return set()


def trim(source: dict[str, Any]) -> dict[str, Any]:
    """The reduced document. Raises KeyError for a listed route that the source does not have."""
    paths: dict[str, Any] = {}
    for template, methods in ROUTES.items():
        original = source["paths"][template]
        kept: dict[str, Any] = {}
        if "parameters" in original:
            kept["parameters"] = original["parameters"]
        for method in methods:
            operation = original[method]
            kept[method] = {"operationId": operation["operationId"]}
            if "requestBody" in operation:
                body = operation["requestBody"]
                kept[method]["requestBody"] = {
                    **{key: value for key, value in body.items() if key != "content"},
                    "content": {"application/json": body["content"]["application/json"]},
                }
        paths[template] = kept
    every: dict[str, Any] = source["components"]["schemas"]
    schemas: dict[str, Any] = {}
    pending = references(paths)
    while pending:
        name = pending.pop()
        schemas[name] = every[name]
        pending |= references(every[name]) - schemas.keys()
    return {
        "openapi": source["openapi"],
        "info": source["info"],
        "paths": paths,
        "components": {"schemas": {name: schemas[name] for name in sorted(schemas)}},
    }


def main(argv: list[str]) -> int:
    """Read the full document named on the command line and write the reduced one."""
    if len(argv) != 2:
        sys.stderr.write(str(__doc__))
        return 2
    document = trim(json.loads(Path(argv[1]).read_text(encoding="utf-8")))
    OUT.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    counts = len(document["paths"]), len(document["components"]["schemas"])
    sys.stdout.write(f"{OUT.name}: {counts[0]} routes, {counts[1]} schemas\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
