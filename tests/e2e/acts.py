"""What people do on an in-memory Discord: run commands, press buttons, choose, fill in forms; also several at once.

Part of ``World`` (see ``harness.py``). Presses go through discord.py's real dispatch, and each act returns when the
client has gone idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage, RoleHandle, UserHandle
from simcord import actors as _actors
from simcord import interactions as _interactions
from simcord.backend.models import Interaction
from simcord.enums import InteractionType

from tests.e2e import screens
from tests.e2e.place import Place, Shown
from tests.e2e.screens import BUTTON, Screen

DISCORD_EPOCH_MS = 1420070400000
ACK_S = 3.0
TOKEN_S = 15 * 60.0
#: What Discord says a bot may do in a direct message.
DM_PERMISSIONS = 442368


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One press of a button (or choice in a select) in a race. ``offset_ms`` orders the presses in Discord's time."""

    user: UserHandle
    message: Shown
    label: str | None = None
    custom_id: str | None = None
    values: Sequence[str] | None = None
    offset_ms: int = 0


class Acts(Place):
    """People who act, each press with the id and the age that the test gives it."""

    #: Payloads of the interactions so far, as they were delivered.
    _payloads: dict[int, dict[str, Any]]
    #: Interactions that need no answer.
    _excused: set[int]
    _plain_emit: Callable[[str, Any], None]

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

    async def forge_data(
        self, user: UserHandle, where: ChannelHandle | None, kind: InteractionType, data: dict[str, Any]
    ) -> InteractionResult:
        """Send a command, a form or the typing of an option with any data at all, as a tampered client might.

        With `None` in direct messages, if there were some. It need not be answered, like what is forged above.
        """
        self.env._begin_operation("forge")
        try:
            backend = self.env.backend
            channel_id = backend.dm_channels[user.id] if where is None else where.id
            record, sent = _interactions.base_payload(
                backend,
                type=kind,
                channel_id=channel_id,
                guild_id=backend.get_channel(channel_id).guild_id,
                user_id=user.id,
                data=data,
            )
            self._excused.add(record.id)
            backend.emit("INTERACTION_CREATE", sent)
            await self.env._settle_internal(dispatch="INTERACTION_CREATE")
        finally:
            self.env._end_operation()
        return InteractionResult(self.env, record)

    async def redeliver(self, result: InteractionResult) -> None:
        """The gateway delivers an interaction once more, with the same id, as after a resumed connection."""
        self.env.backend.emit("INTERACTION_CREATE", self._payloads[result._interaction.id])
        await self.settle()

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

    def _actor(self, user: UserHandle, channel_id: int | None) -> MemberActor | UserHandle:
        guild_id = None if channel_id is None else self.env.backend.get_channel(channel_id).guild_id
        if guild_id is None:
            return user
        return MemberActor(self.env, self._guild(guild_id), user)

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
