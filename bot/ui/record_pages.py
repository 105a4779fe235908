"""The screens of the record: the leaderboard, a player's card, the list of games, the proof of a deal, goodbye.

Pure functions from what the store found to a fresh layout in the reader's language. Names pass through `names`;
somebody who asked to be forgotten is "a former player", and no raw id is ever shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

import discord
from fluent.runtime.types import FluentFloat

from bot.engine.cards import Rank
from bot.engine.rules.ruleset import PRESETS
from bot.record.board import LEAST, Board, BoardQuery, Card, History, Order, PastGame, Seated, Since, Standing
from bot.record.moves import Deal
from bot.record.proof import check, recipe
from bot.record.rating import Rating, certainty, number
from bot.record.results import OWN_RULES, Kind
from bot.ui import rulebook
from bot.ui.layout import Accent, lines, screen
from bot.ui.names import apart, bold, marked, safe
from bot.ui.phrases import rank_word
from bot.ui.record_items import RecordButton, RecordId, RecordSelect, Screen
from bot.ui.text import Words, key_of

#: Columns of a name in a list, so that ten of them keep their shape on a phone.
LIST_WIDTH: Final = 20
_BAR: Final = 10
_FULL, _EMPTY = "█", "░"
_PRIMARY = discord.ButtonStyle.primary
_DANGER = discord.ButtonStyle.danger


def player(words: Words, locale: object, who: int | None, name: str | None, width: int = LIST_WIDTH) -> str:
    """A player of the record, safe and bold: a CPU, a former player, or the name last seen."""
    if who is None:
        return marked(bold(name, width)) if name else words.say(locale, "cpu")
    if who < 0 or name == "":
        return words.say(locale, "former-player")
    return bold(name or "", width)


def rules_word(words: Words, locale: object, preset: str | None) -> str:
    """A preset's title, or what stands for a table's own rules, for those of another version, and for all."""
    if preset is None:
        return words.say(locale, "board-all-rules")
    if preset == OWN_RULES or preset not in PRESETS:
        return words.say(locale, "rules-own")
    return rulebook.preset_title(words, locale, preset)


def share(part: float, whole: float) -> FluentFloat | str:
    """A share as the catalogue writes percentages, rounded as leaderboards rank it; a dash for one of nothing."""
    if not whole:
        return "–"
    return FluentFloat(math.floor(100 * part / whole + 0.5) / 100, style="percent", maximumFractionDigits=0)


def bar(part: float, whole: float) -> str:
    """Ten squares, filled as far as the share goes; the number stands beside it.

    >>> bar(3, 10)
    '███░░░░░░░'
    """
    filled = round(_BAR * part / whole) if whole else 0
    return _FULL * filled + _EMPTY * (_BAR - filled)


# --- the leaderboard --------------------------------------------------------------------------------------------------


def board(
    found: Board,
    query: BoardQuery,
    guild: str,
    words: Words,
    locale: object,
    *,
    gone: frozenset[int] = frozenset(),
) -> discord.ui.LayoutView:
    """One page of a leaderboard, those who are `gone` marked; a server without games is told how to begin."""
    title = words.say(locale, "board-title", guild=safe(guild))
    every = query.order is Order.RATING
    asked = words.say(
        locale,
        "board-asked",
        by=words.say(locale, key_of("order", query.order)),
        since=words.say(locale, key_of("since", Since.ALL if every else query.since)),
        rules=rules_word(words, locale, None if every else query.preset),
    )
    told = [_line(each, query.order, words, locale, gone=each.player in gone) for each in found.lines]
    if not told:
        told = [words.say(locale, _nobody(query, found))]
    return screen(
        Accent.LOBBY,
        lines(title, asked),
        lines(told),
        lines(_own(found, query.order, words, locale), _least(query.order, words, locale)),
        _menu(Screen.ORDER, query, words, locale),
        _menu(Screen.SINCE, query, words, locale),
        turning(found.page, found.pages, lambda page: board_id(query, page), words, locale),
    )


def _nobody(query: BoardQuery, found: Board) -> str:
    """The words for an empty leaderboard; it may only advise what its menus can give."""
    if query.since is not Since.ALL and query.order is not Order.RATING:
        return "board-none"
    never = query.preset is None and query.order not in LEAST and not found.players
    return "board-empty" if never else "board-none-at-all"


def board_id(query: BoardQuery, page: int) -> RecordId:
    """The button that shows this page of this leaderboard."""
    return RecordId(Screen.BOARD, (query.order, query.since, query.preset or "", str(page)))


def _menu(kind: Screen, query: BoardQuery, words: Words, locale: object) -> RecordSelect:
    choices: tuple[Order | Since, ...] = tuple(Order) if kind is Screen.ORDER else tuple(Since)
    options = [
        discord.SelectOption(
            label=words.say(locale, key_of(kind, each)), value=each, default=each in {query.order, query.since}
        )
        for each in choices
    ]
    pressed = RecordId(kind, (query.order, query.since, query.preset or ""))
    return RecordSelect(pressed, words.say(locale, f"board-choose-{kind}"), options)


def _line(each: Standing, order: Order, words: Words, locale: object, *, gone: bool) -> str:
    rank = "–" if each.rank is None else f"{each.rank}."
    name = player(words, locale, each.player, each.name)
    if gone:
        name = words.say(locale, "board-gone", name=name)
    return words.say(locale, "board-line", rank=rank, name=name, value=_value(each, order, words, locale))


def _value(each: Standing, order: Order, words: Words, locale: object) -> str:
    match order:
        case Order.WINS:
            return words.say(locale, "value-wins", count=round(each.value), games=each.games)
        case Order.GAMES:
            return words.say(locale, "value-games", count=each.games, wins=each.wins)
        case Order.WIN_RATE:
            return words.say(locale, "value-rate", share=share(each.value, 1), count=each.games)
        case Order.ACCURACY:
            return words.say(locale, "value-calls", share=share(each.value, 1), count=each.counted)
        case Order.BLUFFS:
            return words.say(locale, "value-bluffs", count=round(each.value), games=each.games)
        case Order.RATING:
            sure = words.say(locale, key_of("certainty", certainty(each.rating or Rating())))
            return words.say(locale, "value-rating", number=str(round(each.value)), sure=sure)


def _own(found: Board, order: Order, words: Words, locale: object) -> str:
    """The reader's own line, wherever it stands, or what is missing for one."""
    if found.own is None:
        return words.say(locale, "board-own-none")
    missing = LEAST.get(order, 1) - found.own.counted
    if found.own.rank is None and missing > 0:
        return words.say(locale, f"board-own-short-{order}" if order in LEAST else "board-own-none", count=missing)
    value = _value(found.own, order, words, locale)
    if found.own.rank is None:
        return words.say(locale, "board-own-nothing", value=value)
    return words.say(locale, "board-own", rank=str(found.own.rank), of=str(found.ranked), value=value)


def _least(order: Order, words: Words, locale: object) -> str:
    least = words.say(locale, f"board-least-{order}", count=LEAST[order]) if order in LEAST else ""
    return lines(least, words.say(locale, "board-rating-of-all") if order is Order.RATING else "")


# --- one player -------------------------------------------------------------------------------------------------------


def card(found: Card, guild: str, words: Words, locale: object, *, own: bool) -> discord.ui.LayoutView:
    """A player's stats on one card that fits a phone."""
    name = player(words, locale, found.player, found.name, 32)
    title = words.say(locale, "card-title", name=name, guild=safe(guild))
    cpus = words.say(locale, "card-cpus", count=found.cpu_games, wins=found.cpu_wins) if found.cpu_games else ""
    if not found.games:
        return screen(Accent.LOBBY, title, lines(words.say(locale, "card-empty-own" if own else "card-empty"), cpus))
    return screen(
        Accent.LOBBY,
        lines(title, words.say(locale, "card-games", count=found.games, rounds=found.rounds)),
        lines(_places(found, words, locale), _rating(found, words, locale)),
        lines(_lies(found, words, locale), _calls(found, words, locale)),
        lines(_rest(found, words, locale)),
        cpus,
    )


def _places(found: Card, words: Words, locale: object) -> list[str]:
    win_share = share(found.wins, found.games)
    told = [words.say(locale, "card-wins", bar=bar(found.wins, found.games), count=found.wins, share=win_share)]
    first, second, third, lower = map(str, found.places)
    return [*told, words.say(locale, "card-places", first=first, second=second, third=third, lower=lower)]


def _rating(found: Card, words: Words, locale: object) -> str:
    if found.rating is None:
        return words.say(locale, "card-unrated")
    sure = words.say(locale, key_of("certainty", certainty(found.rating)))
    return words.say(locale, "card-rating", number=str(number(found.rating)), sure=sure, count=found.rated_games)


def _lies(found: Card, words: Words, locale: object) -> list[str]:
    settled = found.caught + found.survived
    return [
        words.say(
            locale,
            "card-lies",
            bar=bar(found.survived, settled),
            lies=found.lies,
            plays=found.plays,
            survived=found.survived,
            caught=found.caught,
            share=share(found.survived, settled),
        )
    ]


def _calls(found: Card, words: Words, locale: object) -> list[str]:
    calls = found.right + found.wrong
    return [
        words.say(
            locale,
            "card-calls",
            bar=bar(found.right, calls),
            calls=calls,
            right=found.right,
            wrong=found.wrong,
            share=share(found.right, calls),
        ),
        words.say(locale, "card-called", count=found.called),
    ]


def _rest(found: Card, words: Words, locale: object) -> list[str]:
    told = [
        words.say(locale, "card-piles", picked=found.picked_up, biggest=found.biggest_pile),
        words.say(locale, "card-streak", count=found.streak),
    ]
    if found.fastest is not None:
        told.append(words.say(locale, "card-fastest", count=found.fastest))
    if found.favourite is not None:
        code, times = found.favourite
        told.append(
            words.say(locale, "card-favourite", rank=rank_word(words, locale, Rank.parse(code), 2), count=times)
        )
    if found.nemesis is not None:
        who, name, times = found.nemesis
        told.append(words.say(locale, "card-nemesis", name=player(words, locale, who, name), count=times))
    return told


# --- games ------------------------------------------------------------------------------------------------------------


def history(found: History, guild: str, words: Words, locale: object) -> discord.ui.LayoutView:
    """One page of the last games of a server."""
    title = words.say(locale, "history-title", guild=safe(guild))
    if not found.games:
        return screen(Accent.LOBBY, title, words.say(locale, "history-empty"))
    return screen(
        Accent.LOBBY,
        title,
        "\n\n".join(_past(game, words, locale) for game in found.games),
        words.say(locale, "history-hint"),
        turning(found.page, found.pages, lambda page: RecordId(Screen.HISTORY, (str(page),)), words, locale),
    )


def _past(game: PastGame, words: Words, locale: object) -> str:
    told = words.say(
        locale,
        "history-game",
        game=str(game.id),
        when=day(game.ended_at),
        rules=rules_word(words, locale, game.preset),
        turns=game.turns,
    )
    notes = [words.say(locale, key_of("history", game.kind))] if game.kind is not Kind.PEOPLE else []
    if game.kind is Kind.PEOPLE and not game.rated:
        notes.append(words.say(locale, "history-unrated"))
    if game.kind in {Kind.PEOPLE, Kind.CPUS}:
        for seat in game.seats:
            if seat.player is not None and not seat.counts:
                key = "history-first-kicked" if seat.kicked else "history-first-idle"
                notes.append(words.say(locale, key, name=player(words, locale, seat.player, seat.name, 16)))
    if not game.kept:
        notes.append(words.say(locale, "history-pruned"))
    return lines(told, company(game.seats, words, locale), " ".join(notes))


def company(seats: Iterable[Seated], words: Words, locale: object) -> str:
    """Who played, winners first and each with their place."""
    told = []
    for seat in sorted(seats, key=lambda seat: seat.place or 99):
        name = player(words, locale, seat.player, seat.name, 16)
        if seat.place is None:
            told.append(name)
        else:
            told.append(words.say(locale, "history-seat", place=str(seat.place), name=name))
    return " · ".join(told)


def day(moment: datetime) -> str:
    """A day and time as every reader's own client writes them."""
    return f"<t:{int(moment.timestamp())}:f>"


def choice(game: PastGame, words: Words, locale: object) -> str:
    """A game as Discord lists it while somebody types: plain text, since markdown is not drawn there."""
    names = [
        marked(apart(safe(seat.name, 16).replace("\\", "")))
        if seat.player is None and seat.name
        else words.say(locale, "cpu")
        if seat.player is None
        else words.say(locale, "former-player")
        if seat.player < 0
        else apart(safe(seat.name or "", 16).replace("\\", ""))
        for seat in sorted(game.seats, key=lambda seat: seat.place or 99)
    ]
    return f"{game.id}: {game.ended_at:%Y-%m-%d} · {', '.join(names)}"


def turning(page: int, pages: int, to: Callable[[int], RecordId], words: Words, locale: object) -> list[RecordButton]:
    """Back and on, where there is more than one page; `to` names the button of a page."""
    if pages < 2:
        return []
    here = to(page)
    return [
        RecordButton(to(max(page - 1, 1)), words.say(locale, "button-page-back"), disabled=page == 1),
        # Discord wants every id of a message to be another.
        RecordButton(
            RecordId(here.screen, (*here.args, "here")),
            words.say(locale, "page-of", page=str(page), pages=str(pages)),
            disabled=True,
        ),
        RecordButton(to(min(page + 1, pages)), words.say(locale, "button-page-on"), disabled=page == pages),
    ]


# --- the proof --------------------------------------------------------------------------------------------------------


def proof(
    game: int, deal: Deal, words: Words, locale: object, *, rounds: int, names: Iterable[str]
) -> discord.ui.LayoutView:
    """A deal opened: what was shown with it, the bot's own check, and three lines of Python to check it without it."""
    title = words.say(locale, "verify-title", game=str(game))
    if rounds > 1:
        title = words.say(locale, "verify-title-round", game=str(game), number=str(deal.number), rounds=str(rounds))
    fair = check(deal)
    return screen(
        Accent.TRUTH if fair else Accent.LIE,
        lines(
            title,
            words.say(locale, "verify-commitment", commitment=deal.commitment),
            words.say(locale, "verify-salt", salt=deal.salt),
            words.say(locale, "verify-fair" if fair else "verify-unfair"),
        ),
        lines(words.say(locale, "verify-how"), f"```py\n{recipe(deal)}\n```"),
        words.say(locale, "verify-order", names=", ".join(names)),
        turning(deal.number, rounds, lambda page: RecordId(Screen.VERIFY, (str(game), str(page))), words, locale),
    )


# --- goodbye ----------------------------------------------------------------------------------------------------------


def goodbye(words: Words, locale: object, *, everywhere: bool, guild: str) -> discord.ui.LayoutView:
    """What will be forgotten, and the button that does it."""
    key = "forget-everywhere" if everywhere else "forget-here"
    button = RecordButton(
        RecordId(Screen.FORGET, ("all" if everywhere else "here",)), words.say(locale, "button-forget"), style=_DANGER
    )
    return screen(
        Accent.LIE, lines(words.say(locale, key, guild=safe(guild)), words.say(locale, "forget-what")), [button]
    )


def told(accent: Accent, text: str) -> discord.ui.LayoutView:
    """A sentence in place of a screen."""
    return screen(accent, text)
