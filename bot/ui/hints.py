"""A hint in words: what the person in a seat can know, how likely a lie is, and what a strong player would do.

For the asker alone, at a practice table. It tells nothing that the seat was not shown.
"""

from __future__ import annotations

from typing import Final

from bot.cpu.hints import Advice, ClaimHint, Hint, TurnHint
from bot.engine.cards import ALL_RANKS, Rank
from bot.tables.views import HandView
from bot.ui.layout import lines
from bot.ui.phrases import acts, cards_text, claimed, number_word, rank_word
from bot.ui.text import Words, key_of

# So many ranks ahead are told.
_AHEAD: Final = 4
# Of so many ranks it is told how many are held, where any may be named.
_BEST: Final = 3


def hint(view: HandView, told: Hint, words: Words, locale: object) -> str:
    """All that a hint has to say now, a line each."""
    return lines(
        "" if told.claim is None else _claim(view, told.claim, words, locale),
        "" if told.turn is None or (told.claim is not None and told.then is None) else _turn(told.turn, words, locale),
        _advice(told, words, locale),
    )


def _claim(view: HandView, told: ClaimHint, words: Words, locale: object) -> str:
    # Own jokers are neither of the rank nor elsewhere.
    elsewhere = told.accounted - told.held - sum(card.is_joker for card in view.seen.hand)
    facts = [
        words.say(locale, "hint-claim", claim=claimed(words, locale, told.said, told.rank)),
        _held(told.rank, told.held, words, locale),
        words.say(locale, "hint-elsewhere", count=elsewhere) if elsewhere > 0 else "",
        words.say(locale, "hint-possible", count=told.possible, number=number_word(words, locale, told.possible)),
    ]
    odds = (
        words.say(locale, "hint-proven")
        if told.proven
        else words.say(locale, "hint-odds", percent=round(100 * told.lie))
    )
    claim = view.seen.claim
    last = told.last_play and claim is not None
    return lines(
        " ".join(filter(None, facts)),
        odds,
        "" if told.proven else words.say(locale, "hint-risk", count=told.risk),
        words.say(locale, "hint-last-play", name=acts(view.table, claim.claimant)) if last and claim else "",
    )


def _turn(told: TurnHint, words: Words, locale: object) -> str:
    # Where any rank may be named, only those held most are of interest.
    some = len(told.held) < len(ALL_RANKS)
    best = sorted(told.held, key=lambda pair: -pair[1])[: len(told.held) if some else _BEST]
    held = [_held(rank, count, words, locale) for rank, count in best if some or count]
    ahead = ", ".join(rank_word(words, locale, rank, 2) for rank in told.asked[:_AHEAD])
    return lines(
        " ".join(held),
        words.say(locale, "hint-jokers", count=told.jokers) if told.jokers else "",
        words.say(locale, "hint-asked", ranks=ahead) if ahead else "",
    )


def _held(rank: Rank, count: int, words: Words, locale: object) -> str:
    if count == 0:
        return words.say(locale, "hint-held-none", ranks=rank_word(words, locale, rank, 2))
    return words.say(locale, "hint-held", cards=claimed(words, locale, count, rank))


def _advice(told: Hint, words: Words, locale: object) -> str:
    if told.advice is None:
        return ""
    first = _act(told, told.advice, "", words, locale)
    return first if told.then is None else lines(first, _act(told, told.then, "then-", words, locale))


def _act(told: Hint, act: Advice, when: str, words: Words, locale: object) -> str:
    cards = cards_text(words, locale, told.cards)
    if act is not Advice.PLAY:
        return words.say(locale, key_of("hint", f"{when}{act}"), cards=cards)
    if told.rank is None:
        return ""
    how = "play-bluff" if told.bluff else "play-true"
    return words.say(
        locale, key_of("hint", f"{when}{how}"), cards=cards, claim=claimed(words, locale, told.said, told.rank)
    )
