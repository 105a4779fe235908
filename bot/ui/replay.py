"""A finished game told play by play with the cards up: in pages, as a text file and as data.

Pure, from the moves of a game that is over. Nothing here may be shown while it is still being played; whoever calls has
read the moves through the recorder, which gives no others.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any, Final, assert_never

import discord

from bot.engine.cards import Card, Cards, Rank
from bot.engine.state import EndReason
from bot.record.board import PastGame, Seated
from bot.record.moves import (
    Away,
    Back,
    Burning,
    Cleared,
    Deal,
    Fate,
    Kicked,
    Lay,
    Left,
    Move,
    Out,
    Over,
    Pass,
    RoundOver,
)
from bot.record.results import exposed
from bot.tables.recorder import Told
from bot.tables.records import TableRecord
from bot.ui.layout import Accent, lines, screen
from bot.ui.names import NOBODY, bold, marked
from bot.ui.phrases import cards_text, claimed, rank_word
from bot.ui.record_items import RecordButton, RecordId, Screen
from bot.ui.record_pages import LIST_WIDTH, day, player, rules_word, turning
from bot.ui.text import Words

#: What a page of moves may take; the rest of Discord's 4000 is for the title and the names.
PAGE_ROOM: Final = 2800
_MOST_MOVES: Final = 12
_MARKS: Final = ("### ", "-# ", "**", "`")
FORMAT: Final = "cheat-for-discord/game/1"


@dataclass(frozen=True, slots=True)
class Teller:
    """Whose names are told, in which language."""

    names: tuple[str, ...]
    words: Words
    locale: object

    def say(self, key: str, **args: str | int) -> str:
        """A line of the catalogue."""
        return self.words.say(self.locale, key, **args)

    def people(self, seats: Iterable[int]) -> str:
        """Several names."""
        return ", ".join(self.names[seat] for seat in seats)

    def cards(self, cards: Cards) -> str:
        """Cards as people write them."""
        return cards_text(self.words, self.locale, cards)

    @property
    def plain(self) -> Teller:
        """The same without pictures of cards."""
        return replace(self, words=self.words.plain)


def pages(told: Told, game: PastGame, words: Words, locale: object) -> list[str]:
    """The moves in pages that fit a message."""
    teller = Teller(names_of(told, game, words, locale), words, locale)
    found: list[list[str]] = [[]]
    for move in told.moves:
        text = tell(move, teller)
        if len(text) > PAGE_ROOM:
            # A whole deal has too many cards for that many pictures.
            text = tell(move, teller.plain)
        full = sum(map(len, found[-1])) + len(text) > PAGE_ROOM or len(found[-1]) >= _MOST_MOVES
        if found[-1] and full:
            found.append([])
        found[-1].append(text)
    return ["\n".join(page) for page in found]


def names_of(told: Told, game: PastGame, words: Words, locale: object) -> tuple[str, ...]:
    """The names of the seats, safe and bold, in seat order; numbered where two look the same."""
    cpus = {seat.seat: seat.name for seat in told.table.seats if seat.cpu}
    shown = [
        marked(bold(cpus[at], LIST_WIDTH))
        if seat.player is None and at in cpus
        else player(words, locale, seat.player, seat.name)
        for at, seat in enumerate(game.seats)
    ]
    return _numbered(shown)


def names_at(table: TableRecord, words: Words, locale: object) -> tuple[str, ...]:
    """The same of a table whose game has no result."""
    seats = sorted(table.seats, key=lambda seat: seat.seat)
    shown = [
        marked(bold(seat.name, LIST_WIDTH)) if seat.cpu else player(words, locale, seat.user_id, seat.name)
        for seat in seats
    ]
    return _numbered(shown)


def _numbered(shown: Sequence[str], told_as: Callable[[str], str] = str) -> tuple[str, ...]:
    """The names, numbered by their seats where two are told as the same."""
    alike = Counter(map(told_as, shown))
    return tuple(name if alike[told_as(name)] == 1 else f"{name} ({seat})" for seat, name in enumerate(shown, 1))


def page(told: Told, game: PastGame, number: int, words: Words, locale: object) -> discord.ui.LayoutView:
    """One page of the replay, with the way to the others and to the files."""
    every = pages(told, game, words, locale)
    number = min(max(number, 1), len(every))
    head = lines(
        words.say(locale, "replay-title", game=str(game.id), when=day(game.ended_at)),
        words.say(locale, "replay-rules", rules=rules_word(words, locale, game.preset)),
    )

    def to(screen_: Screen, *args: str) -> RecordId:
        return RecordId(screen_, (str(game.id), *args))

    turns = turning(number, len(every), lambda at: to(Screen.REPLAY, str(at)), words, locale)
    files = [
        RecordButton(to(Screen.TEXT), words.say(locale, "button-as-text")),
        RecordButton(to(Screen.JSON), words.say(locale, "button-as-json")),
    ]
    return screen(Accent.QUIET, head, every[number - 1], turns, files)


# --- one move ---------------------------------------------------------------------------------------------------------


def tell(move: Move, teller: Teller) -> str:
    """What happened, in a line or a few."""
    names = teller.names
    match move:
        case Deal():
            return _deal(move, teller)
        case Lay():
            return _lay(move, teller)
        case Pass():
            return teller.say("replay-pass", number=str(move.number), name=names[move.seat])
        case Cleared():
            return teller.say("replay-cleared", count=move.count)
        case Out():
            if move.cards:
                return teller.say("replay-won", name=names[move.seat], cards=teller.cards(move.cards))
            return teller.say("replay-out", name=names[move.seat])
        case Left():
            return teller.say("replay-left", name=names[move.seat])
        case Away():
            return teller.say("replay-away", name=names[move.seat])
        case Kicked():
            return teller.say("replay-kicked", name=names[move.seat])
        case Back():
            return teller.say("replay-back", name=names[move.seat])
        case Burning():
            return teller.say("replay-burning")
        case RoundOver():
            points = " · ".join(f"{name} {won}" for name, won in zip(names, move.points, strict=True))
            return teller.say("replay-round-over", points=points)
        case Over():
            return _over(move, teller)
        case _:
            assert_never(move)


def _deal(deal: Deal, teller: Teller) -> str:
    piles = json.loads(deal.text)
    hands = (
        teller.say("replay-hand", name=name, cards=teller.cards(tuple(map(Card, hand))))
        for name, hand in zip(teller.names, piles, strict=False)
        if hand
    )
    return lines(teller.say("replay-deal", number=str(deal.number)), hands)


def _lay(lay: Lay, teller: Teller) -> str:
    said = claimed(teller.words, teller.locale, lay.said, lay.rank)
    key = "laid-for-them" if lay.auto else "laid"
    laid = teller.say(key, name=teller.names[lay.seat], claim=said)
    truth = "replay-lay-truth" if lay.truthful else "replay-lay-lie"
    told = [teller.say(truth, number=str(lay.number), laid=laid, cards=teller.cards(lay.cards)), _fate(lay, teller)]
    if lay.let_go or lay.hesitated:
        parts = []
        if lay.let_go:
            parts.append(teller.say("replay-let-go", names=teller.people(lay.let_go), count=len(lay.let_go)))
        if lay.hesitated:
            parts.append(teller.say("replay-hesitated", names=teller.people(lay.hesitated), count=len(lay.hesitated)))
        others = " · ".join(parts)
        told.append(teller.say("replay-others", parts=others[:1].upper() + others[1:]))
    return lines(told)


def _fate(lay: Lay, teller: Teller) -> str:
    taker = "" if lay.taker is None else teller.names[lay.taker]
    caller = "" if lay.caller is None else teller.names[lay.caller]
    count = lay.taken + lay.drawn
    match lay.fate:
        case Fate.OPEN:
            return ""
        case Fate.STOOD:
            return teller.say("replay-stood")
        case Fate.UNANSWERED:
            return teller.say("replay-unanswered")
        case Fate.CALLED:
            return teller.say("replay-called", caller=caller, name=taker, count=count)
        case Fate.TURNED_UP:
            return teller.say("replay-turned-up", name=taker, count=count) if exposed(lay) else ""
        case Fate.FORCED:
            rank = rank_word(teller.words, teller.locale, lay.rank, 1)
            key = "replay-shown" if lay.shown else "replay-not-shown"
            cards = teller.cards(lay.shown)
            return teller.say(key, caller=caller, rank=rank, cards=cards, name=taker, count=count)
        case _:
            assert_never(lay.fate)


def _over(over: Over, teller: Teller) -> str:
    winners = [seat for seat, place in enumerate(over.places) if place == 1]
    if over.reason is EndReason.ABANDONED or not winners:
        return teller.say("end-abandoned")
    return teller.say("replay-over", names=teller.people(winners), count=len(winners))


# --- files ------------------------------------------------------------------------------------------------------------


def as_text(told: Told, game: PastGame, words: Words, locale: object) -> str:
    """The whole game in lines of plain text; names stand in it as people wrote them, without what can't be seen."""
    teller = Teller(plain_names(game, words, locale), words.plain, locale)
    rules = words.say(locale, "replay-rules", rules=rules_word(words, locale, game.preset))
    head = words.say(locale, "replay-title", game=str(game.id), when=f"{game.ended_at:%Y-%m-%d %H:%M}Z")
    return _unmarked("\n".join([head, rules, "", *(tell(move, teller) for move in told.moves)])) + "\n"


def _unmarked(text: str) -> str:
    """A text for messages as it stands in a file: without the marks that Discord draws."""
    for mark in _MARKS:
        text = text.replace(mark, "")
    return text


def plain_names(game: PastGame, words: Words, locale: object) -> tuple[str, ...]:
    """The names of the seats for files: printable characters alone, one line each."""
    return _numbered([_plain(seat, words, locale) for seat in game.seats], told_as=_unmarked)


def _plain(seat: Seated, words: Words, locale: object) -> str:
    if seat.player is None:
        return words.say(locale, "cpu")
    shown = "".join(char for char in seat.name or "" if char.isprintable()).strip()
    return words.say(locale, "former-player") if seat.player < 0 else shown if _unmarked(shown).strip() else NOBODY


def as_json(told: Told, game: PastGame, words: Words, locale: object) -> str:
    """The whole game as data: seats count from 0, cards are codes as in the proof, moves in order."""
    names = plain_names(game, words, locale)
    data = {
        "format": FORMAT,
        "game": game.id,
        "ended_at": game.ended_at.isoformat(),
        "preset": game.preset,
        "rules": told.ruleset.model_dump(mode="json"),
        "seats": [
            {"seat": at, "name": name, "cpu": seat.player is None, "place": seat.place}
            for at, (name, seat) in enumerate(zip(names, game.seats, strict=True))
        ],
        "moves": [_data(move) for move in told.moves],
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _data(move: Move) -> dict[str, Any]:
    values = {name: _value(value) for name, value in asdict(move, dict_factory=dict).items()}
    if isinstance(move, Deal):
        values["deal"] = json.loads(str(values.pop("text")))
    return {"move": type(move).__name__.lower(), **values}


def _value(value: Any) -> Any:
    """A field as JSON takes it; `asdict` has turned cards into their fields already."""
    if isinstance(value, Rank):
        return value.code
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict) and set(value) == {"code"}:
        return value["code"]
    if isinstance(value, tuple | list):
        return [_value(each) for each in value]
    return value


ToFile = Callable[[Told, PastGame, Words, object], str]
FILES: Final[dict[Screen, tuple[str, ToFile]]] = {Screen.TEXT: ("txt", as_text), Screen.JSON: ("json", as_json)}
