"""An in-memory Discord with the real bot on it: people, one channel, and time that passes when it is told to.

`bot.sandbox.text` and `bot.sandbox.web` talk to whoever plays; this module acts. It stands on simcord, whose private
parts `bot.sandbox.backstage` deals with. It must never touch a network or a real clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import discord
from discord import app_commands
from simcord import ChannelHandle, GuildHandle, InteractionResult, MemberActor, ResponseMessage, UserHandle
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.enums import ComponentType

from bot.sandbox.backstage import Environment
from bot.sandbox.picker import Command, commands
from bot.sandbox.sayings import saying

# How long a step may take before the screen goes on without it, and one that waits for time to pass.
PATIENCE_S: Final = 30.0
WAITING_S: Final = 0.3
CLOSING_STEPS: Final = 20
# The answers to as many commands still say in full which one they answer.
MOST_COMMANDS: Final = 500


class CannotDo(Exception):
    """A person could not do this; the text says why."""


class Answer:
    """What came of something a person did; it may come a moment later."""

    def __init__(self, result: InteractionResult) -> None:
        self.result = result

    @property
    def given(self) -> bool:
        """Whether the bot has answered: without that Discord would call the interaction failed."""
        return self.result.acknowledged

    @property
    def form(self) -> dict[str, Any] | None:
        """The form (modal) the bot opened in answer, if it did."""
        return self.result.modal


class Stage:
    """One server with one channel, the people in it, and the bot. All of them use Discord in one language."""

    def __init__(
        self,
        bot: discord.AutoShardedClient,
        people: Iterable[str],
        *,
        language: str = "en-US",
        waiting_s: float = WAITING_S,
    ) -> None:
        self._bot = bot
        self.language = language
        self._env = Environment(bot, waiting_s=waiting_s, check_errors=False, settle_timeout=PATIENCE_S)
        self._env.backend.bot_user.name = "Cheat"
        self._guild: GuildHandle = self._env.create_guild("Sandbox", preferred_locale=language)
        self.channel: ChannelHandle = self._guild.create_text_channel("table")
        self.people: dict[str, UserHandle] = {}
        for name in people:
            user = self._env.create_user(name, global_name=name)
            self._guild.add_member(user)
            self.people[name] = user
        # Whoever sits at the keyboard may try everything, the editor of the server's house rules too.
        self.managers = self._guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        for user in self.people.values():
            self._env.backend.add_member_role(self._guild.id, user.id, self.managers.id)
        self._time = self._env.time_context()
        self._run: dict[int, str] = {}

    @property
    def application_id(self) -> int:
        """The id of the bot's application on this Discord."""
        return int(self._env.backend.application_id)

    @property
    def bot_id(self) -> int:
        """The id of the bot's account."""
        return int(self._env.backend.bot_user.id)

    @property
    def commands(self) -> list[str]:
        """Every slash command in full, as it is typed after the slash."""
        tree: app_commands.CommandTree[Any] = getattr(self._bot, "tree")  # noqa: B009 - every bot on a stage has one
        return [known.qualified_name for known in tree.walk_commands() if isinstance(known, app_commands.Command)]

    # --- begin and end ---------------------------------------------------------------------------------------------

    async def start(self, not_before: datetime | None = None) -> None:
        """Let the bot sign in; `not_before` is a time that must have come by then (that of a kept game)."""
        if not_before is not None and not_before > self.now:
            self._env.backend.advance_clock((not_before - self.now).total_seconds())
        await self._env.start()
        self._env.mend_webhooks()
        self._env.speak(self.language)

    def __enter__(self) -> None:
        """The block runs in this Discord's time: needed for everything a person does, and to let time pass."""
        self._time.__enter__()

    def __exit__(self, *failure: object) -> None:
        self._time.__exit__(None, None, None)

    async def close(self) -> None:
        """Stop the bot as a signal would, letting it finish what it has begun."""
        with self._env._bot_scope():  # noqa: SLF001
            closing = asyncio.get_running_loop().create_task(self._env.bot.close())
        for _ in range(CLOSING_STEPS):
            await self._env.settle(idle=0.005)
            if closing.done():
                break
            await self._env.advance_time(1.0)
        await self._env.shutdown()

    # --- time ------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> datetime:
        """The time on this Discord."""
        return self._env.now()

    async def advance(self, seconds: float) -> None:
        """Let time pass."""
        await self._env.advance_time(seconds)

    def forget(self) -> None:
        """Drop what nobody looks at any more, so that an evening does not fill the memory."""
        self._env.forget()

    # --- what people do --------------------------------------------------------------------------------------------

    def picker(self, who: str, *, in_dm: bool) -> list[Command]:
        """The slash commands this person is offered in the channel, or in the direct messages with the bot."""
        user = self.people[who]
        place = user.dm_channel if in_dm else self.channel
        offered = self._env.backend.visible_commands(user_id=user.id, channel_id=place.id)
        return commands(offered, self.language)

    async def slash(self, who: str, command: str, options: Mapping[str, str], *, in_dm: bool) -> Answer:
        """Run a slash command in the channel or in the direct messages with the bot. Raises `CannotDo`."""
        try:
            typed = self._typed(who, command, options, in_dm=in_dm)
            self._complete(who, command, options, in_dm=in_dm)
            if in_dm:
                result = await self.people[who].slash(command, **typed)
            else:
                result = await self._member(who).slash(self.channel, command, **typed)
        except (SetupError, BackendError, ValueError) as error:
            raise CannotDo(str(error)) from error
        # simcord, as Discord, keeps with an answer only the command's first word.
        self._run[result._interaction.id] = command  # noqa: SLF001
        while len(self._run) > MOST_COMMANDS:
            del self._run[next(iter(self._run))]
        return Answer(result)

    async def choices(
        self, who: str, command: str, option: str, typed: str, options: Mapping[str, str], *, in_dm: bool
    ) -> list[dict[str, Any]]:
        """What the bot proposes (`name` and `value`) while an option is being typed. Raises `CannotDo`."""
        try:
            filled = self._typed(who, command, options, in_dm=in_dm)
            if in_dm:
                proposed = await self.people[who].autocomplete(command, option, typed, **filled)
            else:
                proposed = await self._member(who).autocomplete(self.channel, command, option, typed, **filled)
        except (SetupError, BackendError, ValueError) as error:
            raise CannotDo(str(error)) from error
        return [{"name": str(choice["name"]), "value": str(choice["value"])} for choice in proposed]

    async def press(self, who: str, message: Message, custom_id: str, value: str | None = None) -> Answer:
        """Press a button, or choose a value of a menu. Raises `CannotDo` if this person can not."""
        return await self.use(who, message, custom_id, None if value is None else [value])

    async def use(self, who: str, message: Message, custom_id: str, values: Sequence[str] | None) -> Answer:
        """Press a button, or choose values of a menu: people by their names, channel and role by their ids.

        Raises `CannotDo` if this person can not.
        """
        if _kind(message, custom_id) is None:
            raise CannotDo(saying(self.language, "gone"))
        try:
            actor = self._actor(who, message.channel_id)
            shown = ResponseMessage(self._env, message)
            if values is None:
                return Answer(await actor.click(shown, custom_id=custom_id))
            chosen = self._chosen(_kind(message, custom_id), values)
            return Answer(await actor.select(shown, chosen, custom_id=custom_id))
        except (SetupError, BackendError, ValueError) as error:
            raise CannotDo(str(error)) from error

    async def submit(self, who: str, opened: Answer, values: Mapping[str, Any]) -> Answer:
        """Send a form that was opened in answer to this person; values by `custom_id`. Raises `CannotDo`."""
        try:
            actor = self._actor(who, opened.result._interaction.channel_id)  # noqa: SLF001
            return Answer(await actor.submit_modal(opened.result, dict(values)))
        except (SetupError, BackendError, ValueError) as error:
            raise CannotDo(str(error)) from error

    def _chosen(self, kind: int | None, values: Sequence[str]) -> list[Any]:
        """What was chosen as simcord asks for it: texts, or whom and what they stand for."""
        people: dict[str, Any] = dict(self.people)
        roles: dict[str, Any] = {str(self.managers.id): self.managers}
        known: dict[int | None, dict[str, Any]] = {
            ComponentType.USER_SELECT: people,
            ComponentType.ROLE_SELECT: roles,
            ComponentType.MENTIONABLE_SELECT: people | roles,
            ComponentType.CHANNEL_SELECT: {str(self.channel.id): self.channel},
        }
        return [known[kind][value] for value in values if value in known[kind]] if kind in known else list(values)

    def _member(self, who: str) -> MemberActor:
        return MemberActor(self._env, self._guild, self.people[who])

    def _actor(self, who: str, channel_id: int) -> Any:
        in_dm = self._env.backend.get_channel(channel_id).guild_id is None
        return self.people[who] if in_dm else self._member(who)

    def _typed(self, who: str, command: str, options: Mapping[str, str], *, in_dm: bool) -> dict[str, Any]:
        """Options as their kinds ask for them. Raises `ValueError` with a reason where that command takes none such."""
        known = next((known for known in self.picker(who, in_dm=in_dm) if known.name == command), None)
        if known is None:
            raise ValueError(saying(self.language, "not_there", command=command))
        kinds = {option.name: option for option in known.options}
        people = {name: user if in_dm else self._member(name) for name, user in self.people.items()}
        if (unknown := next((name for name in options if name not in kinds), None)) is not None:
            raise ValueError(saying(self.language, "no_option", command=command, option=unknown))
        return {name: kinds[name].value(text, people, self.language) for name, text in options.items()}

    def _complete(self, who: str, command: str, options: Mapping[str, str], *, in_dm: bool) -> None:
        """Raise `ValueError` with a reason where something is missing without which Discord runs no command."""
        known = next(known for known in self.picker(who, in_dm=in_dm) if known.name == command)
        needed = next((option.name for option in known.options if option.required and option.name not in options), None)
        if needed is not None:
            raise ValueError(saying(self.language, "needs_option", command=command, option=needed))

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

    def is_direct(self, message: Message) -> bool:
        """Whether a message is in somebody's direct messages, and not in the channel or a thread of it."""
        return self._env.backend.get_channel(message.channel_id).guild_id is None

    def channels(self) -> dict[str, str]:
        """The names of the channel and its threads by their ids."""
        there = self._env.backend.channels.values()
        return {str(channel.id): channel.name or "?" for channel in there if channel.guild_id is not None}

    def name_of(self, user_id: int) -> str:
        """A person's name by their id."""
        return next(
            (name for name, user in self.people.items() if user.id == user_id), saying(self.language, "somebody")
        )

    def command_run(self, interaction_id: int) -> str | None:
        """The command somebody ran, in full, if it was not long ago."""
        return self._run.get(interaction_id)

    def file(self, url: str) -> bytes | None:
        """What is in a file somebody attached to a message."""
        return self._env.backend.cdn.get(url)

    def picture(self, emoji_id: int) -> bytes | None:
        """One of the application's emojis, as PNG."""
        return self._env.pictures.get(emoji_id)


def texts(message: Message) -> list[str]:
    """Everything a message says, in order."""
    parts = [message.content] if message.content else []
    shown = walk_components(message.components)
    return parts + [part["content"] for part in shown if part.get("type") == ComponentType.TEXT_DISPLAY]


def controls(message: Message) -> list[dict[str, Any]]:
    """Every button and every menu of a message, in order."""
    kinds = (ComponentType.BUTTON, ComponentType.STRING_SELECT)
    return [part for part in walk_components(message.components) if part.get("type") in kinds]


def menus_of_places(message: Message) -> list[str]:
    """What the menus of a message are called from which channels or roles are chosen."""
    kinds = (ComponentType.CHANNEL_SELECT, ComponentType.ROLE_SELECT)
    shown = walk_components(message.components)
    return [str(part.get("placeholder") or "?") for part in shown if part.get("type") in kinds]


def is_menu(control: dict[str, Any]) -> bool:
    """Whether a control is a menu, not a button."""
    return control.get("type") == ComponentType.STRING_SELECT


def _kind(message: Message, custom_id: str) -> int | None:
    return next(
        (part["type"] for part in walk_components(message.components) if part.get("custom_id") == custom_id), None
    )
