"""The tutorial as its learner sees it, and the desk that answers its presses.

`/cheat tutorial` and the buttons -> here -> a `Lesson`. Everything is private to the learner and in their language. It
must never touch a table, the store or a channel: a lesson lost in a restart is only begun again.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import datetime
from typing import Final

import discord

from bot.engine.cards import Card
from bot.engine.events import Closed
from bot.engine.observe import Observation
from bot.tables.lesson import LEARNER, TEACHER, Lesson, Step
from bot.tables.views import HandView, group_of
from bot.ui.layout import Accent, lines, screen
from bot.ui.phrases import (
    as_settled,
    call_word,
    cards_text,
    counts,
    index,
    laid,
    pile,
    rank_word,
    ranks_word,
    who,
)
from bot.ui.replies import Reply
from bot.ui.result import verdict
from bot.ui.text import Words
from bot.ui.tutorial_items import Deed, TutorialButton, TutorialId

#: So many lessons are kept; whoever has the oldest begins again.
MOST_LESSONS: Final = 1000
_PRIMARY, _DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.danger
_SUCCESS, _SECONDARY = discord.ButtonStyle.success, discord.ButtonStyle.secondary
_ACCENTS: Final = {
    Step.TRUTH: Accent.TURN,
    Step.LIE: Accent.TURN,
    Step.LISTEN: Accent.WINDOW,
    Step.DOUBT: Accent.WINDOW,
}


class Tutoring:
    """Everybody's lessons, one a person. One for the whole bot."""

    def __init__(self, words: Words, now: Callable[[], datetime]) -> None:
        self._words, self._now = words, now
        self._lessons: OrderedDict[int, Lesson] = OrderedDict()

    async def begin(self, reply: Reply) -> None:
        """`/cheat tutorial`: a lesson from its beginning; one under way ends."""
        user = reply.interaction.user
        lesson = Lesson(user.id, user.display_name, str(reply.locale), self._now)
        self._lessons.pop(user.id, None)
        self._lessons[user.id] = lesson
        if len(self._lessons) > MOST_LESSONS:
            self._lessons.popitem(last=False)
        await reply.private(page(lesson, self._words, reply.locale))

    async def act(self, reply: Reply, pressed: TutorialId) -> None:
        """Answer a press by drawing the lesson anew; one that is no longer known can only be begun again."""
        if not reply.on_hand:
            # Not one of ours: those are seen by one person alone.
            await reply.say("desk-unknown-button")
            return
        lesson = self._lessons.get(reply.user_id)
        if lesson is None or lesson.token != pressed.lesson:
            await reply.redraw(lambda: told(reply.words("tutorial-gone")))
            return
        if pressed.deed is Deed.QUIT:
            del self._lessons[reply.user_id]
            await reply.redraw(lambda: told(reply.words("tutorial-left")))
            return
        _do(lesson, pressed)
        if lesson.done:
            del self._lessons[reply.user_id]
        await reply.redraw(lambda: page(lesson, self._words, reply.locale))


def _do(lesson: Lesson, pressed: TutorialId) -> None:
    match pressed.deed:
        case Deed.PICK:
            lesson.pick(pressed.arg)
        case Deed.CLEAR:
            lesson.clear()
        case Deed.PLAY:
            lesson.play(pressed.moves)
        case Deed.CALL:
            lesson.call(pressed.moves)
        case Deed.LET_GO:
            lesson.let_go(pressed.moves)
        case Deed.QUIT:
            pass


def told(text: str) -> discord.ui.LayoutView:
    """A sentence in place of the lesson."""
    return screen(Accent.QUIET, text)


def page(lesson: Lesson, words: Words, locale: object) -> discord.ui.LayoutView:
    """The step the learner is at: what has happened, what to do now, their cards and the buttons for it."""
    view, step = lesson.hand(), lesson.step
    seen = view.seen
    title = words.say(locale, f"tutorial-title-{step}")
    happened = _happened(lesson, view, words, locale)
    if step is Step.DONE:
        return screen(Accent.OVER, title, happened, words.say(locale, "tutorial-over"))
    cards = lines(cards_text(words.plain, locale, group) for group in _groups(seen).values())
    around = lines(pile(words, locale, seen), counts(view.table, words, locale, seen))
    return screen(
        _ACCENTS[step],
        title,
        happened,
        _before(view, words, locale),
        cards,
        around,
        # Last, beside the buttons it speaks of.
        _task(view, step, words, locale),
        _picks(lesson, view, words, locale) if seen.space.may_play else [],
        _controls(lesson, view, words, locale),
    )


def _happened(lesson: Lesson, view: HandView, words: Words, locale: object) -> str:
    """What became of the last play, and what to learn from it."""
    settled, table = view.table.settled, view.table
    if settled is None:
        return words.say(locale, "tutorial-welcome", name=who(table, 1))
    own = settled.claimant == LEARNER
    if settled.truthful is not None:
        moral = "tutorial-caught" if own else "tutorial-right" if not settled.truthful else "tutorial-wrong"
    elif own:
        moral = "tutorial-honest" if lesson.honest else "tutorial-lied"
    else:
        moral = "tutorial-missed" if lesson.done else "tutorial-stood"
    moral = words.say(locale, moral, name=who(table, 1), cards=cards_text(words, locale, lesson.laid))
    # "Everybody let it go" would be said of one.
    other = who(table, TEACHER if own else LEARNER)
    let_go = words.say(locale, "tutorial-let-go", name=other) if settled.why is Closed.DECLINED else ""
    return lines(laid(table, words, locale, settled), let_go or verdict(table, settled, words), moral)


def _task(view: HandView, step: Step, words: Words, locale: object) -> str:
    """The one thing to do now."""
    if view.seen.claim is not None:
        return words.say(locale, f"tutorial-{step}", call=call_word(view.table, words, locale))
    if view.picked and step is Step.TRUTH:
        # That nobody sees the cards belongs to the next step.
        true = all(view.rank is not None and group == view.rank.code for group, _ in view.picks)
        return words.say(locale, "tutorial-press" if true else "tutorial-early", label=_label(view, words, locale))
    if view.picked:
        return words.say(locale, "guide-press", label=_label(view, words, locale))
    return words.say(locale, f"tutorial-{step}", call="")


def _before(view: HandView, words: Words, locale: object) -> str:
    """What the learner has before them: the open play, or the rank that is due."""
    if (claim := view.seen.claim) is not None:
        return laid(view.table, words, locale, as_settled(view.table, claim))
    if not view.seen.space.may_play:
        return ""
    return words.say(locale, "hand-due", ranks=ranks_word(words, locale, view.seen.next.ranks))


def _groups(seen: Observation) -> dict[str, tuple[Card, ...]]:
    held: dict[str, tuple[Card, ...]] = {}
    for card in sorted(seen.hand, key=lambda card: card.order):
        held[group_of(card)] = (*held.get(group_of(card), ()), card)
    return held


def _picks(lesson: Lesson, view: HandView, words: Words, locale: object) -> list[TutorialButton]:
    picked, buttons = Counter(dict(view.picks)), []
    for code, cards in _groups(view.seen).items():
        count, held, rank = picked[code], len(cards), index(words, locale, cards[0].rank)
        key = "pick-some" if count else "pick-none"
        label = words.say(locale, key, rank=rank, picked=count, held=held)
        pressed = TutorialId(Deed.PICK, lesson.token, lesson.moves, code)
        buttons.append(TutorialButton(pressed, label, style=_PRIMARY if count else _SECONDARY))
    return buttons


def _controls(lesson: Lesson, view: HandView, words: Words, locale: object) -> list[TutorialButton]:
    def button(deed: Deed, label: str, style: discord.ButtonStyle = _SECONDARY, off: bool = False) -> TutorialButton:
        return TutorialButton(TutorialId(deed, lesson.token, lesson.moves), label, style=style, disabled=off)

    leave = button(Deed.QUIT, words.say(locale, "button-quit-tutorial"))
    if view.seen.claim is not None:
        call = button(Deed.CALL, call_word(view.table, words, locale), _DANGER)
        return [call, button(Deed.LET_GO, words.say(locale, "button-let-go")), leave]
    able = 0 < view.picked <= view.seen.bounds[1]
    play = button(Deed.PLAY, _label(view, words, locale), _SUCCESS if able else _SECONDARY, not able)
    return [play, button(Deed.CLEAR, words.say(locale, "button-clear"), off=not view.picked), leave]


def _label(view: HandView, words: Words, locale: object) -> str:
    """What Play would say."""
    limit = view.seen.bounds[1]
    if view.picked > limit:
        return words.say(locale, "play-too-many", limit=limit)
    if not view.picked or view.rank is None:
        return words.say(locale, "play-none")
    rank = rank_word(words, locale, view.rank, view.picked)
    return words.say(locale, "play-as", count=view.picked, rank=rank, which=view.rank.name.lower())
