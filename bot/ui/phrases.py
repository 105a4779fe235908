"""The small pieces several screens share: a seat's name, the counts, a claim in words, how one ended.

Between views and layouts. Pure: it reads what a view holds and must show a card only where the view says it is
turned up or the reader's own.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import lru_cache
from typing import Final

from bot.engine.cards import ALL_RANKS, Card, Cards, Rank, Suit
from bot.engine.observe import ClaimView, Observation
from bot.engine.state import Phase, Standing
from bot.tables.records import TableStatus
from bot.tables.views import Settled, TableView, attended
from bot.ui.names import bold, columns, marked, unformatted
from bot.ui.text import LONGEST_ARGUMENT, Words, key_of

_SUITS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_NUMBER_WORDS: Final = 12
_MOST_PLACES: Final = 10
_TEAM_MARKS: Final = ("🅰", "🅱")
_TEAM_LETTERS: Final = ("A", "B")
#: Columns that all names together may take before the longest are cut, so that messages keep their shape.
_NAMES_TOGETHER: Final = 160
_NAME_WIDTHS: Final = (32, 28, 24, 20, 16)
#: A line of so many columns fits into a message on a phone 360 px wide, however wide its letters are.
_COLUMNS_OF_A_PHONE: Final = 36
_UNBROKEN: Final = "\N{NO-BREAK SPACE}"


def who(view: TableView, seat: int) -> str:
    """The seat's name, safe and bold, marked if a CPU sits there; numbered where another seat's looks the same."""
    return marked(plain(view, seat)) if view.people[seat].cpu else plain(view, seat)


def acts(view: TableView, seat: int) -> str:
    """The same of a seat that acts or is to act: marked also if a CPU keeps it for somebody."""
    return marked(plain(view, seat)) if view.people[seat].cpu or _held(view, seat) else plain(view, seat)


def claimant(view: TableView, settled: Settled) -> str:
    """Whose claim it is, marked if a CPU made it, even if that was for somebody who is back now."""
    seat = settled.claimant
    return marked(plain(view, seat)) if view.people[seat].cpu or settled.stood_in else plain(view, seat)


def _held(view: TableView, seat: int) -> bool:
    return view.seen is not None and view.seen.seats[seat].held


def plain(view: TableView, seat: int) -> str:
    """The same without the mark of a CPU."""
    return _names(tuple(person.name for person in view.people))[seat]


@lru_cache(maxsize=256)
def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of a table's seats, cut no more than this company makes necessary."""
    lengths = [columns(name) for name in names]
    width = next(
        (width for width in _NAME_WIDTHS if sum(min(length, width) for length in lengths) <= _NAMES_TOGETHER),
        _NAME_WIDTHS[-1],
    )
    shown = [bold(name, width) for name in names]
    alike = Counter(shown)
    # Outside the bold: no name can write itself another's number.
    return tuple(name if alike[name] == 1 else f"{name} ({seat})" for seat, name in enumerate(shown, 1))


def called(view: TableView, seat: int, *, ping: bool) -> str:
    """The seat as a mention if it is to be pinged and a person plays it, else its name."""
    return f"<@{view.people[seat].user_id}>" if ping and attended(view, seat) else acts(view, seat)


def counts(view: TableView, words: Words, locale: object, seen: Observation) -> str:
    """Every seat's cards in seat order, with a small mark where a CPU plays; seats that left the game are left out.

    The mark stands outside the bold name, where nobody's name can put one. A line too long for a phone is broken
    between two seats, never between a name, its number and the mark.
    """
    line = _counted(view, seen, words.say(locale, "cpu-mark"), " ")
    if columns(unformatted(line)) <= _COLUMNS_OF_A_PHONE:
        return line
    return _counted(view, seen, words.say(locale, "cpu-mark"), _UNBROKEN)


def _counted(view: TableView, seen: Observation, mark: str, space: str) -> str:
    return " · ".join(
        f"{team_mark(here.team)}{plain(view, seat)}{space}{here.cards}"
        + (f"{_UNBROKEN}{mark}" if here.cpu or here.held else "")
        for seat, here in enumerate(seen.seats)
        if here.standing is not Standing.RESIGNED
    )


def cpus_sit(view: TableView) -> bool:
    """Whether a CPU plays any seat now: its own, or one it keeps for somebody."""
    return any(person.cpu for person in view.people) or (view.seen is not None and any(s.held for s in view.seen.seats))


def team_mark(team: int | None) -> str:
    """The sign of a team before a name; nothing where everybody plays alone."""
    return "" if team is None else f"{_TEAM_MARKS[team]} "


def teams(view: TableView, seen: Observation, words: Words, locale: object) -> str:
    """Who plays together, one team a line; empty where everybody plays alone."""
    lines = []
    for team in sorted(set(seen.teams)):
        names = ", ".join(who(view, seat) for seat, own in enumerate(seen.teams) if own == team)
        lines.append(words.say(locale, "team-line", mark=_TEAM_MARKS[team], team=_TEAM_LETTERS[team], names=names))
    return "\n".join(lines)


def round_line(view: TableView, seen: Observation, words: Words, locale: object) -> str:
    """Which round of how many, and everybody's points; empty for a game of one round."""
    if seen.rounds == 1:
        return ""
    points = " · ".join(f"{who(view, seat)} {won}" for seat, won in enumerate(seen.points))
    return words.say(locale, "round-line", number=seen.number, rounds=seen.rounds, points=points)


def call_word(view: TableView, words: Words, locale: object) -> str:
    """The word on the button of a call (R27, R61)."""
    same_rank = view.ruleset.family == "same_rank"
    return words.say(locale, "doubt-same-rank" if same_rank else key_of("call", view.ruleset.call_word))


def rank_word(words: Words, locale: object, rank: Rank, count: int) -> str:
    """`Seven` for one, `Sevens` for any other number."""
    return words.say(locale, f"{'rank' if count == 1 else 'ranks'}-{rank.name.lower()}")


def ranks_word(words: Words, locale: object, ranks: tuple[Rank, ...]) -> str:
    """The ranks that may be named, in the plural: `Sevens`, `Sixes or Eights`, `any rank`."""
    if ranks == ALL_RANKS:
        return words.say(locale, "any-rank")
    *others, last = (rank_word(words, locale, rank, 2) for rank in ranks)
    return words.say(locale, "either-rank", others=", ".join(others), last=last) if others else last


def claimed(words: Words, locale: object, said: int, rank: Rank) -> str:
    """A claim in words: `two Sevens`; past twelve the number is in digits."""
    number = number_word(words, locale, said)
    name, which = rank_word(words, locale, rank, said), rank.name.lower()
    return words.say(locale, "claimed", count=said, number=number, rank=name, which=which)


def number_word(words: Words, locale: object, number: int) -> str:
    """`three`; past twelve in digits."""
    return words.say(locale, f"number-{number}") if 1 <= number <= _NUMBER_WORDS else str(number)


def index(words: Words, locale: object, rank: Rank | None) -> str:
    """What stands on a card of the rank, and on its button: `7`, `Q`; without a rank it is a joker."""
    if rank is None:
        return words.say(locale, "group-joker")
    return rank.code if rank.code.isdigit() else words.say(locale, f"group-{rank.name.lower()}")


def card_text(words: Words, locale: object, card: Card) -> str:
    """A card as `7♠`; a joker as `Joker`."""
    suit = "" if card.suit is None else _SUITS[card.suit]
    return f"{index(words, locale, card.rank)}{suit}"


def cards_text(words: Words, locale: object, cards: Cards) -> str:
    """Cards one after another, `7♠ Q♥`; where cards have faces those behind, if a sentence has room for them."""
    told = " ".join(card_text(words, locale, card) for card in cards)
    if words.faces is None or not cards:
        return told
    faces = " ".join(words.faces.card(card, ranked=_as_pictured(words, locale, card.rank)) for card in cards)
    pictured = f"{told} {faces}"
    return pictured if len(pictured) <= LONGEST_ARGUMENT else told


def rank_picture(words: Words, locale: object, rank: Rank | None) -> str | None:
    """The picture for a button of the rank, where there is one that says what the language writes on such a card."""
    if words.faces is None or not _as_pictured(words, locale, rank):
        return None
    return words.faces.rank(rank)


def _as_pictured(words: Words, locale: object, rank: Rank | None) -> bool:
    """Whether the language writes on a card of the rank what its picture says, which is in English."""
    return rank is None or index(words, locale, rank) == rank.code


def as_settled(view: TableView, claim: ClaimView) -> Settled:
    """The open claim in the shape that the shared phrases read."""
    # A card that was laid for somebody away may have been their last turn before a CPU took the seat.
    stood_in = _held(view, claim.claimant) and not claim.auto
    return Settled(claim.number, claim.claimant, claim.rank, claim.said, claim.auto, why=None, stood_in=stood_in)


def laid(view: TableView, words: Words, locale: object, claim: Settled) -> str:
    """The line a claim is: `**Ann** lays **two Sevens**`; a play for an absent seat says so and no more."""
    key = "laid-for-them" if claim.auto else "laid"
    return words.say(locale, key, name=claimant(view, claim), claim=claimed(words, locale, claim.said, claim.rank))


def outcome(view: TableView, words: Words, locale: object, settled: Settled) -> str:
    """How a claim ended, in one line: it stood, or what the call or being asked for a card brought, and who is out."""
    if settled.cleared:
        return words.say(locale, "before-cleared", count=settled.cleared)
    told = [_before(view, words, locale, settled), slipped(words, locale, settled)]
    if settled.taker is not None and settled.drawn:
        told.append(words.say(locale, "before-drawn", name=taker_of(view, settled, settled.taker), count=settled.drawn))
    if settled.burned:
        told.append(words.say(locale, "before-burned", count=settled.burned))
    return " ".join(filter(None, (*told, gone_out(view, words, locale, settled))))


def _before(view: TableView, words: Words, locale: object, settled: Settled) -> str:
    name, claim = claimant(view, settled), claimed(words, locale, settled.said, settled.rank)
    asked = settled.forcer if settled.challenger is None else settled.challenger
    if settled.taker is None:
        return words.say(locale, "before-stood", name=name, claim=claim)
    if settled.forcer is not None:
        key = "before-shown" if settled.shown else "before-not-shown"
    elif asked is None:
        key = "before-last-lie"
    else:
        key = "before-truth" if settled.truthful else "before-lie"
    return words.say(
        locale,
        key,
        name=name,
        claim=claim,
        caller="" if asked is None else acts(view, asked),
        taker=taker_of(view, settled, settled.taker),
        count=settled.taken,
    )


def slipped(words: Words, locale: object, settled: Settled) -> str:
    """How many cards really lay there, where more were slipped in than said and nobody called (R-c)."""
    if not settled.slipped:
        return ""
    return words.say(locale, "really-lay", count=settled.said + settled.slipped)


def taker_of(view: TableView, settled: Settled, seat: int) -> str:
    """Who took the pile of a claim: its claimant is named as there."""
    return claimant(view, settled) if seat == settled.claimant else acts(view, seat)


def gone_out(view: TableView, words: Words, locale: object, settled: Settled) -> str:
    """Who went out with this claim and what for, while others play on; empty where that has ended the round."""
    seen = view.seen
    if settled.place is None or seen is None:
        return ""
    name = claimant(view, settled)
    if view.ruleset.teams is not None:
        over = seen.phase in (Phase.OVER, Phase.BETWEEN)
        return "" if over else words.say(locale, "out-of-team", name=name)
    if not view.ruleset.play_on:
        return ""
    return words.say(locale, "out-placed", name=name, place=place_word(words, locale, settled.place))


def place_word(words: Words, locale: object, place: int) -> str:
    """`1st`, `2nd` …"""
    return words.say(locale, key_of("place", str(min(place, _MOST_PLACES))))


def time_to_answer(view: TableView, words: Words, locale: object, seen: Observation) -> str:
    """Until when the open claim may be called, or a forced seat may answer: in words and, once it runs, as a time."""
    seconds, forced = view.ruleset.window_s, seen.phase is Phase.FORCE
    if view.printed is None:
        return words.say(locale, "time-to-show" if forced else "time-to-call", seconds=seconds)
    key = "time-to-show-until" if forced else "time-to-call-until"
    return words.say(locale, key, seconds=seconds, until=ago(view.printed))


def next_up(view: TableView, words: Words, locale: object, seen: Observation, *, ping: bool) -> str:
    """Who acts next and with what rank; empty once the game is over."""
    name = acts(view, seen.next.seat)
    return _next(view, words, locale, seen, name, ping=ping)


def pile_and_next(view: TableView, seen: Observation, words: Words, locale: object, *, ping: bool) -> str:
    """What a lost call costs and who acts next: `Pile: 6 · Next: **Bob** with **Tens**`.

    One line on a phone: that a CPU plays there is said by the counts, which stand below it.
    """
    upcoming = _next(view, words, locale, seen, plain(view, seen.next.seat), ping=ping)
    return " · ".join(filter(None, (pile(words, locale, seen), upcoming)))


def _next(view: TableView, words: Words, locale: object, seen: Observation, name: str, *, ping: bool) -> str:
    if seen.phase in (Phase.OVER, Phase.BETWEEN):
        return ""
    ranks = ranks_word(words, locale, seen.next.ranks)
    if ping and attended(view, seen.next.seat):
        name = called(view, seen.next.seat, ping=True)
    return words.say(locale, "next-up", name=name, ranks=ranks)


def all_passed(seen: Observation) -> bool:
    """Whether everybody has passed since the last play, so that whoever is on turn has to play (R-g)."""
    return seen.family == "cycle" and seen.claim is None and 0 < seen.pass_cap <= seen.passes


def must_play(view: TableView, words: Words, locale: object, seen: Observation) -> str:
    """That everybody has passed in a row and who has to play now; empty while passing goes on."""
    if seen.phase is not Phase.PLAY or not all_passed(seen):
        return ""
    return words.say(locale, "must-play", name=who(view, seen.next.seat))


def halted(view: TableView, words: Words, locale: object) -> str:
    """Why nothing can be done at this table any more; empty while something can."""
    if view.faulty and view.status is not TableStatus.CLOSED:
        return words.say(locale, "halted-fault", id=view.fault)
    if view.untouched_h:
        return words.say(locale, "notice-untouched", count=view.untouched_h)
    return words.say(locale, "halted-stopped") if view.halted else ""


def pile(words: Words, locale: object, seen: Observation) -> str:
    """`Pile: 6`, and how many cards lie in any other place."""
    return " · ".join(filter(None, (words.say(locale, "pile", count=seen.pile), side_piles(words, locale, seen))))


def side_piles(words: Words, locale: object, seen: Observation) -> str:
    """How many cards lie unseen elsewhere: the penalty deck, set aside, out of the game; empty for none."""
    others = {"pile-penalty": seen.penalty, "pile-aside": seen.aside, "pile-removed": seen.removed}
    return " · ".join(words.say(locale, key, count=count) for key, count in others.items() if count)


def asked(view: TableView, claim: ClaimView, words: Words, *, ping: bool) -> str:
    """Who asks whom to show a card of which rank (R59); empty where nobody does."""
    if claim.forcer is None:
        return ""
    locale, name = view.locale, called(view, claim.claimant, ping=ping)
    rank = rank_word(words, locale, claim.rank, 1)
    return words.say(locale, "notice-forced", caller=acts(view, claim.forcer), name=name, rank=rank)


def ago(moment: datetime) -> str:
    """A time that every reader's own client counts down."""
    return f"<t:{int(moment.timestamp())}:R>"


def on_the_clock(moment: datetime) -> str:
    """A time of day to the second, in every reader's own zone: for messages that stay when it is past."""
    return f"<t:{int(moment.timestamp())}:T>"


def link(view: TableView) -> str:
    """The address of the table's message, or of its channel while there is none."""
    place = f"https://discord.com/channels/{view.guild_id}/{view.channel_id}"
    return f"{place}/{view.anchor}" if view.anchor else place
