"""What the tests of CPU seats share: tables with them, a person who plays along, and minds of one thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.cpu.levels import Level
from bot.engine.actions import Challenge, Decline
from bot.engine.events import Event
from bot.engine.observe import Observation
from bot.engine.rules.ruleset import Ruleset
from bot.engine.state import Phase
from bot.tables.answers import Accepted, Posted
from bot.tables.table import Table
from tests.tables.support import CHANNEL, GUILD, World, cards_for, state, user

# What a mind may have on its mind when it breaks.
SECRET = "7S"

Mind = Callable[..., Any]


async def with_cpus(world: World, cpus: int, *, people: int = 1, level: Level = Level.MEDIUM, **rules: Any) -> Table:
    """A lobby with so many CPUs beside the host; people sit down after them."""
    opened = await world.registry.open(
        world.press(user(0)),
        guild_id=GUILD,
        guild_name="Guild",
        channel_id=CHANNEL,
        channel_name="cards",
        locale="en-US",
        ruleset=Ruleset(**rules),
        cpus=cpus,
        level=level,
    )
    assert isinstance(opened, Table)
    await opened.keep_message("lobby", Posted(CHANNEL, world.memory.new_id(), world.true_now()))
    await opened.welcome(user(0))
    for number in range(1, people):
        assert isinstance(await world.ask(opened.join, world.press(user(number))), Accepted)
        await opened.welcome(user(number))
    return opened


async def dealt_with_cpus(world: World, cpus: int, **more: Any) -> Table:
    """The same with the cards out."""
    table = await with_cpus(world, cpus, **more)
    await world.begin(table)
    return table


async def play_along(
    world: World, table: Table, *, until: Callable[[], bool] = lambda: False, most: int = 3000
) -> None:
    """The host plays when it is their turn and lets everything go, until then or to the end."""
    for _ in range(most):
        if not table.live or state(table).phase is Phase.OVER or until():
            return
        if state(table).phase is Phase.PLAY and state(table).turn == 0:
            await _turn(world, table)
        elif (claim := state(table).claim) is not None and claim.claimant != 0 and 0 not in claim.declined:
            await world.let_go(table, 0)
        await world.settle(0.5)
    raise AssertionError("it took too long")


async def _turn(world: World, table: Table) -> None:
    """The host's turn: true cards where there are any, else a pass where that may be, else a lie."""
    hand = table.hand(user(0))
    assert hand is not None
    space, true = hand.seen.space, bool(cards_for(table, 0, lie=False, count=1))
    if space.may_pass and (not space.may_play or not true):
        await world.ask(table.pass_turn, world.press(user(0)), hand.turn_stamp)
        return
    if len(space.ranks) > 1:
        rank = next((card.rank for card in hand.seen.hand if card.rank in space.ranks), space.ranks[0])
        await world.ask(table.name_rank, world.press(user(0)), rank.code)
    await world.play(table, lie=not true)


async def until_phase(world: World, table: Table, phase: Phase, turn: int | None = None) -> None:
    """Let time pass until the game waits like this."""
    for _ in range(1000):
        if state(table).phase is phase and turn in (None, state(table).turn):
            return
        await world.settle(0.1)
    raise AssertionError(f"never came to {phase}")


def events(world: World, table: Table) -> list[Event]:
    """All that happened."""
    assert table.game is not None
    return list(table.game.past)


def minds(patch: pytest.MonkeyPatch, **thoughts: Mind) -> None:
    """Minds that think just this; what they do is up to the table."""
    for ask, thought in thoughts.items():
        patch.setattr(f"bot.cpu.mind.{ask}", thought)


def doubts(_level: Level, seen: Observation, *_: Any) -> Challenge:
    """Calls every claim."""
    assert seen.viewer is not None
    return Challenge(seen.viewer, None if seen.claim is None else seen.claim.number)


def believes(_level: Level, seen: Observation, *_: Any) -> Decline:
    """Calls no claim."""
    assert seen.viewer is not None
    return Decline(seen.viewer, None if seen.claim is None else seen.claim.number)


def breaks(*_: Any) -> Any:
    """Thinks of the Seven of Spades, and breaks."""
    raise RuntimeError(SECRET)
