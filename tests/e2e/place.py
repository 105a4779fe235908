"""The place an evening happens in: servers, channels and people, what can be read there, and what goes wrong.

Part of ``World`` (see ``harness.py``). Nobody presses anything here: that is ``acts.py``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeAlias

import discord
from simcord import ChannelHandle, GuildHandle, InteractionResult, ResponseMessage, UserHandle
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.e2e import screens
from tests.e2e.screens import Screen
from tests.e2e.transport import Fault, Request, VirtualEnv, When, Wire

#: Whatever shows a message: one in a channel, the answer to an interaction, or a screen someone still has open.
Shown: TypeAlias = ResponseMessage | InteractionResult | discord.Message | Screen


#: view channels, send messages, send messages in threads: the invite this bot asks for.
INVITE_PERMISSIONS = 274877910016


class Place:
    """Servers, channels and people on one in-memory Discord, its time, and the faults of its wire."""

    env: VirtualEnv
    wire: Wire
    #: The first server and its first text channel.
    guild: GuildHandle
    channel: ChannelHandle
    _locales: dict[int, str]
    _closed_dms: dict[int, Fault]

    # ----------------------------------------------------------------------------------------------------- the place

    def new_guild(
        self,
        name: str,
        *,
        locale: str = "en-US",
        bot_permissions: int = INVITE_PERMISSIONS,
        shard_id: int | None = None,
    ) -> GuildHandle:
        """Another server; its people are those made (or joined) later. The bot's role has ``bot_permissions``."""
        guild = self.env.create_guild(name, preferred_locale=locale, shard_id=shard_id)
        managed = next(role for role in guild._guild.roles.values() if role.managed)
        self.env.backend.edit_role(guild.id, managed.id, {"permissions": bot_permissions})
        return guild

    def new_channel(self, name: str, *, guild: GuildHandle | None = None) -> ChannelHandle:
        """Another text channel, in the first server unless named."""
        return (guild or self.guild).create_text_channel(name)

    def new_thread(self, parent: ChannelHandle, name: str, owner: UserHandle) -> ChannelHandle:
        """A public thread below a text channel."""
        thread = self.env.backend.create_thread(parent.id, name, owner.id)
        return ChannelHandle(self.env, parent.guild, thread)

    def new_user(self, name: str, *, locale: str = "en-US", guilds: Iterable[GuildHandle] | None = None) -> UserHandle:
        """A person, member of all servers there are (or of ``guilds``)."""
        user = self.env.create_user(name, global_name=name)
        self._locales[user.id] = locale
        for guild in self.env._guilds if guilds is None else guilds:
            guild.add_member(user)
        return user

    def set_locale(self, user: UserHandle, locale: str) -> None:
        """The person's client now runs in another language."""
        self._locales[user.id] = locale

    async def leave(self, user: UserHandle, guild: GuildHandle | None = None) -> None:
        """The person leaves a server (without the members intent the client is not told)."""
        (guild or self.guild).remove_member(user)
        await self.settle()

    async def kick_bot(self, guild: GuildHandle | None = None) -> None:
        """The client is thrown out of a server."""
        self.env.backend.remove_guild((guild or self.guild).id)
        await self.settle()

    async def delete_channel(self, channel: ChannelHandle) -> None:
        """Somebody deletes the channel."""
        self.env.backend.delete_channel(channel.id)
        await self.settle()

    async def delete_message(self, message: Shown) -> None:
        """Somebody (a moderator, the owner of a direct message) deletes the message."""
        channel_id, message_id = self._place(message)
        self.env.backend.delete_message(channel_id, message_id)
        await self.settle()

    async def deny_bot(self, channel: ChannelHandle, *permissions: str) -> None:
        """Take permissions (``"send_messages"``) from the bot in one channel; naming none gives all back."""
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        overwrite = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
        self.env.backend.set_overwrite(channel.id, overwrite)
        await self.settle()

    def close_dms(self, user: UserHandle) -> None:
        """The person takes no direct messages any more: sending fails with 403/50007, opening the channel doesn't."""
        channel = self.env.backend.get_dm_channel(user.id)
        self.open_dms(user)
        self._closed_dms[user.id] = self.fail(
            f"POST /channels/{channel.id}/messages", 403, 50007, times=None, message="Cannot send messages to this user"
        )

    def open_dms(self, user: UserHandle) -> None:
        """The person takes direct messages again."""
        fault = self._closed_dms.pop(user.id, None)
        if fault is not None and fault in self.wire.faults:
            self.wire.faults.remove(fault)

    # -------------------------------------------------------------------------------------------------- what they see

    def messages(self, channel: ChannelHandle | int) -> list[ResponseMessage]:
        """What everyone sees in a channel, oldest first."""
        channel_id = channel if isinstance(channel, int) else channel.id
        stored = sorted(self.env.backend.messages.get(channel_id, {}).values(), key=lambda message: message.id)
        return [ResponseMessage(self.env, message) for message in stored if not message.is_ephemeral]

    def dms(self, user: UserHandle) -> list[ResponseMessage]:
        """The direct messages between a person and the bot, oldest first."""
        channel_id = self.env.backend.dm_channels.get(user.id)
        return [] if channel_id is None else self.messages(channel_id)

    def ephemerals(self, user: UserHandle) -> list[ResponseMessage]:
        """The ephemeral messages a person has got, in all channels, oldest first."""
        stored = [
            message
            for channel in self.env.backend.messages.values()
            for message in channel.values()
            if message.is_ephemeral and message.visible_to(user.id)
        ]
        return [ResponseMessage(self.env, message) for message in sorted(stored, key=lambda message: message.id)]

    def exists(self, message: Shown) -> bool:
        """Whether a message is still there."""
        channel_id, message_id = self._place(message)
        return message_id in self.env.backend.messages.get(channel_id, {})

    def screen(self, message: Shown) -> Screen:
        """The message as it is now, to be pressed later by somebody who did not see the edits since."""
        channel_id, message_id = self._place(message)
        stored = self.env.backend.get_message(channel_id, message_id)
        payload = json.loads(json.dumps(serializers.message_payload(self.env.backend, stored)))
        return Screen(message_id, channel_id, payload)

    def components(self, message: Shown) -> list[dict[str, Any]]:
        """All components of a message as it is now, nested ones included, in order."""
        return screens.parts(self._payload(message))

    def text(self, message: Shown) -> str:
        """All that can be read: content, embeds, text displays. Not the labels."""
        return screens.text(self._payload(message))

    def labels(self, message: Shown, *, include_disabled: bool = False) -> list[str]:
        """The buttons that can be pressed, by label (a bare emoji by its name)."""
        return screens.labels(self._payload(message), include_disabled=include_disabled)

    def pictures(self, message: Shown) -> list[tuple[str, int]]:
        """The pictures on its buttons: the name and id of each emoji that is not of the keyboard."""
        emojis = [button.get("emoji") or {} for button in screens.parts(self._payload(message))]
        return [(emoji["name"], int(emoji["id"])) for emoji in emojis if emoji.get("id")]

    def options(self, message: Shown, *, placeholder: str | None = None) -> list[str]:
        """The labels offered by a select (the only one, or the one with this placeholder)."""
        return [option["label"] for option in screens.find_select(self._payload(message), placeholder)["options"]]

    def pinged(self, message: Shown) -> set[int]:
        """Ids of the people a message has notified."""
        channel_id, message_id = self._place(message)
        return set(self.env.backend.get_message(channel_id, message_id).ping_user_ids)

    # ---------------------------------------------------------------------------------------------------------- time

    @property
    def now(self) -> datetime:
        """The virtual instant, aware UTC."""
        return self.env.now()

    async def advance(self, seconds: float) -> None:
        """Let virtual time pass; each timer fires at its instant and its work is done before the next."""
        await self.env.advance_time(seconds)

    async def settle(self) -> None:
        """Wait until the client is idle."""
        await self.env.settle(idle=0.001)

    # ------------------------------------------------------------------------------------------------- what goes wrong

    @property
    def requests(self) -> list[Request]:
        """Every request of all clients so far, callbacks included. Clear it (``.clear()``) to count from here."""
        return self.wire.requests

    def sent(self, route: str) -> list[Request]:
        """The requests of one route, e.g. ``"POST /channels/{channel_id}/messages"``."""
        method, template = route.split(" ", 1)
        return [request for request in self.requests if (request.method, request.route) == (method, template)]

    def fail(
        self,
        route: str,
        status: int = 500,
        code: int = 0,
        *,
        times: int | None = 1,
        when: When = "before",
        message: str = "made by the test",
        error: Exception | None = None,
    ) -> Fault:
        """Make requests fail: ``route`` is a method and a pattern (``"POST /channels/*/messages"``, ``"* *"``).

        ``when="after"``: Discord did it, only the answer is lost. ``error`` raises that instead of an HTTP error
        (``OSError``: no connection). ``times=None``: until the end. The real client repeats 5xx and 429 itself, here
        the exception comes at once.
        """
        return self._fault(route, times, when, status=status, code=code, message=message, error=error)

    def slow(self, route: str, seconds: float, *, times: int | None = 1, when: When = "before") -> Fault:
        """Let requests take virtual time: they go on when ``advance`` has covered it."""
        return self._fault(route, times, when, delay_s=seconds)

    def hold(self, route: str, *, times: int | None = 1, when: When = "before") -> Fault:
        """Let requests hang before or after Discord has acted on them, until ``release`` or ``restart(kill=True)``."""
        return self._fault(route, times, when, hold=True)

    async def release(self) -> int:
        """Let the held requests go on; returns how many there were."""
        count = self.wire.release()
        await self.settle()
        return count

    def clear_faults(self) -> None:
        """Nothing goes wrong any more (closed direct messages stay closed)."""
        self.wire.faults = list(self._closed_dms.values())

    def _fault(self, route: str, times: int | None, when: When, **what: Any) -> Fault:
        method, pattern = route.split(" ", 1)
        fault = Fault(method, pattern, times, when, **what)
        self.wire.faults.append(fault)
        return fault

    # ------------------------------------------------------------------------------------------------------- plumbing

    def _place(self, message: Shown) -> tuple[int, int]:
        """(channel id, message id)."""
        if isinstance(message, InteractionResult):
            shown = message.response
            if shown is None:
                raise AssertionError(f"{message!r} shows no message")
            return shown.channel_id, shown.id
        if isinstance(message, discord.Message):
            return message.channel.id, message.id
        return message.channel_id, message.id

    def _payload(self, message: Shown) -> dict[str, Any]:
        """The message as it is now; of a screen, as it was; of a deleted one, as it was last."""
        if isinstance(message, Screen):
            return message.payload
        channel_id, message_id = self._place(message)
        stored = self.env.backend.messages.get(channel_id, {}).get(message_id)
        if stored is None and isinstance(message, ResponseMessage):
            stored = message._message
        if stored is None:
            raise AssertionError("the message is gone")
        return dict(serializers.message_payload(self.env.backend, stored))

    def _guild(self, guild_id: int) -> GuildHandle:
        return next(guild for guild in self.env._guilds if guild.id == guild_id)
