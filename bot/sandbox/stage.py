"""An in-memory Discord with the real bot on it: people, one channel, and time that passes when it is told to.

`bot.sandbox.text` talks to whoever sits at the keyboard; this module acts. It stands on simcord and reaches into parts
of it that carry no promise, which is why the version is pinned. It must never touch a network or a real clock.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import unquote

import discord
import simcord
from discord import app_commands
from simcord import ChannelHandle, GuildHandle, MemberActor, ResponseMessage, UserHandle
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.enums import ComponentType

from bot.app import CheatBot

# A timer this near is meant as "in the next turn of the loop".
IMMEDIATE_S: Final = 1e-5
# How long a step may take before the screen goes on without it, and one that waits for time to pass.
PATIENCE_S: Final = 30.0
WAITING_S: Final = 0.3
CLOSING_STEPS: Final = 20


class CannotDo(Exception):
    """A person could not do this; the text says why."""


class _Env(simcord.Env):
    """simcord's environment with one clock: timers fire only when `advance_time` reaches them."""

    def _schedule_timer(self, record: Any, callback: Any, args: tuple[Any, ...], schedule_context: Any) -> None:
        if record.when - self._virtual_time <= IMMEDIATE_S:
            super()._schedule_timer(record, callback, args, schedule_context)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - simcord's own signature
        idle: float = 0.005,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        # A press that waits for a moment to pass (a call, while others may be faster) is no fault here.
        del timeout, _deadline
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(timeout=WAITING_S, idle=idle, dispatch=dispatch)


class Stage:
    """One server with one channel, the people in it, and the bot."""

    def __init__(self, bot: CheatBot, people: Iterable[str]) -> None:
        self._bot = bot
        self._env = _Env(bot, check_errors=False, settle_timeout=PATIENCE_S)
        self._guild: GuildHandle = self._env.create_guild("Sandbox")
        self.channel: ChannelHandle = self._guild.create_text_channel("table")
        self.people: dict[str, UserHandle] = {}
        for name in people:
            user = self._env.create_user(name, global_name=name)
            self._guild.add_member(user)
            self.people[name] = user
        # Whoever sits at the keyboard may try everything, the editor of the server's house rules too.
        managers = self._guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        for user in self.people.values():
            self._env.backend.add_member_role(self._guild.id, user.id, managers.id)
        self._time = self._env.time_context()

    @property
    def application_id(self) -> int:
        """The id of the bot's application on this Discord."""
        return int(self._env.backend.application_id)

    @property
    def commands(self) -> list[str]:
        """Every slash command in full, as it is typed after the slash."""
        tree = self._bot.tree.walk_commands()
        return [command.qualified_name for command in tree if isinstance(command, app_commands.Command)]

    # --- begin and end ---------------------------------------------------------------------------------------------

    async def start(self, not_before: datetime | None = None) -> None:
        """Let the bot sign in; `not_before` is a time that must have come by then (that of a kept game)."""
        if not_before is not None and not_before > self.now:
            self._env.backend.advance_clock((not_before - self.now).total_seconds())
        await self._env.start()
        self._time.__enter__()
        _mend_webhooks(self._env._webhook_adapter)  # noqa: SLF001

    async def close(self) -> None:
        """Stop the bot as a signal would, letting it finish what it has begun."""
        with self._env._bot_scope():  # noqa: SLF001
            closing = asyncio.get_running_loop().create_task(self._env.bot.close())
        for _ in range(CLOSING_STEPS):
            await self._env.settle(idle=0.005)
            if closing.done():
                break
            await self._env.advance_time(1.0)
        try:
            await self._env.shutdown()
        finally:
            self._time.__exit__(None, None, None)

    # --- time ------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> datetime:
        """The time on this Discord."""
        return self._env.now()

    async def advance(self, seconds: float) -> None:
        """Let time pass."""
        await self._env.advance_time(seconds)

    # --- what people do --------------------------------------------------------------------------------------------

    async def slash(self, who: str, command: str, options: dict[str, str], *, in_dm: bool) -> None:
        """Run a slash command in the channel or in the direct messages with the bot. Raises `CannotDo`."""
        user, typed = self.people[who], self._typed(command, options)
        try:
            if in_dm:
                await user.slash(command, **typed)
            else:
                await MemberActor(self._env, self._guild, user).slash(self.channel, command, **typed)
        except (SetupError, BackendError, ValueError) as error:
            raise CannotDo(str(error)) from error

    def _typed(self, command: str, options: dict[str, str]) -> dict[str, str | int]:
        """The options as Discord sends them: where a number is asked for, a number."""
        found = next((known for known in self._bot.tree.walk_commands() if known.qualified_name == command), None)
        asked = found.parameters if isinstance(found, app_commands.Command) else ()
        numbers = {option.name for option in asked if option.type is discord.AppCommandOptionType.integer}
        return {
            name: int(text) if name in numbers and text.isascii() and text.isdigit() else text
            for name, text in options.items()
        }

    async def press(self, who: str, message: Message, custom_id: str, value: str | None = None) -> None:
        """Press a button, or choose a value of a menu. Raises `CannotDo` if this person can not."""
        user = self.people[who]
        in_dm = self._env.backend.get_channel(message.channel_id).guild_id is None
        actor: Any = user if in_dm else MemberActor(self._env, self._guild, user)
        try:
            shown = ResponseMessage(self._env, message)
            if value is None:
                await actor.click(shown, custom_id=custom_id)
            else:
                await actor.select(shown, [value], custom_id=custom_id)
        except (SetupError, BackendError, ValueError) as error:
            raise CannotDo(str(error)) from error

    # --- what people see -------------------------------------------------------------------------------------------

    def messages(self) -> list[Message]:
        """Every message there is, oldest first."""
        channels = self._env.backend.messages.values()
        return sorted((message for channel in channels for message in channel.values()), key=lambda message: message.id)

    def reader(self, message: Message) -> str | None:
        """The one person who sees a message (in their direct messages or privately), or none for all."""
        dms = self._env.backend.dm_channels
        for name, user in self.people.items():
            if dms.get(user.id) == message.channel_id:
                return name
            if message.is_ephemeral and message.visible_to(user.id):
                return name
        return None

    def name_of(self, user_id: int) -> str:
        """A person's name by their id."""
        return next((name for name, user in self.people.items() if user.id == user_id), "somebody")


def texts(message: Message) -> list[str]:
    """Everything a message says, in order."""
    parts = [message.content] if message.content else []
    shown = walk_components(message.components)
    return parts + [part["content"] for part in shown if part.get("type") == ComponentType.TEXT_DISPLAY]


def controls(message: Message) -> list[dict[str, Any]]:
    """Every button and every menu of a message, in order."""
    kinds = (ComponentType.BUTTON, ComponentType.STRING_SELECT)
    return [part for part in walk_components(message.components) if part.get("type") in kinds]


def is_menu(control: dict[str, Any]) -> bool:
    """Whether a control is a menu, not a button."""
    return control.get("type") == ComponentType.STRING_SELECT


def _mend_webhooks(adapter: Any) -> None:
    """discord.py writes "@original" as "%40original" into an address, which simcord does not recognise."""
    plain = adapter.request

    async def request(route: Any, session: Any, **options: Any) -> Any:
        return await plain(SimpleNamespace(method=route.method, url=unquote(route.url)), session, **options)

    adapter.request = request
