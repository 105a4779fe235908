"""What everybody sees of a table: the lobby, the deal, a claim open or settled, and where the game stands.

Pure functions from a `TableView` to a fresh layout in the table's language. They must show no card but those that a
challenge has turned up (through `result`).
"""

from __future__ import annotations

import discord

from bot.cpu.levels import Level
from bot.engine.observe import ClaimView, Observation
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import EndReason, Phase
from bot.tables.core import MOST_SEATS
from bot.tables.ports import Notice
from bot.tables.records import TableStatus
from bot.tables.views import TableView, attended
from bot.ui import rulebook
from bot.ui.absences import nudge_buttons
from bot.ui.components import ButtonId, Kind, TableButton, code_of
from bot.ui.layout import Accent, fitting, lines, screen
from bot.ui.phrases import (
    acts,
    as_settled,
    asked,
    call_word,
    called,
    counts,
    cpus_sit,
    halted,
    laid,
    link,
    must_play,
    on_the_clock,
    outcome,
    pile,
    pile_and_next,
    plain,
    ranks_word,
    round_line,
    side_piles,
    teams,
    time_to_answer,
    who,
)
from bot.ui.result import how_all_ended, how_round_ended, round_end, verdict, verdict_accent
from bot.ui.text import Words, key_of

_PRIMARY, _DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.danger
_SUCCESS, _SECONDARY = discord.ButtonStyle.success, discord.ButtonStyle.secondary
#: With more lines in a lobby than these, the game is not explained below them: a phone shows some twenty.
_LINES_BESIDE_LESSON = 10


def lobby(view: TableView, words: Words) -> discord.ui.LayoutView:
    """The table message: people, pack and rules with the lobby's buttons; once it has started or closed, it says so."""
    locale = view.locale
    title, seats = words.say(locale, "lobby-title"), lines(_seat(view, seat, words) for seat in range(len(view.people)))
    if view.halted and view.status is not TableStatus.CLOSED:
        return screen(Accent.QUIET, lines(title, seats), halted(view, words, locale))
    if view.status is TableStatus.LOBBY:
        host = view.seat_of(view.host_id)
        name = words.say(locale, "nobody") if host is None else who(view, host)
        buttons = [
            _button(view, Kind.JOIN, words.say(locale, "button-join"), _SUCCESS),
            _button(view, Kind.LEAVE, words.say(locale, "button-leave"), _SECONDARY),
            _button(view, Kind.ADD_CPU, words.say(locale, "button-add-cpu"), _SECONDARY),
            _button(view, Kind.HOUSE_RULES, words.say(locale, "button-house-rules"), _SECONDARY),
            _button(view, Kind.START, words.say(locale, "button-start"), _PRIMARY),
        ]
        practice = words.say(locale, "practice-lobby") if view.practice else ""
        told, hint = lines(rules_lines(view, words), _worth_a_word(view, words)), _hint(view, name, words)
        lesson = _lesson(view, lines(seats, told, practice), words)
        return screen(Accent.LOBBY, lines(title, seats), told, lesson, lines(practice, hint), buttons)
    if view.status is TableStatus.PLAYING:
        said = words.say(locale, "lobby-running", count=len(view.people))
        return screen(Accent.TURN, lines(title, seats), lines(rules_lines(view, words), said), [_my_hand(view, words)])
    said = words.say(locale, "lobby-over" if view.status is TableStatus.OVER else "lobby-closed")
    return screen(Accent.QUIET, lines(title, seats), said)


def levels(view: TableView, words: Words, locale: object, added: str = "") -> discord.ui.LayoutView:
    """For the host alone: how well a CPU to be seated is to play, under what became of the last one.

    At a full table there is nothing to choose.
    """
    if len(view.people) >= MOST_SEATS:
        return screen(Accent.QUIET, f"{added} {words.say(locale, 'denial-table-full')}".strip())
    buttons = [
        TableButton(ButtonId(view.id, Kind.ADD_CPU, arg=code_of(level)), words.say(locale, key_of("add", level)))
        for level in Level
    ]
    more = f"{added} {words.say(locale, 'cpu-one-more')}"
    return screen(Accent.LOBBY, more if added else words.say(locale, "cpu-ask-level"), buttons)


def rules_lines(view: TableView, words: Words) -> list[str]:
    """The pack for the people there now, then every rule that differs from standard, in words."""
    rules, locale, seats = view.ruleset, view.locale, len(view.people)
    most = words.say(locale, "game-most", count=rulebook.most_a_play(rules, seats))
    told = [words.say(locale, "lobby-pack", decks=rules.decks_for(seats), most=most)]
    return told + [
        rulebook.line(words, locale, key, getattr(rules, key), rules)
        for key in rulebook.told(rules)
        if not _in_pack(rules, key)
    ]


def _worth_a_word(view: TableView, words: Words) -> list[str]:
    """Why nobody can play by the rules, or not these people; else what is worth a word with those there now."""
    rules, locale, seats = view.ruleset, view.locale, len(view.people)
    if not rulebook.playable(rules):
        return rulebook.conflicts(words, locale, rules, None, rulebook.objections(rules, None))
    if codes := rulebook.objections(rules, seats):
        heading = words.say(locale, "editor-unplayable-here", count=seats)
        return [heading, *rulebook.conflicts(words, locale, rules, seats, codes)]
    told = rulebook.cautions(words, locale, rules, seats, cpus=cpus_sit(view))
    return [words.say(locale, "lobby-warning", warning=warning) for warning in told]


def _lesson(view: TableView, above: str, words: Words) -> str:
    """The game in six lines, as long as there is room for them on a phone."""
    rules = view.ruleset
    if len(above.splitlines()) > _LINES_BESIDE_LESSON:
        return ""
    return words.say(
        view.locale,
        "lobby-lesson",
        direction="same" if rules.family == "same_rank" else rules.direction.replace("_", "-"),
        until="time" if rules.window_mode == "timer" else "play",
        call=call_word(view, words, view.locale),
    )


def _hint(view: TableView, host: str, words: Words) -> str:
    """For how many the rules are, and what to press."""
    able = rulebook.playable(view.ruleset)
    if not able:
        return words.say(view.locale, "lobby-unplayable", host=host)
    return words.say(view.locale, "lobby-hint", host=host, players=rulebook.players(words, view.locale, able))


def _in_pack(rules: Ruleset, key: str) -> bool:
    """Whether the line about the pack tells this rule already."""
    return key == "max_cards" or (key == "decks" and isinstance(rules.decks, int))


def deal(view: TableView, words: Words) -> discord.ui.LayoutView:
    """The message that begins the game: order and counts, the commitment, the rank due and who begins."""
    seen, locale = _game(view), view.locale
    timer = view.ruleset.turn_timer
    text = lines(
        words.say(locale, "deal-title"),
        words.say(
            locale,
            "deal-begins",
            name=called(view, seen.next.seat, ping=True),
            ranks=ranks_word(words, locale, seen.next.ranks),
        ),
        side_piles(words, locale, seen),
        words.say(locale, "deal-order"),
        counts(view, words, view.locale, seen),
        teams(view, seen, words, locale),
        round_line(view, seen, words, locale),
        words.say(locale, "practice-deal") if view.practice else "",
        words.say(locale, "deal-no-timer") if timer is None else words.say(locale, "deal-timer", seconds=timer),
        words.say(locale, "deal-commitment", commitment=seen.commitment),
    )
    return screen(Accent.TURN, text, [_my_hand(view, words)])


@fitting
def claim(view: TableView, words: Words, number: int | None = None) -> discord.ui.LayoutView:
    """The message of the claim `number` (`None`: of the newest one): open with its buttons, or settled without.

    A message is drawn with what is true now, so a view may have moved on past its claim: then it only says so.
    """
    if view.seen is None and view.halted:
        return screen(Accent.QUIET, halted(view, words, view.locale))
    now = _game(view)
    if now.claim is not None and number in (None, now.claim.number):
        if view.halted:
            return _halted_claim(view, now, now.claim, words)
        return _open_claim(view, now, now.claim, words)
    settled = view.settled
    if settled is None or number not in (None, settled.number):
        return screen(Accent.QUIET, words.say(view.locale, "claim-past"))
    told = [laid(view, words, view.locale, settled), *verdict(view, settled, words)]
    if now.claim is None:
        told += _afterwards(view, now, words)
    return screen(verdict_accent(settled), lines(told))


@fitting
def standing(view: TableView, words: Words) -> discord.ui.LayoutView:
    """The table as it stands, for the bottom of the channel: the lobby, the open claim, or whose turn it is."""
    if view.status is not TableStatus.PLAYING or view.seen is None:
        return lobby(view, words)
    if view.seen.phase is Phase.BETWEEN:
        return round_end(view, words, view.seen.number)
    buttons = [] if view.halted else [_my_hand(view, words), *nudge_buttons(view, words)]
    if view.seen.claim is not None:
        return claim(view, words)
    locale, seen = view.locale, view.seen
    text = lines(
        words.say(locale, "standing-title"),
        *_where_it_stands(view, seen, words, ping=True),
        outcome(view, words, locale, view.settled) if view.settled else "",
    )
    return screen(Accent.QUIET if view.halted else Accent.TURN, text, buttons)


@fitting
def back(view: TableView, told: Notice, words: Words) -> discord.ui.LayoutView:
    """That the bot was away for long and where the game stands, for whoever has lost sight of it."""
    seen, locale = _game(view), view.locale
    until = "" if told.until is None else on_the_clock(told.until)
    text = lines(
        words.say(locale, "notice-standing"),
        "" if seen.claim is None else asked(view, seen.claim, words, ping=told.mention is not None),
        time_to_answer(view, words, locale, seen) if seen.phase is Phase.FORCE else "",
        *_where_it_stands(view, seen, words, ping=told.mention == seen.next.seat),
        outcome(view, words, locale, view.settled) if view.settled else "",
        words.say(locale, "standing-until", seconds=told.seconds, until=until) if until else "",
    )
    return screen(Accent.QUIET if view.halted else Accent.TURN, text, [] if view.halted else [_my_hand(view, words)])


def moved(view: TableView, words: Words) -> discord.ui.LayoutView:
    """An older copy of a message that was shown again: no buttons, but the way to the newest one."""
    open_claim = view.seen.claim if view.seen is not None else None
    title = (
        words.say(view.locale, "lobby-title" if view.seen is None else "standing-title")
        if open_claim is None
        else laid(view, words, view.locale, as_settled(view, open_claim))
    )
    return screen(Accent.QUIET, lines(title, words.say(view.locale, "moved", link=link(view))))


def mention_of(view: TableView) -> int | None:
    """The user whose turn it is or comes next, `None` if nobody is to be pinged (lobby, over, a CPU plays)."""
    seen = view.seen
    if view.halted or view.status is not TableStatus.PLAYING or seen is None:
        return None
    if seen.phase in (Phase.OVER, Phase.BETWEEN):
        return None
    return view.people[seen.next.seat].user_id if attended(view, seen.next.seat) else None


def _open_claim(view: TableView, seen: Observation, open_claim: ClaimView, words: Words) -> discord.ui.LayoutView:
    locale = view.locale
    stamp = str(open_claim.number)
    first = laid(view, words, locale, as_settled(view, open_claim))
    if seen.seats[open_claim.claimant].cards == 0:
        first = words.say(locale, "last-cards", laid=first)
    forced = open_claim.forcer is not None
    text = lines(
        first,
        asked(view, open_claim, words, ping=True) if forced else "",
        _time_to_call(view, seen, words),
        pile(words, locale, seen) if forced else pile_and_next(view, seen, words, locale, ping=True),
        " · ".join(_still_thinking(view, open_claim, words)),
        counts(view, words, locale, seen),
        round_line(view, seen, words, locale),
        outcome(view, words, locale, view.settled) if view.settled else "",
        words.say(locale, "claim-reopened-forced" if forced else "claim-reopened") if view.reopened else "",
        words.say(locale, "claim-repeated") if view.repeated else "",
        words.say(locale, "claim-burns") if view.burn_began else "",
        _whom_a_cpu_plays_for(view, words),
    )
    if forced:
        return screen(Accent.WINDOW, text, [_my_hand(view, words)])
    buttons = [
        _button(view, Kind.CALL, call_word(view, words, locale), _DANGER, stamp),
        _button(view, Kind.LET_GO, words.say(locale, "button-let-go"), _SECONDARY, stamp),
        _my_hand(view, words),
        *nudge_buttons(view, words),
    ]
    return screen(Accent.WINDOW, text, buttons)


def _whom_a_cpu_plays_for(view: TableView, words: Words) -> str:
    """That a CPU has just taken a seat, and whether its person may have it back; empty where none has."""
    if view.taken_over is None:
        return ""
    key = "claim-kicked" if view.taken_over in view.kicked else "claim-taken-over"
    return words.say(view.locale, key, name=who(view, view.taken_over))


def _halted_claim(view: TableView, seen: Observation, open_claim: ClaimView, words: Words) -> discord.ui.LayoutView:
    """A claim that nobody can call any more, because the table was stopped or broke."""
    text = lines(
        laid(view, words, view.locale, as_settled(view, open_claim)),
        *_where_it_stands(view, seen, words, ping=False),
    )
    return screen(Accent.QUIET, text)


def _afterwards(view: TableView, seen: Observation, words: Words) -> list[str]:
    """Below a result that is still the newest: where the game stands."""
    if seen.outcome is not None:
        # What ended with nobody there is told once, by the message of the end.
        abandoned = seen.outcome.reason is EndReason.ABANDONED
        how = [] if abandoned else how_all_ended(view, seen.outcome, words)
    elif seen.phase is Phase.BETWEEN and view.past and not view.halted:
        how = [how_round_ended(view, view.past[-1], words)]
    else:
        how = []
    return [*how, *_where_it_stands(view, seen, words, ping=False)]


def _where_it_stands(view: TableView, seen: Observation, words: Words, *, ping: bool) -> list[str]:
    """The lines that end every message about the game, in this order: the pile and who is next, the counts, points."""
    locale = view.locale
    halt = "" if seen.outcome is not None else halted(view, words, locale)
    return [
        halt,
        pile(words, locale, seen) if halt else pile_and_next(view, seen, words, locale, ping=ping),
        "" if halt else must_play(view, words, locale, seen),
        counts(view, words, locale, seen),
        round_line(view, seen, words, locale),
    ]


def _time_to_call(view: TableView, seen: Observation, words: Words) -> str:
    """Until when the claim may be called, or a forced seat may answer."""
    if seen.next_play_closes:
        return words.say(view.locale, "time-until-next-play", name=acts(view, seen.next.seat))
    return time_to_answer(view, words, view.locale, seen)


def _still_thinking(view: TableView, open_claim: ClaimView, words: Words) -> list[str]:
    """Who let it go and how many may still call; nothing before anybody let it go."""
    if not open_claim.declined:
        return []
    names = ", ".join(plain(view, seat) for seat in sorted(open_claim.declined))
    thinking = len(set(open_claim.callers) - open_claim.declined)
    return [
        words.say(view.locale, "let-go-by", names=names),
        words.say(view.locale, "still-think", count=thinking),
    ]


def _seat(view: TableView, seat: int, words: Words) -> str:
    person = view.people[seat]
    if person.level is not None:
        level = words.say(view.locale, key_of("level", person.level))
        return words.say(view.locale, "lobby-seat-cpu", seat=seat + 1, name=plain(view, seat), level=level)
    key = "lobby-seat-host" if person.user_id == view.host_id else "lobby-seat"
    return words.say(view.locale, key, seat=seat + 1, name=who(view, seat))


def _game(view: TableView) -> Observation:
    if view.seen is None:
        raise ValueError("no game has been dealt at this table")
    return view.seen


def _my_hand(view: TableView, words: Words) -> TableButton:
    return _button(view, Kind.MY_HAND, words.say(view.locale, "button-my-hand"), _PRIMARY)


def _button(view: TableView, kind: Kind, label: str, style: discord.ButtonStyle, stamp: str = "") -> TableButton:
    return TableButton(ButtonId(view.id, kind, stamp), label, style=style)
