"""How a claim and a game ended: the verdict on a claim's message, and the last message of a game.

Drawn from a table's view for everybody. It must show no card but those a challenge turned up, and the deal once the
game is over.
"""

from __future__ import annotations

import discord

from bot.engine.events import Closed
from bot.engine.observe import Observation
from bot.engine.state import EndReason, Outcome, Standing
from bot.tables.views import Settled, TableView, Tally
from bot.ui.components import ButtonId, Kind, TableButton
from bot.ui.layout import Accent, lines, screen
from bot.ui.phrases import cards_text, who
from bot.ui.text import Words, key_of

#: Discord's limit for all texts of a message.
TEXT_LIMIT = 4000
_MOST_PLACES = 10


def verdict(view: TableView, settled: Settled, words: Words) -> list[str]:
    """The lines that turn a claim into its result: it stood, or the cards, truth or lie, and who takes the pile."""
    locale = view.locale
    if settled.challenger is None or settled.taker is None:
        key = "result-stood-declined" if settled.why is Closed.DECLINED else "result-stood"
        return [words.say(locale, key)]
    told = [
        words.say(
            locale,
            "result-truth" if settled.truthful else "result-lie",
            caller=who(view, settled.challenger),
            cards=cards_text(words, locale, settled.cards),
        ),
        words.say(locale, "result-taken", name=who(view, settled.taker), count=settled.taken),
    ]
    if settled.burned:
        told.append(words.say(locale, "result-burned", count=settled.burned))
    return told


def verdict_accent(settled: Settled) -> Accent:
    """The colour of a settled claim."""
    if settled.challenger is None:
        return Accent.QUIET
    return Accent.TRUTH if settled.truthful else Accent.LIE


def end(view: TableView, words: Words) -> discord.ui.LayoutView:
    """Places, everybody's evening in a line, the proof of the deal, and Rematch."""
    seen = view.seen
    if seen is None or seen.outcome is None:
        raise ValueError("a game that is not over has no end to draw")
    locale, result = view.locale, seen.outcome
    head = lines(words.say(locale, "end-title"), how_it_ended(view, result, words))
    evening = lines(_evening(view, seen, result, seat, words) for seat in _by_place(result))
    rematch = TableButton(
        ButtonId(view.id, Kind.REMATCH), words.say(locale, "button-rematch"), style=discord.ButtonStyle.primary
    )
    proof = _proof(view, seen, words, TEXT_LIMIT - len(head) - len(evening))
    return screen(Accent.QUIET, head, evening, proof, [rematch])


def how_it_ended(view: TableView, result: Outcome, words: Words) -> str:
    """One sentence: who won, and why the game ended."""
    keys = {
        EndReason.WENT_OUT: "end-went-out",
        EndReason.LAST_SEAT: "end-last-seat",
        EndReason.BACKSTOP: "end-backstop",
        EndReason.ABANDONED: "end-abandoned",
    }
    names = ", ".join(who(view, seat) for seat in result.winners)
    return words.say(view.locale, keys[result.reason], names=names, count=len(result.winners))


def place_word(words: Words, locale: object, place: int) -> str:
    """`1st`, `2nd` …"""
    return words.say(locale, key_of("place", str(min(place, _MOST_PLACES))))


def _by_place(result: Outcome) -> list[int]:
    """The seats, best first; seats with the same place, or none, in seat order."""
    return sorted(range(len(result.places)), key=lambda seat: (result.places[seat] or 0, seat))


def _evening(view: TableView, seen: Observation, result: Outcome, seat: int, words: Words) -> str:
    locale, place, name = view.locale, result.places[seat], who(view, seat)
    placed = (
        words.say(locale, "end-no-place", name=name)
        if place is None
        else words.say(locale, "end-place", place=place_word(words, locale, place), name=name)
    )
    if seen.seats[seat].standing is Standing.RESIGNED:
        placed = words.say(locale, "end-left", placed=placed)
    tally = view.tallies[seat] if seat < len(view.tallies) else Tally()
    return words.say(
        locale,
        "end-evening",
        placed=placed,
        lies=tally.lies,
        caught=tally.caught,
        right=tally.right,
        wrong=tally.wrong,
        picked=tally.picked_up,
    )


def _proof(view: TableView, seen: Observation, words: Words, room: int) -> str:
    """The commitment opened: with the deal itself where there is room for it."""
    locale = view.locale
    opened = [
        words.say(locale, "end-commitment", commitment=seen.commitment),
        words.say(locale, "end-salt", salt=seen.salt),
    ]
    full = lines(words.say(locale, "end-proof"), opened, f"```json\n{view.deal_text}\n```")
    if view.deal_text and len(full) <= room:
        return full
    return lines(words.say(locale, "end-proof-short"), opened)
