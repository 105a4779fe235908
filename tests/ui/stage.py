"""Real games as views: drives the engine the way a table does, and reads layouts back as text and buttons."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import discord

from bot.cpu.levels import Level
from bot.engine.actions import Action, Begin, Challenge, CloseWindow, Decline, Play, Resign, StartClock, TimeOut
from bot.engine.cards import Card, Cards, Deal, Rank, shuffle
from bot.engine.decide import decide
from bot.engine.evolve import evolve
from bot.engine.observe import observe
from bot.engine.rules.compiled import compile_rules
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import GameState, Phase
from bot.record.highlights import highlights
from bot.record.moves import Chronicle
from bot.record.results import evenings
from bot.tables.drafts import stamp
from bot.tables.records import TableStatus
from bot.tables.story import Story, tell
from bot.tables.views import ArmedPlay, HandView, Person, TableView, nameable
from bot.ui.components import ButtonId, Kind, TableButton
from bot.ui.text import Words

WORDS = Words(strict=True)
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
SALT = bytes(range(16))


def cards(codes: str) -> Cards:
    """`7S 10H` as cards."""
    return tuple(map(Card.parse, codes.split()))


@dataclass
class Game:
    """One table with its game; seat 0 is the host and, unless said otherwise, the one who begins."""

    seats: int = 3
    ruleset: Ruleset = field(default_factory=Ruleset)
    names: tuple[str, ...] = NAMES
    hands: tuple[Cards, ...] | None = None
    dealer: int = -1
    state: GameState = field(default_factory=GameState)
    story: Story = field(default_factory=Story)
    at: datetime = NOW
    locale: str = "en-US"
    cpus: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.dealer = self.seats - 1 if self.dealer < 0 else self.dealer
        self.rules = compile_rules(self.ruleset, self.seats)
        self.chronicle = Chronicle(self.rules)

    def begin(self, seed: bytes = b"stage") -> Game:
        if self.hands is None:
            dealt = self.rules.deal.deal(shuffle(self.rules.deal.pack(self.seats), seed), self.seats, self.dealer)
        else:
            dealt = Deal(self.hands)
        return self.do(Begin(dealt, self.dealer, SALT, cpus=self.cpus))

    def do(self, *actions: Action) -> Game:
        for action in actions:
            for event in decide(self.state, action, self.rules, at=self.at):
                self.story = tell(self.story, self.state, event)
                self.chronicle.take(self.state, event)
                self.state = evolve(self.state, event)
        return self

    def lay(self, codes: str, rank: Rank | None = None) -> Game:
        """The seat on turn lays these cards as the rank due."""
        laid = cards(codes)
        self.do(Play(self.state.turn, laid, rank or self.state.ranks[0], len(laid)))
        return self.do(StartClock(self.at + timedelta(seconds=self.ruleset.window_s)))

    def lay_any(self, count: int = 1) -> Game:
        hand = self.state.seats[self.state.turn].hand
        return self.lay(" ".join(card.code for card in hand[:count]))

    def stand(self) -> Game:
        assert self.state.until is not None
        self.at = self.state.until
        return self.do(CloseWindow())

    def call(self, seat: int) -> Game:
        return self.do(Challenge(seat))

    def let_go(self, *seats: int) -> Game:
        return self.do(*(Decline(seat) for seat in seats))

    def leave(self, seat: int) -> Game:
        return self.do(Resign(seat))

    def miss_turn(self) -> Game:
        self.do(StartClock(self.at))
        self.do(TimeOut(self.state.turn, b"chance"))
        return self.do(StartClock(self.at + timedelta(seconds=self.ruleset.window_s)))

    def lobby(self, status: TableStatus = TableStatus.LOBBY) -> TableView:
        people = tuple(
            Person(None, name, Level.MEDIUM) if seat in self.cpus else Person(100 + seat, name)
            for seat, name in enumerate(self.names[: self.seats])
        )
        return TableView(
            id=7,
            guild_id=11,
            guild_name="Game Night",
            channel_id=22,
            channel_name="cards",
            locale=self.locale,
            status=status,
            host_id=100,
            people=people,
            dealer=self.dealer,
            ruleset=self.ruleset,
            seen=None,
            anchor=33,
        )

    def view(self) -> TableView:
        over = self.state.phase is Phase.OVER
        printed = self.at + timedelta(seconds=self.ruleset.window_s) if self.state.claim else None
        return replace(
            self.lobby(TableStatus.OVER if over else TableStatus.PLAYING),
            seen=observe(self.state, None, self.rules),
            settled=self.story.settled,
            printed=printed,
            burn_began=self.story.burn_began,
            taken_over=self.story.taken_over,
            tallies=evenings(self.chronicle.moves, self.seats) if over else (),
            deal_text=self.story.deal_text if over else "",
            won_with=self.story.won_with,
            past=self.story.past,
            highlights=highlights(self.chronicle.moves) if over else None,
        )

    def hand(
        self,
        seat: int,
        picks: tuple[tuple[str, int], ...] = (),
        note: str = "",
        armed: str = "",
        *,
        rank: Rank | None = None,
        said: int = 0,
    ) -> HandView:
        """A seat's hand with these picks; `rank` and `said` are what it has chosen to say of them."""
        seen = observe(self.state, seat, self.rules)
        play = ArmedPlay(cards(armed), rank or seen.next.ranks[0], said or len(armed.split())) if armed else None
        ranks, count = nameable(seen), sum(count for _, count in picks)
        named = ranks[0] if len(ranks) == 1 else rank
        sayable = self.rules.size.said_bounds(count)
        mark = stamp(SALT.hex(), seen, picks, named, said or count)
        return HandView(
            self.view(),
            seat,
            seen,
            picks,
            play,
            mark,
            note,
            turn_stamp=stamp(SALT.hex(), seen),
            rank=named,
            said=said or count,
            sayable=sayable,
        )


def text_of(layout: discord.ui.LayoutView) -> str:
    """Everything the message says."""
    return "\n".join(item.content for item in layout.walk_children() if isinstance(item, discord.ui.TextDisplay))


def lines_of(layout: discord.ui.LayoutView) -> list[str]:
    return text_of(layout).split("\n")


def buttons_of(layout: discord.ui.LayoutView) -> list[TableButton]:
    return [item for item in layout.walk_children() if isinstance(item, TableButton)]


def labels_of(layout: discord.ui.LayoutView) -> list[str]:
    """The buttons; one that can't be pressed in brackets."""
    return [f"({b.item.label})" if b.item.disabled else str(b.item.label) for b in buttons_of(layout)]


def button(layout: discord.ui.LayoutView, kind: Kind) -> ButtonId:
    (found,) = (item.pressed for item in buttons_of(layout) if item.pressed.kind is kind)
    return found


def shown(layout: discord.ui.LayoutView) -> str:
    """The whole message, for reading."""
    return text_of(layout) + "\n" + "  ".join(f"[{label}]" for label in labels_of(layout))


def size_of(layout: discord.ui.LayoutView) -> tuple[int, int, int]:
    """Characters of text, components, and the longest label."""
    labels = [len(label) for label in labels_of(layout)]
    return layout.content_length(), sum(1 for _ in layout.walk_children()), max(labels, default=0)
