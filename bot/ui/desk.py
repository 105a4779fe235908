"""The desk: answers every press of every button by anybody, within the interaction.

discord.py -> `TableButton` -> here -> `Table` or `Registry` -> `show`, which answers the press. The table decides and
writes down; the desk only says who pressed what, and puts the answer into words or draws the pressed message anew.
It must never decide anything about a game, never send anything before the answer, and never leave a press unanswered.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, Final

import discord

from bot.cpu.levels import Level
from bot.record.board import BoardQuery
from bot.tables.answers import Accepted, Answer, Denial, Done, Refused
from bot.tables.clock import DiscordClock
from bot.tables.recorder import Recorder
from bot.tables.records import TableStatus
from bot.tables.registry import Registry
from bot.tables.table import Table
from bot.ui import hints
from bot.ui import result as results
from bot.ui import table as tables
from bot.ui.components import ButtonId, Choice, EditorId, Kind, MenuId, code_of, is_item
from bot.ui.editing import Editing
from bot.ui.names import bold, marked
from bot.ui.opening import Opening, Servers
from bot.ui.presenter import DiscordPresenter
from bot.ui.reception import Reception
from bot.ui.record_items import RecordId
from bot.ui.recording import Recording
from bot.ui.replies import Place, Reply
from bot.ui.setting_items import SettingId
from bot.ui.settling import Settling
from bot.ui.text import Words, key_of
from bot.ui.tutorial import Tutoring
from bot.ui.tutorial_items import TutorialId

# The buttons that are answered by a message of its own and not by the pressed one, and for whom that is.
_PLACES: Final = {
    Kind.REMATCH: Place.EVERYBODY,
    Kind.MY_HAND: Place.ALONE,
    Kind.HOUSE_RULES: Place.ALONE,
    Kind.ADD_CPU: Place.ALONE,
    Kind.LEADERBOARD: Place.ALONE,
}


class Desk(Reception):
    """Takes presses to tables and answers back. One for the whole bot."""

    def __init__(
        self,
        registry: Registry,
        servers: Servers,
        clock: DiscordClock,
        words: Words,
        presenter: DiscordPresenter,
        *,
        recorder: Recorder,
    ) -> None:
        super().__init__(registry, clock, words, presenter)
        self.editing = Editing(registry, servers.house_rules, words, self.showing)
        self.settling = Settling(servers.settings, words)
        self.opening = Opening(self, servers)
        self.recording = Recording(registry, recorder, servers.settings, clock, words, gate=presenter.gate)
        self.tutoring = Tutoring(words, clock.now)
        self._routes: dict[Kind, Callable[[Reply, ButtonId, Table], Awaitable[None]]] = {
            Kind.JOIN: self._join,
            Kind.LEAVE: self._leave,
            Kind.HOUSE_RULES: self._house_rules,
            Kind.START: self._start,
            Kind.MY_HAND: self._my_hand,
            Kind.PICK: self._pick,
            Kind.CLEAR: self._clear,
            Kind.PLAY: self._play,
            Kind.TAKE_BACK: self._take_back,
            Kind.CALL: self._call,
            Kind.LET_GO: self._let_go,
            Kind.PASS: self._pass,
            Kind.FORCE: self._force,
            Kind.SHOW: self._show,
            Kind.NO_SHOW: self._show,
            Kind.NEXT_ROUND: self._next_round,
            Kind.ADD_CPU: self._add_cpu,
            Kind.HINT: self._hint,
            Kind.NUDGE: self._nudge,
        }

    # --- every interaction -----------------------------------------------------------------------------------------

    async def press(self, interaction: discord.Interaction[Any], button: ButtonId) -> None:
        """Answer the press of a button, whatever happens."""
        reply = self.reply(interaction, button.kind)
        # A call is judged by when it was pressed, however late it arrives: the table knows until when it counts.
        if await self.admit(reply, however_late=button.kind is Kind.CALL, table_id=button.table):
            self.hold_in_time(reply, _place_of(button))
            await self.attend(reply, lambda reply: self._press(reply, button))

    async def edit(self, interaction: discord.Interaction[Any], pressed: EditorId) -> None:
        """Answer a press in an editor of house rules, whatever happens."""
        reply = self.reply(interaction, "house-rules")
        if await self.admit(reply, table_id=pressed.table or 0):
            self.hold_in_time(reply, Place.PRESSED)
            await self.attend(reply, lambda reply: self.editing.act(reply, pressed))

    async def settle(self, interaction: discord.Interaction[Any], pressed: SettingId) -> None:
        """Answer a choice on the page of a server's settings, whatever happens."""
        reply = self.reply(interaction, "settings")
        if await self.admit(reply):
            self.hold_in_time(reply, Place.PRESSED)
            await self.attend(reply, lambda reply: self.settling.act(reply, pressed))

    async def recall(self, interaction: discord.Interaction[Any], pressed: RecordId) -> None:
        """Answer a press or a choice on the record's screens, whatever happens."""
        reply = self.reply(interaction, "record")
        if await self.admit(reply):
            self.hold_in_time(reply, Place.PRESSED)
            await self.attend(reply, lambda reply: self.recording.act(reply, pressed))

    async def teach(self, interaction: discord.Interaction[Any], pressed: TutorialId) -> None:
        """Answer a press in a tutorial, whatever happens."""
        reply = self.reply(interaction)
        if await self.admit(reply):
            self.hold_in_time(reply, Place.PRESSED)
            await self.attend(reply, lambda reply: self.tutoring.act(reply, pressed))

    async def choose(self, interaction: discord.Interaction[Any], menu: MenuId, value: str) -> None:
        """Answer a choice from a menu, whatever happens."""
        reply = self.reply(interaction, f"menu-{menu.choice}")
        if await self.admit(reply, table_id=menu.table):
            self.hold_in_time(reply, Place.PRESSED)
            await self.attend(reply, lambda reply: self._choose(reply, menu, value))

    async def unclaimed(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press of a component that discord.py hands to nobody: one that its message has no longer.

        A phone shows a claim's buttons for a moment after the verdict took them off: such a press is answered like any
        other. Only a lobby's buttons are not honoured where no lobby shows them.
        """
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if _reaches_item(interaction, custom_id):
            return
        reply, button, pressed = (
            self.reply(interaction, "unknown"),
            ButtonId.parse(custom_id),
            EditorId.parse(custom_id),
        )
        if pressed is not None:
            await self.edit(interaction, pressed)
        elif (setting := SettingId.parse(custom_id)) is not None:
            await self.settle(interaction, setting)
        elif (recalled := RecordId.parse(custom_id)) is not None:
            await self.recall(interaction, recalled)
        elif (taught := TutorialId.parse(custom_id)) is not None:
            await self.teach(interaction, taught)
        elif button is not None and not self._opens_nothing(button):
            await self.press(interaction, button)
        elif await self.admit(reply) and not reply.answered:
            await self.attend(reply, lambda reply: reply.say("desk-unknown-button"))

    def _opens_nothing(self, button: ButtonId) -> bool:
        """Whether a button belongs to a lobby that is still open, so that it can't be missing from its message."""
        table = self.registry.live(button.table)
        lobby = table is not None and table.status is TableStatus.LOBBY
        return lobby and button.kind in {Kind.JOIN, Kind.LEAVE, Kind.ADD_CPU, Kind.HOUSE_RULES, Kind.START}

    # --- buttons ---------------------------------------------------------------------------------------------------

    async def _press(self, reply: Reply, button: ButtonId) -> None:
        if button.kind is Kind.REMATCH:
            await self._rematch(reply, button)
            return
        if button.kind is Kind.LEADERBOARD:
            await self.recording.open_board(reply, BoardQuery())
            return
        table = self.registry.live(button.table)
        route = self._routes.get(button.kind)
        if table is None:
            await self._finished(reply, button.table)
        elif route is None or reply.interaction.guild_id not in {None, table.view().guild_id}:
            await reply.say("desk-unknown-button")
        else:
            await route(reply, button, table)

    async def _finished(self, reply: Reply, table_id: int) -> None:
        record = await self.registry.finished(table_id)
        if record is None:
            await reply.say("desk-unknown-button")
        else:
            await reply.say("desk-game-over" if record.status is TableStatus.OVER else "desk-table-closed")

    async def _join(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        if not await self.may_move(reply):
            return
        joined = False

        async def show(answer: Answer) -> None:
            nonlocal joined
            if isinstance(answer, Accepted) and answer.done is Done.RETURNED:
                # An old copy of the lobby: they sit here, and a CPU had their seat.
                await reply.whisper(reply.sentence(answer))
                return
            joined = isinstance(answer, Accepted)
            await self._moved(reply, table, answer)

        await table.join(reply.press(), self.showing(reply, show))
        if joined:
            await self.welcome(reply, table)

    async def _leave(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        if table.view().status is not TableStatus.LOBBY:
            # An old copy of the lobby must not make anybody resign.
            await reply.say("desk-leave-running")
            return
        if not await self.may_move(reply):
            return
        await table.leave(reply.press(), self.showing(reply, lambda answer: self._moved(reply, table, answer)))

    async def _moved(self, reply: Reply, table: Table, answer: Answer) -> None:
        """Somebody sat down or left, or could not."""
        if isinstance(answer, Accepted):
            self.has_moved(reply)
        await self._show_lobby(reply, table, answer)
        if isinstance(answer, Accepted) and answer.done is Done.TOOK_CPU_SEAT:
            await reply.whisper(reply.sentence(answer))

    async def _house_rules(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await self.editing.open_table(reply, table)

    async def _add_cpu(self, reply: Reply, button: ButtonId, table: Table) -> None:
        """Ask the host for a level; a press that names one seats a CPU."""
        if not button.arg:

            async def ask(answer: Answer) -> None:
                if isinstance(answer, Refused):
                    await reply.refuse(answer)
                else:
                    await reply.private(tables.levels(table.view(), self.words, reply.locale))

            await table.ask_cpus(reply.press(), self.showing(reply, ask))
            return
        chosen = next((level for level in Level if code_of(level) == button.arg), None)
        if chosen is None:
            await reply.say("desk-unknown-button")
            return
        level = chosen

        async def show(answer: Answer) -> None:
            full = isinstance(answer, Refused) and answer.why is Denial.TABLE_FULL
            if full and reply.on_hand:
                await reply.redraw(lambda: tables.levels(table.view(), self.words, reply.locale))
                return
            if isinstance(answer, Refused) or not reply.on_hand:
                await reply.whisper(reply.sentence(answer))
                return
            named = self.words.say(reply.locale, key_of("level", level))
            added = reply.words("cpu-added", name=marked(bold(answer.name)), level=named)
            await reply.redraw(lambda: tables.levels(table.view(), self.words, reply.locale, added))

        await table.add_cpu(reply.press(), level, self.showing(reply, show))

    async def _hint(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        async def show(answer: Answer) -> None:
            hand, told = table.hand(reply.user_id), table.hint(reply.user_id)
            if isinstance(answer, Refused) or hand is None or told is None:
                await reply.refuse(answer if isinstance(answer, Refused) else Refused(Denial.NO_HINT_NOW))
            else:
                await reply.whisper(hints.hint(hand, told, self.words, reply.locale))

        await table.ask_hint(reply.press(), self.showing(reply, show))

    async def _start(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await table.start(reply.press(), self._on_lobby(reply, table))

    async def _my_hand(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await self.show_hand(reply, table)

    async def _pick(self, reply: Reply, button: ButtonId, table: Table) -> None:
        await table.pick(reply.press(), button.arg, self._on_hand(reply, table))

    async def _clear(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await table.clear(reply.press(), self._on_hand(reply, table))

    async def _play(self, reply: Reply, button: ButtonId, table: Table) -> None:
        await table.play(reply.press(), button.stamp, self._on_hand(reply, table))

    async def _choose(self, reply: Reply, menu: MenuId, value: str) -> None:
        table = self.registry.live(menu.table)
        if table is None:
            await self._finished(reply, menu.table)
        elif menu.choice is Choice.RANK:
            await table.name_rank(reply.press(), value, self._on_hand(reply, table))
        elif value.isascii() and value.isdigit():
            await table.name_count(reply.press(), int(value[:3]), self._on_hand(reply, table))
        else:
            await reply.say("desk-unknown-button")

    async def _pass(self, reply: Reply, button: ButtonId, table: Table) -> None:
        await table.pass_turn(reply.press(), button.stamp, self._on_hand(reply, table))

    async def _force(self, reply: Reply, button: ButtonId, table: Table) -> None:
        if (number := await self._number(reply, button)) is not None:
            await table.force(reply.press(), number, self._on_hand(reply, table))

    async def _show(self, reply: Reply, button: ButtonId, table: Table) -> None:
        if (number := await self._number(reply, button)) is not None:
            await table.answer_force(reply.press(), number, button.arg, self._on_hand(reply, table))

    async def _next_round(self, reply: Reply, button: ButtonId, table: Table) -> None:
        if (number := await self._number(reply, button)) is None:
            return

        async def show(answer: Answer) -> None:
            if isinstance(answer, Refused):
                await reply.refuse(answer)
            else:
                lost = table.publisher.redraw_round
                await self._redraw(reply, table, lambda: results.round_end(table.view(), self.words, number), lost)

        await table.next_round(reply.press(), number, self.showing(reply, show))

    async def _nudge(self, reply: Reply, button: ButtonId, table: Table) -> None:
        async def show(answer: Answer) -> None:
            await reply.whisper(reply.sentence(answer))

        if (number := await self._number(reply, button)) is not None:
            await table.nudge(reply.press(), number, self.showing(reply, show))

    async def _number(self, reply: Reply, button: ButtonId) -> int | None:
        """The number a button carries; one without is told to be unknown."""
        if button.stamp.isascii() and button.stamp.isdigit():
            return int(button.stamp)
        await reply.say("desk-unknown-button")
        return None

    async def _take_back(self, reply: Reply, _button: ButtonId, table: Table) -> None:
        await table.take_back(reply.press(), self._on_hand(reply, table))

    async def _call(self, reply: Reply, button: ButtonId, table: Table) -> None:
        if (number := await self._number(reply, button)) is None:
            return
        press = reply.press(on_claim=not reply.on_hand)
        await table.challenge(press, number, self._on_claim(reply, table, number))

    async def _let_go(self, reply: Reply, button: ButtonId, table: Table) -> None:
        if (number := await self._number(reply, button)) is None:
            return
        press = reply.press(on_claim=not reply.on_hand)
        await table.let_go(press, number, self._on_claim(reply, table, number))

    async def _rematch(self, reply: Reply, button: ButtonId) -> None:
        if await self.opening.admit(reply) is None:
            return
        opened = await self.registry.rematch(reply.press(), button.table)
        if isinstance(opened, Refused):
            await reply.refuse(opened)
        else:
            await self.show_opened(reply, opened)


def _place_of(button: ButtonId) -> Place:
    """Where the answer to a button stands; one that names a CPU's level stands on the message that offers them."""
    named = button.kind is Kind.ADD_CPU and button.arg
    return Place.PRESSED if named else _PLACES.get(button.kind, Place.PRESSED)


def _reaches_item(interaction: discord.Interaction[Any], custom_id: str) -> bool:
    """Whether discord.py takes the press to a component of ours: the id is one, and stands in the message."""
    if not is_item(custom_id) or interaction.message is None:
        return False
    return any(getattr(part, "custom_id", None) == custom_id for part in _parts(interaction.message.components))


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))
        accessory = getattr(part, "accessory", None)
        if accessory is not None:
            yield accessory
