"""The gateway connection of a world's client: it drops, and later the session is resumed or a new one begins.

    line = Line(world)
    line.drop()
    ...                  # requests still go through; what happens meanwhile reaches nobody
    await line.resume()  # or: await line.renew()

Resumed, everything that was missed is delivered in order, as late as it then is. With a new session it is lost for
good: READY names the servers the client is still in, each is described once, and that is all the client learns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord.backend import serializers

if TYPE_CHECKING:
    from tests.e2e.harness import World


class Line:
    """The connection of the world's only shard."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._deliver = world._plain_emit
        #: What happened while the connection was down.
        self.missed: list[tuple[str, Any]] = []

    def drop(self) -> None:
        """From now on no event reaches the client."""
        self._world._plain_emit = self._miss
        with self._world.as_bot():
            self._world.bot.dispatch("disconnect")
            self._world.bot.dispatch("shard_disconnect", 0)

    def _miss(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            # Whoever pressed is told by Discord itself that it failed.
            self._world._excused.add(int(payload["id"]))
        self.missed.append((event, payload))

    @property
    def presses(self) -> list[int]:
        """The ids of the presses that were missed."""
        return [int(payload["id"]) for event, payload in self.missed if event == "INTERACTION_CREATE"]

    def cut(self) -> None:
        """The client ends before the connection is back; the next one has a connection of its own."""
        self._world._plain_emit = self._deliver

    async def resume(self) -> None:
        """The session is taken up again: what was missed comes now."""
        self._world._plain_emit = self._deliver
        for event, payload in self.missed:
            self._deliver(event, payload)
        with self._world.as_bot():
            self._world.bot._connection.parse_resumed({"__shard_id__": 0})
        await self._world.settle()

    async def renew(self) -> None:
        """The session is invalid: another one begins, and what was missed never comes."""
        world, backend = self._world, self._world.env.backend
        world._plain_emit = self._deliver
        guilds = list(backend.guilds.values())
        with world.as_bot():
            world.bot._connection.parse_ready(
                {
                    "v": 10,
                    "user": dict(serializers.user_payload(backend.bot_user)),
                    "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                    "session_id": "another",
                    "resume_gateway_url": "wss://simcord.invalid",
                    "shard": [0, 1],
                    "application": {"id": str(backend.application_id), "flags": 0},
                }
            )
        for guild in guilds:
            self._deliver("GUILD_CREATE", {**serializers.guild_create_payload(backend, guild), "unavailable": False})
        await world.settle()
