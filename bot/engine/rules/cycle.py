"""The rank-cycling game: how ranks follow one another, who leads, and passing where a table allows it.

The strategies of its own flow; each fills one slot of `slots.py`. Its memory is `CycleRound` in `state.round`. Nothing
of the same-rank game may be added here.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.actions import Reason
from bot.engine.cards import ALL_RANKS, Rank
from bot.engine.rules.slots import Lead, RankSlot, Verdict
from bot.engine.state import CycleRound, GameState


@dataclass(frozen=True, slots=True)
class OneStep:
    """The rank due moves `by` one each turn, up (R17) or down (R20, R-f), round the circle."""

    by: int = 1

    def following(self, rank: Rank) -> tuple[Rank, ...]:
        """Only the next rank."""
        return (rank.step(self.by),)

    def passed(self, ranks: tuple[Rank, ...], last: Rank | None) -> Rank:
        """The rank that was due."""
        return ranks[0]

    def ahead(self, rank: Rank, turns: int) -> Rank | None:
        """Always known in advance."""
        return rank.step(self.by * turns)


@dataclass(frozen=True, slots=True)
class ChosenStep:
    """The seat on turn moves the rank by one of `steps` (R20, R-d)."""

    steps: tuple[int, ...]

    def following(self, rank: Rank) -> tuple[Rank, ...]:
        """A rank for each step."""
        return tuple(rank.step(step) for step in self.steps)

    def passed(self, ranks: tuple[Rank, ...], last: Rank | None) -> Rank:
        """One up from the last call, as if that had been called; the only rank due at the start (R-g)."""
        return ranks[0] if len(ranks) == 1 or last is None else last.step(1)

    def ahead(self, rank: Rank, turns: int) -> Rank | None:
        """Known only of the turn at hand."""
        return rank if turns == 0 else None


@dataclass(frozen=True, slots=True)
class AnyRank:
    """Each seat names what it likes (R20, R-e)."""

    def following(self, rank: Rank) -> tuple[Rank, ...]:
        """All ranks."""
        return ALL_RANKS

    def passed(self, ranks: tuple[Rank, ...], last: Rank | None) -> Rank:
        """Nobody passes where any rank goes; the last call stays."""
        return last or ranks[0]

    def ahead(self, rank: Rank, turns: int) -> Rank | None:
        """Never known."""
        return None


@dataclass(frozen=True, slots=True)
class NextSeat:
    """After every play and every verdict the next seat goes on with what follows the rank called (R17, R19, R35)."""

    rank: RankSlot

    @property
    def fixed(self) -> bool:
        """No verdict changes the order."""
        return True

    def after_stand(self, state: GameState) -> Lead:
        """The seat after the claimant, with what follows the rank called."""
        assert state.claim is not None
        return Lead(state.after(state.claim.claimant), self.rank.following(state.claim.rank))

    def after_verdict(self, state: GameState, verdict: Verdict) -> Lead:
        """Whoever took the pile, the turn goes on as if the claim had stood."""
        return Lead(state.after(verdict.claimant), self.rank.following(verdict.rank))

    def after_pass(self, state: GameState) -> Lead:
        """A pass moves the rank on too (R-g)."""
        return Lead(state.after(state.turn), self.rank.following(self.passed(state)))

    def after_leaving(self, state: GameState, seat: int) -> Lead:
        """The rank due passes unchanged to the next seat (R-o)."""
        return Lead(state.after(seat), state.ranks)

    def passed(self, state: GameState) -> Rank:
        """The rank a pass counts as calling."""
        assert isinstance(state.round, CycleRound)
        return self.rank.passed(state.ranks, state.round.last_rank)


@dataclass(frozen=True, slots=True)
class TakerLeads(NextSeat):
    """Whoever took the pile plays next and names any rank; then the sequence goes on from there (R35, R-r)."""

    @property
    def fixed(self) -> bool:
        """A verdict starts the order anew."""
        return False

    def after_verdict(self, state: GameState, verdict: Verdict) -> Lead:
        """The taker holds cards, so it is still in."""
        return Lead(verdict.taker, ALL_RANKS)


@dataclass(frozen=True, slots=True)
class RoundOfPasses:
    """A seat may pass, but after one full round of passes it must play, and so must a free lead (R22, R-g)."""

    def refuse(self, state: GameState, lead: Lead) -> Reason | None:
        """Refused to a free lead, and once every seat still playing has passed."""
        if lead.free:
            return Reason.LEADER_MUST_PLAY
        return Reason.PASS_NOT_ALLOWED if len(state.round.passed) >= self.cap(state) else None

    def clears(self, state: GameState) -> bool:
        """The pile stays even if all pass (R-g)."""
        return False

    def cap(self, state: GameState) -> int:
        """One for every seat still playing."""
        return len(state.live)
