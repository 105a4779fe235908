"""A server whose AutoMod takes exception at somebody's name: no message with Ann in it."""

from __future__ import annotations

import json

from tests.e2e.evening import Evening
from tests.e2e.transport import Fault, Request


class _Word(Fault):
    """Every message with the name in it is blocked."""

    def matches(self, request: Request) -> bool:
        return super().matches(request) and "Ann" in json.dumps(request.body)


class _Answer(_Word):
    """Every answer to a press or a command in a server is blocked that has the name in it."""

    def __init__(self, table: Evening) -> None:
        super().__init__("*", "*", None, "before", 400, 200000, "blocked")
        self.backend = table.world.env.backend

    def matches(self, request: Request) -> bool:
        if not super().matches(request):
            return False
        where = request.path.split("/")
        number = (
            int(where[2])
            if request.is_callback
            else self.backend.interaction_tokens.get(where[3] if where[1] == "webhooks" else "")
        )
        return number is not None and self.backend.interactions[number].guild_id is not None


async def forbid_a_name_in_answers(table: Evening) -> None:
    """AutoMod reads the answers to presses and commands."""
    table.world.wire.faults.append(_Answer(table))


async def forbid_a_name(table: Evening) -> None:
    """AutoMod reads the messages in the table's channel."""
    route = f"/channels/{table.world.channel.id}/*"
    table.world.wire.faults.append(_Word("*", route, None, "before", 400, 200000, "blocked"))
