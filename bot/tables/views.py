"""What the interface may draw of a table: people, rules and observations, never a game state.

Made by `Table` at the moment of drawing; a view never changes, so what is drawn is of one piece.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from bot.cpu.levels import Level
from bot.engine.cards import Card, Cards, Rank
from bot.engine.events import Closed
from bot.engine.observe import Observation
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Outcome, Phase
from bot.record.highlights import Highlights
from bot.record.results import SeatResult
from bot.tables.records import TableStatus


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: the Discord user and the raw display name (not yet escaped).

    A CPU has a `level` and no user.
    """

    user_id: int | None
    name: str
    level: Level | None = None

    @property
    def cpu(self) -> bool:
        """Whether this is a CPU, and not somebody for whom one keeps the seat."""
        return self.level is not None


@dataclass(frozen=True, slots=True)
class Settled:
    """How a claim ended. `cards` are those turned up for all; empty when it stood unseen.

    `truthful` is `None` when nothing was turned up; with no `challenger` a last play was turned up by the rules (R62).
    `taken` counts the pile the taker took, `burned` what left the game, `drawn` what came from the penalty deck. `pile`
    is the pile below where it was shown (R36). `forcer` asked to be shown a card, and `shown` is the answer (R59).
    `place` is the one the claimant took who went out with it (R41). `cleared` counts the pile that has left the game
    since, because everybody passed (R57).
    `stood_in` tells the play of a CPU that keeps the seat for somebody. `slipped` counts the cards that lay there
    beyond those said, once the play stands and they show in the counts (R-c).
    """

    number: int
    claimant: int
    rank: Rank
    said: int
    auto: bool
    why: Closed | None
    challenger: int | None = None
    truthful: bool | None = None
    cards: Cards = ()
    taker: int | None = None
    taken: int = 0
    burned: int = 0
    drawn: int = 0
    pile: Cards = ()
    forcer: int | None = None
    shown: Cards = ()
    place: int | None = None
    cleared: int = 0
    stood_in: bool = False
    slipped: int = 0

    @property
    def unanswered(self) -> bool:
        """Whether whoever asked to be shown a card left before there was an answer."""
        return self.forcer is not None and self.taker is None


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round of a match that is over, for as long as the match is told of: how it ended and the proof of its deal.

    `points` are everybody's after it, `won_with` the card a same-rank round was won with (R58, R66), `out` the seats
    that had gone out in it.
    """

    number: int
    result: Outcome
    points: tuple[int, ...]
    commitment: str
    salt: str = field(repr=False)
    deal_text: str = field(repr=False)
    won_with: Cards = ()
    out: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table has waited for `seat` since `since`, too long: others may nudge, `needed` of them.

    `number` is the name of this wait; `nudged` are the seats that have nudged.
    """

    seat: int
    number: int
    since: datetime
    needed: int
    nudged: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as everybody may see it. `seen` is the public observation, `None` in the lobby.

    `people` are in seat order. `settled` is the last claim that was settled. `printed` is the deadline to print on the
    open claim. `anchor` is the message to link to, `0` before there is one. `won_with` is the card a same-rank game was
    won with (R58). `past` are the rounds of a match that are over, in order. `kicked` are the seats whose people may
    not take them back. `untouched_h` is after how many hours it was closed, if nobody touched it. `mute` says that
    nothing can be posted at the table just now. `highlights` and `tallies` are told once the game is over.
    """

    id: int
    guild_id: int
    guild_name: str
    channel_id: int
    channel_name: str
    locale: str
    status: TableStatus
    host_id: int
    people: tuple[Person, ...]
    dealer: int
    ruleset: Ruleset
    seen: Observation | None
    settled: Settled | None = None
    printed: datetime | None = None
    reopened: bool = False
    repeated: bool = False
    burn_began: bool = False
    taken_over: int | None = None
    anchor: int = 0
    tallies: tuple[SeatResult, ...] = ()
    deal_text: str = field(default="", repr=False)
    won_with: Cards = ()
    past: tuple[PastRound, ...] = ()
    highlights: Highlights | None = field(default=None, repr=False)
    closed_dms: frozenset[int] = frozenset()
    fault: str = ""
    waiting: Waiting | None = None
    kicked: frozenset[int] = frozenset()
    untouched_h: int = 0
    mute: bool = False

    @property
    def faulty(self) -> bool:
        """Whether something of ours broke at this table; `fault` is the number under which the log tells of it."""
        return bool(self.fault)

    @property
    def halted(self) -> bool:
        """Whether nothing can be done here any more though the game has not ended: stopped, or broken."""
        return self.faulty or self.status is TableStatus.CLOSED

    @property
    def practice(self) -> bool:
        """Whether one person sits here with CPUs alone: nothing of it counts in anybody's records."""
        return len(self.people) > 1 and sum(not person.cpu for person in self.people) == 1

    def user_of(self, seat: int) -> int:
        """Who sits there; only for a seat that is no CPU's."""
        user_id = self.people[seat].user_id
        assert user_id is not None
        return user_id

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a user, `None` for somebody not at this table."""
        return next((seat for seat, person in enumerate(self.people) if person.user_id == user_id), None)


def attended(view: TableView, seat: int) -> bool:
    """Whether a person plays the seat now."""
    if view.people[seat].cpu:
        return False
    return view.seen is None or view.seen.seats[seat].attended


@dataclass(frozen=True, slots=True)
class ArmedPlay:
    """A play that goes down by itself when the window closes (its own seat sees it)."""

    cards: Cards = field(repr=False)
    rank: Rank
    said: int


@dataclass(frozen=True, slots=True)
class HandView:
    """One seat's private view. `picks` holds (group, count): the group is a rank code or `X` for jokers.

    `stamp` goes into the ids of Play and Take back: it changes whenever the picks, the cards, the rank or the turn
    do; `turn_stamp` goes into that of Pass, which has no picks. `rank` is the rank a play would name and `said` how
    many cards it would say, of which `sayable` gives the fewest and the most. `note` is the key of a word to show on
    top (a refusal or a cancelled play), empty for none. `guided` is the hand of somebody who has never played before;
    `leaving` says that the seat leaves once the open play is settled.
    """

    table: TableView
    seat: int
    seen: Observation
    picks: tuple[tuple[str, int], ...] = field(default=(), repr=False)
    armed: ArmedPlay | None = None
    stamp: str = ""
    note: str = ""
    turn_stamp: str = ""
    rank: Rank | None = None
    said: int = 0
    sayable: tuple[int, int] = (0, 0)
    guided: bool = False
    leaving: bool = False

    @property
    def picked(self) -> int:
        """How many cards are picked."""
        return sum(count for _, count in self.picks)


def nameable(seen: Observation) -> tuple[Rank, ...]:
    """The ranks the viewer's next play may name, as far as they are known; none where nobody can tell yet."""
    if seen.space.may_play:
        return seen.space.ranks
    if seen.armable:
        return seen.next.ranks
    return () if seen.yours_next is None else (seen.yours_next,)


def group_of(card: Card) -> str:
    """The button a card stands behind: its rank's code, or `X` for a joker."""
    return card.rank.code if card.rank is not None else "X"


def standing_slot(view: TableView) -> tuple[str, int]:
    """How the message is remembered that shows the table as it stands: its slot, and the number of what it shows."""
    seen = view.seen
    if seen is None:
        return "lobby", 0
    if seen.claim is not None:
        return "claim", seen.claim.number
    return "round" if seen.phase is Phase.BETWEEN else "standing", seen.number
