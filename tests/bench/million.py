"""A million random and adversarial presses: ``python -m tests.bench.million [PRESSES] [SEED]``.

People who press whatever there is, and what is not: others' turns, old claims, forged stamps, cards they don't hold,
presses out of the past, several at once; strangers among them. After every press it is checked that each card is in
exactly one place, that each press had exactly one answer, that no table broke, and that something goes on: a turn of
somebody, or a clock. Each game's journal, read back, must give the state the table has. Prints what was pressed.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from bot.cpu.levels import Level
from bot.engine.rules.compiled import compile_dealt
from bot.engine.rules.ruleset import Ruleset, refusals
from bot.engine.state import Phase
from bot.tables.answers import Refused
from bot.tables.cpu_players import Ask, Moment
from bot.tables.game import Game
from bot.tables.table import Table
from bot.tables.views import group_of
from tests.engine.support import VARIANTS
from tests.tables.fakes import VirtualLoop
from tests.tables.support import FIRST_USER, World, callers, check, state

PER_TABLE: Final = 1500
FORGED: Final = ("", "0", "-1", "ffff", "¹", "X" * 90, "' OR 1=1 --")
GROUPS: Final = ("A", "2", "7", "10", "K", "X", "1", "", "AA", "Z")
BEYOND: Final = (-1, 0, 10**9)
# A CPU thinks for less (R65: where its play closes a window, that window and then its pause).
LONGEST_PAUSE: Final = timedelta(seconds=60)
MOST_LATE: Final = timedelta(seconds=2.5)


class Crowd:
    """People and strangers at one table after another; `pressed` and `answered` count what happened."""

    def __init__(self, seed: int) -> None:
        self.seed, self.mood = seed, random.Random(seed)
        self.pressed, self.answered = Counter[str](), Counter[str]()
        # The CPU's turn that was seen last, and when it was seen first.
        self.cpu_turn: tuple[int, datetime] | None = None
        self.games = self.over = 0

    def play(self, presses: int) -> None:
        """Go on until so many presses are done."""
        variants = sorted(VARIANTS)
        while (left := presses - self.pressed.total()) > 0:
            name, seats = variants[self.games % len(variants)], self.mood.randint(2, 6)
            rules = VARIANTS[name].model_copy(update={"turn_timer": self.mood.choice((60, None))})
            if refusals(rules, seats):
                rules = Ruleset()
            self.games += 1
            with asyncio.Runner(loop_factory=VirtualLoop) as runner:
                runner.run(self._table(rules, seats, min(left, PER_TABLE)))

    async def _table(self, rules: Ruleset, seats: int, presses: int) -> None:
        world = World(seed=self.seed * 100_003 + self.games)
        await world.start()
        cpus = self.mood.choice((0, 0, 0, 1)) if seats > 2 else 0
        table = await world.open(seats - cpus, **rules.model_dump())
        if cpus:
            await world.ask(table.add_cpu, world.press(FIRST_USER), Level.EASY)
        await world.begin(table)
        assert table.game is not None, (rules, seats)
        until = self.pressed.total() + presses
        while self.pressed.total() < until and table.live and state(table).phase is not Phase.OVER:
            await self._one_moment(world, table)
            self._check(world, table)
        await world.settle(1)
        self.over += state(table).phase is Phase.OVER
        await self._read_back(world, table)
        await world.stop()

    # --- what they do ---------------------------------------------------------------------------------------------

    async def _one_moment(self, world: World, table: Table) -> None:
        """Time passes, or somebody presses, or several do at once."""
        chance = self.mood.random()
        if chance < 0.03:
            await world.settle(self.mood.choice((0, 0.3, 3, 15, 61, 200)))
        elif chance < 0.1:
            await asyncio.gather(*(self._press(world, table) for _ in range(self.mood.randint(2, 5))))
        elif chance < 0.4:
            await self._sensible(world, table)
        else:
            await self._press(world, table)

    async def _sensible(self, world: World, table: Table) -> None:
        """What moves the game on."""
        assert table.game is not None
        now, seen = state(table), table.game.see(None)
        if now.phase is Phase.WINDOW and (may := callers(table)):
            which = table.challenge if self.mood.random() < 0.2 else table.let_go
            await self._ask(world, which, table.user_of(self.mood.choice(may)), now.turns)
        elif now.phase is Phase.PLAY and (who := table.user_of(seen.next.seat)) is not None:
            cards = [card for card in now.seats[now.turn].hand if card.rank in seen.next.ranks]
            for _ in range(self.mood.randint(1, 3)):
                card = self.mood.choice(cards if cards and self.mood.random() < 0.7 else now.seats[now.turn].hand)
                await self._ask(world, table.pick, who, group_of(card))
            hand = table.hand(who)
            if hand is not None:
                await self._ask(world, table.play, who, hand.stamp)
        elif now.phase is Phase.BETWEEN:
            await self._ask(world, table.next_round, table.record.host_id, now.number)
        else:
            await self._press(world, table)

    async def _press(self, world: World, table: Table) -> None:
        """Anything, by anybody."""
        mood, now = self.mood, state(table)
        who = FIRST_USER + mood.randrange(len(table.record.seats) + 1)
        hand = table.hand(who)
        stamp = mood.choice(FORGED) if hand is None or mood.random() < 0.5 else hand.stamp
        turn_stamp = mood.choice(FORGED) if hand is None or mood.random() < 0.5 else hand.turn_stamp
        number = mood.choice((*BEYOND, now.turns - 1, now.turns, now.turns, now.turns + 1))
        group = mood.choice(GROUPS)
        everything: list[tuple[int, Callable[..., Any], tuple[Any, ...]]] = [
            (20, table.pick, (group,)),
            (4, table.clear, ()),
            (8, table.name_rank, (group,)),
            (4, table.name_count, (mood.choice((*BEYOND, 1, 2, 5)),)),
            (20, table.play, (stamp,)),
            (8, table.pass_turn, (turn_stamp,)),
            (10, table.challenge, (number,)),
            (8, table.let_go, (number,)),
            (8, table.force, (number,)),
            (8, table.answer_force, (number, group)),
            (6, table.take_back, ()),
            (3, table.next_round, (mood.choice((*BEYOND, now.number)),)),
            (3, table.come_back, ()),
            (3, table.nudge, (number,)),
            (3, table.look, ()),
            (2, table.start, ()),
            (2, table.join, ()),
            (2, table.repost, ()),
            (2, table.add_cpu, (Level.EASY,)),
            (2, table.remove_cpu, ("Nobody",)),
            (2, table.change_rules, (lambda rules: rules,)),
            (1, table.kick, (FIRST_USER + mood.randrange(12),)) if mood.random() < 0.3 else (0, table.look, ()),
            (1, table.leave, ()) if mood.random() < 0.3 else (0, table.look, ()),
            (1, table.stop, (False,)) if who != table.record.host_id else (0, table.look, ()),
        ]
        ((_, method, args),) = mood.choices(everything, weights=[weight for weight, _, _ in everything])
        await self._ask(world, method, who, *args)

    async def _ask(self, world: World, method: Callable[..., Any], who: int | None, *args: Any) -> None:
        if who is None:
            return
        late = self.mood.choice((timedelta(0), timedelta(0), self.mood.random() * MOST_LATE))
        press = world.press(who, at=world.true_now() - late, on_claim=self.mood.random() < 0.5)
        name = getattr(method, "__name__", "?")
        self.pressed[name] += 1
        answer = await world.ask(method, press, *args)
        assert answer is not None, f"{name}{args} by {who} has {len(world.answers[press.key])} answers"
        self.answered[f"refused: {answer.why}" if isinstance(answer, Refused) else f"done: {answer.done}"] += 1

    # --- what must hold -------------------------------------------------------------------------------------------

    def _check(self, world: World, table: Table) -> None:
        assert not table.faulty, "the table broke"
        check(world, table)
        world.answers.clear()
        now = state(table)
        if now.phase is Phase.OVER:
            assert now.outcome is not None
        elif table.live and now.phase is Phase.PLAY and not now.seats[now.turn].attended:
            # No clock runs for a seat that a CPU plays or keeps: what ends its turn is the CPU's own pause, which is
            # planned with the change that brought the turn and, should it fail, again a few seconds later.
            assert Moment(now.turns, now.phase, now.turn, Ask.MOVE) in table.cpus.planned, "nobody moves for a CPU"
            turns, since = self.cpu_turn = self.cpu_turn or (now.turns, world.true_now())
            assert turns != now.turns or world.true_now() - since < LONGEST_PAUSE, "a CPU does not move"
            return
        elif table.ruleset.turn_timer is not None and table.live and not table.publisher.outbox.busy:
            assert now.until is not None, f"nothing ends {now.phase}"

    async def _read_back(self, world: World, table: Table) -> None:
        """The journal alone gives the state that the table has."""
        seats = len(table.record.seats)
        again = Game(table.id, compile_dealt(table.ruleset, seats), seats, world.store)
        await again.recall()
        assert again.state == state(table), "what is on disk is another game"


class _NoErrors(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(f"logged as an error: {record.getMessage()}")


def main(presses: int = 1_000_000, seed: int = 1) -> None:
    """Press, and tell what came of it."""
    logging.getLogger().addHandler(_NoErrors(logging.ERROR))
    crowd, began = Crowd(seed), time.perf_counter()
    crowd.play(presses)
    took = time.perf_counter() - began
    for title, counts in (("pressed", crowd.pressed), ("answered", crowd.answered)):
        sys.stdout.write(f"{title}\n")
        sys.stdout.writelines(f"  {count:>9,}  {name}\n" for name, count in counts.most_common())
    total = crowd.pressed.total()
    sys.stdout.write(
        f"{total:,} presses at {crowd.games:,} tables ({crowd.over:,} games over), {total / took:,.0f} a second\n"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
