"""The editing of house rules: who may open the editor, what each press in it changes, what the editor shows then.

Desk -> here -> a table in its lobby, or the server's house rules. All that an editor needs stands in its components'
ids and in what is stored, so it goes on after a restart. It must never redraw a message but an editor, and never let
anybody change rules who may not at the moment of the press.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.engine.rules.ruleset import PRESETS, SPECS, Ruleset, Topic
from bot.tables.answers import Answer, Refused
from bot.tables.gathering import Show
from bot.tables.house_rules import Change, HouseRules
from bot.tables.records import TableStatus
from bot.tables.registry import Registry
from bot.tables.table import Table
from bot.ui import editor, rulebook
from bot.ui.components import Act, EditorId, NumberForm
from bot.ui.editor import Sheet
from bot.ui.notices import plain
from bot.ui.phrases import cpus_sit
from bot.ui.press_items import text_of, values_of
from bot.ui.replies import Reply
from bot.ui.text import Words


class Editing:
    """Opens editors and answers their presses. `showing` guards what a table shows as an answer."""

    def __init__(
        self,
        registry: Registry,
        house_rules: HouseRules,
        words: Words,
        showing: Callable[[Reply, Show], Show],
    ) -> None:
        self._registry, self._rules, self._words, self._showing = registry, house_rules, words, showing

    # --- opening ---------------------------------------------------------------------------------------------------

    async def open_server(self, reply: Reply) -> None:
        """The editor of the server's house rules, for whoever may manage the server."""
        guild_id = reply.interaction.guild_id
        if guild_id is None:
            await reply.say("editor-not-here")
        elif not reply.interaction.permissions.manage_guild:
            await reply.say("editor-not-a-manager")
        else:
            sheet = await self._server_sheet(reply.interaction, guild_id)
            await reply.private(editor.home(sheet, self._words, reply.locale))

    async def open_table(self, reply: Reply, table: Table) -> None:
        """The editor of a table's rules, for its host while the cards are not dealt."""

        async def show(answer: Answer) -> None:
            if isinstance(answer, Refused):
                await reply.refuse(answer)
            else:
                await reply.private(editor.home(_table_sheet(table), self._words, reply.locale))

        await table.change_rules(reply.press(), None, self._showing(reply, show))

    # --- pressing --------------------------------------------------------------------------------------------------

    async def act(self, reply: Reply, pressed: EditorId) -> None:
        """Answer a press in an editor by drawing it anew, after the change if the press was one."""
        if reply.interaction.guild_id is None or not reply.on_hand or not _known(pressed):
            # Not an editor: those stand in servers and only their owner sees them.
            await reply.say("desk-unknown-button")
        elif pressed.act is Act.TYPED and (allowed := await self._missed(reply, pressed)) is not None:
            least, most = allowed
            rule = rulebook.title(self._words, reply.locale, pressed.arg)
            await reply.say("editor-number-allowed", rule=rule, least=least, most=most)
        elif pressed.table is None:
            await self._in_server(reply, pressed, reply.interaction.guild_id)
        else:
            await self._at_table(reply, pressed, pressed.table)

    async def _missed(self, reply: Reply, pressed: EditorId) -> tuple[int, int] | None:
        """The numbers that the form has offered, if what was typed into it is none of them."""
        text = next(iter(_values(reply.interaction)), "")
        if pressed.table is None:
            rules = (await self._rules.of(reply.interaction.guild_id or 0)).ruleset
        else:
            table = self._registry.live(pressed.table)
            rules = Ruleset() if table is None else table.view().ruleset
        least, most = rulebook.reach(rules, pressed.arg) or (0, 0)
        changed = editor.with_number(rules, pressed.arg, text)
        if changed is not None and least <= getattr(changed, pressed.arg) <= most:
            return None
        return least, most

    async def _in_server(self, reply: Reply, pressed: EditorId, guild_id: int) -> None:
        if not reply.interaction.permissions.manage_guild:
            await self._close(reply, reply.words("editor-not-a-manager"))
            return
        change = _change(pressed, _values(reply.interaction))
        if change is not None:
            await self._rules.change(guild_id, change, by=reply.user_id)
        sheet = await self._server_sheet(reply.interaction, guild_id)
        await self._show(reply, sheet, pressed)

    async def _at_table(self, reply: Reply, pressed: EditorId, table_id: int) -> None:
        table = self._registry.live(table_id)
        if table is None or table.view().guild_id != reply.interaction.guild_id:
            await self._close(reply, reply.words(await self._what_became_of(table_id)))
            return

        async def show(answer: Answer) -> None:
            if isinstance(answer, Refused):
                await self._close(reply, reply.sentence(answer))
            elif servers is not None:
                # What of the server's rules this version can't play is told here; the table has what it can.
                sheet = replace(_table_sheet(table), dropped=servers.dropped, refused=servers.refused)
                await self._show(reply, sheet, pressed)
            else:
                await self._show(reply, _table_sheet(table), pressed)

        change, servers = _change(pressed, _values(reply.interaction)), None
        if pressed.act is Act.SERVER:
            servers = await self._rules.of(table.view().guild_id)
            change = _always(servers.ruleset)
        await table.change_rules(reply.press(), change, self._showing(reply, show))

    async def _what_became_of(self, table_id: int) -> str:
        record = await self._registry.finished(table_id)
        over = record is not None and record.status is TableStatus.OVER
        return "desk-game-over" if over else "desk-table-closed"

    async def _close(self, reply: Reply, why: str) -> None:
        """An editor that can't change anything any more says why and loses its buttons."""
        await reply.redraw(lambda: plain(why))

    # --- drawing ---------------------------------------------------------------------------------------------------

    async def _server_sheet(self, interaction: discord.Interaction[Any], guild_id: int) -> Sheet:
        stored = await self._rules.of(guild_id)
        name = interaction.guild.name if interaction.guild is not None else ""
        return Sheet(stored.ruleset, name, dropped=stored.dropped, refused=stored.refused)

    async def _show(self, reply: Reply, sheet: Sheet, pressed: EditorId) -> None:
        form = editor.number_form(sheet, pressed.arg, self._words, reply.locale) if pressed.act is Act.NUMBER else None
        await reply.settled()
        if form is not None and not reply.answered:
            await reply.form(form)
        else:
            await reply.redraw(lambda: self._draw(sheet, pressed, reply.locale))

    def _draw(self, sheet: Sheet, pressed: EditorId, locale: object) -> discord.ui.LayoutView:
        topic = _topic(pressed)
        if topic is None:
            return editor.home(sheet, self._words, locale)
        return editor.topic(sheet, topic, self._words, locale)


def _table_sheet(table: Table) -> Sheet:
    view = table.view()
    return Sheet(view.ruleset, view.guild_name, table.id, len(view.people), table.dropped, cpus=cpus_sit(view))


def _topic(pressed: EditorId) -> Topic | None:
    """The topic to show after the press, none for the list of topics."""
    if pressed.act in {Act.SET, Act.NUMBER, Act.TYPED} and pressed.arg in SPECS:
        return SPECS[pressed.arg].topic
    if pressed.act is Act.TOPIC:
        return next((topic for topic in editor.TOPICS if topic == pressed.arg), None)
    return None


def _known(pressed: EditorId) -> bool:
    """Whether a press for a number is for a rule that takes one."""
    return pressed.act not in {Act.NUMBER, Act.TYPED} or editor.span_of(pressed.arg) is not None


def _values(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """What was chosen from a menu, or typed into a form."""
    if interaction.type is discord.InteractionType.modal_submit:
        return [text_of(interaction, NumberForm.FIELD)]
    return values_of(interaction)


def _change(pressed: EditorId, values: Sequence[str]) -> Change | None:
    """What the press changes; nothing for one that only turns pages, or names what this version doesn't offer."""
    value = values[0] if values else ""
    if pressed.act is Act.RESET:
        return _always(Ruleset())
    if pressed.act is Act.PRESET and value in PRESETS:
        return _always(PRESETS[value])
    if pressed.act is Act.SET and pressed.arg in SPECS:
        return lambda rules: editor.with_choice(rules, pressed.arg, value)
    if pressed.act is Act.TYPED and editor.with_number(Ruleset(), pressed.arg, value) is not None:
        return lambda rules: editor.with_number(rules, pressed.arg, value) or rules
    return None


def _always(ruleset: Ruleset) -> Change:
    return lambda _: ruleset
