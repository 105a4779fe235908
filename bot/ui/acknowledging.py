"""The acknowledgement of an interaction: before there is an answer, or in place of a drawing that comes later.

Used by replies and canvases. It must never let an acknowledgement that Discord has taken count as not taken: what comes
next would be sent as a second first answer, which Discord refuses, and whoever asked would wait for ever.
"""

from __future__ import annotations

import logging
from typing import Any, Final

import discord
from discord import InteractionResponseType

log = logging.getLogger(__name__)

#: Discord has a first answer to the interaction already.
ANSWERED_CODE: Final = 40060


async def acknowledge(interaction: discord.Interaction[Any], *, alone: bool = False, waiting: bool = False) -> None:
    """Acknowledge an interaction; `waiting` shows a message in which the answer will stand, `alone` only to the asker.

    Raises what Discord says to it. That there is an answer already is no objection: discord.py repeats a request that
    failed on the way, and it is the first one that Discord has taken then.
    """
    try:
        await interaction.response.defer(ephemeral=alone, thinking=waiting)
    except discord.HTTPException as error:
        if error.code != ANSWERED_CODE:
            raise
        log.info("an interaction was acknowledged already", extra={"interaction": interaction.id})
        taken(interaction, waiting=waiting)


def taken(interaction: discord.Interaction[Any], *, waiting: bool) -> None:
    """Let an acknowledgement count as taken though it failed for discord.py: what comes next is no first answer."""
    in_message = waiting or interaction.type is discord.InteractionType.application_command
    kinds = InteractionResponseType
    # discord.py has no other way to be told.
    interaction.response._response_type = (  # noqa: SLF001
        kinds.deferred_channel_message if in_message else kinds.deferred_message_update
    )
