"""One seat's own view of the game: its cards, what it may do, and how the table stands.

Drawn for its player alone, in a direct message or privately at the table, in the reader's language. Labels say exactly
what a press does; whether it may is decided elsewhere, when it is pressed.
"""

from __future__ import annotations

import discord

from bot.engine.observe import Observation
from bot.engine.state import Outcome, Phase, Standing
from bot.tables.views import HandView, TableView
from bot.ui.hand_controls import calls, grouped, menus, picks, play_controls, play_label
from bot.ui.layout import Accent, fitting, lines, screen
from bot.ui.names import apart, safe
from bot.ui.phrases import (
    acts,
    all_passed,
    as_settled,
    asked,
    call_word,
    card_text,
    cards_text,
    claimed,
    counts,
    halted,
    laid,
    link,
    outcome,
    pile,
    place_word,
    rank_word,
    ranks_word,
    round_line,
    team_mark,
    time_to_answer,
    who,
)
from bot.ui.text import Words, key_of

_PLACE_WIDTH = 48


@fitting
def hand(view: HandView, words: Words, locale: object) -> discord.ui.LayoutView:
    """The hand as it stands; once the game is over or stopped, or for a seat that left, only how it ended."""
    seen = view.seen
    place = place_line(view.table, words, locale)
    if seen.phase is Phase.OVER:
        return screen(Accent.OVER, lines(_ended(view, words, locale), place))
    if view.seat in view.table.kicked:
        # What the CPU brings about there is nothing of theirs.
        return screen(Accent.QUIET, lines(words.say(locale, "hand-kicked"), place))
    if seen.phase is Phase.BETWEEN:
        return screen(Accent.OVER, lines(_round_over(view, words, locale), place))
    if seen.seats[view.seat].standing is not Standing.IN:
        return screen(Accent.QUIET, lines(_gone(view, words, locale), halted(view.table, words, locale), place))
    if view.table.halted:
        return screen(Accent.QUIET, lines(halted(view.table, words, locale), place))
    groups = grouped(seen.hand, words, locale)
    now = lines(
        note_line(view.note, words, locale),
        words.say(locale, "hand-leaving") if view.leaving else "",
        words.say(locale, "hand-mute") if view.table.mute else "",
        words.say(locale, "hand-held") if seen.seats[view.seat].held else "",
        _whose_turn(view, words, locale),
        _why_not(view, words, locale),
        _armed(view, words, locale),
        _open_claim(view.table, seen, words, locale),
    )
    cards = lines(cards_text(words.plain, locale, group.cards) for group in groups) or _no_cards(view, words, locale)
    table = lines(
        pile(words, locale, seen),
        counts(view.table, words, locale, seen),
        _own_team(view, words, locale),
        round_line(view.table, seen, words, locale),
        outcome(view.table, words, locale, view.table.settled) if view.table.settled and not seen.claim else "",
        place,
        # Beside the buttons it speaks of, which may be all that a phone shows of a long hand.
        _guide(view, words, locale),
    )
    taps, play = picks(view, groups, words, locale), play_controls(view, words, locale) if groups else []
    chosen, called = menus(view, words, locale), calls(view, words, locale)
    return screen(_accent(seen), now, cards, table, taps, *chosen, play, called)


def _accent(seen: Observation) -> Accent:
    """The colour of a hand: this seat's turn, something it may call or has to show, or neither."""
    if seen.space.may_play or seen.space.may_pass:
        return Accent.TURN
    if seen.space.may_challenge or seen.space.may_show:
        return Accent.WINDOW
    return Accent.TURN if seen.armable else Accent.QUIET


def welcome(view: TableView, seat: int, words: Words, locale: object) -> discord.ui.LayoutView:
    """The greeting in a new player's direct messages: which table, and what will happen here."""
    text = lines(
        words.say(locale, "welcome-title", name=who(view, seat)),
        words.say(locale, "welcome-place", guild=_guild(view), channel=_channel(view)),
        words.say(locale, "welcome-hand"),
        words.say(locale, "back-to-table", link=link(view)),
    )
    return screen(Accent.LOBBY, text)


def place_line(view: TableView, words: Words, locale: object) -> str:
    """Which server and channel this hand belongs to, with the way back."""
    back = words.say(locale, "back-to-table", link=link(view))
    return words.say(locale, "hand-place", guild=_guild(view), channel=_channel(view), back=back)


def note_line(note: str, words: Words, locale: object) -> str:
    """The sentence for a note's key: its own, or that of the refusal it names; empty for none.

    A note that is a sentence already (a refusal with a number or a name in it) is shown as it is.
    """
    if not note or " " in note:
        return note
    keys = [key_of(family, note) for family in ("note", "denial", "reason")]
    return words.say(locale, next((key for key in keys if words.has(key)), keys[0]))


def _guild(view: TableView) -> str:
    return apart(safe(view.guild_name, _PLACE_WIDTH))


def _channel(view: TableView) -> str:
    return apart(f"\\#{safe(view.channel_name, _PLACE_WIDTH)}")


def _whose_turn(view: HandView, words: Words, locale: object) -> str:
    """Whose turn it is with what rank, and what this seat will be asked for next."""
    seen, table = view.seen, view.table
    if seen.claim is not None and seen.phase is Phase.FORCE:
        return (
            asked(table, seen.claim, words, ping=False) if not seen.space.may_show else _asked_you(view, words, locale)
        )
    if seen.space.may_play or seen.space.may_pass:
        due = words.say(locale, "hand-due", ranks=ranks_word(words, locale, seen.next.ranks))
        closes = ""
        if seen.next_play_closes and seen.claim is not None:
            closes = words.say(locale, "hand-closes", name=acts(table, seen.claim.claimant))
        if seen.wins_next:
            closes = lines(closes, words.say(locale, "hand-pass-wins", rounds=seen.rounds))
        return lines(words.say(locale, "hand-your-turn"), due, closes)
    yours = seen.yours_next
    fixed = "" if yours is None else words.say(locale, "hand-yours-next", rank=rank_word(words, locale, yours, 2))
    if seen.claim is None:
        ranks = ranks_word(words, locale, seen.ranks)
        return lines(words.say(locale, "hand-turn", name=acts(table, seen.turn), ranks=ranks), fixed)
    if seen.claim.claimant == view.seat:
        return lines(words.say(locale, "hand-own-open"), fixed)
    open_claim = words.say(locale, "hand-open", name=acts(table, seen.claim.claimant))
    mine = words.say(locale, "hand-next") if seen.next.seat == view.seat else ""
    wins = words.say(locale, "hand-stands-wins", rounds=seen.rounds) if seen.wins_next else ""
    return lines(f"{open_claim} {mine}".strip(), wins or fixed)


def _why_not(view: HandView, words: Words, locale: object) -> str:
    """Why there is no passing here and now, and why the last card can't be laid (R-g, R-h, R35)."""
    seen, told = view.seen, []
    if seen.space.may_play and seen.pass_cap and not seen.space.may_pass:
        told.append(words.say(locale, "hand-must-play" if all_passed(seen) else key_of("reason", "leader_must_play")))
    if seen.family == "same_rank" and seen.hand and (len(seen.hand) == 1 or view.picked >= len(seen.hand)):
        told.append(words.say(locale, "hand-keep-one"))
    return lines(told)


def _asked_you(view: HandView, words: Words, locale: object) -> str:
    claim = view.seen.claim
    assert claim is not None
    return words.say(
        locale,
        "hand-asked",
        name=acts(view.table, claim.forcer if claim.forcer is not None else claim.claimant),
        rank=rank_word(words, locale, claim.rank, 1),
    )


def _guide(view: HandView, words: Words, locale: object) -> str:
    """The one thing to do now, for somebody who has never played; empty for everybody else."""
    seen = view.seen
    if not view.guided or not seen.hand or seen.phase is Phase.FORCE:
        return ""
    if view.armed is not None:
        return words.say(locale, "guide-armed")
    label, enabled = play_label(view, words, locale)
    if enabled:
        return words.say(locale, "guide-press", label=label)
    if seen.space.may_challenge:
        return words.say(locale, "guide-call", call=call_word(view.table, words, locale))
    if seen.space.may_play:
        return words.say(locale, "guide-pick")
    own = seen.claim is not None and seen.claim.claimant == view.seat
    return words.say(locale, "guide-laid" if own else "guide-wait")


def _own_team(view: HandView, words: Words, locale: object) -> str:
    team = view.seen.seats[view.seat].team
    return "" if team is None else words.say(locale, "hand-team", mark=team_mark(team).strip())


def _round_over(view: HandView, words: Words, locale: object) -> str:
    """How a round of a match ended for this player."""
    seen = view.seen
    place = None if seen.last_round is None else seen.last_round.places[view.seat]
    worded = words.say(locale, "hand-round-over", number=seen.number, rounds=seen.rounds)
    if place is None:
        own = ""
    elif (team := _of_team(view, seen.last_round)) is not None:
        own = words.say(locale, "hand-round-won" if team else "hand-round-lost")
    else:
        own = words.say(locale, "hand-round-place", place=place_word(words, locale, place))
    return lines(f"{worded} {own}".strip(), round_line(view.table, seen, words, locale))


def _of_team(view: HandView, result: Outcome | None) -> bool | None:
    """Whether the reader's team has won alone, in a game of teams that has one winner (R49)."""
    won = () if result is None else result.winners
    if result is None or view.seen.seats[view.seat].team is None or len(won) in (0, len(result.places)):
        return None
    return view.seat in won


def _gone(view: HandView, words: Words, locale: object) -> str:
    """What a seat is told that left, or that is out while others play on: its place, or its team (R41, R49)."""
    own = view.seen.seats[view.seat]
    if own.standing is Standing.RESIGNED:
        return words.say(locale, "hand-resigned")
    if own.team is not None:
        return words.say(locale, "hand-out-team")
    if own.place is None:
        return words.say(locale, "hand-out")
    return words.say(locale, "hand-out-place", place=place_word(words, locale, own.place))


def _no_cards(view: HandView, words: Words, locale: object) -> str:
    """What the open play of a seat without cards will bring if it stands."""
    seen, seats = view.seen, view.seen.seats
    own, match = seats[view.seat], seen.rounds > 1
    if own.team is not None:
        mates = (other for seat, other in enumerate(seats) if seat != view.seat and other.team == own.team)
        playing = any(mate.standing is Standing.IN for mate in mates)
        if playing:
            return words.say(locale, "hand-no-cards-mates")
        return words.say(locale, "hand-no-cards-team-round" if match else "hand-no-cards-team")
    if view.table.ruleset.play_on:
        place = 1 + sum(other.standing is Standing.OUT for other in seats)
        return words.say(locale, "hand-no-cards-place", place=place_word(words, locale, place))
    return words.say(locale, "hand-no-cards-round" if match else "hand-no-cards")


def _armed(view: HandView, words: Words, locale: object) -> str:
    if view.armed is None:
        return ""
    claim = claimed(words, locale, view.armed.said, view.armed.rank)
    cards = " ".join(card_text(words, locale, card) for card in view.armed.cards)
    if view.armed.said < len(view.armed.cards):
        return words.say(locale, "hand-armed-extra", count=len(view.armed.cards), claim=claim, cards=cards)
    return words.say(locale, "hand-armed", claim=claim, cards=cards)


def _open_claim(table: TableView, seen: Observation, words: Words, locale: object) -> str:
    """The open claim with the time left; empty while none is open."""
    if seen.claim is None:
        return ""
    told = laid(table, words, locale, as_settled(table, seen.claim))
    if seen.claim.laid > seen.claim.said:
        told = words.say(locale, "hand-own-extra", laid=told, count=seen.claim.laid)
    if table.printed is None:
        return words.say(locale, "hand-last-untimed", laid=told)
    return words.say(locale, "hand-last", laid=told, time=time_to_answer(table, words, locale, seen))


def _ended(view: HandView, words: Words, locale: object) -> str:
    """How the game ended for this player."""
    result = view.seen.outcome
    place = result.places[view.seat] if result is not None else None
    if result is None or place is None:
        return words.say(locale, "hand-ended-none")
    if view.seat in view.table.kicked:
        return words.say(locale, "hand-ended-kicked")
    if (team := _of_team(view, result)) is not None:
        return words.say(locale, "hand-ended-team-won" if team else "hand-ended-team-lost")
    worded = place_word(words, locale, place)
    if view.seen.seats[view.seat].standing is Standing.RESIGNED:
        return words.say(locale, "hand-ended-left", place=worded)
    if place == 1:
        return words.say(locale, "hand-ended-won" if len(result.winners) == 1 else "hand-ended-shared")
    return words.say(locale, "hand-ended-place", place=worded)
