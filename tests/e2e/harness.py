"""An evening on an in-memory Discord: people who run commands and press buttons, and the client that answers them.

    async with World(make_bot) as world:
        alice = world.new_user("Alice", locale="de")
        reply = await world.slash(alice, world.channel, "cheat start", players=4)
        await world.click(alice, reply, "Join")
        await world.advance(15)
        assert "Your hand" in world.text(world.dms(alice)[-1])

The client comes from a factory, so that ``restart`` can make another one. People act through discord.py's real
dispatch; each act returns when the client has gone idle. Time stands still until ``advance``. Nobody touches a
network or the wall clock. What must never happen (unanswered presses, double answers, requests Discord would
refuse, exceptions) is collected in ``problems()``, which ``conftest.py`` asserts to be empty after each test.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self, TypeAlias, TypeVar

import discord
from simcord import ChannelHandle, GuildHandle, InteractionResult, MemberActor, ResponseMessage, RoleHandle, UserHandle
from simcord import actors as _actors
from simcord import interactions as _interactions
from simcord.backend import serializers
from simcord.backend.models import Interaction, Overwrite
from simcord.enums import InteractionType, OverwriteType

from tests.e2e import screens
from tests.e2e.screens import BUTTON, Screen
from tests.e2e.transport import Fault, Request, VirtualEnv, When, Wire

T = TypeVar("T")
Factory: TypeAlias = Callable[[], discord.Client | Awaitable[discord.Client]]

DISCORD_EPOCH_MS = 1420070400000
ACK_S = 3.0
TOKEN_S = 15 * 60.0
#: What Discord says a bot may do in a direct message.
DM_PERMISSIONS = 442368
#: view channels, send messages, send messages in threads: the invite this bot asks for.
INVITE_PERMISSIONS = 274877910016
SHUTDOWN_S = 60

#: Every world made in the running test; ``conftest.py`` asks each for its problems.
WORLDS: list[World] = []


#: Whatever shows a message: one in a channel, the answer to an interaction, or a screen someone still has open.
Shown: TypeAlias = ResponseMessage | InteractionResult | discord.Message | Screen


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One press of a button (or choice in a select) in a race. ``offset_ms`` orders the presses in Discord's time."""

    user: UserHandle
    message: Shown
    label: str | None = None
    custom_id: str | None = None
    values: Sequence[str] | None = None
    offset_ms: int = 0


class World:
    """One in-memory Discord with one client on it, starting with one server and one text channel.

    ``make_bot`` makes the client under test (awaitables are awaited); with ``shard_count`` for an ``AutoShardedClient``
    that doesn't name one itself. ``yields`` seeds how often requests let other tasks run. ``discard`` frees what a
    killed client leaves open (threads of a database); it must not do what a clean shutdown does.
    """

    def __init__(
        self,
        make_bot: Factory,
        *,
        shard_count: int | None = None,
        yields: int | None = None,
        settle_timeout_s: float = 10.0,
        discard: Callable[[Any], Any] | None = None,
    ) -> None:
        self._make_bot = make_bot
        self._shard_count = shard_count
        self._yields = yields
        self._settle_timeout_s = settle_timeout_s
        self._discard = discard
        self._locales: dict[int, str] = {}
        self._payloads: dict[int, dict[str, Any]] = {}
        self._excused: set[int] = set()
        self._tolerated: list[str] = []
        self._closed_dms: dict[int, Fault] = {}
        self._outside_failures: list[str] = []
        WORLDS.append(self)

    # ------------------------------------------------------------------------------------------------- start and end

    async def __aenter__(self) -> Self:
        bot = await self._new_bot()
        needs_count = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        self.env = VirtualEnv(
            bot,
            check_errors=False,
            settle_timeout=self._settle_timeout_s,
            shard_count=(self._shard_count or 1) if needs_count else None,
        )
        self.wire = Wire(self.env, yields=self._yields)
        self._plain_emit = self.env.backend.emit
        self.env.backend.emit = self._emit  # type: ignore[method-assign]
        #: The first server and its first text channel.
        self.guild = self.new_guild("Home")
        self.channel = self.new_channel("cards")
        self._driver = self.env.time_context()
        with self.wire.installed():
            await self.env.start()
        self._driver.__enter__()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            if kind is None:
                if self._unanswered():  # it may be collecting presses for a moment
                    await self.advance(ACK_S)
                await self._close(self.env.bot)
            else:
                self._excused.update(self.env.backend.interactions)
                self.env.settle_timeout = 1.0
                with suppress(Exception):  # the test has failed already; leave no thread behind
                    await self._close(self.env.bot)
        finally:
            old = self.env.bot
            await self.env.shutdown()
            if kind is not None:
                await self._throw_away(old)
            self._driver.__exit__(None, None, None)

    async def _new_bot(self) -> discord.Client:
        made = self._make_bot()
        return await made if inspect.isawaitable(made) else made

    @property
    def bot(self) -> Any:
        """The client that runs now."""
        return self.env.bot

    async def _close(self, bot: discord.Client) -> None:
        """Shut the client down as ``SIGTERM`` would: ``await client.close()``, with time passing if it needs some."""
        if bot.is_closed():
            return
        with self.env._bot_scope():
            closing = asyncio.get_running_loop().create_task(bot.close())
        await self.settle()
        for _ in range(SHUTDOWN_S):
            if closing.done():
                break
            await self.advance(1)
        else:
            closing.cancel()
            self._outside_failures.append(f"close() did not end within {SHUTDOWN_S} s")
            return
        if (error := closing.exception()) is not None:
            self._outside_failures.append(f"close() failed: {error!r}")

    async def _throw_away(self, bot: discord.Client) -> None:
        if self._discard is not None:
            outcome = self._discard(bot)
            if inspect.isawaitable(outcome):
                await outcome

    async def restart(self, *, kill: bool = False, downtime_s: float = 0.0) -> None:
        """End the client and attach a new one from the factory to the same Discord.

        Cleanly (``close()`` is awaited) or, with ``kill``, by cancelling all its tasks where they stand: use ``hold``
        to stop it in the middle of something. ``downtime_s`` virtual seconds pass in between, without a client.
        """
        old = self.env.bot
        if kill:
            self._excused.update(self._unanswered())
        else:
            await self._close(old)
        self.wire.faults = [fault for fault in self.wire.faults if not fault.hold]
        self.env.downtime_s = downtime_s
        new = await self._new_bot()
        if kill:
            # What the old process held (locks on files) is free before the new one begins.
            self.env.between = lambda: self._throw_away(old)
        with self.wire.installed():
            await self.env.restart_bot(new)

    @contextmanager
    def as_bot(self) -> Iterator[None]:
        """Call the client's own methods from a test: inside, time and requests are the client's.

        Don't wait for a timer in there, it would never fire: that is what ``run`` is for.
        """
        with self.env._bot_scope():
            yield

    async def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine as the client's own task until it is done or idle; ``advance`` takes it further."""
        with self.env._bot_scope():
            task = asyncio.get_running_loop().create_task(work)
        await self.settle()
        return task

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

    # ------------------------------------------------------------------------------------------------- what they do

    async def slash(
        self, user: UserHandle, where: ChannelHandle | None, command: str, /, **options: Any
    ) -> InteractionResult:
        """Run a slash command (``"cheat start"``) in a channel, or in the direct messages with ``None``."""
        actor = self._actor(user, None if where is None else where.id)
        if isinstance(actor, UserHandle):
            result: InteractionResult = await actor.slash(command, **options)
            return result
        assert where is not None
        return await actor.slash(where, command, **options)

    async def autocomplete(
        self, user: UserHandle, where: ChannelHandle | None, command: str, option: str, typed: str, /, **filled: Any
    ) -> list[str]:
        """Type into an option; returns the names of the choices offered."""
        actor = self._actor(user, None if where is None else where.id)
        if isinstance(actor, UserHandle):
            choices = await actor.autocomplete(command, option, typed, **filled)
        else:
            assert where is not None
            choices = await actor.autocomplete(where, command, option, typed, **filled)
        return [choice["name"] for choice in choices]

    async def click(
        self,
        user: UserHandle,
        message: Shown,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        late: float = 0.0,
    ) -> InteractionResult:
        """Press a button, named by label, emoji or custom_id. The press arrives ``late`` seconds after it was made."""
        press = Press(user=user, message=message, label=label, custom_id=custom_id)
        (result,) = await self.together([press], late=late)
        return result

    async def select(
        self,
        user: UserHandle,
        message: Shown,
        values: str | Sequence[str],
        *,
        placeholder: str | None = None,
        custom_id: str | None = None,
        late: float = 0.0,
    ) -> InteractionResult:
        """Choose in a string select (the only one, or named by placeholder or custom_id), by label or value."""
        menu = screens.find_select(self._payload(message), placeholder, custom_id)
        chosen = [values] if isinstance(values, str) else list(values)
        press = Press(user=user, message=message, custom_id=menu["custom_id"], values=chosen)
        (result,) = await self.together([press], late=late)
        return result

    async def pick(
        self,
        user: UserHandle,
        message: Shown,
        chosen: Sequence[ChannelHandle | RoleHandle],
        *,
        custom_id: str,
    ) -> InteractionResult:
        """Choose in a select of channels or of roles; nothing chosen takes back what was."""
        channel_id, message_id = self._place(message)
        shown = ResponseMessage(self.env, self.env.backend.get_message(channel_id, message_id))
        result: InteractionResult = await self._actor(user, channel_id).select(shown, list(chosen), custom_id=custom_id)
        return result

    async def submit(self, user: UserHandle, shown: InteractionResult, values: dict[str, Any]) -> InteractionResult:
        """Fill in and send the modal that an act was answered with; ``values`` by custom_id."""
        actor = self._actor(user, shown._interaction.channel_id)
        result: InteractionResult = await actor.submit_modal(shown, values)
        return result

    async def together(
        self, presses: Iterable[Press | tuple[UserHandle, Shown, str, int]], *, late: float = 0.0
    ) -> list[InteractionResult]:
        """Several presses at once, in the order in which they reach the client; idle is awaited only after the last.

        A press is a ``Press`` or ``(user, message, label, offset_ms)``. The ids differ by the offsets: the greatest
        offset (or 0, if all are negative) is now, minus ``late`` seconds. All see the messages as they are before any
        of them is handled, so a button that the first press removes can still be pressed by the second.
        """
        wanted = [press if isinstance(press, Press) else _press(*press) for press in presses]
        self.env._begin_operation("press")
        try:
            now_ms = _milliseconds(self.env.now())
            latest = max([0, *(press.offset_ms for press in wanted)])
            built = [
                self._build(press, now_ms - round(late * 1000) - latest + press.offset_ms, now_ms) for press in wanted
            ]
            for record, payload in built:
                self.env._notify_dispatch_observers(record)
                self.env.backend.emit("INTERACTION_CREATE", payload)
            await self.env._settle_internal(dispatch="INTERACTION_CREATE")
        finally:
            self.env._end_operation()
        return [InteractionResult(self.env, record) for record, _ in built]

    async def forge(
        self, user: UserHandle, message: Shown, custom_id: str, values: Sequence[str] | None = None
    ) -> InteractionResult:
        """Press a button that is not there, as a tampered client might; with `values`, choose what no menu offers.

        It need not be answered: look at the result's ``_interaction.responded``.
        """
        self.env._begin_operation("forge")
        try:
            payload = self._payload(message)
            channel_id, message_id = self._place(message)
            now_ms = _milliseconds(self.env.now())
            data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
            if values is not None:
                data |= {"component_type": screens.STRING_SELECT, "values": list(values)}
            seen = Screen(message_id, channel_id, payload)
            record, sent = self._interaction(user, seen, data, made_ms=now_ms, now_ms=now_ms)
            self._excused.add(record.id)
            self.env.backend.emit("INTERACTION_CREATE", sent)
            await self.env._settle_internal(dispatch="INTERACTION_CREATE")
        finally:
            self.env._end_operation()
        return InteractionResult(self.env, record)

    async def redeliver(self, result: InteractionResult) -> None:
        """The gateway delivers an interaction once more, with the same id, as after a resumed connection."""
        self.env.backend.emit("INTERACTION_CREATE", self._payloads[result._interaction.id])
        await self.settle()

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

    # --------------------------------------------------------------------------------------------------- the judgement

    def tolerate(self, text: str) -> None:
        """Problems that contain ``text`` are expected in this test."""
        self._tolerated.append(text)

    def excuse(self, result: InteractionResult) -> None:
        """This interaction need not be answered."""
        self._excused.add(result._interaction.id)

    def problems(self) -> list[str]:
        """Everything that must not happen and did. Asserted empty after each test."""
        if not hasattr(self, "env"):
            return []  # the client could not even be made: the test has failed already
        found = list(self._outside_failures)
        for request in self.requests:
            name = f"{request.method} {request.path}"
            found += [f"Discord would refuse {name}: {problem}" for problem in request.problems]
            if request.code == 50035:
                found.append(f"refused as an invalid form: {request}")
            if request.is_callback and request.code == 40060:
                found.append(f"interaction {request.interaction_id} was answered twice")
            if request.is_callback and request.code == 10062 and request.interaction_id not in self._excused:
                found.append(f"interaction {request.interaction_id} was answered too late")
        found += [f"interaction never answered: {self._describe(number)}" for number in self._unanswered()]
        found += self.wire.crashes
        found += [f"the client raised {error!r}" for error in self.env._errors]
        return [problem for problem in found if not any(text in problem for text in self._tolerated)]

    def _unanswered(self) -> list[int]:
        return [
            record.id
            for record in self.env.backend.interactions.values()
            if not record.responded and record.id not in self._excused
        ]

    def _describe(self, interaction_id: int) -> str:
        payload = self._payloads.get(interaction_id, {})
        data = payload.get("data", {})
        who = payload.get("user") or payload.get("member", {}).get("user") or {}
        return f"{data.get('custom_id') or data.get('name')!r} by {who.get('username')}"

    # ------------------------------------------------------------------------------------------------------- plumbing

    def _emit(self, event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE" and payload.get("id") and int(payload["id"]) not in self._payloads:
            self._complete(payload)
            self._payloads[int(payload["id"])] = payload
        self._plain_emit(event, payload)

    def _complete(self, payload: dict[str, Any]) -> None:
        """What simcord leaves out of an interaction: languages, owners, permissions in direct messages."""
        guild_id = payload.get("guild_id")
        user = payload.get("user") or payload["member"]["user"]
        payload["locale"] = self._locales.get(int(user["id"]), "en-US")
        payload["authorizing_integration_owners"] = {"0": guild_id or "0"}
        if guild_id is None:
            payload["app_permissions"] = str(DM_PERMISSIONS)
        else:
            locale = self.env.backend.get_guild(int(guild_id)).preferred_locale
            payload["guild_locale"] = locale
            payload["guild"] = {"id": guild_id, "locale": locale, "features": []}

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

    def _actor(self, user: UserHandle, channel_id: int | None) -> MemberActor | UserHandle:
        guild_id = None if channel_id is None else self.env.backend.get_channel(channel_id).guild_id
        if guild_id is None:
            return user
        return MemberActor(self.env, self._guild(guild_id), user)

    def _guild(self, guild_id: int) -> GuildHandle:
        return next(guild for guild in self.env._guilds if guild.id == guild_id)

    def _build(self, press: Press, made_ms: int, now_ms: int) -> tuple[Interaction, dict[str, Any]]:
        channel_id, message_id = self._place(press.message)
        if not isinstance(press.message, Screen):
            shown = ResponseMessage(self.env, self.env.backend.get_message(channel_id, message_id))
            _actors._visible_message(self._actor(press.user, channel_id), shown)
        payload = self._payload(press.message)
        if press.values is None:
            button = screens.find_button(payload, press.label, press.custom_id)
            data: dict[str, Any] = {"custom_id": button["custom_id"], "component_type": BUTTON}
            part = button
        else:
            part = screens.find_select(payload, None, press.custom_id)
            data = {"custom_id": part["custom_id"], "component_type": part["type"]}
            data["values"] = screens.chosen(part, press.values)
        if part.get("id") is not None:
            data["id"] = part["id"]
        seen = Screen(message_id, channel_id, payload)
        return self._interaction(press.user, seen, data, made_ms=made_ms, now_ms=now_ms)

    def _interaction(
        self, user: UserHandle, screen: Screen, data: dict[str, Any], *, made_ms: int, now_ms: int
    ) -> tuple[Interaction, dict[str, Any]]:
        """A press on a message, made at ``made_ms``, arriving at ``now_ms``: simcord's record of it and its payload."""
        backend, channel_id, message_id = self.env.backend, screen.channel_id, screen.id
        record, payload = _interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=channel_id,
            guild_id=backend.get_channel(channel_id).guild_id,
            user_id=user.id,
            data=data,
        )
        payload["message"] = screen.payload
        record.source_message_id = message_id
        if made_ms != now_ms:
            del backend.interactions[record.id], backend.interaction_tokens[record.token]
            record.id = backend._allocate_at(made_ms - DISCORD_EPOCH_MS)
            record.token = f"simcord_interaction_{record.id}"
            backend.interactions[record.id] = record
            backend.interaction_tokens[record.token] = record.id
            made = self.env.now() - timedelta(milliseconds=now_ms - made_ms)
            record.initial_response_deadline = (made + timedelta(seconds=ACK_S)).isoformat()
            record.expires_at = (made + timedelta(seconds=TOKEN_S)).isoformat()
            payload["id"], payload["token"] = str(record.id), record.token
            if now_ms - made_ms >= ACK_S * 1000:
                self._excused.add(record.id)
        return record, payload


def _milliseconds(instant: datetime) -> int:
    return int(instant.timestamp() * 1000)


def _press(user: UserHandle, message: Shown, label: str, offset_ms: int) -> Press:
    return Press(user=user, message=message, label=label, offset_ms=offset_ms)
