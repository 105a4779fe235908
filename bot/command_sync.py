"""Registers the slash commands with Discord, and only when they have changed since the last time.

Called by `bot.app` while it starts. Discord limits how often commands may be registered, so the hash of what was
registered last is kept in the store, for each application. It must never keep the bot from starting: with the commands
of yesterday people can still play.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.tables.ports import TableStore

log = logging.getLogger(__name__)


async def digest(tree: app_commands.CommandTree[Any]) -> str:
    """A hash over everything that would be sent to Discord, the translations included."""
    translator = tree.translator
    payload = [
        command.to_dict(tree) if translator is None else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()


def key_of(application_id: int) -> str:
    """Where the store keeps the hash of an application's commands."""
    return f"commands:{application_id}"


async def sync_if_changed(tree: app_commands.CommandTree[Any], store: TableStore, application_id: int) -> bool:
    """Register the tree's commands unless they are registered already; gives whether they were sent."""
    now = await digest(tree)
    if await store.meta(key_of(application_id)) == now:
        return False
    try:
        synced = await tree.sync()
    except (discord.HTTPException, app_commands.CommandSyncFailure, OSError):
        # Tried again at the next start, since the hash is not kept.
        log.exception("the slash commands could not be registered; those of before stay")
        return False
    await store.set_meta(key_of(application_id), now)
    log.info("slash commands registered", extra={"commands": len(synced)})
    return True
