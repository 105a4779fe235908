"""Short messages: public notices of a table, and one plain line for private replies.

Drawn from a view for everybody; a notice names seats and ranks due, never a card.
"""

from __future__ import annotations

import discord

from bot.engine.state import Phase
from bot.tables.ports import Notice, NoticeKind
from bot.tables.views import TableView
from bot.ui.layout import Accent, lines, screen
from bot.ui.names import bold
from bot.ui.phrases import asked, called, counts, laid, next_up, pile, ranks_word, who
from bot.ui.result import verdict
from bot.ui.text import Words, key_of

_ADDRESSED = frozenset({NoticeKind.REMINDER, NoticeKind.TURN})
_TELLS_NEXT = frozenset({NoticeKind.PASSED, NoticeKind.CLEARED, NoticeKind.ANSWERED, NoticeKind.SETTLED})
_GAME_GOES_ON = frozenset(
    {NoticeKind.RESIGNED, NoticeKind.TAKEN_OVER, NoticeKind.RETURNED, NoticeKind.RESUMED, NoticeKind.KICKED}
)


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
    if told.name:
        name = bold(told.name)
    elif seat is None:
        name = words.say(locale, "nobody")
    else:
        name = called(view, seat, ping=True) if addressed and told.mention is not None else who(view, seat)
    if told.kind in _TELLS_NEXT or told.kind is NoticeKind.FORCED:
        return _of_variants(view, told, name, words)
    text = words.say(
        locale,
        _key(view, told),
        name=name,
        seconds=told.seconds,
        count=told.count,
        ranks="" if seen is None else ranks_word(words, locale, seen.next.ranks),
    )
    if told.heir is not None:
        text = lines(text, words.say(locale, "new-host", name=who(view, told.heir)))
    # Whoever leaves while a claim is open may have been the one it names as next.
    in_window = told.kind is NoticeKind.RESIGNED and seen is not None and seen.claim is not None
    if seen is None or (told.mention is None and not in_window) or told.kind not in _GAME_GOES_ON:
        return screen(Accent.QUIET, text)
    ping = told.mention == seen.next.seat
    return screen(Accent.QUIET, lines(text, next_up(view, words, locale, seen, ping=ping)))


def _key(view: TableView, told: Notice) -> str:
    """The sentence of a notice: most have one of their own, some depend on when they are told."""
    if told.kind is NoticeKind.RESUMED and told.seconds > 0:
        return "resumed-turn"
    between = view.seen is not None and view.seen.phase is Phase.BETWEEN
    return "resigned-between" if told.kind is NoticeKind.RESIGNED and between else key_of("notice", told.kind)


def _of_variants(view: TableView, told: Notice, name: str, words: Words) -> discord.ui.LayoutView:
    """A pass, Force and its answer, or a play nobody could call; then whose turn it is."""
    locale, seen, settled = view.locale, view.seen, view.settled
    if told.kind in (NoticeKind.PASSED, NoticeKind.CLEARED):
        text = [words.say(locale, key_of("notice", told.kind), name=name, count=told.count)]
    elif told.kind is NoticeKind.FORCED:
        open_claim = None if seen is None else seen.claim
        forced = "" if open_claim is None else asked(view, open_claim, words, ping=told.mention is not None)
        return screen(Accent.PLAY, forced or words.say(locale, "claim-past"))
    elif settled is None:
        text = [words.say(locale, key_of("notice", told.kind))]
    else:
        text = [laid(view, words, locale, settled), *verdict(view, settled, words)]
    if seen is not None:
        ping = told.mention == seen.next.seat
        text += [
            counts(view, words, locale, seen),
            pile(words, locale, seen),
            next_up(view, words, locale, seen, ping=ping),
        ]
    return screen(Accent.QUIET, lines(text))
