"""How a claim and a game ended: the verdict on a claim's message, and the last message of a game.

Drawn from a table's view for everybody. It must show no card but those a challenge turned up, and the deal once the
game is over.
"""

from __future__ import annotations

import discord

from bot.engine.events import Closed
from bot.engine.observe import Observation
from bot.engine.state import EndReason, Outcome, Phase, Standing
from bot.record.results import exposed
from bot.tables.views import Settled, TableView, Tally
from bot.ui.components import ButtonId, Kind, TableButton
from bot.ui.layout import Accent, lines, screen
from bot.ui.phrases import ago, cards_text, claimed, rank_word, round_line, who
from bot.ui.text import Words, key_of

#: Discord's limit for all texts of a message.
TEXT_LIMIT = 4000
_MOST_PLACES = 10


def verdict(view: TableView, settled: Settled, words: Words) -> list[str]:
    """The lines that turn a claim into its result: it stood, or the cards, truth or lie, and who takes the pile."""
    locale = view.locale
    told = [_answer(view, settled, words)]
    if settled.pile:
        told.append(words.say(locale, "result-pile", cards=cards_text(words, locale, settled.pile)))
    if settled.taker is not None:
        told.append(words.say(locale, "result-taken", name=who(view, settled.taker), count=settled.taken))
    if settled.taker is not None and settled.drawn:
        told.append(words.say(locale, "result-drawn", name=who(view, settled.taker), count=settled.drawn))
    if settled.burned:
        told.append(words.say(locale, "result-burned", count=settled.burned))
    return told


def _answer(view: TableView, settled: Settled, words: Words) -> str:
    """What was turned up and for whom, or that nothing was."""
    locale = view.locale
    cards = cards_text(words, locale, settled.cards)
    if settled.forcer is not None:
        return words.say(
            locale,
            "result-shown" if settled.shown else "result-not-shown",
            caller=who(view, settled.forcer),
            name=who(view, settled.claimant),
            rank=rank_word(words, locale, settled.rank, 1),
            cards=cards_text(words, locale, settled.shown),
        )
    if settled.truthful is None:
        keys = {Closed.DECLINED: "result-stood-declined", Closed.NEXT_PLAY: "result-stood-next-play"}
        return words.say(locale, "result-stood" if settled.why is None else keys.get(settled.why, "result-stood"))
    if settled.challenger is None:
        return words.say(locale, "result-last-truth" if settled.truthful else "result-last-lie", cards=cards)
    key = "result-truth" if settled.truthful else "result-lie"
    return words.say(locale, key, caller=who(view, settled.challenger), cards=cards)


def verdict_accent(settled: Settled) -> Accent:
    """The colour of a settled claim."""
    if settled.truthful is None:
        return Accent.QUIET
    return Accent.TRUTH if settled.truthful else Accent.LIE


def end(view: TableView, words: Words) -> discord.ui.LayoutView:
    """Places, everybody's evening in a line, the highlights, the proof of the deal, Rematch and Leaderboard."""
    seen = view.seen
    if seen is None or seen.outcome is None:
        raise ValueError("a game that is not over has no end to draw")
    locale, result = view.locale, seen.outcome
    # A match over by points ended with a round; one that stopped in between has nothing of an earlier round to tell.
    by_points = result.reason is EndReason.POINTS and seen.last_round is not None
    head = lines(
        words.say(locale, "end-title"),
        how_it_ended(view, seen.last_round, words) if by_points and seen.last_round is not None else "",
        how_it_ended(view, result, words),
        round_line(view, seen, words, locale),
    )
    evening = lines(_evening(view, seen, result, seat, words) for seat in _by_place(result))
    rematch = TableButton(
        ButtonId(view.id, Kind.REMATCH), words.say(locale, "button-rematch"), style=discord.ButtonStyle.primary
    )
    leaderboard = TableButton(ButtonId(view.id, Kind.LEADERBOARD), words.say(locale, "button-leaderboard"))
    remembered = _highlights(view, words)
    room = TEXT_LIMIT - len(head) - len(evening)
    if len(remembered) + len(_proof(view, seen, words, 0)) > room:
        remembered = ""
    proof = _proof(view, seen, words, room - len(remembered))
    return screen(Accent.QUIET, head, evening, remembered, proof, [rematch, leaderboard])


def _highlights(view: TableView, words: Words) -> str:
    """What to remember of the game: the boldest lie, the worst call, the biggest pile."""
    best, locale = view.highlights, view.locale
    if best is None:
        return ""
    told = []
    if (lie := best.boldest) is not None:
        told.append(
            words.say(
                locale,
                "highlight-lie-caught" if exposed(lie) else "highlight-lie",
                name=who(view, lie.seat),
                claim=claimed(words, locale, lie.said, lie.rank),
                cards=cards_text(words, locale, lie.cards),
            )
        )
    if (call := best.worst) is not None and call.caller is not None:
        told.append(
            words.say(
                locale,
                "highlight-call",
                caller=who(view, call.caller),
                name=who(view, call.seat),
                claim=claimed(words, locale, call.said, call.rank),
                count=call.taken,
            )
        )
    if (pile := best.pile) is not None and pile.taker is not None:
        told.append(words.say(locale, "highlight-pile", name=who(view, pile.taker), count=pile.taken))
    return lines(told)


def round_end(view: TableView, words: Words) -> discord.ui.LayoutView:
    """The end of a round of a match: how it ended, places and points, the proof, and Next round until it begins."""
    seen = view.seen
    if seen is None or seen.last_round is None:
        raise ValueError("no round has ended")
    locale, between = view.locale, seen.phase is Phase.BETWEEN
    number = seen.number if between or seen.phase is Phase.OVER else seen.number - 1
    result = seen.last_round
    places = lines(
        words.say(locale, "end-place", place=place_word(words, locale, place), name=who(view, seat))
        for seat in _by_place(result)
        if (place := result.places[seat]) is not None
    )
    points = " · ".join(f"{who(view, seat)} {won}" for seat, won in enumerate(seen.points))
    head = lines(
        words.say(locale, "round-title", number=number, rounds=seen.rounds),
        how_it_ended(view, result, words),
        places,
        words.say(locale, "round-points", points=points),
    )
    if not between:
        return screen(Accent.QUIET, head)
    host = view.seat_of(view.host_id)
    until = "" if seen.until is None else ago(seen.until)
    hint = words.say(locale, "round-hint", host="" if host is None else who(view, host), until=until)
    button = TableButton(
        ButtonId(view.id, Kind.NEXT_ROUND, str(seen.number)),
        words.say(locale, "button-next-round"),
        style=discord.ButtonStyle.primary,
    )
    proof = _proof(view, seen, words, TEXT_LIMIT - len(head) - len(hint))
    return screen(Accent.QUIET, head, proof, hint, [button])


def how_it_ended(view: TableView, result: Outcome, words: Words) -> str:
    """One sentence: who won, and why the game ended."""
    keys = {
        EndReason.WENT_OUT: "end-went-out",
        EndReason.LAST_SEAT: "end-last-seat",
        EndReason.BACKSTOP: "end-backstop",
        EndReason.ABANDONED: "end-abandoned",
        EndReason.TEAM_OUT: "end-team-out",
        EndReason.LAST_CARD: "end-last-card",
        EndReason.POINTS: "end-points",
    }
    names = ", ".join(who(view, seat) for seat in result.winners)
    how = words.say(view.locale, keys[result.reason], names=names, count=len(result.winners))
    if result.reason is not EndReason.LAST_CARD or not view.won_with:
        return how
    return lines(how, words.say(view.locale, "end-won-with", cards=cards_text(words, view.locale, view.won_with)))


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
