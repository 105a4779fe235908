"""What the player of a hand can press: its cards, Play and what stands beside it, the calls, and the menus.

Part of the hand's screen. Labels say exactly what a press does; whether it may is decided elsewhere, when it is
pressed. No id may hold a card that the reader does not hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import discord

from bot.engine.cards import Card, Cards
from bot.tables.views import HandView, group_of, nameable
from bot.ui.components import MOST_OPTIONS, ButtonId, Choice, Kind, MenuId, TableButton, TableSelect
from bot.ui.phrases import call_word, claimed, index, number_word, rank_picture, rank_word
from bot.ui.text import Words

_PRIMARY, _DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.danger
_SUCCESS, _SECONDARY = discord.ButtonStyle.success, discord.ButtonStyle.secondary


@dataclass(frozen=True, slots=True)
class Group:
    """The cards behind one button: its code for the id, its label, and the cards themselves."""

    code: str
    label: str
    cards: Cards


def grouped(cards: Cards, words: Words, locale: object) -> list[Group]:
    """The hand by rank, aces first and jokers last; within a rank by suit."""
    held: dict[str, list[Card]] = {}
    for card in sorted(cards, key=lambda card: card.order):
        held.setdefault(group_of(card), []).append(card)
    return [Group(code, index(words, locale, group[0].rank), tuple(group)) for code, group in held.items()]


def picks(view: HandView, groups: list[Group], words: Words, locale: object) -> list[TableButton]:
    """One button a rank held; each press picks one more of it, and past the last none."""
    picked = Counter(dict(view.picks))
    buttons = []
    for group in groups:
        count, held = picked[group.code], len(group.cards)
        if count:
            label = words.say(locale, "pick-some", rank=group.label, picked=count, held=held)
        else:
            label = words.say(locale, "pick-none", rank=group.label, held=held)
        style = _PRIMARY if count else _SECONDARY
        picture = rank_picture(words, locale, group.cards[0].rank)
        pick = ButtonId(view.table.id, Kind.PICK, arg=group.code)
        buttons.append(TableButton(pick, label, style=style, picture=picture))
    return buttons


def menus(view: HandView, words: Words, locale: object) -> list[TableSelect]:
    """What to say of the cards, where there is a choice: the rank, and how many (R20, R25, R35)."""
    ranks, found, table = nameable(view.seen), [], view.table.id
    if view.armed is not None or not (view.seen.space.may_play or view.seen.armable):
        return []
    if len(ranks) > 1:
        options = [
            discord.SelectOption(label=rank_word(words, locale, rank, 2), value=rank.code, default=rank is view.rank)
            for rank in ranks
        ]
        found.append(TableSelect(MenuId(table, Choice.RANK), words.say(locale, "choose-rank-menu"), options))
    least, most = view.sayable
    if least < most:
        counts_said = [*range(least, most + 1)]
        if len(counts_said) > MOST_OPTIONS:
            counts_said = [*counts_said[: MOST_OPTIONS - 1], most]
        options = [
            discord.SelectOption(label=number_word(words, locale, said), value=str(said), default=said == view.said)
            for said in counts_said
        ]
        found.append(TableSelect(MenuId(table, Choice.SAID), words.say(locale, "choose-count-menu"), options))
    return found


def play_controls(view: HandView, words: Words, locale: object) -> list[TableButton]:
    """Play as it would go down, or its taking back; Clear, Pass where the rules give it, help where one practises."""
    clear = TableButton(
        ButtonId(view.table.id, Kind.CLEAR), words.say(locale, "button-clear"), disabled=not view.picked
    )
    hint = TableButton(ButtonId(view.table.id, Kind.HINT), words.say(locale, "button-hint"))
    helped = [hint] if view.table.practice else []
    if view.armed is not None:
        back = ButtonId(view.table.id, Kind.TAKE_BACK, view.stamp)
        return [TableButton(back, words.say(locale, "button-take-back"), style=_PRIMARY), clear, *helped]
    label, enabled = play_label(view, words, locale)
    play = ButtonId(view.table.id, Kind.PLAY, view.stamp)
    face_down = words.faces.back if words.faces is not None and enabled else None
    style = _SUCCESS if enabled else _SECONDARY
    buttons = [TableButton(play, label, style=style, disabled=not enabled, picture=face_down), clear]
    if view.seen.space.may_pass:
        buttons.append(
            TableButton(ButtonId(view.table.id, Kind.PASS, view.turn_stamp), words.say(locale, "button-pass"))
        )
    return [*buttons, *helped]


def play_label(view: HandView, words: Words, locale: object) -> tuple[str, bool]:
    """What Play would claim, and whether it may be pressed now."""
    seen, count = view.seen, view.picked
    limit = seen.bounds[1]
    if count == 0 or limit == 0:
        return words.say(locale, "play-none"), False
    if count > limit:
        return words.say(locale, "play-too-many", limit=limit), False
    now = seen.space.may_play or seen.armable
    if view.rank is None:
        return words.say(locale, "play-no-rank" if now else "play-none"), False
    if view.said != count:
        claim = claimed(words, locale, view.said, view.rank)
        return words.say(locale, "play-as-fewer", count=count, claim=claim), now
    rank = rank_word(words, locale, view.rank, count)
    return words.say(locale, "play-as", count=count, rank=rank, which=view.rank.name.lower()), now


def calls(view: HandView, words: Words, locale: object) -> list[TableButton]:
    """The call's word, Force and Let it go while this seat may call the open claim; the answers to a Force."""
    seen, buttons = view.seen, []
    if seen.claim is None:
        return []
    stamp = str(seen.claim.number)
    if seen.space.may_challenge:
        label = call_word(view.table, words, locale)
        buttons.append(TableButton(ButtonId(view.table.id, Kind.CALL, stamp), label, style=_DANGER))
    if seen.space.may_force:
        label = words.say(locale, "button-force")
        buttons.append(TableButton(ButtonId(view.table.id, Kind.FORCE, stamp), label, style=_DANGER))
    if seen.space.may_show:
        for group in grouped(seen.space.showable, words, locale):
            label = words.say(locale, "button-show", rank=group.label)
            buttons.append(TableButton(ButtonId(view.table.id, Kind.SHOW, stamp, group.code), label, style=_SUCCESS))
        label = words.say(locale, "button-no-show")
        buttons.append(TableButton(ButtonId(view.table.id, Kind.NO_SHOW, stamp), label))
    if seen.space.may_decline:
        label = words.say(locale, "button-let-go")
        buttons.append(TableButton(ButtonId(view.table.id, Kind.LET_GO, stamp), label))
    return buttons
