"""How a table answers a press: what happened, or a refusal with its reason. The interface finds the words.

Made by `Table` and `Registry`, put into words by `bot.ui`. No answer carries a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.engine.actions import Reason


@dataclass(frozen=True, slots=True)
class Press:
    """One press or command of a person. `key` is Discord's id of the interaction and orders presses in a race.

    `at` is Discord's time of the press, read from that id. `on_claim` tells a press on the public claim message,
    whose answer redraws it, from one elsewhere.
    """

    user_id: int
    name: str
    key: int
    at: datetime
    on_claim: bool = False


class Denial(StrEnum):
    """Why the table, not the game, refuses; each has a sentence in every language."""

    TABLE_GONE = "table_gone"
    TABLE_FULL = "table_full"
    NOT_AT_TABLE = "not_at_table"
    ALREADY_SEATED = "already_seated"
    GAME_RUNNING = "game_running"
    NOT_STARTED = "not_started"
    NOT_HOST = "not_host"
    TOO_FEW_PLAYERS = "too_few_players"
    RULES_REFUSED = "rules_refused"
    TOO_LATE = "too_late"
    BEATEN = "beaten"
    STALE_CLAIM = "stale_claim"
    STALE_HAND = "stale_hand"
    NOTHING_PICKED = "nothing_picked"
    CANNOT_STOP = "cannot_stop"
    NOT_AWAY = "not_away"
    LEFT_GAME = "left_game"
    TABLE_FAULT = "table_fault"
    ALREADY_CALLED = "already_called"
    LEAVE_QUEUED = "leave_queued"
    RULES_FIXED = "rules_fixed"
    LEAVE_AFTER_CALL = "leave_after_call"
    JUST_SHOWN = "just_shown"
    ROUND_OVER = "round_over"
    ROUND_BEGUN = "round_begun"
    TOO_SOON = "too_soon"
    CALLED_FIRST = "called_first"
    NEARER = "nearer"
    OUT_OF_CARDS = "out_of_cards"
    NO_SUCH_CPU = "no_such_cpu"
    CPUS_FIXED = "cpus_fixed"
    NO_HINT_NOW = "no_hint_now"
    NO_HINTS_HERE = "no_hints_here"
    KICKED = "kicked"
    KICK_SELF = "kick_self"
    KICK_CPU = "kick_cpu"
    KICK_GONE = "kick_gone"
    ALREADY_KICKED = "already_kicked"
    NO_SUCH_PERSON = "no_such_person"
    NUDGE_SELF = "nudge_self"
    WAIT_OVER = "wait_over"


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing changed, and why.

    `seconds` is how late (`TOO_LATE`) or how much slower (`BEATEN`) the press was, or how long to wait (`TOO_SOON`);
    `name` who was faster, called first, sits nearer or is host, `cpu` whether that is a CPU; `codes` are the broken
    combinations of `RULES_REFUSED`; `fault` is the number under which the log tells of a `TABLE_FAULT`.
    """

    why: Denial | Reason
    seconds: float = 0.0
    name: str = ""
    cpu: bool = False
    codes: tuple[str, ...] = ()
    fault: str = ""


class Done(StrEnum):
    """What a press brought about."""

    JOINED = "joined"
    LEFT = "left"
    LOBBY_CLOSED = "lobby_closed"
    STARTED = "started"
    PICKED = "picked"
    PLAYED = "played"
    ARMED = "armed"
    TAKEN_BACK = "taken_back"
    DECLINED = "declined"
    CHALLENGE_WON = "challenge_won"
    CHALLENGE_LOST = "challenge_lost"
    RESIGNED = "resigned"
    RETURNED = "returned"
    STAYED = "stayed"
    STOPPED = "stopped"
    SHOWN = "shown"
    REMATCH = "rematch"
    RULES_CHANGED = "rules_changed"
    PASSED = "passed"
    OVERTAKEN = "overtaken"
    FORCED = "forced"
    ANSWERED = "answered"
    HANDED_OVER = "handed_over"
    NEXT_ROUND = "next_round"
    TOOK_CPU_SEAT = "took_cpu_seat"
    CPU_ADDED = "cpu_added"
    CPU_REMOVED = "cpu_removed"
    CPU_LEVEL = "cpu_level"
    CPU_LEVELS = "cpu_levels"
    KICKED = "kicked"
    UNSEATED = "unseated"
    NUDGED = "nudged"
    NUDGED_ONCE = "nudged_once"


@dataclass(frozen=True, slots=True)
class Accepted:
    """It happened. `CHALLENGE_WON`: the claim was a lie; `CHALLENGE_LOST`: it was true.

    `OVERTAKEN`: the window closed, and that gave the turn to somebody else, so nothing was laid. `name` is that of the
    CPU it is about.
    """

    done: Done
    seat: int | None = None
    name: str = ""


Answer = Accepted | Refused


@dataclass(frozen=True, slots=True)
class Posted:
    """A message Discord has: its id and its own time."""

    channel_id: int
    message_id: int
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where a seat's hand message stands."""

    channel_id: int
    message_id: int


class Trouble(StrEnum):
    """How Discord refused to show something, as far as the table must know (F4 tells them apart)."""

    DM_CLOSED = "dm_closed"
    DM_TOO_FAST = "dm_too_fast"
    FORBIDDEN = "forbidden"
    CHANNEL_GONE = "channel_gone"
    MESSAGE_GONE = "message_gone"
    TEXT_REFUSED = "text_refused"
    PASSING = "passing"


class ShowFailed(Exception):
    """Discord did not show it; `trouble` says what to do about it."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble
