"""I Doubt It with one rank a round, Bluff and Force: the strategies of a game with a flow of its own (R52-R60).

Each fills one slot of `slots.py`. Its memory is `SameRankRound` in `state.round`: the rank in play, who added last, and
the passes since. Nothing of the rank-cycling game may be added here.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.actions import Reason
from bot.engine.cards import ALL_RANKS, Cards, Deal, Rank, pack
from bot.engine.rules.ending import ranked
from bot.engine.rules.play import ExactCount, from_dealers_left, hands_of
from bot.engine.rules.slots import NOBODY, Lead, Verdict, VerdictSlot
from bot.engine.state import EndReason, GameState, Outcome, SameRankRound


@dataclass(frozen=True, slots=True)
class EqualHands:
    """The same count for each seat, `per_hand` or as many as there are; the rest leaves the game unseen (R52)."""

    jokers: int = 0
    per_hand: int | None = None

    def pack(self, seats: int) -> Cards:
        """One pack, whatever the number of `seats`."""
        assert seats > 0
        return pack(1, self.jokers)

    def deal(self, shuffled: Cards, seats: int, dealer: int, absent: frozenset[int] = NOBODY) -> Deal:
        """From the dealer's left."""
        order = from_dealers_left(seats, dealer, absent)
        dealt = (self.per_hand or len(shuffled) // len(order)) * len(order)
        return Deal(hands_of(shuffled[:dealt], seats, order), unused=shuffled[dealt:])


@dataclass(frozen=True, slots=True)
class KeepOne(ExactCount):
    """As many said as laid, and one card stays in hand: the wins need it (R53, R60, R-h)."""

    def refuse_rest(self, held: int, laid: int) -> Reason | None:
        """The last card cannot be laid."""
        return Reason.KEEP_ONE_CARD if laid >= held else None

    def bounds(self, held: int) -> tuple[int, int]:
        """A seat with one card lays nothing."""
        most = held - 1 if self.limit is None else min(held - 1, self.limit)
        return (1, most) if most > 0 else (0, 0)


@dataclass(frozen=True, slots=True)
class PassUntilAllDo:
    """All but the leader may pass; once everybody has, the last adder included, the pile leaves (R54, R57, R-h)."""

    def refuse(self, state: GameState, lead: Lead) -> Reason | None:
        """The leader must play."""
        return Reason.LEADER_MUST_PLAY if lead.free else None

    def clears(self, state: GameState) -> bool:
        """Whether one more pass is everybody's."""
        return state.round.passed.issuperset(set(state.live) - {state.turn})

    def cap(self, state: GameState) -> int:
        """One for every seat still playing."""
        return len(state.live)


@dataclass(frozen=True, slots=True)
class OneRank:
    """The rank in play stays until the pile is gone (R54)."""

    def following(self, rank: Rank) -> tuple[Rank, ...]:
        """The same rank again."""
        return (rank,)

    def passed(self, ranks: tuple[Rank, ...], last: Rank | None) -> Rank:
        """A pass moves nothing."""
        return ranks[0]

    def ahead(self, rank: Rank, turns: int) -> Rank | None:
        """Whatever comes, unless somebody takes the pile."""
        return rank


@dataclass(frozen=True, slots=True)
class WinnerOfDoubtLeads:
    """Play goes round with one rank; a doubt or Force gives the lead to whoever was right (R54-R57, R-i)."""

    @property
    def fixed(self) -> bool:
        """A verdict gives a free lead."""
        return False

    def after_stand(self, state: GameState) -> Lead:
        """The next seat adds to the same rank, or passes."""
        assert state.claim is not None
        return Lead(state.after(state.claim.claimant), (state.claim.rank,))

    def after_verdict(self, state: GameState, verdict: Verdict) -> Lead:
        """Right: the challenged player leads; wrong: the challenger does."""
        assert verdict.challenger is not None
        right = verdict.taker != verdict.claimant
        return Lead(verdict.claimant if right else verdict.challenger, ALL_RANKS)

    def after_pass(self, state: GameState) -> Lead:
        """The next seat; after everybody's pass the last to add leads, or whoever sits after it if it left."""
        memory = state.round
        assert isinstance(memory, SameRankRound)
        if not PassUntilAllDo().clears(state):
            return Lead(state.after(state.turn), state.ranks)
        adder = memory.last_adder if memory.last_adder is not None else state.turn
        return Lead(adder if adder in state.live else state.after(adder), ALL_RANKS)

    def after_leaving(self, state: GameState, seat: int) -> Lead:
        """The lead, or the rank in play, goes to the next seat (R-o)."""
        return Lead(state.after(seat), state.ranks)

    def passed(self, state: GameState) -> None:
        """No rank is passed over."""
        return


@dataclass(frozen=True, slots=True)
class LastCardWins:
    """A seat wins as its turn comes with one card of the rank in play, or the lead with one card or none (R58, R-h)."""

    verdict: VerdictSlot

    def gone(self, state: GameState) -> tuple[int, ...]:
        """Nobody goes out by laying cards."""
        return ()

    def outcome(self, state: GameState) -> Outcome | None:
        """Nothing is won between turns."""
        return None

    def at_turn(self, state: GameState, lead: Lead) -> Outcome | None:
        """Whether this turn is won as it begins; the others are placed by the cards they hold."""
        hand = state.seats[lead.seat].hand
        if len(hand) > 1 or not (lead.free or self.verdict.truthful(hand, lead.ranks[0], 1)):
            return None
        won = lead.seat
        return ranked(state, EndReason.LAST_CARD, lambda seat: (seat != won, len(state.seats[seat].hand)))
