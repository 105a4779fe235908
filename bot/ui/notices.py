"""Short messages: public notices of a table, and one plain line for private replies.

Drawn from a view for everybody; a notice names seats and ranks due, never a card.
"""

from __future__ import annotations

import discord

from bot.tables.ports import Notice, NoticeKind
from bot.tables.views import TableView
from bot.ui.layout import Accent, lines, screen
from bot.ui.phrases import called, next_up, ranks_word, who
from bot.ui.text import Words, key_of

_ADDRESSED = frozenset({NoticeKind.REMINDER, NoticeKind.TURN})
_GAME_GOES_ON = frozenset({NoticeKind.RESIGNED, NoticeKind.TAKEN_OVER, NoticeKind.RETURNED, NoticeKind.RESUMED})


def plain(text: str) -> discord.ui.LayoutView:
    """One text in a frame, without buttons."""
    return screen(Accent.QUIET, text)


def notice(view: TableView, told: Notice, words: Words) -> discord.ui.LayoutView:
    """The notice; if it mentions somebody and does not speak to them, a line says what they are to do."""
    locale, seen = view.locale, view.seen
    addressed = told.kind in _ADDRESSED
    seat = told.seat if told.mention is None or not addressed else told.mention
    if seat is None and addressed and seen is not None:
        seat = seen.next.seat
    if seat is None:
        name = words.say(locale, "nobody")
    else:
        name = called(view, seat, ping=True) if addressed and told.mention is not None else who(view, seat)
    resumed = told.kind is NoticeKind.RESUMED and told.seconds > 0
    text = words.say(
        locale,
        "resumed-turn" if resumed else key_of("notice", told.kind),
        name=name,
        seconds=told.seconds,
        ranks="" if seen is None else ranks_word(words, locale, seen.next.ranks),
    )
    # Whoever leaves while a claim is open may have been the one it names as next.
    in_window = told.kind is NoticeKind.RESIGNED and seen is not None and seen.claim is not None
    if seen is None or (told.mention is None and not in_window) or told.kind not in _GAME_GOES_ON:
        return screen(Accent.QUIET, text)
    ping = told.mention == seen.next.seat
    return screen(Accent.QUIET, lines(text, next_up(view, words, locale, seen, ping=ping)))
