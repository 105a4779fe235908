"""Short messages: public notices of a table, and one plain line for private replies.

Drawn from a view for everybody; a notice names seats and ranks due, never a card.
"""

from __future__ import annotations

import discord

from bot.tables.ports import Notice, NoticeKind
from bot.tables.views import TableView
from bot.ui.layout import Accent, lines, screen
from bot.ui.names import bold
from bot.ui.phrases import (
    acts,
    asked,
    called,
    claimant,
    counts,
    halted,
    laid,
    must_play,
    next_up,
    on_the_clock,
    pile_and_next,
    rank_word,
    ranks_word,
    who,
)
from bot.ui.result import verdict
from bot.ui.text import Words, key_of

_ADDRESSED = frozenset({NoticeKind.REMINDER, NoticeKind.TURN})
_TIMED = {NoticeKind.REMINDER: "reminder-until", NoticeKind.RESUMED: "resumed-until"}
_TELLS_NEXT = frozenset({NoticeKind.PASSED, NoticeKind.CLEARED, NoticeKind.SETTLED})
# The game is over without an end: what was committed to with the cards may be opened now.
_CUT_SHORT = frozenset({NoticeKind.STOPPED, NoticeKind.UNTOUCHED})
_GAME_GOES_ON = frozenset(
    {NoticeKind.RESIGNED, NoticeKind.TAKEN_OVER, NoticeKind.RETURNED, NoticeKind.RESUMED, NoticeKind.KICKED}
)


def force(view: TableView, words: Words, number: int | None, *, ping: bool = False) -> discord.ui.LayoutView:
    """Who is asked to show a card of the claim `number` (`None`: of the open one), or what became of that."""
    locale, settled = view.locale, view.settled
    open_claim = None if view.seen is None else view.seen.claim
    if open_claim is not None and number in (None, open_claim.number) and open_claim.forcer is not None:
        text = asked(view, open_claim, words, ping=ping and not view.halted)
        return screen(Accent.QUIET if view.halted else Accent.WINDOW, lines(text, halted(view, words, locale)))
    if settled is None or settled.forcer is None or number not in (None, settled.number):
        return screen(Accent.QUIET, words.say(locale, "claim-past"))
    names = {"caller": acts(view, settled.forcer), "name": claimant(view, settled)}
    rank = rank_word(words, locale, settled.rank, 1)
    key = "forced-left" if settled.unanswered else "forced-answered"
    return screen(Accent.QUIET, words.say(locale, key, rank=rank, **names))


def plain(text: str) -> discord.ui.LayoutView:
    """One text in a frame, without buttons."""
    return screen(Accent.QUIET, text)


def notice(view: TableView, told: Notice, words: Words) -> discord.ui.LayoutView:
    """The notice; if it mentions somebody and does not speak to them, a line says what they are to do."""
    # What broke a game may break looking at it; the channel must hear of it all the same.
    locale, seen = view.locale, None if told.kind is NoticeKind.FAULT else view.seen
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
    if told.kind is NoticeKind.FORCED:
        return force(view, words, None, ping=told.mention is not None)
    if told.kind in _TELLS_NEXT:
        return _of_variants(view, told, name, words)
    key = key_of("notice", told.kind)
    text = words.say(
        locale,
        key if told.until is None else _TIMED.get(told.kind, key),
        name=name,
        seconds=told.seconds,
        count=told.count,
        id=view.fault,
        ranks="" if seen is None else ranks_word(words, locale, seen.next.ranks),
        until="" if told.until is None else on_the_clock(told.until),
    )
    if told.kind in _CUT_SHORT and seen is not None and seen.outcome is None:
        text = lines(text, words.say(locale, "stopped-deal-open", game=str(view.id)))
    if told.heir is not None:
        text = lines(text, words.say(locale, "new-host", name=who(view, told.heir)))
    # Whoever leaves while a claim is open may have been the one it names as next.
    in_window = told.kind is NoticeKind.RESIGNED and seen is not None and seen.claim is not None
    # Whose turn has its time again is said, be they mentioned or not.
    silent = told.mention is None and told.until is None and not in_window
    if seen is None or silent or told.kind not in _GAME_GOES_ON:
        return screen(Accent.QUIET, text)
    ping = told.mention == seen.next.seat
    return screen(
        Accent.QUIET, lines(text, next_up(view, words, locale, seen, ping=ping), must_play(view, words, locale, seen))
    )


def _of_variants(view: TableView, told: Notice, name: str, words: Words) -> discord.ui.LayoutView:
    """A pass, or a play nobody could call; then whose turn it is."""
    locale, seen, settled = view.locale, view.seen, view.settled
    if told.kind in (NoticeKind.PASSED, NoticeKind.CLEARED):
        passer = name if told.seat is None else acts(view, told.seat)
        text = [words.say(locale, key_of("notice", told.kind), name=passer, count=told.count)]
    elif settled is None:
        text = [words.say(locale, key_of("notice", told.kind))]
    else:
        text = [laid(view, words, locale, settled), *verdict(view, settled, words)]
    if seen is not None:
        ping = told.mention == seen.next.seat
        text += [
            pile_and_next(view, seen, words, locale, ping=ping),
            must_play(view, words, locale, seen),
            counts(view, words, locale, seen),
        ]
    return screen(Accent.QUIET, lines(text))
