"""How a claim and a game ended: the verdict on a claim's message, and the last message of a game.

Drawn from a table's view for everybody. It must show no card but those a challenge turned up, and the deal once the
game is over.
"""

from __future__ import annotations

from collections.abc import Set

import discord

from bot.engine.cards import Cards
from bot.engine.events import Closed
from bot.engine.observe import Observation
from bot.engine.state import EndReason, Outcome, Phase, Standing
from bot.record.results import SeatResult, exposed, place_told
from bot.tables.deadlines import BETWEEN_ROUNDS
from bot.tables.views import PastRound, Settled, TableView
from bot.ui.components import ButtonId, Kind, TableButton
from bot.ui.layout import TEXT_LIMIT, Accent, fitting, lines, screen
from bot.ui.names import marked
from bot.ui.phrases import (
    acts,
    ago,
    cards_text,
    claimant,
    claimed,
    gone_out,
    halted,
    place_word,
    plain,
    rank_word,
    round_line,
    slipped,
    taker_of,
    who,
)
from bot.ui.text import Words

#: What is said of an ending: of a game, and of a round of a match, which none of the others ends.
_ENDINGS = {
    EndReason.WENT_OUT: ("end-went-out", "end-went-out-round"),
    EndReason.TEAM_OUT: ("end-team-out", "end-team-out-round"),
    EndReason.LAST_CARD: ("end-last-card", "end-last-card-round"),
    EndReason.BACKSTOP: ("end-backstop", "end-backstop-round"),
    EndReason.LAST_SEAT: ("end-last-seat", "end-last-seat"),
    EndReason.ABANDONED: ("end-abandoned", "end-abandoned"),
    EndReason.POINTS: ("end-points", "end-points"),
}
_TEAM_BACKSTOP = ("end-backstop-team", "end-backstop-team-round")
_BACKSTOP_OUT = ("end-backstop-out", "end-backstop-out-round")
_TEAM_POINTS = ("end-points-team", "end-points-team")
_TEAMS_TIE = ("end-backstop-tie", "end-backstop-tie-round")


def verdict(view: TableView, settled: Settled, words: Words) -> list[str]:
    """The lines that turn a claim into its result: it stood, or the cards, truth or lie, and who takes the pile."""
    locale = view.locale
    told = [_answer(view, settled, words), slipped(words, locale, settled)]
    if settled.pile:
        told.append(words.say(locale, "result-pile", cards=cards_text(words, locale, settled.pile)))
    if settled.taker is not None:
        told.append(words.say(locale, "result-taken", name=taker_of(view, settled, settled.taker), count=settled.taken))
    if settled.taker is not None and settled.drawn:
        told.append(words.say(locale, "result-drawn", name=taker_of(view, settled, settled.taker), count=settled.drawn))
    if settled.burned:
        told.append(words.say(locale, "result-burned", count=settled.burned))
    return [*told, gone_out(view, words, locale, settled)]


def _answer(view: TableView, settled: Settled, words: Words) -> str:
    """What was turned up and for whom, or that nothing was."""
    locale = view.locale
    cards = cards_text(words, locale, settled.cards)
    if settled.forcer is not None:
        answered = "result-shown" if settled.shown else "result-not-shown"
        return words.say(
            locale,
            "result-force-left" if settled.unanswered else answered,
            caller=acts(view, settled.forcer),
            name=claimant(view, settled),
            rank=rank_word(words, locale, settled.rank, 1),
            cards=cards_text(words, locale, settled.shown),
        )
    if settled.truthful is None:
        keys = {Closed.DECLINED: "result-stood-declined", Closed.NEXT_PLAY: "result-stood-next-play"}
        return words.say(locale, "result-stood" if settled.why is None else keys.get(settled.why, "result-stood"))
    if settled.challenger is None:
        return words.say(locale, "result-last-truth" if settled.truthful else "result-last-lie", cards=cards)
    key = "result-truth" if settled.truthful else "result-lie"
    return words.say(locale, key, caller=acts(view, settled.challenger), cards=cards)


def verdict_accent(settled: Settled) -> Accent:
    """The colour of a settled claim."""
    if settled.truthful is None:
        return Accent.QUIET
    return Accent.TRUTH if settled.truthful else Accent.LIE


@fitting
def end(view: TableView, words: Words) -> discord.ui.LayoutView:
    """Places, everybody's evening in a line, the highlights, the proof of the deal, Rematch and Leaderboard."""
    seen = view.seen
    if seen is None or seen.outcome is None:
        raise ValueError("a game that is not over has no end to draw")
    locale, result = view.locale, seen.outcome
    head = lines(
        words.say(locale, "end-title"),
        _all_told(view, result, words),
        round_line(view, seen, words, locale),
        words.say(locale, "end-earlier-proofs") if seen.number > 1 else "",
    )
    evening = lines(_evening(view, seen, result, seat, words) for seat in _by_place(result))
    rematch = TableButton(
        ButtonId(view.id, Kind.REMATCH), words.say(locale, "button-rematch"), style=discord.ButtonStyle.primary
    )
    leaderboard = TableButton(ButtonId(view.id, Kind.LEADERBOARD), words.say(locale, "button-leaderboard"))
    remembered = _highlights(view, words)
    # Small and last, in one paragraph, for whoever checks it by hand; a command does it for everybody else.
    proof = words.say(locale, "end-proof", game=str(view.id), salt=seen.salt)
    room = TEXT_LIMIT - len(head) - len(evening) - len(proof)
    if len(remembered) > room:
        # What to remember is worth more than pictures of cards.
        remembered = _highlights(view, words.plain)
    if len(remembered) > room:
        remembered = ""
    deal = f" · `{view.deal_text}`"
    if view.deal_text and len(remembered) + len(deal) <= room:
        proof += deal
    return screen(Accent.OVER, head, evening, remembered, proof, [rematch, leaderboard])


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
                name=who(view, call.seat) if call.own or call.auto else marked(plain(view, call.seat)),
                claim=claimed(words, locale, call.said, call.rank),
                count=call.taken,
            )
        )
    if (pile := best.pile) is not None and pile.taker is not None:
        told.append(words.say(locale, "highlight-pile", name=who(view, pile.taker), count=pile.taken))
    return lines(told)


@fitting
def round_end(view: TableView, words: Words, number: int) -> discord.ui.LayoutView:
    """The end of the round `number`: places and points, the proof, which stays, and Next round until it begins."""
    past = next((past for past in view.past if past.number == number), None)
    if view.seen is None or past is None:
        raise ValueError("that round has not ended")
    locale, seen = view.locale, view.seen
    places = lines(_places(view, past.result, words))
    points = " · ".join(f"{who(view, seat)} {won}" for seat, won in enumerate(past.points))
    head = lines(
        words.say(locale, "round-title", number=number, rounds=seen.rounds),
        how_round_ended(view, past, words),
        places,
        words.say(locale, "round-points", points=points),
    )
    waits = seen.phase is Phase.BETWEEN and seen.number == number
    hint = (halted(view, words, locale) or _next_round(view, seen, words)) if waits else ""
    button = TableButton(
        ButtonId(view.id, Kind.NEXT_ROUND, str(number)),
        words.say(locale, "button-next-round"),
        style=discord.ButtonStyle.primary,
    )
    proof = _proof_of_round(words, locale, past, TEXT_LIMIT - len(head) - len(hint))
    return screen(Accent.OVER, head, proof, hint, [button] if waits and not view.halted else [])


def _next_round(view: TableView, seen: Observation, words: Words) -> str:
    """Who starts the next round, and when it starts by itself."""
    locale, host, seconds = view.locale, view.seat_of(view.host_id), int(BETWEEN_ROUNDS.total_seconds())
    gone = host is None or seen.seats[host].standing is Standing.RESIGNED
    name = words.say(locale, "nobody") if host is None or gone else who(view, host)
    if seen.until is None:
        hint = words.say(locale, "round-hint", host=name, seconds=seconds)
    else:
        hint = words.say(locale, "round-hint-until", host=name, seconds=seconds, until=ago(seen.until))
    return lines(hint, words.say(locale, "round-reopened") if view.reopened else "")


def _all_told(view: TableView, result: Outcome, words: Words) -> list[str]:
    """How the game ended; of a match also the places of its last round, which has no message of its own."""
    told = how_all_ended(view, result, words)
    if result.reason is EndReason.POINTS and view.past:
        told.insert(1, " · ".join(_places(view, view.past[-1].result, words)))
    return told


def _places(view: TableView, result: Outcome, words: Words) -> list[str]:
    """Every seat with its place, best first; none of those that have none."""
    return [
        words.say(view.locale, "end-place", place=place_word(words, view.locale, place), name=acts(view, seat))
        for seat in _by_place(result)
        if (place := place_told(result.places[seat], view.ruleset)) is not None
    ]


def how_all_ended(view: TableView, result: Outcome, words: Words) -> list[str]:
    """How the game ended; a match over by points ended with a round, which is told first.

    One that stopped in between has nothing of an earlier round to tell.
    """
    if result.reason is EndReason.POINTS and view.past:
        return [how_round_ended(view, view.past[-1], words), _how(view, result, (), words)]
    seats = () if view.seen is None else view.seen.seats
    out = {seat for seat, here in enumerate(seats) if here.standing is Standing.OUT}
    return [_how(view, result, view.won_with, words, out=out)]


def how_round_ended(view: TableView, past: PastRound, words: Words) -> str:
    """One sentence: who won a round of a match, and why it ended."""
    return _how(view, past.result, past.won_with, words, out=past.out, of_round=True)


def _how(
    view: TableView,
    result: Outcome,
    won_with: Cards,
    words: Words,
    *,
    out: Set[int] = frozenset(),
    of_round: bool = False,
) -> str:
    """Who won, a round or the whole game, and why it ended; `out` are the seats that had no cards by then."""
    reason, locale = result.reason, view.locale
    of_game, of_a_round = _ENDINGS[reason]
    if reason is EndReason.LAST_CARD and not won_with:
        # Force took the last one (R-h).
        of_game, of_a_round = _ENDINGS[EndReason.WENT_OUT]
    if reason is EndReason.BACKSTOP and view.ruleset.teams is not None:
        tie = len(result.winners) == len(result.places)
        of_game, of_a_round = _TEAMS_TIE if tie else _TEAM_BACKSTOP
    if reason is EndReason.POINTS and view.ruleset.teams is not None and len(result.winners) < len(result.places):
        of_game, of_a_round = _TEAM_POINTS
    names = ", ".join(acts(view, seat) for seat in result.winners)
    if reason is EndReason.BACKSTOP and result.winners and set(result.winners) <= out:
        of_game, of_a_round = _BACKSTOP_OUT
    how = words.say(locale, of_a_round if of_round else of_game, names=names, count=len(result.winners))
    if reason is not EndReason.LAST_CARD or not won_with:
        return how
    return lines(how, words.say(locale, "end-won-with", cards=cards_text(words, locale, won_with)))


def _by_place(result: Outcome) -> list[int]:
    """The seats, best first; seats with the same place, or none, in seat order."""
    return sorted(range(len(result.places)), key=lambda seat: (result.places[seat] or 0, seat))


def _evening(view: TableView, seen: Observation, result: Outcome, seat: int, words: Words) -> str:
    locale, place, name = view.locale, place_told(result.places[seat], view.ruleset), acts(view, seat)
    placed = (
        words.say(locale, "end-no-place", name=name)
        if place is None
        else words.say(locale, "end-place", place=place_word(words, locale, place), name=name)
    )
    if seen.seats[seat].standing is Standing.RESIGNED:
        placed = words.say(locale, "end-left", placed=placed)
    tally = view.tallies[seat] if seat < len(view.tallies) else SeatResult(seat, cpu=False)
    return words.say(
        locale,
        "end-evening",
        placed=placed,
        lies=tally.lies,
        caught=tally.caught,
        right=tally.right,
        calls=tally.right + tally.wrong,
        picked=tally.picked_up,
    )


def _proof_of_round(words: Words, locale: object, past: PastRound, room: int) -> str:
    """The commitment opened, with the deal itself where there is room: a match may never end, and so never be told."""
    opened = _opened(words, locale, past.commitment, past.salt)
    full = lines(words.say(locale, "end-proof-round"), opened, f"```json\n{past.deal_text}\n```")
    return full if len(full) <= room else lines(words.say(locale, "end-proof-short"), opened)


def _opened(words: Words, locale: object, commitment: str, salt: str) -> list[str]:
    """What was posted with the deal, and the salt that was secret till now."""
    return [words.say(locale, "end-commitment", commitment=commitment), words.say(locale, "end-salt", salt=salt)]
