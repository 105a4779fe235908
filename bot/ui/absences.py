"""What people see when somebody is away: whom the table waits for, with Nudge, and the word to who was taken off it.

Drawn from a table's view; it names seats, never a card.
"""

from __future__ import annotations

from datetime import datetime

import discord

from bot.tables.ports import Parting
from bot.tables.views import TableView
from bot.ui.components import ButtonId, Kind, TableButton
from bot.ui.layout import Accent, lines, screen
from bot.ui.names import apart, safe
from bot.ui.phrases import called, halted, ranks_word, who
from bot.ui.text import Words, key_of


def waiting(view: TableView, words: Words, number: int) -> discord.ui.LayoutView:
    """The message about the wait with this number: whom for, who has nudged, and the button; or that it is over."""
    locale, wait, seen = view.locale, view.waiting, view.seen
    if view.halted or wait is None or wait.number != number or seen is None:
        return screen(Accent.QUIET, halted(view, words, locale) or words.say(locale, "waiting-over"))
    name = who(view, wait.seat)
    text = lines(
        words.say(locale, "waiting-for", name=name, since=clock_time(wait.since)),
        words.say(
            locale,
            "notice-turn",
            name=called(view, wait.seat, ping=True),
            ranks=ranks_word(words, locale, seen.next.ranks),
        ),
        words.say(locale, "waiting-ask", name=name, count=wait.needed) if wait.needed else "",
        words.say(locale, "waiting-nudged", names=", ".join(who(view, seat) for seat in sorted(wait.nudged)))
        if wait.nudged and wait.needed
        else "",
    )
    return screen(Accent.QUIET, text, nudge_buttons(view, words))


def nudge_buttons(view: TableView, words: Words) -> list[TableButton]:
    """Nudge, while the table has waited for somebody too long and somebody else is there to press it."""
    if view.waiting is None or not view.waiting.needed:
        return []
    button = ButtonId(view.id, Kind.NUDGE, str(view.waiting.number))
    return [TableButton(button, words.say(view.locale, "button-nudge"))]


def dismissed(view: TableView, parting: Parting, words: Words, locale: object) -> discord.ui.LayoutView:
    """What stands, for somebody who has no seat in the lobby any more, where they were greeted."""
    place = {"guild": apart(safe(view.guild_name)), "channel": apart(f"\\#{safe(view.channel_name)}")}
    return screen(Accent.QUIET, words.say(locale, key_of("parting", parting), **place))


def clock_time(moment: datetime) -> str:
    """A time of day, in every reader's own zone."""
    return f"<t:{int(moment.timestamp())}:t>"
